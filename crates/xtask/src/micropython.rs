//! `cargo xtask micropython`: the board API under a real MicroPython, with every engine that can answer it, and
//! the small C header in C programs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};

use crate::firmware::{self, TARGET, bare_file, target_arguments};
use crate::shell::{apt_install, cargo, cargo_for_target, command, must_say, output, root};
use crate::steps::step;

/// The suite of Debian that has MicroPython's source, whatever suite this machine runs.
const SUITE: &str = "trixie";
/// What a microcontroller has; an interpreter of 64 bits needs more for the same program.
const HEAP: &str = "heapsize=200K";
const NPM_PACKAGE: &str = "@micropython/micropython-webassembly-pyscript";
const NPM_VERSION: &str = "1.27.0";
/// The small C library, for this machine and for the microcontroller.
const LIBRARY: [&str; 5] =
    ["rustc", "--profile=small", "--package=mola-pocket-c", "--features=static", "--crate-type=staticlib"];

pub(crate) fn run() -> anyhow::Result<()> {
    apt_install(&["build-essential", "python3", "qemu-system-misc", "valgrind", "clang", "lld"])?;
    fs::create_dir_all(folder())?;
    package_lists_its_files()?;
    let library = library()?;
    main_loop_in_c(&library)?;
    let python = Interpreter::build(&library)?;
    python.test("engine.py", "python")?;
    for backend in ["python", "c"] {
        python.test("protocol.py", backend)?;
        python.test("play_demo.py", backend)?;
    }
    python.examples()?;
    python.over_a_serial_line()?;
    in_webassembly()
}

fn folder() -> PathBuf {
    root().join("target/micropython")
}

/// What `mip` installs is all there is, in the version of the workspace.
fn package_lists_its_files() -> anyhow::Result<()> {
    let home = root().join("micropython");
    let list = fs::read_to_string(home.join("package.json"))?;
    let version = format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"));
    ensure!(list.contains(&version), "micropython/package.json does not say {version}");
    for place in ["", "mola/"] {
        for entry in fs::read_dir(home.join(place))? {
            let file = entry?.path();
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            let listed = format!("[\"{place}{name}\", \"{place}{name}\"]");
            ensure!(
                file.extension().is_none_or(|extension| extension != "py") || list.contains(&listed),
                "micropython/package.json lacks {listed}"
            );
        }
    }
    Ok(())
}

/// Builds the static library for this machine, in a folder of its own since its flags are its own.
fn library() -> anyhow::Result<PathBuf> {
    let mut build = cargo(&LIBRARY);
    step("C library for this machine", build.args(["--target-dir", "target/small"]))?;
    let mut build = cargo_for_target(&TARGET, &LIBRARY)?;
    step("C library for a microcontroller", build.args(target_arguments()))?;
    Ok(root().join("target/small/small/libmola_pocket_c.a"))
}

/// The sample plays the same game on this machine, under valgrind, and on an emulated microcontroller.
fn main_loop_in_c(library: &Path) -> anyhow::Result<()> {
    let home = "crates/mola-pocket-c";
    let sources = |machine: &str| {
        [
            format!("-I{home}/include"),
            format!("{home}/examples/main_loop.c"),
            format!("{home}/examples/{machine}"),
        ]
    };
    let (host, bare) = (folder().join("main_loop"), folder().join("main_loop_bare"));
    let mut compile = command("cc", &["-Wall", "-Wextra", "-Werror", "-std=c99", "-O1", "-g", "-o"]);
    step("sample in C", compile.arg(&host).args(sources("host.c")).arg(library))?;
    let mut compile = command("clang", &["--target=riscv32", "-march=rv32imc", "-mabi=ilp32", "-O1"]);
    compile.args(["-Wall", "-Werror", "-ffreestanding", "-nostdlib", "-fuse-ld=lld", "-Wl,--gc-sections"]);
    compile.args(["-Wl,-T,firmware/link.x", "-Wl,--defsym=_ram_length=65536", "-o"]).arg(&bare);
    step("sample in C, bare", compile.args(sources("virt.c")).arg(bare_file("small/libmola_pocket_c.a")))?;

    let played = |program: &mut Command| {
        let game = fs::File::open(root().join(home).join("examples/game.txt"))?;
        output(program.stdin(game))
    };
    let text = played(command("valgrind", &["-q", "--error-exitcode=9"]).arg(&host))?;
    let expected = ["That move is not legal here.", "Mine: ", "Checkmate.", "A draw by stalemate."];
    must_say("the sample", &text, &expected)?;
    let emulated = played(emulator().args(["-serial", "stdio", "-kernel"]).arg(&bare))?;
    ensure!(text == emulated, "the microcontroller played another game:\n{emulated}");
    println!("The sample plays the same game here and on the microcontroller.");
    Ok(())
}

fn emulator() -> Command {
    command("qemu-system-riscv32", &["-M", "virt", "-bios", "none", "-display", "none", "-monitor", "none"])
}

/// MicroPython's port for Unix, with our C module built in.
struct Interpreter {
    source: PathBuf,
}

