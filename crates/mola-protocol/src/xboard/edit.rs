//! The `edit` mode, by which old GUIs set up positions piece by piece.

use std::str::FromStr;

use mola_rules::{Bitboard, Castling, Color, File, Position, Rank, Role, Setup, SetupError, Square};

/// One line within `edit`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditLine {
    /// `#`: all pieces off the board.
    Clear,
    /// `c`: what follows is of the other color.
    Color,
    /// `Pa4`: a piece on a square.
    Put(Role, Square),
    /// `xa4`: nothing on a square.
    Remove(Square),
    /// `.`: done.
    Done,
}

impl FromStr for EditLine {
    type Err = ();

    fn from_str(line: &str) -> Result<Self, ()> {
        Ok(match line.trim() {
            "#" => Self::Clear,
            "c" => Self::Color,
            "." => Self::Done,
            text => {
                let mut letters = text.chars();
                let role = letters.next().ok_or(())?;
                let square = letters.as_str().parse().map_err(|_| ())?;
                match role {
                    'x' => Self::Remove(square),
                    _ => Self::Put(
                        Role::from_letter(role).filter(|_| role.is_ascii_uppercase()).ok_or(())?,
                        square,
                    ),
                }
            }
        })
    }
}

/// A position while it is being edited.
#[derive(Clone, Debug)]
pub struct Edit {
    setup: Setup,
    color: Color,
}

impl Edit {
    /// Starts from what is on the board. The turn stays as it is: GUIs set it before, with a dummy
    /// move.
    pub fn new(position: &Position) -> Self {
        Self { setup: Setup { en_passant: None, ..position.setup() }, color: Color::White }
    }

    /// Carries out a line; says whether the edit is done.
    pub fn line(&mut self, line: EditLine) -> bool {
        match line {
            EditLine::Clear => self.setup.board = mola_rules::Board::EMPTY,
            EditLine::Color => self.color = !self.color,
            EditLine::Put(role, square) => {
                self.setup.board.remove(square);
                self.setup.board.put(square, role.of(self.color));
            }
            EditLine::Remove(square) => drop(self.setup.board.remove(square)),
            EditLine::Done => return true,
        }
        false
    }

    /// The position. Kings and rooks at home may castle, since the edit has no way to say so.
    ///
    /// # Errors
    /// It is not legal.
    pub fn position(mut self) -> Result<Position, SetupError> {
        let board = &self.setup.board;
        let mut rooks = Bitboard::EMPTY;
        for color in Color::ALL {
            let home = |file| Square::at(file, color.relative(Rank::First));
            if board.piece_at(home(File::E)) == Some(Role::King.of(color)) {
                for rook in [home(File::A), home(File::H)] {
                    if board.piece_at(rook) == Some(Role::Rook.of(color)) {
                        rooks = rooks.with(rook);
                    }
                }
            }
        }
        self.setup.castling = Castling::with_rooks(rooks);
        self.setup.halfmoves = 0;
        self.setup.position()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_edited_piece_by_piece() {
        let mut edit = Edit::new(&Position::start());
        for line in ["#", "Ke1", "Rh1", "Qd4", "xd4", "c", "Ke8", "Pa7"] {
            assert!(!edit.line(line.parse().unwrap()));
        }
        assert!(edit.line(".".parse().unwrap()));
        assert_eq!(edit.position().unwrap().to_string(), "4k3/p7/8/8/8/8/8/4K2R w K - 0 1");
    }

    #[test]
    fn the_turn_is_that_of_the_position_before() {
        let mut position = Position::start();
        position.play(position.parse_uci("a2a3").unwrap()).unwrap();
        let mut edit = Edit::new(&position);
        for line in ["#", "Kg1", "c", "Kg8"] {
            edit.line(line.parse().unwrap());
        }
        assert_eq!(edit.position().unwrap().turn(), Color::Black);
    }

    #[test]
    fn a_position_without_kings_is_refused() {
        let mut edit = Edit::new(&Position::start());
        edit.line(EditLine::Clear);
        assert_eq!(edit.position(), Err(SetupError::NoKing(Color::White)));
    }
}
