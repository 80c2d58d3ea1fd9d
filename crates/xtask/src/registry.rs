//! `cargo xtask registry`: the crates as the registry would get them. The program in them is installed
//! without a network, and serves the board.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use anyhow::{Context, ensure};

use crate::install;
use crate::shell::{cargo, command, root, target_folder};
use crate::steps::step;

pub(crate) fn run() -> anyhow::Result<()> {
    package()?;
    // Outside the workspace, as on the machine of whoever installs it.
    let folder = std::env::temp_dir().join(format!("mola-registry-{}", std::process::id()));
    let done = unpack(&folder).and_then(|()| install(&folder));
    let _ = fs::remove_dir_all(&folder);
    done
}

/// Installs the program from its unpacked crate, and looks at the board in it.
fn install(folder: &Path) -> anyhow::Result<()> {
    // Other crates of ours are not in the registry yet: cargo finds them beside the program.
    let mut install = cargo(&["install", "--offline", "--debug", "--force"]);
    install.arg("--path").arg(folder.join(versioned("mola"))).arg("--root").arg(folder);
    for name in crates()?.iter().filter(|name| !["mola", "mola-pocket-c"].contains(&name.as_str())) {
        let path = folder.join(versioned(name));
        install.arg("--config").arg(format!("patch.crates-io.{name}.path='{}'", path.display()));
    }
    // As the tests are built, so that what comes from others is not compiled again. It only has to start.
    install.env("CARGO_PROFILE_DEV_DEBUG", "0").env("CARGO_PROFILE_DEV_OPT_LEVEL", "0");
    step("install the packaged crate", install.arg("--target-dir").arg(target_folder()?))?;
    install::serve(&folder.join("bin/mola"))
}

/// Packs every crate that may be published, and fails if cargo has anything to say about it.
fn package() -> anyhow::Result<()> {
    let mut package = cargo(&["package", "--no-verify", "--allow-dirty", "--offline"]);
    for name in crates()? {
        package.args(["--package", &name]);
    }
    let output = package.stdout(Stdio::inherit()).output().context("cargo package")?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success() && !said.contains("warning"), "cargo package says:\n{said}");
    Ok(())
}

/// The crates that may be published.
fn crates() -> anyhow::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(root().join("crates"))? {
        let entry = entry?;
        let manifest = fs::read_to_string(entry.path().join("Cargo.toml"))?;
        if !manifest.contains("publish = false") {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    names.sort();
    Ok(names)
}

/// Unpacks every crate.
fn unpack(folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder)?;
    for name in crates()? {
        let archive = target_folder()?.join("package").join(format!("{}.crate", versioned(&name)));
        step(&format!("unpack {name}"), command("tar", &["-xzf"]).arg(archive).arg("-C").arg(folder))?;
        for file in ["README.md", "LICENSE", "Cargo.toml"] {
            ensure!(folder.join(versioned(&name)).join(file).is_file(), "{name} is packed without {file}");
        }
    }
    Ok(())
}

fn versioned(name: &str) -> String {
    format!("{name}-{}", env!("CARGO_PKG_VERSION"))
}
