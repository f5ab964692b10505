//! A free splat as a map of tiles: heights and weights between the pixels of its pictures, and of each
//! map chunk the four textures that the slot solver keeps.

use super::MapPictureError;
use super::between_pixels::{Between, Spot, between};
use super::heightmap::read_numbers;
use super::list::{read_list, read_picture};
use super::splat_list::{KIND, SplatList, VERTEX_YARDS};
use crate::import_export::Report;
use crate::terrain::{
    ALPHA_SIDE, ALPHA_TEXELS, AlphaDepth, AlphaForm, BlendRule, CHUNK_TEXEL_STEPS, CHUNKS_OF_SIDE,
    CHUNKS_OF_TILE, Chunk, ChunkPlace, ChunkShares, DRAWN_LAYERS, MOST_LAYERS, SlotAim, TILE_YARDS,
    TextureLayer, TextureLayerFlags, Tile, TileArea, TileId, TileMap, TileTexture, solve_slots,
    whole_shares,
};
use std::collections::BTreeMap;

/// The most tiles that are made.
const MOST_TILES: usize = 64;
/// The most bytes that all weights may take in memory.
const MOST_BYTES: usize = 1 << 30;
/// The flag of a map whose alpha maps have 8 bits.
const BIG_ALPHA: u32 = 0x4;

/// The pictures of a splat.
struct Splat {
    list: SplatList,
    heights: Vec<u16>,
    /// A plane for each layer.
    weights: Vec<Vec<u8>>,
    /// Texels without any weight, which get the first layer.
    bare: usize,
    /// Textures left out because a map chunk has more than can be told, counted on each.
    unheard: usize,
}

/// Reads a list and its pictures; `read` gives the bytes of a file beside the list.
pub fn read_splat(
    list: &[u8],
    read: &mut dyn FnMut(&str) -> Result<Vec<u8>, String>,
    report: &mut Report,
) -> Result<TileMap, MapPictureError> {
    let list: SplatList = read_list(list, KIND)?;
    list.check()?;
    let area = area_of(&list)?;
    let size = (list.weights.width, list.weights.height);
    let count = list.weights.layers.len();
    if size.0.saturating_mul(size.1).saturating_mul(count) > MOST_BYTES {
        return Err(MapPictureError::TooLarge {
            width: size.0,
            height: size.1,
            count,
        });
    }
    let found = &list.heights;
    let heights = read_numbers(&found.file, found.form, (found.width, found.height), read)?;
    let mut weights = Vec::with_capacity(count);
    for layer in &list.weights.layers {
        weights.push(read_picture(&layer.file, size, read)?.into_eight());
    }
    let mut splat = Splat {
        list,
        heights,
        weights,
        bare: 0,
        unheard: 0,
    };
    let map = splat.map(area, report);
    splat.tell(area, report);
    Ok(map)
}

/// The tiles that the heights lie on.
pub(super) fn area_of(list: &SplatList) -> Result<TileArea, MapPictureError> {
    let tiles = |pixels: usize| {
        let yards = (pixels - 1) as f64 * list.cell;
        // A hair beyond a border is not worth a tile.
        (yards / f64::from(TILE_YARDS) - 1e-4).ceil().max(1.0)
    };
    let (columns, rows) = (tiles(list.heights.width), tiles(list.heights.height));
    if columns * rows > MOST_TILES as f64 {
        return Err(MapPictureError::List {
            reason: format!(
                "with 'cell' {} it would be {columns} x {rows} tiles, and up to {MOST_TILES} are \
                 made; make 'cell' smaller ({VERTEX_YARDS:.4} is one height a vertex)",
                list.cell
            ),
        });
    }
    let (columns, rows) = (columns as u8, rows as u8);
    let [x, y] = list.first.unwrap_or([32 - columns / 2, 32 - rows / 2]);
    let last = x.checked_add(columns - 1).zip(y.checked_add(rows - 1));
    let last = last.filter(|(x, y)| *x < 64 && *y < 64);
    let area = last.and_then(|(last_x, last_y)| {
        let last = TileId {
            x: last_x,
            y: last_y,
        };
        TileArea::new(TileId { x, y }, last)
    });
    area.ok_or_else(|| MapPictureError::List {
        reason: format!("{columns} x {rows} tiles from {x}, {y} on go beyond tile 63"),
    })
}

