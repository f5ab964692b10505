//! How whoever waits for automatic weights looks on, and stops them.

/// Told how far the work is, and asked whether it should go on.
///
/// Both are called from worker threads, many times a second.
pub trait Watch: Sync {
    /// The work is done to this share, 0 to 1; never less than what was said before.
    fn progress(&self, share: f32);
    /// Whether to stop now.
    fn is_cancelled(&self) -> bool;
}

/// Nobody looks on, nobody stops it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn progress(&self, _share: f32) {}

    fn is_cancelled(&self) -> bool {
        false
    }
}
