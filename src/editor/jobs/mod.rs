//! Long work off the interface's thread: what runs, how far it is, and how to stop it.

mod job;
mod job_control;
mod job_list;

pub use job::{Job, JobId};
pub use job_control::{JobControl, Progress};
pub use job_list::{JobList, Wake};
