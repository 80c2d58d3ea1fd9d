//! UCI over the serial line, for programs that drive the chess computer.

use core::cell::RefCell;
use core::time::Duration;

use mola_game::{Bound, Game, Host, Limits, Report, Score, Signal, Time, TimeControl};
use mola_rules::{CastlingStyle, Color, FenError, Position};

use crate::console::PocketGame;
use crate::machine::say;
use crate::words::Words;
use crate::{Console, Machine};

/// A FEN with its spaces: 71 letters of board, 19 of the rest, and room for long clocks.
const FEN_CAPACITY: usize = 100;

/// Speaks UCI until `quit`; always `false`, since the console ends with it.
pub(crate) fn run<M: Machine>(console: &mut Console<'_, M>) -> bool {
    introduce(console);
    loop {
        let Console { machine, words, .. } = console;
        words.next_line(machine);
        let mut stays = true;
        match words.next(machine) {
            Some("quit") => stays = false,
            Some("uci") => introduce(console),
            Some("isready") => say!(console.machine(), "readyok\n"),
            Some("ucinewgame") => console.engine.new_game(),
            Some("position") => position(console),
            Some("go") => stays = go(console),
            Some("ram") => {
                let memory = console.machine().memory();
                let (total, fixed, stack) = (memory.total, memory.fixed, memory.stack);
                say!(console.machine(), "info string ram {total} fixed {fixed} stack {stack}\n");
            }
            // Everything else is known and does nothing, or is not known: UCI says to ignore it.
            _ => {}
        }
        if !stays {
            return false;
        }
    }
}

fn introduce<M: Machine>(console: &mut Console<'_, M>) {
    let version = env!("CARGO_PKG_VERSION");
    say!(console.machine(), "id name Mola pocket {version}\nid author the Mola team\nuciok\n");
}

/// `position startpos|fen F [moves …]`. Errors are reported, and the last good position stays.
fn position<M: Machine>(console: &mut Console<'_, M>) {
    let Console { machine, words, .. } = console;
    let start = match words.next(machine) {
        Some("startpos") => {
            let _ = words.next(machine);
            Ok(Position::start())
        }
        Some("fen") => read_fen(words, machine, Some("moves")),
        _ => return say!(machine, "info string position needs startpos or fen\n"),
    };
    let start = match start {
        Ok(start) => start,
        Err(error) => return say!(machine, "info string {error}\n"),
    };
    let mut game: PocketGame = Game::new(start, TimeControl::Unlimited);
    while let Some(word) = words.next(machine) {
        let played = match game.position().parse_uci(word) {
            Ok(m) => game.play(m),
            Err(error) => return say!(machine, "info string {error}\n"),
        };
        if let Err(error) = played {
            return say!(machine, "info string {error}\n");
        }
    }
    console.game = game;
}

/// Reads the words of a FEN up to the end of the line or to the word that ends it.
pub(crate) fn read_fen(
    words: &mut Words,
    machine: &mut impl Machine,
    end: Option<&str>,
) -> Result<Position, FenError> {
    let mut fen = [0; FEN_CAPACITY];
    let mut len = 0;
    while let Some(word) = words.next(machine).filter(|&word| Some(word) != end) {
        let room = fen.get_mut(len..len + word.len() + 1);
        // What does not fit is not a FEN; the parser says what is missing.
        let Some((space, room)) = room.and_then(|room| room.split_last_mut()) else { continue };
        room.copy_from_slice(word.as_bytes());
        *space = b' ';
        len += word.len() + 1;
    }
    core::str::from_utf8(&fen[..len]).unwrap_or_default().parse()
}

