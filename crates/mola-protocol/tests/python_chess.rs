//! The widest used client library drives our program in both protocols:
//! `pip install chess`, then `cargo test --test python_chess -- --ignored`. `PYTHON` names the interpreter.

mod program;

use std::process::Command;

#[test]
#[ignore = "needs Python with the package chess"]
fn python_chess_drives_the_program_in_both_protocols() {
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/python/check.py");
    let command = std::env::var("MOLA_SESSION_COMMAND")
        .unwrap_or_else(|_| program::example("mola_protocol_first_move").to_string_lossy().into_owned());
    let output =
        Command::new(python).arg(script).args(command.split_whitespace()).output().expect("Python is there");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.trim_end().ends_with("checks passed"), "{text}");
}
