//! Keying bones anew so that they stay where they are when the tree or a pivot changes.

use super::draft::Draft;
use super::{Channel, EditError};
use crate::anim::{Clock, Driver, Interpolation, KeyList, KeyWindow, Track, TrackKeys};
use crate::document::{Pose, TrackPath};
use crate::math::{Affine, Quat, Vec3, decompose_rotation};
use crate::skeleton::{Hierarchy, LocalTransform, carried_by_parent};
use nalgebra::Matrix3;
use std::collections::BTreeSet;

/// How far from a right angle axes may be before a pose is called sheared.
const SHEAR_LIMIT: f32 = 1e-3;

/// A bone that gets another parent, or none.
#[derive(Clone, Copy, Debug)]
pub(super) struct NewParent {
    /// The bone's position.
    pub(super) bone: usize,
    /// Its new parent's position.
    pub(super) parent: Option<usize>,
}

impl Draft<'_> {
    /// Keys bones anew so that they keep their place in model space below new parents.
    ///
    /// Exact at every keyframe of the bones that matter. No bone of `moves` may hang below
    /// another, before or after.
    pub(super) fn keep_pose(&mut self, moves: &[NewParent]) -> Result<(), EditError> {
        let model = self.model;
        let old = model.skeleton.hierarchy();
        let parents = (0..model.skeleton.bones.len())
            .map(|bone| match moves.iter().find(|step| step.bone == bone) {
                Some(step) => step.parent,
                None => old.parent(bone),
            })
            .collect();
        let new = Hierarchy::new(parents);
        for step in moves {
            let mut between = difference(&old, step.bone, step.parent);
            if !between.iter().any(|&bone| self.is_animated(bone)) {
                continue;
            }
            between.push(step.bone);
            let baked = self.bake(step.bone, &between, |draft, clock| {
                let mut pose = Pose::default();
                model.evaluate(clock, &old, &mut pose);
                let bones = &model.skeleton.bones;
                let carried_old = carried_by_parent(bones, &old, &pose.model_from_bind, step.bone);
                let local = pose.local.get(step.bone).copied().unwrap_or_default();
                let pivot = bones
                    .get(step.bone)
                    .map_or_else(Vec3::zeros, |bone| bone.pivot);
                let own =
                    Affine::about_pivot(&pivot, &local.translation, &local.rotation, &local.scale);
                crate::skeleton::model_matrices(
                    bones,
                    &new,
                    &pose.local,
                    &mut pose.model_from_bind,
                );
                let carried_new = carried_by_parent(bones, &new, &pose.model_from_bind, step.bone);
                let back = carried_new.inverse().ok_or_else(|| EditError::Pose {
                    bone: draft.model.bone_name(step.bone),
                    reason: "its new parent is scaled to nothing",
                })?;
                Ok(decompose(&(back * carried_old * own), &pivot))
            })?;
            let name = model.bone_name(step.bone);
            if baked.is_sheared {
                self.note(format!(
                    "'{name}' was sheared by its parents, which a bone alone can't be: its pose changes a little"
                ));
            }
            self.note(format!(
                "'{name}' is keyed anew at {} moments to stay where it is; between them it may move a little differently",
                baked.key_count
            ));
        }
        Ok(())
    }

    /// Keys the translation of a bone anew so that it stays where it is about another pivot.
    pub(super) fn keep_pose_about(&mut self, bone: usize, pivot: Vec3) -> Result<(), EditError> {
        let model = self.model;
        let Some(old) = model.skeleton.bones.get(bone).map(|bone| bone.pivot) else {
            return Ok(());
        };
        let Some(tracks) = model.bone_tracks.get(bone) else {
            return Ok(());
        };
        if tracks.rotation.key_count() == 0 && tracks.scale.key_count() == 0 {
            return Ok(());
        }
        let baked = self.bake(bone, &[bone], |_, clock| {
            let mut local = Vec::new();
            model.sample_bones(clock, &mut local);
            let mut own = local.get(bone).copied().unwrap_or_default();
            let whole = Affine::about_pivot(&old, &own.translation, &own.rotation, &own.scale);
            own.translation = whole.point(&pivot) - pivot;
            Ok((own, false))
        })?;
        self.note(format!(
            "'{}' is keyed anew at {} moments to stay where it is; between them it may move a little differently",
            model.bone_name(bone),
            baked.key_count
        ));
        Ok(())
    }

    fn is_animated(&self, bone: usize) -> bool {
        self.model.bone_tracks.get(bone).is_some_and(|tracks| {
            tracks.translation.key_count() + tracks.rotation.key_count() + tracks.scale.key_count()
                > 0
        })
    }

    /// Replaces the keyframes of a bone by `pose` at every keyframe of the bones `around` it.
    fn bake(
        &mut self,
        bone: usize,
        around: &[usize],
        pose: impl Fn(&Draft<'_>, &Clock) -> Result<(LocalTransform, bool), EditError>,
    ) -> Result<Baked, EditError> {
        let model = self.model;
        let mut paths = Vec::new();
        let mut is_stepped = true;
        for id in around
            .iter()
            .filter_map(|&index| model.skeleton.bones.get(index))
        {
            for channel in Channel::ALL {
                let path = TrackPath::bone(id.id, channel.name());
                let Some(track) = model.track(path) else {
                    continue;
                };
                if track.key_count() == 0 {
                    continue;
                }
                if let Driver::GlobalLoop(_) = track.driver() {
                    return Err(EditError::Pose {
                        bone: model.bone_name(bone),
                        reason: "a track on a global loop moves it, and clips can't follow that loop",
                    });
                }
                is_stepped &= track.interpolation() == Interpolation::Step;
                paths.push(path);
            }
        }
        let mut out = Baked::new(model.clips.len(), self.is_on_axis());
        for (index, clip) in model.clips.iter().enumerate() {
            if clip.is_alias() {
                continue;
            }
            let clock_at = |time_ms: i32| Clock::of(model, Some(index), f64::from(time_ms));
            let window = KeyWindow::of(clip);
            let mut times = BTreeSet::new();
            for &path in &paths {
                if let Some(track) = model.track(path) {
                    times.extend(model.own_times(track, index));
                }
            }
            for time in times {
                let (local, is_sheared) = pose(self, &clock_at(time))?;
                out.is_sheared |= is_sheared;
                out.add(index, window, time, &local);
            }
        }
        let interpolation = if is_stepped {
            Interpolation::Step
        } else {
            Interpolation::Linear
        };
        let rest = LocalTransform::REST;
        let windows = self.windows();
        let Some(id) = model.skeleton.bones.get(bone).map(|bone| bone.id) else {
            return Ok(out);
        };
        use super::AnyTrack;
        let put = |draft: &mut Self, channel: Channel, new: AnyTrack| {
            if let Some(track) = draft.track_mut(TrackPath::bone(id, channel.name())) {
                match (track, new) {
                    (AnyTrack::Vector(old), AnyTrack::Vector(new)) => {
                        let still = if channel == Channel::Scale {
                            rest.scale
                        } else {
                            rest.translation
                        };
                        rewrite(old, new, interpolation, &windows, still);
                    }
                    (AnyTrack::Rotation(old), AnyTrack::Rotation(new)) => {
                        rewrite(old, new, interpolation, &windows, rest.rotation);
                    }
                    _ => {}
                }
            }
        };
        put(
            self,
            Channel::Translation,
            AnyTrack::Vector(std::mem::take(&mut out.translation)),
        );
        put(
            self,
            Channel::Rotation,
            AnyTrack::Rotation(std::mem::take(&mut out.rotation)),
        );
        put(
            self,
            Channel::Scale,
            AnyTrack::Vector(std::mem::take(&mut out.scale)),
        );
        Ok(out)
    }
}

