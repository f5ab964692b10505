//! A clip as uniform samples, for playback: a copy of the tracks that is quick to read.
//!
//! The tracks stay the truth. Every track is compared with its samples when it is baked; one that
//! misses the bound (a step, a loop with its own clock) marks its bone as unbaked, and playback
//! samples that bone from its tracks.

use super::lanes::{Lanes, WIDTH};
use super::{BoneTracks, Clock, Driver, Interpolate, Interpolation, Track, TrackCursor};
use crate::math::{Quat, Vec3, nlerp};

/// How far samples may be off their track.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BakeBound {
    /// File units.
    pub translation: f32,
    /// Radians.
    pub rotation_rad: f32,
    /// Ratio.
    pub scale: f32,
}

impl BakeBound {
    /// A bound that nobody sees, for a model of this size in file units.
    pub fn for_size(size: f32) -> Self {
        Self {
            translation: 2e-4 * size.max(1.0),
            rotation_rad: 5e-4,
            scale: 5e-4,
        }
    }
}

/// One of the three tracks of a bone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BoneChannel {
    /// Offset.
    Translation,
    /// Rotation.
    Rotation,
    /// Scale.
    Scale,
}

impl BoneChannel {
    /// All of them, in the order of [`BoneTracks`].
    pub const ALL: [Self; 3] = [Self::Translation, Self::Rotation, Self::Scale];
}

/// Tracks of all bones in one clip and what they are sampled with.
#[derive(Clone, Copy, Debug)]
pub struct BakeSource<'a> {
    /// The tracks of each bone.
    pub tracks: &'a [BoneTracks],
    /// Lengths of the model's global loops.
    pub global_loops_ms: &'a [u32],
    /// The clip; its times are not read.
    pub clock: Clock,
    /// Length of the clip.
    pub duration_ms: u32,
}

/// Where between two samples a track is compared with them.
const BETWEEN: [f64; 3] = [0.2, 0.5, 0.8];
/// The largest number of samples of one track.
const MOST_FRAMES: usize = 4096;
/// The most memory for the samples of one clip.
const MOST_BYTES: usize = 32 << 20;

/// Uniform samples of all bones in one clip.
#[derive(Clone, Debug, PartialEq)]
pub struct BakedClip {
    bound: BakeBound,
    duration_ms: u32,
    bone_count: usize,
    frame_count: usize,
    /// For each frame the groups of [`WIDTH`] bones.
    samples: Vec<Lanes>,
    /// For each bone the channels whose samples miss the bound.
    missed: Vec<[bool; 3]>,
}

impl BakedClip {
    /// Bakes all tracks at the rate of the densest one, or up to eight times that where some track
    /// would miss the bound.
    pub fn new(source: &BakeSource<'_>, bound: BakeBound) -> Self {
        let bone_count = source.tracks.len();
        let mut baked = Self {
            bound,
            duration_ms: source.duration_ms,
            bone_count,
            frame_count: 1,
            samples: Vec::new(),
            missed: vec![[false; 3]; bone_count],
        };
        let group_count = bone_count.div_ceil(WIDTH);
        let per_frame = group_count.max(1) * size_of::<Lanes>();
        let limit = MOST_FRAMES.min(MOST_BYTES / per_frame).max(1);
        let intervals = densest_intervals(source);
        baked.frame_count = (intervals + 1).min(limit);
        let mut open = baked.bake_all(source);
        let first = baked.frame_count;
        let mut best = (open.len(), first);
        for factor in [2, 4, 8] {
            if open.is_empty() || baked.frame_count == limit {
                break;
            }
            baked.frame_count = (intervals * factor + 1).min(limit);
            open.retain(|&(bone, channel)| {
                baked.bake_channel(source, bone, channel, Write::Nothing) == Fit::Misses
            });
            // Finer samples that help no track are not worth their memory.
            if open.len() < best.0 {
                best = (open.len(), baked.frame_count);
            }
        }
        baked.frame_count = best.1;
        if best.1 != first {
            baked.bake_all(source);
        }
        baked
    }

    /// Bakes every track at the rate that is set; gives those that another rate might help.
    fn bake_all(&mut self, source: &BakeSource<'_>) -> Vec<(usize, BoneChannel)> {
        let group_count = self.bone_count.div_ceil(WIDTH);
        self.samples
            .resize(self.frame_count * group_count, Lanes::REST);
        let mut open = Vec::new();
        for bone in 0..self.bone_count {
            for channel in BoneChannel::ALL {
                let fit = self.bake_channel(source, bone, channel, Write::Samples);
                if fit == Fit::Misses {
                    open.push((bone, channel));
                }
                if let Some(missed) = self.missed.get_mut(bone) {
                    missed[channel as usize] = fit != Fit::Holds;
                }
            }
        }
        open
    }

