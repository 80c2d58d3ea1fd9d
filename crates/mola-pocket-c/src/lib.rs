//! The pocket engine behind a C header, for machines without an operating system.
//!
//! All memory is the caller's: a [`MolaPocket`] holds a game, and a block of any size serves as the
//! engine's table. `include/mola_pocket.h` is written from this file by cbindgen; a test compares them.
//!
//! A pointer that is null is an error code. A pointer that points to nothing of ours is what C programs
//! must not pass, and what the word `unsafe` at each function means.
#![no_std]
// The border to C: raw pointers come in, and names go out unmangled.
#![allow(unsafe_code)]

use core::ffi::{CStr, c_char, c_void};
use core::mem::{align_of, size_of};

use mola_pocket::{Entry, Host, Limits, Outcome, Pocket, Position, SetupError};

/// How a call went. If not well, nothing has changed.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MolaStatus {
    /// All is well.
    Ok,
    /// A pointer is null.
    Null,
    /// The game was not set up by `mola_pocket_init`.
    NotReady,
    /// The text is not a move.
    Unreadable,
    /// The move is not legal here.
    Illegal,
    /// The game is over.
    Over,
    /// The level is not 1 to 7, or the search has no limit.
    Limit,
    /// The text is not a FEN, or the bytes are not a board.
    Board,
    /// Not exactly one king on each side.
    Kings,
    /// More than sixteen pieces on one side.
    Pieces,
    /// A pawn on the first or the last rank.
    Pawns,
    /// The side that is not to move is in check.
    Check,
    /// Castling rights or an en passant square that the board does not allow.
    Rights,
}

/// How a game stands.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MolaOutcome {
    /// It goes on.
    Playing,
    /// The side to move is mated.
    Checkmate,
    /// The side to move has no legal move: a draw.
    Stalemate,
    /// Neither side can ever give mate: a draw.
    DeadPosition,
    /// Fifty moves of each side without a capture or a pawn move: a draw.
    FiftyMoves,
    /// The third repetition of a position: a draw.
    Repetition,
}

// Programs know both by their numbers, so new ones come last.
const _: () = assert!(MolaStatus::Rights as u32 == 12 && MolaOutcome::Repetition as u32 == 5);

/// A question that the engine asks while it thinks, at least every 256 positions: true stops it.
pub type MolaStop = Option<unsafe extern "C" fn(context: *mut c_void) -> bool>;

/// How many 64-bit words a game needs.
pub const MOLA_POCKET_WORDS: usize = 1024;
/// Room for the text of a move: five letters and the zero byte, rounded up.
pub const MOLA_MOVE_SIZE: usize = 8;

/// A game and its engine. The caller provides the memory, and looks at nothing in it.
#[repr(C)]
pub struct MolaPocket {
    opaque: [u64; MOLA_POCKET_WORDS],
}

/// What a [`MolaPocket`] really holds, in this order: the first word is looked at before the rest.
#[repr(C)]
struct State {
    /// Tells a game from memory that was never set up.
    ready: u64,
    position: Position,
    /// Keys since the last capture or pawn move; after a hundred of them the game is over.
    past: [u64; 100],
    count: usize,
    engine: Pocket<Lent>,
}

const READY: u64 = u64::from_le_bytes(*b"mola0001");
const _: () = assert!(size_of::<State>() <= size_of::<MolaPocket>());
const _: () = assert!(align_of::<State>() <= align_of::<MolaPocket>());

/// The table: memory of the caller, for as long as the game is used.
struct Lent {
    entries: *mut Entry,
    count: usize,
}

impl AsMut<[Entry]> for Lent {
    fn as_mut(&mut self) -> &mut [Entry] {
        if self.count == 0 {
            return &mut [];
        }
        // SAFETY: `mola_pocket_init` aligned the pointer, counted the whole entries behind it, and filled
        // them; its contract leaves the block to this game alone.
        unsafe { core::slice::from_raw_parts_mut(self.entries, self.count) }
    }
}

/// Prepares a game: the start position, and a table in `size` bytes at `memory`, 12 bytes a position. The
/// table may be missing (NULL or 0): the engine plays without, only slower. The memory belongs to the game
/// until it is no longer used, or prepared anew.
///
/// # Safety
/// `game` points to a `MolaPocket`, and `memory` to `size` bytes that nobody else uses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_pocket_init(
    game: *mut MolaPocket,
    memory: *mut c_void,
    size: usize,
) -> MolaStatus {
    if game.is_null() {
        return MolaStatus::Null;
    }
    let skipped = memory.align_offset(align_of::<Entry>());
    let count = if memory.is_null() { 0 } else { size.saturating_sub(skipped) / size_of::<Entry>() };
    let entries = memory.wrapping_byte_add(skipped).cast::<Entry>();
    for index in 0..count {
        // SAFETY: `count` whole entries fit behind the aligned pointer, as the caller promises.
        unsafe { entries.add(index).write(Entry::EMPTY) };
    }
    let state = State {
        ready: READY,
        position: Position::START,
        past: [0; 100],
        count: 0,
        engine: Pocket::new(Lent { entries, count }),
    };
    // SAFETY: the caller's block is as large and as aligned as the assertions above ask.
    unsafe { game.cast::<State>().write(state) };
    MolaStatus::Ok
}

