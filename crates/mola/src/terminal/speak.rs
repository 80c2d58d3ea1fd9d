//! Moves and endings in words, for ears and screen readers.

use std::fmt::Write as _;

use mola_rules::{Color, DrawReason, Move, MoveKind, Outcome, Position, Role, WinReason};

/// A legal move in words: `knight g1 to f3, check`.
pub(crate) fn in_words(position: &Position, m: Move) -> String {
    let mut text = if m.is_castle() {
        format!("castles {}", if m.castles_short() { "king side" } else { "queen side" })
    } else {
        let (role, from, to) = (m.role(), m.from(), m.to());
        match position.board().role_at(to) {
            Some(taken) => format!("{role} {from} takes {taken} {to}"),
            None if m.kind() == MoveKind::EnPassant => {
                format!("{role} {from} takes {} {to} en passant", Role::Pawn)
            }
            None => format!("{role} {from} to {to}"),
        }
    };
    if let Some(role) = m.promotion() {
        let _ = write!(text, ", becomes a {role}");
    }
    let mut after = *position;
    after.play_unchecked(m);
    if after.is_check() {
        text += if after.count_moves() == 0 { ", checkmate" } else { ", check" };
    }
    text
}

/// How a game ended, as one says it.
pub(crate) fn ending(outcome: Outcome) -> String {
    match outcome {
        Outcome::Win(winner, WinReason::Checkmate) => format!("Checkmate: {winner} wins."),
        Outcome::Win(winner, WinReason::Resignation) => format!("{} resigns: {winner} wins.", !winner),
        Outcome::Win(winner, WinReason::Time) => format!("{} ran out of time: {winner} wins.", !winner),
        Outcome::Win(winner, WinReason::Forfeit) => format!("{} forfeits: {winner} wins.", !winner),
        Outcome::Draw(DrawReason::Stalemate) => "Stalemate: the game is drawn.".to_owned(),
        Outcome::Draw(reason) => format!("The game is drawn by {reason}."),
    }
}

/// What has to be said of a position besides the move that led to it.
pub(crate) fn alarm(position: &Position) -> Option<String> {
    let turn = match position.turn() {
        Color::White => "White",
        Color::Black => "Black",
    };
    position.is_check().then(|| format!("{turn} is in check."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(fen: &str, m: &str) -> String {
        let position: Position = fen.parse().unwrap();
        in_words(&position, position.parse_san(m).unwrap())
    }

    #[test]
    fn moves_are_told_in_words() {
        let start = Position::start().to_string();
        assert_eq!(words(&start, "Nf3"), "knight g1 to f3");
        assert_eq!(words("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd5"), "pawn e4 takes pawn d5");
        assert_eq!(words("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O"), "castles king side");
        assert_eq!(words("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "O-O-O"), "castles queen side");
        assert_eq!(
            words("6k1/P4ppp/8/8/8/8/8/6K1 w - - 0 1", "a8=Q"),
            "pawn a7 to a8, becomes a queen, checkmate"
        );
        assert_eq!(words("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6"), "pawn e5 takes pawn d6 en passant");
        assert_eq!(words("4k3/8/8/8/8/5N2/8/4K3 w - - 0 1", "Ng5"), "knight f3 to g5");
        assert_eq!(words("4k3/8/8/8/6N1/8/8/4K3 w - - 0 1", "Nf6"), "knight g4 to f6, check");
    }

    #[test]
    fn endings_are_told_in_words() {
        assert_eq!(ending(Outcome::Win(Color::Black, WinReason::Checkmate)), "Checkmate: Black wins.");
        assert_eq!(ending(Outcome::Win(Color::Black, WinReason::Time)), "White ran out of time: Black wins.");
        assert_eq!(
            ending(Outcome::Draw(DrawReason::FiftyMoves)),
            "The game is drawn by the fifty-move rule."
        );
    }
}
