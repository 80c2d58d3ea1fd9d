//! The kernels, compiled for each kind of processor, and the choice between them.
//!
//! On x86-64 the best that the processor at hand has is chosen when a network is made ready. Elsewhere
//! the build says what there is: NEON is a part of every 64-bit ARM, and a module for WebAssembly
//! either has SIMD, with the feature `simd128`, or not.
#![allow(unsafe_code, reason = "calling a function that was compiled for more than the target's least")]

use super::kernels::{Kernels, Plain, Row};
use super::lanes;
use super::layers::Laid;

/// Which instructions are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Path {
    /// Loops, as the compiler translates them for every processor of the target.
    Plain,
    #[cfg(target_arch = "x86_64")]
    Sse41,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "x86_64")]
    Vnni,
    #[cfg(target_arch = "aarch64")]
    Neon,
    #[cfg(all(target_arch = "wasm32", feature = "simd128"))]
    Simd128,
}

/// A path whose instructions this processor has: the only way to get one is to ask the processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Usable(Path);

impl Usable {
    /// All that can be used here, the best last.
    pub(super) fn all() -> Vec<Self> {
        let mut paths = vec![Self(Path::Plain)];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("sse4.1") {
                paths.push(Self(Path::Sse41));
            }
            if is_x86_feature_detected!("avx2") {
                paths.push(Self(Path::Avx2));
            }
            if is_x86_feature_detected!("avx512bw") && is_x86_feature_detected!("avx512vl") {
                paths.push(Self(Path::Avx512));
                if is_x86_feature_detected!("avx512vnni") {
                    paths.push(Self(Path::Vnni));
                }
            }
        }
        #[cfg(target_arch = "aarch64")]
        paths.push(Self(Path::Neon));
        #[cfg(all(target_arch = "wasm32", feature = "simd128"))]
        paths.push(Self(Path::Simd128));
        paths
    }

    /// The best.
    pub(super) fn best() -> Self {
        Self::all().pop().unwrap_or(Self(Path::Plain))
    }

    /// What to call it.
    pub(super) const fn name(self) -> &'static str {
        match self.0 {
            Path::Plain => "plain",
            #[cfg(target_arch = "x86_64")]
            Path::Sse41 => "SSE4.1",
            #[cfg(target_arch = "x86_64")]
            Path::Avx2 => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Path::Avx512 => "AVX-512",
            #[cfg(target_arch = "x86_64")]
            Path::Vnni => "AVX-512 VNNI",
            #[cfg(target_arch = "aarch64")]
            Path::Neon => "NEON",
            #[cfg(all(target_arch = "wasm32", feature = "simd128"))]
            Path::Simd128 => "SIMD128",
        }
    }
}

/// Compiles kernels for every path that the target's least does not have, and makes methods that call the right one.
macro_rules! compile {
    ($(fn $name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)?;)*) => {
        #[cfg(target_arch = "x86_64")]
        compile!(@path sse41 Sse41 "sse4.1" $(fn $name($($argument: $type),*) $(-> $result)?;)*);
        #[cfg(target_arch = "x86_64")]
        compile!(@path avx2 Avx2 "avx2" $(fn $name($($argument: $type),*) $(-> $result)?;)*);
        #[cfg(target_arch = "x86_64")]
        compile!(@path avx512 Avx512Bytes "avx512f,avx512bw,avx512vl" $(fn $name($($argument: $type),*) $(-> $result)?;)*);
        #[cfg(target_arch = "x86_64")]
        compile!(@path vnni Avx512Vnni "avx512f,avx512bw,avx512vl,avx512vnni" $(fn $name($($argument: $type),*) $(-> $result)?;)*);
        #[cfg(all(target_arch = "wasm32", feature = "simd128"))]
        compile!(@path simd128 Simd128 "simd128" $(fn $name($($argument: $type),*) $(-> $result)?;)*);

        impl Usable {
            $(#[inline]
            pub(super) fn $name(self, $($argument: $type),*) $(-> $result)? {
                match self.0 {
                    Path::Plain => Plain::$name($($argument),*),
                    // SAFETY: a `Usable` is made only after the processor was asked for just these
                    // instructions, in `Usable::all`.
                    #[cfg(target_arch = "x86_64")]
                    Path::Sse41 => unsafe { sse41::$name($($argument),*) },
                    // SAFETY: as above.
                    #[cfg(target_arch = "x86_64")]
                    Path::Avx2 => unsafe { avx2::$name($($argument),*) },
                    // SAFETY: as above.
                    #[cfg(target_arch = "x86_64")]
                    Path::Avx512 => unsafe { avx512::$name($($argument),*) },
                    // SAFETY: as above.
                    #[cfg(target_arch = "x86_64")]
                    Path::Vnni => unsafe { vnni::$name($($argument),*) },
                    #[cfg(target_arch = "aarch64")]
                    Path::Neon => lanes::Neon::$name($($argument),*),
                    #[cfg(all(target_arch = "wasm32", feature = "simd128"))]
                    Path::Simd128 => simd128::$name($($argument),*),
                }
            })*
        }
    };
    (@path $module:ident $lanes:ident $features:literal $(fn $name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)?;)*) => {
        mod $module {
            use super::{Kernels, Laid, Row, lanes};

            $(#[target_feature(enable = $features)]
            pub(super) fn $name($($argument: $type),*) $(-> $result)? {
                lanes::$lanes::$name($($argument),*)
            })*
        }
    };
}

