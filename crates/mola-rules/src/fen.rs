//! Positions as one line of text: Forsyth-Edwards notation, with X-FEN and Shredder-FEN for Chess960.

use core::fmt;
use core::str::FromStr;

use crate::{
    Bitboard, Board, Castling, Color, Excerpt, File, Piece, Position, Rank, Role, Setup, SetupError, Square,
};

/// Why a text is not a position.
///
/// ```
/// use mola_rules::{FenError, Position};
/// let error = "rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".parse::<Position>().unwrap_err();
/// assert_eq!(error, FenError::RankWidth { rank: mola_rules::Rank::Seventh, squares: 7 });
/// assert_eq!(error.to_string(), "bad FEN: rank 7 has 7 squares instead of 8");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FenError {
    /// There is no text.
    Empty,
    /// A letter on the board is neither a piece nor a digit.
    Piece(char),
    /// A rank has too few or too many squares.
    RankWidth {
        /// Which rank.
        rank: Rank,
        /// How many squares it had when counting stopped.
        squares: u8,
    },
    /// There are fewer or more than eight ranks.
    RankCount(u8),
    /// The side to move is neither `w` nor `b`.
    Turn(Excerpt),
    /// The castling field is not `-`, and not made of `KQkq` or the files of rooks.
    Castling(Excerpt),
    /// A castling letter stands for a rook that is not there.
    CastlingRook(char),
    /// The en passant field is neither `-` nor a square.
    EnPassant(Excerpt),
    /// The halfmove clock is not a number from 0 to 65535.
    Halfmoves(Excerpt),
    /// The move number is not a number from 0 to 4294967295.
    Fullmoves(Excerpt),
    /// Something follows the six fields.
    Trailing(Excerpt),
    /// The text is well formed, but the position is not legal.
    Illegal(SetupError),
}

impl core::error::Error for FenError {}

impl From<SetupError> for FenError {
    fn from(error: SetupError) -> Self {
        Self::Illegal(error)
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let more = |count: u8| if count > 8 { " or more" } else { "" };
        f.write_str("bad FEN: ")?;
        match self {
            Self::Empty => write!(f, "it is empty"),
            Self::Piece(letter) => write!(f, "{letter:?} is not a piece; pieces are PNBRQK and pnbrqk"),
            Self::RankWidth { rank, squares } => {
                write!(f, "rank {rank} has {squares}{} squares instead of 8", more(*squares))
            }
            Self::RankCount(ranks) => write!(f, "the board has {ranks}{} ranks instead of 8", more(*ranks)),
            Self::Turn(text) => write!(f, "the side to move is {text:?} instead of w or b"),
            Self::Castling(text) => {
                write!(f, "castling rights are {text:?}; write letters of KQkq, files of rooks, or -")
            }
            Self::CastlingRook(letter) => write!(f, "castling right {letter:?} has no rook beside its king"),
            Self::EnPassant(text) => write!(f, "the en passant square is {text:?}; write a square or -"),
            Self::Halfmoves(text) => {
                write!(f, "the halfmove clock is {text:?}; write a number from 0 to 65535")
            }
            Self::Fullmoves(text) => {
                write!(f, "the move number is {text:?}; write a number from 0 to 4294967295")
            }
            Self::Trailing(text) => write!(f, "{text:?} follows the six fields"),
            Self::Illegal(error) => error.fmt(f),
        }
    }
}

/// Reads a FEN. Fields that are missing at the end are as usual: White to move, no rights, clocks at
/// their start.
impl FromStr for Setup {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Self, FenError> {
        let mut fields = text.split_ascii_whitespace();
        let board = parse_board(fields.next().ok_or(FenError::Empty)?)?;
        let turn = match fields.next() {
            None | Some("w" | "W") => Color::White,
            Some("b" | "B") => Color::Black,
            Some(other) => return Err(FenError::Turn(Excerpt::new(other))),
        };
        let castling = match fields.next() {
            None | Some("-") => Castling::NONE,
            Some(letters) => parse_castling(letters, &board)?,
        };
        let en_passant = match fields.next() {
            None | Some("-") => None,
            Some(text) => Some(text.parse().map_err(|_| FenError::EnPassant(Excerpt::new(text)))?),
        };
        let halfmoves = parse_number(fields.next(), 0, u16::MAX.into()).map_err(FenError::Halfmoves)? as u16;
        let fullmoves = parse_number(fields.next(), 1, u32::MAX).map_err(FenError::Fullmoves)?.max(1);
        if let Some(trailing) = fields.next() {
            return Err(FenError::Trailing(Excerpt::new(trailing)));
        }
        // Some programs count moves from zero.
        Ok(Self { board, turn, castling, en_passant, halfmoves, fullmoves })
    }
}

/// Reads a FEN and checks that the position is legal.
impl FromStr for Position {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Self, FenError> {
        Ok(text.parse::<Setup>()?.position()?)
    }
}

impl Position {
    /// Reads a FEN as [`Setup::lenient_position`] takes it: without an en passant square that no pawn can have
    /// passed. Whatever reads what people and other programs wrote wants this.
    ///
    /// # Errors
    /// The first other thing that is wrong with the text.
    ///
    /// ```
    /// use mola_rules::Position;
    /// let fen = "4k3/8/8/8/8/8/8/4K3 w - e6 0 1";
    /// assert!(fen.parse::<Position>().is_err());
    /// assert_eq!(Position::from_lenient_fen(fen).unwrap().en_passant(), None);
    /// ```
    pub fn from_lenient_fen(text: &str) -> Result<Self, FenError> {
        Ok(text.parse::<Setup>()?.lenient_position()?)
    }
}

