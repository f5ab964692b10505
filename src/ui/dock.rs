//! Where the panels are: docked, dragged, remembered.

use crate::editor::Panel;
use crate::ui::theme;
use eframe::egui;
use egui_tiles::{Container, Linear, LinearDir, SimplificationOptions, Tile, TileId, Tiles, Tree};

/// Where the panels are.
pub type Layout = Tree<Panel>;

/// The layout of a new window: outliner left, inspector right, timeline below.
pub fn default_layout() -> Layout {
    let mut tiles = Tiles::default();
    let outliner = tiles.insert_pane(Panel::Outliner);
    let viewport = tiles.insert_pane(Panel::Viewport);
    let inspector = [Panel::Inspector, Panel::Weights, Panel::WeightCheck]
        .map(|panel| tiles.insert_pane(panel));
    let below = [Panel::Timeline, Panel::FrameStrip].map(|panel| tiles.insert_pane(panel));
    let lower = [Panel::Clips, Panel::History, Panel::Textures, Panel::Report]
        .map(|panel| tiles.insert_pane(panel));
    let outliner = tiles.insert_tab_tile(vec![outliner]);
    let viewport = tiles.insert_tab_tile(vec![viewport]);
    let inspector = tiles.insert_tab_tile(inspector.to_vec());
    let timeline = tiles.insert_tab_tile(below.to_vec());
    let lower = tiles.insert_tab_tile(lower.to_vec());
    let right = linear(
        &mut tiles,
        LinearDir::Vertical,
        &[(inspector, 1.6), (lower, 1.0)],
    );
    let upper = linear(
        &mut tiles,
        LinearDir::Horizontal,
        &[(outliner, 0.19), (viewport, 0.57), (right, 0.24)],
    );
    let root = linear(
        &mut tiles,
        LinearDir::Vertical,
        &[(upper, 0.7), (timeline, 0.3)],
    );
    Tree::new(egui::Id::unique("dock"), root, tiles)
}

fn linear(tiles: &mut Tiles<Panel>, dir: LinearDir, children: &[(TileId, f32)]) -> TileId {
    let mut linear = Linear::new(dir, children.iter().map(|(id, _)| *id).collect());
    for &(id, share) in children {
        linear.shares.set_share(id, share);
    }
    tiles.insert_container(Container::Linear(linear))
}

/// Whether a layout has every panel exactly once; a saved one of another version may not.
pub fn is_complete(layout: &Layout) -> bool {
    Panel::ALL.iter().all(|panel| {
        let count = layout
            .tiles
            .tiles()
            .filter(|tile| matches!(tile, Tile::Pane(other) if other == panel))
            .count();
        count == 1
    })
}

/// Brings a panel to the front.
pub fn show_panel(layout: &mut Layout, panel: Panel) {
    if let Some(id) = layout.tiles.find_pane(&panel) {
        layout.set_visible(id, true);
        layout.make_active(|tile, _| tile == id);
    }
}

/// Shows all panels; `show` draws the contents of one.
pub fn dock_ui(
    layout: &mut Layout,
    ui: &mut egui::Ui,
    badge: impl Fn(Panel) -> Option<String>,
    show: impl FnMut(Panel, &mut egui::Ui),
) {
    let mut behavior = Dock { badge, show };
    layout.ui(&mut behavior, ui);
}

struct Dock<B, S> {
    badge: B,
    show: S,
}

impl<B: Fn(Panel) -> Option<String>, S: FnMut(Panel, &mut egui::Ui)> egui_tiles::Behavior<Panel>
    for Dock<B, S>
{
    fn pane_ui(
        &mut self,
        ui: &mut egui::Ui,
        _tile: TileId,
        panel: &mut Panel,
    ) -> egui_tiles::UiResponse {
        ui.painter()
            .rect_filled(ui.max_rect(), 0.0, theme::palette(ui).panel);
        ui.push_id(*panel, |ui| (self.show)(*panel, ui));
        egui_tiles::UiResponse::None
    }

    fn tab_title_for_pane(&mut self, panel: &Panel) -> egui::WidgetText {
        match (self.badge)(*panel) {
            Some(badge) => format!("{} {badge}", panel.title()).into(),
            None => panel.title().into(),
        }
    }

    fn simplification_options(&self) -> SimplificationOptions {
        SimplificationOptions {
            all_panes_must_have_tabs: true,
            ..SimplificationOptions::default()
        }
    }

    fn gap_width(&self, _style: &egui::Style) -> f32 {
        3.0
    }

    fn min_size(&self) -> f32 {
        120.0
    }

    fn cycle_tabs_with_keyboard(&self) -> bool {
        false
    }

    fn tab_bar_color(&self, visuals: &egui::Visuals) -> egui::Color32 {
        visuals.extreme_bg_color
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_layout_has_every_panel_once() {
        assert!(is_complete(&default_layout()));
    }

    #[test]
    fn a_layout_survives_being_saved() {
        let text = serde_json::to_string(&default_layout()).expect("it can be written");
        let layout: Layout = serde_json::from_str(&text).expect("it can be read");
        assert!(is_complete(&layout));
    }
}