compile! {
    fn quiet(to: &mut Row, from: &Row, add: &Row, remove: &Row);
    fn capture(to: &mut Row, from: &Row, add: &Row, remove: [&Row; 2]);
    fn castle(to: &mut Row, from: &Row, add: [&Row; 2], remove: [&Row; 2]);
    fn change(to: &mut Row, adds: &[&Row], removes: &[&Row]);
    fn output(own: &Row, their: &Row, weights: [&Row; 2]) -> i32;
    fn layers(own: &Row, their: &Row, layers: &Laid) -> i32;
}

#[cfg(test)]
mod tests {
    use super::super::kernels::{Block, LANES};
    use super::*;
    use mola_game::Dice;

    /// Rows of all kinds of numbers within a bound, with the extremes among them.
    fn rows(count: usize, blocks: usize, most: i16, dice: &mut Dice) -> Vec<Vec<Block>> {
        let mut throw = || match dice.below(16) {
            0 => most,
            1 => -most,
            _ => (dice.below(2 * most as usize + 1) as i32 - i32::from(most)) as i16,
        };
        let mut row =
            || (0..blocks).map(|_| Block(std::array::from_fn::<_, LANES, _>(|_| throw()))).collect();
        (0..count).map(|_| row()).collect()
    }

    fn numbers(row: &[Block]) -> Vec<i16> {
        row.iter().flat_map(|block| block.0).collect()
    }

    #[test]
    fn every_path_updates_as_plain_arithmetic_does() {
        let mut dice = Dice::new(7);
        for blocks in [1, 2, 4, 8, 16] {
            let rows = rows(5, blocks, 500, &mut dice);
            let [from, a, b, c, d] = &rows[..] else { panic!("five rows") };
            let expected = |adds: &[&Vec<Block>], removes: &[&Vec<Block>]| -> Vec<i16> {
                let lists = (
                    adds.iter().map(|row| numbers(row)).collect::<Vec<_>>(),
                    removes.iter().map(|row| numbers(row)).collect::<Vec<_>>(),
                );
                let at = |index: usize, list: &[Vec<i16>]| list.iter().map(|row| row[index]).sum::<i16>();
                numbers(from).iter().enumerate().map(|(i, n)| n + at(i, &lists.0) - at(i, &lists.1)).collect()
            };
            for path in Usable::all() {
                let mut to = vec![Block::ZERO; blocks];
                path.quiet(&mut to, from, a, b);
                assert_eq!(numbers(&to), expected(&[a], &[b]), "{path:?}");
                path.capture(&mut to, from, a, [b, c]);
                assert_eq!(numbers(&to), expected(&[a], &[b, c]), "{path:?}");
                path.castle(&mut to, from, [a, b], [c, d]);
                assert_eq!(numbers(&to), expected(&[a, b], &[c, d]), "{path:?}");
                let mut to = from.clone();
                path.change(&mut to, &[a, b, c], &[d]);
                assert_eq!(numbers(&to), expected(&[a, b, c], &[d]), "{path:?}");
            }
        }
    }

    #[test]
    fn every_path_finds_the_same_output_to_the_unit() {
        let mut dice = Dice::new(11);
        for blocks in [1, 2, 4, 8, 16] {
            for round in 0..50 {
                // Rows far below, within and far above the range that is clipped.
                let most = [100, 300, 3_000, 32_000][round % 4];
                let halves = rows(2, blocks, most, &mut dice);
                let weights = rows(2, blocks, 40, &mut dice);
                let mut expected = 0_i64;
                for (row, weights) in halves.iter().zip(&weights) {
                    for (number, weight) in numbers(row).into_iter().zip(numbers(weights)) {
                        expected += i64::from(number.clamp(0, 255)).pow(2) * i64::from(weight);
                    }
                }
                for path in Usable::all() {
                    let found = path.output(&halves[0], &halves[1], [&weights[0], &weights[1]]);
                    assert_eq!(i64::from(found), expected, "{path:?}");
                }
            }
        }
    }
}
