//! How the editor applies operators and goes back and forth in the history.

use super::{Editor, Intent, ReportLine, SelectMode, Severity, Toast, UnkeyedPose};
use crate::document::{ModelId, TrackOwner};
use crate::edit::operator::{LockBones, SetClipFlags};
use crate::edit::{AliasArgument, ChangeSet, EditError, EntryFocus, Note, Operator};
use crate::skeleton::BoneId;
use std::collections::BTreeSet;

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
            terrain: self.terrain().map(|terrain| terrain.id),
            ..EntryFocus::default()
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
        // A stroke that waits for an answer is what was done last: it is put back.
        self.fifth_question = None;
        if self.gesture.is_some() || self.is_on_ground() {
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

    pub(super) fn edited(&mut self, changes: ChangeSet, label: String, notes: &[Note]) {
        self.last_action = Some(label);
        self.crowded_stroke = None;
        self.changes.merge(changes);
        self.tell_notes(notes);
    }

    /// Puts notes into the report, and the first on the screen.
    pub(super) fn tell_notes(&mut self, notes: &[Note]) {
        for note in notes {
            self.report.push(ReportLine {
                severity: Severity::Note,
                code: String::new(),
                path: String::new(),
                message: sentence(&note.to_string()),
            });
        }
        if let Some(first) = notes.first() {
            let first = sentence(&first.to_string());
            self.toasts.push(Toast::note(match notes.len() {
                1 => first,
                2 => format!("{first} 1 more note is in the report."),
                count => format!("{first} {} more notes are in the report.", count - 1),
            }));
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
        let terrain = focus.terrain.or(self.chosen_terrain);
        let shown = self.terrain().map(|terrain| terrain.id);
        self.chosen_terrain = terrain;
        // What was chosen belongs to the map that was shown.
        if self.terrain().map(|terrain| terrain.id) != shown {
            self.ground_view.forget_places();
        }
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
    pub(super) fn refuse_edit(&mut self, error: &EditError, operator: &Operator) {
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
                        rarity: None,
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
            (EditError::Locked { id, .. }, _) => {
                let unlock = LockBones {
                    model: self.selection.model.map(|id| id.0),
                    bones: vec![(*id).into()],
                    locked: false,
                };
                toast = toast.with_fix("Unlock it", Intent::Apply(unlock.into()));
            }
            _ => {}
        }
        self.toast(toast);
    }
}

pub(super) fn touched_bones(changes: &ChangeSet, model: Option<ModelId>) -> BTreeSet<BoneId> {
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

pub(super) fn bones_text(count: usize) -> String {
    match count {
        1 => "1 bone".to_owned(),
        count => format!("{count} bones"),
    }
}

/// An error as a sentence: capital letter, full stop.
pub(super) fn sentence(text: &str) -> String {
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
