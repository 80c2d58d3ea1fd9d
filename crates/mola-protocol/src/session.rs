//! The engine's side of both protocols.
//!
//! Lines come in from anywhere, engines think on a thread of their own, and lines go out whole. One
//! state machine stands behind both protocols: only the words differ, in `uci` and `xboard`.

mod state;
mod uci;
mod xboard;
mod xboard_game;
mod play;
mod options;
mod limits;
mod request;
mod control;
mod worker;
mod host;
mod openings;
mod perft;
mod show;
mod output;

use std::io::{self, BufRead, Write};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use mola_game::Engine;

pub use control::Control;
pub use options::{Change, Effects, Options};
use output::Output;
use state::State;
pub use uci::read_position;

use crate::{Input, LONGEST_LINE, Lines};

/// Searches go deep, and every ply keeps a list of moves; what is not used costs nothing.
const STACK: usize = 16 << 20;

/// How long a session that ends waits for an engine that does not stop.
const PATIENCE: Duration = Duration::from_secs(2);

/// Which protocol a session speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// Not decided yet: commands are taken as UCI's until `uci` or `xboard` comes.
    Open,
    /// UCI.
    Uci,
    /// XBoard's protocol.
    XBoard,
}

/// Whether a session continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Flow {
    /// It continues.
    Continue,
    /// The client wants it to end.
    Quit,
}

/// The names that clients show.
#[derive(Clone, Debug)]
struct Identity {
    name: String,
    author: String,
}

/// A program in a session: its name, one or more engines, and a bench.
///
/// ```
/// use mola_game::FirstMove;
/// use mola_protocol::{Lineup, run};
/// let lineup = Lineup::new("Mola 1", "its authors", Box::new(FirstMove));
/// run("uci\nquit\n".as_bytes(), std::io::sink(), lineup)?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Lineup {
    identity: Identity,
    about: String,
    engines: Vec<Box<dyn Engine + Send>>,
    bench: Option<Bench>,
}

/// Runs a fixed set of searches with the engine, and says what it finds, line by line; `OpenBench` wants the last one to
/// be `N nodes M nps`. It is given what follows the word `bench`, and should ask now and then whether to stop.
pub type Bench = fn(&mut dyn Engine, &str, stop: &dyn Fn() -> bool, say: &mut dyn FnMut(&str));

impl Lineup {
    /// A program with one engine.
    pub fn new(name: &str, author: &str, engine: Box<dyn Engine + Send>) -> Self {
        Self {
            identity: Identity { name: name.to_owned(), author: author.to_owned() },
            about: format!("{name} by {author}"),
            engines: vec![engine],
            bench: None,
        }
    }

    /// Another engine, which clients select by its name with the option `Engine`.
    #[must_use]
    pub fn and(mut self, engine: Box<dyn Engine + Send>) -> Self {
        self.engines.push(engine);
        self
    }

    /// What the program says about itself in `UCI_EngineAbout`.
    #[must_use]
    pub fn about(mut self, about: &str) -> Self {
        about.clone_into(&mut self.about);
        self
    }

    /// What the command `bench` does. It runs on the thread that thinks, so that the session stays awake.
    #[must_use]
    pub fn bench(mut self, bench: Bench) -> Self {
        self.bench = Some(bench);
        self
    }
}

impl std::fmt::Debug for Lineup {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Lineup").field("identity", &self.identity).finish_non_exhaustive()
    }
}

/// A conversation with a client. It ends when it is dropped, and its thread with it, unless the engine
/// there does not stop: then it is left behind, because a program must be able to end.
pub struct Session {
    shared: Arc<Shared>,
    worker: Option<JoinHandle<()>>,
}

