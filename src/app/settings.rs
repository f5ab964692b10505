//! What the program remembers between runs: layout, theme, recent files, folders.

use crate::editor::{
    Editor, GroundBrush, GroundView, ProtectedPlaces, RecentFiles, TimeDisplay, WeightView,
};
use crate::ui::{Layout, Shell, is_complete};
use eframe::egui;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// What the program remembers between runs.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    is_light: bool,
    zoom: Option<f32>,
    layout: Option<Layout>,
    recent: RecentFiles,
    asset_folders: Vec<PathBuf>,
    /// Frames a second; `None` shows milliseconds.
    frames_per_second: Option<f64>,
    shows_milliseconds: bool,
    window_size: Option<[f32; 2]>,
    weights: WeightView,
    /// The falloff that the user drew.
    brush_curve: Vec<[f32; 2]>,
    ground: GroundView,
    ground_brush: GroundBrush,
    /// The protected places of each map.
    protected: ProtectedPlaces,
}

impl Settings {
    /// Reads the settings; what is damaged or missing is as in a new installation.
    pub fn load() -> Self {
        settings_path()
            .and_then(|path| std::fs::read(path).ok())
            .and_then(|bytes| serde_json::from_slice(&bytes).ok())
            .unwrap_or_default()
    }

    /// What is worth remembering now.
    pub fn of(editor: &Editor, shell: &Shell, ctx: &egui::Context) -> Self {
        let display = editor.playback.display;
        Self {
            is_light: ctx.theme() == egui::Theme::Light,
            zoom: Some(ctx.zoom_factor()),
            layout: Some(shell.layout.clone()),
            recent: editor.recent.clone(),
            asset_folders: editor.files.asset_folders.clone(),
            frames_per_second: match display {
                TimeDisplay::Frames { fps } => Some(fps),
                TimeDisplay::Milliseconds => None,
            },
            shows_milliseconds: display == TimeDisplay::Milliseconds,
            window_size: ctx.input(|input| {
                let rect = input.viewport().inner_rect?;
                Some([rect.width(), rect.height()])
            }),
            weights: editor.view.weights,
            brush_curve: editor.brush.curve.clone(),
            ground: editor.ground_view.clone(),
            ground_brush: editor.ground_brush.clone(),
            protected: editor.protected_places().clone(),
        }
    }

    /// The size the window had.
    pub fn window_size(&self) -> Option<[f32; 2]> {
        self.window_size
            .filter(|size| size.iter().all(|&side| (200.0..20_000.0).contains(&side)))
    }

    /// Puts everything back to what it was.
    pub fn restore(self, editor: &mut Editor, shell: &mut Shell, ctx: &egui::Context) {
        ctx.set_theme(if self.is_light {
            egui::ThemePreference::Light
        } else {
            egui::ThemePreference::Dark
        });
        if let Some(zoom) = self.zoom.filter(|zoom| (0.5..=3.0).contains(zoom)) {
            ctx.set_zoom_factor(zoom);
        }
        if let Some(layout) = self.layout.filter(is_complete) {
            shell.layout = layout;
        }
        editor.recent = self.recent;
        editor.view.weights = self.weights.within_ranges();
        editor.brush.remember_curve(self.brush_curve);
        editor.ground_view = self.ground;
        editor.ground_view.overlays = editor.ground_view.overlays.within_ranges();
        editor.ground_brush = self.ground_brush.within_ranges();
        editor.restore_protected_places(self.protected);
        editor.files.asset_folders = self.asset_folders;
        if self.shows_milliseconds {
            editor.playback.display = TimeDisplay::Milliseconds;
        } else if let Some(fps) = self.frames_per_second.filter(|fps| *fps > 0.0) {
            editor.playback.display = TimeDisplay::Frames { fps };
        }
    }

    /// The settings as text.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// Writes settings; a failure is logged and costs nothing but the settings.
pub(super) fn write_settings(text: &str) {
    let Some(path) = settings_path() else {
        return;
    };
    let folder = path.parent().map(std::fs::create_dir_all);
    let written = folder.transpose().and_then(|_| std::fs::write(&path, text));
    if let Err(error) = written {
        tracing::warn!("{}: settings were not written: {error}", path.display());
    }
}

/// The folder for what is worth keeping but is no setting: journals.
pub(super) fn state_folder() -> Option<PathBuf> {
    let folders = directories::ProjectDirs::from("", "", "bonewright")?;
    let folder = folders.state_dir().unwrap_or(folders.data_local_dir());
    Some(folder.to_owned())
}

fn settings_path() -> Option<PathBuf> {
    let folders = directories::ProjectDirs::from("", "", "bonewright")?;
    Some(folders.config_dir().join("settings.json"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_of_another_version_keep_what_is_known() {
        let settings: Settings =
            serde_json::from_str(r#"{"is_light": true, "what_is_this": 3}"#).expect("readable");
        assert!(settings.is_light);
        assert!(settings.layout.is_none());
    }

    #[test]
    fn what_was_remembered_comes_back() {
        let ctx = egui::Context::default();
        let mut editor = Editor::new();
        editor.recent.add(std::path::Path::new("/models/Wolf.m2"));
        editor.playback.display = TimeDisplay::Frames { fps: 24.0 };
        editor.brush.curve = vec![[0.0, 0.4], [0.5, 1.0], [1.0, 0.1]];
        let text = Settings::of(&editor, &Shell::default(), &ctx).to_text();
        let settings: Settings = serde_json::from_str(&text).expect("readable");
        let (mut restored, mut shell) = (Editor::new(), Shell::default());
        settings.restore(&mut restored, &mut shell, &ctx);
        assert_eq!(restored.recent, editor.recent);
        assert_eq!(restored.playback.display, editor.playback.display);
        assert_eq!(restored.brush.curve, editor.brush.curve);
    }
}
