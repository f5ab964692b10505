//! Drawing a document with three-d, in a window or without a display.
//!
//! - Uses the document and the domain modules, never the editor or egui, and changes nothing.
//! - [`Scene`] is a model on the graphics card, [`Renderer`] draws scenes with what is around them,
//!   [`Stage`] holds what one viewport shows until its paint callback runs.
//! - [`Headless`] gives the context where there is no window; [`Canvas`] draws inside a window's
//!   own painting; both end in an [`Offscreen`] target, so a picture is the same in either.

mod backdrop;
mod batch_plan;
mod billboard;
mod blended_bones;
mod bone_shapes;
mod camera;
mod camera_framing;
mod canvas;
mod combine;
mod corner_scene;
mod drawn_batch;
mod error;
mod fixed_view;
mod framing;
pub mod gl_state;
mod ground_overlay;
mod ground_pictures;
mod ground_stand_in;
mod headless;
mod layer_plan;
mod model_buffers;
mod moment;
mod offscreen;
mod overlay;
mod picture;
mod picture_texture;
mod renderer;
mod scene;
mod scene_block;
mod scene_draw;
mod shader;
mod stage;
mod surface;
mod terrain_draw;
mod terrain_framing;
mod terrain_picture;
mod terrain_scene;
mod texture_array;
mod tile_levels;
mod tile_liquids;
mod tile_mesh;
mod tile_scene;
mod weight_block;
mod weight_looks;
mod weight_style;

pub use bone_shapes::{joint_position, shown_ancestor};
pub use camera::Camera;
pub use canvas::Canvas;
pub use error::RenderError;
pub use fixed_view::{FixedView, Projection};
pub use framing::{posed_bounds, posed_points};
pub use ground_overlay::{
    ALARM_TONES, EXCESS_COLOUR, GroundHeat, GroundOverlay, MARK_COLOURS, STEEPEST_DEG, SlopeRange,
    area_colour,
};
pub use ground_pictures::GroundPictures;
pub use ground_stand_in::{atlas_stand_in, ground_stand_in};
pub use headless::Headless;
pub use moment::{CameraPlace, LayerState, Moment, UvAffine};
pub use offscreen::Offscreen;
pub use overlay::{
    BoneAlpha, BoneDepth, BoneLook, BoneState, BoneStyle, Colour, GridStyle, GroundLight,
    GroundStyle, LiquidStyle, Overlay, Palette, SurfaceStyle, WireStyle, bone_colour,
};
pub use picture::{Picture, PictureMaker, PictureView, render_picture};
pub use picture_texture::{checker_picture, placeholder_picture};
pub use renderer::Renderer;
pub use scene::{ChangedParts, Scene};
pub use stage::{Stage, StagedModel, StagedTerrain};
pub use terrain_framing::{fit_terrain, frame_terrain, terrain_bounds, turn_to_terrain};
pub use terrain_picture::{TerrainPicture, render_terrain};
pub use terrain_scene::{ChangedChunk, ChangedGround, TerrainScene};
pub use weight_looks::{WeightColouring, WeightLooks};
pub use weight_style::{
    BARE_COLOUR, DotDepth, HATCH_PERIOD, MISSING_COLOUR, RAMP_STOPS, WeightRamp, WeightStyle,
    ZERO_TONES,
};
