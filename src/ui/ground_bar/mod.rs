//! The bar of the terrain workspace: what the brush does, how large and strong it is, and what it
//! leaves alone.

mod bar;
mod cliffs;
mod field;
mod fifth;
mod masks;
mod numbers;
mod stroke;
mod tints;
mod tool_settings;
mod variation;

pub(super) use bar::ground_bar_ui;
