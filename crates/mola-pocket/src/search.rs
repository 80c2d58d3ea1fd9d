//! The search: iterative deepening, a binary search on the score (MTD-bi), and `bound`, which
//! answers one question: is this position worth at least `gamma`?
//!
//! Contents of `bound`:
//! 1 limits and the horizon, 2 draws, 3 mate distance, 4 check extension, 5 table, 6 stand pat,
//! 7 reverse futility, 8 null move, 9 internal iterative deepening, 10 moves, 11 futility, 12 late
//! move reduction, 13 cutoff, 14 mate and stalemate, 15 store.

use crate::board::{EMPTY, Move, Position};
use crate::host::{Answer, Host, Limits, Report, Signal};
use crate::transposition::{Entry, INFINITY, Table};

/// The score of giving mate here and now; a mate in n plies is worth `MATE - n`.
pub(crate) const MATE: i32 = 32_000;
/// Scores from here on announce a mate. No evaluation comes near: fifteen queens are worth less.
pub(crate) const MATE_BAND: i32 = MATE - 1_000;
/// The most plies from the root that any search goes, quiescence included. It bounds the stack.
pub const MAX_PLY: usize = 64;
/// Room for the moves of all plies of one line together: about twenty-five full lists.
const MOVE_ROOM: usize = 1024;

/// Quiescence tries only moves that win at least this much.
const QUIET_THRESHOLD: i32 = 40;
/// A quiescence move must come this close to gamma to be tried.
const DELTA_MARGIN: i32 = 120;
/// What the opponent is trusted to win back in one ply, in reverse futility.
const REVERSE_MARGIN: i32 = 80;
/// What a quiet move is trusted to win beyond its table value, for each ply left, in futility.
const FUTILITY_MARGIN: i32 = 90;

/// The deepest searches that may end early by reverse futility and futility. Further from the
/// leaves too much can happen.
const REVERSE_DEPTH: i32 = 6;
const FUTILITY_DEPTH: i32 = 4;

/// Mates within this many plies, seven moves, are looked for without reductions.
const SHORT_MATE: i32 = 13;

/// A move waiting in a list, with the rank that decides when it is tried.
#[derive(Clone, Copy)]
struct Ranked {
    chosen: Move,
    rank: i16,
}

// The order of moves: the table's, captures, killers, quiet moves by history and table value, and
// those that offer a piece to a pawn. History stays within ±2000 and one move's value hardly exceeds
// a queen, so the bands don't touch.
const TABLE_RANK: i16 = i16::MAX;
const CAPTURE_RANK: i16 = 10_000;
const KILLER_RANK: i16 = 6_000;
const OFFER_RANK: i16 = -4_000;
/// The limit of the history, and of what one cutoff may add to it.
const HISTORY_LIMIT: i32 = 2_000;
const HISTORY_BONUS: i32 = 400;

/// The engine: lent memory, and what one search leaves behind for the next.
pub struct Pocket<T> {
    table: Table<T>,
    horizon: usize,
    /// The lists of moves of all plies of the current line, one on top of the other.
    moves: [Ranked; MOVE_ROOM],
    /// Two quiet moves for each ply that refuted a sibling.
    killers: [[Option<Move>; 2]; MAX_PLY],
    /// How often a quiet move (by player, piece and square) was good before.
    history: [[[i16; 80]; 6]; 2],
    /// The keys of the positions from the root to the current one.
    path: [u64; MAX_PLY],
}

impl<T: AsMut<[Entry]>> Pocket<T> {
    /// An engine that keeps its transposition table in `table`: an array, a vector, or a borrowed slice
    /// of any length, even none.
    pub fn new(table: T) -> Self {
        let nothing = Ranked { chosen: Move::new(0, 1, 2), rank: 0 };
        Self {
            table: Table::new(table),
            horizon: MAX_PLY,
            moves: [nothing; MOVE_ROOM],
            killers: [[None; 2]; MAX_PLY],
            history: [[[0; 80]; 6]; 2],
            path: [0; MAX_PLY],
        }
    }

