//! Bending the active bone to see how its weights behave: never keyed, and put back with a button.

use crate::edit::operator::RotateBones;
use crate::edit::{Pivot, Space};
use crate::editor::{AutoKey, Editor, Intent, ViewIntent};
use crate::ui::theme;
use crate::ui::widgets::{FieldEvent, number_field, property_row};
use eframe::egui;

/// The axes of a bone, with what the fields are called.
const AXES: [(&str, &str, [f32; 3]); 3] = [
    ("Bend about X", "Test bend about X", [1.0, 0.0, 0.0]),
    ("Bend about Y", "Test bend about Y", [0.0, 1.0, 0.0]),
    ("Bend about Z", "Test bend about Z", [0.0, 0.0, 1.0]),
];

/// Degrees a point of dragging bends.
const SPEED: f64 = 0.5;

/// Shows three fields that bend the active bone about its own axes, and a button that ends it.
pub(super) fn test_pose_ui(editor: &Editor, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    let weak = theme::palette(ui).text_weak;
    let (Some(bone), Some(clip)) = (editor.selection.active_bone(), editor.selection.clip) else {
        ui.label(egui::RichText::new("Pick a bone to bend it.").color(weak));
        return;
    };
    if editor.view.auto_key != AutoKey::Off {
        let text = "Auto-key is on, so a bend would be keyed. Switch it off to test.";
        ui.label(egui::RichText::new(text).color(weak));
        return;
    }
    for (label, name, axis) in AXES {
        let event = property_row(ui, label, |ui| {
            number_field(ui, name, Some(0.0), SPEED, None, "°")
        });
        let bend = |degrees: f64| RotateBones {
            model: editor.selection.model.map(|id| id.0),
            clip: clip.into(),
            bones: vec![bone.into()],
            time_ms: editor.playback.key_time_ms(),
            axis,
            degrees: degrees as f32,
            space: Space::Local,
            pivot: Pivot::Individual,
            key: true,
        };
        match event {
            FieldEvent::Idle => {}
            FieldEvent::Dragged(degrees) => {
                intents.push(ViewIntent::UpdateGesture(bend(degrees).into()).into());
            }
            FieldEvent::Typed(degrees) => {
                intents.push(ViewIntent::UpdateGesture(bend(degrees).into()).into());
                intents.push(ViewIntent::CommitGesture.into());
            }
            FieldEvent::Released => intents.push(ViewIntent::CommitGesture.into()),
            FieldEvent::PutBack => intents.push(ViewIntent::CancelGesture.into()),
        }
    }
    let is_posed = editor.unkeyed_pose().is_some();
    let button = egui::Button::new("Back to the clip");
    let response = ui
        .add_enabled(is_posed, button)
        .on_hover_text("Drops the pose that was not keyed.")
        .on_disabled_hover_text("There is no pose that was not keyed.");
    if response.clicked() {
        intents.push(ViewIntent::DropPose.into());
    }
}
