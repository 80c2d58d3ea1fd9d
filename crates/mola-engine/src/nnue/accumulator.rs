//! Accumulators along the line that is being searched.
//!
//! While moves are played, only what changed is written down. The sums follow when an evaluation is
//! asked for, from the nearest ply that has them; most plies never need theirs.

use mola_rules::{Color, Observer, Piece, Position, Role, Square};

use super::Ready;
use super::features::{Perspective, is_right};
use super::kernels::{Block, Row};
use super::refresh::RefreshCache;
use crate::value::{MAX_PLY, Value};

/// What a move changed: at most two pieces were lifted, and at most two landed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Changes {
    lifted: [(Piece, Square); 2],
    landed: [(Piece, Square); 2],
    lifted_len: u8,
    landed_len: u8,
    /// Whose king went to the other half of the board, so that its player sees all pieces anew.
    crossed: [bool; 2],
}

impl Changes {
    const NONE: Self = Self {
        lifted: [(Piece { color: Color::White, role: Role::Pawn }, Square::A1); 2],
        landed: [(Piece { color: Color::White, role: Role::Pawn }, Square::A1); 2],
        lifted_len: 0,
        landed_len: 0,
        crossed: [false; 2],
    };
}

impl Observer for Changes {
    #[inline]
    fn lifted(&mut self, piece: Piece, from: Square) {
        debug_assert!(self.lifted_len < 2, "no move lifts three pieces");
        self.lifted[usize::from(self.lifted_len & 1)] = (piece, from);
        self.lifted_len += 1;
        if piece.role == Role::King {
            self.crossed[piece.color as usize] ^= is_right(from);
        }
    }

    #[inline]
    fn landed(&mut self, piece: Piece, on: Square) {
        debug_assert!(self.landed_len < 2, "no move lands three pieces");
        self.landed[usize::from(self.landed_len & 1)] = (piece, on);
        self.landed_len += 1;
        if piece.role == Role::King {
            self.crossed[piece.color as usize] ^= is_right(on);
        }
    }
}

/// One ply of the line.
#[derive(Clone, Copy)]
struct Entry {
    /// What the move to this ply changed.
    changes: Changes,
    /// Whose sums are up to date.
    ready: [bool; 2],
}

/// The accumulators of one thread.
pub(crate) struct Accumulators {
    entries: Vec<Entry>,
    /// For each ply two rows, White's first.
    values: Vec<Block>,
    cache: RefreshCache,
    /// The network that the values belong to.
    network: Option<u64>,
}

impl Accumulators {
    pub(crate) fn new() -> Self {
        let entry = Entry { changes: Changes::NONE, ready: [false; 2] };
        Self {
            entries: vec![entry; MAX_PLY + 2],
            values: Vec::new(),
            cache: RefreshCache::new(),
            network: None,
        }
    }

    /// Begins a search at a new position.
    pub(crate) fn begin(&mut self, network: &Ready) {
        self.entries[0].ready = [false; 2];
        if self.network != Some(network.hash()) {
            self.network = Some(network.hash());
            self.values.resize(2 * network.width() * self.entries.len(), Block::ZERO);
            self.cache.begin(network);
        }
    }

    /// Forgets all sums.
    pub(crate) const fn clear(&mut self) {
        self.network = None;
    }

    /// A move that leads to `ply` is about to be played, and the result must observe it.
    #[inline]
    pub(crate) fn next(&mut self, ply: usize) -> &mut Changes {
        let entry = &mut self.entries[ply];
        *entry = Entry { changes: Changes::NONE, ready: [false; 2] };
        &mut entry.changes
    }

    /// The network's value of the position that the line has at `ply`, for the player to move.
    pub(crate) fn evaluate(&mut self, network: &Ready, ply: usize, position: &Position) -> Value {
        for color in Color::ALL {
            self.bring_up_to_date(network, ply, position, color);
        }
        let turn = position.turn();
        let (own, their) = (self.row(network, ply, turn), self.row(network, ply, !turn));
        network.value(own, their, position.occupied().count() as usize)
    }

    fn row(&self, network: &Ready, ply: usize, color: Color) -> &Row {
        &self.values[(2 * ply + color as usize) * network.width()..][..network.width()]
    }

