//! How the editor copies and pastes poses, and keeps or drops those that were not keyed.

use super::editing::bones_text;
use super::{Editor, Intent, Toast, UnkeyedPose};
use crate::edit::operator::{InsertKeyframe, PastePose};
use crate::edit::{BonePose, Channel, ChannelValues, KeyArgument, Operator};
use crate::skeleton::BoneId;

impl Editor {
    /// Drops a pose that was not keyed, and offers to key it where it was made.
    pub(super) fn drop_unkeyed_pose(&mut self) {
        self.cancel_gesture();
        let Some(pose) = self.unkeyed.take() else {
            return;
        };
        let bones = bones_text(pose.bones.len());
        let time = self.playback.display.text(f64::from(pose.time_ms));
        let key_it = Intent::Apply(key_pose(&pose));
        self.toasts.push(
            Toast::refusal(format!(
                "The pose of {bones} at {time} had no keyframes, so it was dropped."
            ))
            .with_fix("Key it there", key_it),
        );
    }

    /// An operator that keys the unkeyed pose, if there is one.
    pub fn key_unkeyed(&self) -> Option<Operator> {
        self.unkeyed_pose().map(key_pose)
    }

    /// Copies the pose of the selected bones, or of all if none is selected.
    pub(super) fn copy_pose(&mut self) {
        if self.model().is_none() {
            self.refuse("Nothing is open to copy a pose from.");
            return;
        }
        let copied = self.shown_pose();
        self.last_action = Some(format!("Copied the pose of {}", bones_text(copied.len())));
        if let Ok(text) = serde_json::to_string(&copied) {
            self.requests.push(super::Request::CopyText(text));
        }
        self.pose_clipboard = copied;
    }

    /// The pose as it is shown of the selected bones, or of all if none is selected.
    pub(super) fn shown_pose(&self) -> Vec<BonePose> {
        let selected = self.selection.bones();
        let model = self.model().into_iter();
        let bones = model.flat_map(|model| model.skeleton.bones.iter().map(|bone| bone.id));
        bones
            .filter(|id| selected.is_empty() || selected.contains(id))
            .filter_map(|id| self.bone_pose(id))
            .collect()
    }

    /// Pastes the copied pose at the playhead.
    pub(super) fn paste_pose(&mut self) {
        if self.pose_clipboard.is_empty() {
            self.refuse("No pose was copied yet.");
            return;
        }
        let Some(clip) = self.selection.clip else {
            self.refuse("There is no clip to paste the pose into.");
            return;
        };
        let operator = PastePose {
            model: self.selection.model.map(|id| id.0),
            clip: clip.into(),
            time_ms: self.playback.key_time_ms(),
            pose: self.pose_clipboard.clone(),
            key: true,
        };
        self.update_gesture(operator.into());
        self.commit_gesture();
    }

    fn bone_pose(&self, id: BoneId) -> Option<BonePose> {
        let model = self.model()?;
        let index = model.skeleton.index_of(id)?;
        let local = self.pose.local.get(index)?;
        let names = model.bone_names();
        let name = names.get(index)?.clone();
        let is_unique = names.iter().filter(|&other| *other == name).count() == 1;
        let text = if is_unique { name } else { format!("#{index}") };
        let rotation = local.rotation;
        Some(BonePose {
            bone: text.as_str().into(),
            translation: Some(local.translation.into()),
            rotation: Some([rotation.i, rotation.j, rotation.k, rotation.w]),
            scale: Some(local.scale.into()),
        })
    }
}

/// The operator that keys an unkeyed pose.
pub(super) fn key_pose(pose: &UnkeyedPose) -> Operator {
    if let (Some((&id, bone)), 1) = (pose.bones.first_key_value(), pose.bones.len()) {
        let rotation = bone.rotation.map(|q| [q.i, q.j, q.k, q.w]);
        let channels = Channel::ALL.into_iter();
        return InsertKeyframe {
            model: Some(pose.model.0),
            clip: pose.clip.into(),
            bones: vec![id.into()],
            channels: channels.filter(|c| pose.has(id, c.name())).collect(),
            time_ms: pose.time_ms,
            values: Some(ChannelValues {
                translation: bone.translation.map(Into::into),
                rotation: rotation.map(KeyArgument::Quaternion),
                scale: bone.scale.map(Into::into),
            }),
        }
        .into();
    }
    PastePose {
        model: Some(pose.model.0),
        clip: pose.clip.into(),
        time_ms: pose.time_ms,
        pose: pose
            .bones
            .iter()
            .map(|(&id, bone)| BonePose {
                bone: id.into(),
                translation: bone.translation.map(Into::into),
                rotation: bone.rotation.map(|q| [q.i, q.j, q.k, q.w]),
                scale: bone.scale.map(Into::into),
            })
            .collect(),
        key: true,
    }
    .into()
}
