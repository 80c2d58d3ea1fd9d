//! The board keeps its promises.

use super::*;

/// The same position, put together piece by piece.
fn from_scratch(position: &Position) -> Position {
    let mut fresh = Position::empty(position.values);
    for square in A8..=H1 {
        if !matches!(position.board[square], EMPTY | BORDER) {
            fresh.set(square, position.board[square]);
        }
    }
    for (side, known) in fresh.sides.iter_mut().zip(position.sides) {
        side.castling = known.castling;
    }
    Position { board: fresh.board, sides: fresh.sides, ..*position }
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
                let [ours, theirs] = position.sides;
                if [next.sides[1].force, next.sides[0].force] == [ours.force, theirs.force] {
                    let after = next.sides[1].score - next.sides[0].score;
                    let gain = next.blend(after) - position.blend(ours.score - theirs.score);
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
        let tempo = position.values.tempo;
        assert_eq!(turned.evaluate() - tempo, -(position.evaluate() - tempo));
        turned.turn();
        // What the last move allowed is over once the board was turned.
        assert_eq!(turned, Position { ep: 0, kp: 0, ..*position });
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
    assert!(size_of::<Position>() <= 152 + 2 * size_of::<usize>());
    assert_eq!(size_of::<Move>(), 2);
}