impl Splat {
    fn map(&mut self, area: TileArea, report: &mut Report) -> TileMap {
        let textures = self.list.weights.layers.iter().map(|layer| TileTexture {
            path: layer.texture.clone().into_bytes(),
            flags: 0,
        });
        let textures: Vec<TileTexture> = textures.collect();
        let mut map = TileMap {
            tiles: BTreeMap::new(),
            alpha_depth: AlphaDepth::Eight,
            blend: BlendRule::Weighted,
            map_flags: Some(BIG_ALPHA),
        };
        for y in area.first.y..=area.last.y {
            for x in area.first.x..=area.last.x {
                let id = TileId { x, y };
                let chunks = (0..CHUNKS_OF_TILE).map(|index| {
                    let place = ChunkPlace {
                        tile: id,
                        column: (index % CHUNKS_OF_SIDE) as u8,
                        row: (index / CHUNKS_OF_SIDE) as u8,
                    };
                    self.chunk(area, place)
                });
                let chunks = chunks.collect();
                let textures = textures.clone();
                map.tiles.insert(id, Tile { textures, chunks });
            }
        }
        fit_slots(&mut map, report);
        let (width, _) = area.vertex_size();
        let size = (self.list.heights.width, self.list.heights.height);
        let range = self.list.range();
        map.set_outer_heights(area, |at| {
            let place = |step: usize, pixels: usize| {
                between(step as f64 * VERTEX_YARDS / self.list.cell, pixels)
            };
            let (column, row) = (place(at % width, size.0), place(at / width, size.1));
            let found = Spot::new(column, row, size.0).value(self.heights.as_slice());
            let share = found / f64::from(u16::MAX);
            let (low, high) = (f64::from(range.low), f64::from(range.high));
            (low + (high - low) * share) as f32
        });
        map
    }

    /// A level map chunk with a layer for each texture that has weight on it, up to as many as can
    /// be told.
    fn chunk(&mut self, area: TileArea, place: ChunkPlace) -> Chunk {
        let mut chunk = Chunk::level(place);
        let texels = self.shares(area, place);
        let mut covers: Vec<(u64, usize)> = vec![(0, 0); self.weights.len()];
        for (layer, cover) in covers.iter_mut().enumerate() {
            cover.1 = layer;
        }
        for (layer, share) in texels.iter().flatten() {
            if let Some((cover, _)) = covers.get_mut(*layer) {
                *cover += u64::from(*share);
            }
        }
        covers.retain(|(cover, _)| *cover > 0);
        covers.sort_by_key(|(cover, layer)| (std::cmp::Reverse(*cover), *layer));
        self.unheard += covers.len().saturating_sub(MOST_LAYERS);
        covers.truncate(MOST_LAYERS);
        let mut used: Vec<usize> = covers.into_iter().map(|(_, layer)| layer).collect();
        used.sort_unstable();
        let layers = used.iter().map(|texture| TextureLayer {
            texture: *texture as u32,
            flags: TextureLayerFlags(0),
            ground_effect: -1,
            alpha: None,
            form: AlphaForm::EightBit,
        });
        chunk.layers = layers.collect();
        let Some(mut planes) = ChunkShares::of(BlendRule::Weighted, &chunk.layers) else {
            return chunk;
        };
        for (at, texel) in texels.iter().enumerate() {
            let kept = texel.iter().filter_map(|(layer, share)| {
                let slot = used.iter().position(|used| used == layer)?;
                Some((slot, *share))
            });
            let mut shares = [0; MOST_LAYERS];
            for (slot, share) in whole_shares(&kept.collect::<Vec<_>>()) {
                if let Some(kept) = shares.get_mut(slot) {
                    *kept = share;
                }
            }
            if shares == [0; MOST_LAYERS]
                && let Some(first) = shares.first_mut()
            {
                *first = u8::MAX;
            }
            planes.set_texel(at % ALPHA_SIDE, at / ALPHA_SIDE, &shares);
        }
        let (rule, depth) = (BlendRule::Weighted, AlphaDepth::Eight);
        planes.write(rule, depth, AlphaForm::EightBit, &mut chunk.layers);
        chunk
    }

