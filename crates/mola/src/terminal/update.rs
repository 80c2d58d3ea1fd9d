//! How the state changes: a message comes in, effects go out. Nothing here touches the world.

mod act;
mod keys;
mod mouse;
mod pick;
mod review;
mod turn;

#[cfg(test)]
mod tests;

pub(crate) use keys::SHORTCUTS;

use crate::engines::running::Said;
use crate::terminal::player::Player;
use crate::terminal::state::commands::{self, Refusal};
use crate::terminal::state::dialog::{self, Dialog};
use crate::terminal::state::{Effect, Msg, State, World};

/// Changes the state as a message asks, and says what is to be done. It is pure: clock, date, process and
/// chance come in as a [`World`].
pub(crate) fn update(state: &mut State, msg: Msg, world: World) -> Vec<Effect> {
    state.world = world;
    receive(state, msg);
    std::mem::take(&mut state.effects)
}

fn receive(state: &mut State, msg: Msg) {
    match msg {
        Msg::Tick => turn::check_flag(state),
        Msg::Resize(columns, rows) => state.size = (columns, rows),
        Msg::Key(key) => keys::press(state, key),
        Msg::Mouse(event) => mouse::point(state, event),
        Msg::Paste(text) => keys::paste(state, &text),
        Msg::Line(line) => enter(state, &line),
        Msg::Act(action) => act::act(state, action),
        Msg::Thought { ticket, thought } => {
            if ticket == state.study.ticket {
                state.study.thought = Some(thought);
            } else if state.asked == Some(ticket) {
                let seat = state.game().position().turn();
                state.thoughts[seat as usize] = Some(thought);
            }
        }
        // A stale ticket is dropped, so that a late answer never meets a position it was not for.
        Msg::Answer { ticket, .. } if state.asked != Some(ticket) => {}
        Msg::Answer { answer: reply, .. } => answer(state, reply),
        Msg::Unavailable { seat, engine, text } => {
            if *state.player(seat) == Player::Engine(*engine) {
                let name = state.player(seat).name();
                state.complain(format!(
                    "The engine {name} cannot play: {text}. Type engine mola for another opponent."
                ));
            }
        }
        Msg::Hint { ticket, found } if review::asked(state, ticket) => review::judged(state, found.as_ref()),
        Msg::Reviewed { ticket, moves } => review::finished(state, ticket, moves),
        Msg::Listed { path, games } => state.dialog = Some(dialog::listed(&path, games)),
        Msg::Hint { ticket, found } => match state.hint.as_mut().filter(|hint| hint.ticket == ticket) {
            Some(hint) if found.is_some() => {
                hint.found = found;
                act::tell_hint(state);
            }
            Some(_) => {
                state.hint = None;
                state.complain("No hint is available now.");
            }
            None => {}
        },
        Msg::Loaded(Ok(record)) => act::load(state, *record),
        Msg::Written(Ok(text)) | Msg::Remark(text) => state.say(text),
        Msg::Loaded(Err(text)) | Msg::Written(Err(text)) => state.complain(text),
        Msg::Games(games) => state.dialog = Some(dialog::games(games)),
    }
}

/// What is to be done when the program begins: an engine may be to move.
pub(crate) fn begin(state: &mut State) -> Vec<Effect> {
    if matches!(state.dialog, Some(Dialog::List(_))) {
        // There is a question to be answered first, and perhaps another game to be played.
        return Vec::new();
    }
    state.turn_began = (!state.game().is_empty()).then_some(state.world.elapsed);
    if state.game().outcome().is_some() {
        state.dialog = dialog::over(state);
    }
    turn::ask(state);
    turn::study(state);
    turn::start_engines(state);
    std::mem::take(&mut state.effects)
}

/// Does what a typed line says.
fn enter(state: &mut State, line: &str) {
    // Whose turn it is matters more than what was typed.
    if commands::may_be_move(state, line) && !act::by_person(state) {
        return;
    }
    match commands::read(state, line) {
        Ok(Some(action)) => act::act(state, action),
        Ok(None) => {}
        Err(Refusal::Text(text)) => state.complain(text),
        Err(Refusal::Promotion(text)) => {
            let position = state.game().position();
            let letters = ["q", "n", "r", "b"];
            let moves: Vec<_> = letters
                .iter()
                .filter_map(|letter| position.parse_san(&format!("{text}={letter}")).ok())
                .collect();
            state.complain(format!("{text:?} does not say what the pawn becomes; add =Q, =R, =B or =N"));
            state.dialog = Some(dialog::promotion(&moves));
        }
    }
}

/// The engine whose turn it is has answered.
fn answer(state: &mut State, answer: Said) {
    let seat = state.game().position().turn();
    let name = state.player(seat).name();
    state.asked = None;
    match answer {
        Said::Resigns => {
            // The game was running, so it can be resigned.
            let _ = state.record.game.resign(seat);
            turn::changed(state);
        }
        Said::Move { best, offers_draw } => {
            turn::play(state, best);
            if offers_draw && state.record.game.offer_draw(seat).is_ok() {
                state.announce(format!("{name} offers a draw."));
                if state.player(!seat).is_human() {
                    state.dialog = Some(dialog::draw_offer(&name));
                }
            }
        }
        Said::Illegal(reason) | Said::Failed(reason) => {
            state.complain(format!(
                "The engine {name} cannot play: {reason}. Type go to try again, or engine mola."
            ));
            state.paused = true;
            state.effects.push(Effect::Bell);
        }
    }
}
