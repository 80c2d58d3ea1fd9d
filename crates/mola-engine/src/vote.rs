//! Which of several threads is right.

use mola_rules::Move;

use crate::search::Found;
use crate::value::{INFINITE, is_mate};

/// The threads vote: each for its best move, weighted by depth and value. Returns the number of the thread
/// whose answer is taken.
pub(crate) fn vote(found: &[Found]) -> Option<usize> {
    let searched: Vec<(usize, &Found)> =
        found.iter().enumerate().filter(|(_, one)| one.best.value > -INFINITE).collect();
    let Some((&first, others)) = searched.split_first() else {
        // If no thread has searched anything, the first will do.
        return (!found.is_empty()).then_some(0);
    };
    let worst = searched.iter().map(|(_, one)| one.best.value).min()?;
    let weight = |one: &Found| i64::from(one.best.value - worst + 10) * i64::from(one.depth);
    let votes = |m: Move| -> i64 {
        searched.iter().filter(|(_, one)| one.best.m == m).map(|(_, one)| weight(one)).sum()
    };
    let (mut number, mut best) = first;
    for &(other, one) in others {
        let quicker_mate = is_mate(one.best.value) && one.best.value > best.best.value;
        if quicker_mate || (!is_mate(best.best.value) && votes(one.best.m) > votes(best.best.m)) {
            (number, best) = (other, one);
        }
    }
    Some(number)
}

#[cfg(test)]
mod tests {
    use mola_rules::Position;

    use super::*;
    use crate::search::RootMove;
    use crate::value::{MATE, Value};

    #[test]
    fn threads_vote_for_deep_and_good_moves_and_quick_mates() {
        let root = Position::start();
        let found = |san: &str, value: Value, depth: i32| {
            let mut best = RootMove::new(root.parse_san(san).unwrap());
            best.value = value;
            Found { best, depth, lines: Vec::new() }
        };
        assert_eq!(vote(&[]), None);
        assert_eq!(vote(&[found("e4", -INFINITE, 0)]), Some(0));
        assert_eq!(vote(&[found("e4", -INFINITE, 0), found("d4", 5, 3)]), Some(1));
        let two_against_one = [found("e4", 20, 10), found("d4", 21, 10), found("d4", 19, 10)];
        assert_eq!(vote(&two_against_one), Some(1));
        assert_eq!(vote(&[found("e4", 20, 10), found("d4", 20, 15)]), Some(1));
        assert_eq!(vote(&[found("e4", 20, 15), found("d4", -40, 15)]), Some(0));
        let mates = [found("e4", MATE - 9, 20), found("d4", MATE - 5, 12), found("e4", MATE - 9, 20)];
        assert_eq!(vote(&mates), Some(1));
    }
}
