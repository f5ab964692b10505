//! The textures of the ground, to paint with: those of the map by how much they cover, recent ones,
//! favourites, those in folders and archives, and any other by its path.

mod adding;
mod known;
mod panel;
mod row;
mod row_menu;

pub use panel::{GroundTexturesState, ground_textures_ui};
