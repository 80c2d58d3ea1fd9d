//! Finds the multipliers of `attacks/magic.rs`, the same ones every time: `cargo run --release -p
//! mola-rules --example find_magics > crates/mola-rules/src/attacks/magics.txt`.
//!
//! A magic multiplier sends every arrangement of blockers around a slider to an index in such a way
//! that two arrangements share an index only if the slider's reach is the same. Nobody computes
//! them: sparse random numbers are tried until one works.

use mola_rules::attacks::rays;
use mola_rules::{Bitboard, Square};

fn main() {
    let mut noise = Noise(0x4D6F6C61206D6F6C);
    for directions in [rays::DIAGONAL, rays::STRAIGHT] {
        for square in Square::ALL {
            println!("{:016X}", find(square, directions, &mut noise));
        }
    }
}

fn find(square: Square, directions: rays::Directions, noise: &mut Noise) -> u64 {
    let relevant = rays::relevant(square, directions);
    let shift = 64 - relevant.count();
    let cases: Vec<(u64, Bitboard)> = relevant
        .subsets()
        .map(|blockers| (blockers.bits(), rays::attacks(square, directions, blockers)))
        .collect();
    let mut reach_at = vec![(0_u32, Bitboard::EMPTY); cases.len()];
    for attempt in 1.. {
        let magic = noise.next() & noise.next() & noise.next();
        let works = cases.iter().all(|&(blockers, reach)| {
            let slot = &mut reach_at[(blockers.wrapping_mul(magic) >> shift) as usize];
            if slot.0 != attempt {
                *slot = (attempt, reach);
            }
            slot.1 == reach
        });
        if works {
            return magic;
        }
    }
    unreachable!("some multiplier works for every square");
}

/// A xorshift generator: the search must end at the same numbers on every machine.
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}
