//! A game between two players.

use std::error::Error;
use std::ffi::c_char;
use std::time::Duration;

use mola_game::{Game, TimeControl, coach};

use crate::border::{
    MolaMove, bits, free, get, get_mut, given, given_if, guarded, handle, read_color, read_move, text,
};
use crate::position::MolaPosition;

/// A game: its moves, its clocks and how it ended.
pub struct MolaGame(pub(crate) Game);

/// A game from a position, or from the usual start if that is NULL. Each player has `base_ms` on the clock and gets
/// `increment_ms` for each move; if both are 0, time does not matter. Free it with `mola_game_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_game_new(
    start: *const MolaPosition,
    base_ms: u32,
    increment_ms: u32,
) -> *mut MolaGame {
    let millis = |number: u32| Duration::from_millis(number.into());
    let control = match (base_ms, increment_ms) {
        (0, 0) => TimeControl::Unlimited,
        _ => TimeControl::clock(millis(base_ms), millis(increment_ms)),
    };
    // SAFETY: the promise of this crate.
    let start = unsafe { start.as_ref() }.map_or_else(mola_rules::Position::start, |start| start.0);
    guarded(std::ptr::null_mut(), || Ok(handle(MolaGame(Game::new(start, control)))))
}

/// Frees a game. NULL is fine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_game_free(game: *mut MolaGame) {
    // SAFETY: the promise of this crate.
    unsafe { free(game) }
}

/// Plays a move that somebody typed: "Nf3", "e2e4", "O-O". Returns it, or 0 if it cannot be played.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_game_play_text(game: *mut MolaGame, move_text: *const c_char) -> MolaMove {
    guarded(0, || {
        // SAFETY: the promise of this crate.
        let (game, text) = unsafe { (get_mut(game)?, text(move_text)?) };
        game.0.play_text(text).map(|m| bits(Some(m))).map_err(|error| error.to_string())
    })
}

/// Plays a move that took this long. If it took longer than was left, the game ends on time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_game_play(game: *mut MolaGame, played: MolaMove, spent_ms: u32) -> bool {
    // SAFETY: the promise of this crate.
    unsafe {
        changed(game, |game| {
            let m = read_move(played)?;
            Ok(game.play_timed(m, Duration::from_millis(spent_ms.into()))?)
        })
    }
}

/// Takes back the last move, and with it whatever ended the game.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_game_take_back(game: *mut MolaGame) -> bool {
    // SAFETY: the promise of this crate.
    unsafe { changed(game, |game| Ok(game.take_back().map(drop)?)) }
}

/// Plays again what was taken back last.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_game_redo(game: *mut MolaGame) -> bool {
    // SAFETY: the promise of this crate.
    unsafe { changed(game, |game| Ok(game.redo().map(drop)?)) }
}

/// A player, which is a `MolaColor`, gives up.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_game_resign(game: *mut MolaGame, color: u32) -> bool {
    // SAFETY: the promise of this crate.
    unsafe { changed(game, |game| Ok(game.resign(read_color(color)?)?)) }
}

/// A player's time ran out. The opponent wins, if there is anything to mate with.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_game_flag(game: *mut MolaGame, color: u32) -> bool {
    // SAFETY: the promise of this crate.
    unsafe { changed(game, |game| Ok(game.flag(read_color(color)?)?)) }
}

/// A player offers a draw. If the opponent has offered one too, the game is drawn.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_game_offer_draw(game: *mut MolaGame, color: u32) -> bool {
    // SAFETY: the promise of this crate.
    unsafe { changed(game, |game| Ok(game.offer_draw(read_color(color)?)?)) }
}

/// A player accepts the opponent's offer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_game_accept_draw(game: *mut MolaGame, color: u32) -> bool {
    // SAFETY: the promise of this crate.
    unsafe { changed(game, |game| Ok(game.accept_draw(read_color(color)?)?)) }
}

