//! Driving an XBoard engine.

mod analysis;
mod board;
mod clock;
mod features;

use std::time::{Duration, Instant};

use mola_game::{Answer, EngineOption, Host, OptionKind, Report, Signal, Task, Time};
use mola_rules::{CastlingStyle, Move, Position};

use super::process::Process;
use super::uci::allowed;
use super::{
    About, Aside, Driver, Launch, Offer, POLL, RemoteError, Result, read_line, read_move, read_reply,
};
use crate::xboard::{Command, Level, Reply, Thinking};
use board::Board;
use features::Features;

/// How long it is quiet before another line is sent to an engine that has not said anything yet.
const NUDGE: Duration = Duration::from_millis(50);

/// How long it is quiet before an engine that said something is asked for its features again.
const ASK_AGAIN: Duration = Duration::from_millis(500);

/// How long an engine that was asked something may show no sign of having heard it before it is nudged,
/// and how long it is until the next nudge.
const FIRST_NUDGE: Duration = Duration::from_secs(1);
const NEXT_NUDGE: Duration = Duration::from_millis(100);

/// A depth that is as good as none: XBoard has no other way to lift a limit of depth.
const NO_DEPTH: u32 = 100;

/// An XBoard engine that has introduced itself.
#[derive(Debug)]
struct XBoardDriver {
    process: Process,
    features: Features,
    patience: Duration,
    grace: Duration,
    /// The game on the engine's board, unless we do not know what is there.
    board: Option<Board>,
    /// The time control that the engine was told.
    level: Option<Level>,
    depth: Option<u32>,
    counts_nodes: bool,
    pings: u32,
    pv: Vec<Move>,
}

/// Hears who the program is and what it can do.
pub(super) fn greet(process: Process, launch: &Launch) -> Result<(Box<dyn Driver>, About)> {
    let mut driver = XBoardDriver {
        process,
        features: Features::default(),
        patience: launch.handshake,
        grace: launch.grace,
        board: None,
        level: None,
        depth: None,
        counts_nodes: false,
        pings: 0,
        pv: Vec::new(),
    };
    if !driver.introduce(launch.handshake / 4)? {
        // GNU Chess may not get out of its start, as told below. A second start is another chance.
        driver.process = Process::start(launch)?;
        driver.introduce(launch.handshake * 3 / 4)?;
    }
    driver.process.send(Command::Easy)?;
    driver.process.send(Command::Post)?;
    let Features { name, settings, .. } = &driver.features;
    let about = About { name: name.clone(), author: String::new(), settings: settings.clone() };
    Ok((Box::new(driver), about))
}

impl XBoardDriver {
    /// Reads what the engine can do, until it is done or nothing more is expected. Whether it said anything at all
    /// in some time: engines of the first version may not.
    ///
    /// A part of GNU Chess that starts wants to change how its input is buffered, and waits for that while
    /// another part waits for a line. Each line gives it a chance, and on a busy machine few of them are taken.
    /// When one is, lines that were read but not yet looked at are lost. So an engine that is silent gets
    /// harmless lines until it says something, and nothing that matters is sent before.
    fn introduce(&mut self, silence: Duration) -> Result<bool> {
        self.process.send(Command::XBoard)?;
        self.process.send(Command::Protover(2))?;
        let asked = Instant::now();
        let mut spoke = None;
        let mut asked_again = false;
        while !self.features.done {
            let end = match spoke {
                Some(spoke) if self.features.wait => spoke + self.patience,
                // Of the usual ten seconds this is the two that the protocol has.
                Some(spoke) => spoke + self.patience / 5,
                None => asked + silence,
            };
            // A silent engine keeps what it is sent, and does not have room for everything.
            let quiet = if spoke.is_some() { ASK_AGAIN } else { NUDGE.max(asked.elapsed() / 100) };
            let left = end.saturating_duration_since(Instant::now());
            match self.process.receive(left.min(quiet))? {
                Some(line) => {
                    spoke.get_or_insert_with(Instant::now);
                    if let Reply::Features(features) = read_reply(&line) {
                        asked_again = true;
                        for answer in self.features.hear(&features) {
                            self.process.send(answer)?;
                        }
                    }
                }
                None if left > quiet && spoke.is_none() => self.process.send(Command::Post)?,
                None if left > quiet && asked_again => {}
                None if left > quiet => {
                    asked_again = true;
                    self.process.send(Command::Protover(2))?;
                }
                None if self.features.wait => {
                    return Err(RemoteError::Silent { awaited: "feature done=1", waited: self.patience });
                }
                None => break,
            }
        }
        Ok(spoke.is_some())
    }

