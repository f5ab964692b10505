//! The MDX model format of version 800.
//!
//! - [`MdxFile`] holds every chunk as plain records with public fields, in the order of the file.
//! - Its [`layout`](MdxFile::layout) remembers which chunks the file has and where, with chunks that
//!   nobody knows, so that an untouched file is written back byte for byte.
//! - Every record lies over the one a file had with [`Merge::overlay`].
//! - Nothing is repaired: lists of unequal length, unsorted keys and ids that lead nowhere stay.

mod attachment;
mod camera;
mod chunk_place;
mod collision_shape;
mod emitter;
mod event;
mod extent;
mod fixed_text;
mod geoset;
mod geoset_animation;
mod light;
mod material;
mod mdx_file;
mod merge;
mod model_info;
mod node;
mod record;
mod ribbon;
mod section;
mod sequence;
mod sink;
mod texture;
mod track;
mod tracks;
mod value_kind;

pub use attachment::Attachment;
pub use camera::Camera;
pub use chunk_place::ChunkPlace;
pub use collision_shape::CollisionShape;
pub use emitter::{ModelEmitter, SpriteEmitter};
pub use event::Event;
pub use extent::Extent;
pub use fixed_text::FixedText;
pub use geoset::Geoset;
pub use geoset_animation::GeosetAnimation;
pub use light::Light;
pub use material::{Layer, Material};
pub use mdx_file::{MDX_MAGIC, MdxFile, VERSION_800};
pub use merge::Merge;
pub use model_info::ModelInfo;
pub use node::{Bone, Helper, Node};
pub use record::Record;
pub use ribbon::Ribbon;
pub use section::Section;
pub use sequence::Sequence;
pub use sink::Sink;
pub use texture::{Texture, TextureAnimation};
pub use track::{RawKeys, RawTrack, RawValues};
pub use tracks::Tracks;
pub use value_kind::{TRACK_TAGS, ValueKind, value_kind};
