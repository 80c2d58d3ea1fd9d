//! The search.
//!
//! Each thread runs a [`Search`]: iterative deepening with aspiration windows over [`Search::search`],
//! a principal variation search with every proven idea of pruning, reduction and extension, and
//! [`Search::quiesce`] at its leaves. What threads share is in [`Shared`] and nowhere else.

mod quiescence;
mod reductions;
mod root;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use mola_rules::{Move, Position};

use crate::cycles::Cycles;
use crate::eval::{PawnTable, evaluate, is_known_win, known};
use crate::history::{History, Scene, Step};
use crate::movepick::{Hints, Picker, Scored, Stage, is_tactical, victim};
use crate::nnue::Ready;
use crate::nnue::accumulator::Accumulators;
use crate::params as knob;
use crate::see;
use crate::table::{Entry, Limit, Table};
use crate::tablebase::{Tablebase, Verdict};
use crate::threats::threats;
use crate::tracker::Tracker;
use crate::tree_sample::TreeSample;
use crate::value::{INFINITE, LEAST_WIN, MATE, MAX_PLY, TABLE_WIN, UNKNOWN, Value, is_decided, mated};
pub(crate) use reductions::Reductions;
pub(crate) use root::{Bounds, Found, Progress, RootMove};

/// What all threads of a search share.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a Table,
    pub(crate) reductions: &'a Reductions,
    pub(crate) cycles: &'a Cycles,
    /// Endgame tables, where the search is to look into them.
    pub(crate) tablebase: Option<&'a Tablebase>,
    /// How often the endgame tables had an answer.
    pub(crate) table_hits: AtomicU64,
    /// What positions are judged by; the hand-written evaluation if there is none.
    pub(crate) network: Option<&'a Ready>,
    /// Raised once, by whoever sees a limit reached.
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

/// What kind of node is searched. A compile-time choice, so that each kind has code of its own.
trait Kind {
    /// The window is open: the exact value matters.
    const PV: bool;
    const ROOT: bool;
}

struct Root;
struct Pv;
struct NonPv;

impl Kind for Root {
    const PV: bool = true;
    const ROOT: bool = true;
}

impl Kind for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
}

impl Kind for NonPv {
    const PV: bool = false;
    const ROOT: bool = false;
}

/// What is remembered of one ply of the line that is being searched.
#[derive(Clone, Copy)]
struct Frame {
    /// The move played here; none for a null move.
    played: Option<Move>,
    step: Option<Step>,
    eval: Value,
    killer: Option<Move>,
    /// A move that is left out, to see how good the others are.
    excluded: Option<Move>,
    double_extensions: i32,
    /// By how many plies the move played here is searched less deeply.
    reduction: i32,
    /// How often siblings of this ply's nodes were cut.
    cuts: u32,
}

impl Frame {
    const EMPTY: Self = Self {
        played: None,
        step: None,
        eval: UNKNOWN,
        killer: None,
        excluded: None,
        double_extensions: 0,
        reduction: 0,
        cuts: 0,
    };
}

/// Frames before the root, so that looking back a few plies never leaves the stack.
const BEFORE_ROOT: usize = 6;

/// The position of a ply, and what is summed up over it.
#[derive(Clone, Copy)]
pub(crate) struct State {
    position: Position,
    tracker: Tracker,
    /// Moves since the last one that cannot be undone: pawn moves, captures, and null moves.
    reversible: usize,
}

/// The best line found so far at one ply.
#[derive(Clone)]
struct Line {
    moves: [Option<Move>; MAX_PLY],
    len: usize,
}

impl Line {
    const EMPTY: Self = Self { moves: [None; MAX_PLY], len: 0 };

    fn set(&mut self, first: Move, rest: &Self) {
        self.moves[0] = Some(first);
        let len = rest.len.min(MAX_PLY - 1);
        self.moves[1..=len].copy_from_slice(&rest.moves[..len]);
        self.len = len + 1;
    }

    fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        self.moves[..self.len].iter().flatten().copied()
    }
}

