//! Opening books in the Polyglot format: for each position some moves, each with a weight.

use mola_rules::{Color, Move, Position, Role, Square};

/// The random numbers of the format, which every book was made with: pieces on squares (768), castling
/// rights (4), en passant files (8), and White to move. Big-endian, as in books.
const NUMBERS: &[[u8; 8]] = include_bytes!("book/numbers.bin").as_chunks().0;
const _: () = assert!(NUMBERS.len() == 781);

fn number(index: usize) -> u64 {
    u64::from_be_bytes(NUMBERS[index])
}

/// A line of a book.
#[derive(Clone, Copy)]
struct Line {
    key: u64,
    m: u16,
    weight: u16,
}

/// A whole book, sorted by key.
pub(crate) struct Book {
    lines: Vec<Line>,
}

/// Bytes of a line: key, move, weight, and four that are not used.
const LINE: usize = 16;

impl Book {
    /// Reads a book.
    ///
    /// # Errors
    /// A sentence about what is wrong with the bytes.
    pub(crate) fn parse(bytes: &[u8]) -> Result<Self, &'static str> {
        if bytes.is_empty() || !bytes.len().is_multiple_of(LINE) {
            return Err("the file is not a Polyglot book: its length is not a multiple of 16");
        }
        let big_endian = |bytes: &[u8]| bytes.iter().fold(0, |sum, &byte| sum << 8 | u64::from(byte));
        let line = |bytes: &[u8]| Line {
            key: big_endian(&bytes[..8]),
            m: big_endian(&bytes[8..10]) as u16,
            weight: big_endian(&bytes[10..12]) as u16,
        };
        let mut lines = Vec::new();
        lines.try_reserve_exact(bytes.len() / LINE).map_err(|_| "there is not enough memory for it")?;
        lines.extend(bytes.chunks_exact(LINE).map(line));
        // Books are sorted, as a rule. To sort in place takes no memory.
        if !lines.is_sorted_by_key(|line| line.key) {
            lines.sort_unstable_by_key(|line| (line.key, line.m, line.weight));
        }
        Ok(Self { lines })
    }

    /// The legal moves of the book with their weights.
    fn moves(&self, position: &Position) -> Vec<(Move, u64)> {
        let key = key(position);
        let first = self.lines.partition_point(|line| line.key < key);
        let lines = self.lines[first..].iter().take_while(|line| line.key == key);
        lines.filter_map(|line| Some((decode(position, line.m)?, u64::from(line.weight)))).collect()
    }

    /// One of the book's moves: each as often as its weight says, if `dice` is random.
    pub(crate) fn choose(&self, position: &Position, dice: u64) -> Option<Move> {
        let moves = self.moves(position);
        let total: u64 = moves.iter().map(|(_, weight)| weight).sum();
        let mut rest = dice.checked_rem(total)?;
        let chosen = moves.iter().find(|(_, weight)| {
            let here = rest < *weight;
            rest = rest.saturating_sub(*weight);
            here
        });
        chosen.map(|(m, _)| *m)
    }
}

/// The legal move that a book means. Castling is the king going to its rook, as here; some books have it
/// go to where the king lands.
fn decode(position: &Position, bits: u16) -> Option<Move> {
    let square = |bits: u16| Square::from_index((bits & 63) as u8);
    let (to, from) = (square(bits)?, square(bits >> 6)?);
    // Their numbers are those of the pieces, where a pawn becomes nothing.
    let promotion = Role::ALL[..5].get(usize::from(bits >> 12 & 7)).copied()?;
    let promotion = Some(promotion).filter(|&role| role != Role::Pawn);
    let moves = position.legal_moves();
    let meant = |m: &&Move| m.from() == from && m.promotion() == promotion;
    let exact = moves.iter().filter(meant).find(|m| m.to() == to);
    exact.or_else(|| moves.iter().filter(meant).find(|m| m.is_castle() && m.landing() == to)).copied()
}

/// The key of a position in the book's own numbers.
fn key(position: &Position) -> u64 {
    let mut key = 0;
    for (square, piece) in position.placed() {
        let kind = 2 * piece.role as usize + usize::from(piece.color == Color::White);
        key ^= number(64 * kind + square as usize);
    }
    for (index, color) in [Color::White, Color::Black].into_iter().enumerate() {
        let king = position.king(color);
        for rook in position.castling().rooks() & position.color(color) {
            let long = usize::from(rook.file() < king.file());
            key ^= number(768 + 2 * index + long);
        }
    }
    if let Some(square) = position.en_passant() {
        key ^= number(772 + square.file() as usize);
    }
    if position.turn() == Color::White {
        key ^= number(780);
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of the format's description.
    #[test]
    fn keys_are_those_of_the_format() {
        let cases = [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463B96181691FC9C),
            ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823C9B50FD114196),
            ("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", 0x662FAFB965DB29D4),
            ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22A48B5A8E47FF78),
            ("rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", 0x00FDD303C946BDD9),
            ("rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3C8123EA7B067637),
        ];
        for (fen, expected) in cases {
            assert_eq!(key(&fen.parse().unwrap()), expected, "{fen}");
        }
    }

    fn line(position: &Position, m: u16, weight: u16) -> Vec<u8> {
        let mut bytes = key(position).to_be_bytes().to_vec();
        bytes.extend(m.to_be_bytes());
        bytes.extend(weight.to_be_bytes());
        bytes.extend([0; 4]);
        bytes
    }

    fn squares(from: Square, to: Square) -> u16 {
        (from as u16) << 6 | to as u16
    }

    #[test]
    fn moves_are_chosen_by_their_weights() {
        let start = Position::start();
        let mut bytes = line(&start, squares(Square::E2, Square::E4), 3);
        bytes.extend(line(&start, squares(Square::D2, Square::D4), 1));
        bytes.extend(line(&start, squares(Square::A2, Square::A4), 0));
        let book = Book::parse(&bytes).unwrap();
        let mut counts = [0; 2];
        for dice in 0..400 {
            let m = book.choose(&start, dice).unwrap();
            counts[usize::from(start.san(m).as_str() == "d4")] += 1;
        }
        assert_eq!(counts, [300, 100]);
    }

    #[test]
    fn castling_is_understood_both_ways() {
        let position: Position = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1".parse().unwrap();
        for (to, expected) in
            [(Square::H1, "O-O"), (Square::G1, "O-O"), (Square::A1, "O-O-O"), (Square::C1, "O-O-O")]
        {
            let book = Book::parse(&line(&position, squares(Square::E1, to), 1)).unwrap();
            assert_eq!(position.san(book.choose(&position, 7).unwrap()).as_str(), expected);
        }
    }

    #[test]
    fn what_is_illegal_or_torn_is_not_played() {
        let start = Position::start();
        let book = Book::parse(&line(&start, squares(Square::E2, Square::E5), 1)).unwrap();
        assert_eq!(book.choose(&start, 0), None);
        assert!(Book::parse(&[0; 15]).is_err());
        assert!(Book::parse(&[]).is_err());
    }
}
