//! Where pieces reach.
//!
//! Kings, knights and pawns read a table. Sliders (bishops, rooks, queens) depend on what stands in
//! their way, and come in three interchangeable forms, each tested against the plain walk of
//! [`rays`]:
//!
//! | form | when | tables |
//! |---|---|---|
//! | `pext` | the build targets a CPU with BMI2 | 841 KiB |
//! | `magic` | everywhere else | 841 KiB |
//! | `hyperbola` | feature `small` | 4 KiB with the leapers |
//!
//! ```
//! use mola_rules::{Bitboard, Square, attacks};
//! let blockers = Square::E6.bitboard() | Square::C4.bitboard();
//! let reach = attacks::rook(Square::E4, blockers);
//! assert!(reach.has(Square::E6) && !reach.has(Square::E7));
//! assert!(reach.has(Square::C4) && !reach.has(Square::B4));
//! ```

pub mod hyperbola;
#[cfg(any(not(feature = "small"), test))]
pub mod magic;
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
pub mod pext;
pub mod rays;
#[cfg(any(not(feature = "small"), test))]
mod table;

#[cfg(feature = "small")]
use hyperbola as sliders;
#[cfg(not(any(feature = "small", all(target_arch = "x86_64", target_feature = "bmi2"))))]
use magic as sliders;
#[cfg(all(not(feature = "small"), target_arch = "x86_64", target_feature = "bmi2"))]
use pext as sliders;

use crate::{Bitboard, Color, Square};

/// The name of the slider form in this build: `pext`, `magic` or `hyperbola`.
///
/// ```
/// assert!(["pext", "magic", "hyperbola"].contains(&mola_rules::attacks::FORM));
/// ```
pub const FORM: &str = sliders::FORM;

/// Squares next to `square`.
///
/// ```
/// use mola_rules::{Square, attacks};
/// assert_eq!(attacks::king(Square::A1).count(), 3);
/// ```
#[inline(always)]
pub fn king(square: Square) -> Bitboard {
    KING[square as usize]
}

/// Squares a knight's leap from `square`.
///
/// ```
/// use mola_rules::{Square, attacks};
/// assert_eq!(attacks::knight(Square::A1).count(), 2);
/// ```
#[inline(always)]
pub fn knight(square: Square) -> Bitboard {
    KNIGHT[square as usize]
}

/// Squares that a pawn of `color` on `square` attacks.
///
/// ```
/// use mola_rules::{Color, Square, attacks};
/// assert!(attacks::pawn(Color::White, Square::E4).has(Square::D5));
/// assert!(attacks::pawn(Color::Black, Square::E4).has(Square::F3));
/// ```
#[inline(always)]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    PAWN[color as usize][square as usize]
}

/// Squares that a bishop on `square` attacks when the squares in `occupied` are taken, including the
/// first one in every direction.
///
/// ```
/// use mola_rules::{Bitboard, Square, attacks};
/// assert_eq!(attacks::bishop(Square::D4, Bitboard::EMPTY).count(), 13);
/// ```
#[inline(always)]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    sliders::bishop(square, occupied)
}

/// Squares that a rook on `square` attacks when the squares in `occupied` are taken, including the
/// first one in every direction.
///
/// ```
/// use mola_rules::{Bitboard, Square, attacks};
/// assert_eq!(attacks::rook(Square::D4, Bitboard::EMPTY).count(), 14);
/// ```
#[inline(always)]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    sliders::rook(square, occupied)
}

/// Squares that a queen on `square` attacks: those of a bishop and those of a rook.
///
/// ```
/// use mola_rules::{Bitboard, Square, attacks};
/// assert_eq!(attacks::queen(Square::D4, Bitboard::EMPTY).count(), 27);
/// ```
#[inline(always)]
pub fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    bishop(square, occupied) | rook(square, occupied)
}

/// The squares from `near` to `far` on their common line, `far` included and `near` not; empty when
/// no line joins them. Seen from a king, that is at once the path of a check, what may be captured
/// to end it, and where a pinned piece may go.
///
/// ```
/// use mola_rules::{Square, attacks};
/// let path = attacks::path(Square::A1, Square::D4);
/// assert_eq!(path, Square::B2.bitboard() | Square::C3.bitboard() | Square::D4.bitboard());
/// assert!(attacks::path(Square::A1, Square::B3).is_empty());
/// ```
#[inline(always)]
pub fn path(near: Square, far: Square) -> Bitboard {
    #[cfg(not(feature = "small"))]
    return PATH[near as usize][far as usize];
    #[cfg(feature = "small")]
    return walk_path(near, far);
}

