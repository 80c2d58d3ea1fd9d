//! The program as a user runs it.

use std::path::Path;
use std::process::Command;

/// What a run left behind.
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

pub(crate) fn command() -> Command {
    Command::new(assert_cmd::cargo::cargo_bin("mola"))
}

pub(crate) fn mola(arguments: &[&str]) -> Run {
    run(command().args(arguments))
}

pub(crate) fn run(command: &mut Command) -> Run {
    let output = command.output().expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
    Run { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

impl Run {
    /// The standard output of a run that went well.
    #[track_caller]
    pub(crate) fn fine(self) -> String {
        assert_eq!(self.code, Some(0), "{}", self.err);
        self.out
    }

    /// The standard error of a run that failed as runs should.
    #[track_caller]
    pub(crate) fn failed(self) -> String {
        self.ended(1)
    }

    /// What was said about something that was typed wrong.
    #[allow(dead_code, reason = "not every test types something wrong")]
    pub(crate) fn misused(self) -> String {
        self.ended(2)
    }

    fn ended(self, code: i32) -> String {
        assert_eq!(self.code, Some(code), "{}{}", self.out, self.err);
        assert!(!self.err.contains("panicked"), "{}", self.err);
        self.err
    }
}

/// A path as an argument.
pub(crate) fn text(path: &Path) -> &str {
    path.to_str().expect("a path of UTF-8")
}
