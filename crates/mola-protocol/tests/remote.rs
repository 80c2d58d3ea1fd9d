//! The client's side, against our own program in both protocols and against one that misbehaves.

mod client;
mod dummy;
mod program;

use std::cell::Cell;
use std::time::{Duration, Instant};

use mola_game::{Engine, History, Host, Limits, OptionError, Report, Score, Signal, Task, Time};
use mola_protocol::{Launch, Offer, Protocol, Remote, RemoteError};
use mola_rules::{Move, Position};

const BOTH: [Protocol; 2] = [Protocol::Uci, Protocol::XBoard];

/// Only a program that never answers takes longer.
const PATIENCE: Duration = Duration::from_mins(1);

/// How long to wait for what will not come.
const BRIEFLY: Duration = Duration::from_millis(200);

/// Less than `PATIENCE`, and more than a busy machine needs for a wait that is brief.
const SOON: Duration = Duration::from_secs(40);

fn patient(program: &str) -> Launch {
    Launch { handshake: PATIENCE, grace: PATIENCE, ..Launch::new(program::example(program)) }
}

fn ours(protocol: Protocol) -> Remote {
    Remote::start(Launch { protocol, ..patient("mola_protocol_first_move") }).unwrap()
}

fn faulty(fault: &str) -> Launch {
    patient("mola_protocol_faulty").argument(fault)
}

fn faulty_xboard(fault: &str) -> Launch {
    Launch { protocol: Protocol::XBoard, ..faulty(fault) }
}

/// A host that hears everything and gives its signals at set times.
struct Watch {
    begun: Instant,
    hit_at: Option<Duration>,
    stop_at: Option<Duration>,
    hit: Cell<bool>,
    reports: Vec<(usize, u32, Score, Vec<Move>)>,
}

impl Watch {
    fn new(hit_at: Option<u64>, stop_at: Option<u64>) -> Self {
        Self {
            begun: Instant::now(),
            hit_at: hit_at.map(Duration::from_millis),
            stop_at: stop_at.map(Duration::from_millis),
            hit: Cell::new(false),
            reports: Vec::new(),
        }
    }
}

impl Host for Watch {
    fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    fn poll(&self) -> Signal {
        let elapsed = self.begun.elapsed();
        if self.stop_at.is_some_and(|at| elapsed >= at) {
            Signal::Stop
        } else if self.hit_at.is_some_and(|at| elapsed >= at) && !self.hit.replace(true) {
            Signal::PonderHit
        } else {
            Signal::Continue
        }
    }

    fn report(&mut self, report: &Report<'_>) {
        self.reports.push((report.line, report.depth, report.score, report.pv.to_vec()));
    }
}

#[test]
fn the_program_tells_its_name_and_options() {
    for protocol in BOTH {
        let remote = ours(protocol);
        assert_eq!(remote.name(), "Mola first move");
        let options = remote.options();
        for name in ["Hash", "Threads", "SyzygyPath", "OwnBook", "MultiPV", "Style"] {
            assert!(
                options.iter().any(|option| option.name == name),
                "{protocol:?}: {name} is not in {options:?}"
            );
        }
    }
}

#[test]
fn options_are_checked_and_set() {
    for protocol in BOTH {
        let mut remote = ours(protocol);
        assert_eq!(remote.set_option("hash", "64"), Ok(()));
        assert_eq!(remote.set_option("ownbook", "true"), Ok(()));
        assert_eq!(remote.set_option("Style", "Very Wild"), Ok(()));
        assert_eq!(remote.set_option("Clear Hash", ""), Ok(()));
        assert_eq!(remote.set_option("Nothing", "1"), Err(OptionError::Unknown));
        assert!(matches!(remote.set_option("MultiPV", "x"), Err(OptionError::Number { .. })));
        let root = Position::start();
        let limits = Limits { depth: Some(1), ..Limits::NONE };
        assert!(remote.think(Task::new(&root, limits), &mut ()).best.is_some(), "{:?}", remote.last_error());
    }
}

