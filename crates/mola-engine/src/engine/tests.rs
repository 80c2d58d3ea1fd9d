//! What the engine promises, each promise a test.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::*;
use mola_game::{History, Limits, Listener, Report, Score, Signal, Time, Watch};
use mola_rules::CastlingStyle;

fn position(fen: &str) -> Position {
    fen.parse().unwrap()
}

fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::NONE }
}

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[test]
fn a_table_full_of_noise_yields_legal_moves() {
    /// Plays every line that is reported.
    struct Player<'a>(&'a Position, u32);
    impl Host for Player<'_> {
        fn report(&mut self, report: &Report<'_>) {
            let mut position = *self.0;
            for &m in report.pv {
                assert!(position.is_legal(m), "{} in {}", m.uci(CastlingStyle::Chess960), self.0);
                position.play_unchecked(m);
                self.1 += 1;
            }
        }
    }
    let fens = [
        KIWIPETE,
        "8/PPPPk3/8/8/8/8/ppppK3/8 w - - 0 1",
        "4k3/8/8/8/7b/5n2/5N2/4K2R w K - 0 1",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    ];
    for (fen, threads) in fens.into_iter().flat_map(|fen| [(fen, "1"), (fen, "2")]) {
        let mut engine = Mola::new();
        engine.set_option("Hash", "1").unwrap();
        engine.set_option("Threads", threads).unwrap();
        let root = position(fen);
        let mut player = Player(&root, 0);
        for seed in 1..10 {
            let answer = engine.think(Task::new(&root, depth(6)), &mut player);
            assert!(root.is_legal(answer.best.unwrap()));
            engine.table.poison(seed);
        }
        assert!(player.1 > 50, "{fen}: only {} moves were reported", player.1);
    }
}

#[test]
fn any_thread_notices_that_time_is_up() {
    /// The first thread sees nothing: it may be asleep.
    struct Asleep(Arc<Clock>, u64);
    struct Clock(Duration, bool);
    impl Watch for Clock {
        fn elapsed(&self) -> Duration {
            self.0
        }
        fn is_stopped(&self) -> bool {
            self.1
        }
    }
    impl Host for Asleep {
        fn watch(&self) -> Option<Arc<dyn Watch>> {
            Some(self.0.clone())
        }
        fn report(&mut self, report: &Report<'_>) {
            self.1 = report.nodes;
        }
    }
    const ALL: u64 = 2_000_000;
    let time = Time::Move(Duration::from_secs(1));
    for (elapsed, is_stopped) in [(Duration::ZERO, true), (Duration::from_secs(1), false)] {
        let mut engine = Mola::new();
        engine.set_option("Threads", "2").unwrap();
        let mut host = Asleep(Arc::new(Clock(elapsed, is_stopped)), 0);
        let limits = Limits { nodes: Some(ALL), time, ..Limits::NONE };
        assert!(engine.think(Task::new(&position(KIWIPETE), limits), &mut host).best.is_some());
        assert!(host.1 < ALL / 2, "{} nodes", host.1);
    }
}

#[test]
fn the_answer_is_the_move_that_was_reported_last() {
    for threads in ["1", "3"] {
        let mut engine = Mola::new();
        engine.set_option("Threads", threads).unwrap();
        for nodes in (300..20_000).step_by(700) {
            let root = position(KIWIPETE);
            let mut listener = Listener::new();
            let limits = Limits { nodes: Some(nodes), ..Limits::NONE };
            let answer = engine.think(Task::new(&root, limits), &mut listener);
            assert_eq!(answer.best, listener.pv().first().copied(), "{nodes} nodes, {threads} threads");
            engine.new_game();
        }
    }
}

#[test]
fn a_weak_player_keeps_what_it_weighs_to_itself() {
    let mut engine = Mola::new();
    engine.set_option("Skill Level", "3").unwrap();
    for lines in [1, 2] {
        let mut listener = Listener::new();
        let limits = Limits { lines, ..Limits::NONE };
        engine.think(Task::new(&position(KIWIPETE), limits), &mut listener);
        assert_eq!(listener.lines().len(), lines);
    }
}

