//! Between W3E files and maps of corners.

mod export;
mod import;

pub use export::write_checked;
pub use import::corners_from_bytes;
