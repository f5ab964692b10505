//! A second reader of tiles, for tests only, written from the description of the format by somebody
//! who had not read the reader under test. It panics on anything odd, and knows where in the file
//! everything is.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that can't go on should stop where it is"
)]
#![allow(dead_code, reason = "each test crate uses its own part of this module")]

pub mod alpha;
mod bytes;
pub mod chunk;
pub mod liquid;
mod tile;

pub use tile::OracleTile;
