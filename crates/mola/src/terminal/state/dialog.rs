//! Dialogs in front of the board.

use mola_game::coach;
use mola_rules::{Color, Move, Role};

use crate::terminal::state::{Action, Form, InputLine, Look, State, commands};
use crate::terminal::storage::SavedGame;

#[derive(Clone, Debug)]
pub(crate) enum Dialog {
    /// One of several things to do.
    List(List),
    /// The settings of a new game.
    Form(Box<Form>),
    /// A line of text.
    Ask(Ask),
    /// All keys and commands, from this line on.
    Help { scroll: u16 },
}

#[derive(Clone, Debug)]
pub(crate) struct List {
    pub(crate) title: String,
    /// What it is about, above the choices.
    pub(crate) text: String,
    pub(crate) items: Vec<Item>,
    pub(crate) selected: usize,
}

#[derive(Clone, Debug)]
pub(crate) struct Item {
    /// The letter that chooses it at once.
    pub(crate) key: Option<char>,
    pub(crate) label: String,
    pub(crate) action: Action,
}

#[derive(Clone, Debug)]
pub(crate) struct Ask {
    pub(crate) title: &'static str,
    pub(crate) text: &'static str,
    pub(crate) line: InputLine,
    /// What to do with what was typed.
    pub(crate) then: fn(String) -> Action,
}

fn item(key: char, label: impl Into<String>, action: Action) -> Item {
    Item { key: Some(key), label: label.into(), action }
}

fn list<const N: usize>(items: [(char, &str, Action); N]) -> Vec<Item> {
    items.into_iter().map(|(key, label, action)| item(key, label, action)).collect()
}

impl List {
    fn dialog(title: &str, text: impl Into<String>, items: Vec<Item>) -> Dialog {
        Dialog::List(Self { title: title.to_owned(), text: text.into(), items, selected: 0 })
    }
}

/// Everything that can be done now.
pub(crate) fn menu(state: &State) -> Dialog {
    let running = state.game().outcome().is_none();
    // Where the board has a key for something, the menu has the same.
    let mut items = vec![item('w', "New game", Action::NewGame)];
    if running && !state.is_watched() {
        let own =
            [('u', "Take back", Action::TakeBack), ('i', "Hint", Action::Hint), ('d', "Draw", Action::Draw)];
        items.extend(list(own));
        items.push(item('r', "Resign", Action::AskResign));
    }
    if running && state.is_watched() {
        items.push(item('p', if state.paused { "Resume" } else { "Pause" }, Action::Pause));
    }
    items.extend(list([
        ('v', "Flip the board", Action::Flip),
        ('z', "Evaluation bar", Action::Bar),
        ('t', "Thinking line", Action::Thinking),
        ('s', "Save as PGN", Action::AskSave),
        ('l', "Load a PGN", Action::AskLoad),
        ('g', "Earlier games", Action::Games),
        ('a', "Analyze the game", Action::Review),
        ('f', "Start from a FEN", Action::AskFen),
        ('c', "Copy the FEN", Action::CopyFen),
        ('?', "Help", Action::Help),
        ('q', "Quit", Action::Quit),
    ]));
    List::dialog("Menu", "", items)
}

/// What a pawn becomes.
pub(crate) fn promotion(moves: &[Move]) -> Dialog {
    let items = moves.iter().filter_map(|&m| {
        let role = m.promotion()?;
        let key = role.letter().to_ascii_lowercase();
        let name = role.to_string();
        let label = format!("{}{}", name[..1].to_ascii_uppercase(), &name[1..]);
        Some((Role::PROMOTIONS.iter().position(|&known| known == role), item(key, label, Action::Play(m))))
    });
    let mut items: Vec<_> = items.collect();
    items.sort_by_key(|(order, _)| *order);
    List::dialog("Promotion", "The pawn becomes a", items.into_iter().map(|(_, item)| item).collect())
}

