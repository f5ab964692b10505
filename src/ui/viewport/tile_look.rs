//! What of a map of tiles the viewer looks at, and when that is worth telling.

use crate::document::NativeRole;
use crate::document::NativeSource;
use crate::editor::TileLook;
use crate::render::Camera;
use crate::terrain::TILE_YARDS;

/// How far ahead of the viewer tiles count as looked at, yards.
const AHEAD: f32 = TILE_YARDS * 1.5;
/// How far around that tiles are wanted at least, yards.
const LEAST_REACH: f32 = TILE_YARDS * 1.25;
/// How much farther they are for each yard above the ground.
const REACH_PER_HEIGHT: f32 = 0.8;
/// How far the look moves before it is told of again, yards.
const MOVE: f32 = TILE_YARDS / 8.0;

/// What a camera looks at: the ground ahead of the eye, but not at the horizon.
pub(super) fn look_of(camera: &Camera) -> TileLook {
    let eye = camera.eye();
    let ahead = (camera.target - eye).xy();
    let ahead = ahead * (AHEAD / ahead.norm().max(AHEAD));
    let height = (eye.z - camera.target.z).abs();
    TileLook {
        at: [eye.x + ahead.x, eye.y + ahead.y],
        reach: (height * REACH_PER_HEIGHT).max(LEAST_REACH),
    }
}

/// Whether a look is enough unlike the last one that was told of.
pub(super) fn tells_more(last: Option<TileLook>, look: TileLook) -> bool {
    let Some(last) = last else {
        return true;
    };
    let [x, y] = [0, 1].map(|axis| look.at[axis] - last.at[axis]);
    x.hypot(y) > MOVE || (look.reach - last.reach).abs() > last.reach * 0.1
}

/// How far it is from one end of a map to the other, tiles on the disk included, yards.
pub(super) fn whole_reach(native: &NativeSource) -> f32 {
    let places = native.files.iter().filter_map(|file| match file.role {
        NativeRole::Tile { x, y } | NativeRole::TileOnDisk { x, y } => Some([x, y]),
        _ => None,
    });
    let mut ends: Option<[[u8; 2]; 2]> = None;
    for [x, y] in places {
        let [[left, top], [right, bottom]] = ends.unwrap_or([[x, y]; 2]);
        ends = Some([[left.min(x), top.min(y)], [right.max(x), bottom.max(y)]]);
    }
    ends.map_or(0.0, |[[left, top], [right, bottom]]| {
        let side = |first: u8, last: u8| f32::from(last - first + 1) * TILE_YARDS;
        side(left, right).hypot(side(top, bottom))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::Point3;

    #[test]
    fn the_look_is_ahead_of_the_eye_and_wider_from_above() {
        let mut camera = Camera::default();
        camera.look_at(Point3::new(0.0, 0.0, 50.0), Point3::new(9000.0, 0.0, 0.0));
        let low = look_of(&camera);
        assert!(
            (low.at[0] - AHEAD).abs() < 1.0 && low.at[1].abs() < 1.0,
            "{low:?}"
        );
        assert_eq!(low.reach, LEAST_REACH);
        camera.look_at(Point3::new(0.0, 0.0, 4000.0), Point3::new(10.0, 0.0, 0.0));
        let high = look_of(&camera);
        assert!(high.at[0] < 11.0 && high.reach > 3000.0, "{high:?}");
        assert!(tells_more(None, low) && tells_more(Some(low), high));
        let beside = TileLook {
            at: [low.at[0] + 10.0, low.at[1]],
            ..low
        };
        assert!(!tells_more(Some(low), beside));
    }
}
