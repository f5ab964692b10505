//! Vertices, submeshes, materials and textures of a model.

mod geodesic;
mod geoset;
mod geosets;
mod influences;
mod layer;
mod material;
mod mirror_growth;
mod mirror_map;
mod mirror_spots;
mod mirror_votes;
mod submesh;
mod surface;
mod texture_tree;
mod topology;
mod vertex_block;
mod vertex_set;
mod vertex_tree;
mod vertices;
mod welded_surface;

pub use geodesic::{Geodesic, Surface};
pub use geoset::{Bounds, ColourTarget, Geoset};
pub use geosets::default_geosets;
pub use influences::{Influence, Influences, SLOTS};
pub use layer::{Layer, LayerFlags, LayeredMaterial};
pub use material::{
    BlendMode, ColourTracks, Material, MaterialFlags, Texture, TextureKind, TextureTransform,
};
pub use mirror_map::{MirrorMap, VertexSide};
pub use mirror_spots::MirrorSpots;
pub use submesh::{Batch, ShadowBatch, Submesh, View};
pub use surface::{SurfaceHit, SurfaceIndex};
pub use texture_tree::{TextureSpot, TextureTree};
pub use topology::{Topology, pool_triangles, shown_triangles};
pub use vertex_block::NearVertex;
pub use vertex_set::VertexSet;
pub use vertex_tree::VertexTree;
pub use vertices::VertexPool;
pub use welded_surface::WeldedSurface;