/// What one thread remembers from one search to the next.
pub(crate) struct Memory {
    history: History,
    pawns: PawnTable,
    accumulators: Accumulators,
    /// Draws positions from the tree, if somebody wants them.
    pub(crate) sample: Option<TreeSample>,
}

impl Memory {
    pub(crate) fn new() -> Self {
        Self {
            history: History::new(),
            pawns: PawnTable::new(),
            accumulators: Accumulators::new(),
            sample: None,
        }
    }

    /// Forgets everything, as at the start of a new game.
    pub(crate) fn clear(&mut self) {
        *self = Self { sample: self.sample.take(), ..Self::new() };
    }
}

/// One thread's search in progress.
pub(crate) struct Search<'a> {
    shared: &'a Shared<'a>,
    memory: &'a mut Memory,
    /// Asked now and then whether to stop.
    poll: &'a mut dyn FnMut() -> bool,
    /// Told of each move at the root, with the depth and its number.
    pub(crate) trying: Option<&'a mut dyn FnMut(i32, Move, i32)>,
    states: Vec<State>,
    frames: Vec<Frame>,
    lines: Vec<Line>,
    /// The moves of all nodes of the line, for their pickers.
    moves: Vec<Scored>,
    /// The keys of all positions before the current one, from the beginning of the game.
    keys: Vec<u64>,
    roots: Vec<RootMove>,
    /// The root move from which on moves are considered: earlier ones belong to better lines.
    first_root: usize,
    nodes: u64,
    /// Nodes that the other threads have not been told of.
    untold: u64,
    deepest: usize,
    /// Until which ply null moves are forbidden, while one is being verified.
    null_from: usize,
}

