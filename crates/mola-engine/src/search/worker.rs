//! One thread's search in progress: it plays moves along the current line, sees draws, evaluates, and
//! notices when to stop.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use mola_rules::{Bitboard, Move, Position, Role};

use super::stack::{Line, Memory, Stack, State};
use super::{Kind, Reductions, RootMove};
use crate::cycles::Cycles;
use crate::endgame::{is_known_win, known_ending};
use crate::history::{Scene, SharedKeys, Step};
use crate::movepick::{Hints, Picker, Scored, is_tactical};
use crate::nnue::Ready;
use crate::params::Knobs;
use crate::part_keys::PartKeys;
use crate::tablebase::Tablebase;
use crate::threats::Threats;
use crate::transposition::Table;
use crate::value::{LEAST_WIN, MAX_PLY, UNKNOWN, Value};

/// What the pieces on the board at the start of a game are worth in pawns.
const ALL_PIECES: i32 = 62;

/// What the pieces on the board are worth in pawns, the usual count.
fn count_pieces(position: &Position) -> i32 {
    let count = |role: Role| position.role(role).count() as i32;
    3 * (count(Role::Knight) + count(Role::Bishop)) + 5 * count(Role::Rook) + 9 * count(Role::Queen)
}

/// What all threads of a search share.
pub(crate) struct Shared<'a> {
    pub(crate) knobs: &'a Knobs,
    pub(crate) table: &'a Table,
    pub(crate) reductions: &'a Reductions,
    pub(crate) cycles: &'a Cycles,
    /// Endgame tables, if the search may probe them.
    pub(crate) tablebase: Option<&'a Tablebase>,
    /// How often the endgame tables had an answer.
    pub(crate) table_hits: AtomicU64,
    pub(crate) network: &'a Ready,
    /// Raised once, by the first thread that sees a limit reached.
    pub(crate) stop: AtomicBool,
    /// Nodes of all threads, added now and then.
    pub(crate) nodes: AtomicU64,
    pub(crate) node_limit: Option<u64>,
}

impl Shared<'_> {
    pub(crate) fn stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }
}

/// Nodes after which a thread publishes its count and asks the host whether to stop.
const NODES_BETWEEN_POLLS: u64 = 1024;

/// One thread's search in progress.
pub(crate) struct Worker<'a> {
    pub(super) shared: &'a Shared<'a>,
    pub(super) memory: &'a mut Memory,
    /// Asked now and then whether to stop.
    pub(super) poll: &'a mut dyn FnMut() -> bool,
    /// Hears of each move at the root, with the depth and its number.
    pub(crate) trying: Option<&'a mut dyn FnMut(i32, Move, i32)>,
    pub(super) states: Vec<State>,
    pub(super) stack: Stack,
    pub(super) lines: Vec<Line>,
    /// The moves of all nodes of the line, for their pickers.
    pub(super) moves: Vec<Scored>,
    /// The keys of all positions before the current one, from the beginning of the game.
    keys: Vec<u64>,
    pub(super) roots: Vec<RootMove>,
    /// Whether some of the root's moves are not to be searched.
    pub(super) is_partial: bool,
    /// The first root move that is considered: earlier ones belong to better lines.
    pub(super) first_root: usize,
    pub(super) nodes: u64,
    /// Nodes that are not in the shared count yet.
    unpublished: u64,
    pub(super) deepest: usize,
    /// The ply from which null moves are allowed again, while one is being verified.
    pub(super) null_from: usize,
}

