//! One game between two players: the single truth that every front end draws from.

use core::fmt;
use core::time::Duration;

use mola_rules::{Color, DrawReason, IllegalMove, Move, Outcome, Position, San, SanError, WinReason};

use crate::scoresheet::{DefaultScoresheet, Scoresheet};
use crate::{Clock, Limits, Snapshot, Task, TimeControl};

/// A game in progress or finished.
///
/// Both players, human or not, enter their moves by the same door, [`Game::play`]. The game knows
/// its history, the clocks and the outcome; it takes back and redoes. It never asks anybody for a
/// move: front ends do, and engines answer through the [`Engine`](crate::Engine) seam.
///
/// ```
/// use mola_game::Game;
/// let mut game: Game = Game::default();
/// for text in ["f3", "e5", "g4", "Qh4"] {
///     game.play_text(text).unwrap();
/// }
/// assert_eq!(game.outcome().unwrap().to_string(), "Black wins by checkmate");
/// assert!(game.play_text("a3").is_err());
/// game.take_back().unwrap();
/// assert_eq!(game.outcome(), None);
/// ```
#[derive(Clone, Debug)]
pub struct Game<R = DefaultScoresheet> {
    start: Position,
    position: Position,
    /// All moves, those that were taken back at the end.
    scoresheet: R,
    /// How many of the moves have been played and not taken back.
    played: usize,
    clock: Clock,
    offer: Option<Color>,
    outcome: Option<Outcome>,
}

/// Why a game refused something. Nothing has changed.
///
/// ```
/// use mola_game::{Game, GameError};
/// let mut game: Game = Game::default();
/// assert_eq!(game.take_back(), Err(GameError::NothingToTakeBack));
/// assert_eq!(game.play_text("e5").unwrap_err().to_string(), "\"e5\" is not a legal move here");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameError {
    /// The game is over.
    Over(Outcome),
    /// The move cannot be played here.
    Illegal(Move),
    /// The text is not a move that can be played here.
    Text(SanError),
    /// There is no room for another move.
    Full,
    /// No move has been played.
    NothingToTakeBack,
    /// No move has been taken back.
    NothingToRedo,
    /// The position gives no right to a draw.
    NothingToClaim,
    /// The opponent has not offered a draw.
    NoOffer,
}

impl core::error::Error for GameError {}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Over(outcome) => write!(f, "the game is over: {outcome}"),
            Self::Illegal(m) => IllegalMove(*m).fmt(f),
            Self::Text(error) => error.fmt(f),
            Self::Full => write!(f, "the game is too long for the memory it was given"),
            Self::NothingToTakeBack => write!(f, "there is no move to take back"),
            Self::NothingToRedo => write!(f, "there is no move to redo"),
            Self::NothingToClaim => {
                write!(f, "no draw to claim: it takes a third repetition or fifty moves without progress")
            }
            Self::NoOffer => write!(f, "the opponent has not offered a draw"),
        }
    }
}

impl<R: Scoresheet> Default for Game<R> {
    /// From the usual start, without clocks.
    fn default() -> Self {
        Self::new(Position::start(), TimeControl::Unlimited)
    }
}

impl<R: Scoresheet> Game<R> {
    /// A game from any position. If it is already decided there, the game is over at once.
    ///
    /// ```
    /// use mola_game::{Game, TimeControl};
    /// let mated = "7k/5KQ1/8/8/8/8/8/8 b - - 0 1".parse().unwrap();
    /// let game: Game = Game::new(mated, TimeControl::Unlimited);
    /// assert!(game.outcome().is_some());
    /// ```
    pub fn new(start: Position, control: TimeControl) -> Self {
        Self {
            start,
            position: start,
            scoresheet: R::default(),
            played: 0,
            clock: Clock::new(control),
            offer: None,
            outcome: start.outcome(),
        }
    }

    /// Where the game began.
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// Where it stands.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The clocks.
    pub const fn clock(&self) -> &Clock {
        &self.clock
    }

    /// How it ended, once it has.
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Who offers a draw at the moment.
    pub const fn draw_offer(&self) -> Option<Color> {
        self.offer
    }

    /// How many moves of either player have been played.
    pub const fn len(&self) -> usize {
        self.played
    }

    /// Whether no move has been played.
    pub const fn is_empty(&self) -> bool {
        self.played == 0
    }

    /// The keys of the positions before the present one, as engines and the rules want them.
    pub fn past(&self) -> &[u64] {
        &self.scoresheet.keys()[..self.played]
    }

    /// The moves so far.
    ///
    /// ```
    /// use mola_game::Game;
    /// let mut game: Game = Game::default();
    /// game.play_text("d4").unwrap();
    /// assert_eq!(game.moves().len(), 1);
    /// ```
    pub fn moves(&self) -> &[Move] {
        &self.scoresheet.moves()[..self.played]
    }

