//! The borders of neighbours where a texture leaves a map chunk: they do the same on the line that
//! both have, so that no seam opens.

use super::borders::sides_whole_with;
use super::held::Held;
use super::leaving::{Leaving, Shares};
use super::make_room::Room;
use super::painter::TexelPainter;
use super::rounding::nearest_given;
use super::spot::{State, held_at};
use super::views::{TextureNumber, by_layer, share_of, shares_by_texture, spread};
use crate::terrain::{
    AlphaDepth, ChunkPlace, ChunkShares, ChunkTexel, SEAM_TOLERANCE, TexelSpans, TextureLayer,
    TileMap, depth_of_layers, texels_of_border_bits,
};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

/// Neighbours as they will be, and where they change.
#[derive(Default)]
pub(super) struct Followers {
    neighbours: BTreeMap<ChunkPlace, Neighbour>,
    /// Where the map chunk itself meets them.
    own: Option<TexelSpans>,
}

/// A neighbour that shares a place of the border.
enum Neighbour {
    /// One that can follow, with where it does.
    Free(Box<Held>, TexelSpans),
    /// One that was asked before and stays as it is.
    Fixed(Vec<TextureNumber>, Arc<ChunkShares>),
}

/// One side of a place of the ground.
struct Side<'a> {
    numbers: &'a [TextureNumber],
    /// Its layers, and how finely their alphas are stored; `None` for one that stays as it is.
    stored: Option<(&'a [TextureLayer], AlphaDepth)>,
    texel: ChunkTexel,
    shares: Shares,
}

impl Followers {
    /// What neighbours must do where a texture leaves `room`, and what `made`, which is without it,
    /// has on the line that they share. `None` where one of them can't: it lacks what is there then,
    /// takes nothing, can't store it, or is protected.
    pub fn of(
        painter: &mut TexelPainter,
        map: &TileMap,
        place: ChunkPlace,
        (room, made): (&Room, &mut Room),
        leaving: Leaving,
    ) -> Option<Self> {
        let mut found = Self::default();
        if leaving.is_idle() {
            return Some(found);
        }
        let mut own = TexelSpans::NONE;
        for (column, row) in texels_of_border_bits(TexelSpans::ALL.border_bits()) {
            let shares = shares_by_texture(&room.numbers, &room.shares.texel(column, row));
            let texel = ChunkTexel { place, column, row };
            if share_of(&shares, leaving.texture) == 0 {
                continue;
            }
            let masks = painter.masks.as_ref();
            if masks.is_some_and(|masks| masks.protects_texel(texel)) {
                return None;
            }
            let beside = sides_whole_with(map, &mut painter.views, texel);
            if beside.is_empty() {
                continue;
            }
            own.add(row, column..column + 1);
            found.meet(painter, map, &beside)?;
            found.agree(map, made, (texel, shares), &beside, leaving)?;
        }
        found.neighbours.retain(|_, neighbour| match neighbour {
            Neighbour::Free(_, spans) => spans.rows().next().is_some(),
            Neighbour::Fixed(..) => false,
        });
        if !found.neighbours.is_empty() {
            found.own = Some(own);
        }
        let mut neighbours = found.neighbours.values_mut();
        neighbours
            .all(|neighbour| match neighbour {
                Neighbour::Free(held, spans) => is_stored(map, held, spans),
                Neighbour::Fixed(..) => true,
            })
            .then_some(found)
    }

    /// How many neighbours follow.
    pub fn count(&self) -> usize {
        self.neighbours.len()
    }

    /// Takes the map chunks beside a place in, if they are not yet.
    fn meet(
        &mut self,
        painter: &mut TexelPainter,
        map: &TileMap,
        beside: &[ChunkTexel],
    ) -> Option<()> {
        for side in beside {
            let Entry::Vacant(entry) = self.neighbours.entry(side.place) else {
                continue;
            };
            let state = painter.spots.get(&side.place).map(|spot| &spot.state);
            if state.is_some_and(State::is_refused) {
                let fixed = match held_at(&painter.spots, &side.place) {
                    Some(held) => (held.numbers.clone(), held.start.clone()),
                    None => {
                        let view = painter.views.see(map, side.place)?;
                        (view.numbers.clone(), view.shares.clone())
                    }
                };
                entry.insert(Neighbour::Fixed(fixed.0, fixed.1));
                continue;
            }
            let held = match state {
                Some(State::Held(held)) => held.clone(),
                other => {
                    let is_asked = matches!(other, Some(State::Idle));
                    let (room, original, _) = painter.room_of(map, side.place)?;
                    let mut held = Held::new(&original, room, map.alpha_depth);
                    held.is_asked = is_asked;
                    Box::new(held)
                }
            };
            entry.insert(Neighbour::Free(held, TexelSpans::NONE));
        }
        Some(())
    }

