//! Finds borders of map chunks where a texture breaks off.

use super::alpha_map::ALPHA_SIDE;
use super::border::{LAST, TextureNumbers, share_of, texel_weights};
use super::effective_weights::MOST_LAYERS;
use super::tile_map::{ChunkPlace, TileMap};
use std::collections::BTreeSet;

/// The largest difference of shares, of which 255 is all, that is no fault.
pub const SEAM_TOLERANCE: u8 = 1;

/// Where the neighbour of a map chunk is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SeamSide {
    /// The eastern border, 64 texels from north to south.
    East,
    /// The southern border, 64 texels from west to east.
    South,
    /// The corner in the south-east.
    SouthEast,
    /// The corner in the south-west.
    SouthWest,
}

/// What is wrong with a texture on a border.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SeamFault {
    /// Both sides have the texture, with other shares.
    Differs,
    /// Only the map chunk itself has the texture.
    MissingNextDoor,
    /// Only its neighbour has the texture.
    MissingHere,
}

/// How much of it one sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SeamSeverity {
    /// At most one step of a 4-bit alpha map.
    Slight,
    /// More.
    Visible,
}

/// A texture that breaks off on a border.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeamFinding {
    /// The map chunk to the north or west of the border.
    pub place: ChunkPlace,
    /// Which of its borders.
    pub side: SeamSide,
    /// The texture's path: lower case, with one kind of slash.
    pub texture: Vec<u8>,
    /// What is wrong.
    pub fault: SeamFault,
    /// How many texels of the border differ.
    pub texel_count: usize,
    /// The texel with the largest difference, counted along the border.
    pub worst_texel: usize,
    /// The largest difference, of which 255 is all.
    pub worst: u8,
    /// How much of it one sees.
    pub severity: SeamSeverity,
}

impl SeamSide {
    /// All sides.
    pub const ALL: [Self; 4] = [Self::East, Self::South, Self::SouthEast, Self::SouthWest];

    /// The steps to the neighbour: columns to the east, rows to the south.
    pub fn step(self) -> (i32, i32) {
        match self {
            Self::East => (1, 0),
            Self::South => (0, 1),
            Self::SouthEast => (1, 1),
            Self::SouthWest => (-1, 1),
        }
    }

    /// Texels along it.
    fn length(self) -> usize {
        match self {
            Self::East | Self::South => ALPHA_SIDE,
            Self::SouthEast | Self::SouthWest => 1,
        }
    }

    /// Column and row of a texel of it, here and next door.
    fn texels(self, along: usize) -> [(usize, usize); 2] {
        match self {
            Self::East => [(LAST, along), (0, along)],
            Self::South => [(along, LAST), (along, 0)],
            Self::SouthEast => [(LAST, LAST), (0, 0)],
            Self::SouthWest => [(0, LAST), (LAST, 0)],
        }
    }
}

/// All borders of map chunks, also between tiles, where the share of a texture differs by more than
/// [`SEAM_TOLERANCE`]; in the order of the map chunks.
pub fn audit_seams(map: &TileMap) -> Vec<SeamFinding> {
    let numbers = TextureNumbers::of(map);
    let mut found = Vec::new();
    for (place, _) in map.chunks() {
        for side in SeamSide::ALL {
            let (columns, rows) = side.step();
            if let Some(next) = place.shifted(columns, rows) {
                audit_side(map, &numbers, [place, next], side, &mut found);
            }
        }
    }
    found
}

/// The same for borders of these map chunks alone.
pub fn audit_seams_around(map: &TileMap, places: &BTreeSet<ChunkPlace>) -> Vec<SeamFinding> {
    let numbers = TextureNumbers::of(map);
    let mut found = Vec::new();
    // A border is told of by the map chunk to the north or west of it.
    let steps = SeamSide::ALL.map(SeamSide::step);
    let around = places.iter().flat_map(|place| {
        let before = steps.iter();
        let before = before.filter_map(|(columns, rows)| place.shifted(-columns, -rows));
        before.chain([*place])
    });
    let around: BTreeSet<ChunkPlace> = around.collect();
    for place in around {
        for side in SeamSide::ALL {
            let (columns, rows) = side.step();
            if let Some(next) = place.shifted(columns, rows)
                && (places.contains(&place) || places.contains(&next))
            {
                audit_side(map, &numbers, [place, next], side, &mut found);
            }
        }
    }
    found
}

fn audit_side(
    map: &TileMap,
    numbers: &TextureNumbers,
    places: [ChunkPlace; 2],
    side: SeamSide,
    found: &mut Vec<SeamFinding>,
) {
    let [place, next] = places;
    let (Some(here), Some(there)) = (map.chunk(place), map.chunk(next)) else {
        return;
    };
    let (own, other) = (numbers.of_chunk(place), numbers.of_chunk(next));
    let weights: Vec<[[u8; MOST_LAYERS]; 2]> = (0..side.length())
        .map(|along| {
            let [(column, row), (next_column, next_row)] = side.texels(along);
            [
                texel_weights(map.blend, here, column, row),
                texel_weights(map.blend, there, next_column, next_row),
            ]
        })
        .collect();
    let mut textures = [own, other].concat();
    textures.sort_unstable();
    textures.dedup();
    for texture in textures {
        let (mut texel_count, mut worst, mut worst_texel) = (0, 0, 0);
        for (along, [here, there]) in weights.iter().enumerate() {
            let share = share_of(own, here, texture);
            let off = share.abs_diff(share_of(other, there, texture));
            texel_count += usize::from(off > SEAM_TOLERANCE);
            if off > worst {
                (worst, worst_texel) = (off, along);
            }
        }
        if texel_count == 0 {
            continue;
        }
        found.push(SeamFinding {
            place,
            side,
            texture: numbers.keys.get(texture).cloned().unwrap_or_default(),
            fault: match (own.contains(&texture), other.contains(&texture)) {
                (true, false) => SeamFault::MissingNextDoor,
                (false, _) => SeamFault::MissingHere,
                (true, true) => SeamFault::Differs,
            },
            texel_count,
            worst_texel,
            worst,
            severity: if worst <= 17 {
                SeamSeverity::Slight
            } else {
                SeamSeverity::Visible
            },
        });
    }
}
