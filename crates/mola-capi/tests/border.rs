//! The functions as C calls them: wrong pointers, wrong texts, whole games.
#![allow(unsafe_code, reason = "the border to C is what is tested")]
// SAFETY for the whole file: handles come from the library and are freed once; texts are C's.
#![allow(clippy::undocumented_unsafe_blocks, reason = "the sentence above holds for all")]

use std::ffi::{CStr, CString, c_char, c_void};
use std::ptr::{null, null_mut};

use mola_capi::*;

fn c(text: &str) -> CString {
    CString::new(text).unwrap()
}

/// A text of the library's, given back.
fn taken(text: *mut c_char) -> Option<String> {
    if text.is_null() {
        return None;
    }
    let copy = unsafe { CStr::from_ptr(text) }.to_str().unwrap().to_owned();
    unsafe { mola_string_free(text) };
    Some(copy)
}

fn last_error() -> String {
    unsafe { CStr::from_ptr(mola_last_error()) }.to_str().unwrap().to_owned()
}

fn position(fen: &str) -> *mut MolaPosition {
    unsafe { mola_position_from_fen(c(fen).as_ptr()) }
}

#[test]
fn the_version_is_that_of_the_workspace() {
    assert_eq!(unsafe { CStr::from_ptr(mola_version()) }.to_str().unwrap(), env!("CARGO_PKG_VERSION"));
}

#[test]
fn null_is_an_error_everywhere_and_free_takes_it() {
    unsafe {
        assert!(mola_position_from_fen(null()).is_null());
        assert_eq!(last_error(), "A pointer is null.");
        assert!(taken(mola_position_fen(null())).is_none());
        assert!(!mola_position_play(null_mut(), 1));
        assert_eq!(mola_position_legal_moves(null(), null_mut()), 0);
        assert_eq!(mola_game_play_text(null_mut(), null()), 0);
        assert!(!mola_game_play(null_mut(), 0, 0));
        assert!(mola_game_pgn(null(), null(), 0).is_null());
        assert!(!mola_engine_think(null(), null(), null(), null(), null_mut()));
        assert!(mola_engine_analyze(null(), null(), null(), null()).is_null());
        assert!(mola_analysis_accuracy(null(), 0) < 0.0);
        assert!(!mola_pgn_next(null_mut(), null_mut()));
        mola_engine_stop(null());
        mola_position_free(null_mut());
        mola_game_free(null_mut());
        mola_pgn_free(null_mut());
        mola_pgn_game_free(null_mut());
        mola_engine_free(null_mut());
        mola_analysis_free(null_mut());
        mola_string_free(null_mut());
    }
}

#[test]
fn what_is_wrong_is_told_in_a_sentence() {
    assert!(position("nonsense").is_null());
    assert!(last_error().contains("FEN") && last_error().ends_with('.'), "{}", last_error());
    let start = mola_position_new();
    unsafe {
        assert_eq!(mola_position_read_move(start, c("e5").as_ptr()), 0);
        assert!(last_error().contains("e5"), "{}", last_error());
        let bytes = [0xff_u8, 0];
        assert_eq!(mola_position_read_move(start, bytes.as_ptr().cast()), 0);
        assert_eq!(last_error(), "The text is not UTF-8.");
        for number in [0, 1, 99, 0xffff] {
            assert!(!mola_position_play(start, number), "{number}");
            assert!(mola_position_san(start, number).is_null(), "{number}");
        }
        assert_eq!(mola_position_piece(start, 64), 0);
        assert!(mola_position_chess960(960).is_null());
        assert!(mola_engine_new(7).is_null());
        assert!(mola_level_name(0).is_null());
        mola_position_free(start);
    }
}