pub(crate) fn resign() -> Dialog {
    let items = vec![item('n', "No, keep playing", Action::Close), item('y', "Yes, resign", Action::Resign)];
    List::dialog("Resign", "Do you want to resign?", items)
}

/// A draw was offered to a person.
pub(crate) fn draw_offer(by: &str) -> Dialog {
    let items = vec![item('y', "Accept", Action::Draw), item('n', "Decline", Action::DeclineDraw)];
    List::dialog("Draw?", format!("{by} offers a draw."), items)
}

/// The title of the box after the game.
pub(crate) const OVER: &str = "Game over";

/// The game is over.
pub(crate) fn over(state: &State) -> Option<Dialog> {
    let text = format!("{}.", coach::ending(state.game().outcome()?));
    let look = [('l', "Look at the game", Action::Close), ('a', "Analyze the game", Action::Review)];
    let again = [('r', "Rematch", Action::Rematch), ('w', "New game", Action::NewGame)];
    let back = [('u', "Take back", Action::TakeBack), ('s', "Save as PGN", Action::AskSave)];
    let mut items: Vec<Item> = [look, again, back].into_iter().flat_map(list).collect();
    items.push(item('q', "Quit", Action::Quit));
    Some(List::dialog(OVER, text, items))
}

/// The game was analyzed.
pub(crate) fn reviewed(text: String, has_mistakes: bool) -> Dialog {
    let mut items =
        vec![item('l', "Walk through the game (PgUp, PgDn, or type :next)", Action::Look(Look::First))];
    if has_mistakes {
        items.push(item('p', "Practice the mistakes", Action::Practice));
    }
    List::dialog("Analysis", text, items)
}

/// The games of a file.
pub(crate) fn listed(path: &str, games: Vec<String>) -> Dialog {
    let entry = |(index, label): (usize, String)| Item {
        key: None,
        label: format!("{}. {label}", index + 1),
        action: Action::Load { path: path.to_owned(), number: Some(index + 1) },
    };
    List::dialog("Games", "", games.into_iter().enumerate().map(entry).collect())
}

/// There is a game that was not finished.
pub(crate) fn resume(record: SavedGame, file: String) -> Dialog {
    let moves = record.game.position().fullmoves();
    let [white, black] = Color::ALL.map(|color| record.title(color));
    let text = format!("You have an unfinished game: {white} against {black}, at move {moves}.");
    let go_on = Action::Resume { record: Box::new(record), file };
    List::dialog(
        "Welcome back",
        text,
        vec![item('r', "Resume it", go_on), item('n', "Start a new game", Action::Close)],
    )
}

/// The saved games.
pub(crate) fn games(games: Vec<(String, SavedGame)>) -> Dialog {
    let entry = |(file, record): (String, SavedGame)| {
        let result = record.game.outcome().map_or("*", mola_rules::Outcome::score);
        let [white, black] = Color::ALL.map(|color| record.title(color));
        let moves = record.game.len().div_ceil(2);
        let s = if moves == 1 { "" } else { "s" };
        let label = format!("{} {white} - {black}, {moves} move{s} {result}", record.date);
        Item { key: None, label, action: Action::Resume { record: Box::new(record), file } }
    };
    let text = if games.is_empty() { "No game has been saved yet." } else { "" };
    List::dialog("Earlier games", text, games.into_iter().map(entry).collect())
}

fn ask(title: &'static str, text: &'static str, line: &str, then: fn(String) -> Action) -> Dialog {
    Dialog::Ask(Ask { title, text, line: InputLine::with(line), then })
}

pub(crate) fn save(name: &str) -> Dialog {
    ask("Save as PGN", "The file to add the game to", name, Action::Save)
}

pub(crate) fn load() -> Dialog {
    ask("Load a PGN", "The file, and the number of the game in it", "", |text| commands::load(&text))
}

pub(crate) fn fen() -> Dialog {
    ask("Start from a FEN", "The position to start from", "", Action::Fen)
}
