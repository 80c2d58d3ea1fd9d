//! Positions: what is legal in them, and how they are written.

use std::ffi::c_char;

use mola_game::{Svg, coach};
use mola_rules::{CastlingStyle, Move, Piece, Position, Square, perft};

use crate::border::{
    MolaColor, MolaMove, free, get, get_mut, given, given_if, guarded, handle, read_move, text,
};

/// A legal position.
pub struct MolaPosition(pub(crate) Position);

/// Room for the moves of any position.
pub const MOLA_MAX_MOVES: usize = 256;

/// The usual start. Free it with `mola_position_free`.
#[unsafe(no_mangle)]
pub extern "C" fn mola_position_new() -> *mut MolaPosition {
    handle(MolaPosition(Position::start()))
}

/// A position from a FEN, also X-FEN and Shredder-FEN. NULL if it is not a legal position.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_position_from_fen(fen: *const c_char) -> *mut MolaPosition {
    guarded(std::ptr::null_mut(), || {
        // SAFETY: the promise of this crate.
        let position = unsafe { text(fen) }?.parse().map_err(|error| format!("{error}"))?;
        Ok(handle(MolaPosition(position)))
    })
}

/// One of the 960 starting positions; 518 is the usual one.
#[unsafe(no_mangle)]
pub extern "C" fn mola_position_chess960(number: u16) -> *mut MolaPosition {
    guarded(std::ptr::null_mut(), || match number {
        0..960 => Ok(handle(MolaPosition(Position::chess960(number)))),
        _ => Err(format!("{number} is not a starting position; they are 0 to 959")),
    })
}

/// The same position once more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_position_clone(position: *const MolaPosition) -> *mut MolaPosition {
    // SAFETY: the promise of this crate.
    guarded(std::ptr::null_mut(), || Ok(handle(MolaPosition(unsafe { get(position) }?.0))))
}

/// Frees a position. NULL is fine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_position_free(position: *mut MolaPosition) {
    // SAFETY: the promise of this crate.
    unsafe { free(position) }
}

/// The position as a FEN. Free it with `mola_string_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_position_fen(position: *const MolaPosition) -> *mut c_char {
    // SAFETY: the promise of this crate.
    guarded(std::ptr::null_mut(), || Ok(given(unsafe { get(position) }?.0)))
}

/// The position as a picture, in SVG. Free it with `mola_string_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_position_svg(position: *const MolaPosition) -> *mut c_char {
    // SAFETY: the promise of this crate.
    guarded(std::ptr::null_mut(), || Ok(given(Svg::new(&unsafe { get(position) }?.0))))
}

/// The piece on a square, from a1 = 0 to h8 = 63: one of PNBRQK for White, pnbrqk for Black, a dot if it is empty,
/// and 0 if there is no such square.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_position_piece(position: *const MolaPosition, square: u8) -> c_char {
    guarded(0, || {
        // SAFETY: the promise of this crate.
        let board = unsafe { get(position) }?.0.board();
        let square = Square::ALL.get(square as usize).ok_or("squares are 0 to 63")?;
        Ok(board.piece_at(*square).map_or('.', Piece::letter) as c_char)
    })
}

/// Whose turn it is; White's also where there is no position.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_position_turn(position: *const MolaPosition) -> MolaColor {
    // SAFETY: the promise of this crate.
    guarded(MolaColor::White, || Ok(unsafe { get(position) }?.0.turn().into()))
}

/// Whether the side to move is in check.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_position_is_check(position: *const MolaPosition) -> bool {
    // SAFETY: the promise of this crate.
    guarded(false, || Ok(unsafe { get(position) }?.0.is_check()))
}

/// Writes the legal moves to an array with room for `MOLA_MAX_MOVES`, and returns how many there are. The array may
/// be NULL: then they are only counted.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_position_legal_moves(
    position: *const MolaPosition,
    moves: *mut MolaMove,
) -> usize {
    guarded(0, || {
        // SAFETY: the promise of this crate.
        let legal = unsafe { get(position) }?.0.legal_moves();
        if !moves.is_null() {
            for (index, m) in legal.iter().enumerate() {
                // SAFETY: the caller has room for more moves than any position has.
                unsafe { moves.add(index).write(m.bits()) };
            }
        }
        Ok(legal.len())
    })
}

