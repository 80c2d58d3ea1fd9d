//! A game at XBoard's table: whose turn it is, what to think about, and what to say about draws.

use std::time::Duration;

use mola_game::{History, Limits, Score, Time};
use mola_rules::{Color, DrawReason, Excerpt, Move, Outcome, Position};

use super::host::{Style, xboard_name};
use super::state::{Errand, Purpose, State};
use super::table::Mode;
use super::worker::{Found, Hold, Quest, Work};
use crate::xboard::{Claim, Reply};

/// How long a hint may take.
const HINT: Duration = Duration::from_millis(200);

/// The engine is content with a draw unless it stands better than this.
const CONTENT: Score = Score::Centipawns(50);

/// It agrees to a draw that is offered if it stands no better than this.
const AGREES: Score = Score::Centipawns(-30);

impl State {
    /// The engine plays a color, and thinks if that one is to move.
    pub(crate) fn play_as(&mut self, color: Color) {
        self.cancel_all();
        self.table.mode = Mode::Play(color);
        self.think_if_to_move();
    }

    /// A color is to move, and the engine plays the other.
    pub(crate) fn give_turn_to(&mut self, color: Color) {
        let root = *self.history.root();
        if root.turn() != color {
            let mut setup = root.setup();
            setup.turn = color;
            setup.en_passant = None;
            match setup.position() {
                Ok(position) => self.set_up(position),
                Err(error) => {
                    let text = color.to_string().to_lowercase();
                    self.voice.say(Reply::Error { reason: error.to_string(), text });
                    return;
                }
            }
        }
        self.cancel_all();
        self.table.mode = Mode::Play(!color);
    }

    /// Another position is on the board.
    pub(crate) fn set_up(&mut self, position: Position) {
        self.cancel_all();
        self.history = History::new(position);
        self.forget_position();
        self.analyze();
    }

    pub(crate) fn take_back(&mut self, moves: usize) {
        self.cancel_all();
        for _ in 0..moves {
            self.history.undo();
        }
        self.forget_position();
        self.analyze();
    }

    pub(crate) fn user_move(&mut self, text: &str) {
        let root = *self.history.root();
        let illegal = |reason: &str| Reply::IllegalMove { reason: reason.to_owned(), text: text.to_owned() };
        if self.table.mode == Mode::Play(root.turn()) && self.is_under_way(Purpose::Move) {
            self.voice.say(illegal("it is the engine's turn"));
            return;
        }
        let Ok(m) = root.parse_uci(text).or_else(|_| root.parse_san(text).map_err(drop)) else {
            self.voice.say(illegal(""));
            return;
        };
        let expected = self.table.expected == Some(m);
        if expected && self.hit() {
            self.history.play(m);
            self.forget_position();
            return;
        }
        self.cancel_all();
        self.history.play(m);
        self.forget_position();
        match self.table.mode {
            Mode::Force => {}
            Mode::Analyze => self.analyze(),
            Mode::Play(_) => self.think_if_to_move(),
        }
    }

    /// The pondered move was played: what was thought on the opponent's time now counts.
    fn hit(&mut self) -> bool {
        let pondering = |errand: &&mut Errand| errand.purpose == Purpose::Ponder && !errand.canceled;
        let Some(errand) = self.errands.iter_mut().find(pondering) else { return false };
        errand.purpose = Purpose::Move;
        errand.control.hit();
        true
    }

    /// Thinks about the engine's move, if it has one to make.
    fn think_if_to_move(&mut self) {
        let root = self.history.root();
        if self.table.mode != Mode::Play(root.turn()) {
            return;
        }
        if let Some(outcome) = self.history.outcome() {
            self.claim(outcome);
            return;
        }
        // The opponent's move made a draw that may be claimed; whoever stands better plays on.
        if let Some(reason) = self.history.claimable_draw()
            && self.table.score.is_some_and(|score| score <= Score::Centipawns(0))
        {
            self.claim(Outcome::Draw(reason));
        }
        let quest = self.quest(self.history.clone(), self.move_limits(), Hold::No, None);
        self.begin(Purpose::Move, Work::Think(Box::new(quest)));
    }

