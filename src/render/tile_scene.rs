//! A map of tiles on the graphics card: a mesh and alpha maps for each tile.
//!
//! - A change uploads the map chunks it touched, and no others.
//! - What is far away is drawn with fewer triangles; which, is worked out anew where the viewer
//!   moved.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use three_d::core::{Context, ElementBuffer, Interpolation, Texture2D, VertexBuffer, Wrapping};

use super::gl_state::upload_rows;
use super::ground_overlay::chunk_marks;
use super::ground_pictures::{GroundArray, GroundPictures};
use super::terrain_draw::{GroundShot, Liquids, Sharpness};
use super::terrain_scene::ChangedChunk;
use super::texture_array::{ArrayUse, TextureArray};
use super::tile_levels::{ChunkShape, LevelsAround};
use super::tile_liquids::liquid_pieces;
use super::tile_mesh::{
    Last, SentRows, chunk_bounds, chunk_normals, chunk_positions, chunk_tints, packed_alphas,
};
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
    levels: RefCell<Levels>,
}

/// How finely each map chunk is drawn, and for which viewer that was worked out.
#[derive(Default)]
struct Levels {
    of: Option<Sharpness>,
    tiles: BTreeMap<TileId, [u8; CHUNKS_OF_TILE]>,
}

struct TileOnCard {
    positions: VertexBuffer<[f32; 3]>,
    normals: VertexBuffer<[f32; 3]>,
    tints: VertexBuffer<[u8; 4]>,
    drawn: RefCell<DrawnTile>,
    shapes: Vec<ChunkShape>,
    /// The boxes of rows of map chunks, which are drawn as one.
    rows: Vec<Aabb>,
    bounds: Vec<Aabb>,
    alphas: Option<TextureArray>,
    /// The rows of texels that each map chunk has on the card.
    sent_rows: Vec<SentRows>,
    /// How many texels were sent so far.
    sent_texels: Cell<u64>,
    /// Layers five to eight, where there are any.
    more_alphas: Option<TextureArray>,
    table: Texture2D,
    table_texels: Vec<[f32; 4]>,
    /// Whether the table on the card is an older one.
    table_is_stale: Cell<bool>,
    liquids: Liquids,
}