/// Begins a new game from the start position.
///
/// # Safety
/// `game` is null or points to a `MolaPocket`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_pocket_new_game(game: *mut MolaPocket) -> MolaStatus {
    // SAFETY: the caller's promise is that of `with`.
    unsafe { with(game, |state| state.begin(Ok(Position::START))) }
}

/// Begins a new game from a FEN. Castling, en passant and the counters may be left out.
///
/// # Safety
/// `game` is null or points to a `MolaPocket`; `fen` is null or ends with a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_pocket_set_fen(game: *mut MolaPocket, fen: *const c_char) -> MolaStatus {
    // SAFETY: the caller's promises are those of `with` and `text`.
    let Some(fen) = (unsafe { text(fen) }) else { return MolaStatus::Null };
    // SAFETY: as above.
    unsafe { with(game, |state| state.begin(Position::from_fen(fen.to_str().unwrap_or_default()))) }
}

/// Begins a new game from 64 bytes, top left first, upper case at the bottom and to move, spaces or dots
/// for empty squares. Kings and rooks at home may castle, also on a mirrored board with its kings on the
/// d-file.
///
/// # Safety
/// `game` is null or points to a `MolaPocket`; `board` is null or points to 64 bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_pocket_set_board64(game: *mut MolaPocket, board: *const u8) -> MolaStatus {
    // SAFETY: the caller promises 64 bytes, and bytes have no alignment.
    let Some(board) = (unsafe { board.cast::<[u8; 64]>().as_ref() }) else { return MolaStatus::Null };
    // SAFETY: the caller's promise is that of `with`.
    unsafe { with(game, |state| state.begin(Position::from_board64(board))) }
}

/// Says whether a move like "e2e4" or "e7e8n" is legal, without playing it. Four letters promote to a queen.
///
/// # Safety
/// `game` is null or points to a `MolaPocket`; `move_text` is null or ends with a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_pocket_check_move(
    game: *mut MolaPocket,
    move_text: *const c_char,
) -> MolaStatus {
    // SAFETY: the caller's promises are those of `with` and `text`.
    let Some(move_text) = (unsafe { text(move_text) }) else { return MolaStatus::Null };
    // SAFETY: as above.
    unsafe { with(game, |state| state.read(move_text).map(drop)) }
}

/// Plays a move like "e2e4" or "e7e8n".
///
/// # Safety
/// `game` is null or points to a `MolaPocket`; `move_text` is null or ends with a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_pocket_play(game: *mut MolaPocket, move_text: *const c_char) -> MolaStatus {
    // SAFETY: the caller's promises are those of `with` and `text`.
    let Some(move_text) = (unsafe { text(move_text) }) else { return MolaStatus::Null };
    // SAFETY: as above.
    unsafe { with(game, |state| state.play(move_text)) }
}

/// Finds a move and writes its text to `move_text`, which has room for `MOLA_MOVE_SIZE` bytes. It looks at
/// `nodes` positions, or as many as it takes if that is 0, until `stop` says true; `stop` may be NULL, and
/// `context` is handed to it. The move is not played.
///
/// # Safety
/// `game` is null or points to a `MolaPocket`; `move_text` is null or points to `MOLA_MOVE_SIZE` bytes;
/// `stop` is null or a function that takes `context`, and does not use `game`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_pocket_think(
    game: *mut MolaPocket,
    nodes: u32,
    stop: MolaStop,
    context: *mut c_void,
    move_text: *mut c_char,
) -> MolaStatus {
    if move_text.is_null() {
        return MolaStatus::Null;
    }
    // Without any limit it would think until it has seen all it can, which is hours.
    if nodes == 0 && stop.is_none() {
        return MolaStatus::Limit;
    }
    let limits = if nodes == 0 { Limits::NONE } else { Limits::nodes(nodes.into()) };
    let think = |state: &mut State| {
        if state.outcome() != MolaOutcome::Playing {
            return Err(MolaStatus::Over);
        }
        let State { engine, position, past, count, .. } = state;
        let answer = match stop {
            Some(stop) => engine.think(position, &past[..*count], &limits, &mut Caller { stop, context }),
            None => engine.think(position, &past[..*count], &limits, &mut ()),
        };
        let best = answer.best.ok_or(MolaStatus::Over)?;
        let text = position.move_text(best);
        let mut bytes = [0; MOLA_MOVE_SIZE];
        bytes.iter_mut().zip(text.as_bytes()).for_each(|(slot, &byte)| *slot = byte);
        // SAFETY: the caller promises room for `MOLA_MOVE_SIZE` bytes.
        unsafe { move_text.cast::<[u8; MOLA_MOVE_SIZE]>().write(bytes) };
        Ok(())
    };
    // SAFETY: the caller's promise is that of `with`.
    unsafe { with(game, think) }
}