/// Keyframes made for one bone.
struct Baked {
    translation: Track<Vec3>,
    rotation: Track<Quat>,
    scale: Track<Vec3>,
    key_count: usize,
    is_sheared: bool,
}

impl Baked {
    fn new(clip_count: usize, on_axis: bool) -> Self {
        Self {
            translation: lists(clip_count, on_axis),
            rotation: lists(clip_count, on_axis),
            scale: lists(clip_count, on_axis),
            key_count: 0,
            is_sheared: false,
        }
    }

    fn add(&mut self, clip: usize, window: KeyWindow, time_ms: i32, local: &LocalTransform) {
        self.key_count += 1;
        add_key(
            &mut self.translation,
            clip,
            window,
            time_ms,
            local.translation,
        );
        add_key(&mut self.rotation, clip, window, time_ms, local.rotation);
        add_key(&mut self.scale, clip, window, time_ms, local.scale);
    }
}

fn lists<T>(clip_count: usize, on_axis: bool) -> Track<T> {
    let mut track = super::any_track::empty_track(on_axis);
    if let TrackKeys::PerClip(lists) = &mut track.keys {
        lists.resize_with(clip_count, KeyList::default);
    }
    track
}

fn add_key<T: Copy + PartialEq>(
    track: &mut Track<T>,
    clip: usize,
    window: KeyWindow,
    time_ms: i32,
    value: T,
) {
    let (list, time_ms) = match &mut track.keys {
        TrackKeys::PerClip(lists) => (lists.get_mut(clip), time_ms),
        TrackKeys::Shared(list) => (Some(list), time_ms),
        TrackKeys::Axis(list) => (Some(list), time_ms.saturating_add(window.start_ms)),
    };
    if let Some(list) = list
        && list.position_at(time_ms).is_none()
    {
        super::key_lists::put(list, time_ms, value, None);
    }
}

