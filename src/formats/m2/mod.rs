//! The M2 model format of version 264, with its `.skin` views and external `.anim` keys.
//!
//! - [`M2File`] and [`SkinFile`] hold every block of their files as plain records with public
//!   fields; packed numbers stay packed (see [`quaternion_from_packed`]).
//! - An [`M2Array`] knows where it was read from, so that `write_over` leaves what is unchanged
//!   where and as it was, while `write_fresh` lays everything out from nothing.
//! - `.anim` files have no header: they are buffers that the tracks of the model point into.
//! - Nothing is repaired, and nothing outside a file's own bytes is followed.

mod anim_set;
mod array;
mod attachment;
mod bone;
mod bounds;
mod camera;
mod fresh_layout;
mod layout;
mod light;
mod m2_file;
mod magic;
mod material;
mod over_layout;
mod packed;
mod particle;
mod read_context;
mod record;
mod ribbon;
mod sequence;
mod skin_file;
mod span_table;
mod track;
mod vertex;

pub use anim_set::{AnimSet, M2Bytes};
pub use array::{M2Array, Origin, Place, Span};
pub use attachment::{Attachment, Event};
pub use bone::Bone;
pub use bounds::Bounds;
pub use camera::Camera;
pub use layout::Layout;
pub use light::Light;
pub use m2_file::{
    ExternalSequence, M2_MAGIC, M2File, VERSION_264, external_sequences, view_count,
};
pub use material::{Color, Material, Texture, TextureTransform, TextureWeight};
pub use packed::{
    fixed_from_share, packed_from_quaternion, quaternion_from_packed, share_from_fixed,
};
pub use particle::Particle;
pub use read_context::ReadContext;
pub use record::{Fields, Record};
pub use ribbon::Ribbon;
pub use sequence::Sequence;
pub use skin_file::{Batch, SKIN_MAGIC, ShadowBatch, SkinFile, Submesh};
pub use track::{EventTrack, LifeCurve, NO_GLOBAL_SEQUENCE, SplineKey, Track};
pub use vertex::Vertex;
