//! `mola play`: chess at the terminal.
//!
//! [`state`] is all that is known, [`update`] changes it, [`view`] shows it, and [`runner`] does in the
//! world what an update asks for. [`screen`] and [`plain`] are the two ways to sit at the board.

mod backend;
mod clipboard;
pub(crate) mod graphics;
mod levels;
mod plain;
mod player;
mod runner;
mod screen;
mod screenshot;
mod state;
mod storage;
mod update;
pub(crate) mod view;
mod worker;

use std::io::{BufWriter, IsTerminal, stdin, stdout};
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, anyhow};
use clap::Args;
use mola_game::TimeControl;
use mola_game::coach::Level;
use mola_rules::Position;

use crate::engines::search_path;
use crate::output::Printable;
pub(crate) use graphics::Pieces;
use plain::BoardStyle;
pub(crate) use player::Player;
use screenshot::Size;
pub(crate) use state::form::Side;
use state::world::World;
use state::{Setting, State};
use storage::Store;
use storage::saved_game::SavedGame;
use view::Theme;
pub(crate) use view::{Background, ColorDepth};

use crate::config::{Config, Loaded};

/// Play chess at the terminal.
#[derive(Args, Clone, Debug, Default)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
#[command(after_help = "Examples:
  mola play                            resume the last game, or start a new one
  mola play --level 3 --side black     against an easier opponent, as Black
  mola play --time 5+3                 five minutes each, three seconds a move
  mola play --engine stockfish         against any engine
  mola play --engine 'gnuchess --xboard proto=xboard'
  mola play --side none --white mola --black pocket     watch the engines
  mola play --pgn games.pgn --game 2   replay a game, or continue from its end
  mola play --plain --speak            lines of text, moves in words

An engine is mola, pocket, or the command of any UCI or XBoard program, followed by settings: \
proto=xboard, dir=FOLDER, name=NAME, option.NAME=VALUE.

Games are saved after every move in $XDG_STATE_HOME/mola/games (~/.local/state/mola/games).
What you always want can be set in a file: see mola config.")]
pub(crate) struct Arguments {
    /// How strong the engine plays, from 1 to 20 [default: 5]
    #[arg(long)]
    level: Option<Level>,
    /// Which side you play [default: white]
    #[arg(long, value_enum)]
    side: Option<Side>,
    /// The opponent: mola, pocket, or the command of any engine, with settings
    #[arg(long, value_name = "ENGINE")]
    engine: Option<Player>,
    /// Who plays White: human, or an engine as above
    #[arg(long, value_name = "PLAYER")]
    white: Option<Player>,
    /// Who plays Black
    #[arg(long, value_name = "PLAYER")]
    black: Option<Player>,
    /// Minutes, and seconds per move: 5+3, 40/90+30, or none [default: none]
    #[arg(long, value_name = "TIME", value_parser = crate::time_control::in_minutes)]
    time: Option<TimeControl>,
    /// The position to start from
    #[arg(long, value_parser = Position::from_lenient_fen, conflicts_with = "pgn")]
    fen: Option<Position>,
    /// Start from one of the 960 positions of Chess960, drawn by lot
    #[arg(long, conflicts_with_all = ["fen", "pgn"])]
    chess960: bool,
    /// A PGN file with a game to replay or continue
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Which game in the file, counted from 1
    #[arg(long, value_name = "NUMBER", requires = "pgn")]
    game: Option<NonZero<usize>>,
    /// Resume the unfinished game
    #[arg(long, conflicts_with_all = ["new", "fen", "pgn", "chess960"])]
    resume: bool,
    /// Start a new game without asking about an unfinished one
    #[arg(long)]
    new: bool,
    /// Use lines of text instead of the full screen, for pipes and screen readers
    #[arg(long)]
    plain: bool,
    /// With --plain: print the board only when you type board
    #[arg(long)]
    no_board: bool,
    /// Announce moves in words
    #[arg(long)]
    speak: bool,
    /// Use only characters that every terminal has
    #[arg(long)]
    ascii: bool,
    /// How many colors to use; detected if not given
    #[arg(long, value_enum, value_name = "COLORS")]
    color: Option<ColorDepth>,
    /// The terminal's background; detected if not given
    #[arg(long, value_enum)]
    background: Option<Background>,
    /// How to draw the pieces; as well as the terminal can if not given
    #[arg(long, value_enum, value_name = "PIECES")]
    pieces: Option<Pieces>,
    /// Start with the evaluation bar shown
    #[arg(long)]
    eval: bool,
    /// Start with the thinking line shown
    #[arg(long)]
    think: bool,
    /// Draw one screen of this size as SVG and exit, for documentation
    #[arg(long, hide = true, value_name = "COLUMNSxROWS")]
    picture: Option<Size>,
    /// Keys to press before the picture is drawn
    #[arg(long, hide = true, requires = "picture", value_name = "LETTERS")]
    keys: Option<String>,
}

