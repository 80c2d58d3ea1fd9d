//! Driving a UCI engine.

use std::time::{Duration, Instant};

use mola_game::{Answer, EngineOption, Host, Limits, OptionKind, Report, Signal, Task, Time};
use mola_rules::{CastlingStyle, Move, Position};

use super::process::Process;
use super::{About, Aside, Driver, Launch, POLL, RemoteError, Result, read_line, read_move, read_reply};
use crate::uci::{Command, Go, Info, Reply};

/// More options than any engine has. Further ones are not listened to.
const MOST_OPTIONS: usize = 10_000;

/// A UCI engine that has introduced itself.
#[derive(Debug)]
struct UciDriver {
    process: Process,
    settings: Vec<EngineOption>,
    patience: Duration,
    grace: Duration,
    chess960: bool,
    lines: usize,
    /// Whether something was sent that takes time, and that `isready` should wait for.
    unsettled: bool,
    pv: Vec<Move>,
}

/// Hears who the program is and what can be set.
pub(super) fn greet(process: Process, launch: &Launch) -> Result<(Box<dyn Driver>, About)> {
    let mut driver = UciDriver {
        process,
        settings: Vec::new(),
        patience: launch.handshake,
        grace: launch.grace,
        chess960: false,
        lines: 1,
        unsettled: true,
        pv: Vec::new(),
    };
    let mut about = About::default();
    driver.process.send(Command::Uci)?;
    let deadline = Instant::now() + driver.patience;
    loop {
        match driver.next("uciok", deadline)? {
            Reply::Name(name) => about.name = name,
            Reply::Author(author) => about.author = author,
            Reply::Option(setting) if about.settings.len() < MOST_OPTIONS => about.settings.push(setting),
            Reply::UciOk => break,
            _ => {}
        }
    }
    driver.settings.clone_from(&about.settings);
    Ok((Box::new(driver), about))
}

impl UciDriver {
    /// Sets what belongs to the question rather than to the game, and waits until the engine has
    /// done what takes time, so that its clock does not pay for it.
    fn prepare(&mut self, task: &Task<'_>) -> Result<()> {
        while self.process.pending().is_some() {}
        if !self.chess960 && task.start.is_chess960() {
            self.set_if_known("UCI_Chess960", "true").then_some(()).ok_or_else(|| {
                RemoteError::Refused(format!("it does not play Chess960, as in {}", task.start))
            })?;
        }
        if task.limits.lines != self.lines {
            self.set_if_known("MultiPV", &task.limits.lines.to_string());
            self.lines = task.limits.lines;
        }
        if self.unsettled {
            self.process.send(Command::IsReady)?;
            let deadline = Instant::now() + self.patience;
            while self.next("readyok", deadline)? != Reply::ReadyOk {}
            self.unsettled = false;
        }
        Ok(())
    }

    fn set_if_known(&mut self, name: &str, value: &str) -> bool {
        let setting = self.settings.iter().find(|setting| setting.is(name)).cloned();
        setting.is_some_and(|setting| self.set(&setting, value).is_ok())
    }

    fn next(&mut self, awaited: &'static str, deadline: Instant) -> Result<Reply> {
        let left = deadline.saturating_duration_since(Instant::now());
        match self.process.receive(left)? {
            Some(line) => Ok(read_reply(&line)),
            None => Err(RemoteError::Silent { awaited, waited: self.patience }),
        }
    }

    fn report(&mut self, root: &Position, info: &Info, host: &mut dyn Host) {
        let Some(evaluation) = info.score else { return };
        read_line(root, &info.pv, &mut self.pv);
        let depth = info.depth.unwrap_or(0);
        host.report(&Report {
            line: info.multipv.unwrap_or(1).max(1) as usize,
            depth,
            selective_depth: info.seldepth.unwrap_or(depth),
            score: evaluation.score,
            bound: evaluation.bound,
            nodes: info.nodes.unwrap_or(0),
            hash_full: info.hashfull.unwrap_or(0).min(1000) as u16,
            table_hits: info.tbhits.unwrap_or(0),
            pv: &self.pv,
        });
    }
}

impl Driver for UciDriver {
    fn process(&mut self) -> &mut Process {
        &mut self.process
    }

    fn set(&mut self, setting: &EngineOption, value: &str) -> Result<()> {
        let value = match setting.kind {
            OptionKind::Action => None,
            OptionKind::Text(_) if value.is_empty() => Some("<empty>".to_owned()),
            _ => Some(value.to_owned()),
        };
        if setting.is("UCI_Chess960") {
            self.chess960 = value.as_deref() == Some("true");
        }
        if setting.is("MultiPV") {
            self.lines = value.as_deref().and_then(|value| value.parse().ok()).unwrap_or(1);
        }
        self.unsettled = true;
        self.process.send(Command::SetOption { name: setting.name.clone().into_owned(), value })
    }

