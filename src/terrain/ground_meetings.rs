//! Tiles of a map of corners where three or four grounds meet.
//!
//! There the game lays cells of several textures over one another, and what the order of the map's
//! list makes of that is seldom what was meant.

use super::corner_map::CornerMap;

/// The fewest grounds of a tile that count as a meeting.
pub const LEAST_MEETING: usize = 3;

/// A tile where several grounds meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroundMeeting {
    /// Its column, from the west.
    pub column: u32,
    /// Its row, from the south.
    pub row: u32,
    /// How many grounds its corners have, blight counted as one: 3 or 4.
    pub count: usize,
}

/// How many different grounds the corners of a tile show, blight counted as one; `None` outside the
/// map. What cliffs show is left out: there the ground below does not count.
pub fn ground_count(map: &CornerMap, column: u32, row: u32) -> Option<usize> {
    let corner = |right: u32, up: u32| map.shown_ground(column + right, row + up, &[]);
    let mut shown = [corner(0, 0)?, corner(1, 0)?, corner(0, 1)?, corner(1, 1)?];
    shown.sort_unstable();
    let steps = shown.iter().zip(shown.iter().skip(1));
    Some(1 + steps.filter(|(a, b)| a != b).count())
}

/// All tiles where three or four grounds meet, row by row from the south-west.
pub fn ground_meetings(map: &CornerMap) -> Vec<GroundMeeting> {
    let (columns, rows) = map.tiles();
    let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
    let meetings = places.filter_map(|(column, row)| {
        let count = ground_count(map, column, row)?;
        (count >= LEAST_MEETING).then_some(GroundMeeting { column, row, count })
    });
    meetings.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terrain::{Corner, CornerFlags, CornerMapHead};

    fn map(grounds: &[u8], blighted: &[usize]) -> CornerMap {
        let head = CornerMapHead {
            version: 11,
            tileset: b'L',
            custom_tileset: 0,
            ground_types: vec![*b"Ldrt", *b"Lgrs", *b"Lrok", *b"Lblk"],
            cliff_types: Vec::new(),
            origin: [0.0; 2],
            rest: Vec::new(),
        };
        let corners = grounds.iter().enumerate().map(|(index, ground)| {
            let mut corner = Corner::LEVEL;
            corner.set_ground_type(*ground);
            if blighted.contains(&index) {
                corner.set_flags(CornerFlags::BLIGHT);
            }
            corner
        });
        CornerMap::new(head, 3, corners.collect()).expect("whole rows")
    }

    #[test]
    fn tiles_of_three_and_four_grounds_are_found_and_blight_is_a_ground() {
        #[rustfmt::skip]
        let grounds = [
            0, 1, 1,
            2, 0, 0,
            2, 2, 3,
        ];
        let found = ground_meetings(&map(&grounds, &[]));
        let found: Vec<_> = found
            .iter()
            .map(|it| (it.column, it.row, it.count))
            .collect();
        assert_eq!(found, [(0, 0, 3), (1, 1, 3)]);
        let found = ground_meetings(&map(&grounds, &[0, 2]));
        let found: Vec<_> = found
            .iter()
            .map(|it| (it.column, it.row, it.count))
            .collect();
        assert_eq!(found, [(0, 0, 4), (1, 0, 3), (1, 1, 3)]);
    }
}
