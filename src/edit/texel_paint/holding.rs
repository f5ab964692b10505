//! How a stroke begins to work on a map chunk: a layer for what is painted, room made for it.

use super::borders::sides_whole_with;
use super::fifth_argument::FifthChoice;
use super::followers::Followers;
use super::held::Held;
use super::make_room::{Room, Way};
use super::painter::{Aim, TexelPainter};
use super::spot::State;
use super::views::TextureNumber;
use crate::edit::texture_paths::new_texture;
use crate::terrain::{ChunkPlace, ChunkTexel, TextureLayer, TileId, TileMap, layer_above};

/// A map chunk with room made, and what its neighbours must do too.
pub(super) struct MadeRoom {
    pub room: Room,
    pub way: Way,
    pub followers: Followers,
}

/// How room was made.
#[derive(Clone, Debug)]
pub(super) struct MadeWay {
    pub choice: FifthChoice,
    /// How many neighbours followed.
    pub neighbours: usize,
}

impl TexelPainter {
    /// Begins to work on a map chunk, with a layer for what is painted.
    pub(super) fn hold(&mut self, map: &TileMap, place: ChunkPlace) {
        let is_new = match self.spots.get(&place).map(|spot| &spot.state) {
            Some(State::Reached) => true,
            Some(State::Held(held)) => !held.is_asked,
            _ => false,
        };
        if !is_new {
            return;
        }
        let state = self.begin_chunk(map, place);
        let Some(spot) = self.spots.get_mut(&place) else {
            return;
        };
        match (state, &mut spot.state) {
            (Some(State::Held(held)), state) => *state = State::Held(held),
            // What follows its neighbours does so whether it takes the texture or not.
            (None, State::Held(held)) => (held.is_asked, held.is_refused) = (true, true),
            (_, State::Held(held)) => held.is_asked = true,
            (state, kept) => *kept = state.unwrap_or(State::Refused),
        }
    }

    /// The layers of a map chunk as the stroke found them, or as they followed its neighbours.
    pub(super) fn room_of(
        &mut self,
        map: &TileMap,
        place: ChunkPlace,
    ) -> Option<(Room, Vec<TextureLayer>, bool)> {
        if let Some(State::Held(held)) = self.spots.get(&place).map(|spot| &spot.state) {
            let room = Room {
                layers: held.ground.clone(),
                shares: held.start.clone(),
                numbers: held.numbers.clone(),
                origin: held.origin.clone(),
            };
            return Some((room, held.original().clone(), held.follows));
        }
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
            layer_above(layer, form);
        }
        Some((room, chunk.layers.clone(), false))
    }

    fn begin_chunk(&mut self, map: &TileMap, place: ChunkPlace) -> Option<State> {
        if map
            .chunk(place)
            .is_some_and(|chunk| chunk.layers.is_empty())
        {
            return Some(State::Bare);
        }
        let (mut room, original, mut follows) = self.room_of(map, place)?;
        let mut target = None;
        if let Some(number) = self.target {
            let is_idle = match &self.aim {
                Aim::Towards { share, .. } => *share == 0 && !room.numbers.contains(&number),
                _ => !self
                    .source
                    .is_some_and(|source| room.numbers.contains(&source)),
            };
            if is_idle {
                return Some(State::Idle);
            }
            if !room.numbers.contains(&number) {
                if !room.is_free() {
                    let made = self.make_room(map, place, &room)?;
                    self.made.push(MadeWay {
                        choice: room.choice(map, place, made.way),
                        neighbours: made.followers.count(),
                    });
                    follows |= made.followers.take_in(self, map, place);
                    room = made.room;
                }
                let texture = self.listed(map, place.tile)?;
                room.add(texture, number, map.alpha_form());
            }
            target = room.numbers.iter().position(|other| *other == number);
        }
        let mut held = Held::new(&original, room, map.alpha_depth);
        (held.target, held.follows) = (target, follows);
        Some(State::Held(Box::new(held)))
    }

    /// Makes room for one more layer in the first way that leaves no seam; `None` without any.
    pub(super) fn make_room(
        &mut self,
        map: &TileMap,
        place: ChunkPlace,
        room: &Room,
    ) -> Option<MadeRoom> {
        let fifth = self.aim.fifth()?;
        let solution = self.solution.get(&place).map(Vec::as_slice);
        let ways = room.ways(place, fifth, solution, &mut self.views, self.source);
        let mut ways = ways.into_iter();
        ways.find_map(|way| self.make_room_by(map, place, room, way))
    }

    /// Makes room in one way; `None` where it can't be done.
    pub(super) fn make_room_by(
        &mut self,
        map: &TileMap,
        place: ChunkPlace,
        room: &Room,
        way: Way,
    ) -> Option<MadeRoom> {
        // What is protected stays as it is, and room is made on the whole of a map chunk.
        let masks = self.masks.as_ref();
        if masks.is_some_and(|masks| masks.protects_any(place)) {
            return None;
        }
        let form = room.form(map.alpha_form());
        let mut made = room.without(way);
        let leaving = room.leaving(way)?;
        let followers = Followers::of(self, map, place, (room, &mut made), leaving)?;
        let made = made.stored(map, form, |column, row| {
            let texel = ChunkTexel { place, column, row };
            !sides_whole_with(map, &mut self.views, texel).is_empty()
        })?;
        Some(MadeRoom {
            room: made,
            way,
            followers,
        })
    }

    /// The position of the painted texture in the list of a tile, where it is added.
    fn listed(&mut self, map: &TileMap, tile: TileId) -> Option<u32> {
        let texture = self.aim.texture()?;
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
        let number: TextureNumber = self.target?;
        let found = after
            .iter()
            .position(|listed| self.views.number(&listed.path) == number);
        found.map(|index| index as u32)
    }
}
