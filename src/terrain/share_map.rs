//! What share of the ground each texture has at every texel of an area, as one plane a texture.
//!
//! - Rows go from north to south, columns from west to east; tiles that are not open are 0.
//! - A texel on a border of map chunks is there once: as the south-eastern map chunk has it, and
//!   where that is missing as another one has it.

use super::alpha_map::ALPHA_SIDE;
use super::border::{TextureNumbers, share_of, texel_weights};
use super::tile_area::{CHUNK_TEXEL_STEPS, TileArea};
use super::tile_map::TileMap;

/// The shares of all textures of an area.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShareMap {
    /// Texels of a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The textures, each once.
    pub textures: Vec<SharedTexture>,
    /// The shares of each texture, 0 to 255, row by row.
    pub planes: Vec<Vec<u8>>,
    /// Texels on borders that neighbouring map chunks have otherwise than the planes say.
    pub differing: usize,
}

/// A texture with the names it goes by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedTexture {
    /// Its path as it is compared: lower case, with one kind of slash. A layer whose texture is not
    /// listed has `#` and the number instead.
    pub key: String,
    /// Its path as a tile of the map has it.
    pub path: String,
}

/// A texture's path as it is compared.
pub fn share_key(path: &str) -> String {
    path.to_ascii_lowercase().replace('/', "\\")
}

impl TileMap {
    /// The shares of all textures of an area; `None` if the planes would have more than
    /// `most_bytes`.
    pub fn shares(&self, area: TileArea, most_bytes: usize) -> Option<ShareMap> {
        let numbers = TextureNumbers::of(self);
        let mut used = vec![false; numbers.keys.len()];
        for (place, ..) in area.places(self) {
            for number in numbers.of_chunk(place) {
                if let Some(used) = used.get_mut(*number) {
                    *used = true;
                }
            }
        }
        let listed: Vec<usize> = (0..used.len())
            .filter(|number| used.get(*number) == Some(&true))
            .collect();
        let (width, height) = area.texel_size();
        let bytes = width.checked_mul(height)?.checked_mul(listed.len())?;
        if bytes > most_bytes {
            return None;
        }
        let mut planes = vec![vec![0; width * height]; listed.len()];
        self.for_texels(area, |place, column, row, at, is_owner| {
            if !is_owner {
                return;
            }
            let Some(chunk) = self.chunk(place) else {
                return;
            };
            let weights = texel_weights(self.blend, chunk, column, row);
            let textures = numbers.of_chunk(place);
            for (plane, number) in planes.iter_mut().zip(&listed) {
                if let Some(texel) = plane.get_mut(at) {
                    *texel = share_of(textures, &weights, *number);
                }
            }
        });
        let mut differing = 0;
        self.for_texels(area, |place, column, row, at, is_owner| {
            let Some(chunk) = self.chunk(place).filter(|_| !is_owner) else {
                return;
            };
            let weights = texel_weights(self.blend, chunk, column, row);
            let textures = numbers.of_chunk(place);
            let is_same = planes.iter().zip(&listed).all(|(plane, number)| {
                plane.get(at) == Some(&share_of(textures, &weights, *number))
            });
            differing += usize::from(!is_same);
        });
        let textures = listed.iter().filter_map(|number| numbers.keys.get(*number));
        let textures = textures.map(|key| self.named(key)).collect();
        Some(ShareMap {
            width,
            height,
            textures,
            planes,
            differing,
        })
    }

    /// Visits all texels of all map chunks of an area: the map chunk, column and row in it, the
    /// place in a plane, and whether no other map chunk is asked first.
    fn for_texels(
        &self,
        area: TileArea,
        mut visit: impl FnMut(super::ChunkPlace, usize, usize, usize, bool),
    ) {
        let (width, _) = area.texel_size();
        for (place, chunk_column, chunk_row) in area.places(self) {
            let is_there = |columns, rows| {
                let next = place.shifted(columns, rows);
                next.is_some_and(|next| area.has(next) && self.chunk(next).is_some())
            };
            let (east, south, both) = (is_there(1, 0), is_there(0, 1), is_there(1, 1));
            for row in 0..ALPHA_SIDE {
                for column in 0..ALPHA_SIDE {
                    let (is_east, is_south) =
                        (column == CHUNK_TEXEL_STEPS, row == CHUNK_TEXEL_STEPS);
                    let is_taken =
                        is_east && east || is_south && south || is_east && is_south && both;
                    let at = (chunk_row * CHUNK_TEXEL_STEPS + row) * width
                        + chunk_column * CHUNK_TEXEL_STEPS
                        + column;
                    visit(place, column, row, at, !is_taken);
                }
            }
        }
    }

    /// The texture with this key, its path as the first tile writes it that lists it.
    fn named(&self, key: &[u8]) -> SharedTexture {
        let listed = self.tiles.values().find_map(|tile| {
            let mut numbers = 0..tile.textures.len() as u32;
            let found = numbers.find(|number| tile.texture_key(*number).as_deref() == Some(key))?;
            tile.textures.get(found as usize)
        });
        let key = String::from_utf8_lossy(key).into_owned();
        SharedTexture {
            path: listed.map_or_else(|| key.clone(), |texture| texture.path_text()),
            key: share_key(&key),
        }
    }
}
