//! Moves as players write them: `Nf3`, `exd5`, `O-O`, `e8=Q#`.
//!
//! Writing is exact, as the laws and the PGN standard want it. Reading is forgiving, as people type.

use core::fmt;

use crate::{Bitboard, CastlingStyle, Excerpt, File, Move, MoveKind, Position, Rank, Role, Square};

/// A move in standard algebraic notation.
///
/// ```
/// use mola_rules::Position;
/// let position: Position = "4k3/8/8/8/8/8/3N4/1N2K3 w - - 0 1".parse().unwrap();
/// let m = position.parse_san("Ndf3").unwrap();
/// assert_eq!(position.san(m).as_str(), "Nf3");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct San {
    bytes: [u8; Self::CAPACITY],
    len: u8,
}

impl San {
    /// The longest: `Qa1xb2#` and `exd8=Q#`.
    const CAPACITY: usize = 7;

    /// The text.
    ///
    /// ```
    /// # use mola_rules::Position;
    /// let start = Position::start();
    /// assert_eq!(start.san(start.parse_uci("e2e4").unwrap()).as_str(), "e4");
    /// ```
    pub fn as_str(&self) -> &str {
        core::str::from_utf8(&self.bytes[..self.len as usize]).unwrap_or_default()
    }

    fn push(&mut self, letter: char) {
        debug_assert!((self.len as usize) < Self::CAPACITY, "no move is longer");
        if let Some(slot) = self.bytes.get_mut(self.len as usize) {
            *slot = letter as u8;
            self.len += 1;
        }
    }

    fn push_square(&mut self, square: Square) {
        self.push(square.file().letter());
        self.push(square.rank().digit());
    }
}

impl fmt::Display for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Why a text is not a move in this position.
///
/// ```
/// use mola_rules::Position;
/// let position: Position = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1".parse().unwrap();
/// let error = position.parse_san("Nd2").unwrap_err();
/// assert_eq!(error.to_string(), "\"Nd2\" could be b1d2 or f3d2; say which");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SanError {
    /// The text is not a move in any position.
    Malformed(Excerpt),
    /// The text does not say what the pawn becomes.
    PromotionMissing(Excerpt),
    /// More than one legal move fits the text; two of them.
    Ambiguous(Excerpt, [Move; 2]),
    /// The text is a move, but not one that can be played here.
    NotLegal(Excerpt),
}

impl core::error::Error for SanError {}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(text) => {
                write!(f, "{text:?} is not a move; write moves as Nf3, exd5, O-O or e2e4")
            }
            Self::PromotionMissing(text) => {
                write!(f, "{text:?} does not say what the pawn becomes; add =Q, =R, =B or =N")
            }
            Self::Ambiguous(text, [a, b]) => {
                let (a, b) = (a.uci(CastlingStyle::default()), b.uci(CastlingStyle::default()));
                write!(f, "{text:?} could be {a} or {b}; say which")
            }
            Self::NotLegal(text) => write!(f, "{text:?} is not a legal move here"),
        }
    }
}

impl Position {
    /// Whether a move of this position captures something, en passant included.
    ///
    /// ```
    /// use mola_rules::Position;
    /// let position: Position = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1".parse().unwrap();
    /// assert!(position.is_capture(position.parse_san("exd5").unwrap()));
    /// ```
    #[inline]
    pub fn is_capture(&self, m: Move) -> bool {
        self.them().has(m.to()) || m.kind() == MoveKind::EnPassant
    }

