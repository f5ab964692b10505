//! Corners to tiles of map chunks: heights between corners, and ground types as layers that blend
//! from corner to corner.

use super::ground_names::GroundConversion;
use super::spot::{CHUNK_YARDS, CornerSpot};
use crate::import_export::{ExportError, Report};
use crate::terrain::{
    ALPHA_SIDE, ALPHA_TEXELS, AlphaDepth, AlphaForm, BlendRule, CHUNKS_OF_SIDE, CHUNKS_OF_TILE,
    CORNER_SPACING, Chunk, ChunkPlace, CornerFlags, CornerMap, ShareTally, TILE_YARDS,
    TextureLayer, TextureLayerFlags, Tile, TileArea, TileId, TileMap, TileTexture, WantedTexel,
    layers_for_shares, whole_shares,
};
use std::collections::BTreeMap;

/// The most tiles that are made.
const MOST_TILES: usize = 64;
/// Tiles from the edge of the map to its middle.
const MIDDLE: f64 = 32.0;
/// The flag of a map whose alpha maps have 8 bits.
const BIG_ALPHA: u32 = 0x4;

/// The new map while it is made.
struct Maker<'a> {
    map: &'a CornerMap,
    scale: f64,
    outside: usize,
    tally: ShareTally,
}

/// A map of tiles over all corners.
pub fn tiles_of(
    map: &CornerMap,
    how: &GroundConversion,
    report: &mut Report,
) -> Result<TileMap, ExportError> {
    let area = area_of(map, how)?;
    let (columns, rows) = area.tile_count();
    let mut maker = Maker {
        map,
        scale: how.scale,
        outside: 0,
        tally: ShareTally::default(),
    };
    let textures = textures_of(map, how, report);
    let mut made = TileMap {
        tiles: BTreeMap::new(),
        alpha_depth: AlphaDepth::Eight,
        blend: BlendRule::Weighted,
        map_flags: Some(BIG_ALPHA),
    };
    for y in area.first.y..=area.last.y {
        for x in area.first.x..=area.last.x {
            let id = TileId { x, y };
            let chunks = (0..CHUNKS_OF_TILE).map(|index| maker.chunk(place_of(id, index)));
            let tile = Tile {
                textures: textures.clone(),
                chunks: chunks.collect(),
            };
            made.tiles.insert(id, tile);
        }
    }
    maker.raise(&mut made, area);
    report.note(
        "tiles",
        format!(
            "The ground is {columns} x {rows} tiles from {}, {}; north is north and units are times \
             {}.",
            area.first.x, area.first.y, how.scale
        ),
    );
    maker.tell(report);
    tell_losses(map, report);
    Ok(made)
}

fn place_of(tile: TileId, index: usize) -> ChunkPlace {
    ChunkPlace {
        tile,
        column: (index % CHUNKS_OF_SIDE) as u8,
        row: (index / CHUNKS_OF_SIDE) as u8,
    }
}

/// The tiles that the corners lie on.
fn area_of(map: &CornerMap, how: &GroundConversion) -> Result<TileArea, ExportError> {
    let yards = f64::from(TILE_YARDS);
    let [x, y] = map.head.origin.map(f64::from);
    let units = |tiles: u32| f64::from(tiles) * f64::from(CORNER_SPACING);
    let (columns, rows) = map.tiles();
    let west_to_east = [x, x + units(columns)].map(|x| MIDDLE + x * how.scale / yards);
    let north_to_south = [y + units(rows), y].map(|y| MIDDLE - y * how.scale / yards);
    let side = |[low, high]: [f64; 2]| {
        // A hair beyond a border is not worth a tile.
        let (first, last) = ((low + 1e-4).floor(), (high - 1e-4).ceil() - 1.0);
        let is_on_map = first >= 0.0 && last < 2.0 * MIDDLE;
        is_on_map.then_some((first as u8, last.max(first) as u8))
    };
    let (across, down) = (side(west_to_east), side(north_to_south));
    let area = across.zip(down).and_then(|((left, right), (top, bottom))| {
        TileArea::new(
            TileId { x: left, y: top },
            TileId {
                x: right,
                y: bottom,
            },
        )
    });
    let fits = |area: &TileArea| {
        let (columns, rows) = area.tile_count();
        columns * rows <= MOST_TILES
    };
    area.filter(fits).ok_or_else(|| {
        let tiles = |[low, high]: [f64; 2]| (high - low).max(0.0).ceil();
        ExportError::Ground {
            reason: format!(
                "at scale {} the map would be {} x {} tiles, and up to {MOST_TILES} of those 64 x \
                 64 around the middle are made; give a smaller --scale, such as 0.03125",
                how.scale,
                tiles(west_to_east),
                tiles(north_to_south)
            ),
        }
    })
}

/// A texture for each ground type.
fn textures_of(map: &CornerMap, how: &GroundConversion, report: &mut Report) -> Vec<TileTexture> {
    let types = map.head.ground_types.iter();
    let textures = types.map(|id| {
        let letters = id.escape_ascii().to_string();
        let path = how.texture_of(*id).map(str::to_owned);
        let path = path.unwrap_or_else(|| format!("tileset\\warcraft3\\{letters}.blp"));
        report.note(
            format!("ground_types[{letters}]"),
            format!("Ground type {letters} is '{path}'."),
        );
        TileTexture {
            path: path.into_bytes(),
            flags: 0,
        }
    });
    textures.collect()
}