    fn bring_up_to_date(&mut self, network: &Ready, ply: usize, position: &Position, color: Color) {
        let side = color as usize;
        let eye = Perspective::new(color, position.king(color));
        let mut ready = ply;
        while !self.entries[ready].ready[side] {
            if ready == 0 || self.entries[ready].changes.crossed[side] {
                let row = &mut self.values[(2 * ply + side) * network.width()..][..network.width()];
                self.cache.refresh(network, eye, color, position, row);
                self.entries[ply].ready[side] = true;
                return;
            }
            ready -= 1;
        }
        for next in ready + 1..=ply {
            self.update(network, next, eye, side);
        }
    }

    /// The sums of a ply from those of the one before.
    fn update(&mut self, network: &Ready, ply: usize, eye: Perspective, side: usize) {
        let width = network.width();
        let (before, here) = self.values.split_at_mut(2 * ply * width);
        let from = &before[before.len() - (2 - side) * width..][..width];
        let to = &mut here[side * width..][..width];
        let Entry { changes, ready } = &mut self.entries[ply];
        let row = |(piece, square): (Piece, Square)| network.row(eye.input(piece, square));
        let (added, removed) = (changes.landed, changes.lifted);
        match (changes.landed_len, changes.lifted_len) {
            (1, 1) => network.path.quiet(to, from, row(added[0]), row(removed[0])),
            (1, 2) => network.path.capture(to, from, row(added[0]), removed.map(row)),
            (2, 2) => network.path.castle(to, from, added.map(row), removed.map(row)),
            // A null move.
            _ => to.copy_from_slice(from),
        }
        ready[side] = true;
    }
}

#[cfg(test)]
mod tests {
    use super::super::Quantized;
    use super::super::path::Usable;
    use super::*;
    use mola_game::Dice;

    /// Plays random games, evaluates at random plies, and compares with sums from scratch.
    fn play_randomly(network: &Ready, starts: &[&str], seed: u64, games: u32) -> u32 {
        let mut dice = Dice::new(seed);
        let mut throw = |below: usize| dice.below(below);
        let mut compared = 0;
        let mut accumulators = Accumulators::new();
        for game in 0..games {
            let start: Position = starts[game as usize % starts.len()].parse().unwrap();
            accumulators.begin(network);
            let mut line = vec![start];
            for _ in 0..150 {
                // Back to an earlier ply now and then, as searches do.
                if throw(6) == 0 {
                    line.truncate(1 + throw(line.len()));
                }
                let ply = line.len();
                let mut position = line[ply - 1];
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                if throw(20) == 0 && !position.is_check() {
                    accumulators.next(ply);
                    position.pass();
                } else {
                    position.play_observed(moves[throw(moves.len())], accumulators.next(ply));
                }
                line.push(position);
                // Not at every ply: the sums must be caught up with.
                if throw(3) > 0 {
                    let found = accumulators.evaluate(network, ply, &position);
                    assert_eq!(found, network.evaluate(position.board(), position.turn()), "{position}");
                    compared += 1;
                }
            }
        }
        compared
    }

    const STARTS: [&str; 4] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/PPPPk3/8/8/8/8/ppppK3/8 w - - 0 1",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    ];

    #[test]
    fn sums_along_a_line_are_those_from_scratch() {
        let direct = [32, 64, 128].map(|hidden| Quantized::random(hidden, 5));
        for network in direct.iter().chain([&Quantized::random_with_layers(64, 5)]) {
            let compared = play_randomly(&Ready::from(network), &STARTS, 1, 60);
            assert!(compared > 3_000, "{compared}");
        }
    }

    #[test]
    fn every_path_sees_the_same_game() {
        for network in [Quantized::random(64, 9), Quantized::random_with_layers(128, 9)] {
            for path in Usable::all() {
                let network = Ready::on_path(&network, path);
                assert!(play_randomly(&network, &STARTS[..2], 77, 10) > 300);
            }
        }
    }

    #[test]
    fn sums_are_right_at_every_node_of_a_tree() {
        fn walk(
            network: &Ready,
            accumulators: &mut Accumulators,
            position: &Position,
            ply: usize,
            depth: u32,
        ) {
            let found = accumulators.evaluate(network, ply, position);
            assert_eq!(found, network.evaluate(position.board(), position.turn()), "{position}");
            if depth > 0 {
                for m in position.legal_moves() {
                    let mut child = *position;
                    child.play_observed(m, accumulators.next(ply + 1));
                    walk(network, accumulators, &child, ply + 1, depth - 1);
                }
            }
        }
        let network = Ready::from(&Quantized::random(32, 3));
        let mut accumulators = Accumulators::new();
        for fen in [STARTS[1], STARTS[3], "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"]
        {
            accumulators.begin(&network);
            walk(&network, &mut accumulators, &fen.parse().unwrap(), 0, 2);
        }
    }
}
