//! The bar with play, stepping, loop, speed, time, range, auto-key and clip.

use super::{KeyOperators, TimelineMode, TimelineSpan, TimelineState, TimelineView, frames};
use crate::anim::ClipId;
use crate::editor::{AutoKey, Command, Intent, LoopMode, TimelineRequest, ViewIntent, ViewSetting};
use crate::ui::shortcuts::shortcut_text;
use crate::ui::theme;
use eframe::egui;
use egui::{Button, ComboBox, DragValue, Response, RichText, Ui};
use egui_material_icons::MaterialIcon;
use egui_material_icons::icons::{
    ICON_CHEVRON_LEFT, ICON_CHEVRON_RIGHT, ICON_FIBER_MANUAL_RECORD, ICON_FIRST_PAGE,
    ICON_LAST_PAGE, ICON_PAUSE, ICON_PLAY_ARROW, ICON_REPEAT, ICON_SHOW_CHART, ICON_SKIP_NEXT,
    ICON_SKIP_PREVIOUS, ICON_SYNC_ALT, ICON_TRENDING_FLAT, ICON_VIEW_LIST,
};

/// The transport bar.
pub fn transport_ui(
    view: &TimelineView<'_>,
    state: &mut TimelineState,
    ui: &mut Ui,
    intents: &mut Vec<Intent>,
) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        buttons_ui(view, ui, intents);
        ui.add_space(6.0);
        time_ui(view, ui, intents);
        ui.add_space(6.0);
        loop_ui(view, ui, intents);
        speed_ui(view, ui, intents);
        ui.add_space(6.0);
        range_ui(view, ui, intents);
        ui.add_space(6.0);
        auto_key_ui(view, ui, intents);
        ui.add_space(6.0);
        clip_ui(view, ui, intents);
        ui.add_space(6.0);
        span_ui(view, state, ui);
        if state.span == TimelineSpan::Clip {
            mode_ui(state, ui);
        }
        ui.add_space(10.0);
        strays_ui(view, state, ui, intents);
        notices_ui(view, state, ui);
    });
}

/// What a button is called, with its shortcut.
fn tip(name: &str, command: Command) -> String {
    match shortcut_text(command) {
        Some(keys) => format!("{name} ({keys})"),
        None => name.to_owned(),
    }
}

/// A button of icons that is filled while it is on.
pub(super) fn toggle_button(ui: &mut Ui, icons: RichText, is_on: bool) -> Response {
    let palette = theme::palette(ui);
    let icons = icons.size(theme::ICON_SIZE);
    let button = if is_on {
        Button::new(icons.color(palette.on_selection)).fill(palette.selection)
    } else {
        Button::new(icons).frame_when_inactive(false)
    };
    ui.add(button.selected(is_on))
}

/// A button that shows an icon and is called by `name`.
fn icon_ui(ui: &mut Ui, icon: MaterialIcon, is_on: bool, name: &str) -> Response {
    toggle_button(ui, icon.rich_text(), is_on).accessible_name(name)
}

fn buttons_ui(view: &TimelineView<'_>, ui: &mut Ui, intents: &mut Vec<Intent>) {
    let duration_ms = f64::from(view.duration_ms());
    let here_ms = view.playback.time_ms;
    let (start_ms, end_ms) = match view.playback.range_ms {
        Some([start, end]) => (f64::from(start), f64::from(end)),
        None => (0.0, duration_ms),
    };
    let mut button = |ui: &mut Ui, icon, name: &str, command, intent: ViewIntent| {
        let response = icon_ui(ui, icon, false, name).on_hover_text(tip(name, command));
        if response.clicked() {
            intents.push(intent.into());
        }
    };
    let step = |count| ViewIntent::Seek(frames::stepped_ms(view.playback.display, here_ms, count));
    button(
        ui,
        ICON_FIRST_PAGE,
        "Go to start",
        Command::GoToStart,
        ViewIntent::Seek(start_ms),
    );
    button(
        ui,
        ICON_SKIP_PREVIOUS,
        "Previous key",
        Command::PreviousKey,
        ViewIntent::PreviousKey,
    );
    button(
        ui,
        ICON_CHEVRON_LEFT,
        "Previous frame",
        Command::StepBack,
        step(-1),
    );
    let (icon, name) = if view.playback.is_playing {
        (ICON_PAUSE, "Pause")
    } else {
        (ICON_PLAY_ARROW, "Play")
    };
    button(ui, icon, name, Command::TogglePlay, ViewIntent::TogglePlay);
    button(
        ui,
        ICON_CHEVRON_RIGHT,
        "Next frame",
        Command::StepForward,
        step(1),
    );
    button(
        ui,
        ICON_SKIP_NEXT,
        "Next key",
        Command::NextKey,
        ViewIntent::NextKey,
    );
    button(
        ui,
        ICON_LAST_PAGE,
        "Go to end",
        Command::GoToEnd,
        ViewIntent::Seek(end_ms),
    );
}

