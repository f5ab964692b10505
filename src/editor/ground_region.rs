//! Map chunks or corners that the user marked, and what they are used for.

use crate::document::TerrainShape;
use crate::edit::{CornerArea, GroundRectangle, GroundScope};
use crate::terrain::{CHUNKS_OF_SIDE, ChunkPlace, TILE_YARDS, TileMap};
use std::collections::BTreeSet;

/// Side of a map chunk in yards.
const CHUNK_YARDS: f32 = TILE_YARDS / CHUNKS_OF_SIDE as f32;
/// How far a rectangle around map chunks reaches beyond their border, so that it has the texels on
/// it for sure and none of the next row: those are a 63rd of a side away.
const OUTSET: f32 = CHUNK_YARDS / 630.0;

/// What of the ground is marked: map chunks, or a rectangle of corners.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GroundRegion {
    /// Map chunks, of a map of tiles.
    pub chunks: BTreeSet<ChunkPlace>,
    /// Corners, of a map of corners.
    pub corners: Option<CornerArea>,
}

/// How a drag changes what is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkMode {
    /// What is in the rectangle is marked instead.
    Replace,
    /// It is marked too.
    Add,
    /// It is not marked any more.
    TakeOut,
}

impl MarkMode {
    /// What the held keys ask for.
    pub fn of_keys(takes_out: bool, adds: bool) -> Self {
        match (takes_out, adds) {
            (true, _) => Self::TakeOut,
            (false, true) => Self::Add,
            (false, false) => Self::Replace,
        }
    }
}

/// A rectangle that is being marked.
#[derive(Clone, Debug)]
pub(super) struct RegionDrag {
    before: GroundRegion,
    mode: MarkMode,
    /// Where it began, once that is known.
    from: Option<[f32; 2]>,
}

impl RegionDrag {
    /// A drag that has not met the ground yet.
    pub(super) fn new(before: &GroundRegion, mode: MarkMode) -> Self {
        Self {
            before: before.clone(),
            mode,
            from: None,
        }
    }

    /// What is marked if it ends at a place of the ground.
    pub(super) fn to(&mut self, shape: &TerrainShape, to: [f32; 2]) -> GroundRegion {
        let ends = [*self.from.get_or_insert(to), to];
        self.before.marked(shape, ends, self.mode)
    }

    /// What was marked before.
    pub(super) fn before(self) -> GroundRegion {
        self.before
    }
}

impl GroundRegion {
    /// Whether nothing is marked.
    pub fn is_empty(&self) -> bool {
        self.chunks.is_empty() && self.corners.is_none()
    }

    /// The map chunks as operators name them; `None` if there are none.
    pub fn scope(&self) -> Option<GroundScope> {
        let chunks = self.chunks.iter();
        let chunks = chunks.map(|it| [it.tile.x, it.tile.y, it.column, it.row]);
        (!self.chunks.is_empty()).then(|| GroundScope::Chunks(chunks.collect()))
    }

    /// How much is marked, in words.
    pub fn text(&self) -> String {
        match (self.chunks.len(), self.corners) {
            (0, None) => "nothing is marked".to_owned(),
            (0, Some(area)) => {
                let side = |axis: usize| match (area.first.get(axis), area.last.get(axis)) {
                    (Some(first), Some(last)) => last - first + 1,
                    _ => 0,
                };
                format!("{} by {} corners are marked", side(0), side(1))
            }
            (1, _) => "1 map chunk is marked".to_owned(),
            (count, _) => format!("{count} map chunks are marked"),
        }
    }

    /// This with a rectangle between two places of the ground marked.
    #[must_use]
    pub fn marked(&self, shape: &TerrainShape, ends: [[f32; 2]; 2], mode: MarkMode) -> Self {
        let mut region = self.clone();
        match shape {
            TerrainShape::Tiles(map) => {
                let inside = chunks_between(map, ends);
                match mode {
                    MarkMode::Replace => region.chunks = inside,
                    MarkMode::Add => region.chunks.extend(inside),
                    MarkMode::TakeOut => region.chunks.retain(|place| !inside.contains(place)),
                }
            }
            TerrainShape::Corners(map) => {
                let [from, to] = ends.map(|[x, y]| map.nearest(x, y));
                let area = CornerArea {
                    first: [from.0.min(to.0), from.1.min(to.1)],
                    last: [from.0.max(to.0), from.1.max(to.1)],
                };
                region.corners = match (mode, region.corners) {
                    (MarkMode::Add, Some(kept)) => Some(kept.union(area)),
                    (MarkMode::TakeOut, _) => None,
                    _ => Some(area),
                };
            }
        }
        region
    }

