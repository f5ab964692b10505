//! Maps of World of Warcraft: WDT files, which say what tiles a map has and how they are stored.

mod map_flags;
mod wdt_file;

pub use map_flags::MapFlags;
pub use wdt_file::{MAP_SIDE, MapCell, WdtChunk, WdtFile};
