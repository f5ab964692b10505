//! Keeps sheet, selected times and key mesh until something they are made from changes.

use super::{
    KeyMeshInput, OpenRows, RowFilter, SelectedTimes, Sheet, ShownClip, TimelineView,
    build_key_mesh,
};
use crate::anim::ClipId;
use crate::document::{ModelId, TrackOwner};
use crate::editor::KeyRef;
use crate::skeleton::BoneId;
use eframe::egui;
use egui::Mesh;
use std::collections::BTreeSet;
use std::sync::Arc;

/// What a sheet is made from.
#[derive(Clone, Debug, PartialEq)]
struct SheetKey {
    revision: u64,
    is_axis: bool,
    home: (ModelId, ClipId),
    filter: RowFilter,
    open: u64,
    bones: Vec<BoneId>,
    part: Option<TrackOwner>,
}

impl SheetKey {
    /// The same as comparing with a new key, without making one.
    fn is_of(
        &self,
        view: &TimelineView<'_>,
        shown: &ShownClip<'_>,
        filter: &RowFilter,
        open: &OpenRows,
        is_axis: bool,
    ) -> bool {
        self.revision == view.revision
            && self.is_axis == is_axis
            && self.home == shown.key_home()
            && self.open == open.generation()
            && self.part == view.selection.part
            && self.bones == view.selection.bones()
            && self.filter == *filter
    }
}

/// The sheet of the shown clip and what is drawn of it.
#[derive(Clone, Debug, Default)]
pub struct SheetCache {
    sheet: Arc<Sheet>,
    sheet_key: Option<SheetKey>,
    selected: SelectedTimes,
    selected_keys: BTreeSet<KeyRef>,
    mesh: Arc<Mesh>,
    mesh_key: Option<(u64, KeyMeshInput)>,
    /// Counts changes of the sheet and of the selected keys.
    generation: u64,
}

impl SheetCache {
    /// Brings the sheet of the shown clip and the selected times up to date.
    pub fn refresh(
        &mut self,
        view: &TimelineView<'_>,
        shown: &ShownClip<'_>,
        filter: &RowFilter,
        open: &OpenRows,
    ) {
        self.bring_up(view, shown, filter, open, false);
    }

    /// The same for the sheet of the whole axis.
    pub fn refresh_axis(
        &mut self,
        view: &TimelineView<'_>,
        shown: &ShownClip<'_>,
        filter: &RowFilter,
        open: &OpenRows,
    ) {
        self.bring_up(view, shown, filter, open, true);
    }

    fn bring_up(
        &mut self,
        view: &TimelineView<'_>,
        shown: &ShownClip<'_>,
        filter: &RowFilter,
        open: &OpenRows,
        is_axis: bool,
    ) {
        let is_current = self
            .sheet_key
            .as_ref()
            .is_some_and(|key| key.is_of(view, shown, filter, open, is_axis));
        if !is_current {
            let (model, selection) = (shown.model, view.selection);
            let sheet = if is_axis {
                Sheet::of_axis(model, selection, filter, open)
            } else {
                Sheet::new(model, shown.key_index, selection, filter, open)
            };
            self.sheet = Arc::new(sheet);
            self.sheet_key = Some(SheetKey {
                revision: view.revision,
                is_axis,
                home: shown.key_home(),
                filter: filter.clone(),
                open: open.generation(),
                bones: view.selection.bones().to_vec(),
                part: view.selection.part,
            });
            self.generation += 1;
        }
        if !is_current || self.selected_keys != *view.selection.keys() {
            self.selected_keys.clone_from(view.selection.keys());
            self.selected = if is_axis {
                // The selection is in the time of the clip, the sheet in that of the axis.
                let start_ms = shown.key_clip.start_ms;
                let on_axis = self.selected_keys.iter().map(|key| KeyRef {
                    time_ms: key.time_ms.saturating_add(start_ms),
                    ..*key
                });
                SelectedTimes::new(&self.sheet, &on_axis.collect())
            } else {
                SelectedTimes::new(&self.sheet, &self.selected_keys)
            };
            self.generation += 1;
        }
    }

    /// The sheet as of the last refresh.
    pub fn sheet(&self) -> Arc<Sheet> {
        Arc::clone(&self.sheet)
    }

    /// The selected keys as of the last refresh.
    pub fn selected(&self) -> &SelectedTimes {
        &self.selected
    }

    /// The mesh of the keys in view, built anew only if it would differ.
    pub fn mesh(&mut self, input: KeyMeshInput) -> Arc<Mesh> {
        let key = Some((self.generation, input));
        if self.mesh_key != key {
            // egui gave back its share after the last frame, so this rarely copies.
            let mesh = Arc::make_mut(&mut self.mesh);
            build_key_mesh(mesh, &self.sheet, &self.selected, &input);
            self.mesh_key = key;
        }
        Arc::clone(&self.mesh)
    }
}
