//! Tiles of World of Warcraft's maps: ADT files of version 18, as 1.x to 3.x have them, and as
//! 4.x and later split them.
//!
//! - [`AdtFile`] is a list of chunks in file order that together are the file; each chunk and each
//!   part of a map chunk reaches up to the next one, so that an untouched file is written back byte
//!   for byte.
//! - What is where is told by `MHDR`, `MCIN` and the heads of map chunks; sizes of some parts lie.
//! - Tiles of 4.x and later are several files ([`SplitTile`]), in which sizes tell what is where; no
//!   real one was at hand.
//! - Alpha maps stay bytes until [`AlphaForm`] takes them apart: only the map's flags or the room up
//!   to the next alpha map tell how.

mod adt_file;
mod alpha_form;
mod alpha_runs;
mod layer_record;
mod map_chunk;
mod map_chunk_header;
mod map_parts;
mod names;
mod old_liquid;
mod part;
mod placement;
mod places;
mod record;
mod split_places;
mod split_tile;
mod tag;
mod tile_chunk;
mod tile_header;
mod tile_kind;
mod water;

pub use adt_file::{ADT_VERSION, AdtFile, begins_like_a_map};
pub use alpha_form::{ALPHA_SIDE, ALPHA_TEXELS, AlphaEdge, AlphaForm};
pub use layer_record::{LayerRecord, SoundEmitter};
pub use map_chunk::MapChunk;
pub use map_chunk_header::MapChunkHeader;
pub use map_parts::MapParts;
pub use names::Names;
pub use old_liquid::{LiquidCorner, OldLiquid};
pub use part::{Part, PartBody, VERTEX_COUNT};
pub use placement::{FlightBox, ModelPlacement, ObjectPlacement};
pub(crate) use record::fixed_record;
pub use record::{Fixed, Records};
pub use split_tile::{SplitFault, SplitTile};
pub use tag::{
    ChunkHead, HEAD_SIZE, MAIN, MCAL, MCCV, MCIN, MCLQ, MCLV, MCLY, MCNK, MCNR, MCRF, MCSE, MCSH,
    MCVT, MDDF, MFBO, MH2O, MHDR, MMDX, MMID, MODF, MPHD, MTEX, MTXF, MVER, MWID, MWMO, Tag,
    head_at, is_plausible, reversed,
};
pub use tile_chunk::{ChunkBody, TileChunk};
pub use tile_header::{CELL_COUNT, CellEntry, TileHeader};
pub use tile_kind::TileKind;
pub use water::{WaterLayer, water_layers, write_water_layers};
