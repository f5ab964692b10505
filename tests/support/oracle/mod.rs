//! A second reader and pose evaluator for M2 version 264, to hold against the program's own.
//!
//! It was written from the format fact sheets alone, by someone who had not read the code under
//! test, and shares no line with it: only `std` and `serde_json`. Simple and slow on purpose.
//! Bring it into a test with `#[path = "support/oracle/mod.rs"] mod oracle;`.
//!
//! * [`bytes`]: checked reads at offsets.
//! * [`reader`]: bytes to [`Model`], with `.skin` and `.anim` companions.
//! * [`evaluate`]: matrices and skinned vertices; its head lists every convention of sampling.
//! * [`info`]: the JSON of `info`; its head lists what is counted how, and what is left out.

#![allow(
    dead_code,
    unused_imports,
    reason = "each test binary that brings this in uses a part of it"
)]

pub mod bytes;
pub mod evaluate;
pub mod info;
pub mod reader;

pub use info::sheet_name;
pub use reader::Model;
