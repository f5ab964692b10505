//! The files of a map to a map of the document.

use super::import_chunk::chunk_from_raw;
use super::import_liquids::water;
use super::odd::tell_odd_placements;
use super::split::SplitFiles;
use super::tile_name::{tile_of_name, tile_of_position};
use crate::document::{NativeRole, NativeSource};
use crate::formats::adt::{AdtFile, TileKind, water_layers};
use crate::formats::wdt::{MapFlags, WdtFile};
use crate::formats::{FormatError, FormatErrorKind};
use crate::import_export::Report;
use crate::terrain::{AlphaDepth, AlphaForm, Tile, TileId, TileMap, TileTexture};

/// Why one of the files of a map can't be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapFault {
    /// Name of the file.
    pub file: String,
    /// Where and why.
    pub source: FormatError,
}

/// Reads all files of a map.
pub fn map_from_source(source: &NativeSource, report: &mut Report) -> Result<TileMap, MapFault> {
    let mut map = TileMap::default();
    if let Some(file) = source.file(NativeRole::Map) {
        let fault = |source| MapFault {
            file: file.name.clone(),
            source,
        };
        let flags = WdtFile::read(&file.bytes).map_err(fault)?.flags();
        map.map_flags = Some(flags.0);
    }
    let flags = map.map_flags.map(MapFlags);
    for file in &source.files {
        let NativeRole::Tile { x, y } = file.role else {
            continue;
        };
        let fault = |source| MapFault {
            file: file.name.clone(),
            source,
        };
        let mut found = Report::default();
        let tile = match SplitFiles::of(source, TileId { x, y }) {
            Some(files) => files
                .read(flags, &mut found)
                .map_err(|(file, source)| MapFault { file, source })?,
            None => tile_from_bytes(&file.bytes, flags, &mut found).map_err(fault)?,
        };
        report.take_in(&format!("tiles[{x},{y}]"), found);
        map.tiles.insert(TileId { x, y }, tile);
    }
    settle_rules(&mut map, report);
    Ok(map)
}

/// How alphas are stored and mixed: by the map's flags, else by what the tiles have.
fn settle_rules(map: &mut TileMap, report: &mut Report) {
    let layers = map.chunks().flat_map(|(_, chunk)| &chunk.layers);
    let has_eight_bits = layers
        .filter(|layer| layer.alpha.is_some())
        .any(|layer| layer.form != AlphaForm::FourBit);
    let flags = map.map_flags.map(MapFlags);
    let is_big = flags.map_or(has_eight_bits, MapFlags::has_eight_bit_alpha);
    map.alpha_depth = match is_big {
        true => AlphaDepth::Eight,
        false => AlphaDepth::Four,
    };
    map.blend = map.alpha_depth.usual_rule();
    if flags.is_none() {
        report.note(
            "map",
            "The map's own file (WDT) was not found; how layers are stored and mixed was told from \
             the alpha maps.",
        );
    }
}

/// Reads one tile.
pub fn tile_from_bytes(
    bytes: &[u8],
    flags: Option<MapFlags>,
    report: &mut Report,
) -> Result<Tile, FormatError> {
    tile_from_file(&AdtFile::read(bytes)?, flags, report)
}

/// The place of a tile: by its name, else by where it lies in the world.
pub fn place_of_tile(name: &str, bytes: &[u8]) -> Result<TileId, FormatError> {
    if let Some(place) = tile_of_name(name) {
        return Ok(place);
    }
    let file = match TileKind::of(bytes) {
        Some(TileKind::Root) => AdtFile::read_split(bytes, TileKind::Root)?,
        _ => AdtFile::read(bytes)?,
    };
    let place = tile_of_position(&file);
    place.ok_or_else(|| {
        let kind = FormatErrorKind::OutOfRange {
            field: "the place of the tile on the map",
            value: 64,
            limit: 63,
        };
        FormatError::new(0, kind)
    })
}

/// What the document has of a tile.
pub fn tile_from_file(
    file: &AdtFile,
    flags: Option<MapFlags>,
    report: &mut Report,
) -> Result<Tile, FormatError> {
    for tag in &file.misplaced {
        let tag = tag.escape_ascii();
        report.warn(
            "header",
            format!("The head of the tile leads nowhere for {tag}."),
        );
    }
    if file.misplaced_cells > 0 {
        let count = file.misplaced_cells;
        report.warn(
            "index",
            format!("The index leads nowhere for {count} map chunks; they were found by their own numbers."),
        );
    }
    tell_odd_placements(file, report);
    let texture_flags = file.texture_flags().unwrap_or_default();
    let names = file.texture_names().iter().enumerate();
    let textures = names.map(|(index, path)| TileTexture {
        path: path.clone(),
        flags: texture_flags.get(index).copied().unwrap_or(0),
    });
    let mut tile = Tile {
        textures: textures.collect(),
        chunks: Vec::with_capacity(256),
    };
    for (index, raw) in file.map_chunks().enumerate() {
        let chunk = chunk_from_raw(raw, index, flags, report);
        let chunk = chunk.map_err(|mut error| {
            error.offset += file.map_chunk_start(index);
            error.at_index(index).within("chunks")
        })?;
        let missing = chunk
            .layers
            .iter()
            .any(|layer| layer.texture as usize >= tile.textures.len());
        if missing {
            report.warn(
                format!("chunks[{index}].layers"),
                "A layer has a texture that is not in the list of the tile.",
            );
        }
        tile.chunks.push(chunk);
    }
    match water_layers(file.water()) {
        Ok(layers) => {
            for layer in layers {
                if let Some(chunk) = tile.chunks.get_mut(layer.chunk) {
                    chunk.liquids.push(water(layer));
                }
            }
        }
        Err(error) => {
            let message = format!("Its liquids can't be read and are only kept: {error}");
            report.warn("MH2O", message);
        }
    }
    Ok(tile)
}
