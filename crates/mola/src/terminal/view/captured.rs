//! What has been captured, and who is ahead.

use mola_rules::{Board, Color, Piece, Role};

/// The pieces of `color` that are gone since `start`, the strongest first. Promoted pawns are not
/// captured ones.
pub(super) fn captured(start: &Board, now: &Board, color: Color) -> Vec<Piece> {
    let count = |board: &Board, role: Role| board.pieces(role.of(color)).count();
    let promoted: u32 = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen]
        .into_iter()
        .map(|role| count(now, role).saturating_sub(count(start, role)))
        .sum();
    let mut pieces = Vec::new();
    for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn] {
        let missing = count(start, role).saturating_sub(count(now, role));
        let missing = if role == Role::Pawn { missing.saturating_sub(promoted) } else { missing };
        pieces.extend((0..missing).map(|_| role.of(color)));
    }
    pieces
}

/// By how many pawns `color` is ahead; negative if behind.
pub(super) fn lead(board: &Board, color: Color) -> i32 {
    let material = |color: Color| -> i32 {
        let worth =
            [(Role::Pawn, 1), (Role::Knight, 3), (Role::Bishop, 3), (Role::Rook, 5), (Role::Queen, 9)];
        worth.iter().map(|&(role, value)| board.pieces(role.of(color)).count() as i32 * value).sum()
    };
    material(color) - material(!color)
}

#[cfg(test)]
mod tests {
    use mola_rules::Position;

    use super::*;

    #[test]
    fn captures_are_counted_and_promotions_are_not() {
        let start = Position::start();
        let text = |fen: &str, color| {
            let now: Position = fen.parse().unwrap();
            captured(start.board(), now.board(), color).iter().map(|piece| piece.letter()).collect::<String>()
        };
        // Black took a knight; a pawn of White became a second queen.
        let fen = "rnbqkbnr/ppppppp1/8/8/8/8/PPPPPPP1/RQBQKBNR w KQkq - 0 1";
        assert_eq!(text(fen, Color::White), "N");
        assert_eq!(text(fen, Color::Black), "p");
        let now: Position = fen.parse().unwrap();
        assert_eq!(lead(now.board(), Color::White), 6);
        assert_eq!(lead(now.board(), Color::Black), -6);
    }
}
