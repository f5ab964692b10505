//! The inspector's part about a selected geoset: its size, and in MDX its material and layers.

use super::inspector::{section, text_row, tracks_ui};
use crate::document::{Model, TrackOwner};
use crate::editor::{Intent, geoset_label};
use crate::mesh::{ColourTarget, Layer, LayerFlags, LayeredMaterial};
use eframe::egui;

const LAYER_FLAGS: [(u32, &str); 6] = [
    (LayerFlags::UNSHADED, "unshaded"),
    (LayerFlags::SPHERE_ENVIRONMENT, "environment map"),
    (LayerFlags::TWO_SIDED, "two-sided"),
    (LayerFlags::UNFOGGED, "unfogged"),
    (LayerFlags::NO_DEPTH_TEST, "no depth test"),
    (LayerFlags::NO_DEPTH_WRITE, "no depth write"),
];
const MATERIAL_FLAGS: [(u32, &str); 2] = [
    (LayeredMaterial::SORTS_NEAR_FIRST, "near first"),
    (LayeredMaterial::SORTS_FAR_FIRST, "far first"),
];

/// Shows a geoset.
pub(super) fn geoset_section_ui(
    model: &Model,
    geoset: u16,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let title = format!("Geoset: {}", geoset_label(model, geoset));
    section(ui, &title, true, |ui| {
        let submeshes = model.views.iter().take(1).flat_map(|view| &view.submeshes);
        let own = submeshes.filter(|submesh| submesh.geoset == geoset);
        let (vertices, corners) = own.fold((0u32, 0u32), |(vertices, corners), submesh| {
            (
                vertices.saturating_add(submesh.vertex_count),
                corners.saturating_add(submesh.triangle_count),
            )
        });
        text_row(ui, "Vertices", &vertices.to_string());
        text_row(ui, "Triangles", &(corners / 3).to_string());
        if model.format.is_mdx() {
            warcraft_ui(model, usize::from(geoset), ui, intents);
        }
    });
}

fn warcraft_ui(model: &Model, index: usize, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    let Some(geoset) = model.geosets.get(index) else {
        return;
    };
    text_row(ui, "Groups", &geoset.groups.len().to_string());
    text_row(ui, "Selection", &geoset.selection_group.to_string());
    let is_own = |target: &ColourTarget| usize::try_from(target.geoset) == Ok(index);
    if let Some(colour) = model.colour_targets.iter().rposition(is_own)
        && let Ok(colour) = u32::try_from(colour)
    {
        tracks_ui(model, TrackOwner::Colour(colour), ui, intents);
    }
    let place = geoset.material as usize;
    let Some(material) = model.layered_materials.get(place) else {
        text_row(ui, "Material", &format!("{place}, which does not exist"));
        return;
    };
    text_row(ui, "Material", &place.to_string());
    text_row(ui, "Priority", &material.priority_plane.to_string());
    text_row(ui, "Sorting", &words(material.flags, &MATERIAL_FLAGS));
    for layer_index in model.material_layers(place) {
        if let Some(layer) = model.layers.get(layer_index) {
            layer_ui(model, layer_index, layer, ui, intents);
        }
    }
}

fn layer_ui(
    model: &Model,
    index: usize,
    layer: &Layer,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    ui.add_space(4.0);
    ui.strong(format!("Layer {index}"));
    let filter = match layer.filter {
        0 => "none",
        1 => "transparent",
        2 => "blend",
        3 => "additive",
        4 => "add alpha",
        5 => "modulate",
        6 => "modulate 2x",
        _ => "unknown",
    };
    text_row(ui, "Filter", filter);
    text_row(ui, "Flags", &words(layer.flags.0, &LAYER_FLAGS));
    text_row(ui, "Coordinates", &format!("set {}", layer.uv_set));
    let slots = layer.texture.lists().first();
    let slot = slots.and_then(|keys| keys.values.first().copied());
    let texture = slot
        .and_then(|slot| usize::try_from(slot).ok())
        .and_then(|slot| model.textures.get(slot));
    if let Some(texture) = texture {
        let name = model.format.replaceable_name(texture.kind);
        text_row(ui, "Picture", &name.unwrap_or_else(|| texture.path_text()));
    }
    if let Ok(index) = u32::try_from(index) {
        tracks_ui(model, TrackOwner::Layer(index), ui, intents);
    }
    if let Ok(transform) = u32::try_from(layer.transform) {
        tracks_ui(model, TrackOwner::TextureTransform(transform), ui, intents);
    }
}

fn words(bits: u32, names: &[(u32, &str)]) -> String {
    let set = names.iter().filter(|(bit, _)| bits & bit != 0);
    let words: Vec<&str> = set.map(|(_, name)| *name).collect();
    if words.is_empty() {
        "none".to_owned()
    } else {
        words.join(", ")
    }
}
