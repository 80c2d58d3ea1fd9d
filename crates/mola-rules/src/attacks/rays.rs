//! The plain walk: one step at a time until something is in the way. Slow and obviously correct, it
//! builds the tables of the fast forms and is the judge in their tests.

use crate::{Bitboard, Square};

/// The four directions of a slider, as steps in files and ranks.
///
/// ```
/// use mola_rules::attacks::rays::{DIAGONAL, Directions, STRAIGHT};
/// let both: [Directions; 2] = [DIAGONAL, STRAIGHT];
/// assert_eq!(both.concat().len(), 8);
/// ```
pub type Directions = [(i8, i8); 4];

/// The four directions of a bishop.
///
/// ```
/// use mola_rules::attacks::rays::DIAGONAL;
/// assert!(DIAGONAL.iter().all(|(files, ranks)| files * ranks != 0));
/// ```
pub const DIAGONAL: Directions = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// The four directions of a rook.
///
/// ```
/// use mola_rules::attacks::rays::STRAIGHT;
/// assert!(STRAIGHT.iter().all(|(files, ranks)| files * ranks == 0));
/// ```
pub const STRAIGHT: Directions = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// The eight directions of a king and a queen.
///
/// ```
/// use mola_rules::attacks::rays::{ALL, DIAGONAL, STRAIGHT};
/// assert!(DIAGONAL.iter().chain(&STRAIGHT).all(|step| ALL.contains(step)));
/// ```
pub const ALL: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The square one step away, if it is on the board.
///
/// ```
/// use mola_rules::{Square, attacks::rays};
/// assert_eq!(rays::step(Square::E4, (1, 1)), Some(Square::F5));
/// assert_eq!(rays::step(Square::H4, (1, 0)), None);
/// ```
pub const fn step(square: Square, (files, ranks): (i8, i8)) -> Option<Square> {
    let file = (square as i8 & 7) + files;
    let rank = (square as i8 >> 3) + ranks;
    if file & !7 == 0 && rank & !7 == 0 { Square::from_index((rank << 3 | file) as u8) } else { None }
}

/// The squares that a slider on `square` attacks, found by walking.
///
/// ```
/// use mola_rules::{Bitboard, Square, attacks::rays};
/// let reach = rays::attacks(Square::A1, rays::STRAIGHT, Square::A3.bitboard());
/// assert!(reach.has(Square::A3) && !reach.has(Square::A4));
/// ```
pub const fn attacks(square: Square, directions: Directions, occupied: Bitboard) -> Bitboard {
    let mut reach = Bitboard::EMPTY;
    let mut direction = 0;
    while direction < 4 {
        let mut here = square;
        while let Some(next) = step(here, directions[direction]) {
            reach = reach.with(next);
            if occupied.has(next) {
                break;
            }
            here = next;
        }
        direction += 1;
    }
    reach
}

/// The squares whose occupancy matters to a slider on `square`: all it could reach except the last
/// of each ray, beyond which there is nothing to block.
///
/// ```
/// use mola_rules::{Square, attacks::rays};
/// assert_eq!(rays::relevant(Square::A1, rays::STRAIGHT).count(), 12);
/// assert_eq!(rays::relevant(Square::A1, rays::DIAGONAL).count(), 6);
/// ```
pub const fn relevant(square: Square, directions: Directions) -> Bitboard {
    let mut relevant = Bitboard::EMPTY;
    let mut direction = 0;
    while direction < 4 {
        let mut here = square;
        while let Some(next) = step(here, directions[direction]) {
            if step(next, directions[direction]).is_some() {
                relevant = relevant.with(next);
            }
            here = next;
        }
        direction += 1;
    }
    relevant
}
