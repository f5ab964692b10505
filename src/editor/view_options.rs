//! What the viewport shows and how: shading, overlays, and what is hidden.

use super::{WeightTool, WeightTools, WeightView, Workspace};
use crate::assets::Team;
use crate::skeleton::BoneId;
use std::collections::BTreeSet;

/// How surfaces are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shading {
    /// As the game shows them.
    #[default]
    Textured,
    /// Lit, without textures.
    Solid,
    /// Edges only.
    Wire,
    /// As the game shows them, with edges on top.
    TexturedWire,
}

/// How bones are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoneStyle {
    /// Tapered bodies from joint to joint.
    #[default]
    Octahedral,
    /// Thin lines from joint to joint.
    Stick,
}

/// What is behind the model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Backdrop {
    /// The theme's grey.
    #[default]
    Theme,
    /// White.
    White,
    /// Black.
    Black,
}

/// Which axes a transform turns or moves along.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AxesSpace {
    /// The bone's own.
    #[default]
    Local,
    /// Those of its parent.
    Parent,
    /// Those of the model.
    World,
    /// Those of the view.
    View,
}

/// About which point several bones turn and scale.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PivotPoint {
    /// Each about its own pivot.
    #[default]
    Individual,
    /// All about the pivot of the active bone.
    Active,
    /// All about the middle of their pivots.
    Median,
}

/// Which handles the viewport shows on the selection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tool {
    /// None: click and drag select.
    Select,
    /// Arrows.
    Move,
    /// Rings.
    #[default]
    Rotate,
    /// Boxes.
    Scale,
}

/// Whether a gesture in the viewport sets keyframes by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AutoKey {
    /// It does not: the pose is kept until the playhead moves, for the user to key.
    #[default]
    Off,
    /// It does, wherever the playhead is.
    Add,
    /// It does where the track has a keyframe already.
    ReplaceOnly,
}

/// Where the camera stands, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ViewDirection {
    /// In front of the model.
    Front,
    /// Behind it.
    Back,
    /// At its left.
    Left,
    /// At its right.
    Right,
    /// Above it.
    Top,
    /// Below it.
    Bottom,
}

/// What the viewport shows and how.
#[derive(Clone, Debug, PartialEq)]
pub struct ViewOptions {
    /// What the user is at.
    pub workspace: Workspace,
    /// How the weights workspace shows weights.
    pub weights: WeightView,
    /// How surfaces are drawn.
    pub shading: Shading,
    /// Whether the floor grid is drawn.
    pub shows_grid: bool,
    /// Whether the model's axes are drawn.
    pub shows_axes: bool,
    /// Whether bones are drawn.
    pub shows_bones: bool,
    /// How bones are drawn.
    pub bone_style: BoneStyle,
    /// Whether the names of all bones are written, not only those of selected ones.
    pub shows_bone_names: bool,
    /// Whether bones are drawn in front of the mesh.
    pub bones_in_front: bool,
    /// Whether attachments, lights, events and emitters are drawn.
    pub shows_parts: bool,
    /// Whether collision shapes are drawn, not only selected ones.
    pub shows_collision: bool,
    /// The player whose colour Warcraft III models wear.
    pub team: Team,
    /// What is behind the model.
    pub backdrop: Backdrop,
    /// Which handles are shown on the selection.
    pub tool: Tool,
    /// Along which axes transforms go.
    pub axes_space: AxesSpace,
    /// About which point several bones turn.
    pub pivot_point: PivotPoint,
    /// Whether gestures set keyframes.
    pub auto_key: AutoKey,
    /// Bones that are not shown and can't be picked.
    pub hidden_bones: BTreeSet<BoneId>,
    /// Geosets that are not shown.
    pub hidden_geosets: BTreeSet<u16>,
    /// Vertices that are not shown and can't be selected; faces with one of them are not shown
    /// either.
    pub hidden_vertices: BTreeSet<u32>,
    /// What the left button does in the weights workspace.
    pub weight_tool: WeightTool,
    /// The numbers that tools on weights work with.
    pub weight_tools: WeightTools,
}

impl Default for ViewOptions {
    fn default() -> Self {
        Self {
            workspace: Workspace::default(),
            weights: WeightView::default(),
            shading: Shading::default(),
            shows_grid: true,
            shows_axes: true,
            shows_bones: true,
            bone_style: BoneStyle::default(),
            shows_bone_names: false,
            bones_in_front: true,
            shows_parts: false,
            shows_collision: false,
            team: Team::default(),
            backdrop: Backdrop::default(),
            tool: Tool::default(),
            axes_space: AxesSpace::default(),
            pivot_point: PivotPoint::default(),
            auto_key: AutoKey::default(),
            hidden_bones: BTreeSet::new(),
            hidden_geosets: BTreeSet::new(),
            hidden_vertices: BTreeSet::new(),
            weight_tool: WeightTool::default(),
            weight_tools: WeightTools::default(),
        }
    }
}
