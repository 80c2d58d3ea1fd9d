//! What stands in front of the board and wants an answer.

use mola_rules::{Move, Role};

use crate::terminal::speak;
use crate::terminal::state::State;
use crate::terminal::state::action::Action;
use crate::terminal::state::form::Form;
use crate::terminal::state::input_line::InputLine;
use crate::terminal::storage::saved_game::Record;

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
    pub(crate) purpose: Purpose,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    Save,
    Load,
    Fen,
}

fn item(key: char, label: impl Into<String>, action: Action) -> Item {
    Item { key: Some(key), label: label.into(), action }
}

impl List {
    fn dialog(title: &str, text: impl Into<String>, items: Vec<Item>) -> Dialog {
        Dialog::List(Self { title: title.to_owned(), text: text.into(), items, selected: 0 })
    }
}

/// Everything that can be done now.
pub(crate) fn menu(state: &State) -> Dialog {
    let running = state.game().outcome().is_none();
    let mut items = vec![item('n', "New game", Action::NewGame)];
    if running && !state.is_watched() {
        items.push(item('u', "Take back", Action::TakeBack));
        items.push(item('i', "Hint", Action::Hint));
        items.push(item('d', "Draw", Action::Draw));
        items.push(item('r', "Resign", Action::AskResign));
    }
    if running && state.is_watched() {
        items.push(item('p', if state.paused { "Go on" } else { "Pause" }, Action::Pause));
    }
    items.extend([
        item('v', "Turn the board", Action::Flip),
        item('b', "Evaluation bar", Action::Bar),
        item('t', "Thinking line", Action::Thinking),
        item('s', "Save as PGN", Action::AskSave),
        item('l', "Load a PGN", Action::AskLoad),
        item('g', "Earlier games", Action::Games),
        item('f', "Start from a FEN", Action::AskFen),
        item('c', "Copy the FEN", Action::CopyFen),
        item('h', "Help", Action::Help),
        item('q', "Quit", Action::Quit),
    ]);
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
    let items = vec![item('n', "No, play on", Action::Close), item('y', "Yes, resign", Action::Resign)];
    List::dialog("Resign", "Do you give up this game?", items)
}

/// A draw was offered to a person.
pub(crate) fn draw_offer(by: &str) -> Dialog {
    let items = vec![item('y', "Accept", Action::Draw), item('n', "Decline", Action::DeclineDraw)];
    List::dialog("Draw?", format!("{by} offers a draw."), items)
}

/// The game is over.
pub(crate) fn over(state: &State) -> Option<Dialog> {
    let text = speak::ending(state.game().outcome()?);
    let items = vec![
        item('l', "Look at the game", Action::Close),
        item('r', "Rematch", Action::Rematch),
        item('n', "New game", Action::NewGame),
        item('u', "Take back", Action::TakeBack),
        item('s', "Save as PGN", Action::AskSave),
        item('q', "Quit", Action::Quit),
    ];
    Some(List::dialog("Game over", text, items))
}

/// There is a game that was not finished.
pub(crate) fn resume(record: Record, file: String) -> Dialog {
    let moves = record.game.position().fullmoves();
    let [white, black] =
        [mola_rules::Color::White, mola_rules::Color::Black].map(|color| record.title(color));
    let text = format!("You have an unfinished game: {white} against {black}, at move {moves}.");
    let go_on = Action::Resume { record: Box::new(record), file };
    List::dialog(
        "Welcome back",
        text,
        vec![item('r', "Resume it", go_on), item('n', "Start a new game", Action::Close)],
    )
}

/// The games that were kept.
pub(crate) fn games(games: Vec<(String, Record)>) -> Dialog {
    let entry = |(file, record): (String, Record)| {
        let result = record.game.outcome().map_or("*", mola_rules::Outcome::score);
        let [white, black] =
            [mola_rules::Color::White, mola_rules::Color::Black].map(|color| record.title(color));
        let label =
            format!("{} {white} - {black}, {} moves {result}", record.date, record.game.len().div_ceil(2));
        Item { key: None, label, action: Action::Resume { record: Box::new(record), file } }
    };
    let text = if games.is_empty() { "No game has been kept yet." } else { "" };
    List::dialog("Earlier games", text, games.into_iter().map(entry).collect())
}

pub(crate) fn save(name: &str) -> Dialog {
    let line = InputLine::with(name);
    let text = "The file; the game is added to what is there";
    Dialog::Ask(Ask { title: "Save as PGN", text, line, purpose: Purpose::Save })
}

pub(crate) fn load() -> Dialog {
    let text = "The file, and the number of the game if not the first";
    Dialog::Ask(Ask { title: "Load a PGN", text, line: InputLine::default(), purpose: Purpose::Load })
}

pub(crate) fn fen() -> Dialog {
    let text = "The position to start from";
    Dialog::Ask(Ask { title: "Start from a FEN", text, line: InputLine::default(), purpose: Purpose::Fen })
}