    /// The moves so far by their names, each with the position before it.
    ///
    /// ```
    /// use mola_game::Game;
    /// let mut game: Game = Game::default();
    /// game.play_text("e2e4").unwrap();
    /// game.play_text("g8f6").unwrap();
    /// let names: Vec<String> = game.named_moves().map(|(_, name)| name.to_string()).collect();
    /// assert_eq!(names, ["e4", "Nf6"]);
    /// ```
    pub fn named_moves(&self) -> impl Iterator<Item = (Position, San)> + '_ {
        let mut position = self.start;
        self.moves().iter().map(move |&m| {
            let before = position;
            position.play_unchecked(m);
            (before, before.san(m))
        })
    }

    /// Everything a view needs, in one value.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot::of(self)
    }

    /// The game as a record for PGN, finished or not, with the clocks as comments. The caller, who
    /// knows the players, adds the tags.
    ///
    /// ```
    /// use mola_game::Game;
    /// let mut game: Game = Game::default();
    /// for text in ["f3", "e5", "g4", "Qh4"] {
    ///     game.play_text(text).unwrap();
    /// }
    /// let mut record = game.to_pgn();
    /// record.set_tag("White", "Anna").unwrap();
    /// assert!(record.to_string().ends_with("1. f3 e5 2. g4 Qh4# 0-1\n"));
    /// ```
    #[cfg(feature = "std")]
    pub fn to_pgn(&self) -> crate::pgn::GameTree {
        use crate::pgn::{GameTree, clock_command};
        let mut tree = GameTree::new(self.start);
        let mut last = tree.root().id();
        for (&m, &left) in self.moves().iter().zip(self.scoresheet.clocks()) {
            let Ok(node) = tree.play(last, m) else { break };
            if self.clock.control() != TimeControl::Unlimited {
                tree.add_comment(node, &clock_command(Duration::from_millis(left.into())));
            }
            last = node;
        }
        tree.set_result(self.outcome.into());
        tree
    }

    /// The question to put to an engine whose turn it is: the clock's time, if there is one, and
    /// the other limits as given.
    pub fn task(&self, limits: Limits) -> Task<'_> {
        let time = match self.clock.control() {
            TimeControl::Unlimited => limits.time,
            _ => self.clock.time_for(self.position.turn()),
        };
        Task {
            root: &self.position,
            past: self.past(),
            start: &self.start,
            moves: self.moves(),
            only: &[],
            limits: Limits { time, ..limits },
        }
    }

    /// Plays a move for the player whose turn it is, without counting time.
    ///
    /// # Errors
    /// The game is over, the move is illegal, or there is no room for it.
    pub fn play(&mut self, m: Move) -> Result<(), GameError> {
        self.play_timed(m, Duration::ZERO)
    }

    /// Plays a move that somebody typed, in any notation that [`Position::parse_san`] reads.
    ///
    /// # Errors
    /// As [`Game::play`], or the text is not a move.
    pub fn play_text(&mut self, text: &str) -> Result<Move, GameError> {
        self.check_running()?;
        let m = self.position.parse_san(text).map_err(GameError::Text)?;
        self.play(m)?;
        Ok(m)
    }

    /// Plays a move that took this long. If it took longer than was left, the game ends on time and
    /// the move does not count.
    ///
    /// # Errors
    /// As [`Game::play`].
    pub fn play_timed(&mut self, m: Move, spent: Duration) -> Result<(), GameError> {
        self.check_running()?;
        if !self.position.is_legal(m) {
            return Err(GameError::Illegal(m));
        }
        let mover = self.position.turn();
        let mut clock = self.clock;
        if !clock.spend(mover, spent) {
            self.clock = clock;
            return self.flag(mover);
        }
        let left = clock.left(mover).unwrap_or_default();
        let left = u32::try_from(left.as_millis()).unwrap_or(u32::MAX);
        // A new move ends what could have been redone.
        self.scoresheet.truncate(self.played);
        if !self.scoresheet.push(m, self.position.key(), left) {
            return Err(GameError::Full);
        }
        self.clock = clock;
        self.advance(m);
        Ok(())
    }

    /// Takes back the last move, and with it whatever ended the game.
    ///
    /// # Errors
    /// There is no move to take back.
    ///
    /// ```
    /// use mola_game::Game;
    /// let mut game: Game = Game::default();
    /// let m = game.play_text("e4").unwrap();
    /// assert_eq!(game.take_back(), Ok(m));
    /// assert_eq!(game.redo(), Ok(m));
    /// ```
    pub fn take_back(&mut self) -> Result<Move, GameError> {
        let m = *self.moves().last().ok_or(GameError::NothingToTakeBack)?;
        self.played -= 1;
        self.position = replay(&self.start, self.moves());
        self.offer = None;
        self.outcome = None;
        // Both, as the one that did not move may have run out.
        for color in Color::ALL {
            self.restore_clock(color);
        }
        Ok(m)
    }

    /// Plays again what was taken back last.
    ///
    /// # Errors
    /// There is no such move.
    pub fn redo(&mut self) -> Result<Move, GameError> {
        let m = *self.scoresheet.moves().get(self.played).ok_or(GameError::NothingToRedo)?;
        let mover = self.position.turn();
        self.advance(m);
        self.restore_clock(mover);
        Ok(m)
    }

    /// How many moves can be redone.
    pub fn undone(&self) -> usize {
        self.scoresheet.moves().len() - self.played
    }

    /// `color` gives up.
    ///
    /// # Errors
    /// The game is over.
    pub fn resign(&mut self, color: Color) -> Result<(), GameError> {
        self.end(Outcome::Win(!color, WinReason::Resignation))
    }

    /// `color` broke the rules or went away.
    ///
    /// # Errors
    /// The game is over.
    pub fn forfeit(&mut self, color: Color) -> Result<(), GameError> {
        self.end(Outcome::Win(!color, WinReason::Forfeit))
    }

    /// The time of `color` ran out: the opponent wins, if there is anything to mate with.
    ///
    /// # Errors
    /// The game is over.
    pub fn flag(&mut self, color: Color) -> Result<(), GameError> {
        self.check_running()?;
        self.clock.run_out(color);
        self.end(if self.position.can_mate(!color) {
            Outcome::Win(!color, WinReason::Time)
        } else {
            Outcome::Draw(DrawReason::TimeWithoutMaterial)
        })
    }

    /// `color` offers a draw. The offer stands until the opponent moves; if the opponent has offered
    /// too, the game is drawn.
    ///
    /// # Errors
    /// The game is over.
    pub fn offer_draw(&mut self, color: Color) -> Result<(), GameError> {
        self.check_running()?;
        if self.offer == Some(!color) {
            return self.accept_draw(color);
        }
        self.offer = Some(color);
        Ok(())
    }

    /// `color` accepts the opponent's offer.
    ///
    /// # Errors
    /// The game is over, or there is no offer.
    pub fn accept_draw(&mut self, color: Color) -> Result<(), GameError> {
        self.check_running()?;
        if self.offer != Some(!color) {
            return Err(GameError::NoOffer);
        }
        self.end(Outcome::Draw(DrawReason::Agreement))
    }

    /// The opponent's offer, if any, is turned down.
    pub fn decline_draw(&mut self) {
        self.offer = None;
    }

    /// The player to move claims the draw that the position gives a right to.
    ///
    /// # Errors
    /// The game is over, or there is no such right.
    pub fn claim_draw(&mut self) -> Result<(), GameError> {
        self.check_running()?;
        let reason = self.position.claimable_draw(self.past()).ok_or(GameError::NothingToClaim)?;
        self.end(Outcome::Draw(reason))
    }

    fn check_running(&self) -> Result<(), GameError> {
        self.outcome.map_or(Ok(()), |outcome| Err(GameError::Over(outcome)))
    }

    fn end(&mut self, outcome: Outcome) -> Result<(), GameError> {
        self.check_running()?;
        self.outcome = Some(outcome);
        self.offer = None;
        Ok(())
    }

    /// Plays a recorded move on the board and sees whether it ends the game.
    fn advance(&mut self, m: Move) {
        // An offer lapses when the player to whom it was made moves on.
        if self.offer == Some(!self.position.turn()) {
            self.offer = None;
        }
        self.position.play_unchecked(m);
        self.played += 1;
        self.outcome = self.position.outcome_after(self.past());
    }

    /// Sets the clock of `color` to what it showed after the last move of that color that counts.
    fn restore_clock(&mut self, color: Color) {
        let first_mover = self.start.turn();
        let skipped = usize::from(first_mover != color);
        let moves = (self.played + 1 - skipped) / 2;
        let last = (moves * 2 + skipped).checked_sub(2).and_then(|index| self.scoresheet.clocks().get(index));
        self.clock.restore(color, moves as u32, last.map(|&left| Duration::from_millis(left.into())));
    }
}

/// Where legal moves lead. Positions are not kept: playing a few hundred moves again takes
/// microseconds.
pub(crate) fn replay(start: &Position, moves: &[Move]) -> Position {
    moves.iter().fold(*start, |position, &m| position.after(m))
}
