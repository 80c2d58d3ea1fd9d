//! The search on several threads, which share nothing but [`Shared`].

use std::cell::RefCell;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use mola_game::{Host, Report, Signal, Task};
use mola_rules::Move;

use super::Mola;
use crate::search::{Found, Limits, Progress, Shared, Worker};
use crate::tablebase::Verdict;
use crate::time::{Gaps, TimeLimits};
use crate::value::{INFINITE, MAX_PLY, TABLE_WIN, Value, is_decided, to_score};
use crate::vote::vote;

impl Mola {
    /// Searches with this many threads, and returns what the best of them has found.
    pub(super) fn search(&mut self, task: &Task<'_>, host: &mut dyn Host, threads: usize) -> Option<Found> {
        let asked: Vec<Move> = task.root.legal_moves().into_iter().filter(|&m| task.allows(m)).collect();
        // A weaker player does not know endings by heart.
        let tablebase = self.tablebase.as_ref().filter(|_| self.settings.level().is_none());
        // Several lines are to show what other moves would do.
        let at_root = tablebase.filter(|_| task.limits.lines <= 1);
        let solved = at_root.and_then(|tables| tables.best_moves(task.root, &asked, task.past));
        // If the tables know the root, the search only chooses among moves that keep the result.
        let (candidates, verdict) = solved.map_or((asked, None), |(moves, verdict)| (moves, Some(verdict)));
        let shared = Shared {
            knobs: &self.knobs,
            table: &self.table,
            reductions: &self.reductions,
            cycles: &self.cycles,
            network: self.choice.network(),
            tablebase: tablebase.filter(|_| verdict.is_none()),
            table_hits: AtomicU64::new(u64::from(verdict.is_some())),
            stop: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            node_limit: task.limits.nodes.map(|nodes| nodes.max(1)),
        };
        let limits = Limits {
            depth: task.limits.depth.map_or(MAX_PLY as i32, |depth| depth.clamp(1, MAX_PLY as u32) as i32),
            mate: task.limits.mate,
            lines: task.limits.lines,
            soft_nodes: self.soft_nodes,
            time: TimeLimits::new(task.limits.time, &self.knobs, self.stalls),
        };
        let (first, others) = self.memories.split_first_mut().expect("there is at least one thread");
        let helpers_found = Mutex::new(Vec::new());
        let mut found = Vec::new();
        let mut reported = None;
        let mut spawned = 1;
        let gaps = Gaps::default();
        let (watch, hard) = (host.watch(), limits.time.hard);
        std::thread::scope(|scope| {
            // The scope waits for the helpers, which wait for this flag, also if this thread panics.
            let _stop = StopWhenDropped(&shared.stop);
            for memory in others.iter_mut().take(threads - 1) {
                let (shared, limits, helpers_found) = (&shared, &limits, &helpers_found);
                let (candidates, watch) = (&candidates, watch.as_deref());
                let helper = std::thread::Builder::new().spawn_scoped(scope, move || {
                    // The first thread may be asleep when time is up, so each looks for itself.
                    let poll = &mut || {
                        watch.is_some_and(|watch| {
                            watch.is_stopped() || hard.is_some_and(|hard| watch.elapsed() >= hard)
                        })
                    };
                    let unlimited = TimeLimits { soft: None, hard: None };
                    let helper = Limits { time: unlimited, mate: None, ..*limits };
                    let mut worker = Worker::new(shared, memory, poll, task.root, task.past, candidates);
                    let result = worker.deepen(&helper, &|| Duration::ZERO, &mut |_| {});
                    if let (Some(result), Ok(mut all)) = (result, helpers_found.lock()) {
                        all.push(result);
                    }
                });
                if helper.is_err() {
                    break;
                }
                spawned += 1;
            }
            let host = RefCell::new(&mut *host);
            let elapsed = || gaps.note(host.borrow().elapsed());
            let poll =
                &mut || host.borrow().poll() == Signal::Stop || hard.is_some_and(|hard| elapsed() >= hard);
            let mut worker = Worker::new(&shared, first, poll, task.root, task.past, &candidates);
            let trying = &mut |depth: i32, m, number: i32| {
                host.borrow_mut().trying(depth as u32, m, number as u32);
            };
            worker.trying = Some(trying);
            let mut tell = |progress: &Progress<'_>| {
                reported = progress.lines.first().map(|root| root.m);
                report(progress, &shared, verdict, &mut **host.borrow_mut());
            };
            found.extend(worker.deepen(&limits, &elapsed, &mut tell));
        });
        self.stalls.learn(gaps.longest.get());
        found.extend(helpers_found.into_inner().unwrap_or_default());
        let best = if task.limits.lines > 1 { 0 } else { vote(&found)? };
        let best = (best < found.len()).then(|| found.swap_remove(best))?;
        // An unfinished depth or another thread may have found a better move than the last one reported.
        if reported != Some(best.best.m) && best.best.value > -INFINITE {
            let nodes = shared.nodes.load(Relaxed);
            let lines = std::slice::from_ref(&best.best);
            report(&Progress { depth: best.depth, lines, nodes }, &shared, verdict, host);
        }
        // If a thread can't be spawned, search with fewer from now on.
        if spawned < threads {
            self.remarks
                .push(format!("the system allows {spawned} of {threads} threads; {spawned} are used"));
            self.memories.truncate(spawned);
        }
        Some(best)
    }
}

/// Ends the search of all threads when it goes out of scope.
struct StopWhenDropped<'a>(&'a AtomicBool);

impl Drop for StopWhenDropped<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// The value that people see: if the tables know who wins, only a mate says more.
fn shown(value: Value, verdict: Option<Verdict>) -> Value {
    match verdict {
        Some(Verdict::Draw) => 0,
        Some(Verdict::Win) if !is_decided(value) => TABLE_WIN - 1,
        Some(Verdict::Loss) if !is_decided(value) => 1 - TABLE_WIN,
        _ => value,
    }
}

/// Reports what a depth found to the host.
fn report(progress: &Progress<'_>, shared: &Shared<'_>, verdict: Option<Verdict>, host: &mut dyn Host) {
    for (index, root) in progress.lines.iter().enumerate() {
        let score = to_score(shown(root.value, verdict));
        host.report(&Report {
            line: index + 1,
            selective_depth: root.deepest as u32,
            nodes: progress.nodes,
            hash_full: shared.table.fullness(),
            table_hits: shared.table_hits.load(Relaxed),
            ..Report::new(progress.depth as u32, score, &root.line)
        });
    }
}