impl<'a> Search<'a> {
    /// A search of `root`, of which only some moves may be considered.
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
            tracker: Tracker::of(root),
            reversible: usize::from(root.halfmoves()).min(past.len()),
        };
        memory.accumulators.begin(shared.network);
        let wanted = |m: &Move| only.is_empty() || only.contains(m);
        Self {
            shared,
            memory,
            poll,
            trying: None,
            states: vec![state; MAX_PLY + 2],
            frames: vec![Frame::EMPTY; MAX_PLY + 2 + BEFORE_ROOT],
            lines: vec![Line::EMPTY; MAX_PLY + 2],
            moves: Vec::with_capacity(1024),
            keys: past.to_vec(),
            roots: root.legal_moves().into_iter().filter(wanted).map(RootMove::new).collect(),
            first_root: 0,
            nodes: 0,
            untold: 0,
            deepest: 0,
            null_from: 0,
        }
    }

    fn frame(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply + BEFORE_ROOT]
    }

    fn step_before(&self, ply: usize, plies_ago: usize) -> Option<Step> {
        self.frames[ply + BEFORE_ROOT - plies_ago].step
    }

    /// What quiet moves at `ply` are judged by.
    fn scene(&self, ply: usize) -> Scene {
        let State { position, tracker, .. } = &self.states[ply];
        Scene {
            threats: threats(position),
            pawns: tracker.features.pawns,
            before: [1, 2, 4].map(|plies_ago| self.step_before(ply, plies_ago)),
        }
    }

    /// Plays a move at `ply`, on the state of the next one.
    fn play(&mut self, m: Move, ply: usize) {
        let [here, next] = &mut self.states[ply..ply + 2] else {
            unreachable!("there is a state for every ply")
        };
        // The memory takes about as long as the move.
        self.shared.table.prefetch(here.position.likely_key_after(m));
        *next = *here;
        next.position.play_observed(m, &mut (&mut next.tracker, self.memory.accumulators.next(ply + 1)));
        next.reversible = if next.position.halfmoves() == 0 { 0 } else { here.reversible + 1 };
        self.keys.push(here.position.key());
        let step = Step::of(m, here.position.turn());
        let frame = self.frame(ply);
        (frame.played, frame.step) = (Some(m), Some(step));
        self.nodes += 1;
        self.untold += 1;
    }

    fn play_null(&mut self, ply: usize) {
        let State { position, tracker, .. } = self.states[ply];
        let frame = self.frame(ply);
        (frame.played, frame.step) = (None, None);
        self.keys.push(position.key());
        let mut next = position;
        next.pass();
        self.memory.accumulators.next(ply + 1);
        self.states[ply + 1] = State { position: next, tracker, reversible: 0 };
    }

    /// The best line from here is a move and the best line after it.
    fn extend_line(&mut self, ply: usize, m: Move) {
        let (here, after) = self.lines.split_at_mut(ply + 1);
        here[ply].set(m, &after[0]);
    }

    fn take_back(&mut self) {
        self.keys.pop();
    }

    /// Whether a limit is reached. Nodes are counted here; the clock belongs to the host, which is asked now and
    /// then.
    fn must_stop(&mut self) -> bool {
        let shared = self.shared;
        if let Some(limit) = shared.node_limit
            && shared.nodes.load(Relaxed) + self.untold >= limit
        {
            shared.stop.store(true, Relaxed);
        }
        if self.untold >= 1024 {
            self.tell_nodes();
            if (self.poll)() {
                shared.stop.store(true, Relaxed);
            }
        }
        self.shared.stopped()
    }

    /// Tells the others of all nodes that were counted, and hears of theirs.
    fn tell_nodes(&mut self) -> u64 {
        let untold = std::mem::take(&mut self.untold);
        self.shared.nodes.fetch_add(untold, Relaxed) + untold
    }

    /// Whether the position is drawn as far as the search is concerned: it occurred before in the
    /// tree, or twice in the game, or fifty moves passed, or nobody can win.
    fn is_draw(&self, ply: usize) -> bool {
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
    fn can_repeat(&self, ply: usize) -> bool {
        let State { position, reversible, .. } = &self.states[ply];
        let farthest = (*reversible).min(ply.saturating_sub(1));
        (3..=farthest).step_by(2).any(|distance| {
            let before = self.keys[self.keys.len() - distance];
            self.shared.cycles.is_one_move(position.key() ^ before, position.occupied())
        })
    }

    fn evaluate(&mut self, ply: usize) -> Value {
        let State { position, tracker, .. } = &self.states[ply];
        if let Some(sample) = &mut self.memory.sample {
            sample.offer(position);
        }
        match self.shared.network {
            Some(network) => {
                known(position).unwrap_or_else(|| self.memory.accumulators.evaluate(network, ply, position))
            }
            None => evaluate(position, tracker, &mut self.memory.pawns),
        }
    }

    /// The static evaluation with what was learned about its errors, and damped as fifty moves without
    /// progress come near. A won ending stays as it is: there, nothing may cover up small progress.
    fn corrected(&self, ply: usize, eval: Value) -> Value {
        if is_known_win(eval) {
            return eval;
        }
        let State { position, tracker, .. } = &self.states[ply];
        let damped = eval * (200 - i32::from(position.halfmoves().min(100))) / 200;
        let correction = self.memory.history.correction().get(position.turn(), &tracker.features);
        (damped + correction).clamp(1 - LEAST_WIN, LEAST_WIN - 1)
    }

    /// Searches the position at `ply` to `depth` and gives its value, or a bound on it outside of the
    /// window (fail soft). After a stop the value means nothing.
    ///
    /// Contents:
    /// 1. Leaves and stops · 2. Draws and mate distance · 3. Table · 4. Endgame tables ·
    /// 5. Static evaluation · 6. Hindsight · 7. Razoring · 8. Reverse futility · 9. Null move ·
    /// 10. Probcut · 11. Internal reduction · 12. Moves · 13. Pruning of late and hopeless moves ·
    /// 14. Singular extension · 15. Late move reduction · 16. Full search · 17. New best move ·
    /// 18. Mate and stalemate · 19. Histories · 20. Store
    #[allow(clippy::too_many_lines, reason = "one essay: its parts share all of its state")]
    fn search<K: Kind>(
        &mut self,
        ply: usize,
        mut alpha: Value,
        mut beta: Value,
        mut depth: i32,
        cut_node: bool,
    ) -> Value {
        // Step 1. Leaves and stops.
        self.lines[ply].len = 0;
        if depth <= 0 {
            return if K::PV {
                self.quiesce::<Pv>(ply, alpha, beta)
            } else {
                self.quiesce::<NonPv>(ply, alpha, beta)
            };
        }
        if self.must_stop() {
            return 0;
        }
        self.deepest = self.deepest.max(ply);
        let State { position, tracker, .. } = self.states[ply];
        let in_check = position.is_check();

        // Step 2. Draws and mate distance. No line from here can beat a mate that is already found.
        if !K::ROOT {
            if self.is_draw(ply) {
                return self.draw_value();
            }
            if ply >= MAX_PLY - 1 {
                return if in_check { 0 } else { self.evaluate(ply) };
            }
            if alpha < 0 && self.can_repeat(ply) {
                alpha = self.draw_value();
                if alpha >= beta {
                    return alpha;
                }
            }
            alpha = alpha.max(mated(ply));
            beta = beta.min(MATE - ply as Value - 1);
            if alpha >= beta {
                return alpha;
            }
        }

        // Step 3. Table. What another line found out about this position may answer the question.
        let excluded = self.frame(ply).excluded;
        let known = if excluded.is_some() { None } else { self.shared.table.probe(position.key(), ply) };
        let table_move = match known {
            _ if K::ROOT => self.roots.get(self.first_root).map(|root| root.m),
            Some(entry) => entry.m.filter(|&m| position.is_legal(m)),
            None => None,
        };
        let was_pv = K::PV || known.is_some_and(|entry| entry.pv);
        if let Some(entry) = known
            && !K::PV
            && entry.depth >= depth
            && entry.decides(beta)
            && position.halfmoves() < 90
        {
            if let Some(m) = table_move.filter(|&m| entry.value >= beta && !is_tactical(&position, m)) {
                let scene = self.scene(ply);
                self.memory.history.update_quiet(&scene, position.turn(), m, bonus(depth));
            }
            return entry.value;
        }

        // Step 4. Endgame tables: with few pieces left the truth is known, but for how long it takes.
        let mut best = -INFINITE;
        let mut most = INFINITE;
        if !K::ROOT
            && excluded.is_none()
            && let Some((value, limit)) = self.look_up(ply, depth)
        {
            let decides = match limit {
                Limit::Lower => value >= beta,
                Limit::Upper => value <= alpha,
                _ => true,
            };
            if decides {
                let depth = (depth + 6).min(MAX_PLY as i32 - 1);
                let entry = Entry { m: None, value, eval: UNKNOWN, depth, limit, pv: was_pv };
                self.shared.table.store(position.key(), ply, entry);
                return value;
            }
            if K::PV && limit == Limit::Lower {
                (best, alpha) = (value, alpha.max(value));
            } else if K::PV {
                most = value;
            }
        }

        // Step 5. Static evaluation, corrected by what earlier searches showed to be wrong with it.
        let raw_eval = match known {
            _ if in_check => UNKNOWN,
            _ if excluded.is_some() => self.frame(ply).eval,
            Some(entry) if entry.eval != UNKNOWN => entry.eval,
            _ => self.evaluate(ply),
        };
        let static_eval = match raw_eval {
            UNKNOWN => UNKNOWN,
            _ if excluded.is_some() => raw_eval,
            _ => self.corrected(ply, raw_eval),
        };
        self.frame(ply).eval = static_eval;
        // A value from the table is a better guess, where its bound points the right way.
        let guess = match known {
            Some(entry)
                if static_eval != UNKNOWN && !is_decided(entry.value) && entry.decides(static_eval) =>
            {
                entry.value
            }
            _ => static_eval,
        };
        let improving = self.is_improving(ply, static_eval);
        self.frame(ply + 1).killer = None;
        self.frame(ply + 2).cuts = 0;
        self.frame(ply).double_extensions =
            if K::ROOT { 0 } else { self.frames[ply + BEFORE_ROOT - 1].double_extensions };

        // Step 6. Hindsight: a move that was reduced much, and after which its player stands no worse than
        // thought, deserves a closer look; one that turned out badly, less.
        let before = self.frames[ply + BEFORE_ROOT - 1];
        if !K::ROOT && !in_check && excluded.is_none() && before.eval != UNKNOWN {
            let gained = static_eval + before.eval;
            if before.reduction >= 3 && gained <= 0 {
                depth += 1;
            } else if before.reduction >= 1 && depth >= 2 && gained > knob::HINDSIGHT {
                depth -= 1;
            }
        }

        let may_prune = !K::PV && !in_check && excluded.is_none();
        if may_prune && !is_decided(beta) {
            // Step 7. Razoring: far below alpha near the leaves, captures decide.
            if depth <= 3 && guess + knob::RAZOR_BASE + knob::RAZOR_FACTOR * depth < alpha {
                let value = self.quiesce::<NonPv>(ply, alpha, alpha + 1);
                if value <= alpha {
                    return value;
                }
            }
            // Step 8. Reverse futility (static null move): so far above beta that the opponent cannot
            // make up for it.
            let margin = knob::RFP_MARGIN * (depth - i32::from(improving));
            if depth <= knob::RFP_DEPTH && guess - margin >= beta {
                return i32::midpoint(guess, beta);
            }
            // Step 9. Null move: if passing is good enough, moving is. Not with pawns alone, where
            // having to move may be the problem, and verified where much depends on it.
            let has_pieces = has_pieces(&position);
            let after_null = self.frames[ply + BEFORE_ROOT - 1].played.is_none() && ply > 0;
            if depth >= 3
                && guess >= beta
                && static_eval >= beta - 20 * depth + 120
                && has_pieces
                && !after_null
                && ply >= self.null_from
            {
                let reduction = knob::NULL_BASE + depth / 4 + ((guess - beta) / knob::NULL_EVAL).min(3);
                self.play_null(ply);
                let value = -self.search::<NonPv>(ply + 1, -beta, 1 - beta, depth - reduction, !cut_node);
                self.take_back();
                if self.shared.stopped() {
                    return 0;
                }
                if value >= beta {
                    let value = if is_decided(value) { beta } else { value };
                    if self.null_from > 0 || depth < 14 {
                        return value;
                    }
                    self.null_from = ply + (3 * (depth - reduction) / 4).max(1) as usize;
                    let verified = self.search::<NonPv>(ply, beta - 1, beta, depth - reduction, false);
                    self.null_from = 0;
                    if verified >= beta {
                        return value;
                    }
                }
            }
            // Step 10. Probcut: a capture that stays far above beta in a shallower search would do so
            // in a deeper one.
            let target = beta + knob::PROBCUT_MARGIN - 60 * i32::from(improving);
            let refuted = known.is_some_and(|entry| entry.depth >= depth - 3 && entry.value < target);
            if depth >= 5 && !refuted && !is_decided(target) {
                let value = self.probcut(ply, target, depth, cut_node, table_move, raw_eval);
                if let Some(value) = value {
                    return value;
                }
                if self.shared.stopped() {
                    return 0;
                }
            }
        }

        // Step 11. Internal reduction (IIR): without a move from the table the order is poor; a
        // shallower search finds one for the next time.
        if depth >= 4 && table_move.is_none() && (K::PV || cut_node) {
            depth -= 1;
        }

        // Step 12. Moves.
        let scene = self.scene(ply);
        let killer = self.frame(ply).killer;
        let mut picker = Picker::new(&self.moves, table_move, Hints { killer, scene });
        let table_captures = table_move.is_some_and(|m| is_tactical(&position, m));
        let first_alpha = alpha;
        let mut best_move = None;
        let mut tried = 0;
        let (mut quiets, mut captures) = (Tried::new(), Tried::new());
        while let Some(m) = picker.next(&mut self.moves, &position, &self.memory.history) {
            if Some(m) == excluded || (K::ROOT && !self.is_root_candidate(m)) {
                continue;
            }
            tried += 1;
            if K::ROOT
                && let Some(trying) = &mut self.trying
            {
                trying(depth, m, tried);
            }
            let tactical = is_tactical(&position, m);
            let history = if tactical {
                self.memory.history.capture(m, position.turn(), victim(&position, m))
            } else {
                self.memory.history.quiet(&scene, position.turn(), m)
            };
            let gives_check = position.gives_check(m);
            let mut reduction = self.shared.reductions.get(depth, tried);

            // Step 13. Pruning of late and hopeless moves, once there is one that does not lose, and not where
            // only a mate would do: sacrifices look hopeless.
            if !K::ROOT && best > -LEAST_WIN && alpha < LEAST_WIN && has_pieces(&position) {
                let shallow = (depth - reduction / 1024).max(0);
                if tactical {
                    // Exchanges that lose much.
                    if depth <= 8
                        && picker.stage() == Stage::BadCaptures
                        && !see::wins_at_least(&position, m, -knob::SEE_CAPTURE * depth)
                    {
                        continue;
                    }
                } else {
                    // Late move pruning: the order put better ones first.
                    let enough = (3 + depth * depth) / (2 - i32::from(improving));
                    if tried > enough {
                        picker.skip_quiets();
                    }
                    // Futility: a quiet move will not make up for so much.
                    let hope =
                        static_eval + knob::FUTILITY_BASE + knob::FUTILITY_FACTOR * shallow + history / 200;
                    if !in_check && !gives_check && shallow <= 8 && hope <= alpha {
                        picker.skip_quiets();
                        continue;
                    }
                    if depth <= 5 && history < -knob::HISTORY_PRUNE * depth {
                        picker.skip_quiets();
                        continue;
                    }
                    if shallow <= 8 && !see::wins_at_least(&position, m, -knob::SEE_QUIET * shallow) {
                        continue;
                    }
                }
            }

            // Step 14. Singular extension: a move that is far better than all others is searched
            // deeper. Where others do as well, so much is not needed (negative extension), or the node
            // is cut at once (multicut).
            let mut extension = 0;
            if let Some(entry) = known
                && !K::ROOT
                && depth >= 7
                && excluded.is_none()
                && Some(m) == table_move
                && entry.depth >= depth - 3
                && matches!(entry.limit, Limit::Lower | Limit::Exact)
                && !is_decided(entry.value)
                && ply < MAX_PLY / 2
            {
                let bar = entry.value - knob::SINGULAR_MARGIN * depth;
                self.frame(ply).excluded = Some(m);
                let value = self.search::<NonPv>(ply, bar - 1, bar, (depth - 1) / 2, cut_node);
                self.frame(ply).excluded = None;
                if self.shared.stopped() {
                    return 0;
                }
                if value < bar {
                    extension = 1;
                    if !K::PV && value < bar - knob::DOUBLE_MARGIN && self.frame(ply).double_extensions < 8 {
                        extension = 2;
                        self.frame(ply).double_extensions += 1;
                    }
                } else if bar >= beta {
                    return bar;
                } else if entry.value >= beta {
                    extension = -2;
                } else if cut_node {
                    extension = -1;
                }
            }

            let nodes_before = self.nodes;
            self.play(m, ply);
            let new_depth = depth - 1 + extension;
            let mut value = -INFINITE;

            // Step 15. Late move reduction: what comes late in the order is searched less deeply, and
            // again in full only if it surprises.
            let late = depth >= 2 && tried > 1 + i32::from(K::PV);
            if late {
                reduction += 1024 * i32::from(!was_pv);
                reduction += 1500 * i32::from(cut_node);
                reduction += 700 * i32::from(!improving);
                reduction += knob::LMR_TABLE_CAPTURE * i32::from(!tactical && table_captures);
                reduction += knob::LMR_CUTS * i32::from(self.frame(ply + 1).cuts > 3);
                reduction -= 1024 * i32::from(gives_check);
                reduction -= 900 * i32::from(K::PV);
                reduction -= (history * 1024 / knob::LMR_HISTORY).clamp(-2560, 2560);
                if tactical {
                    reduction = reduction / 2 - 512 * i32::from(picker.stage() <= Stage::GoodCaptures);
                }
                let reduced = (new_depth - reduction / 1024).clamp(1, new_depth.max(1));
                self.frame(ply).reduction = new_depth - reduced;
                value = -self.search::<NonPv>(ply + 1, -alpha - 1, -alpha, reduced, true);
                self.frame(ply).reduction = 0;
                if value > alpha && reduced < new_depth {
                    // How much it surprises says how deep to look.
                    let deeper = i32::from(value > best + 60) - i32::from(value < best + new_depth);
                    let again = new_depth + deeper;
                    if again > reduced {
                        value = -self.search::<NonPv>(ply + 1, -alpha - 1, -alpha, again, !cut_node);
                    }
                }
            }
            // Step 16. Full search: with a null window for all but the first move of a principal
            // variation.
            if !late && (!K::PV || tried > 1) {
                value = -self.search::<NonPv>(ply + 1, -alpha - 1, -alpha, new_depth, !cut_node);
            }
            if K::PV && (tried == 1 || value > alpha) {
                value = -self.search::<Pv>(ply + 1, -beta, -alpha, new_depth, false);
            }
            self.take_back();
            if self.shared.stopped() {
                return 0;
            }

            // Step 17. New best move.
            if K::ROOT {
                let searched = self.nodes - nodes_before;
                self.note_root(m, value, tried == 1 || value > alpha, searched);
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(m);
                    if K::PV {
                        self.extend_line(ply, m);
                    }
                    if value >= beta {
                        self.frame(ply).cuts += 1;
                        break;
                    }
                    alpha = value;
                }
            }
            if Some(m) != best_move {
                if tactical { captures.push(m) } else { quiets.push(m) }
            }
        }

        // Step 18. Mate and stalemate. If the only move was left out, the others are as bad as can be.
        if tried == 0 {
            return match excluded {
                Some(_) => alpha,
                None if in_check => mated(ply),
                None => 0,
            };
        }

        // How far a cut goes beyond beta is uncertain, the more so near the leaves.
        if best >= beta && !is_decided(best) && !is_decided(beta) {
            best = (best * depth + beta) / (depth + 1);
        }
        best = best.min(most);

        // Step 19. Histories: reward the move that made the cut, and count it against those before it.
        let limit = match best_move {
            Some(_) if best >= beta => Limit::Lower,
            Some(_) if K::PV && best > first_alpha => Limit::Exact,
            _ => Limit::Upper,
        };
        if limit == Limit::Lower
            && let Some(m) = best_move
        {
            self.learn(ply, m, &scene, depth + i32::from(best > beta + 50), &quiets, &captures);
        }

        // Step 20. Store, and learn from the evaluation's error where the value can be trusted.
        if excluded.is_none() {
            let entry = Entry { m: best_move, value: best, eval: raw_eval, depth, limit, pv: was_pv };
            if !(K::ROOT && self.first_root > 0) {
                self.shared.table.store(position.key(), ply, entry);
            }
            let quiet_best = best_move.is_none_or(|m| !is_tactical(&position, m));
            let tells = match limit {
                Limit::Lower => best > static_eval,
                Limit::Upper => best < static_eval,
                _ => true,
            };
            if !in_check && quiet_best && tells && !is_decided(best) {
                let error = (best - static_eval).clamp(-200, 200);
                self.memory.history.correction_mut().update(position.turn(), &tracker.features, error, depth);
            }
        }
        best
    }

    /// Remembers the move that made a cut at `ply`, and those that were tried in vain before it.
    fn learn(&mut self, ply: usize, m: Move, scene: &Scene, depth: i32, quiets: &Tried, captures: &Tried) {
        let position = self.states[ply].position;
        let history = &mut self.memory.history;
        let turn = position.turn();
        let (bonus, malus) = (bonus(depth), malus(depth));
        if is_tactical(&position, m) {
            history.update_capture(m, turn, victim(&position, m), bonus);
        } else {
            history.update_quiet(scene, turn, m, bonus);
            for other in quiets.iter() {
                history.update_quiet(scene, turn, other, malus);
            }
        }
        for capture in captures.iter() {
            history.update_capture(capture, turn, victim(&position, capture), malus);
        }
        if !is_tactical(&position, m) {
            self.frame(ply).killer = Some(m);
        }
    }

    /// Tries captures that promise to stay above `target`, first in quiescence and then in a shallower
    /// search.
    fn probcut(
        &mut self,
        ply: usize,
        target: Value,
        depth: i32,
        cut_node: bool,
        table_move: Option<Move>,
        raw_eval: Value,
    ) -> Option<Value> {
        let position = self.states[ply].position;
        let static_eval = self.frame(ply).eval;
        let table_move = table_move
            .filter(|&m| is_tactical(&position, m) && see::wins_at_least(&position, m, target - static_eval));
        let mut picker = Picker::captures(&self.moves, table_move, target - static_eval);
        while let Some(m) = picker.next(&mut self.moves, &position, &self.memory.history) {
            self.play(m, ply);
            let mut value = -self.quiesce::<NonPv>(ply + 1, -target, 1 - target);
            if value >= target {
                value = -self.search::<NonPv>(ply + 1, -target, 1 - target, depth - 4, !cut_node);
            }
            self.take_back();
            if self.shared.stopped() {
                return None;
            }
            if value >= target {
                let entry = Entry {
                    m: Some(m),
                    value,
                    eval: raw_eval,
                    depth: depth - 3,
                    limit: Limit::Lower,
                    pv: false,
                };
                self.shared.table.store(position.key(), ply, entry);
                return Some(value);
            }
        }
        None
    }

    /// What the endgame tables say about the position at `ply`.
    fn look_up(&self, ply: usize, depth: i32) -> Option<(Value, Limit)> {
        let position = &self.states[ply].position;
        let tablebase = self.shared.tablebase.filter(|tables| tables.is_worth_probing(position, depth))?;
        let verdict = tablebase.probe(position)?;
        self.shared.table_hits.fetch_add(1, Relaxed);
        Some(match verdict {
            Verdict::Win => (TABLE_WIN - ply as Value, Limit::Lower),
            Verdict::Draw => (0, Limit::Exact),
            Verdict::Loss => (ply as Value - TABLE_WIN, Limit::Upper),
        })
    }

    /// Whether the player to move stands better than at the last own turn.
    fn is_improving(&self, ply: usize, eval: Value) -> bool {
        let ago = |plies: usize| self.frames[ply + BEFORE_ROOT - plies].eval;
        let before = if ago(2) == UNKNOWN { ago(4) } else { ago(2) };
        eval != UNKNOWN && (before == UNKNOWN || eval > before)
    }

    /// A draw, up or down by a trifle, so that the search does not see all draws as one.
    fn draw_value(&self) -> Value {
        (self.nodes & 2) as Value - 1
    }
}

/// How much a cut at this depth teaches about the move that made it.
fn bonus(depth: i32) -> i32 {
    (knob::BONUS_FACTOR * depth - knob::BONUS_LESS).min(knob::BONUS_MOST)
}

/// How much it teaches about the moves before it.
fn malus(depth: i32) -> i32 {
    -(knob::MALUS_FACTOR * depth - knob::MALUS_LESS).min(knob::MALUS_MOST)
}

/// Whether the player to move has more than pawns.
fn has_pieces(position: &Position) -> bool {
    use mola_rules::Role;
    (position.us() & !position.role(Role::Pawn) & !position.role(Role::King)).any()
}

/// Moves that were tried at a node, as many as histories are told of.
struct Tried {
    moves: [Option<Move>; Self::MOST],
    len: usize,
}

impl Tried {
    const MOST: usize = 32;

    const fn new() -> Self {
        Self { moves: [None; Self::MOST], len: 0 }
    }

    fn push(&mut self, m: Move) {
        if let Some(slot) = self.moves.get_mut(self.len) {
            *slot = Some(m);
            self.len += 1;
        }
    }

    fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        self.moves[..self.len].iter().flatten().copied()
    }
}
