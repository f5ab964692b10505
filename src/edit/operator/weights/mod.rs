//! Everything a user can do to weights and to the rules of editing them, as values.

mod bones_of;
mod flood_weights;
mod limit_influences;
mod lock_bones;
mod normalise_weights;
mod paint_weights;
mod prune_weights;
mod set_skin_settings;
mod set_vertex_weight;
mod set_vertex_weights;

pub use flood_weights::FloodWeights;
pub use limit_influences::LimitInfluences;
pub use lock_bones::LockBones;
pub use normalise_weights::NormaliseWeights;
pub use paint_weights::PaintWeights;
pub use prune_weights::PruneWeights;
pub use set_skin_settings::SetSkinSettings;
pub use set_vertex_weight::SetVertexWeight;
pub use set_vertex_weights::SetVertexWeights;
