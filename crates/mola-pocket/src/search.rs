//! The search: iterative deepening, a binary search on the score (MTD-bi), and `bound`, which
//! answers one question: is this position worth at least `gamma`?
//!
//! Contents of `bound`:
//! 1 limits and the horizon, 2 draws, 3 mate distance, 4 check extension, 5 table, 6 stand pat,
//! 7 reverse futility, 8 null move, 9 internal iterative reduction, 10 moves, 11 futility, 12 late
//! move reduction, 13 cutoff, 14 mate and stalemate, 15 store.

use crate::board::{EMPTY, Move, Position};
use crate::host::{Answer, Host, Limits};
use crate::transposition::{Entry, INFINITY, Table};

/// The score of giving mate here and now; a mate in n plies is worth `MATE - n`.
pub(crate) const MATE: i32 = 32_000;
/// Scores from here on announce a mate. No evaluation comes near: fifteen queens are worth less.
pub(crate) const MATE_BAND: i32 = MATE - 1_000;
/// The most plies from the root that any search goes, quiescence included. It bounds the stack.
pub const MAX_PLY: usize = 64;
/// Room for the moves of all plies of one line together: about twenty-five full lists.
const MOVE_ROOM: usize = 1024;
/// The deepest searches that may end early by reverse futility and futility. Further from the
/// leaves too much can happen.
const REVERSE_DEPTH: i32 = 6;
const FUTILITY_DEPTH: i32 = 4;
/// From this score on, a rook and more, short mates are asked for.
const WINNING: i32 = 700;
/// Mates within this many plies, seven moves, are looked for without reductions.
const SHORT_MATE: i32 = 13;
/// The limit of the history, which one cutoff approaches by a fifth at most.
const HISTORY_LIMIT: i32 = 2_000;

/// A move waiting in a list, with the rank that decides when it is tried.
#[derive(Clone, Copy)]
struct Ranked {
    chosen: Move,
    rank: i16,
}

/// The engine: lent memory, and what one search leaves behind for the next.
pub struct Pocket<T> {
    table: Table<T>,
    horizon: usize,
    /// The lists of moves of all plies of the current line, one on top of the other.
    moves: [Ranked; MOVE_ROOM],
    /// A quiet move for each ply that refuted a sibling, and may refute the next one.
    killers: [Option<Move>; MAX_PLY],
    /// How often a quiet move (by player, piece and square) was good before.
    history: [[[i16; 80]; 6]; 2],
    /// The keys of the positions from the root to the current one.
    path: [u64; MAX_PLY],
}

