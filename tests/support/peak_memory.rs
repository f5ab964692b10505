//! An allocator that counts what the thread of a test holds, and held at most.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

struct Counting;

thread_local! {
    static NOW: Cell<usize> = const { Cell::new(0) };
    static PEAK: Cell<usize> = const { Cell::new(0) };
}

fn count(add: usize, take: usize) {
    let now = NOW.get().wrapping_add(add).saturating_sub(take);
    NOW.set(now);
    PEAK.set(PEAK.get().max(now));
}

#[allow(unsafe_code, reason = "an allocator cannot be counted in safe code")]
// SAFETY: every call goes to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(0, layout.size());
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Both blocks may be there for a moment.
        count(size, 0);
        count(0, layout.size());
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Does `work` and tells the most memory it held at a time, besides what was held before.
pub fn with_peak<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = NOW.get();
    PEAK.set(before);
    let done = work();
    (done, PEAK.get().saturating_sub(before))
}

#[test]
fn the_counter_counts() {
    let (kept, peak) = with_peak(|| {
        drop(std::hint::black_box(vec![1u8; 1 << 20]));
        std::hint::black_box(vec![1u8; 1 << 10])
    });
    assert!(
        ((1 << 20)..(1 << 20) + (1 << 14)).contains(&peak),
        "{peak} bytes"
    );
    drop(kept);
}