/// How many positions a level from 1 to 7 looks at, for `mola_pocket_think`; 0 if there is no such level.
#[unsafe(no_mangle)]
pub extern "C" fn mola_pocket_level_nodes(level: u32) -> u32 {
    const NODES: [u32; 7] = [30, 120, 500, 2_000, 8_000, 32_000, 128_000];
    level.checked_sub(1).and_then(|index| NODES.get(index as usize)).copied().unwrap_or(0)
}

/// Finds a move at a level from 1 to 7 and writes its text to `move_text`, which has room for
/// `MOLA_MOVE_SIZE` bytes.
///
/// # Safety
/// As `mola_pocket_think`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_pocket_think_level(
    game: *mut MolaPocket,
    level: u32,
    move_text: *mut c_char,
) -> MolaStatus {
    match mola_pocket_level_nodes(level) {
        0 => MolaStatus::Limit,
        // SAFETY: the caller's promises are the same.
        nodes => unsafe { mola_pocket_think(game, nodes, None, core::ptr::null_mut(), move_text) },
    }
}

/// Writes the board as 64 bytes, top left first, White in upper case at the bottom, dots for empty squares.
///
/// # Safety
/// `game` is null or points to a `MolaPocket`; `board` is null or points to 64 bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_pocket_board64(game: *mut MolaPocket, board: *mut u8) -> MolaStatus {
    if board.is_null() {
        return MolaStatus::Null;
    }
    // SAFETY: the caller promises 64 bytes, and a `MolaPocket`.
    unsafe {
        with(game, |state| {
            board.cast::<[u8; 64]>().write(state.position.board64());
            Ok(())
        })
    }
}

/// How the game stands; `MOLA_OUTCOME_PLAYING` also where there is no game.
///
/// # Safety
/// `game` is null or points to a `MolaPocket`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_pocket_outcome(game: *mut MolaPocket) -> MolaOutcome {
    // SAFETY: the caller's promise is that of `state`.
    unsafe { state(game) }.map_or(MolaOutcome::Playing, |state| state.outcome())
}

/// Whether the side to move is in check.
///
/// # Safety
/// `game` is null or points to a `MolaPocket`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_pocket_in_check(game: *mut MolaPocket) -> bool {
    // SAFETY: the caller's promise is that of `state`.
    unsafe { state(game) }.is_ok_and(|state| state.position.in_check())
}

/// Whether Black is to move.
///
/// # Safety
/// `game` is null or points to a `MolaPocket`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_pocket_black_to_move(game: *mut MolaPocket) -> bool {
    // SAFETY: the caller's promise is that of `state`.
    unsafe { state(game) }.is_ok_and(|state| state.position.black_to_move())
}

/// What a status means, as a sentence that lives as long as the program.
#[unsafe(no_mangle)]
pub extern "C" fn mola_pocket_status_text(status: u32) -> *const c_char {
    const TEXTS: [&CStr; 13] = [
        c"All is well.",
        c"A pointer is null.",
        c"The game was not set up: call mola_pocket_init first.",
        c"A move is two squares and perhaps a promotion, like e2e4 or e7e8q.",
        c"That move is not legal here.",
        c"The game is over.",
        c"A level is 1 to 7, and a search needs a number of positions or a function that stops it.",
        c"A board is eight rows of eight squares with the letters PNBRQKpnbrqk.",
        c"Each side needs exactly one king.",
        c"A side has more than sixteen pieces.",
        c"A pawn stands on the first or the last row.",
        c"The side that is not to move is in check.",
        c"The castling rights or the en passant square do not fit the board.",
    ];
    TEXTS.get(status as usize).unwrap_or(&c"There is no such status.").as_ptr()
}

