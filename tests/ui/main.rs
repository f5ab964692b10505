//! The editor as a person meets it, drawn and driven without a display.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod glow_renderer;
#[path = "../support/glow_renderer.rs"]
mod renderer;
mod timeline_curves;
mod timeline_model;
mod timeline_panel;
mod timeline_picture;
mod timeline_sheet;
mod viewport_bench;
mod viewport_picture;
