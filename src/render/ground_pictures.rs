//! The textures of a terrain by their names, and all of them in one array on the graphics card.

use std::collections::BTreeMap;

use image::RgbaImage;
use image::imageops::{FilterType, resize};
use three_d::core::Context;

use super::ground_stand_in::{atlas_stand_in, ground_stand_in};
use super::texture_array::{ArrayUse, TextureArray, most_pictures};
use crate::document::BLIGHT;
use crate::terrain::{AtlasKind, CornerMap};

/// Pictures by the names that [`crate::document::ground_names`] gives.
pub type GroundPictures = BTreeMap<String, RgbaImage>;

/// Sides of a picture on the graphics card.
const SIDES: [u32; 2] = [16, 512];
/// With more pictures than this, the largest side is halved.
const MANY: usize = 48;

/// All textures of a terrain on the graphics card.
pub(super) struct GroundArray {
    pub textures: TextureArray,
    /// The names by number.
    pub names: Vec<String>,
    /// Whether each has the right half of an atlas.
    pub kinds: Vec<AtlasKind>,
    /// Texels of the side of a cell, for atlases.
    pub cell: u32,
}

impl GroundArray {
    /// The textures of a map of tiles, which repeat.
    pub fn repeated(
        context: &Context,
        names: Vec<String>,
        pictures: &GroundPictures,
    ) -> Option<Self> {
        let found = names.iter().filter_map(|name| pictures.get(name));
        let widest = found.map(|it| it.width().max(it.height())).max();
        let side = common_side(widest.unwrap_or(0), names.len());
        let count = held_count(context, names.len());
        let textures = TextureArray::new(context, [side; 2], count, ArrayUse::Repeated)?;
        for (number, name) in (0..count).zip(&names) {
            let picture = pictures
                .get(name)
                .filter(|it| it.width() > 0 && it.height() > 0);
            match picture {
                Some(picture) => textures.set_picture(number, &fitted(picture, [side; 2])),
                None => textures.set_picture(number, &ground_stand_in(name, side)),
            }
        }
        textures.shrink();
        Some(Self {
            textures,
            kinds: vec![AtlasKind::Plain; names.len()],
            names,
            cell: side,
        })
    }

    /// The textures of a map of corners, which are atlases.
    pub fn atlases(context: &Context, map: &CornerMap, pictures: &GroundPictures) -> Option<Self> {
        let names: Vec<String> = map
            .head
            .ground_types
            .iter()
            .map(|id| String::from_utf8_lossy(id).into_owned())
            .chain([BLIGHT.to_owned()])
            .collect();
        let found = || names.iter().map(|name| pictures.get(name));
        let highest = found().flatten().map(RgbaImage::height).max();
        let cell = common_side(highest.unwrap_or(0), names.len()) / 4;
        let count = held_count(context, names.len());
        let smaller = ArrayUse::Clamped {
            smaller: cell.ilog2(),
        };
        let textures = TextureArray::new(context, [cell * 8, cell * 4], count, smaller)?;
        let mut kinds = Vec::new();
        for (number, (name, picture)) in (0..).zip(names.iter().zip(found())) {
            let stand_in = atlas_stand_in(name, cell);
            let picture = picture.filter(|it| it.width() >= 4 && it.height() >= 4);
            let picture = picture.unwrap_or(&stand_in);
            let is_extended = picture.width() >= picture.height() * 2;
            kinds.push(if is_extended {
                AtlasKind::Extended
            } else {
                AtlasKind::Plain
            });
            textures.set_picture(number, &fitted_atlas(picture, cell, is_extended));
        }
        textures.shrink();
        Some(Self {
            textures,
            names,
            kinds,
            cell,
        })
    }

    /// The number of a name; the last one where it has none.
    pub fn number(&self, name: &str) -> usize {
        let number = self.names.iter().position(|own| own == name);
        number.unwrap_or(self.names.len().saturating_sub(1))
    }
}

/// How many of the textures the driver holds: at least 256, and thousands as a rule. Those past
/// them show the last one.
fn held_count(context: &Context, count: usize) -> u32 {
    let most = most_pictures(context);
    let wanted = u32::try_from(count).unwrap_or(u32::MAX);
    if wanted > most {
        tracing::warn!(
            "{} textures of the ground are more than this driver holds ({most}) and look like \
             others",
            wanted - most
        );
    }
    wanted.min(most)
}

/// A side that is a power of two and holds the largest picture, within bounds.
fn common_side(widest: u32, count: usize) -> u32 {
    let most = if count > MANY { SIDES[1] / 2 } else { SIDES[1] };
    match widest {
        0 => 256.min(most),
        widest => widest.clamp(SIDES[0], most).next_power_of_two().min(most),
    }
}

fn fitted(picture: &RgbaImage, [width, height]: [u32; 2]) -> RgbaImage {
    if picture.dimensions() == (width, height) {
        return picture.clone();
    }
    resize(picture, width, height, FilterType::Triangle)
}

/// An atlas with cells of another size; each is fitted alone, so that none bleeds into the next.
fn fitted_atlas(picture: &RgbaImage, cell: u32, is_extended: bool) -> RgbaImage {
    let mut atlas = RgbaImage::new(cell * 8, cell * 4);
    let columns = if is_extended { 8 } else { 4 };
    let from = [picture.width() / columns, picture.height() / 4].map(|side| side.max(1));
    for (column, row) in (0..4).flat_map(|row| (0..columns).map(move |column| (column, row))) {
        let place = [column * from[0], row * from[1]];
        let view = image::imageops::crop_imm(picture, place[0], place[1], from[0], from[1]);
        let fitted = fitted(&view.to_image(), [cell; 2]);
        let to = [column * cell, row * cell].map(i64::from);
        image::imageops::replace(&mut atlas, &fitted, to[0], to[1]);
    }
    atlas
}
