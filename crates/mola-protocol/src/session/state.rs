//! What a session knows: the board, the settings, and the errands that are under way.

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::mpsc::Sender;

use mola_game::History;
use mola_rules::CastlingStyle;

use super::control::Control;
use super::shelf::Shelf;
use super::table::Table;
use super::worker::{Found, Job, Work};
use super::{Dialect, Flow, Identity, Voice};

/// The one state machine behind both protocols. Lines from the client and answers of the engines
/// come in under one lock, which nobody holds while anything takes time.
pub(crate) struct State {
    pub(crate) identity: Identity,
    pub(crate) voice: Arc<Voice>,
    pub(crate) post: Arc<std::sync::atomic::AtomicBool>,
    pub(crate) dialect: Dialect,
    pub(crate) history: History,
    pub(crate) shelf: Shelf,
    pub(crate) table: Table,
    jobs: Sender<Job>,
    pub(crate) errands: Vec<Errand>,
    tickets: u64,
    /// Replies that wait until what came before them has been done.
    due: Vec<String>,
}

/// The line without the letters that would move a cursor or ring a bell wherever it is quoted: in
/// replies, in logs, on terminals.
fn harmless(line: &str) -> Cow<'_, str> {
    if !line.contains(char::is_control) {
        return Cow::Borrowed(line);
    }
    let mask = |letter: char| match letter {
        '\t' => letter,
        _ if letter.is_whitespace() => ' ',
        _ if letter.is_control() => char::REPLACEMENT_CHARACTER,
        _ => letter,
    };
    Cow::Owned(line.chars().map(mask).collect())
}

/// Something that the thinking thread has been asked for and has not finished.
pub(crate) struct Errand {
    pub(crate) ticket: u64,
    pub(crate) control: Arc<Control>,
    pub(crate) purpose: Purpose,
    /// Nobody waits for the answer any more.
    pub(crate) canceled: bool,
}

/// What an errand is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// UCI's `go`.
    Answer,
    /// A move in a game of XBoard's.
    Move,
    /// Thinking on the opponent's time, in XBoard.
    Ponder,
    /// XBoard's `analyze`.
    Analyze,
    /// XBoard's `hint`.
    Hint,
    /// `go perft`, `genfens` and `eval`.
    Talk,
    /// `bench`, which people pipe in and want to see finished.
    Bench,
    /// Setting an option, or a new game.
    Chore,
}

impl State {
    pub(crate) fn new(
        identity: Identity,
        voice: Arc<Voice>,
        post: Arc<std::sync::atomic::AtomicBool>,
        shelf: Shelf,
        jobs: Sender<Job>,
    ) -> Self {
        Self {
            identity,
            voice,
            post,
            dialect: Dialect::Open,
            history: History::default(),
            shelf,
            table: Table::default(),
            jobs,
            errands: Vec::new(),
            tickets: 0,
            due: Vec::new(),
        }
    }

    /// Carries out a line. Nothing here blocks.
    pub(crate) fn line(&mut self, line: &str) -> Flow {
        let line = &*harmless(line);
        if self.dialect == Dialect::Open {
            match line.split_whitespace().next() {
                Some("uci") => self.dialect = Dialect::Uci,
                Some("xboard") => {
                    self.dialect = Dialect::XBoard;
                    // In XBoard's words nobody could end a search that began in UCI's.
                    self.stop_all();
                }
                _ => {}
            }
        }
        match self.dialect {
            Dialect::Open | Dialect::Uci => self.uci_line(line),
            Dialect::XBoard => self.xboard_line(line),
        }
    }

    /// Tells the client something that needs no answer. The word "error" never comes first: a
    /// server drops engines that begin so.
    pub(crate) fn note(&self, text: &str) {
        match self.dialect {
            Dialect::Open | Dialect::Uci => self.voice.say(format_args!("info string {text}")),
            Dialect::XBoard => self.voice.say(format_args!("# {text}")),
        }
    }

    pub(crate) fn castling(&self) -> CastlingStyle {
        if self.shelf.chess960 { CastlingStyle::Chess960 } else { CastlingStyle::Standard }
    }

    /// Sends the thinking thread on an errand.
    pub(crate) fn begin(&mut self, purpose: Purpose, work: Work) -> u64 {
        self.tickets += 1;
        let ticket = self.tickets;
        let ponder = matches!(&work, Work::Think(quest) if quest.limits.ponder);
        let control = Arc::new(Control::new(ponder));
        self.errands.push(Errand { ticket, control: control.clone(), purpose, canceled: false });
        if self.jobs.send(Job { ticket, control, work }).is_err() {
            // The thread has gone, and with it everything under way.
            self.errands.clear();
        }
        ticket
    }

    /// An errand is finished.
    pub(crate) fn done(&mut self, ticket: u64, found: Option<Found>) {
        if let Some(index) = self.errands.iter().position(|errand| errand.ticket == ticket) {
            let errand = self.errands.remove(index);
            if let Some(found) = found {
                match errand.purpose {
                    Purpose::Answer => self.say_best(found),
                    _ if errand.canceled => {}
                    Purpose::Move => self.play_found(found, errand.control.elapsed()),
                    Purpose::Hint => self.say_hint(found),
                    _ => {}
                }
            }
        }
        self.say_due();
    }

    /// Sets an option and tells the engine of it.
    pub(crate) fn set_option(&mut self, name: &str, value: Option<&str>) {
        match self.shelf.set(name, value) {
            Ok(effects) => {
                if let Some(note) = effects.note {
                    self.note(&note);
                }
                for telling in effects.tellings {
                    self.begin(Purpose::Chore, Work::Tell(telling));
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
                self.voice.say(reply);
            }
        }
    }

    /// Whether `readyok` or `pong` has to wait. UCI's is asked for in the middle of searches, to see
    /// whether the engine is alive, and waits only for options and new games. XBoard's tells that all
    /// commands before have been carried out, for which thinking on the opponent's time and analysis
    /// do not count. While the engine thinks about its own move, the protocol's text wants the move
    /// before the pong, since a GUI reads whatever comes after a pong as belonging to a later command;
    /// that is the one moment at which a client waits for longer than an instant.
    fn must_wait(&self) -> bool {
        let is = |purpose| move |errand: &Errand| errand.purpose == purpose;
        if self.dialect == Dialect::XBoard {
            let aside = |errand: &Errand| matches!(errand.purpose, Purpose::Ponder | Purpose::Analyze);
            return self.errands.iter().any(|errand| errand.canceled || !aside(errand));
        }
        self.errands.iter().any(is(Purpose::Chore)) && self.errands.iter().all(is(Purpose::Chore))
    }

    /// Stops what is under way, so that the session can end. A bench is let finish, because people
    /// pipe it in and the input ends before it does, and so are the options that it may depend on.
    pub(crate) fn leave(&mut self) {
        self.cancel_all();
        let is = |purpose| move |errand: &Errand| errand.purpose == purpose;
        let bench = self.errands.iter().any(is(Purpose::Bench));
        for errand in &self.errands {
            let needed = bench && matches!(errand.purpose, Purpose::Bench | Purpose::Chore);
            if !needed {
                errand.control.stop();
            }
        }
        self.begin(Purpose::Chore, Work::Leave);
    }
}
