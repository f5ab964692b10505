//! The window in which another form for alpha maps is chosen, with what each costs.

use crate::edit::AlphaFigures;
use crate::editor::{AlphaChoice, AlphaDraft, Editor, GroundIntent, Intent, ScopeChoice};
use crate::ui::theme;
use eframe::egui;

/// Shows the forms, what each would change, and why one can't be had, if a form is being chosen.
pub fn alphas_dialog_ui(editor: &Editor, ctx: &egui::Context, intents: &mut Vec<Intent>) {
    let Some(before) = editor.ground_view.alphas else {
        return;
    };
    let mut draft = before;
    let (mut is_open, mut is_done) = (true, false);
    egui::Window::new("Convert alpha maps")
        .id(egui::Id::unique("convert alpha maps"))
        .open(&mut is_open)
        .resizable(false)
        .collapsible(false)
        .default_pos(ctx.content_rect().center() - egui::vec2(210.0, 220.0))
        .show(ctx, |ui| {
            ui.set_width(420.0);
            scope_ui(editor, &mut draft, ui);
            ui.separator();
            choices_ui(editor, &mut draft, ui);
            ui.separator();
            let operator = editor.alpha_operator(draft);
            match editor.alpha_costs(draft) {
                Err(reason) => {
                    ui.colored_label(theme::palette(ui).warning, reason);
                }
                Ok(None) => {
                    ui.horizontal(|ui| {
                        ui.spinner();
                        ui.label("Measuring what each form costs…");
                    });
                }
                Ok(Some(costs)) => {
                    let mut choices = AlphaChoice::ALL.iter().zip(costs);
                    let own = choices.find(|(choice, _)| **choice == draft.choice);
                    if let Some((_, Ok(figures))) = own {
                        told_ui(figures, ui);
                    }
                }
            }
            ui.horizontal(|ui| {
                let button = ui
                    .add_enabled(operator.is_ok(), egui::Button::new("Convert"))
                    .on_hover_text("One entry of the history.");
                let reason = operator.as_ref().err().cloned().unwrap_or_default();
                let button = button.on_disabled_hover_text(reason);
                if button.clicked()
                    && let Ok(operator) = operator
                {
                    intents.push(Intent::Apply(operator));
                    is_done = true;
                }
                if ui.button("Close").clicked() {
                    is_done = true;
                }
            });
        });
    if is_done || !is_open {
        intents.push(GroundIntent::PrepareAlphas(None).into());
    } else if draft != before {
        intents.push(GroundIntent::PrepareAlphas(Some(draft)).into());
    }
}

/// Everything that the chosen form changes.
fn told_ui(figures: &AlphaFigures, ui: &mut egui::Ui) {
    let warning = theme::palette(ui).warning;
    for (number, sentence) in figures.sentences().into_iter().enumerate() {
        let text = format!("{}.", capital(&sentence));
        // The second sentence tells of the look.
        match number == 1 && figures.loss.texels > 0 {
            true => ui.colored_label(warning, text),
            false => ui.label(text),
        };
    }
}

fn scope_ui(editor: &Editor, draft: &mut AlphaDraft, ui: &mut egui::Ui) {
    ui.horizontal_wrapped(|ui| {
        for choice in ScopeChoice::ALL {
            let refusal = editor.ground_scope(choice).err();
            let is_chosen = draft.scope == choice;
            let radio = egui::RadioButton::new(is_chosen, choice.title());
            let response = ui.add_enabled(refusal.is_none() || is_chosen, radio);
            let response = response.on_disabled_hover_text(refusal.unwrap_or_default());
            if response.clicked() {
                draft.scope = choice;
            }
        }
    });
}

fn choices_ui(editor: &Editor, draft: &mut AlphaDraft, ui: &mut egui::Ui) {
    let costs = editor.alpha_costs(*draft).ok().flatten();
    egui::Grid::new("alpha forms")
        .num_columns(2)
        .show(ui, |ui| {
            for (number, choice) in AlphaChoice::ALL.into_iter().enumerate() {
                let cost = costs.and_then(|costs| costs.get(number));
                let is_chosen = draft.choice == choice;
                let refusal = match cost {
                    Some(Err(reason)) => Some(reason.clone()),
                    Some(Ok(figures)) if figures.is_nothing() => {
                        Some("All alpha maps there are stored so already.".to_owned())
                    }
                    _ => None,
                };
                let radio = egui::RadioButton::new(is_chosen, choice.title());
                let response = ui.add_enabled(refusal.is_none(), radio);
                let response = response.on_hover_text(choice.hint());
                let response =
                    response.on_disabled_hover_text(refusal.as_deref().unwrap_or_default());
                if response.clicked() {
                    draft.choice = choice;
                }
                let short = match cost {
                    None => "…".to_owned(),
                    Some(Ok(figures)) if figures.is_nothing() => "stored so already".to_owned(),
                    Some(Ok(figures)) => short_loss(figures),
                    Some(Err(_)) => "not here".to_owned(),
                };
                let label = ui.add(egui::Label::new(egui::RichText::new(short).weak()).truncate());
                if let Some(reason) = refusal {
                    label.on_hover_text(reason);
                }
                ui.end_row();
            }
        });
}

/// What is lost, in a few words.
fn short_loss(figures: &AlphaFigures) -> String {
    let loss = figures.loss;
    match loss.texels {
        0 => "nothing is lost".to_owned(),
        texels => format!("{texels} texels change, by {} of 255 at most", loss.worst),
    }
}

fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}
