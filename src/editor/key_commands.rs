//! What the commands of the Key menu ask for.

use super::bone_commands::bone_refs;
use super::plan_parts::{Plan, bones, clip, one_axis, something_open, ui};
use super::{Command, Editor, Intent, KeyRef, Request, TimelineRequest, ViewIntent};
use crate::document::TrackOwner;
use crate::edit::operator::{
    DeleteKeyframes, DeleteStrayKeyframes, InsertKeyframe, SetInterpolation,
};
use crate::edit::{Channel, ClipRef, InterpolationArgument, TangentFill, TrackAddress};

impl Command {
    /// What a command of the Key menu asks for.
    pub(super) fn plan_keys(self, editor: &Editor) -> Plan {
        let model = something_open(editor).map(|()| editor.selection.model)?;
        let model = model.map(|id| id.0);
        let insert = |channels: &[Channel]| -> Plan {
            if let Some(operator) = editor.key_unkeyed() {
                return Ok(vec![Intent::Apply(operator)]);
            }
            let operator = InsertKeyframe {
                model,
                clip: clip(editor)?,
                bones: bone_refs(bones(editor)?),
                channels: channels.to_vec(),
                time_ms: editor.playback.key_time_ms(),
                values: None,
            };
            Ok(vec![Intent::Apply(operator.into())])
        };
        let delete = |keys: Vec<KeyRef>, reason: &str| -> Plan {
            if keys.is_empty() {
                return Err(reason.to_owned());
            }
            let clip = clip(editor)?;
            let keys = keys
                .iter()
                .map(|key| edit_key(key, &clip, editor))
                .collect();
            Ok(vec![Intent::Apply(DeleteKeyframes { model, keys }.into())])
        };
        match self {
            Self::InsertKeys => insert(&Channel::ALL),
            Self::InsertTranslationKeys => insert(&[Channel::Translation]),
            Self::InsertRotationKeys => insert(&[Channel::Rotation]),
            Self::InsertScaleKeys => insert(&[Channel::Scale]),
            Self::DeleteKeysHere => {
                bones(editor)?;
                delete(
                    editor.keys_where(|later_ms| later_ms == 0),
                    "The selected bones have no keyframe at the playhead.",
                )
            }
            Self::DeleteSelectedKeys => delete(
                editor.selection.keys().iter().copied().collect(),
                "No keyframe is selected.",
            ),
            Self::NextStrayKey => strays(editor).and_then(|()| {
                ui(ViewIntent::Request(Request::Timeline(
                    TimelineRequest::NextStray,
                )))
            }),
            Self::DeleteStrayKeys => strays(editor).map(|()| {
                let tracks = Vec::new();
                vec![Intent::Apply(DeleteStrayKeyframes { model, tracks }.into())]
            }),
            Self::SetStep => interpolate(editor, InterpolationArgument::Step),
            Self::SetLinear => interpolate(editor, InterpolationArgument::Linear),
            Self::SetHermite => interpolate(editor, InterpolationArgument::Hermite),
            Self::SetBezier => interpolate(editor, InterpolationArgument::Bezier),
            Self::NextKey => clip(editor).and_then(|_| ui(ViewIntent::NextKey)),
            _ => clip(editor).and_then(|_| ui(ViewIntent::PreviousKey)),
        }
    }
}

/// Refuses where no keyframe lies outside every clip.
fn strays(editor: &Editor) -> Result<(), String> {
    one_axis(editor)?;
    match editor.model().is_some_and(|model| model.has_stray_keys()) {
        true => Ok(()),
        false => Err("No keyframe lies outside every clip.".to_owned()),
    }
}

fn interpolate(editor: &Editor, interpolation: InterpolationArgument) -> Plan {
    let selection = &editor.selection;
    let mut paths: Vec<_> = selection.keys().iter().map(|key| key.path).collect();
    paths.dedup();
    if paths.is_empty() {
        paths.extend(selection.channel);
    }
    if paths.is_empty() {
        let model = editor.model();
        for &id in selection.bones() {
            let tracks = model.map(|model| model.owner_tracks(TrackOwner::Bone(id)));
            paths.extend(
                tracks
                    .into_iter()
                    .flatten()
                    .filter(|(_, track)| track.key_count() > 0)
                    .map(|(path, _)| path),
            );
        }
    }
    if paths.is_empty() {
        return Err("Select keyframes, a channel, or a bone with keyframes.".to_owned());
    }
    let model = editor
        .model()
        .ok_or_else(|| "Nothing is open.".to_owned())?;
    let operator = SetInterpolation {
        model: selection.model.map(|id| id.0),
        tracks: paths
            .into_iter()
            .map(|path| TrackAddress::Text(path.text(model)))
            .collect(),
        interpolation,
        tangents: TangentFill::default(),
    };
    Ok(vec![Intent::Apply(operator.into())])
}

/// A keyframe as operators name it.
fn edit_key(key: &KeyRef, clip: &ClipRef, editor: &Editor) -> crate::edit::KeyRef {
    let text = editor
        .model()
        .map(|model| key.path.text(model))
        .unwrap_or_default();
    crate::edit::KeyRef {
        track: TrackAddress::Text(text),
        clip: clip.clone(),
        time_ms: key.time_ms,
    }
}
