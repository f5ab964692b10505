//! The tools of the terrain workspace in the strip at the left edge.

use crate::editor::{Editor, GroundBrush, GroundIntent, GroundTool, Intent};
use crate::ui::theme;
use eframe::egui;
use egui_material_icons::icons::{
    ICON_ARROW_DOWNWARD, ICON_ARROW_UPWARD, ICON_BLOCK, ICON_BLUR_ON, ICON_BRUSH, ICON_CONTRAST,
    ICON_CROP_FREE, ICON_ELEVATION, ICON_FLAG, ICON_FOREST, ICON_FORMAT_COLOR_FILL, ICON_GRAIN,
    ICON_HORIZONTAL_RULE, ICON_LOCATION_ON, ICON_PALETTE, ICON_SELECT_ALL, ICON_STAIRS,
    ICON_SWAP_HORIZ, ICON_VERTICAL_ALIGN_TOP, ICON_WATER, ICON_WAVES,
};

/// The tools of the terrain workspace that work on the map that is shown.
pub(super) fn ground_tools_ui(editor: &Editor, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    let Some(terrain) = editor.terrain() else {
        return;
    };
    for tool in GroundTool::ALL {
        if !tool.is_offered(&terrain.shape) {
            continue;
        }
        let refusal = tool.refusal(&terrain.shape);
        let icon = match tool {
            GroundTool::Paint => ICON_BRUSH,
            GroundTool::SmoothTextures => ICON_BLUR_ON,
            GroundTool::SharpenTextures => ICON_CONTRAST,
            GroundTool::FillChunks => ICON_FORMAT_COLOR_FILL,
            GroundTool::SwapTexture => ICON_SWAP_HORIZ,
            GroundTool::MarkRegion => ICON_SELECT_ALL,
            GroundTool::Raise => ICON_ARROW_UPWARD,
            GroundTool::Lower => ICON_ARROW_DOWNWARD,
            GroundTool::Flatten => ICON_HORIZONTAL_RULE,
            GroundTool::SmoothHeights => ICON_WAVES,
            GroundTool::Noise => ICON_GRAIN,
            GroundTool::Holes => ICON_CROP_FREE,
            GroundTool::Colour => ICON_PALETTE,
            GroundTool::Blight => ICON_FOREST,
            GroundTool::Cliffs => ICON_STAIRS,
            GroundTool::Plateau => ICON_VERTICAL_ALIGN_TOP,
            GroundTool::Ramp => ICON_ELEVATION,
            GroundTool::Water => ICON_WATER,
            GroundTool::Marks => ICON_FLAG,
            GroundTool::Area => ICON_LOCATION_ON,
            GroundTool::Flags => ICON_BLOCK,
        };
        let brush = &editor.ground_brush;
        let button = egui::Button::new(icon.rich_text().size(theme::ICON_SIZE))
            .selected(brush.tool == tool)
            .min_size(egui::Vec2::splat(theme::ROW_HEIGHT));
        let response = ui
            .add_enabled(refusal.is_none(), button)
            .on_disabled_hover_text(format!("{}\n{}", tool.title(), refusal.unwrap_or_default()))
            .on_hover_text(format!("{}\n{}", tool.title(), tool.description()))
            .accessible_name(format!("Tool: {}", tool.title().to_lowercase()));
        if response.clicked() {
            let brush = GroundBrush {
                tool,
                ..brush.clone()
            };
            intents.push(GroundIntent::SetBrush(Box::new(brush)).into());
            // What is not seen on the ground is shown over it, so that nobody paints blindly.
            let mut overlays = editor.ground_view.overlays;
            if let Some(colours) = tool.shown_by().filter(|it| *it != overlays.colours) {
                overlays.colours = colours;
                intents.push(GroundIntent::ShowOver(overlays).into());
            }
        }
    }
}
