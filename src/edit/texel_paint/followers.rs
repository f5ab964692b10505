//! The borders of neighbours where a texture of a map chunk goes into another: they do the same on
//! the line that both have, so that no seam opens.

use super::borders::{sides_on, was_whole};
use super::held::Held;
use super::make_room::Room;
use super::painter::TexelPainter;
use super::spot::{Spot, State};
use super::views::{TextureNumber, share_of, shares_by_texture};
use crate::terrain::{
    ChunkPlace, ChunkShares, ChunkTexel, TexelSpans, TileMap, depth_of_layers,
    texels_of_border_bits,
};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

/// Neighbours as they will be, and where they change.
#[derive(Default)]
pub(super) struct Followers {
    neighbours: BTreeMap<ChunkPlace, (Box<Held>, TexelSpans)>,
    /// Where the map chunk itself meets them.
    own: Option<TexelSpans>,
}

impl Followers {
    /// What neighbours must do where the first of a pair goes into the second; `None` where one of
    /// them can't: it lacks the second, takes nothing, or is protected.
    pub fn of(
        painter: &mut TexelPainter,
        map: &TileMap,
        place: ChunkPlace,
        room: &Room,
        [from, into]: [TextureNumber; 2],
    ) -> Option<Self> {
        let mut found = Self::default();
        let mut own = TexelSpans::NONE;
        for (column, row) in texels_of_border_bits(TexelSpans::ALL.border_bits()) {
            let shares = shares_by_texture(&room.numbers, &room.shares.texel(column, row));
            let texel = ChunkTexel { place, column, row };
            if share_of(&shares, from) == 0 {
                continue;
            }
            let masks = painter.masks.as_ref();
            if masks.is_some_and(|masks| masks.protects_texel(texel)) {
                return None;
            }
            let sides = sides_on(map, texel);
            if sides.len() < 2 || !was_whole(map, &mut painter.views, &sides) {
                continue;
            }
            own.add(row, column..column + 1);
            for side in sides.into_iter().filter(|side| side.place != place) {
                found.follow(painter, map, side, [from, into])?;
            }
        }
        if !found.neighbours.is_empty() {
            found.own = Some(own);
        }
        let mut neighbours = found.neighbours.values_mut();
        neighbours
            .all(|(held, spans)| is_stored(map, held, spans))
            .then_some(found)
    }

    fn follow(
        &mut self,
        painter: &mut TexelPainter,
        map: &TileMap,
        side: ChunkTexel,
        [from, into]: [TextureNumber; 2],
    ) -> Option<()> {
        let (held, spans) = match self.neighbours.entry(side.place) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                let (room, original, _) = painter.room_of(map, side.place)?;
                let state = painter.spots.get(&side.place).map(|spot| &spot.state);
                let texel = room.shares.texel(side.column, side.row);
                if share_of(&shares_by_texture(&room.numbers, &texel), from) == 0 {
                    return Some(());
                }
                let held = match state {
                    Some(state) if state.is_refused() => return None,
                    Some(State::Held(held)) => held.as_ref().clone(),
                    other => {
                        let depth = depth_of_layers(&room.layers, map.alpha_depth);
                        let is_asked = matches!(other, Some(State::Idle));
                        let mut held = Held::new(&original, room, depth);
                        held.is_asked = is_asked;
                        held
                    }
                };
                entry.insert((Box::new(held), TexelSpans::NONE))
            }
        };
        let mut shares = held.start.texel(side.column, side.row);
        let mut taken = 0;
        for (number, share) in held.numbers.iter().zip(&mut shares) {
            if *number == from {
                taken += std::mem::take(share);
            }
        }
        if taken == 0 {
            return Some(());
        }
        let layer = held.numbers.iter().position(|number| *number == into)?;
        *shares.get_mut(layer)? += taken;
        held.recast();
        Arc::make_mut(&mut held.start).set_texel(side.column, side.row, &shares);
        held.now.set_texel(side.column, side.row, &shares);
        spans.add(side.row, side.column..side.column + 1);
        Some(())
    }

    /// Puts the neighbours into a stroke, whose next step works them out; tells whether there are
    /// any.
    pub fn take_in(self, painter: &mut TexelPainter, map: &TileMap, place: ChunkPlace) -> bool {
        let Some(own) = self.own else {
            return false;
        };
        painter.followed.push((place, own));
        for (place, (held, spans)) in self.neighbours {
            painter.followed.push((place, spans));
            let state = State::Held(held);
            match painter.spots.get_mut(&place) {
                Some(spot) => spot.state = state,
                None => {
                    let masks = painter.masks.as_ref();
                    let mask = masks.map(|masks| masks.plane(map, &mut painter.views, place));
                    painter.spots.insert(place, Spot::new(mask, state));
                }
            }
        }
        true
    }
}

/// Writes what a neighbour starts from into its layers; whether alphas can give it.
fn is_stored(map: &TileMap, held: &mut Held, spans: &TexelSpans) -> bool {
    for (row, columns) in spans.rows() {
        let start = &held.start;
        start.write_row(map.blend, held.depth, &mut held.ground, row, columns);
    }
    held.ground_changed();
    let Some(stored) = ChunkShares::of(map.blend, &held.ground) else {
        return false;
    };
    let mut texels = texels_of_border_bits(spans.border_bits());
    texels.all(|(column, row)| stored.texel(column, row) == held.start.texel(column, row))
}