    fn new_game(&mut self) -> Result<()> {
        self.unsettled = true;
        self.process.send(Command::NewGame)
    }

    fn think(&mut self, task: &Task<'_>, host: &mut dyn Host, aside: &mut Aside) -> Result<Answer> {
        self.prepare(task)?;
        let castling = if self.chess960 { CastlingStyle::Chess960 } else { CastlingStyle::Standard };
        let fen = (*task.start != Position::start()).then(|| task.start.to_string());
        let moves = task.moves.iter().map(|m| m.uci(castling).to_string()).collect();
        self.process.send(Command::Position { fen, moves })?;
        let go = go_of(task, castling);
        self.process.send(Command::Go(go))?;
        let asked = *aside.asked.insert(Instant::now());
        let mut deadline =
            allowed(task.limits.time, task.limits.ponder).map(|time| asked + time + self.grace);
        let mut stopped = false;
        let mut pondering = task.limits.ponder;
        loop {
            let mut enough = false;
            if let Some(line) = self.process.receive(POLL)? {
                match read_reply(&line) {
                    Reply::Info(info) => {
                        self.report(task.root, &info, host);
                        enough = exceeds(&info, &task.limits);
                    }
                    Reply::BestMove { best, ponder } => return answer_of(task.root, best, ponder),
                    _ => {}
                }
            }
            if !stopped {
                match if enough && !pondering { Signal::Stop } else { host.poll() } {
                    Signal::Continue => {}
                    Signal::PonderHit => {
                        pondering = false;
                        self.process.send(Command::PonderHit)?;
                        let time = allowed(task.limits.time, false);
                        deadline = time.map(|time| Instant::now() + time + self.grace);
                    }
                    Signal::Stop => {
                        stopped = true;
                        self.process.send(Command::Stop)?;
                        deadline = Some(Instant::now() + self.grace);
                    }
                }
            }
            if deadline.is_some_and(|deadline| Instant::now() > deadline) {
                return Err(RemoteError::Silent { awaited: "bestmove", waited: asked.elapsed() });
            }
        }
    }
}

/// How long the engine may think, if that is limited.
pub(super) fn allowed(time: Time, ponder: bool) -> Option<Duration> {
    match time {
        _ if ponder => None,
        Time::Unlimited => None,
        Time::Move(time) => Some(time),
        Time::Clock { left, .. } => Some(left),
    }
}

/// Whether an engine has passed a limit that it does not know: some search without end if they are told
/// nothing but a number of nodes.
fn exceeds(info: &Info, limits: &Limits) -> bool {
    let nodes = limits.nodes.zip(info.nodes).is_some_and(|(limit, nodes)| nodes >= limit);
    nodes || limits.depth.zip(info.depth).is_some_and(|(limit, depth)| depth > limit)
}

fn answer_of(root: &Position, best: Option<String>, ponder: Option<String>) -> Result<Answer> {
    let Some(best) = best else {
        return if root.count_moves() == 0 {
            Ok(Answer { best: None, ponder: None })
        } else {
            Err(RemoteError::NoMove { fen: root.to_string() })
        };
    };
    let best = read_move(root, &best)?;
    // A bad expectation does no harm; it is just not there.
    let ponder = ponder.and_then(|text| read_move(&root.after(best), &text).ok());
    Ok(Answer { best: Some(best), ponder })
}

fn go_of(task: &Task<'_>, castling: CastlingStyle) -> Go {
    let limits = &task.limits;
    let millis = |time: Duration| Some(i64::try_from(time.as_millis()).unwrap_or(i64::MAX));
    let mut go = Go {
        search_moves: task.only.iter().map(|m| m.uci(castling).to_string()).collect(),
        ponder: limits.ponder,
        depth: limits.depth.map(i64::from),
        nodes: limits.nodes.map(|nodes| nodes.min(i64::MAX as u64) as i64),
        mate: limits.mate.map(i64::from),
        ..Go::default()
    };
    match limits.time {
        Time::Unlimited => {
            go.infinite = limits.depth.is_none() && limits.nodes.is_none() && limits.mate.is_none();
        }
        Time::Move(time) => go.move_time = millis(time.max(Duration::from_millis(1))),
        Time::Clock { left, increment, moves_to_go } => {
            // A task has only the clock of the player to move. An engine that looks at both sees them equal.
            let left = millis(left.max(Duration::from_millis(1)));
            (go.wtime, go.btime) = (left, left);
            (go.winc, go.binc) = (millis(increment), millis(increment));
            go.moves_to_go = moves_to_go.map(i64::from);
        }
    }
    go
}
