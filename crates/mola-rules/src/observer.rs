//! How an evaluation follows the pieces without the rules knowing it.

use crate::{Piece, Square};

/// Hears of every piece that is lifted from or lands on a square while a move is played.
///
/// A network's accumulator or any other running sum over the pieces implements this and is handed to
/// [`Position::play_observed`](crate::Position::play_observed). `()` hears nothing and costs nothing.
///
/// ```
/// use mola_rules::{Observer, Piece, Position, Square};
///
/// #[derive(Default)]
/// struct Log(String);
///
/// impl Observer for Log {
///     fn lifted(&mut self, piece: Piece, from: Square) {
///         self.0 += &format!("-{}{from} ", piece.letter());
///     }
///     fn landed(&mut self, piece: Piece, on: Square) {
///         self.0 += &format!("+{}{on} ", piece.letter());
///     }
/// }
///
/// let mut position: Position = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1".parse().unwrap();
/// let mut log = Log::default();
/// let capture = position.parse_san("exd5").unwrap();
/// position.play_observed(capture, &mut log);
/// assert_eq!(log.0, "-pd5 -Pe4 +Pd5 ");
/// ```
pub trait Observer {
    /// A piece left its square, to go elsewhere or for good.
    fn lifted(&mut self, piece: Piece, from: Square);

    /// A piece was put on a square, which is empty by then.
    fn landed(&mut self, piece: Piece, on: Square);
}

impl Observer for () {
    #[inline(always)]
    fn lifted(&mut self, _: Piece, _: Square) {}

    #[inline(always)]
    fn landed(&mut self, _: Piece, _: Square) {}
}

/// Whoever lends an observer hears through it.
impl<O: Observer> Observer for &mut O {
    #[inline(always)]
    fn lifted(&mut self, piece: Piece, from: Square) {
        (**self).lifted(piece, from);
    }

    #[inline(always)]
    fn landed(&mut self, piece: Piece, on: Square) {
        (**self).landed(piece, on);
    }
}

/// Both hear everything, the first one first.
impl<A: Observer, B: Observer> Observer for (A, B) {
    #[inline(always)]
    fn lifted(&mut self, piece: Piece, from: Square) {
        self.0.lifted(piece, from);
        self.1.lifted(piece, from);
    }

    #[inline(always)]
    fn landed(&mut self, piece: Piece, on: Square) {
        self.0.landed(piece, on);
        self.1.landed(piece, on);
    }
}
