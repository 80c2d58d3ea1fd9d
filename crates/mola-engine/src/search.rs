//! The search: an essay in numbered steps.
//!
//! Each thread runs a [`Worker`]: iterative deepening with aspiration windows (`search/root.rs`) over
//! [`Worker::search`], a principal variation search with the proven ways to prune, reduce and extend, and
//! [`Worker::quiesce`] at its leaves (`search/quiescence.rs`). What threads share is in [`Shared`] and nowhere
//! else. How a worker plays moves, sees draws and evaluates is in `search/worker.rs`, and what it remembers of
//! each ply in `search/stack.rs`. Every number has a name in [`Knobs`](crate::params::Knobs).
//!
//! Contents of the essay:
//!
//! | before the moves | for each move | after the moves |
//! |---|---|---|
//! | 1. Leaves and stops | 16. Next move | 28. Mate and stalemate |
//! | 2. Draws | 17. Late move pruning | 29. Fail high, softened |
//! | 3. Upcoming repetition | 18. Futility pruning | 30. Histories |
//! | 4. Mate distance pruning | 19. History pruning | 31. Lesson of a failure |
//! | 5. Transposition table | 20. Exchange pruning | 32. Store |
//! | 6. Endgame tables | 21. Singular extension | 33. Correction |
//! | 7. Static evaluation | 22. Play | |
//! | 8. Clean slate for the children | 23. Late move reduction | |
//! | 9. Lesson of the evaluation | 24. Second look | |
//! | 10. Hindsight | 25. Null-window search | |
//! | 11. Razoring | 26. Full-window search | |
//! | 12. Reverse futility pruning | 27. New best move | |
//! | 13. Null move pruning | | |
//! | 14. Probcut | | |
//! | 15. Internal reduction | | |

mod quiescence;
mod reductions;
mod root;
mod stack;
mod worker;

use std::sync::atomic::Ordering::Relaxed;

use mola_rules::{Move, Position, Role};

use crate::history::Scene;
use crate::movepick::{Hints, Picker, Stage, is_tactical, victim};
use crate::see;
use crate::tablebase::Verdict;
use crate::transposition::{Bound, Entry};
use crate::value::{INFINITE, LEAST_WIN, MATE, MAX_PLY, TABLE_WIN, UNKNOWN, Value, is_decided, mated};
pub(crate) use reductions::Reductions;
pub(crate) use root::{Found, Limits, Progress, RootMove};
pub(crate) use stack::Memory;
use stack::{State, Tried};
pub(crate) use worker::{Shared, Worker};

/// What kind of node is searched. A compile-time choice, so that each kind has code of its own.
trait Kind {
    /// The window is open: the exact value matters.
    const PV: bool;
    const ROOT: bool = false;
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
}

impl Kind for NonPv {
    const PV: bool = false;
}