impl Arguments {
    /// Whether the command line says anything about the game to play.
    fn asks_for_a_game(&self) -> bool {
        let Self { level, side, engine, white, black, time, fen, pgn, chess960, .. } = self;
        let settings = [level.is_some(), side.is_some(), engine.is_some(), white.is_some(), black.is_some()];
        settings.contains(&true) || *chess960 || time.is_some() || fen.is_some() || pgn.is_some()
    }

    fn setting(&self, config: &Config, chance: u64) -> Setting {
        let engine = self.engine.as_ref().or(config.engine.as_ref()).cloned().unwrap_or(Player::MOLA);
        let side = self.side.or(config.side).unwrap_or(Side::White);
        let [white, black] = side.players(engine, chance);
        Setting {
            players: [self.white.clone().unwrap_or(white), self.black.clone().unwrap_or(black)],
            level: self.level.or(config.level).unwrap_or(Level::FRIENDLY),
            control: self.time.or(config.time).unwrap_or_default(),
            start: match self.fen {
                // The low bits have chosen the side already.
                None if self.chess960 => Position::chess960((chance >> 32) as u16 % 960),
                fen => fen.unwrap_or_else(Position::start),
            },
        }
    }

    /// The game to begin with, and its file name.
    fn record(
        &self,
        config: &Config,
        store: Option<&Store>,
        world: World,
    ) -> anyhow::Result<(SavedGame, String)> {
        let setting = self.setting(config, world.chance);
        if self.resume {
            return store.and_then(Store::latest_unfinished).context("there is no unfinished game");
        }
        let mut record = if let Some(path) = &self.pgn {
            runner::read_game(path, self.game.map_or(1, NonZero::get), setting.level)
                .map_err(|text| anyhow!(text))?
        } else {
            let Setting { players, level, control, start } = setting.clone();
            SavedGame::new(start, control, players, level, world.date.tag())
        };
        // The file says who plays its game, unless the command line says otherwise.
        if self.pgn.is_some() && (self.side.is_some() || self.engine.is_some()) {
            record.players = setting.players;
        }
        Ok((record, world.new_file()))
    }
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let mut store = Store::of_user().filter(|_| arguments.picture.is_none());
    let alone = store.as_mut().is_none_or(Store::claim);
    let world = runner::look(Instant::now());
    // Pictures for documentation are the same on every machine.
    let Loaded { config, problems, .. } =
        if arguments.picture.is_some() { Loaded::default() } else { Loaded::of_user() };
    let (record, file) = arguments.record(&config, store.as_ref(), world)?;
    let mut state = State::new(record, file);
    state.engine_options = config.engine_options(true);
    if arguments.picture.is_none() {
        state.installed = search_path::installed().into_iter().map(|found| found.engine).collect();
    }
    state.speak = arguments.speak || config.speak;
    (state.study.bar, state.study.line) = (arguments.eval, arguments.think);
    if let (Some(path), None) = (&arguments.pgn, arguments.game)
        && state.record.players.iter().all(Player::is_human)
    {
        let games = runner::list_games(path);
        let path = path.display().to_string();
        state.dialog = (games.len() > 1).then(|| state::dialog::listed(&path, games));
    }
    if alone
        && !(arguments.new || arguments.resume || arguments.asks_for_a_game())
        && let Some((record, file)) = store.as_ref().and_then(Store::unfinished)
    {
        state.dialog = Some(state::dialog::resume(record, file));
    }
    let depth = arguments.color.or(config.color);
    let background = arguments.background.or(config.background);
    let mut theme = Theme::detect(depth, arguments.ascii || config.ascii, background);
    theme.pieces = arguments.pieces.or(config.pieces);
    if let Some(size) = arguments.picture {
        return screenshot::print(state, &theme, size, arguments.keys.as_deref().unwrap_or_default());
    }
    if store.is_none() {
        state.complain(
            "Games are not saved, because HOME is not set. Type save FILE to keep this one, or set HOME.",
        );
    }
    for problem in problems {
        state.complain(problem);
    }
    let is_dumb = std::env::var("TERM").is_ok_and(|term| term == "dumb");
    if arguments.plain || is_dumb || !stdin().is_terminal() || !stdout().is_terminal() {
        let figures = arguments.pieces == Some(Pieces::Figures);
        let style = BoardStyle { figures, is_silent: arguments.no_board };
        return plain::run(state, store, style, stdin().lock(), Printable(BufWriter::new(stdout())));
    }
    screen::run(state, store, theme)
}
