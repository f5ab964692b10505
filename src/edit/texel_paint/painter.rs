//! A stroke of a brush on the texture layers of tiles, dab by dab.

use super::blur::{Blur, blurred};
use super::borders::{settle, uneven_texels};
use super::held::Held;
use super::make_room::{FifthArgument, Made, Room};
use super::masks::Masks;
use super::spot::{Spot, State, held_at, held_at_mut};
use super::strengths::Strengths;
use super::texel_tip::TexelTip;
use super::views::{TextureNumber, Views};
use crate::brush::Footprint;
use crate::edit::ground_tip::GroundDab;
use crate::edit::terrain_draft::new_texture;
use crate::edit::{EditError, GroundSample, TerrainBrush};
use crate::terrain::{
    AlphaDepth, BorderBits, ChunkPlace, ChunkTexel, MOST_LAYERS, ShareMove, TexelSpans, TileId,
    TileMap, TileTexture, chunks_over, depth_of_layers, first_texel, texel_of_world,
    texels_of_border_bits, world_of_texel,
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
    /// Shares come nearer to those around, within so many texels.
    Smooth(u8),
    /// Shares go farther from those around, within so many texels.
    Sharpen(u8),
}

/// A stroke of a brush on the texture layers of tiles.
#[derive(Debug)]
pub(in crate::edit) struct TexelPainter {
    pub(super) aim: Aim,
    target: Option<TextureNumber>,
    tip: TexelTip,
    accumulates: bool,
    masks: Option<Masks>,
    pub(super) views: Views,
    pub(super) spots: BTreeMap<ChunkPlace, Spot>,
    /// Lists of tiles with the texture added, and those before.
    pub(super) lists: BTreeMap<TileId, [Vec<TileTexture>; 2]>,
    pub(super) unshown: Vec<ChunkPlace>,
    pub(super) evicted: usize,
    pub(super) merged: usize,
}

