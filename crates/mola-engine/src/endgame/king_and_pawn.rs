//! King and pawn against king: who wins is worked out for all positions when the first one is met.
//!
//! The pawn is White's and stands on the left half; other positions are mirrored to that.

use std::sync::LazyLock;

use mola_rules::{Bitboard, Color, File, Position, Rank, Role, Square, attacks};

/// Whether the player with the pawn wins a position with two kings and one pawn.
pub(super) fn is_won(position: &Position) -> bool {
    let Some(pawn) = position.role(Role::Pawn).first() else { return false };
    let strong = if position.color(Color::White).has(pawn) { Color::White } else { Color::Black };
    let turned = |square: Square| {
        let square = square.relative(strong);
        if pawn.file() > File::D {
            Square::at(File::ALL[7 - square.file() as usize], square.rank())
        } else {
            square
        }
    };
    let place = Place {
        attacker_moves: position.turn() == strong,
        king: turned(position.king(strong)),
        prey: turned(position.king(!strong)),
        pawn: turned(pawn),
    };
    WINS.has(place)
}

#[derive(Clone, Copy)]
struct Place {
    attacker_moves: bool,
    king: Square,
    /// The other king.
    prey: Square,
    pawn: Square,
}

impl Place {
    /// Two sides to move, 64 squares for each king, 64 for the pawn (of which a third is used).
    const COUNT: usize = 2 * 64 * 64 * 64;

    fn index(self) -> usize {
        let squares = (self.pawn as usize * 64 + self.king as usize) * 64 + self.prey as usize;
        2 * squares + usize::from(self.attacker_moves)
    }

    /// Whether the position can occur at all.
    fn is_legal(self) -> bool {
        let apart = self.king.distance(self.prey) > 1 && self.king != self.pawn && self.prey != self.pawn;
        apart && !(self.attacker_moves && attacks::pawn(Color::White, self.pawn).has(self.prey))
    }

    /// The squares that a king can go to without looking at the other side's answers.
    fn steps(self) -> Bitboard {
        if self.attacker_moves {
            attacks::king(self.king) & !attacks::king(self.prey) & !self.pawn.bitboard()
        } else {
            attacks::king(self.prey) & !attacks::king(self.king) & !attacks::pawn(Color::White, self.pawn)
        }
    }
}

/// A bit for each place.
struct Wins(Vec<u64>);

static WINS: LazyLock<Wins> = LazyLock::new(Wins::work_out);

impl Wins {
    fn has(&self, place: Place) -> bool {
        let index = place.index();
        self.0[index / 64] >> (index % 64) & 1 != 0
    }

    /// From the pawn's last rank backwards, since pawns never go back: marks what wins until nothing
    /// more is found.
    fn work_out() -> Self {
        let mut wins = Self(vec![0; Place::COUNT / 64]);
        for rank in Rank::ALL.into_iter().rev().filter(|rank| (Rank::Second..=Rank::Seventh).contains(rank)) {
            while wins.mark_rank(rank) {}
        }
        wins
    }

    /// Looks once at all places with a pawn on a rank. Whether a win was added.
    fn mark_rank(&mut self, rank: Rank) -> bool {
        let mut changed = false;
        for pawn in [File::A, File::B, File::C, File::D].map(|file| Square::at(file, rank)) {
            for (king, prey) in Square::ALL.into_iter().flat_map(|a| Square::ALL.map(|b| (a, b))) {
                for attacker_moves in [true, false] {
                    let place = Place { attacker_moves, king, prey, pawn };
                    if place.is_legal() && !self.has(place) && self.follows(place) {
                        self.0[place.index() / 64] |= 1 << (place.index() % 64);
                        changed = true;
                    }
                }
            }
        }
        changed
    }

    /// Whether a win follows from the wins that are marked.
    fn follows(&self, place: Place) -> bool {
        let steps = place.steps();
        if place.attacker_moves {
            let by_king =
                steps.into_iter().any(|king| self.has(Place { attacker_moves: false, king, ..place }));
            by_king || self.wins_by_pushing(place)
        } else {
            // A king that takes the pawn, or has no move at all, has not lost.
            steps.any()
                && steps
                    .into_iter()
                    .all(|prey| prey != place.pawn && self.has(Place { attacker_moves: true, prey, ..place }))
        }
    }

    fn wins_by_pushing(&self, place: Place) -> bool {
        let occupied = place.king.bitboard() | place.prey.bitboard();
        let mut pawn = place.pawn;
        for _ in 0..if pawn.rank() == Rank::Second { 2 } else { 1 } {
            let Some(next) = pawn.bitboard().north().first().filter(|&next| !occupied.has(next)) else {
                return false;
            };
            pawn = next;
            if pawn.rank() == Rank::Eighth {
                // A queen or a rook is there to stay if it cannot be taken.
                return place.prey.distance(pawn) > 1 || place.king.distance(pawn) <= 1;
            }
            if self.has(Place { attacker_moves: false, pawn, ..place }) {
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_classics_are_known() {
        let cases = [
            ("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1", false),
            ("8/8/8/4k3/8/4K3/4P3/8 b - - 0 1", true),
            ("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", true),
            ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", true),
            ("4k3/4P3/4K3/8/8/8/8/8 b - - 0 1", false),
            ("k7/8/K7/P7/8/8/8/8 w - - 0 1", false),
            ("8/8/8/8/5k2/8/1P6/K7 w - - 0 1", true),
            ("6k1/8/8/8/8/p7/8/1K6 w - - 0 1", false),
            ("8/8/8/2p5/8/2k5/8/2K5 w - - 0 1", true),
        ];
        for (fen, won) in cases {
            assert_eq!(is_won(&fen.parse().unwrap()), won, "{fen}");
        }
    }

    /// The number that others found too, with the pawn on the left half.
    #[test]
    fn as_many_positions_are_won_as_should_be() {
        let won: u32 = WINS.0.iter().map(|word| word.count_ones()).sum();
        assert_eq!(won, 111_282);
    }
}
