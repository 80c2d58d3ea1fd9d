//! The long proofs: hours of machine time, not for CI.

use crate::shell::cargo;
use crate::steps::step;

/// Random positions compared with another implementation, unless told otherwise.
const POSITIONS: &str = "10000000";

/// Random conversations in each protocol.
const SESSIONS: &str = "10000";

/// How often a game at the terminal is killed.
const KILLS: &str = "1000";

pub(crate) fn run(arguments: &[String]) -> anyhow::Result<()> {
    let positions = arguments.first().map_or(POSITIONS, String::as_str);
    let soak = ["test", "--release", "--package", "mola-rules", "--test"];
    for test in ["perft", "keys", "stored_moves", "differential"] {
        let mut run = cargo(&soak);
        step(test, run.args([test, "--", "--nocapture"]).env("MOLA_SOAK", positions))?;
    }
    let mut sessions =
        cargo(&["test", "--release", "--package", "mola-protocol", "--test", "random_sessions"]);
    step("random sessions", sessions.env("MOLA_SESSIONS", SESSIONS))?;
    let kill = ["test", "--package", "mola", "--test", "kill", "--", "--nocapture"];
    step("kill -9", cargo(&kill).env("MOLA_KILLS", KILLS))
}
