//! A stroke of a brush on the texture layers of tiles, dab by dab.

use super::blur::{Blur, blurred};
use super::borders::{settle, uneven_texels};
use super::fifth_argument::FifthArgument;
use super::held::Held;
use super::holding::MadeWay;
use super::make_room::Way;
use super::masks::Masks;
use super::side_by_side::each_spot;
use super::spot::{Spot, State, held_at, held_at_mut};
use super::texel_tip::TexelTip;
use super::views::{TextureNumber, Views};
use crate::brush::Footprint;
use crate::edit::ground_tip::GroundDab;
use crate::edit::{EditError, GroundSample, TerrainBrush};
use crate::terrain::{
    BorderBits, ChunkPlace, ChunkTexel, MOST_LAYERS, NO_BITS, TexelSpans, TileId, TileMap,
    TileTexture, chunks_over, first_texel, texel_of_world, texels_of_border_bits, world_of_texel,
};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// Texels of radius from which on a brush in the hand moves in whole ones: nobody sees the
/// difference, and its strengths are worked out once.
const WHOLE_STEPS_FROM: f32 = 32.0;

/// What a stroke brings about.
#[derive(Clone, Debug)]
pub(in crate::edit) enum Aim {
    /// The share of a texture moves towards this one.
    Towards {
        /// The texture's path.
        texture: String,
        /// Its share, of which 255 is all.
        share: u8,
        /// What is done where it would be a fifth.
        fifth: FifthArgument,
    },
    /// The share of a texture goes to another one.
    Swap {
        /// The path of the texture that loses its share.
        from: String,
        /// The path of that which gets it.
        texture: String,
        /// What is done where it would be a fifth.
        fifth: FifthArgument,
    },
    /// Shares come nearer to those around, within so many texels.
    Smooth(u8),
    /// Shares go farther from those around, within so many texels.
    Sharpen(u8),
}

impl Aim {
    /// The path of the texture that map chunks get.
    pub fn texture(&self) -> Option<&str> {
        match self {
            Self::Towards { texture, .. } | Self::Swap { texture, .. } => Some(texture),
            Self::Smooth(_) | Self::Sharpen(_) => None,
        }
    }

    /// What is done where that would be a fifth.
    pub fn fifth(&self) -> Option<&FifthArgument> {
        match self {
            Self::Towards { fifth, .. } | Self::Swap { fifth, .. } => Some(fifth),
            Self::Smooth(_) | Self::Sharpen(_) => None,
        }
    }

    /// The same with another policy.
    pub fn with_fifth(&self, policy: &FifthArgument) -> Self {
        let mut aim = self.clone();
        if let Self::Towards { fifth, .. } | Self::Swap { fifth, .. } = &mut aim {
            fifth.clone_from(policy);
        }
        aim
    }
}

/// A stroke of a brush on the texture layers of tiles.
#[derive(Debug)]
pub(in crate::edit) struct TexelPainter {
    pub(super) aim: Aim,
    pub(super) target: Option<TextureNumber>,
    /// The texture whose share goes over to that of `target`.
    pub(super) source: Option<TextureNumber>,
    tip: TexelTip,
    accumulates: bool,
    pub(super) masks: Option<Masks>,
    pub(super) views: Views,
    pub(super) spots: BTreeMap<ChunkPlace, Spot>,
    /// Lists of tiles with the texture added, and those before.
    pub(super) lists: BTreeMap<TileId, [Vec<TileTexture>; 2]>,
    /// The ways to make room on map chunks where they were solved, the best first.
    pub(super) solution: BTreeMap<ChunkPlace, Vec<Way>>,
    /// Where room was made.
    pub(super) made: Vec<MadeWay>,
    /// Texels that changed since a texture left a map chunk.
    pub(super) followed: Vec<(ChunkPlace, TexelSpans)>,
    pub(super) unshown: Vec<ChunkPlace>,
    /// The map chunks that the last dab lay on.
    reached: Vec<ChunkPlace>,
}

/// What a dab added to a map chunk.
struct Raised {
    place: ChunkPlace,
    /// The texels where it added something.
    spans: TexelSpans,
    /// Whether their shares were worked out.
    is_done: bool,
}

impl TexelPainter {
    /// A stroke that has not begun.
    pub fn new(aim: Aim, brush: &TerrainBrush, map: &TileMap) -> Result<Self, EditError> {
        let mut views = Views::default();
        let target = aim.texture();
        let target = target.map(|texture| views.number(texture.as_bytes()));
        let source = match &aim {
            Aim::Swap { from, .. } => Some(views.number(from.as_bytes())),
            _ => None,
        };
        let masks = Masks::new(&brush.masks, &mut views);
        Ok(Self {
            aim,
            target,
            source,
            tip: TexelTip::new(brush, map)?,
            accumulates: brush.accumulate,
            masks,
            views,
            spots: BTreeMap::new(),
            lists: BTreeMap::new(),
            followed: Vec::new(),
            unshown: Vec::new(),
            solution: BTreeMap::new(),
            made: Vec::new(),
            reached: Vec::new(),
        })
    }

    /// A place as near to a dab's as nobody sees, where it costs less.
    pub(super) fn settled(&self, sample: GroundSample) -> GroundSample {
        let texel = texel_of_world(sample.position).map(f64::round);
        let is_on_map = texel.iter().all(|part| part.abs() < f64::from(i32::MAX));
        if self.tip.radius() < WHOLE_STEPS_FROM || !is_on_map {
            return sample;
        }
        let [column, row] = texel.map(|part| part as i32);
        GroundSample {
            position: world_of_texel(column, row),
            ..sample
        }
    }

