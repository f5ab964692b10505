//! The bar of the terrain workspace: what the brush does, how large and strong it is, and what it
//! leaves alone.

mod bar;
mod field;
mod fifth;
mod masks;
mod numbers;
mod stroke;
mod symmetry;
mod tip;

pub(super) use bar::ground_bar_ui;
