//! Asking the memory early for what will be needed soon: it takes as long as playing a move.

/// Asks for the part of memory in which something lies. Nothing else changes.
#[inline]
#[allow(unsafe_code, reason = "the intrinsic asks for it")]
pub(crate) fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: prefetching any address is harmless, and this one is that of a live reference.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(core::ptr::from_ref(place).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}
