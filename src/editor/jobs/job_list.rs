//! The jobs that run: starting them, and collecting what they give.

use super::job::JobState;
use super::{Job, JobControl, JobId};
use std::sync::{Arc, mpsc};

/// Called from a job's thread when it has something to show, to wake the interface.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// The jobs that run, each on a thread of its own.
pub struct JobList<T> {
    running: Vec<Job<T>>,
    next_id: u64,
    wake: Option<Wake>,
}

impl<T> Default for JobList<T> {
    fn default() -> Self {
        Self {
            running: Vec::new(),
            next_id: 0,
            wake: None,
        }
    }
}

impl<T> std::fmt::Debug for JobList<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list()
            .entries(self.running.iter().map(|job| &job.label))
            .finish()
    }
}

impl<T: Send + 'static> JobList<T> {
    /// Sets what is called when a job ends.
    pub fn set_wake(&mut self, wake: Wake) {
        self.wake = Some(wake);
    }

    /// Runs `work` on a thread of its own; `Err` with a sentence if there can be no such thread.
    pub fn start(
        &mut self,
        label: impl Into<String>,
        work: impl FnOnce(&JobControl) -> T + Send + 'static,
    ) -> Result<JobId, String> {
        let (sender, receiver) = mpsc::channel();
        let control = JobControl::default();
        let wake = self.wake.clone();
        let label = label.into();
        let in_thread = control.clone();
        std::thread::Builder::new()
            .name(label.clone())
            .spawn(move || {
                let value = work(&in_thread);
                // The list is gone if the program is closing; then nobody wants the value.
                let _ = sender.send(value);
                if let Some(wake) = wake {
                    wake();
                }
            })
            .map_err(|error| format!("{label}: no thread to run on ({error})"))?;
        let id = JobId(self.next_id);
        self.next_id += 1;
        self.running.push(Job {
            id,
            label,
            control,
            receiver,
        });
        Ok(id)
    }

    /// The jobs that run, oldest first.
    pub fn running(&self) -> &[Job<T>] {
        &self.running
    }

    /// Whether nothing runs.
    pub fn is_idle(&self) -> bool {
        self.running.is_empty()
    }

    /// Asks a job to stop; nothing happens if it has ended.
    pub fn cancel(&self, id: JobId) {
        if let Some(job) = self.running.iter().find(|job| job.id == id) {
            job.control.cancel();
        }
    }

    /// Takes the jobs that ended: their label and value, or `None` for one that panicked.
    pub fn collect(&mut self) -> Vec<(String, Option<T>)> {
        let mut ended = Vec::new();
        self.running.retain_mut(|job| {
            let value = match job.state() {
                JobState::Running => return true,
                JobState::Done(value) => Some(value),
                JobState::Lost => None,
            };
            ended.push((std::mem::take(&mut job.label), value));
            false
        });
        ended
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    fn wait(list: &mut JobList<u32>) -> Vec<(String, Option<u32>)> {
        let start = Instant::now();
        loop {
            let ended = list.collect();
            if !ended.is_empty() || start.elapsed() > Duration::from_secs(10) {
                return ended;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn a_job_gives_its_value_and_leaves_the_list() {
        let mut list = JobList::default();
        list.start("Count", |control| {
            control.report("counting", Some(0.5));
            42
        })
        .expect("a thread");
        assert_eq!(list.running().len(), 1);
        assert_eq!(wait(&mut list), vec![("Count".to_owned(), Some(42))]);
        assert!(list.is_idle());
    }

    #[test]
    fn a_cancelled_job_sees_it() {
        let mut list = JobList::default();
        let id = list
            .start("Wait", |control| {
                let start = Instant::now();
                while !control.is_cancelled() && start.elapsed() < Duration::from_secs(10) {
                    std::thread::sleep(Duration::from_millis(1));
                }
                u32::from(control.is_cancelled())
            })
            .expect("a thread");
        list.cancel(id);
        assert_eq!(wait(&mut list), vec![("Wait".to_owned(), Some(1))]);
    }
}
