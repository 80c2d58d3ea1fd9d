//! How to start another program.

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

/// The protocol that a program speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Protocol {
    /// UCI.
    #[default]
    Uci,
    /// XBoard's protocol.
    XBoard,
}

/// A program, its arguments and folder, and how patient to be with it.
///
/// ```
/// use mola_protocol::{Launch, Protocol};
/// let launch = Launch::new("gnuchess").argument("--xboard").argument("--book=my book");
/// let launch = Launch { protocol: Protocol::XBoard, ..launch };
/// assert_eq!(launch.to_string(), "gnuchess --xboard \"--book=my book\"");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    /// Its path, or its name on the search path.
    pub program: PathBuf,
    /// What it gets on its command line.
    pub arguments: Vec<String>,
    /// The folder to start it in.
    pub folder: Option<PathBuf>,
    /// The protocol that it speaks.
    pub protocol: Protocol,
    /// How long it may take to introduce itself, or to get ready.
    pub handshake: Duration,
    /// How long after its time is up, or after it was told to stop, it may still answer before it
    /// counts as hung.
    pub grace: Duration,
}

impl Launch {
    /// A UCI engine without arguments.
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Self {
            program: program.into(),
            arguments: Vec::new(),
            folder: None,
            protocol: Protocol::Uci,
            handshake: Duration::from_secs(10),
            grace: Duration::from_secs(5),
        }
    }

    /// Another argument.
    #[must_use]
    pub fn argument(mut self, argument: impl Into<String>) -> Self {
        self.arguments.push(argument.into());
        self
    }

    /// What to call the program until it says itself.
    pub(super) fn program_name(&self) -> String {
        self.program.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
    }

    pub(super) fn command(&self) -> Command {
        // A relative path is meant from here, not from the folder that the program starts in.
        let has_folders = self.program.components().count() > 1;
        let absolute = if has_folders { std::path::absolute(&self.program).ok() } else { None };
        let mut command = Command::new(absolute.as_ref().unwrap_or(&self.program));
        command.args(&self.arguments);
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        command
    }
}

impl std::fmt::Display for Launch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.program.display())?;
        for argument in &self.arguments {
            let quoted = argument.is_empty() || argument.contains(char::is_whitespace);
            if quoted { write!(f, " \"{argument}\"")? } else { write!(f, " {argument}")? }
        }
        Ok(())
    }
}
