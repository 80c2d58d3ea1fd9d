//! Endgame tables, with real ones. `cargo xtask test` fetches tables of up to four pieces and says in
//! `MOLA_SYZYGY` where they are.

#![cfg(feature = "syzygy")]

use std::path::{Path, PathBuf};

use mola_engine::Mola;
use mola_game::{Engine, History, Limits, Listener, OptionError, Score};
use mola_rules::{Color, Move, Outcome, Piece, Position, Role, Setup, Square};

fn tables() -> PathBuf {
    std::env::var_os("MOLA_SYZYGY").expect("MOLA_SYZYGY says where the tables are").into()
}

fn engine(folder: &Path) -> Mola {
    let mut engine = Mola::new();
    engine.set_option("SyzygyPath", folder.to_str().unwrap()).unwrap();
    engine
}

fn ask(engine: &mut Mola, root: &Position, nodes: u64) -> (Move, Listener<'static>) {
    ask_after(engine, &History::new(*root), nodes)
}

fn ask_after(engine: &mut Mola, history: &History, nodes: u64) -> (Move, Listener<'static>) {
    let mut listener = Listener::new();
    let limits = Limits { nodes: Some(nodes), ..Limits::NONE };
    let answer = engine.think(history.task(limits), &mut listener);
    (answer.best.expect("there is a move"), listener)
}

fn remarks(engine: &mut Mola) -> Vec<String> {
    let mut all = Vec::new();
    engine.remark(&mut |line| all.push(line.to_owned()));
    all
}

/// A legal position with these pieces on random squares and White to move.
fn scatter(pieces: &[Piece], noise: &mut u64) -> Position {
    loop {
        let mut setup = Setup::EMPTY;
        for &piece in pieces {
            *noise = noise.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let square = Square::from_index((*noise >> 58) as u8).unwrap();
            setup.board.put(square, piece);
        }
        if setup.board.occupied().count() as usize == pieces.len()
            && let Ok(position) = setup.position()
            && position.outcome().is_none()
        {
            return position;
        }
    }
}

/// Plays a position out with the tables on both sides.
fn play_out(engine: &mut Mola, start: Position) -> Outcome {
    engine.new_game();
    let mut history = History::new(start);
    loop {
        let position = history.root();
        if let Some(outcome) = position.outcome() {
            return outcome;
        }
        if position.halfmoves() >= 100 {
            return Outcome::Draw(mola_rules::DrawReason::FiftyMoves);
        }
        let (m, _) = ask_after(engine, &history, 300);
        assert!(position.is_legal(m));
        history.play(m);
    }
}

#[test]
#[ignore = "needs tables: cargo xtask test fetches them"]
fn what_is_won_is_won_and_what_is_drawn_stays_so() {
    let mut engine = engine(&tables());
    let mut noise = 20_261_115;
    let [white_king, black_king] = [Color::White, Color::Black].map(|color| Role::King.of(color));
    let white = |role: Role| role.of(Color::White);
    let endings = [
        [white(Role::Bishop), white(Role::Knight)],
        [white(Role::Queen), Role::Rook.of(Color::Black)],
        [white(Role::Pawn), Role::Pawn.of(Color::Black)],
        [white(Role::Rook), Role::Pawn.of(Color::Black)],
    ];
    for pair in endings {
        for _ in 0..4 {
            let start = scatter(&[white_king, black_king, pair[0], pair[1]], &mut noise);
            engine.new_game();
            let expected = ask(&mut engine, &start, 300).1.score().unwrap();
            let outcome = play_out(&mut engine, start);
            let winner = match expected {
                Score::Mate(_) | Score::Centipawns(1000..) => Some(Color::White),
                Score::Mated(_) | Score::Centipawns(..=-1000) => Some(Color::Black),
                Score::Centipawns(_) => None,
            };
            assert_eq!(outcome.winner(), winner, "{start} was {expected:?} and ended with {outcome:?}");
        }
    }
}

#[test]
#[ignore = "needs tables: cargo xtask test fetches them"]
fn the_search_looks_into_the_tables() {
    let mut engine = engine(&tables());
    let root: Position = "8/8/3k4/8/3p4/3P1K2/6P1/8 w - - 0 1".parse().unwrap();
    let (_, listener) = ask(&mut engine, &root, 100_000);
    assert!(listener.table_hits() > 0);
}