#[test]
fn more_memory_than_there_is_is_refused_and_nothing_is_lost() {
    let mut engine = Mola::new();
    let root = position(KIWIPETE);
    engine.think(Task::new(&root, depth(8)), &mut ());
    let known = engine.table.probe(root.key(), 0);
    assert!(known.is_some());
    if free_mebibytes() < 1 << 20 {
        assert_eq!(engine.set_option("Hash", "1048576"), Err(NO_MEMORY));
    }
    assert_eq!(engine.table.probe(root.key(), 0), known);
    assert_eq!(engine.set_option("Hash", "16"), Ok(()));
    assert_eq!(engine.table.probe(root.key(), 0), known);
    assert_eq!(engine.set_option("Hash", "5"), Ok(()));
    assert_eq!(engine.table.mebibytes(), 5);
}

#[test]
fn clocks_and_fixed_times_are_kept() {
    let root = position(KIWIPETE);
    let [ms, left] = [1, 200].map(Duration::from_millis);
    let times = [Time::Move(ms), Time::Clock { left, increment: Duration::ZERO, moves_to_go: None }];
    for time in times {
        let mut engine = Mola::new();
        // A clock of our own, which moves with each look: a busy machine does not change it.
        let passed = Cell::new(Duration::ZERO);
        let mut listener = Listener::new().clock(|| {
            passed.set(passed.get() + ms);
            passed.get()
        });
        let answer = engine.think(Task::new(&root, Limits { time, ..Limits::NONE }), &mut listener);
        assert!(answer.best.is_some_and(|m| root.is_legal(m)));
        assert!(passed.get() < left, "{time:?} took {:?}", passed.get());
    }
}

#[test]
fn fifty_moves_are_a_draw_unless_the_last_of_them_mates() {
    let score = |fen: &str| {
        let mut listener = Listener::new();
        Mola::new().think(Task::new(&position(fen), depth(8)), &mut listener);
        listener.score().unwrap()
    };
    assert_eq!(score("7k/8/5K2/8/8/8/8/6Q1 w - - 99 90"), Score::Mate(1));
    let drawn = score("8/8/4k3/8/8/3QK3/8/8 w - - 99 90");
    assert!(matches!(drawn, Score::Centipawns(-5..=5)), "{drawn:?}");
    assert!(score("8/8/4k3/8/8/3QK3/8/8 w - - 0 90") > Score::Centipawns(500));
}

#[test]
fn the_same_question_gets_the_same_answer() {
    let ask = || {
        let mut listener = Listener::new();
        let root = position(KIWIPETE);
        let answer = Mola::new().think(Task::new(&root, depth(8)), &mut listener);
        (answer, listener.score())
    };
    assert_eq!(ask(), ask());
}

#[test]
fn the_same_nodes_are_searched_with_every_kind_of_instructions() {
    let root = position(KIWIPETE);
    let counts: Vec<u64> = Choice::on_every_path()
        .map(|choice| {
            let mut listener = Listener::new();
            Mola { choice, ..Mola::new() }.think(Task::new(&root, depth(10)), &mut listener);
            listener.nodes()
        })
        .collect();
    assert!(counts[0] > 5_000 && counts.iter().all(|&count| count == counts[0]), "{counts:?}");
}

#[test]
fn no_limit_is_too_small_for_a_legal_answer() {
    let root = position(KIWIPETE);
    let tiny = [
        depth(0),
        depth(1),
        Limits { nodes: Some(0), ..Limits::NONE },
        Limits { nodes: Some(1), ..Limits::NONE },
        Limits { time: Time::Move(Duration::ZERO), depth: Some(2), ..Limits::NONE },
    ];
    for limits in tiny {
        let answer = Mola::new().think(Task::new(&root, limits), &mut ());
        assert!(root.is_legal(answer.best.unwrap()), "{limits:?}");
    }
}

#[test]
fn pondering_takes_no_time_until_the_hit() {
    /// Each look at this clock is a millisecond; the opponent moves after a while.
    struct Ticking(Cell<u64>);
    impl Host for Ticking {
        fn elapsed(&self) -> Duration {
            Duration::from_millis(self.0.get().saturating_sub(100))
        }
        fn poll(&self) -> Signal {
            self.0.set(self.0.get() + 1);
            if self.0.get() == 100 { Signal::PonderHit } else { Signal::Continue }
        }
    }
    let root = position(KIWIPETE);
    let mut host = Ticking(Cell::new(0));
    let limits = Limits { time: Time::Move(Duration::from_millis(20)), ponder: true, ..Limits::NONE };
    let answer = Mola::new().think(Task::new(&root, limits), &mut host);
    assert!(root.is_legal(answer.best.unwrap()));
    assert_eq!(host.0.get(), 120);
}

