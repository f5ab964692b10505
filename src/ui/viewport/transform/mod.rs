//! Moving, turning and scaling bones with the mouse or with typed numbers, as a state machine.
//!
//! - [`Transform`] takes [`TransformEvent`]s and says what to do with the gesture; it knows neither
//!   widgets nor the document.
//! - A key (G, R, S) and a handle of the gizmo start the same transform; they differ in the axis it
//!   starts with and in what ends it.

mod amount;
mod axis_lock;
mod pointer_track;
mod running;
mod transform_frame;
mod transform_state;
mod typed_number;

pub use amount::Amount;
pub(super) use amount::operator_target;
pub use axis_lock::{Axes, Axis, AxisLock};
pub use pointer_track::PointerTrack;
pub use running::{HeldBy, Running};
pub use transform_frame::TransformFrame;
pub use transform_state::{Transform, TransformEvent, TransformOutcome};
pub use typed_number::TypedNumber;
