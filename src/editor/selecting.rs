//! How the editor carries out intents about selection and visibility.

use super::report::path_head;
use super::{Editor, KeyRef, SelectMode, Toast};
use crate::anim::{Clock, Driver, TrackRef};
use crate::document::{Model, TrackOwner};
use crate::skeleton::BoneId;

impl Editor {
    /// Selects what a path of the report is about; says so if that is nothing one can select.
    pub(super) fn select_path(&mut self, path: &str) {
        let Some(model) = self.model() else {
            return;
        };
        let target = path_head(path).and_then(|(list, index)| target_of(model, list, index));
        match target {
            Some(PathTarget::Bone(id)) => self.selection.select_bones([id], SelectMode::Replace),
            Some(PathTarget::Clip(index)) => {
                let clip = model.clips.get(index).map(|clip| clip.id);
                self.show_clip(clip);
            }
            Some(PathTarget::Part(owner)) => {
                if let Some(node) = super::own_node(model, owner) {
                    self.selection.select_bones([node], SelectMode::Replace);
                }
                self.selection.part = Some(owner);
            }
            None => {
                let text = if path.is_empty() {
                    "This line is about the file as a whole.".to_owned()
                } else {
                    format!("{path} has no place in a panel to jump to.")
                };
                self.toast(Toast::note(text));
            }
        }
    }

    /// Shows another clip from its start; an unkeyed pose of the old one is dropped.
    pub(super) fn show_clip(&mut self, clip: Option<crate::anim::ClipId>) {
        if clip == self.selection.clip {
            return;
        }
        self.drop_unkeyed_pose();
        self.selection.set_clip(clip);
        self.playback.seek(0.0);
    }

    /// Hides every bone but these.
    pub(super) fn isolate_bones(&mut self, shown: &[BoneId]) {
        let Some(model) = self.model() else {
            return;
        };
        let hidden = model.skeleton.bones.iter().map(|bone| bone.id);
        self.view.hidden_bones = hidden.filter(|id| !shown.contains(id)).collect();
    }

    /// Where the playhead is on the clock of a track: in its loop if it runs on one, else in the clip.
    fn now_ms(&self, model: &Model, track: TrackRef<'_>) -> i32 {
        match track.driver() {
            Driver::Clip => self.playback.key_time_ms(),
            Driver::GlobalLoop(index) => {
                let clock = Clock::BIND.with_loop_time(self.playback.global_ms);
                clock.time_in_loop(&model.global_loops_ms, index).round() as i32
            }
        }
    }

    /// Every keyframe of the selected bones, or of all bones if none is selected, that `keep` wants.
    ///
    /// `keep` gets how much later than the playhead the keyframe is, on the clock of its track.
    pub fn keys_where(&self, mut keep: impl FnMut(i64) -> bool) -> Vec<KeyRef> {
        let (Some(model), Some(clip)) = (self.model(), self.key_clip_index()) else {
            return Vec::new();
        };
        let mut owners: Vec<TrackOwner> = self
            .selection
            .bones()
            .iter()
            .map(|&id| TrackOwner::Bone(id))
            .collect();
        if owners.is_empty() {
            owners = model.track_owners();
        }
        let mut keys = Vec::new();
        for owner in owners {
            for (path, track) in model.owner_tracks(owner) {
                let now_ms = i64::from(self.now_ms(model, track));
                keys.extend(
                    model
                        .own_times(track, clip)
                        .filter(|&time_ms| keep(i64::from(time_ms) - now_ms))
                        .map(|time_ms| KeyRef { path, time_ms }),
                );
            }
        }
        keys
    }
}

/// What a path of a report can be about.
enum PathTarget {
    Bone(BoneId),
    Clip(usize),
    Part(TrackOwner),
}

fn target_of(model: &Model, list: &str, index: usize) -> Option<PathTarget> {
    let number = u32::try_from(index).ok()?;
    if list == "clips" {
        return (index < model.clips.len()).then_some(PathTarget::Clip(index));
    }
    let list = if list == "bone_tracks" { "bones" } else { list };
    let owner = TrackOwner::in_list(model, list, number)?;
    if let TrackOwner::Bone(bone) = owner {
        return Some(PathTarget::Bone(bone));
    }
    (!model.owner_tracks(owner).is_empty()).then_some(PathTarget::Part(owner))
}
