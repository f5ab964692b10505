//! W3E, the ground of a Warcraft III map: versions 11 and 12, every bit kept.

mod corner_record;
mod w3e_file;

pub use corner_record::CornerRecord;
pub use w3e_file::{MAGIC, VERSIONS, W3eFile};
