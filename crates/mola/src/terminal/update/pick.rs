//! Moving by hand: a piece is picked, then its square.

use mola_rules::{Move, Square};

use super::act::by_person;
use super::turn::play;
use crate::terminal::state::{State, dialog};

/// A square was touched: by Enter, or by a click.
pub(super) fn touch(state: &mut State, square: Square) {
    if !by_person(state) {
        return;
    }
    let snapshot = state.game().snapshot();
    match state.picked {
        Some(picked) if picked == square => state.picked = None,
        Some(picked) if snapshot.targets(picked).has(square) => go(state, picked, square),
        _ if snapshot.position.us().has(square) => pick(state, square),
        Some(_) => {
            state.picked = None;
            state.complain(format!("The piece cannot go to {square}."));
        }
        None => {
            let text = match snapshot.position.board().piece_at(square) {
                Some(piece) => format!("The {piece} is not yours."),
                None => format!("There is no piece on {square}."),
            };
            state.complain(text);
        }
    }
}

/// A button was let go over another square than it was pressed on: a piece was dragged.
pub(super) fn drop_on(state: &mut State, square: Square) {
    if let Some(picked) = state.picked
        && picked != square
        && state.game().snapshot().targets(picked).has(square)
    {
        go(state, picked, square);
    }
}

fn pick(state: &mut State, square: Square) {
    let position = state.game().position();
    if position.moves_from(square).is_empty() {
        let role = position.board().role_at(square).map(|role| role.to_string()).unwrap_or_default();
        let reason = if position.is_check() { "cannot help against the check" } else { "cannot move" };
        state.picked = None;
        state.complain(format!("The {role} on {square} {reason}."));
    } else {
        state.picked = Some(square);
    }
}

/// Plays the move from one square to another, which is legal; for a pawn that promotes, the
/// player chooses the piece.
fn go(state: &mut State, from: Square, to: Square) {
    let moves = state.game().position().moves_from(from);
    let by_target: Vec<Move> = moves.iter().copied().filter(|m| m.to() == to).collect();
    let by_landing = || moves.iter().copied().filter(|m| m.landing() == to).collect::<Vec<Move>>();
    let fitting = if by_target.is_empty() { by_landing() } else { by_target };
    match fitting[..] {
        [] => {}
        [m] => play(state, m),
        _ => state.dialog = Some(dialog::promotion(&fitting)),
    }
}
