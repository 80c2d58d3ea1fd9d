//! Talking to people: FEN, 64-byte boards and moves like `e2e4`, `e7e8q`. Here alone the colors
//! are white and black, and here alone text comes in; none of it can panic.

use crate::board::{A1, A8, EMPTY, H1, H8, KING, Move, PAWN, Position, QUEEN, ROOK, Square};
use crate::eval::Values;
use core::fmt;

/// Why a position couldn't be set up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetupError {
    /// Not a FEN, or not eight rows of eight squares.
    Board,
    /// Castling rights or an en passant square that the board doesn't allow.
    Rights,
    /// Not exactly one king of each color.
    Kings,
    /// More than sixteen pieces of one color.
    TooManyPieces,
    /// A pawn on the first or the last rank.
    PawnOnLastRank,
    /// The player who has just moved is in check.
    OpponentInCheck,
}

impl fmt::Display for SetupError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Board => "a position is eight rows of PNBRQKpnbrqk and digits, w or b, castling, en passant, two counters",
            Self::Rights => "the castling rights or the en passant square do not fit the board",
            Self::Kings => "each side needs exactly one king",
            Self::TooManyPieces => "a side has more than sixteen pieces",
            Self::PawnOnLastRank => "a pawn stands on the first or the last rank",
            Self::OpponentInCheck => "the side that isn't to move is in check",
        })
    }
}

impl core::error::Error for SetupError {}

/// Why a typed move wasn't accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveError {
    /// Not two squares and perhaps one of `qrbn`.
    Unreadable,
    /// Readable, but the rules don't allow it here.
    Illegal,
}

impl fmt::Display for MoveError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Unreadable => "a move is two squares and perhaps a promotion, like e2e4 or e7e8q",
            Self::Illegal => "that move isn't legal here",
        })
    }
}

impl core::error::Error for MoveError {}

/// The text of a move, such as `e2e4` or `e7e8q`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveText([u8; 5]);

impl MoveText {
    /// The text as ASCII bytes.
    pub fn as_bytes(&self) -> &[u8] {
        self.0.strip_suffix(&[0]).unwrap_or(&self.0)
    }
}

impl fmt::Display for MoveText {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_bytes().iter().try_for_each(|&byte| fmt::Write::write_char(out, byte.into()))
    }
}

const LETTERS: &[u8; 7] = b".PNBRQK";

fn letter_of(piece: i8) -> u8 {
    let letter = LETTERS[usize::from(piece.unsigned_abs())];
    if piece < 0 { letter.to_ascii_lowercase() } else { letter }
}

/// The 64 squares in reading order: a8 first, h1 last.
fn reading_order() -> impl Iterator<Item = Square> {
    (0..64).map(|index| A8 + index / 8 * 10 + index % 8)
}

fn square_of(text: &[u8]) -> Option<Square> {
    let [file @ b'a'..=b'h', rank @ b'1'..=b'8'] = *text else { return None };
    Some(A1 + usize::from(file - b'a') - 10 * usize::from(rank - b'1'))
}

impl Position {
    /// Reads a position in Forsyth–Edwards notation. Castling, en passant and the counters may be
    /// left out, as people do.
    ///
    /// # Errors
    /// Says which part is wrong, or which rule the position breaks.
    pub fn from_fen(fen: &str) -> Result<Self, SetupError> {
        let mut fields = ["", "", "-", "-", "0", "1"];
        for (index, word) in fen.split_ascii_whitespace().enumerate() {
            *fields.get_mut(index).ok_or(SetupError::Board)? = word;
        }
        let [rows, side, castling, en_passant, quiet, number] = fields;
        let (mut letters, mut count) = ([b'.'; 64], 0);
        for (index, row) in rows.split('/').enumerate() {
            for letter in row.bytes() {
                match letter {
                    b'1'..=b'8' => count += usize::from(letter - b'1'),
                    _ => *letters.get_mut(count).ok_or(SetupError::Board)? = letter,
                }
                count += 1;
            }
            if count != 8 * (index + 1) {
                return Err(SetupError::Board);
            }
        }
        let mut position = Self::with_men(&letters)?;
        let (Ok(quiet), Ok(_), 64, "w" | "b") = (quiet.parse::<u16>(), number.parse::<u16>(), count, side)
        else {
            return Err(SetupError::Board);
        };
        position.quiet = quiet.min(100) as u8;
        if castling != "-" && !castling.bytes().all(|letter| position.grant(letter, 4)) {
            return Err(SetupError::Rights);
        }
        if side == "b" {
            position.turn();
        }
        let jumped = square_of(en_passant.as_bytes()).is_some_and(|square| position.offer_en_passant(square));
        if en_passant != "-" && !jumped {
            return Err(SetupError::Rights);
        }
        position.validated()
    }

    /// Reads the board of the seeds' API: 64 bytes from the top left, upper case at the bottom and
    /// to move. Spaces and dots are empty. A side with king and rook at home may castle, on the
    /// normal board and on its mirror image with the kings on the d-file.
    ///
    /// # Errors
    /// Says what is wrong with the bytes, or which rule the position breaks.
    pub fn from_board64(bytes: &[u8; 64]) -> Result<Self, SetupError> {
        let mut position = Self::with_men(bytes)?;
        // A king on its e-file home settles that the board isn't mirrored.
        let mirrored = position.board[A1 + 4] != KING && position.board[A8 + 4] != -KING;
        for letter in *b"KQkq" {
            position.grant(letter, if mirrored { 3 } else { 4 });
        }
        position.validated()
    }

