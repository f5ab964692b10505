//! Where a ray meets the ground, and how high and steep the ground is at a place.
//!
//! * A tile of corners is two triangles that meet on the line from its south-east to its north-west
//!   corner, as viewers of the game's maps draw it. A cell of a map chunk is four triangles around
//!   its inner vertex.
//! * Each triangle is met from both sides. Borders belong to the triangles on both sides of them, so
//!   that no ray slips through between two.
//! * A map chunk lies where its own position says, also where that is not the place of its tile.
//! * Ground with heights that are no numbers is not there.

use super::chunk::Chunk;
use super::corner_map::{CORNER_SPACING, CornerMap};
use super::tile_map::{ChunkPlace, TILE_YARDS, TileId, TileMap};
use crate::math::{Ray, Vec3};

/// A place of the ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroundHit {
    /// Where it is, world space.
    pub position: Vec3,
    /// What points away from the ground there, upwards, unit length.
    pub normal: Vec3,
    /// How far from the start of the ray.
    pub distance: f32,
}

/// Whether there is ground in holes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HoleFill {
    /// Rays go through.
    Open,
    /// As if there were none, so that they can be closed again.
    Filled,
}

/// Yards of a side of a map chunk.
const CHUNK_YARDS: f64 = TILE_YARDS as f64 / 16.0;
/// Cells of a side of a map chunk.
const CELLS: usize = 8;
/// How far past its border a triangle is still met, in parts of a tile or cell: positions of map
/// chunks are no more exact than that.
const OVERLAP: f64 = 1e-3;

/// A plane over the unit square of a tile or cell.
#[derive(Clone, Copy, Debug)]
struct Plane {
    /// Height at its (0, 0).
    height: f64,
    /// Rise along each of its sides.
    rise: [f64; 2],
}

/// The unit square of a tile or cell in world space: where its (0, 0) lies, and how long its sides
/// are along x and y, negative where they go against the axis.
#[derive(Clone, Copy, Debug)]
struct Square {
    start: [f64; 2],
    side: [f64; 2],
}

impl Plane {
    fn at(self, [u, v]: [f64; 2]) -> f64 {
        self.height + self.rise[0] * u + self.rise[1] * v
    }
}

impl Square {
    /// A place in parts of the square.
    fn parts(self, x: f64, y: f64) -> [f64; 2] {
        [
            (x - self.start[0]) / self.side[0],
            (y - self.start[1]) / self.side[1],
        ]
    }

    /// Where a ray meets a plane over the square, and the place there in parts of it.
    fn meet(self, ray: &Ray, plane: Plane) -> Option<(f64, [f64; 2])> {
        let [x, y, z] = [ray.origin.x, ray.origin.y, ray.origin.z].map(f64::from);
        let [dx, dy, dz] = [ray.direction.x, ray.direction.y, ray.direction.z].map(f64::from);
        let [du, dv] = [dx / self.side[0], dy / self.side[1]];
        let sinking = dz - plane.rise[0] * du - plane.rise[1] * dv;
        let [u, v] = self.parts(x, y);
        let t = (plane.at([u, v]) - z) / sinking;
        (t.is_finite() && t >= 0.0).then_some((t, [u + du * t, v + dv * t]))
    }

    fn normal(self, plane: Plane) -> Vec3 {
        let slope = [plane.rise[0] / self.side[0], plane.rise[1] / self.side[1]];
        let up = Vec3::new(-slope[0] as f32, -slope[1] as f32, 1.0);
        up.try_normalize(0.0).unwrap_or_else(Vec3::z)
    }

    fn hit(self, ray: &Ray, plane: Plane, t: f64) -> GroundHit {
        GroundHit {
            position: ray.at(t as f32),
            normal: self.normal(plane),
            distance: t as f32,
        }
    }

    /// The part of the ray over the square, or over several of them: from and to.
    fn span(self, ray: &Ray) -> Option<(f64, f64)> {
        let start = self.parts(ray.origin.x.into(), ray.origin.y.into());
        let step = [
            f64::from(ray.direction.x) / self.side[0],
            f64::from(ray.direction.y) / self.side[1],
        ];
        let (mut from, mut to) = (0.0_f64, f64::INFINITY);
        for (start, step) in start.into_iter().zip(step) {
            if step == 0.0 {
                if !(-OVERLAP..=1.0 + OVERLAP).contains(&start) {
                    return None;
                }
                continue;
            }
            let ends = [(-OVERLAP - start) / step, (1.0 + OVERLAP - start) / step];
            from = from.max(ends[0].min(ends[1]));
            to = to.min(ends[0].max(ends[1]));
        }
        (from <= to).then_some((from, to))
    }
}

