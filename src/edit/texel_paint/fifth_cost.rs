//! What the ways to make room for a fifth texture would give up on a map chunk, told before anything
//! is done.

use super::fifth_argument::{FifthArgument, FifthChoice};
use super::make_room::{Room, Way};
use super::painter::TexelPainter;
use super::words::file_name;
use crate::terrain::{ChunkPlace, DRAWN_LAYERS, TileMap};

/// What is given up on a map chunk for one more texture.
#[derive(Clone, Debug, PartialEq)]
pub enum FifthCost {
    /// Nothing: there is room, or it has the texture.
    Nothing,
    /// A texture gives way.
    GivesWay {
        /// Its path.
        texture: String,
        /// How much of the map chunk it covers, 0 to 1.
        share: f32,
        /// How many neighbours lose it on the line that they share.
        neighbours: usize,
    },
    /// A texture goes into another one.
    Merges {
        /// Its path.
        from: String,
        /// The path of the other one.
        into: String,
        /// How much of the map chunk it covers, 0 to 1.
        share: f32,
        /// How many neighbours do the same on the line that they share.
        neighbours: usize,
    },
    /// Nothing is painted there: why, as the end of a sentence.
    Refused(String),
}

impl FifthCost {
    /// What a choice costs that can be done.
    pub(super) fn of(choice: FifthChoice, share: f32, neighbours: usize) -> Self {
        match choice.into {
            None => Self::GivesWay {
                texture: choice.texture,
                share,
                neighbours,
            },
            Some(into) => Self::Merges {
                from: choice.texture,
                into,
                share,
                neighbours,
            },
        }
    }
}

impl Room {
    /// A way as it is told and kept.
    pub fn choice(&self, map: &TileMap, place: ChunkPlace, way: Way) -> FifthChoice {
        let name = |layer: usize| layer_name(map, place, self, layer);
        let into = match way {
            Way::Evict(_) => None,
            Way::Merge(_, into) => Some(name(into)),
        };
        FifthChoice::new(place, name(way.layer()), into)
    }
}

impl TexelPainter {
    /// What a stroke that begins on a map chunk would give up there.
    pub(in crate::edit) fn cost(mut self, map: &TileMap, place: ChunkPlace) -> FifthCost {
        let Some((room, ..)) = self.room_of(map, place) else {
            return FifthCost::Refused("its layers can't be told".to_owned());
        };
        let has = |number: &usize| room.numbers.contains(number);
        if room.is_free() || self.target.as_ref().is_some_and(has) {
            return FifthCost::Nothing;
        }
        let Some(made) = self.make_room(map, place, &room) else {
            return FifthCost::Refused(self.reason(map, place, &room));
        };
        let means = room.shares.means();
        let share = means.get(made.way.layer()).copied().unwrap_or(0.0);
        let choice = room.choice(map, place, made.way);
        FifthCost::of(choice, share, made.followers.count())
    }

    /// Why no room can be made.
    pub(super) fn reason(&mut self, map: &TileMap, place: ChunkPlace, room: &Room) -> String {
        let masks = self.masks.as_ref();
        if room.layers.len() > DRAWN_LAYERS {
            return format!("it has {} textures", room.layers.len());
        }
        if masks.is_some_and(|masks| masks.protects_any(place)) {
            return "a part of it is protected".to_owned();
        }
        let fifth = self.aim.fifth().cloned().unwrap_or_default();
        let solution = self.solution.get(&place).map(Vec::as_slice);
        let ways = room.ways(place, &fifth, solution, &mut self.views, self.source);
        let means = room.shares.means();
        if let Some(way) = ways.first() {
            let name = |layer: usize| file_name(&layer_name(map, place, room, layer)).to_owned();
            let going = name(way.layer());
            let percent = means.get(way.layer()).copied().unwrap_or(0.0) * 100.0;
            return match way {
                Way::Merge(_, into) => format!(
                    "{going} goes on next door, where {} is not or can't follow",
                    name(*into)
                ),
                Way::Evict(_) => format!(
                    "{going} covers {percent:.1} % and goes on next door, which can't follow"
                ),
            };
        }
        match fifth {
            FifthArgument::Refuse => "it has four other textures".to_owned(),
            FifthArgument::Evict { below_percent } => {
                format!("every texture covers {below_percent} % or more")
            }
            FifthArgument::Merge(_) => "it has no pair of look-alikes".to_owned(),
            FifthArgument::Chosen(_) => "nothing was chosen for it".to_owned(),
            FifthArgument::Solve { .. } => "no texture can leave it".to_owned(),
        }
    }
}

/// The path of a layer's texture.
fn layer_name(map: &TileMap, place: ChunkPlace, room: &Room, layer: usize) -> String {
    let tile = map.tiles.get(&place.tile);
    let texture = room.layers.get(layer).map(|layer| layer.texture as usize);
    let listed = texture.and_then(|texture| tile?.textures.get(texture));
    listed.map_or_else(|| "?".to_owned(), |listed| listed.path_text())
}
