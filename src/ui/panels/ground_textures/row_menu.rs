//! What a right click on a texture of the list offers.

use crate::editor::{
    Editor, GroundBrush, GroundIntent, GroundTool, Intent, ScopeChoice, TextureSwap,
};
use crate::ui::ground_name::short_name;
use eframe::egui;

/// Offers to replace the texture, to mark it, to keep brushes to it or off it.
pub(super) fn row_menu_ui(
    editor: &Editor,
    name: &str,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let mut send = |ui: &mut egui::Ui, intent: GroundIntent| {
        intents.push(intent.into());
        ui.close();
    };
    let chosen = editor.ground_view.texture.as_deref();
    let other = chosen.filter(|chosen| !chosen.eq_ignore_ascii_case(name));
    let text = match other {
        Some(other) => format!("Replace by {}…", short_name(other)),
        None => "Replace by another…".to_owned(),
    };
    let button = ui.button(text).on_hover_text(
        "On the picked map chunk, its tile, the marked region or all tiles; tells first how many change.",
    );
    if button.clicked() {
        let region = &editor.ground_view.region;
        let swap = TextureSwap {
            from: name.to_owned(),
            to: other.unwrap_or_default().to_owned(),
            scope: match region.is_empty() {
                true => ScopeChoice::Map,
                false => ScopeChoice::Region,
            },
        };
        send(ui, GroundIntent::PrepareSwap(Some(swap)));
    }
    let brush = |change: &dyn Fn(&mut GroundBrush)| {
        let mut brush = editor.ground_brush.clone();
        change(&mut brush);
        GroundIntent::SetBrush(Box::new(brush))
    };
    let is_tiles = editor
        .terrain()
        .is_some_and(|terrain| terrain.shape.tiles().is_some());
    if is_tiles && ui.button("Replace it with a brush").clicked() {
        let set = brush(&|brush| {
            brush.tool = GroundTool::SwapTexture;
            brush.swapped = Some(name.to_owned());
        });
        send(ui, set);
    }
    ui.separator();
    let add = |list: &mut Vec<String>| {
        if !list.iter().any(|it| it == name) {
            list.push(name.to_owned());
        }
    };
    if ui.button("Let brushes work only on it").clicked() {
        let set = brush(&|brush| add(&mut brush.masks.only_textures));
        send(ui, set);
    }
    if ui.button("Let brushes never work on it").clicked() {
        let set = brush(&|brush| add(&mut brush.masks.never_textures));
        send(ui, set);
    }
    ui.separator();
    if ui.button("Choose it").clicked() {
        send(ui, GroundIntent::Choose(name.to_owned()));
    }
    if ui.button("Copy its name").clicked() {
        let copy = crate::editor::Request::CopyText(name.to_owned());
        intents.push(copy.into());
        ui.close();
    }
    if is_tiles
        && ui.button("Mark map chunks with it").clicked()
        && let Ok(region) = editor.region_with(name)
    {
        intents.push(GroundIntent::SetRegion(region).into());
        ui.close();
    }
}
