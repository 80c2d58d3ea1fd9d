//! `mola play`: chess at the terminal.
//!
//! [`state`] is all that is known, [`update`] changes it, [`view`] shows it, and [`runner`] does in the
//! world what an update asks for. [`screen`] and [`plain`] are the two ways to sit at the board.

mod clipboard;
mod graphics;
mod levels;
mod opening_names;
mod plain;
mod player;
mod runner;
mod screen;
mod screenshot;
mod speak;
mod state;
mod storage;
mod update;
mod view;
mod worker;

use std::io::{BufWriter, IsTerminal, stdin, stdout};
use std::path::PathBuf;

use anyhow::{anyhow, bail};
use clap::{Args, ValueEnum};
use mola_game::TimeControl;
use mola_rules::Position;

use graphics::Pieces;
use levels::Level;
use player::Player;
use screenshot::Size;
use state::{Setting, State};
use storage::Store;
use storage::date::Date;
use storage::saved_game::Record;
use view::theme::{Depth, Ground, Looks};

/// Play chess at the terminal.
#[derive(Args, Clone, Debug, Default)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
#[command(after_help = "Examples:
  mola play                            go on with the last game, or a new one as White
  mola play --level 3 --side black     against an easier opponent, as Black
  mola play --time 5+3                 five minutes each, three seconds a move
  mola play --engine stockfish         against any UCI engine
  mola play --engine 'xboard:gnuchess --xboard'
  mola play --side none --white mola --black pocket     watch the engines
  mola play --pgn games.pgn --game 2   look at a game, or go on from its end
  mola play --plain --speak            lines of text, moves told in words

Games are kept after every move in $XDG_STATE_HOME/mola/games (~/.local/state/mola/games).")]
pub(crate) struct Arguments {
    /// How strong the engine plays, from 1 to 20 [default: 5]
    #[arg(long)]
    level: Option<Level>,
    /// Which side you play [default: white]
    #[arg(long, value_enum)]
    side: Option<Side>,
    /// The opponent: mola, pocket, or the command of any UCI engine; xboard:COMMAND for others
    #[arg(long, value_name = "ENGINE")]
    engine: Option<Player>,
    /// Who plays White: human, or an engine as above
    #[arg(long, value_name = "PLAYER")]
    white: Option<Player>,
    /// Who plays Black
    #[arg(long, value_name = "PLAYER")]
    black: Option<Player>,
    /// Minutes and seconds a move, as 5+3; 40/90+30; none [default: none]
    #[arg(long, value_name = "TIME", value_parser = state::time_control::parse)]
    time: Option<TimeControl>,
    /// The position to start from
    #[arg(long, conflicts_with = "pgn")]
    fen: Option<Position>,
    /// The file of a game to look at or to go on with
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Which game of the file
    #[arg(long, value_name = "NUMBER", requires = "pgn")]
    game: Option<usize>,
    /// Go on with the unfinished game
    #[arg(long, conflicts_with_all = ["new", "fen", "pgn"])]
    resume: bool,
    /// Begin a new game without being asked about an unfinished one
    #[arg(long)]
    new: bool,
    /// Lines of text instead of a screen, for pipes and screen readers
    #[arg(long)]
    plain: bool,
    /// Tell moves in words
    #[arg(long)]
    speak: bool,
    /// Only letters that every terminal has
    #[arg(long)]
    ascii: bool,
    /// How many colors to use; found out if not given
    #[arg(long, value_enum, value_name = "COLORS")]
    color: Option<Depth>,
    /// The terminal's background; found out if not given
    #[arg(long, value_enum)]
    background: Option<Ground>,
    /// How the pieces are drawn; as well as the terminal can if not given
    #[arg(long, value_enum, value_name = "PIECES")]
    pieces: Option<Pieces>,
    /// Show the evaluation bar from the beginning
    #[arg(long)]
    eval: bool,
    /// Show the thinking line from the beginning
    #[arg(long)]
    think: bool,
    /// Draw one screen of this size as SVG and leave, for documentation
    #[arg(long, hide = true, value_name = "COLUMNSxROWS")]
    picture: Option<Size>,
    /// Keys to be pressed before the picture is drawn
    #[arg(long, hide = true, requires = "picture", value_name = "LETTERS")]
    keys: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Side {
    White,
    Black,
    /// Either, by chance
    Random,
    /// Two people at one board
    Both,
    /// Engines only
    None,
}

impl Arguments {
    /// Whether anything was said about the game to be played.
    fn asks_for_a_game(&self) -> bool {
        let Self { level, side, engine, white, black, time, fen, pgn, .. } = self;
        let settings = [level.is_some(), side.is_some(), engine.is_some(), white.is_some(), black.is_some()];
        settings.contains(&true) || time.is_some() || fen.is_some() || pgn.is_some()
    }

