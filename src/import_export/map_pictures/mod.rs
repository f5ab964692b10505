//! Pictures of maps for other programs: shares of textures and heights, with a list that says what
//! they are.

mod alphamaps;
mod between_pixels;
mod error;
mod heightmap;
mod list;
mod pixel_reach;
mod read_splat;
mod splat_list;
mod splat_over;
mod splat_pictures;
mod splat_weights;
mod write_splat;

pub use alphamaps::{LoadedAlphaArea, LoadedAlphamaps, load_alphamaps, save_alphamaps};
pub use error::MapPictureError;
pub use heightmap::{HeightForm, LoadedHeightArea, load_heightmap, save_heightmap};
pub use list::{MapCoverage, SavedPictures};
pub use read_splat::read_splat;
pub use splat_pictures::{SplatPictures, list_splat};
pub use write_splat::write_splat;
