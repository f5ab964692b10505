//! How the editor runs gestures, and what becomes of them: keyframes, or an unkeyed pose.

use super::editing::{bones_text, touched_bones};
use super::posing::key_pose;
use super::{AutoKey, Editor, PendingGesture, SelectMode, UnkeyedBone, UnkeyedPose};
use crate::document::{Pose, TrackOwner};
use crate::edit::{Applied, EditError, Operator};
use crate::skeleton::BoneId;
use std::collections::{BTreeMap, BTreeSet};

impl Editor {
    /// Shows an operator as it would be if kept now.
    pub(super) fn update_gesture(&mut self, operator: Operator) {
        self.playback.stop();
        let gesture = match self.gesture.take() {
            Some(gesture) => gesture,
            None => {
                // Keyframes are at whole milliseconds, so that is where the pose is made.
                let time_ms = f64::from(self.playback.key_time_ms());
                self.playback.time_ms = time_ms;
                let paste = self.unkeyed_pose().map(key_pose);
                let (gesture, changes) = PendingGesture::begin(&mut self.document, paste);
                self.changes.merge(changes);
                gesture
            }
        };
        let gesture = self.gesture.insert(gesture);
        match gesture.update(&mut self.document, operator.clone()) {
            Ok(changes) => {
                gesture
                    .touched
                    .extend(touched_bones(&changes, self.selection.model));
                self.changes.merge(changes);
            }
            Err(error) => {
                // The same refusal comes with every movement of the mouse: say it once.
                if !std::mem::replace(&mut gesture.was_refused, true) {
                    self.refuse_edit(&error, &operator);
                }
            }
        }
    }

    /// Ends the gesture and puts everything back.
    pub(super) fn cancel_gesture(&mut self) {
        // A stroke that only waits for an answer is kept.
        self.answer_fifth(false);
        self.cancel_stroke();
        self.cancel_ground_stroke();
        if let Some(gesture) = self.gesture.take() {
            let changes = gesture.cancel(&mut self.document);
            self.changes.merge(changes);
        }
    }

    /// Ends the gesture and keeps what it shows: keyed, or as an unkeyed pose.
    pub(super) fn commit_gesture(&mut self) {
        self.fifth_question = None;
        let Some(gesture) = self.gesture.take() else {
            return;
        };
        let Some(operator) = gesture.operator().cloned() else {
            let changes = gesture.cancel(&mut self.document);
            self.changes.merge(changes);
            return;
        };
        if !is_pose(&operator) {
            let focus = self.entry_focus();
            let (changes, applied) = gesture.commit(&mut self.document, &mut self.history, focus);
            self.changes.merge(changes);
            self.gesture_landed(applied, &operator);
            return;
        }
        let touched = gesture.touched.clone();
        let had_unkeyed = self.unkeyed_pose().is_some();
        let posed = self.document_pose();
        let changes = gesture.cancel(&mut self.document);
        self.changes.merge(changes);
        let keyed = self.document_pose();
        let unkeyed = self.difference(&keyed, &posed, &touched);
        let is_keyed = match self.view.auto_key {
            AutoKey::Off => false,
            AutoKey::Add => true,
            AutoKey::ReplaceOnly => unkeyed.as_ref().is_none_or(|pose| self.has_keys_for(pose)),
        };
        if !is_keyed {
            self.last_action = Some(format!("Posed {} (not keyed)", bones_text(touched.len())));
            self.unkeyed.push(unkeyed);
            return;
        }
        // An unkeyed pose below the gesture is keyed with it, in the same entry.
        let kept = match unkeyed {
            Some(pose) if had_unkeyed => key_pose(&pose),
            _ => operator,
        };
        let focus = self.entry_focus();
        let applied = self
            .history
            .apply(&mut self.document, &kept, focus)
            .map(Some);
        self.unkeyed.clear();
        self.gesture_landed(applied, &kept);
    }

    /// Keeps moved keyframes selected at their new times.
    pub(super) fn move_selected_keys(&mut self, operator: &Operator) {
        let delta_ms = match operator {
            Operator::MoveKeyframes(operator) => operator.delta_ms,
            Operator::DuplicateKeyframes(operator) => operator.delta_ms,
            _ => return,
        };
        let keys: Vec<super::KeyRef> = self
            .selection
            .keys()
            .iter()
            .map(|key| super::KeyRef {
                time_ms: key.time_ms.saturating_add(delta_ms),
                ..*key
            })
            .collect();
        self.selection.select_keys(keys, SelectMode::Replace);
    }

    /// The pose that the document alone gives at the playhead.
    fn document_pose(&self) -> Pose {
        let mut pose = Pose::default();
        if let (Some(model), Some(clock)) = (self.model(), self.clock()) {
            model.evaluate(&clock, &model.skeleton.hierarchy(), &mut pose);
        }
        pose
    }

    /// What of `posed` differs from the keyed pose, for the touched and the already unkeyed bones.
    fn difference(
        &self,
        keyed: &Pose,
        posed: &Pose,
        touched: &BTreeSet<BoneId>,
    ) -> Option<UnkeyedPose> {
        let model = self.model()?;
        let before = self.unkeyed_pose().map(|pose| pose.bones.keys().copied());
        let ids: BTreeSet<BoneId> = touched
            .iter()
            .copied()
            .chain(before.into_iter().flatten())
            .collect();
        let bones: BTreeMap<BoneId, UnkeyedBone> = ids
            .into_iter()
            .filter_map(|id| {
                let index = model.skeleton.index_of(id)?;
                let (keyed, posed) = (keyed.local.get(index)?, posed.local.get(index)?);
                Some((id, UnkeyedBone::difference(keyed, posed)?))
            })
            .collect();
        (!bones.is_empty()).then_some(UnkeyedPose {
            model: model.id,
            clip: self.selection.clip?,
            time_ms: self.playback.key_time_ms(),
            bones,
        })
    }

    /// Whether every channel of an unkeyed pose has a keyframe at its time already.
    fn has_keys_for(&self, pose: &UnkeyedPose) -> bool {
        let (Some(model), Some(clip)) = (self.model(), self.key_clip_index()) else {
            return false;
        };
        pose.bones.keys().all(|&id| {
            model
                .owner_tracks(TrackOwner::Bone(id))
                .iter()
                .filter(|(path, _)| pose.has(id, path.channel))
                .all(|(_, track)| model.has_key(*track, clip, pose.time_ms))
        })
    }

    fn gesture_landed(&mut self, applied: Result<Option<Applied>, EditError>, operator: &Operator) {
        match applied {
            Ok(Some(applied)) => {
                if !applied.changes.is_empty() {
                    let keys = self.selected_keys();
                    self.move_selected_keys(operator);
                    self.keep_key_focus(keys);
                }
                self.edited(applied.changes, applied.label, &applied.notes);
            }
            Ok(None) => {}
            Err(error) => self.refuse_edit(&error, operator),
        }
    }
}

/// Whether an operator poses bones, so that auto-key decides whether it is kept as keyframes.
fn is_pose(operator: &Operator) -> bool {
    matches!(
        operator,
        Operator::RotateBones(_)
            | Operator::MoveBones(_)
            | Operator::ScaleBones(_)
            | Operator::SetBoneTransform(_)
            | Operator::ClearToRest(_)
            | Operator::PastePose(_)
    )
}
