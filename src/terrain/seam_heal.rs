//! New shares for border texels, so that textures go on across borders of map chunks.
//!
//! - Where sides disagree, each takes the mean of all; where they agree, nothing changes.
//! - A texture that a side lacks is added to it while it has fewer than [`DRAWN_LAYERS`] layers,
//!   the one with the largest share on its borders first.
//! - A texture that a side can't take fades to nothing on that border, the others taking its share.
//! - Sides that can have no texture in common are left as they are, and counted.
//! - Map chunks without any texture are left as they are, and named.

use super::border::{Texel, TextureNumber, TextureNumbers, share_of, shared_points, texel_weights};
use super::seam_audit::SEAM_TOLERANCE;
use super::tile_map::{ChunkPlace, TileMap};
use std::collections::{BTreeMap, BTreeSet};

/// Layers that the games up to 11 draw on a map chunk.
pub const DRAWN_LAYERS: usize = 4;

/// What heals the borders of one map chunk.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChunkHeal {
    /// Paths of textures it gets new layers of, above those it has: lower case, one kind of slash.
    pub added: Vec<Vec<u8>>,
    /// The texels that change.
    pub texels: Vec<HealedTexel>,
}

/// New shares of one texel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HealedTexel {
    /// Column, 0 to 63.
    pub column: u8,
    /// Row, 0 to 63.
    pub row: u8,
    /// A weight for each layer, those that are added last; they sum to 255.
    pub weights: Vec<u8>,
}

/// What heals the borders of a map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeamHeal {
    /// By map chunk what changes there.
    pub chunks: BTreeMap<ChunkPlace, ChunkHeal>,
    /// Places of the ground that stay as they are, since their sides can share no texture.
    pub unhealed: usize,
    /// Map chunks without any texture beside one that has some.
    pub bare: BTreeSet<ChunkPlace>,
}

/// A place of the ground with what its sides have there.
struct Point {
    sides: Vec<Side>,
}

/// A texel with the share of each texture of its map chunk.
struct Side {
    texel: Texel,
    shares: Vec<(TextureNumber, u8)>,
}

/// What makes all borders agree, as far as layers allow.
pub fn heal_seams(map: &TileMap) -> SeamHeal {
    let numbers = TextureNumbers::of(map);
    let mut heal = SeamHeal::default();
    let points = torn_points(map, &numbers, &mut heal.bare);
    let added = added_textures(&points, &numbers);
    for point in &points {
        let Some(means) = means(point, &numbers, &added) else {
            heal.unhealed += 1;
            continue;
        };
        for Side { texel, .. } in &point.sides {
            let own = textures_of(texel.place, &numbers, &added);
            let chunk = heal.chunks.entry(texel.place).or_default();
            chunk.texels.push(HealedTexel {
                column: texel.column as u8,
                row: texel.row as u8,
                weights: weights_for(&own, &means),
            });
        }
    }
    for (place, textures) in &added {
        if let Some(chunk) = heal.chunks.get_mut(place) {
            let keys = textures
                .iter()
                .filter_map(|number| numbers.keys.get(*number));
            chunk.added = keys.cloned().collect();
        }
    }
    heal
}

/// The places of the ground where sides disagree, each with the sides that have any texture.
fn torn_points(
    map: &TileMap,
    numbers: &TextureNumbers,
    bare: &mut BTreeSet<ChunkPlace>,
) -> Vec<Point> {
    let points = shared_points(map).filter_map(|texels| {
        let mut sides = Vec::with_capacity(texels.len());
        let mut empty = Vec::new();
        for texel in texels {
            let chunk = map.chunk(texel.place)?;
            let own = numbers.of_chunk(texel.place);
            if own.is_empty() {
                empty.push(texel.place);
                continue;
            }
            let weights = texel_weights(map.blend, chunk, texel.column, texel.row);
            let mut shares: Vec<(TextureNumber, u8)> = own
                .iter()
                .map(|texture| (*texture, share_of(own, &weights, *texture)))
                .collect();
            shares.sort_unstable();
            shares.dedup();
            sides.push(Side { texel, shares });
        }
        if !sides.is_empty() {
            bare.extend(empty);
        }
        let point = Point { sides };
        let is_torn = textures_at(&point).into_iter().any(|texture| {
            let shares = point.sides.iter().map(|side| share(&side.shares, texture));
            let (low, high) = shares.fold((u8::MAX, 0), |(low, high), share| {
                (low.min(share), high.max(share))
            });
            high - low > SEAM_TOLERANCE
        });
        is_torn.then_some(point)
    });
    points.collect()
}

