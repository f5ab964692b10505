//! Bonewright: opens models in their native format, edits them, and writes them back with
//! everything that was not touched still there.
//!
//! Modules are listed in layer order: a module may use those above it, never those below.
//! `tests/architecture.rs` holds that rule.

pub mod math;
pub mod bytes;
pub mod skeleton;
pub mod anim;
pub mod mesh;
pub mod skinning;
pub mod formats;
pub mod document;
pub mod edit;
pub mod assets;
pub mod import_export;
pub mod project;
pub mod validate;
pub mod compare;
pub mod journal;
pub mod samples;
pub mod editor;
pub mod render;
pub mod ui;
pub mod app;
pub mod cli;
