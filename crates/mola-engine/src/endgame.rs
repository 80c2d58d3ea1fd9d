//! Endings that the network misjudges: how a bare king is mated, and what cannot be won.

mod king_and_pawn;

use mola_rules::{Bitboard, Color, Position, Role, Square};

use crate::see;
use crate::value::Value;

/// More than material is worth in games, so that a won ending is preferred to everything but mate.
const KNOWN_WIN: Value = 8_000;

/// The value of an ending that is known, for the player to move: king and pawn against king, the wrong bishop, rook
/// against bishop, and those that are won by driving a king to the edge.
pub(crate) fn known_ending(position: &Position) -> Option<Value> {
    let count = position.occupied().count();
    let bare = Color::ALL.into_iter().find(|&color| !position.color(color).many());
    // Nearly all positions have more pieces: this is asked at every leaf.
    if count > 4 && bare.is_none() {
        return None;
    }
    if count == 3 && position.role(Role::Pawn).any() {
        return Some(king_and_pawn(position));
    }
    if bare.is_some_and(|color| is_wrong_bishop(position, !color)) {
        return Some(0);
    }
    if let Some(color) = rook_against_bishop(position) {
        return Some(seen_by_mover(position, color, rook_and_safe_corner(position, color)));
    }
    let color = Color::ALL.into_iter().find(|&color| wins_by_hunting(position, color))?;
    Some(seen_by_mover(position, color, KNOWN_WIN + hunt(position, color)))
}

/// A value for one player, seen by the player to move.
fn seen_by_mover(position: &Position, color: Color, value: Value) -> Value {
    if position.turn() == color { value } else { -value }
}

/// The color of the piece on an occupied square.
fn owner(position: &Position, square: Square) -> Color {
    if position.color(Color::White).has(square) { Color::White } else { Color::Black }
}

/// King and pawn against king: a draw, or a win that comes nearer with each step of the pawn.
fn king_and_pawn(position: &Position) -> Value {
    let pawn = position.role(Role::Pawn).first().filter(|_| king_and_pawn::is_won(position));
    let Some(pawn) = pawn else { return 0 };
    let color = owner(position, pawn);
    seen_by_mover(position, color, KNOWN_WIN + 20 * color.relative(pawn.rank()) as Value)
}

/// Who has the rook in an ending of rook against bishop.
fn rook_against_bishop(position: &Position) -> Option<Color> {
    if position.occupied().count() != 4 {
        return None;
    }
    let (rook, bishop) = (position.role(Role::Rook).first()?, position.role(Role::Bishop).first()?);
    let color = owner(position, rook);
    position.color(!color).has(bishop).then_some(color)
}

/// Rook against bishop is drawn where the king reaches a corner that the bishop does not control.
fn rook_and_safe_corner(position: &Position, color: Color) -> Value {
    let light = position.role(Role::Bishop).first().is_some_and(Square::is_light);
    let corners = if light { [Square::A1, Square::H8] } else { [Square::A8, Square::H1] };
    let king = position.king(!color);
    10 + 5 * steps(king, corners[0]).min(steps(king, corners[1]))
}

/// Whether an evaluation is that of a won ending, in which only progress matters.
pub(crate) const fn is_known_win(value: Value) -> bool {
    value.abs() >= KNOWN_WIN
}

/// Whether the other king is bare and can be mated, or has a rook left against a queen.
fn wins_by_hunting(position: &Position, color: Color) -> bool {
    let defenders = position.color(!color);
    if !defenders.many() {
        return can_force_mate(position, color);
    }
    let queen = position.role(Role::Queen) & position.color(color);
    let rook = position.role(Role::Rook) & defenders;
    position.occupied().count() == 4 && queen.any() && rook.any()
}

/// Whether the pieces alone mate a bare king. Pawns are left to the network.
fn can_force_mate(position: &Position, color: Color) -> bool {
    let bishops = position.pieces(Role::Bishop.of(color));
    let knights = position.pieces(Role::Knight.of(color));
    (position.straight_sliders() & position.color(color)).any()
        || (bishops.any() && knights.any())
        || ((bishops & Bitboard::LIGHT).any() && (bishops & !Bitboard::LIGHT).any())
        || knights.count() >= 3
}

/// How far the hunt for a bare king is: it is driven to the edge, or to the right corner, and the
/// other king comes near.
fn hunt(position: &Position, color: Color) -> Value {
    let prey = position.king(!color);
    let near = 7 - Value::from(prey.distance(position.king(color)));
    let bishops = position.pieces(Role::Bishop.of(color));
    let needs_corner =
        bishops.any() && !bishops.many() && (position.straight_sliders() & position.color(color)).is_empty();
    let driven = match bishops.first() {
        Some(bishop) if needs_corner => {
            let corners = if bishop.is_light() { [Square::A8, Square::H1] } else { [Square::A1, Square::H8] };
            60 * (14 - steps(prey, corners[0]).min(steps(prey, corners[1])))
        }
        _ => 40 * from_center(prey),
    };
    // A rook that still defends is to be separated from its king.
    let rook = position.color(!color) & position.role(Role::Rook);
    let alone = rook.first().map_or(0, |rook| 10 * Value::from(rook.distance(prey)) - see::worth(Role::Rook));
    let material: Value =
        position.color(color).into_iter().filter_map(|square| position.role_at(square)).map(see::worth).sum();
    driven + 30 * near + material + alone
}

