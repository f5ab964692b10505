//! How the editor carries out intents about the playhead.

use super::{Editor, ViewSetting};

impl Editor {
    /// Moves the playhead; an unkeyed pose stays behind, with an offer to key it.
    pub(super) fn seek(&mut self, time_ms: f64) {
        let moved = (time_ms - self.playback.time_ms).abs() > f64::EPSILON;
        if moved {
            self.drop_unkeyed_pose();
        }
        self.playback.seek(time_ms);
    }

    /// Moves the playhead by whole frames (or milliseconds), onto the frame grid.
    pub(super) fn step(&mut self, steps: i32) {
        let display = self.playback.display;
        let here = display.shown(self.playback.time_ms);
        // From between two frames the first step goes to the nearer grid line that way.
        let target = if steps > 0 {
            (here + 1e-3).floor() + f64::from(steps)
        } else {
            (here - 1e-3).ceil() + f64::from(steps)
        };
        self.seek(display.time_ms(target.max(0.0)));
    }

    /// Moves the playhead to the nearest keyframe after it,.
    pub(super) fn seek_key(&mut self, direction: KeyDirection) {
        let now = self.playback.time_ms;
        let keys = self.keys_where(|_| true);
        let times = keys.iter().map(|key| f64::from(key.time_ms));
        let target = match direction {
            KeyDirection::Next => times.filter(|&t| t > now + 0.5).min_by(f64::total_cmp),
            KeyDirection::Previous => times.filter(|&t| t < now - 0.5).max_by(f64::total_cmp),
        };
        match target {
            Some(time_ms) => self.seek(time_ms),
            None => self.refuse(match direction {
                KeyDirection::Next => "There is no keyframe after the playhead.",
                KeyDirection::Previous => "There is no keyframe before the playhead.",
            }),
        }
    }

    /// Starts or stops playing.
    pub(super) fn toggle_play(&mut self) {
        let Some(duration_ms) = self.clip().map(|clip| clip.duration_ms) else {
            self.refuse("There is no clip to play.");
            return;
        };
        self.drop_unkeyed_pose();
        self.playback.toggle(duration_ms);
    }

    /// Lets time pass.
    pub(super) fn advance(&mut self, elapsed_secs: f64) {
        let duration_ms = self.clip().map_or(0, |clip| clip.duration_ms);
        self.playback.advance(elapsed_secs, duration_ms);
    }

    /// Changes one setting of the view or of playback.
    pub(super) fn set(&mut self, setting: ViewSetting) {
        let view = &mut self.view;
        match setting {
            ViewSetting::Shading(value) => view.shading = value,
            ViewSetting::Grid(value) => view.shows_grid = value,
            ViewSetting::Axes(value) => view.shows_axes = value,
            ViewSetting::Bones(value) => view.shows_bones = value,
            ViewSetting::BoneStyle(value) => view.bone_style = value,
            ViewSetting::BoneNames(value) => view.shows_bone_names = value,
            ViewSetting::BonesInFront(value) => view.bones_in_front = value,
            ViewSetting::Parts(value) => view.shows_parts = value,
            ViewSetting::Backdrop(value) => view.backdrop = value,
            ViewSetting::Tool(value) => view.tool = value,
            ViewSetting::AxesSpace(value) => view.axes_space = value,
            ViewSetting::PivotPoint(value) => view.pivot_point = value,
            ViewSetting::AutoKey(value) => view.auto_key = value,
            ViewSetting::LoopMode(value) => self.playback.loop_mode = value,
            ViewSetting::PlayRange(range) => self.playback.range_ms = range,
            ViewSetting::Speed(value) => self.playback.speed = value.clamp(0.1, 4.0),
            ViewSetting::TimeDisplay(value) => self.playback.display = value,
        }
    }
}

/// Which way to look for a keyframe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KeyDirection {
    /// Later.
    Next,
    /// Earlier.
    Previous,
}
