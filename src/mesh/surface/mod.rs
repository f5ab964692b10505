//! A tree of boxes over a posed triangle mesh: where a ray meets it, what hides a point, which
//! spot of it is nearest to a point.

mod build;
mod leaves;
mod nearest;
mod nearest_shares;
mod ray_probe;
mod refit;
mod split;
mod surface_hit;
mod surface_index;
mod traverse;
mod wide_node;

pub use surface_hit::SurfaceHit;
pub use surface_index::SurfaceIndex;
