//! Every line of the UCI checklist, as a test.

mod client;
mod dummy;

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use client::{Client, word_after};
use dummy::{Fault, Patient, Wrong};
use mola_game::{Answer, Engine, EngineOption, FirstMove, Host, OptionError, Task};
use mola_protocol::{Lineup, run};
use mola_rules::{CastlingStyle, Position};

fn patient() -> Client {
    Client::new(Patient::default())
}

/// A moment in which nothing should happen.
const MOMENT: Duration = Duration::from_millis(60);

#[test]
fn uci_is_answered_with_names_options_and_uciok() {
    let mut client = patient();
    let heard = client.send("uci").until("uciok");
    assert_eq!(heard[0], "id name Mola test");
    assert_eq!(heard[1], "id author the authors");
    let names = [
        "Hash",
        "Threads",
        "Ponder",
        "MultiPV",
        "Clear Hash",
        "Move Overhead",
        "SyzygyPath",
        "UCI_Chess960",
        "UCI_ShowWDL",
        "UCI_AnalyseMode",
        "UCI_Opponent",
        "UCI_EngineAbout",
    ];
    for name in names {
        let beginning = format!("option name {name} type ");
        assert_eq!(heard.iter().filter(|line| line.starts_with(&beginning)).count(), 1, "{name}: {heard:?}");
    }
    assert!(!heard.iter().any(|line| line.contains("name Engine ")), "one engine is not a choice");
}

#[test]
fn trap_1_each_depth_from_1_has_one_exact_line_with_nodes_and_time() {
    let mut client = patient();
    let heard = client.send("go depth 6").until("bestmove");
    let depths: Vec<&str> = heard.iter().filter_map(|line| word_after(line, "depth")).collect();
    assert_eq!(depths, ["1", "2", "3", "4", "5", "6"]);
    for line in &heard[..6] {
        assert!(!line.contains("bound"), "{line}");
        let last = line.split_once(" pv ").map(|(_, moves)| moves);
        assert!(last.is_some_and(|moves| moves.split(' ').all(|word| word.len() == 4)), "pv is last: {line}");
        for keyword in ["seldepth", "multipv", "nodes", "time", "nps", "hashfull", "tbhits"] {
            assert!(
                word_after(line, keyword).is_some_and(|word| word.parse::<u64>().is_ok()),
                "{keyword}: {line}"
            );
        }
    }
}

#[test]
fn trap_2_there_are_as_many_lines_as_asked_for_or_as_there_are_moves() {
    let mut client = patient();
    client.send("setoption name MultiPV value 5");
    // A king in the corner with three moves, then the start with twenty.
    for (position, lines) in [("fen 7k/8/8/8/8/8/8/K7 w - - 0 1", 3), ("startpos", 5)] {
        client.send(&format!("position {position}")).send("go depth 3");
        let heard = client.until("bestmove");
        let order: Vec<(u32, u32)> = heard
            .iter()
            .filter_map(|line| {
                Some((word_after(line, "depth")?.parse().ok()?, word_after(line, "multipv")?.parse().ok()?))
            })
            .collect();
        let expected: Vec<(u32, u32)> =
            (1..=3).flat_map(|depth| (1..=lines).map(move |line| (depth, line))).collect();
        assert_eq!(order, expected);
    }
}

#[test]
fn trap_3_chess960_castles_by_taking_the_rook_both_ways() {
    let mut client = Client::new(FirstMove);
    let castle = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    client.send(castle).send("go depth 1 searchmoves e1g1");
    assert_eq!(client.expect("bestmove"), "bestmove e1g1");
    client.send("setoption name UCI_Chess960 value true");
    for name in ["e1g1", "e1h1"] {
        client.send(&format!("go depth 1 searchmoves {name}"));
        assert_eq!(client.expect("bestmove"), "bestmove e1h1");
    }
    client.send("position fen 1r3kr1/5pp1/8/8/8/8/5PP1/1R3KR1 w GBgb - 0 1 moves f1g1 f8b8");
    client.send("d");
    assert_eq!(client.expect("Fen:"), "Fen: 2kr2r1/5pp1/8/8/8/8/5PP1/1R3RK1 w - - 2 2");
    client
        .send("position fen 1r3kr1/5pp1/8/8/8/8/5PP1/1R3KR1 w GBgb - 0 1")
        .send("go depth 1 searchmoves f1b1");
    assert_eq!(client.expect("bestmove"), "bestmove f1b1");
}

