//! The client's side against engines that others wrote, where they are installed:
//! `apt-get install stockfish gnuchess fairymax phalanx toga2 ethereal-chess`, then
//! `cargo test --test real_engines -- --ignored`.

mod installed;

use std::time::{Duration, Instant};

use mola_game::{Engine, History, Limits, Listener, Task, Time};
use mola_protocol::Remote;
use mola_rules::{Move, Position};

fn start() -> Vec<(String, Remote)> {
    let mut remotes = Vec::new();
    for (name, arguments, protocol) in installed::ENGINES {
        let Some(launch) = installed::launch(name, arguments, protocol) else {
            println!("{name} is not installed");
            continue;
        };
        match Remote::start(launch) {
            Ok(remote) => remotes.push((format!("{name} {protocol:?}"), remote)),
            Err(error) => panic!("{name}: {error}"),
        }
    }
    assert!(!remotes.is_empty(), "no engine is installed");
    remotes
}

#[test]
#[ignore = "needs engines that are not ours"]
fn real_engines_introduce_themselves() {
    for (name, remote) in start() {
        println!("{name}: {:?} by {:?}, {} options", remote.name(), remote.author(), remote.options().len());
        assert!(!remote.name().is_empty());
    }
}

#[test]
#[ignore = "needs engines that are not ours"]
fn real_engines_answer_within_limits_of_every_kind() {
    let middle: Position =
        "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 4 8".parse().unwrap();
    let clock =
        Time::Clock { left: Duration::from_secs(3), increment: Duration::from_millis(50), moves_to_go: None };
    let limits = [
        (Limits { time: Time::Move(Duration::from_secs(1)), ..Limits::NONE }, None),
        (Limits { depth: Some(4), ..Limits::NONE }, None),
        (Limits { time: clock, ..Limits::NONE }, None),
        (Limits { nodes: Some(20_000), ..Limits::NONE }, None),
        (Limits::NONE, Some(Duration::from_millis(400))),
    ];
    for (name, mut remote) in start() {
        for (limits, stop_at) in limits {
            // This one hears nothing while it thinks, and cannot count nodes.
            if name.starts_with("fairymax") && limits.time == Time::Unlimited && limits.depth.is_none() {
                continue;
            }
            let begun = Instant::now();
            let mut reports = 0;
            let mut listener = Listener::new()
                .clock(|| begun.elapsed())
                .stop_when(|| stop_at.is_some_and(|at| begun.elapsed() >= at))
                .hear(|_| reports += 1);
            let answer = remote.think(Task::new(&middle, limits), &mut listener);
            drop(listener);
            println!("{name} {limits:?}: {answer:?} {:?} {reports} reports", begun.elapsed());
            assert!(answer.best.is_some(), "{name} {limits:?}: {:?}", remote.last_error());
            assert!(begun.elapsed() < Duration::from_mins(1), "{name} {limits:?}");
        }
    }
}

/// Plays two engines against each other, and gives the moves.
fn game(white: &mut Remote, black: &mut Remote, plies: usize) -> Vec<Move> {
    white.new_game();
    black.new_game();
    let mut history = History::default();
    while history.moves().len() < plies && history.outcome().is_none() {
        let player = if history.moves().len() % 2 == 0 { &mut *white } else { &mut *black };
        let time = Time::Clock { left: Duration::from_secs(4), increment: Duration::ZERO, moves_to_go: None };
        let answer = player.think(history.task(Limits { time, ..Limits::NONE }), &mut ());
        let root = history.root();
        if player.offer().is_some() {
            println!("{} says {:?}", player.name(), player.offer());
        }
        let Some(best) = answer.best else {
            assert!(player.last_error().is_none(), "{}: {:?} in {root}", player.name(), player.last_error());
            break;
        };
        assert!(root.is_legal(best), "{}: {best:?} in {root}", player.name());
        history.play(best);
    }
    history.moves().to_vec()
}

#[test]
#[ignore = "needs engines that are not ours"]
fn real_engines_play_each_other() {
    let mut remotes = start();
    for index in 0..remotes.len() {
        let other = (index + 1) % remotes.len();
        let (first, second) = if index < other {
            let (left, right) = remotes.split_at_mut(other);
            (&mut left[index], &mut right[0])
        } else {
            let (left, right) = remotes.split_at_mut(index);
            (&mut right[0], &mut left[other])
        };
        let moves = game(&mut first.1, &mut second.1, 30);
        println!("{} against {}: {} moves", first.0, second.0, moves.len());
        assert!(moves.len() > 4);
    }
}

#[test]
#[ignore = "needs engines that are not ours"]
fn stockfish_castles_in_chess960_and_shows_several_lines() {
    let Some(path) = installed::find("stockfish") else { return };
    let mut remote = Remote::start(installed::patient(path)).unwrap();
    remote.set_option("hash", "32").unwrap();
    remote.set_option("threads", "1").unwrap();
    let start: Position = "1r3kr1/5pp1/8/8/8/8/5PP1/1R3KR1 w GBgb - 0 1".parse().unwrap();
    let mut history = History::new(start);
    history.play(start.parse_san("O-O").unwrap());
    let limits = Limits { depth: Some(8), lines: 3, ..Limits::NONE };
    let mut reports = 0;
    let mut listener = Listener::new().hear(|_| reports += 1);
    let answer = remote.think(history.task(limits), &mut listener);
    drop(listener);
    assert!(answer.best.is_some(), "{:?}", remote.last_error());
    assert!(reports >= 24, "three lines at eight depths");
}
