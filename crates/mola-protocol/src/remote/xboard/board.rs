//! The engine's board, and how to bring it to where the question is.

use mola_game::Task;
use mola_rules::{Color, Move, Position};

use super::XBoardDriver;
use crate::remote::RemoteError;
use crate::xboard::{Command, Edit, EditLine, move_text};

/// What stands on the engine's board.
#[derive(Debug)]
pub(super) struct Board {
    pub(super) start: Position,
    pub(super) moves: Vec<Move>,
    pub(super) chess960: bool,
}

impl XBoardDriver {
    /// Brings the engine's board to where the question is.
    pub(super) fn follow(&mut self, task: &Task<'_>) -> Result<Board, RemoteError> {
        let known = self.board.take().filter(|board| board.start == *task.start);
        let mut board = match known {
            Some(board) => board,
            None => self.set_up(task.start)?,
        };
        let common = board.moves.iter().zip(task.moves).take_while(|(a, b)| a == b).count();
        for _ in common..board.moves.len() {
            self.process.send(Command::Undo)?;
        }
        for &m in &task.moves[common..] {
            self.send_squares(&move_text(m, board.chess960))?;
        }
        board.moves = task.moves.to_vec();
        Ok(board)
    }

    fn set_up(&mut self, start: &Position) -> Result<Board, RemoteError> {
        let chess960 = start.is_chess960();
        self.process.send(Command::New)?;
        (self.level, self.depth) = (None, None);
        if chess960 {
            if !self.features.has_variant("fischerandom") {
                return Err(RemoteError::Refused(format!("it does not play Chess960, as in {start}")));
            }
            self.process.send(Command::Variant("fischerandom".to_owned()))?;
        }
        self.process.send(Command::Force)?;
        if *start != Position::start() {
            if self.features.has("setboard") {
                self.process.send(Command::SetBoard(start.to_string()))?;
            } else {
                self.edit(start)?;
            }
        }
        self.settle()?;
        Ok(Board { start: *start, moves: Vec::new(), chess960 })
    }

    /// Sets up a position piece by piece, for engines that do not read FEN. The edit gives neither
    /// castling rights nor en passant; engines presume the rights of kings and rooks at home.
    fn edit(&mut self, start: &Position) -> Result<(), RemoteError> {
        let mut presumed = Edit::new(start);
        presumed.line(EditLine::Done);
        if presumed.position().as_ref().map(Position::key) != Ok(start.key()) {
            return Err(RemoteError::Refused(format!("it cannot set up {start}")));
        }
        if start.turn() == Color::Black {
            // The turn is that of the position before.
            self.send_squares("a2a3")?;
        }
        self.process.send(Command::Edit)?;
        self.process.send("#")?;
        for color in Color::ALL {
            for square in start.color(color) {
                if let Some(role) = start.role_at(square) {
                    self.process.send(format_args!("{}{square}", role.letter()))?;
                }
            }
            if color == Color::White {
                self.process.send("c")?;
            }
        }
        self.process.send(".")
    }

    fn send_squares(&mut self, text: &str) -> Result<(), RemoteError> {
        if self.features.has("usermove") {
            self.process.send(Command::Move(text.to_owned()))
        } else {
            self.process.send(text)
        }
    }
}