impl Interpreter {
    fn build(library: &Path) -> anyhow::Result<Self> {
        let source = source()?;
        let mut make = command("make", &["-j2", "VARIANT=standard", "FROZEN_MANIFEST=", "STRIP="]);
        // What the tests do not need, and the source does not bring.
        make.args(["MICROPY_PY_SSL=0", "MICROPY_PY_BTREE=0", "MICROPY_PY_FFI=0", "MICROPY_PY_BLUETOOTH=0"]);
        make.arg(format!("BUILD={}", folder().join("build").display()));
        make.arg(format!("USER_C_MODULES={}", root().join("micropython/cmodule").display()));
        // The system's mathematics before Rust's.
        make.arg(format!("MOLA_POCKET_LIB=-lm {}", library.display()));
        let log = fs::File::create(folder().join("make.log"))?;
        make.stdout(log.try_clone()?).stderr(log).arg("-C").arg(source.join("ports/unix"));
        step("MicroPython with the C module", &mut make)
            .context("see target/micropython/make.log for what the compiler says")?;
        Ok(Self { source })
    }

    fn test(&self, program: &str, backend: &str) -> anyhow::Result<()> {
        let mut python = self.command()?;
        python.arg(root().join("micropython/tests").join(program)).arg(backend);
        step(&format!("{program}, {backend}"), &mut python)
    }

    fn command(&self) -> anyhow::Result<Command> {
        let home = root().join("micropython");
        let path = [home.clone(), home.join("tests"), self.source.join("extmod")];
        let mut python = command("target/micropython/build/micropython", &["-X", HEAP]);
        python.env("MICROPYPATH", std::env::join_paths(path)?);
        Ok(python)
    }

    /// What the pages show runs as it stands there.
    fn examples(&self) -> anyhow::Result<()> {
        for page in ["README.md", "guide/micropython.md"] {
            let text = fs::read_to_string(root().join(page))?;
            let example = text.split("```python\n").find(|block| block.starts_with("import sunfish"));
            let example = example.and_then(|block| block.split("```").next());
            let program = folder().join("example.py");
            fs::write(&program, example.with_context(|| format!("{page} has no example"))?)?;
            step(&format!("example of {page}"), self.command()?.arg(program))?;
        }
        Ok(())
    }

    /// The same tests against our firmware on an emulated microcontroller.
    fn over_a_serial_line(&self) -> anyhow::Result<()> {
        let program = firmware::build("firmware", "")?;
        let line = folder().join("line");
        let _ = fs::remove_file(&line);
        let port = format!("unix:{},server=on,wait=off", line.display());
        let _device = Device(emulator().args(["-serial", &port, "-kernel"]).arg(program).spawn()?);
        let started = Instant::now();
        while !line.exists() {
            ensure!(started.elapsed() < Duration::from_mins(2), "the emulator did not open its line");
            std::thread::sleep(Duration::from_millis(50));
        }
        let line = line.to_str().context("a path that is not text")?;
        self.test("protocol.py", line)?;
        self.test("play_demo.py", line)
    }
}

/// An emulator that ends with the test.
struct Device(Child);

impl Drop for Device {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// MicroPython's source as Debian has it, fetched once. The lists are kept apart from the machine's own.
fn source() -> anyhow::Result<PathBuf> {
    let home = folder().join("source");
    let unpacked = || {
        let entries = fs::read_dir(&home).ok()?;
        entries.flatten().map(|entry| entry.path()).find(|path| path.join("ports/unix").is_dir())
    };
    if let Some(source) = unpacked() {
        return Ok(source);
    }
    for place in ["lists/partial", "cache/archives/partial"] {
        fs::create_dir_all(home.join(place))?;
    }
    let targets = ["indextargets", "--format", "$(REPO_URI)", "Origin: Debian", "Created-By: Packages"];
    let mirrors = String::from_utf8(command("apt-get", &targets).output()?.stdout)?;
    let Some(mirror) = mirrors.lines().find(|line| !line.contains("security")) else {
        bail!("MicroPython's source comes from Debian, and apt knows no Debian here");
    };
    let sources = home.join("sources.list");
    let keys = "/usr/share/keyrings/debian-archive-keyring.gpg";
    fs::write(&sources, format!("deb-src [signed-by={keys}] {mirror} {SUITE} main\n"))?;
    let apt = |arguments: &[&str]| {
        let mut apt = command("apt-get", arguments);
        apt.arg("-qq").args(["-o", "Dir::Etc::sourceparts=/dev/null", "-o", "APT::Sandbox::User=root"]);
        for (key, place) in
            [("Etc::sourcelist", "sources.list"), ("State::lists", "lists"), ("Cache", "cache")]
        {
            apt.arg("-o").arg(format!("Dir::{key}={}", home.join(place).display()));
        }
        apt.current_dir(&home);
        apt
    };
    step("list of Debian's sources", &mut apt(&["update"]))?;
    step("MicroPython's source", &mut apt(&["source", "--download-only", "micropython"]))?;
    let unpack = "tar --extract --file micropython_*.orig.tar.*";
    step("unpack it", command("sh", &["-c", unpack]).current_dir(&home))?;
    unpacked().context("Debian's source of MicroPython has no port for Unix")
}

/// npm's build of MicroPython, on Node: the engine in Python on a machine of 32 bits.
fn in_webassembly() -> anyhow::Result<()> {
    let home = folder().join("npm");
    let package = home.join("node_modules").join(NPM_PACKAGE);
    if !package.is_dir() {
        fs::create_dir_all(&home)?;
        let mut install =
            command("npm", &["install", "--no-audit", "--no-fund", "--silent", "--prefix", "."]);
        install.arg(format!("{NPM_PACKAGE}@{NPM_VERSION}")).current_dir(&home);
        step("npm's MicroPython", &mut install)?;
    }
    for test in ["protocol", "demo"] {
        let mut node = command("node", &["micropython/tests/wasm.mjs"]);
        step(&format!("{test} in WebAssembly"), node.arg(&package).arg(test))?;
    }
    Ok(())
}