impl<'a> Worker<'a> {
    /// A search of `root` that considers only some of its moves, or all if `only` is empty.
    pub(crate) fn new(
        shared: &'a Shared<'a>,
        memory: &'a mut Memory,
        poll: &'a mut dyn FnMut() -> bool,
        root: &Position,
        past: &[u64],
        only: &[Move],
    ) -> Self {
        let state = State {
            position: *root,
            part_keys: PartKeys::of(root),
            reversible: usize::from(root.halfmoves()).min(past.len()),
        };
        memory.accumulators.begin(shared.network);
        let wanted = |m: &Move| only.is_empty() || only.contains(m);
        let moves = root.legal_moves();
        let all = moves.len();
        let roots: Vec<RootMove> = moves.into_iter().filter(wanted).map(RootMove::new).collect();
        Self {
            shared,
            memory,
            poll,
            trying: None,
            states: vec![state; MAX_PLY + 2],
            stack: Stack::new(),
            lines: vec![Line::EMPTY; MAX_PLY + 2],
            moves: Vec::with_capacity(1024),
            keys: past.to_vec(),
            is_partial: roots.len() < all,
            roots,
            first_root: 0,
            nodes: 0,
            unpublished: 0,
            deepest: 0,
            null_from: 0,
        }
    }

    /// What quiet moves at `ply` are judged by.
    pub(super) fn scene(&self, ply: usize) -> Scene {
        self.scene_under(Threats::of(&self.states[ply].position).all, ply)
    }

    /// What orders quiet moves at `ply`, besides the killer.
    pub(super) fn hints(&self, ply: usize) -> Hints {
        let threats = Threats::of(&self.states[ply].position);
        Hints { killer: None, scene: self.scene_under(threats.all, ply), threats }
    }

    /// The same, with threats that are already known.
    pub(super) fn scene_under(&self, threats: Bitboard, ply: usize) -> Scene {
        Scene {
            threats,
            pawns: self.states[ply].part_keys.pawns,
            before: [1, 2, 4].map(|plies_ago| self.stack.before(ply, plies_ago).step),
        }
    }

    /// The next move to try.
    pub(super) fn pick(&mut self, picker: &mut Picker, position: &Position) -> Option<Move> {
        let Shared { knobs, table, .. } = *self.shared;
        picker.next(&mut self.moves, position, &self.memory.history, knobs, table)
    }

    /// Plays a move at `ply`, on the state of the next one.
    pub(super) fn play(&mut self, m: Move, ply: usize) {
        let [here, next] = &mut self.states[ply..ply + 2] else {
            unreachable!("there is a state for every ply")
        };
        *next = *here;
        next.position.play_observed(m, &mut (&mut next.part_keys, self.memory.accumulators.next(ply + 1)));
        next.reversible = if next.position.halfmoves() == 0 { 0 } else { here.reversible + 1 };
        self.keys.push(here.position.key());
        let frame = self.stack.at(ply);
        (frame.played, frame.step) = (Some(m), Some(Step::of(m, here.position.turn())));
        frame.quiet = !is_tactical(&here.position, m);
        self.nodes += 1;
        self.unpublished += 1;
        let correction = self.memory.history.correction();
        correction.prefetch(self.states[ply + 1].position.turn(), &self.shared_keys(ply + 1));
    }

    pub(super) fn play_null(&mut self, ply: usize) {
        let State { position, part_keys, .. } = self.states[ply];
        let frame = self.stack.at(ply);
        (frame.played, frame.step) = (None, None);
        self.keys.push(position.key());
        let mut next = position;
        next.pass();
        self.memory.accumulators.next(ply + 1);
        self.states[ply + 1] = State { position: next, part_keys, reversible: 0 };
    }

    pub(super) fn take_back(&mut self) {
        self.keys.pop();
    }

    /// The best line from here is a move and the best line after it. Only open windows have lines.
    pub(super) fn extend_line<K: Kind>(&mut self, ply: usize, m: Move) {
        if K::PV {
            let (here, after) = self.lines.split_at_mut(ply + 1);
            here[ply].set(m, &after[0]);
        }
    }

    /// Whether a limit is reached. Nodes are counted here; the clock belongs to the host, which is asked
    /// now and then.
    pub(super) fn must_stop(&mut self) -> bool {
        let shared = self.shared;
        if let Some(limit) = shared.node_limit
            && shared.nodes.load(Relaxed) + self.unpublished >= limit
        {
            shared.stop.store(true, Relaxed);
        }
        if self.unpublished >= NODES_BETWEEN_POLLS {
            self.publish_nodes();
            self.is_called_off();
        }
        shared.stopped()
    }

