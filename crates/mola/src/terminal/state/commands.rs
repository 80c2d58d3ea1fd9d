//! What a typed line means: a move, or a command in words.

use mola_game::coach;

use crate::terminal::player::Player;
use crate::terminal::state::{Action, Look, Setting, State};
use crate::time_control;

/// The commands that can be typed, with what they do: the help shows them.
pub(crate) const COMMANDS: [(&str, &str); 24] = [
    ("e4, Nf3, e2e4", "play a move"),
    ("undo, redo", "take back a move, or redo it"),
    ("hint", "a small hint; ask again for more"),
    ("draw", "offer, accept or claim a draw"),
    ("decline", "decline a draw offer"),
    ("resign", "give up"),
    ("new", "start a new game"),
    ("white, black", "start a new game with that side"),
    ("both, watch", "a game of two people, or of engines"),
    ("level 7", "from 1 to 20"),
    ("engine pocket", "mola, pocket, or a program to start"),
    ("time 5+3", "a new game with clocks, or none"),
    ("fen", "copy the position; with a FEN, start there"),
    ("review", "analyze the game"),
    ("practice, done", "find better moves; return to the game"),
    ("load FILE 2", "the second game of a PGN file, or a list"),
    ("save FILE", "add the game to a PGN file"),
    ("pgn", "copy the game"),
    ("games", "list saved games"),
    ("go", "make the engine move now"),
    ("flip", "flip the board"),
    ("eval, think", "evaluation bar, thinking line"),
    ("rematch", "play again with sides swapped"),
    ("quit", "save the game and quit"),
];

/// The word that says what to do, and the rest of the line.
fn split(line: &str) -> (String, &str) {
    let line = line.trim();
    let line = line.strip_prefix([':', '/']).unwrap_or(line).trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word.to_ascii_lowercase(), rest.trim())
}

/// Whether a line is neither empty nor a command.
pub(crate) fn may_be_move(state: &State, line: &str) -> bool {
    let (word, rest) = split(line);
    !word.is_empty() && command(state, &word, rest).is_none()
}

/// Reads a line. `Ok(None)` if there is nothing in it.
///
/// # Errors
/// What was wrong, and what to type. A promotion without a piece is a case of its own, so that a chooser can
/// be shown.
pub(crate) fn read(state: &State, line: &str) -> Result<Option<Action>, Refusal> {
    let (word, rest) = split(line);
    if word.is_empty() {
        return Ok(None);
    }
    // A FEN that was pasted says by itself what to do.
    if line.matches('/').count() == 7 && !word.starts_with("fen") {
        return Ok(Some(Action::Fen(line.trim().to_owned())));
    }
    match command(state, &word, rest) {
        Some(action) => action.map(Some).map_err(Refusal::Text),
        None => play(state, line.trim().trim_start_matches([':', '/'])).map(Some),
    }
}

/// Why a line was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    Text(String),
    /// The move is legal, but does not say what the pawn becomes.
    Promotion(String),
}

fn play(state: &State, line: &str) -> Result<Action, Refusal> {
    use mola_rules::SanError;
    let position = state.game().position();
    coach::typed_move(position, line).map(Action::Play).map_err(|error| match error {
        SanError::PromotionMissing(_) => Refusal::Promotion(line.to_owned()),
        SanError::Malformed(_)
            if line.split_whitespace().count() > 1 || line.chars().all(char::is_alphabetic) =>
        {
            Refusal::Text(format!("{line:?} is neither a move nor a command; type help for a list"))
        }
        _ => Refusal::Text(coach::refusal(position, line, &error)),
    })
}

