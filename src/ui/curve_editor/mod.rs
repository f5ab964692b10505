//! The curve editor: the selected channels as curves with keys and handles to drag.
//!
//! `curve`, `curve_set`, `euler`, `value_axis` and `plot_area` are geometry and know no widget.

mod curve;
mod curve_cache;
mod curve_drag;
mod curve_input;
mod curve_list;
mod curve_set;
mod euler;
mod panel;
mod plot_area;
mod state;
mod value_axis;

pub use curve::{Curve, CurveId, CurveKey, RotationParts};
pub use curve_cache::{CurveCache, shown_channels};
pub use curve_drag::{CurveDrag, DragLock, GrabbedKey, HandleGrab, KeyGrab};
pub use curve_list::curve_list_ui;
pub use curve_set::{component_name, curves_of};
pub use euler::{euler_near, quat_like, quat_with_part};
pub use panel::curve_editor_ui;
pub use plot_area::{CurveHit, KeyPart, PlotArea};
pub use state::CurveState;
pub use value_axis::{ValueAxis, value_text};

use curve_drag::{argument, stored_key};
