//! What single tools have to be told: heights, levels of water, marks, areas, flags.

use super::cliffs::cliffs_ui;
use super::field::labelled;
use super::tints::tints_ui;
use super::variation::variation_ui;
use crate::document::{Terrain, TerrainShape};
use crate::edit::CornerMarkArgument;
use crate::editor::{
    Command, Editor, GroundBrush, GroundHeightFrom, GroundTool, GroundToolSettings, Intent,
};
use crate::terrain::ChunkFlags;
use crate::ui::widgets::command_button;
use eframe::egui;

/// Marks of corners with their names.
const MARKS: [(CornerMarkArgument, &str, &str); 5] = [
    (
        CornerMarkArgument::Water,
        "Water",
        "Water stands here, where its level is above the ground.",
    ),
    (
        CornerMarkArgument::Boundary,
        "Boundary",
        "Behind the boundary: nobody gets here.",
    ),
    (
        CornerMarkArgument::Ramp,
        "Ramp",
        "Where a cliff is beside, the ground leads up or down.",
    ),
    (
        CornerMarkArgument::Blight,
        "Blight",
        "Blight lies on the ground.",
    ),
    (
        CornerMarkArgument::Edge,
        "Edge",
        "In the black border of the map.",
    ),
];

/// Flags of map chunks with their names.
const FLAGS: [(u32, &str, &str); 5] = [
    (
        ChunkFlags::IS_IMPASSABLE,
        "Impassable",
        "Nobody can walk here.",
    ),
    (0x4, "River", "Has water of a river or lake."),
    (0x8, "Ocean", "Has water of the sea."),
    (0x10, "Magma", "Has magma."),
    (0x20, "Slime", "Has slime."),
];

/// Shows what the tool of the brush has to be told.
pub(super) fn tool_settings_ui(
    editor: &Editor,
    terrain: &Terrain,
    brush: &mut GroundBrush,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let is_corners = matches!(terrain.shape, TerrainShape::Corners(_));
    let tools = &mut brush.tools;
    match brush.tool {
        tool if tool.has_height() => height_ui(tools, &terrain.shape, ui),
        GroundTool::Water => {
            let field = height_field(&mut tools.water_level);
            let tip = "The level of water, without what the game adds for the tileset. Alt+click \
                       picks one.";
            labelled(ui, "Level", tip, field);
        }
        GroundTool::Marks => choice_ui(ui, "Mark", &MARKS, &mut tools.mark),
        GroundTool::Area => {
            let field = egui::DragValue::new(&mut tools.area).speed(0.2);
            let tip = "The number of the area in the game's tables. Alt+click picks one.";
            labelled(ui, "Area", tip, field);
        }
        GroundTool::Flags => choice_ui(ui, "Flag", &FLAGS, &mut tools.chunk_flags),
        GroundTool::Cliffs => cliffs_ui(tools, ui),
        GroundTool::Paint if is_corners => variation_ui(editor, tools, ui),
        GroundTool::Colour => tints_ui(brush, ui),
        GroundTool::Holes => {
            command_button(ui, editor, Command::ClearHoles, intents);
        }
        _ => {}
    }
}

/// A field for a height.
fn height_field(height: &mut f32) -> egui::DragValue<'_> {
    let [least, most] = GroundToolSettings::HEIGHTS;
    egui::DragValue::new(height)
        .range(least..=most)
        .speed(0.25)
        .max_decimals(2)
}

fn height_ui(tools: &mut GroundToolSettings, shape: &TerrainShape, ui: &mut egui::Ui) {
    let choices = [
        (
            GroundHeightFrom::Stroke,
            "Where it begins",
            "To the height of the ground where the stroke begins.",
        ),
        (
            GroundHeightFrom::Fixed,
            "This height",
            "To a height that is typed, or picked from the ground with Alt+click.",
        ),
    ];
    choice_ui(ui, "To", &choices, &mut tools.height_from);
    let is_fixed = tools.height_from == GroundHeightFrom::Fixed;
    let field = height_field(tools.height_mut(shape));
    ui.add_enabled_ui(is_fixed, |ui| {
        labelled(
            ui,
            "Height",
            "In units of the game. Alt+click picks one.",
            field,
        );
    })
    .response
    .on_disabled_hover_text("The stroke has its height from where it begins.");
}

/// A name and a list to choose from.
pub(super) fn choice_ui<T: Copy + PartialEq>(
    ui: &mut egui::Ui,
    name: &str,
    choices: &[(T, &str, &str)],
    chosen: &mut T,
) {
    let shown = choices.iter().find(|(value, ..)| value == chosen);
    egui::ComboBox::from_id_salt(name)
        .selected_text(shown.map_or("Other", |(_, text, _)| text))
        .width(104.0)
        .show_ui(ui, |ui| {
            for (value, text, tip) in choices {
                let response = ui.selectable_label(value == chosen, *text);
                if response.on_hover_text(*tip).clicked() {
                    *chosen = *value;
                }
            }
        })
        .response
        .on_hover_text(shown.map_or(name, |(_, _, tip)| tip))
        .accessible_name(name);
}