/// The squares strictly between two squares on a common line; empty when no line joins them.
///
/// ```
/// use mola_rules::{Square, attacks};
/// assert_eq!(attacks::between(Square::E1, Square::E3), Square::E2.bitboard());
/// ```
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    path(a, b).without(b)
}

static KING: [Bitboard; 64] = leaper(&rays::ALL);
static KNIGHT: [Bitboard; 64] =
    leaper(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
static PAWN: [[Bitboard; 64]; 2] = [leaper(&[(-1, 1), (1, 1)]), leaper(&[(-1, -1), (1, -1)])];

/// The table of a piece that makes one step in each of some directions.
const fn leaper<const N: usize>(steps: &[(i8, i8); N]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut index = 0;
    while index < 64 {
        let mut step = 0;
        while step < N {
            if let Some(to) = rays::step(Square::ALL[index], steps[step]) {
                table[index] = table[index].with(to);
            }
            step += 1;
        }
        index += 1;
    }
    table
}

#[cfg(not(feature = "small"))]
static PATH: [[Bitboard; 64]; 64] = {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut index = 0;
    while index < 64 * 64 {
        table[index / 64][index % 64] = walk_path(Square::ALL[index / 64], Square::ALL[index % 64]);
        index += 1;
    }
    table
};

/// Walks from `near` in the direction of `far`; a walk that leaves the board was on no common line.
const fn walk_path(near: Square, far: Square) -> Bitboard {
    let files = (far as i8 & 7) - (near as i8 & 7);
    let ranks = (far as i8 >> 3) - (near as i8 >> 3);
    let mut path = Bitboard::EMPTY;
    let mut square = near;
    while square as u8 != far as u8 {
        match rays::step(square, (files.signum(), ranks.signum())) {
            Some(next) => square = next,
            None => return Bitboard::EMPTY,
        }
        path = path.with(square);
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every relevant occupancy of every square, which is what the tables are built from, and as
    /// many random full boards, which also exercise the masking of what is not relevant.
    fn agrees_with_the_walk(
        bishop: fn(Square, Bitboard) -> Bitboard,
        rook: fn(Square, Bitboard) -> Bitboard,
    ) {
        let mut noise = 0x9E3779B97F4A7C15_u64;
        let check = |square, occupied| {
            assert_eq!(bishop(square, occupied), rays::attacks(square, rays::DIAGONAL, occupied));
            assert_eq!(rook(square, occupied), rays::attacks(square, rays::STRAIGHT, occupied));
        };
        for square in Square::ALL {
            for directions in [rays::DIAGONAL, rays::STRAIGHT] {
                for subset in rays::relevant(square, directions).subsets() {
                    check(square, subset);
                    noise ^= noise << 13;
                    noise ^= noise >> 7;
                    noise ^= noise << 17;
                    check(square, Bitboard::new(noise & noise.rotate_left(21)));
                }
            }
        }
    }

    #[test]
    fn hyperbola_sliders_agree_with_the_plain_walk() {
        agrees_with_the_walk(hyperbola::bishop, hyperbola::rook);
    }

    #[test]
    fn magic_sliders_agree_with_the_plain_walk() {
        agrees_with_the_walk(magic::bishop, magic::rook);
    }

    #[test]
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    fn pext_sliders_agree_with_the_plain_walk() {
        agrees_with_the_walk(pext::bishop, pext::rook);
    }

    #[test]
    fn tables_of_the_small_form_stay_under_8_kib() {
        let leapers = size_of_val(&KING) + size_of_val(&KNIGHT) + size_of_val(&PAWN);
        assert!(leapers + hyperbola::TABLE_BYTES < 8 * 1024);
    }

    #[test]
    fn a_path_is_where_two_sliders_meet() {
        for near in Square::ALL {
            for far in Square::ALL {
                let mut expected = Bitboard::EMPTY;
                for directions in [rays::DIAGONAL, rays::STRAIGHT] {
                    let from_near = rays::attacks(near, directions, far.bitboard());
                    let from_far = rays::attacks(far, directions, near.bitboard());
                    if from_near.has(far) && near != far {
                        expected = (from_near & from_far).with(far);
                    }
                }
                assert_eq!(path(near, far), expected, "{near} {far}");
            }
        }
    }

    #[test]
    fn leapers_are_symmetric_and_pawns_mirror_each_other() {
        for a in Square::ALL {
            for b in Square::ALL {
                assert_eq!(king(a).has(b), a.distance(b) == 1);
                assert_eq!(knight(a).has(b), knight(b).has(a));
                assert_eq!(pawn(Color::White, a).has(b), pawn(Color::Black, b).has(a));
            }
        }
    }
}
