//! What moves were good before: the search's memory of this game, by which moves are ordered, pruned
//! and reduced, and by which the static evaluation is corrected.

use mola_rules::{Bitboard, Color, Move, Piece, Role, Square};

use crate::params::Knobs;
use crate::prefetch::prefetch;
use crate::value::Value;

/// The bound of every history score.
const MOST: i32 = 16_384;

/// A score that moves towards ±[`MOST`]: the farther it is, the less a bonus adds (gravity).
fn nudge(score: &mut i16, bonus: i32) {
    let old = i32::from(*score);
    *score = (old + bonus - old * bonus.abs() / MOST) as i16;
}

const fn index(piece: Piece) -> usize {
    piece.color as usize * 6 + piece.role as usize
}

/// A piece and where it goes: what histories know of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    piece: u8,
    to: Square,
}

impl Step {
    pub(crate) fn of(m: Move, color: Color) -> Self {
        Self { piece: index(m.role().of(color)) as u8, to: m.to() }
    }

    /// A number for each step.
    pub(crate) const fn number(self) -> u64 {
        self.piece as u64 * 64 + self.to as u64
    }
}

type ByStep<T> = [[T; 64]; 12];

/// What quiet moves are judged by, besides themselves.
#[derive(Clone, Copy, Default)]
pub(crate) struct Scene {
    /// The squares that the opponent attacks: leaving one is another thing than entering one.
    pub(crate) threats: Bitboard,
    /// The key of the pawns.
    pub(crate) pawns: u64,
    /// The moves one, two and four plies ago.
    pub(crate) before: [Option<Step>; 3],
}

/// Scores of quiet moves after one earlier move.
type Continuation = ByStep<i16>;

/// All that one thread remembers.
pub(crate) struct History {
    /// Quiet moves, by player, by whether both squares are attacked, and by the squares.
    quiet: Box<[[[[i16; 64]; 64]; 4]; 2]>,
    /// Quiet moves in structures of pawns.
    pawn: Box<[ByStep<i16>; Self::STRUCTURES]>,
    /// Captures, by piece, square and what is captured.
    capture: Box<ByStep<[i16; 6]>>,
    /// Quiet moves after an earlier move.
    continuation: Box<ByStep<Continuation>>,
    correction: Correction,
}

/// Where the score of a quiet move is kept in [`History::quiet`].
fn quiet_slot(threats: Bitboard, color: Color, m: Move) -> [usize; 4] {
    let attacked = usize::from(threats.has(m.from())) + 2 * usize::from(threats.has(m.to()));
    [color as usize, attacked, m.from() as usize, m.to() as usize]
}

/// How good the quiet moves of one player are in one place.
pub(crate) struct Judge<'a> {
    threats: Bitboard,
    color: Color,
    quiet: &'a [[[i16; 64]; 64]; 4],
    pawn: &'a ByStep<i16>,
    after: [&'a Continuation; 3],
}

impl Judge<'_> {
    #[inline]
    pub(crate) fn quiet(&self, m: Move) -> i32 {
        let [_, attacked, from, to] = quiet_slot(self.threats, self.color, m);
        let piece = Step::of(m, self.color).piece as usize;
        let after: i32 = self.after.iter().map(|after| i32::from(after[piece][to])).sum();
        i32::from(self.quiet[attacked][from][to]) + i32::from(self.pawn[piece][to]) + after
    }
}

impl History {
    /// How many structures of pawns are told apart.
    const STRUCTURES: usize = 512;

    pub(crate) fn new() -> Self {
        Self {
            quiet: zeroed(),
            pawn: zeroed(),
            capture: zeroed(),
            continuation: zeroed(),
            correction: Correction::new(),
        }
    }

