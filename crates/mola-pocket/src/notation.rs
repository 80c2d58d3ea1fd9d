//! Talking to people: FEN, 64-byte boards and moves like `e2e4`, `e7e8q`. Here alone the colors
//! are white and black, and here alone text comes in; none of it can panic.

use crate::board::{A1, A8, BISHOP, EMPTY, H1, H8, KING, KNIGHT, Move, PAWN, Position, QUEEN, ROOK, Square};
use core::fmt;

/// Why a position couldn't be set up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetupError {
    /// A FEN without a board and the side to move, or with too many fields.
    Fields,
    /// A letter that is not a piece, or rows that don't make eight by eight squares.
    Board,
    /// The side to move is neither `w` nor `b`.
    Side,
    /// Castling letters that aren't `KQkq` or `-`, or without king and rook at home.
    Castling,
    /// An en passant square that no pawn has just jumped over.
    EnPassant,
    /// A move counter that is not a number.
    Counter,
    /// Not exactly one king of each color.
    Kings,
    /// More than sixteen men of one color.
    TooManyMen,
    /// A pawn on the first or the last rank.
    PawnOnLastRank,
    /// The player who has just moved is in check.
    OpponentInCheck,
}

impl fmt::Display for SetupError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Fields => "a FEN has six fields: board, side, castling, en passant, two counters",
            Self::Board => "the board isn't eight rows of eight squares with the letters PNBRQKpnbrqk",
            Self::Side => "the side to move is neither w nor b",
            Self::Castling => "castling rights that are misspelt or lack the king or the rook",
            Self::EnPassant => "no pawn has just jumped over the en passant square",
            Self::Counter => "a move counter is not a number",
            Self::Kings => "each side needs exactly one king",
            Self::TooManyMen => "a side has more than sixteen men",
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
pub struct MoveText {
    bytes: [u8; 5],
    length: u8,
}

impl MoveText {
    /// The text as ASCII bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.length)]
    }
}

impl fmt::Display for MoveText {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_bytes().iter().try_for_each(|&byte| fmt::Write::write_char(out, byte.into()))
    }
}

const LETTERS: &[u8; 7] = b".PNBRQK";

fn letter_of(man: i8) -> u8 {
    let letter = LETTERS[usize::from(man.unsigned_abs())];
    if man < 0 { letter.to_ascii_lowercase() } else { letter }
}

fn man_of(letter: u8) -> Option<i8> {
    let kind = LETTERS[1..].iter().position(|&known| known == letter.to_ascii_uppercase())? as i8 + 1;
    Some(if letter.is_ascii_uppercase() { kind } else { -kind })
}

/// The 64 squares in reading order: a8 first, h1 last.
fn reading_order() -> impl Iterator<Item = Square> {
    (0..64).map(|index| A8 + index / 8 * 10 + index % 8)
}

fn square_of(text: &[u8]) -> Option<Square> {
    match *text {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
            Some(A1 + usize::from(file - b'a') - 10 * usize::from(rank - b'1'))
        }
        _ => None,
    }
}

