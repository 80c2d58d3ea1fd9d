//! Accumulators for when a king crosses to the other half of the board and all pieces are seen anew.
//!
//! The last such sums of each player and half are kept together with their pieces. The next time,
//! only the difference is added and taken away, which is small within one search.

use mola_rules::{Bitboard, Color, Position, Role};

use super::Ready;
use super::features::{Perspective, is_right};
use super::kernels::{Block, Row};

/// Sums, and the pieces that they were taken over.
#[derive(Clone)]
struct Kept {
    pieces: [[Bitboard; 6]; 2],
    sums: Vec<Block>,
}

/// The last sums for each player and each half of the board.
pub(super) struct RefreshCache {
    kept: [[Kept; 2]; 2],
}

impl RefreshCache {
    pub(super) fn new() -> Self {
        let empty = Kept { pieces: [[Bitboard::EMPTY; 6]; 2], sums: Vec::new() };
        Self { kept: [[empty.clone(), empty.clone()], [empty.clone(), empty]] }
    }

    /// Forgets everything, and starts from empty boards of a network.
    pub(super) fn begin(&mut self, network: &Ready) {
        let sums = network.biases().to_vec();
        for kept in self.kept.iter_mut().flatten() {
            *kept = Kept { pieces: [[Bitboard::EMPTY; 6]; 2], sums: sums.clone() };
        }
    }

    /// The sums of a position as a player sees it, written to `to`.
    pub(super) fn refresh(
        &mut self,
        network: &Ready,
        eye: Perspective,
        color: Color,
        position: &Position,
        to: &mut Row,
    ) {
        let half = usize::from(is_right(position.king(color)));
        let kept = &mut self.kept[color as usize][half];
        // A board has at most 32 pieces, and so have the kept ones.
        let nothing: &Row = &[];
        let (mut adds, mut removes) = ([nothing; 32], [nothing; 32]);
        let (mut added, mut removed) = (0, 0);
        for side in Color::ALL {
            for role in Role::ALL {
                let piece = role.of(side);
                let now = position.pieces(piece);
                let before = std::mem::replace(&mut kept.pieces[side as usize][role as usize], now);
                for square in now & !before {
                    adds[added] = network.row(eye.input(piece, square));
                    added += 1;
                }
                for square in before & !now {
                    removes[removed] = network.row(eye.input(piece, square));
                    removed += 1;
                }
            }
        }
        network.path.change(&mut kept.sums, &adds[..added], &removes[..removed]);
        to.copy_from_slice(&kept.sums);
    }
}