    /// Rectangles that cover what is marked and nothing else, as few as rows of map chunks allow.
    pub fn rectangles(&self, shape: &TerrainShape) -> Vec<GroundRectangle> {
        match shape {
            TerrainShape::Tiles(map) => chunk_rectangles(map, &self.chunks),
            TerrainShape::Corners(map) => {
                let area = self.corners.into_iter();
                let rectangle = area.map(|area| {
                    let at = |[column, row]: [u32; 2]| map.position(column, row);
                    GroundRectangle {
                        min: at(area.first),
                        max: at(area.last),
                    }
                });
                rectangle.collect()
            }
        }
    }
}

/// The map chunks that a rectangle of the ground touches.
fn chunks_between(map: &TileMap, [from, to]: [[f32; 2]; 2]) -> BTreeSet<ChunkPlace> {
    let (north, south) = (from[0].max(to[0]), from[0].min(to[0]));
    let (west, east) = (from[1].max(to[1]), from[1].min(to[1]));
    let touched = map.chunks().filter(|(_, chunk)| {
        let [top, left, _] = chunk.position;
        top > south && top - CHUNK_YARDS <= north && left > east && left - CHUNK_YARDS <= west
    });
    touched.map(|(place, _)| place).collect()
}

/// Rows of map chunks, joined where those of the next row end alike.
fn chunk_rectangles(map: &TileMap, chunks: &BTreeSet<ChunkPlace>) -> Vec<GroundRectangle> {
    let side = CHUNKS_OF_SIDE as u32;
    let mut places: Vec<[u32; 2]> = chunks
        .iter()
        .map(|it| {
            let tile = it.tile;
            [
                u32::from(tile.y) * side + u32::from(it.row),
                u32::from(tile.x) * side + u32::from(it.column),
            ]
        })
        .collect();
    places.sort_unstable();
    // First and last row, first and last column.
    let mut blocks: Vec<[u32; 4]> = Vec::new();
    let mut rows: Vec<[u32; 3]> = Vec::new();
    for [row, column] in places {
        match rows.last_mut() {
            Some([last_row, _, last]) if *last_row == row && *last + 1 == column => *last = column,
            _ => rows.push([row, column, column]),
        }
    }
    for [row, first, last] in rows {
        let joined = blocks.iter_mut().find(|[_, last_row, left, right]| {
            *last_row + 1 == row && (*left, *right) == (first, last)
        });
        match joined {
            Some(block) => block[1] = row,
            None => blocks.push([row, row, first, last]),
        }
    }
    let anchor = chunks.iter().next().and_then(|place| {
        let [north, west, _] = map.chunk(*place)?.position;
        let row = u32::from(place.tile.y) * side + u32::from(place.row);
        let column = u32::from(place.tile.x) * side + u32::from(place.column);
        Some((north, west, row, column))
    });
    let Some((north, west, row, column)) = anchor else {
        return Vec::new();
    };
    let way = |from: u32, to: u32| (i64::from(to) - i64::from(from)) as f32 * CHUNK_YARDS;
    let blocks = blocks.into_iter();
    blocks
        .map(|[top, bottom, left, right]| GroundRectangle {
            min: [
                north - way(row, bottom + 1) - OUTSET,
                west - way(column, right + 1) - OUTSET,
            ],
            max: [
                north - way(row, top) + OUTSET,
                west - way(column, left) + OUTSET,
            ],
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::valley;

    #[test]
    fn a_drag_marks_what_it_touches_and_rectangles_cover_just_that() {
        let shape = valley().shape;
        let TerrainShape::Tiles(map) = &shape else {
            panic!("a map of tiles");
        };
        let (place, chunk) = map.chunks().next().expect("a chunk");
        let [north, west, _] = chunk.position;
        let ends = [
            [north - 10.0, west - 10.0],
            [north - CHUNK_YARDS * 2.5, west - CHUNK_YARDS * 1.5],
        ];
        let region = GroundRegion::default().marked(&shape, ends, MarkMode::Replace);
        assert_eq!(region.chunks.len(), 6);
        assert!(region.chunks.contains(&place));
        // One more beside: two rectangles now.
        let more = [[north - 10.0, west - CHUNK_YARDS * 2.5]; 2];
        let region = region.marked(&shape, more, MarkMode::Add);
        assert_eq!(region.chunks.len(), 7);
        let rectangles = region.rectangles(&shape);
        assert_eq!(rectangles.len(), 2, "{rectangles:?}");
        for (place, chunk) in map.chunks() {
            let [north, west, _] = chunk.position;
            let middle = [north - CHUNK_YARDS / 2.0, west - CHUNK_YARDS / 2.0];
            let is_in = rectangles.iter().any(|it| it.contains(middle));
            assert_eq!(is_in, region.chunks.contains(&place), "{place:?}");
        }
        let without = region.marked(&shape, ends, MarkMode::TakeOut);
        assert_eq!(without.chunks.len(), 1);
    }
}