    /// Asks the host, and stops all threads if it wants the answer now.
    pub(super) fn is_called_off(&mut self) -> bool {
        let called_off = (self.poll)();
        if called_off {
            self.shared.stop.store(true, Relaxed);
        }
        called_off
    }

    /// Adds this thread's nodes to the shared count, and returns the sum.
    pub(super) fn publish_nodes(&mut self) -> u64 {
        let nodes = std::mem::take(&mut self.unpublished);
        self.shared.nodes.fetch_add(nodes, Relaxed) + nodes
    }

    /// Whether the position is drawn as far as the search is concerned: it occurred before in the
    /// tree, or twice in the game, or fifty moves passed, or nobody can win.
    pub(super) fn is_draw(&self, ply: usize) -> bool {
        let State { position, reversible, .. } = &self.states[ply];
        if position.halfmoves() >= 100 {
            return !position.is_check() || position.count_moves() > 0;
        }
        if position.occupied().count() <= 4 && position.is_dead() {
            return true;
        }
        let mut met_in_game = false;
        for distance in (4..=*reversible).step_by(2) {
            if self.keys[self.keys.len() - distance] == position.key() {
                if distance < ply || met_in_game {
                    return true;
                }
                met_in_game = true;
            }
        }
        false
    }

    /// Whether one move leads back to a position of the line that is being searched.
    pub(super) fn can_repeat(&self, ply: usize) -> bool {
        let State { position, reversible, .. } = &self.states[ply];
        let farthest = (*reversible).min(ply.saturating_sub(1));
        (3..=farthest).step_by(2).any(|distance| {
            let before = self.keys[self.keys.len() - distance];
            self.shared.cycles.is_one_move(position.key() ^ before, position.occupied())
        })
    }

    /// A draw, up or down by a trifle, so that the search does not see all draws as one.
    pub(super) fn draw_value(&self) -> Value {
        (self.nodes & 2) as Value - 1
    }

    pub(super) fn evaluate(&mut self, ply: usize) -> Value {
        let position = &self.states[ply].position;
        if let Some(sample) = &mut self.memory.sample {
            sample.offer(position);
        }
        known_ending(position).unwrap_or_else(|| {
            let value = self.memory.accumulators.evaluate(self.shared.network, ply, position);
            let (knobs, pieces) = (self.shared.knobs, count_pieces(position));
            value * (knobs.material_least() * ALL_PIECES + knobs.material_more() * pieces)
                / (100 * ALL_PIECES)
        })
    }

    /// The static evaluation, corrected by what was learned about its errors, and damped as fifty moves
    /// without progress come near. A won ending stays as it is: there, nothing may cover up small progress.
    pub(super) fn corrected(&self, ply: usize, eval: Value) -> Value {
        if is_known_win(eval) {
            return eval;
        }
        let (position, knobs) = (&self.states[ply].position, self.shared.knobs);
        let full = knobs.halfmove_damping();
        let damped = eval * (full - i32::from(position.halfmoves().min(100))) / full;
        let correction = self.memory.history.correction();
        let correction = correction.get(position.turn(), &self.shared_keys(ply), knobs);
        (damped + correction).clamp(1 - LEAST_WIN, LEAST_WIN - 1)
    }

    /// What the position at `ply` shares with others.
    pub(super) fn shared_keys(&self, ply: usize) -> SharedKeys {
        let PartKeys { pawns, minors, pieces: [white, black] } = self.states[ply].part_keys;
        let step = |ago: usize| self.stack.before(ply, ago).step.map_or(0, |step| 1 + step.number());
        let moves = (step(1) * 769 + step(2)).wrapping_mul(0x9E3779B97F4A7C15) >> 40;
        [pawns, minors, white, black, moves]
    }

    /// Whether the player to move stands better than two plies ago, or four if it was in check then.
    pub(super) fn is_improving(&self, ply: usize, eval: Value) -> bool {
        let ago = |plies: usize| self.stack.before(ply, plies).eval;
        let before = if ago(2) == UNKNOWN { ago(4) } else { ago(2) };
        eval != UNKNOWN && (before == UNKNOWN || eval > before)
    }
}
