//! Engines on their own threads, so that the screen never waits for them.
//!
//! Every question has a ticket. A thread thinks as long as its ticket is wanted. Its messages carry the
//! ticket, and stale ones are dropped.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use mola_game::coach::{self, JudgedMove};
use mola_game::{
    BadOption, Bound, Game, History, Limits, Line, Listener, OptionError, Score, Task, Time, guarded,
};
use mola_rules::{Move, Position};

use crate::engines::running::{RunningEngine, Said};
use crate::engines::spec::EngineSpec;
use crate::terminal::levels;
use crate::terminal::state::{FoundHint, Job, Msg, Question, Thought};
use crate::workers::NO_THREAD;

/// A thread with an engine.
#[derive(Debug)]
pub(crate) struct Worker {
    jobs: Option<Sender<Job>>,
    /// The ticket of the question that still matters; zero if none does.
    wanted: Arc<AtomicU64>,
    options: Arc<[(String, String)]>,
    thread: Option<JoinHandle<()>>,
}

/// How long a position is analyzed at most.
const STUDY: Duration = Duration::from_mins(1);
/// How many nodes each position of a game gets when the game is analyzed.
const REVIEW: u64 = 60_000;
/// How long a hint takes: its move, and the threat.
const HINT: [Duration; 2] = [Duration::from_millis(500), Duration::from_millis(250)];

impl Worker {
    /// A thread that starts with its first job, since most games do not need all of them.
    /// `options` are set on every engine that has them and was not given others.
    pub(crate) fn new(options: &[(String, String)]) -> Self {
        Self { jobs: None, wanted: Arc::default(), options: options.into(), thread: None }
    }

    /// Gives the thread something to do, in place of what it does.
    pub(crate) fn give(&mut self, job: Job, outbox: &Sender<Msg>) {
        match &job {
            Job::Move { ticket, .. }
            | Job::Study { ticket, .. }
            | Job::Hint { ticket, .. }
            | Job::Review { ticket, .. } => {
                self.wanted.store(*ticket, Ordering::Release);
            }
            // What has no engine yet has nothing to forget.
            Job::NewGame if self.jobs.is_none() => return,
            Job::NewGame | Job::Start { .. } => {}
        }
        if self.jobs.is_none() && self.start(outbox).is_err() {
            refuse(job, outbox);
        } else if let Some(jobs) = &self.jobs {
            // The thread lives as long as this end of the channel.
            let _ = jobs.send(job);
        }
    }

    fn start(&mut self, outbox: &Sender<Msg>) -> io::Result<()> {
        let (jobs, inbox) = channel();
        let engine = EngineThread {
            wanted: Arc::clone(&self.wanted),
            outbox: outbox.clone(),
            options: Arc::clone(&self.options),
            seated: None,
        };
        self.thread = Some(Builder::new().spawn(move || engine.work(&inbox))?);
        self.jobs = Some(jobs);
        Ok(())
    }

    /// Whatever the thread thinks about is not wanted any more: it answers at once.
    pub(crate) fn stop(&self) {
        self.wanted.store(0, Ordering::Release);
    }
}

/// Says that a job cannot be done, since the system has no thread for it.
fn refuse(job: Job, outbox: &Sender<Msg>) {
    let text = NO_THREAD.to_owned();
    let msg = match job {
        Job::Move { ticket, .. } => Msg::Answer { ticket, answer: Said::Failed(text) },
        Job::Start { seat, engine } => Msg::Unavailable { seat, engine, text },
        Job::Study { .. } | Job::Hint { .. } | Job::Review { .. } | Job::NewGame => Msg::Remark(text),
    };
    // The caller also owns the receiver.
    let _ = outbox.send(msg);
}