    /// Waits until the engine has done all that it was told, so that its clock does not pay for it.
    fn settle(&mut self) -> Result<()> {
        if !self.features.has("ping") {
            return Ok(());
        }
        self.pings += 1;
        let number = self.pings.to_string();
        self.process.send(Command::Ping(number.clone()))?;
        let asked = Instant::now();
        let (deadline, mut nudge) = (asked + self.patience, asked + FIRST_NUDGE);
        loop {
            let left = deadline.min(nudge).saturating_duration_since(Instant::now());
            match self.process.receive(left)?.as_deref().map(read_reply) {
                Some(Reply::Pong(text)) if text == number => return Ok(()),
                Some(Reply::UserError(text)) => return Err(RemoteError::Refused(text)),
                Some(_) => {}
                None if Instant::now() >= deadline => {
                    return Err(RemoteError::Silent { awaited: "pong", waited: self.patience });
                }
                None => {
                    nudge = Instant::now() + NEXT_NUDGE;
                    self.process.send(Command::Post)?;
                }
            }
        }
    }

    fn await_move(
        &mut self,
        task: &Task<'_>,
        host: &mut dyn Host,
        offer: &mut Option<Offer>,
    ) -> Result<Answer> {
        let asked = Instant::now();
        // An engine that cannot count nodes is watched instead.
        let watched = task.limits.nodes.filter(|_| !self.features.has("nps"));
        let mut deadline = allowed(task.limits.time, false).map(|time| asked + time + self.grace);
        let mut hurried = false;
        let mut nudge = Some(asked + FIRST_NUDGE);
        loop {
            let mut hurry = false;
            if let Some(line) = self.process.receive(POLL)? {
                match read_reply(&line) {
                    Reply::Move(text) => {
                        let best = Some(read_move(task.root, &text)?);
                        return Ok(Answer { best, ponder: self.expected(best) });
                    }
                    Reply::Thinking(thinking) => {
                        // Other lines may answer something that was sent before: GNU Chess comments on
                        // its clock.
                        nudge = None;
                        self.report(task.root, &thinking, host);
                        hurry = watched.is_some_and(|nodes| thinking.nodes >= nodes)
                            || task.limits.depth.is_some_and(|depth| thinking.ply > depth);
                    }
                    Reply::OfferDraw => *offer = Some(Offer::Draw),
                    Reply::Resign => {
                        *offer = Some(Offer::Resign);
                        return Ok(Answer { best: None, ponder: None });
                    }
                    // A claim of a draw may come before the move that is played if it is not granted.
                    Reply::Claim(claim) => *offer = Some(Offer::Claim(claim)),
                    // Some say so of every command that they do not know.
                    Reply::IllegalMove { text, .. } if task.moves.iter().any(|&m| names(&text, m)) => {
                        return Err(RemoteError::Refused(format!("it takes {text} for an illegal move")));
                    }
                    Reply::UserError(text) => return Err(RemoteError::Refused(text)),
                    _ => {}
                }
            }
            if nudge.is_some_and(|at| Instant::now() >= at) {
                nudge = Some(Instant::now() + NEXT_NUDGE);
                self.process.send(Command::Post)?;
            }
            if !hurried && (hurry || host.poll() == Signal::Stop) {
                hurried = true;
                self.process.send(Command::MoveNow)?;
                deadline = Some(Instant::now() + self.grace);
            }
            if deadline.is_some_and(|deadline| Instant::now() > deadline) {
                if matches!(offer, Some(Offer::Claim(_))) {
                    return Ok(Answer { best: None, ponder: None });
                }
                return Err(RemoteError::Silent { awaited: "move", waited: asked.elapsed() });
            }
        }
    }

