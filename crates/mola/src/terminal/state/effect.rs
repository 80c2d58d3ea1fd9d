//! What the state wants to hear, and what it wants to be done in the world.

use std::time::Duration;

use mola_game::Game;
use mola_rules::{Color, Move};
use ratatui::crossterm::event::{KeyEvent, MouseEvent};

use crate::terminal::levels::Level;
use crate::terminal::player::Player;
use crate::terminal::state::action::Action;
use crate::terminal::state::{FoundHint, Thought};
use crate::terminal::storage::saved_game::Record;

/// Something that happened.
#[derive(Clone, Debug)]
pub(crate) enum Msg {
    /// So much time has passed since the program began.
    Time(Duration),
    Key(KeyEvent),
    Mouse(MouseEvent),
    Paste(String),
    Resize(u16, u16),
    /// A line was typed in plain mode.
    Line(String),
    /// Something was chosen by other means than keys.
    Act(Action),
    /// An engine thinks so.
    Thought {
        ticket: u64,
        thought: Thought,
    },
    /// An engine has answered. Without a move, it failed or gave up.
    Answer {
        ticket: u64,
        best: Option<Move>,
        remark: Option<Remark>,
    },
    /// The hint that was asked for.
    Hint {
        ticket: u64,
        found: Option<FoundHint>,
    },
    /// A game was read from a file.
    Loaded(Result<Box<Record>, String>),
    /// A file was written, or not; what to say about it.
    Written(Result<String, String>),
    /// The games that are kept, the latest first, each with what to call it.
    Games(Vec<(String, Record)>),
}

/// What an engine says besides its move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Remark {
    OffersDraw,
    Resigns,
    Failed(String),
}

/// Something to be done.
#[derive(Clone, Debug)]
pub(crate) enum Effect {
    /// Ask the engine in a seat for its move.
    Ask {
        seat: Color,
        ticket: u64,
        question: Box<Question>,
    },
    /// Whatever the players' engines think about does not matter any more.
    Hush,
    /// Look at a position until told otherwise.
    Study {
        ticket: u64,
        game: Box<Game>,
    },
    StopStudy,
    /// Find a hint.
    Hint {
        ticket: u64,
        game: Box<Game>,
    },
    /// A new game begins: engines forget.
    NewGame,
    /// Keep the game.
    Keep {
        name: String,
        text: String,
    },
    /// Write the game to a file of the player's.
    Save {
        path: String,
        text: String,
    },
    /// Read a game from a file.
    Load {
        path: String,
        number: usize,
        level: Level,
    },
    /// List the games that are kept.
    ListGames,
    Copy(String),
    Bell,
    /// Go to the background, as other programs do when asked.
    Suspend,
    Quit,
}

/// What an engine in a seat needs to find its move.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    pub(crate) player: Player,
    pub(crate) game: Game,
    pub(crate) level: Level,
    /// Not to be answered sooner, so that people can follow.
    pub(crate) patience: Duration,
}
