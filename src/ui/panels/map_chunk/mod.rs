//! The map chunk that was picked: its texture layers, how much each covers, and what can be done
//! with them, with its neighbours and with the list of textures of its tile.

mod layer_actions;
mod layer_flags;
mod layer_row;
mod neighbours;
mod panel;
mod tile_list;
mod whole_map;

pub use panel::{MapChunkState, map_chunk_ui};
