//! What a skin uses of the room that its format has: palettes, groups, vertices, influences.

use crate::document::{Model, ModelFormat};
use crate::import_export::{geoset_groups, object_ids};
use crate::mesh::{SLOTS, Submesh, View};
use crate::skeleton::{BoneId, BoneKind};
use crate::validate::Severity;
use std::collections::HashSet;

/// Bones that a byte of a palette names.
const MOST_PALETTE: usize = 256;
/// Bones that a vertex names in a byte.
const MOST_SKINNED: usize = 256;
/// Vertices that indices of 16 bits reach.
const MOST_VERTICES: usize = 0xFFFF;
/// Vertices of a geoset that other editors advise to stay below.
const ADVISED_VERTICES: usize = 7_433;
/// Groups that a byte names.
const MOST_GROUPS: usize = 256;

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BudgetKind {
    /// M2: bones that move the vertices of a submesh, which are its palette.
    PaletteBones,
    /// M2: the number of bones up to the last that moves a vertex.
    SkinnedBones,
    /// Vertices of a view or geoset.
    Vertices,
    /// M2: the largest number of influences of a vertex.
    Influences,
    /// MDX: groups of bones of a geoset, as they are written.
    Groups,
    /// MDX: the largest object id of a bone that moves vertices, and one more; the limit is the
    /// number of bones.
    ObjectIds,
}

impl BudgetKind {
    /// What people call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::PaletteBones => "bones",
            Self::SkinnedBones => "bone numbers",
            Self::Vertices => "vertices",
            Self::Influences => "influences of a vertex",
            Self::Groups => "groups of bones",
            Self::ObjectIds => "object ids of bones",
        }
    }
}

/// How much of one kind a part of a model uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BudgetRow {
    /// What is counted.
    pub kind: BudgetKind,
    /// Which part, such as `views[0].submeshes[2]`.
    pub path: String,
    /// How many there are.
    pub used: usize,
    /// How many there can be.
    pub limit: usize,
    /// How bad it is that there are more; `None` if there are not.
    pub severity: Option<Severity>,
}

impl BudgetRow {
    fn new(
        kind: BudgetKind,
        path: impl Into<String>,
        (used, limit): (usize, usize),
        severity: Severity,
    ) -> Self {
        Self {
            kind,
            path: path.into(),
            used,
            limit,
            severity: (used > limit).then_some(severity),
        }
    }

    /// The part of the limit that is used; 1 where all is, more where it is broken.
    pub fn share(&self) -> f32 {
        self.used as f32 / self.limit.max(1) as f32
    }
}

/// What a model uses of the room of its own format, kind by kind and part by part. For another
/// format convert it first. A text skeleton has no mesh and no rows.
pub fn weight_budget(model: &Model) -> Vec<BudgetRow> {
    let kinds: &[BudgetKind] = match model.format {
        ModelFormat::M2 { .. } => &[
            BudgetKind::SkinnedBones,
            BudgetKind::PaletteBones,
            BudgetKind::Influences,
            BudgetKind::Vertices,
        ],
        ModelFormat::Mdx { .. } => &[
            BudgetKind::ObjectIds,
            BudgetKind::Groups,
            BudgetKind::Vertices,
        ],
        ModelFormat::BoneText => &[],
    };
    let rows = kinds.iter().flat_map(|&kind| budget_of(model, kind));
    rows.collect()
}

/// The rows of one kind; a kind of another format has none.
pub fn budget_of(model: &Model, kind: BudgetKind) -> Vec<BudgetRow> {
    match (model.format, kind) {
        (ModelFormat::M2 { .. }, BudgetKind::SkinnedBones) => vec![skinned_bones(model)],
        (ModelFormat::M2 { .. }, BudgetKind::PaletteBones) => of_submeshes(model, palette_bones),
        (ModelFormat::M2 { .. }, BudgetKind::Influences) => of_submeshes(model, influences),
        (ModelFormat::M2 { .. }, BudgetKind::Vertices) => view_vertices(model),
        (ModelFormat::Mdx { .. }, BudgetKind::ObjectIds) => object_ids_used(model),
        (ModelFormat::Mdx { .. }, BudgetKind::Groups) => groups(model),
        (ModelFormat::Mdx { .. }, BudgetKind::Vertices) => geoset_vertices(model),
        _ => Vec::new(),
    }
}

fn skinned_bones(model: &Model) -> BudgetRow {
    let positions = model.skeleton.positions();
    let last = bones_used(model).filter_map(|bone| positions.get(&bone).copied());
    let used = last.max().map_or(0, |last| last + 1);
    BudgetRow::new(
        BudgetKind::SkinnedBones,
        "bones",
        (used, MOST_SKINNED),
        Severity::Error,
    )
}

