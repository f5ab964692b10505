//! Sampling all bones frame after frame, straight from their tracks.

use super::{BoneTracks, Clock, TrackCursor};
use crate::skeleton::LocalTransform;

/// Where each bone's three tracks were sampled last.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoneCursors(Vec<[TrackCursor; 3]>);

impl BoneCursors {
    /// Fills `local` with what each bone does at `clock`, straight from the tracks.
    pub fn sample(
        &mut self,
        tracks: &[BoneTracks],
        clock: &Clock,
        global_loops_ms: &[u32],
        local: &mut Vec<LocalTransform>,
    ) {
        self.0.resize(tracks.len(), [TrackCursor::default(); 3]);
        local.clear();
        let bones = tracks.iter().zip(&mut self.0);
        local.extend(
            bones.map(|(tracks, cursors)| sample_bone(tracks, cursors, clock, global_loops_ms)),
        );
    }
}

/// What one bone does at `clock`.
#[inline]
pub(super) fn sample_bone(
    tracks: &BoneTracks,
    [translation, rotation, scale]: &mut [TrackCursor; 3],
    clock: &Clock,
    loops: &[u32],
) -> LocalTransform {
    let rest = LocalTransform::REST;
    LocalTransform {
        translation: tracks
            .translation
            .sample_from(translation, clock, loops, rest.translation),
        rotation: tracks
            .rotation
            .sample_from(rotation, clock, loops, rest.rotation),
        scale: tracks.scale.sample_from(scale, clock, loops, rest.scale),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::anim::{Interpolation, KeyList, Track, TrackKeys};
    use crate::math::{Quat, Vec3, quat_from_axis_angle};

    fn track<T>(count: i32, value: impl Fn(f32) -> T) -> Track<T> {
        Track {
            interpolation: Interpolation::Linear,
            keys: TrackKeys::PerClip(vec![KeyList {
                times_ms: (0..count).map(|k| k * 2000 / count).collect(),
                values: (0..count).map(|k| value(k as f32)).collect(),
                tangents: Vec::new(),
            }]),
            ..Track::default()
        }
    }

    #[test]
    fn cursors_give_exactly_what_a_search_gives_even_when_bones_are_added() {
        let mut tracks = Vec::new();
        let mut cursors = BoneCursors::default();
        let mut local = Vec::new();
        for step in 0..300 {
            if step % 50 == 0 {
                tracks.push(BoneTracks {
                    translation: track(9 + step, |k| Vec3::new(k, k * 0.5, 1.0)),
                    rotation: track(17, |k| quat_from_axis_angle(&Vec3::y(), k.sin())),
                    scale: Track::default(),
                });
            }
            let clock = Clock::in_clip(0, f64::from(step * 53 % 300) * 7.3);
            cursors.sample(&tracks, &clock, &[], &mut local);
            assert_eq!(local.len(), tracks.len());
            for (tracks, found) in tracks.iter().zip(&local) {
                let rotation = tracks.rotation.sample(&clock, &[], Quat::identity());
                let translation = tracks.translation.sample(&clock, &[], Vec3::zeros());
                assert_eq!(found.rotation, rotation);
                assert_eq!(found.translation, translation);
                assert_eq!(found.scale, Vec3::repeat(1.0));
            }
        }
    }
}
