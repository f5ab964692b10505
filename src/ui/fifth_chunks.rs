//! The map chunks with four other textures that a stroke met, each with the ways to make room.

use crate::edit::{FifthArgument, FifthCost, FifthWay};
use crate::editor::{CrowdedChunk, FifthQuestion, GroundIntent, Intent};
use crate::ui::ground_name::short_name;
use crate::ui::theme;
use eframe::egui;

/// How wide the name of a map chunk is.
const NAME_WIDTH: f32 = 92.0;

/// Lists the map chunks: what the answer gives up on each, and what could be given up instead.
pub(super) fn chunks_ui(question: &FifthQuestion, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    egui::ScrollArea::vertical()
        .max_height(190.0)
        .auto_shrink([false, true])
        .show(ui, |ui| {
            for chunk in &question.chunks {
                ui.horizontal(|ui| chunk_ui(chunk, question, ui, intents));
            }
        });
}

fn chunk_ui(
    chunk: &CrowdedChunk,
    question: &FifthQuestion,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let place = chunk.place;
    let textures = chunk.textures.iter().map(|texture| {
        let name = short_name(&texture.name);
        format!("{:.1} % {name}", texture.share * 100.0)
    });
    let textures = textures.collect::<Vec<_>>().join("\n");
    let size = egui::vec2(NAME_WIDTH, theme::ROW_HEIGHT);
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    ui.allocate_ui_with_layout(size, layout, |ui| {
        ui.set_min_width(NAME_WIDTH);
        let link = ui
            .link(format!("Chunk {}, {}", place.column, place.row))
            .on_hover_text(format!(
                "Of tile {}, {}. Click to look at it.\n{textures}",
                place.tile.x, place.tile.y
            ))
            .accessible_name(format!("Show full chunk {}, {}", place.column, place.row));
        if link.clicked() {
            intents.push(GroundIntent::GoToChunk(place).into());
        }
    });
    ways_ui(chunk, question, ui, intents);
}

/// What the answer does on a map chunk, as a menu of all ways there.
fn ways_ui(
    chunk: &CrowdedChunk,
    question: &FifthQuestion,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let palette = theme::palette(ui);
    let cost = question.cost(chunk, &question.shown);
    let is_left = matches!(cost, FifthCost::Refused(_));
    if chunk.ways.is_empty() {
        let reason = question.solution.left.get(&chunk.place);
        let reason = reason.map_or("no texture can leave it", String::as_str);
        let text = format!("stays: {reason}");
        ui.add(egui::Label::new(egui::RichText::new(&text).color(palette.text_weak)).truncate())
            .on_hover_text(text);
        return;
    }
    let text = match (&question.shown, &cost, chunk.ways.first()) {
        (FifthArgument::Refuse, _, Some(best)) => match chunk.ways.len() {
            1 => format!("could give up {}", way_text(best)),
            count => format!("could give up {} ({count} ways)", way_text(best)),
        },
        (_, cost, _) => cost_text(cost),
    };
    let colour = if is_left {
        palette.text_weak
    } else {
        palette.text
    };
    let name = format!("Ways for chunk {}, {}", chunk.place.column, chunk.place.row);
    let answer = egui::RichText::new(text.clone()).color(colour);
    egui::ComboBox::from_id_salt(("ways", chunk.place))
        .selected_text(answer)
        .width(ui.available_width() - 4.0)
        .truncate()
        .show_ui(ui, |ui| {
            let chosen = chunk.way(&question.shown);
            for way in &chunk.ways {
                let row = ui.selectable_label(chosen == Some(way), menu_text(way));
                if row.clicked() {
                    let answer = question.with_choice(chunk.place, Some(way.choice.clone()));
                    intents.push(GroundIntent::ShowFifth(answer).into());
                }
            }
            if ui
                .selectable_label(chosen.is_none(), "Leave it as it is")
                .clicked()
            {
                let answer = question.with_choice(chunk.place, None);
                intents.push(GroundIntent::ShowFifth(answer).into());
            }
        })
        .response
        .on_hover_text(text)
        .accessible_name(name);
}

/// What goes, in a few words.
fn way_text(way: &FifthWay) -> String {
    match &way.choice.into {
        None => format!(
            "{}, {:.1} %",
            short_name(&way.choice.texture),
            way.share * 100.0
        ),
        Some(into) => format!(
            "{}, {:.1} %, to {}",
            short_name(&way.choice.texture),
            way.share * 100.0,
            short_name(into)
        ),
    }
}

/// A way with all that is known of it.
fn menu_text(way: &FifthWay) -> String {
    let name = short_name(&way.choice.texture);
    let verb = match &way.choice.into {
        None => "gives way".to_owned(),
        Some(into) => format!("goes into {}", short_name(into)),
    };
    format!(
        "{name} {verb}: covers {:.1} %, changes {:.1} %{}",
        way.share * 100.0,
        way.change * 100.0,
        followers_text(way.neighbours)
    )
}

fn cost_text(cost: &FifthCost) -> String {
    match cost {
        FifthCost::Nothing => "has room".to_owned(),
        FifthCost::GivesWay {
            texture,
            share,
            neighbours,
        } => format!(
            "gives up {}, {:.1} %{}",
            short_name(texture),
            share * 100.0,
            followers_text(*neighbours)
        ),
        FifthCost::Merges {
            from,
            into,
            share,
            neighbours,
        } => format!(
            "{}, {:.1} %, into {}{}",
            short_name(from),
            share * 100.0,
            short_name(into),
            followers_text(*neighbours)
        ),
        FifthCost::Refused(reason) => format!("stays: {reason}"),
    }
}

/// How many neighbours follow, behind what is given up.
fn followers_text(neighbours: usize) -> String {
    match neighbours {
        0 => String::new(),
        1 => ", 1 neighbour follows".to_owned(),
        count => format!(", {count} neighbours follow"),
    }
}
