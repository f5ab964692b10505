//! The window in which the list of ground types of a Warcraft III map is prepared.

use crate::editor::{Editor, GroundIntent, Intent, TypeUse, TypesDraft};
use crate::ui::theme;
use crate::ui::widgets::Thumbnails;
use eframe::egui;
use std::collections::BTreeMap;

/// Side of a thumbnail, in points.
const THUMB: f32 = 32.0;

/// What the window keeps: pictures, what is typed, and what the list would change.
#[derive(Debug, Default)]
pub struct TypesDialogState {
    thumbs: Thumbnails,
    added: String,
    of: Option<(u64, TypesDraft)>,
    preview: Vec<String>,
    refusal: Option<String>,
    uses: BTreeMap<String, TypeUse>,
}

/// Shows the list of ground types in the order of the file, if it is being prepared.
pub fn types_dialog_ui(
    editor: &Editor,
    state: &mut TypesDialogState,
    ctx: &egui::Context,
    intents: &mut Vec<Intent>,
) {
    let (Some(before), Some(terrain)) = (&editor.ground_view.types, editor.terrain()) else {
        state.of = None;
        return;
    };
    let now = Some((editor.document_revision(), before.clone()));
    if state.of != now {
        state.of = now;
        state.uses = editor.type_uses();
        match editor.types_preview(before) {
            Ok(notes) => (state.preview, state.refusal) = (notes, None),
            Err(reason) => (state.preview, state.refusal) = (Vec::new(), Some(reason)),
        }
    }
    state.thumbs.keep_to(editor.ground.revision);
    let mut draft = before.clone();
    let (mut is_open, mut is_done) = (true, false);
    egui::Window::new("Ground types")
        .id(egui::Id::unique("ground types"))
        .open(&mut is_open)
        .resizable(false)
        .collapsible(false)
        .default_pos(ctx.content_rect().center() - egui::vec2(220.0, 260.0))
        .show(ctx, |ui| {
            ui.set_width(440.0);
            let most = editor.most_types();
            ui.weak(format!(
                "{} of {most}, in the order of the file: what is further down is drawn over what is above.",
                draft.list.len()
            ));
            egui::ScrollArea::vertical().max_height(340.0).show(ui, |ui| {
                for number in 0..draft.list.len() {
                    ui.push_id(number, |ui| row_ui(editor, state, number, &mut draft, ui));
                }
            });
            ui.separator();
            add_ui(editor, &mut state.added, most, &mut draft, ui);
            ui.separator();
            if let Some(reason) = &state.refusal {
                ui.colored_label(theme::palette(ui).warning, reason);
            }
            for note in &state.preview {
                ui.label(note);
            }
            ui.horizontal(|ui| {
                let can = state.refusal.is_none();
                if ui.add_enabled(can, egui::Button::new("Set the list")).clicked() {
                    intents.push(Intent::Apply(draft.operator(terrain.id.0)));
                    is_done = true;
                }
                if ui.button("Close").clicked() {
                    is_done = true;
                }
            });
        });
    if is_done || !is_open {
        intents.push(GroundIntent::PrepareTypes(None).into());
    } else if draft != *before {
        intents.push(GroundIntent::PrepareTypes(Some(draft)).into());
    }
}

/// A type of the list: its place, its picture, how many corners have it, and what it becomes.
fn row_ui(
    editor: &Editor,
    state: &mut TypesDialogState,
    number: usize,
    draft: &mut TypesDraft,
    ui: &mut egui::Ui,
) {
    let Some(name) = draft.list.get(number).cloned() else {
        return;
    };
    let used = state.uses.get(&name).copied().unwrap_or_default();
    ui.horizontal(|ui| {
        let small = |ui: &mut egui::Ui, is_on: bool, text: &str, tip: &str, what: &str| {
            let response = ui.add_enabled(is_on, egui::Button::new(text).small());
            let response = response.on_hover_text(tip).on_disabled_hover_text(tip);
            response
                .accessible_name(format!("{what}: {name}"))
                .clicked()
        };
        let last = draft.list.len().saturating_sub(1);
        if small(ui, number > 0, "▲", "Drawn below the one above it.", "Up") {
            draft.swap(number, number.saturating_sub(1));
        }
        if small(
            ui,
            number < last,
            "▼",
            "Drawn over the one below it.",
            "Down",
        ) {
            draft.swap(number, number + 1);
        }
        let read = editor.ground.texture(&name);
        let thumb = state.thumbs.of(ui.ctx(), &name, read);
        ui.add(egui::Image::new((thumb, egui::Vec2::splat(THUMB))));
        ui.vertical(|ui| {
            ui.label(format!("{number}  {name}  {}", label_of(editor, &name)));
            let text = match used.corners {
                0 => "no corner has it".to_owned(),
                1 => "1 corner".to_owned(),
                count => format!("{count} corners"),
            };
            ui.weak(text);
        });
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let tip = match used.corners {
                0 => "Takes it off the list.",
                _ => "Corners have it: choose first what replaces it, or replace it on the ground.",
            };
            let can = used.corners == 0 && draft.list.len() > 1;
            if small(ui, can, "✕", tip, "Drop") {
                draft.list.remove(number);
                draft.replace.remove(&name);
            }
            replace_ui(editor, &name, used, draft, ui);
        });
    });
}