#[test]
fn moves_are_listed_read_written_and_played() {
    let start = mola_position_new();
    let mut moves = [0; MOLA_MAX_MOVES];
    unsafe {
        assert_eq!(mola_position_legal_moves(start, moves.as_mut_ptr()), 20);
        assert_eq!(mola_position_legal_moves(start, null_mut()), 20);
        let knight = mola_position_read_move(start, c("Nf3").as_ptr());
        assert!(moves.contains(&knight));
        assert_eq!(taken(mola_position_uci(start, knight)).unwrap(), "g1f3");
        assert_eq!(taken(mola_position_san(start, knight)).unwrap(), "Nf3");
        assert_eq!((mola_move_from(knight), mola_move_to(knight)), (6, mola_square(c("f3").as_ptr())));
        let copy = mola_position_clone(start);
        assert!(mola_position_play(copy, knight));
        assert_eq!(mola_position_piece(copy, 21) as u8, b'N');
        assert_eq!(mola_position_turn(copy), MolaColor::Black);
        assert_eq!(mola_position_perft(start, 3), 8902);
        assert!(taken(mola_position_svg(copy)).unwrap().starts_with("<svg"));
        mola_position_free(copy);
        mola_position_free(start);
    }
}

#[test]
fn a_game_is_played_taken_back_and_written() {
    unsafe {
        let game = mola_game_new(null(), 0, 0);
        for text in ["f3", "e5", "g4", "Qh4"] {
            assert_ne!(mola_game_play_text(game, c(text).as_ptr()), 0, "{text}");
        }
        assert_eq!(taken(mola_game_outcome(game)).unwrap(), "Black wins by checkmate");
        assert_eq!(taken(mola_game_result(game)).unwrap(), "0-1");
        assert_eq!(mola_game_play_text(game, c("a3").as_ptr()), 0);
        assert!(last_error().starts_with("The game is over"), "{}", last_error());
        let tags = [c("White"), c("Anna")];
        let tags: Vec<_> = tags.iter().map(|tag| tag.as_ptr()).collect();
        let pgn = taken(mola_game_pgn(game, tags.as_ptr(), 1)).unwrap();
        assert!(pgn.contains("[White \"Anna\"]") && pgn.ends_with("1. f3 e5 2. g4 Qh4# 0-1\n"), "{pgn}");
        assert!(mola_game_take_back(game) && !mola_game_is_over(game));
        assert!(mola_game_redo(game) && mola_game_is_over(game));
        assert!(mola_game_take_back(game) && mola_game_resign(game, 1));
        assert_eq!(taken(mola_game_result(game)).unwrap(), "1-0");
        assert!(!mola_game_resign(game, 2));
        mola_game_free(game);
    }
}

#[test]
fn games_are_read_from_text_one_after_the_other() {
    let text = c("[White \"Anna\"]\n\n1. e4 e5 (1... c5) 2. Nf3 *\n\n1. e4 Ke5 *");
    unsafe {
        let pgn = mola_pgn_from_text(text.as_ptr());
        let mut game = null_mut();
        assert!(mola_pgn_next(pgn, &raw mut game));
        assert_eq!(taken(mola_pgn_game_tag(game, c("White").as_ptr())).unwrap(), "Anna");
        assert!(taken(mola_pgn_game_tag(game, c("Annotator").as_ptr())).is_none());
        assert_eq!(mola_pgn_game_move_count(game), 3);
        assert!(taken(mola_pgn_game_errors(game)).is_none());
        assert!(taken(mola_pgn_game_text(game)).unwrap().contains("(1... c5)"));
        let replayed = mola_pgn_game_replay(game);
        assert_eq!(mola_game_move_count(replayed), 3);
        assert_eq!(mola_game_move(replayed, 2), mola_pgn_game_move(game, 2));
        mola_game_free(replayed);
        mola_pgn_game_free(game);
        assert!(mola_pgn_next(pgn, &raw mut game));
        assert!(taken(mola_pgn_game_errors(game)).unwrap().contains("Ke5"));
        mola_pgn_game_free(game);
        assert!(mola_pgn_next(pgn, &raw mut game) && game.is_null());
        assert!(taken(mola_pgn_errors(pgn)).is_none());
        mola_pgn_free(pgn);
        let pgn = mola_pgn_from_text(c("[Event \"cut o").as_ptr());
        assert!(mola_pgn_next(pgn, &raw mut game) && game.is_null());
        assert!(taken(mola_pgn_errors(pgn)).unwrap().contains("game 1"));
        mola_pgn_free(pgn);
        assert!(mola_pgn_open(c("/no/such/file.pgn").as_ptr()).is_null());
        assert!(last_error().contains("/no/such/file.pgn"), "{}", last_error());
    }
}

