//! The firmware on an emulated microcontroller, over its serial line. `cargo xtask firmware` builds it and
//! runs these tests; without that they are left out.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use mola_firmware::{HORIZON, TABLE};
use mola_game::{Engine, Game, Limits, Line, Listener, Score, TimeControl};
use mola_pocket::{Entry, PocketEngine};
use mola_rules::{CastlingStyle, Color, Position};

/// How long an answer may take: the emulator is slow, and the machine it runs on may be busy.
const PATIENCE: Duration = Duration::from_mins(2);

/// An emulated microcontroller with our firmware.
struct Device {
    emulator: Child,
    keyboard: ChildStdin,
    screen: Receiver<String>,
}

impl Device {
    fn boot() -> Self {
        let firmware = std::env::var("MOLA_FIRMWARE").expect("cargo xtask firmware says where it is");
        let mut emulator = Command::new("qemu-system-riscv32")
            .args(["-M", "virt", "-bios", "none", "-display", "none", "-monitor", "none"])
            .args(["-serial", "stdio", "-kernel", &firmware])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("qemu-system-riscv32 starts");
        let keyboard = emulator.stdin.take().expect("a pipe");
        let output = BufReader::new(emulator.stdout.take().expect("a pipe"));
        let (sender, screen) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Self { emulator, keyboard, screen }
    }

    fn type_line(&mut self, line: &str) {
        // A byte at a time, as a slow line would: the serial port holds few.
        for byte in line.bytes().chain([b'\n']) {
            self.keyboard.write_all(&[byte]).expect("the emulator listens");
            self.keyboard.flush().expect("the emulator listens");
        }
    }

    /// Reads up to a line that begins so, and gives all lines read.
    fn read_until(&mut self, beginning: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.screen.recv_timeout(PATIENCE);
            let line = line.unwrap_or_else(|_| panic!("no {beginning:?} after {lines:#?}"));
            let found = line.trim_start_matches("Your move: ").starts_with(beginning);
            lines.push(line);
            if found {
                return lines;
            }
        }
    }

    fn last_line(&mut self, beginning: &str) -> String {
        self.read_until(beginning).pop().unwrap_or_default()
    }

    /// The RAM of the machine, and what was ever used of it.
    fn memory(&mut self) -> [usize; 3] {
        self.type_line("ram");
        let line = self.last_line("info string ram");
        let numbers: Vec<usize> = line.split(' ').filter_map(|word| word.parse().ok()).collect();
        numbers.try_into().expect("total, fixed and stack")
    }
}

impl Drop for Device {
    fn drop(&mut self) {
        let _ = self.emulator.kill();
        let _ = self.emulator.wait();
    }
}

fn name(m: mola_rules::Move) -> String {
    m.uci(CastlingStyle::Standard).to_string()
}

#[test]
#[ignore = "needs the firmware: cargo xtask firmware"]
fn the_console_plays() {
    let mut device = Device::boot();
    device.read_until("    a b c d e f g h");
    device.type_line("e2e5");
    assert!(device.last_line("\"e2e5\"").ends_with("is not a legal move here"));
    device.type_line("time 0");
    device.read_until("I think 0 seconds");
    device.type_line("e2e4");
    device.read_until("My move: ");
    device.type_line("ram");
    let line = device.last_line("RAM ");
    println!("{line}");
    device.type_line("quit");
    assert!(device.emulator.wait().expect("the emulator ends").success());
}

#[test]
#[ignore = "needs the firmware: cargo xtask firmware"]
fn it_finds_what_the_host_finds_with_the_same_nodes() {
    let mut device = Device::boot();
    device.type_line("uci");
    device.read_until("uciok");
    let positions = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1",
        "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",
    ];
    for fen in positions {
        let root: Position = fen.parse().expect("a legal position");
        let game: Game = Game::new(root, TimeControl::Unlimited);
        let mut table = vec![Entry::EMPTY; TABLE];
        let mut listener = Listener::new();
        let limits = Limits { depth: Some(5), ..Limits::NONE };
        let mut engine = PocketEngine::new(&mut table[..]);
        engine.set_horizon(HORIZON);
        let answer = engine.think(game.task(limits), &mut listener);
        let Line { depth, score, nodes, .. } = listener.best().expect("a report");

        device.type_line("ucinewgame");
        device.type_line(&format!("position fen {fen}"));
        device.type_line("go depth 5");
        let said = device.read_until("bestmove");
        let [.., info, best] = &said[..] else { panic!("no info: {said:?}") };
        assert_eq!(best.trim_end(), format!("bestmove {}", name(answer.best.expect("a move"))));
        let score = match score {
            Score::Centipawns(value) => format!("cp {value}"),
            Score::Mate(moves) => format!("mate {moves}"),
            Score::Mated(moves) => format!("mate -{moves}"),
        };
        let expected = format!("info depth {depth} score {score} nodes {nodes} ");
        assert!(info.starts_with(&expected), "{info} instead of {expected}");
    }
}

#[test]
#[ignore = "needs the firmware: cargo xtask firmware"]
fn it_plays_a_whole_game_within_its_memory() {
    let mut device = Device::boot();
    device.type_line("uci");
    device.read_until("uciok");
    let mut table = vec![Entry::EMPTY; TABLE];
    let mut opponent = PocketEngine::new(&mut table[..]);
    let mut game: Game = Game::default();
    let mut moves = String::new();
    while game.outcome().is_none() && game.len() < mola_firmware::MOVES {
        let m = if game.position().turn() == Color::White {
            let limits = Limits { nodes: Some(300), ..Limits::NONE };
            opponent.think(game.task(limits), &mut ()).best.expect("a move")
        } else {
            device.type_line(&format!("position startpos moves{moves}"));
            device.type_line("go nodes 1000");
            let best = device.last_line("bestmove ");
            let text = best.trim_end().trim_start_matches("bestmove ");
            game.position().parse_uci(text).unwrap_or_else(|error| panic!("{error} after{moves}"))
        };
        moves = format!("{moves} {}", name(m));
        game.play(m).expect("a legal move");
    }
    let outcome = game.outcome().map_or("unfinished".into(), |outcome| outcome.to_string());
    // The stack at its worst: a wild position, and one with so few moves that the horizon is reached.
    for fen in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/4K3 w - - 0 1",
    ] {
        device.type_line(&format!("position fen {fen}"));
        device.type_line("go nodes 200000");
        println!("{}", device.read_until("bestmove").iter().rev().nth(1).cloned().unwrap_or_default());
    }
    let [total, fixed, stack] = device.memory();
    println!("{} plies, {outcome}; RAM {total}: fixed {fixed}, stack {stack}", game.len());
    let allowed = if cfg!(feature = "ram32") { 32 } else { 64 } * 1024;
    assert!(total <= allowed, "the linker script allows more RAM than promised");
    assert!(fixed + stack + 512 <= total, "less than 512 bytes of RAM are left");
    assert!(game.len() > 20, "that was no game");
}
