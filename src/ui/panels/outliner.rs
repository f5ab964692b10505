//! The outliner: bones, geosets and other parts of the model as a tree.

use super::outliner_filter::{OutlinerFilter, filter_ui};
use super::outliner_menu::context_menu_ui;
use super::outliner_rows::{OutlinerRow, bones_title, outliner_rows};
use super::weight_influences::{InfluenceRows, lock_ui};
use crate::document::{Model, TrackOwner};
use crate::edit::operator::RenameBone;
use crate::editor::{Editor, Intent, SelectMode, ViewIntent, own_node};
use crate::skeleton::{BoneId, BoneKind};
use crate::ui::theme;
use crate::ui::widgets::{node_icon, rename_row};
use eframe::egui;
use egui_ltreeview::{
    Action, IndentHintStyle, NodeBuilder, RowLayout, TreeView, TreeViewBuilder, TreeViewState,
};
use egui_material_icons::MaterialIcon;
use egui_material_icons::icons::{
    ICON_BOLT, ICON_FLARE, ICON_FOLDER_OPEN, ICON_GESTURE, ICON_GRAIN, ICON_LAYERS, ICON_LIGHTBULB,
    ICON_PUSH_PIN, ICON_TERRAIN, ICON_VIDEOCAM, ICON_VISIBILITY, ICON_VISIBILITY_OFF,
};
use std::cell::RefCell;
use std::collections::BTreeSet;

/// Room for the name of the deepest row and what is at its right.
const NAME_ROOM: f32 = 112.0;

/// Height of an icon inside a label, in points.
const ICON_SIZE: f32 = 14.0;

/// What a row of the outliner is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OutlinerNode {
    /// A heading.
    Group(&'static str),
    /// A bone, attachment, event, light, camera or emitter.
    Owner(TrackOwner),
    /// A geoset.
    Geoset(u16),
}

/// What the outliner keeps between frames.
#[derive(Debug, Default)]
pub struct OutlinerState {
    /// What rows are filtered by.
    pub filter: OutlinerFilter,
    /// The bone being renamed, and what was typed so far.
    pub renaming: Option<(BoneId, String)>,
    tree: TreeViewState<OutlinerNode>,
    /// All rows are open while filtering; openness here is thrown away afterwards.
    filtered: TreeViewState<OutlinerNode>,
    influences: InfluenceRows,
    shown_selection: Vec<OutlinerNode>,
}

impl OutlinerState {
    /// Begins to rename the active bone.
    pub fn rename_active(&mut self, editor: &Editor) {
        if let (Some(model), Some(id)) = (editor.model(), editor.selection.active_bone()) {
            self.renaming = Some((id, crate::editor::bone_label(model, id)));
        }
    }
}

