//! Mate in n moves comes at ply 2n - 1. Being mated in n moves comes at ply 2n.

/// The score of being mated this many plies from the root.
pub fn mated(ply: i32) -> i32 {
    ply - 30_000
}

/// The moves to mate, if a score is one.
pub fn mate_in(score: i32) -> Option<i32> {
    match score {
        29_000.. => Some((30_000 - score + 1) / 2),
        _ if score <= -29_000 => Some(-(30_000 + score) / 2),
        _ => None,
    }
}
