//! The semantic difference of two documents, by path.
//!
//! * Bones and clips are matched by position, and what refers to them is compared by what it
//!   refers to, so two documents whose ids differ can be equal.
//! * Not compared: ids, titles (names of files) and native sources; content is what counts.
//! * Maps are matched corner by corner, by column and row.
//! * `compare_fields!` takes types apart without `..`, so a new field that is not compared does
//!   not compile.

mod difference;
mod fields;
mod keys;
mod model;
mod path;
mod scalar;
mod terrain;
mod tiles;
mod vertices;

pub use difference::{Comparison, Difference, LISTED};
pub use model::{compare, compare_documents};