/// Shows the model as a tree; a click selects in all panels, a double click renames.
pub fn outliner_ui(
    editor: &Editor,
    state: &mut OutlinerState,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    terrains_ui(editor, ui);
    let Some(model) = editor.model() else {
        if !editor.document().terrains.is_empty() {
            return;
        }
        ui.centered_and_justified(|ui| ui.weak("Nothing is open."));
        return;
    };
    filter_ui(model, &mut state.filter, ui);
    let is_filtered = state.filter.is_set();
    if !is_filtered {
        state.filtered = TreeViewState::default();
    }
    let rows = outliner_rows(
        model,
        editor.hierarchy(),
        &state.filter.text,
        state.filter.kind,
    );
    if rows.is_empty() {
        ui.weak(state.filter.found_nothing());
        return;
    }
    let selected = selected_nodes(editor);
    let is_new_selection = selected != state.shown_selection;
    let tree = if is_filtered {
        &mut state.filtered
    } else {
        &mut state.tree
    };
    if is_new_selection {
        for &node in &selected {
            open_above(tree, model, editor, node);
        }
        tree.set_selected(selected.clone());
        state.shown_selection.clone_from(&selected);
    }
    state.influences.refresh(editor);
    let shared = RowsShared {
        editor,
        model,
        intents: RefCell::new(intents),
        renaming: RefCell::new(&mut state.renaming),
        influences: &state.influences,
        target: selected.last().copied().filter(|_| is_new_selection),
        row_count: RefCell::new(0),
        target_row: RefCell::new(None),
        selected_rects: RefCell::new(Vec::new()),
        selected: &selected,
    };
    let mut actions = Vec::new();
    // Long names give way to what is at the right of a row; only a deep tree needs to scroll.
    let depth = rows.iter().map(depth).max().unwrap_or(0) as f32;
    let needed = depth * ui.spacing().indent + NAME_ROOM;
    let width = ui.available_width().max(needed);
    egui::ScrollArea::both().auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        let top = ui.cursor().min.y;
        // The tree greys its selection when it has no focus; ours looks the same in all panels.
        let background = ui.painter().add(egui::Shape::Noop);
        let row_height = theme::ROW_HEIGHT + ui.spacing().item_spacing.y;
        let (response, tree_actions) = TreeView::new(ui.make_persistent_id("outliner"))
            .allow_drag_and_drop(false)
            .max_width(width)
            .indent_hint_style(IndentHintStyle::Line)
            .row_layout(RowLayout::CompactAlignedLabels)
            .show_state(ui, tree, |builder| {
                for row in &rows {
                    add_row(builder, row, &shared);
                }
            });
        actions = tree_actions;
        let fill = theme::palette(ui).selection;
        let x_range = ui.clip_rect().x_range();
        let rects = shared.selected_rects.borrow();
        let shapes = rects.iter().map(|rect| {
            let row = egui::Rect::from_x_y_ranges(x_range, rect.y_range());
            egui::Shape::rect_filled(row, 0.0, fill)
        });
        ui.painter()
            .set(background, egui::Shape::Vec(shapes.collect()));
        // The tree takes the arrow keys while it has focus; give them back when the mouse leaves.
        if !response.contains_pointer() && response.has_focus() {
            response.surrender_focus();
        }
        if let Some(row) = *shared.target_row.borrow() {
            let y = top + row as f32 * row_height;
            let x = ui.clip_rect().min.x;
            let rect = egui::Rect::from_min_size(
                egui::pos2(x, y - row_height),
                egui::vec2(1.0, row_height * 3.0),
            );
            ui.scroll_to_rect(rect, None);
        }
    });
    let mut chosen = Vec::new();
    for action in actions {
        match action {
            Action::SetSelected(nodes) => {
                state.shown_selection.clone_from(&nodes);
                chosen.extend(selection_intents(&nodes));
            }
            Action::Activate(activate) => {
                let bone = activate.selected.iter().find_map(|node| match node {
                    OutlinerNode::Owner(TrackOwner::Bone(id)) => Some(*id),
                    _ => None,
                });
                if let Some(id) = bone {
                    state.renaming = Some((id, crate::editor::bone_label(model, id)));
                }
            }
            _ => {}
        }
    }
    intents.extend(chosen);
}

/// The terrains that are open, by name with their size.
fn terrains_ui(editor: &Editor, ui: &mut egui::Ui) {
    for terrain in &editor.document().terrains {
        ui.horizontal(|ui| {
            ui.label(ICON_TERRAIN.rich_text().size(ICON_SIZE));
            ui.label(&terrain.name);
            ui.weak(terrain.size_text());
        });
    }
}

fn selected_nodes(editor: &Editor) -> Vec<OutlinerNode> {
    let bones = editor.selection.bones().iter();
    let bones = bones.map(|&id| OutlinerNode::Owner(TrackOwner::Bone(id)));
    let part = editor.selection.part.filter(|part| {
        // A part of MDX is its node.
        let model = editor.model();
        model.is_none_or(|model| own_node(model, *part).is_none())
    });
    let geoset = editor.selection.geoset.map(OutlinerNode::Geoset);
    bones
        .chain(part.map(OutlinerNode::Owner))
        .chain(geoset)
        .collect()
}

/// What selecting rows asks for: bones if there are any, else the part.
fn selection_intents(nodes: &[OutlinerNode]) -> Vec<Intent> {
    let bones: Vec<BoneId> = nodes
        .iter()
        .filter_map(|node| match node {
            OutlinerNode::Owner(TrackOwner::Bone(id)) => Some(*id),
            _ => None,
        })
        .collect();
    let part = nodes.iter().rev().find_map(|node| match node {
        OutlinerNode::Owner(TrackOwner::Bone(_)) => None,
        OutlinerNode::Owner(owner) => Some(*owner),
        _ => None,
    });
    let geoset = nodes.iter().rev().find_map(|node| match node {
        OutlinerNode::Geoset(geoset) => Some(*geoset),
        _ => None,
    });
    match part {
        None if bones.is_empty() && geoset.is_some() => geoset
            .map(|geoset| ViewIntent::SelectGeoset(geoset).into())
            .into_iter()
            .collect(),
        Some(part) if bones.is_empty() => vec![ViewIntent::SelectPart(Some(part)).into()],
        _ => vec![
            ViewIntent::SelectBones {
                bones,
                mode: SelectMode::Replace,
            }
            .into(),
        ],
    }
}

