//! The menu of keys and of tracks: what fits there, with its shortcut.

use super::{
    HeldBy, KeyOperators, MoveKind, ShownClip, TimelineState, TimelineView, begin_move,
    duplicate_to,
};
use crate::anim::Interpolation;
use crate::document::TrackPath;
use crate::edit::InterpolationArgument;
use crate::editor::{Intent, KeyRef, SelectMode, ViewIntent};
use eframe::egui;
use egui::{Button, Ui};

/// The menu on selected keys.
pub fn key_menu_ui(
    view: &TimelineView<'_>,
    shown: ShownClip<'_>,
    state: &mut TimelineState,
    ui: &mut Ui,
    intents: &mut Vec<Intent>,
) {
    let keys: Vec<KeyRef> = view.selection.keys().iter().copied().collect();
    let Some(first_ms) = keys.iter().map(|key| key.time_ms).min() else {
        ui.weak("No keys are selected");
        if ui.button("Select all keys").clicked() {
            intents.push(select_all(state));
            ui.close();
        }
        return;
    };
    let item = |ui: &mut Ui, text: &str, keys: &str| {
        let response = ui.add(Button::new(text).shortcut_text(keys));
        if response.clicked() {
            ui.close();
        }
        response.clicked()
    };
    if item(ui, "Duplicate and drag", "Shift+D") {
        begin_drag(state, view, keys.clone(), MoveKind::Copies, ui.ctx());
    }
    if item(ui, "Duplicate to playhead", "") {
        let time_ms = view.playback.key_time_ms();
        duplicate_to(state, shown, keys.clone(), time_ms, intents);
    }
    if item(ui, "Move", "G") {
        begin_drag(state, view, keys.clone(), MoveKind::Keys, ui.ctx());
    }
    if item(ui, "Delete", "X") {
        intents.push(Intent::Apply(KeyOperators::new(shown).delete(&keys)));
    }
    if item(ui, "Go to first selected key", "") {
        intents.push(ViewIntent::Seek(f64::from(first_ms)).into());
    }
    ui.separator();
    ui.menu_button("Interpolation of the track", |ui| {
        let mut paths: Vec<TrackPath> = keys.iter().map(|key| key.path).collect();
        paths.dedup();
        interpolation_menu_ui(KeyOperators::new(shown), shown, paths, ui, intents);
    });
    ui.separator();
    if item(ui, "Select all keys", "A") {
        intents.push(select_all(state));
    }
    if item(ui, "Select column", "Alt+click") {
        let sheet = state.cache.sheet();
        let mut column = Vec::new();
        if let Some(summary) = sheet.rows.first() {
            let mut times: Vec<i32> = keys.iter().map(|key| key.time_ms).collect();
            times.sort_unstable();
            times.dedup();
            for time_ms in times {
                column.extend(super::keys_of_row_at(&sheet, summary, time_ms));
            }
        }
        let mode = SelectMode::Replace;
        intents.push(ViewIntent::SelectKeys { keys: column, mode }.into());
    }
}

/// Selects every key that the filter shows.
pub fn select_all(state: &TimelineState) -> Intent {
    let sheet = state.cache.sheet();
    let summary = sheet.rows.first();
    let keys = summary.map_or_else(Vec::new, |row| super::keys_of_row(&sheet, row));
    ViewIntent::SelectKeys {
        keys,
        mode: SelectMode::Replace,
    }
    .into()
}

/// Starts a drag that follows the pointer without a button.
pub fn begin_drag(
    state: &mut TimelineState,
    view: &TimelineView<'_>,
    keys: Vec<KeyRef>,
    kind: MoveKind,
    ctx: &egui::Context,
) {
    let first_ms = keys.iter().map(|key| key.time_ms).min().unwrap_or(0);
    let pointer = ctx.pointer_latest_pos();
    let grabbed_ms = pointer.map_or(view.playback.time_ms, |pos| {
        state.axis.ms_of_x(pos.x - state.key_area_left)
    });
    begin_move(state, keys, kind, HeldBy::Nothing, grabbed_ms, first_ms);
}

/// The choice of interpolation for tracks; it is one per track, for all clips.
pub fn interpolation_menu_ui(
    operators: KeyOperators<'_>,
    shown: ShownClip<'_>,
    paths: Vec<TrackPath>,
    ui: &mut Ui,
    intents: &mut Vec<Intent>,
) {
    let tracks = paths.iter().filter_map(|&path| shown.model.track(path));
    let current: Vec<Interpolation> = tracks.map(|track| track.interpolation()).collect();
    let clip_count = shown.model.clips.len();
    ui.weak(format!(
        "One per track: changes {} in all {clip_count} clips",
        match paths.len() {
            1 => "1 track".to_owned(),
            count => format!("{count} tracks"),
        }
    ));
    for (argument, name) in [
        (InterpolationArgument::Step, "Step"),
        (InterpolationArgument::Linear, "Linear"),
        (InterpolationArgument::Hermite, "Hermite"),
        (InterpolationArgument::Bezier, "Bezier"),
    ] {
        let is_current = current
            .iter()
            .all(|&other| other == Interpolation::from(argument));
        if ui.radio(is_current && !current.is_empty(), name).clicked() {
            if !is_current {
                let operator = operators.interpolation(paths.iter().copied(), argument);
                intents.push(Intent::Apply(operator));
            }
            ui.close();
        }
    }
}
