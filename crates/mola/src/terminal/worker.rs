//! Engines on threads of their own, so that nobody waits for them.
//!
//! Every question has a ticket. A thread thinks for as long as its ticket is the one that is wanted;
//! what it says carries the ticket, and whoever hears it drops what is stale.

mod ear;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use mola_engine::Mola;
use mola_game::{Answer, Engine, FirstMove, Game, Limits, Score, Task, Time};
use mola_protocol::{Launch, Offer, Remote};
use mola_rules::Position;

use crate::engines;
use crate::terminal::levels;
use crate::terminal::player::{Choice, Player};
use crate::terminal::state::FoundHint;
use crate::terminal::state::effect::{Msg, Question, Remark};
use crate::terminal::worker::ear::listen;

/// A thread with an engine.
#[derive(Debug)]
pub(crate) struct Worker {
    jobs: Option<Sender<Job>>,
    /// The ticket of the question that still matters; zero if none does.
    wanted: Arc<AtomicU64>,
    thread: Option<JoinHandle<()>>,
}

/// Something for a thread to do.
#[derive(Debug)]
pub(crate) enum Job {
    /// Find a move for a seat.
    Move {
        ticket: u64,
        question: Box<Question>,
    },
    /// Look at a position until it does not matter any more.
    Study {
        ticket: u64,
        game: Box<Game>,
    },
    Hint {
        ticket: u64,
        game: Box<Game>,
    },
    NewGame,
}

/// How long a position is studied that nobody moves on from.
const STUDY: Duration = Duration::from_mins(1);
/// How long a hint takes: its move, and the threat.
const HINT: [Duration; 2] = [Duration::from_millis(500), Duration::from_millis(250)];
/// How much worse it must be to pass before one speaks of a threat, in hundredths of a pawn.
const THREAT: i32 = 120;

impl Worker {
    /// A thread that tells what it finds to `outbox`. It starts with its first job, since most games
    /// do not need all of them.
    pub(crate) fn new() -> Self {
        Self { jobs: None, wanted: Arc::default(), thread: None }
    }

    /// Gives the thread something to do, in place of what it does.
    pub(crate) fn give(&mut self, job: Job, outbox: &Sender<Msg>) {
        match &job {
            Job::Move { ticket, .. } | Job::Study { ticket, .. } | Job::Hint { ticket, .. } => {
                self.wanted.store(*ticket, Ordering::Release);
            }
            // What has no engine yet has nothing to forget.
            Job::NewGame if self.jobs.is_none() => return,
            Job::NewGame => {}
        }
        let jobs = self.jobs.get_or_insert_with(|| {
            let (jobs, inbox) = channel();
            let desk = Desk { wanted: Arc::clone(&self.wanted), outbox: outbox.clone(), seated: None };
            self.thread = Some(std::thread::spawn(move || desk.work(&inbox)));
            jobs
        });
        // The thread lives as long as this end of the channel.
        let _ = jobs.send(job);
    }

    /// What the thread thinks about does not matter any more: it answers at once.
    pub(crate) fn hush(&self) {
        self.wanted.store(0, Ordering::Release);
    }
}

