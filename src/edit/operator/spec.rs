//! What `bonewright operators` lists, generated from the structs of the operators.

use super::super::{
    AliasArgument, AlphaArea, AlphaEdgesArgument, AlphaFormArgument, BindBy, BlendKeep,
    BlendRuleArgument, BonePose, BoneRef, BrushShapeArgument, Channel, ChannelValues, CliffChange,
    CliffNeighboursArgument, ClipRef, CollisionPolicy, CornerMarkArgument, DabArgument,
    FalloffArgument, FifthArgument, GradientCurveArgument, GradientShapeArgument, GroundSample,
    GroundScope, HeightArea, HoleArgument, InfluenceArgument, InterpolationArgument, KeepOnMove,
    KeyArgument, KeyRef, MirrorBy, MirrorFrom, PackedBytes, Pivot, RangeKeys, SampleArgument,
    SampledPose, SculptModeArgument, SkeletonBone, SlotAimArgument, Space, SplitBy,
    SymmetryArgument, TangentFill, TerrainMasks, TipArgument, TrackAddress, TransferBy,
    VariationArgument, WeightMode, WeightsOf,
};
use serde::Serialize;
use std::collections::BTreeMap;

/// An operator as it is listed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OperatorSpec {
    /// The value of `op` in a script.
    pub name: &'static str,
    /// What it does.
    pub doc: String,
    /// Its arguments, in the order they are listed.
    pub arguments: Vec<ArgumentSpec>,
    /// A whole operator with every argument, as JSON text.
    pub example: &'static str,
}

/// An argument of an operator as it is listed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ArgumentSpec {
    /// Its name in a script.
    pub name: &'static str,
    /// What kind of value it takes.
    #[serde(rename = "type")]
    pub kind: String,
    /// What it is if left out; `None` if it must be given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<serde_json::Value>,
    /// What it means.
    pub doc: String,
}

/// A type that arguments have, with a name for people.
pub(super) trait ArgumentKind {
    /// The name for people.
    fn kind() -> String;
}

macro_rules! argument_kinds {
    ($($type:ty => $name:literal;)+) => {$(
        impl ArgumentKind for $type {
            fn kind() -> String {
                $name.to_owned()
            }
        }
    )+};
}

