//! Moves, endings, scores and levels in words, for ears and screen readers.

use std::fmt::Write as _;

use mola_rules::{Color, DrawReason, Move, MoveKind, Outcome, Position, Role};

use super::Level;
use crate::Score;
use crate::sentence::capitalized;

/// A legal move in words. It names both squares, since listeners do not see which of two knights it is.
///
/// ```
/// use mola_game::coach::move_in_words;
/// use mola_rules::Position;
/// let start = Position::start();
/// assert_eq!(move_in_words(&start, start.parse_san("Nf3").unwrap()), "knight g1 to f3");
/// ```
pub fn move_in_words(position: &Position, m: Move) -> String {
    let mut text = if m.is_castle() {
        format!("castles {}", if m.castles_short() { "kingside" } else { "queenside" })
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
    let after = position.after(m);
    if after.is_check() {
        text += if after.count_moves() == 0 { ", checkmate" } else { ", check" };
    }
    text
}

/// The moves of a line as players write them, up to the first that is not legal.
///
/// ```
/// use mola_game::coach::line_in_san;
/// use mola_rules::Position;
/// let start = Position::start();
/// assert_eq!(line_in_san(&start, &[start.parse_san("Nf3").unwrap()]), ["Nf3"]);
/// ```
pub fn line_in_san(position: &Position, line: &[Move]) -> Vec<String> {
    let mut position = *position;
    let name = |&m: &Move| {
        let name = position.is_legal(m).then(|| position.san(m).to_string())?;
        position.play_unchecked(m);
        Some(name)
    };
    line.iter().map_while(name).collect()
}

/// The same with the numbers of the moves.
///
/// ```
/// use mola_game::coach::numbered_line;
/// use mola_rules::Position;
/// let start = Position::start();
/// assert_eq!(numbered_line(&start, &[start.parse_san("Nf3").unwrap()]), ["1.Nf3"]);
/// ```
pub fn numbered_line(position: &Position, line: &[Move]) -> Vec<String> {
    let first = usize::from(position.turn() == Color::Black);
    let numbered = |(index, name): (usize, String)| {
        let ply = first + index;
        let number = u64::from(position.fullmoves()) + ply as u64 / 2;
        match ply % 2 {
            0 => format!("{number}.{name}"),
            _ if index == 0 => format!("{number}...{name}"),
            _ => name,
        }
    };
    line_in_san(position, line).into_iter().enumerate().map(numbered).collect()
}

/// What to expect of a level.
///
/// ```
/// use mola_game::coach::{Level, level_in_words};
/// assert_eq!(level_in_words(Level::FRIENDLY), "casual, about 977");
/// assert_eq!(level_in_words(Level::BEST), "full strength");
/// ```
pub fn level_in_words(level: Level) -> String {
    match level.rating() {
        Some(rating) => format!("{}, about {rating}", level.word()),
        None => level.word().to_owned(),
    }
}

/// How a game ended, as a sentence without its period.
///
/// ```
/// use mola_game::coach::ending;
/// use mola_rules::{DrawReason, Outcome};
/// assert_eq!(ending(Outcome::Draw(DrawReason::Stalemate)), "Draw by stalemate");
/// ```
pub fn ending(outcome: Outcome) -> String {
    capitalized(&outcome.to_string())
}

/// A draw that the player to move may claim, as a sentence.
///
/// ```
/// use mola_game::coach::claimable;
/// use mola_rules::DrawReason;
/// let text = claimable(DrawReason::ThreefoldRepetition);
/// assert_eq!(text, "Draw by threefold repetition can be claimed.");
/// ```
pub fn claimable(reason: DrawReason) -> String {
    format!("{} can be claimed.", ending(Outcome::Draw(reason)))
}

/// A score of White's as a sentence.
///
/// ```
/// use mola_game::{Score, coach::score_in_words};
/// assert_eq!(score_in_words(Score::Centipawns(-140)), "Black is ahead by 1.4 pawns.");
/// assert_eq!(score_in_words(Score::Mate(3)), "White mates in 3.");
/// ```
pub fn score_in_words(white: Score) -> String {
    match white {
        Score::Mate(0) | Score::Mated(0) => "Checkmate.".to_owned(),
        Score::Mate(moves) => format!("White mates in {moves}."),
        Score::Mated(moves) => format!("Black mates in {moves}."),
        Score::Centipawns(-9..=9) => "The position is equal.".to_owned(),
        Score::Centipawns(value) => {
            let who = if value > 0 { "White" } else { "Black" };
            let tenths = value.unsigned_abs().saturating_add(5) / 10;
            let unit = if tenths == 10 { "pawn" } else { "pawns" };
            format!("{who} is ahead by {}.{} {unit}.", tenths / 10, tenths % 10)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;

    #[test]
    fn lines_have_their_numbers() {
        let mut game: Game = Game::default();
        let moves = ["e4", "e5", "Nf3"].map(|text| game.play_text(text).unwrap());
        assert_eq!(numbered_line(game.start(), &moves), ["1.e4", "e5", "2.Nf3"]);
        let mut after = Position::start();
        after.play_unchecked(moves[0]);
        assert_eq!(numbered_line(&after, &moves[1..]), ["1...e5", "2.Nf3"]);
        assert_eq!(numbered_line(&after, &moves), Vec::<String>::new());
    }
}
