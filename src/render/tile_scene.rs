//! A map of tiles on the graphics card: a mesh and alpha maps for each tile.
//!
//! A change uploads the map chunks it touched, and no others.

use std::cell::Cell;
use std::collections::BTreeMap;

use nalgebra::Vector3;
use three_d::core::{Context, ElementBuffer, Interpolation, Texture2D, VertexBuffer, Wrapping};

use super::gl_state::upload_rows;
use super::ground_pictures::{GroundArray, GroundPictures};
use super::terrain_draw::{GroundShot, Liquids};
use super::terrain_scene::ChangedChunk;
use super::texture_array::{ArrayUse, TextureArray};
use super::tile_liquids::liquid_pieces;
use crate::document::tile_texture_name;
use crate::math::Aabb;
use crate::terrain::{
    ALPHA_SIDE, ALPHA_TEXELS, BlendRule, CHUNK_VERTICES, CHUNKS_OF_SIDE, CHUNKS_OF_TILE, Chunk,
    ChunkPlace, TILE_YARDS, Tile, TileId, TileMap,
};

/// Yards between two vertices of an outer row.
const STEP: f32 = TILE_YARDS / 128.0;
/// Cells of a map chunk, and elements of their triangles.
const CELLS: usize = 64;
const CELL_ELEMENTS: usize = 12;
/// Texels of a map chunk in the table of textures.
const TABLE_WIDTH: u32 = 2;

/// A map of tiles on the graphics card.
pub(super) struct TileScene {
    context: Context,
    array: Option<GroundArray>,
    blend: BlendRule,
    tiles: BTreeMap<TileId, TileOnCard>,
}

struct TileOnCard {
    positions: VertexBuffer<[f32; 3]>,
    normals: VertexBuffer<[f32; 3]>,
    tints: VertexBuffer<[u8; 4]>,
    elements: ElementBuffer<u32>,
    /// The boxes of rows of map chunks, which are drawn as one.
    rows: Vec<Aabb>,
    bounds: Vec<Aabb>,
    alphas: Option<TextureArray>,
    /// Layers five to eight, where there are any.
    more_alphas: Option<TextureArray>,
    table: Texture2D,
    table_texels: Vec<[f32; 4]>,
    /// Whether the table on the card is an older one.
    table_is_stale: Cell<bool>,
    liquids: Liquids,
}

impl TileScene {
    pub fn new(
        context: &Context,
        map: &TileMap,
        names: Vec<String>,
        pictures: &GroundPictures,
    ) -> Self {
        let mut scene = Self {
            context: context.clone(),
            array: GroundArray::repeated(context, names, pictures),
            blend: map.blend,
            tiles: BTreeMap::new(),
        };
        scene.refresh_all(map);
        scene
    }

    /// Takes up other textures, and with them everything.
    pub fn set_pictures(&mut self, map: &TileMap, names: Vec<String>, pictures: &GroundPictures) {
        self.array = GroundArray::repeated(&self.context, names, pictures);
        self.refresh_all(map);
    }

    /// The names of the textures it has, by number.
    pub fn names(&self) -> &[String] {
        self.array.as_ref().map_or(&[], |array| &array.names)
    }

    pub fn refresh_all(&mut self, map: &TileMap) {
        self.blend = map.blend;
        let tiles = map.tiles.iter();
        self.tiles = tiles.map(|(id, tile)| (*id, self.upload(tile))).collect();
    }

    /// Takes up what changed of some map chunks; gives how many that were.
    pub fn refresh(
        &mut self,
        map: &TileMap,
        changed: impl IntoIterator<Item = (ChunkPlace, ChangedChunk)>,
    ) -> usize {
        self.blend = map.blend;
        let mut count = 0;
        for (place, parts) in changed {
            let Some(tile) = map.tiles.get(&place.tile) else {
                continue;
            };
            let array = self.array.as_ref();
            let on_card = self.tiles.get_mut(&place.tile);
            let (Some(on_card), Some(chunk)) = (on_card, tile.chunks.get(place.index())) else {
                continue;
            };
            on_card.refresh(&self.context, tile, chunk, place.index(), parts, array);
            count += 1;
        }
        count
    }

