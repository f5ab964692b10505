//! What the timeline is given to show: the selected clip, the playhead, and what is selected.

use crate::anim::{Clip, ClipFlags, ClipId};
use crate::document::{Model, ModelId};
use crate::editor::{AutoKey, Editor, KeyRef, Playback, Selection, UnkeyedPose};

/// What the timeline shows in one frame.
#[derive(Clone, Copy, Debug)]
pub struct TimelineView<'a> {
    /// The selected model; `None` while nothing is open.
    pub model: Option<&'a Model>,
    /// What is selected.
    pub selection: &'a Selection,
    /// Playhead, loop mode, speed and display of times.
    pub playback: &'a Playback,
    /// Whether gestures set keys.
    pub auto_key: AutoKey,
    /// A pose without keys, shown by a dot on its rows.
    pub unkeyed: Option<&'a UnkeyedPose>,
    /// Changes with every change of the document, also during a gesture.
    pub revision: u64,
}

/// The selected clip, and the one whose keys it plays.
#[derive(Clone, Copy, Debug)]
pub struct ShownClip<'a> {
    /// The model it belongs to.
    pub model: &'a Model,
    /// The selected clip.
    pub clip: &'a Clip,
    /// Position of the clip that holds the keys.
    pub key_index: usize,
    /// The clip that holds the keys: the selected one, or the one it is an alias of.
    pub key_clip: &'a Clip,
}

impl<'a> TimelineView<'a> {
    /// What the timeline shows of an editor.
    pub fn of(editor: &'a Editor) -> Self {
        Self {
            model: editor.model(),
            selection: &editor.selection,
            playback: &editor.playback,
            auto_key: editor.view.auto_key,
            unkeyed: editor.unkeyed_pose(),
            revision: editor.document_revision(),
        }
    }

    /// The selected clip; `None` if there is none, or its aliases lead nowhere.
    pub fn shown_clip(&self) -> Option<ShownClip<'a>> {
        let model = self.model?;
        let index = model.clip_index(self.selection.clip?)?;
        let key_index = model.key_clip(index)?;
        Some(ShownClip {
            model,
            clip: model.clips.get(index)?,
            key_index,
            key_clip: model.clips.get(key_index)?,
        })
    }

    /// Whether all clips of the model lie on one axis.
    pub fn has_one_axis(&self) -> bool {
        self.model.is_some_and(|model| model.format.has_one_axis())
    }

    /// Length of the selected clip, 0 without one.
    pub fn duration_ms(&self) -> u32 {
        self.shown_clip().map_or(0, |shown| shown.clip.length_ms())
    }
}

impl ShownClip<'_> {
    /// Those of some keys on the axis that are in this clip, in its own time.
    pub fn own_keys(&self, on_axis: impl IntoIterator<Item = KeyRef>) -> Vec<KeyRef> {
        let own = |key: KeyRef| {
            let track = self.model.track(key.path)?;
            let time_ms = self
                .model
                .place(track, self.key_index)
                .own_ms(key.time_ms)?;
            Some(KeyRef { time_ms, ..key })
        };
        on_axis.into_iter().filter_map(own).collect()
    }

    /// Which model and clip hold the keys that are shown.
    pub fn key_home(&self) -> (ModelId, ClipId) {
        (self.model.id, self.key_clip.id)
    }

    /// What a user should know about where the keys are, one sentence each.
    pub fn notices(&self) -> Vec<String> {
        let mut notices = Vec::new();
        if self.key_clip.id != self.clip.id {
            notices.push(format!(
                "Alias: these are the keys of {}",
                self.key_clip.display_name()
            ));
        }
        let has_companions = !self.model.format.has_one_axis() && self.model.native.is_some();
        if has_companions && !self.key_clip.flags.has(ClipFlags::KEYS_INLINE) {
            notices.push("Keys are in a file of their own (.anim)".to_owned());
        }
        notices
    }
}
