//! A map of tiles on the graphics card: a mesh and alpha maps for each tile.
//!
//! A change uploads the map chunks it touched, and no others.

use std::cell::Cell;
use std::collections::BTreeMap;

use three_d::core::{Context, ElementBuffer, Interpolation, Texture2D, VertexBuffer, Wrapping};

use super::chunk_alphas::{Last, packed_alphas};
use super::chunk_mesh::{
    CELL_ELEMENTS, CELLS, chunk_bounds, chunk_elements, chunk_normals, chunk_positions, chunk_tints,
};
use super::gl_state::upload_rows;
use super::ground_overlay::area_colour;
use super::ground_pictures::{GroundArray, GroundPictures};
use super::terrain_draw::{GroundShot, Liquids};
use super::terrain_scene::ChangedChunk;
use super::texture_array::{ArrayUse, TextureArray};
use super::tile_liquids::liquid_pieces;
use crate::document::tile_texture_name;
use crate::math::Aabb;
use crate::terrain::{
    ALPHA_SIDE, BlendRule, CHUNK_VERTICES, CHUNKS_OF_SIDE, CHUNKS_OF_TILE, Chunk, ChunkPlace, Tile,
    TileId, TileMap,
};

/// Texels of a map chunk in the table: the textures of eight layers, then its marks.
const TABLE_WIDTH: u32 = 3;

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
            on_card.set_marks(chunk, index);
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
        shot.overlay(program, shot.overlay.number_in(&array.names));
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
        if parts.marks {
            self.set_marks(chunk, index);
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

    /// Takes up the area and the flags of a map chunk.
    fn set_marks(&mut self, chunk: &Chunk, index: usize) {
        self.table_is_stale.set(true);
        let [red, green, blue, _] = area_colour(chunk.area_id);
        // Floats hold this many bits exactly; no known flag lies above them.
        let flags = (chunk.flags.0 & 0xFF_FFFF) as f32;
        let texel = self
            .table_texels
            .get_mut((index + 1) * TABLE_WIDTH as usize - 1);
        if let Some(texel) = texel {
            *texel = [red, green, blue, flags];
        }
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
