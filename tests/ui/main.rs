//! The editor as a person meets it, drawn and driven without a display.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod alpha_forms;
mod auto_key;
mod automatic;
mod files;
mod frame_strip;
mod glow_renderer;
mod ground_brush;
mod ground_tools;
mod intents;
mod map_pictures;
mod map_sizes;
mod painting;
mod panels;
mod pictures;
mod recovery;
#[path = "../support/glow_renderer.rs"]
mod renderer;
#[path = "../support/small_model.rs"]
mod small_model;
mod splat_walk;
mod steady_viewport;
mod terrain;
mod terrain_layers;
mod terrain_panels;
mod terrain_regions;
mod terrain_viewport;
mod terrain_workspace;
mod timeline_axis;
mod timeline_curves;
mod timeline_model;
mod timeline_panel;
mod timeline_picture;
mod timeline_sheet;
mod viewport_bench;
mod viewport_picture;
mod viewport_use;
mod warcraft;
mod weight_check;
mod weight_files;
mod weight_panel;
mod weight_tools;
mod weights;
mod weights_workspace;
mod window;
