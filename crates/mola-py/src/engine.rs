//! Engines: both of ours, and any program that speaks UCI or XBoard's protocol.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread::{self, ThreadId};
use std::time::Duration;

use mola_engine::Mola;
use mola_engine::nnue::read_file;
use mola_game::{BadOption, Task};
use mola_pocket::{Values, large_engine};
use mola_protocol::{Control, Launch, Offer, Protocol, Remote, RemoteError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList, PyString};

use crate::arguments::{Count, PlainMove, Seconds, Standing, Switch, Text, items};
use crate::errors::{EngineTerminatedError, bad_argument, engine_error, sentence};
use crate::game::Game;
use crate::limits::LimitArgument;
use crate::moves::Move;
use crate::thinking::{Found, think};
use crate::values::class;
use crate::{review, values};

/// How long a program may take to introduce itself, unless the caller says otherwise.
const HANDSHAKE: Duration = Duration::from_secs(10);

/// An engine: "mola", the strong one, or "pocket", the small one; `popen_uci` and `popen_xboard` start any
/// other program. Threads may share an engine; questions wait for each other.
///
/// >>> from mola.engine import Engine, Limit
/// >>> with Engine() as engine:
/// ...     result = engine.play(mola.Position("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"), Limit(depth=4))
/// >>> result.move, result.info["score"]
/// (Move.from_uci('a1a8'), PovScore(relative=Mate(1), turn=True))
#[pyclass(module = "mola.engine", frozen)]
pub(crate) struct Engine {
    player: Mutex<Player>,
    /// Who holds the lock: a question from inside a question could wait forever.
    holder: Mutex<Option<ThreadId>>,
    /// What other threads may say to the latest question.
    control: Mutex<Arc<Control>>,
    /// A copy of the process that `fork` made must not use, or end, the programs of the first.
    process: u32,
    name: String,
    author: String,
}

enum Player {
    BuiltIn(Box<dyn mola_game::Engine + Send>),
    Program(Box<Remote>),
    Closed,
}

impl Player {
    fn engine(&mut self) -> PyResult<&mut (dyn mola_game::Engine + Send)> {
        match self {
            Self::BuiltIn(engine) => Ok(engine.as_mut()),
            Self::Program(remote) => Ok(remote.as_mut()),
            Self::Closed => Err(EngineTerminatedError::new_err("The engine was closed.")),
        }
    }
}

/// The right to use the engine.
pub(crate) struct Held<'a> {
    player: MutexGuard<'a, Player>,
    owner: &'a Engine,
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        *self.owner.holder.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

impl Engine {
    fn new(player: Player, author: String) -> Self {
        let mut player = player;
        let name = player.engine().map(|engine| engine.name().to_owned()).unwrap_or_default();
        Self {
            player: Mutex::new(player),
            holder: Mutex::new(None),
            control: Mutex::new(Arc::new(Control::new(false))),
            process: std::process::id(),
            name,
            author,
        }
    }

    fn start(
        py: Python<'_>,
        command: &Bound<'_, PyAny>,
        protocol: Protocol,
        timeout: Option<Seconds>,
        cwd: Option<PathBuf>,
    ) -> PyResult<Self> {
        let words: Vec<Text> = match command.cast::<PyString>() {
            Ok(program) => vec![program.extract()?],
            Err(_) => items(command, "a program, or a list of a program and its arguments")?,
        };
        let mut words = words.into_iter().map(|text| text.0);
        let program = words.next().filter(|program| !program.is_empty());
        let program = program.ok_or_else(|| bad_argument("there is no program to start"))?;
        let handshake = timeout.map_or(HANDSHAKE, |seconds| seconds.0);
        let launch = words.fold(Launch::new(program), Launch::argument);
        let launch = Launch { folder: cwd, protocol, handshake, ..launch };
        let remote = py.detach(|| Remote::start(launch)).map_err(|error| failure(&error))?;
        let author = remote.author().to_owned();
        Ok(Self::new(Player::Program(Box::new(remote)), author))
    }