argument_kinds! {
    bool => "true or false";
    u16 => "whole number, 0 to 65535";
    i16 => "whole number, -32768 to 32767";
    u32 => "whole number, 0 or more";
    [u8; 3] => "list of 3 whole numbers, 0 to 255";
    [u32; 2] => "list of 2 whole numbers";
    i32 => "whole number";
    f32 => "number";
    f64 => "number";
    String => "text";
    BoneRef => "bone: name, \"#index\" or {\"id\": n}";
    ClipRef => "clip: name, \"#index\" or {\"id\": n}";
    TrackAddress => "track: \"bones[3].rotation\" or {\"bone\": bone, \"channel\": text}";
    KeyRef => "{\"track\": track, \"clip\": clip, \"time_ms\": whole number}";
    KeyArgument => "number, [x, y, z], quaternion [x, y, z, w] or {\"euler_deg\": [x, y, z]}";
    ChannelValues => "{\"translation\": [x, y, z], \"rotation\": value, \"scale\": [x, y, z]}";
    BonePose => "{\"bone\": bone, \"translation\": .., \"rotation\": [x, y, z, w], \"scale\": ..}";
    SkeletonBone => "{\"name\": text, \"parent\": position in the list, \"position\": [x, y, z], \"shape\": {\"colour\": [r, g, b], \"length\": .., \"width\": .., \"rest_degrees\": [x, y, z]}}";
    Channel => "\"translation\", \"rotation\" or \"scale\"";
    Space => "\"local\", \"parent\" or \"model\"";
    Pivot => "\"individual\", \"median\" or [x, y, z]";
    CollisionPolicy => "\"refuse\" or \"replace\"";
    InterpolationArgument => "\"step\", \"linear\", \"hermite\" or \"bezier\"";
    TangentFill => "\"auto\" or \"flat\"";
    KeepOnMove => "\"pose\" or \"local\"";
    RangeKeys => "\"stay\" or \"follow\"";
    WeightsOf => "\"parent\" or \"others\"";
    WeightMode => "\"add\", \"subtract\", \"set\", \"scale\", \"smooth\", \"average\", \"sharpen\" or \"smear\"";
    SampleArgument => "{\"position\": [x, y, z], \"pressure\": number}";
    SampledPose => "{\"clip\": clip, \"time_ms\": whole number}";
    FalloffArgument => "\"flat\", \"linear\", \"smooth\", \"gaussian\", \"spherical\", \"sharp\" or {\"custom\": [[distance, strength], ...]}";
    DabArgument => "{\"vertices\": [..], \"strengths\": [..]}";
    InfluenceArgument => "{\"bone\": bone, \"weight\": number}";
    MirrorFrom => "\"left\", \"right\" or \"flip\"";
    MirrorBy => "\"position\", \"nearest\" or \"topology\"";
    TransferBy => "\"nearest\", \"ray\", \"uv\" or \"topology\"";
    BTreeMap<String, BoneRef> => "{name: bone, ..}";
    GradientShapeArgument => "\"linear\" or \"radial\"";
    GradientCurveArgument => "\"linear\" or \"smooth\"";
    SplitBy => "\"equal\" or \"nearest\"";
    BindBy => "\"vertex\" or \"island\"";
    AliasArgument => "\"none\" or {\"of\": clip}";
    GroundSample => "{\"position\": [x, y], \"pressure\": number, \"turn_deg\": number, \"scale\": number}";
    TipArgument => "{\"picture\": \"blots\", \"cracks\", \"cloud\", \"stipple\" or {\"grey\": {\"width\": 1 to 256, \"height\": 1 to 256, \"shades\": bytes}}, \"aspect\": number, \"angle_deg\": number, \"spray\": {\"density\": number, \"core\": number, \"fleck\": number}}";
    SymmetryArgument => "{\"kind\": \"west_east\", \"north_south\", \"four_way\" or {\"turn\": 2 to 16}, \"centre\": [x, y]}";
    BrushShapeArgument => "\"circle\", \"square\" or \"diamond\"";
    TerrainMasks => "{\"slope\": {\"from_deg\": .., \"to_deg\": .., \"soft_deg\": .., \"invert\": ..}, \"height\": {\"from\": .., \"to\": .., \"soft\": .., \"invert\": ..}, \"only_textures\": [text, ..], \"never_textures\": [text, ..], \"protected\": [{\"min\": [x, y], \"max\": [x, y]}, ..]}";
    SculptModeArgument => "\"raise\", \"lower\", \"flatten\", \"smooth\", \"noise\", \"plateau\" or \"ramp\"";
    VariationArgument => "\"random\", \"keep\" or {\"fixed\": 0 to 31}";
    CornerMarkArgument => "\"blight\", \"water\", \"boundary\", \"edge\" or \"ramp\"";
    CliffChange => "{\"by\": whole number}, {\"to\": 0 to 14} or \"level\"";
    CliffNeighboursArgument => "\"follow\" or \"stay\"";
    SlotAimArgument => "\"look\" or \"borders\"";
    BlendRuleArgument => "\"ordered\" or \"weighted\"";
    AlphaFormArgument => "\"four_bits\", \"eight_bits\" or \"runs\"";
    AlphaEdgesArgument => "\"keep\", \"all\" or \"repeated\"";
    BlendKeep => "\"alphas\" or \"look\"";
    HoleArgument => "\"cut\" or \"fill\"";
    BTreeMap<String, String> => "{text: text, ..}";
    FifthArgument => "\"refuse\", {\"evict\": {\"below_percent\": number}}, {\"merge\": {texture: texture that looks like it, ..}}, {\"solve\": {\"look_alikes\": {texture: texture that looks like it, ..}}} or {\"chosen\": [{\"tile\": [x, y], \"chunk\": [column, row], \"texture\": text, \"into\": text or left out}, ..]}";
    PackedBytes => "bytes: compressed with zstd, as base64 without padding";
    AlphaArea => "{\"first\": [x, y], \"last\": [x, y], \"textures\": [{\"path\": text, \"shares\": bytes}, ..]}";
    HeightArea => "{\"first\": [x, y], \"last\": [x, y], \"low\": number, \"high\": number, \"heights\": bytes}";
    GroundScope => "\"all\", {\"tiles\": [[x, y], ..]} or {\"chunks\": [[tile x, tile y, column, row], ..]}";
}