    /// Forgets everything, in place: allocators do not always give memory back, so new tables for each game would
    /// add up.
    pub(crate) fn clear(&mut self) {
        let Self { quiet, pawn, capture, continuation, correction } = self;
        clear(&mut **quiet);
        clear(&mut **pawn);
        clear(&mut **capture);
        clear(&mut **continuation);
        clear(&mut *correction.0);
    }

    /// How good a quiet move was in places like this one.
    pub(crate) fn quiet(&self, scene: &Scene, color: Color, m: Move) -> i32 {
        self.judge(scene, color).quiet(m)
    }

    /// Finds once what all quiet moves of a player in one place are judged by.
    #[inline]
    pub(crate) fn judge(&self, scene: &Scene, color: Color) -> Judge<'_> {
        Judge {
            threats: scene.threats,
            color,
            quiet: &self.quiet[color as usize],
            pawn: &self.pawn[scene.pawns as usize % Self::STRUCTURES],
            after: scene.before.map(|before| self.after(before)),
        }
    }

    /// Learns that a quiet move was good, or bad if `bonus` is negative.
    pub(crate) fn update_quiet(&mut self, scene: &Scene, color: Color, m: Move, bonus: i32) {
        let [player, attacked, from, to] = quiet_slot(scene.threats, color, m);
        let step = Step::of(m, color);
        nudge(&mut self.quiet[player][attacked][from][to], bonus);
        nudge(&mut self.pawn[scene.pawns as usize % Self::STRUCTURES][step.piece as usize][to], bonus);
        self.update_after(scene, color, m, bonus);
    }

    /// Learns the same for places that follow the same moves, and not in general.
    pub(crate) fn update_after(&mut self, scene: &Scene, color: Color, m: Move, bonus: i32) {
        let step = Step::of(m, color);
        for before in scene.before {
            self.update_continuation(before, step, bonus);
        }
    }

    /// Learns the same from a hint that is cheaper than a search: only the move itself is remembered, not what
    /// came before it.
    pub(crate) fn hint_quiet(&mut self, threats: Bitboard, color: Color, m: Move, bonus: i32) {
        let [player, attacked, from, to] = quiet_slot(threats, color, m);
        nudge(&mut self.quiet[player][attacked][from][to], bonus);
    }

    pub(crate) fn capture(&self, m: Move, color: Color, victim: Role) -> i32 {
        let Step { piece, to } = Step::of(m, color);
        i32::from(self.capture[piece as usize][to as usize][victim as usize])
    }

    pub(crate) fn update_capture(&mut self, m: Move, color: Color, victim: Role, bonus: i32) {
        let Step { piece, to } = Step::of(m, color);
        nudge(&mut self.capture[piece as usize][to as usize][victim as usize], bonus);
    }

    /// How good quiet moves were after an earlier step; nothing is known after none.
    #[inline]
    fn after(&self, before: Option<Step>) -> &Continuation {
        const NOTHING: Continuation = Continuation::ZERO;
        match before {
            Some(step) => &self.continuation[step.piece as usize][step.to as usize],
            None => &NOTHING,
        }
    }

    fn update_continuation(&mut self, before: Option<Step>, step: Step, bonus: i32) {
        if let Some(before) = before {
            let after = &mut self.continuation[before.piece as usize][before.to as usize];
            nudge(&mut after[step.piece as usize][step.to as usize], bonus);
        }
    }

    pub(crate) const fn correction(&self) -> &Correction {
        &self.correction
    }

    pub(crate) const fn correction_mut(&mut self) -> &mut Correction {
        &mut self.correction
    }
}

/// Keys of what positions share: the pawns, the minor pieces, each player's pieces, and the last two moves.
pub(crate) type SharedKeys = [u64; 5];

/// By how much the static evaluation was wrong in positions that share something with this one.
pub(crate) struct Correction(Box<[[[i16; Self::LEN]; 5]; 2]>);

