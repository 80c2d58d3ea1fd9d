//! 64-bit ARM: NEON.

use std::arch::aarch64::*;
use std::mem::transmute;

use super::super::QA;
use super::super::kernels::{Block, Kernels, Products};
use super::super::layers::Fours;
use super::both;

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
        for (part, sum) in sums.iter_mut().enumerate() {
            // SAFETY: as `zero`; a block has four parts of eight numbers.
            unsafe {
                let numbers = vld1q_s16(block.0.as_ptr().add(8 * part));
                let weights = vld1q_s16(weights.0.as_ptr().add(8 * part));
                let clipped = vminq_s16(vmaxq_s16(numbers, vdupq_n_s16(0)), vdupq_n_s16(QA as i16));
                let weighted = vmulq_s16(clipped, weights);
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

    type Neurons = [int32x4_t; 4];

    #[inline(always)]
    fn neurons() -> Self::Neurons {
        Self::zero()
    }

    #[inline(always)]
    fn multiply(low: &Block, high: &Block, products: &mut Products) -> u8 {
        let mut filled = 0;
        for (half, products) in products.as_chunks_mut::<4>().0.iter_mut().enumerate() {
            // SAFETY: as `weigh`; there is room for two halves of sixteen products.
            unsafe {
                let part = |part: usize| {
                    let clip = |block: &Block| {
                        let numbers = vld1q_s16(block.0.as_ptr().add(16 * half + 8 * part));
                        vreinterpretq_u16_s16(vminq_s16(
                            vmaxq_s16(numbers, vdupq_n_s16(0)),
                            vdupq_n_s16(QA as i16),
                        ))
                    };
                    vmovn_u16(vshrq_n_u16::<9>(vmulq_u16(clip(low), clip(high))))
                };
                let bytes = vcombine_u8(part(0), part(1));
                vst1q_u8(products.as_flattened_mut().as_mut_ptr(), bytes);
                let fours = vreinterpretq_u32_u8(bytes);
                let bits = vld1q_u32([1, 2, 4, 8].as_ptr());
                filled |= (vaddvq_u32(vandq_u32(vtstq_u32(fours, fours), bits)) as u8) << (4 * half);
            }
        }
        filled
    }

    #[inline(always)]
    fn add_four(neurons: &mut Self::Neurons, inputs: [u8; 4], weights: &Fours) {
        for (part, sum) in neurons.iter_mut().enumerate() {
            // SAFETY: as `zero`; there are four parts of sixteen weights.
            unsafe {
                let inputs = vreinterpretq_s8_s32(vdupq_n_s32(i32::from_le_bytes(inputs)));
                let weights = vld1q_s8(weights.0.as_flattened().as_ptr().add(16 * part));
                let low = vmull_s8(vget_low_s8(inputs), vget_low_s8(weights));
                let pairs = vpaddq_s16(low, vmull_high_s8(inputs, weights));
                *sum = vpadalq_s16(*sum, pairs);
            }
        }
    }

    #[inline(always)]
    fn add_two(neurons: &mut Self::Neurons, inputs: [i16; 2], weights: &Block) {
        for (part, sum) in neurons.iter_mut().enumerate() {
            // SAFETY: as `weigh`.
            unsafe {
                let inputs = vreinterpretq_s16_s32(vdupq_n_s32(both(inputs)));
                let weights = vld1q_s16(weights.0.as_ptr().add(8 * part));
                let low = vmull_s16(vget_low_s16(inputs), vget_low_s16(weights));
                *sum = vaddq_s32(*sum, vpaddq_s32(low, vmull_high_s16(inputs, weights)));
            }
        }
    }

    #[inline(always)]
    fn sums(neurons: Self::Neurons) -> [i32; 16] {
        // SAFETY: both are 64 bytes of plain numbers.
        unsafe { transmute(neurons) }
    }
}