fn share(shares: &[(TextureNumber, u8)], texture: TextureNumber) -> u8 {
    let found = shares.iter().find(|(number, _)| *number == texture);
    found.map_or(0, |(_, share)| *share)
}

/// The textures of any side of a place.
fn textures_at(point: &Point) -> Vec<TextureNumber> {
    let sides = point.sides.iter().flat_map(|side| &side.shares);
    let mut textures: Vec<TextureNumber> = sides.map(|(texture, _)| *texture).collect();
    textures.sort_unstable();
    textures.dedup();
    textures
}

/// What each map chunk gets new layers of: what its neighbours show most on the common borders.
fn added_textures(
    points: &[Point],
    numbers: &TextureNumbers,
) -> BTreeMap<ChunkPlace, Vec<TextureNumber>> {
    let mut wanted: BTreeMap<ChunkPlace, BTreeMap<TextureNumber, u32>> = BTreeMap::new();
    for point in points {
        for Side { texel, .. } in &point.sides {
            let own = numbers.of_chunk(texel.place);
            for side in &point.sides {
                for (texture, share) in &side.shares {
                    if *share > SEAM_TOLERANCE && !own.contains(texture) {
                        let sums = wanted.entry(texel.place).or_default();
                        *sums.entry(*texture).or_default() += u32::from(*share);
                    }
                }
            }
        }
    }
    let added = wanted.into_iter().map(|(place, sums)| {
        let room = DRAWN_LAYERS.saturating_sub(numbers.of_chunk(place).len());
        let mut sums: Vec<(TextureNumber, u32)> = sums.into_iter().collect();
        sums.sort_by_key(|(texture, sum)| (std::cmp::Reverse(*sum), *texture));
        sums.truncate(room);
        (
            place,
            sums.into_iter().map(|(texture, _)| texture).collect(),
        )
    });
    added.collect()
}

/// The textures of a map chunk's layers, those that are added last.
fn textures_of(
    place: ChunkPlace,
    numbers: &TextureNumbers,
    added: &BTreeMap<ChunkPlace, Vec<TextureNumber>>,
) -> Vec<TextureNumber> {
    let more = added.get(&place).map_or(&[][..], Vec::as_slice);
    [numbers.of_chunk(place), more].concat()
}

/// The share of each texture that all sides can have, summing to 255; `None` if there is none.
fn means(
    point: &Point,
    numbers: &TextureNumbers,
    added: &BTreeMap<ChunkPlace, Vec<TextureNumber>>,
) -> Option<Vec<(TextureNumber, u8)>> {
    let can_all = |texture: &TextureNumber| {
        let mut sides = point.sides.iter();
        sides.all(|side| textures_of(side.texel.place, numbers, added).contains(texture))
    };
    let sums: Vec<(TextureNumber, u32)> = textures_at(point)
        .into_iter()
        .filter(can_all)
        .map(|texture| {
            let shares = point
                .sides
                .iter()
                .map(|side| u32::from(share(&side.shares, texture)));
            (texture, shares.sum())
        })
        .collect();
    let whole: u32 = sums.iter().map(|(_, sum)| sum).sum();
    if whole == 0 {
        return None;
    }
    // Rounded where the running sum is, so that the parts make up 255.
    let (mut sum, mut given) = (0, 0);
    let rounded = sums.into_iter().map(|(texture, part)| {
        sum += part;
        let reached = (510 * sum + whole) / (2 * whole);
        let weight = (reached - given) as u8;
        given = reached;
        (texture, weight)
    });
    Some(rounded.collect())
}

/// A weight for each layer; of layers with the same texture the first has its share.
fn weights_for(layers: &[TextureNumber], means: &[(TextureNumber, u8)]) -> Vec<u8> {
    let layers = layers.iter().enumerate();
    let weights = layers.clone().map(|(index, texture)| {
        let is_first = layers
            .clone()
            .take(index)
            .all(|(_, below)| below != texture);
        if is_first { share(means, *texture) } else { 0 }
    });
    weights.collect()
}
