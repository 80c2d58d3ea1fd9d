//! How each kind of processor weighs a block: clip, multiply by the weight in sixteen bits, multiply
//! again and add up pairs in 32 bits.
//!
//! The functions here are inlined into those that `path.rs` compiles for their instructions, and are
//! called from nowhere else.
#![allow(unsafe_code, reason = "vector instructions that the compiler does not find by itself")]
#![allow(clippy::wildcard_imports, reason = "instructions have long names with a prefix of their own")]

#[cfg(target_arch = "aarch64")]
pub(super) use arm::Neon;
#[cfg(all(target_arch = "wasm32", feature = "simd128"))]
pub(super) use wasm::Simd128;
#[cfg(target_arch = "x86_64")]
pub(super) use x86::{Avx2, Avx512, Sse41};

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;
    use std::ptr::from_ref;

    use super::super::QA;
    use super::super::kernels::{Block, Kernels};

    pub(in super::super) struct Sse41;

    impl Kernels for Sse41 {
        type Sums = [__m128i; 4];

        #[inline(always)]
        fn zero() -> Self::Sums {
            // SAFETY: as `weigh`.
            [unsafe { _mm_setzero_si128() }; 4]
        }

        #[inline(always)]
        fn weigh(sums: &mut Self::Sums, block: &Block, weights: &Block) {
            for (part, sum) in sums.iter_mut().enumerate() {
                // SAFETY: SSE4.1 is there, since only `path::sse41` calls this; a block has four parts of
                // eight numbers and is aligned to 64 bytes.
                unsafe {
                    let numbers = _mm_load_si128(from_ref(block).cast::<__m128i>().add(part));
                    let weights = _mm_load_si128(from_ref(weights).cast::<__m128i>().add(part));
                    let clipped =
                        _mm_min_epi16(_mm_max_epi16(numbers, _mm_setzero_si128()), _mm_set1_epi16(QA as i16));
                    let weighted = _mm_mullo_epi16(clipped, weights);
                    *sum = _mm_add_epi32(*sum, _mm_madd_epi16(clipped, weighted));
                }
            }
        }

        #[inline(always)]
        fn total([a, b, c, d]: Self::Sums) -> i32 {
            // SAFETY: as `weigh`.
            unsafe { add_up(_mm_add_epi32(_mm_add_epi32(a, b), _mm_add_epi32(c, d))) }
        }
    }

    /// The sum of four numbers.
    #[inline(always)]
    fn add_up(sums: __m128i) -> i32 {
        // SAFETY: every x86-64 has SSE2.
        unsafe {
            let pairs = _mm_add_epi32(sums, _mm_shuffle_epi32::<0b01_00_11_10>(sums));
            _mm_cvtsi128_si32(_mm_add_epi32(pairs, _mm_shuffle_epi32::<0b10_11_00_01>(pairs)))
        }
    }

    pub(in super::super) struct Avx2;

    impl Kernels for Avx2 {
        type Sums = [__m256i; 2];

        #[inline(always)]
        fn zero() -> Self::Sums {
            // SAFETY: as `weigh`.
            [unsafe { _mm256_setzero_si256() }; 2]
        }

        #[inline(always)]
        fn weigh(sums: &mut Self::Sums, block: &Block, weights: &Block) {
            for (part, sum) in sums.iter_mut().enumerate() {
                // SAFETY: AVX2 is there, since only `path::avx2` calls this; a block has two parts of sixteen
                // numbers and is aligned to 64 bytes.
                unsafe {
                    let numbers = _mm256_load_si256(from_ref(block).cast::<__m256i>().add(part));
                    let weights = _mm256_load_si256(from_ref(weights).cast::<__m256i>().add(part));
                    let positive = _mm256_max_epi16(numbers, _mm256_setzero_si256());
                    let clipped = _mm256_min_epi16(positive, _mm256_set1_epi16(QA as i16));
                    let weighted = _mm256_mullo_epi16(clipped, weights);
                    *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(clipped, weighted));
                }
            }
        }

        #[inline(always)]
        fn total([a, b]: Self::Sums) -> i32 {
            // SAFETY: as `weigh`.
            unsafe {
                let sum = _mm256_add_epi32(a, b);
                add_up(_mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256::<1>(sum)))
            }
        }
    }

    pub(in super::super) struct Avx512;

    impl Kernels for Avx512 {
        type Sums = __m512i;

        #[inline(always)]
        fn zero() -> Self::Sums {
            // SAFETY: as `weigh`.
            unsafe { _mm512_setzero_si512() }
        }

        #[inline(always)]
        fn weigh(sum: &mut Self::Sums, block: &Block, weights: &Block) {
            // SAFETY: AVX-512 is there, since only `path::avx512` calls this; a block has 32 numbers and is
            // aligned to 64 bytes.
            unsafe {
                let numbers = _mm512_load_si512(from_ref(block).cast());
                let weights = _mm512_load_si512(from_ref(weights).cast());
                let positive = _mm512_max_epi16(numbers, _mm512_setzero_si512());
                let clipped = _mm512_min_epi16(positive, _mm512_set1_epi16(QA as i16));
                let weighted = _mm512_mullo_epi16(clipped, weights);
                *sum = _mm512_add_epi32(*sum, _mm512_madd_epi16(clipped, weighted));
            }
        }

        #[inline(always)]
        fn total(sum: Self::Sums) -> i32 {
            // SAFETY: as `weigh`.
            unsafe { _mm512_reduce_add_epi32(sum) }
        }
    }
}