/// How a game ended, as a sentence that lives as long as the program.
#[unsafe(no_mangle)]
pub extern "C" fn mola_pocket_outcome_text(outcome: u32) -> *const c_char {
    const TEXTS: [&CStr; 6] = [
        c"The game goes on.",
        c"Checkmate.",
        c"A draw by stalemate.",
        c"A draw: nobody can give mate.",
        c"A draw by the fifty-move rule.",
        c"A draw by repetition.",
    ];
    TEXTS.get(outcome as usize).unwrap_or(&c"There is no such outcome.").as_ptr()
}

impl State {
    fn begin(&mut self, start: Result<Position, SetupError>) -> Result<(), MolaStatus> {
        self.position = start?;
        self.count = 0;
        self.engine.new_game();
        Ok(())
    }

    fn read(&self, text: &CStr) -> Result<mola_pocket::Move, MolaStatus> {
        if self.outcome() != MolaOutcome::Playing {
            return Err(MolaStatus::Over);
        }
        let text = text.to_str().map_err(|_| MolaStatus::Unreadable)?;
        self.position.parse_move(text).map_err(|error| match error {
            mola_pocket::MoveError::Unreadable => MolaStatus::Unreadable,
            mola_pocket::MoveError::Illegal => MolaStatus::Illegal,
        })
    }

    fn play(&mut self, text: &CStr) -> Result<(), MolaStatus> {
        let chosen = self.read(text)?;
        let next = self.position.play(chosen).ok_or(MolaStatus::Illegal)?;
        if next.quiet_plies() == 0 {
            self.count = 0;
        } else if let Some(slot) = self.past.get_mut(self.count) {
            *slot = self.position.key();
            self.count += 1;
        }
        self.position = next;
        Ok(())
    }

    fn outcome(&self) -> MolaOutcome {
        match self.position.outcome(&self.past[..self.count]) {
            None => MolaOutcome::Playing,
            Some(Outcome::Checkmate) => MolaOutcome::Checkmate,
            Some(Outcome::Stalemate) => MolaOutcome::Stalemate,
            Some(Outcome::DeadPosition) => MolaOutcome::DeadPosition,
            Some(Outcome::FiftyMoves) => MolaOutcome::FiftyMoves,
            Some(Outcome::Repetition) => MolaOutcome::Repetition,
        }
    }
}

impl From<SetupError> for MolaStatus {
    fn from(error: SetupError) -> Self {
        match error {
            SetupError::Board => Self::Board,
            SetupError::Rights => Self::Rights,
            SetupError::Kings => Self::Kings,
            SetupError::TooManyPieces => Self::Pieces,
            SetupError::PawnOnLastRank => Self::Pawns,
            SetupError::OpponentInCheck => Self::Check,
        }
    }
}

/// The game behind a pointer.
///
/// # Safety
/// `game` is null or points to a `MolaPocket` that nobody else uses meanwhile.
unsafe fn state<'g>(game: *mut MolaPocket) -> Result<&'g mut State, MolaStatus> {
    if game.is_null() {
        return Err(MolaStatus::Null);
    }
    // SAFETY: a `State` begins with this word, and whatever memory holds is a number.
    if unsafe { (&raw const (*game.cast::<State>()).ready).read() } != READY {
        return Err(MolaStatus::NotReady);
    }
    // SAFETY: only `mola_pocket_init` sets the word to this number, after it has written the rest.
    Ok(unsafe { &mut *game.cast::<State>() })
}

/// Does something with the game behind a pointer.
///
/// # Safety
/// As [`state`].
unsafe fn with(game: *mut MolaPocket, act: impl FnOnce(&mut State) -> Result<(), MolaStatus>) -> MolaStatus {
    // SAFETY: the caller's promise is the same.
    unsafe { state(game) }.and_then(act).err().unwrap_or(MolaStatus::Ok)
}

/// The text behind a pointer, or none if it is null.
///
/// # Safety
/// `text` is null or ends with a zero byte.
unsafe fn text<'t>(text: *const c_char) -> Option<&'t CStr> {
    // SAFETY: the caller's promise is that of `CStr`.
    (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) })
}

/// A host that asks the C program whether to stop.
struct Caller {
    stop: unsafe extern "C" fn(*mut c_void) -> bool,
    context: *mut c_void,
}

impl Host for Caller {
    fn stop(&mut self) -> bool {
        // SAFETY: `mola_pocket_think` was promised that the function takes this context.
        unsafe { (self.stop)(self.context) }
    }
}

/// Without Rust's standard library somebody must say what a panic does: C's `abort`, so that it never
/// crosses the border. The tests know of none.
#[cfg(all(feature = "static", not(test)))]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    unsafe extern "C" {
        fn abort() -> !;
    }
    // SAFETY: every C environment has this function; ours never returns.
    unsafe { abort() }
}
