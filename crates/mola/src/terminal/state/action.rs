//! What a player can do, however it was asked for: by a key, in a menu, or in words.

use mola_rules::Move;

use crate::terminal::levels::Level;
use crate::terminal::player::Player;
use crate::terminal::state::Setting;
use crate::terminal::storage::saved_game::Record;

#[derive(Clone, Debug)]
pub(crate) enum Action {
    Play(Move),
    TakeBack,
    Redo,
    Hint,
    /// Ask whether to resign.
    AskResign,
    Resign,
    /// Offer a draw, or accept the one that is offered, or claim the one that is due.
    Draw,
    ClaimDraw,
    DeclineDraw,
    /// The engine shall answer now.
    MoveNow,
    /// Halt a game between engines, or go on.
    Pause,
    Look(Look),
    Flip,
    Bar,
    Thinking,
    Level(Level),
    /// Another opponent in the running game.
    Opponent(Player),
    /// Open the form.
    NewGame,
    Start(Box<Setting>),
    /// The same again, with the sides changed.
    Rematch,
    Resume {
        record: Box<Record>,
        file: String,
    },
    AskSave,
    Save(String),
    AskLoad,
    Load {
        path: String,
        number: usize,
    },
    /// The games that are kept.
    Games,
    AskFen,
    Fen(String),
    CopyFen,
    CopyPgn,
    Menu,
    Help,
    /// Close the dialog.
    Close,
    Quit,
}

/// A step through the moves of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    First,
    Back,
    Forward,
    Last,
    /// To the position after so many moves.
    At(usize),
}
