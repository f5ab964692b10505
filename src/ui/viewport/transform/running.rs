//! A transform under way: what the mouse and the keys have made of it so far.

use super::amount::space_of;
use super::{Amount, Axes, Axis, AxisLock, PointerTrack, TransformFrame, TypedNumber};
use crate::edit::Space;
use crate::editor::TransformKind;
use crate::math::Vec3;
use crate::skeleton::BoneId;

/// Steps of a rotation while Ctrl is held, and while Shift is held too.
const SNAP_DEGREES: f32 = 5.0;
const FINE_SNAP_DEGREES: f32 = 1.0;
const SNAP_FACTOR: f32 = 0.1;
/// A step of a move while Ctrl is held is the smallest power of ten at least this wide.
const SNAP_POINTS: f32 = 8.0;

/// What ends a transform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeldBy {
    /// The mouse button: releasing it keeps what is shown.
    Button,
    /// Nothing: a click or Enter keeps it.
    Nothing,
}

/// A transform under way.
#[derive(Clone, Debug, PartialEq)]
pub struct Running {
    /// What it does.
    pub kind: TransformKind,
    /// What ends it.
    pub held_by: HeldBy,
    /// What it is held to.
    pub lock: AxisLock,
    /// The bones.
    pub bones: Vec<BoneId>,
    /// Where it happens.
    pub frame: TransformFrame,
    /// The number that was typed; it wins over the mouse.
    pub typed: TypedNumber,
    /// The mouse.
    pub pointer: PointerTrack,
    /// Whether Ctrl is held: it goes in steps.
    pub snaps: bool,
    /// Whether Shift is held: it goes slower.
    pub is_fine: bool,
}

impl Running {
    /// How much it does now.
    pub fn amount(&self) -> Amount {
        match self.kind {
            TransformKind::Move => self.move_amount(),
            TransformKind::Rotate => self.rotate_amount(),
            TransformKind::Scale => self.scale_amount(),
        }
    }

    /// What a rotation turns about, in model space: what it is locked to, or the line of sight.
    pub fn rotation_axis(&self) -> Vec3 {
        match self.lock {
            AxisLock::Free => self.frame.view.toward_viewer(&self.frame.pivot),
            AxisLock::Along(axis, axes) | AxisLock::Across(axis, axes) => {
                self.frame.direction(axis, axes)
            }
        }
    }

    /// What it does, in words: `Rotate 32.4°, local X`.
    pub fn label(&self) -> String {
        let typed = self.typed.text().map(|text| format!("[{text}]"));
        let lock = self.lock.text();
        match self.amount() {
            Amount::Rotate { degrees, .. } => {
                let number = typed.unwrap_or_else(|| format!("{degrees:.1}"));
                format!("Rotate {number}°{lock}")
            }
            Amount::Move { offset, .. } => match typed {
                Some(number) => format!("Move {number}{}", self.typed_lock().text()),
                None => format!("Move {}{lock}", self.offset_text(offset)),
            },
            Amount::Scale { factors, .. } => {
                let number = typed.unwrap_or_else(|| format!("{:.3}", self.shown_factor(factors)));
                format!("Scale {number}{lock}")
            }
        }
    }

    fn move_amount(&self) -> Amount {
        let frame = &self.frame;
        let drag = self.pointer.drag;
        if let (Some(value), AxisLock::Along(axis, axes) | AxisLock::Across(axis, axes)) =
            (self.typed.value(), self.typed_lock())
        {
            let mut offset = [0.0; 3];
            if matches!(self.typed_lock(), AxisLock::Across(..)) {
                for other in axis.others() {
                    offset[other.index()] = value;
                }
            } else {
                offset[axis.index()] = value;
            }
            return self.move_in(axes, offset);
        }
        match self.lock {
            AxisLock::Free => {
                let offset = frame.offset_in_picture(drag);
                self.move_in(Axes::Model, self.stepped(offset.into()))
            }
            AxisLock::Along(axis, axes) => {
                let length = frame.axes(axes).column(axis.index()).norm();
                let far = frame.offset_along(&frame.direction(axis, axes), drag);
                let mut offset = [0.0; 3];
                if length > f32::MIN_POSITIVE {
                    offset[axis.index()] = far / length;
                }
                self.move_in(axes, self.stepped(offset))
            }
            AxisLock::Across(axis, axes) => {
                let normal = plane_normal(frame, axis, axes);
                let far = frame.offset_across(&normal, drag);
                let inverse = frame.axes(axes).try_inverse();
                let mut offset = inverse.map_or([0.0; 3], |inverse| (inverse * far).into());
                offset[axis.index()] = 0.0;
                self.move_in(axes, self.stepped(offset))
            }
        }
    }