#[test]
fn trap_4_no_bestmove_before_stop_in_an_infinite_search() {
    for engine in [true, false] {
        let mut client = if engine { patient() } else { Client::new(FirstMove) };
        client.send("go infinite");
        assert!(!client.listen(MOMENT).iter().any(|line| line.starts_with("bestmove")));
        client.send("stop");
        client.expect("bestmove");
    }
}

#[test]
fn trap_4_no_bestmove_before_ponderhit_or_stop_in_a_ponder_search() {
    for end in ["ponderhit", "stop"] {
        for engine in [true, false] {
            let mut client = if engine { patient() } else { Client::new(FirstMove) };
            client.send("position startpos moves e2e4").send("go ponder movetime 5");
            assert!(!client.listen(MOMENT).iter().any(|line| line.starts_with("bestmove")));
            client.send(end);
            client.expect("bestmove");
        }
    }
}

#[test]
fn trap_4_no_bestmove_before_stop_on_a_mated_board() {
    let mut client = patient();
    client.send("position fen 7k/5KQ1/8/8/8/8/8/8 b - - 0 1").send("go infinite");
    assert!(client.expect("info depth 0").contains("score mate 0"));
    assert!(client.listen(MOMENT).is_empty());
    client.send("stop");
    assert_eq!(client.expect("bestmove"), "bestmove (none)");
}

#[test]
fn trap_5_each_go_has_one_bestmove_with_an_info_line_before_it() {
    let faults = [Fault::PlaysIllegally, Fault::SaysNothing, Fault::ReportsIllegally, Fault::Panics];
    for fault in faults {
        let mut client = Client::new(Wrong { how: fault });
        client.send("go depth 1");
        let heard = client.until("bestmove");
        assert!(
            heard.iter().any(|line| line.starts_with("info depth") && line.contains("score")),
            "{heard:?}"
        );
        let best = word_after(&heard[heard.len() - 1], "bestmove").unwrap();
        assert!(Position::start().parse_uci(best).is_ok(), "{fault:?} {heard:?}");
        assert!(client.settle(true).is_empty(), "one bestmove is enough");
    }
}

#[test]
fn trap_5_a_second_go_answers_the_first_and_then_itself() {
    let mut client = patient();
    client.send("go infinite").send("position startpos moves e2e4").send("go depth 2");
    let first = client.expect("bestmove");
    let second = client.expect("bestmove");
    assert!(word_after(&first, "bestmove").unwrap().ends_with(['3', '4']), "White's move: {first}");
    assert!(word_after(&second, "bestmove").unwrap().ends_with(['5', '6']), "Black's move: {second}");
    assert!(client.settle(true).is_empty());
}

#[test]
fn trap_6_without_a_legal_move_the_answer_is_none() {
    for fen in ["7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1"] {
        let mut client = patient();
        client.send(&format!("position fen {fen}")).send("go movetime 10");
        let heard = client.until("bestmove");
        assert_eq!(heard.last().unwrap(), "bestmove (none)");
        assert!(heard[0].starts_with("info depth 0 "), "{heard:?}");
    }
}

#[test]
fn trap_7_isready_is_answered_during_a_search() {
    let mut client = patient();
    client.send("go infinite").send("isready");
    let heard = client.until("readyok");
    assert!(!heard.iter().any(|line| line.starts_with("bestmove")));
    client.send("stop").expect("bestmove");
}

