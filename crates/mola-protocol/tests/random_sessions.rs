//! Random commands, in both protocols: whatever comes in whatever order, each `go` has one answer,
//! all moves are legal, and the session stays awake.
//!
//! `MOLA_SESSIONS=10000 cargo test --test random_sessions` plays more of them.

mod client;
mod dummy;

use client::{Client, word_after};
use dummy::Patient;
use mola_game::FirstMove;
use mola_protocol::Lineup;
use mola_rules::{CastlingStyle, Position};

/// Numbers from a seed, by Marsaglia's xorshift.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }
}

fn sessions() -> u64 {
    std::env::var("MOLA_SESSIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(150)
}

const POSITIONS: [(&str, &str); 6] = [
    ("position startpos", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("position startpos moves e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"),
    ("position fen 7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "7k/5KQ1/8/8/8/8/8/8 b - - 0 1"),
    ("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
    ("position fen 8/P6k/8/8/8/8/8/K7 w - - 0 1", "8/P6k/8/8/8/8/8/K7 w - - 0 1"),
    (
        "position fen 1r3kr1/5pp1/8/8/8/8/5PP1/1R3KR1 b GBgb - 0 1",
        "1r3kr1/5pp1/8/8/8/8/5PP1/1R3KR1 b GBgb - 0 1",
    ),
];

const GOES: [&str; 14] = [
    "go",
    "go infinite",
    "go depth 2",
    "go depth 0",
    "go nodes 3",
    "go movetime 2",
    "go movetime 0",
    "go wtime 5 btime 5",
    "go ponder wtime 5 btime 5",
    "go wtime abc",
    "go ponder depth 1",
    "go infinite depth 1",
    "go mate 1 movetime 1",
    "go searchmoves e2e4 e1d1 nodes 2",
];

const OTHERS: [&str; 24] = [
    "stop",
    "ponderhit",
    "ucinewgame",
    "uci",
    "setoption name Hash value 8",
    "setoption name MultiPV value 3",
    "setoption name UCI_Chess960 value true",
    "setoption name UCI_Chess960 value false",
    "setoption name Nothing value 1",
    "setoption name Engine value First legal move",
    "setoption name Engine value Patient thinker",
    "setoption name Clear Hash",
    "position fen garbage",
    "position startpos moves e2e5",
    "",
    "\u{fffd}",
    "d",
    "eval",
    "stop",
    "stop",
    "debug on",
    "go perft 1",
    "flub",
    "setoption name UCI_ShowWDL value true",
];

#[test]
fn each_go_of_a_random_uci_session_has_one_legal_bestmove() {
    for seed in 1..=sessions() {
        let mut dice = Dice(seed.wrapping_mul(0x9e3779b97f4a7c15));
        let lineup = Lineup::new("Random", "us", Box::<Patient>::default()).and(Box::new(FirstMove));
        let mut client = Client::with(lineup);
        let mut sent = Vec::new();
        // None if the latest position was refused.
        let mut root = Some(Position::start());
        let mut asked = Vec::new();
        let mut readies = 0;
        for _ in 0..30 {
            let line = match dice.below(10) {
                0..=1 => {
                    let (line, fen) = POSITIONS[dice.below(POSITIONS.len())];
                    root = Some(fen.parse().unwrap());
                    line
                }
                2..=4 => {
                    asked.push(root);
                    dice.pick(&GOES)
                }
                5 => {
                    readies += 1;
                    "isready"
                }
                6 => {
                    // A pause in which searches end by themselves.
                    std::thread::sleep(std::time::Duration::from_micros(dice.below(2000) as u64));
                    "stop"
                }
                _ => dice.pick(&OTHERS),
            };
            if ["position fen garbage", "position startpos moves e2e5"].contains(&line) {
                root = None;
            }
            sent.push(line);
            client.send(line);
        }
        client.send("stop");
        client.wait();
        let heard: Vec<String> = client.leave();
        let context = || format!("seed {seed}, sent {sent:#?}, heard {heard:#?}");
        let bests: Vec<&str> = heard.iter().filter_map(|line| word_after(line, "bestmove")).collect();
        assert_eq!(bests.len(), asked.len(), "{}", context());
        for (best, root) in bests.iter().zip(&asked) {
            let legal = match root {
                None => *best == "0000",
                Some(root) if root.count_moves() == 0 => *best == "(none)",
                Some(root) => root.parse_uci(best).is_ok(),
            };
            assert!(legal, "{best} in {root:?}: {}", context());
        }
        assert_eq!(heard.iter().filter(|line| *line == "readyok").count(), readies, "{}", context());
        let is_answer = |line: &str| line.starts_with("bestmove") && line != "bestmove 0000";
        for (index, _) in heard.iter().enumerate().filter(|(_, line)| is_answer(line)) {
            let mut before = heard[..index].iter().rev().take_while(|line| !line.starts_with("bestmove"));
            assert!(before.any(|line| line.starts_with("info depth")), "{}", context());
        }
    }
}

const FREE: [&str; 40] = [
    "force",
    "go",
    "playother",
    "?",
    "hard",
    "easy",
    "post",
    "nopost",
    "analyze",
    "exit",
    ".",
    "draw",
    "hint",
    "bk",
    "undo",
    "remove",
    "st 0.003",
    "sd 2",
    "level 0 0:01 0",
    "level 40 0:02 0.01",
    "time 5",
    "otim 5",
    "nps 5",
    "nps -1",
    "random",
    "computer",
    "memory 8",
    "cores 1",
    "option MultiPV=2",
    "option Style=Very_Wild",
    "exclude e2e4",
    "include all",
    "result * {no reason}",
    "xyzzy",
    "variant normal",
    "setboard garbage",
    "name X",
    "pause",
    "new",
    "go",
];

/// What the client believes of the game.
struct Model {
    positions: Vec<Position>,
}

impl Model {
    fn root(&self) -> &Position {
        self.positions.last().expect("there is always a position")
    }

    fn play(&mut self, text: &str) -> bool {
        let mut after = *self.root();
        let Ok(m) = after.parse_uci(text) else { return false };
        after.play_unchecked(m);
        self.positions.push(after);
        true
    }

    fn undo(&mut self, moves: usize) {
        for _ in 0..moves {
            if self.positions.len() > 1 {
                self.positions.pop();
            }
        }
    }
}

#[test]
fn a_random_xboard_session_and_its_client_agree_on_the_game() {
    for seed in 1..=sessions() {
        let mut dice = Dice(seed.wrapping_mul(0xbf58476d1ce4e5b9) | 1);
        let mut client = Client::xboard(Patient::default());
        let mut model = Model { positions: vec![Position::start()] };
        let mut sent: Vec<String> = Vec::new();
        client.send("st 0.002");
        for number in 0..30 {
            let line = match dice.below(8) {
                0..=2 => {
                    let moves = model.root().legal_moves();
                    if moves.is_empty() || dice.below(9) == 0 {
                        "usermove a1a1".to_owned()
                    } else {
                        format!("usermove {}", moves[dice.below(moves.len())].uci(CastlingStyle::Standard))
                    }
                }
                3 => {
                    let (_, fen) = POSITIONS[dice.below(POSITIONS.len() - 1)];
                    format!("setboard {fen}")
                }
                _ => dice.pick(&FREE).to_owned(),
            };
            // Limits that would think for minutes are always followed by a short one.
            client.send("st 0.002");
            client.send(&line);
            client.send(&format!("ping {number}"));
            sent.push(line.clone());
            let heard = client.until(&format!("pong {number}"));
            let refused =
                heard.iter().any(|line| line.starts_with("Illegal") || line.starts_with("tellusererror"));
            match line.split_once(' ') {
                _ if refused => {}
                Some(("usermove", text)) => {
                    assert!(model.play(text), "seed {seed}: {text} was taken");
                }
                Some(("setboard", fen)) => model.positions = vec![fen.parse().unwrap()],
                _ if line == "new" => model.positions = vec![Position::start()],
                _ if line == "undo" => model.undo(1),
                _ if line == "remove" => model.undo(2),
                _ => {}
            }
            for text in heard.iter().filter_map(|line| line.strip_prefix("move ")) {
                let root = *model.root();
                assert!(model.play(text), "seed {seed}, sent {sent:#?}, heard {heard:#?}, {text} at {root}");
            }
        }
        client.leave();
    }
}
