//! The settings of a new game, as they are being made.

use std::time::Duration;

use mola_game::TimeControl;
use mola_rules::Position;

use super::{time_control, words};
use crate::terminal::levels::Level;
use crate::terminal::player::{Choice, Player};
use crate::terminal::state::input_line::InputLine;
use crate::terminal::state::{Setting, State};

#[derive(Clone, Debug)]
pub(crate) struct Form {
    pub(crate) row: Row,
    pub(crate) side: Side,
    pub(crate) opponent: Opponent,
    /// The program, if the opponent is one.
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    White,
    Black,
    Random,
    Both,
    Nobody,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Opponent {
    Mola,
    Pocket,
    Program,
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
fn neighbor<T: Copy + PartialEq>(all: &[T], one: T, step: isize) -> T {
    let index = all.iter().position(|&known| known == one).map_or(0, |index| index as isize + step);
    all[index.rem_euclid(all.len() as isize) as usize]
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
        let engine = words::engine(state);
        let (opponent, program) = match &engine {
            Player::Engine(Choice::Pocket) => (Opponent::Pocket, String::new()),
            Player::Engine(Choice::Program { .. }) => (Opponent::Program, engine.to_string()),
            _ => (Opponent::Mola, String::new()),
        };
        Self {
            row: Row::Side,
            side,
            opponent,
            program: InputLine::with(&program),
            level: state.record.level,
            control: state.game().clock().control(),
            start: Start::Usual,
            fen: InputLine::default(),
        }
    }

    pub(crate) fn move_row(&mut self, step: isize) {
        self.row = neighbor(&Row::ALL, self.row, step);
    }

    /// The next or the previous value of the row.
    pub(crate) fn change(&mut self, step: isize) {
        match self.row {
            Row::Side => {
                let all = [Side::White, Side::Black, Side::Random, Side::Both, Side::Nobody];
                self.side = neighbor(&all, self.side, step);
            }
            Row::Opponent => {
                let all = [Opponent::Mola, Opponent::Pocket, Opponent::Program];
                self.opponent = neighbor(&all, self.opponent, step);
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
                self.control = neighbor(&all, self.control, step);
            }
            Row::Start => {
                self.start = neighbor(&[Start::Usual, Start::Chess960, Start::Fen], self.start, step);
            }
            Row::Go => {}
        }
    }

    /// The text that is typed into the row, if it takes one.
    pub(crate) fn line(&mut self) -> Option<&mut InputLine> {
        match self.row {
            Row::Opponent if self.opponent == Opponent::Program => Some(&mut self.program),
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
                Side::Random => "either, by chance",
                Side::Both => "both sides",
                Side::Nobody => "nothing, I watch",
            }
            .to_owned(),
            Row::Opponent => match self.opponent {
                _ if self.side == Side::Both => "another person".to_owned(),
                Opponent::Mola => "Mola".to_owned(),
                Opponent::Pocket => "Pocket, the small engine".to_owned(),
                Opponent::Program => format!("program {}", self.program.text()),
            },
            Row::Level => format!("{} ({})", self.level, self.level.word()),
            Row::Time if self.control == TimeControl::Unlimited => "no clocks".to_owned(),
            Row::Time => time_control::text(self.control),
            Row::Start => match self.start {
                Start::Usual => "the usual position".to_owned(),
                Start::Chess960 => "Chess960, by chance".to_owned(),
                Start::Fen => format!("FEN {}", self.fen.text()),
            },
            Row::Go => "Start the game".to_owned(),
        }
    }

    /// The settings, if they make a game. `chance` decides what was left to it.
    ///
    /// # Errors
    /// What is wrong; the row is the one to mend.
    pub(crate) fn setting(&mut self, chance: u64) -> Result<Setting, String> {
        let engine = match self.opponent {
            Opponent::Mola => Player::MOLA,
            Opponent::Pocket => Player::Engine(Choice::Pocket),
            Opponent::Program if self.side == Side::Both => Player::MOLA,
            Opponent::Program => {
                if let Ok(player @ Player::Engine(Choice::Program { .. })) = self.program.text().parse() {
                    player
                } else {
                    self.row = Row::Opponent;
                    return Err("type the command of a UCI engine, or xboard:COMMAND".to_owned());
                }
            }
        };
        let start = match self.start {
            Start::Usual => Position::start(),
            Start::Chess960 => Position::chess960((chance / 2 % 960) as u16),
            Start::Fen => self.fen.text().parse().map_err(|error: mola_rules::FenError| {
                self.row = Row::Start;
                error.to_string()
            })?,
        };
        let side = match self.side {
            Side::Random if chance.is_multiple_of(2) => Side::White,
            Side::Random => Side::Black,
            side => side,
        };
        let players = match side {
            Side::White | Side::Random => [Player::Human, engine],
            Side::Black => [engine, Player::Human],
            Side::Both => [Player::Human, Player::Human],
            Side::Nobody => [engine.clone(), engine],
        };
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
        for expected in ["Black", "either, by chance", "both sides", "nothing, I watch", "White"] {
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
    fn mistakes_lead_to_their_row() {
        let mut form = form();
        (form.start, form.fen) = (Start::Fen, InputLine::with("nonsense"));
        assert!(form.setting(0).unwrap_err().starts_with("bad FEN"));
        assert_eq!(form.row, Row::Start);
        form.start = Start::Usual;
        form.opponent = Opponent::Program;
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