fn parse_board(text: &str) -> Result<Board, FenError> {
    let mut board = Board::EMPTY;
    let mut ranks = 0;
    for (row, pieces) in text.split('/').enumerate() {
        let Some(rank) = Rank::from_index(7_u8.saturating_sub(row as u8)).filter(|_| row < 8) else {
            return Err(FenError::RankCount(9));
        };
        parse_rank(pieces, rank, &mut board)?;
        ranks += 1;
    }
    if ranks == 8 { Ok(board) } else { Err(FenError::RankCount(ranks)) }
}

fn parse_rank(text: &str, rank: Rank, board: &mut Board) -> Result<(), FenError> {
    let mut squares = 0;
    for letter in text.chars() {
        if let '1'..='8' = letter {
            squares += letter as u8 - b'0';
        } else {
            let piece = Piece::from_letter(letter).ok_or(FenError::Piece(letter))?;
            if let Some(file) = File::from_index(squares) {
                board.put(Square::at(file, rank), piece);
            }
            squares += 1;
        }
        if squares > 8 {
            return Err(FenError::RankWidth { rank, squares });
        }
    }
    if squares == 8 { Ok(()) } else { Err(FenError::RankWidth { rank, squares }) }
}

fn parse_castling(letters: &str, board: &Board) -> Result<Castling, FenError> {
    let mut rights = Bitboard::EMPTY;
    for letter in letters.chars() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let rook = match letter.to_ascii_uppercase() {
            'K' => outermost_rooks(board, color)[1],
            'Q' => outermost_rooks(board, color)[0],
            file => match File::from_letter(file) {
                Some(file) => Some(Square::at(file, color.back_rank())),
                None => return Err(FenError::Castling(Excerpt::new(letters))),
            },
        };
        let rook = rook.ok_or(FenError::CastlingRook(letter))?;
        if rights.has(rook) {
            return Err(FenError::Castling(Excerpt::new(letters)));
        }
        rights = rights.with(rook);
    }
    Ok(Castling::with_rooks(rights))
}

/// The rooks farthest from the king on either side of it, west first: those that `Q` and `K` mean.
fn outermost_rooks(board: &Board, color: Color) -> [Option<Square>; 2] {
    let home = Bitboard::rank(color.back_rank());
    let rooks = board.pieces(Role::Rook.of(color)) & home;
    match (board.pieces(Role::King.of(color)) & home).first() {
        Some(king) => [rooks.first().filter(|&rook| rook < king), rooks.last().filter(|&rook| rook > king)],
        None => [None; 2],
    }
}

fn parse_number(field: Option<&str>, default: u32, most: u32) -> Result<u32, Excerpt> {
    let Some(text) = field else { return Ok(default) };
    let digits_only = text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse() {
        Ok(number) if digits_only && number <= most => Ok(number),
        _ => Err(Excerpt::new(text)),
    }
}

/// Written as the first field of a FEN.
///
/// ```
/// # use mola_rules::Position;
/// assert_eq!(Position::start().board().to_string(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
/// ```
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            let mut gap = 0;
            for file in File::ALL {
                match self.piece_at(Square::at(file, rank)) {
                    None => gap += 1,
                    Some(piece) => {
                        if gap > 0 {
                            write!(f, "{gap}")?;
                        }
                        gap = 0;
                        write!(f, "{}", piece.letter())?;
                    }
                }
            }
            if gap > 0 {
                write!(f, "{gap}")?;
            }
            if rank != Rank::First {
                f.write_str("/")?;
            }
        }
        Ok(())
    }
}

fn write_fen(setup: &Setup, shredder: bool, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "{} {} ", setup.board, setup.turn.letter())?;
    for color in Color::ALL {
        let [west, east] = outermost_rooks(&setup.board, color);
        let rights = setup.castling.of(color);
        // From the h-file to the a-file, so that the usual case reads KQkq.
        for file in File::ALL.into_iter().rev() {
            let rook = Square::at(file, color.back_rank());
            if rights.has(rook) {
                let letter = match Some(rook) {
                    _ if shredder => file.letter(),
                    rook if rook == east => 'k',
                    rook if rook == west => 'q',
                    _ => file.letter(),
                };
                let letter = if color == Color::White { letter.to_ascii_uppercase() } else { letter };
                write!(f, "{letter}")?;
            }
        }
    }
    if setup.castling.is_empty() {
        f.write_str("-")?;
    }
    match setup.en_passant {
        Some(square) => write!(f, " {square}")?,
        None => f.write_str(" -")?,
    }
    write!(f, " {} {}", setup.halfmoves, setup.fullmoves)
}

/// Writes the FEN. Castling rights are `KQkq` for the outermost rooks and the rook's file otherwise,
/// as X-FEN has it.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_fen(self, false, f)
    }
}

/// Writes the FEN, as [`Setup`] does.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_fen(&self.setup(), false, f)
    }
}

/// A FEN that names castling rooks by their files: see [`Position::shredder_fen`].
///
/// ```
/// let fen: mola_rules::ShredderFen = mola_rules::Position::start().shredder_fen();
/// assert!(fen.to_string().contains("HAha"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ShredderFen(Setup);

impl fmt::Display for ShredderFen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_fen(&self.0, true, f)
    }
}

impl Position {
    /// The FEN in the form that names castling rooks by their files, as Shredder does in Chess960.
    ///
    /// ```
    /// use mola_rules::Position;
    /// let fen = Position::start().shredder_fen().to_string();
    /// assert_eq!(fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
    /// ```
    pub fn shredder_fen(&self) -> ShredderFen {
        ShredderFen(self.setup())
    }
}
