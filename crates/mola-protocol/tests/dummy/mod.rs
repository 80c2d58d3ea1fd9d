//! Engines for tests: they know no chess beyond the rules, and follow every limit to the letter.
#![allow(dead_code, missing_docs, unreachable_pub)]

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use mola_game::{
    Answer, Bound, Engine, EngineOption, Host, OptionError, OptionKind, Report, Score, Signal, Task, Time,
};
use mola_rules::{Move, Position};

/// Thinks until it is stopped or a limit is reached, and reports as a real engine does: a bound and
/// then the exact score for each depth, all lines in order.
#[derive(Debug, Default)]
pub struct Patient {
    /// What it was told, in order, for tests that want to see it.
    pub told: Arc<Mutex<Vec<(String, String)>>>,
}

/// How long a depth takes.
const PACE: Duration = Duration::from_micros(500);

impl Engine for Patient {
    fn name(&self) -> &'static str {
        "Patient thinker"
    }

    fn options(&self) -> Vec<EngineOption> {
        let choices = vec!["Solid".into(), "Very Wild".into()];
        let style = OptionKind::Choice { default: "Solid".into(), choices };
        vec![
            EngineOption::number("Hash", 16, 1, 4096),
            EngineOption::number("Threads", 1, 1, 64),
            EngineOption::action("Clear Hash"),
            EngineOption::switch("OwnBook", false),
            EngineOption::text("SyzygyPath", ""),
            EngineOption { name: "Style".into(), kind: style },
            EngineOption::text("BookFile", ""),
            EngineOption::number("Skill Level", 20, 0, 20),
            EngineOption::switch("UCI_LimitStrength", false),
            EngineOption::number("UCI_Elo", 3000, 800, 3000),
        ]
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        // A table that cannot be allocated.
        if name == "Hash" && value == "4096" {
            return Err(OptionError::Failed("not enough memory"));
        }
        self.told.lock().unwrap().push((name.to_owned(), value.to_owned()));
        Ok(())
    }

    fn think(&mut self, task: Task<'_>, host: &mut dyn Host) -> Answer {
        let moves = choices(&task);
        let mut nodes = 0;
        let mut depth = 0;
        'deeper: while depth < task.limits.depth.unwrap_or(u32::MAX) {
            depth += 1;
            for (index, &m) in moves.iter().take(task.limits.lines).enumerate() {
                let pv = [Some(m), reply(task.root, m)].into_iter().flatten().collect::<Vec<_>>();
                let score = Score::Centipawns(20 - 10 * index as i32 + (depth % 7) as i32);
                for bound in [Bound::Lower, Bound::Exact] {
                    host.report(&Report {
                        line: index + 1,
                        depth,
                        selective_depth: depth + 2,
                        score,
                        bound,
                        nodes: nodes + 1,
                        hash_full: 7,
                        table_hits: 0,
                        pv: &pv,
                    });
                }
            }
            if let Some(&m) = moves.first() {
                host.trying(depth, m, 1);
            }
            let begun = Instant::now();
            loop {
                let late = time_for(task.limits.time).is_some_and(|time| host.elapsed() >= time);
                if late || host.poll() == Signal::Stop {
                    break 'deeper;
                }
                nodes += 1;
                if task.limits.nodes.is_some_and(|limit| nodes >= limit) {
                    break 'deeper;
                }
                // The deeper, the slower, or a long analysis would drown its reader.
                if begun.elapsed() >= PACE * depth.min(200) {
                    break;
                }
                std::thread::sleep(Duration::from_micros(50));
            }
        }
        let best = moves.first().copied();
        Answer { best, ponder: best.and_then(|m| reply(task.root, m)) }
    }
}

fn time_for(time: Time) -> Option<Duration> {
    match time {
        Time::Unlimited => None,
        Time::Move(time) => Some(time),
        Time::Clock { left, increment, moves_to_go } => {
            let share = left / moves_to_go.unwrap_or(30).clamp(2, 60) + increment / 2;
            Some(share.min(left / 2))
        }
    }
}

/// The moves to consider, in an order that differs from position to position.
fn choices(task: &Task<'_>) -> Vec<Move> {
    let mut moves: Vec<Move> =
        if task.only.is_empty() { task.root.legal_moves().to_vec() } else { task.only.to_vec() };
    if !moves.is_empty() {
        let turn = (task.root.key() % moves.len() as u64) as usize;
        moves.rotate_left(turn);
    }
    moves
}

fn reply(root: &Position, m: Move) -> Option<Move> {
    let mut after = *root;
    after.play(m).ok()?;
    after.legal_moves().first().copied()
}

/// Fails in every way that the seam allows.
#[derive(Debug)]
pub struct Wrong {
    pub how: Fault,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    Panics,
    PlaysIllegally,
    SaysNothing,
    ReportsIllegally,
}

impl Engine for Wrong {
    fn name(&self) -> &'static str {
        "Wrong"
    }

    fn think(&mut self, task: Task<'_>, host: &mut dyn Host) -> Answer {
        let bad = Move::new(mola_rules::MoveKind::Queen, mola_rules::Square::A1, mola_rules::Square::H8);
        match self.how {
            Fault::Panics => panic!("a bug on purpose"),
            Fault::PlaysIllegally => Answer { best: bad, ponder: bad },
            Fault::SaysNothing => Answer { best: None, ponder: None },
            Fault::ReportsIllegally => {
                let first = task.root.legal_moves().first().copied();
                let pv: Vec<Move> = [first, bad].into_iter().flatten().collect();
                host.report(&Report {
                    line: 1,
                    depth: 1,
                    selective_depth: 1,
                    score: Score::Mate(3),
                    bound: Bound::Exact,
                    nodes: 1,
                    hash_full: 0,
                    table_hits: 0,
                    pv: &pv,
                });
                Answer { best: first, ponder: bad }
            }
        }
    }
}