/// The player to move claims a draw by repetition or by the fifty-move rule.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_game_claim_draw(game: *mut MolaGame) -> bool {
    // SAFETY: the promise of this crate.
    unsafe { changed(game, |game| Ok(game.claim_draw()?)) }
}

/// Whether the game is over.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_game_is_over(game: *const MolaGame) -> bool {
    // SAFETY: the promise of this crate.
    guarded(false, || Ok(unsafe { get(game) }?.0.outcome().is_some()))
}

/// "1-0", "0-1", "1/2-1/2", or "*" while it is played. Free it with `mola_string_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_game_result(game: *const MolaGame) -> *mut c_char {
    // SAFETY: the promise of this crate.
    guarded(std::ptr::null_mut(), || {
        Ok(given(unsafe { get(game) }?.0.outcome().map_or("*", |end| end.score())))
    })
}

/// How it ended, such as "White wins by checkmate"; NULL while it is played. Free it with `mola_string_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_game_outcome(game: *const MolaGame) -> *mut c_char {
    // SAFETY: the promise of this crate.
    guarded(std::ptr::null_mut(), || Ok(given_if(unsafe { get(game) }?.0.outcome().map(coach::ending))))
}

/// Where the game stands, as a position of its own. Free it with `mola_position_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_game_position(game: *const MolaGame) -> *mut MolaPosition {
    // SAFETY: the promise of this crate.
    guarded(std::ptr::null_mut(), || Ok(handle(MolaPosition(*unsafe { get(game) }?.0.position()))))
}

/// Where the game began, as a position of its own. Free it with `mola_position_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_game_start(game: *const MolaGame) -> *mut MolaPosition {
    // SAFETY: the promise of this crate.
    guarded(std::ptr::null_mut(), || Ok(handle(MolaPosition(*unsafe { get(game) }?.0.start()))))
}

/// How many moves of either player have been played.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_game_move_count(game: *const MolaGame) -> usize {
    // SAFETY: the promise of this crate.
    guarded(0, || Ok(unsafe { get(game) }?.0.len()))
}

/// The move with this number, counted from 0; 0 if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_game_move(game: *const MolaGame, number: usize) -> MolaMove {
    // SAFETY: the promise of this crate.
    guarded(0, || Ok(bits(unsafe { get(game) }?.0.moves().get(number).copied())))
}

/// Milliseconds on a player's clock; 0 if time does not matter.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_game_time_left(game: *const MolaGame, color: u32) -> u64 {
    // SAFETY: the promise of this crate.
    guarded(0, || {
        Ok(unsafe { get(game) }?.0.clock().left(read_color(color)?).unwrap_or_default().as_millis() as u64)
    })
}

/// The game as PGN. `tags` holds names and values in turn, `tag_count` pairs of them. Free it with `mola_string_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_game_pgn(
    game: *const MolaGame,
    tags: *const *const c_char,
    tag_count: usize,
) -> *mut c_char {
    guarded(std::ptr::null_mut(), || {
        // SAFETY: the promise of this crate.
        let mut tree = unsafe { get(game) }?.0.to_pgn();
        if tags.is_null() && tag_count > 0 {
            return Err("A pointer is null".into());
        }
        for pair in 0..tag_count {
            // SAFETY: the caller has two texts for each tag.
            let (name, value) = unsafe { (text(*tags.add(2 * pair))?, text(*tags.add(2 * pair + 1))?) };
            tree.set_tag(name, value).map_err(|error| error.to_string())?;
        }
        Ok(given(tree))
    })
}

/// # Safety
/// The promise of this crate.
unsafe fn changed(game: *mut MolaGame, change: impl FnOnce(&mut Game) -> Result<(), Box<dyn Error>>) -> bool {
    guarded(false, || {
        // SAFETY: the caller's promise.
        let game = unsafe { get_mut(game) }?;
        change(&mut game.0).map(|()| true).map_err(|error| error.to_string())
    })
}