impl<T: AsMut<[Entry]>> Pocket<T> {
    /// An engine that keeps its transposition table in `slots`: an array, a vector, or a borrowed
    /// slice of any length, even none.
    pub fn new(slots: T) -> Self {
        Self {
            table: Table { slots, age: 0 },
            horizon: MAX_PLY,
            moves: [Ranked { chosen: Move::new(0, 1, 2), rank: 0 }; MOVE_ROOM],
            killers: [None; MAX_PLY],
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
        self.table.slots.as_mut().fill(Entry::EMPTY);
        self.history = [[[0; 80]; 6]; 2];
    }

    /// Thinks about `root` until a limit is reached or the host says stop, and answers with a legal
    /// move, or with none if there is none. Blocks. `past` holds the keys of the game's
    /// earlier positions, oldest first, so that repetitions are seen.
    pub fn think(&mut self, root: &Position, past: &[u64], limits: &Limits, host: &mut dyn Host) -> Answer {
        self.table.age = self.table.age.wrapping_add(1);
        self.killers = [None; MAX_PLY];
        Search { memory: self, past, limits, host, nodes: 0, top: 0, stopped: false, root_best: None }
            .deepen(root)
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

impl<T: AsMut<[Entry]>> Search<'_, T> {
    /// Searches depth after depth and keeps the best move. Each depth that found one is reported.
    fn deepen(&mut self, root: &Position) -> Answer {
        let mut answer = Answer { best: None, score: 0, depth: 0, nodes: 0 };
        root.for_each_legal(|candidate, _| answer.best = answer.best.or(Some(candidate)));
        if answer.best.is_none() {
            answer.score = if root.in_check() { -MATE } else { 0 };
            return answer;
        }
        for depth in 1..=self.limits.depth.min(self.memory.horizon as u8 - 1) {
            let (mut lower, mut upper, mut step) = (-MATE, MATE, 12);
            // A side that wins first asks for a mate that fits into this depth, of three moves at most;
            // otherwise it might be content with more and more material.
            let seeks_mate = answer.score >= WINNING && depth <= 5;
            let mut gamma = if seeks_mate { MATE - i32::from(depth) } else { answer.score.max(lower + 1) };
            self.root_best = None;
            // The binary search. Invariant: lower <= score <= upper. It ends when the score is known
            // well enough; a mate is counted in plies, so there the bounds must meet. As long as one
            // side is open, the guess moves there with growing steps; the middle of a mate score and
            // a pawn would be a question nobody asked.
            while lower < upper - if lower.abs().max(upper.abs()) < MATE_BAND { 8 } else { 0 } {
                let score = self.bound(root, gamma, i32::from(depth), 0, false);
                if self.stopped {
                    break;
                }
                *(if score >= gamma { &mut lower } else { &mut upper }) = score;
                let middle = (lower + upper + 1) / 2;
                gamma = if score >= gamma { middle.min(score + step) } else { middle.max(score + 1 - step) };
                gamma = gamma.clamp(lower + 1, upper.max(lower + 1));
                step *= 2;
            }
            answer.nodes = self.nodes;
            // A move of an unfinished depth counts only if it is known to be no worse than the one it
            // replaces. Then it is reported: what is shown last is what is played.
            let is_news = self.root_best.is_some() && self.root_best != answer.best;
            if self.stopped && (lower < answer.score || !is_news) {
                break;
            }
            answer.best = self.root_best.or(answer.best);
            (answer.score, answer.depth) = (lower, depth);
            self.report(root, &answer);
            let mate_found = i32::from(depth) >= MATE - lower.abs();
            if self.stopped || mate_found || self.host.elapsed() >= self.limits.soft {
                break;
            }
        }
        answer
    }

    /// Tells the host what a depth has found, with the line that the table remembers.
    fn report(&mut self, root: &Position, answer: &Answer) {
        let (mut position, mut next) = (*root, answer.best);
        let mut line = [Move::new(0, 1, 2); 16];
        let mut length = 0;
        // The table may hold anything under a colliding key: only legal moves are believed.
        while let (Some(chosen), true) = (next, length < line.len().min(answer.depth.into())) {
            let Some(after) = position.play(chosen) else { break };
            line[length] = chosen;
            (position, length) = (after, length + 1);
            next = self.memory.table.get(position.key(), 0).and_then(|known| known.best);
        }
        self.host.report(answer, &line[..length]);
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
        let asks = self.nodes % 256 == 255;
        self.stopped |= self.nodes >= self.limits.nodes
            || asks && (self.host.elapsed() >= self.limits.hard || self.host.stop());
        if self.stopped {
            return 0;
        }
        self.nodes += 1;
        if ply >= self.memory.horizon {
            return position.evaluate();
        }

        // Step 2. Draws. Going round once is as good as going round twice.
        let key = position.key();
        let earlier = self.memory.path[..ply].iter().rev().chain(self.past.iter().rev());
        if ply > 0 && (position.is_dead() || position.quiet >= 4 && position.repetitions(earlier) > 0) {
            return 0;
        }
        self.memory.path[ply] = key;
        // Step 3. Mate distance: no mate from here comes before the next ply, and none is worse than
        // being mated now. A question beyond that needs no search.
        let (mated, mates) = (ply as i32 - MATE, MATE - ply as i32 - 1);
        if gamma > mates || gamma <= mated {
            return gamma.clamp(mated, mates);
        }
        // Step 4. Check extension: a check is never the last word of a line.
        let in_check = position.in_check();
        let depth = (depth + i32::from(in_check)).max(0);
        if ply > 0 && position.quiet >= 100 && !in_check {
            return 0;
        }

        // Step 5. Table. At the root a bound without a move would be of no use, and bounds that rest
        // on bets don't answer the question for a short mate.
        let short_mate = gamma.abs() >= MATE - SHORT_MATE;
        let known = self.memory.table.get(key, ply);
        if let Some(known) = known.filter(|known| known.depth as i32 >= depth && ply > 0) {
            let (lower, upper) = (known.lower as i32, known.upper as i32);
            let bound = if lower >= gamma { lower } else { upper };
            if (lower >= gamma || upper < gamma) && (!short_mate || bound.abs() >= MATE_BAND) {
                return bound;
            }
        }

        // Mates are not a matter for guesses: such a question is answered in full width.
        let values = position.values;
        let may_bet = ply > 0 && !in_check && gamma.abs() < MATE_BAND;
        let static_score = position.evaluate();
        let mut best = -i32::from(INFINITY);
        if depth == 0 {
            // Step 6. Stand pat (quiescence): captures are not forced.
            best = static_score;
            if best >= gamma {
                return best;
            }
        } else if may_bet {
            // Step 7. Reverse futility (static null move): so far above gamma that the opponent
            // can't win it all back in the plies left.
            if depth <= REVERSE_DEPTH && static_score - values.reverse * depth >= gamma {
                return static_score;
            }
            // Step 8. Null move: if even passing is good enough, moving is too. Kings and pawns
            // alone may be in zugzwang, where it isn't. The proof may be shallower, and more so the
            // deeper it would be.
            if may_pass && depth >= 2 && static_score >= gamma && position.sides[0].force > 0 {
                let rest = depth - values.null_move - depth / 4;
                let score = -self.bound(&position.pass(), 1 - gamma, rest, ply + 1, false);
                if score >= gamma && !self.stopped {
                    return score.min(MATE_BAND - 1);
                }
            }
        }
        // Step 9. Internal iterative reduction: without a move to try first, a deep search is a waste;
        // a shallower one finds it for the next time.
        let table_move = known.and_then(|known| known.best);
        let depth = depth - i32::from(table_move.is_none() && depth > 3);

        // Step 10. Moves, best rank first. Each is picked when its turn comes, since most nodes are
        // cut off before the list would have been worth sorting. Without room for all, none is tried.
        let first = self.top;
        self.list_moves(position, table_move, depth, ply);
        if self.top == MOVE_ROOM {
            self.top = first;
            return static_score;
        }
        let (mut best_move, mut tried, mut pruned) = (None, 0, false);
        for index in first..self.top {
            let chosen = self.pick(index);
            let quiet = position.is_quiet(chosen);
            // Step 11. Futility: near the leaves a move must have a chance to reach gamma.
            if may_bet && depth <= FUTILITY_DEPTH && (quiet || depth == 0) {
                let margin = if depth == 0 { values.delta } else { values.futility * depth };
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
            // Step 12. Late move reduction: a quiet move after the first few is searched less
            // deeply, after eight and in deep searches still less, and in full only if it surprises.
            let late = quiet && !in_check && !short_mate && depth >= 3 && tried > values.late;
            let reduction = if late { 1 + i32::from(tried > 8) + depth / 6 } else { 0 };
            let mut score = -self.bound(&next, 1 - gamma, depth - 1 - reduction, ply + 1, true);
            if reduction > 0 && score >= gamma {
                score = -self.bound(&next, 1 - gamma, depth - 1, ply + 1, true);
            }
            if self.stopped {
                break;
            }
            best = best.max(score);
            // Step 13. Cutoff: this move shows that the position is worth gamma.
            if score >= gamma {
                best_move = Some(chosen);
                if quiet {
                    self.memory.killers[ply] = best_move;
                    self.remember(position, index, first, depth, ply);
                }
                break;
            }
        }
        self.top = first;
        if self.stopped {
            return 0;
        }
        if ply == 0 {
            self.root_best = best_move.or(self.root_best);
        }
        // Step 14. Mate and stalemate. Quiescence looks at some moves only and can't tell.
        if tried == 0 && depth > 0 && !pruned {
            return if in_check { mated } else { 0 };
        }
        // Step 15. Store.
        self.memory.table.put(key, ply, depth, gamma, best, best_move);
        best
    }

    /// Puts the moves of a position on top of the stack of lists, ranked: the table's, captures with
    /// the most valuable victim and the least valuable taker first, the killer, quiet moves by history
    /// and table value, and those that offer a piece to a pawn. History stays within its limit and
    /// one move's value hardly exceeds a queen, so the bands don't touch.
    fn list_moves(&mut self, position: &Position, table_move: Option<Move>, depth: i32, ply: usize) {
        let memory = &mut *self.memory;
        position.gen_moves(|chosen| {
            let value = position.value(chosen);
            let (piece, target) = (position.board[chosen.from()], position.board[chosen.to()]);
            let offered = position.offers_to_pawn(chosen);
            if depth == 0 && (value < position.values.threshold || offered) {
                return;
            }
            let rank = match Some(chosen) {
                same if same == table_move => i16::MAX,
                _ if offered => value as i16 - 4_000,
                _ if target != EMPTY => 10_000 - 64 * i16::from(target) - i16::from(piece),
                same if same == memory.killers[ply] => 6_000,
                _ => value as i16 + memory.history[ply & 1][piece as usize - 1][chosen.to() - 20],
            };
            if let Some(slot) = memory.moves.get_mut(self.top) {
                *slot = Ranked { chosen, rank };
                self.top += 1;
            }
        });
    }

    /// Brings the best of the remaining moves to `index` and returns it.
    fn pick(&mut self, index: usize) -> Move {
        let moves = &mut self.memory.moves;
        let best = (index..self.top).rev().max_by_key(|&place| moves[place].rank);
        moves.swap(index, best.unwrap_or(index));
        moves[index].chosen
    }

    /// A quiet move made the cut: remember it, and count it against the quiet moves that were tried
    /// before it in vain.
    fn remember(&mut self, position: &Position, index: usize, first: usize, depth: i32, ply: usize) {
        let memory = &mut *self.memory;
        for place in first..=index {
            let Ranked { chosen, .. } = memory.moves[place];
            if position.board[chosen.to()] == EMPTY {
                let piece = position.board[chosen.from()] as usize - 1;
                let entry = &mut memory.history[ply & 1][piece][chosen.to() - 20];
                let bonus = (depth * depth).min(HISTORY_LIMIT / 5) * if place == index { 1 } else { -1 };
                // The nearer to the limit, the smaller the step.
                *entry += (bonus - i32::from(*entry) * bonus.abs() / HISTORY_LIMIT) as i16;
            }
        }
    }
}

// The budget in the crate's documentation counts on this.
const _: () = assert!(size_of::<Pocket<&mut [Entry]>>() <= 6_688);
