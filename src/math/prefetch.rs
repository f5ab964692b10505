//! Asks the processor for memory that is needed soon.
#![allow(
    unsafe_code,
    reason = "the hint takes a pointer; it reads nothing that the program sees"
)]

/// Asks for the cache line of an element; nothing happens past the end.
///
/// Worth it where a loop jumps through more memory than the caches hold, and the next jumps are
/// known: a processor looks ahead only as far as it can hold what it has begun.
#[inline(always)]
pub fn prefetch<T>(items: &[T], place: usize) {
    #[cfg(target_arch = "x86_64")]
    if let Some(item) = items.get(place) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the pointer comes from a reference, and a hint reads nothing.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(item).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (items, place);
}
