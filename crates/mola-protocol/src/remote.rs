//! The client's side of both protocols: another program as an engine of ours.

mod launch;
mod process;
mod uci;
mod xboard;

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use mola_game::{Answer, Engine, EngineOption, Host, OptionError, Task};
use mola_rules::{Move, Position};

pub use launch::{Launch, Protocol};
use process::Process;

use crate::xboard::Claim;

/// How often a wait for the engine's lines is interrupted to ask the host whether to go on. A line
/// ends the wait at once.
const POLL: Duration = Duration::from_millis(2);

/// A chess program in a process of its own, driven through UCI or XBoard's protocol.
///
/// Whatever the program does wrong, [`Engine::think`] returns: with no move, and with the reason in
/// [`Remote::last_error`]. The next question starts the program anew if it has died. Dropping the
/// value ends the program.
///
/// ```no_run
/// use mola_game::{Engine, Limits, Task};
/// use mola_protocol::{Launch, Remote};
/// use mola_rules::Position;
///
/// let mut stockfish = Remote::start(Launch::new("stockfish"))?;
/// let root = Position::start();
/// let answer = stockfish.think(Task::new(&root, Limits { depth: Some(8), ..Limits::NONE }), &mut ());
/// assert!(answer.best.is_some(), "{:?}", stockfish.last_error());
/// # Ok::<(), mola_protocol::RemoteError>(())
/// ```
#[derive(Debug)]
pub struct Remote {
    launch: Launch,
    driver: Option<Box<dyn Driver>>,
    about: About,
    /// What was set, for when the program has to be started anew.
    values: Vec<(String, String)>,
    error: Option<RemoteError>,
    offer: Option<Offer>,
    thought: Duration,
    process_id: Option<u32>,
}

type Result<T> = std::result::Result<T, RemoteError>;

/// A running program, driven in the words of its protocol.
trait Driver: fmt::Debug + Send {
    fn process(&mut self) -> &mut Process;

    fn set(&mut self, setting: &EngineOption, value: &str) -> Result<()>;

    fn new_game(&mut self) -> Result<()>;

    fn think(&mut self, task: &Task<'_>, host: &mut dyn Host, aside: &mut Aside) -> Result<Answer>;
}

/// What a program says about itself.
#[derive(Clone, Debug, Default)]
struct About {
    name: String,
    author: String,
    settings: Vec<EngineOption>,
}

/// What comes of a question besides its answer.
#[derive(Debug, Default)]
struct Aside {
    offer: Option<Offer>,
    /// When the program was told to think.
    asked: Option<Instant>,
}

/// What an engine says besides its move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Offer {
    /// It offers a draw.
    Draw,
    /// It resigns, without a move.
    Resign,
    /// It says that the game is over.
    Claim(Claim),
}

/// What went wrong with another program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RemoteError {
    /// It could not be started.
    Start {
        /// The command line.
        command: String,
        /// The operating system's reason.
        reason: String,
    },
    /// It did not answer in time.
    Silent {
        /// What it was waited for.
        awaited: &'static str,
        /// For how long.
        waited: Duration,
    },
    /// It ended.
    Died {
        /// How, in the operating system's words.
        status: String,
        /// The last lines it wrote to its standard error.
        stderr: String,
    },
    /// It answered with a move that is not legal.
    IllegalMove {
        /// The move.
        text: String,
        /// Where.
        fen: String,
    },
    /// It answered that there is no move where there are some.
    NoMove {
        /// Where.
        fen: String,
    },
    /// It refused what it was asked.
    Refused(String),
}

impl std::error::Error for RemoteError {}

impl fmt::Display for RemoteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start { command, reason } => write!(f, "{command} could not be started: {reason}"),
            Self::Silent { awaited, waited } => {
                write!(f, "no {awaited} came within {:.1} seconds", waited.as_secs_f64())
            }
            Self::Died { status, stderr } if stderr.is_empty() => write!(f, "the program ended: {status}"),
            Self::Died { status, stderr } => {
                let last = stderr.lines().last().unwrap_or_default();
                write!(f, "the program ended: {status}; its last words: {last}")
            }
            Self::IllegalMove { text, fen } => write!(f, "it played {text:?}, which is not legal in {fen}"),
            Self::NoMove { fen } => write!(f, "it played no move, though there are some in {fen}"),
            Self::Refused(text) => write!(f, "it refused: {text}"),
        }
    }
}

impl RemoteError {
    /// Whether this process cannot be talked to any more.
    const fn is_fatal(&self) -> bool {
        matches!(self, Self::Start { .. } | Self::Silent { .. } | Self::Died { .. })
    }
}