#[test]
fn limits_of_every_kind_end_in_a_legal_move() {
    let clock = Time::Clock {
        left: Duration::from_millis(300),
        increment: Duration::from_millis(10),
        moves_to_go: Some(5),
    };
    let limits = [
        Limits { depth: Some(3), ..Limits::NONE },
        Limits { nodes: Some(20), ..Limits::NONE },
        Limits { time: Time::Move(Duration::from_millis(20)), ..Limits::NONE },
        Limits { time: clock, ..Limits::NONE },
        Limits {
            time: Time::Clock {
                left: Duration::from_millis(90),
                increment: Duration::ZERO,
                moves_to_go: None,
            },
            ..Limits::NONE
        },
        Limits { depth: Some(2), time: Time::Move(Duration::from_secs(5)), ..Limits::NONE },
    ];
    for protocol in BOTH {
        let mut remote = ours(protocol);
        for limits in limits {
            let root = Position::start();
            let mut host = Watch::new(None, None);
            let answer = remote.think(Task::new(&root, limits), &mut host);
            let best =
                answer.best.unwrap_or_else(|| panic!("{protocol:?} {limits:?}: {:?}", remote.last_error()));
            assert!(root.is_legal(best));
            assert!(!host.reports.is_empty(), "{protocol:?} {limits:?}");
            if let (Some(depth), Protocol::Uci) = (limits.depth, protocol) {
                assert!(host.reports.iter().all(|(_, seen, _, _)| *seen <= depth));
            }
        }
    }
}

#[test]
fn thinking_is_timed_from_the_question_to_the_answer() {
    let begun = Instant::now();
    for protocol in BOTH {
        let mut remote = ours(protocol);
        assert_eq!(remote.thought(), Duration::ZERO);
        let root = Position::start();
        let time = Time::Move(Duration::from_millis(100));
        remote.new_game();
        remote.think(Task::new(&root, Limits { time, ..Limits::NONE }), &mut ());
        assert!(remote.thought() > Duration::from_millis(50), "{protocol:?}: {:?}", remote.thought());
        assert!(remote.thought() < begun.elapsed());
    }
    let mut gone = Remote::start(faulty("crash")).unwrap();
    assert_eq!(ask(&mut gone), None);
    assert!(gone.thought() > Duration::ZERO, "the time until it failed counts");
}

#[test]
fn an_endless_question_is_stopped_by_the_host_at_once() {
    for protocol in BOTH {
        let mut remote = ours(protocol);
        let root = Position::start();
        for _ in 0..3 {
            let mut host = Watch::new(None, Some(60));
            let answer = remote.think(Task::new(&root, Limits::NONE), &mut host);
            assert!(answer.best.is_some(), "{protocol:?}: {:?}", remote.last_error());
            assert!(host.elapsed() >= Duration::from_millis(60));
            assert!(!host.reports.is_empty());
        }
    }
}

#[test]
fn pondering_waits_for_the_hit() {
    for protocol in BOTH {
        let mut remote = ours(protocol);
        let root = Position::start();
        let limits = Limits { time: Time::Move(Duration::from_millis(10)), ponder: true, ..Limits::NONE };
        let mut host = Watch::new(Some(80), None);
        assert!(remote.think(Task::new(&root, limits), &mut host).best.is_some());
        assert!(host.elapsed() >= Duration::from_millis(80), "{protocol:?}");
        let mut host = Watch::new(None, Some(50));
        assert!(remote.think(Task::new(&root, limits), &mut host).best.is_some());
    }
}

#[test]
fn several_lines_and_chosen_moves_are_asked_for() {
    let root = Position::start();
    let only: Vec<Move> = ["h2h3", "a2a3", "b1c3"].iter().map(|text| root.parse_uci(text).unwrap()).collect();
    for protocol in BOTH {
        let mut remote = ours(protocol);
        let limits = Limits { depth: Some(3), lines: 2, ..Limits::NONE };
        let mut host = Watch::new(None, None);
        let answer = remote.think(Task { only: &only, ..Task::new(&root, limits) }, &mut host);
        assert!(answer.best.is_some_and(|m| only.contains(&m)), "{protocol:?} {:?}", remote.last_error());
        assert!(host.reports.iter().all(|(_, _, _, pv)| only.contains(&pv[0])));
        if protocol == Protocol::Uci {
            assert!(host.reports.iter().any(|(line, _, _, _)| *line == 2));
        }
    }
}