impl Maker<'_> {
    /// The spot of the map of corners at world x (north) and y (west), yards.
    fn spot(&self, north: f64, west: f64) -> CornerSpot {
        let [x, y] = self.map.head.origin.map(f64::from);
        CornerSpot::at(self.map, -west / self.scale - x, north / self.scale - y)
    }

    /// A level map chunk with its layers.
    fn chunk(&mut self, place: ChunkPlace) -> Chunk {
        let yards = f64::from(TILE_YARDS);
        let corner = |tile: u8, chunk: u8| {
            (MIDDLE - f64::from(tile)) * yards - f64::from(chunk) * CHUNK_YARDS
        };
        let (north, west) = (
            corner(place.tile.y, place.row),
            corner(place.tile.x, place.column),
        );
        let mut chunk = Chunk::level(place);
        let step = CHUNK_YARDS / (ALPHA_SIDE - 1) as f64;
        let texels = (0..ALPHA_TEXELS).map(|texel| {
            let (column, row) = (texel % ALPHA_SIDE, texel / ALPHA_SIDE);
            let spot = self.spot(north - row as f64 * step, west - column as f64 * step);
            (texel, self.shares(&spot))
        });
        let wanted: Vec<(usize, WantedTexel)> = texels.collect();
        let layers = layers_for_shares(
            &chunk,
            &[],
            &wanted,
            BlendRule::Weighted,
            AlphaDepth::Eight,
            &mut self.tally,
        );
        let layers = layers.into_iter().map(|layer| TextureLayer {
            texture: layer.texture as u32,
            flags: TextureLayerFlags(match layer.alpha {
                Some(_) => TextureLayerFlags::HAS_ALPHA,
                None => 0,
            }),
            ground_effect: -1,
            alpha: layer.alpha,
            form: AlphaForm::EightBit,
        });
        chunk.layers = layers.collect();
        chunk
    }

    /// The shares of ground types at a spot: as near as it is to their corners.
    fn shares(&self, spot: &CornerSpot) -> WantedTexel {
        let mut shares: Vec<(usize, f64)> = Vec::new();
        let last = self.map.head.ground_types.len().saturating_sub(1);
        let corners = spot.corners(self.map);
        let [(first, _), others @ ..] = corners;
        let number = first.ground_type();
        if others
            .iter()
            .all(|(corner, _)| corner.ground_type() == number)
        {
            return vec![(usize::from(number).min(last), 255)];
        }
        for (corner, share) in corners {
            let number = usize::from(corner.ground_type()).min(last);
            match shares.iter_mut().find(|(other, _)| *other == number) {
                Some((_, sum)) => *sum += share,
                None => shares.push((number, share)),
            }
        }
        shares.sort_by_key(|(number, _)| *number);
        let bytes = shares.into_iter();
        let bytes: Vec<(usize, u8)> = bytes
            .map(|(number, share)| (number, (share * 255.0).round() as u8))
            .collect();
        whole_shares(&bytes)
    }

    /// Gives all map chunks their heights and normals.
    fn raise(&mut self, made: &mut TileMap, area: TileArea) {
        let (width, _) = area.vertex_size();
        let edge = |tile: u8| (MIDDLE - f64::from(tile)) * f64::from(TILE_YARDS);
        let (top, left) = (edge(area.first.y), edge(area.first.x));
        let step = CHUNK_YARDS / 8.0;
        made.for_outer_vertices(area, |_, _, _, at, is_owner| {
            let spot = self.spot(
                top - (at / width) as f64 * step,
                left - (at % width) as f64 * step,
            );
            self.outside += usize::from(is_owner && spot.is_outside);
        });
        made.set_outer_heights(area, |at| {
            let spot = self.spot(
                top - (at / width) as f64 * step,
                left - (at % width) as f64 * step,
            );
            (spot.height(self.map) * self.scale) as f32
        });
    }

    fn tell(&self, report: &mut Report) {
        if self.outside > 0 {
            report.warn(
                "tiles",
                format!(
                    "{} outer vertices lie beyond the corners; they have the height and ground of \
                     the edge.",
                    self.outside
                ),
            );
        }
        let tally = &self.tally;
        if tally.dropped > 0 {
            report.lose(
                "layers",
                format!(
                    "{} map chunks would need more than four layers; {} ground types are left out \
                     there",
                    tally.crowded_chunks, tally.dropped
                ),
                f64::from(tally.largest_dropped) / 255.0,
                "share",
            );
        }
    }
}

/// What of corners has no place at all.
fn tell_losses(map: &CornerMap, report: &mut Report) {
    let flagged = |flag: CornerFlags| {
        let corners = map.corners().iter();
        corners.filter(|corner| corner.flags().has(flag)).count()
    };
    let (columns, rows) = map.tiles();
    let tiles = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
    let cliffs = tiles
        .filter(|(column, row)| map.is_cliff(*column, *row))
        .count();
    let last = map.head.ground_types.len();
    let corners = map.corners().iter();
    let unlisted = corners.filter(|corner| usize::from(corner.ground_type()) >= last);
    for (count, path, what) in [
        (
            flagged(CornerFlags::WATER),
            "water",
            "corners lose their water",
        ),
        (
            flagged(CornerFlags::BLIGHT),
            "blight",
            "corners lose their blight",
        ),
        (
            flagged(CornerFlags::BOUNDARY),
            "boundary",
            "corners lose the mark of a boundary",
        ),
        (
            flagged(CornerFlags::RAMP),
            "ramps",
            "corners lose the mark of a ramp",
        ),
        (cliffs, "cliffs", "tiles with cliffs become slopes"),
        (
            unlisted.count(),
            "ground_types",
            "corners have a type that is not listed, and get the last",
        ),
    ] {
        if count > 0 {
            report.lose(path, format!("{count} {what}"), 0.0, "");
        }
    }
}
