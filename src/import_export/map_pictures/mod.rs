//! Pictures of maps for other programs: shares of textures and heights, with a list that says what
//! they are.

mod alphamaps;
mod error;
mod heightmap;
mod list;

pub use alphamaps::{LoadedAlphaArea, LoadedAlphamaps, load_alphamaps, save_alphamaps};
pub use error::MapPictureError;
pub use heightmap::{HeightForm, LoadedHeightArea, load_heightmap, save_heightmap};
pub use list::{MapCoverage, SavedPictures};
