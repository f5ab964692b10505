//! A clip as samples that all bones share the times of: a copy of the tracks that is quick to read.
//!
//! There is a sample wherever some track of the clip has a keyframe, so that straight tracks lose
//! nothing, and between them as many as curves and wide turns ask for.
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
/// The longest clip whose keyframes are looked at one by one, ms.
const LONGEST_MS: usize = 1 << 22;
/// The most memory for the samples of one clip.
const MOST_BYTES: usize = 32 << 20;

/// Samples of all bones in one clip.
#[derive(Clone, Debug, PartialEq)]
pub struct BakedClip {
    bound: BakeBound,
    bone_count: usize,
    /// When each frame is, ascending; never empty.
    times_ms: Vec<f64>,
    /// For each frame the groups of [`WIDTH`] bones.
    samples: Vec<Lanes>,
    /// For each bone the channels whose samples miss the bound.
    missed: Vec<[bool; 3]>,
}

impl BakedClip {
    /// Bakes all tracks at the moments of their keyframes, and at up to seven moments between where
    /// some track would miss the bound.
    pub fn new(source: &BakeSource<'_>, bound: BakeBound) -> Self {
        let bone_count = source.tracks.len();
        let group_count = bone_count.div_ceil(WIDTH);
        let per_frame = group_count.max(1) * size_of::<Lanes>();
        let limit = MOST_FRAMES.min(MOST_BYTES / per_frame).max(2);
        let moments = key_moments(source, limit);
        let mut baked = Self {
            bound,
            bone_count,
            times_ms: moments.clone(),
            samples: Vec::new(),
            missed: vec![[false; 3]; bone_count],
        };
        let mut open = baked.bake_all(source);
        let mut best = (open.len(), 1);
        for factor in [2, 4, 8] {
            if open.is_empty() || moments.len() * factor > limit {
                break;
            }
            baked.times_ms = split(&moments, factor);
            open.retain(|&(bone, channel)| {
                baked.bake_channel(source, bone, channel, Write::Nothing) == Fit::Misses
            });
            // Finer samples that help no track are not worth their memory.
            if open.len() < best.0 {
                best = (open.len(), factor);
            }
        }
        baked.times_ms = split(&moments, best.1);
        if best.1 != 1 {
            baked.bake_all(source);
        }
        baked
    }

    /// Bakes every track at the moments that are set; gives those that more moments might help.
    fn bake_all(&mut self, source: &BakeSource<'_>) -> Vec<(usize, BoneChannel)> {
        let group_count = self.bone_count.div_ceil(WIDTH);
        self.samples
            .resize(self.times_ms.len() * group_count, Lanes::REST);
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

    /// Bakes one track again after an edit, at the moments the clip was baked with.
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
        self.times_ms.len()
    }

    /// The groups of bones at the samples before and after `time_ms`, and how far it is between.
    pub(super) fn frames(&self, time_ms: f64) -> (&[Lanes], &[Lanes], f32) {
        let group_count = self.bone_count.div_ceil(WIDTH);
        // A time that is no number is before every moment.
        let passed = self.times_ms.partition_point(|&moment| moment <= time_ms);
        let before = passed.saturating_sub(1);
        let after = (before + 1).min(self.times_ms.len() - 1);
        let t = match (self.times_ms.get(before), self.times_ms.get(after)) {
            (Some(&from), Some(&to)) if passed > 0 && to > from => {
                ((time_ms - from) / (to - from)) as f32
            }
            _ => 0.0,
        };
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
        let mut error = 0.0_f32;
        let mut values: Vec<T> = Vec::with_capacity(self.times_ms.len());
        let mut from_ms = 0.0;
        for &to_ms in &self.times_ms {
            let Some(&before) = values.last() else {
                values.push(value_at(to_ms));
                from_ms = to_ms;
                continue;
            };
            // In order of time, so that the cursor only goes forward.
            let exact = BETWEEN.map(|t| value_at(from_ms + t * (to_ms - from_ms)));
            let value = value_at(to_ms).continuing(&before);
            for (t, exact) in BETWEEN.iter().zip(&exact) {
                error = worse(error, &T::between(&before, &value, *t as f32), exact);
            }
            values.push(value);
            from_ms = to_ms;
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
        // Corners of the track are at its keyframes, which need not be moments after an edit.
        let mut frame = 0;
        for &key_ms in keys.times_ms() {
            let time_ms = f64::from(key_ms) - start_ms;
            while self.times_ms.get(frame + 1).is_some_and(|&t| t <= time_ms) {
                frame += 1;
            }
            let moments = (self.times_ms.get(frame), self.times_ms.get(frame + 1));
            let (Some(&from_ms), Some(&to_ms)) = moments else {
                break;
            };
            if time_ms <= from_ms {
                continue;
            }
            if let (Some(before), Some(after)) = (values.get(frame), values.get(frame + 1)) {
                let t = ((time_ms - from_ms) / (to_ms - from_ms)) as f32;
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

/// The start and end of the clip and every moment between at which a track has a keyframe.
///
/// Evenly spread moments instead where those would be more than `limit`, or the clip too long to
/// mark them in.
fn key_moments(source: &BakeSource<'_>, limit: usize) -> Vec<f64> {
    fn mark<T>(track: &Track<T>, source: &BakeSource<'_>, marks: &mut [bool]) {
        let clock = Clock {
            time_ms: 0.0,
            ..source.clock
        };
        if matches!(track.driver, Driver::GlobalLoop(_)) {
            return;
        }
        let Some((keys, start_ms)) = track.playing(&clock, source.global_loops_ms) else {
            return;
        };
        for &key_ms in keys.times_ms() {
            let time_ms = f64::from(key_ms) - start_ms;
            if time_ms > 0.0
                && let Some(mark) = marks.get_mut(time_ms as usize)
            {
                *mark = true;
            }
        }
    }
    let duration_ms = f64::from(source.duration_ms);
    let length = source.duration_ms as usize + 1;
    if length <= LONGEST_MS {
        let mut marks = vec![false; length];
        marks[0] = true;
        marks[length - 1] = true;
        for tracks in source.tracks {
            mark(&tracks.translation, source, &mut marks);
            mark(&tracks.rotation, source, &mut marks);
            mark(&tracks.scale, source, &mut marks);
        }
        let marked = marks.iter().filter(|&&mark| mark).count();
        if marked <= limit {
            let moments = marks.iter().enumerate().filter(|(_, mark)| **mark);
            return moments.map(|(ms, _)| ms as f64).collect();
        }
    }
    let last = limit.max(2) - 1;
    (0..=last)
        .map(|frame| frame as f64 / last as f64 * duration_ms)
        .collect()
}

/// The moments with each interval between them cut into `factor` parts.
fn split(moments: &[f64], factor: usize) -> Vec<f64> {
    let mut out = Vec::with_capacity(moments.len() * factor);
    for pair in moments.windows(2) {
        let step = (pair[1] - pair[0]) / factor as f64;
        out.extend((0..factor).map(|part| pair[0] + part as f64 * step));
    }
    out.extend(moments.last());
    out
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
