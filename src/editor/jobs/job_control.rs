//! What a running job and the interface share: how far it is, and whether to stop.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// How far a job is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    /// What it does at the moment.
    pub step: String,
    /// From 0 to 1; `None` if it can't tell.
    pub fraction: Option<f32>,
}

/// The handle that a job reports through, and that the interface stops it with.
#[derive(Clone, Debug, Default)]
pub struct JobControl {
    is_cancelled: Arc<AtomicBool>,
    progress: Arc<Mutex<Progress>>,
}

impl JobControl {
    /// Asks the job to stop at its next step.
    pub fn cancel(&self) {
        self.is_cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether the job was asked to stop; a job looks at this between steps.
    pub fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Ordering::Relaxed)
    }

    /// Says what the job does now and how far it is.
    pub fn report(&self, step: impl Into<String>, fraction: Option<f32>) {
        let mut progress = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        *progress = Progress {
            step: step.into(),
            fraction,
        };
    }

    /// How far the job is.
    pub fn progress(&self) -> Progress {
        self.progress
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}