impl Correction {
    const LEN: usize = 16_384;
    /// Units in a hundredth of a pawn, so that small errors add up.
    const GRAIN: i32 = 256;
    /// The weight of all that was learned before.
    const WHOLE: i32 = 256;
    /// The largest correction by one part, in units.
    const MOST: i32 = Self::GRAIN * 32;

    fn new() -> Self {
        Self(zeroed())
    }

    /// What to add to the static evaluation.
    pub(crate) fn get(&self, turn: Color, keys: &SharedKeys, knobs: &Knobs) -> Value {
        let pieces = knobs.correction_pieces();
        let shares =
            [knobs.correction_pawns(), knobs.correction_minors(), pieces, pieces, knobs.correction_moves()];
        let parts = self.0[turn as usize].iter().zip(keys).zip(shares);
        let sum: i32 = parts.map(|((part, key), share)| share * i32::from(part[Self::slot(*key)])).sum();
        sum / (1024 * Self::GRAIN)
    }

    /// Asks the memory for what [`get`](Self::get) will read.
    #[inline]
    pub(crate) fn prefetch(&self, turn: Color, keys: &SharedKeys) {
        for (part, key) in self.0[turn as usize].iter().zip(keys) {
            prefetch(&part[Self::slot(*key)]);
        }
    }

    /// Learns that the search found `error` more than the evaluation said, at this depth.
    pub(crate) fn update(&mut self, turn: Color, keys: &SharedKeys, error: Value, depth: i32, knobs: &Knobs) {
        let weight = (depth + 1).min(knobs.correction_weight());
        let most = knobs.correction_error();
        let target = error.clamp(-most, most) * Self::GRAIN;
        for (part, key) in self.0[turn as usize].iter_mut().zip(keys) {
            let slot = &mut part[Self::slot(*key)];
            let mixed = (i32::from(*slot) * (Self::WHOLE - weight) + target * weight) / Self::WHOLE;
            *slot = mixed.clamp(-Self::MOST, Self::MOST) as i16;
        }
    }

    const fn slot(key: u64) -> usize {
        key as usize % Self::LEN
    }
}

/// A zero, or an array of zeros of any shape.
trait Zero {
    const ZERO: Self;
}

impl Zero for i16 {
    const ZERO: Self = 0;
}

impl<T: Zero, const N: usize> Zero for [T; N] {
    const ZERO: Self = [T::ZERO; N];
}

/// Zeros on the heap, built row by row, since a megabyte does not fit on every stack.
#[allow(clippy::unnecessary_box_returns, reason = "the heap is the point")]
fn zeroed<T: Zero, const N: usize>() -> Box<[T; N]> {
    let rows: Box<[T]> = (0..N).map(|_| T::ZERO).collect();
    match rows.try_into() {
        Ok(array) => array,
        Err(_) => unreachable!("there are as many rows as asked for"),
    }
}

/// The same in place.
fn clear<T: Zero>(rows: &mut [T]) {
    for row in rows {
        *row = T::ZERO;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_bonus_drives_a_score_out_of_bounds() {
        let mut score = 0;
        for bonus in [3000; 1000].into_iter().chain([-3000; 3000]) {
            nudge(&mut score, bonus);
            assert!(i32::from(score).abs() <= MOST);
        }
        assert!(i32::from(score) < -MOST * 9 / 10);
    }

    #[test]
    fn a_correction_approaches_the_error_it_is_told() {
        let mut correction = Correction::new();
        let (keys, knobs) = ([1, 2, 3, 4, 5], Knobs::new());
        for _ in 0..2000 {
            correction.update(Color::White, &keys, 10, 8, &knobs);
        }
        let shares = knobs.correction_pawns()
            + knobs.correction_minors()
            + 2 * knobs.correction_pieces()
            + knobs.correction_moves();
        let all = 10 * shares / 1024;
        assert!((all * 5 / 6..=all).contains(&correction.get(Color::White, &keys, &knobs)));
        assert_eq!(correction.get(Color::Black, &keys, &knobs), 0);
    }
}