    /// The name of a legal move, with `+` for check and `#` for mate.
    ///
    /// ```
    /// use mola_rules::Position;
    /// let position: Position = "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1".parse().unwrap();
    /// let mate = position.parse_uci("f7g7").unwrap();
    /// assert_eq!(position.san(mate).to_string(), "Qg7#");
    /// ```
    pub fn san(&self, m: Move) -> San {
        let mut san = San { bytes: [0; San::CAPACITY], len: 0 };
        match (m.kind(), m.role()) {
            (MoveKind::Castle, _) => {
                let name = if m.castles_short() { "O-O" } else { "O-O-O" };
                name.chars().for_each(|letter| san.push(letter));
            }
            (_, Role::Pawn) => {
                if self.is_capture(m) {
                    san.push(m.from().file().letter());
                    san.push('x');
                }
                san.push_square(m.to());
                if let Some(role) = m.promotion() {
                    san.push('=');
                    san.push(role.letter());
                }
            }
            (_, role) => {
                san.push(role.letter());
                self.push_origin(m, &mut san);
                if self.is_capture(m) {
                    san.push('x');
                }
                san.push_square(m.to());
            }
        }
        let after = self.after(m);
        if after.is_check() {
            san.push(if after.count_moves() == 0 { '#' } else { '+' });
        }
        san
    }

    /// What tells the piece apart from others of its kind that can go to the same square: its file
    /// if that is enough, else its rank, else both.
    fn push_origin(&self, m: Move, san: &mut San) {
        let mut others = Bitboard::EMPTY;
        self.for_each_move(|other| {
            if other.kind() == m.kind() && other.to() == m.to() && other.from() != m.from() {
                others = others.with(other.from());
            }
        });
        let shares_file = (others & Bitboard::file(m.from().file())).any();
        let shares_rank = (others & Bitboard::rank(m.from().rank())).any();
        if others.any() && (!shares_file || shares_rank) {
            san.push(m.from().file().letter());
        }
        if shares_file {
            san.push(m.from().rank().digit());
        }
    }

    /// Reads a move as people write it: `Nf3`, `nf3` where nothing else is meant, `e8=Q`, `e8Q`,
    /// `O-O`, `0-0`, `e1g1`, `e1h1`, `exd5 e.p.`, `Ng1-f3`, `g1f3`, with or without `+`, `#`, `!` and `?`.
    ///
    /// # Errors
    /// The text is not a move, fits more than one, or none that is legal here.
    ///
    /// ```
    /// use mola_rules::Position;
    /// let start = Position::start();
    /// for text in ["Nf3", "nf3", "Ng1f3", "g1f3", "Ng1-f3!?", " Nf3+ "] {
    ///     assert_eq!(start.parse_san(text).unwrap(), start.parse_uci("g1f3").unwrap());
    /// }
    /// ```
    pub fn parse_san(&self, text: &str) -> Result<Move, SanError> {
        let excerpt = Excerpt::new(text.trim());
        let core = strip_suffixes(text);
        let wanted = [Wanted::parse(core, false), Wanted::parse(core, true)];
        if wanted == [None; 2] {
            return Err(SanError::Malformed(excerpt));
        }
        let legal = self.legal_moves();
        // What is written in the proper case is meant as written: `bxc4` is the pawn's, even if a
        // bishop can capture there too.
        for wanted in wanted.into_iter().flatten() {
            let mut found: Option<Move> = None;
            for &m in legal.iter().filter(|&&m| wanted.fits(self, m)) {
                match found {
                    // By squares, the step of a king comes before castling to the same square.
                    Some(first) if m.is_castle() && !first.is_castle() => {}
                    Some(first) if first.from() == m.from() => {
                        return Err(SanError::PromotionMissing(excerpt));
                    }
                    Some(first) => return Err(SanError::Ambiguous(excerpt, [first, m])),
                    None => found = Some(m),
                }
            }
            if let Some(m) = found {
                return Ok(m);
            }
        }
        Err(SanError::NotLegal(excerpt))
    }
}

/// Drops what says nothing about which move is meant.
fn strip_suffixes(text: &str) -> &str {
    let marks = |letter: char| matches!(letter, '+' | '#' | '!' | '?') || letter.is_whitespace();
    let mut core = text.trim().trim_end_matches(marks);
    for suffix in ["e.p.", "e.p", "ep"] {
        core = core.strip_suffix(suffix).unwrap_or(core);
    }
    core.trim_end_matches(marks)
}

/// What a text says about a move.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Wanted {
    castles: Option<Side>,
    role: Option<Role>,
    from_file: Option<File>,
    from_rank: Option<Rank>,
    captures: bool,
    to: Option<Square>,
    promotion: Option<Role>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Short,
    Long,
}