    /// The reply that the engine expects, if its last line began with its move.
    fn expected(&self, best: Option<Move>) -> Option<Move> {
        match self.pv[..] {
            [first, second, ..] if Some(first) == best => Some(second),
            _ => None,
        }
    }

    fn report(&mut self, root: &Position, thinking: &Thinking, host: &mut dyn Host) {
        read_line(root, &thinking.pv, &mut self.pv);
        let (selective_depth, _, table_hits) = thinking.more.unwrap_or((thinking.ply, 0, 0));
        let report = Report::new(thinking.ply, thinking.score, &self.pv);
        host.report(&Report { selective_depth, nodes: thinking.nodes, table_hits, ..report });
    }
}

impl Driver for XBoardDriver {
    fn process(&mut self) -> &mut Process {
        &mut self.process
    }

    fn set(&mut self, setting: &EngineOption, value: &str) -> Result<()> {
        let name = setting.name.clone().into_owned();
        let number = value.parse().unwrap_or(1);
        self.process.send(match (features::command_for(&name), &setting.kind) {
            (Some("memory"), _) => Command::Memory(number),
            (Some("cores"), _) => Command::Cores(number),
            (Some(_), _) => Command::EgtPath { kind: "syzygy".to_owned(), path: value.to_owned() },
            (None, OptionKind::Action) => Command::Option { name, value: None },
            (None, OptionKind::Switch(_)) => {
                let value = if value == "true" { "1" } else { "0" };
                Command::Option { name, value: Some(value.to_owned()) }
            }
            (None, _) => Command::Option { name, value: Some(value.to_owned()) },
        })
    }

    /// The next question sets up the board from scratch.
    fn new_game(&mut self) -> Result<()> {
        self.board = None;
        Ok(())
    }

    fn think(&mut self, task: &Task<'_>, host: &mut dyn Host, aside: &mut Aside) -> Result<Answer> {
        if task.root.count_moves() == 0 {
            return Ok(Answer { best: None, ponder: None });
        }
        if task.limits.ponder && !wait_for_hit(host) {
            // The protocol cannot ask what to ponder, so nothing was thought; nobody wants to hear
            // the answer to a question that was stopped before it began.
            return Ok(Answer { best: task.root.legal_moves().first().copied(), ponder: None });
        }
        while self.process.pending().is_some() {}
        // Until all is well, nothing is known of the engine's board.
        let board = self.follow(task)?;
        let endless =
            task.limits.time == Time::Unlimited && task.limits.depth.is_none() && task.limits.nodes.is_none();
        let analysis = self.features.has("analyze") && (endless || !task.only.is_empty());
        if analysis {
            let answer = self.analyze(task, host)?;
            self.board = Some(board);
            return Ok(answer);
        }
        if !task.only.is_empty() {
            return Err(RemoteError::Refused("it cannot be told which moves to consider".to_owned()));
        }
        self.send_limits(&task.limits)?;
        self.process.send(Command::Go)?;
        aside.asked = Some(Instant::now());
        let answer = self.await_move(task, host, &mut aside.offer)?;
        // In force mode it neither thinks nor moves until it is asked again.
        self.process.send(Command::Force)?;
        self.board = answer.best.map(|m| {
            let mut board = board;
            board.moves.push(m);
            board
        });
        Ok(answer)
    }
}

/// Whether a text is a name under which a move may have been sent.
fn names(text: &str, m: Move) -> bool {
    (m.is_castle() && text.starts_with("O-O")) || text == m.uci(CastlingStyle::Standard).to_string()
}

/// Waits until the pondered move was played; `false` if the question was stopped instead.
fn wait_for_hit(host: &mut dyn Host) -> bool {
    loop {
        match host.poll() {
            Signal::PonderHit => return true,
            Signal::Stop => return false,
            Signal::Continue => std::thread::sleep(POLL),
        }
    }
}
