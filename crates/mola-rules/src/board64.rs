//! The board as 64 bytes: top-left first, row by row, upper case for White.
//!
//! This is how the board API of the MicroPython engines hands boards over. Which player sits at the
//! bottom is the game's business; here the first byte is a8.

use core::fmt;

use crate::{Board, Piece, Square};

/// Why some bytes are not a board.
///
/// ```
/// use mola_rules::{Board, Board64Error};
/// assert_eq!(Board::from_board64(b"rnbqkbnr"), Err(Board64Error::Length(8)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Board64Error {
    /// There are not 64 bytes.
    Length(usize),
    /// A byte is neither a piece nor empty.
    Byte(u8, Square),
}

impl core::error::Error for Board64Error {}

impl fmt::Display for Board64Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length(length) => write!(f, "a board has 64 bytes, but this one has {length}"),
            Self::Byte(byte, square) => {
                let letter = byte.escape_ascii();
                write!(
                    f,
                    "'{letter}' on {square} is not a piece; write PNBRQK, pnbrqk, or a space or dot for none"
                )
            }
        }
    }
}

impl Board {
    /// Reads 64 bytes, a8 first; spaces and dots are empty squares.
    ///
    /// # Errors
    /// There are not 64 bytes, or one is not a piece.
    ///
    /// ```
    /// use mola_rules::{Board, Position};
    /// let bytes = b"rnbqkbnrpppppppp................                PPPPPPPPRNBQKBNR";
    /// assert_eq!(Board::from_board64(bytes).unwrap(), *Position::start().board());
    /// ```
    pub fn from_board64(bytes: &[u8]) -> Result<Self, Board64Error> {
        if bytes.len() != 64 {
            return Err(Board64Error::Length(bytes.len()));
        }
        let mut board = Self::EMPTY;
        for (square, &byte) in Square::ALL.into_iter().map(Square::flip).zip(bytes) {
            if !matches!(byte, b' ' | b'.') {
                let piece = Piece::from_letter(byte as char).ok_or(Board64Error::Byte(byte, square))?;
                board.put(square, piece);
            }
        }
        Ok(board)
    }

    /// Writes 64 bytes, a8 first, with spaces for empty squares.
    ///
    /// ```
    /// use mola_rules::{Board, Position};
    /// let bytes = Position::start().board().to_board64();
    /// assert_eq!(&bytes[..10], b"rnbqkbnrpp");
    /// assert_eq!(Board::from_board64(&bytes).unwrap(), *Position::start().board());
    /// ```
    pub fn to_board64(&self) -> [u8; 64] {
        Square::ALL.map(|square| match self.piece_at(square.flip()) {
            Some(piece) => piece.letter() as u8,
            None => b' ',
        })
    }
}