/// Ends the thread, and with it another program that plays there; but does not wait for ever.
impl Drop for Worker {
    fn drop(&mut self) {
        self.hush();
        self.jobs = None;
        let Some(thread) = self.thread.take() else { return };
        let began = Instant::now();
        while !thread.is_finished() && began.elapsed() < Duration::from_millis(500) {
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

/// The thread's side.
struct Desk {
    wanted: Arc<AtomicU64>,
    outbox: Sender<Msg>,
    /// The engine, and who it is.
    seated: Option<(Player, Seated)>,
}

/// An engine of ours, or another program.
enum Seated {
    Inside(Box<dyn Engine + Send>),
    Outside(Box<Remote>),
}

impl Seated {
    fn new(player: &Player) -> Result<Self, String> {
        Ok(match player {
            Player::Human => Self::Inside(Box::new(FirstMove)),
            Player::Engine(Choice::Mola) => Self::Inside(Box::new(Mola::new())),
            Player::Engine(Choice::Pocket) => Self::Inside(engines::pocket()),
            Player::Engine(Choice::Program { command, protocol }) => {
                let launch = Launch::parse(command).protocol(*protocol);
                Self::Outside(Box::new(Remote::start(launch).map_err(|error| error.to_string())?))
            }
        })
    }

    fn engine(&mut self) -> &mut dyn Engine {
        match self {
            Self::Inside(engine) => engine.as_mut(),
            Self::Outside(remote) => remote.as_mut(),
        }
    }

    /// What another program said besides its move, or what went wrong with it.
    fn remark(&self) -> Option<Remark> {
        let Self::Outside(remote) = self else { return None };
        match (remote.last_error(), remote.offer()) {
            (Some(error), _) => Some(Remark::Failed(error.to_string())),
            (None, Some(Offer::Resign)) => Some(Remark::Resigns),
            (None, Some(Offer::Draw)) => Some(Remark::OffersDraw),
            // The game knows by itself when it is over.
            (None, Some(Offer::Claim(_)) | None) => None,
        }
    }
}

impl Desk {
    fn work(mut self, inbox: &Receiver<Job>) {
        while let Ok(job) = inbox.recv() {
            let msg = match job {
                Job::Move { ticket, question } => self.find_move(ticket, &question),
                Job::Study { ticket, game } => {
                    let limits = Limits { time: Time::Move(STUDY), ..Limits::NONE };
                    if self.seat(&Player::MOLA).is_ok() {
                        self.think(ticket, &game, limits, true);
                    }
                    continue;
                }
                Job::Hint { ticket, game } => Msg::Hint { ticket, found: self.find_hint(ticket, &game) },
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
    fn seat(&mut self, player: &Player) -> Result<&mut Seated, String> {
        if self.seated.as_ref().is_none_or(|(known, _)| known != player) {
            // The old one leaves first: two large tables need not live side by side.
            self.seated = None;
            self.seated = Some((player.clone(), Seated::new(player)?));
        }
        self.seated.as_mut().map(|(_, seated)| seated).ok_or_else(String::new)
    }

    fn find_move(&mut self, ticket: u64, question: &Question) -> Msg {
        let asked = Instant::now();
        let seated = match self.seat(&question.player) {
            Ok(seated) => seated,
            Err(text) => return Msg::Answer { ticket, best: None, remark: Some(Remark::Failed(text)) },
        };
        let handicap = levels::set(seated.engine(), question.level);
        let limits = levels::limits(question.level, handicap, question.game.clock().control());
        let best = self.think(ticket, &question.game, limits, true).0.best;
        let remark = self.seated.as_ref().and_then(|(_, seated)| seated.remark());
        while asked.elapsed() < question.patience && self.wanted.load(Ordering::Acquire) == ticket {
            std::thread::sleep(Duration::from_millis(5));
        }
        Msg::Answer { ticket, best, remark }
    }

    /// Asks the engine that sits here. Yields its answer, and its last judgment of the position.
    fn think(&mut self, ticket: u64, game: &Game, limits: Limits, tell: bool) -> (Answer, Option<Score>) {
        let Some((_, seated)) = &mut self.seated else { return (Answer { best: None, ponder: None }, None) };
        let outbox = tell.then_some(&self.outbox);
        let root = game.position();
        let mut listener = listen(ticket, &self.wanted, outbox, root);
        let answer = seated.engine().think(game.task(limits), &mut listener);
        (answer, listener.score())
    }

    fn find_hint(&mut self, ticket: u64, game: &Game) -> Option<FoundHint> {
        self.seat(&Player::MOLA).ok()?;
        let limit = |time| Limits { time: Time::Move(time), ..Limits::NONE };
        // Whatever the clocks say, a hint is quick.
        let untimed =
            Game::<mola_game::DefaultRecord>::new(*game.position(), mola_game::TimeControl::Unlimited);
        let (answer, score) = self.think(ticket, &untimed, limit(HINT[0]), false);
        let best = answer.best?;
        let threat = self.find_threat(ticket, game.position(), score, limit(HINT[1]));
        Some(FoundHint { threat, best })
    }

    /// What the opponent would do if it were the opponent's turn, if that would hurt.
    fn find_threat(
        &mut self,
        ticket: u64,
        position: &Position,
        score: Option<Score>,
        limits: Limits,
    ) -> String {
        if position.is_check() {
            return "You are in check.".to_owned();
        }
        let quiet = "There is no immediate threat.".to_owned();
        let mut passed = *position;
        passed.pass();
        let Some((_, seated)) = &mut self.seated else { return quiet };
        let mut listener = listen(ticket, &self.wanted, None, &passed);
        let answer = seated.engine().think(Task::new(&passed, limits), &mut listener);
        let (Some(m), Some(theirs), Some(ours)) = (answer.best, listener.score(), score) else {
            return quiet;
        };
        let hurts = match (theirs, ours.flip()) {
            (Score::Mate(_), usual) => !matches!(usual, Score::Mate(_)),
            (Score::Centipawns(after), Score::Centipawns(usual)) => after - usual >= THREAT,
            _ => false,
        };
        if !hurts {
            return quiet;
        }
        let san = passed.san(m);
        match theirs {
            Score::Mate(1) => format!("{} threatens {san}, mate.", passed.turn()),
            Score::Mate(moves) => {
                format!("{} threatens mate in {moves}, beginning with {san}.", passed.turn())
            }
            _ => format!("{} threatens {san}.", passed.turn()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terminal::levels::Level;

    fn question(player: &str, game: Game) -> Box<Question> {
        let player = player.parse().unwrap();
        Box::new(Question { player, game, level: Level::WEAKEST, patience: Duration::ZERO })
    }

    /// The answer to a question, after its thoughts.
    fn wait(inbox: &Receiver<Msg>) -> Msg {
        loop {
            match inbox.recv_timeout(Duration::from_secs(20)).expect("an answer") {
                Msg::Thought { .. } => {}
                msg => return msg,
            }
        }
    }

    #[test]
    fn engines_answer_with_their_ticket() {
        let (outbox, inbox) = channel();
        for player in ["mola", "pocket"] {
            let mut worker = Worker::new();
            worker.give(Job::Move { ticket: 7, question: question(player, Game::default()) }, &outbox);
            assert!(
                matches!(wait(&inbox), Msg::Answer { ticket: 7, best: Some(_), remark: None }),
                "{player}"
            );
        }
    }

    #[test]
    fn a_program_that_is_missing_is_named() {
        let (outbox, inbox) = channel();
        let mut worker = Worker::new();
        let question = question("uci:/no/such/program", Game::default());
        worker.give(Job::Move { ticket: 1, question }, &outbox);
        let Msg::Answer { best: None, remark: Some(Remark::Failed(text)), .. } = wait(&inbox) else {
            panic!()
        };
        assert!(text.contains("/no/such/program"), "{text}");
    }

    #[test]
    fn whoever_is_hushed_answers_at_once() {
        let (outbox, inbox) = channel();
        let mut worker = Worker::new();
        let mut question = question("mola", Game::default());
        question.level = Level::BEST;
        question.patience = Duration::from_secs(100);
        worker.give(Job::Move { ticket: 3, question }, &outbox);
        let began = Instant::now();
        worker.hush();
        assert!(matches!(wait(&inbox), Msg::Answer { ticket: 3, best: Some(_), .. }));
        assert!(began.elapsed() < Duration::from_secs(50));
    }

    #[test]
    fn a_hint_knows_the_threat_and_the_move() {
        // Black threatens mate on g2; White mates first.
        let game: Game = Game::new(
            "6k1/5ppp/6q1/8/8/7p/5P2/R6K w - - 0 1".parse().unwrap(),
            mola_game::TimeControl::Unlimited,
        );
        let (outbox, inbox) = channel();
        let mut worker = Worker::new();
        worker.give(Job::Hint { ticket: 2, game: Box::new(game.clone()) }, &outbox);
        let Msg::Hint { ticket: 2, found: Some(found) } = wait(&inbox) else { panic!() };
        assert_eq!(game.position().san(found.best).as_str(), "Ra8#");
        assert!(found.threat.contains("threatens"), "{}", found.threat);
    }
}