/// The command that a word stands for, if it is one.
fn command(state: &State, word: &str, rest: &str) -> Option<Result<Action, String>> {
    let seats = |white: Player, black: Player| Ok(start(state, |setting| setting.players = [white, black]));
    Some(match word {
        "undo" | "back" | "takeback" => Ok(Action::TakeBack),
        "redo" => Ok(Action::Redo),
        "hint" => Ok(Action::Hint),
        "draw" | "accept" => Ok(Action::Draw),
        "claim" => Ok(Action::ClaimDraw),
        "decline" => Ok(Action::DeclineDraw),
        "resign" => Ok(Action::Resign),
        "new" => Ok(start(state, |_| {})),
        "rematch" => Ok(Action::Rematch),
        "white" => seats(Player::Human, engine(state)),
        "black" => seats(engine(state), Player::Human),
        "both" => seats(Player::Human, Player::Human),
        "watch" => seats(engine(state), engine(state)),
        "level" => rest
            .parse()
            .map(Action::Level)
            .map_err(|error: coach::NotALevel| format!("{rest:?} is not a level; {error}")),
        "engine" => rest.parse().map(Action::Opponent),
        "time" => time_control::in_minutes(rest)
            .map_err(|error| error.to_string())
            .map(|control| start(state, |setting| setting.control = control)),
        "fen" if rest.is_empty() => Ok(Action::CopyFen),
        "fen" => Ok(Action::Fen(rest.to_owned())),
        "pgn" => Ok(Action::CopyPgn),
        "load" | "open" => Ok(load(rest)),
        "save" => Ok(if rest.is_empty() { Action::AskSave } else { Action::Save(rest.to_owned()) }),
        "games" => Ok(Action::Games),
        "review" | "analyze" => Ok(Action::Review),
        "practice" => Ok(Action::Practice),
        "done" => Ok(Action::Done),
        "go" => Ok(Action::MoveNow),
        "pause" => Ok(Action::Pause),
        "flip" | "turn" => Ok(Action::Flip),
        "eval" | "bar" => Ok(Action::Bar),
        "think" | "thinking" => Ok(Action::Thinking),
        "next" | "forward" => Ok(Action::Look(Look::Forward)),
        "previous" | "prev" => Ok(Action::Look(Look::Back)),
        "first" => Ok(Action::Look(Look::First)),
        "last" => Ok(Action::Look(Look::Last)),
        "menu" => Ok(Action::Menu),
        "help" | "?" => Ok(Action::Help),
        "quit" | "exit" | "bye" => Ok(Action::Quit),
        _ => return None,
    })
}

/// The action that begins a new game as the present one was begun, but for what `change` changes.
fn start(state: &State, change: impl FnOnce(&mut Setting)) -> Action {
    let mut setting = state.setting();
    change(&mut setting);
    Action::Start(Box::new(setting))
}

/// The engine that plays, or Mola if none does.
pub(crate) fn engine(state: &State) -> Player {
    state.record.players.iter().find(|player| !player.is_human()).cloned().unwrap_or(Player::MOLA)
}

/// A file, and perhaps the number of a game in it.
pub(crate) fn load(text: &str) -> Action {
    let text = text.trim();
    if text.is_empty() {
        return Action::AskLoad;
    }
    let (path, number) = match text.rsplit_once(char::is_whitespace) {
        Some((path, last)) if last.parse::<usize>().is_ok_and(|number| number > 0) => {
            (path.trim_end(), last.parse().ok())
        }
        _ => (text, None),
    };
    Action::Load { path: path.to_owned(), number }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state() -> State {
        State::for_tests([Player::Human, Player::MOLA])
    }

    #[test]
    fn moves_and_commands_are_told_apart() {
        let state = state();
        assert!(matches!(read(&state, " e4 "), Ok(Some(Action::Play(_)))));
        assert!(matches!(read(&state, "g1f3"), Ok(Some(Action::Play(_)))));
        assert!(matches!(read(&state, "nf3"), Ok(Some(Action::Play(_)))));
        assert!(matches!(read(&state, "UNDO"), Ok(Some(Action::TakeBack))));
        assert!(matches!(read(&state, ":flip"), Ok(Some(Action::Flip))));
        assert!(
            matches!(read(&state, "level 7"), Ok(Some(Action::Level(level))) if level.to_string() == "7")
        );
        assert!(
            matches!(read(&state, "black"), Ok(Some(Action::Start(setting))) if setting.players[1].is_human())
        );
        assert!(matches!(read(&state, ""), Ok(None)));
    }

    #[test]
    fn every_command_of_the_help_is_one() {
        let state = state();
        for (texts, _) in &COMMANDS[1..] {
            for text in texts.split(", ").filter(|text| !text.is_empty()) {
                assert!(matches!(read(&state, text), Ok(Some(_))), "{text}");
            }
        }
    }

    #[test]
    fn nonsense_is_answered_with_advice() {
        let told = |line: &str| match read(&state(), line) {
            Err(Refusal::Text(text)) => text,
            other => panic!("{line}: {other:?}"),
        };
        assert!(told("hello").contains("type help"), "{}", told("hello"));
        assert!(told("level 99").contains("1 to 20"));
        assert!(told("time soon").contains("5+3"));
        assert!(told("e2e5").contains("e3 or e4"));
        assert!(told("engine").contains("human, mola"));
    }

    #[test]
    fn files_may_have_blanks_and_numbers() {
        let Action::Load { path, number } = load("my games.pgn 12") else { panic!() };
        assert_eq!((path.as_str(), number), ("my games.pgn", Some(12)));
        let Action::Load { path, number } = load("my games.pgn") else { panic!() };
        assert_eq!((path.as_str(), number), ("my games.pgn", None));
    }
}
