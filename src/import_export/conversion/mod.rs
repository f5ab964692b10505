//! Models of one format to models of another: M2 264 to MDX 800 and back.
//!
//! A conversion is a plain function from one model to a new one. It changes no units and no axes:
//! both formats are right-handed with Z up. Whatever the target can't hold is a loss in the report.
//! The new model has no native source; it is laid out from nothing.

mod attachment_names;
mod axis;
mod clip_lists;
mod clip_names;
mod constants;
mod convert;
mod m2_batches;
mod m2_bones;
mod m2_clips;
mod m2_four;
mod m2_meshes;
mod m2_nodes;
mod m2_weights;
mod mdx_clips;
mod mdx_groups;
mod mdx_layers;
mod mdx_meshes;
mod mdx_nodes;
mod mdx_split;
mod packing;
mod pictures;
mod solid;
mod to_m2;
mod to_mdx;
mod vertex_error;
mod window_keys;

pub use convert::{Converted, Origin, convert};
pub use pictures::{PictureTarget, convert_pictures};
