//! The list of all weights of the evaluation, by name.
//!
//! Every term is a range of one flat list, so that `fit` can adjust them all without knowing what
//! they mean.

/// Declares consecutive ranges of the list of weights.
macro_rules! terms {
    ($($(#[$meta:meta])* $name:ident: $len:expr;)*) => {
        terms!(@offsets 0; $($(#[$meta])* $name: $len;)*);
        /// Each term with its name, where it begins and how many weights it has.
        #[cfg(feature = "fit")]
        pub(crate) const TERMS: &[(&str, usize, usize)] = &[$((stringify!($name), $name, $len)),*];
    };
    (@offsets $start:expr; $(#[$meta:meta])* $name:ident: $len:expr; $($rest:tt)*) => {
        $(#[$meta])*
        pub(crate) const $name: usize = $start;
        terms!(@offsets $start + $len; $($rest)*);
    };
    (@offsets $start:expr;) => {
        /// How many weights there are.
        pub(crate) const COUNT: usize = $start;
    };
}

terms! {
    /// A piece on a square, seen by its owner; the worth of the piece is in it.
    PIECE_SQUARE: 6 * 64;
    /// Safe squares that a piece reaches.
    KNIGHT_MOBILITY: 9;
    BISHOP_MOBILITY: 14;
    ROOK_MOBILITY: 15;
    QUEEN_MOBILITY: 28;
    /// A pawn without own pawns on the neighboring files; by whether the opponent has none on its file.
    ISOLATED_PAWN: 2;
    /// A pawn behind another of its own.
    DOUBLED_PAWN: 1;
    /// A pawn that can no longer be defended by pawns and cannot safely advance.
    BACKWARD_PAWN: 2;
    /// A pawn beside another, or defended by one, by its rank.
    PHALANX_PAWN: 8;
    DEFENDED_PAWN: 8;
    /// A pawn that no opposing pawn can stop, by its rank.
    PASSED_PAWN: 8;
    /// The same, blocked by a piece.
    BLOCKED_PASSER: 8;
    /// The same, with nothing in its way and no attack on it.
    FREE_PASSER: 8;
    /// Distances of both kings to the square before a passed pawn, weighted by its rank.
    PASSER_OWN_KING: 8;
    PASSER_THEIR_KING: 8;
    BISHOP_PAIR: 1;
    /// Own pawns on the color of a bishop's squares.
    BISHOP_PAWNS: 1;
    /// A knight or a bishop on a square that no pawn will attack and a pawn defends.
    KNIGHT_OUTPOST: 1;
    BISHOP_OUTPOST: 1;
    /// A minor piece behind a pawn.
    SHIELDED_MINOR: 1;
    /// A rook on a file without own pawns, and without any.
    ROOK_HALF_OPEN: 1;
    ROOK_OPEN: 1;
    /// A piece attacked by a pawn, by its role.
    PAWN_THREAT: 6;
    /// A piece attacked by a knight or a bishop, by its role.
    MINOR_THREAT: 6;
    /// A piece attacked by a rook, by its role.
    ROOK_THREAT: 6;
    /// A piece that is attacked and not defended.
    HANGING: 1;
    /// Pawns before the king, by how far away they are, on its file and beside it.
    SHELTER: 16;
    /// Opposing pawns before the king, by how far away they are, on its file and beside it.
    STORM: 16;
    /// The player to move.
    TEMPO: 1;
}

/// What makes a king unsafe. These add up to the danger, which counts by its square.
pub(crate) mod danger {
    terms! {
        /// Pieces that attack squares around the king, by role from the knight to the queen.
        ATTACKERS: 4;
        /// The squares that they attack, by role.
        ATTACKS: 4;
        /// Squares from which a piece could give check without being captured, by role.
        SAFE_CHECKS: 4;
        /// Squares around the king that are attacked and only the king or nothing defends.
        WEAK_SQUARES: 1;
        /// The attacker has no queen.
        NO_QUEEN: 1;
        /// Any king.
        BASE: 1;
    }
}
