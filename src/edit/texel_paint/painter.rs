//! A stroke of a brush on the texture layers of tiles, dab by dab.

use super::blur::{Blur, blurred};
use super::borders::{are_alike, settle};
use super::held::{Border, Held, Spans};
use super::make_room::FifthArgument;
use super::masks::{MaskPlane, Masks};
use super::rounding::round_all;
use super::telling::counted;
use super::views::{TextureNumber, Views};
use crate::brush::{Footprint, GridBrush, added, scaled};
use crate::document::Terrain;
use crate::edit::terrain_draft::TerrainDraft;
use crate::edit::terrain_stroke::GroundTool;
use crate::edit::{ChunkParts, EditError, GroundSample, TerrainBrush, TerrainChanges};
use crate::terrain::{
    ALPHA_SIDE, AlphaDepth, ChunkPlace, ChunkTexel, MOST_LAYERS, TEXEL_YARDS, TileId, TileMap,
    TileTexture, chunks_over, first_texel, move_shares, texel_of_world,
};
use std::collections::BTreeMap;

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
}

/// A map chunk that dabs reached.
#[derive(Debug)]
pub(super) struct Spot {
    /// How strongly each texel was touched.
    strengths: Box<[[u16; ALPHA_SIDE]; ALPHA_SIDE]>,
    mask: Option<MaskPlane>,
    pub state: State,
}

impl Spot {
    /// One that no dab touched yet.
    pub fn new(mask: Option<MaskPlane>, state: State) -> Self {
        Self {
            strengths: Box::new([[0; ALPHA_SIDE]; ALPHA_SIDE]),
            mask,
            state,
        }
    }
}

/// What a stroke does with a map chunk.
#[derive(Debug)]
pub(super) enum State {
    /// It was not yet asked.
    Reached,
    /// There is nothing to do.
    Idle,
    /// It can't take the texture.
    Refused,
    /// It is worked on.
    Held(Box<Held>),
}

impl State {
    /// Whether it was asked to take the texture and can't.
    pub fn is_refused(&self) -> bool {
        match self {
            Self::Refused => true,
            Self::Held(held) => held.is_refused,
            Self::Reached | Self::Idle => false,
        }
    }
}

/// A stroke of a brush on the texture layers of tiles.
#[derive(Debug)]
pub(in crate::edit) struct TexelPainter {
    pub(super) aim: Aim,
    pub(super) target: Option<TextureNumber>,
    /// The texture whose share goes over to that of `target`.
    pub(super) source: Option<TextureNumber>,
    brush: GridBrush,
    strength: f32,
    accumulates: bool,
    pub(super) masks: Option<Masks>,
    pub(super) views: Views,
    pub(super) spots: BTreeMap<ChunkPlace, Spot>,
    /// Lists of tiles with the texture added, and those before.
    pub(super) lists: BTreeMap<TileId, [Vec<TileTexture>; 2]>,
    /// Texels that changed since a map chunk merged textures.
    pub(super) followed: Vec<(ChunkPlace, Spans)>,
    unshown: Vec<ChunkPlace>,
    pub(super) evicted: usize,
    pub(super) merged: usize,
}

impl TexelPainter {
    /// A stroke that has not begun.
    pub fn new(aim: Aim, brush: &TerrainBrush) -> Self {
        let mut views = Views::default();
        let target = aim.texture();
        let target = target.map(|texture| views.number(texture.as_bytes()));
        let source = match &aim {
            Aim::Swap { from, .. } => Some(views.number(from.as_bytes())),
            _ => None,
        };
        let masks = Masks::new(&brush.masks, &mut views);
        Self {
            aim,
            target,
            source,
            brush: brush.on_grid(TEXEL_YARDS as f32),
            strength: brush.strength,
            accumulates: brush.accumulate,
            masks,
            views,
            spots: BTreeMap::new(),
            lists: BTreeMap::new(),
            followed: Vec::new(),
            unshown: Vec::new(),
            evicted: 0,
            merged: 0,
        }
    }

