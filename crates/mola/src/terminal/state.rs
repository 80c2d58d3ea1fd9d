//! Everything the game at the terminal knows, without a screen.

pub(crate) mod action;
pub(crate) mod dialog;
pub(crate) mod effect;
pub(crate) mod form;
pub(crate) mod input_line;
pub(crate) mod commands;
pub(crate) mod world;

pub(crate) use action::{Action, Look};
pub(crate) use commands::COMMANDS;
pub(crate) use dialog::Dialog;
pub(crate) use effect::{Effect, Job, Msg, Question};
pub(crate) use form::{Form, Row};
pub(crate) use input_line::InputLine;
use std::fmt::Display;
use std::time::Duration;
pub(crate) use world::World;

use mola_game::coach::{HintStep, JudgedMove, Level};
use mola_game::{Game, Score, Snapshot, TimeControl, sentence};
use mola_rules::{Color, Move, Position, Square};

use crate::terminal::player::Player;
use crate::terminal::storage::SavedGame;

/// The state of the whole program. It is changed by [`update`](crate::terminal::update::update) and by nothing else.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    /// The game and its players: the one truth.
    pub(crate) record: SavedGame,
    /// The name of the file that the game is saved in.
    pub(crate) file: String,
    /// The world when the last message came.
    pub(crate) world: World,
    /// When the clock of the player to move was started; not before the first move.
    pub(crate) turn_began: Option<Duration>,
    /// Columns and rows of the terminal.
    pub(crate) size: (u16, u16),
    /// Who sits at the bottom.
    pub(crate) bottom: Color,
    /// The number of moves after which the board is shown, if it is not the present one.
    pub(crate) looking: Option<usize>,
    /// The square that the arrow keys have reached, once they are used.
    pub(crate) cursor: Option<Square>,
    /// The square of the piece that is about to move.
    pub(crate) picked: Option<Square>,
    pub(crate) input: InputLine,
    pub(crate) dialog: Option<Dialog>,
    /// Everything that was said, the latest last.
    pub(crate) notices: Vec<Notice>,
    /// The ticket of the question to which an engine's move is awaited.
    pub(crate) asked: Option<u64>,
    /// A game between engines is paused, or an engine has failed.
    pub(crate) paused: bool,
    pub(crate) last_ticket: u64,
    /// What the playing engines think, White's first.
    pub(crate) thoughts: [Option<Thought>; 2],
    pub(crate) study: Study,
    pub(crate) hint: Option<Hint>,
    pub(crate) review: Option<Review>,
    pub(crate) practice: Option<Box<Practice>>,
    /// Options for every engine that has them, as the user configured them.
    pub(crate) engine_options: Vec<(String, String)>,
    /// Engines that are installed here, as commands name them.
    pub(crate) installed: Vec<&'static str>,
    /// Moves are announced in words.
    pub(crate) speak: bool,
    /// Engines wait a moment, so that people can follow.
    pub(crate) unhurried: bool,
    /// What is to be done; empty but during an update, which hands it out.
    pub(crate) effects: Vec<Effect>,
}

/// Something to be read by the player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Notice {
    pub(crate) text: String,
    pub(crate) tone: Tone,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    Plain,
    /// A move that was played.
    Move,
    /// Check, and how the game ended.
    Event,
    /// What could not be done.
    Complaint,
}

/// What an engine thinks of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Thought {
    pub(crate) depth: u32,
    /// As White sees it.
    pub(crate) score: Score,
    pub(crate) nodes: u64,
    /// The moves that are expected, by their names.
    pub(crate) line: Vec<String>,
}

/// The engine that analyzes the shown position.
#[derive(Clone, Debug, Default)]
pub(crate) struct Study {
    /// Whether the bar is shown.
    pub(crate) bar: bool,
    /// Whether the thinking line is shown.
    pub(crate) line: bool,
    /// The question that it thinks about.
    pub(crate) ticket: u64,
    pub(crate) thought: Option<Thought>,
}

/// The ladder of hints for one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hint {
    /// After how many moves of the game it was asked for.
    pub(crate) at: usize,
    pub(crate) ticket: u64,
    pub(crate) step: HintStep,
    pub(crate) found: Option<FoundHint>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FoundHint {
    /// What the opponent threatens, in words.
    pub(crate) threat: Option<String>,
    pub(crate) best: Move,
    /// For the player to move.
    pub(crate) score: Option<Score>,
}

