//! What follows when the game has changed.

use std::time::Duration;

use mola_game::coach;
use mola_rules::{Color, Move};

use crate::terminal::player::Player;
use crate::terminal::state::{Effect, Job, Question, State, Tone, dialog};

/// Time to see what happened before the engine replies, and between the moves of two engines.
const PATIENCE: Duration = Duration::from_millis(350);
const PATIENCE_WHEN_WATCHED: Duration = Duration::from_millis(700);

/// Plays a move for the side to move, and does what follows from it.
pub(super) fn play(state: &mut State, m: Move) {
    if state.practice.is_some() {
        return super::review::tried(state, m);
    }
    let before = *state.game().position();
    let spent = state.spent();
    let words = before.is_legal(m).then(|| (before.san(m), coach::move_in_words(&before, m)));
    if let Err(error) = state.record.game.play_timed(m, spent) {
        state.complain(error);
        return;
    }
    state.turn_began = Some(state.world.elapsed);
    state.record.spent = Duration::ZERO;
    state.looking = None;
    if let Some((name, words)) = words.filter(|_| state.game().position() != &before) {
        let mover = before.turn();
        let text = if state.speak { format!("{mover}: {words}.") } else { format!("{mover} played {name}.") };
        state.note(text, Tone::Move);
    }
    changed(state);
}

/// The game has changed: the picked square, the question and the hint are void; the game is saved; and
/// the side to move is asked, if it is an engine.
pub(super) fn changed(state: &mut State) {
    state.picked = None;
    state.hint = None;
    state.input.clear();
    if state.asked.take().is_some() {
        state.effects.push(Effect::StopEngines);
    }
    keep(state);
    if let Some(outcome) = state.game().outcome() {
        state.announce(format!("{}.", coach::ending(outcome)));
        state.dialog = dialog::over(state);
        state.effects.push(Effect::Bell);
    } else {
        if state.game().position().is_check() {
            state.announce(format!("{} is in check.", state.game().position().turn()));
        }
        if let Some(reason) = state.game().snapshot().claimable.filter(|_| state.is_persons_turn()) {
            state.announce(format!("{} Type draw to claim it.", coach::claimable(reason)));
        }
        ask(state);
    }
    study(state);
}

/// Has the game saved. One without a move is not worth keeping.
fn keep(state: &mut State) {
    if !state.game().is_empty() {
        state.effects.push(Effect::Keep { name: state.file.clone(), text: state.record.to_pgn() });
    }
}

/// The player leaves. What the clocks show is kept with the game, so that coming back gives no time.
pub(super) fn leave(state: &mut State) {
    let runs = state.left(state.game().position().turn()).is_some() && state.game().outcome().is_none();
    if runs && !state.game().is_empty() {
        state.record.spent = state.spent();
        state.turn_began = Some(state.world.elapsed);
        keep(state);
    }
    state.effects.push(Effect::Quit);
}

/// Starts the programs that play this game and are not asked for a move right now.
pub(super) fn start_engines(state: &mut State) {
    let turn = state.game().position().turn();
    if state.game().outcome().is_some() {
        return;
    }
    for seat in Color::ALL.into_iter().filter(|&seat| state.asked.is_none() || seat != turn) {
        if let Player::Engine(engine) = &state.record.players[seat as usize]
            && engine.is_external()
        {
            state.effects.push(Effect::Engine(Job::Start { seat, engine: Box::new(engine.clone()) }));
        }
    }
}

/// Asks the engine whose turn it is, if it is one's.
pub(super) fn ask(state: &mut State) {
    let seat = state.game().position().turn();
    let Player::Engine(engine) = state.player(seat).clone() else { return };
    if state.paused || state.game().outcome().is_some() || state.asked.is_some() {
        return;
    }
    let ticket = state.ticket();
    state.asked = Some(ticket);
    let patience = match (state.is_watched(), state.game().clock().left(seat)) {
        (_, Some(_)) => Duration::ZERO,
        _ if !state.unhurried => Duration::ZERO,
        (true, None) => PATIENCE_WHEN_WATCHED,
        (false, None) => PATIENCE,
    };
    let question = Question { engine, game: state.game().clone(), level: state.record.level, patience };
    state.effects.push(Effect::Engine(Job::Move { seat, ticket, question: Box::new(question) }));
}

/// Has the shown position analyzed, if the bar or the line is shown.
pub(super) fn study(state: &mut State) {
    state.study.thought = None;
    let game = state.shown_game();
    if !(state.study.bar || state.study.line) || game.outcome().is_some() {
        // Late results are dropped.
        if std::mem::take(&mut state.study.ticket) != 0 {
            state.effects.push(Effect::StopStudy);
        }
        return;
    }
    state.study.ticket = state.ticket();
    state.effects.push(Effect::Engine(Job::Study { ticket: state.study.ticket, game: Box::new(game) }));
}

/// Ends the game if the time of the player to move has run out.
pub(super) fn check_flag(state: &mut State) {
    let turn = state.game().position().turn();
    let is_up = state.left(turn).is_some_and(|left| left.is_zero());
    if !is_up || state.game().outcome().is_some() || state.turn_began.is_none() {
        return;
    }
    // The game is running: it can end on time.
    let _ = state.record.game.flag(turn);
    changed(state);
}
