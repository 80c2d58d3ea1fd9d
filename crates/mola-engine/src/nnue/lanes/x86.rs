//! x86-64: SSE4.1, AVX2 and AVX-512.

use std::arch::x86_64::*;
use std::mem::transmute;
use std::ptr::{from_mut, from_ref};

use super::super::QA;
use super::super::kernels::{Block, Kernels, Products};
use super::super::layers::Fours;
use super::both;

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

    type Neurons = [__m128i; 4];

    #[inline(always)]
    fn neurons() -> Self::Neurons {
        Self::zero()
    }

    #[inline(always)]
    fn multiply(low: &Block, high: &Block, products: &mut Products) -> u8 {
        let mut filled = 0;
        for half in 0..2 {
            // SAFETY: as `weigh`; there is room for two halves of sixteen products.
            unsafe {
                let part = |part: usize| {
                    let clip = |block: &Block| {
                        let numbers = _mm_load_si128(from_ref(block).cast::<__m128i>().add(2 * half + part));
                        _mm_min_epi16(_mm_max_epi16(numbers, _mm_setzero_si128()), _mm_set1_epi16(QA as i16))
                    };
                    _mm_srli_epi16::<9>(_mm_mullo_epi16(clip(low), clip(high)))
                };
                let bytes = _mm_packus_epi16(part(0), part(1));
                _mm_storeu_si128(products.as_chunks_mut::<4>().0[half].as_mut_ptr().cast(), bytes);
                let above = _mm_cmpgt_epi32(bytes, _mm_setzero_si128());
                filled |= (_mm_movemask_ps(_mm_castsi128_ps(above)) as u8) << (4 * half);
            }
        }
        filled
    }

    #[inline(always)]
    fn add_four(neurons: &mut Self::Neurons, inputs: [u8; 4], weights: &Fours) {
        for (part, sum) in neurons.iter_mut().enumerate() {
            // SAFETY: as `weigh`; there are four parts of sixteen weights, aligned to 64 bytes.
            unsafe {
                let inputs = _mm_set1_epi32(i32::from_le_bytes(inputs));
                let weights = _mm_load_si128(from_ref(weights).cast::<__m128i>().add(part));
                let pairs = _mm_maddubs_epi16(inputs, weights);
                *sum = _mm_add_epi32(*sum, _mm_madd_epi16(pairs, _mm_set1_epi16(1)));
            }
        }
    }

    #[inline(always)]
    fn add_two(neurons: &mut Self::Neurons, inputs: [i16; 2], weights: &Block) {
        for (part, sum) in neurons.iter_mut().enumerate() {
            // SAFETY: as `weigh`.
            unsafe {
                let inputs = _mm_set1_epi32(both(inputs));
                let weights = _mm_load_si128(from_ref(weights).cast::<__m128i>().add(part));
                *sum = _mm_add_epi32(*sum, _mm_madd_epi16(inputs, weights));
            }
        }
    }

    #[inline(always)]
    fn sums(neurons: Self::Neurons) -> [i32; 16] {
        // SAFETY: both are 64 bytes of plain numbers.
        unsafe { transmute(neurons) }
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

    type Neurons = [__m256i; 2];

    #[inline(always)]
    fn neurons() -> Self::Neurons {
        Self::zero()
    }

    #[inline(always)]
    fn multiply(low: &Block, high: &Block, products: &mut Products) -> u8 {
        // SAFETY: as `weigh`; there is room for 32 products.
        unsafe {
            let part = |part: usize| {
                let clip = |block: &Block| {
                    let numbers = _mm256_load_si256(from_ref(block).cast::<__m256i>().add(part));
                    let positive = _mm256_max_epi16(numbers, _mm256_setzero_si256());
                    _mm256_min_epi16(positive, _mm256_set1_epi16(QA as i16))
                };
                _mm256_srli_epi16::<9>(_mm256_mullo_epi16(clip(low), clip(high)))
            };
            // Packing keeps the halves of registers apart; the quarters are put in order again.
            let bytes = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packus_epi16(part(0), part(1)));
            _mm256_storeu_si256(from_mut(products).cast(), bytes);
            let above = _mm256_cmpgt_epi32(bytes, _mm256_setzero_si256());
            _mm256_movemask_ps(_mm256_castsi256_ps(above)) as u8
        }
    }

    #[inline(always)]
    fn add_four(neurons: &mut Self::Neurons, inputs: [u8; 4], weights: &Fours) {
        for (part, sum) in neurons.iter_mut().enumerate() {
            // SAFETY: as `weigh`; there are two parts of 32 weights, aligned to 64 bytes.
            unsafe {
                let inputs = _mm256_set1_epi32(i32::from_le_bytes(inputs));
                let weights = _mm256_load_si256(from_ref(weights).cast::<__m256i>().add(part));
                let pairs = _mm256_maddubs_epi16(inputs, weights);
                *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
            }
        }
    }

    #[inline(always)]
    fn add_two(neurons: &mut Self::Neurons, inputs: [i16; 2], weights: &Block) {
        for (part, sum) in neurons.iter_mut().enumerate() {
            // SAFETY: as `weigh`.
            unsafe {
                let inputs = _mm256_set1_epi32(both(inputs));
                let weights = _mm256_load_si256(from_ref(weights).cast::<__m256i>().add(part));
                *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(inputs, weights));
            }
        }
    }

    #[inline(always)]
    fn sums(neurons: Self::Neurons) -> [i32; 16] {
        // SAFETY: both are 64 bytes of plain numbers.
        unsafe { transmute(neurons) }
    }
}

