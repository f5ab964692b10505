//! A map of corners on the graphics card, in blocks of tiles.
//!
//! A change uploads the blocks that its corners are in or next to, and no others.

use std::collections::BTreeMap;

use rayon::prelude::*;
use three_d::core::{Context, ElementBuffer, VertexBuffer};

use super::ground_pictures::{GroundArray, GroundPictures};
use super::terrain_draw::{GroundShot, LiquidPiece, Liquids, quad_elements};
use crate::math::{Aabb, Vec3};
use crate::terrain::{
    AtlasKind, CORNER_SPACING, Corner, CornerFlags, CornerMap, TileBlend, TypeId,
};

/// Tiles of a side of a block.
const BLOCK: u32 = 32;
/// How far around a corner tiles look different when it changes: it may make a cliff of a tile,
/// which decides what the tile's other corners show, and those are corners of further tiles.
const REACH: u32 = 2;
/// Water that is shallow, and water that is as deep as `DEEP` units.
const SHALLOW_TONE: [f32; 4] = [0.36, 0.62, 0.70, 0.38];
const DEEP_TONE: [f32; 4] = [0.10, 0.26, 0.42, 0.80];
const DEEP: f32 = 160.0;

/// A map of corners on the graphics card.
pub(super) struct CornerScene {
    context: Context,
    array: Option<GroundArray>,
    /// The ground type of each cliff type, both by name.
    cliff_grounds: BTreeMap<String, String>,
    blocks: BTreeMap<(u32, u32), Block>,
    elements: ElementBuffer<u32>,
}

struct Block {
    positions: VertexBuffer<[f32; 3]>,
    normals: VertexBuffer<[f32; 3]>,
    cells: VertexBuffer<[f32; 4]>,
    marks: VertexBuffer<[f32; 4]>,
    grounds: VertexBuffer<[f32; 4]>,
    liquids: Liquids,
    bounds: Aabb,
    tile_count: u32,
}

impl CornerScene {
    pub fn new(context: &Context, map: &CornerMap, pictures: &GroundPictures) -> Self {
        let tiles = (BLOCK * BLOCK) as usize;
        let mut scene = Self {
            context: context.clone(),
            array: None,
            cliff_grounds: BTreeMap::new(),
            blocks: BTreeMap::new(),
            elements: ElementBuffer::new_with_data(context, &quad_elements(tiles)),
        };
        scene.set_pictures(map, pictures);
        scene
    }

    /// Takes up other textures, and with them everything.
    pub fn set_pictures(&mut self, map: &CornerMap, pictures: &GroundPictures) {
        self.array = GroundArray::atlases(&self.context, map, pictures);
        self.refresh_all(map);
    }

    /// Takes up other textures and which ground lies at cliffs, at once.
    pub fn set_looks(
        &mut self,
        map: &CornerMap,
        pictures: &GroundPictures,
        grounds: &BTreeMap<String, String>,
    ) {
        self.cliff_grounds.clone_from(grounds);
        self.set_pictures(map, pictures);
    }

    /// Takes up which ground lies at cliffs.
    pub fn set_cliff_grounds(&mut self, map: &CornerMap, grounds: &BTreeMap<String, String>) {
        if self.cliff_grounds != *grounds {
            self.cliff_grounds.clone_from(grounds);
            self.refresh_all(map);
        }
    }

    /// The number of the ground type of each of the map's cliff types, where both are known.
    fn cliff_numbers(&self, map: &CornerMap) -> Vec<Option<u8>> {
        let head = &map.head;
        let number = |cliff: &TypeId| {
            let ground = self.cliff_grounds.get(&*String::from_utf8_lossy(cliff))?;
            let mut types = head.ground_types.iter();
            let number = types.position(|own| own == ground.as_bytes())?;
            u8::try_from(number).ok()
        };
        head.cliff_types.iter().map(number).collect()
    }

    pub fn refresh_all(&mut self, map: &CornerMap) {
        self.blocks.clear();
        let last = [map.width(), map.height()].map(|count| count.saturating_sub(1));
        self.refresh(map, [0, 0], last);
    }