impl TexelPainter {
    /// A stroke that has not begun.
    pub fn new(aim: Aim, brush: &TerrainBrush, map: &TileMap) -> Result<Self, EditError> {
        let mut views = Views::default();
        let target = match &aim {
            Aim::Towards { texture, .. } => Some(views.number(texture.as_bytes())),
            Aim::Smooth(_) | Aim::Sharpen(_) => None,
        };
        let masks = Masks::new(&brush.masks, &mut views);
        Ok(Self {
            aim,
            target,
            tip: TexelTip::new(brush, map)?,
            accumulates: brush.accumulate,
            masks,
            views,
            spots: BTreeMap::new(),
            lists: BTreeMap::new(),
            unshown: Vec::new(),
            evicted: 0,
            merged: 0,
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

    /// Takes what a dab adds to a map chunk; the texels where it added something.
    fn raise(
        &mut self,
        map: &TileMap,
        place: ChunkPlace,
        footprint: &Footprint,
    ) -> Option<TexelSpans> {
        let spot = match self.spots.entry(place) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                let masks = self.masks.as_ref();
                let mask = masks.map(|masks| masks.plane(map, &mut self.views, place));
                entry.insert(Spot {
                    strengths: Strengths::new(mask),
                    state: State::Reached,
                })
            }
        };
        let first = first_texel(place);
        spot.strengths.raise(first, footprint, self.accumulates)
    }

    /// Begins to work on a map chunk, with a layer for what is painted.
    fn hold(&mut self, map: &TileMap, place: ChunkPlace) {
        let is_new = |spot: &&mut Spot| matches!(spot.state, State::Reached);
        if self
            .spots
            .get_mut(&place)
            .as_ref()
            .is_none_or(|spot| !is_new(spot))
        {
            return;
        }
        let state = self.begin_chunk(map, place).unwrap_or(State::Refused);
        if let Some(spot) = self.spots.get_mut(&place) {
            spot.state = state;
        }
    }

    fn begin_chunk(&mut self, map: &TileMap, place: ChunkPlace) -> Option<State> {
        let chunk = map.chunk(place)?;
        let view = self.views.see(map, place)?;
        let mut room = Room {
            layers: chunk.layers.clone(),
            shares: view.shares.clone(),
            numbers: view.numbers.clone(),
            origin: (0..chunk.layers.len()).map(Some).collect(),
        };
        let form = room.form(map.alpha_form());
        for layer in room.layers.iter_mut().skip(1) {
            crate::terrain::layer_above(layer, form);
        }
        let depth = depth_of_layers(&room.layers, map.alpha_depth);
        let mut target = None;
        if let (Aim::Towards { share, fifth, .. }, Some(number)) = (&self.aim, self.target) {
            if !room.numbers.contains(&number) {
                if *share == 0 {
                    return Some(State::Idle);
                }
                let made = room.make(fifth, &mut self.views, map.blend, map.alpha_depth, form)?;
                self.evicted += usize::from(made == Made::Evicted);
                self.merged += usize::from(made == Made::Merged);
                let texture = self.listed(map, place.tile)?;
                room.add(texture, number, map.alpha_form());
            }
            target = room.numbers.iter().position(|other| *other == number);
        }
        let mut held = Held::new(&chunk.layers, room, depth);
        held.target = target;
        Some(State::Held(Box::new(held)))
    }

    /// The position of the painted texture in the list of a tile, where it is added.
    fn listed(&mut self, map: &TileMap, tile: TileId) -> Option<u32> {
        let Aim::Towards { texture, .. } = &self.aim else {
            return None;
        };
        if !self.lists.contains_key(&tile) {
            let before = &map.tiles.get(&tile)?.textures;
            let mut after = before.clone();
            let number = self.target;
            let mut listed = before.iter();
            if listed.all(|listed| Some(self.views.number(&listed.path)) != number) {
                after.push(new_texture(texture));
            }
            self.lists.insert(tile, [after, before.clone()]);
        }
        let [after, _] = self.lists.get(&tile)?;
        let number = self.target?;
        let found = after
            .iter()
            .position(|listed| self.views.number(&listed.path) == number);
        found.map(|index| index as u32)
    }

    /// Works the shares of some texels out anew.
    fn work_out(&mut self, map: &TileMap, place: ChunkPlace, spans: &TexelSpans) {
        let Some(spot) = self.spots.get_mut(&place) else {
            return;
        };
        let State::Held(held) = &mut spot.state else {
            return;
        };
        held.touched.merge(spans);
        let strengths = spot.strengths.texels();
        let (blur, reach) = match &self.aim {
            Aim::Towards { share, .. } => {
                if let Some(target) = held.target {
                    ShareMove {
                        before: &held.start.planes,
                        target,
                        wanted: *share,
                        order: &held.order,
                        strengths,
                        spans,
                        after: &mut held.now.planes,
                    }
                    .run();
                }
                return;
            }
            Aim::Smooth(reach) => (Blur::Smooth, i32::from(*reach)),
            Aim::Sharpen(reach) => (Blur::Sharpen, i32::from(*reach)),
        };
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
        let mut raised = Vec::new();
        for place in chunks_over(columns, rows).filter(|place| map.chunk(*place).is_some()) {
            if let Some(spans) = self.raise(map, place, footprint) {
                raised.push((place, spans));
            }
        }
        for (place, _) in &raised {
            self.hold(map, *place);
        }
        for (place, spans) in &raised {
            self.work_out(map, *place, spans);
        }
        for (place, spans) in &raised {
            self.settle(map, *place, spans.border_bits());
        }
        for (place, spans) in &raised {
            if let Some(held) = held_at_mut(&mut self.spots, place) {
                held.write(map.blend, AlphaDepth::Eight, spans);
                held.unshown.merge(spans);
                self.unshown.push(*place);
            }
        }
    }

    /// Makes the sides of texels on the border of a map chunk equal, unless they are so by
    /// themselves.
    fn settle(&mut self, map: &TileMap, place: ChunkPlace, bits: BorderBits) {
        let mut uneven = bits;
        if let Some(held) = held_at(&self.spots, &place) {
            let unknown = held.unknown(bits);
            let found = uneven_texels(map, &self.spots, place, held, unknown);
            if let Some(held) = held_at_mut(&mut self.spots, &place) {
                uneven = held.learn(bits, found);
            }
        }
        for (column, row) in texels_of_border_bits(uneven) {
            let texel = ChunkTexel { place, column, row };
            settle(map, &mut self.views, &mut self.spots, texel);
        }
    }

    pub(super) fn held(&mut self) -> impl Iterator<Item = (ChunkPlace, &mut Held)> {
        let spots = self.spots.iter_mut();
        spots.filter_map(|(place, spot)| match &mut spot.state {
            State::Held(held) => Some((*place, held.as_mut())),
            _ => None,
        })
    }
}
