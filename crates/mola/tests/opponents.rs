//! Our engine plays programs of others through our own client, in both protocols. `cargo xtask clients`
//! runs these tests.

#[path = "../../mola-protocol/tests/installed/mod.rs"]
mod engines;
mod others;

use std::time::{Duration, Instant};

use mola_engine::Mola;
use mola_game::{Engine, History, Limits, Listener, Time};
use mola_protocol::{Launch, Offer, Protocol, Remote};
use mola_rules::{Move, Position};
use others::{installed, mola};

/// What each has for a game, and what no clock falls below: on a machine that is busy with other tests
/// a game lost on time would say nothing.
const CLOCK: Duration = Duration::from_secs(2);
const RESERVE: Duration = Duration::from_millis(200);

fn start(name: &str, arguments: &str, protocol: Protocol) -> Remote {
    let launch = engines::launch(name, arguments, protocol);
    let launch = launch.unwrap_or_else(|| panic!("{name} is not installed: {}", others::WHY));
    Remote::start(launch).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// A player, and what came of its last question besides a move.
trait Player: Engine {
    fn remote(&self) -> Option<&Remote>;
}

impl Player for Mola {
    fn remote(&self) -> Option<&Remote> {
        None
    }
}

impl Player for Remote {
    fn remote(&self) -> Option<&Remote> {
        Some(self)
    }
}

/// Plays a game up to some length, each on a clock, and gives its moves.
fn play(players: [&mut dyn Player; 2], start: &Position, plies: usize) -> Vec<Move> {
    let [white, black] = players;
    let mut clocks = [CLOCK; 2];
    let mut history = History::new(*start);
    while history.moves().len() < plies && history.outcome().is_none() {
        let turn = history.moves().len() % 2;
        let player = if turn == 0 { &mut *white } else { &mut *black };
        let time = Time::Clock { left: clocks[turn], increment: Duration::ZERO, moves_to_go: None };
        let limits = Limits { time, ..Limits::NONE };
        let (root, asked) = (history.root(), Instant::now());
        let answer = player.think(history.task(limits), &mut Listener::new().clock(|| asked.elapsed()));
        clocks[turn] = clocks[turn].saturating_sub(asked.elapsed()).max(RESERVE);
        let remote = player.remote();
        // Who loses may resign, as GNU Chess does, and PolyGlot claims a draw where moves are repeated.
        let ends = match remote.and_then(Remote::offer) {
            Some(Offer::Resign) => true,
            Some(Offer::Claim(_)) => history.claimable_draw().is_some(),
            _ => false,
        };
        if answer.best.is_none() && ends {
            break;
        }
        let error = remote.and_then(Remote::last_error);
        let best =
            answer.best.unwrap_or_else(|| panic!("{} does not move in {root}: {error:?}", player.name()));
        assert!(root.is_legal(best), "{}: {best:?} in {root}", player.name());
        history.play(best);
    }
    history.moves().to_vec()
}

#[test]
#[ignore = "`cargo xtask clients` installs what this test needs and runs it"]
fn our_engine_plays_each_program_with_both_colors() {
    // Crafty is not in Debian any more.
    for (name, arguments, protocol) in engines::ENGINES.into_iter().filter(|(name, ..)| *name != "crafty") {
        let mut other = start(name, arguments, protocol);
        let mut own = Mola::new();
        for white in [true, false] {
            other.new_game();
            let players: [&mut dyn Player; 2] =
                if white { [&mut own, &mut other] } else { [&mut other, &mut own] };
            let moves = play(players, &Position::start(), 40);
            assert!(moves.len() >= 10 && other.last_error().is_none(), "{name}: {:?}", other.last_error());
            println!("{name} {protocol:?}: {} plies", moves.len());
        }
    }
}

#[test]
#[ignore = "`cargo xtask clients` installs what this test needs and runs it"]
fn our_program_plays_itself_through_either_protocol() {
    let fens = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "1r3kr1/5pp1/8/8/8/8/5PP1/1R3KR1 w GBgb - 0 1",
    ];
    for fen in fens {
        let mut white = Remote::start(engines::patient(mola())).expect("our program starts");
        let launch = engines::patient(mola()).argument("xboard");
        let launch = Launch { protocol: Protocol::XBoard, ..launch };
        let mut black = Remote::start(launch).expect("our program starts");
        let pocket = concat!("Mola pocket ", env!("CARGO_PKG_VERSION"));
        black.set_option("Engine", pocket).expect("it has two engines");
        let moves = play([&mut white, &mut black], &fen.parse().expect("a position"), 30);
        assert!(moves.len() >= 10 && white.last_error().or(black.last_error()).is_none());
    }
}

/// `PolyGlot` makes an XBoard engine of a UCI engine: it drives our program, and we drive it.
#[test]
#[ignore = "`cargo xtask clients` installs what this test needs and runs it"]
fn polyglot_stands_between_our_client_and_our_program() {
    let launch = Launch { protocol: Protocol::XBoard, ..engines::patient(installed("polyglot")) };
    let launch = launch.argument("-noini").argument("-ec").argument(format!("{} uci", mola().display()));
    let mut other = Remote::start(launch).unwrap_or_else(|error| panic!("{error}"));
    assert!(other.name().contains("Mola"), "{}", other.name());
    let moves = play([&mut Mola::new(), &mut other], &Position::start(), 30);
    assert!(moves.len() >= 10 && other.last_error().is_none(), "{:?}", other.last_error());
}