impl<T: ArgumentKind> ArgumentKind for Option<T> {
    fn kind() -> String {
        format!("{} (or null)", T::kind())
    }
}

impl<T: ArgumentKind> ArgumentKind for Vec<T> {
    fn kind() -> String {
        format!("list of {}", T::kind())
    }
}

impl<const N: usize> ArgumentKind for [f32; N] {
    fn kind() -> String {
        format!("list of {N} numbers")
    }
}

impl ArgumentKind for [u8; 2] {
    fn kind() -> String {
        "list of 2 whole numbers".to_owned()
    }
}

impl ArgumentKind for [u32; 4] {
    fn kind() -> String {
        "list of 4 whole numbers".to_owned()
    }
}

/// The lines of a doc comment as one paragraph.
pub(super) fn paragraph(lines: &[&str]) -> String {
    let trimmed: Vec<&str> = lines.iter().map(|line| line.trim()).collect();
    trimmed.join(" ").trim().to_owned()
}

/// Makes the struct of an operator on a model and its listing from one text, so that they can't
/// differ.
///
/// Every operator gets an optional `model`. A field with `= "JSON"` may be left out and must carry
/// the matching `#[serde(default)]`; tests compare the two.
macro_rules! operator {
    ($($operator:tt)*) => {
        $crate::edit::operator::spec::operator_on! {
            model "The id of the model; may be left out where the document has only one."
            $($operator)*
        }
    };
}
pub(super) use operator;

/// Makes an operator whose first argument is the optional id of what it works on.
macro_rules! operator_on {
    (
        $owner:ident $owner_doc:literal
        $(#[doc = $doc:literal])+
        $name:ident = $op:literal {
            $(
                $(#[doc = $field_doc:literal])+
                $(#[serde($($serde:tt)*)])?
                $field:ident: $kind:ty $(= $default:literal)?,
            )*
        }
        example $example:literal
    ) => {
        $(#[doc = $doc])+
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            #[doc = $owner_doc]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub $owner: Option<u32>,
            $(
                $(#[doc = $field_doc])+
                $(#[serde($($serde)*)])?
                pub $field: $kind,
            )*
        }

        impl $name {
            /// What `bonewright operators` lists.
            pub fn spec() -> $crate::edit::operator::OperatorSpec {
                use $crate::edit::operator::ArgumentSpec;
                use $crate::edit::operator::spec::{ArgumentKind, paragraph};
                $crate::edit::operator::OperatorSpec {
                    name: $op,
                    doc: paragraph(&[$($doc),+]),
                    arguments: vec![
                        ArgumentSpec {
                            name: stringify!($owner),
                            kind: <Option<u32> as ArgumentKind>::kind(),
                            default: Some(serde_json::Value::Null),
                            doc: $owner_doc.to_owned(),
                        },
                        $(ArgumentSpec {
                            name: stringify!($field),
                            kind: <$kind as ArgumentKind>::kind(),
                            default: $crate::edit::operator::spec::operator_on!(@default $($default)?),
                            doc: paragraph(&[$($field_doc),+]),
                        },)*
                    ],
                    example: $example,
                }
            }
        }
    };
    (@default) => { None };
    (@default $default:literal) => { serde_json::from_str($default).ok() };
}
pub(super) use operator_on;

/// The default of arguments that are true unless said otherwise.
pub(super) fn yes() -> bool {
    true
}

/// The default of factors and shares.
pub(super) fn one() -> f32 {
    1.0
}

/// The default of counts.
pub(super) fn once() -> u32 {
    1
}

/// The default of `channels`.
pub(super) fn all_channels() -> Vec<Channel> {
    Channel::ALL.to_vec()
}
