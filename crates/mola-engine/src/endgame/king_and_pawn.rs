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
    let won = WINS.0[turned(pawn) as usize][turned(position.king(strong)) as usize];
    let prey = turned(position.king(!strong));
    if position.turn() == strong { won.attacker_moves.has(prey) } else { won.defender_moves.has(prey) }
}

/// The squares of the other king where the player with the pawn wins, by who is to move.
#[derive(Clone, Copy)]
struct Won {
    attacker_moves: Bitboard,
    defender_moves: Bitboard,
}

/// What is won, by the square of the pawn and that of its king.
struct Wins(Vec<[Won; 64]>);

static WINS: LazyLock<Wins> = LazyLock::new(Wins::work_out);

impl Wins {
    /// From the pawn's last rank backwards, since pawns never go back: marks what wins until nothing
    /// more is found.
    fn work_out() -> Self {
        let nothing = Won { attacker_moves: Bitboard::EMPTY, defender_moves: Bitboard::EMPTY };
        let mut wins = Self(vec![[nothing; 64]; 64]);
        for rank in Rank::ALL.into_iter().rev().filter(|rank| (Rank::Second..=Rank::Seventh).contains(rank)) {
            for pawn in [File::A, File::B, File::C, File::D].map(|file| Square::at(file, rank)) {
                while wins.mark(pawn) {}
            }
        }
        wins
    }

    /// Looks once at all places with a pawn on a square. Whether a win was added.
    fn mark(&mut self, pawn: Square) -> bool {
        let mut changed = false;
        let guarded = attacks::pawn(Color::White, pawn);
        for king in Square::ALL.into_iter().filter(|&king| king != pawn) {
            let apart = !attacks::king(king).with(king).with(pawn);
            let steps = attacks::king(king).without(pawn);
            let by_king = steps.into_iter().map(|king| self.0[pawn as usize][king as usize].defender_moves);
            let by_king = by_king.fold(Bitboard::EMPTY, |all, wins| all | wins);
            let attacker_moves = (by_king | self.by_pushing(king, pawn)) & apart & !guarded;
            // Where the other king may go. If it takes the pawn, or has no move at all, it has not lost.
            let free = !attacks::king(king) & !guarded;
            let escapes = free & !attacker_moves;
            let defender_moves = next_to(free) & !next_to(escapes) & apart;
            let won = &mut self.0[pawn as usize][king as usize];
            changed |= won.attacker_moves != attacker_moves || won.defender_moves != defender_moves;
            *won = Won { attacker_moves, defender_moves };
        }
        changed
    }

    /// Where the other king must be so that a push wins.
    fn by_pushing(&self, king: Square, pawn: Square) -> Bitboard {
        let mut wins = Bitboard::EMPTY;
        let mut passed = Bitboard::EMPTY;
        let mut pawn = pawn;
        for _ in 0..if pawn.rank() == Rank::Second { 2 } else { 1 } {
            let Some(next) = pawn.bitboard().north().first().filter(|&next| next != king) else { break };
            pawn = next;
            let won = if pawn.rank() < Rank::Eighth {
                self.0[pawn as usize][king as usize].defender_moves
            } else if attacks::king(pawn).has(king) {
                !pawn.bitboard()
            } else {
                // A queen or a rook is there to stay if it cannot be taken.
                !attacks::king(pawn).with(pawn)
            };
            wins |= won & !passed;
            passed = passed.with(pawn);
        }
        wins
    }
}

/// All squares from which a king can go to one of these.
fn next_to(squares: Bitboard) -> Bitboard {
    let beside = squares.east() | squares.west();
    let line = squares | beside;
    beside | line.north() | line.south()
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
        let count = |won: &Won| won.attacker_moves.count() + won.defender_moves.count();
        let won: u32 = WINS.0.iter().flatten().map(count).sum();
        assert_eq!(won, 111_282);
    }
}