    /// Gives all sides of a place what is there without the texture.
    fn agree(
        &mut self,
        map: &TileMap,
        made: &mut Room,
        (texel, shares): (ChunkTexel, Shares),
        beside: &[ChunkTexel],
        leaving: Leaving,
    ) -> Option<()> {
        let own = Side {
            numbers: &made.numbers,
            stored: Some((&made.layers, depth_of_layers(&made.layers, map.alpha_depth))),
            texel,
            shares,
        };
        let mut sides = vec![own];
        for side in beside {
            sides.push(self.neighbours.get(&side.place)?.side(*side));
        }
        let has_all = |number: &TextureNumber| {
            *number != leaving.texture && sides.iter().all(|side| side.numbers.contains(number))
        };
        let takers: Vec<TextureNumber> = match leaving.into {
            Some(_) => made.numbers.clone(),
            None => made.numbers.iter().copied().filter(has_all).collect(),
        };
        let own_shares = &sides.first()?.shares;
        let wanted = leaving.without(own_shares, &takers)?;
        let stays = |side: &Side<'_>, to: &Shares| {
            // Within a step of it, a side that never had the texture may stay.
            let is_near = spread(&side.shares, to) <= SEAM_TOLERANCE;
            is_near && (side.stored.is_none() || share_of(&side.shares, leaving.texture) == 0)
        };
        let can_take = |side: &Side<'_>, to: &Shares| {
            let mut there = to.iter().filter(|(_, share)| *share > 0);
            side.stored.is_some() && there.all(|(number, _)| side.numbers.contains(number))
        };
        let is_coarse = |side: &Side<'_>| {
            let depth = side.stored.map(|(_, depth)| depth);
            depth == Some(AlphaDepth::Four)
        };
        let depth = match sides.iter().any(is_coarse) {
            true => AlphaDepth::Four,
            false => AlphaDepth::Eight,
        };
        let given = nearest_given(&wanted, (sides.len(), depth), |side, to| {
            let side = sides.get(side)?;
            match side.stored {
                _ if stays(side, to) => Some(side.shares.clone()),
                Some((_, AlphaDepth::Eight)) => can_take(side, to).then(|| to.clone()),
                Some((layers, depth)) => {
                    let given = || side.given(map, layers, depth, to);
                    can_take(side, to).then(given)
                }
                None => None,
            }
        })?;
        let is_same: Vec<bool> = sides
            .iter()
            .zip(&given)
            .map(|(side, given)| spread(&side.shares, given) == 0)
            .collect();
        let mut given = given.into_iter();
        let after = by_layer(&made.numbers, &given.next()?);
        Arc::make_mut(&mut made.shares).set_texel(texel.column, texel.row, &after);
        let changed = beside.iter().zip(given).zip(is_same.into_iter().skip(1));
        for ((side, shares), is_same) in changed {
            if let Some(Neighbour::Free(held, spans)) = self.neighbours.get_mut(&side.place)
                && !is_same
            {
                let shares = by_layer(&held.numbers, &shares);
                held.recast();
                let start = Arc::make_mut(&mut held.start);
                start.set_texel(side.column, side.row, &shares);
                held.now.set_texel(side.column, side.row, &shares);
                spans.add(side.row, side.column..side.column + 1);
            }
        }
        Some(())
    }

    /// Puts the neighbours into a stroke, whose next step works them out; tells whether there are
    /// any.
    pub fn take_in(self, painter: &mut TexelPainter, map: &TileMap, place: ChunkPlace) -> bool {
        let Some(own) = self.own else {
            return false;
        };
        painter.followed.push((place, own));
        for (place, neighbour) in self.neighbours {
            if let Neighbour::Free(held, spans) = neighbour {
                painter.followed.push((place, spans));
                painter.spot(map, place).state = State::Held(held);
            }
        }
        true
    }
}

impl Neighbour {
    fn side(&self, texel: ChunkTexel) -> Side<'_> {
        let (numbers, shares, stored) = match self {
            Self::Free(held, _) => (
                &held.numbers,
                &held.start,
                Some((held.ground.as_slice(), held.depth)),
            ),
            Self::Fixed(numbers, shares) => (numbers, shares, None),
        };
        Side {
            numbers,
            stored,
            texel,
            shares: shares_by_texture(numbers, &shares.texel(texel.column, texel.row)),
        }
    }
}

impl Side<'_> {
    /// What its alphas give at best where shares are wanted.
    fn given(
        &self,
        map: &TileMap,
        layers: &[TextureLayer],
        depth: AlphaDepth,
        wanted: &Shares,
    ) -> Shares {
        super::rounding::stored_as(map.blend, depth, (self.numbers, layers), self.texel, wanted).1
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