    /// Takes up the corners from one column and row to another, both included; gives how many
    /// blocks that were.
    pub fn refresh(&mut self, map: &CornerMap, first: [u32; 2], last: [u32; 2]) -> usize {
        let (columns, rows) = map.tiles();
        if columns == 0 || rows == 0 {
            return 0;
        }
        let from = first.map(|at| at.saturating_sub(REACH) / BLOCK);
        let to = [
            last[0].saturating_add(REACH).min(columns - 1) / BLOCK,
            last[1].saturating_add(REACH).min(rows - 1) / BLOCK,
        ];
        let places: Vec<(u32, u32)> = (from[1]..=to[1])
            .flat_map(|y| (from[0]..=to[0]).map(move |x| (x, y)))
            .collect();
        let cliffs = self.cliff_numbers(map);
        let kinds = self.array.as_ref().map_or(&[][..], |array| &array.kinds);
        let meshes: Vec<Mesh> = places
            .par_iter()
            .map(|place| Mesh::of_block(map, *place, &cliffs, kinds))
            .collect();
        for (place, mesh) in places.iter().zip(meshes) {
            let block = mesh.upload(&self.context);
            self.blocks.insert(*place, block);
        }
        places.len()
    }

    pub fn draw(&self, shot: &GroundShot<'_>) {
        let Some(array) = &self.array else {
            return;
        };
        let program = shot.shaders.corners.program();
        shot.block.bind(program);
        shot.light(program);
        shot.overlay(program, shot.overlay.number_in(&array.names));
        let cell = three_d::Vector4::new(array.cell as f32, 0.0, 0.0, 0.0);
        program.use_uniform("atlas", cell);
        for block in self
            .blocks
            .values()
            .filter(|block| shot.sees(&block.bounds))
        {
            array.textures.bind(program, "atlases");
            program.use_vertex_attribute("position", &block.positions);
            program.use_vertex_attribute("normal", &block.normals);
            program.use_vertex_attribute("cells", &block.cells);
            program.use_vertex_attribute("marks", &block.marks);
            program.use_vertex_attribute("grounds", &block.grounds);
            let count = block.tile_count * 6;
            let states = GroundShot::states();
            program.draw_subset_of_elements(states, shot.viewport, &self.elements, 0, count);
        }
    }

    pub fn draw_liquids(&self, shot: &GroundShot<'_>) {
        for block in self.blocks.values() {
            block.liquids.draw(shot);
        }
    }
}

/// The vertices of a block, four to each tile.
struct Mesh {
    positions: Vec<[f32; 3]>,
    normals: Vec<[f32; 3]>,
    cells: Vec<[f32; 4]>,
    marks: Vec<[f32; 4]>,
    grounds: Vec<[f32; 4]>,
    water: Vec<LiquidPiece>,
    bounds: Aabb,
}

impl Mesh {
    /// The mesh of the block in this column and row of blocks.
    fn of_block(
        map: &CornerMap,
        (x, y): (u32, u32),
        cliffs: &[Option<u8>],
        kinds: &[AtlasKind],
    ) -> Self {
        let (columns, rows) = map.tiles();
        let column_range = x * BLOCK..((x + 1) * BLOCK).min(columns);
        let row_range = y * BLOCK..((y + 1) * BLOCK).min(rows);
        let count = 4 * column_range.len() * row_range.len();
        let mut mesh = Self {
            positions: Vec::with_capacity(count),
            normals: Vec::with_capacity(count),
            cells: Vec::with_capacity(count),
            marks: Vec::with_capacity(count),
            grounds: Vec::with_capacity(count),
            water: Vec::new(),
            bounds: Aabb::EMPTY,
        };
        // Up to four tiles meet at a corner, and all of them show what it has.
        let stride = column_range.len() + 1;
        let mut looks = Vec::with_capacity(stride * (row_range.len() + 1));
        for row in row_range.start..=row_range.end {
            let columns = column_range.start..=column_range.end;
            looks.extend(columns.map(|column| CornerLook::of(map, [column, row], cliffs)));
        }
        for (south, row) in row_range.enumerate() {
            for (west, column) in column_range.clone().enumerate() {
                let at = south * stride + west;
                let around = [at, at + 1, at + stride, at + stride + 1];
                let around = around.map(|at| looks.get(at).copied().unwrap_or_default());
                mesh.add(map, [column, row], around, kinds);
            }
        }
        mesh
    }

    fn upload(&self, context: &Context) -> Block {
        Block {
            tile_count: (self.cells.len() / 4) as u32,
            positions: VertexBuffer::new_with_data(context, &self.positions),
            normals: VertexBuffer::new_with_data(context, &self.normals),
            cells: VertexBuffer::new_with_data(context, &self.cells),
            marks: VertexBuffer::new_with_data(context, &self.marks),
            grounds: VertexBuffer::new_with_data(context, &self.grounds),
            liquids: Liquids::new(context, &self.water),
            bounds: self.bounds,
        }
    }