    /// Limits how deep the recursion goes, for a small stack: at least 2, at most [`MAX_PLY`].
    pub fn set_horizon(&mut self, plies: usize) {
        self.horizon = plies.clamp(2, MAX_PLY);
    }

    /// Forgets everything, as at the start of a new game.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.history = [[[0; 80]; 6]; 2];
    }

    /// Thinks about `root` until a limit is reached or the host says stop, and answers with a legal
    /// move, or with none if there is none. Blocks. `past` holds the keys of the game's
    /// earlier positions, oldest first, so that repetitions are seen.
    pub fn think(&mut self, root: &Position, past: &[u64], limits: &Limits, host: &mut dyn Host) -> Answer {
        self.table.grow_old();
        self.killers = [[None; 2]; MAX_PLY];
        let mut search =
            Search { memory: self, past, limits, host, nodes: 0, top: 0, stopped: false, root_best: None };
        search.deepen(root)
    }
}

/// One search in progress.
struct Search<'a, T> {
    memory: &'a mut Pocket<T>,
    past: &'a [u64],
    limits: &'a Limits,
    host: &'a mut dyn Host,
    nodes: u64,
    /// Where the next list of moves begins.
    top: usize,
    stopped: bool,
    /// The move that last proved the root to be worth gamma.
    root_best: Option<Move>,
}

/// Whether the binary search knows the score well enough. A mate is counted in plies, so there the
/// bounds must meet.
fn settled(lower: i32, upper: i32) -> bool {
    /// In hundredths of a pawn.
    const ROUGHNESS: i32 = 8;
    let mate = lower.abs().max(upper.abs()) >= MATE_BAND;
    lower >= upper - if mate { 0 } else { ROUGHNESS }
}

