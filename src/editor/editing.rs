//! How the editor applies operators, runs gestures, and goes back and forth in the history.

use super::{AutoKey, Editor, Intent, PendingGesture, SelectMode, Toast, UnkeyedBone, UnkeyedPose};
use crate::document::{ModelId, Pose, TrackOwner};
use crate::edit::operator::{PastePose, SetClipFlags};
use crate::edit::{AliasArgument, BonePose, ChangeSet, EditError, EntryFocus, Note, Operator};
use crate::skeleton::BoneId;
use std::collections::{BTreeMap, BTreeSet};

impl Editor {
    /// The pose that was made and not keyed, if there is one.
    pub fn unkeyed_pose(&self) -> Option<&UnkeyedPose> {
        self.unkeyed.current()
    }

    /// Where the user looks now, as the history keeps it.
    pub(super) fn entry_focus(&self) -> EntryFocus {
        EntryFocus {
            model: self.selection.model,
            clip: self.selection.clip,
            time_ms: self.playback.key_time_ms(),
            bones: self.selection.bones().to_vec(),
        }
    }

    /// Applies an operator: one entry of the history, or a message why not.
    pub(super) fn apply(&mut self, operator: &Operator) {
        self.cancel_gesture();
        let focus = self.entry_focus();
        let keys = self.selected_keys();
        match self.history.apply(&mut self.document, operator, focus) {
            Ok(applied) => {
                self.forget_keyed(&applied.changes);
                self.show_new(&applied.changes);
                if !applied.changes.is_empty() {
                    self.move_selected_keys(operator);
                    self.keep_key_focus(keys);
                }
                self.edited(applied.changes, applied.label, &applied.notes);
            }
            Err(error) => self.refuse_edit(&error, operator),
        }
    }

    /// Undoes the last unkeyed pose, else the last entry of the history.
    pub(super) fn undo(&mut self) {
        if self.gesture.is_some() {
            self.cancel_gesture();
            return;
        }
        if self.unkeyed.undo() {
            self.last_action = Some("Undid: unkeyed pose".to_owned());
            return;
        }
        let Some(label) = self.label_at(self.history.position().wrapping_sub(1)) else {
            self.refuse("There is nothing to undo.");
            return;
        };
        if let Some((changes, focus)) = self.history.undo(&mut self.document) {
            self.changes.merge(changes);
            self.restore(&focus);
            self.restore_keys_before(self.history.position());
            self.last_action = Some(format!("Undid: {label}"));
        }
    }

    /// Does the next entry of the history again, else the unkeyed pose that was undone.
    pub(super) fn redo(&mut self) {
        self.cancel_gesture();
        if let Some(label) = self.label_at(self.history.position())
            && let Some((changes, focus)) = self.history.redo(&mut self.document)
        {
            self.changes.merge(changes);
            self.restore(&focus);
            self.restore_keys_after(self.history.position().saturating_sub(1));
            self.last_action = Some(format!("Redid: {label}"));
        } else if self.unkeyed.redo() {
            self.last_action = Some("Redid: unkeyed pose".to_owned());
        } else {
            self.refuse("There is nothing to redo.");
        }
    }

    /// Goes to a place in the history.
    pub(super) fn jump_to(&mut self, position: usize) {
        self.cancel_gesture();
        self.unkeyed.clear();
        let changed_entry = position.min(self.history.position());
        let focus = self
            .history
            .entries()
            .nth(changed_entry)
            .map(|entry| entry.focus().clone());
        match self.history.jump(&mut self.document, position) {
            Some(changes) => {
                self.changes.merge(changes);
                if let Some(focus) = focus {
                    self.restore(&focus);
                }
                self.last_action = Some(match position.checked_sub(1) {
                    None => "Went back to the start".to_owned(),
                    Some(last) => {
                        let label = self.label_at(last).unwrap_or_default();
                        format!("Went to: {label}")
                    }
                });
            }
            None => self.refuse(format!("The history has no entry {position}.")),
        }
    }

