//! `mola completions` and `mola man`: the commands, for shells and manuals.

use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, Command};
use clap_complete::Shell;

use crate::output;

/// Print a completion script for a shell.
#[derive(Args)]
#[command(after_help = "Examples:
  mola completions bash > ~/.local/share/bash-completion/completions/mola
  mola completions zsh > ~/.zfunc/_mola
  mola completions fish > ~/.config/fish/completions/mola.fish
  mola completions powershell >> $PROFILE")]
pub(crate) struct CompletionArguments {
    /// Which shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Write manual pages, one per command.
#[derive(Args)]
#[command(after_help = "Examples:
  mola man ~/.local/share/man/man1
  man mola-match")]
pub(crate) struct ManArguments {
    /// The folder to write them to
    folder: PathBuf,
}

pub(crate) fn completions(arguments: &CompletionArguments, mut command: Command) -> anyhow::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "mola", &mut script);
    output::print(String::from_utf8_lossy(&script))
}

pub(crate) fn manual(arguments: &ManArguments, command: Command) -> anyhow::Result<()> {
    let folder = &arguments.folder;
    crate::files::make_folder(folder)?;
    clap_mangen::generate_to(command, folder)
        .with_context(|| format!("cannot write to {}", folder.display()))?;
    output::print(format!("manual pages are in {}\n", folder.display()))
}
