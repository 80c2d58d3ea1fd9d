//! The game as lines of text: for pipes, for screen readers, and as Sunfish looks.

use std::io::{BufRead, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, channel};
use std::time::Instant;

use mola_game::coach;
use mola_protocol::{Input, Lines};
use mola_rules::{CastlingStyle, Color, Position, San};

use crate::terminal::runner::{Runner, look};
use crate::terminal::state::{Action, COMMANDS, Dialog, Effect, Msg, State, Tone, commands, dialog};
use crate::terminal::storage::Store;
use crate::terminal::update::{begin, update};

/// How the board is printed.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BoardStyle {
    /// In chess figures instead of letters.
    pub(crate) figures: bool,
    /// Only when asked for.
    pub(crate) is_silent: bool,
}

/// What the screen shows without being asked, or has keys for.
const OWN_COMMANDS: [(&str, &str); 3] = [
    ("next, previous", "walk through the moves; first, last"),
    ("board", "print the board"),
    ("moves", "list the moves so far"),
];

/// Plays until the input ends or the player leaves.
pub(crate) fn run(
    mut state: State,
    store: Option<Store>,
    style: BoardStyle,
    input: impl BufRead,
    output: impl Write,
) -> anyhow::Result<()> {
    state.unhurried = false;
    let (outbox, inbox) = channel();
    let runner = Runner::new(outbox, store, &state.engine_options);
    let began = Instant::now();
    let mut game = PlainGame {
        state,
        runner,
        inbox,
        output,
        style,
        began,
        heard: 0,
        shown: 0,
        told: String::new(),
        walked: false,
    };
    game.greet()?;
    let mut effects = begin(&mut game.state);
    let mut lines = Lines::new(input);
    loop {
        if game.settle(effects)?.is_break() {
            return Ok(());
        }
        game.ask()?;
        let line = match lines.read() {
            Input::Line(line) => line,
            // That is not a move; the player is asked again.
            Input::TooLong => "\u{fffd}",
            Input::End => {
                writeln!(game.output)?;
                let effects = update(&mut game.state, Msg::Act(Action::Quit), look(game.began));
                return game.settle(effects).map(drop);
            }
        };
        effects = match line.trim().to_ascii_lowercase().as_str() {
            "board" => game.print_board().map(|()| Vec::new())?,
            "moves" => game.print_moves().map(|()| Vec::new())?,
            _ => game.hear(line),
        };
    }
}

struct PlainGame<W> {
    state: State,
    runner: Runner,
    inbox: Receiver<Msg>,
    output: W,
    style: BoardStyle,
    began: Instant,
    /// How many moves have been announced.
    heard: usize,
    /// The key of the position that was printed last.
    shown: u64,
    /// The last notice.
    told: String,
    /// Whether the player walked through the game, and has not been told where to.
    walked: bool,
}

impl<W: Write> PlainGame<W> {
    fn greet(&mut self) -> std::io::Result<()> {
        let [white, black] = [Color::White, Color::Black].map(|color| self.state.record.title(color));
        writeln!(self.output, "{white} plays White, {black} plays Black.")?;
        writeln!(self.output, "Type moves as e2e4 or Nf3, help for more, quit to leave.")?;
        self.heard = self.state.game().len();
        Ok(())
    }

    /// Takes a line: the number of a choice if there are some, otherwise words or a move.
    fn hear(&mut self, line: &str) -> Vec<Effect> {
        let mut effects = update(&mut self.state, Msg::Tick, look(self.began));
        let chosen = match (&self.state.dialog, line.trim().parse::<usize>()) {
            (Some(Dialog::List(list)), Ok(number)) => {
                list.items.get(number.wrapping_sub(1)).map(|item| item.action.clone())
            }
            _ => None,
        };
        let action = chosen.clone().map(Some).map_or_else(|| commands::read(&self.state, line), Ok);
        self.walked = matches!(action, Ok(Some(Action::Look(_))));
        let msg = chosen.map_or_else(|| Msg::Line(line.to_owned()), Msg::Act);
        self.state.dialog = None;
        effects.extend(update(&mut self.state, msg, look(self.began)));
        effects
    }

