//! Messages that change the state, and effects that an update asks for.

use std::time::Duration;

use crossterm::event::{KeyEvent, MouseEvent};
use mola_game::Game;
use mola_game::coach::{JudgedMove, Level};
use mola_rules::Color;

use crate::engines::running::Said;
use crate::engines::spec::EngineSpec;
use crate::terminal::state::{Action, FoundHint, Thought};
use crate::terminal::storage::SavedGame;

/// Something that happened.
#[derive(Clone, Debug)]
pub(crate) enum Msg {
    /// Time has passed.
    Tick,
    /// A key was pressed.
    Key(KeyEvent),
    /// The mouse was used.
    Mouse(MouseEvent),
    /// A text was pasted.
    Paste(String),
    /// The screen has this many columns and rows now.
    Resize(u16, u16),
    /// A line was typed in plain mode.
    Line(String),
    /// Something was chosen by other means than keys.
    Act(Action),
    /// What an engine thinks so far.
    Thought { ticket: u64, thought: Thought },
    /// An engine has answered.
    Answer { ticket: u64, answer: Said },
    /// An engine wants its user to know something.
    Remark(String),
    /// The engine of a seat could not be started.
    Unavailable { seat: Color, engine: Box<EngineSpec>, text: String },
    /// The hint that was asked for.
    Hint { ticket: u64, found: Option<FoundHint> },
    /// The moves of the game, judged.
    Reviewed { ticket: u64, moves: Vec<JudgedMove> },
    /// What a file with several games has.
    Listed { path: String, games: Vec<String> },
    /// A game was read from a file.
    Loaded(Result<Box<SavedGame>, String>),
    /// A file was written, or not; what to say about it.
    Written(Result<String, String>),
    /// The saved games with their names, the latest first.
    Games(Vec<(String, SavedGame)>),
}

/// Something to be done.
#[derive(Clone, Debug)]
pub(crate) enum Effect {
    /// Give an engine something to do.
    Engine(Job),
    /// The players' engines stop thinking.
    StopEngines,
    /// Nobody looks at what is studied any more.
    StopStudy,
    /// Save the game in its file.
    Keep { name: String, text: String },
    /// Write the game to a file of the player's.
    Save { path: String, text: String },
    /// Read a game from a file, or list its games.
    Load { path: String, number: Option<usize>, level: Level },
    /// List the saved games.
    ListGames,
    /// Put a text on the clipboard.
    Copy(String),
    /// Ring the bell.
    Bell,
    /// Suspend the program, as Ctrl-Z does elsewhere.
    Suspend,
    /// Leave the program.
    Quit,
}

/// Something that an engine is to do. Answers carry the ticket of their question.
#[derive(Clone, Debug)]
pub(crate) enum Job {
    /// Start the engine of a seat before it is asked, so that one that is missing is reported at once.
    Start { seat: Color, engine: Box<EngineSpec> },
    /// Find the move of a seat.
    Move { seat: Color, ticket: u64, question: Box<Question> },
    /// Analyze a position until told to stop.
    Study { ticket: u64, game: Box<Game> },
    /// Find a hint.
    Hint { ticket: u64, game: Box<Game> },
    /// Judge every move of a game.
    Review { ticket: u64, game: Box<Game> },
    /// A new game begins: forget the old one.
    NewGame,
}

/// What an engine in a seat needs to find its move.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    pub(crate) engine: EngineSpec,
    pub(crate) game: Game,
    pub(crate) level: Level,
    /// Answer no sooner than this, so that people can follow.
    pub(crate) patience: Duration,
}