/// Opens everything above a row, so that it can be seen.
fn open_above(
    tree: &mut TreeViewState<OutlinerNode>,
    model: &Model,
    editor: &Editor,
    node: OutlinerNode,
) {
    let owner = match node {
        OutlinerNode::Owner(owner) => owner,
        OutlinerNode::Geoset(_) => {
            tree.set_openness(OutlinerNode::Group("Geosets"), true);
            return;
        }
        OutlinerNode::Group(_) => return,
    };
    let group = match owner {
        TrackOwner::Bone(_) => bones_title(model),
        TrackOwner::Attachment(_) => "Attachments",
        TrackOwner::Event(_) => "Events",
        TrackOwner::Light(_) => "Lights",
        TrackOwner::Camera(_) => "Cameras",
        TrackOwner::Ribbon(_) => "Ribbons",
        _ => "Particle emitters",
    };
    tree.set_openness(OutlinerNode::Group(group), true);
    let TrackOwner::Bone(id) = owner else {
        return;
    };
    let mut at = model.skeleton.index_of(id);
    while let Some(index) = at {
        at = editor.hierarchy().parent(index);
        if let Some(bone) = at.and_then(|parent| model.skeleton.bones.get(parent)) {
            tree.set_openness(OutlinerNode::Owner(TrackOwner::Bone(bone.id)), true);
        }
    }
}

/// What all rows need while they are drawn; the tree wants closures that share it.
pub(super) struct RowsShared<'a> {
    pub(super) editor: &'a Editor,
    pub(super) model: &'a Model,
    pub(super) intents: RefCell<&'a mut Vec<Intent>>,
    pub(super) renaming: RefCell<&'a mut Option<(BoneId, String)>>,
    influences: &'a InfluenceRows,
    target: Option<OutlinerNode>,
    row_count: RefCell<usize>,
    target_row: RefCell<Option<usize>>,
    selected_rects: RefCell<Vec<egui::Rect>>,
    selected: &'a [OutlinerNode],
}

fn add_row(
    builder: &mut TreeViewBuilder<'_, OutlinerNode>,
    row: &OutlinerRow,
    shared: &RowsShared<'_>,
) {
    let node = row.node;
    let count = shared.row_count.replace_with(|count| *count + 1);
    if shared.target == Some(node) {
        shared.target_row.replace(Some(count));
    }
    let is_group = matches!(node, OutlinerNode::Group(_));
    let config = if row.children.is_empty() {
        NodeBuilder::leaf(node)
    } else {
        NodeBuilder::dir(node)
    };
    let config = config
        .height(theme::ROW_HEIGHT)
        .activatable(!is_group)
        .default_open(!is_group || matches!(node, OutlinerNode::Group("Bones" | "Nodes")))
        .label_ui(|ui| label_ui(ui, row, shared))
        .accessory(|ui| accessories_ui(ui, row, shared))
        .context_menu(|ui| context_menu_ui(ui, node, shared));
    let own_icon = row.kind.map(node_icon);
    let config = match own_icon.or_else(|| icon_of(node)) {
        Some(icon) if row.children.is_empty() || own_icon.is_some() => config.icon(move |ui| {
            let colour = theme::palette(ui).text_weak;
            ui.add(egui::Label::new(icon.rich_text().color(colour)).selectable(false));
        }),
        _ => config,
    };
    let is_open = builder.node(config);
    if !row.children.is_empty() {
        if is_open {
            for child in &row.children {
                add_row(builder, child, shared);
            }
        }
        builder.close_dir();
    }
}

fn icon_of(node: OutlinerNode) -> Option<MaterialIcon> {
    Some(match node {
        OutlinerNode::Group(_) => ICON_FOLDER_OPEN,
        OutlinerNode::Geoset(_) => ICON_LAYERS,
        OutlinerNode::Owner(owner) => match owner {
            TrackOwner::Bone(_) => return None,
            TrackOwner::Attachment(_) => ICON_PUSH_PIN,
            TrackOwner::Event(_) => ICON_BOLT,
            TrackOwner::Light(_) => ICON_LIGHTBULB,
            TrackOwner::Camera(_) => ICON_VIDEOCAM,
            TrackOwner::Ribbon(_) => ICON_GESTURE,
            TrackOwner::Particle(_) => ICON_GRAIN,
            _ => ICON_FLARE,
        },
    })
}

