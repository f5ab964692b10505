//! The place of a tile, told by the name of its file or by where it lies in the world.

use crate::formats::adt::AdtFile;
use crate::terrain::{TILE_YARDS, TileId};

/// The place that a name like `Azeroth_38_46.adt` gives.
pub fn tile_of_name(name: &str) -> Option<TileId> {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let mut parts = stem.rsplit('_');
    let y = map_number(parts.next()?)?;
    let x = map_number(parts.next()?)?;
    // The map's own name comes before.
    parts.next().map(|_| TileId { x, y })
}

fn map_number(text: &str) -> Option<u8> {
    let is_short = text.len() <= 2 && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|number| is_short && *number < 64)
}

/// The place that the corner of the first map chunk gives.
pub fn tile_of_position(file: &AdtFile) -> Option<TileId> {
    let [north, west, _] = file.map_chunks().next()?.header.position;
    let place = |yards: f32| {
        let place = (32.0 - yards / TILE_YARDS).round();
        (0.0..64.0).contains(&place).then_some(place as u8)
    };
    Some(TileId {
        x: place(west)?,
        y: place(north)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_gives_the_place_only_if_it_ends_in_two_numbers() {
        let at = |x, y| Some(TileId { x, y });
        assert_eq!(tile_of_name("Azeroth_38_46.adt"), at(38, 46));
        assert_eq!(tile_of_name("Moerheim_01_01.ADT"), at(1, 1));
        assert_eq!(tile_of_name("a_b_0_63.adt"), at(0, 63));
        for name in [
            "continent4229.adt",
            "38_46.adt",
            "a_64_1.adt",
            "a_1_x.adt",
            "a_1.adt",
            "",
        ] {
            assert_eq!(tile_of_name(name), None, "{name}");
        }
    }
}
