//! Which textures a tile shows, and which cell of each: derived from its corners, never stored.
//!
//! A ground texture is an atlas of 4 x 4 cells, or of 8 x 4 where it is extended. Cell numbers 1 to
//! 14 name the corners in which the cell is opaque; 0 and 15 are opaque everywhere, and so are the
//! 16 to 31 in the right half of an extended one.
//!
//! The lowest type of the four corners covers the tile; each higher one lies over it with the cell
//! of its corners.
//! Source: measured on 155 textures of the game; that the variation is that of the south-west
//! corner is as a well-known editor has it.

use super::{Corner, CornerFlags, CornerMap};

/// One texture of a tile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GroundLayer {
    /// Number of the ground type.
    pub ground: u8,
    /// The cell of its atlas, 0 to 31.
    pub cell: u8,
}

/// The textures of a tile, lowest first: one to four.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileBlend {
    layers: [GroundLayer; 4],
    count: usize,
}

/// Whether a ground texture has the right half with further cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtlasKind {
    /// 4 x 4 cells.
    Plain,
    /// 8 x 4 cells.
    Extended,
}

impl TileBlend {
    /// The textures of a tile whose corners (south-west, south-east, north-west, north-east) have
    /// these types, with the variation of its south-west corner.
    pub fn new(types: [u8; 4], variation: u8, atlas: impl Fn(u8) -> AtlasKind) -> Self {
        let mut distinct = types;
        distinct.sort_unstable();
        let mut layers = [GroundLayer::default(); 4];
        let mut count = 0;
        for (index, ground) in distinct.into_iter().enumerate() {
            if index > 0 && distinct.get(index - 1) == Some(&ground) {
                continue;
            }
            let cell = match count {
                0 => full_cell(variation, atlas(ground)),
                _ => cell_of_corners(types.map(|own| own == ground)),
            };
            if let Some(layer) = layers.get_mut(count) {
                *layer = GroundLayer { ground, cell };
                count += 1;
            }
        }
        Self { layers, count }
    }

    /// The textures, in the order in which they are drawn.
    pub fn layers(&self) -> &[GroundLayer] {
        self.layers.get(..self.count).unwrap_or_default()
    }
}

/// The cell that covers a whole tile by its variation.
pub fn full_cell(variation: u8, atlas: AtlasKind) -> u8 {
    match (atlas, variation) {
        (AtlasKind::Plain, 0) => 0,
        (AtlasKind::Plain, _) => 15,
        (AtlasKind::Extended, 0..=15) => 16 + variation,
        (AtlasKind::Extended, 16) => 15,
        (AtlasKind::Extended, _) => 0,
    }
}

/// The cell that is opaque in these corners: south-west, south-east, north-west, north-east.
fn cell_of_corners([sw, se, nw, ne]: [bool; 4]) -> u8 {
    u8::from(nw) << 3 | u8::from(ne) << 2 | u8::from(sw) << 1 | u8::from(se)
}

/// Column and row of a cell in its atlas, from the top left, counted in cells.
pub fn atlas_place(cell: u8) -> (u8, u8) {
    let in_half = cell % 16;
    let half = if cell < 16 { 0 } else { 4 };
    (half + in_half % 4, in_half / 4)
}

impl CornerMap {
    /// The ground type that a corner shows: that of the cliff it touches, blight, or its own.
    ///
    /// `cliff_grounds` has the ground type that goes with each of the map's cliff types, where one
    /// is known. Blight is not in the map's list; its number is the one after the last, so that it
    /// lies over all others.
    pub fn shown_ground(&self, column: u32, row: u32, cliff_grounds: &[Option<u8>]) -> Option<u8> {
        let own = self.own_ground(column, row)?;
        if cliff_grounds.is_empty() {
            return Some(own);
        }
        let cliff = self.tiles_at(column, row).find_map(|(column, row)| {
            let is_cliff = self.is_cliff(column, row);
            let kind = self
                .corner(column, row)
                .filter(|_| is_cliff)?
                .cliff_type()?;
            cliff_grounds.get(usize::from(kind)).copied().flatten()
        });
        Some(cliff.unwrap_or(own))
    }

