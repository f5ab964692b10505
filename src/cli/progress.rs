//! The bar that long work shows on a terminal.

use crate::skinning::automatic::Watch;
use std::io::IsTerminal;
use std::ops::ControlFlow;

const TICKS: u64 = 1000;

/// A bar for work that says how far it is; shown only where somebody looks on.
pub struct ProgressBar(indicatif::ProgressBar);

impl ProgressBar {
    /// A bar at its start.
    pub fn new() -> Self {
        Self(if std::io::stderr().is_terminal() {
            indicatif::ProgressBar::new(TICKS)
        } else {
            indicatif::ProgressBar::hidden()
        })
    }

    /// The work is done to this share, 0 to 1; it goes on.
    pub fn tick(&self, fraction: f32) -> ControlFlow<()> {
        let ticks = fraction.clamp(0.0, 1.0) * TICKS as f32;
        self.0.set_position(ticks as u64);
        ControlFlow::Continue(())
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.0.finish_and_clear();
    }
}

impl Watch for ProgressBar {
    fn progress(&self, share: f32) {
        let _ = self.tick(share);
    }

    fn is_cancelled(&self) -> bool {
        false
    }
}
