//! What the ways to make room for a fifth texture would give up on a map chunk, told before anything
//! is done.

use super::make_room::{FifthArgument, Room, Way};
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
    },
    /// A texture goes into another one.
    Merges {
        /// Its path.
        from: String,
        /// The path of the other one.
        into: String,
        /// How much of the map chunk it covers, 0 to 1.
        share: f32,
    },
    /// Nothing is painted there: why, as the end of a sentence.
    Refused(String),
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
        let name = |layer: usize| layer_name(map, place, &room, layer);
        let means = room.shares.means();
        let share = |layer: usize| means.get(layer).copied().unwrap_or(0.0);
        match self.make_room(map, place, &room).map(|made| made.way) {
            Some(Way::Evict(layer)) => FifthCost::GivesWay {
                texture: name(layer),
                share: share(layer),
            },
            Some(Way::Merge(from, into)) => FifthCost::Merges {
                from: name(from),
                into: name(into),
                share: share(from),
            },
            None => FifthCost::Refused(self.reason(map, place, &room)),
        }
    }

    /// Why no room can be made.
    fn reason(&mut self, map: &TileMap, place: ChunkPlace, room: &Room) -> String {
        let masks = self.masks.as_ref();
        if room.layers.len() > DRAWN_LAYERS {
            return format!("it has {} textures", room.layers.len());
        }
        if masks.is_some_and(|masks| masks.protects_any(place)) {
            return "a part of it is protected".to_owned();
        }
        let means = room.shares.means();
        match self.aim.fifth() {
            None | Some(FifthArgument::Refuse) => "it has four other textures".to_owned(),
            Some(FifthArgument::Evict { below_percent }) => {
                let least = means.iter().enumerate().min_by(|a, b| a.1.total_cmp(b.1));
                match least {
                    Some((layer, share)) if share * 100.0 < *below_percent => format!(
                        "{} covers {:.1} % and reaches the border",
                        file_name(&layer_name(map, place, room, layer)),
                        share * 100.0
                    ),
                    _ => format!("every texture covers {below_percent} % or more"),
                }
            }
            Some(FifthArgument::Merge(_)) => {
                let fifth = self.aim.fifth().cloned().unwrap_or_default();
                let ways = room.ways(&fifth, &mut self.views, self.source);
                match ways.first() {
                    Some(Way::Merge(from, into)) => format!(
                        "{} goes on next door, where {} is not or can't follow",
                        layer_name(map, place, room, *from),
                        layer_name(map, place, room, *into)
                    ),
                    _ => "it has no pair of look-alikes".to_owned(),
                }
            }
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
