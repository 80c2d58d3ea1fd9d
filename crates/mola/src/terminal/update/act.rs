//! Doing what a player asks for.

use mola_game::coach::{self, HintStep};
use mola_game::pgn::GameResult;
use mola_rules::{Color, Position};

use super::review;
use super::turn::{ask, changed, leave, play, start_engines, study};
use crate::terminal::player::Player;
use crate::terminal::state::dialog::{self, Dialog};
use crate::terminal::state::{Action, Effect, Form, Hint, Job, Look, Setting, State, seat_of_person};
use crate::terminal::storage::SavedGame;

pub(super) fn act(state: &mut State, action: Action) {
    state.dialog = None;
    // Whatever belongs to the game waits until it is on the board again.
    if state.practice.is_some() && !review::allows(&action) {
        review::finish(state);
    }
    match action {
        Action::Play(m) => {
            if by_person(state) {
                play(state, m);
            }
        }
        Action::TakeBack => take_back(state),
        Action::Redo => redo(state),
        Action::Hint => hint(state),
        Action::AskResign => {
            if person(state).is_some() {
                state.dialog = Some(dialog::resign());
            }
        }
        Action::Resign => resign(state),
        Action::Draw => draw(state),
        Action::ClaimDraw => claim(state),
        Action::DeclineDraw => {
            state.record.game.decline_draw();
            state.say("The draw offer is declined.");
        }
        Action::MoveNow => move_now(state),
        Action::Pause => pause(state),
        Action::Look(step) => look(state, step),
        Action::Flip => state.bottom = !state.bottom,
        Action::Bar => {
            state.study.bar = !state.study.bar;
            study(state);
        }
        Action::Thinking => {
            state.study.line = !state.study.line;
            study(state);
        }
        Action::Level(level) => {
            state.record.level = level;
            state.say(format!("Level {level}: {}, {}.", level.name(), coach::level_in_words(level)));
        }
        Action::Opponent(player) => opponent(state, &player),
        Action::NewGame => state.dialog = Some(Dialog::Form(Box::new(Form::new(state)))),
        Action::Start(setting) => start(state, *setting),
        Action::Rematch => {
            let mut setting = state.setting();
            setting.players.reverse();
            setting.start = *state.game().start();
            start(state, setting);
        }
        Action::Resume { record, file } => resume(state, *record, file),
        Action::Review => review::start(state),
        Action::Practice => review::practice(state),
        // What was practiced has been left above.
        Action::Done => study(state),
        Action::AskSave => state.dialog = Some(dialog::save(&format!("mola-{}.pgn", state.record.date))),
        Action::Save(path) => {
            let text = state.record.to_pgn();
            state.effects.push(Effect::Save { path, text });
        }
        Action::AskLoad => state.dialog = Some(dialog::load()),
        Action::Load { path, number } => {
            let level = state.record.level;
            state.effects.push(Effect::Load { path, number, level });
        }
        Action::Games => state.effects.push(Effect::ListGames),
        Action::AskFen => state.dialog = Some(dialog::fen()),
        Action::Fen(text) => from_fen(state, &text),
        Action::CopyFen => {
            let fen = state.shown().position.to_string();
            state.say(format!("Copied: {fen}"));
            state.effects.push(Effect::Copy(fen));
        }
        Action::CopyPgn => {
            state.say("Copied the game as PGN.");
            state.effects.push(Effect::Copy(state.record.to_pgn()));
        }
        Action::Menu => state.dialog = Some(dialog::menu(state)),
        Action::Help => state.dialog = Some(Dialog::Help { scroll: 0 }),
        Action::Close => {}
        Action::Quit => leave(state),
    }
}

/// Whether a person may move now; if not, says why not.
pub(super) fn by_person(state: &mut State) -> bool {
    let turn = state.game().position().turn();
    let name = state.player(turn).name();
    let why = if let Some(outcome) = state.game().outcome() {
        format!("The game is over: {outcome}.")
    } else if state.looking.is_some() {
        "You are looking at an earlier position. Press End to return to the game.".to_owned()
    } else if state.player(turn).is_human() {
        return true;
    } else if state.asked.is_some() {
        format!("It is {turn}'s turn, and {name} is thinking.")
    } else {
        format!("The engine {name} is not playing. Type go to try again, or engine mola.")
    };
    state.complain(why);
    false
}

