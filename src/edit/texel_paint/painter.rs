//! A stroke of a brush on the texture layers of tiles, dab by dab.

use super::blur::{Blur, blurred};
use super::borders::{are_alike, settle};
use super::held::{Border, Held, Spans};
use super::make_room::{FifthArgument, Made, Room};
use super::masks::{MaskPlane, Masks};
use super::rounding::round_all;
use super::texel_tip::TexelTip;
use super::views::{TextureNumber, Views};
use crate::brush::{Footprint, added, scaled};
use crate::document::Terrain;
use crate::edit::ground_tip::GroundDab;
use crate::edit::terrain_draft::{TerrainDraft, new_texture};
use crate::edit::terrain_stroke::GroundTool;
use crate::edit::{ChunkParts, EditError, GroundSample, TerrainBrush, TerrainChanges};
use crate::terrain::{
    ALPHA_SIDE, AlphaDepth, ChunkPlace, ChunkTexel, MOST_LAYERS, TileId, TileMap, TileTexture,
    chunks_over, depth_of_layers, first_texel, move_shares,
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
    /// Shares come nearer to those around, within so many texels.
    Smooth(u8),
    /// Shares go farther from those around, within so many texels.
    Sharpen(u8),
}

/// A map chunk that dabs reached.
#[derive(Debug)]
pub(super) struct Spot {
    /// How strongly each texel was touched.
    strengths: Box<[[u16; ALPHA_SIDE]; ALPHA_SIDE]>,
    mask: Option<MaskPlane>,
    pub state: State,
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

/// A stroke of a brush on the texture layers of tiles.
#[derive(Debug)]
pub(in crate::edit) struct TexelPainter {
    aim: Aim,
    target: Option<TextureNumber>,
    tip: TexelTip,
    accumulates: bool,
    masks: Option<Masks>,
    views: Views,
    spots: BTreeMap<ChunkPlace, Spot>,
    /// Lists of tiles with the texture added, and those before.
    lists: BTreeMap<TileId, [Vec<TileTexture>; 2]>,
    unshown: Vec<ChunkPlace>,
    evicted: usize,
    merged: usize,
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

    /// Takes what a dab adds to a map chunk; the texels where it added something.
    fn raise(&mut self, map: &TileMap, place: ChunkPlace, footprint: &Footprint) -> Option<Spans> {
        let [left, top] = first_texel(place);
        let spot = match self.spots.entry(place) {
            std::collections::btree_map::Entry::Occupied(entry) => entry.into_mut(),
            std::collections::btree_map::Entry::Vacant(entry) => {
                let masks = self.masks.as_ref();
                entry.insert(Spot {
                    strengths: Box::new([[0; ALPHA_SIDE]; ALPHA_SIDE]),
                    mask: masks.map(|masks| masks.plane(map, &mut self.views, place)),
                    state: State::Reached,
                })
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
        let Room {
            layers,
            shares,
            numbers,
            origin,
        } = room;
        let original = chunk.layers.clone();
        let mut held = Held::new(original, layers, shares, numbers, origin, depth);
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
    fn paint(&mut self, map: &TileMap, dab: &GroundDab, footprint: &mut Footprint) {
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

    fn held(&mut self) -> impl Iterator<Item = (ChunkPlace, &mut Held)> {
        let spots = self.spots.iter_mut();
        spots.filter_map(|(place, spot)| match &mut spot.state {
            State::Held(held) => Some((*place, held.as_mut())),
            _ => None,
        })
    }

    /// Tells where nothing was painted, and what gave way.
    fn tell(&self, draft: &mut TerrainDraft<'_>) {
        let refused = self.spots.iter();
        let refused = refused.filter(|(_, spot)| matches!(spot.state, State::Refused));
        let places: Vec<ChunkPlace> = refused.map(|(place, _)| *place).collect();
        if !places.is_empty() {
            draft.note(format!(
                "nothing was painted on {} that can take no further texture: {}",
                counted(places.len()),
                places_text(&places)
            ));
        }
        if self.evicted > 0 {
            draft.note(format!("a texture gave way on {}", counted(self.evicted)));
        }
        if self.merged > 0 {
            let chunks = counted(self.merged);
            draft.note(format!(
                "a texture went into one that looks like it on {chunks}"
            ));
        }
    }
}

impl GroundTool for TexelPainter {
    fn dab(&mut self, terrain: &Terrain, sample: GroundSample, footprint: &mut Footprint) {
        if let Some(map) = terrain.shape.tiles() {
            for dab in self.tip.dabs(&sample) {
                self.paint(map, &dab, footprint);
            }
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
        let verb = match &self.aim {
            Aim::Towards { texture, .. } => {
                let name = texture.rsplit(['/', '\\']).next().unwrap_or(texture);
                format!("Paint {name}")
            }
            Aim::Smooth(_) => "Smooth textures".to_owned(),
            Aim::Sharpen(_) => "Sharpen textures".to_owned(),
        };
        Ok(format!("{verb}, {}", counted(count)))
    }
}

fn counted(count: usize) -> String {
    match count {
        1 => "1 map chunk".to_owned(),
        count => format!("{count} map chunks"),
    }
}

/// The place of a map chunk in words, such as `31,33 (4, 5)`.
fn place_text(place: ChunkPlace) -> String {
    let ChunkPlace { tile, column, row } = place;
    format!("{},{} ({column}, {row})", tile.x, tile.y)
}

/// The first few places, and how many more there are.
fn places_text(places: &[ChunkPlace]) -> String {
    const NAMED: usize = 8;
    let named: Vec<String> = places.iter().take(NAMED).copied().map(place_text).collect();
    match places.len().saturating_sub(NAMED) {
        0 => named.join(", "),
        more => format!("{} and {more} more", named.join(", ")),
    }
}
