//! Why pictures of a map can't be written or read.

use crate::formats::picture::PictureError;

/// Why pictures of a map can't be written or read.
#[derive(Debug, thiserror::Error)]
pub enum MapPictureError {
    /// The map has no ground.
    #[error("the map has no open tile")]
    Empty,
    /// The pictures need more memory than is allowed.
    #[error(
        "pictures of {width} x {height} for {count} textures are more than 1 GiB; save each tile by itself"
    )]
    TooLarge {
        /// Pixels across.
        width: usize,
        /// Pixels down.
        height: usize,
        /// Pictures of that size.
        count: usize,
    },
    /// The list is no list of such pictures.
    #[error("the list can't be read: {reason}")]
    List {
        /// What is wrong with it.
        reason: String,
    },
    /// A picture file can't be read from the disk.
    #[error("{file}: {reason}")]
    File {
        /// Its name in the list.
        file: String,
        /// What the system says.
        reason: String,
    },
    /// A picture can't be decoded or encoded.
    #[error("{file}: {source}")]
    Picture {
        /// Its name in the list.
        file: String,
        /// What is wrong with it.
        source: PictureError,
    },
    /// A picture of another size.
    #[error("{file} is {found}, and {wanted} are needed")]
    Size {
        /// Its name in the list.
        file: String,
        /// The size that it has.
        found: String,
        /// The size that it must have.
        wanted: String,
    },
}