    fn move_limits(&self) -> Limits {
        let limits = self.table.clocks.limits(self.moves_made(), self.shelf.overhead());
        Limits { lines: self.lines(self.history.root()), ..limits }
    }

    fn lines(&self, root: &Position) -> usize {
        self.shelf.lines.min(root.count_moves() as usize).max(1)
    }

    /// How many moves the engine's color has made in this game.
    fn moves_made(&self) -> usize {
        let moves = self.history.moves().len();
        match self.table.mode {
            Mode::Play(color) if color == self.history.start().turn() => moves.div_ceil(2),
            _ => moves / 2,
        }
    }

    fn quest(&self, history: History, limits: Limits, hold: Hold, pondered: Option<Move>) -> Quest {
        let chess960 = self.table.chess960;
        let pondered = pondered.map(|m| xboard_name(m, chess960));
        let always = self.table.mode == Mode::Analyze;
        Quest {
            engine: self.shelf.selected(),
            history,
            only: Vec::new(),
            limits,
            hold,
            style: Style::XBoard { chess960, always, pondered },
        }
    }

    /// The engine has found its move.
    pub(crate) fn play_found(&mut self, found: Found, spent: Duration) {
        let Some(m) = found.best else { return };
        self.table.score = found.score.or(self.table.score);
        self.history.play(m);
        self.forget_position();
        self.table.clocks.spend(spent, self.moves_made());
        let outcome = self.history.outcome();
        let claimable = self.history.claimable_draw().map(Outcome::Draw);
        let content = found.score.is_none_or(|score| score <= CONTENT);
        // A draw that our move makes is offered with the move, for then the opponent can agree to
        // it, and claimed after it, for then it is on the board.
        let draw = outcome.or(claimable.filter(|_| content));
        if matches!(draw, Some(Outcome::Draw(reason)) if is_claimed(reason)) {
            self.voice.say(Reply::OfferDraw);
        }
        self.voice.say(Reply::Move(xboard_name(m, self.table.chess960)));
        if let Some(outcome) = draw {
            self.claim(outcome);
            return;
        }
        if let Some(reply) = found.ponder {
            self.table.expected = Some(reply);
            if self.table.hard {
                self.ponder(reply);
            }
        }
    }

    fn ponder(&mut self, reply: Move) {
        let mut history = self.history.clone();
        history.play(reply);
        if history.outcome().is_some() {
            return;
        }
        self.voice.say(Reply::Hint(xboard_name(reply, self.table.chess960)));
        let limits = Limits { ponder: true, lines: self.lines(history.root()), ..self.move_limits() };
        let quest = self.quest(history, limits, Hold::UntilHit, Some(reply));
        self.begin(Purpose::Ponder, Work::Think(Box::new(quest)));
    }

    /// Thinks about the position until something changes, in the mode for that.
    pub(crate) fn analyze(&mut self) {
        if self.table.mode != Mode::Analyze || self.is_under_way(Purpose::Analyze) {
            return;
        }
        let root = self.history.root();
        let excluded = &self.table.excluded;
        let only: Vec<Move> = root.legal_moves().iter().copied().filter(|m| !excluded.contains(m)).collect();
        if only.is_empty() {
            return;
        }
        let lines = self.shelf.lines.min(only.len()).max(1);
        let only = if excluded.is_empty() { Vec::new() } else { only };
        let limits = Limits { lines, ..Limits::NONE };
        let quest = Quest { only, ..self.quest(self.history.clone(), limits, Hold::UntilStop, None) };
        self.begin(Purpose::Analyze, Work::Think(Box::new(quest)));
    }