    /// Takes what a dab adds to a map chunk; the texels where it added something.
    fn raise(&mut self, map: &TileMap, place: ChunkPlace, footprint: &Footprint) -> Option<Spans> {
        let [left, top] = first_texel(place);
        let spot = match self.spots.entry(place) {
            std::collections::btree_map::Entry::Occupied(entry) => entry.into_mut(),
            std::collections::btree_map::Entry::Vacant(entry) => {
                let masks = self.masks.as_ref();
                let mask = masks.map(|masks| masks.plane(map, &mut self.views, place));
                entry.insert(Spot::new(mask, State::Reached))
            }
        };
        let mut spans = Spans::NONE;
        for (row, strengths) in spot.strengths.iter_mut().enumerate() {
            let (first, given) = footprint.row(top + row as i32);
            // Where the dab's row begins, in columns of the map chunk.
            let offset = first - left;
            let skipped = usize::try_from(-offset).unwrap_or(0);
            let begin = usize::try_from(offset).unwrap_or(0);
            let given = given.get(skipped..).unwrap_or_default();
            let texels = strengths.iter_mut().enumerate().skip(begin).zip(given);
            let mask = spot.mask.as_ref().and_then(|mask| mask.get(row));
            for ((column, kept), &strength) in texels {
                let share = mask.and_then(|mask| mask.get(column));
                let strength = share.map_or(strength, |share| scaled(strength, *share));
                let new = if self.accumulates {
                    added(*kept, strength)
                } else {
                    strength.max(*kept)
                };
                if new != *kept {
                    *kept = new;
                    spans.add(column, row);
                }
            }
        }
        (spans != Spans::NONE).then_some(spans)
    }

    /// Works the shares of some texels out anew.
    fn work_out(&mut self, map: &TileMap, place: ChunkPlace, spans: &Spans) {
        let Some(spot) = self.spots.get_mut(&place) else {
            return;
        };
        let State::Held(held) = &mut spot.state else {
            return;
        };
        held.touched.merge(spans);
        for (row, columns) in spans.rows() {
            let Some(strengths) = spot.strengths.get(row) else {
                continue;
            };
            let blur = match &self.aim {
                Aim::Towards { share, .. } => {
                    if let Some(target) = held.target {
                        let before = held.start.row(row);
                        let mut after = held.now.row_mut(row);
                        move_shares(
                            &before,
                            target,
                            *share,
                            &held.order,
                            strengths,
                            columns,
                            &mut after,
                        );
                    }
                    continue;
                }
                Aim::Swap { .. } => {
                    swap_row(held, self.source, row, columns, strengths);
                    continue;
                }
                Aim::Smooth(reach) => (Blur::Smooth, i32::from(*reach)),
                Aim::Sharpen(reach) => (Blur::Sharpen, i32::from(*reach)),
            };
            for column in columns {
                let texel = ChunkTexel { place, column, row };
                let strength = strengths.get(column).copied().unwrap_or(0);
                let shares: [u8; MOST_LAYERS] =
                    blurred(map, &mut self.views, held, texel, blur, strength);
                held.now.set_texel(column, row, &shares);
            }
        }
    }

    /// Paints a dab.
    fn paint(&mut self, map: &TileMap, sample: GroundSample, footprint: &mut Footprint) {
        let strength = self.strength * sample.pressure.clamp(0.0, 1.0);
        footprint.make(&self.brush, texel_of_world(sample.position), strength);
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
        raised.append(&mut self.followed);
        for (place, spans) in &raised {
            self.work_out(map, *place, spans);
        }
        for (place, spans) in &raised {
            for (column, row) in spans.on_border() {
                let place = *place;
                self.settle(map, ChunkTexel { place, column, row });
            }
        }
        for (place, spans) in &raised {
            if let Some(State::Held(held)) = self.spots.get_mut(place).map(|spot| &mut spot.state) {
                held.write(map.blend, AlphaDepth::Eight, spans);
                held.unshown.merge(spans);
                self.unshown.push(*place);
            }
        }
    }

    /// Makes the sides of a texel on a border equal, unless they are so by themselves.
    fn settle(&mut self, map: &TileMap, texel: ChunkTexel) {
        let known = |spots: &mut BTreeMap<ChunkPlace, Spot>, new: Option<Border>| {
            let State::Held(held) = &mut spots.get_mut(&texel.place)?.state else {
                return None;
            };
            let known = held.borders.get_mut(texel.row)?.get_mut(texel.column)?;
            *known = new.unwrap_or(*known);
            Some(*known)
        };
        match known(&mut self.spots, None) {
            Some(Border::Alike) => return,
            Some(Border::Unknown) => {
                let is_alike = are_alike(map, &self.spots, texel);
                let found = if is_alike {
                    Border::Alike
                } else {
                    Border::Uneven
                };
                known(&mut self.spots, Some(found));
                if is_alike {
                    return;
                }
            }
            Some(Border::Uneven) | None => {}
        }
        settle(map, &mut self.views, &mut self.spots, texel);
    }

