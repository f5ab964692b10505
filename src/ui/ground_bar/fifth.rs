//! What the brush does where a texture would be a fifth.

use super::field::labelled;
use super::look_alikes::look_alikes_ui;
use crate::edit::FifthArgument;
use crate::editor::{Editor, GroundBrush};
use crate::ui::widgets::staying_menu;
use eframe::egui;

/// What can be done where a map chunk has four other textures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    Refuse,
    Faint,
    Merge,
    Solve,
    Ask,
}

impl Choice {
    const ALL: [Self; 5] = [
        Self::Refuse,
        Self::Faint,
        Self::Merge,
        Self::Solve,
        Self::Ask,
    ];

    fn of(brush: &GroundBrush) -> Self {
        match &brush.fifth {
            _ if brush.asks_fifth => Self::Ask,
            FifthArgument::Refuse | FifthArgument::Chosen(_) => Self::Refuse,
            FifthArgument::Evict { .. } => Self::Faint,
            FifthArgument::Merge(_) => Self::Merge,
            FifthArgument::Solve { .. } => Self::Solve,
        }
    }

    fn put_into(self, brush: &mut GroundBrush) {
        brush.asks_fifth = self == Self::Ask;
        brush.fifth = match self {
            Self::Refuse | Self::Ask => FifthArgument::Refuse,
            Self::Faint => FifthArgument::Evict {
                below_percent: brush.faint_percent,
            },
            Self::Merge => FifthArgument::Merge(brush.look_alikes.clone()),
            Self::Solve => FifthArgument::Solve {
                look_alikes: brush.look_alikes.clone(),
            },
        };
    }

    fn name(self) -> &'static str {
        match self {
            Self::Refuse => "Refuse",
            Self::Faint => "Replace faint",
            Self::Merge => "Merge look-alikes",
            Self::Solve => "Solve",
            Self::Ask => "Ask",
        }
    }

    fn tip(self) -> &'static str {
        match self {
            Self::Refuse => {
                "Nothing is painted on map chunks with four other textures, and it is said."
            }
            Self::Faint => {
                "The texture that covers least of the map chunk gives way, if that is little enough. Where it reaches the border, neighbours do the same on the line that they share."
            }
            Self::Merge => {
                "Of two textures that look alike one goes into the other; which, you choose."
            }
            Self::Solve => {
                "When the stroke ends, each map chunk gives up what changes least of the look beside the stroke. Until then it is not painted there."
            }
            Self::Ask => {
                "The stroke ends with a list of such map chunks: what each way would give up, shown on the ground before you decide."
            }
        }
    }
}

/// What is done where a map chunk has four other textures.
pub(super) fn fifth_ui(editor: &Editor, brush: &mut GroundBrush, ui: &mut egui::Ui) {
    let chosen = Choice::of(brush);
    egui::ComboBox::from_id_salt("fifth")
        .selected_text(format!("5th: {}", chosen.name().to_lowercase()))
        .width(140.0)
        .show_ui(ui, |ui| {
            for choice in Choice::ALL {
                let response = ui.selectable_label(choice == chosen, choice.name());
                if response.on_hover_text(choice.tip()).clicked() {
                    choice.put_into(brush);
                }
            }
        })
        .response
        .on_hover_text("What happens where a map chunk has four other textures.")
        .accessible_name("Fifth texture");
    if chosen == Choice::Faint {
        faint_ui(&mut brush.faint_percent, ui);
    }
    if chosen == Choice::Merge || (chosen == Choice::Solve && !brush.look_alikes.is_empty()) {
        let title = pairs_text(brush.look_alikes.len());
        staying_menu(ui, title, |ui| {
            look_alikes_ui(editor, &mut brush.look_alikes, ui)
        })
        .on_hover_text("Which textures may go into which.");
    }
}

/// The share below which a texture is faint.
pub(in crate::ui) fn faint_ui(percent: &mut f32, ui: &mut egui::Ui) {
    let field = egui::DragValue::new(percent)
        .range(0.1..=100.0)
        .speed(0.1)
        .max_decimals(1)
        .suffix(" %");
    labelled(
        ui,
        "below",
        "Only a texture that covers less gives way.",
        field,
    );
}

/// How many pairs are chosen.
pub(in crate::ui) fn pairs_text(count: usize) -> String {
    match count {
        0 => "No pairs yet".to_owned(),
        1 => "1 pair".to_owned(),
        count => format!("{count} pairs"),
    }
}