    /// The shares of the layers at each texel of a map chunk.
    fn shares(&mut self, area: TileArea, place: ChunkPlace) -> Vec<Vec<(usize, u8)>> {
        let size = (self.list.weights.width, self.list.weights.height);
        let across = |heights: usize| (heights - 1) as f64 * self.list.cell;
        let (wide, long) = (
            across(self.list.heights.width),
            across(self.list.heights.height),
        );
        let texel_yards = VERTEX_YARDS * 8.0 / CHUNK_TEXEL_STEPS as f64;
        let first = |tile: u8, first: u8, chunk: u8| {
            (usize::from(tile - first) * CHUNKS_OF_SIDE + usize::from(chunk)) * CHUNK_TEXEL_STEPS
        };
        let left = first(place.tile.x, area.first.x, place.column);
        let top = first(place.tile.y, area.first.y, place.row);
        let place = |step: usize, yards: f64, pixels: usize| {
            let at = step as f64 * texel_yards / yards * (pixels - 1) as f64;
            between(at, pixels)
        };
        let columns: Vec<Between> = (0..ALPHA_SIDE)
            .map(|column| place(left + column, wide, size.0))
            .collect();
        let mut bare = 0;
        let mut texels = Vec::with_capacity(ALPHA_TEXELS);
        let mut found = Vec::new();
        for row in 0..ALPHA_SIDE {
            let row = place(top + row, long, size.1);
            for column in &columns {
                let spot = Spot::new(*column, row, size.0);
                found.clear();
                for (layer, plane) in self.weights.iter().enumerate() {
                    let weight = spot.value(plane.as_slice()).round() as u8;
                    if weight > 0 {
                        found.push((layer, weight));
                    }
                }
                let whole = whole_shares(&found);
                bare += usize::from(whole.is_empty());
                texels.push(match whole.is_empty() {
                    true => vec![(0, 255)],
                    false => whole,
                });
            }
        }
        self.bare += bare;
        texels
    }

    fn tell(&self, area: TileArea, report: &mut Report) {
        let (columns, rows) = area.tile_count();
        report.note(
            "tiles",
            format!(
                "The ground is {columns} x {rows} tiles from {}, {}; heights go from {} to {}.",
                area.first.x, area.first.y, self.list.heights.low, self.list.heights.high
            ),
        );
        let beyond = |pixels: usize, tiles: usize| {
            let yards = (pixels - 1) as f64 * self.list.cell;
            tiles as f64 * f64::from(TILE_YARDS) - yards > VERTEX_YARDS / 2.0
        };
        if beyond(self.list.heights.width, columns) || beyond(self.list.heights.height, rows) {
            report.warn(
                "tiles",
                "The pictures do not fill the last tiles; beyond them the ground is that of their \
                 edge.",
            );
        }
        if self.bare > 0 {
            report.warn(
                "layers",
                format!(
                    "{} texels have no weight in any picture and got the first texture.",
                    self.bare
                ),
            );
        }
        if self.unheard > 0 {
            report.lose(
                "layers",
                format!(
                    "{} textures are left out on map chunks with more than {MOST_LAYERS}",
                    self.unheard
                ),
                0.0,
                "",
            );
        }
    }
}

/// Leaves each map chunk four layers at most, as the solver chooses, and tells what that costs.
fn fit_slots(map: &mut TileMap, report: &mut Report) {
    let places: Vec<ChunkPlace> = map
        .chunks()
        .filter(|(_, chunk)| chunk.layers.len() > DRAWN_LAYERS)
        .map(|(place, _)| place)
        .collect();
    if places.is_empty() {
        return;
    }
    let plan = solve_slots(map, &places, DRAWN_LAYERS, SlotAim::Look);
    for (place, kept) in &plan.kept {
        let Some(chunk) = map.chunk_mut(*place) else {
            continue;
        };
        let Some(mut shares) = ChunkShares::of(BlendRule::Weighted, &chunk.layers) else {
            continue;
        };
        for layer in (0..chunk.layers.len()).rev() {
            if !kept.contains(&layer) {
                let order: Vec<usize> = (0..chunk.layers.len()).collect();
                shares.remove(layer, &order);
                chunk.layers.remove(layer);
            }
        }
        let (rule, depth) = (BlendRule::Weighted, AlphaDepth::Eight);
        shares.write(rule, depth, AlphaForm::EightBit, &mut chunk.layers);
    }
    report.lose(
        "layers",
        format!(
            "{} map chunks have more than {DRAWN_LAYERS} textures; those that cover most are kept, \
             and {:.2} percent of their ground changes; saved to the same list, the pictures keep \
             all of them where nothing is painted",
            plan.kept.len(),
            plan.solved.change * 100.0
        ),
        plan.solved.change,
        "share",
    );
}