/// Plays a game of the remote engine against itself, with takebacks in between.
fn play(remote: &mut Remote, start: Position, plies: usize) {
    remote.new_game();
    let mut history = History::new(start);
    for ply in 0..plies {
        if history.outcome().is_some() {
            break;
        }
        let limits = Limits { time: Time::Move(Duration::from_millis(2)), ..Limits::NONE };
        let root = *history.root();
        let answer = remote.think(history.task(limits), &mut ());
        let best = answer.best.unwrap_or_else(|| panic!("{root}: {:?}", remote.last_error()));
        assert!(root.is_legal(best));
        history.play(best);
        if ply == 7 {
            // Two moves are taken back, and another line is played.
            for _ in 0..3 {
                history.undo();
            }
        }
    }
}

#[test]
fn games_are_played_with_takebacks_from_any_start() {
    let starts = [
        Position::start(),
        "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 4 8".parse().unwrap(),
        Position::chess960(0),
        "1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 b GBgb - 0 1".parse().unwrap(),
    ];
    for protocol in BOTH {
        let mut remote = ours(protocol);
        for start in starts {
            play(&mut remote, start, 40);
        }
    }
}

#[test]
fn without_legal_moves_there_is_no_answer_and_no_error() {
    for protocol in BOTH {
        let mut remote = ours(protocol);
        let root: Position = "7k/5KQ1/8/8/8/8/8/8 b - - 0 1".parse().unwrap();
        let answer = remote.think(Task::new(&root, Limits { depth: Some(1), ..Limits::NONE }), &mut ());
        assert_eq!((answer.best, remote.last_error()), (None, None));
    }
}

fn ask(remote: &mut Remote) -> Option<Move> {
    let root = Position::start();
    let limits = Limits { time: Time::Move(Duration::from_millis(10)), ..Limits::NONE };
    remote.think(Task::new(&root, limits), &mut ()).best
}

#[test]
fn a_program_that_is_not_there_is_told() {
    let error = Remote::start(Launch::new("/no/such/engine")).unwrap_err();
    assert!(matches!(&error, RemoteError::Start { command, .. } if command == "/no/such/engine"), "{error}");
}

#[test]
fn a_mute_program_is_given_up_in_time() {
    for protocol in BOTH {
        let begun = Instant::now();
        let launch = Launch { protocol, handshake: BRIEFLY, grace: BRIEFLY, ..faulty("mute") };
        let started = Remote::start(launch);
        match protocol {
            Protocol::Uci => {
                let error = started.unwrap_err();
                assert!(matches!(error, RemoteError::Silent { awaited: "uciok", .. }), "{error}");
            }
            // One that never speaks may be an engine of the first version, until it has to move.
            Protocol::XBoard => {
                let mut remote = started.unwrap();
                assert_eq!(ask(&mut remote), None);
                assert!(matches!(remote.last_error(), Some(RemoteError::Silent { awaited: "move", .. })));
            }
        }
        assert!(begun.elapsed() < SOON);
    }
}