/// What the session's thread and the thinking thread share.
struct Shared {
    state: Mutex<State>,
    /// Rings whenever a request is finished.
    idle: Condvar,
    output: Arc<Output>,
    /// Whether XBoard wants to see thinking.
    post: Arc<AtomicBool>,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Session {
    /// Begins a conversation. What is said goes to `output`, each line flushed.
    ///
    /// # Errors
    /// The operating system has no thread left to think on.
    pub fn new(lineup: Lineup, output: impl Write + Send + 'static) -> io::Result<Self> {
        let output = Arc::new(Output::new(Box::new(output)));
        let post = Arc::new(AtomicBool::new(false));
        let (sender, requests) = mpsc::channel();
        let options = Options::new(&lineup.engines, &lineup.about);
        let state = State::new(lineup.identity, output.clone(), post.clone(), options, sender);
        let shared = Arc::new(Shared { state: Mutex::new(state), idle: Condvar::new(), output, post });
        let worker = thread::Builder::new().name("thinking".to_owned()).stack_size(STACK).spawn({
            let shared = shared.clone();
            move || worker::work(&requests, lineup.engines, lineup.bench, &shared)
        })?;
        Ok(Self { shared, worker: Some(worker) })
    }

    /// Takes a line from the client. Never blocks for long: whatever takes time is done elsewhere.
    pub fn line(&mut self, line: &str) -> Flow {
        if self.shared.output.is_broken() {
            return Flow::Quit;
        }
        self.shared.state().line(line)
    }

    /// Tells the client that a line was too long to be read. It may have been a position.
    pub fn too_long(&mut self) {
        let mut state = self.shared.state();
        state.refused |= state.dialect != Dialect::XBoard;
        state.note(&format!("a line of more than {LONGEST_LINE} bytes was ignored"));
    }

    /// Which protocol is being spoken.
    pub fn dialect(&self) -> Dialect {
        self.shared.state().dialect
    }

    /// Blocks until everything that was asked for has been done.
    pub fn wait(&mut self) {
        let mut state = self.shared.state();
        while !state.requests.is_empty() {
            state = self.shared.idle.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.shared.state().leave();
        let Some(worker) = self.worker.take() else { return };
        let state = self.shared.state();
        let patience = if state.has_to_finish() { Duration::MAX } else { PATIENCE };
        let busy = |state: &mut State| !state.requests.is_empty();
        let waited = self.shared.idle.wait_timeout_while(state, patience, busy);
        let (state, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
        drop(state);
        if !timeout.timed_out() {
            // A panic there has been reported where it happened.
            let _ = worker.join();
        }
    }
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").field("dialect", &self.dialect()).finish_non_exhaustive()
    }
}

/// Speaks whichever protocol the first line asks for, until `quit` or the end of the input. All
/// threads have ended when this returns, unless an engine does not stop.
///
/// # Errors
/// The operating system has no thread left to think on.
pub fn run(input: impl BufRead, output: impl Write + Send + 'static, lineup: Lineup) -> io::Result<()> {
    let mut session = Session::new(lineup, output)?;
    let mut lines = Lines::new(input);
    loop {
        match lines.read() {
            Input::Line(line) => {
                if session.line(line) == Flow::Quit {
                    break;
                }
                if session.dialect() == Dialect::XBoard {
                    ignore_interrupts();
                }
            }
            Input::TooLong => session.too_long(),
            Input::End => break,
        }
    }
    Ok(())
}

/// Carries out lines one after the other, each to its end, as test frameworks put them on the
/// command line: `mola "genfens 10 seed 1 book None" "quit"`.
///
/// # Errors
/// The operating system has no thread left to think on.
pub fn run_lines<'a>(
    lines: impl IntoIterator<Item = &'a str>,
    output: impl Write + Send + 'static,
    lineup: Lineup,
) -> io::Result<()> {
    let mut session = Session::new(lineup, output)?;
    for line in lines {
        if session.line(line) == Flow::Quit {
            break;
        }
        session.wait();
    }
    Ok(())
}

/// Keeps the program alive through the interrupts that old GUIs send to get attention.
#[cfg(unix)]
fn ignore_interrupts() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        let nobody_looks = Arc::new(AtomicBool::new(false));
        // Where it fails, interrupts do what they did before.
        let _: std::io::Result<_> = signal_hook::flag::register(signal_hook::consts::SIGINT, nobody_looks);
    });
}

#[cfg(not(unix))]
fn ignore_interrupts() {}