impl<T: AsMut<[Entry]>> Search<'_, T> {
    /// Searches depth after depth and keeps the move that the last complete one has found.
    fn deepen(&mut self, root: &Position) -> Answer {
        /// The first step of the binary search away from the previous depth's score.
        const FIRST_STEP: i32 = 12;
        /// From this score on, a rook and more, the search first looks for the mates …
        const WINNING: i32 = 700;
        /// … that fit into this many plies, three moves.
        const SEEK_DEPTH: u8 = 5;
        let mut answer = Answer { best: None, score: 0, depth: 0, nodes: 0 };
        root.for_each_legal(|candidate, _| answer.best = answer.best.or(Some(candidate)));
        if answer.best.is_none() {
            answer.score = if root.in_check() { -MATE } else { 0 };
            return answer;
        }
        let deepest = self.limits.depth.min(self.memory.horizon as u8 - 1);
        for depth in 1..=deepest {
            let (mut lower, mut upper) = (-MATE, MATE);
            self.root_best = None;
            // The winning side first looks for the mate that fits into this depth; otherwise the
            // binary search might be content with more and more material.
            if answer.score >= WINNING && depth <= SEEK_DEPTH {
                let mate = MATE - i32::from(depth);
                let score = self.bound(root, mate, i32::from(depth), 0, false);
                *(if score >= mate { &mut lower } else { &mut upper }) = score;
            }
            let mut gamma = answer.score.max(lower + 1).min(upper);
            let mut step = FIRST_STEP;
            // The binary search. Invariant: lower <= score <= upper. As long as one side is open,
            // the guess moves there with growing steps; the middle of a mate score and a pawn
            // would be a question nobody asked.
            while !settled(lower, upper) {
                let score = self.bound(root, gamma, i32::from(depth), 0, false);
                if self.stopped {
                    break;
                }
                if score >= gamma {
                    lower = score;
                    gamma = (score + step).min((lower + upper + 1) / 2).max(lower + 1);
                } else {
                    upper = score;
                    gamma = (score + 1 - step).max((lower + upper + 1) / 2).min(upper);
                }
                step *= 2;
            }
            answer.nodes = self.nodes;
            if self.stopped {
                // A move of an unfinished depth counts only if it is known to be no worse than
                // the one it replaces.
                if lower >= answer.score {
                    answer.best = self.root_best.or(answer.best);
                }
                break;
            }
            answer.best = self.root_best.or(answer.best);
            (answer.score, answer.depth) = (lower, depth);
            self.report(root, &answer);
            let mate_found = lower.abs() >= MATE_BAND && i32::from(depth) >= MATE - lower.abs();
            if mate_found || self.host.elapsed() >= self.limits.soft {
                break;
            }
        }
        answer
    }

    /// Tells the host what a finished depth has found, with the line that the table remembers.
    fn report(&mut self, root: &Position, answer: &Answer) {
        /// Moves that are shown.
        const MAX_PV: usize = 16;
        let Some(best) = answer.best else { return };
        let mut pv = [best; MAX_PV];
        let mut length = 0;
        let mut position = *root;
        let mut next = answer.best;
        // The table may hold anything under a colliding key: only legal moves are believed.
        while let Some(after) = next.and_then(|chosen| position.play(chosen)) {
            pv[length] = next.unwrap_or(best);
            length += 1;
            position = after;
            if length == MAX_PV.min(usize::from(answer.depth)) {
                break;
            }
            next = self.memory.table.get(position.key(), 0).and_then(|known| known.best);
        }
        let report =
            Report { depth: answer.depth, score: answer.score, nodes: answer.nodes, pv: &pv[..length] };
        self.host.report(&report);
    }

    /// Answers whether a position is worth at least `gamma`, looking `depth` plies ahead.
    ///
    /// Let s be what the position is worth at this depth. The result r says more than yes or no
    /// ("fail soft"):
    /// - r >= gamma means s >= r: a lower bound, with a move to show for it;
    /// - r <  gamma means s <= r: an upper bound.
    ///
    /// Required: `-MATE < gamma <= MATE`; the position is legal; `ply` plies were played since the
    /// root. Promised: a mate is told from a stalemate wherever depth is left; mates closer to the
    /// root score higher; the list of moves is as long afterwards as before; after `stopped` the
    /// result means nothing. The bounds of pruned moves are bets, not proofs, and may contradict
    /// each other at the same depth; the binary search lives with that.
    #[expect(clippy::too_many_lines, reason = "the steps are read in order, as one essay")]
    fn bound(&mut self, position: &Position, gamma: i32, depth: i32, ply: usize, may_pass: bool) -> i32 {
        // Step 1. Limits and the horizon. Asking the clock is slow, so not every node does.
        if self.nodes >= self.limits.nodes || self.nodes % 256 == 255 && self.must_stop() {
            self.stopped = true;
        }
        if self.stopped {
            return 0;
        }
        self.nodes += 1;
        if ply >= self.memory.horizon {
            return position.evaluate();
        }
        self.memory.path[ply] = position.key();

        // Step 2. Draws. Going round once is as good as going round twice.
        if ply > 0 && (position.is_dead() || position.quiet >= 4 && self.repeats(position, ply)) {
            return 0;
        }
        // Step 3. Mate distance: no mate from here comes before the next ply, and none is worse than
        // being mated now. A question beyond that needs no search.
        let (mated, mates) = (ply as i32 - MATE, MATE - ply as i32 - 1);
        if gamma > mates {
            return mates;
        }
        if gamma <= mated {
            return mated;
        }
        // Step 4. Check extension: a check is never the last word of a line.
        let in_check = position.in_check();
        let depth = (depth + i32::from(in_check)).max(0);
        if ply > 0 && position.quiet >= 100 && !in_check {
            return 0;
        }

        // Step 5. Table. At the root a bound without a move would be of no use.
        let key = position.key();
        let short_mate = gamma.abs() >= MATE - SHORT_MATE;
        let known = self.memory.table.get(key, ply);
        let mut table_move = known.and_then(|known| known.best);
        if let Some(known) = known.filter(|known| known.depth >= depth && ply > 0) {
            // Bounds that rest on bets don't answer the question for a short mate.
            let trusted = |bound: i32| !short_mate || bound.abs() >= MATE_BAND;
            if known.lower >= gamma && trusted(known.lower) {
                return known.lower;
            }
            if known.upper < gamma && trusted(known.upper) {
                return known.upper;
            }
        }

        // Mates are not a matter for guesses: such a question is answered in full width.
        let may_bet = ply > 0 && !in_check && gamma.abs() < MATE_BAND;
        let static_score = position.evaluate();
        let mut best = -INFINITY;
        if depth == 0 {
            // Step 6. Stand pat (quiescence): captures are not forced.
            best = static_score;
            if best >= gamma {
                return best;
            }
        } else if may_bet {
            // Step 7. Reverse futility (static null move): so far above gamma that the opponent
            // can't win it all back in the plies left.
            if depth <= REVERSE_DEPTH && static_score - REVERSE_MARGIN * depth >= gamma {
                return static_score;
            }
            // Step 8. Null move: if even passing is good enough, moving is too. Kings and pawns
            // alone may be in zugzwang, where it isn't.
            if may_pass && depth >= 2 && static_score >= gamma && position.force[0] > 0 {
                // The proof may be three plies shallower, and more so the deeper it would be.
                let rest = depth - 3 - depth / 4;
                let score = -self.bound(&position.pass(), 1 - gamma, rest, ply + 1, false);
                if score >= gamma && !self.stopped {
                    return score.min(MATE_BAND - 1);
                }
            }
        }
        // Step 9. Internal iterative deepening: a search three plies shallower finds the move to try
        // first.
        if table_move.is_none() && depth > 3 {
            self.bound(position, gamma, depth - 3, ply, false);
            table_move = self.memory.table.get(key, ply).and_then(|known| known.best);
        }

        // Step 10. Moves, best rank first. Each is picked when its turn comes, since most nodes are
        // cut off before the list would have been worth sorting.
        let first = self.top;
        if !self.list_moves(position, table_move, depth, ply) {
            self.top = first;
            return static_score;
        }
        let mut best_move = None;
        let mut tried = 0;
        let mut pruned = false;
        for index in first..self.top {
            let chosen = self.pick(index);
            let quiet = position.is_quiet(chosen);
            // Step 11. Futility: near the leaves a move must have a chance to reach gamma.
            if may_bet && depth <= FUTILITY_DEPTH && (quiet || depth == 0) {
                let margin = if depth == 0 { DELTA_MARGIN } else { FUTILITY_MARGIN * depth };
                let hope = static_score + position.value(chosen) + margin;
                if hope < gamma {
                    best = best.max(hope);
                    pruned = true;
                    continue;
                }
            }
            let next = position.after(chosen);
            if next.king_hangs() {
                continue;
            }
            tried += 1;
            // Step 12. Late move reduction: a quiet move after the first three is searched less
            // deeply, after eight and in deep searches still less, and in full only if it surprises.
            let late = quiet && !in_check && !short_mate && depth >= 3 && tried > 3;
            let reduction = if late { 1 + i32::from(tried > 8) + depth / 6 } else { 0 };
            let mut score = -self.bound(&next, 1 - gamma, depth - 1 - reduction, ply + 1, true);
            if reduction > 0 && score >= gamma {
                score = -self.bound(&next, 1 - gamma, depth - 1, ply + 1, true);
            }
            if self.stopped {
                self.top = first;
                return 0;
            }
            best = best.max(score);
            // Step 13. Cutoff: this move shows that the position is worth gamma.
            if score >= gamma {
                best_move = Some(chosen);
                if ply == 0 {
                    self.root_best = best_move;
                }
                if quiet {
                    self.remember(position, index, first, depth, ply);
                }
                break;
            }
        }
        self.top = first;

        // Step 14. Mate and stalemate. Quiescence looks at some moves only and can't tell.
        if tried == 0 && depth > 0 && !pruned {
            return if in_check { mated } else { 0 };
        }
        // Step 15. Store.
        self.memory.table.put(key, ply, depth, gamma, best, best_move);
        best
    }

    fn must_stop(&mut self) -> bool {
        self.host.elapsed() >= self.limits.hard || self.host.poll() == Signal::Stop
    }

    /// Whether the position has occurred before, in this line or in the game, with the same player
    /// to move: every second position back, as far as the last capture or pawn move.
    fn repeats(&self, position: &Position, ply: usize) -> bool {
        let key = position.key();
        let line = self.memory.path[..ply].iter().rev();
        line.chain(self.past.iter().rev()).take(position.quiet.into()).skip(1).step_by(2).any(|&k| k == key)
    }

    /// Puts the moves of a position on top of the stack of lists, ranked. Says false if there
    /// wasn't room for all.
    fn list_moves(&mut self, position: &Position, table_move: Option<Move>, depth: i32, ply: usize) -> bool {
        let memory = &mut *self.memory;
        let top = &mut self.top;
        let mut complete = true;
        position.gen_moves(|chosen| {
            let value = position.value(chosen);
            let (piece, target) = (position.board[chosen.from()], position.board[chosen.to()]);
            let offered = position.offers_to_pawn(chosen);
            if depth == 0 && (value < QUIET_THRESHOLD || offered) {
                return;
            }
            let rank = if Some(chosen) == table_move {
                TABLE_RANK
            } else if offered {
                OFFER_RANK + value as i16
            } else if target != EMPTY {
                // The most valuable victim first, taken by the least valuable man.
                CAPTURE_RANK + i16::from(target) * -64 - i16::from(piece)
            } else if memory.killers[ply].contains(&Some(chosen)) {
                KILLER_RANK
            } else {
                value as i16 + memory.history[ply & 1][piece as usize - 1][chosen.to() - 20]
            };
            if let Some(slot) = memory.moves.get_mut(*top) {
                *slot = Ranked { chosen, rank };
                *top += 1;
            } else {
                complete = false;
            }
        });
        complete
    }

    /// Brings the best of the remaining moves to `index` and returns it.
    fn pick(&mut self, index: usize) -> Move {
        let rest = &mut self.memory.moves[index..self.top];
        let mut best = 0;
        for other in 1..rest.len() {
            if rest[other].rank > rest[best].rank {
                best = other;
            }
        }
        rest.swap(0, best);
        rest[0].chosen
    }

    /// A quiet move made the cut: remember it as a killer and in the history, and count it against
    /// the quiet moves that were tried before it in vain.
    fn remember(&mut self, position: &Position, index: usize, first: usize, depth: i32, ply: usize) {
        let memory = &mut *self.memory;
        let chosen = memory.moves[index].chosen;
        if memory.killers[ply][0] != Some(chosen) {
            memory.killers[ply] = [Some(chosen), memory.killers[ply][0]];
        }
        for place in first..=index {
            let Ranked { chosen, .. } = memory.moves[place];
            if position.board[chosen.to()] == EMPTY {
                let piece = position.board[chosen.from()] as usize - 1;
                let entry = &mut memory.history[ply & 1][piece][chosen.to() - 20];
                let bonus = (depth * depth).min(HISTORY_BONUS) * if place == index { 1 } else { -1 };
                // The nearer to the limit, the smaller the step.
                *entry += (bonus - i32::from(*entry) * bonus.abs() / HISTORY_LIMIT) as i16;
            }
        }
    }
}

// The budget in the crate's documentation counts on this.
const _: () = assert!(size_of::<Pocket<&mut [Entry]>>() <= 6_816);