fn bones_used(model: &Model) -> impl Iterator<Item = BoneId> + '_ {
    let influences = &model.vertices.influences;
    let all = (0..model.vertices.len()).flat_map(|vertex| influences.of(vertex));
    all.map(|one| one.bone)
}

/// A row for each submesh of each view that has a file.
fn of_submeshes(
    model: &Model,
    row: fn(&Model, &View, &Submesh, String) -> BudgetRow,
) -> Vec<BudgetRow> {
    let mut rows = Vec::new();
    for (index, view) in model.views.iter().enumerate() {
        for (number, submesh) in view.submeshes.iter().enumerate() {
            let path = format!("views[{index}].submeshes[{number}]");
            rows.push(row(model, view, submesh, path));
        }
    }
    rows
}

fn palette_bones(model: &Model, view: &View, submesh: &Submesh, path: String) -> BudgetRow {
    let mut bones = HashSet::new();
    for vertex in vertices_of(view, submesh) {
        let mut all: Vec<_> = model.vertices.influences.of(vertex as usize).collect();
        // Only the strongest are written.
        all.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        bones.extend(all.iter().take(SLOTS).map(|one| one.bone));
    }
    let cut_for = usize::try_from(view.bone_limit).unwrap_or(usize::MAX);
    let (limit, severity) = match cut_for {
        1..MOST_PALETTE if bones.len() <= MOST_PALETTE => (cut_for, Severity::Warning),
        _ => (MOST_PALETTE, Severity::Error),
    };
    let used = (bones.len(), limit);
    BudgetRow::new(BudgetKind::PaletteBones, path, used, severity)
}

fn influences(model: &Model, view: &View, submesh: &Submesh, path: String) -> BudgetRow {
    let count = |vertex: u32| model.vertices.influences.of(vertex as usize).count();
    let most = vertices_of(view, submesh).map(count).max().unwrap_or(0);
    let used = (most, SLOTS);
    BudgetRow::new(BudgetKind::Influences, path, used, Severity::Warning)
}

fn view_vertices(model: &Model) -> Vec<BudgetRow> {
    let views = model.views.iter().enumerate();
    let views = views.filter(|(_, view)| **view != View::default());
    views
        .map(|(index, view)| {
            let used = (view.vertex_indices.len(), MOST_VERTICES);
            let path = format!("views[{index}]");
            BudgetRow::new(BudgetKind::Vertices, path, used, Severity::Error)
        })
        .collect()
}

fn geoset_vertices(model: &Model) -> Vec<BudgetRow> {
    let views = model.views.iter().take(1);
    let parts = views.flat_map(|view| {
        let parts = view.submeshes.iter().zip(&model.geosets);
        parts.map(|(submesh, _)| submesh.vertex_range(view.vertex_indices.len()).len())
    });
    parts
        .enumerate()
        .map(|(index, count)| {
            let (limit, severity) = if count > MOST_VERTICES {
                (MOST_VERTICES, Severity::Error)
            } else {
                (ADVISED_VERTICES, Severity::Warning)
            };
            let path = format!("geosets[{index}]");
            BudgetRow::new(BudgetKind::Vertices, path, (count, limit), severity)
        })
        .collect()
}

fn groups(model: &Model) -> Vec<BudgetRow> {
    let groups = geoset_groups(model).into_iter().enumerate();
    groups
        .map(|(index, groups)| {
            let used = (groups.len(), MOST_GROUPS);
            let path = format!("geosets[{index}].groups");
            BudgetRow::new(BudgetKind::Groups, path, used, Severity::Error)
        })
        .collect()
}

/// The game does not draw what hangs on a bone whose object id is not below the number of bones.
fn object_ids_used(model: &Model) -> Vec<BudgetRow> {
    let used: HashSet<BoneId> = bones_used(model).collect();
    let ids = object_ids(model);
    let ids = ids.iter().filter(|(bone, _)| used.contains(bone));
    let last = ids.map(|(_, object_id)| *object_id as usize).max();
    let used = last.map_or(0, |last| last.saturating_add(1));
    let bones = model.skeleton.bones.iter();
    let count = bones.filter(|bone| bone.kind == BoneKind::Bone).count();
    vec![BudgetRow::new(
        BudgetKind::ObjectIds,
        "bones",
        (used, count),
        Severity::Warning,
    )]
}

fn vertices_of<'a>(view: &'a View, submesh: &Submesh) -> impl Iterator<Item = u32> + use<'a> {
    let range = submesh.vertex_range(view.vertex_indices.len());
    let places = view.vertex_indices.get(range).unwrap_or_default();
    places.iter().copied()
}