    /// A board with the pieces that letters mean, from the top left. The limit is checked at once: the
    /// scores of 64 queens would overflow.
    fn with_men(letters: &[u8; 64]) -> Result<Self, SetupError> {
        let mut position = Self::empty(Values::MOLA);
        for (square, &letter) in reading_order().zip(letters).filter(|(_, letter)| !b" .".contains(letter)) {
            let kind = LETTERS.iter().position(|&known| known == letter.to_ascii_uppercase());
            let kind = kind.ok_or(SetupError::Board)? as i8;
            position.set(square, if letter.is_ascii_uppercase() { kind } else { -kind });
            if position.sides.iter().any(|side| side.pieces > 16) {
                return Err(SetupError::TooManyPieces);
            }
        }
        Ok(position)
    }

    /// Grants the castling right that a letter of `KQkq` means, if king and rook are at home. For
    /// white to move, with the king's file counted from 0. Says whether it did.
    pub(crate) fn grant(&mut self, letter: u8, file: usize) -> bool {
        let (corner, right) = match letter {
            b'Q' => (A1, 1),
            b'K' => (H1, 2),
            b'k' => (H8, 1),
            b'q' => (A8, 2),
            _ => return false,
        };
        let side = if corner >= A1 { 1 } else { -1 };
        let home = if corner >= A1 { A1 + file } else { A8 + file };
        let at_home = self.board[corner] == side * ROOK && self.board[home] == side * KING;
        self.sides[usize::from(side < 0)].castling |= if at_home { right } else { 0 };
        at_home
    }

    /// Notes an en passant square that people name, if a pawn can really take there. Says whether one
    /// has just jumped over it.
    pub(crate) fn offer_en_passant(&mut self, square: Square) -> bool {
        let square = self.seen(square);
        let jumped = (A8 + 20..=H8 + 20).contains(&square)
            && [self.board[square - 10], self.board[square], self.board[square + 10]]
                == [EMPTY, EMPTY, -PAWN];
        if jumped && (self.board[square + 9] == PAWN || self.board[square + 11] == PAWN) {
            self.ep = square as u8;
        }
        jumped
    }

    /// A square of white's board as the player to move sees it, and back.
    pub(crate) fn seen(&self, square: Square) -> Square {
        if self.turned { 119 - square } else { square }
    }

    /// The one door through which a typed position becomes a legal one.
    fn validated(self) -> Result<Self, SetupError> {
        let kings = |king: i8| self.board.iter().filter(|&&piece| piece == king).count();
        let pawn = |&piece: &i8| piece == PAWN || piece == -PAWN;
        if kings(KING) != 1 || kings(-KING) != 1 {
            Err(SetupError::Kings)
        } else if self.board[A8..=H8].iter().any(pawn) || self.board[A1..=H1].iter().any(pawn) {
            Err(SetupError::PawnOnLastRank)
        } else if self.king_hangs() {
            Err(SetupError::OpponentInCheck)
        } else {
            Ok(self)
        }
    }

    /// The board as 64 bytes from the top left: white in upper case at the bottom, dots for empty.
    pub fn board64(&self) -> [u8; 64] {
        let mut bytes = [b'.'; 64];
        for (byte, square) in bytes.iter_mut().zip(reading_order()) {
            let piece = self.board[self.seen(square)];
            *byte = letter_of(if self.turned { -piece } else { piece });
        }
        bytes
    }

    /// The text of a move of this position, in the squares that people see.
    pub fn move_text(&self, chosen: Move) -> MoveText {
        let [from, to] = [chosen.from(), chosen.to()].map(|square| self.seen(square));
        let [file, rank] = [|square| b'a' + (square % 10 - 1) as u8, |square| b'8' - (square / 10 - 2) as u8];
        let promotion = if self.promotes(chosen) { letter_of(-chosen.promotion()) } else { 0 };
        MoveText([file(from), rank(from), file(to), rank(to), promotion])
    }

    /// Finds the legal move that a text means. Four characters promote to a queen.
    ///
    /// # Errors
    /// Tells unreadable text from a move that the rules don't allow here.
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        let (squares, promotion) = text.as_bytes().split_at_checked(4).ok_or(MoveError::Unreadable)?;
        let from = self.seen(square_of(&squares[..2]).ok_or(MoveError::Unreadable)?);
        let to = self.seen(square_of(&squares[2..]).ok_or(MoveError::Unreadable)?);
        let promotion = match promotion {
            [] => QUEEN,
            [letter] => {
                let kind = LETTERS[2..6].iter().position(|&known| known == letter.to_ascii_uppercase());
                kind.ok_or(MoveError::Unreadable)? as i8 + 2
            }
            _ => return Err(MoveError::Unreadable),
        };
        let wanted = Move::new(from, to, promotion);
        let superfluous = text.len() > 4 && !self.promotes(wanted);
        self.play(wanted).filter(|_| !superfluous).map(|_| wanted).ok_or(MoveError::Illegal)
    }
}