/// The triangles of a tile at the levels that its map chunks have.
struct DrawnTile {
    /// The levels they were made for; empty where they are old.
    levels: Vec<LevelsAround>,
    elements: ElementBuffer<u32>,
    /// Where each row of map chunks begins among them, and where the last one ends.
    row_starts: [usize; CHUNKS_OF_SIDE + 1],
    /// Memory to make them in.
    made: Vec<u32>,
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
            levels: RefCell::default(),
        };
        scene.refresh_all(map);
        scene
    }

    /// Takes up other textures; meshes and alpha maps stay.
    pub fn set_pictures(&mut self, map: &TileMap, names: Vec<String>, pictures: &GroundPictures) {
        self.array = GroundArray::repeated(&self.context, names, pictures);
        self.blend = map.blend;
        for (id, tile) in &map.tiles {
            if let Some(on_card) = self.tiles.get_mut(id) {
                on_card.set_textures(tile, self.array.as_ref());
            }
        }
    }

    /// Takes up tiles that came, and lets go of those that went.
    pub fn refresh_tiles(&mut self, map: &TileMap, tiles: impl IntoIterator<Item = TileId>) {
        for id in tiles {
            match map.tiles.get(&id) {
                Some(tile) => {
                    let on_card = self.upload(tile);
                    self.tiles.insert(id, on_card);
                }
                None => {
                    self.tiles.remove(&id);
                }
            }
        }
        self.forget_levels();
    }

    fn forget_levels(&mut self) {
        let levels = self.levels.get_mut();
        levels.of = None;
        levels.tiles.retain(|id, _| self.tiles.contains_key(id));
    }

    /// How many texels of alpha maps were sent to the card so far, those of layers five to eight
    /// not counted.
    pub fn sent_texel_count(&self) -> u64 {
        self.tiles.values().map(|tile| tile.sent_texels.get()).sum()
    }

    /// How many triangles the last picture was drawn from, those out of sight included.
    pub fn triangle_count(&self) -> usize {
        let tiles = self.tiles.values();
        tiles
            .map(|tile| tile.drawn.borrow().row_starts[CHUNKS_OF_SIDE] / 3)
            .sum()
    }

    /// The names of the textures it has, by number.
    pub fn names(&self) -> &[String] {
        self.array.as_ref().map_or(&[], |array| &array.names)
    }

    pub fn refresh_all(&mut self, map: &TileMap) {
        self.blend = map.blend;
        let tiles = map.tiles.iter();
        self.tiles = tiles.map(|(id, tile)| (*id, self.upload(tile))).collect();
        self.forget_levels();
    }

    /// Takes up what changed of some map chunks; gives how many that were.
    pub fn refresh(
        &mut self,
        map: &TileMap,
        changed: impl IntoIterator<Item = (ChunkPlace, ChangedChunk)>,
    ) -> usize {
        self.blend = map.blend;
        let mut count = 0;
        let mut has_new_shapes = false;
        for (place, parts) in changed {
            has_new_shapes |= parts.heights || parts.holes;
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
        if has_new_shapes {
            self.levels.get_mut().of = None;
        }
        count
    }

    fn upload(&self, tile: &Tile) -> TileOnCard {
        let context = &self.context;
        let chunks = || tile.chunks.iter().take(CHUNKS_OF_TILE);
        let mut positions = Vec::with_capacity(CHUNKS_OF_TILE * CHUNK_VERTICES);
        let mut normals = Vec::with_capacity(CHUNKS_OF_TILE * CHUNK_VERTICES);
        let mut tints = Vec::with_capacity(CHUNKS_OF_TILE * CHUNK_VERTICES);
        let mut pieces = Vec::new();
        for chunk in chunks() {
            positions.extend(chunk_positions(chunk));
            normals.extend(chunk_normals(chunk));
            tints.extend(chunk_tints(chunk));
            liquid_pieces(chunk, &mut pieces);
        }
        let mut on_card = TileOnCard {
            positions: VertexBuffer::new_with_data(context, &positions),
            normals: VertexBuffer::new_with_data(context, &normals),
            tints: VertexBuffer::new_with_data(context, &tints),
            drawn: RefCell::new(DrawnTile {
                levels: Vec::new(),
                elements: ElementBuffer::new(context),
                row_starts: [0; CHUNKS_OF_SIDE + 1],
                made: Vec::new(),
            }),
            shapes: chunks().map(ChunkShape::of).collect(),
            rows: Vec::new(),
            bounds: chunks().map(chunk_bounds).collect(),
            alphas: alpha_array(context),
            sent_rows: vec![SentRows::default(); tile.chunks.len().min(CHUNKS_OF_TILE)],
            sent_texels: Cell::new(0),
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
        self.choose_levels(shot.sharpness());
        for (id, tile) in &self.tiles {
            let Some(alphas) = &tile.alphas else {
                continue;
            };
            if !tile.rows.iter().any(|bounds| shot.sees(bounds)) {
                continue;
            }
            self.bring_up_to_level(*id, tile);
            let drawn = tile.drawn.borrow();
            let mut row = 0;
            while row < tile.rows.len() {
                let is_seen = |row: &usize| tile.rows.get(*row).is_some_and(|it| shot.sees(it));
                // Rows that are seen and lie together are drawn as one.
                let end = (row..tile.rows.len()).find(|row| !is_seen(row));
                let end = end.unwrap_or(tile.rows.len());
                let (first, last) = (drawn.row_starts[row], drawn.row_starts[end]);
                row = end.max(row + 1);
                if first == last {
                    continue;
                }
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
                    &drawn.elements,
                    (first * size_of::<u32>()) as u32,
                    (last - first) as u32,
                );
            }
        }
    }

    /// Works out how finely each map chunk is drawn, where the viewer or the ground changed.
    fn choose_levels(&self, sharpness: Sharpness) {
        let mut levels = self.levels.borrow_mut();
        if levels.of == Some(sharpness) {
            return;
        }
        levels.of = Some(sharpness);
        for (id, tile) in &self.tiles {
            let own = levels.tiles.entry(*id).or_insert([0; CHUNKS_OF_TILE]);
            let shapes = tile.shapes.iter().zip(&tile.bounds);
            for (level, (shape, bounds)) in own.iter_mut().zip(shapes) {
                *level = shape.level(sharpness.pixels_per_unit(bounds));
            }
        }
    }

    /// Makes the triangles of a tile anew, if its levels or those around it are others now.
    fn bring_up_to_level(&self, id: TileId, tile: &TileOnCard) {
        let levels = self.levels.borrow();
        let mut drawn = tile.drawn.borrow_mut();
        let level_at = |place: ChunkPlace| {
            let tile = levels.tiles.get(&place.tile)?;
            tile.get(place.index()).copied()
        };
        let around = |index: usize| -> LevelsAround {
            let place = ChunkPlace {
                tile: id,
                column: (index % CHUNKS_OF_SIDE) as u8,
                row: (index / CHUNKS_OF_SIDE) as u8,
            };
            let own = level_at(place).unwrap_or(0);
            let beside = |columns, rows| {
                let there = place.shifted(columns, rows);
                there.and_then(level_at).unwrap_or(own)
            };
            [
                own,
                beside(0, -1),
                beside(1, 0),
                beside(0, 1),
                beside(-1, 0),
            ]
        };
        let count = tile.shapes.len();
        let is_same = drawn.levels.len() == count
            && (drawn.levels.iter().enumerate()).all(|(index, levels)| *levels == around(index));
        if is_same {
            return;
        }
        let drawn = &mut *drawn;
        drawn.made.clear();
        drawn.levels.clear();
        for (index, shape) in tile.shapes.iter().enumerate() {
            if index % CHUNKS_OF_SIDE == 0
                && let Some(start) = drawn.row_starts.get_mut(index / CHUNKS_OF_SIDE)
            {
                *start = drawn.made.len();
            }
            let levels = around(index);
            shape.push_elements((index * CHUNK_VERTICES) as u32, levels, &mut drawn.made);
            drawn.levels.push(levels);
        }
        let rows = count.div_ceil(CHUNKS_OF_SIDE);
        for start in drawn.row_starts.iter_mut().skip(rows) {
            *start = drawn.made.len();
        }
        drawn.elements.fill(&drawn.made);
        drawn.made = Vec::new();
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
        if (parts.heights || parts.holes)
            && let Some(shape) = self.shapes.get_mut(index)
        {
            *shape = ChunkShape::of(chunk);
            self.drawn.get_mut().levels.clear();
        }
        if parts.colours {
            let tints: Vec<[u8; 4]> = chunk_tints(chunk).collect();
            self.tints.fill_subset(at(4), &tints);
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
        let last = (index + 1) * TABLE_WIDTH as usize - 1;
        if let Some(texel) = self.table_texels.get_mut(last) {
            *texel = chunk_marks(chunk);
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
        if let (Some(alphas), Some(sent)) = (&self.alphas, self.sent_rows.get_mut(index)) {
            let packed = packed_alphas(chunk, 1, Last::Shadow);
            let rows = sent.changed(&packed);
            let row = ALPHA_SIDE * 4;
            if let Some(bytes) = packed.get(rows.start * row..rows.end * row) {
                alphas.set_rows(number, rows.start as u32, bytes);
                let sent = self.sent_texels.get() + (bytes.len() / 4) as u64;
                self.sent_texels.set(sent);
            }
        }
        if chunk.layers.len() > 4 && self.more_alphas.is_none() {
            self.more_alphas = alpha_array(context);
        }
        if let Some(alphas) = &self.more_alphas {
            alphas.set(number, &packed_alphas(chunk, 4, Last::Alpha));
        }
        self.set_chunk_textures(tile, chunk, index, array);
    }

    /// Takes up which textures all map chunks have.
    fn set_textures(&mut self, tile: &Tile, array: Option<&GroundArray>) {
        for (index, chunk) in tile.chunks.iter().take(CHUNKS_OF_TILE).enumerate() {
            self.set_chunk_textures(tile, chunk, index, array);
        }
    }

    fn set_chunk_textures(
        &mut self,
        tile: &Tile,
        chunk: &Chunk,
        index: usize,
        array: Option<&GroundArray>,
    ) {
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
