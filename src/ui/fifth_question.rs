//! The question at the end of a stroke that met map chunks with four other textures.

use crate::edit::{FifthArgument, FifthCost};
use crate::editor::{CrowdedChunk, Editor, FifthQuestion, GroundBrush, GroundIntent, Intent};
use crate::ui::ground_bar::{faint_ui, look_alikes_ui, pairs_text};
use crate::ui::ground_name::short_name;
use crate::ui::theme;
use crate::ui::widgets::staying_menu;
use eframe::egui;

/// Asks what to do on map chunks with four other textures, if a stroke waits for that. The ground
/// shows the answer before it is given.
pub fn fifth_question_ui(editor: &Editor, ctx: &egui::Context, intents: &mut Vec<Intent>) {
    let Some(question) = editor.fifth_question() else {
        return;
    };
    let mut answer = None;
    // Keys of a text field are its own.
    if !ctx.text_edit_focused() {
        ctx.input_mut(|input| {
            if input.consume_key(egui::Modifiers::NONE, egui::Key::Escape) {
                answer = Some(false);
            } else if input.consume_key(egui::Modifiers::NONE, egui::Key::Enter) {
                answer = Some(true);
            }
        });
    }
    egui::Window::new("A fifth texture")
        .id(egui::Id::unique("fifth texture"))
        .anchor(egui::Align2::LEFT_BOTTOM, egui::vec2(60.0, -40.0))
        .resizable(false)
        .collapsible(false)
        .show(ctx, |ui| {
            ui.set_width(430.0);
            ui.label(head_text(question));
            policies_ui(editor, question, ui, intents);
            ui.separator();
            egui::ScrollArea::vertical()
                .max_height(220.0)
                .show(ui, |ui| {
                    for chunk in &question.chunks {
                        chunk_ui(chunk, question, ui, intents);
                    }
                });
            ui.separator();
            ui.horizontal(|ui| {
                let keeps = question.shown != FifthArgument::Refuse;
                let button = ui.add_enabled(keeps, egui::Button::new("Keep this"));
                let button = button
                    .on_hover_text("Keeps the stroke as the ground shows it now. (Enter)")
                    .on_disabled_hover_text("Choose a way above to see what it does.");
                if button.clicked() {
                    answer = Some(true);
                }
                let leave = ui
                    .button("Leave these map chunks")
                    .on_hover_text("Keeps the stroke everywhere else. (Esc)");
                if leave.clicked() {
                    answer = Some(false);
                }
            });
        });
    if let Some(keeps_shown) = answer {
        intents.push(GroundIntent::AnswerFifth { keeps_shown }.into());
    }
}

fn head_text(question: &FifthQuestion) -> String {
    let name = short_name(question.texture());
    match question.chunks.len() {
        1 => format!("1 map chunk has four other textures, so {name} is not painted there."),
        count => {
            format!("{count} map chunks have four other textures, so {name} is not painted there.")
        }
    }
}

/// The ways, of which one is shown on the ground.
fn policies_ui(
    editor: &Editor,
    question: &FifthQuestion,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let mut brush: GroundBrush = editor.ground_brush.clone();
    let shown = &question.shown;
    let mut wanted = None;
    let count = |policy: &FifthArgument| {
        let chunks = question.chunks.iter();
        chunks
            .filter(|chunk| !matches!(chunk.cost(policy), FifthCost::Refused(_)))
            .count()
    };
    let all = question.chunks.len();
    if ui
        .radio(*shown == FifthArgument::Refuse, "Leave them as they are")
        .clicked()
    {
        wanted = Some(FifthArgument::Refuse);
    }
    let faint = FifthArgument::Evict {
        below_percent: brush.faint_percent,
    };
    ui.horizontal(|ui| {
        let is_on = matches!(shown, FifthArgument::Evict { .. });
        let text = format!("Replace faint, on {} of {all}", count(&faint));
        if ui.radio(is_on, text).clicked() {
            wanted = Some(faint.clone());
        }
        faint_ui(&mut brush.faint_percent, ui);
        if brush.faint_percent != editor.ground_brush.faint_percent && is_on {
            wanted = Some(FifthArgument::Evict {
                below_percent: brush.faint_percent,
            });
        }
    });
    ui.horizontal(|ui| {
        let merge = FifthArgument::Merge(brush.look_alikes.clone());
        let is_on = matches!(shown, FifthArgument::Merge(_));
        let text = format!("Merge look-alikes, on {} of {all}", count(&merge));
        let has_pairs = !brush.look_alikes.is_empty();
        let radio = ui.add_enabled(has_pairs, egui::RadioButton::new(is_on, text));
        let radio = radio.on_disabled_hover_text("Choose pairs first.");
        if radio.clicked() {
            wanted = Some(merge);
        }
        let title = pairs_text(brush.look_alikes.len());
        staying_menu(ui, title, |ui| {
            look_alikes_ui(editor, &mut brush.look_alikes, ui)
        });
        if brush.look_alikes != editor.ground_brush.look_alikes {
            // What each map chunk would give up is worked out anew, whatever is shown.
            let pairs = FifthArgument::Merge(brush.look_alikes.clone());
            wanted = Some(if is_on { pairs } else { shown.clone() });
        }
    });
    if brush != editor.ground_brush {
        intents.push(GroundIntent::SetBrush(Box::new(brush)).into());
    }
    if let Some(policy) = wanted {
        intents.push(GroundIntent::ShowFifth(policy).into());
    }
}

/// A map chunk: its textures, and what the shown way gives up there.
fn chunk_ui(
    chunk: &CrowdedChunk,
    question: &FifthQuestion,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let palette = theme::palette(ui);
    let place = chunk.place;
    let textures = chunk.textures.iter().map(|texture| {
        let name = short_name(&texture.name);
        format!("{:.1} % {name}", texture.share * 100.0)
    });
    let textures = textures.collect::<Vec<_>>().join("\n");
    ui.horizontal_wrapped(|ui| {
        let title = format!("Chunk {}, {}", place.column, place.row);
        let link = ui
            .link(&title)
            .on_hover_text(format!(
                "Of tile {}, {}. Click to look at it.\n{textures}",
                place.tile.x, place.tile.y
            ))
            .accessible_name(format!("Show full chunk {}, {}", place.column, place.row));
        if link.clicked() {
            intents.push(GroundIntent::GoToChunk(place).into());
        }
        let policies = match &question.shown {
            FifthArgument::Refuse => vec![
                FifthArgument::Evict {
                    below_percent: f32::MAX,
                },
                FifthArgument::Merge(Default::default()),
            ],
            shown => vec![shown.clone()],
        };
        for policy in policies {
            let (text, colour) = match chunk.cost(&policy) {
                FifthCost::Nothing => ("has room".to_owned(), palette.text),
                FifthCost::GivesWay { texture, share } => (
                    format!("gives up {}, {:.1} %", short_name(&texture), share * 100.0),
                    palette.text,
                ),
                FifthCost::Merges { from, into, share } => (
                    format!(
                        "{}, {:.1} %, into {}",
                        short_name(&from),
                        share * 100.0,
                        short_name(&into)
                    ),
                    palette.text,
                ),
                FifthCost::Refused(reason) => (format!("stays: {reason}"), palette.text_weak),
            };
            ui.colored_label(colour, text);
        }
    });
}