impl Wanted {
    /// Takes a text apart. Lower-case letters are files, or else, with `any_case`, pieces: `bc4` may
    /// be a pawn or a bishop, and what is legal decides.
    fn parse(text: &str, any_case: bool) -> Option<Self> {
        if let Some(side) = parse_castling(text) {
            return Some(Self { castles: Some(side), ..Self::default() });
        }
        let (text, promotion) = split_promotion(text)?;
        let (text, to) = split_square(text)?;
        let mut wanted = Self { to: Some(to), promotion, ..Self::default() };
        let mut rest = text;
        if let Some(before) = rest.strip_suffix(['x', 'X', ':']) {
            wanted.captures = true;
            rest = before;
        } else if let Some(before) = rest.strip_suffix('-') {
            rest = before;
        }
        let mut letters = rest.chars().peekable();
        let is_role = |letter: &char| {
            let case = if any_case { letter.is_ascii_lowercase() } else { letter.is_ascii_uppercase() };
            case && Role::from_letter(*letter).is_some()
        };
        match letters.next_if(is_role) {
            Some(letter) => wanted.role = Role::from_letter(letter),
            None if any_case => return None,
            None => {}
        }
        wanted.from_file = letters.next_if(|letter| matches!(letter, 'a'..='h')).and_then(File::from_letter);
        wanted.from_rank = letters.next_if(|letter| matches!(letter, '1'..='8')).and_then(Rank::from_digit);
        letters.next().is_none().then_some(wanted)
    }

    fn fits(self, position: &Position, m: Move) -> bool {
        if let Some(side) = self.castles {
            return m.is_castle() && m.castles_short() == (side == Side::Short);
        }
        // Two squares and no piece are a move by its squares, of any piece; otherwise no piece means
        // a pawn.
        let by_squares = self.from_file.is_some() && self.from_rank.is_some();
        let role = self.role.or(if by_squares { None } else { Some(Role::Pawn) });
        // Castling by its squares: the king goes to where it lands, or takes its rook.
        let takes_rook = m.is_castle() && by_squares && Some(m.to()) == self.to;
        (Some(m.landing()) == self.to || takes_rook)
            && role.is_none_or(|role| role == m.role())
            && self.from_file.is_none_or(|file| file == m.from().file())
            && self.from_rank.is_none_or(|rank| rank == m.from().rank())
            && (self.promotion.is_none() || self.promotion == m.promotion())
            && (!self.captures || position.is_capture(m))
            && (!m.is_castle() || by_squares)
    }
}

/// `O-O`, `0-0`, `o-o` and the long forms, with or without dashes.
fn parse_castling(text: &str) -> Option<Side> {
    let letters = text.chars().filter(|&letter| letter != '-').count();
    let castles =
        text.chars().all(|letter| matches!(letter, 'O' | 'o' | '0' | '-')) && !text.starts_with('-');
    match letters {
        2 if castles => Some(Side::Short),
        3 if castles => Some(Side::Long),
        _ => None,
    }
}

/// Splits `e8=Q`, `e8Q`, `e8(Q)` and `e8/Q` before the promotion. `None` if it is to something that
/// pawns do not become.
fn split_promotion(text: &str) -> Option<(&str, Option<Role>)> {
    let text = text.strip_suffix(')').unwrap_or(text);
    match text.chars().next_back() {
        Some(letter) if !letter.is_ascii_digit() => {
            let role = Role::from_letter(letter)?;
            MoveKind::promote_to(role)?;
            let before = &text[..text.len() - 1];
            Some((before.strip_suffix(['=', '(', '/']).unwrap_or(before), Some(role)))
        }
        _ => Some((text, None)),
    }
}

/// Splits off the square at the end.
fn split_square(text: &str) -> Option<(&str, Square)> {
    let (before, square) = text.split_at_checked(text.len().checked_sub(2)?)?;
    Some((before, square.parse().ok()?))
}
