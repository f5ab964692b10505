//! The one thing being edited: models and terrains by id, their native source, invariants and content hash.
//!
//! Only `edit` changes an existing document; `import_export` and `project` build new ones.

mod attachment;
mod bone_label;
mod camera;
mod clip_keys;
mod collision_shape;
mod content_hash;
mod emitter;
mod evaluate;
mod event;
mod ground_names;
mod invariants;
mod light;
mod mesh_shape;
mod mirroring;
mod model;
mod moments;
mod native;
mod particle;
mod pose_samples;
mod ribbon;
mod terrain;
mod terrain_hash;
mod tile_hash;
mod track_path;

pub use attachment::Attachment;
pub use bone_label::{attachment_name, key_bone_name};
pub use camera::Camera;
pub use collision_shape::CollisionShape;
pub use emitter::{ModelEmitter, SpriteEmitter};
pub use evaluate::Pose;
pub use event::Event;
pub use ground_names::{BLIGHT, ground_names, tile_texture_name};
pub use invariants::Violation;
pub use light::Light;
pub use model::{Collision, Combos, Document, Model, ModelFormat, ModelId, OpaqueChunk};
pub use moments::{Moment, MomentLimit, Poser};
pub use native::{NativeFile, NativeRole, NativeSource, TileBytes};
pub use particle::{Particle, ParticleRamp};
pub use pose_samples::sample_poses;
pub use ribbon::Ribbon;
pub use terrain::{Terrain, TerrainId, TerrainShape};
pub use track_path::{TrackOwner, TrackPath};
