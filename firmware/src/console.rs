//! The game as people type it, in the style of the first MicroPython chess computers.

use core::time::Duration;

use mola_game::{Engine, FixedScoresheet, Game, GameError, Host, Limits, Time, TimeControl};
use mola_rules::{Color, Position};

use crate::machine::say;
use crate::words::Words;
use crate::{MOVES, Machine, Memory, uci};

pub(crate) type PocketGame = Game<FixedScoresheet<MOVES>>;

/// A chess computer: a machine, an engine, and a game between the player and the engine.
pub struct Console<'e, M> {
    pub(crate) machine: M,
    pub(crate) engine: &'e mut dyn Engine,
    pub(crate) game: PocketGame,
    pub(crate) words: Words,
    /// Which side the engine plays; none while two people play.
    engine_side: Option<Color>,
    thinking_time: Duration,
}

const HELP: &str = "\
Moves: e2e4, Nf3, O-O, e7e8q or e8=N
new         a new game          black  you play Black     white  you play White
undo        take back           go     let me move        two    two people play
time 5      seconds I think     fen F  set up a position  board  show it
resign      give up             draw   claim a draw       ram    memory in use
uci         for programs        help   this
";

impl<'e, M: Machine> Console<'e, M> {
    /// A console with a new game, the player White.
    pub fn new(machine: M, engine: &'e mut dyn Engine) -> Self {
        Self {
            machine,
            engine,
            game: Game::default(),
            words: Words::new(),
            engine_side: Some(Color::Black),
            thinking_time: Duration::from_secs(2),
        }
    }

    /// Plays until somebody types `quit`.
    pub fn run(&mut self) {
        say!(self.machine(), "Mola, a chess computer. Type a move, or help.\n");
        self.show_board();
        loop {
            if self.game.outcome().is_none() && self.engine_side == Some(self.game.position().turn()) {
                self.engine_moves();
                continue;
            }
            say!(self.machine(), "Your move: ");
            if !self.obey_line() {
                return;
            }
        }
    }

    pub(crate) fn machine(&mut self) -> &mut M {
        &mut self.machine
    }

    /// Reads a line and does what it says; `false` if it says quit.
    fn obey_line(&mut self) -> bool {
        let Self { machine, words, .. } = self;
        words.next_line(machine);
        let mut command = [0; 16];
        let Some(word) = words.next(machine) else { return true };
        let known = word.len() <= command.len();
        let word = if known {
            command[..word.len()].copy_from_slice(word.as_bytes());
            core::str::from_utf8(&command[..word.len()]).unwrap_or("?")
        } else {
            "?"
        };
        match word {
            "quit" => return false,
            "uci" => return uci::run(self),
            "help" | "?" => say!(self.machine(), "{HELP}"),
            "board" => self.show_board(),
            "ram" => self.show_memory(),
            "new" => self.begin(Position::start()),
            "fen" => self.set_up(),
            "white" => self.engine_side = Some(Color::Black),
            "black" => self.engine_side = Some(Color::White),
            "two" => self.engine_side = None,
            "go" => self.engine_side = Some(self.game.position().turn()),
            "time" => self.set_time(),
            "undo" => self.undo(),
            "resign" => {
                let turn = self.game.position().turn();
                self.attempt(|game| game.resign(turn));
            }
            "draw" => self.attempt(Game::claim_draw),
            text => match self.game.play_text(text) {
                Ok(_) => self.after_move(),
                Err(error) => say!(self.machine(), "{error}\n"),
            },
        }
        true
    }

    fn begin(&mut self, start: Position) {
        self.game = Game::new(start, TimeControl::Unlimited);
        self.engine.new_game();
        self.after_move();
    }

    fn set_up(&mut self) {
        match uci::read_fen(&mut self.words, &mut self.machine, None) {
            Ok(position) => {
                // Whoever sets up a position wants to move in it first.
                self.engine_side = self.engine_side.map(|_| !position.turn());
                self.begin(position);
            }
            Err(error) => say!(self.machine(), "{error}\n"),
        }
    }

    fn set_time(&mut self) {
        let Self { machine, words, .. } = self;
        let seconds = words.next(machine).and_then(|word| word.parse::<u32>().ok());
        let Some(seconds) = seconds.filter(|&seconds| seconds <= 3600) else {
            return say!(self.machine(), "How long? Type time and seconds up to 3600, as in: time 5\n");
        };
        self.thinking_time = Duration::from_secs(seconds.into());
        say!(self.machine(), "I think {seconds} seconds a move.\n");
    }

    /// Takes back to where the player is to move again.
    fn undo(&mut self) {
        let player = self.engine_side.map(|engine| !engine);
        let taken = self.game.take_back();
        if taken.is_ok() && player.is_some_and(|player| player != self.game.position().turn()) {
            // Before the engine's first move there is nothing to return to: then the engine moves again.
            let _ = self.game.take_back();
        }
        match taken {
            Ok(_) => self.show_board(),
            Err(error) => say!(self.machine(), "{error}\n"),
        }
    }

    fn attempt(&mut self, action: impl FnOnce(&mut PocketGame) -> Result<(), GameError>) {
        match action(&mut self.game) {
            Ok(()) => self.announce(),
            Err(error) => say!(self.machine(), "{error}\n"),
        }
    }

    fn engine_moves(&mut self) {
        let started = self.machine.now();
        let limits = Limits { time: Time::Move(self.thinking_time), ..Limits::NONE };
        let mut host = Alone { machine: &mut self.machine, started };
        let answer = self.engine.think(self.game.task(limits), &mut host);
        let Some(m) = answer.best.filter(|&m| self.game.position().is_legal(m)) else {
            self.engine_side = None;
            return say!(self.machine(), "I have no move. Play for me.\n");
        };
        let name = self.game.position().san(m);
        say!(self.machine(), "My move: {} ({name})\n", m.uci(mola_rules::CastlingStyle::Standard));
        match self.game.play(m) {
            Ok(()) => self.after_move(),
            Err(error) => {
                self.engine_side = None;
                say!(self.machine(), "{error}\n");
            }
        }
    }

    fn after_move(&mut self) {
        self.show_board();
        self.announce();
    }

    /// Says check, mate and draws aloud.
    fn announce(&mut self) {
        if let Some(outcome) = self.game.outcome() {
            say!(self.machine(), "Game over: {outcome}. Type new for another.\n");
        } else if self.game.position().is_check() {
            say!(self.machine(), "Check!\n");
        }
    }

    fn show_board(&mut self) {
        let bottom = self.engine_side.map_or(Color::White, |engine| !engine);
        let board = *self.game.position().board();
        say!(self.machine(), "\n{}", board.ascii().seen_by(bottom));
    }

    fn show_memory(&mut self) {
        let Memory { total, fixed, stack } = self.machine.memory();
        say!(self.machine(), "RAM {total}: fixed {fixed}, stack {stack}, free {}\n", total - fixed - stack);
    }
}

/// A host that only knows the time: on the console, nothing interrupts the engine.
struct Alone<'m, M> {
    machine: &'m mut M,
    started: Duration,
}

impl<M: Machine> Host for Alone<'_, M> {
    fn elapsed(&self) -> Duration {
        self.machine.now().saturating_sub(self.started)
    }
}
