//! What the game does with a layer beside drawing it: it moves, glows, reflects, and clutter grows.

use crate::edit::operator::SetLayerFlags;
use crate::editor::{Editor, Intent, ScopeChoice, ViewIntent};
use crate::terrain::{TextureLayer, TextureLayerFlags};
use crate::ui::ground_name::short_name;
use crate::ui::widgets::{FieldEvent, number_field};
use eframe::egui;

/// Ways that a texture moves, from the bits of the flags: each an eighth of a turn on.
const DIRECTIONS: [&str; 8] = ["0°", "45°", "90°", "135°", "180°", "225°", "270°", "315°"];

/// Shows the flags and the clutter of a layer, and sets them on as much of the map as is chosen.
pub(super) fn flags_ui(
    editor: &Editor,
    layer: &TextureLayer,
    name: &str,
    scope: &mut ScopeChoice,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let short = short_name(name);
    let flags = layer.flags;
    let title = format!("{}, clutter {}", flags_text(flags), layer.ground_effect);
    egui::CollapsingHeader::new(title)
        .id_salt("flags")
        .show(ui, |ui| {
            scope_ui(editor, scope, ui);
            let found = editor.ground_scope(*scope);
            let change = |set: u32, clear: u32, ground_effect: Option<i32>| {
                let scope = found.as_ref().ok()?.clone();
                Some(SetLayerFlags {
                    terrain: editor.terrain().map(|terrain| terrain.id.0),
                    texture: name.to_owned(),
                    set,
                    clear,
                    ground_effect,
                    scope,
                })
            };
            if let Err(reason) = &found {
                ui.weak(reason);
            }
            let mut asked = None;
            for (bit, label, tip) in [
                (
                    TextureLayerFlags::ANIMATED,
                    "Moves",
                    "The texture moves over the ground.",
                ),
                (
                    TextureLayerFlags::OVERBRIGHT,
                    "Overbright",
                    "It is drawn brighter, as lava is.",
                ),
                (
                    TextureLayerFlags::REFLECTS,
                    "Reflects",
                    "It shows the sky, as ice does.",
                ),
            ] {
                let mut is_on = flags.has(bit);
                let response = ui.checkbox(&mut is_on, label).on_hover_text(tip);
                let response = response.accessible_name(format!("{label}: {short}"));
                if response.changed() {
                    let (set, clear) = if is_on { (bit, 0) } else { (0, bit) };
                    asked = change(set, clear, None);
                }
            }
            ui.horizontal(|ui| {
                ui.label("Direction");
                let shown = DIRECTIONS.get(usize::from(flags.direction()));
                egui::ComboBox::from_id_salt("direction")
                    .selected_text(*shown.unwrap_or(&"?"))
                    .width(64.0)
                    .show_ui(ui, |ui| {
                        for (number, text) in (0_u32..).zip(DIRECTIONS) {
                            let is_it = u32::from(flags.direction()) == number;
                            if ui.selectable_label(is_it, text).clicked() {
                                asked = change(number, TextureLayerFlags::DIRECTION, None);
                            }
                        }
                    })
                    .response
                    .accessible_name(format!("Direction: {short}"));
                ui.label("Speed");
                egui::ComboBox::from_id_salt("speed")
                    .selected_text(flags.speed().to_string())
                    .width(44.0)
                    .show_ui(ui, |ui| {
                        for number in 0_u32..8 {
                            let is_it = u32::from(flags.speed()) == number;
                            if ui.selectable_label(is_it, number.to_string()).clicked() {
                                let bits = number << TextureLayerFlags::SPEED_SHIFT;
                                asked = change(bits, TextureLayerFlags::SPEED, None);
                            }
                        }
                    })
                    .response
                    .accessible_name(format!("Speed: {short}"));
            });
            ui.horizontal(|ui| {
                ui.label("Clutter").on_hover_text(
                    "The row of the game's table of plants and stones; -1 for none.",
                );
                let effect = f64::from(layer.ground_effect);
                let field = format!("Clutter: {short}");
                let with = |value: f64| change(0, 0, Some(value.round() as i32));
                match number_field(ui, &field, Some(effect), 0.2, None, "") {
                    FieldEvent::Idle => {}
                    FieldEvent::Released => intents.push(ViewIntent::CommitGesture.into()),
                    FieldEvent::PutBack => intents.push(ViewIntent::CancelGesture.into()),
                    FieldEvent::Dragged(value) => {
                        let update = with(value)
                            .map(|change| ViewIntent::UpdateGesture(change.into()).into());
                        intents.extend(update);
                    }
                    FieldEvent::Typed(value) => {
                        intents.extend(with(value).map(|change| Intent::Apply(change.into())));
                    }
                }
            });
            intents.extend(asked.map(|change| Intent::Apply(change.into())));
        });
}

fn flags_text(flags: TextureLayerFlags) -> String {
    let mut parts = Vec::new();
    if flags.has(TextureLayerFlags::ANIMATED) {
        let direction = DIRECTIONS.get(usize::from(flags.direction()));
        let speed = flags.speed();
        parts.push(format!("moves {} at {speed}", direction.unwrap_or(&"?")));
    }
    if flags.has(TextureLayerFlags::OVERBRIGHT) {
        parts.push("overbright".to_owned());
    }
    if flags.has(TextureLayerFlags::REFLECTS) {
        parts.push("reflects".to_owned());
    }
    match parts.is_empty() {
        true => "Still".to_owned(),
        false => parts.join(", "),
    }
}

/// On how much of the map flags are set.
fn scope_ui(editor: &Editor, scope: &mut ScopeChoice, ui: &mut egui::Ui) {
    ui.horizontal(|ui| {
        ui.label("Set on");
        egui::ComboBox::from_id_salt("flag scope")
            .selected_text(scope.title())
            .show_ui(ui, |ui| {
                for choice in ScopeChoice::ALL {
                    let refusal = editor.ground_scope(choice).err();
                    let label = egui::Button::selectable(*scope == choice, choice.title());
                    let response = ui.add_enabled(refusal.is_none(), label);
                    let response = response.on_disabled_hover_text(refusal.unwrap_or_default());
                    if response.clicked() {
                        *scope = choice;
                    }
                }
            })
            .response
            .accessible_name("Where flags are set");
    });
}