#[test]
#[ignore = "needs tables: cargo xtask test fetches them"]
fn damaged_tables_are_survived() {
    let damaged = std::env::temp_dir().join(format!("mola-damaged-{}", std::process::id()));
    std::fs::create_dir_all(&damaged).unwrap();
    let mut noise = 7_u64;
    for file in std::fs::read_dir(tables()).unwrap().flatten() {
        let mut bytes = std::fs::read(file.path()).unwrap();
        for byte in &mut bytes {
            noise = noise.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            if noise >> 60 == 0 {
                *byte = (noise >> 40) as u8;
            }
        }
        std::fs::write(damaged.join(file.file_name()), bytes).unwrap();
    }
    // One has lost its end, and one was never whole.
    std::fs::write(damaged.join("KRvK.rtbw"), [0x71, 0xE8, 0x23]).unwrap();
    let mut engine = engine(&damaged);
    let said = remarks(&mut engine);
    assert!(said.iter().any(|line| line.contains("KRvK.rtbw cannot be used")), "{said:?}");
    for fen in [
        "8/8/3k4/8/8/4QK2/6r1/8 w - - 0 1",
        "8/8/3k4/8/3p4/3P1K2/6P1/8 w - - 0 1",
        "8/8/8/3k4/8/8/2BN4/2K5 w - - 0 1",
    ] {
        let root: Position = fen.parse().unwrap();
        let (m, _) = ask(&mut engine, &root, 20_000);
        assert!(root.is_legal(m), "{fen}");
    }
    let said = remarks(&mut engine);
    assert!(said.iter().any(|line| line.contains("failed to probe")), "{said:?}");
    assert!(remarks(&mut engine).is_empty(), "nothing is said twice");
    std::fs::remove_dir_all(damaged).unwrap();
}

#[test]
#[ignore = "needs tables: cargo xtask test fetches them"]
fn a_table_that_is_missing_at_the_root_is_named() {
    let few = std::env::temp_dir().join(format!("mola-few-{}", std::process::id()));
    std::fs::create_dir_all(&few).unwrap();
    for name in ["KQvK.rtbw", "KQvK.rtbz", "KQvKR.rtbw"] {
        std::fs::copy(tables().join(name), few.join(name)).unwrap();
    }
    let mut engine = engine(&few);
    assert_eq!(remarks(&mut engine), ["3 files of endgame tables, with up to 4 pieces"]);
    let root: Position = "8/8/3k4/8/8/4QK2/6r1/8 w - - 0 1".parse().unwrap();
    let (m, _) = ask(&mut engine, &root, 20_000);
    assert!(root.is_legal(m));
    let said = remarks(&mut engine);
    assert!(said.iter().any(|line| line.contains("KQvKR")), "{said:?}");
    std::fs::remove_dir_all(few).unwrap();
}

#[test]
#[ignore = "needs tables: cargo xtask test fetches them"]
fn a_win_that_takes_too_long_counts_only_without_the_fifty_move_rule() {
    let mut engine = engine(&tables());
    // Bishop and knight win, but not in the few moves that are left.
    let late: Position = "8/8/8/3k4/8/8/2BN4/2K5 w - - 80 100".parse().unwrap();
    assert_eq!(ask(&mut engine, &late, 2_000).1.score(), Some(Score::Centipawns(0)));
    engine.set_option("Syzygy50MoveRule", "false").unwrap();
    engine.new_game();
    let score = ask(&mut engine, &late, 2_000).1.score().unwrap();
    assert!(score > Score::Centipawns(1000), "{score:?}");
}

#[test]
fn a_folder_without_tables_is_refused_and_changes_nothing() {
    let mut engine = Mola::new();
    let nothing = std::env::temp_dir().join("there is no such folder");
    let missing = engine.set_option("SyzygyPath", nothing.to_str().unwrap());
    assert_eq!(missing, Err(OptionError::Failed("the folder cannot be read")));
    let empty = engine.set_option("SyzygyPath", env!("CARGO_MANIFEST_DIR"));
    assert_eq!(empty, Err(OptionError::Failed("the folder contains no Syzygy tables")));
    assert_eq!(engine.set_option("SyzygyPath", ""), Ok(()));
}

#[test]
fn damage_is_told_in_one_line() {
    let folder = std::env::temp_dir().join(format!("mola-rubbish-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    // Each begins as a table does and has a length that one may have.
    for (name, magic) in [("KRvK.rtbw", [0x71, 0xE8, 0x23, 0x5D]), ("KRvK.rtbz", [0xD7, 0x66, 0x0C, 0xA5])] {
        std::fs::write(folder.join(name), [&magic[..], &[0xFF; 64 + 12]].concat()).unwrap();
    }
    let mut engine = engine(&folder);
    let root: Position = "8/8/8/8/8/1k6/8/K1R5 w - - 0 1".parse().unwrap();
    ask(&mut engine, &root, 1000);
    std::fs::remove_dir_all(folder).unwrap();
    let said = remarks(&mut engine);
    let damage = "failed to probe wdl table KRvK: corrupted table";
    assert_eq!(said, ["2 files of endgame tables, with up to 3 pieces", damage]);
}
