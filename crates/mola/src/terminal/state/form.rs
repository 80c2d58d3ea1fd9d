//! The settings of a new game, as they are being made.

use std::time::Duration;

use mola_game::TimeControl;
use mola_game::coach::{Level, level_in_words};
use mola_rules::Position;

use super::commands;
use crate::engines::spec::EngineSpec;
use crate::terminal::player::Player;
use crate::terminal::state::{InputLine, Setting, State};
use crate::time_control;

#[derive(Clone, Debug)]
pub(crate) struct Form {
    pub(crate) row: Row,
    pub(crate) side: Side,
    /// One of the engines; none if it is a program that is typed.
    pub(crate) opponent: Option<Player>,
    /// Our own engines, and those that are installed here.
    pub(crate) engines: Vec<Player>,
    /// The program, if the opponent is one that is typed.
    pub(crate) program: InputLine,
    pub(crate) level: Level,
    pub(crate) control: TimeControl,
    pub(crate) start: Start,
    pub(crate) fen: InputLine,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Row {
    Side,
    Opponent,
    Level,
    Time,
    Start,
    Go,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Side {
    White,
    Black,
    /// Either side, at random
    Random,
    /// Two people at one board
    Both,
    /// Engines only
    #[value(name = "none")]
    Nobody,
}

impl Side {
    /// The players of a game against `engine`. `chance` decides what is left to it.
    pub(crate) fn players(self, engine: Player, chance: u64) -> [Player; 2] {
        match self {
            Self::Random if chance.is_multiple_of(2) => [Player::Human, engine],
            Self::White => [Player::Human, engine],
            Self::Black | Self::Random => [engine, Player::Human],
            Self::Both => [Player::Human, Player::Human],
            Self::Nobody => [engine.clone(), engine],
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    Usual,
    Chess960,
    Fen,
}

/// The time controls to choose from, in minutes and seconds a move.
const CONTROLS: [(u64, u64); 8] = [(1, 0), (3, 2), (5, 0), (5, 3), (10, 5), (15, 10), (30, 20), (90, 30)];

impl Row {
    pub(crate) const ALL: [Self; 6] =
        [Self::Side, Self::Opponent, Self::Level, Self::Time, Self::Start, Self::Go];

    pub(crate) const fn label(self) -> &'static str {
        match self {
            Self::Side => "You play",
            Self::Opponent => "Opponent",
            Self::Level => "Level",
            Self::Time => "Time",
            Self::Start => "Start",
            Self::Go => "",
        }
    }
}

/// The one after or before in a list, going round at the ends.
fn neighbor<T: Clone + PartialEq>(all: &[T], one: &T, step: isize) -> T {
    let index = all.iter().position(|known| known == one).map_or(0, |index| index as isize + step);
    all[index.rem_euclid(all.len() as isize) as usize].clone()
}

impl Form {
    /// Begins with what the present game has.
    pub(crate) fn new(state: &State) -> Self {
        let side = match &state.record.players {
            [Player::Human, Player::Human] => Side::Both,
            [Player::Human, _] => Side::White,
            [_, Player::Human] => Side::Black,
            _ => Side::Nobody,
        };
        let engine = commands::engine(state);
        let mut engines = vec![Player::MOLA, Player::Engine(EngineSpec::POCKET)];
        engines.extend(state.installed.iter().filter_map(|command| command.parse().ok()));
        let is_typed = !engines.contains(&engine);
        let program = if is_typed { engine.to_string() } else { String::new() };
        Self {
            row: Row::Side,
            side,
            opponent: (!is_typed).then_some(engine),
            engines,
            program: InputLine::with(&program),
            level: state.record.level,
            control: state.game().clock().control(),
            start: Start::Usual,
            fen: InputLine::default(),
        }
    }

    pub(crate) fn move_row(&mut self, step: isize) {
        self.row = neighbor(&Row::ALL, &self.row, step);
    }

    /// The next or the previous value of the row.
    pub(crate) fn change(&mut self, step: isize) {
        match self.row {
            Row::Side => {
                let all = [Side::White, Side::Black, Side::Random, Side::Both, Side::Nobody];
                self.side = neighbor(&all, &self.side, step);
            }
            Row::Opponent => {
                let all: Vec<_> = self.engines.iter().cloned().map(Some).chain([None]).collect();
                self.opponent = neighbor(&all, &self.opponent, step);
            }
            Row::Level if step > 0 => self.level = self.level.stronger(),
            Row::Level => self.level = self.level.weaker(),
            Row::Time => {
                let seconds = |(minutes, seconds): (u64, u64)| {
                    TimeControl::clock(Duration::from_secs(60 * minutes), Duration::from_secs(seconds))
                };
                let mut all = vec![TimeControl::Unlimited];
                all.extend(CONTROLS.map(seconds));
                if !all.contains(&self.control) {
                    all.push(self.control);
                }
                self.control = neighbor(&all, &self.control, step);
            }
            Row::Start => {
                self.start = neighbor(&[Start::Usual, Start::Chess960, Start::Fen], &self.start, step);
            }
            Row::Go => {}
        }
    }

    /// The text that is typed into the row, if it takes one.
    pub(crate) fn line(&mut self) -> Option<&mut InputLine> {
        match self.row {
            Row::Opponent if self.opponent.is_none() => Some(&mut self.program),
            Row::Start if self.start == Start::Fen => Some(&mut self.fen),
            _ => None,
        }
    }

    /// What a row shows.
    pub(crate) fn value(&self, row: Row) -> String {
        match row {
            Row::Side => match self.side {
                Side::White => "White",
                Side::Black => "Black",
                Side::Random => "either side, at random",
                Side::Both => "both sides",
                Side::Nobody => "nobody, watch engines",
            }
            .to_owned(),
            Row::Opponent => match &self.opponent {
                _ if self.side == Side::Both => "another person".to_owned(),
                Some(Player::Engine(spec)) if *spec == EngineSpec::POCKET => {
                    "Pocket, the small engine".to_owned()
                }
                Some(engine) => engine.name(),
                None => format!("program {}", self.program.text()),
            },
            Row::Level => format!("{} ({})", self.level, level_in_words(self.level)),
            Row::Time if self.control == TimeControl::Unlimited => "no clock".to_owned(),
            Row::Time => time_control::text(self.control),
            Row::Start => match self.start {
                Start::Usual => "the standard position".to_owned(),
                Start::Chess960 => "Chess960, at random".to_owned(),
                Start::Fen => format!("FEN {}", self.fen.text()),
            },
            Row::Go => "Start the game".to_owned(),
        }
    }

    /// The settings, if they make a game. `chance` decides what was left to it.
    ///
    /// # Errors
    /// What is wrong; the form moves to the row that needs a change.
    pub(crate) fn setting(&mut self, chance: u64) -> Result<Setting, String> {
        let engine = match &self.opponent {
            Some(engine) => engine.clone(),
            None if self.side == Side::Both => Player::MOLA,
            None => {
                let typed = self.program.text().parse().and_then(|player| match player {
                    Player::Human => Err("choose both sides to play with another person".to_owned()),
                    engine @ Player::Engine(_) => Ok(engine),
                });
                typed.inspect_err(|_| self.row = Row::Opponent)?
            }
        };
        let start = match self.start {
            Start::Usual => Position::start(),
            Start::Chess960 => Position::chess960((chance / 2 % 960) as u16),
            Start::Fen => Position::from_lenient_fen(&self.fen.text()).map_err(|error| {
                self.row = Row::Start;
                error.to_string()
            })?,
        };
        let players = self.side.players(engine, chance);
        Ok(Setting { players, level: self.level, control: self.control, start })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form() -> Form {
        Form::new(&State::for_tests([Player::Human, Player::MOLA]))
    }

    #[test]
    fn a_form_left_alone_starts_the_same_game_again() {
        let setting = form().setting(0).unwrap();
        assert_eq!(setting.players, [Player::Human, Player::MOLA]);
        assert_eq!(setting.start, Position::start());
    }

    #[test]
    fn values_go_round_and_levels_do_not() {
        let mut form = form();
        for expected in ["Black", "either side, at random", "both sides", "nobody, watch engines", "White"] {
            form.change(1);
            assert_eq!(form.value(Row::Side), expected);
        }
        form.row = Row::Level;
        for _ in 0..30 {
            form.change(1);
        }
        assert_eq!(form.level, Level::BEST);
        form.row = Row::Time;
        form.change(-1);
        assert_eq!(form.value(Row::Time), "90+30");
    }

    #[test]
    fn installed_engines_are_opponents_to_choose() {
        let mut state = State::for_tests([Player::Human, Player::MOLA]);
        state.installed = vec!["stockfish", "gnuchess --xboard proto=xboard"];
        let mut form = Form::new(&state);
        form.row = Row::Opponent;
        let mut shown = Vec::new();
        for _ in 0..5 {
            form.change(1);
            shown.push(form.value(Row::Opponent));
        }
        assert_eq!(shown, ["Pocket, the small engine", "stockfish", "gnuchess", "program ", "Mola"]);
        form.opponent = form.engines.last().cloned();
        state.record.players = form.setting(0).unwrap().players;
        assert_eq!(state.record.players[1].to_string(), "xboard:gnuchess --xboard");
        // The next form begins with the same opponent.
        assert_eq!(Form::new(&state).opponent, form.opponent);
    }

    #[test]
    fn mistakes_lead_to_their_row() {
        let mut form = form();
        (form.start, form.fen) = (Start::Fen, InputLine::with("nonsense"));
        assert!(form.setting(0).unwrap_err().starts_with("bad FEN"));
        assert_eq!(form.row, Row::Start);
        form.start = Start::Usual;
        form.opponent = None;
        assert!(form.setting(0).is_err());
        assert_eq!(form.row, Row::Opponent);
    }

    #[test]
    fn chance_decides_what_was_left_to_it() {
        let mut form = form();
        (form.side, form.start) = (Side::Random, Start::Chess960);
        assert!(form.setting(4).unwrap().players[0].is_human());
        let setting = form.setting(5).unwrap();
        assert!(setting.players[1].is_human());
        assert_eq!(setting.start, Position::chess960(2));
    }
}