#[test]
fn no_move_where_there_is_none() {
    for fen in ["7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1"] {
        let root = position(fen);
        assert_eq!(Mola::new().think(Task::new(&root, depth(3)), &mut ()).best, None);
    }
}

#[test]
fn many_moves_and_many_queens_are_survived() {
    let fens =
        ["R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", "krb5/ppp5/8/8/8/8/QQQQQQQQ/K6Q w - - 0 1"];
    for fen in fens {
        let root = position(fen);
        let best = Mola::new().think(Task::new(&root, depth(4)), &mut ()).best;
        assert!(best.is_some_and(|m| root.is_legal(m)), "{fen}");
    }
}

#[test]
fn short_mates_are_found_and_counted_right() {
    let cases = [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", Score::Mate(1)),
        ("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w - - 0 1", Score::Mate(2)),
        ("7k/8/5K2/8/8/8/8/6Q1 b - - 0 1", Score::Mated(1)),
    ];
    for (fen, expected) in cases {
        let mut listener = Listener::new();
        let root = position(fen);
        Mola::new().think(Task::new(&root, depth(12)), &mut listener);
        assert_eq!(listener.score(), Some(expected), "{fen}");
    }
}

#[test]
fn a_search_for_a_mate_finds_it_sooner() {
    for fen in [
        "R7/1Qp1k3/3p3b/p3p3/P3P3/2qPn1PK/5R2/8 w - - 0 1",
        "R7/4pk2/4nn2/3p1Q2/3PP3/4K1P1/1P5q/1NB2r2 b - - 0 1",
    ] {
        let mut listener = Listener::new();
        let root = position(fen);
        let limits = Limits { mate: Some(5), nodes: Some(1_500_000), ..Limits::NONE };
        Mola::new().think(Task::new(&root, limits), &mut listener);
        assert_eq!(listener.score(), Some(Score::Mate(5)), "{fen}");
    }
}

#[test]
fn a_search_that_stops_at_once_reports_no_line_without_a_value() {
    let root = position(KIWIPETE);
    for nodes in [1, 2, 10, 60] {
        let mut scores = Vec::new();
        let limits = Limits { nodes: Some(nodes), lines: 4, ..Limits::NONE };
        let mut listener = Listener::new().hear(|report| scores.push(report.score));
        let answer = Mola::new().think(Task::new(&root, limits), &mut listener);
        drop(listener);
        assert!(answer.best.is_some_and(|m| root.is_legal(m)));
        assert!(scores.iter().all(|score| matches!(score, Score::Centipawns(_))), "{scores:?}");
    }
}

#[test]
fn several_lines_are_different_and_in_order() {
    let root = position(KIWIPETE);
    let mut heard: Vec<(usize, u32, Score, Move)> = Vec::new();
    let limits = Limits { lines: 4, ..depth(6) };
    let mut listener =
        Listener::new().hear(|report| heard.push((report.line, report.depth, report.score, report.pv[0])));
    let answer = Mola::new().think(Task::new(&root, limits), &mut listener);
    drop(listener);
    for lines in heard.chunks(4) {
        assert_eq!(lines.iter().map(|line| line.0).collect::<Vec<_>>(), [1, 2, 3, 4]);
        assert!(lines.windows(2).all(|pair| pair[0].2 >= pair[1].2 && pair[0].1 == pair[1].1), "{lines:?}");
        let mut moves: Vec<Move> = lines.iter().map(|line| line.3).collect();
        moves.sort();
        moves.dedup();
        assert_eq!(moves.len(), 4);
    }
    assert_eq!(answer.best, heard.iter().rev().nth(3).map(|line| line.3));
}

#[test]
fn only_the_moves_asked_for_are_considered() {
    let root = position(KIWIPETE);
    let only = [root.parse_san("a3").unwrap(), root.parse_san("b3").unwrap()];
    let answer = Mola::new().think(Task { only: &only, ..Task::new(&root, depth(4)) }, &mut ());
    assert!(only.contains(&answer.best.unwrap()));
}

#[test]
fn a_thousand_plies_of_history_are_survived() {
    let root: Position = "4k2r/8/8/8/8/8/8/R3K3 w - - 98 600".parse().unwrap();
    let past: Vec<u64> = (0..1000).map(|ply| if ply % 4 == 0 { root.key() } else { ply }).collect();
    let answer = Mola::new().think(Task { past: &past, ..Task::new(&root, depth(6)) }, &mut ());
    assert!(answer.best.is_some_and(|m| root.is_legal(m)));
}