    fn upload(&self, tile: &Tile) -> TileOnCard {
        let context = &self.context;
        let chunks = || tile.chunks.iter().take(CHUNKS_OF_TILE);
        let mut positions = Vec::with_capacity(CHUNKS_OF_TILE * CHUNK_VERTICES);
        let mut normals = Vec::with_capacity(CHUNKS_OF_TILE * CHUNK_VERTICES);
        let mut tints = Vec::with_capacity(CHUNKS_OF_TILE * CHUNK_VERTICES);
        let mut elements = Vec::with_capacity(CHUNKS_OF_TILE * CELLS * CELL_ELEMENTS);
        let mut pieces = Vec::new();
        for (index, chunk) in chunks().enumerate() {
            positions.extend(chunk_positions(chunk));
            normals.extend(chunk_normals(chunk));
            tints.extend(chunk_tints(chunk));
            elements.extend(chunk_elements(chunk, index));
            liquid_pieces(chunk, &mut pieces);
        }
        let mut on_card = TileOnCard {
            positions: VertexBuffer::new_with_data(context, &positions),
            normals: VertexBuffer::new_with_data(context, &normals),
            tints: VertexBuffer::new_with_data(context, &tints),
            elements: ElementBuffer::new_with_data(context, &elements),
            rows: Vec::new(),
            bounds: chunks().map(chunk_bounds).collect(),
            alphas: alpha_array(context),
            more_alphas: None,
            table: table_texture(context),
            table_texels: vec![[-1.0; 4]; CHUNKS_OF_TILE * TABLE_WIDTH as usize],
            table_is_stale: Cell::new(true),
            liquids: Liquids::new(context, &pieces),
        };
        on_card.join_rows();
        for (index, chunk) in chunks().enumerate() {
            on_card.set_layers(context, tile, chunk, index, self.array.as_ref());
        }
        on_card
    }

    pub fn draw(&self, shot: &GroundShot<'_>) {
        let Some(array) = &self.array else {
            return;
        };
        let program = shot.shaders.tiles.program();
        shot.block.bind(program);
        shot.light(program);
        let rule = f32::from(u8::from(self.blend == BlendRule::Weighted));
        program.use_uniform("blend", three_d::Vector4::new(rule, 0.0, 0.0, 0.0));
        for tile in self.tiles.values() {
            let Some(alphas) = &tile.alphas else {
                continue;
            };
            let row_elements = CHUNKS_OF_SIDE * CELLS * CELL_ELEMENTS;
            for (row, bounds) in tile.rows.iter().enumerate() {
                if !shot.sees(bounds) {
                    continue;
                }
                let first = row * row_elements;
                let count = (tile.elements.count() as usize - first).min(row_elements);
                program.use_texture("chunk_table", &tile.table);
                if tile.table_is_stale.replace(false) {
                    upload_rows(&self.context, TABLE_WIDTH, &tile.table_texels);
                }
                array.textures.bind(program, "pictures");
                alphas.bind(program, "alphas");
                tile.more_alphas
                    .as_ref()
                    .unwrap_or(alphas)
                    .bind(program, "more_alphas");
                program.use_vertex_attribute("position", &tile.positions);
                program.use_vertex_attribute("normal", &tile.normals);
                program.use_vertex_attribute("tint", &tile.tints);
                program.draw_subset_of_elements(
                    GroundShot::states(),
                    shot.viewport,
                    &tile.elements,
                    (first * size_of::<u32>()) as u32,
                    count as u32,
                );
            }
        }
    }

    pub fn draw_liquids(&self, shot: &GroundShot<'_>) {
        for tile in self.tiles.values() {
            tile.liquids.draw(shot);
        }
    }
}

impl TileOnCard {
    fn refresh(
        &mut self,
        context: &Context,
        tile: &Tile,
        chunk: &Chunk,
        index: usize,
        parts: ChangedChunk,
        array: Option<&GroundArray>,
    ) {
        let first = index * CHUNK_VERTICES;
        // three-d passes places on as they are, and OpenGL counts them in bytes.
        let at = |size: usize| (first * size) as u32;
        if parts.heights {
            let positions: Vec<[f32; 3]> = chunk_positions(chunk).collect();
            self.positions.fill_subset(at(12), &positions);
            let normals: Vec<[f32; 3]> = chunk_normals(chunk).collect();
            self.normals.fill_subset(at(12), &normals);
            if let Some(bounds) = self.bounds.get_mut(index) {
                *bounds = chunk_bounds(chunk);
            }
            self.join_rows();
        }
        if parts.colours {
            let tints: Vec<[u8; 4]> = chunk_tints(chunk).collect();
            self.tints.fill_subset(at(4), &tints);
        }
        if parts.holes {
            let elements: Vec<u32> = chunk_elements(chunk, index).collect();
            let first = index * CELLS * CELL_ELEMENTS * size_of::<u32>();
            self.elements.fill_subset(first as u32, &elements);
        }
        if parts.layers {
            self.set_layers(context, tile, chunk, index, array);
        }
    }

    fn join_rows(&mut self) {
        let rows = self.bounds.chunks(CHUNKS_OF_SIDE).map(|row| {
            let mut joined = Aabb::EMPTY;
            for bounds in row.iter().filter(|bounds| !bounds.is_empty()) {
                joined.include(&bounds.min);
                joined.include(&bounds.max);
            }
            joined
        });
        self.rows = rows.collect();
    }

