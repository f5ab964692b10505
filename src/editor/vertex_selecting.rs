//! How the editor carries out intents about which vertices are selected and shown.

use super::{Editor, SelectMode, Workspace};
use crate::document::Model;
use crate::edit::{MirrorFrom, vertices_without_mirror};
use crate::mesh::Influence;
use crate::skeleton::BoneId;
use crate::skinning::{QueriedMesh, VertexQuery, gather, stored_of, with_coincident};

impl Editor {
    /// Whether the user works on weights, so that locks are shown and H hides vertices.
    pub fn is_on_weights(&self) -> bool {
        self.view.workspace == Workspace::Weights
    }

    /// The vertices that commands on weights change: the selected ones, else those that are shown;
    /// `None` for all.
    pub fn edited_vertices(&self) -> Option<Vec<u32>> {
        let selected = self.selection.vertices();
        if !selected.is_empty() {
            return Some(selected.to_vec());
        }
        (!self.view.hidden_vertices.is_empty()).then(|| self.shown_vertices.clone())
    }

    /// The vertices that a gradient of a bone changes: the selected ones, else what the bone itself,
    /// the one it hangs on and those that hang on it move now; `None` for all. Without that a line
    /// along an arm would take the whole body with it.
    pub fn gradient_vertices(&self, bone: BoneId) -> Option<Vec<u32>> {
        let shown = self.edited_vertices();
        let Some(model) = self
            .model()
            .filter(|_| self.selection.vertices().is_empty())
        else {
            return shown;
        };
        let bones = model.skeleton.bones.iter();
        let parent = model.skeleton.bone(bone).and_then(|bone| bone.parent);
        let is_near = |other: &&crate::skeleton::Bone| {
            other.id == bone || other.parent == Some(bone) || Some(other.id) == parent
        };
        let near: Vec<BoneId> = bones.filter(is_near).map(|other| other.id).collect();
        let is_moved = |vertex: &u32| {
            let mut own = model.vertices.influences.of(*vertex as usize);
            own.any(|one| one.weight > 0.0 && near.contains(&one.bone))
        };
        let all = || 0..model.vertices.len() as u32;
        let moved: Vec<u32> = match &shown {
            Some(shown) => shown.iter().copied().filter(is_moved).collect(),
            None => all().filter(is_moved).collect(),
        };
        if moved.is_empty() { shown } else { Some(moved) }
    }

    /// Keeps the list of shown vertices for commands, which are planned in every frame.
    fn hiding_changed(&mut self) {
        let count = self.model().map_or(0, |model| model.vertices.len()) as u32;
        let hidden = &self.view.hidden_vertices;
        self.shown_vertices = (0..count).filter(|v| !hidden.contains(v)).collect();
    }

    /// Changes which vertices are selected. Coincident ones go together while they are changed as
    /// one; hidden ones can't be selected.
    pub(super) fn select_vertices(&mut self, vertices: Vec<u32>, mode: SelectMode) {
        let Some(model) = self.model() else {
            return;
        };
        let count = model.vertices.len() as u32;
        let mut vertices = if model.skin_settings.welds {
            with_coincident(&model.topology(), &vertices)
        } else {
            vertices
        };
        let hidden = &self.view.hidden_vertices;
        vertices.retain(|vertex| *vertex < count && !hidden.contains(vertex));
        self.selection.select_vertices(vertices, mode);
    }

    /// Selects the vertices that a query finds, and says how many.
    pub(super) fn select_vertices_by(&mut self, query: VertexQuery) {
        let Some(model) = self.model() else {
            return;
        };
        let found = found_vertices(model, query, self.selection.vertices());
        self.select_found(found);
    }

    /// Selects the vertices that have no mirror image, and says how many.
    pub(super) fn select_unmirrored(&mut self) {
        if let Some(model) = self.model() {
            let tools = &self.view.weight_tools;
            let (by, tolerance) = (tools.mirror_by, tools.mirror_tolerance);
            let found = vertices_without_mirror(model, MirrorFrom::Flip, by, tolerance);
            self.select_found(found);
        }
    }

    fn select_found(&mut self, found: Vec<u32>) {
        self.select_vertices(found, SelectMode::Replace);
        let count = self.selection.vertices().len();
        self.last_action = Some(match count {
            1 => "Selected 1 vertex".to_owned(),
            count => format!("Selected {count} vertices"),
        });
    }

    /// Hides vertices, and the faces that have one of them.
    pub(super) fn hide_vertices(&mut self, vertices: &[u32]) {
        self.view.hidden_vertices.extend(vertices);
        self.selection
            .select_vertices(vertices.to_vec(), SelectMode::Remove);
        self.hiding_changed();
    }

    /// Hides every vertex but these.
    pub(super) fn isolate_vertices(&mut self, shown: &[u32]) {
        let count = self.model().map_or(0, |model| model.vertices.len()) as u32;
        let mut shown = shown.to_vec();
        shown.sort_unstable();
        let hidden = (0..count).filter(|vertex| shown.binary_search(vertex).is_err());
        self.view.hidden_vertices = hidden.collect();
        self.selection.select_vertices(shown, SelectMode::Replace);
        self.hiding_changed();
    }

    /// The influences of a vertex of the shown model, each bone once.
    pub fn influences_of(&self, vertex: u32) -> Vec<Influence> {
        let mut own = Vec::new();
        if let Some(model) = self.model() {
            gather(stored_of(&model.vertices.influences, vertex), &mut own);
        }
        own
    }
}

/// The vertices of a model that a query finds.
pub fn found_vertices(model: &Model, query: VertexQuery, selected: &[u32]) -> Vec<u32> {
    let mut bones: Vec<BoneId> = model.skeleton.bones.iter().map(|bone| bone.id).collect();
    bones.sort_unstable();
    let mesh = QueriedMesh {
        influences: &model.vertices.influences,
        topology: &model.topology(),
        bones: &bones,
    };
    query.select(&mesh, selected)
}
