//! The position in words and pictures, for people at a terminal.

use std::fmt::Write;

use mola_rules::{Board, Castling, CastlingStyle, Piece, Position, Setup, Square};

/// The board, the FEN, the key, who gives check, and all legal moves.
pub(crate) fn describe(position: &Position, style: CastlingStyle) -> String {
    let mut text = format!("\n{}\n", position.board().ascii());
    let list = |words: Vec<String>| words.join(" ");
    let fen = match style {
        CastlingStyle::Standard => position.to_string(),
        CastlingStyle::Chess960 => position.shredder_fen().to_string(),
    };
    let checkers = list(position.checkers().into_iter().map(|square| square.to_string()).collect());
    let moves = position.legal_moves();
    let names = list(moves.iter().map(|m| m.uci(style).to_string()).collect());
    // Writing to a string does not fail.
    let _ = write!(
        text,
        "Fen: {fen}\nKey: {:016X}\nCheckers: {checkers}\nLegal moves: {} {names}",
        position.key(),
        moves.len()
    );
    text
}

/// The same position with the players' roles swapped: the board is mirrored and so are the colors.
pub(crate) fn flip(position: &Position) -> Option<Position> {
    let old = position.setup();
    let mut board = Board::EMPTY;
    for (square, Piece { color, role }) in old.board.placed() {
        board.put(square.flip(), role.of(!color));
    }
    let setup = Setup {
        board,
        turn: !old.turn,
        castling: Castling::with_rooks(old.castling.rooks().flip()),
        en_passant: old.en_passant.map(Square::flip),
        ..old
    };
    setup.position().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flipped_position_flips_back() {
        let fens = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/8/8/3pP3/8/8/8/R3K2R w Kq d6 0 7",
            "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
        ];
        for fen in fens {
            let position: Position = fen.parse().unwrap();
            let flipped = flip(&position).unwrap();
            assert_ne!(flipped, position);
            assert_eq!(flipped.count_moves(), position.count_moves());
            assert_eq!(flip(&flipped), Some(position));
        }
    }

    #[test]
    fn the_description_tells_all_that_is_asked_for() {
        let position: Position = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1".parse().unwrap();
        let text = describe(&position, CastlingStyle::Standard);
        for part in [
            "Fen: 4k3/8/8/8/8/8/4r3/4K3 w - - 0 1",
            "Key: ",
            "Checkers: e2",
            "Legal moves: 3 ",
            "  1 . . . . K",
        ] {
            assert!(text.contains(part), "{text}");
        }
    }
}
