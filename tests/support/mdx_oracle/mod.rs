//! A second reader and pose evaluator for MDX version 800, to hold against the program's own.
//!
//! It was written from the format fact sheets alone, by someone who had not read the code under
//! test, and shares no line with it: only `std` and `serde_json`. Simple and slow on purpose.
//! Bring it into a test with `#[path = "support/mdx_oracle/mod.rs"] mod mdx_oracle;`.
//!
//! * [`cursor`]: checked reads, one after the other.
//! * [`reader`], [`nodes`], [`geosets`]: bytes to [`Model`].
//! * [`evaluate`]: matrices and skinned vertices; its head lists every convention.
//! * [`sample`]: one track at one time.
//! * [`matrix`]: the few products that are needed.
//! * [`info`]: the JSON of `info`; its head lists what is counted how, and what is left out.

#![allow(
    dead_code,
    unused_imports,
    reason = "each test binary that brings this in uses a part of it"
)]

pub mod cursor;
pub mod evaluate;
pub mod geosets;
pub mod info;
pub mod matrix;
pub mod nodes;
pub mod reader;
pub mod sample;

pub use geosets::Geoset;
pub use matrix::Matrix;
pub use nodes::{Channel, Key, Kind, Node, Track};
pub use reader::Model;
