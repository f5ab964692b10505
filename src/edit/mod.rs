//! Operators, the edits they plan, and the history that applies and undoes them.
//!
//! An [`Operator`] is what a user asks for, as a value; [`Operator::plan`] checks it against the
//! document and gives a [`Planned`] edit that can't fail; [`History`] applies, undoes and redoes it.
//! Nothing else changes an existing document.

mod alpha_figures;
mod any_track;
mod argument;
mod automatic_notes;
mod automatic_request;
mod bake;
mod brush_tip_argument;
mod change_set;
mod clip_table;
mod dab_log;
mod draft;
mod edit_size;
mod edit_store;
mod edits;
mod error;
mod gesture;
mod ground;
mod ground_argument;
mod ground_plane;
mod ground_tip;
mod history;
mod history_entry;
mod key_kind;
mod key_lists;
mod key_moves;
mod keying;
mod late_bones;
mod layer_stack;
mod map_picture_argument;
pub mod operator;
mod packed_bytes;
mod pose_clip;
mod posing;
mod protected_places;
mod range_copy;
mod range_keys;
mod reference;
mod skeleton_bone;
mod step;
mod stroke_samples;
mod symmetry_argument;
mod terrain_brush_argument;
mod terrain_changes;
mod terrain_draft;
mod terrain_patch;
mod terrain_scope;
mod terrain_stroke;
mod texel_paint;
mod texture_paths;
mod weight_argument;
mod weight_choice;
mod weight_draft;
mod weight_mirror;
mod weight_stroke;
mod weight_transfer;

pub use alpha_figures::AlphaFigures;
pub use any_track::AnyTrack;
pub use argument::{
    AliasArgument, Channel, ChannelValues, CollisionPolicy, InterpolationArgument, KeepOnMove,
    KeyArgument, KeyRef, Pivot, RangeKeys, Space, TangentFill, WeightsOf,
};
pub use automatic_notes::AutomaticNote;
pub use automatic_request::{AutomaticFound, AutomaticRequest};
pub use brush_tip_argument::{GreyTip, SprayArgument, TipArgument, TipPictureArgument};
pub use change_set::ChangeSet;
pub use edit_store::{EditStore, Ticket};
pub use edits::{Edit, VertexInfluences};
pub use error::{EditError, Note, Planned};
pub use gesture::Gesture;
pub use ground_argument::{
    AlphaEdgesArgument, AlphaFormArgument, BlendKeep, BlendRuleArgument, CliffChange,
    CliffNeighboursArgument, CornerMarkArgument, HoleArgument, SculptModeArgument, SlotAimArgument,
    VariationArgument,
};
pub use ground_plane::{GroundCopies, GroundPlane};
pub use history::{Applied, History, HistoryEvent};
pub use history_entry::{EntryFocus, HistoryEntry};
pub use map_picture_argument::{AlphaArea, AlphaPlane, HeightArea, MOST_PLANE_BYTES};
pub use operator::Operator;
pub use packed_bytes::PackedBytes;
pub use pose_clip::{BonePose, PoseClip, copy_pose};
pub use reference::{BoneRef, ClipRef, TrackAddress};
pub use skeleton_bone::{ShapeArgument, SkeletonBone, skeleton_bones};
pub use step::{Direction, Step};
pub use symmetry_argument::{MOST_TURNS, SymmetryArgument, SymmetryKind};
pub use terrain_brush_argument::{
    BrushShapeArgument, GroundRectangle, GroundSample, HeightMaskArgument, SlopeMaskArgument,
    TerrainBrush, TerrainMasks,
};
pub use terrain_changes::{ChunkParts, CornerArea, TerrainChanges};
pub use terrain_patch::{ChunkFields, TerrainPatch};
pub use terrain_scope::GroundScope;
pub use terrain_stroke::{GroundMemory, TerrainStroke};
pub use texel_paint::{FifthArgument, FifthChoice, FifthCost, FifthSolution, FifthWay};
pub use weight_argument::{
    DabArgument, FalloffArgument, InfluenceArgument, MirrorBy, MirrorFrom, SampleArgument,
    SampledPose, TransferBy, WeightMode,
};
pub use weight_choice::{BindBy, GradientCurveArgument, GradientShapeArgument, SplitBy};
pub use weight_draft::weight_rules;
pub use weight_mirror::vertices_without_mirror;
pub use weight_stroke::{StrokeMemory, WeightStroke};