#[test]
fn an_xboard_engine_that_does_not_get_out_of_its_start_is_started_again() {
    let file = std::env::temp_dir().join(format!("mola-mute-{}", std::process::id()));
    let _ = std::fs::remove_file(&file);
    // A quarter of this is waited for nothing.
    let launch = faulty_xboard("mute-once").argument(file.to_string_lossy());
    let mut remote = Remote::start(Launch { handshake: Duration::from_secs(16), ..launch }).unwrap();
    assert_eq!(remote.name(), "Faulty");
    assert_eq!(ask(&mut remote), Position::start().parse_uci("e2e4").ok());
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn a_crash_is_told_with_its_last_words() {
    let mut remote = Remote::start(faulty("crash")).unwrap();
    assert_eq!(ask(&mut remote), None);
    let Some(RemoteError::Died { status, stderr }) = remote.last_error() else {
        panic!("{:?}", remote.last_error())
    };
    assert!(status.contains('3'), "{status}");
    assert!(stderr.ends_with("assertion failed: on purpose"), "{stderr}");
    assert!(stderr.contains("first words"), "{stderr}");
    assert_eq!(remote.process_id(), None);
}

#[test]
fn a_program_that_died_is_started_anew_by_the_next_question() {
    let file = std::env::temp_dir().join(format!("mola-crash-{}", std::process::id()));
    let _ = std::fs::remove_file(&file);
    let mut remote = Remote::start(faulty("crash-once").argument(file.to_string_lossy())).unwrap();
    remote.set_option("Hash", "7").unwrap();
    let first = remote.process_id();
    assert_eq!(ask(&mut remote), None);
    assert!(remote.last_error().is_some());
    assert_eq!(ask(&mut remote), Position::start().parse_uci("e2e4").ok());
    assert_eq!(remote.last_error(), None);
    assert_ne!(remote.process_id(), first);
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn a_program_that_hangs_is_ended() {
    for fault in ["hang", "deaf"] {
        let mut remote = Remote::start(Launch { grace: BRIEFLY, ..faulty(fault) }).unwrap();
        let begun = Instant::now();
        assert_eq!(ask(&mut remote), None);
        assert!(matches!(remote.last_error(), Some(RemoteError::Silent { awaited: "bestmove", .. })));
        assert!(begun.elapsed() < SOON);
        assert_eq!(remote.process_id(), None);
    }
}

#[test]
fn dropping_a_program_that_does_not_listen_ends_it() {
    let remote = Remote::start(faulty("deaf")).unwrap();
    let begun = Instant::now();
    drop(remote);
    assert!(begun.elapsed() < SOON);
}

#[test]
fn wrong_answers_are_told_and_the_program_lives_on() {
    let mut remote = Remote::start(faulty("illegal")).unwrap();
    assert_eq!(ask(&mut remote), None);
    assert!(matches!(remote.last_error(), Some(RemoteError::IllegalMove { text, .. }) if text == "e2e5"));
    assert!(remote.process_id().is_some());
    let mut remote = Remote::start(faulty("none")).unwrap();
    assert_eq!(ask(&mut remote), None);
    assert!(matches!(remote.last_error(), Some(RemoteError::NoMove { .. })));
    let mut remote = Remote::start(faulty_xboard("xboard-illegal")).unwrap();
    assert_eq!(ask(&mut remote), None);
    assert!(matches!(remote.last_error(), Some(RemoteError::IllegalMove { .. })));
}

#[test]
fn a_flood_of_lines_is_read_to_its_end() {
    let mut remote = Remote::start(faulty("flood")).unwrap();
    let root = Position::start();
    let mut host = Watch::new(None, None);
    let limits = Limits { depth: Some(5), ..Limits::NONE };
    let answer = remote.think(Task::new(&root, limits), &mut host);
    assert_eq!(host.reports.len(), 19_999);
    assert!(answer.best.is_some() && answer.ponder.is_some());
}

#[test]
fn offers_and_resignations_are_heard() {
    let mut remote = Remote::start(faulty_xboard("xboard-resign")).unwrap();
    assert_eq!(ask(&mut remote), None);
    assert_eq!((remote.offer(), remote.last_error()), (Some(&Offer::Resign), None));
    let mut remote = Remote::start(faulty_xboard("xboard-claim")).unwrap();
    assert!(ask(&mut remote).is_some());
    assert_eq!(remote.offer(), Some(&Offer::Draw));
}

#[test]
fn an_engine_that_notices_a_question_late_is_nudged() {
    let launch = faulty_xboard("xboard-drowsy");
    let mut remote = Remote::start(launch).unwrap();
    assert_eq!(ask(&mut remote), Position::start().parse_uci("e2e4").ok());
}

#[test]
fn an_engine_of_the_first_version_is_driven_too() {
    let mut remote = Remote::start(Launch { handshake: BRIEFLY, ..faulty_xboard("old") }).unwrap();
    assert_eq!(remote.name(), "mola_protocol_faulty");
    assert_eq!(ask(&mut remote), Position::start().parse_uci("e2e4").ok());
}

#[test]
fn a_remote_engine_stands_behind_a_session_like_any_other() {
    for protocol in BOTH {
        let mut client = client::Client::new(ours(protocol));
        let heard = client.send("uci").until("uciok");
        assert_eq!(
            heard.iter().filter(|line| line.starts_with("option name MultiPV ")).count(),
            1,
            "{heard:?}"
        );
        client.send("setoption name Hash value 8").send("setoption name MultiPV value 1").send("isready");
        client.expect("readyok");
        client.send("position startpos moves e2e4").send("go infinite").expect("info depth 1 ");
        client.send("stop");
        let best = client.expect("bestmove ");
        let mut root = Position::start();
        root.play(root.parse_uci("e2e4").unwrap()).unwrap();
        assert!(root.parse_uci(client::word_after(&best, "bestmove").unwrap()).is_ok(), "{best}");
    }
}