/// A number that is a time, in the display's unit.
pub(crate) fn time_field_ui(
    ui: &mut Ui,
    view: &TimelineView<'_>,
    time_ms: f64,
    name: &str,
) -> Option<f64> {
    let display = view.playback.display;
    let mut edited_ms = time_ms;
    let field = DragValue::new(&mut edited_ms)
        .speed(display.step_ms() / 4.0)
        .custom_formatter(move |value, _| frames::number_text(display, value))
        .custom_parser(move |text| frames::parse_ms(display, text));
    let response = ui.add(field).accessible_name(name);
    let response = response.on_hover_text(format!(
        "{name}: drag, or type a number of {} (also \"120 ms\", \"1.5 s\", \"12 f\")",
        match display {
            crate::editor::TimeDisplay::Milliseconds => "milliseconds",
            crate::editor::TimeDisplay::Frames { .. } => "frames",
        }
    ));
    (response.changed() && edited_ms != time_ms).then_some(edited_ms)
}

fn time_ui(view: &TimelineView<'_>, ui: &mut Ui, intents: &mut Vec<Intent>) {
    let display = view.playback.display;
    if let Some(time_ms) = time_field_ui(ui, view, view.playback.time_ms.round(), "Current time") {
        intents.push(ViewIntent::Seek(time_ms).into());
    }
    let end = frames::number_text(display, f64::from(view.duration_ms()));
    ui.weak(format!("/ {end}"));
    let combo = ComboBox::from_id_salt("time display")
        .width(58.0)
        .selected_text(frames::display_label(display));
    let response = combo
        .show_ui(ui, |ui| {
            for choice in frames::DISPLAY_CHOICES {
                let is_shown = choice == display;
                if ui
                    .selectable_label(is_shown, frames::display_label(choice))
                    .clicked()
                {
                    intents.push(ViewIntent::Set(ViewSetting::TimeDisplay(choice)).into());
                }
            }
        })
        .response;
    response
        .accessible_name("Time display")
        .on_hover_text("How times are shown. Keys are whole milliseconds and don't move.");
}

fn loop_ui(view: &TimelineView<'_>, ui: &mut Ui, intents: &mut Vec<Intent>) {
    let (icon, name, next) = match view.playback.loop_mode {
        LoopMode::Loop => (ICON_REPEAT, "Loop mode: loop", LoopMode::Once),
        LoopMode::Once => (ICON_TRENDING_FLAT, "Loop mode: once", LoopMode::PingPong),
        LoopMode::PingPong => (ICON_SYNC_ALT, "Loop mode: ping-pong", LoopMode::Loop),
    };
    let response = icon_ui(ui, icon, view.playback.loop_mode != LoopMode::Once, name);
    let response =
        response.on_hover_text(format!("{name}. Click for the next: loop, once, ping-pong"));
    if response.clicked() {
        intents.push(ViewIntent::Set(ViewSetting::LoopMode(next)).into());
    }
}

fn speed_ui(view: &TimelineView<'_>, ui: &mut Ui, intents: &mut Vec<Intent>) {
    let mut speed = view.playback.speed;
    let field = DragValue::new(&mut speed)
        .range(0.1..=4.0)
        .speed(0.01)
        .max_decimals(2)
        .suffix("x");
    let response = ui.add(field).accessible_name("Speed");
    let response =
        response.on_hover_text("Playback speed, 0.1x to 4x. No key moves. Double click: 1x");
    if response.double_clicked() {
        speed = 1.0;
    }
    if speed != view.playback.speed {
        intents.push(ViewIntent::Set(ViewSetting::Speed(speed)).into());
    }
}