    /// Adds a tile, given what its corners show.
    fn add(
        &mut self,
        map: &CornerMap,
        [column, row]: [u32; 2],
        looks: [CornerLook; 4],
        kinds: &[AtlasKind],
    ) {
        let kind = |number| {
            let kind = kinds.get(usize::from(number));
            kind.copied().unwrap_or(AtlasKind::Plain)
        };
        let Some(corners) = map.tile(column, row) else {
            return;
        };
        let [south_west, ..] = corners;
        let shown = looks.map(|look| look.shown);
        let blend = TileBlend::new(shown, south_west.ground_variation(), kind);
        let mut cells = [-1.0; 4];
        for (slot, layer) in cells.iter_mut().zip(blend.layers()) {
            *slot = f32::from(layer.ground) * 32.0 + f32::from(layer.cell);
        }
        let cliff = f32::from(u8::from(map.is_cliff(column, row)));
        let place = [column as f32, row as f32];
        let places = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(x, y)| (column + x, row + y));
        let grounds = [0, 1, 2, 3].map(|index: usize| {
            let marks = corners[index].flags().0;
            f32::from(looks[index].own) * MARKS_OF_GROUND + f32::from(marks)
        });
        for (((column, row), corner), look) in places.into_iter().zip(corners).zip(looks) {
            let [x, y] = map.position(column, row);
            let position = [x, y, corner.ground_z()];
            self.bounds.include(&position.into());
            self.positions.push(position);
            self.normals.push(look.normal);
            self.cells.push(cells);
            self.marks
                .push([cliff, darkness(corner), place[0], place[1]]);
            self.grounds.push(grounds);
        }
        let is_wet = corners.iter().any(|it| it.flags().has(CornerFlags::WATER));
        if is_wet {
            let offset = map.head.water_offset();
            let surface = |index: usize| {
                let ((column, row), corner) = (places[index], corners[index]);
                let [x, y] = map.position(column, row);
                let z = corner.water_z(offset);
                let depth = ((z - corner.ground_z()) / DEEP).clamp(0.0, 1.0);
                let tone = [0, 1, 2, 3].map(|part| {
                    SHALLOW_TONE[part] + (DEEP_TONE[part] - SHALLOW_TONE[part]) * depth
                });
                ([x, y, z], tone)
            };
            let surfaces = [0, 1, 2, 3].map(surface);
            // Where all of it lies in the ground, nothing of it is seen.
            if corners.iter().any(|it| it.water_z(offset) > it.ground_z()) {
                self.water.push(LiquidPiece {
                    corners: surfaces.map(|(corner, _)| corner),
                    tones: surfaces.map(|(_, tone)| tone),
                });
            }
        }
    }
}

/// What a corner shows in each of its tiles.
#[derive(Clone, Copy, Default)]
struct CornerLook {
    /// What points away from the ground.
    normal: [f32; 3],
    /// The ground that is drawn: that of a cliff, blight, or its own.
    shown: u8,
    /// The same whatever cliff it touches.
    own: u8,
}

impl CornerLook {
    fn of(map: &CornerMap, [column, row]: [u32; 2], cliffs: &[Option<u8>]) -> Self {
        Self {
            normal: normal(map, column, row).into(),
            shown: map.shown_ground(column, row, cliffs).unwrap_or_default(),
            own: map.own_ground(column, row).unwrap_or_default(),
        }
    }
}

/// How many values the marks of a corner have: what is shown there is counted in so many.
const MARKS_OF_GROUND: f32 = 32.0;

/// How dark the edge of the map is at a corner.
fn darkness(corner: Corner) -> f32 {
    let flags = corner.flags();
    match (
        flags.has(CornerFlags::EDGE),
        flags.has(CornerFlags::BOUNDARY),
    ) {
        (true, _) => 1.0,
        (false, true) => 0.6,
        (false, false) => 0.0,
    }
}

/// What points away from the ground at a corner, by the heights around it.
fn normal(map: &CornerMap, column: u32, row: u32) -> Vec3 {
    let height = |column: u32, row: u32| map.corner(column, row).map(Corner::ground_z);
    let here = height(column, row).unwrap_or(0.0);
    let rise = |before: Option<f32>, after: Option<f32>| {
        let steps = u8::from(before.is_some()) + u8::from(after.is_some());
        let rise = after.unwrap_or(here) - before.unwrap_or(here);
        rise / (f32::from(steps.max(1)) * CORNER_SPACING)
    };
    let west = column.checked_sub(1).and_then(|west| height(west, row));
    let south = row.checked_sub(1).and_then(|south| height(column, south));
    let x = rise(west, height(column + 1, row));
    let y = rise(south, height(column, row + 1));
    Vec3::new(-x, -y, 1.0)
        .try_normalize(0.0)
        .unwrap_or_else(Vec3::z)
}