    /// Shows an operator as it would be if kept now.
    pub(super) fn update_gesture(&mut self, operator: Operator) {
        self.playback.is_playing = false;
        let gesture = match self.gesture.take() {
            Some(gesture) => gesture,
            None => {
                // Keyframes are at whole milliseconds, so that is where the pose is made.
                let time_ms = f64::from(self.playback.key_time_ms());
                self.playback.time_ms = time_ms;
                let paste = self.unkeyed_pose().map(|pose| paste_of(pose).into());
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
        if let Some(gesture) = self.gesture.take() {
            let changes = gesture.cancel(&mut self.document);
            self.changes.merge(changes);
        }
    }

    /// Ends the gesture and keeps what it shows: keyed, or as an unkeyed pose.
    pub(super) fn commit_gesture(&mut self) {
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
            Some(pose) if had_unkeyed => paste_of(&pose).into(),
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

    /// Drops a pose that was not keyed, and offers to key it where it was made.
    pub(super) fn drop_unkeyed_pose(&mut self) {
        self.cancel_gesture();
        let Some(pose) = self.unkeyed.take() else {
            return;
        };
        let bones = bones_text(pose.bones.len());
        let time = self.playback.display.text(f64::from(pose.time_ms));
        let key_it = Intent::Apply(paste_of(&pose).into());
        self.toasts.push(
            Toast::refusal(format!(
                "The pose of {bones} at {time} had no keyframes, so it was dropped."
            ))
            .with_fix("Key it there", key_it),
        );
    }

    /// An operator that keys the unkeyed pose, if there is one.
    pub fn key_unkeyed(&self) -> Option<Operator> {
        self.unkeyed_pose().map(|pose| paste_of(pose).into())
    }

    /// Copies the pose of the selected bones, or of all if none is selected.
    pub(super) fn copy_pose(&mut self) {
        let Some(model) = self.model() else {
            self.refuse("Nothing is open to copy a pose from.");
            return;
        };
        let selected = self.selection.bones();
        let bones = model.skeleton.bones.iter().map(|bone| bone.id);
        let copied: Vec<BonePose> = bones
            .filter(|id| selected.is_empty() || selected.contains(id))
            .filter_map(|id| self.bone_pose(id))
            .collect();
        self.last_action = Some(format!("Copied the pose of {}", bones_text(copied.len())));
        if let Ok(text) = serde_json::to_string(&copied) {
            self.requests.push(super::Request::CopyText(text));
        }
        self.pose_clipboard = copied;
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
        let name = model.bone_name(index);
        let is_unique = (0..model.skeleton.bones.len())
            .filter(|&other| model.bone_name(other) == name)
            .count()
            == 1;
        let text = if is_unique { name } else { format!("#{index}") };
        let rotation = local.rotation;
        Some(BonePose {
            bone: text.as_str().into(),
            translation: Some(local.translation.into()),
            rotation: Some([rotation.i, rotation.j, rotation.k, rotation.w]),
            scale: Some(local.scale.into()),
        })
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
                .all(|(_, track)| track.times_ms(clip).contains(&pose.time_ms))
        })
    }

    fn gesture_landed(
        &mut self,
        applied: Result<Option<crate::edit::Applied>, EditError>,
        operator: &Operator,
    ) {
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

    /// Keeps moved keyframes selected at their new times.
    fn move_selected_keys(&mut self, operator: &Operator) {
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
                time_ms: key.time_ms + delta_ms,
                ..*key
            })
            .collect();
        self.selection.select_keys(keys, SelectMode::Replace);
    }

    fn edited(&mut self, changes: ChangeSet, label: String, notes: &[Note]) {
        self.last_action = Some(label);
        self.changes.merge(changes);
        for note in notes {
            self.toast(Toast::note(note.to_string()));
        }
    }