fn range_ui(view: &TimelineView<'_>, ui: &mut Ui, intents: &mut Vec<Intent>) {
    let duration_ms = i32::try_from(view.duration_ms()).unwrap_or(i32::MAX);
    let range = view.playback.range_ms;
    let [mut start, mut end] = range.unwrap_or([0, duration_ms]);
    let mut is_on = range.is_some();
    let check = ui.checkbox(&mut is_on, "Range");
    let check = check.on_hover_text(
        "Play only from the in point to the out point. Drag their handles on the ruler.",
    );
    let mut changed = check.changed();
    if range.is_some() {
        if let Some(time_ms) = time_field_ui(ui, view, f64::from(start), "In") {
            start = (time_ms as i32).clamp(0, end);
            changed = true;
        }
        if let Some(time_ms) = time_field_ui(ui, view, f64::from(end), "Out") {
            end = (time_ms as i32).max(start);
            changed = true;
        }
    }
    if changed {
        let range = is_on.then_some([start, end]);
        intents.push(ViewIntent::Set(ViewSetting::PlayRange(range)).into());
    }
}

fn auto_key_ui(view: &TimelineView<'_>, ui: &mut Ui, intents: &mut Vec<Intent>) {
    let palette = theme::palette(ui);
    let (text, fill, next) = match view.auto_key {
        AutoKey::Off => ("Auto-key", None, AutoKey::Add),
        AutoKey::Add => ("AUTO-KEY ON", Some(palette.error), AutoKey::Off),
        AutoKey::ReplaceOnly => ("AUTO-KEY: REPLACE", Some(palette.error), AutoKey::Off),
    };
    let icon = ICON_FIBER_MANUAL_RECORD.rich_text();
    let button = match fill {
        Some(fill) => Button::new((
            icon.color(palette.well),
            RichText::new(text).color(palette.well).strong(),
        ))
        .fill(fill),
        None => Button::new((icon.color(palette.text_weak), RichText::new(text))),
    };
    let response = ui
        .add(button.selected(fill.is_some()))
        .accessible_name("Auto-key");
    let response = response.on_hover_text(
        "While on, every pose change sets keys of the channels it touched. \
         Right click: only replace keys that are there.",
    );
    let mut chosen = response.clicked().then_some(next);
    response.context_menu(|ui| {
        for (mode, name) in [
            (AutoKey::Off, "Off"),
            (AutoKey::Add, "Add and replace keys"),
            (AutoKey::ReplaceOnly, "Only replace keys that are there"),
        ] {
            if ui.radio(view.auto_key == mode, name).clicked() {
                chosen = Some(mode);
                ui.close();
            }
        }
    });
    if let Some(mode) = chosen {
        intents.push(ViewIntent::Set(ViewSetting::AutoKey(mode)).into());
    }
}

fn clip_ui(view: &TimelineView<'_>, ui: &mut Ui, intents: &mut Vec<Intent>) {
    let Some(model) = view.model else {
        return;
    };
    let shown = view.selection.clip.and_then(|id| model.clip(id));
    let name = shown.map_or_else(|| "No clip".to_owned(), |clip| clip.display_name());
    let mut chosen: Option<ClipId> = None;
    let combo = ComboBox::from_id_salt("clip")
        .width(130.0)
        .selected_text(name);
    let response = combo
        .show_ui(ui, |ui| {
            for clip in &model.clips {
                let is_shown = view.selection.clip == Some(clip.id);
                if ui.selectable_label(is_shown, clip.display_name()).clicked() {
                    chosen = Some(clip.id);
                }
            }
        })
        .response;
    let response = response.accessible_name("Clip");
    response.on_hover_text("The clip that is shown and keyed (Page Up, Page Down)");
    if let Some(id) = chosen {
        intents.push(ViewIntent::SelectClip(id).into());
    }
}