#[test]
fn trap_8_the_default_options_of_lichess_bot_are_taken_in_silence() {
    let mut client = patient();
    client.send("uci").until("uciok");
    for option in
        ["Move Overhead value 100", "Threads value 4", "Hash value 512", "SyzygyPath value ./syzygy/"]
    {
        client.send(&format!("setoption name {option}"));
    }
    client.send("setoption name UCI_ShowWDL value true").send("setoption name UCI_AnalyseMode value false");
    client.send("setoption name UCI_Opponent value GM 2800 human Gary Kasparov").send("ucinewgame");
    assert_eq!(client.settle(true), Vec::<String>::new());
    client.send("go depth 1");
    let info = client.expect("info depth 1");
    let wdl: Vec<u32> = info
        .split_whitespace()
        .skip_while(|word| *word != "wdl")
        .skip(1)
        .take(3)
        .map(|word| word.parse().unwrap())
        .collect();
    assert_eq!(wdl.iter().sum::<u32>(), 1000, "{info}");
}

#[test]
fn trap_9_a_compliance_check_is_passed() {
    let mut client = patient();
    assert!(client.send("uci").until("uciok").iter().any(|line| line.starts_with("id author ")));
    client.send("isready").expect("readyok");
    client.send("position startpos").send("go wtime 100");
    let heard = client.until("bestmove");
    assert!(heard.iter().any(|line| line.contains(" score cp ")));
    client.send("position startpos moves e2e4").send("go wtime 100");
    client.expect("bestmove");
    client.send("go wtime 100 btime 100 winc 100 binc 100 movestogo 40").expect("bestmove");
}

#[test]
fn trap_10_options_come_in_any_order_and_case_and_their_names_have_spaces() {
    let mut client = patient();
    let lines = [
        "setoption name Threads value 2",
        "setoption name Hash value 32",
        "ucinewgame",
        "setoption name hash value 64",
        "setoption name CLEAR HASH",
        "setoption name clear hash value",
        "setoption name move overhead value 50",
        "setoption name ownbook value TRUE",
        "setoption name style value very wild",
        "setoption\tname  Clear   Hash",
    ];
    for line in lines {
        client.send(line);
        assert_eq!(client.settle(true), Vec::<String>::new(), "{line}");
    }
}

#[test]
fn options_of_every_kind_arrive_at_the_engine_as_they_were_sent() {
    let engine = Patient::default();
    let told = engine.told.clone();
    let mut client = Client::new(engine);
    let pairs = [
        ("UCI_LimitStrength", "true", "true"),
        ("UCI_Elo", "1500", "1500"),
        ("Skill Level", "7", "7"),
        ("SyzygyPath", "/tables/3-4-5:/tables/6 men", "/tables/3-4-5:/tables/6 men"),
        ("BookFile", "C:\\Books\\my book.bin", "C:\\Books\\my book.bin"),
        ("BookFile", "<empty>", ""),
        ("Style", "very wild", "Very Wild"),
        ("uci_limitstrength", "false", "false"),
    ];
    for (name, value, _) in pairs {
        client.send(&format!("setoption name {name} value {value}"));
    }
    client.send("setoption name Clear Hash");
    assert_eq!(client.settle(true), Vec::<String>::new());
    let told = told.lock().unwrap().clone();
    assert_eq!(told.len(), pairs.len() + 1, "{told:?}");
    for ((name, _, expected), (heard, value)) in pairs.iter().zip(&told) {
        assert!(heard.eq_ignore_ascii_case(name) && value == expected, "{name}: {heard}={value}");
    }
    assert_eq!(told[pairs.len()].0, "Clear Hash");
}

#[test]
fn trap_10_bad_options_are_told_and_survived() {
    let mut client = patient();
    let pairs = [
        ("setoption name Hsah value 3", "info string there is no option Hsah"),
        ("setoption name Hash value lots", "info string Hash takes a number from 1 to 4096"),
        ("setoption name Style value Odd", "info string Style does not offer that choice"),
        ("setoption name OwnBook value maybe", "info string OwnBook takes true or false"),
        ("setoption Hash", "info string \"setoption Hash\" does not name an option"),
        ("setoption", "info string \"setoption\" does not name an option"),
    ];
    for (line, note) in pairs {
        client.send(line);
        client.expect(note);
    }
    client.send("go depth 1").expect("bestmove");
}