/// Reads a move as people or protocols write it: "Nf3", "e2e4", "O-O", "e8=Q". 0 if it is not a legal move.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_position_read_move(
    position: *const MolaPosition,
    move_text: *const c_char,
) -> MolaMove {
    guarded(0, || {
        // SAFETY: the promise of this crate.
        let (position, text) = unsafe { (get(position)?, text(move_text)?) };
        position.0.parse_san(text).map(Move::bits).map_err(|error| error.to_string())
    })
}

/// A legal move as players write it: "Nf3". Free it with `mola_string_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_position_san(position: *const MolaPosition, played: MolaMove) -> *mut c_char {
    // SAFETY: the promise of this crate.
    unsafe { described(position, played, |position, m| position.san(m).to_string()) }
}

/// A legal move as protocols write it: "g1f3". Free it with `mola_string_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_position_uci(position: *const MolaPosition, played: MolaMove) -> *mut c_char {
    let style = |position: &Position| {
        if position.is_chess960() { CastlingStyle::Chess960 } else { CastlingStyle::Standard }
    };
    // SAFETY: the promise of this crate.
    unsafe { described(position, played, |position, m| m.uci(style(position)).to_string()) }
}

/// A legal move in words: "knight g1 to f3". Free it with `mola_string_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_position_move_in_words(
    position: *const MolaPosition,
    played: MolaMove,
) -> *mut c_char {
    // SAFETY: the promise of this crate.
    unsafe { described(position, played, coach::move_in_words) }
}

/// Plays a move. False if it is not legal.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_position_play(position: *mut MolaPosition, played: MolaMove) -> bool {
    guarded(false, || {
        // SAFETY: the promise of this crate.
        let position = unsafe { get_mut(position) }?;
        position.0.play(read_move(played)?).map(|()| true).map_err(|error| error.to_string())
    })
}

/// How the game ends here by the position alone, such as "White wins by checkmate", or NULL if it does not. Free it
/// with `mola_string_free`. A `MolaGame` also knows repetitions.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_position_outcome(position: *const MolaPosition) -> *mut c_char {
    // SAFETY: the promise of this crate.
    guarded(std::ptr::null_mut(), || Ok(given_if(unsafe { get(position) }?.0.outcome().map(coach::ending))))
}

/// How many lines of this many moves there are: the proof that the laws are right.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_position_perft(position: *const MolaPosition, depth: u32) -> u64 {
    // SAFETY: the promise of this crate.
    guarded(0, || Ok(perft(&unsafe { get(position) }?.0, depth)))
}

/// A legal move in some notation.
///
/// # Safety
/// The promise of this crate.
unsafe fn described(
    position: *const MolaPosition,
    played: MolaMove,
    write: impl FnOnce(&Position, Move) -> String,
) -> *mut c_char {
    guarded(std::ptr::null_mut(), || {
        // SAFETY: the caller's promise.
        let position = &unsafe { get(position) }?.0;
        let m = read_move(played)?;
        if !position.is_legal(m) {
            return Err(format!("{} is not a legal move here", m.uci(CastlingStyle::Standard)));
        }
        Ok(given(write(position, m)))
    })
}

/// Where a square is found, for those who count in letters: "e4" is 28. 64 if there is no such square.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_square(name: *const c_char) -> u8 {
    guarded(64, || {
        // SAFETY: the promise of this crate.
        let name = unsafe { text(name) }?;
        let square: Square = name.parse().map_err(|_| format!("{name:?} is not a square"))?;
        Ok(square as u8)
    })
}

/// The squares of a move, from and to, as numbers; castling goes to the square where the king lands. 64 if there is
/// no such move.
#[unsafe(no_mangle)]
pub extern "C" fn mola_move_from(played: MolaMove) -> u8 {
    guarded(64, || Ok(read_move(played)?.from() as u8))
}

/// See `mola_move_from`.
#[unsafe(no_mangle)]
pub extern "C" fn mola_move_to(played: MolaMove) -> u8 {
    guarded(64, || Ok(read_move(played)?.landing() as u8))
}
