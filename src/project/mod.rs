//! The project file: versioned sections with checksums, written atomically.
//!
//! * `container` is the frame: magic, table of sections, checksums. It knows no content.
//! * `codec` is the only module that knows bincode; `pack` lays numbers side by side.
//! * `schema` holds the types that are written, one folder per version, apart from the
//!   document's own.
//! * [`save`](save()) and [`open`](open()) put the three together; [`atomic_write`] is the only way to disk, and
//!   good for any other file that must appear whole or not at all.

pub mod atomic_write;
mod codec;
mod container;
mod error;
mod open;
mod open_terrain;
mod pack;
mod parts;
mod piece;
mod save;
mod save_terrain;
mod schema;
mod section;
mod storage;

pub use container::{CONTAINER_VERSION, MAGIC};
pub use error::{OpenError, ReadError, SaveError, SectionFault};
pub use open::{Opened, open, read};
pub use parts::{ModelPart, SectionKind, SectionProblem, TerrainPart};
pub use piece::Piece;
pub use save::{
    Encoded, Progress, SaveOptions, SaveStep, Saved, Snapshot, encode, save, save_with,
};
pub use section::{Compression, KeptSection};
pub use storage::{Disk, Storage, StorageFile};
