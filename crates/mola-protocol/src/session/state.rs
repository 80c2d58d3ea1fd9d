//! What a session knows: the board, the options, and the requests that are under way.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::Sender;

use mola_game::{History, printable};
use mola_rules::CastlingStyle;

use super::options::Options;
use super::request::{Found, Purpose, Request, Requests, Search, Work};
use super::xboard_game::XBoardGame;
use super::{Dialect, Flow, Identity, Output};

/// The one state machine behind both protocols. Lines from the client and answers of the engines
/// come in under one lock, which nobody holds while anything takes time.
pub(crate) struct State {
    pub(crate) identity: Identity,
    pub(crate) output: Arc<Output>,
    pub(crate) post: Arc<AtomicBool>,
    pub(crate) dialect: Dialect,
    pub(crate) history: History,
    pub(crate) options: Options,
    pub(crate) game: XBoardGame,
    pub(crate) requests: Requests,
    /// Whether the client's latest position could not be taken. Nothing is played until one can: a move
    /// for the position before would be a move in another game.
    pub(crate) refused: bool,
    /// Replies that wait until what came before them has been done.
    due: Vec<String>,
    /// Whether the client said that it leaves.
    quits: bool,
}

impl State {
    pub(crate) fn new(
        identity: Identity,
        output: Arc<Output>,
        post: Arc<AtomicBool>,
        options: Options,
        sender: Sender<Arc<Request>>,
    ) -> Self {
        Self {
            identity,
            output,
            post,
            dialect: Dialect::Open,
            history: History::default(),
            options,
            game: XBoardGame::default(),
            requests: Requests::new(sender),
            refused: false,
            due: Vec::new(),
            quits: false,
        }
    }

    /// Carries out a line. Nothing here blocks.
    pub(crate) fn line(&mut self, line: &str) -> Flow {
        let line = &*printable(line);
        if self.dialect == Dialect::Open {
            match line.split_whitespace().next() {
                Some("uci") => self.dialect = Dialect::Uci,
                Some("xboard") => {
                    self.dialect = Dialect::XBoard;
                    // In XBoard's words nobody could end a search that began in UCI's.
                    self.requests.stop();
                }
                _ => {}
            }
        }
        let flow = match self.dialect {
            Dialect::Open | Dialect::Uci => self.uci_line(line),
            Dialect::XBoard => self.xboard_line(line),
        };
        self.quits |= flow == Flow::Quit;
        flow
    }

    /// Tells the client something that needs no answer. The word "error" never comes first: a
    /// server drops engines that begin so.
    pub(crate) fn note(&self, text: &str) {
        let begin = match self.dialect {
            Dialect::Open | Dialect::Uci => "info string",
            Dialect::XBoard => "#",
        };
        // A client takes every line for words of the protocol.
        text.lines().for_each(|line| self.output.say(format_args!("{begin} {line}")));
    }

    pub(crate) fn castling(&self) -> CastlingStyle {
        if self.options.chess960 { CastlingStyle::Chess960 } else { CastlingStyle::Standard }
    }

    /// A request is finished.
    pub(crate) fn done(&mut self, request: &Arc<Request>, found: Option<Found>) {
        self.requests.finish(request);
        if let (Some(purpose), Some(found)) = (request.purpose(), found) {
            match purpose {
                Purpose::Go => self.say_best(found, request.is_refused()),
                Purpose::Move => self.play_found(found, request.control.elapsed()),
                Purpose::Hint => self.say_hint(found),
                Purpose::Ponder | Purpose::Analyze => {}
            }
        }
        self.say_due();
    }

    /// Asks the selected engine for something.
    pub(crate) fn begin(&mut self, work: Work) {
        self.requests.begin(self.options.selected, work);
    }

    pub(crate) fn search(&mut self, search: Search) {
        self.begin(Work::Search(Box::new(search)));
    }

    /// Sets an option, here and on the engine.
    pub(crate) fn set_option(&mut self, name: &str, value: Option<&str>) {
        match self.options.set(name, value) {
            Ok(effects) => {
                if let Some(note) = effects.note {
                    self.note(&note);
                }
                for change in effects.changes {
                    self.begin(Work::SetOption(change));
                }
            }
            Err(text) => self.note(&text),
        }
    }

    /// Replies at once, or when what came before has been done.
    pub(crate) fn reply_in_turn(&mut self, reply: String) {
        self.due.push(reply);
        self.say_due();
    }

    fn say_due(&mut self) {
        if !self.due.is_empty() && !self.must_wait() {
            for reply in self.due.drain(..) {
                self.output.say(reply);
            }
        }
    }

    /// Whether `readyok` or `pong` has to wait. UCI's is asked for in the middle of searches, to see
    /// whether the engine is alive, and waits only for options and new games, and for a search that was
    /// stopped if those wait for it. XBoard's says that all commands before it have been carried out;
    /// pondering and analysis do not count. While the engine thinks about its own move, the protocol's
    /// text wants the move before the pong, since a GUI reads whatever comes after a pong as belonging to
    /// a later command; that is the one moment at which a client waits for longer than an instant.
    fn must_wait(&self) -> bool {
        if self.dialect == Dialect::XBoard {
            let aside =
                |request: &Request| matches!(request.purpose(), Some(Purpose::Ponder | Purpose::Analyze));
            return !self.requests.iter().all(aside);
        }
        let soon = |request: &&Request| request.is_change() || request.control.is_stopped();
        self.requests.iter().take_while(soon).any(Request::is_change)
    }

    /// Whether something is under way that outlives the client's input: a bench, because people pipe it
    /// in and the input ends before it does. Somebody who says `quit` does not want to wait for it.
    pub(crate) fn has_to_finish(&self) -> bool {
        !self.quits && self.requests.iter().any(Request::is_bench)
    }

    /// Stops what is under way, so that the session can end, but not a bench that has to finish, nor the
    /// options that it may depend on.
    pub(crate) fn leave(&mut self) {
        self.cancel_all();
        let bench = self.has_to_finish();
        for request in self.requests.iter() {
            if !(bench && (request.is_bench() || request.is_change())) {
                request.control.stop();
            }
        }
        self.requests.close();
    }
}
