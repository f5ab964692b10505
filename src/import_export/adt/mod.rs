//! World of Warcraft's tiles and maps, to and from maps of the document.

mod alpha_slot;
mod blank_tile;
mod export;
mod import;
mod import_chunk;
mod import_liquids;
mod native;
mod odd;
mod overlay_chunk;
mod overlay_layers;
mod split;
mod tile_files;
mod tile_name;
mod tile_parts;
mod tiles_on_disk;
mod unseen;

pub use export::export_tiles;
pub use import::{MapFault, map_from_source, place_of_tile, tile_from_bytes};
pub use native::write_over as write_tile_over;
pub use tile_files::open_tiles;
pub use tile_parts::TilePaths;
pub use tiles_on_disk::{
    ReadTile, TilesToOpen, files_to_take_along, is_whole_on_disk, load_left_tiles, read_left_tile,
    read_tile_at,
};
