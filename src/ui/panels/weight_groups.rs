//! The groups of bones of a Warcraft III geoset: which there are, and who hangs on them.

use super::weights::buttons_ui;
use crate::document::Model;
use crate::editor::{Command, Editor, Intent, SelectMode, ViewIntent, bone_label};
use crate::mesh::Geoset;
use crate::skeleton::BoneId;
use crate::ui::theme;
use eframe::egui;

/// Shows the groups of the selected geoset, or of that of the first selected vertex.
pub(super) fn groups_ui(
    editor: &Editor,
    model: &Model,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let commands = [Command::AssignGroup, Command::ConvertToGroups];
    buttons_ui(editor, &commands, ui, intents);
    let Some((number, geoset, vertices)) = shown_geoset(editor, model) else {
        ui.weak("Select a geoset, or vertices of it, to see its groups.");
        return;
    };
    ui.weak(format!("Geoset {number}: {} groups", geoset.groups.len()));
    let mut members: Vec<Vec<u32>> = vec![Vec::new(); geoset.groups.len()];
    for (vertex, group) in vertices.iter().zip(&geoset.vertex_groups) {
        if let Some(list) = members.get_mut(usize::from(*group)) {
            list.push(*vertex);
        }
    }
    let rows = geoset.groups.iter().zip(members).enumerate();
    let rows: Vec<_> = rows.collect();
    let scroll = egui::ScrollArea::vertical()
        .id_salt("groups of bones")
        .max_height(theme::ROW_HEIGHT * 8.0);
    scroll.show_rows(ui, theme::ROW_HEIGHT, rows.len(), |ui, shown| {
        for (number, (bones, members)) in rows.get(shown).unwrap_or_default() {
            group_row_ui(editor, model, *number, bones, members, ui, intents);
        }
    });
}

fn group_row_ui(
    editor: &Editor,
    model: &Model,
    number: usize,
    bones: &[BoneId],
    members: &[u32],
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let names: Vec<String> = bones.iter().map(|&bone| bone_label(model, bone)).collect();
    let names = if names.is_empty() {
        "no bones".to_owned()
    } else {
        names.join(" + ")
    };
    let is_selected =
        !members.is_empty() && members.iter().all(|&v| editor.selection.has_vertex(v));
    let text = format!("{number}: {names} ({})", members.len());
    let button = egui::Button::new(text)
        .selected(is_selected)
        .truncate()
        .min_size(egui::vec2(ui.available_width(), theme::ROW_HEIGHT));
    let response = ui
        .add_enabled(!members.is_empty(), button)
        .on_hover_text(format!(
            "{names}\nSelects the vertices that hang on this group"
        ))
        .on_disabled_hover_text("No vertex hangs on this group.");
    if response.clicked() {
        intents.push(
            ViewIntent::SelectVertices {
                vertices: members.to_vec(),
                mode: SelectMode::Replace,
            }
            .into(),
        );
    }
}

/// The geoset to show, with its vertices in the order of its list of groups.
fn shown_geoset<'a>(editor: &Editor, model: &'a Model) -> Option<(usize, &'a Geoset, Vec<u32>)> {
    let view = model.views.first()?;
    let vertices_of = |number: usize| -> Vec<u32> {
        let submesh = view.submeshes.get(number);
        let range = submesh.map(|part| part.vertex_range(view.vertex_indices.len()));
        let vertices = range.and_then(|range| view.vertex_indices.get(range));
        vertices.unwrap_or_default().to_vec()
    };
    let of_vertex = || {
        let vertex = editor.selection.vertices().first()?;
        (0..model.geosets.len()).find(|&number| vertices_of(number).contains(vertex))
    };
    let selected = editor.selection.geoset.map(usize::from);
    let number = selected.or_else(of_vertex)?;
    Some((number, model.geosets.get(number)?, vertices_of(number)))
}
