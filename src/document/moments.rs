//! Moments of all clips at which an analysis looks: at the keyframes, and halfway between them.

use super::{Model, Pose};
use crate::anim::{Clock, TrackRef};
use crate::math::Affine;
use crate::skeleton::Hierarchy;

/// A time of a clip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// The clip's position in the model.
    pub clip: usize,
    /// Time in the clip, ms.
    pub time_ms: f64,
}

/// How many moments an analysis looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MomentLimit {
    /// Most of one clip.
    pub per_clip: usize,
    /// Most of all clips together.
    pub total: usize,
}

impl Default for MomentLimit {
    /// Enough for an error between two moments to be small: 24 of a clip, 4000 in all.
    fn default() -> Self {
        Self {
            per_clip: 24,
            total: 4000,
        }
    }
}

impl MomentLimit {
    /// The limit with fewer moments in all where each costs `cost` steps of work, so that the
    /// whole stays below `most_work`; at least one moment is left.
    #[must_use]
    pub fn within_work(self, cost: usize, most_work: usize) -> Self {
        Self {
            total: self.total.min(most_work / cost.max(1)).max(1),
            ..self
        }
    }
}

impl Model {
    /// Moments of the clips that hold keyframes themselves, clip by clip, in order of time.
    ///
    /// Each clip is looked at when it begins and ends, at the keyframes of its bones, and halfway
    /// between those. Where that is more than the limit allows, moments are left out evenly, then
    /// clips. A clip without keyframes is one moment. Aliases show what another clip shows.
    pub fn moments(&self, limit: MomentLimit) -> Vec<Moment> {
        let holders: Vec<usize> = (0..self.clips.len())
            .filter(|&clip| self.key_clip(clip) == Some(clip))
            .collect();
        let clips = evenly(&holders, limit.total);
        let share = limit.total / clips.len().max(1);
        let per_clip = limit.per_clip.min(share).max(1);
        let mut moments = Vec::new();
        for clip in clips {
            let times = evenly(&self.moments_of(clip), per_clip);
            moments.extend(times.into_iter().map(|time_ms| Moment { clip, time_ms }));
        }
        moments
    }

    /// Moments of one clip, at most this many, in order of time; of an alias those of the clip it
    /// shows.
    pub fn moments_in(&self, clip: usize, most: usize) -> Vec<Moment> {
        let holder = self.key_clip(clip).unwrap_or(clip);
        let times = evenly(&self.moments_of(holder), most.max(1));
        let moment = |time_ms| Moment { clip, time_ms };
        times.into_iter().map(moment).collect()
    }

    fn moments_of(&self, clip: usize) -> Vec<f64> {
        let length = self.clips.get(clip).map_or(0, |clip| clip.length_ms());
        let length = i32::try_from(length).unwrap_or(i32::MAX);
        let mut times: Vec<i32> = Vec::new();
        for tracks in &self.bone_tracks {
            for track in [
                TrackRef::Vector(&tracks.translation),
                TrackRef::Rotation(&tracks.rotation),
                TrackRef::Vector(&tracks.scale),
            ] {
                let own = self.own_times(track, clip);
                times.extend(own.filter(|time| (0..=length).contains(time)));
            }
            // What many bones share is kept once, so that the list does not grow with the bones.
            times.sort_unstable();
            times.dedup();
        }
        if times.is_empty() {
            return vec![0.0];
        }
        times.extend([0, length]);
        times.sort_unstable();
        times.dedup();
        let halves = times
            .windows(2)
            .filter_map(|pair| pair.first().zip(pair.get(1)))
            .map(|(&a, &b)| (f64::from(a) + f64::from(b)) * 0.5);
        let mut all: Vec<f64> = times.iter().map(|&time| f64::from(time)).collect();
        all.extend(halves);
        all.sort_by(f64::total_cmp);
        all
    }
}

/// At most `most` of a list, evenly spread, the first and the last included where there is room.
fn evenly<T: Copy>(list: &[T], most: usize) -> Vec<T> {
    if list.len() <= most {
        return list.to_vec();
    }
    let last = list.len() - 1;
    let steps = most.saturating_sub(1).max(1);
    let places = (0..most).map(|step| step * last / steps);
    places
        .filter_map(|place| list.get(place).copied())
        .collect()
}