#[test]
fn trap_11_absurd_numbers_end_in_a_move() {
    let huge = "9".repeat(40);
    let mut client = patient();
    let lines = [
        "go depth 0".to_owned(),
        "go depth -7".into(),
        "go nodes 0".into(),
        "go nodes -1".into(),
        "go movetime 0".into(),
        "go movetime -20".into(),
        "go wtime 0 btime 0".into(),
        "go wtime -500 btime -500 winc -3".into(),
        "go wtime abc".into(),
        "go wtime 1 movestogo 0".into(),
        "go wtime 5 btime 5 movestogo -2".into(),
        "go depth abc".into(),
        "go depth".into(),
        "go nodes xyz".into(),
        "go movetime".into(),
        "go winc 0".into(),
        format!("go depth 1 wtime {huge} btime {huge} winc {huge} movestogo {huge}"),
        format!("go nodes 5 depth {huge}"),
        format!("go movetime -{huge}"),
        "go mate 0 nodes 1".into(),
    ];
    for line in lines {
        client.send(&line);
        let best = client.expect("bestmove");
        assert!(Position::start().parse_uci(word_after(&best, "bestmove").unwrap()).is_ok(), "{line}");
    }
}

#[test]
fn trap_12_no_message_begins_with_the_word_error() {
    let mut client = Client::new(Wrong { how: Fault::Panics });
    let lines = [
        "error",
        "error error",
        "setoption name error value error",
        "position fen error",
        "position startpos moves error",
        "go searchmoves error depth 1",
        "go depth error",
        "position error",
        "genfens error",
        "xyzzy",
    ];
    for line in lines {
        client.send(line);
    }
    client.settle(true);
    client.wait();
    let messages: Vec<&String> = client.log.iter().filter(|line| line.starts_with("info string")).collect();
    assert!(messages.len() >= lines.len());
    for message in messages {
        assert!(!message.to_lowercase().starts_with("info string error"), "{message}");
    }
}

#[test]
fn trap_13_stop_and_ponderhit_without_go_are_ignored() {
    let mut client = patient();
    client.send("stop").send("ponderhit").send("stop");
    assert_eq!(client.settle(true), Vec::<String>::new());
    client.send("go depth 1").expect("bestmove");
    client.send("stop");
    assert_eq!(client.settle(true), Vec::<String>::new());
}

#[test]
fn trap_13_leaving_in_the_middle_of_a_search_joins_its_thread() {
    let mut client = patient();
    client.send("go infinite").expect("info");
    let heard = client.leave();
    assert!(heard.iter().any(|line| line.starts_with("bestmove")), "even the last go is answered");
}

#[test]
fn registrations_and_debugging_are_taken_in_silence() {
    let mut client = patient();
    for line in ["register later", "register name Somebody code 4359874324", "debug on", "debug off", "  "] {
        client.send(line);
        assert_eq!(client.settle(true), Vec::<String>::new(), "{line}");
    }
}

/// Takes its time to forget a game, and counts the games.
struct Sluggish(Arc<AtomicU32>);

impl Engine for Sluggish {
    fn name(&self) -> &'static str {
        "Sluggish"
    }

    fn new_game(&mut self) {
        self.0.fetch_add(1, Ordering::Relaxed);
        std::thread::sleep(Duration::from_millis(50));
    }

    fn think(&mut self, task: Task<'_>, _: &mut dyn Host) -> Answer {
        Answer { best: task.root.legal_moves().first().copied(), ponder: None }
    }
}

#[test]
fn trap_13_what_waits_to_be_done_is_left_undone_at_the_end() {
    // Done one after the other they would take more than a minute and a half.
    let games = 2000;
    let forgotten = Arc::new(AtomicU32::new(0));
    let mut client = Client::new(Sluggish(forgotten.clone()));
    for _ in 0..games {
        client.send("ucinewgame").send("go depth 1");
    }
    client.leave();
    assert!(forgotten.load(Ordering::Relaxed) < games, "all was done before the end");
}

