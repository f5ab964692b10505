//! The viewport: the model, its bones, and the tools that pose them.

mod viewport_pane;

pub use viewport_pane::{ViewportState, viewport_ui};