#[cfg(target_arch = "aarch64")]
mod arm {
    use std::arch::aarch64::*;

    use super::super::QA;
    use super::super::kernels::{Block, Kernels, LANES};

    pub(in super::super) struct Neon;

    impl Kernels for Neon {
        type Sums = [int32x4_t; 4];

        #[inline(always)]
        fn zero() -> Self::Sums {
            // SAFETY: every 64-bit ARM that Rust has a target with an operating system for has NEON.
            [unsafe { vdupq_n_s32(0) }; 4]
        }

        #[inline(always)]
        fn weigh(sums: &mut Self::Sums, block: &Block, weights: &Block) {
            for part in 0..LANES / 8 {
                // SAFETY: as `zero`; a block has four parts of eight numbers.
                unsafe {
                    let numbers = vld1q_s16(block.0.as_ptr().add(8 * part));
                    let weights = vld1q_s16(weights.0.as_ptr().add(8 * part));
                    let clipped = vminq_s16(vmaxq_s16(numbers, vdupq_n_s16(0)), vdupq_n_s16(QA as i16));
                    let weighted = vmulq_s16(clipped, weights);
                    let sum = &mut sums[part];
                    *sum = vmlal_s16(*sum, vget_low_s16(clipped), vget_low_s16(weighted));
                    *sum = vmlal_high_s16(*sum, clipped, weighted);
                }
            }
        }

        #[inline(always)]
        fn total([a, b, c, d]: Self::Sums) -> i32 {
            // SAFETY: as `zero`.
            unsafe { vaddvq_s32(vaddq_s32(vaddq_s32(a, b), vaddq_s32(c, d))) }
        }
    }
}

#[cfg(all(target_arch = "wasm32", feature = "simd128"))]
mod wasm {
    use std::arch::wasm32::*;
    use std::ptr::from_ref;

    use super::super::QA;
    use super::super::kernels::{Block, Kernels};

    pub(in super::super) struct Simd128;

    impl Kernels for Simd128 {
        type Sums = [v128; 4];

        #[inline(always)]
        fn zero() -> Self::Sums {
            [i32x4_splat(0); 4]
        }

        #[inline(always)]
        fn weigh(sums: &mut Self::Sums, block: &Block, weights: &Block) {
            for (part, sum) in sums.iter_mut().enumerate() {
                // SAFETY: a block has four parts of eight numbers.
                let (numbers, weights) = unsafe {
                    (
                        v128_load(from_ref(block).cast::<v128>().add(part)),
                        v128_load(from_ref(weights).cast::<v128>().add(part)),
                    )
                };
                let clipped = i16x8_min(i16x8_max(numbers, i16x8_splat(0)), i16x8_splat(QA as i16));
                let weighted = i16x8_mul(clipped, weights);
                *sum = i32x4_add(*sum, i32x4_dot_i16x8(clipped, weighted));
            }
        }

        #[inline(always)]
        fn total([a, b, c, d]: Self::Sums) -> i32 {
            let sum = i32x4_add(i32x4_add(a, b), i32x4_add(c, d));
            i32x4_extract_lane::<0>(sum)
                + i32x4_extract_lane::<1>(sum)
                + i32x4_extract_lane::<2>(sum)
                + i32x4_extract_lane::<3>(sum)
        }
    }
}