/// What an engine says about the moves of the game.
#[derive(Clone, Debug)]
pub(crate) struct Review {
    pub(crate) ticket: u64,
    /// None until the engine has seen all of them.
    pub(crate) moves: Vec<JudgedMove>,
}

/// A mistake that is being practiced. The board shows it as a game of its own.
#[derive(Clone, Debug)]
pub(crate) struct Practice {
    /// The game to return to, and its file.
    pub(crate) home: (SavedGame, String),
    pub(crate) mistake: JudgedMove,
    /// How many mistakes came before.
    pub(crate) at: usize,
    /// The move that the engine looks at, and the ticket of the question.
    pub(crate) tried: Option<(u64, Move)>,
}

impl State {
    /// The settings of the present game, from the standard position.
    pub(crate) fn setting(&self) -> Setting {
        Setting {
            players: self.record.players.clone(),
            level: self.record.level,
            control: self.game().clock().control(),
            start: Position::start(),
        }
    }

    pub(crate) fn new(record: SavedGame, file: String) -> Self {
        let bottom = seat_of_person(&record.players);
        Self { record, file, bottom, size: (80, 24), unhurried: true, ..Self::default() }
    }

    /// A person against the friendly level, from the usual start.
    #[cfg(test)]
    pub(crate) fn for_tests(players: [Player; 2]) -> Self {
        let date = "2026.05.04".to_owned();
        let record =
            SavedGame::new(Position::start(), TimeControl::Unlimited, players, Level::FRIENDLY, date);
        Self::new(record, "test.pgn".to_owned())
    }

    pub(crate) const fn game(&self) -> &Game {
        &self.record.game
    }

    pub(crate) fn player(&self, color: Color) -> &Player {
        &self.record.players[color as usize]
    }

    /// Whether a person is to move, and may.
    pub(crate) fn is_persons_turn(&self) -> bool {
        self.game().outcome().is_none() && self.player(self.game().position().turn()).is_human()
    }

    /// Whether only engines play.
    pub(crate) fn is_watched(&self) -> bool {
        self.record.players.iter().all(|player| !player.is_human())
    }

    /// The game as far as it is shown.
    pub(crate) fn shown_game(&self) -> Game {
        let game = self.game();
        let Some(moves) = self.looking.filter(|&moves| moves < game.len()) else { return game.clone() };
        let mut shown = Game::new(*game.start(), TimeControl::Unlimited);
        for &m in &game.moves()[..moves] {
            let played = shown.play(m);
            debug_assert!(played.is_ok(), "the moves of a game can be played");
        }
        shown
    }

    /// What the board shows.
    pub(crate) fn shown(&self) -> Snapshot {
        self.shown_game().snapshot()
    }

    /// What a clock shows now.
    pub(crate) fn left(&self, color: Color) -> Option<Duration> {
        let left = self.game().clock().left(color)?;
        let runs = self.game().outcome().is_none() && self.game().position().turn() == color;
        Some(left.saturating_sub(if runs { self.spent() } else { Duration::ZERO }))
    }

    /// What the player to move has spent on the move.
    pub(crate) fn spent(&self) -> Duration {
        self.turn_began
            .map_or(Duration::ZERO, |began| self.record.spent + self.world.elapsed.saturating_sub(began))
    }

    pub(crate) fn say(&mut self, text: impl Into<String>) {
        self.note(text, Tone::Plain);
    }

    pub(crate) fn announce(&mut self, text: impl Into<String>) {
        self.note(text, Tone::Event);
    }

    /// Says what could not be done, as a sentence: errors are written as parts of longer ones.
    pub(crate) fn complain(&mut self, text: impl Display) {
        self.note(sentence(text), Tone::Complaint);
    }

    pub(crate) fn note(&mut self, text: impl Into<String>, tone: Tone) {
        /// Enough to read back, and not more with every hour of play.
        const KEPT: usize = 100;
        if self.notices.len() >= KEPT {
            self.notices.remove(0);
        }
        self.notices.push(Notice { text: text.into(), tone });
    }

    pub(crate) fn ticket(&mut self) -> u64 {
        self.last_ticket += 1;
        self.last_ticket
    }
}

/// Who sits at the bottom: the person who plays, White if there are two or none.
pub(crate) fn seat_of_person(players: &[Player; 2]) -> Color {
    if players[1].is_human() && !players[0].is_human() { Color::Black } else { Color::White }
}

/// A new game's settings, as the arguments and the form give them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Setting {
    pub(crate) players: [Player; 2],
    pub(crate) level: Level,
    pub(crate) control: TimeControl,
    pub(crate) start: Position,
}