    /// Bakes one track again after an edit, at the rate the clip was baked with.
    ///
    /// A track that now misses the bound is played unbaked until the clip is baked anew.
    pub fn rebake(&mut self, source: &BakeSource<'_>, bone: usize, channel: BoneChannel) {
        let fit = self.bake_channel(source, bone, channel, Write::Samples);
        if let Some(missed) = self.missed.get_mut(bone) {
            missed[channel as usize] = fit != Fit::Holds;
        }
    }

    /// Whether all tracks of a bone are played from samples.
    pub fn is_baked(&self, bone: usize) -> bool {
        self.missed
            .get(bone)
            .is_some_and(|missed| !missed.contains(&true))
    }

    /// Number of bones.
    pub fn bone_count(&self) -> usize {
        self.bone_count
    }

    /// Number of samples of each track.
    pub fn frame_count(&self) -> usize {
        self.frame_count
    }

    /// The groups of bones at the samples before and after `time_ms`, and how far it is between.
    pub(super) fn frames(&self, time_ms: f64) -> (&[Lanes], &[Lanes], f32) {
        let group_count = self.bone_count.div_ceil(WIDTH);
        let last = self.frame_count - 1;
        let at = if self.duration_ms == 0 {
            0.0
        } else {
            (time_ms * last as f64 / f64::from(self.duration_ms)).clamp(0.0, last as f64)
        };
        // A time that is no number ends up at frame 0.
        let before = (at as usize).min(last.saturating_sub(1));
        let after = (before + 1).min(last);
        let t = (at - before as f64).max(0.0) as f32;
        let frame = |index: usize| {
            self.samples
                .get(index * group_count..(index + 1) * group_count)
                .unwrap_or(&[])
        };
        (frame(before), frame(after), t)
    }

    fn bake_channel(
        &mut self,
        source: &BakeSource<'_>,
        bone: usize,
        channel: BoneChannel,
        write: Write,
    ) -> Fit {
        let Some(tracks) = source.tracks.get(bone) else {
            return Fit::Never;
        };
        let bound = self.bound;
        match channel {
            BoneChannel::Translation => self.bake_track(
                source,
                &tracks.translation,
                (bone, write),
                Rest::new(0, Vec3::zeros(), bound.translation),
            ),
            BoneChannel::Rotation => self.bake_track(
                source,
                &tracks.rotation,
                (bone, write),
                Rest::new(3, Quat::identity(), bound.rotation_rad),
            ),
            BoneChannel::Scale => self.bake_track(
                source,
                &tracks.scale,
                (bone, write),
                Rest::new(7, Vec3::repeat(1.0), bound.scale),
            ),
        }
    }

    fn bake_track<T: Sampled>(
        &mut self,
        source: &BakeSource<'_>,
        track: &Track<T>,
        (bone, write): (usize, Write),
        rest: Rest<T>,
    ) -> Fit {
        let mut cursor = TrackCursor::default();
        let mut value_at = |time_ms: f64| {
            let clock = Clock {
                time_ms,
                ..source.clock
            };
            track.sample_from(&mut cursor, &clock, source.global_loops_ms, rest.value)
        };
        let group_count = self.bone_count.div_ceil(WIDTH);
        let last = self.frame_count - 1;
        let step_ms = if last == 0 {
            0.0
        } else {
            f64::from(source.duration_ms) / last as f64
        };
        let mut error = 0.0_f32;
        let mut values: Vec<T> = Vec::with_capacity(self.frame_count);
        for frame in 0..=last {
            let time_ms = frame as f64 * step_ms;
            let Some(&before) = values.last() else {
                values.push(value_at(0.0));
                continue;
            };
            // In order of time, so that the cursor only goes forward.
            let exact = BETWEEN.map(|t| value_at(time_ms + (t - 1.0) * step_ms));
            let value = value_at(time_ms).continuing(&before);
            for (t, exact) in BETWEEN.iter().zip(&exact) {
                error = worse(error, &T::between(&before, &value, *t as f32), exact);
            }
            values.push(value);
        }
        if write == Write::Samples {
            for (frame, value) in values.iter().enumerate() {
                let lanes = self.samples.get_mut(frame * group_count + bone / WIDTH);
                if let Some(lanes) = lanes {
                    value.write(lanes, rest.first_lane, bone % WIDTH);
                }
            }
        }
        let clock = Clock {
            time_ms: 0.0,
            ..source.clock
        };
        let Some((keys, start_ms)) = track.playing(&clock, source.global_loops_ms) else {
            return Fit::Holds;
        };
        if keys.is_constant() {
            return Fit::Holds;
        }
        let is_step = matches!(track.interpolation, Interpolation::Step);
        if is_step || matches!(track.driver, Driver::GlobalLoop(_)) {
            return Fit::Never;
        }
        // Corners of the track are at its keyframes.
        for &key_ms in keys.times_ms() {
            let time_ms = f64::from(key_ms) - start_ms;
            if step_ms <= 0.0 || time_ms <= 0.0 || time_ms >= f64::from(source.duration_ms) {
                continue;
            }
            let at = time_ms / step_ms;
            let frame = (at as usize).min(last - 1);
            if let (Some(before), Some(after)) = (values.get(frame), values.get(frame + 1)) {
                let t = (at - frame as f64) as f32;
                error = worse(error, &T::between(before, after, t), &value_at(time_ms));
            }
        }
        if error <= rest.bound {
            Fit::Holds
        } else {
            Fit::Misses
        }
    }
}