fn mode_ui(state: &mut TimelineState, ui: &mut Ui) {
    for (mode, icons, name) in [
        (TimelineMode::DopeSheet, &[ICON_VIEW_LIST][..], "Dope sheet"),
        (TimelineMode::Curves, &[ICON_SHOW_CHART][..], "Curves"),
        (
            TimelineMode::Both,
            &[ICON_VIEW_LIST, ICON_SHOW_CHART][..],
            "Dope sheet and curves",
        ),
    ] {
        let text: String = icons.iter().map(|icon| icon.codepoint).collect();
        let font = icons.first().map(|icon| icon.font_family());
        let text = RichText::new(text).family(font.unwrap_or_default());
        let is_shown = state.mode == mode;
        let response = toggle_button(ui, text, is_shown).accessible_name(name);
        let response = response.on_hover_text(format!("{name} (Tab changes between the two)"));
        if response.clicked() && !is_shown {
            state.mode = mode;
            state.curves.fit_next_frame();
        }
    }
}

/// The selected clip or the whole axis, where clips share one.
fn span_ui(view: &TimelineView<'_>, state: &mut TimelineState, ui: &mut Ui) {
    if !view.has_one_axis() {
        return;
    }
    for (span, name, tip) in [
        (
            TimelineSpan::Clip,
            "Clip",
            "The selected clip alone, from its own time 0",
        ),
        (
            TimelineSpan::Axis,
            "Axis",
            "The file's whole time axis with a band for each clip",
        ),
    ] {
        let palette = theme::palette(ui);
        let is_shown = state.span == span;
        let button = match is_shown {
            true => {
                Button::new(RichText::new(name).color(palette.on_selection)).fill(palette.selection)
            }
            false => Button::new(name).frame_when_inactive(false),
        };
        let response = ui.add(button.selected(is_shown));
        let response = response.accessible_name(format!("Show {}", name.to_lowercase()));
        if response.on_hover_text(tip).clicked() {
            state.set_span(span);
        }
    }
    ui.add_space(6.0);
}

/// How many keys no clip plays; a click goes to the next of them.
fn strays_ui(
    view: &TimelineView<'_>,
    state: &mut TimelineState,
    ui: &mut Ui,
    intents: &mut Vec<Intent>,
) {
    let count = state.axis_facts().stray_count;
    if !view.has_one_axis() || count == 0 {
        return;
    }
    let palette = theme::palette(ui);
    let keys = if count == 1 { "key" } else { "keys" };
    let text = RichText::new(format!("{count} {keys} outside every clip")).small();
    let response = ui.add(Button::new(text.color(palette.stray)).selected(state.strays_selected));
    let response = response.on_hover_text(
        "They are kept, and never play. Click: go to the next one and select them all. \
         Right click: delete them",
    );
    if response.clicked() {
        state.requests.push(TimelineRequest::NextStray);
    }
    let mut deletes = false;
    response.context_menu(|ui| {
        if ui.button(format!("Delete {count} {keys}")).clicked() {
            deletes = true;
            ui.close();
        }
    });
    if state.strays_selected {
        deletes |= ui
            .add(Button::new(RichText::new("Delete them").small()))
            .on_hover_text("Takes the keys out that no clip plays (X); one step to undo")
            .clicked();
    }
    if deletes && let Some(shown) = view.shown_clip() {
        intents.push(Intent::Apply(KeyOperators::new(shown).delete_strays()));
    }
    ui.add_space(6.0);
}

fn notices_ui(view: &TimelineView<'_>, state: &TimelineState, ui: &mut Ui) {
    let Some(shown) = view.shown_clip() else {
        return;
    };
    let warning = theme::palette(ui).warning;
    for notice in shown.notices() {
        ui.label(RichText::new(notice).color(warning).small());
        ui.add_space(6.0);
    }
    let sheet = state.cache.sheet();
    if sheet.outside_count > 0 && state.span == TimelineSpan::Clip {
        let text = format!("{} keys outside", sheet.outside_count);
        ui.label(RichText::new(text).color(warning).small())
            .on_hover_text(
                "Keys before the start or past the end of the clip (or of their loop). \
             They are kept, and never play.",
            );
        ui.add_space(6.0);
    }
    let count = state.cache.selected().count();
    if count > 0 {
        ui.label(RichText::new(format!("{count} of {} keys", sheet.key_count)).small());
    }
}
