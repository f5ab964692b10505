//! Exact structs of the games' files, to and from bytes; knows nothing of the document.
//!
//! Every format is a folder of records, each with its reader and writer in one file.
//! A reader never repairs, never panics and never takes memory out of proportion to the file.

pub mod adt;
pub mod bonetext;
mod error;
pub mod m2;
pub mod mdx;
pub mod picture;
pub mod slk;
pub mod w3e;
pub mod wdt;

pub use error::{FormatError, FormatErrorKind};