    /// Selects what an edit made: a new bone, a new clip.
    fn show_new(&mut self, changes: &ChangeSet) {
        let Some(model) = self.model() else {
            return;
        };
        let id = model.id;
        if changes.hierarchies.contains(&id) {
            let newest = changes.bones.iter().map(|(_, bone)| *bone).max();
            let is_last = newest == model.skeleton.bones.last().map(|bone| bone.id);
            if let Some(bone) = newest.filter(|_| is_last) {
                self.selection.select_bones([bone], SelectMode::Replace);
            }
            return;
        }
        if changes.clip_lists.contains(&id) {
            let last = model.clips.last().map(|clip| clip.id);
            if last.is_some_and(|clip| changes.clips.contains(&(id, clip))) {
                self.show_clip(last);
            }
        }
    }

    /// A pose whose bones were keyed at its time is no longer unkeyed.
    fn forget_keyed(&mut self, changes: &ChangeSet) {
        let keyed = touched_bones(changes, self.selection.model);
        let is_keyed = self
            .unkeyed_pose()
            .is_some_and(|pose| pose.bones.keys().any(|id| keyed.contains(id)));
        if is_keyed {
            self.unkeyed.clear();
        }
    }

    fn restore(&mut self, focus: &EntryFocus) {
        self.unkeyed.clear();
        if focus.model != self.selection.model && focus.model.is_some() {
            self.selection.model = focus.model;
            self.model_shown();
        }
        self.selection.set_clip(focus.clip);
        self.selection
            .select_bones(focus.bones.iter().copied(), SelectMode::Replace);
        self.playback.is_playing = false;
        self.playback.seek(f64::from(focus.time_ms));
    }

    fn label_at(&self, index: usize) -> Option<String> {
        let entry = self.history.entries().nth(index)?;
        Some(entry.label().to_owned())
    }

    /// Tells why an edit was refused, with a button that fixes it where there is one.
    fn refuse_edit(&mut self, error: &EditError, operator: &Operator) {
        let mut toast = Toast::refusal(sentence(&error.to_string()));
        match (error, operator) {
            (EditError::BrokenAlias { .. }, _) => {
                if let Some(clip) = self.selection.clip {
                    let own = SetClipFlags {
                        model: self.selection.model.map(|id| id.0),
                        clip: clip.into(),
                        flags: None,
                        looping: None,
                        move_speed: None,
                        frequency: None,
                        repeat: None,
                        blend_time_ms: None,
                        alias: Some(AliasArgument::None),
                    };
                    toast = toast
                        .with_fix("Give the clip its own keyframes", Intent::Apply(own.into()));
                }
            }
            (EditError::Collision { .. }, Operator::MoveKeyframes(operator)) => {
                let mut operator = operator.clone();
                operator.collisions = crate::edit::CollisionPolicy::Replace;
                toast = toast.with_fix("Replace them", Intent::Apply(operator.into()));
            }
            (EditError::Collision { .. }, Operator::DuplicateKeyframes(operator)) => {
                let mut operator = operator.clone();
                operator.collisions = crate::edit::CollisionPolicy::Replace;
                toast = toast.with_fix("Replace them", Intent::Apply(operator.into()));
            }
            _ => {}
        }
        self.toast(toast);
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

/// The operator that keys an unkeyed pose.
fn paste_of(pose: &UnkeyedPose) -> PastePose {
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
}

fn touched_bones(changes: &ChangeSet, model: Option<ModelId>) -> BTreeSet<BoneId> {
    changes
        .tracks
        .iter()
        .filter(|(id, _)| Some(*id) == model)
        .filter_map(|(_, path)| match path.owner {
            TrackOwner::Bone(id) => Some(id),
            _ => None,
        })
        .collect()
}

fn bones_text(count: usize) -> String {
    match count {
        1 => "1 bone".to_owned(),
        count => format!("{count} bones"),
    }
}

/// An error as a sentence: capital letter, full stop.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters
        .next()
        .map(|letter| letter.to_uppercase().to_string());
    let mut sentence = first.unwrap_or_default() + letters.as_str();
    if !sentence.ends_with(['.', '?', '!']) {
        sentence.push('.');
    }
    sentence
}