    /// The ground type of a corner, or blight, whatever cliff it touches.
    pub fn own_ground(&self, column: u32, row: u32) -> Option<u8> {
        let corner = self.corner(column, row)?;
        let is_blighted = corner.flags().has(CornerFlags::BLIGHT);
        let blight = u8::try_from(self.head.ground_types.len()).unwrap_or(u8::MAX);
        Some(if is_blighted {
            blight
        } else {
            corner.ground_type()
        })
    }

    /// The textures of a tile, by what its corners show; `None` outside the map.
    pub fn tile_blend(
        &self,
        column: u32,
        row: u32,
        cliff_grounds: &[Option<u8>],
        atlas: impl Fn(u8) -> AtlasKind,
    ) -> Option<TileBlend> {
        let variation = self.tile(column, row)?.map(Corner::ground_variation);
        let shown = |right, up| self.shown_ground(column + right, row + up, cliff_grounds);
        let types = [shown(0, 0)?, shown(1, 0)?, shown(0, 1)?, shown(1, 1)?];
        let [variation, ..] = variation;
        Some(TileBlend::new(types, variation, atlas))
    }

    /// The up to four tiles that have this corner.
    fn tiles_at(&self, column: u32, row: u32) -> impl Iterator<Item = (u32, u32)> {
        let (columns, rows) = self.tiles();
        let before = |at: u32| at.saturating_sub(1);
        let rows = before(row)..(row + 1).min(rows);
        rows.flat_map(move |row| {
            let columns = before(column)..(column + 1).min(columns);
            columns.map(move |column| (column, row))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terrain::CornerMapHead;

    /// Which corners (south-west, south-east, north-west, north-east) a cell covers, as drawn in
    /// the textures of the game.
    fn covers(cell: u8) -> [bool; 4] {
        match cell {
            0 | 15.. => [true; 4],
            1 => [false, true, false, false],
            2 => [true, false, false, false],
            3 => [true, true, false, false],
            4 => [false, false, false, true],
            5 => [false, true, false, true],
            6 => [true, false, false, true],
            7 => [true, true, false, true],
            8 => [false, false, true, false],
            9 => [false, true, true, false],
            10 => [true, false, true, false],
            11 => [true, true, true, false],
            12 => [false, false, true, true],
            13 => [false, true, true, true],
            14 => [true, false, true, true],
        }
    }

    #[test]
    fn every_corner_of_every_tile_shows_its_own_type_on_top() {
        let kinds = [2u8, 5, 9, 14];
        let mut met = [0; 5];
        for number in 0..256 {
            let types = [0, 2, 4, 6].map(|shift| kinds[number >> shift & 3]);
            for variation in 0..32 {
                for atlas in [AtlasKind::Plain, AtlasKind::Extended] {
                    let blend = TileBlend::new(types, variation, |_| atlas);
                    let mut shown = [None; 4];
                    for layer in blend.layers() {
                        let slots = shown.iter_mut().zip(covers(layer.cell));
                        for (slot, _) in slots.filter(|(_, is_covered)| *is_covered) {
                            *slot = Some(layer.ground);
                        }
                    }
                    assert_eq!(shown, types.map(Some));
                    let grounds: Vec<u8> = blend.layers().iter().map(|it| it.ground).collect();
                    assert!(grounds.is_sorted_by(|a, b| a < b), "{grounds:?}");
                    met[grounds.len()] += 1;
                }
            }
        }
        // 4 tiles of one type, 84 of two, 144 of three, 24 of four.
        assert_eq!(met, [0, 4, 84, 144, 24].map(|count| count * 64));
    }

    #[test]
    fn the_variation_chooses_the_lowest_types_cell_alone() {
        let cell = |variation, atlas| {
            let blend = TileBlend::new([3, 3, 7, 3], variation, |_| atlas);
            let [low, high] = blend.layers() else {
                panic!("two types");
            };
            assert_eq!((low.ground, high.ground, high.cell), (3, 7, 8));
            low.cell
        };
        assert_eq!(cell(0, AtlasKind::Plain), 0);
        assert_eq!(cell(1, AtlasKind::Plain), 15);
        assert_eq!(cell(31, AtlasKind::Plain), 15);
        for variation in 0..16 {
            assert_eq!(cell(variation, AtlasKind::Extended), 16 + variation);
        }
        assert_eq!(cell(16, AtlasKind::Extended), 15);
        assert_eq!(cell(17, AtlasKind::Extended), 0);
        assert_eq!(cell(31, AtlasKind::Extended), 0);
    }

    #[test]
    fn three_and_four_types_lie_over_one_another_from_the_lowest() {
        let cells = |types| {
            let blend = TileBlend::new(types, 0, |_| AtlasKind::Plain);
            let layers = blend.layers().iter();
            layers.map(|it| (it.ground, it.cell)).collect::<Vec<_>>()
        };
        assert_eq!(cells([1, 2, 3, 1]), [(1, 0), (2, 1), (3, 8)]);
        assert_eq!(cells([4, 3, 2, 1]), [(1, 0), (2, 8), (3, 1), (4, 2)]);
        assert_eq!(cells([0, 6, 6, 0]), [(0, 0), (6, 9)]);
        assert_eq!(cells([5; 4]), [(5, 0)]);
    }

    #[test]
    fn cells_lie_row_by_row_in_each_half() {
        assert_eq!(atlas_place(0), (0, 0));
        assert_eq!(atlas_place(7), (3, 1));
        assert_eq!(atlas_place(15), (3, 3));
        assert_eq!(atlas_place(16), (4, 0));
        assert_eq!(atlas_place(31), (7, 3));
    }

    fn map(width: u32, height: u32) -> CornerMap {
        let head = CornerMapHead {
            version: 11,
            tileset: b'L',
            custom_tileset: 0,
            ground_types: vec![*b"Ldrt", *b"Lgrs", *b"Lrok"],
            cliff_types: vec![*b"CLdi", *b"CLgr"],
            origin: [0.0; 2],
            rest: Vec::new(),
        };
        let corners = vec![Corner::LEVEL; (width * height) as usize];
        CornerMap::new(head, width, corners).expect("whole rows")
    }

    #[test]
    fn a_corner_at_a_cliff_shows_the_ground_of_the_cliff() {
        let mut map = map(4, 4);
        let corner = map.corner_mut(1, 1).unwrap();
        corner.set_layer(3);
        corner.set_cliff_type(Some(1));
        for (column, row) in [(0, 0), (1, 0), (0, 1)] {
            map.corner_mut(column, row).unwrap().set_cliff_type(Some(1));
        }
        map.corner_mut(2, 2).unwrap().set_flags(CornerFlags::BLIGHT);
        map.corner_mut(3, 3).unwrap().set_flags(CornerFlags::BLIGHT);
        let grounds = [None, Some(2)];
        for (index, _) in map.corners().iter().enumerate() {
            let (column, row) = map.place(index);
            let expected = match (column, row) {
                (0..3, 0..3) => 2,
                (3, 3) => 3,
                _ => 0,
            };
            let shown = map.shown_ground(column, row, &grounds);
            assert_eq!(shown, Some(expected), "{column}, {row}");
            // Without a table of cliffs, each shows its own or blight.
            let blighted = [(2, 2), (3, 3)].contains(&(column, row));
            let own = if blighted { 3 } else { 0 };
            assert_eq!(map.shown_ground(column, row, &[]), Some(own));
        }
        let blend = map
            .tile_blend(2, 2, &grounds, |_| AtlasKind::Plain)
            .unwrap();
        let layers = blend.layers().iter();
        let layers: Vec<_> = layers.map(|it| (it.ground, it.cell)).collect();
        assert_eq!(layers, [(0, 0), (2, 2), (3, 4)]);
        assert_eq!(map.tile_blend(3, 0, &grounds, |_| AtlasKind::Plain), None);
        assert_eq!(map.shown_ground(4, 0, &grounds), None);
    }

    #[test]
    fn a_single_corner_has_no_tile_and_shows_its_own_type() {
        let map = map(1, 1);
        assert_eq!(map.shown_ground(0, 0, &[Some(1)]), Some(0));
        assert_eq!(map.tile_blend(0, 0, &[], |_| AtlasKind::Plain), None);
    }
}
