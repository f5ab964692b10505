//! Where the panels are: docked, dragged, remembered.

use crate::editor::{Panel, Workspace};
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
    let inspector = [
        Panel::Inspector,
        Panel::Weights,
        Panel::WeightCheck,
        Panel::GroundTextures,
    ]
    .map(|panel| tiles.insert_pane(panel));
    let below = [Panel::Timeline, Panel::FrameStrip].map(|panel| tiles.insert_pane(panel));
    let lower = [
        Panel::Clips,
        Panel::MapChunk,
        Panel::History,
        Panel::Textures,
        Panel::Report,
    ]
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

/// Whether a panel has something to show in a workspace.
fn belongs(panel: Panel, workspace: Workspace) -> bool {
    let is_terrain = workspace == Workspace::Terrain;
    match panel {
        Panel::Outliner | Panel::Viewport | Panel::History | Panel::Report => true,
        Panel::GroundTextures | Panel::MapChunk => is_terrain,
        Panel::Inspector
        | Panel::Clips
        | Panel::WeightCheck
        | Panel::Weights
        | Panel::Textures
        | Panel::Timeline
        | Panel::FrameStrip => !is_terrain,
    }
}

/// Shows the panels that belong to a workspace and hides the others; those that hold only hidden
/// ones take no room.
pub fn fit_workspace(layout: &mut Layout, workspace: Workspace) {
    for panel in Panel::ALL {
        if let Some(id) = layout.tiles.find_pane(&panel) {
            layout.set_visible(id, belongs(panel, workspace));
        }
    }
    if let Some(root) = layout.root {
        fit_below(layout, root);
    }
    let first = match workspace {
        Workspace::Terrain => [Panel::GroundTextures, Panel::MapChunk],
        Workspace::Animate | Workspace::Weights => [Panel::Inspector, Panel::Clips],
    };
    // A tab that was hidden is no longer the one in front.
    for panel in first {
        let id = layout.tiles.find_pane(&panel);
        let parent = id.and_then(|id| layout.tiles.parent_of(id));
        let hides = |tile: TileId| !layout.tiles.is_visible(tile);
        let is_lost = match parent.and_then(|parent| layout.tiles.get_container(parent)) {
            Some(Container::Tabs(tabs)) => tabs.active.is_none_or(hides),
            _ => false,
        };
        if is_lost {
            layout.make_active(|tile, _| Some(tile) == id);
        }
    }
}

/// Shows a container where any of what it holds is shown; gives whether that is so.
fn fit_below(layout: &mut Layout, id: TileId) -> bool {
    let children: Vec<TileId> = match layout.tiles.get(id) {
        Some(Tile::Container(container)) => container.children().copied().collect(),
        Some(Tile::Pane(_)) => return layout.tiles.is_visible(id),
        None => return false,
    };
    let mut is_any = false;
    for child in children {
        is_any |= fit_below(layout, child);
    }
    layout.set_visible(id, is_any);
    is_any
}

/// Brings a panel to the front.
pub fn show_panel(layout: &mut Layout, panel: Panel) {
    if let Some(id) = layout.tiles.find_pane(&panel) {
        layout.set_visible(id, true);
        let mut above = layout.tiles.parent_of(id);
        while let Some(container) = above {
            layout.set_visible(container, true);
            above = layout.tiles.parent_of(container);
        }
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
    fn the_terrain_workspace_hides_the_timeline_and_another_shows_it_again() {
        let mut layout = default_layout();
        let shown = |layout: &Layout, panel| {
            let id = layout.tiles.find_pane(&panel);
            id.is_some_and(|id| {
                let parent = layout.tiles.parent_of(id);
                layout.tiles.is_visible(id)
                    && parent.is_none_or(|parent| layout.tiles.is_visible(parent))
            })
        };
        fit_workspace(&mut layout, Workspace::Terrain);
        for (panel, is_shown) in [
            (Panel::Timeline, false),
            (Panel::FrameStrip, false),
            (Panel::Inspector, false),
            (Panel::GroundTextures, true),
            (Panel::MapChunk, true),
            (Panel::Viewport, true),
        ] {
            assert_eq!(shown(&layout, panel), is_shown, "{panel:?}");
        }
        show_panel(&mut layout, Panel::Timeline);
        assert!(shown(&layout, Panel::Timeline), "it was asked for");
        fit_workspace(&mut layout, Workspace::Animate);
        assert!(shown(&layout, Panel::Timeline) && shown(&layout, Panel::Inspector));
        assert!(!shown(&layout, Panel::GroundTextures));
        assert!(is_complete(&layout));
    }

    #[test]
    fn a_layout_survives_being_saved() {
        let text = serde_json::to_string(&default_layout()).expect("it can be written");
        let layout: Layout = serde_json::from_str(&text).expect("it can be read");
        assert!(is_complete(&layout));
    }
}