fn label_ui(ui: &mut egui::Ui, row: &OutlinerRow, shared: &RowsShared<'_>) {
    let is_selected = shared.selected.contains(&row.node);
    if is_selected {
        shared.selected_rects.borrow_mut().push(ui.max_rect());
    }
    let mut renaming = shared.renaming.borrow_mut();
    if let OutlinerNode::Owner(TrackOwner::Bone(id)) = row.node {
        let rename = |name| {
            let rename = RenameBone {
                model: Some(shared.model.id.0),
                bone: id.into(),
                name,
            };
            let mut intents = shared.intents.borrow_mut();
            intents.push(Intent::Apply(rename.into()));
        };
        if rename_row(
            ui,
            &mut renaming,
            &id,
            &row.label,
            "New name of bone",
            rename,
        ) {
            return;
        }
    }
    let text = match row.node {
        OutlinerNode::Group(_) => egui::RichText::new(format!("{} ({})", row.label, count(row)))
            .color(theme::palette(ui).text_weak),
        _ if is_hidden(row.node, shared) => egui::RichText::new(&row.label)
            .color(theme::palette(ui).text_weak)
            .italics(),
        OutlinerNode::Owner(TrackOwner::Bone(bone)) if shared.influences.has(bone) => {
            egui::RichText::new(&row.label).color(theme::palette(ui).accent)
        }
        _ => egui::RichText::new(&row.label),
    };
    // Where a row can be opened the arrow takes the place of its icon.
    if let Some(kind) = row.kind.filter(|kind| *kind != BoneKind::Bone)
        && !row.children.is_empty()
    {
        let icon = node_icon(kind).rich_text().size(ICON_SIZE);
        let icon = icon.color(theme::palette(ui).text_weak);
        ui.add(egui::Label::new(icon).selectable(false));
        ui.add_space(2.0);
    }
    ui.add(egui::Label::new(text).selectable(false).truncate());
}

/// How many rows are above the deepest, itself included.
fn depth(row: &OutlinerRow) -> usize {
    1 + row.children.iter().map(depth).max().unwrap_or(0)
}

fn count(row: &OutlinerRow) -> usize {
    row.children.iter().map(|child| 1 + count(child)).sum()
}

fn is_hidden(node: OutlinerNode, shared: &RowsShared<'_>) -> bool {
    let view = &shared.editor.view;
    match node {
        OutlinerNode::Owner(TrackOwner::Bone(id)) => view.hidden_bones.contains(&id),
        OutlinerNode::Geoset(geoset) => view.hidden_geosets.contains(&geoset),
        _ => false,
    }
}

/// What is at the right of a row: the lock of a bone while weights are worked on, and the eye.
fn accessories_ui(ui: &mut egui::Ui, row: &OutlinerRow, shared: &RowsShared<'_>) {
    if let OutlinerNode::Owner(TrackOwner::Bone(bone)) = row.node
        && shared.editor.is_on_weights()
    {
        let mut intents = shared.intents.borrow_mut();
        lock_ui(shared.model, bone, ui, &mut intents);
    }
    visibility_ui(ui, row, shared);
}

/// The eye at the right of a row that can be hidden.
fn visibility_ui(ui: &mut egui::Ui, row: &OutlinerRow, shared: &RowsShared<'_>) {
    if !matches!(
        row.node,
        OutlinerNode::Owner(TrackOwner::Bone(_)) | OutlinerNode::Geoset(_)
    ) {
        return;
    }
    let is_hidden = is_hidden(row.node, shared);
    let (icon, verb) = if is_hidden {
        (ICON_VISIBILITY_OFF, "Show")
    } else {
        (ICON_VISIBILITY, "Hide")
    };
    let colour = theme::palette(ui).text_weak;
    let text = icon.rich_text().size(14.0).color(colour);
    let response = ui
        .add(egui::Button::new(text).frame(false))
        .on_hover_text(verb)
        .accessible_name(format!("{verb} {}", row.label));
    if response.clicked() {
        shared.intents.borrow_mut().push(match row.node {
            OutlinerNode::Geoset(geoset) => ViewIntent::SetGeosetHidden {
                geoset,
                is_hidden: !is_hidden,
            }
            .into(),
            _ => {
                let ids = bones_below(row);
                if is_hidden {
                    ViewIntent::ShowBones(ids).into()
                } else {
                    ViewIntent::HideBones(ids).into()
                }
            }
        });
    }
}

/// A bone and all below it: hiding a limb hides its fingers.
fn bones_below(row: &OutlinerRow) -> Vec<BoneId> {
    let mut bones = BTreeSet::new();
    let mut open = vec![row];
    while let Some(row) = open.pop() {
        if let OutlinerNode::Owner(TrackOwner::Bone(id)) = row.node {
            bones.insert(id);
        }
        open.extend(&row.children);
    }
    bones.into_iter().collect()
}
