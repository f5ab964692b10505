//! Turns what a user does to keys into the operators that do it.

use super::ShownClip;
use crate::document::{TrackOwner, TrackPath};
use crate::edit::operator::{
    DeleteKeyframes, DeleteStrayKeyframes, DuplicateKeyframes, InsertTrackKeyframe, MoveKeyframes,
    SetClipRange, SetInterpolation, SetKeyValue,
};
use crate::edit::{
    BoneRef, ClipRef, CollisionPolicy, InterpolationArgument, KeyArgument, Operator, RangeKeys,
    TangentFill, TrackAddress,
};
use crate::editor::KeyRef;

/// Makes operators on the keys of one clip.
#[derive(Clone, Copy, Debug)]
pub struct KeyOperators<'a> {
    shown: ShownClip<'a>,
}

/// What [`KeyOperators::set_value`] changes of a key; `None` stays.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct KeyChange {
    /// Its value.
    pub value: Option<KeyArgument>,
    /// Its tangent or control point towards the key before.
    pub incoming: Option<KeyArgument>,
    /// Its tangent or control point towards the key after.
    pub outgoing: Option<KeyArgument>,
}

impl<'a> KeyOperators<'a> {
    /// For the keys that `shown` shows.
    pub fn new(shown: ShownClip<'a>) -> Self {
        Self { shown }
    }

    /// Moves keys in time, and their values if `value_delta` says so.
    pub fn move_keys(
        &self,
        keys: &[KeyRef],
        delta_ms: i32,
        value_delta: Option<KeyArgument>,
        collisions: CollisionPolicy,
    ) -> Operator {
        MoveKeyframes {
            model: self.model(),
            keys: self.refs(keys),
            delta_ms,
            value_delta,
            collisions,
        }
        .into()
    }

    /// Copies keys to a later or earlier time.
    pub fn duplicate(
        &self,
        keys: &[KeyRef],
        delta_ms: i32,
        collisions: CollisionPolicy,
    ) -> Operator {
        DuplicateKeyframes {
            model: self.model(),
            keys: self.refs(keys),
            delta_ms,
            collisions,
        }
        .into()
    }

    /// Takes keys out.
    pub fn delete<'k>(&self, keys: impl IntoIterator<Item = &'k KeyRef>) -> Operator {
        let keys: Vec<KeyRef> = keys.into_iter().copied().collect();
        DeleteKeyframes {
            model: self.model(),
            keys: self.refs(&keys),
        }
        .into()
    }

    /// Takes all keys out that no clip plays.
    pub fn delete_strays(&self) -> Operator {
        DeleteStrayKeyframes {
            model: self.model(),
            tracks: Vec::new(),
        }
        .into()
    }

    /// Adds a key to a track.
    pub fn insert(&self, path: TrackPath, time_ms: i32, value: Option<KeyArgument>) -> Operator {
        InsertTrackKeyframe {
            model: self.model(),
            tracks: vec![self.address(path)],
            clip: self.clip(),
            time_ms,
            value,
        }
        .into()
    }

    /// Sets value and tangents of one key.
    pub fn set_value(&self, key: KeyRef, change: KeyChange) -> Operator {
        SetKeyValue {
            model: self.model(),
            track: self.address(key.path),
            clip: self.clip(),
            time_ms: key.time_ms,
            value: change.value,
            incoming: change.incoming,
            outgoing: change.outgoing,
        }
        .into()
    }

    /// Sets how tracks get from key to key, in all clips.
    pub fn interpolation(
        &self,
        paths: impl IntoIterator<Item = TrackPath>,
        interpolation: InterpolationArgument,
    ) -> Operator {
        SetInterpolation {
            model: self.model(),
            tracks: paths.into_iter().map(|path| self.address(path)).collect(),
            interpolation,
            tangents: TangentFill::Auto,
        }
        .into()
    }

    /// Sets the length of the selected clip; its keys stay, or are stretched with it.
    pub fn clip_length(&self, duration_ms: u32, keys: RangeKeys) -> Operator {
        SetClipRange {
            model: self.model(),
            clip: self.shown.clip.id.into(),
            start_ms: None,
            duration_ms: Some(duration_ms),
            keys,
        }
        .into()
    }

    fn model(&self) -> Option<u32> {
        Some(self.shown.model.id.0)
    }

    fn clip(&self) -> ClipRef {
        self.shown.key_clip.id.into()
    }

    fn refs(&self, keys: &[KeyRef]) -> Vec<crate::edit::KeyRef> {
        keys.iter()
            .map(|key| crate::edit::KeyRef {
                track: self.address(key.path),
                clip: self.clip(),
                time_ms: key.time_ms,
            })
            .collect()
    }

    fn address(&self, path: TrackPath) -> TrackAddress {
        match path.owner {
            TrackOwner::Bone(id) => TrackAddress::Bone {
                bone: BoneRef::from(id),
                channel: path.channel.to_owned(),
            },
            _ => TrackAddress::Text(path.text(self.shown.model)),
        }
    }
}