/// Gives `old` the keyframes of `new`; on a file's axis, keyframes outside every window stay.
///
/// A track that stays at rest and had no keyframes gets none.
fn rewrite<T: Copy + PartialEq>(
    old: &mut Track<T>,
    mut new: Track<T>,
    interpolation: Interpolation,
    windows: &[KeyWindow],
    rest: T,
) {
    let moves = new
        .lists()
        .iter()
        .any(|list| list.values.iter().any(|value| *value != rest));
    if !moves && old.key_count() == 0 {
        return;
    }
    if let (TrackKeys::Axis(old), TrackKeys::Axis(new)) = (&old.keys, &mut new.keys) {
        for (&time, &value) in old.times_ms.iter().zip(&old.values) {
            let is_outside = !windows.iter().any(|window| window.contains(time));
            if is_outside && new.position_at(time).is_none() {
                super::key_lists::put(new, time, value, None);
            }
        }
    }
    old.keys = new.keys;
    old.interpolation = interpolation;
    old.driver = Driver::Clip;
}

/// Bones above `bone` now, or with the new parent, but not both.
fn difference(hierarchy: &Hierarchy, bone: usize, parent: Option<usize>) -> Vec<usize> {
    let above = |start: Option<usize>| {
        let mut chain = Vec::new();
        let mut at = start;
        while let Some(index) = at {
            chain.push(index);
            at = hierarchy.parent(index);
        }
        chain
    };
    let (old, new) = (above(hierarchy.parent(bone)), above(parent));
    let only = |a: &[usize], b: &[usize]| -> Vec<usize> {
        a.iter()
            .copied()
            .filter(|index| !b.contains(index))
            .collect()
    };
    let mut out = only(&old, &new);
    out.extend(only(&new, &old));
    out
}

/// What a bone with this pivot must do to give `matrix`; whether shear was lost.
fn decompose(matrix: &Affine, pivot: &Vec3) -> (LocalTransform, bool) {
    let linear = matrix.linear();
    let mut lengths = Vec3::new(
        linear.column(0).norm(),
        linear.column(1).norm(),
        linear.column(2).norm(),
    );
    if linear.determinant() < 0.0 {
        lengths.x = -lengths.x;
    }
    let unit = |axis: usize| {
        let length = lengths[axis];
        if length.abs() > f32::MIN_POSITIVE {
            1.0 / length
        } else {
            0.0
        }
    };
    let inverse = Vec3::new(unit(0), unit(1), unit(2));
    let axes = linear * Matrix3::from_diagonal(&inverse);
    let skew = [(0, 1), (0, 2), (1, 2)]
        .iter()
        .map(|&(a, b)| axes.column(a).dot(&axes.column(b)).abs())
        .fold(0.0, f32::max);
    let local = LocalTransform {
        translation: matrix.point(pivot) - pivot,
        rotation: decompose_rotation(&axes),
        scale: lengths,
    };
    (local, skew > SHEAR_LIMIT)
}
