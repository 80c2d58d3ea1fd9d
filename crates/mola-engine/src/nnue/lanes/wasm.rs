//! WebAssembly: SIMD128.

use std::arch::wasm32::*;
use std::mem::transmute;
use std::ptr::from_ref;

use super::super::QA;
use super::super::kernels::{Block, Kernels, Products};
use super::super::layers::Fours;
use super::both;

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

    type Neurons = [v128; 4];

    #[inline(always)]
    fn neurons() -> Self::Neurons {
        Self::zero()
    }

    #[inline(always)]
    fn multiply(low: &Block, high: &Block, products: &mut Products) -> u8 {
        let mut filled = 0;
        for half in 0..2 {
            let part = |part: usize| {
                let clip = |block: &Block| {
                    // SAFETY: a block has four parts of eight numbers.
                    let numbers = unsafe { v128_load(from_ref(block).cast::<v128>().add(2 * half + part)) };
                    i16x8_min(i16x8_max(numbers, i16x8_splat(0)), i16x8_splat(QA as i16))
                };
                u16x8_shr(i16x8_mul(clip(low), clip(high)), 9)
            };
            let bytes = u8x16_narrow_i16x8(part(0), part(1));
            // SAFETY: there is room for two halves of sixteen products.
            unsafe { v128_store(products.as_chunks_mut::<4>().0[half].as_mut_ptr().cast(), bytes) };
            filled |= i32x4_bitmask(i32x4_gt(bytes, i32x4_splat(0))) << (4 * half);
        }
        filled
    }

    #[inline(always)]
    fn add_four(neurons: &mut Self::Neurons, inputs: [u8; 4], weights: &Fours) {
        // Bytes become numbers of sixteen bits first: where bytes are multiplied and added up, the compiler
        // takes an instruction of relaxed SIMD, which not every browser has.
        let inputs = i16x8_extend_low_i8x16(i32x4_splat(i32::from_le_bytes(inputs)));
        for (part, sum) in neurons.iter_mut().enumerate() {
            // SAFETY: there are eight parts of eight weights.
            let pairs = |part: usize| unsafe {
                let weights = i16x8_load_extend_i8x8(from_ref(weights).cast::<i8>().add(8 * part));
                i32x4_dot_i16x8(inputs, weights)
            };
            let (low, high) = (pairs(2 * part), pairs(2 * part + 1));
            let even = i32x4_shuffle::<0, 2, 4, 6>(low, high);
            *sum = i32x4_add(*sum, i32x4_add(even, i32x4_shuffle::<1, 3, 5, 7>(low, high)));
        }
    }

    #[inline(always)]
    fn add_two(neurons: &mut Self::Neurons, inputs: [i16; 2], weights: &Block) {
        let inputs = i32x4_splat(both(inputs));
        for (part, sum) in neurons.iter_mut().enumerate() {
            // SAFETY: a block has four parts of eight numbers.
            let weights = unsafe { v128_load(from_ref(weights).cast::<v128>().add(part)) };
            *sum = i32x4_add(*sum, i32x4_dot_i16x8(inputs, weights));
        }
    }

    #[inline(always)]
    fn sums(neurons: Self::Neurons) -> [i32; 16] {
        // SAFETY: both are 64 bytes of plain numbers.
        unsafe { transmute(neurons) }
    }
}
