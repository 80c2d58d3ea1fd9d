//! What a position is worth: piece-square tables that carry the material, kept up to date by every
//! move, and a hunt for a lone king.
//!
//! Each piece has two worths, one for the middlegame and one for the endgame; the pieces left on the
//! board say how far to go from the first to the second. The numbers are in `piece_square`, and
//! `TUNING.md` says where they come from.

use crate::board::{A1, A8, BISHOP, EMPTY, H1, KING, KNIGHT, Move, PAWN, Position, ROOK, Square};
use crate::piece_square::{MATERIAL, TABLES};

/// A middlegame and an endgame score in one number, so that both are added at once: the first is in
/// the upper half, the second in the lower half and borrows from the upper when it is negative.
pub(crate) type Pair = i32;

/// How much each kind of piece counts in telling middlegame from endgame, in minor pieces.
pub(crate) const FORCE: [i8; 7] = [0, 0, 1, 1, 2, 4, 0];
/// The force of all pieces at the start.
const FULL_FORCE: i32 = 24;

/// What the engine believes: the worth of pieces, and its rules of thumb in hundredths of a pawn.
#[derive(PartialEq, Eq, Debug)]
pub struct Values {
    /// Material and square in one table for each kind of piece, on the board's own 120 squares.
    pub(crate) worth: [[Pair; 120]; 7],
    /// Having the move is worth a little.
    pub tempo: i32,
    /// Quiescence tries only moves that win at least this much …
    pub threshold: i32,
    /// … and come this close to what is asked for.
    pub delta: i32,
    /// What the opponent is trusted to win back in one ply, in reverse futility.
    pub reverse: i32,
    /// What a quiet move is trusted to win beyond its table value, for each ply left, in futility.
    pub futility: i32,
    /// How many plies less a null move is searched.
    pub null_move: i32,
    /// How many moves are searched in full before the others are reduced.
    pub late: i32,
}

impl Values {
    /// The engine as it is.
    pub const MOLA: &Self = &Self::new(&MATERIAL, &TABLES);

    /// The engine with other numbers, in the order of [`MATERIAL`] and [`TABLES`].
    pub const fn new(material: &[[i16; 2]; 6], tables: &[[[i16; 8]; 8]; 6]) -> Self {
        let mut worth = [[0; 120]; 7];
        let mut index = 0;
        while index < 6 * 64 {
            let (kind, row, column) = (index / 64, index / 8 % 8, index % 8);
            // The tables are half boards. On a turned board the king's side is sometimes left and
            // sometimes right; a table that isn't its own mirror image would judge white and black
            // differently.
            let half = if column < 4 { column } else { 7 - column };
            let middlegame = material[kind][0] as i32 + tables[kind][row][half] as i32;
            let endgame = material[kind][1] as i32 + tables[kind][row][half + 4] as i32;
            worth[kind + 1][A8 + row * 10 + column] = (middlegame << 16) + endgame;
            index += 1;
        }
        Self { worth, tempo: 12, threshold: 40, delta: 120, reverse: 80, futility: 90, null_move: 3, late: 3 }
    }
}

/// Takes a pair apart: middlegame and endgame.
pub(crate) fn halves(pair: Pair) -> (i32, i32) {
    let endgame = pair as i16 as i32;
    ((pair - endgame) >> 16, endgame)
}

impl Position {
    /// The worth of a piece on a square for its owner.
    pub(crate) const fn worth(&self, piece: i8, square: Square) -> Pair {
        self.values.worth[piece.unsigned_abs() as usize][if piece < 0 { 119 - square } else { square }]
    }

    /// Mixes the two halves of a pair by the force still on the board.
    pub(crate) fn blend(&self, worth: Pair) -> i32 {
        let (middlegame, endgame) = halves(worth);
        // Promoted pieces can exceed the force of the start.
        let force = i32::from(self.sides[0].force + self.sides[1].force).min(FULL_FORCE);
        (middlegame * force + endgame * (FULL_FORCE - force)) / FULL_FORCE
    }

    /// What a generated move changes in the score, before the opponent answers.
    pub(crate) fn value(&self, chosen: Move) -> i32 {
        let (from, to) = (chosen.from(), chosen.to());
        let (piece, target) = (self.board[from], self.board[to]);
        let lands = if self.promotes(chosen) { chosen.promotion() } else { piece };
        let mut gain = self.worth(lands, to) - self.worth(piece, from);
        if target != EMPTY {
            gain += self.worth(target, to);
        } else if piece == PAWN && to == usize::from(self.ep) {
            gain += self.worth(-PAWN, to + 10);
        } else if piece == KING && from.abs_diff(to) == 2 {
            let corner = if to < from { A1 } else { H1 };
            gain += self.worth(ROOK, usize::midpoint(from, to)) - self.worth(ROOK, corner);
        }
        self.blend(gain)
    }

    /// Whether a move puts a piece where a pawn can take it, without having taken as much: the
    /// cheap half of an exchange evaluation. Force tells the kinds apart well enough.
    pub(crate) fn offers_to_pawn(&self, chosen: Move) -> bool {
        let force = |square: Square| FORCE[usize::from(self.board[square].unsigned_abs())];
        let to = chosen.to();
        force(chosen.from()) > force(to) && (self.board[to - 11] == -PAWN || self.board[to - 9] == -PAWN)
    }

    /// The score for the player to move, in hundredths of a pawn.
    pub(crate) fn evaluate(&self) -> i32 {
        let [ours, theirs] = self.sides;
        if ours.pieces > 1 && theirs.pieces > 1 {
            return self.blend(ours.score - theirs.score) + self.values.tempo;
        }
        // In a hunt for a lone king the kings have other places to be than their tables say.
        let king = |square: u8| self.values.worth[KING as usize][usize::from(square)];
        let others = self.blend(ours.score - king(ours.king) - theirs.score + king(theirs.king));
        if theirs.pieces == 1 {
            others + self.hunt(ours.king, 119 - theirs.king)
        } else {
            others - self.hunt(119 - theirs.king, ours.king)
        }
    }

    /// The progress of a hunt for a lone king: it must be driven to the edge, for a bishop and a
    /// knight to the right corner, and the hunter's king must come near.
    fn hunt(&self, hunter: u8, prey: u8) -> i32 {
        let place = |square: u8| (i32::from(square) / 10 - 2, i32::from(square) % 10 - 1);
        let ((row, column), (hunter_row, hunter_column)) = (place(prey), place(hunter));
        let apart = (row - hunter_row).abs().max((column - hunter_column).abs());
        // Steps from the middle, 0 to 6, twice over so that no fractions are needed.
        let mut driven = (2 * row - 7).abs() + (2 * column - 7).abs() - 2;
        let find = |kind: i8| self.board.iter().position(|&piece| piece == kind || piece == -kind);
        if let (Some(bishop), Some(_), 2) =
            (find(BISHOP), find(KNIGHT), self.sides[0].force + self.sides[1].force)
        {
            // The bishop's two corners lie where the sum (for a light bishop) or the difference of
            // row and column is extreme; both are 0 on the diagonal between the wrong corners.
            let light = (bishop / 10 + bishop % 10) % 2 == 1;
            let across = if light { row + column - 7 } else { row - column };
            driven = 5 * across.abs() + driven / 2;
        }
        // A step of the prey towards its corner is worth more than a step of the hunter: otherwise
        // the king stays close and the ring never narrows.
        10 * driven + 12 * (7 - apart)
    }
}
