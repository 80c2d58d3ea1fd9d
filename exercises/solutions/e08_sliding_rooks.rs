//! For each of four directions, take one step after the other while file and rank stay between 0
//! and 7; stop after the first piece.

/// The squares that a rook attacks where these squares are occupied.
pub fn rook_attacks(square: usize, occupied: u64) -> u64 {
    slide(square, occupied, [(1, 0), (0, 1), (-1, 0), (0, -1)])
}

/// Walks in four directions, each up to the first piece.
pub fn slide(square: usize, occupied: u64, directions: [(i32, i32); 4]) -> u64 {
    let mut attacks = 0;
    for (right, up) in directions {
        let (mut file, mut rank) = (square as i32 % 8 + right, square as i32 / 8 + up);
        while (0..8).contains(&file) && (0..8).contains(&rank) {
            let target = 1 << (rank * 8 + file);
            attacks |= target;
            if occupied & target != 0 {
                break;
            }
            (file, rank) = (file + right, rank + up);
        }
    }
    attacks
}
