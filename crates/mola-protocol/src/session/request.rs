//! What the session asks of the thread that thinks.

use std::sync::Arc;
use std::sync::mpsc::Sender;

use mola_game::{History, Limits, Score};
use mola_rules::{CastlingStyle, Move, Position};

use super::control::Control;
use super::host::Style;
use super::options::Change;
use crate::uci::GenFens;

/// Something to do, and the line by which it can be stopped. The session keeps it until it is done.
pub(crate) struct Request {
    pub(crate) work: Work,
    /// The number of the engine that it is for.
    pub(crate) engine: usize,
    pub(crate) control: Arc<Control>,
}

/// What there is to do.
pub(crate) enum Work {
    Search(Box<Search>),
    SetOption(Change),
    NewGame,
    Perft { root: Position, depth: u32, castling: CastlingStyle },
    Bench(String),
    Eval(Position),
    GenFens(GenFens),
}

/// A question to an engine, with all that it needs on its way to another thread.
pub(crate) struct Search {
    pub(crate) purpose: Purpose,
    pub(crate) history: History,
    /// Whether the client's position could not be taken: then no move is found.
    pub(crate) refused: bool,
    /// The moves to consider, if not all.
    pub(crate) only: Vec<Move>,
    pub(crate) limits: Limits,
    /// Whether an answer that is found early must wait for `stop`, or for the ponder hit.
    pub(crate) endless: bool,
    pub(crate) style: Style,
}

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// UCI's `go`.
    Go,
    /// A move in a game of XBoard's.
    Move,
    /// Thinking on the opponent's time, in XBoard.
    Ponder,
    /// XBoard's `analyze`.
    Analyze,
    /// XBoard's `hint`.
    Hint,
}

/// What came of a search.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Found {
    pub(crate) best: Option<Move>,
    pub(crate) ponder: Option<Move>,
    pub(crate) score: Option<Score>,
}

impl Request {
    fn new(engine: usize, work: Work) -> Self {
        let ponder = matches!(&work, Work::Search(search) if search.limits.ponder);
        Self { work, engine, control: Arc::new(Control::new(ponder)) }
    }

    /// What the search is for, if it is one that somebody still wants. A pondered move that was
    /// played is the engine's own move from then on.
    pub(crate) fn purpose(&self) -> Option<Purpose> {
        match &self.work {
            Work::Search(search) if !self.control.is_canceled() => match search.purpose {
                Purpose::Ponder if self.control.is_hit() => Some(Purpose::Move),
                purpose => Some(purpose),
            },
            _ => None,
        }
    }

    /// Whether it changes what comes after it, so that nothing may overtake it.
    pub(crate) fn is_change(&self) -> bool {
        matches!(self.work, Work::SetOption(_) | Work::NewGame)
    }

    /// Whether it is a search for a position that could not be taken.
    pub(crate) fn is_refused(&self) -> bool {
        matches!(&self.work, Work::Search(search) if search.refused)
    }

    pub(crate) fn is_bench(&self) -> bool {
        matches!(self.work, Work::Bench(_))
    }
}

/// The requests that are under way, the oldest first.
pub(crate) struct Requests {
    sender: Option<Sender<Arc<Request>>>,
    pending: Vec<Arc<Request>>,
}

impl Requests {
    pub(crate) fn new(sender: Sender<Arc<Request>>) -> Self {
        Self { sender: Some(sender), pending: Vec::new() }
    }

    pub(crate) fn begin(&mut self, engine: usize, work: Work) {
        let request = Arc::new(Request::new(engine, work));
        self.pending.push(request.clone());
        if self.sender.as_ref().is_none_or(|sender| sender.send(request).is_err()) {
            // The thread has gone, and with it everything under way.
            self.pending.clear();
        }
    }

    pub(crate) fn finish(&mut self, request: &Arc<Request>) {
        self.pending.retain(|pending| !Arc::ptr_eq(pending, request));
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Request> {
        self.pending.iter().map(AsRef::as_ref)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.pending.is_empty()
    }

    /// The search for this purpose that somebody waits for.
    pub(crate) fn search(&self, purpose: Purpose) -> Option<&Request> {
        self.iter().find(|request| request.purpose() == Some(purpose))
    }

    /// Answers of these searches are not wanted any more.
    pub(crate) fn cancel(&self, purposes: &[Purpose]) {
        for request in
            self.iter().filter(|request| request.purpose().is_some_and(|one| purposes.contains(&one)))
        {
            request.control.cancel();
        }
    }

    /// Everything but changes answers now.
    pub(crate) fn stop(&self) {
        self.iter().filter(|request| !request.is_change()).for_each(|request| request.control.stop());
    }

    /// Nothing more is asked for: the thread ends with what is left to do.
    pub(crate) fn close(&mut self) {
        self.sender = None;
    }
}
