//! How much a transform moves, turns or scales, and in whose axes.

use super::Axes;
use crate::edit::operator::{MoveBones, RotateBones, ScaleBones};
use crate::edit::{ClipRef, Operator, Pivot, Space};
use crate::editor::{Editor, PivotPoint, TransformKind};
use crate::math::Vec3;
use crate::skeleton::BoneId;

/// How much, in the axes that the operator names.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Amount {
    /// By an offset, in file units.
    Move {
        /// How far along each axis.
        offset: [f32; 3],
        /// Whose axes.
        space: Space,
    },
    /// By an angle about an axis.
    Rotate {
        /// The axis.
        axis: [f32; 3],
        /// The angle.
        degrees: f32,
        /// Whose axes `axis` is in.
        space: Space,
    },
    /// By factors.
    Scale {
        /// The factor along each axis.
        factors: [f32; 3],
        /// Whose axes.
        space: Space,
    },
}

/// What an operator needs beside the amount.
#[derive(Clone, Debug)]
pub(in crate::ui::viewport) struct OperatorTarget {
    pub model: u32,
    pub clip: ClipRef,
    pub time_ms: i32,
    pub pivot: Pivot,
}

impl Amount {
    /// Whether it leaves everything as it is.
    pub fn is_nothing(&self) -> bool {
        match self {
            Self::Move { offset, .. } => *offset == [0.0; 3],
            Self::Rotate { degrees, .. } => *degrees == 0.0,
            Self::Scale { factors, .. } => *factors == [1.0; 3],
        }
    }

    /// What a transform of this kind does at first: nothing.
    pub fn nothing(kind: TransformKind) -> Self {
        let space = Space::Model;
        match kind {
            TransformKind::Move => Self::Move {
                offset: [0.0; 3],
                space,
            },
            TransformKind::Rotate => Self::Rotate {
                axis: [0.0, 0.0, 1.0],
                degrees: 0.0,
                space,
            },
            TransformKind::Scale => Self::Scale {
                factors: [1.0; 3],
                space,
            },
        }
    }

    /// The operator that does it to bones.
    pub(in crate::ui::viewport) fn operator(
        self,
        bones: &[BoneId],
        target: &OperatorTarget,
    ) -> Operator {
        let bones = bones.iter().copied().map(Into::into).collect();
        let OperatorTarget {
            model,
            clip,
            time_ms,
            pivot,
        } = target.clone();
        let (model, key) = (Some(model), true);
        match self {
            Self::Move { offset, space } => MoveBones {
                model,
                clip,
                bones,
                time_ms,
                offset,
                space,
                key,
            }
            .into(),
            Self::Rotate {
                axis,
                degrees,
                space,
            } => RotateBones {
                model,
                clip,
                bones,
                time_ms,
                axis,
                degrees,
                space,
                pivot,
                key,
            }
            .into(),
            Self::Scale { factors, space } => ScaleBones {
                model,
                clip,
                bones,
                time_ms,
                factors,
                space,
                pivot,
                key,
            }
            .into(),
        }
    }
}

/// The space of operators that has these axes; the model's for axes that operators don't know.
pub(super) fn space_of(axes: Axes) -> Space {
    match axes {
        Axes::Local => Space::Local,
        Axes::Parent => Space::Parent,
        Axes::Model | Axes::View => Space::Model,
    }
}

/// What operators on the selection need now, for this many bones about this point; nothing without
/// a clip.
pub(in crate::ui::viewport) fn operator_target(
    editor: &Editor,
    bone_count: usize,
    pivot: &Vec3,
) -> Option<OperatorTarget> {
    Some(OperatorTarget {
        model: editor.selection.model?.0,
        clip: editor.selection.clip?.into(),
        time_ms: editor.playback.key_time_ms(),
        // One bone about another point than its own would be moved too.
        pivot: match editor.view.pivot_point {
            _ if bone_count == 1 => Pivot::Individual,
            PivotPoint::Individual => Pivot::Individual,
            PivotPoint::Active => Pivot::Point((*pivot).into()),
            PivotPoint::Median => Pivot::Median,
        },
    })
}
