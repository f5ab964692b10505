//! Vertices, submeshes, materials and textures of a model.

mod geosets;
mod influences;
mod material;
mod submesh;
mod vertices;

pub use geosets::default_geosets;
pub use influences::{Influence, Influences, SLOTS};
pub use material::{
    BlendMode, ColourTracks, Material, MaterialFlags, Texture, TextureKind, TextureTransform,
};
pub use submesh::{Batch, ShadowBatch, Submesh, View};
pub use vertices::VertexPool;
