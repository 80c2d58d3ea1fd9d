//! Two values at once: one for the middlegame, one for the endgame.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use crate::value::Value;

/// A value for the middlegame and one for the endgame, added and multiplied in one instruction: the
/// endgame is in the upper half of the number, the middlegame in the lower.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pair(i32);

impl Pair {
    pub(crate) const ZERO: Self = Self(0);

    pub(crate) const fn new(middlegame: i32, endgame: i32) -> Self {
        Self((endgame << 16) + middlegame)
    }

    pub(crate) const fn middlegame(self) -> Value {
        self.0 as i16 as Value
    }

    pub(crate) const fn endgame(self) -> Value {
        // A negative lower half borrowed from the upper one.
        (self.0.wrapping_add(0x8000) >> 16) as i16 as Value
    }
}

impl Add for Pair {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }
}

impl Sub for Pair {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }
}

impl Neg for Pair {
    type Output = Self;
    fn neg(self) -> Self {
        Self(self.0.wrapping_neg())
    }
}

impl Mul<i32> for Pair {
    type Output = Self;
    fn mul(self, factor: i32) -> Self {
        Self(self.0.wrapping_mul(factor))
    }
}

impl AddAssign for Pair {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Pair {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_halves_add_and_multiply() {
        for (a, b, c, d) in [(1, 2, 3, 4), (-5, 7, 6, -8), (-300, -200, 299, 201), (0, -1, 0, 1)] {
            let sum = Pair::new(a, b) + Pair::new(c, d);
            assert_eq!((sum.middlegame(), sum.endgame()), (a + c, b + d));
            let product = Pair::new(a, b) * -3;
            assert_eq!((product.middlegame(), product.endgame()), (-3 * a, -3 * b));
        }
    }
}
