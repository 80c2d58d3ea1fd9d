//! A game in XBoard: whose turn it is, what to think about, and what to say about draws.

use std::time::Duration;

use mola_game::{History, Limits, Time, coach};
use mola_rules::{Color, DrawReason, Excerpt, Move, Outcome, Position};

use super::host::Style;
use super::request::{Found, Purpose, Search};
use super::state::State;
use super::xboard_game::Mode;
use crate::xboard::{Claim, Reply, move_text};

/// How long a hint may take.
const HINT: Duration = Duration::from_millis(200);

impl State {
    /// The engine plays a color, and thinks if that one is to move.
    pub(crate) fn play_as(&mut self, color: Color) {
        self.cancel_all();
        self.game.mode = Mode::Play(color);
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
                    self.output.say(Reply::Error { reason: error.to_string(), text });
                    return;
                }
            }
        }
        self.cancel_all();
        self.game.mode = Mode::Play(!color);
    }

    /// Another position is on the board.
    pub(crate) fn set_up(&mut self, position: Position) {
        self.cancel_all();
        self.refused = false;
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
        if self.game.mode == Mode::Play(root.turn()) && self.requests.search(Purpose::Move).is_some() {
            self.output.say(illegal("it is the engine's turn"));
            return;
        }
        let Ok(m) = root.parse_uci(text).or_else(|_| root.parse_san(text).map_err(drop)) else {
            self.output.say(illegal(""));
            return;
        };
        let expected = self.game.expected == Some(m);
        if expected && self.hit() {
            self.history.play(m);
            self.forget_position();
            return;
        }
        self.cancel_all();
        self.history.play(m);
        self.forget_position();
        match self.game.mode {
            Mode::Force => {}
            Mode::Analyze => self.analyze(),
            Mode::Play(_) => self.think_if_to_move(),
        }
    }

    /// The pondered move was played: what was thought on the opponent's time now counts.
    fn hit(&self) -> bool {
        let pondered = self.requests.search(Purpose::Ponder);
        pondered.inspect(|request| request.control.hit()).is_some()
    }

    /// Thinks about the engine's move, if it has one to make.
    fn think_if_to_move(&mut self) {
        let root = self.history.root();
        if self.game.mode != Mode::Play(root.turn()) {
            return;
        }
        if let Some(outcome) = self.history.outcome() {
            self.claim(outcome);
            return;
        }
        // The opponent's move made a draw that may be claimed; the engine plays on if it stands better.
        if let Some(reason) = self.history.claimable_draw()
            && coach::claims_draw(self.game.score)
        {
            self.claim(Outcome::Draw(reason));
        }
        let search = self.search_for(Purpose::Move, self.move_limits());
        self.search(search);
    }

    fn move_limits(&self) -> Limits {
        let limits = self.game.clocks.limits(self.moves_made(), self.options.overhead());
        Limits { lines: self.lines(self.history.root()), ..limits }
    }

    fn lines(&self, root: &Position) -> usize {
        self.options.lines.min(root.count_moves() as usize).max(1)
    }

    /// How many moves the engine's color has made in this game.
    fn moves_made(&self) -> usize {
        let moves = self.history.moves().len();
        match self.game.mode {
            Mode::Play(color) if color == self.history.start().turn() => moves.div_ceil(2),
            _ => moves / 2,
        }
    }

    fn search_for(&self, purpose: Purpose, limits: Limits) -> Search {
        Search {
            purpose,
            history: self.history.clone(),
            refused: false,
            only: Vec::new(),
            limits,
            endless: false,
            style: self.style(None),
        }
    }

    fn style(&self, pondered: Option<Move>) -> Style {
        let chess960 = self.game.chess960;
        let pondered = pondered.map(|m| move_text(m, chess960));
        Style::XBoard { chess960, always: self.game.mode == Mode::Analyze, pondered }
    }

    /// The engine has found its move.
    pub(crate) fn play_found(&mut self, found: Found, spent: Duration) {
        let Some(m) = found.best else { return };
        self.game.score = found.score.or(self.game.score);
        self.history.play(m);
        self.forget_position();
        self.game.clocks.spend(spent, self.moves_made());
        let outcome = self.history.outcome();
        let claimable = self.history.claimable_draw().map(Outcome::Draw);
        // A draw that our move makes is offered with the move, for then the opponent can agree to
        // it, and claimed after it, for then it is on the board.
        let draw = outcome.or(claimable.filter(|_| coach::offers_draw(found.score)));
        if matches!(draw, Some(Outcome::Draw(reason)) if is_claimed(reason)) {
            self.output.say(Reply::OfferDraw);
        }
        self.output.say(Reply::Move(move_text(m, self.game.chess960)));
        if let Some(outcome) = draw {
            self.claim(outcome);
            return;
        }
        if let Some(reply) = found.ponder {
            self.game.expected = Some(reply);
            if self.game.hard {
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
        self.output.say(Reply::Hint(move_text(reply, self.game.chess960)));
        let limits = Limits { ponder: true, lines: self.lines(history.root()), ..self.move_limits() };
        let style = self.style(Some(reply));
        let search = Search { history, style, ..self.search_for(Purpose::Ponder, limits) };
        self.search(search);
    }

    /// Thinks about the position until something changes, in the mode for that.
    pub(crate) fn analyze(&mut self) {
        if self.refused || self.game.mode != Mode::Analyze || self.requests.search(Purpose::Analyze).is_some()
        {
            return;
        }
        let root = self.history.root();
        let excluded = &self.game.excluded;
        let only: Vec<Move> = root.legal_moves().iter().copied().filter(|m| !excluded.contains(m)).collect();
        if only.is_empty() {
            return;
        }
        let lines = self.options.lines.min(only.len()).max(1);
        let only = if excluded.is_empty() { Vec::new() } else { only };
        let limits = Limits { lines, ..Limits::NONE };
        let search = Search { only, endless: true, ..self.search_for(Purpose::Analyze, limits) };
        self.search(search);
    }

    pub(crate) fn exclude(&mut self, text: &str, exclude: bool) {
        let root = *self.history.root();
        let best = self.requests.search(Purpose::Analyze).and_then(|request| request.control.latest().best);
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
        self.requests.cancel(&[Purpose::Analyze]);
        self.game.excluded.retain(|m| !moves.contains(m));
        if exclude {
            self.game.excluded.extend(moves);
        }
        self.analyze();
    }

    pub(crate) fn hint(&mut self) {
        if let Some(m) = self.game.expected {
            self.output.say(Reply::Hint(move_text(m, self.game.chess960)));
        } else if self.history.root().count_moves() > 0 && self.requests.search(Purpose::Move).is_none() {
            self.cancel_all();
            let limits = Limits { time: Time::Move(HINT), ..Limits::NONE };
            let search = Search { style: Style::Silent, ..self.search_for(Purpose::Hint, limits) };
            self.search(search);
            self.analyze();
        }
    }

    pub(crate) fn say_hint(&mut self, found: Found) {
        if let Some(m) = found.best {
            self.output.say(Reply::Hint(move_text(m, self.game.chess960)));
        }
    }

    pub(crate) fn move_now(&mut self) {
        if let Some(request) = self.requests.search(Purpose::Move) {
            request.control.stop();
        }
    }

    /// The opponent offers a draw, which is accepted with the same words or by silence declined.
    pub(crate) fn consider_draw(&mut self) {
        if coach::accepts_draw(self.game.score, self.history.moves().len()) {
            self.output.say(Reply::OfferDraw);
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
        self.output.say(Reply::Claim(Claim { score: outcome.score().to_owned(), reason }));
    }

    /// Another position is on the board: what belonged to the old one is gone.
    fn forget_position(&mut self) {
        self.game.excluded.clear();
        self.game.expected = None;
    }

    /// Nobody wants the answers of what is being thought about.
    pub(crate) fn cancel_all(&self) {
        self.requests.cancel(&[Purpose::Move, Purpose::Ponder, Purpose::Analyze, Purpose::Hint]);
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
