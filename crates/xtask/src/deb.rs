//! `cargo xtask deb`: the Debian package, put together with `dpkg-deb`, which every Debian machine has.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Context;

use crate::shell::{apt_install, command, output, renew, root};
use crate::steps::step;
use crate::strength::release;

/// What finds mistakes in packages.
pub(crate) const TOOLS: [&str; 2] = ["dpkg-dev", "lintian"];

/// Where things go in the package, besides the program and what it writes itself.
const FILES: [(&str, &str); 5] = [
    ("packaging/mola.desktop", "usr/share/applications/mola.desktop"),
    ("packaging/mola.metainfo.xml", "usr/share/metainfo/mola.metainfo.xml"),
    ("packaging/mola.eng", "usr/share/games/plugins/xboard/mola.eng"),
    ("packaging/copyright", "usr/share/doc/mola/copyright"),
    ("web/public/icon.svg", "usr/share/icons/hicolor/scalable/apps/mola.svg"),
];

const COMPLETIONS: [(&str, &str); 3] = [
    ("bash", "usr/share/bash-completion/completions/mola"),
    ("zsh", "usr/share/zsh/vendor-completions/_mola"),
    ("fish", "usr/share/fish/vendor_completions.d/mola.fish"),
];

/// `deb [PROGRAM]`: the package of a program that was built already, or of a release.
pub(crate) fn run(arguments: &[String]) -> anyhow::Result<()> {
    let program = arguments.first().map_or_else(release, |path| Ok(PathBuf::from(path)))?;
    println!("{}", build(&program)?.display());
    Ok(())
}

/// Builds the package, and lets lintian read it.
pub(crate) fn build(program: &Path) -> anyhow::Result<PathBuf> {
    apt_install(&TOOLS)?;
    let stage = Stage::new()?;
    stage.add_files(program)?;
    stage.add_control()?;
    let architecture = output(&mut command("dpkg", &["--print-architecture"]))?;
    let package =
        root().join(format!("target/packages/mola_{}_{architecture}.deb", env!("CARGO_PKG_VERSION")));
    let mut pack = command("dpkg-deb", &["--root-owner-group", "--build"]);
    step("Debian package", pack.arg(&stage.folder).arg(&package))?;
    // The first upload to Debian closes a bug there; this package is our own.
    let mut check =
        command("lintian", &["--fail-on", "error", "--suppress-tags", "initial-upload-closes-no-bugs"]);
    step("lintian", check.arg(&package))?;
    Ok(package)
}

/// The tree of the package before it is packed.
struct Stage {
    folder: PathBuf,
}

impl Stage {
    fn new() -> anyhow::Result<Self> {
        let folder = root().join("target/packages/deb");
        renew(&folder)?;
        Ok(Self { folder })
    }

    fn add_files(&self, program: &Path) -> anyhow::Result<()> {
        let installed = self.folder.join("usr/games/mola");
        fs::create_dir_all(installed.parent().context("a path has a parent")?)?;
        fs::copy(program, &installed)?;
        step(
            "strip",
            command("strip", &["--remove-section=.comment", "--remove-section=.note"]).arg(&installed),
        )?;
        for (from, to) in FILES {
            self.write(to, &fs::read(root().join(from)).context(from)?)?;
        }
        for (shell, to) in COMPLETIONS {
            self.write(
                to,
                &(output(Command::new(program).args(["completions", shell]))? + "\n").into_bytes(),
            )?;
        }
        let manual = self.folder.join("usr/share/man/man1");
        output(Command::new(program).arg("man").arg(&manual))?;
        self.write("usr/share/doc/mola/NEWS", &fs::read(root().join("CHANGELOG.md"))?)?;
        self.write("usr/share/doc/mola/changelog", changelog()?.as_bytes())?;
        let mut pages =
            fs::read_dir(&manual)?.map(|page| Ok(page?.path())).collect::<anyhow::Result<Vec<_>>>()?;
        pages.extend(["changelog", "NEWS"].map(|name| self.folder.join("usr/share/doc/mola").join(name)));
        // Without names and dates in them, so that the same files give the same package.
        step("compress documents", command("gzip", &["-9n"]).args(&pages))
    }

    fn write(&self, path: &str, content: &[u8]) -> anyhow::Result<()> {
        let path = self.folder.join(path);
        fs::create_dir_all(path.parent().context("a path has a parent")?)?;
        Ok(fs::write(path, content)?)
    }

    /// What dpkg must know: who needs what, how large it is, and the sums of all files.
    fn add_control(&self) -> anyhow::Result<()> {
        let files = output(command("find", &["usr", "-type", "f"]).current_dir(&self.folder))?;
        let mut files: Vec<&str> = files.lines().collect();
        files.sort_unstable();
        let sums = output(command("md5sum", &[]).args(&files).current_dir(&self.folder))? + "\n";
        let kilobytes = |file: &&str| Ok(fs::metadata(self.folder.join(file))?.len().div_ceil(1024));
        let kilobytes: u64 = files.iter().map(kilobytes).sum::<anyhow::Result<u64>>()?;
        let control = format!(
            "Package: mola\nVersion: {}\nArchitecture: {}\nMaintainer: {MAINTAINER}\n\
             Installed-Size: {kilobytes}\n{}Enhances: xboard, pychess\nProvides: chess-engine\n\
             Section: games\nPriority: optional\nDescription: {DESCRIPTION}\n",
            env!("CARGO_PKG_VERSION"),
            output(&mut command("dpkg", &["--print-architecture"]))?,
            self.dependencies()?,
        );
        self.write("DEBIAN/control", control.as_bytes())?;
        self.write("DEBIAN/md5sums", sums.as_bytes())
    }

    /// A line with the libraries that the program is linked with, as Debian names them.
    fn dependencies(&self) -> anyhow::Result<String> {
        let folder = root().join("target/packages/source");
        fs::create_dir_all(folder.join("debian"))?;
        fs::write(folder.join("debian/control"), "Source: mola\n\nPackage: mola\nArchitecture: any\n")?;
        let mut find = command("dpkg-shlibdeps", &["-O", "--ignore-missing-info"]);
        let found = output(find.current_dir(&folder).arg(self.folder.join("usr/games/mola")))?;
        // A static program needs nothing.
        let libraries = found.strip_prefix("shlibs:Depends=").filter(|libraries| !libraries.is_empty());
        Ok(libraries.map(|libraries| format!("Depends: {libraries}\n")).unwrap_or_default())
    }
}

const MAINTAINER: &str = "the Mola team <mola@mola.invalid>";

/// Debian's own form, with the date of the last commit, so that the same files give the same package.
fn changelog() -> anyhow::Result<String> {
    let date = output(&mut command("git", &["log", "-1", "--format=%cD"]))?;
    let version = env!("CARGO_PKG_VERSION");
    Ok(format!(
        "mola ({version}) unstable; urgency=medium\n\n  * What is new is in NEWS.\n\n -- {MAINTAINER}  {date}\n"
    ))
}

const DESCRIPTION: &str = "chess program for the terminal, the browser and other chess programs
 Mola plays chess at twenty levels, from a beginner's to its best, at the
 terminal or in the browser, with takebacks, hints and an analysis that names
 mistakes. Everything is in one program, which needs no network.
 .
 It is also an engine that speaks UCI and XBoard's protocol, and it lets
 engines play each other and says what the results prove.";
