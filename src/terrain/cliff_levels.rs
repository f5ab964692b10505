//! Levels of corners that may stand beside one another, and what a change of level drags along.
//!
//! - The corners of a tile are at most two levels apart: models of cliffs have three levels.
//! - Corners of ramps keep their level; what would break beside them is not done.
//! - Tiles that were too steep before may stay so, but become no steeper.

use super::CornerMap;
use super::corner_flags::CornerFlags;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// How many levels the corners of a tile may be apart.
pub const MOST_CLIFF_STEPS: u8 = 2;
/// The highest level that maps have.
pub const HIGHEST_LAYER: u8 = 14;

/// What happens to corners beside the brush that would be too many levels away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CliffNeighbours {
    /// They follow, as far as they must.
    Follow,
    /// They stay, and the corners of the brush that need them to follow stay too.
    Stay,
}

/// New levels of corners, and what was not done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CliffPlan {
    /// The new level of each corner that changes, by its place in the map's list.
    pub levels: BTreeMap<u32, u8>,
    /// How many of these are beside the brush and followed.
    pub followed: usize,
    /// How many corners of the brush stay because what is beside them can't follow.
    pub refused: usize,
    /// How many corners of the brush stay because they belong to ramps.
    pub ramps: usize,
}

/// Works out what setting the levels of `wanted` does; `may_change` says which corners beside may
/// follow.
pub fn plan_cliff_levels(
    map: &CornerMap,
    wanted: &BTreeMap<u32, u8>,
    neighbours: CliffNeighbours,
    may_change: impl Fn(u32) -> bool,
) -> CliffPlan {
    let is_ramp = |place: u32| {
        let corner = map.corners().get(place as usize);
        corner.is_none_or(|corner| corner.flags().has(CornerFlags::RAMP))
    };
    let mut brush: BTreeMap<u32, u8> = BTreeMap::new();
    let mut ramps = 0;
    for (&place, &level) in wanted {
        let level = level.min(HIGHEST_LAYER);
        if level_of(map, place) == Some(level) {
            continue;
        }
        if is_ramp(place) {
            ramps += 1;
        } else {
            brush.insert(place, level);
        }
    }
    let mut refused = 0;
    loop {
        let may_follow = |place: u32| {
            neighbours == CliffNeighbours::Follow
                && !wanted.contains_key(&place)
                && !is_ramp(place)
                && may_change(place)
        };
        let levels = with_followers(map, &brush, may_follow);
        let guilty = guilty_corners(map, &brush, &levels);
        if guilty.is_empty() {
            return CliffPlan {
                followed: levels.len() - brush.len(),
                levels,
                refused,
                ramps,
            };
        }
        refused += guilty.len();
        brush.retain(|place, _| !guilty.contains(place));
    }
}

fn level_of(map: &CornerMap, place: u32) -> Option<u8> {
    map.corners()
        .get(place as usize)
        .map(|corner| corner.layer())
}

/// The corners around one, with which it shares a tile.
fn around(map: &CornerMap, place: u32) -> impl Iterator<Item = u32> + '_ {
    let (column, row) = map.place(place as usize);
    (-1..=1).flat_map(move |down| {
        (-1..=1).filter_map(move |along| {
            let column = column.checked_add_signed(along)?;
            let row = row.checked_add_signed(down)?;
            let index = map.index(column, row)? as u32;
            (index != place).then_some(index)
        })
    })
}

/// The levels of the brush, and of the corners beside that must follow and may: each as little as
/// will do, farther out less and less.
fn with_followers(
    map: &CornerMap,
    brush: &BTreeMap<u32, u8>,
    may_follow: impl Fn(u32) -> bool,
) -> BTreeMap<u32, u8> {
    let mut levels = brush.clone();
    let mut queue: VecDeque<u32> = brush.keys().copied().collect();
    while let Some(place) = queue.pop_front() {
        let Some(&level) = levels.get(&place) else {
            continue;
        };
        for beside in around(map, place) {
            let Some(now) = levels.get(&beside).copied().or(level_of(map, beside)) else {
                continue;
            };
            let low = level.saturating_sub(MOST_CLIFF_STEPS);
            let high = level.saturating_add(MOST_CLIFF_STEPS);
            let fitting = now.clamp(low, high);
            // Each corner follows in one direction only, so this ends.
            let first = level_of(map, beside).unwrap_or(now);
            let turns = (now < first && fitting > now) || (now > first && fitting < now);
            if fitting != now && !turns && may_follow(beside) {
                levels.insert(beside, fitting);
                queue.push_back(beside);
            }
        }
    }
    levels
}

