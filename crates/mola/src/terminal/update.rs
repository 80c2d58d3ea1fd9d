//! How the state changes: a message comes in, effects go out. Nothing here touches the world.

mod act;
mod keys;
mod mouse;
mod pick;
mod turn;

#[cfg(test)]
mod tests;

pub(crate) use keys::SHORTCUTS;
use mola_game::Score;
use mola_rules::Color;

use crate::terminal::state::State;
use crate::terminal::state::dialog::{self, Dialog};
use crate::terminal::state::effect::{Effect, Msg, Remark};
use crate::terminal::state::words::{self, Refusal};

/// Changes the state as a message asks, and says what is to be done.
pub(crate) fn update(state: &mut State, msg: Msg) -> Vec<Effect> {
    match msg {
        Msg::Time(now) => {
            state.now = now;
            turn::check_flag(state)
        }
        Msg::Resize(columns, rows) => {
            state.size = (columns, rows);
            Vec::new()
        }
        Msg::Key(key) => keys::press(state, key),
        Msg::Mouse(event) => mouse::point(state, event),
        Msg::Paste(text) => {
            keys::paste(state, &text);
            Vec::new()
        }
        Msg::Line(line) => enter(state, &line),
        Msg::Act(action) => act::act(state, action),
        Msg::Thought { ticket, thought } => {
            if ticket == state.study.ticket {
                state.study.thought = Some(thought);
            } else if state.asked == Some(ticket) {
                let seat = state.game().position().turn();
                state.thoughts[seat as usize] = Some(thought);
            }
            Vec::new()
        }
        // A stale ticket is dropped, so that a late answer never meets a position it was not for.
        Msg::Answer { ticket, .. } if state.asked != Some(ticket) => Vec::new(),
        Msg::Answer { best, remark, .. } => answer(state, best, remark),
        Msg::Hint { ticket, found } => {
            match state.hint.as_mut().filter(|hint| hint.ticket == ticket) {
                Some(hint) if found.is_some() => {
                    hint.found = found;
                    act::tell_hint(state);
                }
                Some(_) => {
                    state.hint = None;
                    state.complain("There is no hint to be had now.");
                }
                None => {}
            }
            Vec::new()
        }
        Msg::Loaded(Ok(record)) => act::load(state, *record),
        Msg::Written(Ok(text)) => {
            state.say(text);
            Vec::new()
        }
        Msg::Loaded(Err(text)) | Msg::Written(Err(text)) => {
            state.complain(text);
            Vec::new()
        }
        Msg::Games(games) => {
            state.dialog = Some(dialog::games(games));
            Vec::new()
        }
    }
}

/// What is to be done when the program begins: an engine may be to move.
pub(crate) fn begin(state: &mut State) -> Vec<Effect> {
    if matches!(state.dialog, Some(Dialog::List(_))) {
        // There is a question to be answered first, and perhaps another game to be played.
        return Vec::new();
    }
    state.turn_began = (!state.game().is_empty()).then_some(state.now);
    if state.game().outcome().is_some() {
        state.dialog = dialog::over(state);
    }
    turn::ask(state).into_iter().chain(turn::study(state)).collect()
}

/// Does what a typed line says.
fn enter(state: &mut State, line: &str) -> Vec<Effect> {
    // Whose turn it is matters more than what was typed.
    if words::may_be_move(state, line) && act::by_person(state).is_none() {
        return Vec::new();
    }
    match words::read(state, line) {
        Ok(Some(action)) => act::act(state, action),
        Ok(None) => Vec::new(),
        Err(Refusal::Text(text)) => {
            state.complain(text);
            Vec::new()
        }
        Err(Refusal::Promotion(text)) => {
            let position = state.game().position();
            let letters = ["q", "n", "r", "b"];
            let moves: Vec<_> = letters
                .iter()
                .filter_map(|letter| position.parse_san(&format!("{text}={letter}")).ok())
                .collect();
            state.complain(format!("{text:?} does not say what the pawn becomes; add =Q, =R, =B or =N"));
            state.dialog = Some(dialog::promotion(&moves));
            Vec::new()
        }
    }
}

/// The engine whose turn it is has spoken.
fn answer(state: &mut State, best: Option<mola_rules::Move>, remark: Option<Remark>) -> Vec<Effect> {
    let seat = state.game().position().turn();
    state.asked = None;
    match (best, remark) {
        (_, Some(Remark::Resigns)) => {
            // The game goes on, so that it can be given up.
            let _ = state.record.game.resign(seat);
            turn::changed(state)
        }
        (Some(m), remark) => {
            let mut effects = turn::play(state, m);
            if remark == Some(Remark::OffersDraw) && state.record.game.offer_draw(seat).is_ok() {
                let name = state.player(seat).name();
                state.announce(format!("{name} offers a draw."));
                if state.player(!seat).is_human() {
                    state.dialog = Some(dialog::draw_offer(&name));
                }
            }
            if let Some(Remark::Failed(text)) = remark {
                state.complain(text);
                effects.push(Effect::Bell);
            }
            effects
        }
        (None, remark) => {
            let name = state.player(seat).name();
            let reason = match remark {
                Some(Remark::Failed(text)) => text,
                _ => "it found no move".to_owned(),
            };
            state.complain(format!("{name} cannot play: {reason}. Type go to try again, or engine mola."));
            state.paused = true;
            vec![Effect::Bell]
        }
    }
}

/// Whether an engine that thinks so agrees to a draw: when it is not better, and the game has been
/// one.
fn agrees_to_draw(state: &State, seat: Color) -> bool {
    const EARLY: usize = 30;
    let Some(thought) = &state.thoughts[seat as usize] else { return false };
    let own = thought.score.white_pov(seat);
    state.game().len() >= EARLY && own <= Score::Centipawns(0)
}