/// Rook's steps between two squares.
fn steps(a: Square, b: Square) -> Value {
    Value::from((a.file() as u8).abs_diff(b.file() as u8) + (a.rank() as u8).abs_diff(b.rank() as u8))
}

/// Distance from the center, in rook's steps.
fn from_center(square: Square) -> Value {
    let off = |line: u8| Value::from(if line < 4 { 3 - line } else { line - 4 });
    off(square.file() as u8) + off(square.rank() as u8)
}

/// Pawns on one rook's file, a bishop that does not control its last square, and the other king
/// there first.
fn is_wrong_bishop(position: &Position, stronger: Color) -> bool {
    let pieces = position.color(stronger);
    let pawns = position.pieces(Role::Pawn.of(stronger));
    let bishops = position.pieces(Role::Bishop.of(stronger));
    let others = pieces & !pawns & !bishops & !position.role(Role::King);
    let Some(pawn) = pawns.first() else { return false };
    let file = Bitboard::file(pawn.file());
    if others.any() || (pawns & !file).any() || !matches!(pawn.file() as u8, 0 | 7) {
        return false;
    }
    let corner = Square::at(pawn.file(), (!stronger).back_rank());
    let controls = bishops.into_iter().any(|bishop| bishop.is_light() == corner.is_light());
    !controls && position.king(!stronger).distance(corner) <= 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known_of(fen: &str) -> Option<Value> {
        known_ending(&fen.parse().unwrap())
    }

    #[test]
    fn a_bishop_that_does_not_control_the_corner_wins_nothing() {
        // The corner a8 is light, the bishop is not.
        assert_eq!(known_of("k7/8/8/P7/8/4B3/8/4K3 w - - 0 1"), Some(0));
        assert_eq!(known_of("k7/8/8/P7/6B1/8/8/4K3 w - - 0 1"), None);
        assert_eq!(known_of("4k3/8/8/P7/8/4B3/8/4K3 w - - 0 1"), None);
        assert_eq!(known_of("k7/8/8/1P6/8/4B3/8/4K3 w - - 0 1"), None);
        assert_eq!(known_of("4k3/8/4b3/8/p7/8/8/K7 b - - 0 1"), Some(0));
    }

    #[test]
    fn the_corpus_of_endings_is_judged_as_it_says() {
        let corpus = include_str!("../../../testdata/endings/known.epd");
        let lines = corpus.lines().filter(|line| !line.starts_with('#'));
        for (fen, value) in lines.filter_map(|line| line.split_once("; ")) {
            assert_eq!(known_of(fen), value.parse().ok(), "{fen}");
        }
    }

    #[test]
    fn a_bare_king_is_driven_to_the_corner_of_the_bishop() {
        let light = known_of("k7/8/2K5/8/3N2B1/8/8/8 w - - 0 1").unwrap();
        let dark = known_of("7k/8/5K2/8/3N2B1/8/8/8 w - - 0 1").unwrap();
        assert!(is_known_win(light) && is_known_win(dark) && light > dark, "{light} {dark}");
        let farther = known_of("k7/8/8/8/3NK1B1/8/8/8 w - - 0 1").unwrap();
        assert!(farther < light);
    }

    #[test]
    fn a_king_who_has_a_bishop_against_a_rook_goes_to_the_safe_corner() {
        // The bishop is dark: a8 and h1 are safe, a1 and h8 are not.
        let safe = known_of("k7/8/2K5/8/8/1R6/5b2/8 b - - 0 1").unwrap();
        let center = known_of("8/8/2K5/4k3/8/1R6/5b2/8 b - - 0 1").unwrap();
        let unsafe_corner = known_of("7k/8/2K5/8/8/1R6/5b2/8 b - - 0 1").unwrap();
        assert!(safe > center && safe > unsafe_corner && safe < 0, "{safe} {center} {unsafe_corner}");
        assert_eq!(known_of("k7/8/2K5/8/8/1R5P/5b2/8 b - - 0 1"), None);
    }

    #[test]
    fn two_knights_or_two_bishops_of_one_color_do_not_mate() {
        assert_eq!(known_of("k7/8/2K5/8/3NN3/8/8/8 w - - 0 1"), None);
        assert_eq!(known_of("k7/8/2K5/8/6B1/4B3/8/8 w - - 0 1").map(is_known_win), Some(true));
        assert_eq!(known_of("k7/8/2K5/8/6B1/3B4/8/8 w - - 0 1"), None);
    }
}