/// The nearer of two hits.
fn nearer(best: Option<GroundHit>, other: Option<GroundHit>) -> Option<GroundHit> {
    match (best, other) {
        (Some(best), Some(other)) if best.distance <= other.distance => Some(best),
        (best, None) => best,
        (_, other) => other,
    }
}

/// How steep a plane over a square is, 0 to 90 degrees.
fn steepness_deg(square: Square, plane: Plane) -> f32 {
    let x = plane.rise[0] / square.side[0];
    let y = plane.rise[1] / square.side[1];
    x.hypot(y).atan().to_degrees() as f32
}

impl CornerMap {
    /// Where a ray meets the ground first. Cliffs are slopes from one layer to the other.
    pub fn pick_ground(&self, ray: &Ray) -> Option<GroundHit> {
        let (columns, rows) = self.tiles();
        let spacing = f64::from(CORNER_SPACING);
        let whole = Square {
            start: self.head.origin.map(f64::from),
            side: [f64::from(columns) * spacing, f64::from(rows) * spacing],
        };
        let (from, _) = whole.span(ray)?;
        let step = [0, 1].map(|axis| f64::from(ray.direction[axis]) / spacing);
        let start = [0, 1].map(|axis| (f64::from(ray.origin[axis]) - whole.start[axis]) / spacing);
        let first = |axis: usize, count: u32| {
            let at = start[axis] + step[axis] * from;
            (at.max(0.0) as u32).min(count.saturating_sub(1))
        };
        let mut tile = [first(0, columns), first(1, rows)];
        loop {
            if let Some(hit) = self.pick_tile(ray, tile) {
                return Some(hit);
            }
            // Along which axis the ray leaves the tile; along none if it is upright.
            let leave = [0, 1].map(|axis| {
                let side = f64::from(tile[axis]) + f64::from(u8::from(step[axis] > 0.0));
                let is_along = step[axis] != 0.0;
                is_along.then(|| (side - start[axis]) / step[axis])
            });
            let axis = match leave {
                [None, None] => return None,
                [x, y] => usize::from(x.unwrap_or(f64::INFINITY) > y.unwrap_or(f64::INFINITY)),
            };
            let next = if step[axis] > 0.0 {
                tile[axis].checked_add(1)
            } else {
                tile[axis].checked_sub(1)
            };
            tile[axis] = next.filter(|next| *next < [columns, rows][axis])?;
        }
    }

    /// Height of the ground, world space; `None` outside the map.
    pub fn ground_height(&self, x: f32, y: f32) -> Option<f32> {
        let (square, plane) = self.plane_at(x, y)?;
        let height = plane.at(square.parts(x.into(), y.into())) as f32;
        height.is_finite().then_some(height)
    }

    /// How steep the ground is, 0 to 90 degrees; `None` outside the map.
    pub fn ground_slope_deg(&self, x: f32, y: f32) -> Option<f32> {
        let (square, plane) = self.plane_at(x, y)?;
        Some(steepness_deg(square, plane))
    }

    /// The triangle at a place.
    fn plane_at(&self, x: f32, y: f32) -> Option<(Square, Plane)> {
        let (columns, rows) = self.tiles();
        let cell = |at: f32, start: f32, count: u32| {
            let steps = (at - start) / CORNER_SPACING;
            let is_inside = steps >= 0.0 && steps <= count as f32;
            (is_inside && count > 0).then(|| (steps as u32).min(count - 1))
        };
        let [left, bottom] = self.head.origin;
        let tile = [cell(x, left, columns)?, cell(y, bottom, rows)?];
        let (square, planes) = self.tile_planes(tile)?;
        let [u, v] = square.parts(x.into(), y.into());
        Some((square, planes[usize::from(u + v > 1.0)]))
    }