/// Ends the thread and the program that plays there, but does not wait long for them.
impl Drop for Worker {
    fn drop(&mut self) {
        self.stop();
        self.jobs = None;
        let Some(thread) = self.thread.take() else { return };
        let began = Instant::now();
        while !thread.is_finished() && began.elapsed() < Duration::from_millis(500) {
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

/// The thread's side.
struct EngineThread {
    wanted: Arc<AtomicU64>,
    outbox: Sender<Msg>,
    options: Arc<[(String, String)]>,
    /// The engine, and who it is.
    seated: Option<(EngineSpec, RunningEngine)>,
}

impl EngineThread {
    fn work(mut self, inbox: &Receiver<Job>) {
        while let Ok(job) = inbox.recv() {
            let msg = match job {
                Job::Move { ticket, question, .. } => self.find_move(ticket, &question),
                Job::Start { seat, engine } => match self.seat(&engine) {
                    Ok(_) => continue,
                    Err(error) => Msg::Unavailable { seat, engine, text: format!("{error:#}") },
                },
                Job::Study { ticket, game } => {
                    let limits = Limits { time: Time::Move(STUDY), ..Limits::NONE };
                    self.think(ticket, game.task(limits), Some(&self.outbox.clone()));
                    continue;
                }
                Job::Hint { ticket, game } => {
                    Msg::Hint { ticket, found: self.find_hint(ticket, game.position()) }
                }
                // Nothing was found if something else was wanted meanwhile.
                Job::Review { ticket, game } => {
                    Msg::Reviewed { ticket, moves: self.review(ticket, &game).unwrap_or_default() }
                }
                Job::NewGame => {
                    if let Some((_, seated)) = &mut self.seated {
                        seated.engine().new_game();
                    }
                    continue;
                }
            };
            if self.outbox.send(msg).is_err() {
                return;
            }
        }
    }

    /// Makes sure that the right engine sits here.
    fn seat(&mut self, engine: &EngineSpec) -> anyhow::Result<&mut RunningEngine> {
        let seated = match self.seated.take() {
            Some((spec, running)) if spec == *engine => running,
            other => {
                // The old one leaves first: two large tables need not live side by side.
                drop(other);
                let mut running = engine.start()?;
                self.configure(engine, &mut running);
                running
            }
        };
        Ok(&mut self.seated.insert((engine.clone(), seated)).1)
    }

    /// Sets what the user configured for all engines. Tables or a book that fail do not stop the game.
    fn configure(&self, engine: &EngineSpec, running: &mut RunningEngine) {
        for (name, value) in self.options.iter().filter(|(name, _)| !engine.sets(name)) {
            match running.engine().set_option(name, value) {
                Ok(()) | Err(OptionError::Unknown) => {}
                Err(error) => {
                    let remark = format!("{value}: {}", BadOption { name, error });
                    // Nobody is left to hear it when the program ends.
                    let _ = self.outbox.send(Msg::Remark(remark));
                }
            }
        }
    }

    fn find_move(&mut self, ticket: u64, question: &Question) -> Msg {
        let asked = Instant::now();
        let (outbox, wanted) = (self.outbox.clone(), Arc::clone(&self.wanted));
        let running = match self.seat(&question.engine) {
            Ok(running) => running,
            Err(error) => return Msg::Answer { ticket, answer: Said::Failed(format!("{error:#}")) },
        };
        let nodes = levels::set(running.engine(), question.level);
        let limits = levels::limits(question.level, nodes, question.game.clock().control());
        let mut listener = listen(ticket, &wanted, Some(&outbox), question.game.position());
        let answer = running.answer(question.game.task(limits), &mut listener);
        drop(listener);
        for remark in running.remarks() {
            // Nobody is left to hear it when the program ends.
            let _ = outbox.send(Msg::Remark(format!("{}: {remark}", running.engine().name())));
        }
        while asked.elapsed() < question.patience && wanted.load(Ordering::Acquire) == ticket {
            std::thread::sleep(Duration::from_millis(5));
        }
        Msg::Answer { ticket, answer }
    }

    /// Has Mola think. Yields its move, and what it last found.
    fn think(
        &mut self,
        ticket: u64,
        task: Task<'_>,
        outbox: Option<&Sender<Msg>>,
    ) -> Option<(Option<Move>, Option<Line>)> {
        let wanted = Arc::clone(&self.wanted);
        let running = self.seat(&EngineSpec::MOLA).ok()?;
        let mut listener = listen(ticket, &wanted, outbox, task.root);
        let best = guarded(|| running.engine().think(task, &mut listener)).ok()?.best;
        Some((best, listener.best().cloned()))
    }

    /// Judges every move of a game. None if that does not matter any more.
    fn review(&mut self, ticket: u64, game: &Game) -> Option<Vec<JudgedMove>> {
        let limits = Limits { nodes: Some(REVIEW), ..Limits::NONE };
        let history = History::of(*game.start(), game.moves().iter().copied());
        let moves = coach::review(&history, |history| {
            let line = self.think(ticket, history.task(limits), None).and_then(|(_, line)| line);
            line.filter(|_| self.wanted.load(Ordering::Acquire) == ticket).ok_or(())
        });
        moves.ok()
    }

    fn find_hint(&mut self, ticket: u64, position: &Position) -> Option<FoundHint> {
        // Whatever the clocks say, a hint is quick.
        let limit = |time| Limits { time: Time::Move(time), ..Limits::NONE };
        let (best, line) = self.think(ticket, Task::new(position, limit(HINT[0])), None)?;
        let (best, score) = (best?, line.map(|line| line.score));
        let threat = self.find_threat(ticket, position, score, limit(HINT[1]));
        Some(FoundHint { threat, best, score })
    }

    /// What the opponent would do if it were the opponent's turn, if that would hurt.
    fn find_threat(
        &mut self,
        ticket: u64,
        position: &Position,
        score: Option<Score>,
        limits: Limits,
    ) -> Option<String> {
        let mut passed = *position;
        // A side in check cannot pass.
        if position.is_check() {
            return None;
        }
        passed.pass();
        let (reply, line) = self.think(ticket, Task::new(&passed, limits), None)?;
        coach::threat(&passed, reply?, line?.score, score?)
    }
}

/// Passes on what an engine thinks, if there is an `outbox`. The engine continues as
/// long as `wanted` is its ticket.
fn listen<'a>(
    ticket: u64,
    wanted: &'a AtomicU64,
    outbox: Option<&'a Sender<Msg>>,
    root: &'a Position,
) -> Listener<'a> {
    let asked = Instant::now();
    Listener::new()
        .clock(move || asked.elapsed())
        .stop_when(move || wanted.load(Ordering::Relaxed) != ticket)
        .hear(move |report| {
            let Some(outbox) = outbox.filter(|_| report.line <= 1 && report.bound == Bound::Exact) else {
                return;
            };
            let thought = Thought {
                depth: report.depth,
                score: report.score.white_pov(root.turn()),
                nodes: report.nodes,
                line: coach::numbered_line(root, report.pv),
            };
            // When the program ends, there is no receiver.
            let _ = outbox.send(Msg::Thought { ticket, thought });
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use mola_game::coach::Level;
    use mola_rules::Color;

    fn question(player: &str, game: Game) -> Box<Question> {
        let engine = EngineSpec::parse(player).unwrap();
        Box::new(Question { engine, game, level: Level::WEAKEST, patience: Duration::ZERO })
    }

    /// The answer to a question, after its thoughts.
    fn wait(inbox: &Receiver<Msg>) -> Msg {
        loop {
            match inbox.recv_timeout(Duration::from_mins(2)).expect("an answer") {
                Msg::Thought { .. } => {}
                msg => return msg,
            }
        }
    }

    #[test]
    fn engines_answer_with_their_ticket() {
        let (outbox, inbox) = channel();
        for player in ["mola", "pocket"] {
            let mut worker = Worker::new(&[]);
            worker.give(
                Job::Move { seat: Color::White, ticket: 7, question: question(player, Game::default()) },
                &outbox,
            );
            assert!(matches!(wait(&inbox), Msg::Answer { ticket: 7, answer: Said::Move { .. } }), "{player}");
        }
    }

    #[test]
    fn a_program_that_is_missing_is_named() {
        let (outbox, inbox) = channel();
        let mut worker = Worker::new(&[]);
        let question = question("uci:/no/such/program", Game::default());
        worker.give(Job::Move { seat: Color::White, ticket: 1, question }, &outbox);
        let Msg::Answer { answer: Said::Failed(text), .. } = wait(&inbox) else { panic!() };
        assert!(text.contains("/no/such/program"), "{text}");
        let engine = Box::new(EngineSpec::parse("no-such-engine").unwrap());
        worker.give(Job::Start { seat: Color::Black, engine }, &outbox);
        let Msg::Unavailable { seat: Color::Black, text, .. } = wait(&inbox) else { panic!() };
        assert!(text.contains("no-such-engine could not be started"), "{text}");
    }

    #[test]
    fn whoever_is_hushed_answers_at_once() {
        let (outbox, inbox) = channel();
        let mut worker = Worker::new(&[]);
        let mut question = question("mola", Game::default());
        question.level = Level::BEST;
        question.patience = Duration::from_mins(10);
        worker.give(Job::Move { seat: Color::White, ticket: 3, question }, &outbox);
        let began = Instant::now();
        worker.stop();
        assert!(matches!(wait(&inbox), Msg::Answer { ticket: 3, answer: Said::Move { .. } }));
        assert!(began.elapsed() < Duration::from_mins(5));
    }

    #[test]
    fn a_hint_knows_the_threat_and_the_move() {
        // Black threatens mate on g2; White mates first.
        let game: Game = Game::new(
            "6k1/5ppp/6q1/8/8/7p/5P2/R6K w - - 0 1".parse().unwrap(),
            mola_game::TimeControl::Unlimited,
        );
        let (outbox, inbox) = channel();
        let mut worker = Worker::new(&[]);
        worker.give(Job::Hint { ticket: 2, game: Box::new(game.clone()) }, &outbox);
        let Msg::Hint { ticket: 2, found: Some(found) } = wait(&inbox) else { panic!() };
        assert_eq!(game.position().san(found.best).as_str(), "Ra8#");
        let threat = found.threat.unwrap();
        assert!(threat.contains("threatens"), "{threat}");
    }
}
