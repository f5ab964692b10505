//! Drawing a document with three-d, in a window or without a display.
//!
//! - Uses the document and the domain modules, never the editor or egui, and changes nothing.
//! - [`Headless`] gives the context where there is no window; [`Canvas`] draws inside a window's
//!   own painting; both end in an [`Offscreen`] target, so a picture is the same in either.

mod camera;
mod canvas;
mod error;
pub mod gl_state;
mod headless;
mod offscreen;

pub use camera::{Camera, FixedView, Projection};
pub use canvas::Canvas;
pub use error::RenderError;
pub use headless::Headless;
pub use offscreen::Offscreen;