/// With or without instructions that multiply and add up four bytes at once (VNNI).
pub(in super::super) struct Avx512<const VNNI: bool>;

pub(in super::super) type Avx512Bytes = Avx512<false>;
pub(in super::super) type Avx512Vnni = Avx512<true>;

impl<const VNNI: bool> Kernels for Avx512<VNNI> {
    const DENSE: bool = VNNI;

    type Sums = __m512i;

    #[inline(always)]
    fn zero() -> Self::Sums {
        // SAFETY: as `weigh`.
        unsafe { _mm512_setzero_si512() }
    }

    #[inline(always)]
    fn weigh(sum: &mut Self::Sums, block: &Block, weights: &Block) {
        // SAFETY: AVX-512 is there, since only `path::avx512` and `path::vnni` call this; a block has 32
        // numbers and is aligned to 64 bytes.
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

    type Neurons = __m512i;

    #[inline(always)]
    fn neurons() -> Self::Neurons {
        Self::zero()
    }

    #[inline(always)]
    fn multiply(low: &Block, high: &Block, products: &mut Products) -> u8 {
        // SAFETY: as `weigh`; there is room for 32 products.
        unsafe {
            let clip = |block: &Block| {
                let positive =
                    _mm512_max_epi16(_mm512_load_si512(from_ref(block).cast()), _mm512_setzero_si512());
                _mm512_min_epi16(positive, _mm512_set1_epi16(QA as i16))
            };
            let shorts = _mm512_srli_epi16::<9>(_mm512_mullo_epi16(clip(low), clip(high)));
            let bytes = _mm512_cvtepi16_epi8(shorts);
            _mm256_storeu_si256(from_mut(products).cast(), bytes);
            _mm256_test_epi32_mask(bytes, bytes)
        }
    }

    #[inline(always)]
    fn add_four(neurons: &mut Self::Neurons, inputs: [u8; 4], weights: &Fours) {
        // SAFETY: as `weigh`, and only `path::vnni` has `VNNI`; there are 64 weights, aligned to 64 bytes.
        unsafe {
            let inputs = _mm512_set1_epi32(i32::from_le_bytes(inputs));
            let weights = _mm512_load_si512(from_ref(weights).cast());
            if VNNI {
                *neurons = _mm512_dpbusd_epi32(*neurons, inputs, weights);
            } else {
                let pairs = _mm512_maddubs_epi16(inputs, weights);
                *neurons = _mm512_add_epi32(*neurons, _mm512_madd_epi16(pairs, _mm512_set1_epi16(1)));
            }
        }
    }

    #[inline(always)]
    fn add_two(neurons: &mut Self::Neurons, inputs: [i16; 2], weights: &Block) {
        // SAFETY: as `weigh`.
        unsafe {
            let inputs = _mm512_set1_epi32(both(inputs));
            let products = _mm512_madd_epi16(inputs, _mm512_load_si512(from_ref(weights).cast()));
            *neurons = _mm512_add_epi32(*neurons, products);
        }
    }

    #[inline(always)]
    fn sums(neurons: Self::Neurons) -> [i32; 16] {
        // SAFETY: both are 64 bytes of plain numbers.
        unsafe { transmute(neurons) }
    }
}
