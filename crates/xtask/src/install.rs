//! `cargo xtask install`: the install lines of the README, run as they are written. What they install
//! plays a game and is removed again.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, ensure};

use crate::shell::{command, output, root, works};
use crate::steps::step;
use crate::strength::release;
use crate::{deb, dist};

/// White mates, and the board is shown after it.
const GAME: &str = "e4\ne5\nQh5\nNc6\nBc4\nNf6\nQxf7\nquit\n";

pub(crate) fn run() -> anyhow::Result<()> {
    check(&release()?)
}

/// The same with a release that was built already.
pub(crate) fn check(program: &Path) -> anyhow::Result<()> {
    if !(cfg!(all(target_os = "linux", target_arch = "x86_64")) && works("dpkg", &["--version"])) {
        println!("The packages are for Debian on x86-64: nothing is installed here.");
        return Ok(());
    }
    let package = deb::build(program)?;
    if works("dpkg", &["-s", "mola"]) {
        println!("A package of Mola is installed here and stays.");
        return Ok(());
    }
    dist::archive_of(program)?;
    let packages = package.parent().context("a file is in a folder")?;
    let readme = fs::read_to_string(root().join("README.md"))?;
    let lines = install_lines(&readme);
    ensure!(lines.len() >= 4, "the README has {} lines to install with", lines.len());
    let sandbox = Sandbox::new()?;
    for line in &lines {
        // People type these in a clone, and the others where they downloaded to.
        let folder = if line.starts_with("cargo") { root() } else { packages.to_owned() };
        sandbox.run(line, &folder)?;
    }
    for installed in ["/usr/games/mola".into(), sandbox.folder.join("bin/mola")] {
        play(&installed)?;
        serve(&installed)?;
    }
    remove(&sandbox)
}

/// The commands in the section on installing, without the comments behind them.
fn install_lines(readme: &str) -> Vec<String> {
    let section = readme.split("\n## ").find(|section| section.starts_with("Install\n")).unwrap_or_default();
    let blocks = section.split("```").skip(1).step_by(2).filter_map(|block| block.strip_prefix("sh\n"));
    let lines = blocks.flat_map(str::lines).map(|line| line.split("  #").next().unwrap_or(line).trim());
    lines.filter(|line| !line.is_empty()).map(ToOwned::to_owned).collect()
}

/// A place for what the lines install, and a `sudo` for machines where nobody needs one.
struct Sandbox {
    folder: PathBuf,
}

impl Sandbox {
    fn new() -> anyhow::Result<Self> {
        let folder = root().join("target/installed");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("tools"))?;
        if !works("sudo", &["-n", "true"]) {
            let sudo = folder.join("tools/sudo");
            fs::write(&sudo, "#!/bin/sh\nexec \"$@\"\n")?;
            step("sudo", command("chmod", &["755"]).arg(sudo))?;
        }
        Ok(Self { folder })
    }

    /// Runs a line. Programs that it starts hear the end of their input at once.
    fn run(&self, line: &str, folder: &Path) -> anyhow::Result<()> {
        let mut shell = command("bash", &["-euo", "pipefail", "-c", line]);
        let path = format!("{}:{}", self.folder.join("tools").display(), std::env::var("PATH")?);
        shell
            .current_dir(folder)
            .stdin(Stdio::null())
            .env("PATH", path)
            .env("DEBIAN_FRONTEND", "noninteractive");
        step(line, shell.env("CARGO_INSTALL_ROOT", &self.folder))
    }
}

/// A game at the terminal.
fn play(program: &Path) -> anyhow::Result<()> {
    let mut play = Command::new(program);
    play.args(["play", "--plain", "--side", "both", "--new"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let state = root().join("target/installed/state");
    let mut child =
        play.env("XDG_STATE_HOME", state).spawn().with_context(|| format!("{}", program.display()))?;
    child.stdin.take().context("a pipe")?.write_all(GAME.as_bytes())?;
    let said = String::from_utf8(child.wait_with_output()?.stdout)?;
    ensure!(said.contains("White wins by checkmate."), "{} plays: {said}", program.display());
    println!("{} plays a game.", program.display());
    Ok(())
}

/// The web board, on any port.
pub(crate) fn serve(program: &Path) -> anyhow::Result<()> {
    let mut serve = Command::new(program);
    let mut child = serve.args(["web", "--no-open", "--port", "0"]).stdout(Stdio::piped()).spawn()?;
    let answer = ask_for_page(BufReader::new(child.stdout.take().context("a pipe")?));
    child.kill()?;
    child.wait()?;
    let answer = answer?;
    ensure!(answer.starts_with(b"HTTP/1.1 200 OK\r\n"), "mola web: {}", String::from_utf8_lossy(&answer));
    println!("{} serves the board.", program.display());
    Ok(())
}

fn ask_for_page(mut said: impl BufRead) -> anyhow::Result<Vec<u8>> {
    let mut line = String::new();
    said.read_line(&mut line)?;
    let port = line.split("localhost:").nth(1).and_then(|rest| rest.split('/').next());
    let port: u16 = port.with_context(|| format!("mola web says {line:?}"))?.parse()?;
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    write!(stream, "GET / HTTP/1.1\r\nHost: localhost:{port}\r\nAccept-Encoding: gzip\r\n\r\n")?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    Ok(answer)
}

/// Removes the package, after which nothing of it is left.
fn remove(sandbox: &Sandbox) -> anyhow::Result<()> {
    let listed = output(&mut command("dpkg", &["-L", "mola"]))?;
    let files: Vec<&Path> = listed.lines().map(Path::new).filter(|path| path.is_file()).collect();
    ensure!(files.len() > 20, "the package has only {} files", files.len());
    sandbox.run("sudo dpkg --purge mola", &root())?;
    let left: Vec<_> = files.iter().filter(|path| path.exists()).collect();
    ensure!(left.is_empty(), "these are left: {left:?}");
    ensure!(!works("dpkg", &["-s", "mola"]), "dpkg still knows the package");
    println!("All {} files of the package are gone.", files.len());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_lines_of_the_section_are_run() {
        let readme = "# X\n\n```sh\nno\n```\n\n## Install\n\nText:\n\n```sh\none --two   # three\n```\n\nor\n\n\
                      ```sh\nfour\nfive\n```\n\n## More\n\n```sh\nno\n```\n";
        assert_eq!(install_lines(readme), ["one --two", "four", "five"]);
        assert!(install_lines("# X\n").is_empty());
    }
}