    /// The triangles of a tile: at its south-west, and at its north-east corner.
    fn tile_planes(&self, [column, row]: [u32; 2]) -> Option<(Square, [Plane; 2])> {
        let corners = self.tile(column, row)?;
        let [sw, se, nw, ne] = corners.map(|corner| f64::from(corner.ground_z()));
        let square = Square {
            start: self.position(column, row).map(f64::from),
            side: [f64::from(CORNER_SPACING); 2],
        };
        let south_west = Plane {
            height: sw,
            rise: [se - sw, nw - sw],
        };
        let north_east = Plane {
            height: nw + se - ne,
            rise: [ne - nw, ne - se],
        };
        Some((square, [south_west, north_east]))
    }

    fn pick_tile(&self, ray: &Ray, tile: [u32; 2]) -> Option<GroundHit> {
        let (square, [south_west, north_east]) = self.tile_planes(tile)?;
        let hit = |plane, is_inside: fn(f64, f64) -> bool| {
            let (t, [u, v]) = square.meet(ray, plane)?;
            is_inside(u, v).then(|| square.hit(ray, plane, t))
        };
        nearer(
            hit(south_west, |u, v| {
                u >= -OVERLAP && v >= -OVERLAP && u + v <= 1.0 + OVERLAP
            }),
            hit(north_east, |u, v| {
                u <= 1.0 + OVERLAP && v <= 1.0 + OVERLAP && u + v >= 1.0 - OVERLAP
            }),
        )
    }
}

impl TileMap {
    /// Where a ray meets the ground of any tile first.
    pub fn pick_ground(&self, ray: &Ray, holes: HoleFill) -> Option<GroundHit> {
        let chunks = self
            .chunks()
            .map(|(_, chunk)| chunk.pick_ground(ray, holes));
        chunks.fold(None, nearer)
    }

    /// Height of the ground, world space, holes filled; `None` where no tile is.
    pub fn ground_height(&self, x: f32, y: f32) -> Option<f32> {
        let (square, plane) = self.plane_at(x, y)?;
        let height = plane.at(square.parts(x.into(), y.into())) as f32;
        height.is_finite().then_some(height)
    }

    /// How steep the ground is, 0 to 90 degrees, holes filled; `None` where no tile is.
    pub fn ground_slope_deg(&self, x: f32, y: f32) -> Option<f32> {
        let (square, plane) = self.plane_at(x, y)?;
        let slope = steepness_deg(square, plane);
        slope.is_finite().then_some(slope)
    }

    /// The map chunk that a place lies in.
    pub fn chunk_at(&self, x: f32, y: f32) -> Option<ChunkPlace> {
        let chunk_count = |to_edge: f32| {
            let count = (f64::from(TILE_YARDS) * 32.0 - f64::from(to_edge)) / CHUNK_YARDS;
            (0.0..4096.0).contains(&count).then_some(count as u16)
        };
        let usual = chunk_count(y).zip(chunk_count(x));
        let usual = usual.map(|(column, row)| ChunkPlace {
            tile: TileId {
                x: (column / 16) as u8,
                y: (row / 16) as u8,
            },
            column: (column % 16) as u8,
            row: (row % 16) as u8,
        });
        let is_there = |place: &ChunkPlace| {
            let chunk = self.chunk(*place);
            chunk.is_some_and(|chunk| chunk.has_place(x, y))
        };
        usual.filter(is_there).or_else(|| {
            let mut chunks = self.chunks();
            let found = chunks.find(|(_, chunk)| chunk.has_place(x, y));
            found.map(|(place, _)| place)
        })
    }

    fn plane_at(&self, x: f32, y: f32) -> Option<(Square, Plane)> {
        self.chunk(self.chunk_at(x, y)?)?.plane_at(x, y)
    }
}

impl Chunk {
    /// Its square from the north-west: first to the south, then to the east.
    fn square(&self) -> Square {
        Square {
            start: [self.position[0].into(), self.position[1].into()],
            side: [-CHUNK_YARDS; 2],
        }
    }

    fn has_place(&self, x: f32, y: f32) -> bool {
        let parts = self.square().parts(x.into(), y.into());
        let border = OVERLAP / CELLS as f64;
        parts
            .iter()
            .all(|part| (-border..=1.0 + border).contains(part))
    }

