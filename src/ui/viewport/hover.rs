//! What is under the cursor: what a click would select.

use super::mesh_pick::MeshPick;
use super::viewport_state::ViewportState;
use super::{ScreenView, nearest_bone};
use crate::document::Model;
use crate::editor::Editor;
use crate::skeleton::BoneId;
use eframe::egui::{self, Pos2};

/// How long the cursor must rest before the mesh below it is looked at, in seconds.
const REST_SECS: f64 = 0.15;

/// What is under the cursor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Hovered {
    /// The bone that a click selects, as its position in file order.
    pub bone: Option<usize>,
    /// The handle that a drag takes hold of.
    pub handle: Option<usize>,
}

/// Where the cursor rests, and the bone of the mesh there.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Rest {
    at: Option<(Pos2, u64)>,
    since_secs: f64,
    bone: Option<Option<BoneId>>,
}

impl ViewportState {
    /// Finds what is under the cursor; the mesh is asked only where the cursor rests.
    pub(super) fn look_below(
        &mut self,
        editor: &Editor,
        model: &Model,
        view: &ScreenView,
        ui: &egui::Ui,
        cursor: Option<Pos2>,
    ) -> Hovered {
        let Some(cursor) = cursor else {
            self.rest = Rest::default();
            return Hovered::default();
        };
        if let Some(handle) = self.gizmo.hit(cursor) {
            return Hovered {
                bone: None,
                handle: Some(handle),
            };
        }
        if editor.view.shows_bones
            && let Some(bone) = nearest_bone(&self.bones, cursor)
        {
            return Hovered {
                bone: Some(bone),
                handle: None,
            };
        }
        let at = Some((cursor, editor.revision()));
        let now = ui.input(|input| input.time);
        if self.rest.at != at {
            self.rest = Rest {
                at,
                since_secs: now,
                bone: None,
            };
        }
        if editor.playback.is_playing {
            return Hovered::default();
        }
        if self.rest.bone.is_none() {
            let left = REST_SECS - (now - self.rest.since_secs);
            if left > 0.0 {
                ui.ctx().request_repaint_after_secs(left as f32);
                return Hovered::default();
            }
            let found = skin_bone(&mut self.mesh_pick, editor, view, cursor);
            self.rest.bone = Some(found);
        }
        let bone = self.rest.bone.flatten();
        Hovered {
            bone: bone.and_then(|id| model.skeleton.index_of(id)),
            handle: None,
        }
    }

    /// The bone that a click selects: the nearest one, else the one that moves the skin there.
    pub(super) fn bone_for_click(
        &mut self,
        editor: &Editor,
        view: &ScreenView,
        cursor: Pos2,
    ) -> Option<BoneId> {
        let model = editor.model()?;
        let near = editor
            .view
            .shows_bones
            .then(|| nearest_bone(&self.bones, cursor))
            .flatten();
        match near {
            Some(index) => model.skeleton.bones.get(index).map(|bone| bone.id),
            None => skin_bone(&mut self.mesh_pick, editor, view, cursor),
        }
    }
}

/// The bone that moves the skin under the cursor, unless it is hidden.
fn skin_bone(
    mesh_pick: &mut MeshPick,
    editor: &Editor,
    view: &ScreenView,
    cursor: Pos2,
) -> Option<BoneId> {
    let bone = mesh_pick.bone_at(editor, &view.sight(cursor))?;
    (!editor.view.hidden_bones.contains(&bone)).then_some(bone)
}