/// Poses of one model, one after the other.
#[derive(Clone, Debug)]
pub struct Poser<'a> {
    model: &'a Model,
    hierarchy: Hierarchy,
    pose: Pose,
}

impl<'a> Poser<'a> {
    /// For the poses of a model.
    pub fn new(model: &'a Model) -> Self {
        Self {
            model,
            hierarchy: model.skeleton.hierarchy(),
            pose: Pose::default(),
        }
    }

    /// Where each bone takes a point of the bind pose at a time of a clip; `None` is the bind
    /// pose.
    pub fn at(&mut self, clip: Option<usize>, time_ms: f64) -> &[Affine] {
        let clock = Clock::of(self.model, clip, time_ms);
        self.model.evaluate(&clock, &self.hierarchy, &mut self.pose);
        &self.pose.model_from_bind
    }

    /// What [`Poser::at`] gave last; nothing before it.
    pub fn last(&self) -> &[Affine] {
        &self.pose.model_from_bind
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::anim::{BoneTracks, Clip, ClipFlags, ClipId, KeyList, Track, TrackKeys};
    use crate::document::{ModelFormat, ModelId};
    use crate::math::Vec3;

    /// A bone with keys at these times of each clip; the clips are this long.
    fn model(clips: &[(u32, &[i32])]) -> Model {
        let mut model = Model::new(ModelId(0), "keys", ModelFormat::M2 { version: 264 });
        let list = |times: &[i32]| KeyList {
            times_ms: times.to_vec(),
            values: vec![Vec3::zeros(); times.len()],
            tangents: Vec::new(),
        };
        model.bone_tracks = vec![BoneTracks {
            translation: Track {
                keys: TrackKeys::PerClip(clips.iter().map(|clip| list(clip.1)).collect()),
                ..Track::default()
            },
            ..BoneTracks::default()
        }];
        model.clips = (0..)
            .zip(clips)
            .map(|(id, &(duration_ms, _))| Clip {
                duration_ms,
                ..Clip::blank(ClipId(id))
            })
            .collect();
        model
    }

    #[track_caller]
    fn check_moments(model: &Model, limit: (usize, usize), expected: &[(usize, f64)]) {
        let limit = MomentLimit {
            per_clip: limit.0,
            total: limit.1,
        };
        let found = model.moments(limit);
        let found: Vec<_> = found.iter().map(|one| (one.clip, one.time_ms)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn keys_both_ends_and_what_lies_halfway_are_looked_at() {
        let all = [(0, 0.0), (0, 50.0), (0, 100.0), (0, 250.0), (0, 400.0)];
        check_moments(&model(&[(400, &[100])]), (9, 99), &all);
        // What lies outside of the clip is not played.
        check_moments(&model(&[(400, &[-7, 100, 900])]), (9, 99), &all);
    }

    #[test]
    fn a_clip_without_keys_and_one_that_runs_backwards_are_one_moment() {
        let clips = model(&[(400, &[]), (u32::MAX, &[0, 3])]);
        check_moments(&clips, (9, 99), &[(0, 0.0), (1, 0.0)]);
    }

    #[test]
    fn more_than_the_limit_is_left_out_evenly() {
        let long: Vec<i32> = (0..=100).collect();
        let clips = model(&[(100, &long), (100, &long), (100, &long)]);
        let ends = [(0, 0.0), (0, 50.0), (0, 100.0)];
        let three = |clip| ends.map(|(_, time)| (clip, time));
        check_moments(&clips, (3, 99), &[three(0), three(1), three(2)].concat());
        check_moments(&clips, (99, 9), &[three(0), three(1), three(2)].concat());
        check_moments(&clips, (3, 2), &[(0, 0.0), (2, 0.0)]);
        check_moments(&clips, (0, 1), &[(0, 0.0)]);
    }

    #[test]
    fn an_alias_is_not_looked_at() {
        let mut clips = model(&[(10, &[0]), (10, &[0])]);
        clips.clips[1].flags = ClipFlags(ClipFlags::ALIAS);
        clips.clips[1].alias_of = ClipId(0);
        check_moments(&clips, (9, 9), &[(0, 0.0), (0, 5.0), (0, 10.0)]);
    }
}
