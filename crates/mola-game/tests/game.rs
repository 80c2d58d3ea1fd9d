//! A game, from its first move to its last.

use std::num::NonZero;
use std::time::Duration;

use mola_game::{FixedScoresheet, Game, GameError, Limits, Time, TimeControl};
use mola_rules::{Color, DrawReason, Outcome, Position, WinReason};
use proptest::prelude::*;

fn game_after(moves: &str) -> Game {
    let mut game = Game::default();
    for text in moves.split_whitespace() {
        game.play_text(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    game
}

fn from_fen(fen: &str) -> Game {
    Game::new(fen.parse().expect("a legal position"), TimeControl::Unlimited)
}

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

#[test]
fn checkmate_ends_the_game_and_says_who_won() {
    let game = game_after("e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7");
    assert_eq!(game.outcome(), Some(Outcome::Win(Color::White, WinReason::Checkmate)));
}

#[test]
fn stalemate_is_a_draw() {
    let mut game = from_fen("k7/8/1K6/8/8/8/2Q5/8 w - - 0 1");
    game.play_text("Qc7").unwrap();
    assert_eq!(game.outcome(), Some(Outcome::Draw(DrawReason::Stalemate)));
}

#[test]
fn a_finished_game_takes_no_more_moves() {
    let mut game = game_after("f3 e5 g4 Qh4");
    let outcome = game.outcome().unwrap();
    assert_eq!(game.play_text("a3"), Err(GameError::Over(outcome)));
    assert_eq!(game.resign(Color::White), Err(GameError::Over(outcome)));
    assert_eq!(game.offer_draw(Color::White), Err(GameError::Over(outcome)));
}

#[test]
fn an_illegal_move_changes_nothing() {
    let mut game = game_after("e4 e5");
    let before = game.snapshot();
    assert!(matches!(game.play_text("e5"), Err(GameError::Text(_))));
    assert!(matches!(game.play_text("what?"), Err(GameError::Text(_))));
    let elsewhere = Position::start().parse_san("e4").unwrap();
    assert_eq!(game.play(elsewhere), Err(GameError::Illegal(elsewhere)));
    assert_eq!(game.snapshot(), before);
}

#[test]
fn the_fifth_repetition_ends_the_game_and_the_third_can_be_claimed() {
    let mut game = Game::<mola_game::DefaultScoresheet>::default();
    let shuffle = ["Nf3", "Nf6", "Ng1", "Ng8"];
    assert_eq!(game.claim_draw(), Err(GameError::NothingToClaim));
    for text in shuffle.repeat(2) {
        game.play_text(text).unwrap();
    }
    assert_eq!(game.snapshot().claimable, Some(DrawReason::ThreefoldRepetition));
    let mut claimed = game.clone();
    claimed.claim_draw().unwrap();
    assert_eq!(claimed.outcome(), Some(Outcome::Draw(DrawReason::ThreefoldRepetition)));
    for text in shuffle.repeat(2) {
        game.play_text(text).unwrap();
    }
    assert_eq!(game.outcome(), Some(Outcome::Draw(DrawReason::FivefoldRepetition)));
}

#[test]
fn fifty_moves_can_be_claimed_and_seventy_five_end_the_game() {
    let mut game = from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 99 80");
    game.play_text("Ra2").unwrap();
    assert_eq!(game.snapshot().claimable, Some(DrawReason::FiftyMoves));
    let mut game = from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 149 120");
    game.play_text("Ra2").unwrap();
    assert_eq!(game.outcome(), Some(Outcome::Draw(DrawReason::SeventyFiveMoves)));
}

#[test]
fn resignation_gives_the_game_to_the_other_player() {
    let mut game = game_after("e4");
    game.resign(Color::White).unwrap();
    assert_eq!(game.outcome(), Some(Outcome::Win(Color::Black, WinReason::Resignation)));
}

#[test]
fn a_draw_takes_two() {
    let mut game = game_after("e4");
    assert_eq!(game.accept_draw(Color::Black), Err(GameError::NoOffer));
    game.offer_draw(Color::White).unwrap();
    assert_eq!(game.accept_draw(Color::White), Err(GameError::NoOffer), "nobody accepts their own offer");
    game.accept_draw(Color::Black).unwrap();
    assert_eq!(game.outcome(), Some(Outcome::Draw(DrawReason::Agreement)));
}

#[test]
fn two_offers_are_an_agreement() {
    let mut game = game_after("e4");
    game.offer_draw(Color::Black).unwrap();
    game.offer_draw(Color::White).unwrap();
    assert_eq!(game.outcome(), Some(Outcome::Draw(DrawReason::Agreement)));
}

#[test]
fn an_offer_lapses_when_the_opponent_moves() {
    let mut game = game_after("e4");
    game.offer_draw(Color::White).unwrap();
    game.play_text("e5").unwrap();
    assert_eq!(game.draw_offer(), None);
    game.offer_draw(Color::White).unwrap();
    game.play_text("Nf3").unwrap();
    assert_eq!(game.draw_offer(), Some(Color::White), "moving does not withdraw one's own offer");
}

#[test]
fn a_clock_runs_down_and_earns_its_increment() {
    let control = TimeControl::clock(seconds(60), seconds(2));
    let mut game: Game = Game::new(Position::start(), control);
    let m = game.position().parse_san("e4").unwrap();
    game.play_timed(m, seconds(10)).unwrap();
    assert_eq!(game.snapshot().left, [Some(seconds(52)), Some(seconds(60))]);
    let task = game.task(Limits::NONE);
    let expected = Time::Clock { left: seconds(60), increment: seconds(2), moves_to_go: None };
    assert_eq!(task.limits.time, expected);
}

#[test]
fn a_period_adds_its_time_again() {
    let control =
        TimeControl::Clock { base: seconds(10), increment: Duration::ZERO, period: NonZero::new(2) };
    let mut game: Game = Game::new(Position::start(), control);
    for text in ["e4", "e5", "Nf3"] {
        let m = game.position().parse_san(text).unwrap();
        game.play_timed(m, seconds(4)).unwrap();
    }
    assert_eq!(game.snapshot().left, [Some(seconds(12)), Some(seconds(6))]);
    let Time::Clock { moves_to_go, .. } = game.task(Limits::NONE).limits.time else { panic!("no clock") };
    assert_eq!(moves_to_go, Some(1));
}

#[test]
fn a_move_after_the_flag_does_not_count() {
    let control = TimeControl::clock(seconds(5), Duration::ZERO);
    let mut game: Game = Game::new(Position::start(), control);
    let m = game.position().parse_san("e4").unwrap();
    game.play_timed(m, seconds(6)).unwrap();
    assert_eq!(game.outcome(), Some(Outcome::Win(Color::Black, WinReason::Time)));
    assert!(game.is_empty());
    assert_eq!(game.snapshot().left[0], Some(Duration::ZERO));
}

#[test]
fn time_runs_out_against_a_bare_king_for_a_draw() {
    let mut game = from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    game.flag(Color::White).unwrap();
    assert_eq!(game.outcome(), Some(Outcome::Draw(DrawReason::TimeWithoutMaterial)));
}

#[test]
fn taking_back_restores_the_clocks() {
    let control = TimeControl::clock(seconds(60), seconds(1));
    let mut game: Game = Game::new(Position::start(), control);
    for (text, spent) in [("e4", 5), ("e5", 7), ("Nf3", 9), ("Nc6", 11)] {
        let m = game.position().parse_san(text).unwrap();
        game.play_timed(m, seconds(spent)).unwrap();
    }
    let end = game.snapshot().left;
    game.take_back().unwrap();
    assert_eq!(game.snapshot().left, [Some(seconds(48)), Some(seconds(54))]);
    game.take_back().unwrap();
    assert_eq!(game.snapshot().left, [Some(seconds(56)), Some(seconds(54))]);
    game.take_back().unwrap();
    game.take_back().unwrap();
    assert_eq!(game.snapshot().left, [Some(seconds(60)); 2]);
    for _ in 0..4 {
        game.redo().unwrap();
    }
    assert_eq!(game.snapshot().left, end);
}

#[test]
fn a_new_move_ends_what_could_be_redone() {
    let mut game = game_after("e4 e5 Nf3");
    game.take_back().unwrap();
    game.take_back().unwrap();
    assert_eq!(game.undone(), 2);
    game.play_text("c5").unwrap();
    assert_eq!(game.undone(), 0);
    assert_eq!(game.redo(), Err(GameError::NothingToRedo));
}

#[test]
fn taking_back_reopens_a_finished_game() {
    let mut game = game_after("f3 e5 g4 Qh4");
    game.take_back().unwrap();
    assert_eq!(game.outcome(), None);
    game.play_text("a6").unwrap();
}

#[test]
fn black_may_begin() {
    let mut game = from_fen("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1");
    game.play_text("Kd7").unwrap();
    game.play_text("e4").unwrap();
    game.take_back().unwrap();
    game.take_back().unwrap();
    assert_eq!(game.position(), game.start());
}

#[test]
fn a_game_is_written_at_any_moment_and_read_again() {
    let mut game = game_after("e4 e5 Nf3");
    let text = game.to_pgn().to_string();
    assert!(text.contains("[Result \"*\"]") && text.ends_with("1. e4 e5 2. Nf3 *\n"), "{text}");
    game.resign(Color::Black).unwrap();
    let text = game.to_pgn().to_string();
    let again: mola_game::pgn::GameTree = text.parse().unwrap();
    assert_eq!(again, game.to_pgn());
    assert!(text.ends_with("1-0\n"), "{text}");
    let control = TimeControl::clock(seconds(60), Duration::ZERO);
    let mut timed: Game = Game::new(Position::start(), control);
    let m = timed.position().parse_san("e4").unwrap();
    timed.play_timed(m, seconds(3)).unwrap();
    assert!(timed.to_pgn().to_string().contains("{[%clk 0:00:57]}"));
}

proptest! {
    /// Whatever is played, taking everything back leads through the same snapshots to the start, and
    /// redoing leads forward again.
    #[test]
    fn take_back_and_redo_retrace_the_game(choices in prop::collection::vec(any::<u16>(), 0..120)) {
        let control = TimeControl::clock(seconds(600), seconds(1));
        let mut game: Game<FixedScoresheet<128>> = Game::new(Position::start(), control);
        let mut seen = vec![game.snapshot()];
        for choice in choices {
            if game.outcome().is_some() {
                break;
            }
            let moves = game.position().legal_moves();
            let m = moves[usize::from(choice) % moves.len()];
            game.play_timed(m, Duration::from_millis(u64::from(choice % 4000))).unwrap();
            seen.push(game.snapshot());
        }
        let last = seen.len() - 1;
        for earlier in seen.iter().rev().skip(1) {
            game.take_back().unwrap();
            let now = game.snapshot();
            prop_assert_eq!(now.position, earlier.position);
            prop_assert_eq!(now.left, earlier.left);
            prop_assert_eq!(now.played + now.undone, last);
        }
        prop_assert_eq!(game.take_back(), Err(GameError::NothingToTakeBack));
        for later in seen.iter().skip(1) {
            game.redo().unwrap();
            let now = game.snapshot();
            prop_assert_eq!((now.position, now.outcome, now.left), (later.position, later.outcome, later.left));
        }
        prop_assert_eq!(game.redo(), Err(GameError::NothingToRedo));
    }
}
