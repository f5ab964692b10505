//! MPQ archives and the maps that are such: reading them, and writing one file into a new copy.
//!
//! Only `open_archive` and `write_archive` know the crate that does it.

mod archive_error;
mod attributes;
mod codec_bytes;
mod entry;
mod map_names;
mod name_hash;
mod open_archive;
mod write_archive;

pub use archive_error::ArchiveError;
pub use entry::ArchiveEntry;
pub use map_names::{MAP_TERRAIN, is_map_name};
pub use open_archive::Archive;
pub use write_archive::{Replaced, create_archive, replace_file};
