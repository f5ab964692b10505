//! MDX to and from the document.
//!
//! Every node becomes a bone of its kind, at the place of its object id; a light, an attachment and
//! so on names its own node as its bone. Values that a file gives beside a track become a track
//! without keys of its own: one constant. Keys lie on the file's axis, in ascending order.

mod align;
mod export;
mod export_nodes;
mod export_surfaces;
mod export_tracks;
mod import;
mod import_nodes;
mod import_surfaces;
mod import_tracks;
mod native;
mod node_ids;
mod odd;
mod statics;
mod vertex_groups;

pub(super) use import::model_from_source;
pub(super) use import_surfaces::in_slots;
pub use native::object_ids;
pub(super) use native::{check_readable, object_ids_of, write_fresh, write_over};
pub use vertex_groups::geoset_groups;
