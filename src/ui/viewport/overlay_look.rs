//! How the editor's view options look: colours, grid, wires, and what stands out about each bone.

use super::ground_look::ground_overlay;
use super::weight_colours;
use crate::document::{Model, Terrain};
use crate::editor::{Backdrop, BoneStyle, Editor, Shading, Workspace};
use crate::render::{
    self, BoneAlpha, BoneDepth, BoneLook, BoneState, DotDepth, GridStyle, GroundLight, GroundStyle,
    Overlay, SurfaceStyle, WeightStyle, WireStyle,
};
use crate::ui::theme;
use eframe::egui;

/// How much plain bones hide of the weights behind them.
const FAINT_BONE_ALPHA: f32 = 0.4;

/// Fills in everything around the model.
pub(super) fn fill_overlay(
    editor: &Editor,
    model: &Model,
    hovered: Option<usize>,
    ui: &egui::Ui,
    overlay: &mut Overlay,
) {
    let view = &editor.view;
    overlay.pixels_per_point = ui.ctx().pixels_per_point();
    (overlay.surface, overlay.wire) = match view.shading {
        Shading::Textured => (SurfaceStyle::Textured, WireStyle::Hidden),
        Shading::Solid => (SurfaceStyle::Solid, WireStyle::Hidden),
        Shading::Wire => (SurfaceStyle::Hidden, WireStyle::Shown),
        Shading::TexturedWire => (SurfaceStyle::Textured, WireStyle::Shown),
    };
    overlay.grid = if view.shows_grid || view.shows_axes {
        GridStyle::Shown
    } else {
        GridStyle::Hidden
    };
    overlay.bone_style = match (view.shows_bones, view.bone_style) {
        (false, _) => render::BoneStyle::Hidden,
        (true, BoneStyle::Octahedral) => render::BoneStyle::Octahedra,
        (true, BoneStyle::Stick) => render::BoneStyle::Sticks,
    };
    overlay.bone_depth = if view.bones_in_front {
        BoneDepth::InFront
    } else {
        BoneDepth::AmongSurfaces
    };
    fill_weights(editor, overlay);
    overlay.palette = palette(editor, ui);
    let active = editor.selection.active_bone();
    let bones = model.skeleton.bones.iter().enumerate();
    overlay.bones.clear();
    overlay.bones.extend(bones.map(|(index, bone)| BoneLook {
        // Nodes that only carry something have marks of their own.
        state: if view.hidden_bones.contains(&bone.id) || !bone.kind.is_bone() {
            BoneState::Hidden
        } else if hovered == Some(index) {
            BoneState::Hovered
        } else if active == Some(bone.id) {
            BoneState::Active
        } else if editor.selection.has_bone(bone.id) {
            BoneState::Selected
        } else {
            BoneState::Plain
        },
        colour: None,
    }));
}

/// Fills in everything around a terrain, whose own lines say where it lies.
pub(super) fn fill_terrain_overlay(
    editor: &Editor,
    terrain: &Terrain,
    ui: &egui::Ui,
    overlay: &mut Overlay,
) {
    *overlay = Overlay {
        ground_overlay: ground_overlay(editor, terrain),
        palette: palette(editor, ui),
        pixels_per_point: ui.ctx().pixels_per_point(),
        ground: GroundStyle {
            light: match editor.view.shading {
                Shading::Solid | Shading::Wire => GroundLight::Even,
                Shading::Textured | Shading::TexturedWire => GroundLight::Lit,
            },
            ..GroundStyle::default()
        },
        ..Overlay::default()
    };
}

/// Weights cover the surface, and bones become thin so that it is seen.
fn fill_weights(editor: &Editor, overlay: &mut Overlay) {
    if editor.view.workspace != Workspace::Weights {
        overlay.weights = WeightStyle::default();
        overlay.bone_alpha = BoneAlpha::default();
        return;
    }
    let view = &editor.view.weights;
    overlay.weights = WeightStyle {
        opacity: view.opacity,
        ramp: weight_colours::ramp(view.ramp),
        shows_contours: view.shows_contours,
        dot_size: if view.shows_dots { view.dot_size } else { 0.0 },
        dot_depth: if view.shows_dots_through {
            DotDepth::Through
        } else {
            DotDepth::BehindSurfaces
        },
    };
    if view.shows_wire {
        overlay.wire = WireStyle::Shown;
    }
    if overlay.bone_style != render::BoneStyle::Hidden {
        overlay.bone_style = render::BoneStyle::Sticks;
    }
    overlay.bone_alpha = BoneAlpha(FAINT_BONE_ALPHA);
}

fn palette(editor: &Editor, ui: &egui::Ui) -> render::Palette {
    let colours = theme::palette(ui);
    let plain = render::Palette::default();
    let (bottom, top) = match editor.view.backdrop {
        Backdrop::White => ([1.0; 4], [1.0; 4]),
        Backdrop::Black => ([0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 0.0, 1.0]),
        Backdrop::Theme => {
            let ground = colour(colours.backdrop, 1.0);
            let shade = |factor: f32| {
                let [red, green, blue, alpha] = ground;
                [red * factor, green * factor, blue * factor, alpha]
            };
            (shade(0.85), shade(1.15))
        }
    };
    let is_light = bottom[0] > 0.5;
    let ink = if is_light { 0.2 } else { 0.62 };
    let grid_alpha = if editor.view.shows_grid { 0.34 } else { 0.0 };
    let axis_alpha = if editor.view.shows_axes { 0.85 } else { 0.0 };
    render::Palette {
        background_bottom: bottom,
        background_top: top,
        grid: [ink, ink, ink, grid_alpha],
        x_axis: colour(colours.axis_x, axis_alpha),
        y_axis: colour(colours.axis_y, axis_alpha),
        wire: match (editor.view.shading, is_light) {
            (Shading::Wire, false) => [0.86, 0.87, 0.88, 0.8],
            (Shading::Wire, true) => [0.05, 0.06, 0.07, 0.9],
            _ => plain.wire,
        },
        ..plain
    }
}

/// A colour of the theme as pictures store it.
fn colour(colour: egui::Color32, alpha: f32) -> render::Colour {
    let part = |value: u8| f32::from(value) / 255.0;
    [part(colour.r()), part(colour.g()), part(colour.b()), alpha]
}
