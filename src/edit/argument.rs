//! The small values that operators take as arguments, as scripts write them.

use super::{ClipRef, TrackAddress};
use crate::anim::Interpolation;
use serde::{Deserialize, Serialize};

/// One of the three tracks of a bone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Channel {
    /// Offset in the parent's axes.
    Translation,
    /// Rotation about the pivot.
    Rotation,
    /// Scale along the bone's own axes.
    Scale,
}

impl Channel {
    /// All three, in the order of the file.
    pub const ALL: [Self; 3] = [Self::Translation, Self::Rotation, Self::Scale];

    /// The channel's name in track paths.
    pub fn name(self) -> &'static str {
        match self {
            Self::Translation => "translation",
            Self::Rotation => "rotation",
            Self::Scale => "scale",
        }
    }
}

/// The axes along which a bone is moved, turned or scaled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Space {
    /// The bone's own axes, as posed.
    #[default]
    Local,
    /// The axes of its parent, as posed.
    Parent,
    /// The axes of the model.
    Model,
}

/// The point about which bones turn or are scaled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pivot {
    /// Each bone about its own pivot.
    #[default]
    Individual,
    /// All about the middle of their posed pivots.
    Median,
    /// All about a point of model space.
    #[serde(untagged)]
    Point([f32; 3]),
}

/// A value for a keyframe.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum KeyArgument {
    /// A number: alpha, intensity, angle, visibility.
    Number(f32),
    /// Translation, scale, colour, position.
    Vector([f32; 3]),
    /// A rotation as quaternion x, y, z, w.
    Quaternion([f32; 4]),
    /// A rotation as angles in degrees about the fixed X, then Y, then Z axis.
    Euler {
        /// The three angles.
        euler_deg: [f32; 3],
    },
}

impl KeyArgument {
    /// What it is, for messages.
    pub fn kind_name(&self) -> &'static str {
        match self {
            Self::Number(_) => "a number",
            Self::Vector(_) => "three numbers",
            Self::Quaternion(_) => "a quaternion",
            Self::Euler { .. } => "angles",
        }
    }

    /// What forbids it as a value, completing a sentence; `None` if nothing does.
    pub fn fault(&self) -> Option<&'static str> {
        if !self.is_finite() {
            return Some("must be finite");
        }
        match self {
            Self::Quaternion(numbers) if numbers.iter().all(|number| *number == 0.0) => {
                Some("is a quaternion of length 0, which is no rotation")
            }
            _ => None,
        }
    }

    /// Whether all its numbers are finite.
    pub fn is_finite(&self) -> bool {
        match self {
            Self::Number(number) => number.is_finite(),
            Self::Vector(numbers) | Self::Euler { euler_deg: numbers } => {
                numbers.iter().all(|number| number.is_finite())
            }
            Self::Quaternion(numbers) => numbers.iter().all(|number| number.is_finite()),
        }
    }
}

/// Values for the channels of a bone; those left out are not touched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChannelValues {
    /// Offset in the parent's axes, file units.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub translation: Option<[f32; 3]>,
    /// Rotation: `[x, y, z, w]` or `{"euler_deg": [x, y, z]}`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rotation: Option<KeyArgument>,
    /// Scale along the bone's own axes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale: Option<[f32; 3]>,
}

/// One keyframe: a track, a clip and a time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeyRef {
    /// The track.
    pub track: TrackAddress,
    /// The clip; of no matter for a track on a global loop.
    pub clip: ClipRef,
    /// When, in ms of the clip's own time.
    pub time_ms: i32,
}

/// What happens to keyframes that others land on. They never merge silently.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CollisionPolicy {
    /// The operator is refused.
    #[default]
    Refuse,
    /// They are replaced, and the notes say how many.
    Replace,
}

/// How a track gets from keyframe to keyframe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum InterpolationArgument {
    /// Holds each keyframe until the next.
    Step,
    /// A straight line.
    Linear,
    /// Cubic with tangents.
    Hermite,
    /// Cubic with control points.
    Bezier,
}

impl From<InterpolationArgument> for Interpolation {
    fn from(argument: InterpolationArgument) -> Self {
        match argument {
            InterpolationArgument::Step => Self::Step,
            InterpolationArgument::Linear => Self::Linear,
            InterpolationArgument::Hermite => Self::Hermite,
            InterpolationArgument::Bezier => Self::Bezier,
        }
    }
}

/// What tangents keyframes get that had none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TangentFill {
    /// Along the line through the neighbours.
    #[default]
    Auto,
    /// Level: the value comes to rest at each keyframe.
    Flat,
}

/// What stays when a bone gets another parent or pivot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KeepOnMove {
    /// Where the bone is in model space, at every keyframe.
    #[default]
    Pose,
    /// The numbers of its tracks.
    Local,
}

/// What keyframes do when their clip starts elsewhere or gets another length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RangeKeys {
    /// They stay where they are; the clip shows another part of them.
    #[default]
    Stay,
    /// They go with the clip, closer together or further apart as its length asks.
    Follow,
}

/// Where the weights of a deleted bone go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WeightsOf {
    /// To its parent.
    #[default]
    Parent,
    /// To the other bones of each vertex, in their proportion; to the parent where there is none.
    Others,
}

/// Whether a clip plays another clip's keyframes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AliasArgument {
    /// It plays its own.
    None,
    /// It plays those of this clip.
    Of(ClipRef),
}

impl ChannelValues {
    /// The values that are given, each with its channel.
    pub(super) fn by_channel(&self) -> Vec<(Channel, KeyArgument)> {
        let vector = |numbers: [f32; 3]| KeyArgument::Vector(numbers);
        [
            (Channel::Translation, self.translation.map(vector)),
            (Channel::Rotation, self.rotation),
            (Channel::Scale, self.scale.map(vector)),
        ]
        .into_iter()
        .filter_map(|(channel, value)| Some((channel, value?)))
        .collect()
    }
}

/// What tracks are called in a label: the address of one, the number of several.
pub(super) fn tracks_label(tracks: &[TrackAddress]) -> String {
    match tracks {
        [one] => one.to_string(),
        _ => format!("{} tracks", tracks.len()),
    }
}

/// What keyframes are called in a label.
pub(super) fn keys_label(keys: &[KeyRef]) -> String {
    match keys.len() {
        1 => "keyframe".to_owned(),
        count => format!("{count} keyframes"),
    }
}