    fn setting(&self) -> Setting {
        let engine = || self.engine.clone().unwrap_or(Player::MOLA);
        let by_chance = std::process::id().is_multiple_of(2);
        let seats = match self.side.unwrap_or(Side::White) {
            Side::Random if by_chance => [Player::Human, engine()],
            Side::White => [Player::Human, engine()],
            Side::Black | Side::Random => [engine(), Player::Human],
            Side::Both => [Player::Human, Player::Human],
            Side::None => [engine(), engine()],
        };
        let [white, black] = seats;
        Setting {
            players: [self.white.clone().unwrap_or(white), self.black.clone().unwrap_or(black)],
            level: self.level.unwrap_or(Level::FRIENDLY),
            control: self.time.unwrap_or_default(),
            start: self.fen.unwrap_or_else(Position::start),
        }
    }

    /// The game to begin with, and the name under which it is kept.
    fn record(&self, store: Option<&Store>) -> anyhow::Result<(Record, String)> {
        let setting = self.setting();
        if self.resume {
            let Some((record, name)) = store.and_then(unfinished) else {
                bail!("there is no unfinished game")
            };
            return Ok((record, name));
        }
        let mut record = if let Some(path) = &self.pgn {
            runner::read_game(path, self.game.unwrap_or(1), setting.level).map_err(|text| anyhow!(text))?
        } else {
            let Setting { players, level, control, start } = setting.clone();
            Record::new(start, control, players, level, Date::now().tag())
        };
        // A game from a file is played by whom the file says, unless the player says otherwise.
        if self.pgn.is_some() && (self.side.is_some() || self.engine.is_some()) {
            record.players = setting.players;
        }
        Ok((record, Store::new_name()))
    }
}

/// The game that was not finished, if it can be read.
fn unfinished(store: &Store) -> Option<(Record, String)> {
    let saved = store.unfinished()?;
    let people = [Player::Human, Player::MOLA];
    let record = Record::from_text(saved.text.as_bytes(), 1, &people, Level::FRIENDLY).ok()?;
    Some((record, saved.name))
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let mut store = Store::of_user().filter(|_| arguments.picture.is_none());
    let alone = store.as_mut().is_none_or(Store::claim);
    let (record, file) = arguments.record(store.as_ref())?;
    let mut state = State::new(record, file);
    state.speak = arguments.speak;
    (state.study.bar, state.study.line) = (arguments.eval, arguments.think);
    if alone
        && !(arguments.new || arguments.resume || arguments.asks_for_a_game())
        && let Some((record, file)) = store.as_ref().and_then(unfinished)
    {
        state.dialog = Some(state::dialog::resume(record, file));
    }
    let mut looks = Looks::detect(arguments.color, arguments.ascii, arguments.background);
    looks.pieces = arguments.pieces;
    if let Some(size) = arguments.picture {
        return screenshot::print(state, &looks, size, arguments.keys.as_deref().unwrap_or_default());
    }
    let is_dumb = std::env::var("TERM").is_ok_and(|term| term == "dumb");
    if arguments.plain || is_dumb || !stdin().is_terminal() || !stdout().is_terminal() {
        return plain::run(state, store, stdin().lock(), BufWriter::new(stdout()));
    }
    screen::run(state, store, looks)
}