#[test]
fn as_many_threads_as_can_be_set_find_a_move() {
    let mut engine = Mola::new();
    engine.set_option("Threads", "512").unwrap();
    let root = position(KIWIPETE);
    let answer = engine.think(Task::new(&root, depth(4)), &mut ());
    assert!(answer.best.is_some_and(|m| root.is_legal(m)));
}

#[test]
fn a_panic_in_a_search_ends_all_its_threads_and_the_engine_plays_on() {
    struct Fails;
    impl Host for Fails {
        fn report(&mut self, _: &Report<'_>) {
            panic!("on purpose");
        }
    }
    let root = position(KIWIPETE);
    let mut engine = Mola::new();
    engine.set_option("Threads", "3").unwrap();
    let failed = mola_game::guarded(|| engine.think(Task::new(&root, Limits::NONE), &mut Fails));
    assert!(failed.is_err_and(|text| text.contains("on purpose")));
    let answer = engine.think(Task::new(&root, depth(5)), &mut ());
    assert!(answer.best.is_some_and(|m| root.is_legal(m)));
}

#[test]
fn a_panic_in_a_helper_thread_loses_no_game() {
    /// Fails whoever asks it, and remembers that it did. Only helpers ask.
    #[derive(Default)]
    struct Trap(AtomicBool);
    impl Watch for Trap {
        fn elapsed(&self) -> Duration {
            Duration::ZERO
        }
        fn is_stopped(&self) -> bool {
            self.0.store(true, Relaxed);
            panic!("on purpose");
        }
    }
    /// Keeps the best move so far, as sessions do.
    struct Session {
        trap: Arc<Trap>,
        best: Option<Move>,
        began: Instant,
    }
    impl Host for Session {
        fn poll(&self) -> Signal {
            let has_failed = self.trap.0.load(Relaxed) && self.best.is_some();
            // If no helper ever fails, the test does.
            if has_failed || self.began.elapsed() > Duration::from_secs(20) {
                Signal::Stop
            } else {
                Signal::Continue
            }
        }
        fn watch(&self) -> Option<Arc<dyn Watch>> {
            Some(self.trap.clone())
        }
        fn report(&mut self, report: &Report<'_>) {
            self.best = report.pv.first().copied();
        }
    }
    let root = position(KIWIPETE);
    let mut engine = Mola::new();
    engine.set_option("Threads", "3").unwrap();
    let mut session = Session { trap: Arc::default(), best: None, began: Instant::now() };
    let failed = mola_game::guarded(|| engine.think(Task::new(&root, Limits::NONE), &mut session));
    assert!(failed.is_err() && session.trap.0.load(Relaxed));
    assert!(session.best.is_some_and(|m| root.is_legal(m)));
    let answer = engine.think(Task::new(&root, depth(5)), &mut ());
    assert!(answer.best.is_some_and(|m| root.is_legal(m)));
}