#[test]
fn trap_14_a_bad_position_is_told_and_the_last_good_one_stays() {
    let mut client = patient();
    client.send("position startpos moves e2e4 e7e5");
    let bad = [
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position fen rnbqkbnr/pppppppp/8/8 w KQkq - 0 1",
        "position fen",
        "position startpos moves e2e4 e2e4",
        "position startpos moves e2e4 xyz",
        "position",
        "position moves e2e4",
        "position fen k7/8/8/8/8/8/8/7K x - - 0 1",
        "position fen 4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1",
        "position fen QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ w - - 0 1",
    ];
    for line in bad {
        client.send(line);
        client.expect("info string ");
    }
    client.send("d");
    let fen = client.expect("Fen:");
    assert_eq!(fen, "Fen: rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    client.expect("Legal moves: 29");
}

#[test]
fn trap_15_line_ends_tabs_and_games_of_any_length_are_read() {
    let mut client = patient();
    client.send("isready\r").expect("readyok");
    client.send("\tisready\t \t").expect("readyok");
    client.send("position\tstartpos\tmoves\te2e4").send("go\tdepth\t1").expect("bestmove");
    client.send("").send("   ").send("\u{fffd}\u{fffd}\0").expect("info string unknown command");
    let shuffle = " g1f3 g8f6 f3g1 f6g8".repeat(3000);
    client.send(&format!("position startpos moves{shuffle}")).send("go depth 1");
    client.expect("bestmove");
    client.send("d");
    assert!(client.expect("Fen:").contains("RNBQKBNR w KQkq - "));
}

#[test]
fn trap_16_what_cannot_be_had_is_told_and_the_rest_goes_on() {
    let mut client = patient();
    client.send("setoption name Hash value 99999999");
    client.expect("info string Hash takes a number from 1 to 4096; it is set to 4096");
    client.expect("info string Hash was not set: not enough memory");
    client.send("setoption name Threads value 100000");
    client.expect("info string Threads takes a number from 1 to 64; it is set to 64");
    client.send("go depth 2").expect("bestmove");
}

#[test]
fn a_game_position_and_options_may_come_during_an_infinite_search() {
    let mut client = patient();
    client.send("go infinite").expect("info");
    client.send("setoption name Hash value 8").send("isready").expect("readyok");
    client.send("ucinewgame").expect("bestmove");
    client.send("isready").expect("readyok");
    client.send("position startpos moves d2d4").send("go nodes 3").expect("bestmove");
}

#[test]
fn the_engine_option_switches_engines_and_keeps_their_options() {
    let lineup = Lineup::new("Mola", "us", Box::<Patient>::default()).and(Box::new(FirstMove));
    let mut client = Client::with(lineup);
    let heard = client.send("uci").until("uciok");
    let line =
        "option name Engine type combo default Patient thinker var Patient thinker var First legal move";
    assert!(heard.contains(&line.to_owned()), "{heard:?}");
    client.send("setoption name Engine value first legal move");
    client.send("setoption name Hash value 77");
    assert_eq!(client.settle(true), Vec::<String>::new(), "the other engine knows Hash");
    client.send("go depth 20");
    let first = Position::start().legal_moves()[0].uci(CastlingStyle::Standard).to_string();
    assert_eq!(client.expect("bestmove"), format!("bestmove {first}"));
    client.send("setoption name Engine value Patient thinker").send("go depth 2");
    assert_eq!(client.until("bestmove").iter().filter(|line| line.starts_with("info depth")).count(), 2);
}

#[test]
fn a_long_search_tells_which_move_it_looks_at() {
    let mut client = patient();
    client.send("go infinite");
    let mut line = client.expect("info depth");
    while !line.contains(" currmove ") {
        assert!(line.contains(" score "), "{line}");
        line = client.next().expect("the search goes on");
    }
    let before = client.log.iter().rev().nth(1).and_then(|line| word_after(line, "time"));
    assert!(before.is_some_and(|time| time.parse::<u64>().unwrap() >= 2500), "not in the first seconds");
    assert!(line.ends_with(" currmovenumber 1"), "{line}");
    client.send("stop").expect("bestmove");
}

#[test]
fn searchmoves_are_obeyed_and_bad_ones_told() {
    let mut client = patient();
    client.send("go depth 1 searchmoves h2h3");
    assert!(client.expect("bestmove").starts_with("bestmove h2h3"));
    client.send("go searchmoves h2h3 e9e4 depth 1").expect("info string searchmoves: \"e9e4\" is not a move");
    assert!(client.expect("bestmove").starts_with("bestmove h2h3"));
    client.send("go searchmoves e1e5 depth 1").expect("info string searchmoves names no legal move");
    client.expect("bestmove");
}

#[test]
fn people_can_look_flip_count_and_ask_for_help() {
    let mut client = patient();
    client.send("position startpos moves e2e4").send("flip").send("d");
    assert_eq!(client.expect("Fen:"), "Fen: rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    client.send("position startpos").send("go perft 3");
    let heard = client.until("Nodes searched");
    assert_eq!(heard.last().unwrap(), "Nodes searched: 8902");
    assert!(heard.contains(&"e2e4: 600".to_owned()), "{heard:?}");
    client.send("go perft 0");
    assert_eq!(client.expect("Nodes searched"), "Nodes searched: 1");
    client.send("eval").expect("info string this engine does not explain itself");
    client.send("bench").expect("info string there is no bench");
    client.send("help").expect("  d          show the position");
    client.send("debug on").send("register later").send("isready").expect("readyok");
}

#[test]
fn a_long_count_is_stopped_and_isready_answered_in_it() {
    let mut client = patient();
    client.send("go perft 30").send("isready").expect("readyok");
    client.send("stop").expect("info string the count was stopped");
}

#[test]
fn openings_for_openbench_are_legal_and_repeatable() {
    let deal = |seed: u32| {
        let mut client = Client::new(FirstMove);
        client.send(&format!("genfens 20 seed {seed} book None"));
        client.wait();
        client.leave()
    };
    let fens = deal(42);
    assert_eq!(fens.len(), 20);
    for line in &fens {
        let fen = line.strip_prefix("info string genfens ").unwrap();
        let position: Position = fen.parse().unwrap();
        assert!(position.outcome().is_none());
    }
    assert_eq!(fens, deal(42));
    assert_ne!(fens, deal(43));
    let mut client = patient();
    client
        .send("genfens 2 seed 1 book /no/such/file")
        .expect("info string the book \"/no/such/file\" cannot be used");
}

/// A bench of twenty rounds.
fn slow_bench(_: &mut dyn Engine, arguments: &str, stop: &dyn Fn() -> bool, say: &mut dyn FnMut(&str)) {
    for round in 0..20 {
        if stop() {
            return say("stopped");
        }
        std::thread::sleep(Duration::from_millis(2));
        say(&format!("round {round}"));
    }
    say(&format!("123 nodes 456 nps {arguments}"));
}

/// An engine that counts pieces.
struct PieceCounter;

impl Engine for PieceCounter {
    fn name(&self) -> &'static str {
        "Counter"
    }

    fn explain(&self, position: &Position, text: &mut dyn std::fmt::Write) -> std::fmt::Result {
        write!(text, "{} pieces\nand nothing else\n\n", position.occupied().count())
    }

    fn think(&mut self, task: Task<'_>, _: &mut dyn Host) -> Answer {
        Answer { best: task.root.legal_moves().first().copied(), ponder: None }
    }
}

/// An engine whose file is found only at the second try.
struct Late(bool, Option<&'static str>);

impl Engine for Late {
    fn name(&self) -> &'static str {
        "Late"
    }

    fn options(&self) -> Vec<EngineOption> {
        vec![EngineOption::text("File", "")]
    }

    fn set_option(&mut self, _: &str, _: &str) -> Result<(), OptionError> {
        if std::mem::replace(&mut self.0, true) {
            self.1 = Some("it has three pages");
            return Ok(());
        }
        Err(OptionError::Failed("there is no such file"))
    }

    fn remark(&mut self, say: &mut dyn FnMut(&str)) {
        self.1.take().into_iter().for_each(say);
    }

    fn think(&mut self, task: Task<'_>, _: &mut dyn Host) -> Answer {
        self.1 = Some("a page is missing");
        Answer { best: task.root.legal_moves().first().copied(), ponder: None }
    }
}

#[test]
fn what_failed_can_be_tried_again_and_remarks_are_passed_on() {
    let mut client = Client::new(Late(false, None));
    client.send("setoption name File value book.bin");
    client.expect("info string File was not set: there is no such file");
    client.send("setoption name File value book.bin").expect("info string it has three pages");
    client.send("go depth 1").expect("info string a page is missing");
    client.expect("bestmove");
}

fn workshop() -> Lineup {
    Lineup::new("Workshop", "us", Box::new(PieceCounter)).bench(slow_bench)
}

#[test]
fn engines_explain_themselves_and_a_program_adds_its_own_bench() {
    let mut client = Client::with(workshop());
    client.send("position fen 8/P6k/8/8/8/8/8/K7 w - - 0 1").send("eval");
    assert_eq!(client.until("and nothing else"), ["3 pieces", "and nothing else"]);
    client.send("bench 5").expect("round 0");
    client.send("isready").expect("readyok");
    client.expect("123 nodes 456 nps 5");
    client.send("bench").send("stop").expect("stopped");
}

#[test]
fn a_bench_that_was_piped_in_is_finished() {
    let (reader, writer) = std::io::pipe().unwrap();
    run("bench\n".as_bytes(), writer, workshop()).unwrap();
    let text = std::io::read_to_string(reader).unwrap();
    assert!(text.contains("123 nodes 456 nps"), "{text}");
}

#[test]
fn quit_ends_a_bench_and_stop_does_too() {
    /// Runs until it is stopped.
    fn endless(_: &mut dyn Engine, _: &str, stop: &dyn Fn() -> bool, say: &mut dyn FnMut(&str)) {
        say("began");
        while !stop() {
            std::thread::sleep(Duration::from_millis(1));
        }
        say("stopped");
    }
    let lineup = || Lineup::new("Endless", "us", Box::new(FirstMove)).bench(endless);
    let mut client = Client::with(lineup());
    client.send("bench").expect("began");
    client.send("stop").expect("stopped");
    let (reader, writer) = std::io::pipe().unwrap();
    run("bench\nquit\n".as_bytes(), writer, lineup()).unwrap();
    assert!(std::io::read_to_string(reader).unwrap().ends_with("stopped\n"));
}

/// Options that take until the test says so.
struct Slow {
    gate: std::sync::Arc<std::sync::Mutex<()>>,
}

impl Engine for Slow {
    fn name(&self) -> &'static str {
        "Slow"
    }

    fn options(&self) -> Vec<EngineOption> {
        vec![EngineOption::text("Tables", "")]
    }

    fn set_option(&mut self, _: &str, _: &str) -> Result<(), OptionError> {
        drop(self.gate.lock());
        Err(OptionError::Failed("there are none"))
    }

    fn think(&mut self, task: Task<'_>, host: &mut dyn Host) -> Answer {
        while host.poll() != mola_game::Signal::Stop {
            std::thread::sleep(Duration::from_millis(1));
        }
        FirstMove.think(task, host)
    }
}

