//! `cargo xtask dist`: the program as packages carry it. It is compiled with a profile of its own games,
//! linked as a whole, stripped, and put into an archive with everything that belongs to it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, bail, ensure};

use crate::sbom;
use crate::shell::{apt_install, cargo, command, output, root, works};
use crate::steps::step;
use crate::strength::release;

/// Programs are compared this many times each, in turn.
const ROUNDS: usize = 5;

/// The compiler: the machine it compiles for, and the version of LLVM that wrote the profile.
struct Compiler {
    host: String,
    llvm: String,
}

impl Compiler {
    fn ask() -> anyhow::Result<Self> {
        let said = output(&mut command("rustc", &["-vV"]))?;
        let fact = |name: &str| {
            let line = said.lines().find_map(|line| line.strip_prefix(name));
            line.map(ToOwned::to_owned).with_context(|| format!("rustc does not say its {name}"))
        };
        let llvm = fact("LLVM version: ")?;
        let llvm = llvm.split('.').next().unwrap_or_default().to_owned();
        Ok(Self { host: fact("host: ")?, llvm })
    }

    /// The tool that merges profiles. It must be of the same version as the compiler.
    fn profdata(&self) -> anyhow::Result<PathBuf> {
        let sysroot = PathBuf::from(output(&mut command("rustc", &["--print", "sysroot"]))?);
        let bundled = sysroot.join("lib/rustlib").join(&self.host).join("bin/llvm-profdata");
        let bundled = bundled.with_extension(std::env::consts::EXE_EXTENSION);
        if bundled.exists() {
            return Ok(bundled);
        }
        let package = format!("llvm-{}", self.llvm);
        if works("apt-cache", &["show", &package]) {
            apt_install(&[&package])?;
            return Ok(format!("llvm-profdata-{}", self.llvm).into());
        }
        step("llvm-tools", &mut command("rustup", &["component", "add", "llvm-tools"]))?;
        ensure!(bundled.exists(), "there is no llvm-profdata of version {}", self.llvm);
        Ok(bundled)
    }
}

/// `dist`: the archive, and how much faster its program is than a release.
pub(crate) fn run(_: &[String]) -> anyhow::Result<()> {
    let compiler = Compiler::ask()?;
    let program = optimized(&compiler)?;
    let archive = archive(&program, &compiler.host)?;
    sbom::write(&archive.with_file_name("mola.cdx.json"))?;
    println!("{}", archive.display());
    compare(&release()?, &program)
}

/// The archive of a program that was built already, for this machine. The release workflow and CI share it.
pub(crate) fn archive_of(program: &Path) -> anyhow::Result<PathBuf> {
    archive(program, &Compiler::ask()?.host)
}

/// Builds the program twice: once to see what it does, and once knowing it. Both builds have the same settings,
/// since these are a part of the names by which functions find their profile.
fn optimized(compiler: &Compiler) -> anyhow::Result<PathBuf> {
    let profdata = compiler.profdata()?;
    let folder = root().join("target/dist");
    let profile = folder.join("profile");
    // Cargo would not notice that a profile has changed.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&profile)?;
    let generate = format!("-Cprofile-generate={}", profile.display());
    let program = build("build to take a profile", compiler, &folder, &generate)?;
    step("profile of searches", Command::new(&program).arg("bench").stdout(Stdio::null()))?;
    step("profile of moves", Command::new(&program).args(["perft", "5"]).stdout(Stdio::null()))?;
    let merged = folder.join("mola.profdata");
    let mut merge = Command::new(&profdata);
    merge.arg("merge").arg("-o").arg(&merged).arg(&profile);
    step("merge profiles", &mut merge)?;
    // Other processors take paths that this one did not: they must not be optimized for size.
    let usage = format!("-Cprofile-use={} -Cllvm-args=-pgso=false", merged.display());
    build("build with the profile", compiler, &folder, &usage)
}

fn build(title: &str, compiler: &Compiler, folder: &Path, flags: &str) -> anyhow::Result<PathBuf> {
    let mut build = cargo(&["build", "--profile", "dist", "--package", "mola", "--locked"]);
    // With a target, build scripts and macros are not compiled with these flags.
    build.args(["--target", &compiler.host, "--target-dir"]).arg(folder);
    // One file that runs on every Linux.
    let linkage = if cfg!(target_os = "linux") { " -Ctarget-feature=+crt-static" } else { "" };
    step(title, build.env("RUSTFLAGS", format!("{flags}{linkage}")))?;
    let program = folder.join(&compiler.host).join("dist/mola");
    Ok(program.with_extension(std::env::consts::EXE_EXTENSION))
}

/// Packs a program with its documents, manual pages and completions: `target/packages/mola-VERSION-HOST`.
fn archive(program: &Path, host: &str) -> anyhow::Result<PathBuf> {
    let name = format!("mola-{}-{host}", env!("CARGO_PKG_VERSION"));
    let packages = root().join("target/packages");
    let folder = packages.join(&name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("completions"))?;
    fs::copy(program, folder.join("mola").with_extension(std::env::consts::EXE_EXTENSION))?;
    for document in ["README.md", "LICENSE", "CHANGELOG.md"] {
        fs::copy(root().join(document), folder.join(document))?;
    }
    output(Command::new(program).arg("man").arg(folder.join("man")))?;
    for (shell, file) in
        [("bash", "mola"), ("zsh", "_mola"), ("fish", "mola.fish"), ("powershell", "mola.ps1")]
    {
        let script = output(Command::new(program).args(["completions", shell]))?;
        fs::write(folder.join("completions").join(file), script + "\n")?;
    }
    let ending = if cfg!(windows) { "zip" } else { "tar.gz" };
    let archive = packages.join(format!("{name}.{ending}"));
    let mut tar = command("tar", &["-a", "-cf"]);
    tar.arg(&archive).arg("-C").arg(&packages);
    if cfg!(target_os = "linux") {
        tar.args(["--owner=0", "--group=0", "--sort=name"]);
    }
    step("archive", tar.arg(&name))?;
    Ok(archive)
}

/// Nodes per second of two programs, in turn on the same machine. The best of each is compared, since other
/// programs only ever slow one down.
fn compare(before: &Path, after: &Path) -> anyhow::Result<()> {
    let mut best = [0; 2];
    for _ in 0..ROUNDS {
        for (speed, program) in best.iter_mut().zip([before, after]) {
            *speed = nodes_per_second(program)?.max(*speed);
        }
    }
    let size = |path: &Path| fs::metadata(path).map(|file| file.len() as f64 / 1e6);
    for (name, program, speed) in [("release", before, best[0]), ("dist", after, best[1])] {
        println!("{name:<8} {speed:>10} nodes per second, {:.1} MB", size(program)?);
    }
    println!("dist is faster by {:.1} %", 100.0 * (best[1] as f64 / best[0] as f64 - 1.0));
    Ok(())
}

fn nodes_per_second(program: &Path) -> anyhow::Result<u64> {
    let said = output(Command::new(program).arg("bench"))?;
    let last = said.lines().last().unwrap_or_default();
    let words: Vec<&str> = last.split_whitespace().collect();
    match words[..] {
        [_, "nodes", speed, "nps"] => Ok(speed.parse()?),
        _ => bail!("{} bench ends with {last:?}", program.display()),
    }
}
