//! 20. The shorter mate
//!
//! An engine for which every mate is worth the same never gives it. Make a mate worth more the
//! fewer plies it is from the root: being mated at ply p is worth p - 30000. And read such a score
//! back for people: mate in how many moves? Positive for giving mate, negative for being mated;
//! nothing if the score is not a mate. Scores beyond 29000 are mates.

/// The score of being mated this many plies from the root.
pub fn mated(_ply: i32) -> i32 {
    -30_000
}

/// The moves to mate, if a score is one.
pub fn mate_in(_score: i32) -> Option<i32> {
    None
}
