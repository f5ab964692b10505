//! The question at the end of a stroke that met map chunks with four other textures.

use crate::edit::{FifthArgument, FifthCost};
use crate::editor::{Editor, FifthQuestion, GroundBrush, GroundIntent, Intent};
use crate::ui::fifth_chunks::chunks_ui;
use crate::ui::ground_bar::{faint_ui, look_alikes_ui, pairs_text};
use crate::ui::ground_name::short_name;
use crate::ui::widgets::staying_menu;
use eframe::egui;

/// How wide the question is.
const WIDTH: f32 = 480.0;

/// Asks what to do on map chunks with four other textures, if a stroke waits for that. The ground
/// shows the answer before it is given.
pub fn fifth_question_ui(editor: &Editor, ctx: &egui::Context, intents: &mut Vec<Intent>) {
    let Some(question) = editor.fifth_question() else {
        return;
    };
    let mut answer = None;
    // Keys of a text field or an open menu are its own.
    if !ctx.text_edit_focused() && !egui::Popup::is_any_open(ctx) {
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
            ui.set_width(WIDTH);
            ui.label(head_text(question));
            ui.add_space(4.0);
            solve_ui(question, ui, intents);
            ui.add_space(4.0);
            policies_ui(editor, question, ui, intents);
            ui.separator();
            chunks_ui(question, ui, intents);
            ui.separator();
            compare_ui(question, ui, intents);
            ui.horizontal(|ui| {
                let keeps = question.shown != FifthArgument::Refuse;
                let button = ui.add_enabled(keeps, egui::Button::new("Keep this"));
                let button = button
                    .on_hover_text("Keeps the stroke with this answer, as one step. (Enter)")
                    .on_disabled_hover_text("Solve, or choose a way above to see what it does.");
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

/// The button that does what is best on all map chunks.
fn solve_ui(question: &FifthQuestion, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    let taken = question.solution.taken.len();
    ui.horizontal(|ui| {
        let button = egui::Button::new("Solve").selected(is_solved(question));
        let button = ui
            .add_enabled(taken > 0, button)
            .on_hover_text(
                "On each map chunk that gives way which changes least of the look beside the \
                 stroke. The ground shows it, and nothing is kept yet.",
            )
            .on_disabled_hover_text("No map chunk can make room; each says why.");
        if button.clicked() {
            let look_alikes = Default::default();
            intents.push(GroundIntent::ShowFifth(FifthArgument::Solve { look_alikes }).into());
        }
        let text = match taken {
            0 => "No map chunk can make room.".to_owned(),
            _ => format!(
                "makes room on {taken} of {} and changes {:.2} % of their look",
                question.chunks.len(),
                question.solution.change() * 100.0
            ),
        };
        ui.weak(text);
    });
}

/// Whether what is looked at is what is best for all.
fn is_solved(question: &FifthQuestion) -> bool {
    question.shown != FifthArgument::Refuse && question.shown == question.best()
}

/// What changes, and the ground before and after.
fn compare_ui(question: &FifthQuestion, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    if question.shown == FifthArgument::Refuse {
        return;
    }
    ui.horizontal(|ui| {
        ui.label("The ground shows");
        for (is_before, name) in [(true, "Before"), (false, "After")] {
            let is_on = question.shows_before == is_before;
            let tip = match is_before {
                true => "These map chunks without the fifth texture.",
                false => "These map chunks as they will be kept.",
            };
            let label = ui.selectable_label(is_on, name).on_hover_text(tip);
            if label.clicked() && !is_on {
                let shows_before = is_before;
                intents.push(GroundIntent::CompareFifth { shows_before }.into());
            }
        }
    });
    let (count, change) = question.change();
    let [before, after] = question.seams;
    let chunks = match count {
        1 => "1 map chunk".to_owned(),
        count => format!("{count} map chunks"),
    };
    ui.weak(format!(
        "Room on {chunks}, which changes {:.2} % of their look beside the stroke. Textures that \
         break off at their borders: {before} before, {after} after.",
        change * 100.0
    ));
    ui.add_space(4.0);
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
            .filter(|chunk| !matches!(question.cost(chunk, policy), FifthCost::Refused(_)))
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
        if brush.faint_percent != editor.ground_brush.faint_percent {
            // What gives way is worked out anew, whatever is shown.
            let faint = FifthArgument::Evict {
                below_percent: brush.faint_percent,
            };
            wanted = Some(if is_on { faint } else { shown.clone() });
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