/// The person whose word counts: who is to move, or who plays against an engine. Says so if there
/// is none.
fn person(state: &mut State) -> Option<Color> {
    if let Some(outcome) = state.game().outcome() {
        state.complain(format!("The game is over: {outcome}."));
        return None;
    }
    let turn = state.game().position().turn();
    let found = [turn, !turn].into_iter().find(|&color| state.player(color).is_human());
    if found.is_none() {
        state.complain("Only engines play this game.");
    }
    found
}

/// Takes back the last move of the person, with the engine's reply if there was one.
fn take_back(state: &mut State) {
    if state.game().is_empty() {
        return state.complain("There is no move to take back.");
    }
    if state.is_watched() {
        state.paused = true;
    }
    let anybody = state.is_watched();
    state.say("Took back the last move.");
    loop {
        let taken = state.record.game.take_back();
        let turn = state.game().position().turn();
        if taken.is_err() || anybody || state.player(turn).is_human() {
            break;
        }
    }
    after_step(state);
}

/// Plays again what was taken back, until it is a person's turn.
fn redo(state: &mut State) {
    if state.record.game.redo().is_err() {
        return state.complain("There is no move to redo.");
    }
    state.say("Redid the move.");
    while !state.is_watched() && !state.is_persons_turn() && state.record.game.redo().is_ok() {}
    after_step(state);
}

fn after_step(state: &mut State) {
    state.looking = None;
    state.turn_began = (!state.game().is_empty()).then_some(state.world.elapsed);
    state.record.spent = std::time::Duration::ZERO;
    state.thoughts = [None, None];
    changed(state);
}

/// Asks for a hint, or climbs the ladder.
fn hint(state: &mut State) {
    if !by_person(state) {
        return;
    }
    let at = state.game().len();
    if let Some(hint) = state.hint.as_mut().filter(|hint| hint.at == at) {
        if hint.found.is_some() && hint.step < HintStep::Move {
            hint.step = hint.step.next();
        }
        tell_hint(state);
    } else {
        let ticket = state.ticket();
        state.hint = Some(Hint { at, ticket, step: HintStep::Nudge, found: None });
        state.say("Looking for a hint...");
        let game = Box::new(state.game().clone());
        state.effects.push(Effect::Engine(Job::Hint { ticket, game }));
    }
}

/// Says as much as the ladder allows.
pub(super) fn tell_hint(state: &mut State) {
    let Some(hint) = &state.hint else { return };
    let Some(found) = &hint.found else { return };
    let (threat, position) = (found.threat.as_deref(), state.game().position());
    let text = coach::hint(position, found.best, found.score, threat, hint.step);
    state.say(if hint.step == HintStep::Nudge { format!("{text} Ask again for more.") } else { text });
}

fn resign(state: &mut State) {
    let Some(color) = person(state) else { return };
    // A person was found, so the game is running.
    let _ = state.record.game.resign(color);
    changed(state);
}

/// Accepts the draw that is offered, claims the one that is due, or offers one.
fn draw(state: &mut State) {
    let Some(color) = person(state) else { return };
    let game = &mut state.record.game;
    let may_claim = game.position().turn() == color && game.snapshot().claimable.is_some();
    if game.accept_draw(color).is_ok() || (may_claim && game.claim_draw().is_ok()) {
        return changed(state);
    }
    if state.player(!color).is_human() {
        let _ = state.record.game.offer_draw(color);
        state.announce(format!("{color} offers a draw."));
        state.dialog = Some(dialog::draw_offer(&color.to_string()));
        return;
    }
    let name = state.player(!color).name();
    let thought = state.thoughts[!color as usize].as_ref();
    let score = thought.map(|it| if color == Color::White { it.score.flip() } else { it.score });
    if coach::accepts_draw(score, state.game().len()) {
        let game = &mut state.record.game;
        let _ = game.offer_draw(color).and_then(|()| game.accept_draw(!color));
        return changed(state);
    }
    state.say(format!("{name} declines the draw."));
}

