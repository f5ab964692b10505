//! M2 264 and the document: one file for each direction of each part.

mod export;
mod export_nodes;
mod export_tracks;
mod export_views;
mod import;
mod import_nodes;
mod import_tracks;
mod import_views;
mod native;
mod odd;

pub use import::model_from_source;
pub use native::{check_readable, write_fresh, write_over};