impl Worker<'_> {
    /// Searches the position at `ply` to `depth` and returns its value, or a bound on it outside the
    /// window (fail soft). After a stop the value means nothing.
    ///
    /// A `cut_node` is expected to fail high.
    #[allow(clippy::too_many_lines, reason = "one essay: its parts share all of its state")]
    fn search<K: Kind>(
        &mut self,
        ply: usize,
        mut alpha: Value,
        mut beta: Value,
        mut depth: i32,
        cut_node: bool,
    ) -> Value {
        let knobs = self.shared.knobs;

        // Step 1. Leaves and stops. At the leaves captures are followed to their end.
        self.lines[ply].clear();
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
        let position = self.states[ply].position;
        let in_check = position.is_check();

        if !K::ROOT {
            // Step 2. Draws: by repetition, fifty moves or too little material.
            if self.is_draw(ply) {
                return self.draw_value();
            }
            if ply >= MAX_PLY - 1 {
                return if in_check { 0 } else { self.evaluate(ply) };
            }
            // Step 3. Upcoming repetition (cuckoo tables): a player who can repeat has at least a draw.
            if alpha < 0 && self.can_repeat(ply) {
                alpha = self.draw_value();
                if alpha >= beta {
                    return alpha;
                }
            }
            // Step 4. Mate distance pruning. No line from here can beat a mate that is already found.
            alpha = alpha.max(mated(ply));
            beta = beta.min(MATE - ply as Value - 1);
            if alpha >= beta {
                return alpha;
            }
        }

        // Step 5. Transposition table (hash table). What another line learned about this position may answer
        // the question. Not near the fifty-move limit, which the table's key does not know about.
        let excluded = self.stack.at(ply).excluded;
        let hit = if excluded.is_some() { None } else { self.shared.table.probe(position.key(), ply) };
        let table_move = match hit {
            _ if K::ROOT => self.roots.get(self.first_root).map(|root| root.m),
            Some(entry) => entry.m.filter(|&m| position.is_legal(m)),
            None => None,
        };
        if let Some(m) = table_move {
            self.shared.table.prefetch_after(&position, m);
        }
        let was_pv = match excluded {
            Some(_) => self.stack.at(ply).was_pv,
            None => K::PV || hit.is_some_and(|entry| entry.pv),
        };
        self.stack.at(ply).was_pv = was_pv;
        if let Some(entry) = hit
            && !K::PV
            && entry.depth >= depth
            && entry.decides(beta)
            && i32::from(position.halfmoves()) < knobs.table_halfmoves()
        {
            if let Some(m) = table_move.filter(|&m| entry.value >= beta && !is_tactical(&position, m)) {
                let (scene, bonus) = (self.scene(ply), self.bonus(depth));
                self.memory.history.update_quiet(&scene, position.turn(), m, bonus);
            }
            return entry.value;
        }

        // Step 6. Endgame tables (Syzygy). With few pieces left, the result is known, though not how long it takes.
        let mut best = -INFINITE;
        let mut most = INFINITE;
        if !K::ROOT
            && excluded.is_none()
            && let Some((value, bound)) = self.look_up(ply, depth)
        {
            let decides = match bound {
                Bound::Lower => value >= beta,
                Bound::Upper => value <= alpha,
                _ => true,
            };
            if decides {
                let depth = (depth + knobs.tablebase_depth()).min(MAX_PLY as i32 - 1);
                let entry = Entry { m: None, value, eval: UNKNOWN, depth, bound, pv: was_pv };
                self.shared.table.store(position.key(), ply, entry);
                return value;
            }
            if K::PV && bound == Bound::Lower {
                (best, alpha) = (value, alpha.max(value));
            } else if K::PV {
                most = value;
            }
        }

        // Step 7. Static evaluation, corrected by the errors that earlier searches found in it. A value from
        // the table is a better guess, if its bound points the right way.
        let raw_eval = match hit {
            _ if in_check => UNKNOWN,
            _ if excluded.is_some() => self.stack.at(ply).eval,
            Some(entry) if entry.eval != UNKNOWN => entry.eval,
            _ => self.evaluate(ply),
        };
        let static_eval = match raw_eval {
            UNKNOWN => UNKNOWN,
            _ if excluded.is_some() => raw_eval,
            _ => self.corrected(ply, raw_eval),
        };
        self.stack.at(ply).eval = static_eval;
        let better = hit
            .filter(|entry| static_eval != UNKNOWN && !is_decided(entry.value) && entry.decides(static_eval));
        let guess = better.map_or(static_eval, |entry| entry.value);
        let improving = self.is_improving(ply, static_eval) || (!in_check && static_eval >= beta);

        // Step 8. Clean slate for the children: nothing of an earlier sibling's children may remain.
        let parent = *self.stack.before(ply, 1);
        let double_extensions = if K::ROOT { 0 } else { parent.double_extensions };
        self.stack.at(ply).double_extensions = double_extensions;
        self.stack.at(ply + 1).killer = None;
        self.stack.at(ply + 2).cuts = 0;

        // Step 9. Lesson of the evaluation. A quiet move after which its player stands better than before was good,
        // long before a search proves it (worth 35 Elo at 5000 nodes).
        let knows_change = !K::ROOT && !in_check && excluded.is_none() && parent.eval != UNKNOWN;
        if knows_change
            && parent.quiet
            && let Some(m) = parent.played
        {
            let (factor, most) = (knobs.lesson_factor(), knobs.lesson_most());
            let bonus = (-factor * (static_eval + parent.eval)).clamp(-most, most);
            self.memory.history.hint_quiet(parent.threats, !position.turn(), m, bonus);
        }

        // Step 10. Hindsight. A move that was reduced a lot, and after which its player stands no worse than
        // expected, deserves a closer look; one that turned out badly deserves less.
        if knows_change {
            let gained = static_eval + parent.eval;
            if parent.reduction >= knobs.hindsight_deeper() && gained <= 0 {
                depth += 1;
            } else if parent.reduction >= knobs.hindsight_shallower()
                && depth >= 2
                && gained > knobs.hindsight()
            {
                depth -= 1;
            }
        }

        let may_prune = !K::PV && !in_check && excluded.is_none() && !is_decided(beta);
        if may_prune {
            // Step 11. Razoring. Far below alpha near the leaves, only captures can help.
            let margin = knobs.razor_base() + knobs.razor_factor() * depth;
            if depth <= knobs.razor_depth() && guess + margin < alpha {
                let value = self.quiesce::<NonPv>(ply, alpha, alpha + 1);
                if value <= alpha {
                    return value;
                }
            }

            // Step 12. Reverse futility pruning (RFP, static null move). The position is so far above beta that
            // the opponent cannot make up for it, even less if its last move made things worse. Where the
            // evaluation needed correction, the margin is larger. The evaluation is kept for the next visit.
            let worsening = knows_change && static_eval > -parent.eval;
            let margin = knobs.rfp_margin() * depth
                + knobs.rfp_correction() * (static_eval - raw_eval).abs() / 16
                - knobs.rfp_improving() * i32::from(improving)
                - knobs.rfp_worsening() * i32::from(worsening);
            if depth <= knobs.rfp_depth() && guess - margin >= beta {
                if hit.is_none() {
                    let (value, bound) = (UNKNOWN, Bound::None);
                    let entry = Entry { m: None, value, eval: raw_eval, depth: 0, bound, pv: was_pv };
                    self.shared.table.store(position.key(), ply, entry);
                }
                return believed(guess, beta, knobs.rfp_beyond());
            }

            // Step 13. Null move pruning (NMP). If passing is good enough, moving is. Not with pawns alone, since
            // having to move may be the problem there (zugzwang), and verified where much depends on it. Only at
            // nodes that are expected to fail high: elsewhere it is wasted effort (worth 16 Elo at 5000 nodes).
            let may_pass = cut_node
                && depth >= knobs.null_depth()
                && guess >= beta
                && static_eval >= beta - knobs.null_factor() * depth + knobs.null_base()
                && has_pieces(&position)
                && (parent.played.is_some() || ply == 0)
                && ply >= self.null_from;
            if may_pass {
                let surplus = ((guess - beta) * PLY / knobs.null_reduction_eval())
                    .min(knobs.null_reduction_most() * PLY);
                let reduction = (knobs.null_reduction()
                    + knobs.null_reduction_depth() * depth
                    + knobs.null_reduction_improving() * i32::from(improving)
                    + surplus)
                    / PLY;
                self.play_null(ply);
                let value = -self.search::<NonPv>(ply + 1, -beta, 1 - beta, depth - reduction, !cut_node);
                self.take_back();
                if self.shared.stopped() {
                    return 0;
                }
                if value >= beta {
                    let value = if is_decided(value) { beta } else { value };
                    if self.null_from > 0 || depth < knobs.null_verify_depth() {
                        return value;
                    }
                    let plies = knobs.null_verify_quarters() * (depth - reduction) / 4;
                    self.null_from = ply + plies.max(1) as usize;
                    let verified = self.search::<NonPv>(ply, beta - 1, beta, depth - reduction, false);
                    self.null_from = 0;
                    if verified >= beta {
                        return value;
                    }
                }
            }

            // Step 14. Probcut. A capture that stays far above beta in a shallower search would do so in a deeper
            // one.
            let target = beta + knobs.probcut_margin() - knobs.probcut_improving() * i32::from(improving);
            let refuted = hit
                .is_some_and(|entry| entry.depth > depth - knobs.probcut_reduction() && entry.value < target);
            if depth >= knobs.probcut_depth() && !refuted && !is_decided(target) {
                let value = self.probcut(ply, target, depth, cut_node, table_move, raw_eval);
                if let Some(value) = value {
                    return value;
                }
                if self.shared.stopped() {
                    return 0;
                }
            }
            // What the table says may have gone that far already.
            let target = beta + knobs.probcut_entry();
            if let Some(entry) = hit
                && entry.bound == Bound::Lower
                && entry.depth >= depth - knobs.probcut_reduction()
                && entry.value >= target
                && !is_decided(entry.value)
            {
                return target;
            }
        }

        // Step 15. Internal reduction (IIR). Without a move from the table, the move order is poor; a shallower
        // search finds one for the next time. The same if the move comes from a search that was much shallower. A
        // singular search has none by design.
        let poor = !K::ROOT && hit.is_none_or(|entry| entry.depth + knobs.iir_entry() < depth);
        let unordered = excluded.is_none() && (table_move.is_none() || poor);
        if depth >= knobs.iir_depth() && unordered && (K::PV || cut_node) {
            depth -= 1;
        }

        let hints = Hints { killer: self.stack.at(ply).killer, ..self.hints(ply) };
        let scene = hints.scene;
        self.stack.at(ply).threats = scene.threats;
        let mut picker = Picker::new(&self.moves, table_move, hints);
        let table_captures = table_move.is_some_and(|m| is_tactical(&position, m));
        let first_alpha = alpha;
        let mut best_move = None;
        let mut tried = 0;
        let (mut quiets, mut captures) = (Tried::new(), Tried::new());

        // Step 16. Next move, the most promising first.
        while let Some(m) = self.pick(&mut picker, &position) {
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

            // Steps 17 to 20 drop late and hopeless moves, once there is one that does not lose. Not where only a
            // mate would do: sacrifices look hopeless.
            let may_skip = !K::ROOT && best > -LEAST_WIN && alpha < LEAST_WIN && has_pieces(&position);
            let mut lmr_depth = (depth - reduction / PLY).max(0);
            if may_skip && tactical && !in_check && !gives_check {
                // Step 18 for captures: what is taken counts.
                let hope = static_eval
                    + knobs.futility_capture()
                    + knobs.futility_capture_factor() * lmr_depth
                    + see::worth(victim(&position, m))
                    + m.promotion().map_or(0, see::worth)
                    + history / knobs.futility_capture_history();
                if lmr_depth <= knobs.futility_capture_depth() && hope <= alpha {
                    continue;
                }
            }
            if !tactical {
                lmr_depth = (lmr_depth + history / knobs.prune_history()).max(0);
            }
            if may_skip && !tactical {
                // Step 17. Late move pruning (LMP, move count pruning). The order put better moves first. It is a
                // poor judge of checks.
                let share = if improving { 100 } else { knobs.lmp_worsening() };
                let enough = (knobs.lmp_base() + knobs.lmp_factor() * depth * depth) * share / 10_000;
                if tried > enough && !gives_check {
                    picker.skip_quiets();
                }
                // Step 18. Futility pruning. A quiet move will not make up for this much.
                let hope = static_eval
                    + knobs.futility_base()
                    + knobs.futility_factor() * lmr_depth
                    + history / knobs.futility_history();
                if !in_check && !gives_check && lmr_depth <= knobs.futility_depth() && hope <= alpha {
                    if !is_decided(best) {
                        best = best.max(hope);
                    }
                    picker.skip_worse_quiets();
                    continue;
                }
                // Step 19. History pruning. It was bad before, and the moves after it were worse.
                if depth <= knobs.history_prune_depth() && history < -knobs.history_prune() * depth {
                    picker.skip_worse_quiets();
                    continue;
                }
            }
            // Step 20. Exchange pruning (SEE pruning). It loses too much on its square.
            let (shallow, margin) = if tactical {
                let losing = picker.stage() == Stage::BadCaptures;
                let trust = history * knobs.see_capture_history() / 1024;
                (losing && depth <= knobs.see_capture_depth(), knobs.see_capture() * depth + trust)
            } else {
                (lmr_depth <= knobs.see_quiet_depth(), knobs.see_quiet() * lmr_depth)
            };
            if may_skip && shallow && !see::wins_at_least(&position, m, -margin) {
                continue;
            }

            // Step 21. Singular extension. A move that is far better than all others is searched deeper. If others
            // do as well, it gets less (negative extension), or the node is cut at once (multicut).
            let mut extension = 0;
            let may_be_singular = !K::ROOT
                && depth >= knobs.singular_depth()
                && excluded.is_none()
                && Some(m) == table_move
                && ply < MAX_PLY / 2;
            if may_be_singular
                && let Some(entry) = hit
                && entry.depth >= depth - knobs.singular_entry()
                && matches!(entry.bound, Bound::Lower | Bound::Exact)
                && !is_decided(entry.value)
            {
                let margin = knobs.singular_margin() + knobs.singular_was_pv() * i32::from(was_pv && !K::PV);
                let bar = entry.value - margin * depth / 16;
                self.stack.at(ply).excluded = Some(m);
                let value = self.search::<NonPv>(ply, bar - 1, bar, (depth - 1) / 2, cut_node);
                self.stack.at(ply).excluded = None;
                if self.shared.stopped() {
                    return 0;
                }
                if value < bar {
                    extension = 1;
                    let worse = bar - value - knobs.double_pv() * i32::from(K::PV);
                    if worse > knobs.double_margin() && double_extensions < knobs.double_most() {
                        extension = 2 + i32::from(!tactical && worse > knobs.triple_margin());
                    }
                } else if bar >= beta {
                    return bar;
                } else if entry.value >= beta {
                    extension = -knobs.singular_beta();
                } else if cut_node {
                    extension = -knobs.singular_cut_node();
                }
            }

            // Step 22. Play.
            self.stack.at(ply).double_extensions = double_extensions + i32::from(extension >= 2);
            let nodes_before = self.nodes;
            self.play(m, ply);
            let new_depth = depth - 1 + extension;
            let mut value = -INFINITE;

            // Step 23. Late move reduction (LMR). What comes late in the order is searched less deeply.
            let late = depth >= 2 && tried > 1 + i32::from(K::PV);
            if late {
                reduction += knobs.lmr_not_pv() * i32::from(!was_pv);
                reduction += knobs.lmr_cut_node() * i32::from(cut_node);
                reduction += knobs.lmr_worsening() * i32::from(!improving);
                reduction += knobs.lmr_table_capture() * i32::from(!tactical && table_captures);
                let often_cut = self.stack.at(ply + 1).cuts > knobs.lmr_cuts_most();
                reduction += knobs.lmr_cuts() * i32::from(often_cut);
                reduction -= knobs.lmr_check() * i32::from(gives_check);
                reduction -= knobs.lmr_pv() * i32::from(K::PV);
                if let Some(entry) = hit.filter(|entry| was_pv && entry.bound != Bound::None) {
                    reduction -= knobs.lmr_table_above() * i32::from(entry.value > first_alpha);
                    reduction -= knobs.lmr_table_deep() * i32::from(entry.depth >= depth);
                }
                if static_eval != UNKNOWN {
                    reduction +=
                        knobs.lmr_below() * i32::from(static_eval + knobs.lmr_below_margin() < alpha);
                    // Where the evaluation needed correction, it is not to be trusted.
                    if excluded.is_none() {
                        reduction -= knobs.lmr_correction() * (static_eval - raw_eval).abs();
                    }
                }
                let most = knobs.lmr_history_most();
                reduction -= (history * PLY / knobs.lmr_history()).clamp(-most, most);
                if tactical {
                    reduction = reduction * knobs.lmr_capture() / PLY;
                    reduction -= knobs.lmr_good_capture() * i32::from(picker.stage() <= Stage::GoodCaptures);
                }
                let reduced = (new_depth - reduction / PLY).clamp(1, new_depth.max(1));
                self.stack.at(ply).reduction = (new_depth - reduced).max(0);
                value = -self.search::<NonPv>(ply + 1, -alpha - 1, -alpha, reduced, true);
                self.stack.at(ply).reduction = 0;

                // Step 24. Second look. A reduced move that surprises is searched again, deeper the more it does.
                if value > alpha && reduced < new_depth {
                    let deeper =
                        i32::from(value > best + knobs.lmr_deeper()) - i32::from(value < best + new_depth);
                    let again = new_depth + deeper;
                    if again > reduced {
                        value = -self.search::<NonPv>(ply + 1, -alpha - 1, -alpha, again, !cut_node);
                    }
                    // What came of it is a lesson for places that follow the same moves.
                    if !tactical && (value <= alpha || value >= beta) {
                        let bonus = if value >= beta { self.bonus(new_depth) } else { self.malus(new_depth) };
                        self.memory.history.update_after(&scene, position.turn(), m, bonus);
                    }
                }
            }
            // Step 25. Null-window search (scout). For all but the first move, it is enough to show that it does not
            // beat the best one.
            if !late && (!K::PV || tried > 1) {
                value = -self.search::<NonPv>(ply + 1, -alpha - 1, -alpha, new_depth, !cut_node);
            }
            // Step 26. Full-window search, for the first move of a principal variation and for what beats it.
            if K::PV && (tried == 1 || value > alpha) {
                value = -self.search::<Pv>(ply + 1, -beta, -alpha, new_depth, false);
            }
            self.take_back();
            if self.shared.stopped() {
                return 0;
            }

            // Step 27. New best move. What comes after one that raised alpha will hardly do better, and gets less depth.
            if K::ROOT {
                let searched = self.nodes - nodes_before;
                self.note_root(m, value, tried == 1 || value > alpha, searched);
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(m);
                    self.extend_line::<K>(ply, m);
                    if value >= beta {
                        self.stack.at(ply).cuts += 1;
                        break;
                    }
                    alpha = value;
                    if depth >= knobs.raised_least() && depth <= knobs.raised_most() && !is_decided(value) {
                        depth -= knobs.raised();
                    }
                }
            }
            if Some(m) != best_move {
                if tactical { captures.push(m) } else { quiets.push(m) }
            }
        }

        // Step 28. Mate and stalemate. If the only move was left out, the others are as bad as can be.
        if tried == 0 {
            return match excluded {
                Some(_) => alpha,
                None if in_check => mated(ply),
                None => 0,
            };
        }

        // Step 29. Fail high, softened.
        if best >= beta {
            best = softened(best, beta, depth);
        }
        best = best.min(most);

        // Step 30. Histories. The move that made the cut or raised alpha is rewarded, and those before it are
        // punished. Exact values are rare, but teach the most (worth 36 Elo at 5000 nodes).
        let bound = match best_move {
            Some(_) if best >= beta => Bound::Lower,
            Some(_) if K::PV && best > first_alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        if bound != Bound::Upper
            && let Some(m) = best_move
        {
            let depth = depth
                + i32::from(best > beta + knobs.bonus_beyond())
                + i32::from(static_eval != UNKNOWN && static_eval <= first_alpha);
            self.learn(ply, m, &scene, depth, &quiets, &captures);
        }

        // Step 31. Lesson of a failure. If nothing here raises alpha, the opponent's last move was good.
        if bound == Bound::Upper
            && !K::ROOT
            && excluded.is_none()
            && parent.quiet
            && let Some(m) = parent.played
        {
            let (scene, bonus) =
                (self.scene_under(parent.threats, ply - 1), self.bonus(depth) * knobs.praise() / 1024);
            self.memory.history.update_quiet(&scene, !position.turn(), m, bonus);
        }

        if excluded.is_none() {
            // Step 32. Store. Not while some of the root's moves are left out: the value would not be the root's.
            let entry = Entry { m: best_move, value: best, eval: raw_eval, depth, bound, pv: was_pv };
            if !(K::ROOT && (self.first_root > 0 || self.is_partial)) {
                self.shared.table.store(position.key(), ply, entry);
            }

            // Step 33. Correction. The evaluation learns from its error if the value can be trusted.
            let quiet_best = best_move.is_none_or(|m| !is_tactical(&position, m));
            let is_beyond = match bound {
                Bound::Lower => best > static_eval,
                Bound::Upper => best < static_eval,
                _ => true,
            };
            if !in_check && quiet_best && is_beyond && !is_decided(best) {
                let error = best - static_eval;
                let keys = self.shared_keys(ply);
                let correction = self.memory.history.correction_mut();
                correction.update(position.turn(), &keys, error, depth, knobs);
            }
        }
        best
    }

    /// Step 14: tries captures that promise to stay above `target`, first in quiescence and then in a
    /// shallower search.
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
        let knobs = self.shared.knobs;
        let reduced = depth - knobs.probcut_reduction();
        let needed = target - self.stack.at(ply).eval;
        let table_move =
            table_move.filter(|&m| is_tactical(&position, m) && see::wins_at_least(&position, m, needed));
        let mut picker = Picker::captures(&self.moves, table_move, needed);
        while let Some(m) = self.pick(&mut picker, &position) {
            self.play(m, ply);
            let mut value = -self.quiesce::<NonPv>(ply + 1, -target, 1 - target);
            if value >= target {
                value = -self.search::<NonPv>(ply + 1, -target, 1 - target, reduced, !cut_node);
            }
            self.take_back();
            if self.shared.stopped() {
                return None;
            }
            if value >= target {
                let (depth, bound) = (reduced + 1, Bound::Lower);
                let entry = Entry { m: Some(m), value, eval: raw_eval, depth, bound, pv: false };
                self.shared.table.store(position.key(), ply, entry);
                return Some(value);
            }
        }
        None
    }

    /// Step 6: what the endgame tables say about the position at `ply`.
    fn look_up(&self, ply: usize, depth: i32) -> Option<(Value, Bound)> {
        let position = &self.states[ply].position;
        let tablebase = self.shared.tablebase.filter(|tables| tables.is_worth_probing(position, depth))?;
        let verdict = tablebase.probe(position)?;
        self.shared.table_hits.fetch_add(1, Relaxed);
        Some(match verdict {
            Verdict::Win => (TABLE_WIN - ply as Value, Bound::Lower),
            Verdict::Draw => (0, Bound::Exact),
            Verdict::Loss => (ply as Value - TABLE_WIN, Bound::Upper),
        })
    }

    /// Step 30: remembers the best move at `ply`, and those that were tried in vain before it.
    fn learn(&mut self, ply: usize, m: Move, scene: &Scene, depth: i32, quiets: &Tried, captures: &Tried) {
        let position = self.states[ply].position;
        let turn = position.turn();
        let (bonus, malus) = (self.bonus(depth), self.malus(depth));
        // The later a move was tried, the less its failure says: it was not expected to succeed.
        let fading = self.shared.knobs.malus_fading();
        let faded = |number: usize| malus * 16 / (16 + fading * number as i32);
        let history = &mut self.memory.history;
        if is_tactical(&position, m) {
            history.update_capture(m, turn, victim(&position, m), bonus);
        } else {
            self.stack.at(ply).killer = Some(m);
            history.update_quiet(scene, turn, m, bonus);
            for (number, other) in quiets.iter().enumerate() {
                history.update_quiet(scene, turn, other, faded(number));
            }
        }
        for (number, capture) in captures.iter().enumerate() {
            history.update_capture(capture, turn, victim(&position, capture), faded(number));
        }
    }

    /// How much a search to this depth teaches about its best move.
    fn bonus(&self, depth: i32) -> i32 {
        let knobs = self.shared.knobs;
        (knobs.bonus_factor() * depth - knobs.bonus_less()).min(knobs.bonus_most())
    }

    /// How much it teaches about the moves before it.
    fn malus(&self, depth: i32) -> i32 {
        let knobs = self.shared.knobs;
        -(knobs.malus_factor() * depth - knobs.malus_less()).min(knobs.malus_most())
    }
}

/// A whole ply, where reductions are counted in parts of one.
const PLY: i32 = 1024;

/// How far a cut goes beyond beta is uncertain, the more so near the leaves.
fn softened(value: Value, beta: Value, depth: i32) -> Value {
    if is_decided(value) || is_decided(beta) { value } else { (value * depth + beta) / (depth + 1) }
}

/// How far a static evaluation goes beyond beta is uncertain too: this many 16ths of it are believed.
fn believed(value: Value, beta: Value, sixteenths: i32) -> Value {
    if is_decided(value) || is_decided(beta) { value } else { beta + (value - beta) * sixteenths / 16 }
}

/// Whether the player to move has more than pawns.
fn has_pieces(position: &Position) -> bool {
    (position.us() & !position.role(Role::Pawn) & !position.role(Role::King)).any()
}

#[cfg(test)]
mod tests;
