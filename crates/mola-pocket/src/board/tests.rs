//! The board keeps its promises.

use super::*;

/// The same position, put together man by man.
fn from_scratch(position: &Position) -> Position {
    let mut fresh = Position::empty();
    for square in A8..=H1 {
        if !matches!(position.board[square], EMPTY | BORDER) {
            fresh.put(square, position.board[square]);
        }
    }
    Position {
        keys: fresh.keys,
        score: fresh.score,
        men: fresh.men,
        force: fresh.force,
        kings: fresh.kings,
        ..*position
    }
}

fn walk(position: &Position, depth: u32, check: &mut impl FnMut(&Position)) {
    check(position);
    if depth > 0 {
        position.for_each_legal(|_, next| walk(next, depth - 1, check));
    }
}

const CASTLES_AND_PAWNS: &str = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1";

#[test]
fn incremental_sums_equal_those_from_scratch() {
    for start in [Position::START, Position::from_fen(CASTLES_AND_PAWNS).unwrap()] {
        walk(&start, 3, &mut |position| assert_eq!(from_scratch(position), *position));
    }
}

#[test]
fn the_value_of_a_move_is_what_it_adds_to_the_score() {
    for start in [Position::START, Position::from_fen(CASTLES_AND_PAWNS).unwrap()] {
        walk(&start, 2, &mut |position| {
            position.for_each_legal(|chosen, next| {
                // Where no force leaves or joins the board, both blends use the same weights.
                if next.force == [position.force[1], position.force[0]] {
                    let gain = next.blend(-next.score) - position.blend(position.score);
                    assert!((gain - position.value(chosen)).abs() <= 1, "rounding may cost one");
                }
            });
        });
    }
}

#[test]
fn turning_twice_changes_nothing() {
    walk(&Position::from_fen(CASTLES_AND_PAWNS).unwrap(), 2, &mut |position| {
        let mut turned = *position;
        turned.turn();
        assert_eq!(turned.evaluate() - crate::eval::TEMPO, -(position.evaluate() - crate::eval::TEMPO));
        turned.turn();
        assert_eq!(turned, *position);
    });
}

#[test]
fn a_position_and_its_turned_image_are_the_same_problem() {
    let white = Position::from_fen("4k3/8/8/8/8/8/4P3/R3K3 w Q - 0 1").unwrap();
    let black = Position::from_fen("r3k3/4p3/8/8/8/8/8/4K3 b q - 0 1").unwrap();
    let mirrored =
        Position::from_board64(b"...k....                                        ...P....   K...R").unwrap();
    assert_eq!(mirrored.key(), black.key());
    assert_ne!(white.key(), black.key(), "the e-file turned is the d-file");
    assert_eq!(white.evaluate(), black.evaluate());
}

#[test]
fn memory_is_what_the_budget_says() {
    assert!(size_of::<Position>() <= 160);
    assert_eq!(size_of::<Move>(), 2);
}
