//! Games as text, one after the other from a stream of any length.

use std::ffi::c_char;
use std::io::{Cursor, Read};

use mola_game::pgn::{GameTree, Node, PgnError, Reader};
use mola_game::{Game, TimeControl, open_regular_file};
use mola_rules::Move;

use crate::border::{MolaMove, bits, free, get, get_mut, given, given_if, guarded, handle, text};
use crate::game::MolaGame;
use crate::position::MolaPosition;

/// A reader of games.
pub struct MolaPgn(Reader<Box<dyn Read + Send>>);

/// A game that was read, with its variations and comments.
pub struct MolaPgnGame {
    tree: GameTree,
    /// The main line.
    moves: Vec<Move>,
}

/// Reads the games of a file. Free it with `mola_pgn_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_pgn_open(path: *const c_char) -> *mut MolaPgn {
    guarded(std::ptr::null_mut(), || {
        // SAFETY: the promise of this crate.
        let path = unsafe { text(path) }?;
        let file =
            open_regular_file(path.as_ref()).map_err(|error| format!("{path} cannot be read: {error}"))?;
        Ok(handle(MolaPgn(Reader::new(Box::new(file)))))
    })
}

/// Reads the games of a text, which is copied. Free it with `mola_pgn_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_pgn_from_text(games: *const c_char) -> *mut MolaPgn {
    guarded(std::ptr::null_mut(), || {
        // SAFETY: the promise of this crate.
        let games = unsafe { text(games) }?.to_owned();
        Ok(handle(MolaPgn(Reader::new(Box::new(Cursor::new(games))))))
    })
}

/// Frees a reader. NULL is fine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_pgn_free(pgn: *mut MolaPgn) {
    // SAFETY: the promise of this crate.
    unsafe { free(pgn) }
}

/// Reads the next game into `game`, or puts NULL there after the last one. Free each with `mola_pgn_game_free`.
/// False if the file cannot be read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_pgn_next(pgn: *mut MolaPgn, game: *mut *mut MolaPgnGame) -> bool {
    guarded(false, || {
        // SAFETY: the promise of this crate.
        let (pgn, game) = unsafe { (get_mut(pgn)?, get_mut(game)?) };
        let mut tree = GameTree::default();
        let is_there = pgn.0.read_into(&mut tree).map_err(|error| error.to_string())?;
        *game = if is_there {
            let moves = tree.main_line().map_while(Node::played).collect();
            handle(MolaPgnGame { tree, moves })
        } else {
            std::ptr::null_mut()
        };
        Ok(true)
    })
}

/// What could not be read after the last game, once it was read, a line for each mistake: a file that was cut off may
/// end in a tag. NULL if there is none. Free it with `mola_string_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_pgn_errors(pgn: *const MolaPgn) -> *mut c_char {
    // SAFETY: the promise of this crate.
    guarded(std::ptr::null_mut(), || Ok(given_lines(unsafe { get(pgn) }?.0.leftover())))
}

/// Frees a game. NULL is fine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_pgn_game_free(game: *mut MolaPgnGame) {
    // SAFETY: the promise of this crate.
    unsafe { free(game) }
}

/// The value of a tag such as "White"; NULL if the game does not have it. Free it with `mola_string_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_pgn_game_tag(game: *const MolaPgnGame, name: *const c_char) -> *mut c_char {
    guarded(std::ptr::null_mut(), || {
        // SAFETY: the promise of this crate.
        let (game, name) = unsafe { (get(game)?, text(name)?) };
        Ok(given_if(game.tree.tag(name)))
    })
}

/// Where the game begins. Free it with `mola_position_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_pgn_game_start(game: *const MolaPgnGame) -> *mut MolaPosition {
    // SAFETY: the promise of this crate.
    guarded(std::ptr::null_mut(), || Ok(handle(MolaPosition(unsafe { get(game) }?.tree.start()))))
}

/// How many moves its main line has.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_pgn_game_move_count(game: *const MolaPgnGame) -> usize {
    // SAFETY: the promise of this crate.
    guarded(0, || Ok(unsafe { get(game) }?.moves.len()))
}

/// A move of its main line, counted from 0; 0 if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_pgn_game_move(game: *const MolaPgnGame, number: usize) -> MolaMove {
    // SAFETY: the promise of this crate.
    guarded(0, || Ok(bits(unsafe { get(game) }?.moves.get(number).copied())))
}

/// What could not be read of it, a line for each mistake; NULL if there is none. Free it with `mola_string_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_pgn_game_errors(game: *const MolaPgnGame) -> *mut c_char {
    guarded(std::ptr::null_mut(), || {
        // SAFETY: the promise of this crate.
        Ok(given_lines(unsafe { get(game) }?.tree.errors()))
    })
}

/// The game as PGN again, with its variations and comments. Free it with `mola_string_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_pgn_game_text(game: *const MolaPgnGame) -> *mut c_char {
    // SAFETY: the promise of this crate.
    guarded(std::ptr::null_mut(), || Ok(given(&unsafe { get(game) }?.tree)))
}

/// The main line as a game to play on or to analyze. Free it with `mola_game_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_pgn_game_replay(game: *const MolaPgnGame) -> *mut MolaGame {
    guarded(std::ptr::null_mut(), || {
        // SAFETY: the promise of this crate.
        let read = unsafe { get(game) }?;
        let mut game = Game::new(read.tree.start(), TimeControl::Unlimited);
        for &m in &read.moves {
            game.play(m).map_err(|error| error.to_string())?;
        }
        Ok(handle(MolaGame(game)))
    })
}

/// A line for each mistake; NULL if there is none.
fn given_lines(errors: &[PgnError]) -> *mut c_char {
    let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
    given_if((!lines.is_empty()).then(|| lines.join("\n")))
}