    /// An offset along these axes, in axes that operators know.
    fn move_in(&self, axes: Axes, offset: [f32; 3]) -> Amount {
        let offset = match axes {
            Axes::View => (self.frame.axes(axes) * Vec3::from(offset)).into(),
            Axes::Model | Axes::Local | Axes::Parent => offset,
        };
        Amount::Move {
            offset,
            space: space_of(axes),
        }
    }

    fn rotate_amount(&self) -> Amount {
        let about = self.rotation_axis();
        let degrees = match self.typed.value() {
            Some(value) => value,
            None => {
                let degrees = self.pointer.angle_rad(&self.frame, &about).to_degrees();
                match (self.snaps, self.is_fine) {
                    (false, _) => degrees,
                    (true, false) => stepped(degrees, SNAP_DEGREES),
                    (true, true) => stepped(degrees, FINE_SNAP_DEGREES),
                }
            }
        };
        let (axis, space) = match self.lock {
            AxisLock::Along(axis, axes @ (Axes::Local | Axes::Parent))
            | AxisLock::Across(axis, axes @ (Axes::Local | Axes::Parent)) => {
                let mut unit = [0.0; 3];
                unit[axis.index()] = 1.0;
                (unit, space_of(axes))
            }
            AxisLock::Free | AxisLock::Along(..) | AxisLock::Across(..) => {
                (about.into(), Space::Model)
            }
        };
        Amount::Rotate {
            axis,
            degrees,
            space,
        }
    }

    fn scale_amount(&self) -> Amount {
        let factor = match self.typed.value() {
            Some(value) => value,
            None => {
                let factor = self.pointer.scale_factor(&self.frame);
                if self.snaps {
                    stepped(factor, SNAP_FACTOR)
                } else {
                    factor
                }
            }
        };
        let (factors, axes) = match self.lock {
            AxisLock::Free => ([factor; 3], Axes::Local),
            AxisLock::Along(axis, axes) => {
                let mut factors = [1.0; 3];
                factors[axis.index()] = factor;
                (factors, axes)
            }
            AxisLock::Across(axis, axes) => {
                let mut factors = [factor; 3];
                factors[axis.index()] = 1.0;
                (factors, axes)
            }
        };
        let space = match axes {
            // Scales are along the bones' own axes; those of the view are none of any bone.
            Axes::View => Space::Local,
            Axes::Model | Axes::Local | Axes::Parent => space_of(axes),
        };
        Amount::Scale { factors, space }
    }

    /// What a typed number goes along: X where nothing is locked.
    fn typed_lock(&self) -> AxisLock {
        match self.lock {
            AxisLock::Free => AxisLock::Along(Axis::X, Axes::Model),
            locked => locked,
        }
    }

    /// In steps while Ctrl is held.
    fn stepped(&self, offset: [f32; 3]) -> [f32; 3] {
        if !self.snaps {
            return offset;
        }
        let step = self.move_step();
        offset.map(|part| stepped(part, step))
    }

    fn move_step(&self) -> f32 {
        let least = self.frame.view.world_per_point(&self.frame.pivot) * SNAP_POINTS;
        let step = 10.0_f32.powi(least.max(1e-9).log10().ceil() as i32);
        if self.is_fine { step * 0.1 } else { step }
    }

    fn offset_text(&self, offset: [f32; 3]) -> String {
        let per_point = self.frame.view.world_per_point(&self.frame.pivot);
        let decimals = (1.0 - per_point.max(1e-9).log10().floor()).clamp(0.0, 6.0) as usize;
        match self.lock {
            AxisLock::Along(axis, Axes::Model | Axes::Local | Axes::Parent) => {
                format!("{:.decimals$}", offset[axis.index()])
            }
            AxisLock::Along(..) => format!("{:.decimals$}", Vec3::from(offset).norm()),
            AxisLock::Free | AxisLock::Across(..) => {
                let [x, y, z] = offset;
                format!("{x:.decimals$} {y:.decimals$} {z:.decimals$}")
            }
        }
    }

    fn shown_factor(&self, factors: [f32; 3]) -> f32 {
        match self.lock {
            AxisLock::Free => factors[0],
            AxisLock::Along(axis, _) => factors[axis.index()],
            AxisLock::Across(axis, _) => factors[axis.others()[0].index()],
        }
    }
}

fn stepped(value: f32, step: f32) -> f32 {
    (value / step).round() * step
}

/// What the plane of the two other axes stands upright on.
fn plane_normal(frame: &TransformFrame, axis: Axis, axes: Axes) -> Vec3 {
    let [a, b] = axis.others();
    let across = frame.direction(a, axes).cross(&frame.direction(b, axes));
    across
        .try_normalize(f32::MIN_POSITIVE)
        .unwrap_or_else(|| frame.direction(axis, axes))
}
