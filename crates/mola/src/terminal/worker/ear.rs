//! The window through which a playing engine sees the game at the terminal.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use mola_game::{Bound, Host, Report, Score, Signal};
use mola_rules::{Color, Move, Position};

use crate::terminal::state::Thought;
use crate::terminal::state::effect::Msg;

/// Hears what an engine thinks and passes it on.
pub(crate) struct Ear<'a> {
    ticket: u64,
    /// The engine goes on as long as this is its ticket.
    wanted: &'a AtomicU64,
    /// Where thoughts go, if anybody wants to hear them.
    outbox: Option<&'a Sender<Msg>>,
    root: &'a Position,
    asked: Instant,
    score: Option<Score>,
}

impl<'a> Ear<'a> {
    pub(crate) fn new(
        ticket: u64,
        wanted: &'a AtomicU64,
        outbox: Option<&'a Sender<Msg>>,
        root: &'a Position,
    ) -> Self {
        Self { ticket, wanted, outbox, root, asked: Instant::now(), score: None }
    }

    /// The latest judgment, as the player to move sees it.
    pub(crate) const fn score(&self) -> Option<Score> {
        self.score
    }
}

impl Host for Ear<'_> {
    fn elapsed(&self) -> Duration {
        self.asked.elapsed()
    }

    fn poll(&self) -> Signal {
        if self.wanted.load(Ordering::Relaxed) == self.ticket { Signal::Continue } else { Signal::Stop }
    }

    fn report(&mut self, report: &Report<'_>) {
        if report.line > 1 || report.bound != Bound::Exact {
            return;
        }
        self.score = Some(report.score);
        let Some(outbox) = self.outbox else { return };
        let white = self.root.turn() == Color::White;
        let thought = Thought {
            depth: report.depth,
            score: if white { report.score } else { report.score.flip() },
            nodes: report.nodes,
            line: names(self.root, report.pv),
        };
        // Nobody is left to hear it when the program ends.
        let _ = outbox.send(Msg::Thought { ticket: self.ticket, thought });
    }
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
