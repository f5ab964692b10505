//! What the commands of the Bone menu ask for.

use super::plan_parts::{Plan, bones, clip, shell, something_open, ui, viewport};
use super::skin_commands::hiding_of_vertices;
use super::{Command, Editor, Intent, ShellRequest, TransformKind, ViewIntent, ViewportRequest};
use crate::edit::operator::{AddBone, ClearToRest, DeleteBone, ReparentBone};
use crate::edit::{BoneRef, Channel, KeepOnMove, WeightsOf};
use crate::skeleton::BoneId;

impl Command {
    /// What a command of the Bone menu asks for.
    pub(super) fn plan_bones(self, editor: &Editor) -> Plan {
        if let Some(plan) = hiding_of_vertices(self, editor) {
            return plan;
        }
        if self == Self::ShowAllBones {
            if editor.view.hidden_bones.is_empty() {
                return Err("No bone is hidden.".to_owned());
            }
            let hidden = editor.view.hidden_bones.iter().copied().collect();
            return ui(ViewIntent::ShowBones(hidden));
        }
        let model = something_open(editor).map(|()| editor.selection.model)?;
        let model = model.map(|id| id.0);
        if self == Self::AddBone {
            return Ok(vec![Intent::Apply(add_bone(editor).into())]);
        }
        let selected = bones(editor)?;
        let clear = |channels: &[Channel]| -> Plan {
            let operator = ClearToRest {
                model,
                clip: clip(editor)?,
                bones: bone_refs(selected),
                channels: channels.to_vec(),
                time_ms: editor.playback.key_time_ms(),
                key: true,
            };
            // As a gesture, so that auto-key decides whether it is keyed.
            Ok(vec![
                ViewIntent::UpdateGesture(operator.into()).into(),
                ViewIntent::CommitGesture.into(),
            ])
        };
        let transform =
            |kind| clip(editor).and_then(|_| viewport(editor, ViewportRequest::Transform(kind)));
        match self {
            Self::MoveBones => transform(TransformKind::Move),
            Self::RotateBones => transform(TransformKind::Rotate),
            Self::ScaleBones => transform(TransformKind::Scale),
            Self::ClearTranslation => clear(&[Channel::Translation]),
            Self::ClearRotation => clear(&[Channel::Rotation]),
            Self::ClearScale => clear(&[Channel::Scale]),
            Self::ClearAll => clear(&Channel::ALL),
            Self::RenameBone => shell(ShellRequest::RenameBone),
            Self::HideBones => ui(ViewIntent::HideBones(selected.to_vec())),
            Self::IsolateBones => ui(ViewIntent::IsolateBones(selected.to_vec())),
            Self::ReparentBones => {
                let Some((&active, others)) = selected.split_last().filter(|(_, o)| !o.is_empty())
                else {
                    return Err(
                        "Select the bones to hang, then the bone to hang them below.".to_owned(),
                    );
                };
                Ok(reparent(model, others, Some(active.into())))
            }
            Self::MakeRoots => Ok(reparent(model, selected, None)),
            _ => Ok(selected
                .iter()
                .map(|&bone| {
                    Intent::Apply(
                        DeleteBone {
                            model,
                            bone: bone.into(),
                            weights: WeightsOf::default(),
                            children: KeepOnMove::default(),
                        }
                        .into(),
                    )
                })
                .collect()),
        }
    }
}

/// Bones as operators name them.
pub(super) fn bone_refs(bones: &[BoneId]) -> Vec<BoneRef> {
    bones.iter().map(|&id| id.into()).collect()
}

fn reparent(model: Option<u32>, bones: &[BoneId], parent: Option<BoneRef>) -> Vec<Intent> {
    bones
        .iter()
        .map(|&bone| {
            Intent::Apply(
                ReparentBone {
                    model,
                    bone: bone.into(),
                    parent: parent.clone(),
                    keep: KeepOnMove::default(),
                }
                .into(),
            )
        })
        .collect()
}

/// A bone below the active one, a little above it so that both can be seen.
fn add_bone(editor: &Editor) -> AddBone {
    let active = editor.selection.active_bone();
    let model = editor.model();
    let parent = active.and_then(|id| model?.skeleton.bone(id));
    let step = model.map_or(1.0, |model| model.size() * 0.05);
    let position = parent.map_or([0.0; 3], |bone| bone.pivot.into());
    AddBone {
        model: editor.selection.model.map(|id| id.0),
        name: None,
        parent: active.map(Into::into),
        position: [position[0], position[1], position[2] + step],
    }
}