    /// A map chunk that is reached from now on.
    pub(super) fn spot(&mut self, map: &TileMap, place: ChunkPlace) -> &mut Spot {
        match self.spots.entry(place) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                let masks = self.masks.as_ref();
                let mask = masks.map(|masks| masks.plane(map, &mut self.views, place));
                entry.insert(Spot::new(mask, State::Reached))
            }
        }
    }

    /// Takes what a dab adds to map chunks; the texels where it added something.
    ///
    /// Where nothing has to be asked first, what stands there is worked out at once, while it is at
    /// hand.
    fn raise(&mut self, places: &[ChunkPlace], footprint: &Footprint) -> Vec<Raised> {
        let accumulates = self.accumulates;
        let share = match self.aim {
            Aim::Towards { share, .. } => Some(share),
            _ => None,
        };
        let raised = each_spot(&mut self.spots, places, |at, spot| {
            let place = *places.get(at)?;
            let first = first_texel(place);
            let spans = spot.strengths.raise(first, footprint, accumulates)?;
            let is_done = share.filter(|_| spot.state.is_known());
            if let Some(share) = is_done {
                spot.move_shares(share, &spans);
            }
            Some(Raised {
                place,
                spans,
                is_done: is_done.is_some(),
            })
        });
        raised.into_iter().flatten().collect()
    }

    /// Works the shares of some texels of map chunks out anew.
    fn work_out_all(&mut self, map: &TileMap, raised: &[Raised]) {
        let Aim::Towards { share, .. } = self.aim else {
            for Raised { place, spans, .. } in raised {
                self.work_out(map, *place, spans);
            }
            return;
        };
        let places: Vec<ChunkPlace> = raised.iter().map(|raised| raised.place).collect();
        each_spot(&mut self.spots, &places, |at, spot| {
            if let Some(raised) = raised.get(at) {
                spot.move_shares(share, &raised.spans);
            }
        });
    }

    /// Works the shares of some texels out anew.
    fn work_out(&mut self, map: &TileMap, place: ChunkPlace, spans: &TexelSpans) {
        let Some(spot) = self.spots.get_mut(&place) else {
            return;
        };
        let (blur, reach) = match &self.aim {
            Aim::Towards { share, .. } => return spot.move_shares(*share, spans),
            Aim::Swap { .. } => return spot.swap_shares(self.source, spans),
            Aim::Smooth(reach) => (Blur::Smooth, i32::from(*reach)),
            Aim::Sharpen(reach) => (Blur::Sharpen, i32::from(*reach)),
        };
        let State::Held(held) = &mut spot.state else {
            return;
        };
        let strengths = spot.strengths.texels();
        for (row, columns) in spans.rows() {
            for column in columns {
                let texel = ChunkTexel { place, column, row };
                let strength = strengths.get(row).and_then(|row| row.get(column));
                let strength = strength.copied().unwrap_or(0);
                let shares: [u8; MOST_LAYERS] =
                    blurred(map, &mut self.views, held, texel, (blur, reach), strength);
                held.now.set_texel(column, row, &shares);
            }
        }
    }

    /// Paints the dabs of a sample.
    pub(super) fn paint(&mut self, map: &TileMap, sample: GroundSample, footprint: &mut Footprint) {
        for dab in self.tip.dabs(&sample) {
            self.paint_dab(map, &dab, footprint);
        }
    }

    /// Paints a dab.
    fn paint_dab(&mut self, map: &TileMap, dab: &GroundDab, footprint: &mut Footprint) {
        self.tip.print(dab, footprint);
        let Some((columns, rows)) = footprint.bounds() else {
            return;
        };
        let places = chunks_over(columns, rows);
        let places = places.filter(|place| map.chunk(*place).is_some());
        let places: Vec<ChunkPlace> = places.collect();
        if places != self.reached {
            for place in &places {
                self.spot(map, *place);
            }
        }
        let raised = self.raise(&places, footprint);
        self.reached = places;
        // What is worked on from now on may change what others start from.
        if !raised.iter().all(|raised| raised.is_done) {
            for raised in &raised {
                self.hold(map, raised.place);
            }
            self.work_out_all(map, &raised);
        }
        // What neighbours made them follow may name a map chunk that the dab reached too.
        let followed = std::mem::take(&mut self.followed);
        for (place, spans) in &followed {
            self.work_out(map, *place, spans);
        }
        let raised = raised.iter().map(|raised| (&raised.place, &raised.spans));
        let followed = followed.iter().map(|(place, spans)| (place, spans));
        let changed = raised.chain(followed);
        for (place, spans) in changed.clone() {
            self.settle(map, *place, spans.border_bits());
        }
        for (place, spans) in changed {
            if let Some(held) = held_at_mut(&mut self.spots, place) {
                held.change(spans);
                self.unshown.push(*place);
            }
        }
    }

    /// Makes the sides of texels on the border of a map chunk equal, unless they are so by
    /// themselves.
    fn settle(&mut self, map: &TileMap, place: ChunkPlace, bits: BorderBits) {
        let mut uneven = bits;
        if let Some(held) = held_at(&self.spots, &place) {
            uneven = match held.unknown(bits) {
                NO_BITS => held.uneven_of(bits),
                unknown => {
                    let found = uneven_texels(map, &self.spots, place, held, unknown);
                    let held = held_at_mut(&mut self.spots, &place);
                    held.map_or(bits, |held| held.learn(bits, found))
                }
            };
        }
        for (column, row) in texels_of_border_bits(uneven) {
            let texel = ChunkTexel { place, column, row };
            settle(map, &mut self.views, &mut self.spots, texel);
        }
    }

    pub(super) fn held(&mut self) -> impl Iterator<Item = (ChunkPlace, &mut Held)> {
        let spots = self.spots.iter_mut();
        spots.filter_map(|(place, spot)| Some((*place, spot.held_mut()?)))
    }
}
