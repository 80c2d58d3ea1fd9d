//! What is remembered of each ply of the line that is being searched, and from one search to the next.

use mola_rules::{Bitboard, Move, Position};

use crate::history::{History, Step};
use crate::nnue::accumulator::Accumulators;
use crate::part_keys::PartKeys;
use crate::tree_sample::TreeSample;
use crate::value::{MAX_PLY, UNKNOWN, Value};

/// Frames before the root, so that looking back a few plies never leaves the stack.
const BEFORE_ROOT: usize = 6;

/// What is remembered of one ply.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    /// The move played here; none for a null move.
    pub(super) played: Option<Move>,
    pub(super) step: Option<Step>,
    /// Whether it changed no material.
    pub(super) quiet: bool,
    /// The squares that the opponent attacked before it.
    pub(super) threats: Bitboard,
    pub(super) eval: Value,
    pub(super) killer: Option<Move>,
    /// A move that is left out, to see how good the others are.
    pub(super) excluded: Option<Move>,
    /// How often the line up to the move played here was extended by more than a ply.
    pub(super) double_extensions: i32,
    /// By how many plies the move played here is searched less deeply.
    pub(super) reduction: i32,
    /// Whether the position was ever in a principal variation.
    pub(super) was_pv: bool,
    /// How often siblings of this ply's nodes were cut.
    pub(super) cuts: i32,
}

/// The frames of all plies.
pub(super) struct Stack(Vec<Frame>);

impl Stack {
    pub(super) fn new() -> Self {
        let empty = Frame {
            played: None,
            step: None,
            quiet: false,
            threats: Bitboard::EMPTY,
            eval: UNKNOWN,
            killer: None,
            excluded: None,
            double_extensions: 0,
            reduction: 0,
            was_pv: false,
            cuts: 0,
        };
        Self(vec![empty; MAX_PLY + 2 + BEFORE_ROOT])
    }

    pub(super) fn at(&mut self, ply: usize) -> &mut Frame {
        &mut self.0[ply + BEFORE_ROOT]
    }

    /// The frame of some plies before, at most six.
    pub(super) fn before(&self, ply: usize, plies_ago: usize) -> &Frame {
        &self.0[ply + BEFORE_ROOT - plies_ago]
    }
}

/// The position of a ply, and what goes with it.
#[derive(Clone, Copy)]
pub(super) struct State {
    pub(super) position: Position,
    pub(super) part_keys: PartKeys,
    /// Moves since the last one that cannot be undone: pawn moves, captures, and null moves.
    pub(super) reversible: usize,
}

/// The best line found so far at one ply.
#[derive(Clone)]
pub(super) struct Line(MoveList<MAX_PLY>);

impl Line {
    pub(super) const EMPTY: Self = Self(MoveList::new());

    pub(super) const fn clear(&mut self) {
        self.0.len = 0;
    }

    pub(super) fn set(&mut self, first: Move, rest: &Self) {
        self.clear();
        self.0.push(first);
        rest.iter().for_each(|m| self.0.push(m));
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        self.0.iter()
    }
}

/// A few moves, without allocation. What does not fit is forgotten.
#[derive(Clone)]
pub(super) struct MoveList<const MOST: usize> {
    moves: [Option<Move>; MOST],
    len: usize,
}

impl<const MOST: usize> MoveList<MOST> {
    pub(super) const fn new() -> Self {
        Self { moves: [None; MOST], len: 0 }
    }

    pub(super) fn push(&mut self, m: Move) {
        if let Some(slot) = self.moves.get_mut(self.len) {
            *slot = Some(m);
            self.len += 1;
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        self.moves[..self.len].iter().flatten().copied()
    }
}

/// Moves that were tried at a node, as many as histories hear about.
pub(super) type Tried = MoveList<32>;

/// What one thread remembers from one search to the next.
pub(crate) struct Memory {
    pub(super) history: History,
    pub(super) accumulators: Accumulators,
    /// Draws positions from the tree, if the host wants them.
    pub(crate) sample: Option<TreeSample>,
}

impl Memory {
    pub(crate) fn new() -> Self {
        Self { history: History::new(), accumulators: Accumulators::new(), sample: None }
    }

    /// Forgets all positions, as at the start of a new game.
    pub(crate) fn clear(&mut self) {
        self.history.clear();
        self.accumulators.clear();
    }
}