/// What a type becomes.
fn replace_ui(
    editor: &Editor,
    name: &str,
    used: TypeUse,
    draft: &mut TypesDraft,
    ui: &mut egui::Ui,
) {
    let chosen = draft.replace.get(name).cloned();
    let shown = match &chosen {
        Some(to) => format!("becomes {to}"),
        None => "stays".to_owned(),
    };
    let mut listed: Vec<String> = draft.list.clone();
    let known = editor.ground.known.iter().map(|known| known.name.clone());
    listed.extend(known);
    let response = egui::ComboBox::from_id_salt("becomes")
        .selected_text(shown)
        .width(118.0)
        .show_ui(ui, |ui| {
            if ui.selectable_label(chosen.is_none(), "stays").clicked() {
                draft.replace.remove(name);
            }
            for to in listed.iter().filter(|to| *to != name) {
                let text = format!("{to}  {}", label_of(editor, to));
                if ui
                    .selectable_label(chosen.as_ref() == Some(to), text)
                    .clicked()
                {
                    draft.replace.insert(name.to_owned(), to.clone());
                }
            }
        })
        .response
        .accessible_name(format!("Replace {name}"));
    response.on_hover_text(format!(
        "{} corners, {} of them with a variation: those keep its number, of which a wide picture \
         shows 18 looks and a square one 2.",
        used.corners, used.varied
    ));
}

/// What people call a type, where the game's table says it.
fn label_of<'a>(editor: &'a Editor, name: &str) -> &'a str {
    let mut known = editor.ground.known.iter();
    known
        .find(|known| known.name == name)
        .map_or("", |known| known.label.as_str())
}

/// Adds a type: one that the game's table knows, or any four letters.
fn add_ui(
    editor: &Editor,
    added: &mut String,
    most: usize,
    draft: &mut TypesDraft,
    ui: &mut egui::Ui,
) {
    let is_full = draft.list.len() >= most;
    let full = format!("The file can hold {most} ground types and no more; drop one first.");
    ui.add_enabled_ui(!is_full, |ui| {
        ui.horizontal(|ui| {
            let known = editor.ground.known.iter();
            let fresh: Vec<_> = known
                .filter(|known| !draft.list.contains(&known.name))
                .collect();
            egui::ComboBox::from_id_salt("add known")
                .selected_text(format!("Add one of {}", fresh.len()))
                .show_ui(ui, |ui| {
                    for known in fresh {
                        let text = format!("{}  {}", known.name, known.label);
                        if ui.selectable_label(false, text).clicked() {
                            draft.list.push(known.name.clone());
                        }
                    }
                })
                .response
                .on_hover_text("Ground types of the game's table, TerrainArt\\Terrain.slk.")
                .accessible_name("Add a known ground type");
            let field = egui::TextEdit::singleline(added)
                .hint_text("Lgrs")
                .desired_width(60.0);
            ui.add(field).widget_info(|| {
                egui::WidgetInfo::labeled(
                    egui::Role::TextInput,
                    true,
                    "Letters of a new ground type",
                )
            });
            let is_new = added.len() == 4 && !draft.list.contains(added);
            let button = ui.add_enabled(is_new, egui::Button::new("Add"));
            let button = button.on_disabled_hover_text("Four letters that are not listed yet.");
            if button.accessible_name("Add this ground type").clicked() {
                draft.list.push(std::mem::take(added));
            }
        });
    });
    if is_full {
        ui.colored_label(theme::palette(ui).warning, full);
    }
}