#[test]
fn readyok_waits_for_options_that_come_after_a_stop_or_before_a_search() {
    for script in [
        &["go infinite", "stop", "setoption name Tables value x", "isready"][..],
        &["setoption name Tables value x", "go infinite", "isready"],
    ] {
        let gate = std::sync::Arc::new(std::sync::Mutex::new(()));
        let mut client = Client::new(Slow { gate: gate.clone() });
        let closed = gate.lock().unwrap();
        for line in script {
            client.send(line);
        }
        assert!(!client.listen(MOMENT).contains(&"readyok".to_owned()), "{script:?}");
        drop(closed);
        let heard = client.until("readyok");
        assert!(heard.iter().any(|line| line.contains("there are none")), "{heard:?}");
    }
}

#[test]
fn quit_ends_the_session_though_an_engine_hangs() {
    let gate = std::sync::Arc::new(std::sync::Mutex::new(()));
    let closed = gate.lock().unwrap();
    let lineup = Lineup::new("Slow", "us", Box::new(Slow { gate: gate.clone() }));
    run("setoption name Tables value x\nisready\nquit\n".as_bytes(), std::io::sink(), lineup).unwrap();
    drop(closed);
}

#[test]
fn an_impossible_en_passant_square_is_dropped() {
    let mut client = patient();
    client.send("position fen 4k3/8/8/8/8/8/4P3/4K3 w - e6 0 1 moves e2e4").send("d");
    assert_eq!(client.expect("Fen:"), "Fen: 4k3/8/8/8/4P3/8/8/4K3 b - - 0 1");
}

