//! What search counts in: hundredths of a pawn, with mates at the ends.

use mola_game::Score;

/// A score inside the search, seen by the player to move.
pub(crate) type Value = i32;

/// The longest line that the search follows.
pub(crate) const MAX_PLY: usize = 200;

/// The value of mate on the board; a mate in `n` plies is worth `n` less.
pub(crate) const MATE: Value = 32_000;

/// More than any value.
pub(crate) const INFINITE: Value = 32_500;

/// Not a value: a placeholder for an unknown one.
pub(crate) const UNKNOWN: Value = 32_600;

/// Values from here on are mates.
pub(crate) const LONGEST_MATE: Value = MATE - MAX_PLY as Value;

/// The value of a win that endgame tables promise; one in `n` plies from the root is worth `n` less.
pub(crate) const TABLE_WIN: Value = LONGEST_MATE - 1;

/// Values from here on are certain: mates, or wins by endgame tables.
pub(crate) const LEAST_WIN: Value = TABLE_WIN - MAX_PLY as Value;

/// The value of being mated at this distance from the root.
pub(crate) const fn mated(ply: usize) -> Value {
    ply as Value - MATE
}

/// Whether a value is a mate for either side.
pub(crate) const fn is_mate(value: Value) -> bool {
    value.abs() >= LONGEST_MATE
}

/// Whether a value is certain: a mate or a tablebase result for either side.
pub(crate) const fn is_decided(value: Value) -> bool {
    value.abs() >= LEAST_WIN
}

/// A value as the table keeps it: mates are counted from the position, not from the root.
pub(crate) const fn to_table(value: Value, ply: usize) -> Value {
    match value {
        LEAST_WIN.. => value + ply as Value,
        _ if value <= -LEAST_WIN => value - ply as Value,
        _ => value,
    }
}

/// A value from the table, with mates counted from the root again.
pub(crate) const fn from_table(value: Value, ply: usize) -> Value {
    match value {
        UNKNOWN => UNKNOWN,
        LEAST_WIN.. => value - ply as Value,
        _ if value <= -LEAST_WIN => value + ply as Value,
        _ => value,
    }
}

/// The value as people see it.
pub(crate) const fn to_score(value: Value) -> Score {
    match value {
        LONGEST_MATE.. => Score::Mate((MATE - value + 1) as u32 / 2),
        _ if value <= -LONGEST_MATE => Score::Mated((MATE + value) as u32 / 2),
        _ => Score::Centipawns(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_count_whole_moves() {
        assert_eq!(to_score(MATE - 1), Score::Mate(1));
        assert_eq!(to_score(MATE - 3), Score::Mate(2));
        assert_eq!(to_score(-MATE), Score::Mated(0));
        assert_eq!(to_score(2 - MATE), Score::Mated(1));
        assert_eq!(to_score(-31), Score::Centipawns(-31));
    }

    #[test]
    fn the_table_keeps_mates_by_their_distance_from_the_position() {
        for value in [MATE - 9, 9 - MATE, TABLE_WIN - 9, 9 - TABLE_WIN, 0, 250] {
            assert_eq!(from_table(to_table(value, 7), 7), value);
        }
        assert_eq!(from_table(to_table(MATE - 9, 7), 3), MATE - 5);
    }
}
