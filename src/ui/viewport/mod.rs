//! The viewport: the model, its bones, and the tools that pose them.
//!
//! - `screen_view`, `bone_pick`, `mesh_pick`, `gizmo` and [`transform`] are geometry and states: they
//!   know no widget and are tested with numbers.
//! - `graphics` is the one place that puts anything on the graphics card; the paint callback only
//!   paints what it holds.

mod bone_pick;
mod brush_outline;
mod brushing;
mod camera_moves;
mod collision_marks;
mod dirty_vertices;
mod flight;
mod gizmo;
mod gizmo_paint;
mod gradient_drag;
mod graphics;
mod ground_input;
mod ground_legend;
mod ground_line;
mod ground_look;
mod ground_marks;
mod ground_upload;
mod hints;
mod hover;
mod labels;
mod legend;
mod mesh_pick;
mod overlay_look;
mod part_marks;
mod pointer;
mod region_marks;
mod ring;
mod screen_view;
mod stroke_input;
mod terrain_pane;
mod terrain_ring;
mod tile_look;
pub mod transform;
mod transform_input;
mod viewport_pane;
mod viewport_state;
mod weight_colours;
mod weight_numbers;

pub use bone_pick::{ScreenBone, bones_in_box, nearest_bone};
pub use mesh_pick::{MeshHit, nearest_triangle, strongest_bone};
pub use ring::paint_ring;
pub use screen_view::ScreenView;
pub use terrain_ring::{TerrainRing, paint_terrain_ring};
pub use viewport_pane::viewport_ui;
pub use viewport_state::ViewportState;
