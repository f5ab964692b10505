//! How much of a brush each texel takes.

use super::views::{TextureNumber, Views};
use crate::brush::{RangeMask, WHOLE};
use crate::edit::{GroundRectangle, TerrainMasks};
use crate::terrain::{
    ALPHA_SIDE, ChunkPlace, ChunkTexel, TileMap, first_texel, texel_relief, texel_sides,
    world_of_texel,
};

/// How much of a brush each texel of a map chunk takes; 65535 is all.
pub(super) type MaskPlane = Box<[[u16; ALPHA_SIDE]; ALPHA_SIDE]>;

/// What a brush leaves alone.
#[derive(Debug)]
pub(super) struct Masks {
    slope: Option<RangeMask>,
    height: Option<RangeMask>,
    only: Vec<TextureNumber>,
    never: Vec<TextureNumber>,
    protected: Vec<GroundRectangle>,
}

impl Masks {
    /// The masks of a brush; `None` where it leaves nothing alone.
    pub fn new(masks: &TerrainMasks, views: &mut Views) -> Option<Self> {
        let mut numbers = |paths: &[String]| -> Vec<TextureNumber> {
            paths
                .iter()
                .map(|path| views.number(path.as_bytes()))
                .collect()
        };
        (!masks.is_empty()).then(|| Self {
            slope: masks.slope.map(|slope| RangeMask {
                from: slope.from_deg,
                to: slope.to_deg,
                soft: slope.soft_deg,
                is_inverted: slope.invert,
            }),
            height: masks.height.map(|height| RangeMask {
                from: height.from,
                to: height.to,
                soft: height.soft,
                is_inverted: height.invert,
            }),
            only: numbers(&masks.only_textures),
            never: numbers(&masks.never_textures),
            protected: masks.protected.clone(),
        })
    }

    /// Whether any part of a map chunk is protected, but for its borders.
    pub fn protects_any(&self, place: ChunkPlace) -> bool {
        let [left, top] = first_texel(place);
        let last = ALPHA_SIDE as i32 - 2;
        let [north, west] = world_of_texel(left + 1, top + 1);
        let [south, east] = world_of_texel(left + last, top + last);
        self.protected.iter().any(|rectangle| {
            rectangle.min[0] <= north
                && rectangle.max[0] >= south
                && rectangle.min[1] <= west
                && rectangle.max[1] >= east
        })
    }

    /// Whether a texel is protected.
    pub fn protects_texel(&self, texel: ChunkTexel) -> bool {
        let [left, top] = first_texel(texel.place);
        let world = world_of_texel(left + texel.column as i32, top + texel.row as i32);
        self.protected
            .iter()
            .any(|rectangle| rectangle.contains(world))
    }

    /// The mask of a map chunk. On its borders the least of all sides counts, so that they agree.
    pub fn plane(&self, map: &TileMap, views: &mut Views, place: ChunkPlace) -> MaskPlane {
        let mut plane = Box::new([[0; ALPHA_SIDE]; ALPHA_SIDE]);
        for (row, line) in plane.iter_mut().enumerate() {
            for (column, share) in line.iter_mut().enumerate() {
                let texel = ChunkTexel { place, column, row };
                let sides = texel_sides(texel).filter(|side| map.chunk(side.place).is_some());
                let least = sides.map(|side| self.share(map, views, side));
                *share = least.min().unwrap_or(0);
            }
        }
        plane
    }

    fn share(&self, map: &TileMap, views: &mut Views, texel: ChunkTexel) -> u16 {
        if self.protects_texel(texel) {
            return 0;
        }
        let mut share = 1.0;
        if let Some(chunk) = map.chunk(texel.place)
            && (self.slope.is_some() || self.height.is_some())
        {
            let [height, slope] = texel_relief(chunk, texel.column, texel.row);
            share *= self.slope.map_or(1.0, |mask| mask.share(slope));
            share *= self.height.map_or(1.0, |mask| mask.share(height));
        }
        if !(self.only.is_empty() && self.never.is_empty()) {
            let shares = views.texel(map, texel);
            let covered = |numbers: &[TextureNumber]| {
                let own = shares.iter().filter(|(number, _)| numbers.contains(number));
                own.map(|(_, share)| f32::from(*share)).sum::<f32>() / 255.0
            };
            if !self.only.is_empty() {
                share *= covered(&self.only).min(1.0);
            }
            share *= (1.0 - covered(&self.never)).max(0.0);
        }
        (share * f32::from(WHOLE)).round() as u16
    }
}