/// `go …`: thinks and answers; `false` if the client left meanwhile.
fn go<M: Machine>(console: &mut Console<'_, M>) -> bool {
    let started = console.machine().now();
    let turn = console.game.position().turn();
    let Console { machine, words, engine, game, .. } = console;
    let mut limits = Limits::NONE;
    let (mut left, mut increment, mut moves_to_go) = (None, Duration::ZERO, None);
    while let Some(word) = words.next(machine) {
        let ours = |white, black| word == if turn == Color::White { white } else { black };
        let milliseconds = |number: i64| Duration::from_millis(number.max(0) as u64);
        if ours("wtime", "btime") {
            left = number(words, machine).map(milliseconds);
        } else if ours("winc", "binc") {
            increment = number(words, machine).map_or(Duration::ZERO, milliseconds);
        } else if word == "movestogo" {
            moves_to_go = number(words, machine).filter(|&n| n > 0).and_then(|n| u32::try_from(n).ok());
        } else if word == "movetime" {
            limits.time = number(words, machine).map_or(limits.time, |n| Time::Move(milliseconds(n)));
        } else if word == "depth" {
            limits.depth = number(words, machine).map(|n| n.clamp(1, 255) as u32);
        } else if word == "nodes" {
            limits.nodes = number(words, machine).map(|n| n.max(1) as u64);
        }
    }
    if let (Some(left), Time::Unlimited) = (left, limits.time) {
        limits.time = Time::Clock { left, increment, moves_to_go };
    }
    let line = RefCell::new((machine, Pending::default()));
    let mut client = Client { line: &line, started };
    let answer = engine.think(game.task(limits), &mut client);
    // Without limits the client wants to say when it has heard enough, even if nothing is left to say.
    while limits == Limits::NONE && client.poll() == Signal::Continue {}
    let (machine, pending) = line.into_inner();
    if let Some(best) = answer.best {
        say!(machine, "bestmove {}\n", best.uci(CastlingStyle::Standard));
    } else {
        say!(machine, "bestmove (none)\n");
    }
    !pending.quit
}

fn number(words: &mut Words, machine: &mut impl Machine) -> Option<i64> {
    words.next(machine)?.parse().ok()
}

/// The beginning of a line that arrives while the engine thinks.
#[derive(Default)]
struct Pending {
    bytes: [u8; 8],
    len: usize,
    /// The engine was told to stop, and stays told.
    stop: bool,
    quit: bool,
}

/// The host of a search: it prints what the engine thinks and listens for `stop`.
struct Client<'c, 'm, M> {
    /// Polling must change the machine, though a host is only asked.
    line: &'c RefCell<(&'m mut M, Pending)>,
    started: Duration,
}

impl<M: Machine> Host for Client<'_, '_, M> {
    fn elapsed(&self) -> Duration {
        self.line.borrow().0.now().saturating_sub(self.started)
    }

    fn poll(&self) -> Signal {
        let (machine, pending) = &mut *self.line.borrow_mut();
        // What follows a stop is for after the search.
        while !pending.stop && !pending.quit {
            let Some(byte) = machine.read() else { break };
            if !matches!(byte, b'\r' | b'\n') {
                if let Some(slot) = pending.bytes.get_mut(pending.len) {
                    *slot = byte;
                }
                pending.len = (pending.len + 1).min(pending.bytes.len() + 1);
                continue;
            }
            match pending.bytes.get(..pending.len).unwrap_or_default() {
                b"isready" => say!(machine, "readyok\n"),
                b"stop" => pending.stop = true,
                b"quit" => pending.quit = true,
                _ => {}
            }
            pending.len = 0;
        }
        if pending.stop || pending.quit { Signal::Stop } else { Signal::Continue }
    }

    fn report(&mut self, report: &Report<'_>) {
        let elapsed = self.elapsed().as_millis() as u64;
        let (machine, _) = &mut *self.line.borrow_mut();
        say!(machine, "info depth {} score ", report.depth);
        match report.score {
            Score::Centipawns(value) => say!(machine, "cp {value}"),
            Score::Mate(moves) => say!(machine, "mate {moves}"),
            Score::Mated(moves) => say!(machine, "mate -{moves}"),
        }
        match report.bound {
            Bound::Exact => {}
            Bound::Lower => say!(machine, " lowerbound"),
            Bound::Upper => say!(machine, " upperbound"),
        }
        let speed = report.nodes * 1000 / elapsed.max(1);
        say!(machine, " nodes {} nps {speed} time {elapsed} pv", report.nodes);
        for m in report.pv {
            say!(machine, " {}", m.uci(CastlingStyle::Standard));
        }
        say!(machine, "\n");
    }
}
