//! The functions as C calls them: wrong pointers, wrong texts, whole games.
#![allow(unsafe_code, reason = "the border to C is what is tested")]

use std::ffi::{CStr, CString, c_char, c_void};
use std::ptr::{null, null_mut};

use mola_pocket_c::*;

/// A game in memory of the test, with a table.
struct Table {
    game: Box<MolaPocket>,
    _memory: Vec<u8>,
}

impl Table {
    fn new(bytes: usize) -> Self {
        // SAFETY: zeros are what C programs begin with, and words may be zero.
        let mut game: Box<MolaPocket> = Box::new(unsafe { std::mem::zeroed() });
        let mut memory = vec![0_u8; bytes];
        // SAFETY: both blocks are the test's own.
        let status = unsafe { mola_pocket_init(&raw mut *game, memory.as_mut_ptr().cast(), bytes) };
        assert_eq!(status, MolaStatus::Ok);
        Self { game, _memory: memory }
    }

    fn fen(&mut self, fen: &str) -> MolaStatus {
        let fen = CString::new(fen).unwrap();
        // SAFETY: a game and a text.
        unsafe { mola_pocket_set_fen(&raw mut *self.game, fen.as_ptr()) }
    }

    fn play(&mut self, text: &str) -> MolaStatus {
        let text = CString::new(text).unwrap();
        // SAFETY: a game and a text.
        unsafe { mola_pocket_play(&raw mut *self.game, text.as_ptr()) }
    }

    fn think(&mut self, level: u32) -> Result<String, MolaStatus> {
        let mut text = [0 as c_char; MOLA_MOVE_SIZE];
        // SAFETY: a game, and room for a move.
        match unsafe { mola_pocket_think_level(&raw mut *self.game, level, text.as_mut_ptr()) } {
            // SAFETY: it was filled with a text.
            MolaStatus::Ok => Ok(unsafe { CStr::from_ptr(text.as_ptr()) }.to_str().unwrap().to_owned()),
            error => Err(error),
        }
    }

    fn board(&mut self) -> String {
        let mut board = [0; 64];
        // SAFETY: a game and 64 bytes.
        assert_eq!(unsafe { mola_pocket_board64(&raw mut *self.game, board.as_mut_ptr()) }, MolaStatus::Ok);
        String::from_utf8(board.to_vec()).unwrap()
    }

    fn outcome(&mut self) -> MolaOutcome {
        // SAFETY: a game.
        unsafe { mola_pocket_outcome(&raw mut *self.game) }
    }
}

#[test]
fn null_and_unprepared_games_are_refused_by_every_function() {
    // SAFETY: null is allowed, and zeros are a game that was not prepared.
    unsafe {
        let mut raw: Box<MolaPocket> = Box::new(std::mem::zeroed());
        let mut text = [0 as c_char; MOLA_MOVE_SIZE];
        let mut board = [b' '; 64];
        assert_eq!(mola_pocket_init(null_mut(), null_mut(), 0), MolaStatus::Null);
        for (game, expected) in [(null_mut(), MolaStatus::Null), (&raw mut *raw, MolaStatus::NotReady)] {
            assert_eq!(mola_pocket_new_game(game), expected);
            assert_eq!(mola_pocket_set_fen(game, c"8/8/8/8/8/8/8/8 w".as_ptr()), expected);
            assert_eq!(mola_pocket_set_board64(game, board.as_ptr()), expected);
            assert_eq!(mola_pocket_check_move(game, c"e2e4".as_ptr()), expected);
            assert_eq!(mola_pocket_play(game, c"e2e4".as_ptr()), expected);
            assert_eq!(mola_pocket_think_level(game, 1, text.as_mut_ptr()), expected);
            assert_eq!(mola_pocket_board64(game, board.as_mut_ptr()), expected);
            assert_eq!(mola_pocket_outcome(game), MolaOutcome::Playing);
            assert!(!mola_pocket_in_check(game) && !mola_pocket_black_to_move(game));
        }
        let mut table = Table::new(0);
        let game = &raw mut *table.game;
        assert_eq!(mola_pocket_set_fen(game, null()), MolaStatus::Null);
        assert_eq!(mola_pocket_set_board64(game, null()), MolaStatus::Null);
        assert_eq!(mola_pocket_play(game, null()), MolaStatus::Null);
        assert_eq!(mola_pocket_check_move(game, null()), MolaStatus::Null);
        assert_eq!(mola_pocket_think_level(game, 1, null_mut()), MolaStatus::Null);
        assert_eq!(mola_pocket_board64(game, null_mut()), MolaStatus::Null);
        assert_eq!(mola_pocket_think(game, 0, None, null_mut(), text.as_mut_ptr()), MolaStatus::Limit);
    }
}

