//! The window through which a playing engine sees the game at the terminal.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::Sender;
use std::time::Instant;

use mola_game::{Bound, Listener};
use mola_rules::{Color, Move, Position};

use crate::terminal::state::Thought;
use crate::terminal::state::effect::Msg;

/// Hears what an engine thinks and passes it on, if anybody wants to hear it. The engine goes on as
/// long as `wanted` is its ticket.
pub(crate) fn listen<'a>(
    ticket: u64,
    wanted: &'a AtomicU64,
    outbox: Option<&'a Sender<Msg>>,
    root: &'a Position,
) -> Listener<'a> {
    let asked = Instant::now();
    Listener::new()
        .clock(move || asked.elapsed())
        .stop_when(move || wanted.load(Ordering::Relaxed) != ticket)
        .hear(move |report| {
            let Some(outbox) = outbox.filter(|_| report.line <= 1 && report.bound == Bound::Exact) else {
                return;
            };
            let thought = Thought {
                depth: report.depth,
                score: report.score.white_pov(root.turn()),
                nodes: report.nodes,
                line: names(root, report.pv),
            };
            // Nobody is left to hear it when the program ends.
            let _ = outbox.send(Msg::Thought { ticket, thought });
        })
}

/// The names of the moves of a line, with their numbers.
fn names(root: &Position, line: &[Move]) -> Vec<String> {
    let mut position = *root;
    let mut names = Vec::new();
    for (index, &m) in line.iter().enumerate() {
        if !position.is_legal(m) {
            break;
        }
        let number = position.fullmoves();
        names.push(match position.turn() {
            Color::White => format!("{number}.{}", position.san(m)),
            Color::Black if index == 0 => format!("{number}...{}", position.san(m)),
            Color::Black => position.san(m).to_string(),
        });
        position.play_unchecked(m);
    }
    names
}

#[cfg(test)]
mod tests {
    use mola_game::Game;

    use super::*;

    #[test]
    fn lines_have_their_numbers() {
        let mut game: Game = Game::default();
        let mut moves = Vec::new();
        for text in ["e4", "e5", "Nf3"] {
            moves.push(game.play_text(text).unwrap());
        }
        assert_eq!(names(game.start(), &moves), ["1.e4", "e5", "2.Nf3"]);
        let mut after = Position::start();
        after.play_unchecked(moves[0]);
        assert_eq!(names(&after, &moves[1..]), ["1...e5", "2.Nf3"]);
        assert_eq!(names(&after, &moves), Vec::<String>::new());
    }
}