fn claim(state: &mut State) {
    match state.record.game.claim_draw() {
        Ok(()) => changed(state),
        Err(error) => state.complain(format!("{error}.")),
    }
}

/// The engine shall answer with what it has; one that failed is asked again.
fn move_now(state: &mut State) {
    if state.asked.is_some() {
        return state.effects.push(Effect::StopEngines);
    }
    state.paused = false;
    ask(state);
    if state.asked.is_none() {
        state.complain("No engine is to move now.");
    }
}

fn pause(state: &mut State) {
    state.paused = !state.paused;
    state.say(if state.paused { "Paused." } else { "Resumed." });
    if !state.paused {
        ask(state);
    } else if state.asked.take().is_some() {
        state.effects.push(Effect::StopEngines);
    }
}

/// Shows an earlier or later position, without changing the game.
fn look(state: &mut State, step: Look) {
    let last = state.game().len();
    let here = state.looking.unwrap_or(last);
    let there = match step {
        Look::First => 0,
        Look::Back => here.saturating_sub(1),
        Look::Forward => here + 1,
        Look::Last => last,
        Look::At(moves) => moves,
    };
    state.looking = (there < last).then_some(there);
    state.picked = None;
    review::tell(state);
    study(state);
}

/// Puts another engine, or a person, in the engine's seat.
fn opponent(state: &mut State, player: &Player) {
    let seats = [Color::White, Color::Black];
    let seat = seats.into_iter().find(|&color| !state.player(color).is_human());
    let seat = seat.unwrap_or(!state.game().position().turn());
    state.record.players[seat as usize] = player.clone();
    state.record.names[seat as usize] = None;
    state.paused = false;
    let name = player.name();
    state.say(format!("{name} now plays {seat}."));
    if state.asked.take().is_some() {
        state.effects.push(Effect::StopEngines);
        return ask(state);
    }
    ask(state);
    start_engines(state);
}

/// Begins a game.
pub(super) fn start(state: &mut State, setting: Setting) {
    let date = state.world.date.tag();
    state.bottom = seat_of_person(&setting.players);
    let record = SavedGame::new(setting.start, setting.control, setting.players, setting.level, date);
    let [white, black] = [Color::White, Color::Black].map(|color| record.title(color));
    state.say(format!("New game: {white} against {black}."));
    let file = state.world.new_file();
    replace(state, record, file);
}

/// Goes on with a game that was kept.
fn resume(state: &mut State, record: SavedGame, file: String) {
    state.bottom = seat_of_person(&record.players);
    state.say("Welcome back.");
    replace(state, record, file);
}

/// Shows a game that was read from a file. It is saved as a new game.
pub(super) fn load(state: &mut State, record: SavedGame) {
    let moves = record.game.len();
    let result = GameResult::from(record.game.outcome());
    state.say(format!(
        "Loaded a game of {moves} plies, {result}. PgUp and PgDn, or :previous and :next, walk through it."
    ));
    let file = state.world.new_file();
    replace(state, record, file);
}

fn from_fen(state: &mut State, text: &str) {
    match Position::from_lenient_fen(text) {
        Ok(position) => start(state, Setting { start: position, ..state.setting() }),
        Err(error) => state.complain(error),
    }
}

/// Puts another game in place of the present one, which has been kept.
fn replace(state: &mut State, record: SavedGame, file: String) {
    state.record = record;
    state.file = file;
    state.review = None;
    state.looking = None;
    state.cursor = None;
    state.paused = false;
    state.thoughts = [None, None];
    state.turn_began = (!state.game().is_empty()).then_some(state.world.elapsed);
    state.effects.extend([Effect::StopEngines, Effect::Engine(Job::NewGame)]);
    state.asked = None;
    changed(state);
    start_engines(state);
}