    /// Does what is asked, and waits until a person is to move.
    fn settle(&mut self, mut effects: Vec<Effect>) -> anyhow::Result<ControlFlow<()>> {
        loop {
            for effect in effects {
                match self.runner.run(effect) {
                    Some(Effect::Quit) => {
                        self.tell()?;
                        return Ok(ControlFlow::Break(()));
                    }
                    // The text is on the page, where it can be copied.
                    Some(Effect::Copy(text)) => writeln!(self.output, "{}", text.trim_end())?,
                    _ => {}
                }
            }
            self.tell()?;
            // Answers about files are there at once; engines take their time.
            let msg = match self.inbox.try_recv() {
                Ok(msg) => msg,
                Err(_) if self.is_awaited() => self.inbox.recv()?,
                Err(_) => return Ok(ControlFlow::Continue(())),
            };
            effects = update(&mut self.state, Msg::Tick, look(self.began));
            effects.extend(update(&mut self.state, msg, look(self.began)));
        }
    }

    fn is_awaited(&self) -> bool {
        let hint = self.state.hint.as_ref().is_some_and(|hint| hint.found.is_none());
        let review = self.state.review.as_ref().is_some_and(|review| review.moves.is_empty());
        let tried = self.state.practice.as_ref().is_some_and(|practice| practice.tried.is_some());
        self.state.asked.is_some() || review || tried || (hint && self.state.game().outcome().is_none())
    }

    /// Prints what is new: moves, then notices.
    fn tell(&mut self) -> std::io::Result<()> {
        // Moves that were taken back are not new when they come again.
        self.heard = self.heard.min(self.state.game().len());
        let game = self.state.game();
        for ((before, _), &m) in game.named_moves().zip(game.moves()).skip(self.heard) {
            let player = self.state.player(before.turn());
            if self.state.speak {
                let who = if player.is_human() { before.turn().to_string() } else { player.name() };
                writeln!(self.output, "{who}: {}", coach::move_in_words(&before, m))?;
            } else if !player.is_human() {
                let text = m.uci(CastlingStyle::Standard);
                let white_or_black = before.turn().to_string();
                let who = if self.state.is_watched() { &white_or_black } else { "My move" };
                writeln!(self.output, "{who}: {text}")?;
            }
        }
        self.heard = self.state.game().len();
        self.tell_place()?;
        for notice in self.state.notices.drain(..).filter(|notice| notice.tone != Tone::Move) {
            writeln!(self.output, "{}", notice.text)?;
            self.told = notice.text;
        }
        self.output.flush()
    }

    /// Names the move that led to the position to which the player walked.
    fn tell_place(&mut self) -> std::io::Result<()> {
        if !std::mem::take(&mut self.walked) {
            return Ok(());
        }
        let game = self.state.game();
        let shown = self.state.looking.unwrap_or(game.len());
        match game.named_moves().zip(game.moves()).take(shown).last() {
            Some(((before, _), &m)) if self.state.speak => {
                writeln!(self.output, "{}: {}", before.turn(), coach::move_in_words(&before, m))
            }
            Some((named, _)) => writeln!(self.output, "{}", numbered((0, named))),
            None => writeln!(self.output, "The start of the game."),
        }
    }

    fn print_board(&mut self) -> std::io::Result<()> {
        let position = self.state.shown().position;
        self.shown = position.key();
        let board = position.board();
        let drawing = if self.style.figures { board.unicode() } else { board.ascii() };
        write!(self.output, "\n{}\n", drawing.seen_by(self.state.bottom))
    }

    fn print_moves(&mut self) -> std::io::Result<()> {
        let moves: Vec<String> = self.state.game().named_moves().enumerate().map(numbered).collect();
        let text = if moves.is_empty() { "No move has been played yet.".to_owned() } else { moves.join(" ") };
        writeln!(self.output, "{text}")
    }