unsafe extern "C" fn count(context: *mut c_void, report: *const MolaReport) {
    unsafe {
        assert!((*report).move_count > 0 && *(*report).moves != 0);
        *context.cast::<u32>() += 1;
    }
}

#[test]
fn both_engines_find_a_mate_and_tell_of_it() {
    unsafe {
        let start = position("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
        let game = mola_game_new(start, 0, 0);
        for kind in [MolaEngineKind::Strong, MolaEngineKind::Pocket] {
            let engine = mola_engine_new(kind as u32);
            let mut reports = 0_u32;
            let listener =
                MolaListener { context: (&raw mut reports).cast(), report: Some(count), stop: None };
            let limits = MolaLimits { depth: 4, ..MolaLimits::default() };
            let mut answer = MolaAnswer::default();
            assert!(mola_engine_think(engine, game, &raw const limits, &raw const listener, &raw mut answer));
            assert_eq!(taken(mola_position_san(start, answer.best)).unwrap(), "Ra8#");
            assert_eq!(answer.score, MolaScore { value: 1, is_mate: true });
            assert!(reports > 0);
            assert!(!mola_engine_set_option(engine, c("Skill").as_ptr(), c("3").as_ptr()));
            assert_eq!(last_error(), "There is no option Skill.");
            mola_engine_free(engine);
        }
        mola_game_free(game);
        mola_position_free(start);
    }
}

unsafe extern "C" fn at_once(_: *mut c_void) -> bool {
    true
}

#[test]
fn an_endless_search_is_stopped_by_its_listener_or_by_another_thread() {
    unsafe {
        let engine = mola_engine_new(MolaEngineKind::Strong as u32);
        let game = mola_game_new(null(), 0, 0);
        let mut answer = MolaAnswer::default();
        let listener = MolaListener { context: null_mut(), report: None, stop: Some(at_once) };
        assert!(mola_engine_think(engine, game, null(), &raw const listener, &raw mut answer));
        assert_ne!(answer.best, 0);
        let address = engine as usize;
        let ended = std::sync::atomic::AtomicBool::new(false);
        std::thread::scope(|scope| {
            // Until it has an effect: the search may not have begun.
            scope.spawn(|| {
                while !ended.load(std::sync::atomic::Ordering::Relaxed) {
                    mola_engine_stop(address as *const MolaEngine);
                    std::thread::yield_now();
                }
            });
            assert!(mola_engine_think(engine, game, null(), null(), &raw mut answer));
            ended.store(true, std::sync::atomic::Ordering::Relaxed);
        });
        mola_game_free(game);
        mola_engine_free(engine);
    }
}

#[test]
fn an_analysis_names_the_blunder() {
    unsafe {
        let engine = mola_engine_new(MolaEngineKind::Strong as u32);
        let game = mola_game_new(null(), 0, 0);
        for text in ["e4", "e5", "Qh5", "Ke7", "Qxe5"] {
            mola_game_play_text(game, c(text).as_ptr());
        }
        assert!(mola_engine_analyze(engine, game, &MolaLimits::default(), null()).is_null());
        assert!(last_error().contains("needs a limit"), "{}", last_error());
        let limits = MolaLimits { depth: 6, ..MolaLimits::default() };
        let analysis = mola_engine_analyze(engine, game, &raw const limits, null());
        assert_eq!(mola_analysis_count(analysis), 5);
        let mut verdict = std::mem::zeroed::<MolaVerdict>();
        assert!(mola_analysis_verdict(analysis, 3, &raw mut verdict));
        assert_eq!(verdict.judgment, MolaJudgment::Blunder);
        assert!(taken(mola_analysis_remark(analysis, 3)).unwrap().contains("mate in 1"));
        assert!(taken(mola_analysis_remark(analysis, 4)).is_none());
        assert!(mola_analysis_accuracy(analysis, 0) > mola_analysis_accuracy(analysis, 1));
        assert!(!mola_analysis_verdict(analysis, 5, &raw mut verdict));
        mola_analysis_free(analysis);
        mola_game_free(game);
        mola_engine_free(engine);
    }
}