    /// Takes up the alpha maps, the shadow and the textures of a map chunk.
    fn set_layers(
        &mut self,
        context: &Context,
        tile: &Tile,
        chunk: &Chunk,
        index: usize,
        array: Option<&GroundArray>,
    ) {
        let number = index as u32;
        if let Some(alphas) = &self.alphas {
            alphas.set(number, &packed_alphas(chunk, 1, Last::Shadow));
        }
        if chunk.layers.len() > 4 && self.more_alphas.is_none() {
            self.more_alphas = alpha_array(context);
        }
        if let Some(alphas) = &self.more_alphas {
            alphas.set(number, &packed_alphas(chunk, 4, Last::Alpha));
        }
        self.table_is_stale.set(true);
        let mut textures = [-1.0; 8];
        for (slot, layer) in textures.iter_mut().zip(&chunk.layers) {
            let name = tile_texture_name(tile, layer.texture);
            *slot = array.map_or(-1.0, |array| array.number(&name) as f32);
        }
        let (halves, _) = textures.as_chunks::<4>();
        let texels = self.table_texels.iter_mut();
        let own = texels.skip(index * TABLE_WIDTH as usize);
        for (texel, half) in own.zip(halves) {
            *texel = *half;
        }
    }
}

/// What the last of four bytes of a texel is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    Shadow,
    Alpha,
}

/// The alphas of three or four layers from `first` on, four bytes a texel.
fn packed_alphas(chunk: &Chunk, first: usize, last: Last) -> Vec<u8> {
    let mut packed = vec![0; ALPHA_TEXELS * 4];
    let count = if last == Last::Shadow { 3 } else { 4 };
    let layers = chunk.layers.iter().skip(first).take(count);
    for (part, layer) in layers.enumerate() {
        let Some(alpha) = &layer.alpha else { continue };
        let slots = packed.iter_mut().skip(part).step_by(4);
        for (slot, alpha) in slots.zip(alpha.texels()) {
            *slot = *alpha;
        }
    }
    if let (Last::Shadow, Some(shadow)) = (last, &chunk.shadow) {
        let slots = packed.iter_mut().skip(3).step_by(4);
        for (texel, slot) in slots.enumerate() {
            let is_dark = shadow
                .get(texel / 8)
                .is_some_and(|byte| byte >> (texel % 8) & 1 == 1);
            *slot = if is_dark { 255 } else { 0 };
        }
    }
    packed
}

fn alpha_array(context: &Context) -> Option<TextureArray> {
    let size = [ALPHA_SIDE as u32; 2];
    let used = ArrayUse::Clamped { smaller: 0 };
    TextureArray::new(context, size, CHUNKS_OF_TILE as u32, used)
}

fn table_texture(context: &Context) -> Texture2D {
    Texture2D::new_empty::<[f32; 4]>(
        context,
        TABLE_WIDTH,
        CHUNKS_OF_TILE as u32,
        Interpolation::Nearest,
        Interpolation::Nearest,
        None,
        Wrapping::ClampToEdge,
        Wrapping::ClampToEdge,
    )
}

/// Row and column of each vertex, in steps; inner ones lie half a step off.
fn vertex_places() -> impl Iterator<Item = [f32; 2]> {
    (0..CHUNK_VERTICES).map(|vertex| {
        let (row, column) = ((vertex / 17) as f32, vertex % 17);
        if column < 9 {
            [row, column as f32]
        } else {
            [row + 0.5, column as f32 - 8.5]
        }
    })
}

fn chunk_positions(chunk: &Chunk) -> impl Iterator<Item = [f32; 3]> {
    let [north, west, base] = chunk.position;
    let places = vertex_places().zip(chunk.heights.iter());
    places.map(move |([row, column], height)| {
        [north - row * STEP, west - column * STEP, base + height]
    })
}

fn chunk_normals(chunk: &Chunk) -> impl Iterator<Item = [f32; 3]> {
    chunk.normals.iter().map(|normal| {
        let [x, y, z] = normal.map(f32::from);
        let normal = Vector3::new(x, y, z).try_normalize(0.0);
        normal.unwrap_or_else(Vector3::z).into()
    })
}

fn chunk_tints(chunk: &Chunk) -> impl Iterator<Item = [u8; 4]> {
    (0..CHUNK_VERTICES).map(|vertex| {
        let own = chunk.colours.as_ref().and_then(|all| all.get(vertex));
        own.copied().unwrap_or([127; 4])
    })
}

/// The vertices of a map chunk's triangles. Those in holes become points, which draw nothing, so
/// that every map chunk has as many.
fn chunk_elements(chunk: &Chunk, index: usize) -> impl Iterator<Item = u32> {
    let first = index * CHUNK_VERTICES;
    (0..CELLS).flat_map(move |cell| {
        let (row, column) = (cell / 8, cell % 8);
        let north_west = (first + row * 17 + column) as u32;
        let [nw, ne, middle] = [north_west, north_west + 1, north_west + 9];
        let [sw, se] = [north_west + 17, north_west + 18];
        if chunk.is_hole(column, row) {
            return [nw; CELL_ELEMENTS];
        }
        [
            middle, nw, ne, middle, ne, se, middle, se, sw, middle, sw, nw,
        ]
    })
}

fn chunk_bounds(chunk: &Chunk) -> Aabb {
    let mut bounds = Aabb::EMPTY;
    for position in chunk_positions(chunk) {
        if position.iter().all(|part| part.is_finite()) {
            bounds.include(&position.into());
        }
    }
    bounds
}