    /// Waits for the engine, listening for Ctrl-C.
    fn hold(&self, py: Python<'_>) -> PyResult<Held<'_>> {
        let here = thread::current().id();
        loop {
            if *self.holder.lock().unwrap_or_else(PoisonError::into_inner) == Some(here) {
                return Err(engine_error("the engine is thinking; ask again when it has answered"));
            }
            let player = match self.player.try_lock() {
                Ok(player) => player,
                Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
                Err(TryLockError::WouldBlock) => {
                    self.check_process(true)?;
                    py.detach(|| thread::sleep(Duration::from_millis(2)));
                    py.check_signals()?;
                    continue;
                }
            };
            self.check_process(matches!(*player, Player::Program(_)))?;
            *self.holder.lock().unwrap_or_else(PoisonError::into_inner) = Some(here);
            return Ok(Held { player, owner: self });
        }
    }

    fn check_process(&self, matters: bool) -> PyResult<()> {
        if matters && self.process != std::process::id() {
            return Err(engine_error(
                "this engine belongs to the process that was forked; start another one",
            ));
        }
        Ok(())
    }

    /// Asks while the engine is held. Says what went wrong with a program.
    pub(crate) fn ask(
        &self,
        py: Python<'_>,
        held: &mut Held<'_>,
        task: &Task<'_>,
        heard: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Found> {
        let control = Arc::new(Control::new(task.limits.ponder));
        *self.control.lock().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&control);
        let found = think(py, held.player.engine()?, task, &control, heard)?;
        if let Player::Program(remote) = &*held.player
            && let (None, Some(error)) = (found.answer.best, remote.last_error())
        {
            return Err(failure(error));
        }
        Ok(found)
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        if self.process != std::process::id() {
            let player = self.player.get_mut().unwrap_or_else(PoisonError::into_inner);
            std::mem::forget(std::mem::replace(player, Player::Closed));
        }
    }
}

fn failure(error: &RemoteError) -> PyErr {
    match error {
        RemoteError::Died { .. } | RemoteError::Start { .. } => {
            EngineTerminatedError::new_err(sentence(error))
        }
        _ => engine_error(error),
    }
}

/// The moves to choose from, which must be legal.
fn only(root: &mola_rules::Position, moves: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<mola_rules::Move>> {
    let Some(moves) = moves else { return Ok(Vec::new()) };
    items::<PlainMove>(moves, "moves")?.into_iter().map(|m| m.0.find(root)).collect()
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (name=None))]
    fn create(py: Python<'_>, name: Option<Text>) -> PyResult<Self> {
        let name = name.map_or_else(|| "mola".to_owned(), |name| name.0);
        let player: Box<dyn mola_game::Engine + Send> = match name.as_str() {
            "mola" => py.detach(|| Box::new(Mola::new().reading(read_file))),
            "pocket" => large_engine(Values::MOLA),
            _ => {
                return Err(bad_argument("the engines are \"mola\" and \"pocket\"; popen_uci starts others"));
            }
        };
        Ok(Self::new(Player::BuiltIn(player), "the Mola team".to_owned()))
    }

    /// Starts a program that speaks UCI: its name, or a list of its name and arguments.
    #[staticmethod]
    #[pyo3(signature = (command, *, timeout=None, cwd=None))]
    fn popen_uci(
        py: Python<'_>,
        command: &Bound<'_, PyAny>,
        timeout: Option<Seconds>,
        cwd: Option<Text>,
    ) -> PyResult<Self> {
        Self::start(py, command, Protocol::Uci, timeout, cwd.map(|cwd| cwd.0.into()))
    }

    /// Starts a program that speaks XBoard's protocol: its name, or a list of its name and arguments.
    #[staticmethod]
    #[pyo3(signature = (command, *, timeout=None, cwd=None))]
    fn popen_xboard(
        py: Python<'_>,
        command: &Bound<'_, PyAny>,
        timeout: Option<Seconds>,
        cwd: Option<Text>,
    ) -> PyResult<Self> {
        Self::start(py, command, Protocol::XBoard, timeout, cwd.map(|cwd| cwd.0.into()))
    }

