//! How the editor pastes a copied pose on the other side.

use super::Editor;
use super::editing::bones_text;
use crate::document::Model;
use crate::edit::BonePose;
use crate::edit::operator::PastePose;
use crate::math::{Quat, Vec3};
use crate::skeleton::LocalTransform;

impl Editor {
    /// Pastes the copied pose at the playhead, mirrored: each bone's on its mirror image.
    pub(super) fn paste_pose_flipped(&mut self) {
        if self.pose_clipboard.is_empty() {
            self.refuse("No pose was copied yet.");
            return;
        }
        let (Some(clip), Some(model)) = (self.selection.clip, self.model()) else {
            self.refuse("There is no clip to paste the pose into.");
            return;
        };
        let (pose, left_out) = flipped_pose(model, &self.pose_clipboard);
        if pose.is_empty() {
            self.refuse(
                "None of the copied bones has a mirror image here; the table of mirrored bones \
                 can be given one.",
            );
            return;
        }
        let operator = PastePose {
            model: self.selection.model.map(|id| id.0),
            clip: clip.into(),
            time_ms: self.playback.key_time_ms(),
            pose,
            key: true,
        };
        self.update_gesture(operator.into());
        self.commit_gesture();
        if left_out > 0 {
            self.toast(super::Toast::note(format!(
                "{} without a mirror image kept what they do.",
                bones_text(left_out)
            )));
        }
    }
}

/// A pose for the mirror images of its bones, and how many bones have none.
///
/// A bone that the model does not have stays in the pose, so that pasting says so.
pub fn flipped_pose(model: &Model, pose: &[BonePose]) -> (Vec<BonePose>, usize) {
    let pairs = model.mirror_pairs();
    let mut flipped = Vec::with_capacity(pose.len());
    let mut left_out = 0;
    for entry in pose {
        let Ok(index) = entry.bone.resolve(model) else {
            flipped.push(entry.clone());
            continue;
        };
        let partner = pairs.partner(index);
        let partner = partner.and_then(|partner| model.skeleton.bones.get(partner));
        match partner {
            Some(bone) => flipped.push(mirrored(entry, bone.id.into())),
            None => left_out += 1,
        }
    }
    (flipped, left_out)
}

/// What the mirror image does, in the channels that are given.
fn mirrored(entry: &BonePose, bone: crate::edit::BoneRef) -> BonePose {
    let rest = LocalTransform::REST;
    let rotation = entry.rotation.map(|[i, j, k, w]| Quat::new(w, i, j, k));
    let there = LocalTransform {
        translation: entry.translation.map_or(rest.translation, Vec3::from),
        rotation: rotation.unwrap_or(rest.rotation),
        scale: entry.scale.map_or(rest.scale, Vec3::from),
    }
    .mirrored();
    let turn = there.rotation;
    BonePose {
        bone,
        translation: entry.translation.map(|_| there.translation.into()),
        rotation: entry.rotation.map(|_| [turn.i, turn.j, turn.k, turn.w]),
        scale: entry.scale.map(|_| there.scale.into()),
    }
}
