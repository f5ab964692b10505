//! The keys of the keyboard that mean something else while the pointer is over the timeline.

use super::{
    KeyOperators, MoveKind, TimelineSpan, TimelineState, TimelineView, begin_drag, nudge,
    select_all,
};
use crate::editor::{Intent, KeyRef, SelectMode, TimelineRequest, ViewIntent};
use eframe::egui;
use egui::{Context, Key, Modifiers};

/// Takes the timeline's own keys out of the input, if the pointer was over it in the last frame.
///
/// Call it before the window's shortcuts are read, so that Home fits the clip here and frames the
/// model elsewhere. Nothing is taken while a text field has the keyboard.
pub fn timeline_keys(
    view: &TimelineView<'_>,
    state: &mut TimelineState,
    ctx: &Context,
    intents: &mut Vec<Intent>,
) {
    if !state.is_hovered || ctx.text_edit_focused() {
        return;
    }
    if state.is_modal() {
        // A drag reads Esc itself; nothing else may fire below it.
        return;
    }
    let pressed =
        |modifiers: Modifiers, key: Key| ctx.input_mut(|input| take(input, modifiers, key));
    if state.span == TimelineSpan::Clip && pressed(Modifiers::NONE, Key::Tab) {
        ctx.memory_mut(|memory| memory.move_focus(egui::FocusDirection::None));
        state.request(TimelineRequest::ToggleCurves);
    }
    if pressed(Modifiers::NONE, Key::Home) {
        state.request(TimelineRequest::FitAll);
    }
    if pressed(Modifiers::NONE, Key::F) || pressed(Modifiers::NONE, Key::Period) {
        state.request(TimelineRequest::FitSelected);
    }
    if pressed(Modifiers::NONE, Key::A) {
        intents.push(select_all(state));
    }
    if pressed(Modifiers::ALT, Key::A) {
        let (keys, mode) = (Vec::new(), SelectMode::Replace);
        intents.push(ViewIntent::SelectKeys { keys, mode }.into());
    }
    let Some(shown) = view.shown_clip() else {
        return;
    };
    if state.span == TimelineSpan::Axis && pressed(Modifiers::NONE, Key::Escape) {
        state.set_span(TimelineSpan::Clip);
        return;
    }
    let deletes = state.strays_selected
        && (pressed(Modifiers::NONE, Key::X) || pressed(Modifiers::NONE, Key::Delete));
    if deletes {
        intents.push(Intent::Apply(KeyOperators::new(shown).delete_strays()));
    }
    let selected = view.selection.keys();
    if selected.is_empty() {
        return;
    }
    let keys = || selected.iter().copied().collect::<Vec<KeyRef>>();
    if pressed(Modifiers::NONE, Key::X) || pressed(Modifiers::NONE, Key::Delete) {
        intents.push(Intent::Apply(KeyOperators::new(shown).delete(selected)));
    }
    if pressed(Modifiers::SHIFT, Key::D) {
        begin_drag(state, view, keys(), MoveKind::Copies, ctx);
    }
    if pressed(Modifiers::NONE, Key::G) {
        begin_drag(state, view, keys(), MoveKind::Keys, ctx);
    }
    let display = view.playback.display;
    if pressed(Modifiers::ALT, Key::ArrowLeft) {
        nudge(state, shown, keys(), display, -1, intents);
    }
    if pressed(Modifiers::ALT, Key::ArrowRight) {
        nudge(state, shown, keys(), display, 1, intents);
    }
}

/// Takes a press of a key with exactly these modifiers out of the input.
fn take(input: &mut egui::InputState, modifiers: Modifiers, key: Key) -> bool {
    let before = input.events.len();
    input.events.retain(|event| {
        let egui::Event::Key {
            key: pressed_key,
            pressed: true,
            modifiers: held,
            ..
        } = event
        else {
            return true;
        };
        *pressed_key != key || !held.matches_exact(modifiers)
    });
    input.events.len() < before
}