    /// Prints the board if it has changed, the choices if there are some, and the prompt.
    fn ask(&mut self) -> std::io::Result<()> {
        if !self.style.is_silent && self.shown != self.state.shown().position.key() {
            self.print_board()?;
        }
        match &self.state.dialog {
            Some(Dialog::Help { .. }) => {
                for (command, text) in COMMANDS.into_iter().chain(OWN_COMMANDS) {
                    writeln!(self.output, "  {command:<16} {text}")?;
                }
                self.state.dialog = None;
            }
            // Here the prompt says what to do after a game.
            Some(Dialog::List(list)) if list.title != dialog::OVER => {
                // Some of them have been announced in the same words.
                if !list.text.is_empty() && list.text.replace('\n', " ") != self.told {
                    writeln!(self.output, "{}", list.text)?;
                }
                for (item, number) in list.items.iter().zip(1..) {
                    // Games of a file have their numbers already.
                    let label = item.label.strip_prefix(&format!("{number}. ")).unwrap_or(&item.label);
                    writeln!(self.output, "  {number}. {label}")?;
                }
                if !list.items.is_empty() {
                    let other = if self.state.game().outcome().is_some() { "command" } else { "move" };
                    writeln!(self.output, "Type a number, or a {other}.")?;
                }
            }
            Some(Dialog::Ask(ask)) => {
                writeln!(self.output, "Type the command with its argument: {}.", ask.text)?;
            }
            _ => {}
        }
        let prompt = match self.state.game().outcome() {
            Some(_) => "Type new for another game, or quit: ",
            None => "Your move: ",
        };
        write!(self.output, "{prompt}")?;
        self.output.flush()
    }
}

