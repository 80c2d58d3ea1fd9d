//! `mola completions` and `mola man`: the commands, for shells and manuals.

mod manual;

use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_complete::Shell;

use crate::files::{make_folder, write_text};
use crate::help::TOPICS;
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

/// Write manual pages, one per command and topic.
#[derive(Args)]
#[command(after_help = "Examples:
  mola man ~/.local/share/man/man1
  man mola-match
  man mola-engines")]
pub(crate) struct ManArguments {
    /// The folder to write them to
    folder: PathBuf,
}

pub(crate) fn completions(arguments: &CompletionArguments, mut command: Command) -> anyhow::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "mola", &mut script);
    output::print(String::from_utf8_lossy(&script))
}

pub(crate) fn manual(arguments: &ManArguments, mut command: Command) -> anyhow::Result<()> {
    let folder = &arguments.folder;
    make_folder(folder)?;
    command.build();
    write_pages(&command, folder)?;
    for topic in TOPICS {
        write_text(&folder.join(format!("mola-{}.1", topic.name)), &manual::of_topic(&topic))?;
    }
    output::print(format!("manual pages are in {}\n", folder.display()))
}

/// The page of a command, and those of the commands below it.
fn write_pages(command: &Command, folder: &Path) -> anyhow::Result<()> {
    for below in command.get_subcommands().filter(|below| !below.is_hide_set()) {
        write_pages(below, folder)?;
    }
    let (name, text) = manual::of_command(command)?;
    write_text(&folder.join(name), &text)
}
