//! What the viewport keeps between frames.

use super::bone_pick::ScreenBone;
use super::brushing::BrushDrag;
use super::camera_moves::CameraDrag;
use super::gizmo::Gizmo;
use super::gradient_drag::GradientDrag;
use super::graphics::Graphics;
use super::ground_input::GroundDrag;
use super::ground_line::GroundLine;
use super::hover::{Hovered, Rest};
use super::mesh_pick::MeshPick;
use super::terrain_ring::TerrainRing;
use super::transform::Transform;
use crate::brush::LazyRope;
use crate::document::{ModelId, TerrainId};
use crate::edit::ChangeSet;
use crate::editor::{TileLook, ViewportRequest};
use crate::render::Camera;
use crate::terrain::GroundHit;
use crate::ui::Hint;
use eframe::egui::{Pos2, Rect};

/// What the viewport keeps between frames: the camera and the tool in hand.
#[derive(Debug, Default)]
pub struct ViewportState {
    /// What commands asked of the viewport; it takes them out.
    pub requests: Vec<ViewportRequest>,
    /// What buttons and keys do here now; the hint bar shows them while the mouse is here.
    pub hints: Vec<Hint>,
    /// Whether the mouse is over the pane.
    pub is_hovered: bool,
    /// Where the pane was in the last picture, in points; `None` before the first.
    pub pane: Option<Rect>,
    /// Where the model is seen from.
    pub camera: Camera,
    /// A ring to draw on the ground of a map where the brush is not.
    pub terrain_ring: Option<TerrainRing>,
    /// Where the cursor is on the ground of a map.
    pub(super) ground: Option<GroundHit>,
    /// Document and terrain that the camera was last set up for.
    pub(super) framed_terrain: Option<(u64, TerrainId)>,
    pub(super) graphics: Graphics,
    /// Document and model that the camera was last set up for.
    pub(super) framed: Option<(u64, ModelId)>,
    /// Which camera of the model comes next.
    pub(super) next_model_camera: usize,
    pub(super) transform: Transform,
    /// The document in which the transform began.
    pub(super) transform_document: u64,
    pub(super) status: Option<String>,
    pub(super) hold: Hold,
    /// World units a second in flight; `None` before the first one.
    pub(super) flight_speed: Option<f32>,
    /// The last look over the tiles of a map that was told of.
    pub(super) told_look: Option<TileLook>,
    /// Whether the click that ends with the next release was used up already.
    pub(super) ignores_click: bool,
    pub(super) bones: Vec<ScreenBone>,
    pub(super) gizmo: Gizmo,
    pub(super) hovered: Hovered,
    pub(super) rest: Rest,
    pub(super) mesh_pick: MeshPick,
    pub(super) names: BoneNames,
}

/// What a held button does.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Hold {
    /// Nothing.
    #[default]
    Nothing,
    /// Moves the camera.
    Camera(CameraDrag),
    /// Paints weights.
    Paint {
        /// Where the pointer was.
        last: Pos2,
    },
    /// Draws a box that selects vertices.
    Vertices {
        /// Its first corner.
        from: Pos2,
    },
    /// Changes a number of the brush.
    Brush(BrushDrag),
    /// Works on the ground.
    Ground {
        /// Where the pointer was.
        last: Pos2,
        /// What drags the brush behind the pointer.
        rope: LazyRope,
    },
    /// Draws a straight line over the ground.
    GroundLine(GroundLine),
    /// Changes a number of the brush that works on the ground.
    GroundNumber(GroundDrag),
    /// Flies over the ground.
    Flight,
    /// Draws a gradient.
    Gradient(GradientDrag),
    /// Draws a box that selects.
    Box {
        /// Its first corner.
        from: Pos2,
    },
}

/// The names of all bones, until the document changes.
#[derive(Debug, Default)]
pub(super) struct BoneNames {
    pub of: Option<(u64, u64, ModelId)>,
    pub names: Vec<String>,
}

impl ViewportState {
    /// Draws in this context from now on; until then the pane says that it can't.
    pub fn connect(&mut self, context: &three_d::core::Context) {
        self.graphics.connect(context);
    }

    /// Takes note of what edits touched, so that only that is uploaded.
    pub fn note_changes(&mut self, changes: &ChangeSet) {
        self.graphics.note(changes);
    }

    /// The bone that a click would select, as its position in file order.
    pub fn hovered_bone(&self) -> Option<usize> {
        self.hovered.bone
    }

    /// Where the cursor is on the ground of the map that is shown, holes filled.
    pub fn ground_hit(&self) -> Option<GroundHit> {
        self.ground
    }

    /// Whether a transform follows the mouse.
    pub(super) fn has_transform(&self) -> bool {
        self.transform.running().is_some()
    }

    /// Whether a transform or a number of the brush follows the mouse and takes every key.
    pub fn is_modal(&self) -> bool {
        self.has_transform()
            || matches!(
                self.hold,
                Hold::Brush(_) | Hold::Paint { .. } | Hold::Gradient(_) | Hold::Flight
            )
            || self.is_on_ground()
    }

    /// Whether a stroke, a line or a number of the brush on the ground follows the mouse.
    pub(super) fn is_on_ground(&self) -> bool {
        matches!(
            self.hold,
            Hold::Ground { .. } | Hold::GroundLine(_) | Hold::GroundNumber(_)
        )
    }

    /// What stands in the header instead of the options while a transform follows the mouse.
    pub fn status(&self) -> Option<&str> {
        self.status.as_deref()
    }
}