    pub(super) fn held(&mut self) -> impl Iterator<Item = (ChunkPlace, &mut Held)> {
        let spots = self.spots.iter_mut();
        spots.filter_map(|(place, spot)| match &mut spot.state {
            State::Held(held) => Some((*place, held.as_mut())),
            _ => None,
        })
    }
}

impl GroundTool for TexelPainter {
    fn dab(&mut self, terrain: &Terrain, sample: GroundSample, footprint: &mut Footprint) {
        if let Some(map) = terrain.shape.tiles() {
            self.paint(map, sample, footprint);
        }
    }

    fn show(&mut self, terrain: &mut Terrain, changes: &mut TerrainChanges) {
        let id = terrain.id;
        let Some(map) = terrain.shape.tiles_mut() else {
            return;
        };
        for (tile, [after, _]) in &self.lists {
            if let Some(tile) = map.tiles.get_mut(tile)
                && tile.textures != *after
            {
                tile.textures.clone_from(after);
                changes.lists.insert(id);
            }
        }
        for place in std::mem::take(&mut self.unshown) {
            let held = self.spots.get_mut(&place).map(|spot| &mut spot.state);
            if let (Some(State::Held(held)), Some(chunk)) = (held, map.chunk_mut(place)) {
                held.show(&mut chunk.layers);
                changes.touch(id, place, ChunkParts::LAYERS);
            }
        }
    }

    fn put_back(&mut self, terrain: &mut Terrain, changes: &mut TerrainChanges) {
        let id = terrain.id;
        let Some(map) = terrain.shape.tiles_mut() else {
            return;
        };
        for (place, held) in self.held() {
            if let Some(chunk) = map.chunk_mut(place)
                && held.is_shown
            {
                chunk.layers.clone_from(&held.original);
                changes.touch(id, place, ChunkParts::LAYERS);
            }
        }
        for (tile, [after, before]) in &self.lists {
            if let Some(tile) = map.tiles.get_mut(tile)
                && after != before
            {
                tile.textures.clone_from(before);
                changes.lists.insert(id);
            }
        }
    }

    fn crowded(&self) -> Vec<ChunkPlace> {
        let refused = self.spots.iter();
        let refused = refused.filter(|(_, spot)| spot.state.is_refused());
        refused.map(|(place, _)| *place).collect()
    }

    fn finish(&mut self, draft: &mut TerrainDraft<'_>) -> Result<String, EditError> {
        let map = draft.tiles()?;
        round_all(map, &mut self.views, &mut self.spots);
        let mut count = 0;
        let mut listing = Vec::new();
        for (place, held) in self.held() {
            if !held.has_changed() {
                continue;
            }
            count += 1;
            let layers = std::mem::take(&mut held.layers);
            if held.origin.contains(&None) {
                listing.push(place.tile);
            }
            if held.is_recast() {
                draft.rearrange_layers(place, layers, &held.origin);
            } else {
                draft.set_layers(place, layers);
            }
        }
        for tile in listing {
            if let Some([after, _]) = self.lists.get(&tile) {
                draft.set_textures(tile, after.clone());
            }
        }
        self.tell(draft);
        let name = |texture: &str| {
            let name = texture.rsplit(['/', '\\']).next();
            name.unwrap_or_default().to_owned()
        };
        let verb = match &self.aim {
            Aim::Towards { texture, .. } => format!("Paint {}", name(texture)),
            Aim::Swap { from, texture, .. } => {
                format!("Swap {} for {}", name(from), name(texture))
            }
            Aim::Smooth(_) => "Smooth textures".to_owned(),
            Aim::Sharpen(_) => "Sharpen textures".to_owned(),
        };
        Ok(format!("{verb}, {}", counted(count)))
    }
}

/// Gives what the stroke takes of `source` in a row to the layer that is painted.
fn swap_row(
    held: &mut Held,
    source: Option<TextureNumber>,
    row: usize,
    columns: std::ops::Range<usize>,
    strengths: &[u16; ALPHA_SIDE],
) {
    let (Some(source), Some(target)) = (source, held.target) else {
        return;
    };
    for column in columns {
        let strength = strengths.get(column).copied().unwrap_or(0);
        let mut shares = held.start.texel(column, row);
        let mut taken = 0;
        for (number, share) in held.numbers.iter().zip(&mut shares) {
            if *number == source {
                let moved = (u32::from(*share) * u32::from(strength) + 32767) / 65535;
                *share -= moved as u8;
                taken += moved as u8;
            }
        }
        if let Some(share) = shares.get_mut(target) {
            *share = share.saturating_add(taken);
        }
        held.now.set_texel(column, row, &shares);
    }
}
