//! What a right click on a row of the outliner offers.

use super::OutlinerNode;
use super::outliner::RowsShared;
use crate::document::TrackOwner;
use crate::editor::{Command, SelectMode, ViewIntent, bone_label};
use crate::ui::widgets::menu_command;
use eframe::egui;
use std::collections::BTreeSet;

/// Shows what fits the row.
pub(super) fn context_menu_ui(ui: &mut egui::Ui, node: OutlinerNode, shared: &RowsShared<'_>) {
    let mut intents = shared.intents.borrow_mut();
    ui.set_min_width(220.0);
    match node {
        OutlinerNode::Owner(TrackOwner::Bone(id)) => {
            if !shared.editor.selection.has_bone(id) {
                intents.push(
                    ViewIntent::SelectBones {
                        bones: vec![id],
                        mode: SelectMode::Replace,
                    }
                    .into(),
                );
            }
            if ui.button("Rename").clicked() {
                let label = bone_label(shared.model, id);
                **shared.renaming.borrow_mut() = Some((id, label));
                ui.close();
            }
            for command in [
                Command::AddBone,
                Command::ReparentBones,
                Command::DeleteBones,
            ] {
                menu_command(ui, shared.editor, command, &mut intents);
            }
            ui.separator();
            for command in [
                Command::SelectChildren,
                Command::SelectParents,
                Command::HideBones,
                Command::IsolateBones,
                Command::ShowAllBones,
            ] {
                menu_command(ui, shared.editor, command, &mut intents);
            }
            ui.separator();
            for command in [
                Command::InsertKeys,
                Command::ClearAll,
                Command::FrameSelected,
            ] {
                menu_command(ui, shared.editor, command, &mut intents);
            }
        }
        OutlinerNode::Owner(owner) => {
            if ui.button("Select").clicked() {
                intents.push(ViewIntent::SelectPart(Some(owner)).into());
                ui.close();
            }
        }
        OutlinerNode::Geoset(geoset) => {
            let all: BTreeSet<u16> = shared
                .model
                .views
                .iter()
                .flat_map(|view| view.submeshes.iter().map(|submesh| submesh.geoset))
                .collect();
            let group = geoset / 100;
            if ui.button("Show only this of its group").clicked() {
                for &other in all
                    .iter()
                    .filter(|&&other| other / 100 == group && other != 0)
                {
                    intents.push(
                        ViewIntent::SetGeosetHidden {
                            geoset: other,
                            is_hidden: other != geoset,
                        }
                        .into(),
                    );
                }
                ui.close();
            }
            if ui.button("Show all geosets").clicked() {
                for other in all {
                    intents.push(
                        ViewIntent::SetGeosetHidden {
                            geoset: other,
                            is_hidden: false,
                        }
                        .into(),
                    );
                }
                ui.close();
            }
        }
        OutlinerNode::Group(_) => {
            menu_command(ui, shared.editor, Command::SelectAllBones, &mut intents);
            menu_command(ui, shared.editor, Command::ShowAllBones, &mut intents);
            menu_command(ui, shared.editor, Command::AddBone, &mut intents);
        }
    }
}