#[test]
fn after_a_refused_position_nothing_is_played_until_a_good_one_comes() {
    let mut client = patient();
    client.send("position startpos moves e2e4");
    let bad = ["fen 8/8/8/8/8/8/8/8 w - - 0 1", "startpos moves e2e4 e2e4", "fen nonsense"];
    for bad in bad.into_iter().chain(["", "here", "moves e2e4", "fenrnbqkbnr/8/8/8/8/8/8/RNBQKBNR w"]) {
        client.send("position startpos moves e2e4");
        client.send(&format!("position {bad}")).expect("info string");
        let heard = client.send("go depth 2").until("bestmove");
        assert_eq!(heard, ["bestmove 0000"], "{bad}");
        client.send("go perft 1").expect("info string there is no position");
    }
    // As in any other search without end, the answer waits.
    client.send("go infinite");
    assert!(client.listen(MOMENT).is_empty());
    client.send("stop");
    assert_eq!(client.expect("bestmove"), "bestmove 0000");
    client.send("position startpos").send("go depth 2");
    assert_ne!(client.expect("bestmove"), "bestmove 0000");
}

#[test]
fn what_engines_say_reaches_terminals_as_text() {
    struct Loud;
    impl Engine for Loud {
        fn name(&self) -> &'static str {
            "Loud"
        }
        fn remark(&mut self, say: &mut dyn FnMut(&str)) {
            say("a file named \x1b[2J\nbestmove a1a1");
        }
        fn think(&mut self, task: Task<'_>, host: &mut dyn Host) -> Answer {
            FirstMove.think(task, host)
        }
    }
    let mut client = Client::new(Loud);
    client.send("go depth 1");
    assert_eq!(client.expect("info string"), "info string a file named \u{fffd}[2J");
    assert_eq!(client.expect("info string"), "info string bestmove a1a1");
}

#[test]
fn a_client_that_went_away_ends_the_session() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let lines = "uci\nisready\ngo infinite\n".to_owned() + &"isready\n".repeat(50);
    run(lines.as_bytes(), writer, Lineup::new("Alone", "us", Box::<Patient>::default())).unwrap();
}

#[test]
fn a_line_of_moves_can_be_played_and_ends_where_it_cannot() {
    let line = |client: &mut Client| -> Vec<String> {
        client.send("go depth 1");
        let info = client.expect("info depth 1");
        client.expect("bestmove");
        info.split_whitespace().skip_while(|word| *word != "pv").skip(1).map(str::to_owned).collect()
    };
    let moves = line(&mut patient());
    assert_eq!(moves.len(), 2);
    let mut position = Position::start();
    for text in moves {
        position.play(position.parse_uci(&text).unwrap()).unwrap();
    }
    assert_eq!(line(&mut Client::new(Wrong { how: Fault::ReportsIllegally })).len(), 1);
}
