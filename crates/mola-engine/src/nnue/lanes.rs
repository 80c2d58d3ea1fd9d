//! The innermost steps of the arithmetic for each kind of processor.
//!
//! A block is weighed in four steps: clip, multiply by the weight in sixteen bits, multiply again, and add
//! up pairs in 32 bits. The first of the layers multiplies bytes and adds up pairs in sixteen bits, then pairs of
//! those in 32, or all at once where there is an instruction for it; the second multiplies numbers of sixteen
//! bits and adds up pairs in 32.
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
pub(super) use x86::{Avx2, Avx512Bytes, Avx512Vnni, Sse41};

#[cfg(target_arch = "aarch64")]
mod arm;
#[cfg(all(target_arch = "wasm32", feature = "simd128"))]
mod wasm;
#[cfg(target_arch = "x86_64")]
mod x86;

/// Two numbers side by side, in the order of memory.
#[allow(dead_code, reason = "not every target has vector instructions")]
#[inline(always)]
const fn both([a, b]: [i16; 2]) -> i32 {
    (b as i32) << 16 | a as u16 as i32
}
