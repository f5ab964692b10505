//! The bar of the terrain workspace: what the brush does, how large and strong it is, and what it
//! leaves alone.

mod bar;
mod cliffs;
mod field;
mod fifth;
mod look_alikes;
mod masks;
mod numbers;
mod protected;
mod stroke;
mod swapped;
mod symmetry;
mod tints;
mod tip;
mod tool_settings;
mod variation;

pub(super) use bar::ground_bar_ui;
pub(super) use fifth::{faint_ui, pairs_text};
pub(super) use look_alikes::look_alikes_ui;
