//! Everything a player can do, by key, by menu or by command.

use mola_game::coach::Level;
use mola_rules::Move;

use crate::terminal::player::Player;
use crate::terminal::state::Setting;
use crate::terminal::storage::SavedGame;

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
    /// Make the engine move now.
    MoveNow,
    /// Pause a game between engines, or resume it.
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
    /// The same again, with sides swapped.
    Rematch,
    Resume {
        record: Box<SavedGame>,
        file: String,
    },
    /// Analyze the game.
    Review,
    /// Practice the first mistake of the analyzed game, or the next one.
    Practice,
    /// Return from practice to the game.
    Done,
    AskSave,
    Save(String),
    AskLoad,
    Load {
        path: String,
        /// Which game of the file; if it is not said, a list shows them.
        number: Option<usize>,
    },
    /// List the saved games.
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
    /// To the position after this many moves.
    At(usize),
}
