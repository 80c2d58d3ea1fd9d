//! What a position is worth: piece-square tables that carry the material, kept up to date by every
//! move, and a hunt for a lone king.
//!
//! Each man has two worths, one for the middlegame and one for the endgame; the pieces left on the
//! board say how far to go from the first to the second. The numbers are in [`tables`](crate::tables)
//! and `TUNING.md` says where they come from.

use crate::board::{A1, A8, BISHOP, EMPTY, H1, H8, KING, KNIGHT, Move, PAWN, Position, QUEEN, ROOK, Square};
use crate::piece_square::{ENDGAME, MATERIAL, MIDDLEGAME};

/// A middlegame and an endgame score in one number, so that both are added at once: the first is in
/// the upper half, the second in the lower half and borrows from the upper when it is negative.
pub(crate) type Pair = i32;

const fn pair(middlegame: i32, endgame: i32) -> Pair {
    (middlegame << 16) + endgame
}

/// The force of all pieces at the start: two queens of 4, four rooks of 2, eight minor pieces of 1.
const FULL_FORCE: i32 = 24;

/// How much a piece counts in telling middlegame from endgame, in minor pieces.
pub(crate) const fn force(piece: i8) -> i8 {
    match piece.abs() {
        KNIGHT | BISHOP => 1,
        ROOK => 2,
        QUEEN => 4,
        _ => 0,
    }
}

/// Material and square in one table for each kind of man, on the board's own 120 squares.
static WORTH: [[Pair; 120]; 7] = {
    let mut worth = [[0; 120]; 7];
    let mut kind = 0;
    while kind < 6 {
        let mut square = A8;
        while square <= H1 {
            let (row, column) = (square / 10 - 2, square % 10);
            if column != 0 && column != 9 {
                // The tables are half boards, files a to d. On a turned board the king's side
                // is sometimes left and sometimes right; a table that isn't its own mirror image
                // would judge white and black differently.
                let half = row * 4 + if column <= 4 { column - 1 } else { 8 - column };
                worth[kind + 1][square] = pair(
                    (MATERIAL[kind].0 + MIDDLEGAME[kind][half]) as i32,
                    (MATERIAL[kind].1 + ENDGAME[kind][half]) as i32,
                );
            }
            square += 1;
        }
        kind += 1;
    }
    worth
};

/// The worth of a man on a square for the player to move: the opponent's men count against.
pub(crate) const fn worth(piece: i8, square: Square) -> Pair {
    if piece < 0 { -WORTH[-piece as usize][119 - square] } else { WORTH[piece as usize][square] }
}

impl Position {
    /// Mixes the two halves of a pair by the force still on the board.
    pub(crate) fn blend(&self, worth: Pair) -> i32 {
        let endgame = worth as i16 as i32;
        let middlegame = (worth - endgame) >> 16;
        // Promoted pieces can exceed the force of the start.
        let force = i32::from(self.force[0] + self.force[1]).min(FULL_FORCE);
        (middlegame * force + endgame * (FULL_FORCE - force)) / FULL_FORCE
    }

    /// What a generated move changes in the score, before the opponent answers.
    pub(crate) fn value(&self, chosen: Move) -> i32 {
        let (from, to) = (chosen.from(), chosen.to());
        let (piece, target) = (self.board[from], self.board[to]);
        let lands = if piece == PAWN && to <= H8 { chosen.promotion() } else { piece };
        let mut gain = worth(lands, to) - worth(piece, from);
        if target != EMPTY {
            gain -= worth(target, to);
        } else if piece == PAWN && to == usize::from(self.ep) {
            gain -= worth(-PAWN, to + 10);
        } else if piece == KING && from.abs_diff(to) == 2 {
            let corner = if to < from { A1 } else { H1 };
            gain += worth(ROOK, usize::midpoint(from, to)) - worth(ROOK, corner);
        }
        self.blend(gain)
    }

    /// Whether a move puts a piece where a pawn can take it, without having taken as much: the
    /// cheap half of an exchange evaluation. Force tells the kinds apart well enough.
    pub(crate) fn offers_to_pawn(&self, chosen: Move) -> bool {
        let (from, to) = (chosen.from(), chosen.to());
        force(self.board[from]) > force(self.board[to])
            && (self.board[to - 11] == -PAWN || self.board[to - 9] == -PAWN)
    }

    /// The score for the player to move, in hundredths of a pawn.
    pub(crate) fn evaluate(&self) -> i32 {
        let [ours, theirs] = self.kings;
        // In a hunt the kings have other places to be than their tables say.
        let kings = worth(KING, ours.into()) + worth(-KING, theirs.into());
        if self.men[1] == 1 {
            self.blend(self.score - kings) + self.hunt(ours, theirs)
        } else if self.men[0] == 1 {
            self.blend(self.score - kings) - self.hunt(theirs, ours)
        } else {
            self.blend(self.score) + TEMPO
        }
    }

    /// The progress of a hunt for a lone king: it must be driven to the edge, for a bishop and a
    /// knight to the right corner, and the hunter's king must come near.
    fn hunt(&self, hunter: u8, prey: u8) -> i32 {
        let (row, column) = (i32::from(prey) / 10 - 2, i32::from(prey) % 10 - 1);
        let apart = i32::from((prey / 10).abs_diff(hunter / 10).max((prey % 10).abs_diff(hunter % 10)));
        // Steps from the middle, 0 to 6, twice over so that no fractions are needed.
        let from_middle = (2 * row - 7).abs() + (2 * column - 7).abs() - 2;
        let stands = |piece: i8| move |&man: &i8| man == piece || man == -piece;
        let bishop = self.board.iter().position(stands(BISHOP));
        let knight = self.board.iter().any(stands(KNIGHT));
        let driven = match bishop {
            // The bishop's two corners lie where the sum (for a light bishop) or the difference of
            // row and column is extreme; both are 0 on the diagonal between the wrong corners.
            Some(square) if knight && self.force[0] + self.force[1] == 2 => {
                let light = (square / 10 + square % 10) % 2 == 1;
                let across = if light { row + column - 7 } else { row - column };
                5 * across.abs() + from_middle / 2
            }
            _ => from_middle,
        };
        // A step of the prey towards its corner is worth more than a step of the hunter: otherwise
        // the king stays close and the ring never narrows.
        HUNT_DRIVEN * driven + HUNT_NEAR * (7 - apart)
    }
}

/// Having the move is worth a little.
pub(crate) const TEMPO: i32 = 12;
/// For every half step that a lone king is away from the middle, or nearer to its corner.
const HUNT_DRIVEN: i32 = 10;
/// For every step that the hunting king is nearer.
const HUNT_NEAR: i32 = 12;
