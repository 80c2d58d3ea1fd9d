//! After the game: what the engine says about its moves, and practice of the mistakes.

use mola_game::coach::{self, JudgedMove};
use mola_rules::{Color, Move};

use crate::lab::analysis::verdict::Report;
use crate::terminal::player::Player;
use crate::terminal::state::{Action, Effect, FoundHint, Job, Practice, Review, State, dialog};
use crate::terminal::storage::SavedGame;

/// Has the engine look at every position of the game.
pub(super) fn start(state: &mut State) {
    if state.game().is_empty() {
        state.complain("There is no move to analyze yet.");
        return;
    }
    let ticket = state.ticket();
    state.review = Some(Review { ticket, moves: Vec::new() });
    state.say("Analyzing the game...");
    let game = Box::new(state.game().clone());
    state.effects.push(Effect::Engine(Job::Review { ticket, game }));
}

/// Says how well each player played, and offers to practice.
pub(super) fn finished(state: &mut State, ticket: u64, moves: Vec<JudgedMove>) {
    let Some(review) = state.review.as_mut().filter(|review| review.ticket == ticket) else { return };
    if moves.is_empty() {
        state.review = None;
        state.complain("The analysis was interrupted. Type :review to start it again.");
        return;
    }
    review.moves = moves;
    let texts = Color::ALL.map(|color| {
        let report = Report::of(color, &review.moves);
        let accuracy = report.accuracy.map(|accuracy| format!("{accuracy:.0}% accurate, "));
        format!("{color}: {}{}.", accuracy.unwrap_or_default(), report.counts())
    });
    state.say(texts.join(" "));
    state.dialog = Some(dialog::reviewed(texts.join("\n"), !mistakes(state).is_empty()));
}

/// The bad moves of the people who play, or of both sides if none does.
fn mistakes(state: &State) -> Vec<JudgedMove> {
    let players = state.practice.as_ref().map_or(&state.record.players, |practice| &practice.home.0.players);
    let is_own =
        |color: Color| players[color as usize].is_human() || players.iter().all(|player| !player.is_human());
    let moves = state.review.as_ref().map(|review| review.moves.as_slice()).unwrap_or_default();
    moves.iter().filter(|one| one.judgment().is_some() && is_own(one.mover())).cloned().collect()
}

/// What there is to say about the move that led to the shown position: by the engine, and in the file.
pub(super) fn tell(state: &mut State) {
    let shown = state.looking.unwrap_or(state.game().len());
    let judged = shown.checked_sub(1).and_then(|index| state.review.as_ref()?.moves.get(index));
    let judged = judged.and_then(|one| Some(format!("{}: {}", one.numbered(), one.remark()?)));
    let texts: Vec<String> = judged.into_iter().chain(state.record.remarks(shown)).collect();
    if !texts.is_empty() {
        state.say(texts.join(" "));
    }
}

/// Shows the first mistake, or the next one.
pub(super) fn practice(state: &mut State) {
    if state.review.as_ref().is_none_or(|review| review.moves.is_empty()) {
        state.complain("Analyze the game first: type :review.");
        return;
    }
    let at = state.practice.as_ref().map_or(0, |practice| practice.at + 1);
    let Some(mistake) = mistakes(state).into_iter().nth(at) else {
        let said = if at == 0 { "There is no mistake to practice." } else { "That was the last mistake." };
        finish(state);
        state.say(said);
        return;
    };
    let record = SavedGame::new(
        mistake.position,
        mola_game::TimeControl::Unlimited,
        [Player::Human, Player::Human],
        state.record.level,
        state.record.date.clone(),
    );
    let game = std::mem::replace(&mut state.record, record);
    let home = match state.practice.take() {
        Some(practice) => practice.home,
        None => (game, state.file.clone()),
    };
    state.bottom = mistake.mover();
    (state.looking, state.picked, state.cursor, state.hint) = (None, None, None, None);
    let glyph = mistake.judgment().and_then(|judgment| judgment.nag().glyph()).unwrap_or_default();
    // In one notice: the screen shows only the last one.
    state.say(format!(
        "{}{glyph} was played. Find a better move. Type :hint for help, :practice for the next mistake, or \
         :done to return to the game.",
        mistake.numbered()
    ));
    state.practice = Some(Box::new(Practice { home, mistake, at, tried: None }));
    super::turn::study(state);
}

/// Returns from practice to the game.
pub(super) fn finish(state: &mut State) {
    let Some(practice) = state.practice.take() else { return };
    (state.record, state.file) = practice.home;
    (state.looking, state.picked, state.cursor, state.hint) = (None, None, None, None);
    state.bottom = crate::terminal::state::seat_of_person(&state.record.players);
    state.say("Back to the game.");
}

/// Whether something can be done without leaving practice.
pub(super) const fn allows(action: &Action) -> bool {
    use Action::{Bar, Close, CopyFen, Flip, Help, Hint, Menu, Play, Practice, Thinking};
    matches!(action, Play(_) | Hint | Flip | Bar | Thinking | Practice | CopyFen | Menu | Help | Close)
}

/// A move was tried in practice. If it is not the best one, the engine looks at it.
pub(super) fn tried(state: &mut State, m: Move) {
    state.picked = None;
    state.input.clear();
    let ticket = state.ticket();
    let mut game = state.game().clone();
    if let Err(error) = game.play(m) {
        state.complain(error);
        return;
    }
    let Some(practice) = &mut state.practice else { return };
    let name = practice.mistake.position.san(m);
    let mates = game.outcome().is_some_and(|outcome| outcome.winner().is_some());
    if mates || practice.mistake.best.first() == Some(&m) {
        state.announce(format!("Right: {name} is best. Type :practice for the next mistake, or :done."));
        return;
    }
    if m == practice.mistake.played {
        state.say(format!("{name} was the mistake. Try another move."));
        return;
    }
    practice.tried = Some((ticket, m));
    state.say(format!("Looking at {name}..."));
    state.effects.push(Effect::Engine(Job::Hint { ticket, game: Box::new(game) }));
}

/// The engine has looked at the move that was tried.
pub(super) fn judged(state: &mut State, found: Option<&FoundHint>) {
    let Some((practice, (_, m))) =
        state.practice.as_mut().and_then(|it| it.tried.take().map(|tried| (it, tried)))
    else {
        return;
    };
    let JudgedMove { position, best, verdict, .. } = &practice.mistake;
    let name = position.san(m);
    let best = best.first().copied();
    // A position without a move to find is a draw: mates were seen before.
    let next = found.and_then(|found| found.score).unwrap_or(mola_game::Score::Centipawns(0));
    let text = match coach::judge(position, m, best, verdict.before, next).remark(position, None) {
        None => format!("{name} is good as well. Type :practice for the next mistake, or :done."),
        Some(remark) => format!("{name}: {remark} Try another move."),
    };
    state.announce(text);
}

/// Whether a ticket belongs to the move that was tried.
pub(super) fn asked(state: &State, ticket: u64) -> bool {
    state.practice.as_ref().is_some_and(|practice| practice.tried.is_some_and(|(asked, _)| asked == ticket))
}
