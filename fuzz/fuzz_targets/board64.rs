//! Boards as 64 bytes; the bytes after them say whose turn it is and who may castle.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mola_fuzz::{check_message, check_position};
use mola_rules::{Bitboard, Board, Castling, Color, Setup, Square};

fuzz_target!(|data: &[u8]| {
    let (bytes, rights) = data.split_at(data.len().min(64));
    let board = match Board::from_board64(bytes) {
        Ok(board) => board,
        Err(error) => return check_message(&error),
    };
    assert_eq!(Board::from_board64(&board.to_board64()), Ok(board));
    let byte = |index: usize| u64::from(rights.get(index).copied().unwrap_or(0));
    let setup = Setup {
        board,
        turn: if byte(0) & 1 == 0 { Color::White } else { Color::Black },
        castling: Castling::with_rooks(Bitboard::new(byte(1) | byte(2) << 56)),
        en_passant: Square::from_index(byte(3) as u8),
        ..Setup::EMPTY
    };
    match setup.position() {
        Ok(position) => check_position(&position),
        Err(error) => check_message(&error),
    }
});