/// The larger of `error` and the distance of two values, which is infinite if they are no numbers.
fn worse<T: Sampled>(error: f32, shown: &T, exact: &T) -> f32 {
    let distance = shown.distance(exact);
    if distance.is_nan() {
        f32::INFINITY
    } else {
        error.max(distance)
    }
}

/// Whether to write samples or only to look how well they would fit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Write {
    Samples,
    Nothing,
}

/// How well samples stand for a track.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fit {
    /// Within the bound.
    Holds,
    /// Not at this rate.
    Misses,
    /// At no rate.
    Never,
}

/// Where a channel is kept and what it must keep to.
struct Rest<T> {
    first_lane: usize,
    value: T,
    bound: f32,
}

impl<T> Rest<T> {
    fn new(first_lane: usize, value: T, bound: f32) -> Self {
        Self {
            first_lane,
            value,
            bound,
        }
    }
}

/// Number of intervals between samples at the mean rate of the densest track.
fn densest_intervals(source: &BakeSource<'_>) -> usize {
    fn of<T>(track: &Track<T>, source: &BakeSource<'_>) -> f64 {
        let playing = track.playing(&source.clock, source.global_loops_ms);
        let times_ms = playing.map_or(&[][..], |(keys, _)| keys.times_ms());
        match (times_ms.first(), times_ms.last()) {
            (Some(&first), Some(&last)) if last > first => {
                let mean_ms = (f64::from(last) - f64::from(first)) / (times_ms.len() - 1) as f64;
                f64::from(source.duration_ms) / mean_ms
            }
            _ => 0.0,
        }
    }
    let most = source.tracks.iter().fold(0.0, |most: f64, tracks| {
        most.max(of(&tracks.translation, source))
            .max(of(&tracks.rotation, source))
            .max(of(&tracks.scale, source))
    });
    (most.round() as usize).clamp(usize::from(source.duration_ms > 0), MOST_FRAMES)
}

/// A value that can be kept as samples.
trait Sampled: Interpolate + PartialEq {
    /// The same value, written so that a straight blend from `before` takes the short way.
    fn continuing(self, before: &Self) -> Self;
    /// What playback shows between two samples.
    fn between(before: &Self, after: &Self, t: f32) -> Self;
    /// How far two values are apart.
    fn distance(&self, other: &Self) -> f32;
    /// Puts the value into its lanes.
    fn write(&self, lanes: &mut Lanes, first: usize, lane: usize);
}

impl Sampled for Vec3 {
    fn continuing(self, _before: &Self) -> Self {
        self
    }

    fn between(before: &Self, after: &Self, t: f32) -> Self {
        Self::linear(before, after, t)
    }

    fn distance(&self, other: &Self) -> f32 {
        (self - other).norm()
    }

    fn write(&self, lanes: &mut Lanes, first: usize, lane: usize) {
        lanes.set(first, lane, [self.x, self.y, self.z]);
    }
}

impl Sampled for Quat {
    fn continuing(self, before: &Self) -> Self {
        if self.dot(before) < 0.0 { -self } else { self }
    }

    fn between(before: &Self, after: &Self, t: f32) -> Self {
        nlerp(before, after, t)
    }

    /// Angle of the rotation between two that are close to each other, radians.
    fn distance(&self, other: &Self) -> f32 {
        2.0 * (self - other.continuing(self)).norm()
    }

    fn write(&self, lanes: &mut Lanes, first: usize, lane: usize) {
        lanes.set(first, lane, [self.i, self.j, self.k, self.w]);
    }
}