#[test]
fn what_is_refused_changes_nothing() {
    let mut table = Table::new(1200);
    let before = table.board();
    for (text, status) in [
        ("", MolaStatus::Unreadable),
        ("e2", MolaStatus::Unreadable),
        ("e2e9", MolaStatus::Unreadable),
        ("e2e4e5", MolaStatus::Unreadable),
        ("é2e4", MolaStatus::Unreadable),
        ("e2e5", MolaStatus::Illegal),
        ("e7e5", MolaStatus::Illegal),
        ("e2e4q", MolaStatus::Illegal),
    ] {
        assert_eq!(table.play(text), status, "{text}");
    }
    for (fen, status) in [
        ("", MolaStatus::Board),
        ("8/8/8/8/8/8/8/8 w - - 0 1", MolaStatus::Kings),
        ("k7/8/8/8/8/8/8/K6P w - - 0 1", MolaStatus::Pawns),
        ("k7/8/8/8/8/8/8/K6r b - - 0 1", MolaStatus::Check),
        ("k7/8/8/8/8/8/8/K7 w K - 0 1", MolaStatus::Rights),
    ] {
        assert_eq!(table.fen(fen), status, "{fen}");
    }
    assert_eq!(table.board(), before);
    assert_eq!(table.think(0), Err(MolaStatus::Limit));
    assert_eq!(table.think(8), Err(MolaStatus::Limit));
}

#[test]
fn games_end_as_the_laws_say() {
    let mut table = Table::new(1200);
    for (fen, text, outcome) in [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", MolaOutcome::Checkmate),
        ("7k/8/8/8/8/8/8/K4Q2 w - - 0 1", "f1f7", MolaOutcome::Stalemate),
        ("6Qk/8/8/8/8/8/8/K7 b - - 0 1", "h8g8", MolaOutcome::DeadPosition),
        ("7k/8/8/8/8/8/8/K4Q2 w - - 99 80", "f1f2", MolaOutcome::FiftyMoves),
    ] {
        assert_eq!((table.fen(fen), table.play(text)), (MolaStatus::Ok, MolaStatus::Ok), "{fen}");
        assert_eq!(table.outcome(), outcome, "{fen}");
        assert_eq!(table.play("a1a2"), MolaStatus::Over);
        assert_eq!(table.think(1), Err(MolaStatus::Over));
    }
    assert_eq!(table.fen("7k/8/8/8/8/8/8/K1B3R1 w - - 0 1"), MolaStatus::Ok);
    for text in ["g1g2", "h8h7", "g2g1", "h7h8", "g1g2", "h8h7", "g2g1"] {
        assert_eq!(table.play(text), MolaStatus::Ok);
        assert_eq!(table.outcome(), MolaOutcome::Playing);
    }
    assert_eq!(table.play("h7h8"), MolaStatus::Ok);
    assert_eq!(table.outcome(), MolaOutcome::Repetition);
}

#[test]
fn it_plays_whole_games_with_any_table() {
    for bytes in [0, 1, 11, 12, 8191, 24576] {
        let mut table = Table::new(bytes);
        let mut plies = 0;
        while table.outcome() == MolaOutcome::Playing && plies < 60 {
            let text = table.think(1 + plies % 2).expect("a move");
            assert_eq!(table.play(&text), MolaStatus::Ok, "{text}");
            plies += 1;
        }
        assert!(plies > 20, "that was not a game: {plies}");
    }
}

#[test]
fn the_caller_can_stop_a_search() {
    unsafe extern "C" fn third(context: *mut c_void) -> bool {
        // SAFETY: the test passes a counter.
        let count = unsafe { &mut *context.cast::<u32>() };
        *count += 1;
        *count >= 3
    }
    let mut table = Table::new(1200);
    let (mut count, mut text) = (0_u32, [0 as c_char; MOLA_MOVE_SIZE]);
    let context: *mut u32 = &raw mut count;
    // SAFETY: a game, a function that takes the counter, and room for a move.
    let status =
        unsafe { mola_pocket_think(&raw mut *table.game, 0, Some(third), context.cast(), text.as_mut_ptr()) };
    assert_eq!((status, count), (MolaStatus::Ok, 3));
}

#[test]
fn every_status_and_outcome_has_a_sentence() {
    // SAFETY: the texts end with a zero byte and live as long as the program.
    let sentence = |text| unsafe { CStr::from_ptr(text) }.to_str().unwrap();
    for number in 0..20 {
        assert!(sentence(mola_pocket_status_text(number)).ends_with('.'));
        assert!(sentence(mola_pocket_outcome_text(number)).ends_with('.'));
    }
    assert_eq!(sentence(mola_pocket_status_text(MolaStatus::Over as u32)), "The game is over.");
    assert_eq!(sentence(mola_pocket_outcome_text(MolaOutcome::Repetition as u32)), "A draw by repetition.");
}