impl Position {
    /// Reads a position in Forsyth–Edwards notation. Castling, en passant and the counters may be
    /// left out, as people do.
    ///
    /// # Errors
    /// Says which part is wrong, or which rule the position breaks.
    pub fn from_fen(fen: &str) -> Result<Self, SetupError> {
        let mut fields = fen.split_ascii_whitespace();
        let mut field = || fields.next().map(str::as_bytes);
        let (rows, side) = (field().ok_or(SetupError::Fields)?, field().ok_or(SetupError::Fields)?);
        let (castling, en_passant) = (field().unwrap_or(b"-"), field().unwrap_or(b"-"));
        let (quiet, number) = (field().unwrap_or(b"0"), field().unwrap_or(b"1"));
        if field().is_some() {
            return Err(SetupError::Fields);
        }
        let mut position = Self::empty();
        // From the first square one walks right along the row; a slash starts the next.
        let (mut row, mut column) = (0, 0);
        for &letter in rows {
            match letter {
                b'/' if column == 8 && row < 7 => (row, column) = (row + 1, 0),
                b'1'..=b'8' if column + usize::from(letter - b'0') <= 8 => {
                    column += usize::from(letter - b'0');
                }
                _ if column < 8 => {
                    position.place(A8 + 10 * row + column, letter)?;
                    column += 1;
                }
                _ => return Err(SetupError::Board),
            }
        }
        if (row, column) != (7, 8) {
            return Err(SetupError::Board);
        }
        let counter = |text: &[u8]| core::str::from_utf8(text).ok()?.parse::<u16>().ok();
        position.quiet = counter(quiet).ok_or(SetupError::Counter)?.min(100) as u8;
        counter(number).ok_or(SetupError::Counter)?;
        position.claim_castling(castling)?;
        match side {
            b"w" => {}
            b"b" => position.turn(),
            _ => return Err(SetupError::Side),
        }
        if en_passant != b"-" {
            let square = square_of(en_passant).ok_or(SetupError::EnPassant)?;
            position.claim_en_passant(if position.turned { 119 - square } else { square })?;
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
        let mut position = Self::empty();
        for (square, &letter) in reading_order().zip(bytes) {
            if letter != b' ' && letter != b'.' {
                position.place(square, letter)?;
            }
        }
        // A king on its e-file home settles that the board isn't mirrored.
        let mirrored = position.board[A1 + 4] != KING && position.board[A8 + 4] != -KING;
        let file = if mirrored { 3 } else { 4 };
        for (right, corner, home, side) in
            [(1, A1, A1 + file, 1), (2, H1, A1 + file, 1), (4, H8, A8 + file, -1), (8, A8, A8 + file, -1)]
        {
            if position.board[corner] == side * ROOK && position.board[home] == side * KING {
                position.wc |= right & 3;
                position.bc |= right >> 2;
            }
        }
        position.validated()
    }

    /// Puts down the man that a letter means. The limit is checked at once: the scores of 64 queens
    /// would overflow.
    fn place(&mut self, square: Square, letter: u8) -> Result<(), SetupError> {
        self.put(square, man_of(letter).ok_or(SetupError::Board)?);
        if self.men[0] > 16 || self.men[1] > 16 { Err(SetupError::TooManyMen) } else { Ok(()) }
    }

    /// Notes the castling rights that a FEN claims, before the board is turned.
    fn claim_castling(&mut self, letters: &[u8]) -> Result<(), SetupError> {
        if letters == b"-" {
            return Ok(());
        }
        for &letter in letters {
            let (right, corner, home, side) = match letter {
                b'Q' => (1, A1, A1 + 4, 1),
                b'K' => (2, H1, A1 + 4, 1),
                b'k' => (4, H8, A8 + 4, -1),
                b'q' => (8, A8, A8 + 4, -1),
                _ => return Err(SetupError::Castling),
            };
            if self.board[corner] != side * ROOK || self.board[home] != side * KING {
                return Err(SetupError::Castling);
            }
            self.wc |= right & 3;
            self.bc |= right >> 2;
        }
        Ok(())
    }

    /// Notes an en passant square, seen by the player to move, where a pawn can really take there.
    fn claim_en_passant(&mut self, square: Square) -> Result<(), SetupError> {
        let jumped = (A8 + 20..H8 + 20 + 1).contains(&square)
            && self.board[square] == EMPTY
            && self.board[square - 10] == EMPTY
            && self.board[square + 10] == -PAWN;
        if !jumped {
            return Err(SetupError::EnPassant);
        }
        if self.board[square + 9] == PAWN || self.board[square + 11] == PAWN {
            self.ep = square as u8;
        }
        Ok(())
    }

    /// The one door through which a typed position becomes a legal one.
    fn validated(self) -> Result<Self, SetupError> {
        let kings = |king: i8| self.board.iter().filter(|&&man| man == king).count();
        let pawn = |&man: &i8| man == PAWN || man == -PAWN;
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
            *byte = letter_of(if self.turned { -self.board[119 - square] } else { self.board[square] });
        }
        bytes
    }

    /// The text of a move of this position, in the squares that people see.
    pub fn move_text(&self, chosen: Move) -> MoveText {
        let mut text = MoveText { bytes: [0; 5], length: 4 };
        for (place, square) in [chosen.from(), chosen.to()].into_iter().enumerate() {
            let square = if self.turned { 119 - square } else { square };
            text.bytes[2 * place] = b'a' + (square % 10 - 1) as u8;
            text.bytes[2 * place + 1] = b'8' - (square / 10 - 2) as u8;
        }
        if self.board[chosen.from()] == PAWN && chosen.to() <= H8 {
            text.bytes[4] = letter_of(-chosen.promotion());
            text.length = 5;
        }
        text
    }

    /// Finds the legal move that a text means. Four characters promote to a queen.
    ///
    /// # Errors
    /// Tells unreadable text from a move that the rules don't allow here.
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        let (squares, promotion) = text.as_bytes().split_at_checked(4).ok_or(MoveError::Unreadable)?;
        let from = square_of(&squares[..2]).ok_or(MoveError::Unreadable)?;
        let to = square_of(&squares[2..]).ok_or(MoveError::Unreadable)?;
        let promotion = match promotion {
            [] | [b'q' | b'Q'] => QUEEN,
            [b'r' | b'R'] => ROOK,
            [b'b' | b'B'] => BISHOP,
            [b'n' | b'N'] => KNIGHT,
            _ => return Err(MoveError::Unreadable),
        };
        let (from, to) = if self.turned { (119 - from, 119 - to) } else { (from, to) };
        let promotes = self.board[from] == PAWN && to <= H8;
        if text.len() > 4 && !promotes {
            return Err(MoveError::Illegal);
        }
        let wanted = Move::new(from, to, promotion);
        self.play(wanted).map(|_| wanted).ok_or(MoveError::Illegal)
    }
}