    /// Who the engine is: its "name" and "author".
    #[getter]
    fn id<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let id = PyDict::new(py);
        id.set_item("name", &self.name)?;
        id.set_item("author", &self.author)?;
        Ok(id)
    }

    /// What can be set, by name.
    ///
    /// >>> Engine().options["Hash"]
    /// Option(name='Hash', type='spin', default=16, min=1, max=1048576, var=None)
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let known = self.hold(py)?.player.engine()?.options();
        let options = PyDict::new(py);
        for option in &known {
            options.set_item(option.name.as_ref(), values::option(py, option)?)?;
        }
        Ok(options)
    }

    /// Sets options: configure({"Hash": 64, "Threads": 2}).
    fn configure(&self, py: Python<'_>, options: &Bound<'_, PyAny>) -> PyResult<()> {
        let wanted = || bad_argument("options are a dictionary of names and values");
        let options = options.cast::<PyDict>().map_err(|_| wanted())?;
        let mut pairs = Vec::new();
        for (name, value) in options.iter() {
            let name: Text = name.extract()?;
            let value = if value.is_none() {
                String::new()
            } else if let Ok(switch) = value.cast::<PyBool>() {
                switch.is_true().to_string()
            } else {
                value.str()?.to_cow().map_err(|_| wanted())?.into_owned()
            };
            pairs.push((name.0, value));
        }
        let mut held = self.hold(py)?;
        for (name, value) in pairs {
            let engine = held.player.engine()?;
            py.detach(|| engine.set_option(&name, &value))
                .map_err(|error| engine_error(BadOption { name: &name, error }))?;
        }
        Ok(())
    }

    /// Finds a move. With `ponder` it thinks on the opponent's time, until another thread calls `ponderhit`
    /// or `stop`. `on_info` is called with what it thinks so far.
    #[pyo3(signature = (board, limit, *, ponder=None, root_moves=None, on_info=None))]
    fn play<'py>(
        &self,
        py: Python<'py>,
        board: Standing,
        limit: LimitArgument,
        ponder: Option<Switch>,
        root_moves: Option<&Bound<'py, PyAny>>,
        on_info: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let turn = board.0.root().turn();
        let limits = limit.limits(turn, 1, ponder.is_some_and(|ponder| ponder.0));
        let only = only(board.0.root(), root_moves)?;
        let result = class!(py, "PlayResult")?;
        let mut held = self.hold(py)?;
        if board.0.root().count_moves() == 0 {
            held.player.engine()?;
            return result.call1((py.None(), py.None(), PyDict::new(py)));
        }
        let found = self.ask(py, &mut held, &Task { only: &only, ..board.0.task(limits) }, on_info)?;
        let offer = match &*held.player {
            Player::Program(remote) => remote.offer().cloned(),
            _ => None,
        };
        drop(held);
        let info = found.infos(py, turn, 1)?.pop().unwrap_or_else(|| PyDict::new(py));
        let object = |m: Option<mola_rules::Move>| m.map(|m| Move::of(m).object(py)).transpose();
        let (best, expected) = (object(found.answer.best)?, object(found.answer.ponder)?);
        let (draws, resigns) = (offer == Some(Offer::Draw), offer == Some(Offer::Resign));
        result.call1((best, expected, info, draws, resigns))
    }

    /// What the engine thinks of a position: a dictionary, or with `multipv` a list of the best lines.
    ///
    /// >>> engine = Engine("pocket")
    /// >>> infos = engine.analyse(mola.Board(), Limit(depth=2), multipv=3)
    /// >>> [len(info["pv"]) > 0 for info in infos]
    /// [True, True, True]
    #[pyo3(signature = (board, limit, *, multipv=None, root_moves=None, on_info=None))]
    fn analyse<'py>(
        &self,
        py: Python<'py>,
        board: Standing,
        limit: LimitArgument,
        multipv: Option<Count>,
        root_moves: Option<&Bound<'py, PyAny>>,
        on_info: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let root = *board.0.root();
        let lines = multipv.map_or(1, |lines| lines.0 as usize);
        if lines == 0 {
            return Err(bad_argument("there is at least one best line"));
        }
        let only = only(&root, root_moves)?;
        let mut held = self.hold(py)?;
        let infos = if root.count_moves() == 0 {
            held.player.engine()?;
            Vec::new()
        } else {
            let limits = limit.limits(root.turn(), lines.min(root.count_moves() as usize), false);
            let found = self.ask(py, &mut held, &Task { only: &only, ..board.0.task(limits) }, on_info)?;
            found.infos(py, root.turn(), lines)?
        };
        drop(held);
        if multipv.is_some() {
            return Ok(PyList::new(py, infos)?.into_any());
        }
        Ok(infos.into_iter().next().unwrap_or_else(|| PyDict::new(py)).into_any())
    }

    /// Judges every move of a game: what was lost, what was better, and how accurately both players played.
    fn review<'py>(
        &self,
        py: Python<'py>,
        game: &Bound<'py, PyAny>,
        limit: LimitArgument,
    ) -> PyResult<Bound<'py, PyAny>> {
        let game = game.cast::<Game>().map_err(|_| bad_argument("this must be a Game"))?;
        review::review(py, self, &game.get().history(), limit)
    }

    /// Explains what the engine thinks of a position without looking ahead; empty if it cannot.
    fn explain(&self, py: Python<'_>, board: Standing) -> PyResult<String> {
        let mut held = self.hold(py)?;
        let engine = held.player.engine()?;
        let mut text = String::new();
        engine.explain(board.0.root(), &mut text).map_err(engine_error)?;
        Ok(text)
    }

    /// Makes a thinking engine answer now. Any thread may call it.
    fn stop(&self) {
        self.control.lock().unwrap_or_else(PoisonError::into_inner).stop();
    }

    /// Tells an engine that ponders that the expected move was played: its clock runs from now on.
    fn ponderhit(&self) {
        self.control.lock().unwrap_or_else(PoisonError::into_inner).hit();
    }

    /// Forgets earlier games.
    fn new_game(&self, py: Python<'_>) -> PyResult<()> {
        let mut held = self.hold(py)?;
        let engine = held.player.engine()?;
        py.detach(|| engine.new_game());
        Ok(())
    }

    /// Ends the engine; a program is told to leave.
    fn quit(&self, py: Python<'_>) -> PyResult<()> {
        let mut held = self.hold(py)?;
        let player = std::mem::replace(&mut *held.player, Player::Closed);
        drop(held);
        py.detach(|| drop(player));
        Ok(())
    }

    /// The same as `quit`.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.quit(py)
    }

    fn __enter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    #[pyo3(signature = (*_error))]
    fn __exit__(&self, py: Python<'_>, _error: &Bound<'_, PyAny>) -> PyResult<()> {
        self.quit(py)
    }

    fn __repr__(&self) -> String {
        format!("<Engine {}>", self.name)
    }
}

/// The engine, held for a series of questions.
pub(crate) fn held<'a>(engine: &'a Engine, py: Python<'_>) -> PyResult<Held<'a>> {
    let mut held = engine.hold(py)?;
    let player = held.player.engine()?;
    py.detach(|| player.new_game());
    Ok(held)
}
