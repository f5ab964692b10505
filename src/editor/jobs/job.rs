//! One piece of work on a thread of its own, and the value it will give.

use super::JobControl;
use std::sync::mpsc::{Receiver, TryRecvError};

/// Names a job for as long as the program runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct JobId(pub u64);

/// One piece of work on a thread of its own.
#[derive(Debug)]
pub struct Job<T> {
    /// Its name.
    pub id: JobId,
    /// What it does, such as `Open GoblinMale.m2`.
    pub label: String,
    /// How far it is, and how to stop it.
    pub control: JobControl,
    pub(super) receiver: Receiver<T>,
}

/// Where a job stands.
pub(super) enum JobState<T> {
    /// It still runs.
    Running,
    /// It gave its value.
    Done(T),
    /// Its thread ended without a value: the work panicked.
    Lost,
}

impl<T> Job<T> {
    pub(super) fn state(&self) -> JobState<T> {
        match self.receiver.try_recv() {
            Ok(value) => JobState::Done(value),
            Err(TryRecvError::Empty) => JobState::Running,
            Err(TryRecvError::Disconnected) => JobState::Lost,
        }
    }
}
