//! Perft against the fastest Rust crates, as ratios: `cargo bench -p rivals`, for the CPU at hand
//! with `RUSTFLAGS="-C target-cpu=native"`.
//!
//! Two questions, over five positions. *Bulk*: the moves at the last ply are counted as each library
//! counts fastest. *Made*: each of them is played too, which is what a search does. The rivals take
//! turns in short runs, so that a slow moment of the machine hits all alike; the best run counts, in
//! CPU time.
//!
//! `cargo bench -p rivals -- count NAME` runs one library once on kiwipete, for callgrind.

use std::hint::black_box;
use std::str::FromStr;
use std::time::Duration;

use cpu_time::ThreadTime;

const ROUNDS: usize = 21;

/// Name, FEN, depth in bulk; made runs go one ply less deep.
const POSITIONS: [(&str, &str, u32); 5] = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5),
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4),
    ("en passant pins", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6),
    ("promotions", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5),
    ("quiet middlegame", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4),
];

/// A library, ready to run from one position.
trait Rival {
    fn bulk(&self, depth: u32) -> u64;
    fn made(&self, depth: u32) -> u64;
}

type Open = fn(&str) -> Box<dyn Rival>;

const RIVALS: [(&str, Open); 5] = [
    ("mola", |fen| Box::new(mola_rules::Position::from_str(fen).expect("a good FEN"))),
    ("laura_core", |fen| Box::new(laura_core::Board::from_str(fen).expect("a good FEN"))),
    ("cozy-chess", |fen| Box::new(cozy_chess::Board::from_str(fen).expect("a good FEN"))),
    ("chess", |fen| Box::new(chess::Board::from_str(fen).expect("a good FEN"))),
    ("shakmaty", |fen| Box::new(shakmaty_position(fen))),
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    if let [count, name, kind] = &arguments[..]
        && count == "count"
    {
        return run_once(name, kind);
    }
    println!("slider form: {}, {ROUNDS} interleaved rounds, best CPU time", mola_rules::attacks::FORM);
    compare("bulk", |rival, depth| rival.bulk(depth), 0);
    compare("made", |rival, depth| rival.made(depth), 1);
}

fn run_once(name: &str, kind: &str) {
    let (_, open) = RIVALS.iter().find(|(rival, _)| *rival == name).expect("the name of a rival");
    let rival = open(POSITIONS[1].1);
    let nodes = if kind == "made" { rival.made(3) } else { rival.bulk(4) };
    println!("{name} {kind}: {nodes} leaves");
}

/// Prints million leaves a second, and how many times slower than us each rival is.
fn compare(title: &str, run: fn(&dyn Rival, u32) -> u64, shallower: u32) {
    let mut log_ratios = [0.0; RIVALS.len()];
    println!("\n{title:<18}{}", RIVALS.map(|(name, _)| format!("{name:>20}")).concat());
    for (name, fen, depth) in POSITIONS {
        let rivals = RIVALS.map(|(_, open)| open(fen));
        let mut best = [Duration::MAX; RIVALS.len()];
        let mut leaves = [0; RIVALS.len()];
        for _ in 0..ROUNDS {
            for (index, rival) in rivals.iter().enumerate() {
                let start = ThreadTime::now();
                leaves[index] = run(black_box(rival.as_ref()), depth - shallower);
                best[index] = best[index].min(start.elapsed());
            }
        }
        assert!(leaves.iter().all(|&count| count == leaves[0]), "the rivals disagree: {leaves:?}");
        print!("{name:<18}");
        for (index, time) in best.iter().enumerate() {
            let ratio = time.as_secs_f64() / best[0].as_secs_f64();
            log_ratios[index] += ratio.ln() / POSITIONS.len() as f64;
            print!("{:>12.1} ({ratio:>4.2}x)", leaves[index] as f64 / time.as_secs_f64() / 1e6);
        }
        println!();
    }
    let means = log_ratios.map(|log| format!("{:>12} ({:>4.2}x)", "", log.exp()));
    println!("{:<18}{}", "geometric mean", means.concat());
}

impl Rival for mola_rules::Position {
    fn bulk(&self, depth: u32) -> u64 {
        mola_rules::perft(self, depth)
    }

    fn made(&self, depth: u32) -> u64 {
        let mut leaves = 0;
        self.for_each_child(|_, child| {
            black_box(child);
            leaves += if depth == 1 { 1 } else { child.made(depth - 1) };
        });
        leaves
    }
}

impl Rival for laura_core::Board {
    fn bulk(&self, depth: u32) -> u64 {
        let mut leaves = 0;
        laura_core::enumerate_legal_moves::<laura_core::AllMoves, _>(self, |m| {
            leaves += if depth == 1 { 1 } else { self.make_move(m).bulk(depth - 1) };
            true
        });
        leaves
    }

    fn made(&self, depth: u32) -> u64 {
        let mut leaves = 0;
        laura_core::enumerate_legal_moves::<laura_core::AllMoves, _>(self, |m| {
            let child = self.make_move(m);
            black_box(&child);
            leaves += if depth == 1 { 1 } else { child.made(depth - 1) };
            true
        });
        leaves
    }
}

impl Rival for cozy_chess::Board {
    fn bulk(&self, depth: u32) -> u64 {
        let mut leaves = 0;
        self.generate_moves(|moves| {
            if depth == 1 {
                leaves += moves.len() as u64;
            } else {
                for m in moves {
                    let mut child = self.clone();
                    child.play_unchecked(m);
                    leaves += child.bulk(depth - 1);
                }
            }
            false
        });
        leaves
    }

    fn made(&self, depth: u32) -> u64 {
        let mut leaves = 0;
        self.generate_moves(|moves| {
            for m in moves {
                let mut child = self.clone();
                child.play_unchecked(m);
                black_box(&child);
                leaves += if depth == 1 { 1 } else { child.made(depth - 1) };
            }
            false
        });
        leaves
    }
}

impl Rival for chess::Board {
    fn bulk(&self, depth: u32) -> u64 {
        let moves = chess::MoveGen::new_legal(self);
        if depth == 1 {
            moves.len() as u64
        } else {
            moves.map(|m| self.make_move_new(m).bulk(depth - 1)).sum()
        }
    }

    fn made(&self, depth: u32) -> u64 {
        let play = |m| {
            let child = self.make_move_new(m);
            black_box(&child);
            if depth == 1 { 1 } else { child.made(depth - 1) }
        };
        chess::MoveGen::new_legal(self).map(play).sum()
    }
}

fn shakmaty_position(fen: &str) -> shakmaty::Chess {
    let fen = shakmaty::fen::Fen::from_str(fen).expect("a good FEN");
    fen.into_position(shakmaty::CastlingMode::Standard).expect("a legal position")
}

impl Rival for shakmaty::Chess {
    fn bulk(&self, depth: u32) -> u64 {
        shakmaty::perft(self, depth)
    }

    fn made(&self, depth: u32) -> u64 {
        use shakmaty::Position;
        let play = |&m: &shakmaty::Move| {
            let mut child = self.clone();
            child.play_unchecked(m);
            black_box(&child);
            if depth == 1 { 1 } else { child.made(depth - 1) }
        };
        self.legal_moves().iter().map(play).sum()
    }
}
