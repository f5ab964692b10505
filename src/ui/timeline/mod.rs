//! The timeline: the playhead, keyframes in rows, and curves.

mod timeline_pane;

pub use timeline_pane::{TimelineState, timeline_ui};
