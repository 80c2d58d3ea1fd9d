//! The console on the host: what is typed, and what comes back.

use std::collections::VecDeque;
use std::time::Duration;

use mola_firmware::{Console, Machine, Memory};
use mola_game::FirstMove;
use proptest::prelude::*;

/// A machine whose serial line is a script. It hangs up after the last line.
struct Script {
    input: VecDeque<u8>,
    output: Vec<u8>,
}

impl Machine for Script {
    fn read(&mut self) -> Option<u8> {
        self.input.pop_front()
    }

    fn write(&mut self, byte: u8) {
        self.output.push(byte);
    }

    fn now(&self) -> Duration {
        Duration::ZERO
    }

    fn memory(&self) -> Memory {
        Memory { total: 65_536, fixed: 100, stack: 1_000 }
    }
}

/// Types these lines, and gives what the console said.
fn type_lines(lines: &[&str]) -> String {
    type_bytes(lines.join("\n").as_bytes())
}

fn type_bytes(bytes: &[u8]) -> String {
    // Whatever was typed, the last line leaves both the console and UCI.
    let input = bytes.iter().copied().chain(*b"\nquit\nquit\n").collect();
    let mut script = Script { input, output: Vec::new() };
    Console::new(&mut script, &mut FirstMove).run();
    String::from_utf8_lossy(&script.output).replace("\r\n", "\n")
}

#[test]
fn the_board_looks_as_it_did_on_the_first_chess_computers() {
    let said = type_lines(&[]);
    assert!(said.contains("  8 r n b q k b n r\n") && said.contains("    a b c d e f g h\n"), "{said}");
}

#[test]
fn a_move_is_answered_with_a_move() {
    let said = type_lines(&["e2e4"]);
    assert!(said.contains("My move: "), "{said}");
    let said = type_lines(&["Nf3"]);
    assert!(said.contains("My move: "), "{said}");
}

#[test]
fn a_wrong_move_is_explained_and_changes_nothing() {
    for wrong in ["e2e5", "Ke2", "a9a1", "hello", "♔", &"x".repeat(500)] {
        let said = type_lines(&[wrong, "board"]);
        assert!(!said.contains("My move"), "{wrong}: {said}");
        assert_eq!(said.matches("2 P P P P P P P P").count(), 2, "{wrong}: {said}");
    }
    assert!(type_lines(&["e2e5"]).contains("\"e2e5\" is not a legal move here"));
}

#[test]
fn check_and_mate_are_announced() {
    let said = type_lines(&["two", "e4", "f6", "Qh5"]);
    assert!(said.ends_with("Check!\nYour move: "), "{said}");
    let said = type_lines(&["two", "e4", "f6", "d4", "g5", "Qh5"]);
    assert!(said.contains("Game over: White wins by checkmate."), "{said}");
}

#[test]
fn a_stalemate_is_announced_as_a_draw() {
    let said = type_lines(&["fen k7/8/1K6/8/8/8/2Q5/8 w - - 0 1", "Qc7"]);
    assert!(said.contains("Game over: draw by stalemate."), "{said}");
}

#[test]
fn the_player_may_take_black_and_sees_the_board_from_there() {
    let said = type_lines(&["black", "board"]);
    assert!(said.contains("My move: "), "{said}");
    assert!(said.contains("    h g f e d c b a\n"), "{said}");
}

#[test]
fn undo_goes_back_to_the_players_move() {
    let said = type_lines(&["e2e4", "undo"]);
    let board = said.rsplit("\n\n").next().unwrap_or_default();
    assert!(board.contains("2 P P P P P P P P"), "{said}");
    assert!(type_lines(&["undo"]).contains("no move to take back"));
}

#[test]
fn any_piece_can_be_promoted_to() {
    let said = type_lines(&["two", "fen 8/P7/8/8/8/7k/8/K7 w - - 0 1", "a8=N"]);
    assert!(said.contains("  8 N . . . . . . .\n"), "{said}");
}

#[test]
fn a_bad_fen_is_explained() {
    assert!(type_lines(&["fen 8/8/8/8/8/8/8/K7 w - - 0 1"]).contains("Black has no king"));
    assert!(type_lines(&["fen"]).contains("bad FEN: it is empty"));
}

#[test]
fn uci_is_spoken_when_asked_for() {
    let said = type_lines(&["uci", "isready", "position startpos moves e2e4 e7e5", "go depth 3", "quit"]);
    assert!(said.contains("uciok\n") && said.contains("readyok\n"), "{said}");
    assert_eq!(said.matches("bestmove ").count(), 1, "{said}");
}

#[test]
fn uci_keeps_the_last_good_position() {
    let said = type_lines(&[
        "uci",
        "position fen 7k/8/8/8/8/8/8/K7 w - - 0 1",
        "position fen nonsense",
        "position startpos moves e2e4 e2e4",
        "go depth 1",
    ]);
    assert!(said.contains("info string bad FEN") && said.contains("is not a legal move here"), "{said}");
    assert!(said.contains("bestmove a1"), "{said}");
}

#[test]
fn uci_answers_none_where_there_is_no_move() {
    let said = type_lines(&["uci", "position fen 7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "go depth 1"]);
    assert!(said.contains("bestmove (none)"), "{said}");
}

#[test]
fn go_infinite_waits_for_stop() {
    let said = type_lines(&["uci", "go infinite", "isready", "stop", "isready"]);
    let ready = said.find("readyok").unwrap();
    let best = said.find("bestmove").unwrap();
    assert!(ready < best && said[best..].contains("readyok"), "{said}");
}

#[test]
fn the_memory_in_use_is_told() {
    assert!(type_lines(&["ram"]).contains("RAM 65536: fixed 100, stack 1000, free 64436"));
}

proptest! {
    /// Whatever arrives on the line, the console survives it and still leaves when told to.
    #[test]
    fn no_bytes_disturb_the_console(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        prop_assert!(type_bytes(&bytes).contains("Mola"));
    }

    /// The same with words that mean something.
    #[test]
    fn no_commands_disturb_the_console(lines in prop::collection::vec(
        prop_oneof![
            "(e2e4|e7e5|Nf3|undo|new|black|white|two|go|time|time 1|draw|resign|board|ram|help|fen|uci|isready)",
            "position (startpos|fen [a-zA-Z0-9/ ]{0,40})( moves [a-h1-8 ]{0,20})?",
            "(fen|go) [a-z0-9 -]{0,20}",
            "[a-hKQRBNOx1-8=+#-]{1,8}",
        ], 0..12)) {
        let lines: Vec<&str> = lines.iter().map(String::as_str).filter(|line| *line != "go infinite").collect();
        prop_assert!(type_lines(&lines).contains("Mola"));
    }
}
