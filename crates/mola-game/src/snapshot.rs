//! A game as a view sees it.

use core::time::Duration;

use mola_rules::{Bitboard, Color, DrawReason, Move, Outcome, Position, Square};

use crate::{Game, Scoresheet};

/// All that a view needs to draw a game, in one plain value.
///
/// ```
/// use mola_game::Game;
/// use mola_rules::Square;
/// let mut game: Game = Game::default();
/// game.play_text("e4").unwrap();
/// let view = game.snapshot();
/// assert_eq!(view.position.to_string(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
/// assert_eq!(view.targets(Square::G8), Square::F6.bitboard() | Square::H6.bitboard());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// The position, which answers what stands where and whose turn it is.
    pub position: Position,
    /// The move that led here.
    pub last: Option<Move>,
    /// The square of a king in check.
    pub check: Option<Square>,
    /// How the game ended.
    pub outcome: Option<Outcome>,
    /// The draw that the player to move could claim.
    pub claimable: Option<DrawReason>,
    /// Who offers a draw.
    pub offer: Option<Color>,
    /// What the clocks show, White's first.
    pub left: [Option<Duration>; 2],
    /// How many moves have been played.
    pub played: usize,
    /// How many moves can be redone.
    pub undone: usize,
}

impl Snapshot {
    pub(crate) fn of<R: Scoresheet>(game: &Game<R>) -> Self {
        let position = *game.position();
        Self {
            position,
            last: game.moves().last().copied(),
            check: position.is_check().then(|| position.king(position.turn())),
            outcome: game.outcome(),
            claimable: position.claimable_draw(game.past()),
            offer: game.draw_offer(),
            left: Color::ALL.map(|color| game.clock().left(color)),
            played: game.len(),
            undone: game.undone(),
        }
    }

    /// The squares to which the piece on `from` can go now: none when the game is over. Castling is
    /// among them as the king's landing square and as the rook's square, since people do both.
    pub fn targets(&self, from: Square) -> Bitboard {
        if self.outcome.is_some() {
            return Bitboard::EMPTY;
        }
        self.position.moves_from(from).iter().flat_map(|m| [m.to(), m.landing()]).collect()
    }
}