impl Remote {
    /// Starts a program and hears who it is and what can be set.
    ///
    /// # Errors
    /// It cannot be started, or does not speak the protocol in time.
    pub fn start(launch: Launch) -> std::result::Result<Self, RemoteError> {
        let mut remote = Self {
            about: About { name: launch.program_name(), ..About::default() },
            launch,
            driver: None,
            values: Vec::new(),
            error: None,
            offer: None,
            thought: Duration::ZERO,
            process_id: None,
        };
        remote.ensure_started()?;
        Ok(remote)
    }

    /// Who wrote the program, if it says so.
    pub fn author(&self) -> &str {
        &self.about.author
    }

    /// What went wrong with the last question, if anything did.
    pub fn last_error(&self) -> Option<&RemoteError> {
        self.error.as_ref()
    }

    /// What the engine said besides its last answer.
    pub fn offer(&self) -> Option<&Offer> {
        self.offer.as_ref()
    }

    /// How long the program took for its last answer, or until it failed: from the moment on when it was
    /// told to think. What it was told before, and got ready for, does not count.
    pub fn thought(&self) -> Duration {
        self.thought
    }

    /// The number of the process, if there is one.
    pub fn process_id(&self) -> Option<u32> {
        self.process_id
    }

    fn ensure_started(&mut self) -> Result<&mut dyn Driver> {
        if self.driver.is_none() {
            let process = Process::start(&self.launch)?;
            self.process_id = Some(process.child.id());
            let (mut driver, about): (Box<dyn Driver>, About) = match self.launch.protocol {
                Protocol::Uci => uci::greet(process, &self.launch)?,
                Protocol::XBoard => xboard::greet(process, &self.launch)?,
            };
            // It may have been started twice.
            self.process_id = Some(driver.process().child.id());
            let name = if about.name.is_empty() { self.about.name.clone() } else { about.name };
            self.about = About { name, ..about };
            for (name, value) in &self.values {
                if let Some(setting) = self.about.settings.iter().find(|setting| setting.is(name)) {
                    driver.set(setting, value)?;
                }
            }
            self.driver = Some(driver);
        }
        match &mut self.driver {
            Some(driver) => Ok(driver.as_mut()),
            None => Err(RemoteError::Refused(String::new())),
        }
    }

    fn ask(&mut self, task: &Task<'_>, host: &mut dyn Host) -> Result<Answer> {
        let mut aside = Aside::default();
        let answer = self.ensure_started()?.think(task, host, &mut aside);
        self.thought = aside.asked.map_or(Duration::ZERO, |asked| asked.elapsed());
        self.offer = aside.offer;
        answer
    }

    fn fail(&mut self, error: RemoteError) {
        if error.is_fatal()
            && let Some(mut driver) = self.driver.take()
        {
            self.process_id = None;
            driver.process().kill();
        }
        self.error = Some(error);
    }
}

impl Engine for Remote {
    fn name(&self) -> &str {
        &self.about.name
    }

    fn new_game(&mut self) {
        let told = self.ensure_started().and_then(Driver::new_game);
        if let Err(error) = told {
            self.fail(error);
        }
    }

    fn options(&self) -> Vec<EngineOption> {
        self.about.settings.clone()
    }

    fn set_option(&mut self, name: &str, value: &str) -> std::result::Result<(), OptionError> {
        let Some(setting) = self.about.settings.iter().find(|setting| setting.is(name)).cloned() else {
            return Err(OptionError::Unknown);
        };
        let value = setting.canonical(value);
        setting.check(&value)?;
        let told = self.ensure_started().and_then(|driver| driver.set(&setting, &value));
        if let Err(error) = told {
            self.fail(error);
            return Err(OptionError::Failed("the program has gone"));
        }
        self.values.retain(|(known, _)| !EngineOption::same_name(known, &setting.name));
        self.values.push((setting.name.into(), value));
        Ok(())
    }

    fn think(&mut self, task: Task<'_>, host: &mut dyn Host) -> Answer {
        self.error = None;
        self.offer = None;
        self.thought = Duration::ZERO;
        match self.ask(&task, host) {
            Ok(answer) => answer,
            Err(error) => {
                self.fail(error);
                Answer { best: None, ponder: None }
            }
        }
    }
}

/// Every line is a reply, if only one that says nothing.
fn read_reply<R: FromStr<Err = Infallible>>(line: &str) -> R {
    let Ok(reply) = line.parse();
    reply
}

/// Checks a move that the program answered.
fn read_move(root: &Position, text: &str) -> Result<Move> {
    root.parse_uci(text)
        .or_else(|_| root.parse_san(text).map_err(drop))
        .map_err(|()| RemoteError::IllegalMove { text: text.to_owned(), fen: root.to_string() })
}

/// The moves of a line up to the first that cannot be played.
fn read_line(root: &Position, texts: &[String], line: &mut Vec<Move>) {
    let mut position = *root;
    line.clear();
    for text in texts {
        let Ok(m) = read_move(&position, text) else { break };
        line.push(m);
        position.play_unchecked(m);
    }
}
