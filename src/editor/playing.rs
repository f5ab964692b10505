//! How the editor carries out intents about the playhead.

use super::{Editor, KeyRef, ViewSetting};
use crate::anim::Driver;

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
        let (now, end) = (self.playback.time_ms, self.clip_end_ms());
        let mut times = Vec::new();
        for key in self.keys_where(|_| true) {
            times.extend(self.clip_times_of(key, direction, end));
        }
        let times = times.into_iter();
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

    /// Where a keyframe comes next in the clip: once, but as often as its loop if it runs on one.
    fn clip_times_of(&self, key: KeyRef, direction: KeyDirection, end_ms: f64) -> Option<f64> {
        let model = self.model()?;
        let time_ms = f64::from(key.time_ms);
        let Driver::GlobalLoop(index) = model.track(key.path)?.driver() else {
            return Some(time_ms);
        };
        let length = f64::from(*model.global_loops_ms.get(usize::from(index))?);
        if length <= 0.0 || !(0.0..=length).contains(&time_ms) {
            return None;
        }
        let now = self.playback.time_ms;
        let round = match direction {
            KeyDirection::Next => ((now + 0.5 - time_ms) / length).floor() + 1.0,
            KeyDirection::Previous => ((now - 0.5 - time_ms) / length).ceil() - 1.0,
        };
        let shown = time_ms + round * length;
        (0.0..=end_ms).contains(&shown).then_some(shown)
    }

    /// The end of the shown clip.
    fn clip_end_ms(&self) -> f64 {
        f64::from(self.clip().map_or(0, |clip| clip.length_ms()))
    }

    /// Starts or stops playing.
    pub(super) fn toggle_play(&mut self) {
        let Some(duration_ms) = self.clip().map(|clip| clip.length_ms()) else {
            self.refuse("There is no clip to play.");
            return;
        };
        self.drop_unkeyed_pose();
        self.playback.toggle(duration_ms);
    }

    /// Lets time pass.
    pub(super) fn advance(&mut self, elapsed_secs: f64) {
        let duration_ms = self.clip().map_or(0, |clip| clip.length_ms());
        self.playback.advance(elapsed_secs, duration_ms);
    }

    /// Changes one setting of the view or of playback.
    pub(super) fn set(&mut self, setting: ViewSetting) {
        if let ViewSetting::Team(team) = setting {
            self.show_team(team);
            return;
        }
        let view = &mut self.view;
        match setting {
            ViewSetting::WeightTool(value) => view.weight_tool = value,
            ViewSetting::Workspace(value) => view.workspace = value,
            ViewSetting::Weights(value) => view.weights = value.within_ranges(),
            ViewSetting::Shading(value) => view.shading = value,
            ViewSetting::Grid(value) => view.shows_grid = value,
            ViewSetting::Axes(value) => view.shows_axes = value,
            ViewSetting::Bones(value) => view.shows_bones = value,
            ViewSetting::BoneStyle(value) => view.bone_style = value,
            ViewSetting::BoneNames(value) => view.shows_bone_names = value,
            ViewSetting::BonesInFront(value) => view.bones_in_front = value,
            ViewSetting::Parts(value) => view.shows_parts = value,
            ViewSetting::Collision(value) => view.shows_collision = value,
            ViewSetting::Team(value) => view.team = value,
            ViewSetting::Backdrop(value) => view.backdrop = value,
            ViewSetting::Tool(value) => view.tool = value,
            ViewSetting::AxesSpace(value) => view.axes_space = value,
            ViewSetting::PivotPoint(value) => view.pivot_point = value,
            ViewSetting::AutoKey(value) => view.auto_key = value,
            ViewSetting::LoopMode(value) => self.playback.loop_mode = value,
            ViewSetting::PlayRange(range) => self.playback.range_ms = range,
            ViewSetting::Speed(value) => self.playback.speed = value.clamp(0.1, 4.0),
            ViewSetting::TimeDisplay(value) => self.playback.display = value,
            ViewSetting::WeightTools(value) => view.weight_tools = value,
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