    pub(crate) fn exclude(&mut self, text: &str, exclude: bool) {
        let root = *self.history.root();
        let latest = self.errands.iter().find(|errand| errand.purpose == Purpose::Analyze);
        let best = latest.and_then(|errand| errand.control.latest().best);
        let moves: Vec<Move> = match text {
            "all" => root.legal_moves().to_vec(),
            "best" => best.into_iter().collect(),
            _ => {
                let Ok(m) = root.parse_uci(text).or_else(|_| root.parse_san(text).map_err(drop)) else {
                    self.note(&format!("{:?} is not a legal move here", Excerpt::new(text)));
                    return;
                };
                vec![m]
            }
        };
        self.cancel(Purpose::Analyze);
        self.table.excluded.retain(|m| !moves.contains(m));
        if exclude {
            self.table.excluded.extend(moves);
        }
        self.analyze();
    }

    pub(crate) fn hint(&mut self) {
        if let Some(m) = self.table.expected {
            self.voice.say(Reply::Hint(xboard_name(m, self.table.chess960)));
        } else if self.history.root().count_moves() > 0 && !self.is_under_way(Purpose::Move) {
            self.cancel_all();
            let limits = Limits { time: Time::Move(HINT), ..Limits::NONE };
            let quest = self.quest(self.history.clone(), limits, Hold::No, None);
            let quest = Quest { style: Style::Silent, ..quest };
            self.begin(Purpose::Hint, Work::Think(Box::new(quest)));
            self.analyze();
        }
    }

    pub(crate) fn say_hint(&mut self, found: Found) {
        if let Some(m) = found.best {
            self.voice.say(Reply::Hint(xboard_name(m, self.table.chess960)));
        }
    }

    pub(crate) fn move_now(&mut self) {
        for errand in self.errands.iter().filter(|errand| errand.purpose == Purpose::Move) {
            errand.control.stop();
        }
    }

    /// The opponent offers a draw, which is accepted with the same words or by silence declined.
    pub(crate) fn consider_draw(&mut self) {
        if self.table.score.is_some_and(|score| score <= AGREES) {
            self.voice.say(Reply::OfferDraw);
        }
    }

    fn claim(&self, outcome: Outcome) {
        let reason = match outcome {
            Outcome::Win(winner, _) => format!("{winner} mates"),
            Outcome::Draw(DrawReason::Stalemate) => "Stalemate".to_owned(),
            Outcome::Draw(DrawReason::DeadPosition) => "Draw by insufficient material".to_owned(),
            Outcome::Draw(DrawReason::ThreefoldRepetition | DrawReason::FivefoldRepetition) => {
                "Draw by repetition".to_owned()
            }
            Outcome::Draw(_) => "Draw by fifty-move rule".to_owned(),
        };
        self.voice.say(Reply::Claim(Claim { score: outcome.score().to_owned(), reason }));
    }

    /// Another position is on the board: what belonged to the old one is gone.
    fn forget_position(&mut self) {
        self.table.excluded.clear();
        self.table.expected = None;
    }

    pub(crate) fn cancel(&mut self, purpose: Purpose) {
        for errand in self.errands.iter_mut().filter(|errand| errand.purpose == purpose) {
            errand.canceled = true;
            errand.control.cancel();
        }
    }

    /// Nobody wants the answers of what is being thought about.
    pub(crate) fn cancel_all(&mut self) {
        for purpose in [Purpose::Move, Purpose::Ponder, Purpose::Analyze, Purpose::Hint] {
            self.cancel(purpose);
        }
    }

    fn is_under_way(&self, purpose: Purpose) -> bool {
        self.errands.iter().any(|errand| errand.purpose == purpose && !errand.canceled)
    }
}

/// Whether a draw comes about by a claim.
fn is_claimed(reason: DrawReason) -> bool {
    matches!(
        reason,
        DrawReason::ThreefoldRepetition
            | DrawReason::FivefoldRepetition
            | DrawReason::FiftyMoves
            | DrawReason::SeventyFiveMoves
    )
}
