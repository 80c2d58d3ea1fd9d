//! Quiescence: at the leaves, captures are followed until the position is quiet enough to be judged.

use mola_rules::Move;

use super::{Kind, State, Worker, believed, softened};
use crate::movepick::{Picker, Stage, is_tactical, victim};
use crate::see;
use crate::transposition::{Bound, Entry};
use crate::value::{INFINITE, LEAST_WIN, MAX_PLY, UNKNOWN, Value, is_decided, mated};

impl Worker<'_> {
    /// The value of a position in which only captures and promotions are followed, and in check all
    /// moves. A player who is not in check may also stand pat: captures are not forced.
    pub(super) fn quiesce<K: Kind>(&mut self, ply: usize, mut alpha: Value, beta: Value) -> Value {
        self.lines[ply].clear();
        if self.must_stop() {
            return 0;
        }
        self.deepest = self.deepest.max(ply);
        if self.is_draw(ply) {
            return self.draw_value();
        }
        let State { position, .. } = self.states[ply];
        let in_check = position.is_check();
        if ply >= MAX_PLY - 1 {
            return if in_check { 0 } else { self.evaluate(ply) };
        }

        let hit = self.shared.table.probe(position.key(), ply);
        if let Some(entry) = hit
            && !K::PV
            && entry.decides(beta)
        {
            return entry.value;
        }
        let table_move = hit.and_then(|entry| entry.m).filter(|&m| position.is_legal(m));
        if let Some(m) = table_move {
            self.shared.table.prefetch_after(&position, m);
        }
        let was_pv = K::PV || hit.is_some_and(|entry| entry.pv);

        let (mut best, raw_eval) = if in_check {
            (-INFINITE, UNKNOWN)
        } else {
            let raw = hit.map(|entry| entry.eval).filter(|&eval| eval != UNKNOWN);
            let raw = raw.unwrap_or_else(|| self.evaluate(ply));
            let eval = self.corrected(ply, raw);
            let better = hit.filter(|entry| !is_decided(entry.value) && entry.decides(eval));
            (better.map_or(eval, |entry| entry.value), raw)
        };
        if best >= beta {
            best = believed(best, beta, self.shared.knobs.pat_beyond());
            // The evaluation is kept for the next visit.
            if hit.is_none() {
                let bound = Bound::Lower;
                let entry = Entry { m: None, value: best, eval: raw_eval, depth: 0, bound, pv: was_pv };
                self.shared.table.store(position.key(), ply, entry);
            }
            return best;
        }
        alpha = alpha.max(best);
        let knobs = self.shared.knobs;
        let hopeless = best + knobs.qs_futility();

        let mut picker = if in_check {
            Picker::new(&self.moves, table_move, self.hints(ply))
        } else {
            Picker::captures(&self.moves, table_move.filter(|&m| is_tactical(&position, m)), 0)
        };
        let mut best_move = None;
        let mut tried = 0;
        while let Some(m) = self.pick(&mut picker, &position) {
            if best > -LEAST_WIN {
                // Quiet evasions are not tried once there is one that does not lose.
                if in_check && picker.stage() > Stage::GoodCaptures && tried > 0 {
                    break;
                }
                if !in_check && m.promotion().is_none() && !position.gives_check(m) {
                    // A late one, unless it takes back.
                    let last = self.stack.before(ply, 1).played.map(Move::to);
                    if last != Some(m.to()) && tried >= knobs.qs_moves() {
                        continue;
                    }
                    // One that wins too little to matter.
                    let hope = hopeless + see::worth(victim(&position, m));
                    if hope <= alpha {
                        best = best.max(hope);
                        continue;
                    }
                    // One that wins nothing where something must be won.
                    if hopeless <= alpha && !see::wins_at_least(&position, m, 1) {
                        best = best.max(hopeless);
                        continue;
                    }
                }
            }
            tried += 1;
            self.play(m, ply);
            let value = -self.quiesce::<K>(ply + 1, -beta, -alpha);
            self.take_back();
            if self.shared.stopped() {
                return 0;
            }
            best = best.max(value);
            if value > alpha {
                (alpha, best_move) = (value, Some(m));
                self.extend_line::<K>(ply, m);
            }
            if value >= beta {
                break;
            }
        }
        if in_check && tried == 0 {
            return mated(ply);
        }
        if best >= beta {
            best = softened(best, beta, 1);
        }
        let bound = if best >= beta { Bound::Lower } else { Bound::Upper };
        let entry = Entry { m: best_move, value: best, eval: raw_eval, depth: 0, bound, pv: was_pv };
        self.shared.table.store(position.key(), ply, entry);
        best
    }
}
