//! Bonewright: opens models and maps in their native format, edits them, and writes them back with
//! everything that was not touched still there.
//!
//! Modules are listed in layer order: a module may use those above it, never those below.
//! `tests/architecture.rs` holds that rule.

pub mod anim;
pub mod app;
pub mod assets;
pub mod brush;
pub mod bytes;
pub mod cli;
pub mod compare;
pub mod document;
pub mod edit;
pub mod editor;
pub mod formats;
pub mod import_export;
pub mod journal;
pub mod math;
pub mod mesh;
pub mod project;
pub mod render;
pub mod samples;
pub mod skeleton;
pub mod skinning;
pub mod terrain;
pub mod ui;
pub mod validate;