/// A move with its number; Black's only at the beginning.
fn numbered((index, (before, name)): (usize, (Position, San))) -> String {
    match before.turn() {
        Color::White => format!("{}. {name}", before.fullmoves()),
        Color::Black if index == 0 => format!("{}... {name}", before.fullmoves()),
        Color::Black => name.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use mola_game::TimeControl;

    use super::*;
    use crate::terminal::player::Player;
    use crate::terminal::storage::SavedGame;
    use mola_game::coach::Level;

    fn play(start: &str, players: [Player; 2], speak: bool, input: &str) -> String {
        let start: Position = start.parse().unwrap();
        let record = SavedGame::new(start, TimeControl::Unlimited, players, Level::WEAKEST, "?".to_owned());
        let mut state = State::new(record, "test.pgn".to_owned());
        state.speak = speak;
        let mut output = Vec::new();
        run(state, None, BoardStyle::default(), input.as_bytes(), &mut output).unwrap();
        String::from_utf8(output).unwrap()
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    fn people() -> [Player; 2] {
        [Player::Human, Player::Human]
    }

    #[test]
    fn the_board_looks_as_sunfish_printed_it() {
        let said = play(START, people(), false, "e2e4\ne7e5\n");
        let board = "
  8 r n b q k b n r
  7 p p p p . p p p
  6 . . . . . . . .
  5 . . . . p . . .
  4 . . . . P . . .
  3 . . . . . . . .
  2 P P P P . P P P
  1 R N B Q K B N R
    a b c d e f g h
";
        assert!(said.contains(board), "{said}");
    }

    #[test]
    fn the_board_is_printed_when_asked_for_and_in_figures() {
        let record = || {
            SavedGame::new(
                Position::start(),
                TimeControl::Unlimited,
                people(),
                Level::WEAKEST,
                "?".to_owned(),
            )
        };
        let said = |style, input: &str| {
            let mut output = Vec::new();
            run(State::new(record(), String::new()), None, style, input.as_bytes(), &mut output).unwrap();
            String::from_utf8(output).unwrap()
        };
        let silent = BoardStyle { is_silent: true, figures: false };
        let text = said(silent, "e4\ne5\nNf3\n");
        assert!(!text.contains("a b c d e f g h"), "{text}");
        let text = said(silent, "moves\ne4\ne5\nNf3\nmoves\nboard\n");
        assert_eq!(text.matches("a b c d e f g h").count(), 1, "{text}");
        assert!(
            text.contains("No move has been played yet.\n") && text.contains("1. e4 e5 2. Nf3\n"),
            "{text}"
        );
        let text = said(BoardStyle { is_silent: false, figures: true }, "e4\n");
        assert!(text.contains("8 ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜"), "{text}");
    }

    #[test]
    fn a_pasted_fen_starts_there_and_a_draw_that_is_due_is_announced() {
        let said = play(START, people(), false, "4k3/8/8/8/8/8/8/R3K3 w - - 99 80\nRa2\n");
        assert!(said.contains("  1 R . . . K . . ."), "{said}");
        assert!(
            said.contains("Draw by the fifty-move rule can be claimed. Type draw to claim it."),
            "{said}"
        );
        let said = play(START, people(), false, "4k3/8/8/8/8/8/8/R3K4 w - - 99 80\n");
        assert!(said.contains("rank 1 has"), "{said}");
    }

    #[test]
    fn mate_is_announced() {
        let said = play(START, people(), true, "f3\ne5\ng4\nQh4\n");
        assert!(said.contains("Black: queen d8 to h4, checkmate"), "{said}");
        assert!(said.contains("Black wins by checkmate."), "{said}");
        assert!(said.contains("Type new for another game"), "{said}");
    }

    #[test]
    fn check_and_stalemate_are_announced() {
        let said =
            play("7k/8/8/6Q1/8/8/8/K7 w - - 0 1", people(), false, "Qd8\nKg7\nQe7\nKh8\nKa2\nKg8\nQh4\n");
        assert!(said.contains("Black is in check."), "{said}");
        let said = play("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", people(), false, "Qg6\n");
        assert!(said.contains("Draw by stalemate."), "{said}");
    }

    #[test]
    fn the_engine_answers_in_coordinates() {
        let said = play(START, [Player::Human, Player::MOLA], false, "e4\n");
        let reply = said
            .lines()
            .find_map(|line| line.strip_prefix("My move: "))
            .or_else(|| said.lines().find_map(|line| line.strip_prefix("Your move: My move: ")));
        let reply = reply.unwrap_or_else(|| panic!("{said}"));
        let mut position = Position::start();
        position.play_unchecked(position.parse_san("e4").unwrap());
        assert!(position.parse_uci(reply).is_ok(), "{reply}");
    }

    #[test]
    fn wrong_moves_are_asked_for_again() {
        let said = play(START, people(), false, "e2e5\n\nfoo bar\ne9\n");
        assert!(said.contains("The pawn on e2 can go to e3 or e4."), "{said}");
        assert!(said.contains("type help"), "{said}");
        assert!(said.contains("\"e9\" is not a move"), "{said}");
        assert_eq!(said.matches("Your move: ").count(), 5, "{said}");
    }

    #[test]
    fn a_finished_game_is_walked_through_analyzed_and_practiced() {
        let input = "f3\ne5\ng4\nQh4\nfirst\nnext\nnext\nprevious\nreview\n2\nhint\ndone\nmoves\n";
        let said = play(START, people(), false, input);
        let prompt = "Type new for another game, or quit: ";
        for words in
            ["The start of the game.", "1. f3", "1... e5", "1. f3"].map(|one| format!("{prompt}{one}"))
        {
            assert!(said.contains(&words), "{words} is not in {said}");
        }
        assert_eq!(said.matches("White: ").count(), 1, "{said}");
        assert!(said.contains("1. Walk through the game"), "{said}");
        assert!(said.contains("2. Practice the mistakes\nType a number, or a command.\n"), "{said}");
        assert!(said.contains("was played. Find a better move."), "{said}");
        assert!(
            said.contains("Back to the game.")
                && said.ends_with("1. f3 e5 2. g4 Qh4#\n{prompt}\n".replace("{prompt}", prompt).as_str()),
            "{said}"
        );
    }

    #[test]
    fn help_is_printed_once() {
        let said = play(START, people(), false, "help\nboard\nmoves\n");
        assert_eq!(said.matches("save the game and quit").count(), 1, "{said}");
    }

    #[test]
    fn promotions_are_chosen_by_number() {
        let said = play("8/P6k/8/8/8/8/7K/8 w - - 0 1", people(), true, "a8\n2\n");
        assert!(said.contains("1. Queen"), "{said}");
        assert!(said.contains("becomes a knight"), "{said}");
    }

    #[test]
    fn bytes_that_are_no_text_do_no_harm() {
        let record = SavedGame::new(
            Position::start(),
            TimeControl::Unlimited,
            people(),
            Level::WEAKEST,
            "?".to_owned(),
        );
        let mut output = Vec::new();
        let state = State::new(record, String::new());
        run(state, None, BoardStyle::default(), &b"\xff\xfe\ne4\n"[..], &mut output).unwrap();
        assert!(String::from_utf8(output).unwrap().contains("4 . . . . P"));
    }
}