    /// Whether a cell, of which there are 8 by 8, lies in a hole.
    pub fn is_hole(&self, column: usize, row: usize) -> bool {
        let bit = row / 2 * 4 + column / 2;
        column < CELLS && row < CELLS && self.holes >> bit & 1 == 1
    }

    fn plane_at(&self, x: f32, y: f32) -> Option<(Square, Plane)> {
        let [south, east] = self.square().parts(x.into(), y.into());
        let cell = |part: f64| ((part * CELLS as f64).max(0.0) as usize).min(CELLS - 1);
        let (square, planes) = self.cell_planes(cell(east), cell(south))?;
        let [u, v] = square.parts(x.into(), y.into());
        let [u, v] = [u - 0.5, v - 0.5];
        let side = match (u.abs() >= v.abs(), u < 0.0, v < 0.0) {
            (true, true, _) => 0,
            (true, false, _) => 1,
            (false, _, true) => 2,
            (false, _, false) => 3,
        };
        Some((square, *planes.get(side)?))
    }

    /// The triangles of a cell: at its north, south, west and east side.
    fn cell_planes(&self, column: usize, row: usize) -> Option<(Square, [Plane; 4])> {
        let base = f64::from(self.position[2]);
        let height = |index: usize| Some(base + f64::from(*self.heights.get(index)?));
        let first = row * 17 + column;
        let [nw, ne] = [height(first)?, height(first + 1)?];
        let [sw, se] = [height(first + 17)?, height(first + 18)?];
        let middle = height(first + 9)?;
        // Each holds its two corners and the middle at (1/2, 1/2).
        let through = |rise: [f64; 2]| Plane {
            height: middle - (rise[0] + rise[1]) * 0.5,
            rise,
        };
        let planes = [
            through([2.0 * middle - nw - ne, ne - nw]),
            through([sw + se - 2.0 * middle, se - sw]),
            through([sw - nw, 2.0 * middle - nw - sw]),
            through([se - ne, ne + se - 2.0 * middle]),
        ];
        let side = CHUNK_YARDS / CELLS as f64;
        let square = Square {
            start: [
                f64::from(self.position[0]) - row as f64 * side,
                f64::from(self.position[1]) - column as f64 * side,
            ],
            side: [-side; 2],
        };
        Some((square, planes))
    }

    fn pick_ground(&self, ray: &Ray, holes: HoleFill) -> Option<GroundHit> {
        let (from, to) = self.square().span(ray)?;
        if !self.reaches_heights(ray, from, to) {
            return None;
        }
        let mut best = None;
        for row in 0..CELLS {
            for column in 0..CELLS {
                if holes == HoleFill::Open && self.is_hole(column, row) {
                    continue;
                }
                best = nearer(best, self.pick_cell(ray, column, row));
            }
        }
        best
    }

    /// Whether a part of a ray comes to between the lowest and the highest vertex.
    fn reaches_heights(&self, ray: &Ray, from: f64, to: f64) -> bool {
        let heights = self.world_heights();
        let (low, high) = heights.fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), z| {
            (low.min(z), high.max(z))
        });
        let (start, step) = (f64::from(ray.origin.z), f64::from(ray.direction.z));
        let ends = if step == 0.0 {
            [start; 2]
        } else {
            [start + step * from, start + step * to]
        };
        ends[0].min(ends[1]) <= f64::from(high) + OVERLAP
            && ends[0].max(ends[1]) >= f64::from(low) - OVERLAP
    }

    fn pick_cell(&self, ray: &Ray, column: usize, row: usize) -> Option<GroundHit> {
        let (square, planes) = self.cell_planes(column, row)?;
        square.span(ray)?;
        let hits = planes.into_iter().enumerate().map(|(side, plane)| {
            let (t, [u, v]) = square.meet(ray, plane)?;
            let [u, v] = [u - 0.5, v - 0.5];
            // How far the place lies to the triangle's side, and beside its axis.
            let (out, beside) = match side {
                0 => (-u, v.abs()),
                1 => (u, v.abs()),
                2 => (-v, u.abs()),
                _ => (v, u.abs()),
            };
            let is_inside = beside <= out + OVERLAP && out <= 0.5 + OVERLAP;
            is_inside.then(|| square.hit(ray, plane, t))
        });
        hits.fold(None, nearer)
    }
}