#[test]
#[cfg(unix)]
fn files_that_never_end_are_refused() {
    let folder = std::env::temp_dir().join(format!("mola-fifo-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let pipe = folder.join("KQvK.rtbw");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let mut engine = Mola::new().reading(|path| mola_game::read_regular_file(path.as_ref(), 1 << 20));
    for path in [pipe.to_str().unwrap(), "/dev/zero"] {
        for option in ["EvalFile", "BookFile", "SyzygyPath"] {
            assert!(matches!(engine.set_option(option, path), Err(OptionError::Failed(_))), "{option}");
        }
    }
    let tables = engine.set_option("SyzygyPath", folder.to_str().unwrap());
    assert!(matches!(tables, Err(OptionError::Failed(_))));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_weak_player_still_takes_a_pawn_back() {
    // Other moves are within the budget of a weak player: they would be played now and then.
    let start = position("r1bqkb1r/ppp2ppp/2n1pn2/3p4/4P3/2NP1N2/PPP2PPP/R1BQKB1R b KQkq - 0 5");
    let m = start.parse_san("dxe4").unwrap();
    let mut history = History::new(start);
    history.play(m);
    let mut engine = Mola::new();
    engine.set_option("UCI_LimitStrength", "true").unwrap();
    engine.set_option("UCI_Elo", "800").unwrap();
    for _ in 0..20 {
        let best = engine.think(history.task(Limits::NONE), &mut ()).best.unwrap();
        assert_eq!(best.to(), m.to(), "{}", history.root().san(best));
    }
}

#[test]
fn a_weak_player_does_not_always_play_the_same() {
    let mut engine = Mola::new();
    engine.set_option("Skill Level", "2").unwrap();
    let root = Position::start();
    let mut moves: Vec<Move> =
        (0..30).filter_map(|_| engine.think(Task::new(&root, Limits::NONE), &mut ()).best).collect();
    moves.sort();
    moves.dedup();
    assert!(moves.len() > 2, "{moves:?}");
}

#[test]
fn a_weak_player_begins_like_people() {
    let mut engine = Mola::new();
    engine.set_option("Skill Level", "2").unwrap();
    for _ in 0..30 {
        let mut position = Position::start();
        for ply in 0..2 {
            let best = engine.think(Task::new(&position, depth(1)), &mut ()).best.unwrap();
            position.play(best).unwrap();
            // Every first move of the list has a name; many second ones do.
            assert!(ply == 1 || mola_game::coach::opening(&position).is_some(), "{best:?}");
        }
    }
}

#[test]
fn the_book_is_asked_first_if_it_may_be() {
    let mut engine = Mola::new();
    let missing = engine.set_option("BookFile", "/there/is/no/such/book.bin");
    assert_eq!(missing, Err(OptionError::Failed("there is no such file")));
    // The starting position, with a single unlikely move: h2h4.
    let mut bytes = 0x463B_9618_1691_FC9C_u64.to_be_bytes().to_vec();
    bytes.extend([0x03, 0xDF, 0, 1, 0, 0, 0, 0]);
    engine.book = Some(Book::parse(&bytes).unwrap());
    let root = Position::start();
    let play = |engine: &mut Mola| engine.think(Task::new(&root, depth(1)), &mut ()).best.unwrap();
    assert_ne!(root.san(play(&mut engine)).as_str(), "h4");
    engine.set_option("OwnBook", "true").unwrap();
    assert_eq!(root.san(play(&mut engine)).as_str(), "h4");
}

#[test]
fn threads_and_memory_can_be_set_and_nonsense_is_refused() {
    let mut engine = Mola::new();
    assert_eq!(engine.set_option("threads", "3"), Ok(()));
    assert_eq!(engine.set_option("Hash", "2"), Ok(()));
    let root = position(KIWIPETE);
    let best = engine.think(Task::new(&root, depth(6)), &mut ()).best;
    assert!(best.is_some_and(|m| root.is_legal(m)));
    assert_eq!(engine.set_option("Hash", "0"), Err(OptionError::Number { min: 1, max: 1 << 20 }));
    assert_eq!(engine.set_option("Speed", "9"), Err(OptionError::Unknown));
    assert_eq!(engine.set_option("Threads", "many"), Err(OptionError::Number { min: 1, max: 512 }));
}

#[test]
fn a_repetition_is_seen_as_a_draw() {
    // A rook down, White gives perpetual check with Qg5+ Kh8 Qf6+.
    let perpetual = position("5rk1/5p1p/8/8/5Q2/8/q4PPP/6K1 w - - 0 1");
    let mut listener = Listener::new();
    Mola::new().think(Task::new(&perpetual, depth(10)), &mut listener);
    assert!(listener.score().unwrap() >= Score::Centipawns(-60), "{:?}", listener.score());
}

#[cfg(feature = "tune")]
#[test]
fn every_number_of_the_search_is_an_option() {
    let nodes = |set: &[(&str, &str)]| {
        let mut engine = Mola::new();
        for (name, value) in set {
            engine.set_option(name, value).unwrap();
        }
        let mut listener = Listener::new();
        engine.think(Task::new(&position(KIWIPETE), depth(8)), &mut listener);
        listener.nodes()
    };
    let options = Mola::new().options();
    assert!(options.iter().any(|option| option.is("rfp_margin")) && options.len() > 60, "{options:?}");
    // The defaults are the constants of the usual build, and two engines do not share their numbers.
    let default = crate::params::Knobs::new().rfp_margin().to_string();
    assert_eq!(nodes(&[]), nodes(&[("rfp_margin", &default)]));
    assert_ne!(nodes(&[]), nodes(&[("rfp_margin", "120")]));
    assert_ne!(nodes(&[]), nodes(&[("lmr_base", "100")]));
    assert_eq!(Mola::new().set_option("rfp_margin", "9000"), Err(OptionError::Number { min: 40, max: 140 }));
}
