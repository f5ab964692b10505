//! The editor without pixels: what is open, what is selected, what is being done.
//!
//! * [`Editor::handle`] is the only place that turns [`Intent`]s into changes; panels read the
//!   [`Editor`] and send intents, tests do the same without a window.
//! * Selection and playback are no edits. The history keeps beside each entry where the user was.
//! * A pose made while auto-key is off is an [`UnkeyedPose`]: shown, never in the document.

mod alpha_draft;
mod attaching;
mod automatic;
mod bone_commands;
mod brush_commands;
mod brush_pictures;
mod cells;
mod clip_commands;
mod command;
mod command_plan;
mod editing;
#[allow(
    clippy::module_inception,
    reason = "a file is named after the type it holds, and this one holds Editor"
)]
mod editor;
mod exporting;
mod fifth_asking;
mod fifth_question;
mod file_work;
mod files;
mod flipped_pose;
mod gesturing;
mod ground_lines;
mod ground_overlays;
mod ground_readings;
mod ground_region;
mod ground_samples;
mod ground_stroke;
mod ground_textures;
mod ground_tip;
mod ground_tool;
mod ground_tool_settings;
mod ground_way;
mod ground_way_commands;
mod intent;
mod job_outcome;
pub mod jobs;
mod journal_work;
mod journaling;
mod key_commands;
mod key_focus;
mod labels;
mod look_alikes;
mod map_export;
mod map_picture_operators;
mod map_pictures;
mod menu;
mod paint_surface;
mod painting;
mod pending_gesture;
mod plan_parts;
mod playback;
mod playing;
mod posing;
mod protected_places;
mod recent_files;
mod recovery;
mod region_commands;
mod report;
mod request;
mod samples;
mod selecting;
mod selection;
mod session;
mod skin_commands;
mod target_check;
mod terrain_brush;
mod terrain_census;
mod terrain_commands;
mod terrain_files;
mod terrain_intent;
mod terrain_painting;
mod terrain_picking;
mod terrain_stroke_plan;
mod terrain_view;
mod texture_slots;
mod texture_swap;
mod tile_jobs;
mod tile_streaming;
mod toast;
mod types_draft;
mod unkeyed_history;
mod unkeyed_pose;
mod vertex_selecting;
mod view_options;
mod weight_brush;
mod weight_clipboard;
mod weight_commands;
mod weight_plan;
mod weight_text;
mod weight_tools;
mod weight_view;
mod workspace;

pub use alpha_draft::{AlphaChoice, AlphaCosts, AlphaDraft, AlphaMeasuring, AlphaSubject};
pub use automatic::{FoundWeights, WeightSearch};
pub use brush_pictures::BrushPicture;
pub use cells::Cells;
pub use command::Command;
pub use editor::Editor;
pub use exporting::PendingExport;
pub use fifth_question::{CrowdedChunk, FifthQuestion};
pub use files::{AfterSave, FileState};
pub use flipped_pose::flipped_pose;
pub use ground_overlays::{GroundColours, GroundOverlays};
use ground_region::RegionDrag;
pub use ground_region::{GroundRegion, MarkMode};
pub use ground_textures::GroundTextures;
pub use ground_tip::{GroundTipSettings, SpraySettings, TipTurning};
pub use ground_tool::GroundTool;
pub use ground_tool_settings::{CliffWater, GroundHeightFrom, GroundToolSettings};
pub use ground_way::GroundWay;
pub use intent::{Answer, Intent, ViewIntent, ViewSetting};
pub use job_outcome::{JobOutcome, SavedState};
pub use jobs::JobId;
pub use journal_work::KeptModel;
pub use journaling::{Journaling, ProjectOrigin};
pub use labels::{bone_label, carried_part, geoset_label, own_node, owner_label, track_label};
pub use look_alikes::LookAlike;
pub use map_picture_operators::{alphamaps_operator, heights_operator};
pub use map_pictures::MapPictures;
pub use menu::Menu;
pub use paint_surface::{PaintSurface, Sight};
pub use painting::{PaintState, StrokePoint, StrokeStart};
pub use pending_gesture::{GestureSummary, PendingGesture};
pub use playback::{LoopMode, Playback, TimeDisplay};
use playing::KeyDirection;
pub use protected_places::ProtectedPlaces;
pub use recent_files::RecentFiles;
pub use recovery::{Recoverable, Recovered, Recovery};
pub use report::{ReportLine, ReportLog};
pub use request::{
    Dialog, Panel, Request, ShellRequest, TimelineRequest, TransformKind, ViewportRequest,
};
pub use samples::{Sample, find_samples};
pub use selection::{KeyRef, SelectMode, Selection};
pub use session::Session;
pub use target_check::{DocumentState, TargetCheck, TargetChecking};
pub use terrain_brush::{GroundBrush, GroundNumber};
pub use terrain_census::{GroundCensus, LayerUse, TextureUse, layer_uses};
pub use terrain_intent::GroundIntent;
pub use terrain_picking::TextureShare;
pub use terrain_view::{GroundView, TILE_MB_RANGE};
pub use texture_slots::TextureSlots;
pub use texture_swap::{ScopeChoice, SwapCount, TextureSwap};
pub use tile_jobs::TilesRead;
pub use tile_streaming::{TileLook, TileStreaming, TileTally};
pub use toast::{Fix, Severity, Toast};
pub use types_draft::{TypeUse, TypesDraft};
pub use unkeyed_history::UnkeyedHistory;
pub use unkeyed_pose::{UnkeyedBone, UnkeyedPose};
pub use vertex_selecting::found_vertices;
pub use view_options::{
    AutoKey, AxesSpace, Backdrop, BoneStyle, PivotPoint, Shading, Tool, ViewDirection, ViewOptions,
};
pub use weight_brush::{BrushNumber, BrushReach, PressureUse, WeightBrush, WeightTool};
pub use weight_clipboard::{PasteWeights, WeightClipboard};
pub use weight_tools::WeightTools;
pub use weight_view::{WeightColours, WeightRamp, WeightView};
pub use workspace::Workspace;