/// The corners of the brush that leave a tile too steep, or that make others do so.
fn guilty_corners(
    map: &CornerMap,
    brush: &BTreeMap<u32, u8>,
    levels: &BTreeMap<u32, u8>,
) -> BTreeSet<u32> {
    let level = |place: u32| levels.get(&place).copied().or(level_of(map, place));
    let mut broken = BTreeSet::new();
    for &place in levels.keys() {
        let Some(own) = level(place) else { continue };
        for beside in around(map, place) {
            let steps = level(beside).map_or(0, |other| other.abs_diff(own));
            let before = level_of(map, place).zip(level_of(map, beside));
            let before = before.map_or(0, |(own, other)| other.abs_diff(own));
            if steps > MOST_CLIFF_STEPS.max(before) {
                broken.insert(place);
            }
        }
    }
    // A follower is innocent: the nearest corners of the brush that it follows are not.
    let mut guilty = BTreeSet::new();
    let mut seen = broken.clone();
    let mut queue: VecDeque<u32> = broken.into_iter().collect();
    while let Some(place) = queue.pop_front() {
        if brush.contains_key(&place) {
            guilty.insert(place);
            continue;
        }
        for beside in around(map, place) {
            if levels.contains_key(&beside) && seen.insert(beside) {
                queue.push_back(beside);
            }
        }
    }
    guilty
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terrain::{Corner, CornerMapHead};

    /// A map of one level with some corners changed.
    fn map(side: u32, change: impl Fn(u32, u32, &mut Corner)) -> CornerMap {
        let head = CornerMapHead {
            version: 11,
            tileset: b'L',
            custom_tileset: 0,
            ground_types: vec![*b"Ldrt"],
            cliff_types: vec![*b"CLdi"],
            origin: [0.0, 0.0],
            rest: Vec::new(),
        };
        let corners = (0..side * side).map(|place| {
            let mut corner = Corner::LEVEL;
            change(place % side, place / side, &mut corner);
            corner
        });
        CornerMap::new(head, side, corners.collect()).unwrap()
    }

    fn steepest(map: &CornerMap, plan: &CliffPlan) -> u8 {
        let level = |place: u32| plan.levels.get(&place).copied().or(level_of(map, place));
        let all = 0..map.corners().len() as u32;
        let steps = all.flat_map(|place| {
            around(map, place)
                .filter_map(move |beside| Some(level(place)?.abs_diff(level(beside)?)))
        });
        steps.max().unwrap_or(0)
    }

    #[test]
    fn a_high_corner_drags_a_pyramid_along_and_nothing_else() {
        let map = map(17, |_, _, _| {});
        let middle = map.index(8, 8).unwrap() as u32;
        let wanted = BTreeMap::from([(middle, 9)]);
        let plan = plan_cliff_levels(&map, &wanted, CliffNeighbours::Follow, |_| true);
        for (place, level) in &plan.levels {
            let (column, row) = map.place(*place as usize);
            let ring = column.abs_diff(8).max(row.abs_diff(8));
            assert_eq!(u32::from(*level), 9 - 2 * ring);
        }
        assert_eq!(
            (plan.levels.len(), plan.followed, plan.refused),
            (49, 48, 0)
        );
        assert_eq!(steepest(&map, &plan), 2);
        let plan = plan_cliff_levels(&map, &wanted, CliffNeighbours::Stay, |_| true);
        assert_eq!((plan.levels.len(), plan.refused), (0, 1));
    }

    #[test]
    fn ramps_and_protected_corners_stay_and_only_what_needs_them_is_refused() {
        let ramp = map(9, |column, _, corner| {
            if column == 0 {
                corner.set_flags(CornerFlags::RAMP);
            }
        });
        let wanted: BTreeMap<u32, u8> = (0..81).map(|place| (place, 5)).collect();
        let plan = plan_cliff_levels(&ramp, &wanted, CliffNeighbours::Follow, |_| true);
        assert_eq!(plan.ramps, 9);
        assert!(steepest(&ramp, &plan) <= 2);
        let open = map(9, |_, _, _| {});
        let wanted = BTreeMap::from([(0, 6), (80, 4)]);
        let plan = plan_cliff_levels(&open, &wanted, CliffNeighbours::Follow, |place| place != 1);
        assert_eq!(plan.levels, BTreeMap::from([(80, 4)]));
        assert_eq!(plan.refused, 1);
    }

    #[test]
    fn what_was_too_steep_may_become_less_so() {
        let steep = map(3, |column, row, corner| {
            if (column, row) == (1, 1) {
                corner.set_layer(8);
            }
        });
        let wanted = BTreeMap::from([(4, 6)]);
        let plan = plan_cliff_levels(&steep, &wanted, CliffNeighbours::Stay, |_| true);
        assert_eq!((plan.levels, plan.refused), (wanted, 0));
    }
}
