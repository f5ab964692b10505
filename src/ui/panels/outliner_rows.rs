//! Which rows the outliner has: the model as a tree, cut down by the filter.

use super::OutlinerNode;
use crate::document::{Model, TrackOwner};
use crate::editor::{bone_label, geoset_label, owner_label};
use crate::skeleton::{BoneKind, Hierarchy};
use std::collections::{BTreeMap, BTreeSet};

/// A row and the rows below it.
#[derive(Clone, Debug, PartialEq)]
pub struct OutlinerRow {
    /// What the row is about.
    pub node: OutlinerNode,
    /// What it says.
    pub label: String,
    /// MDX: which kind of node it is.
    pub kind: Option<BoneKind>,
    /// The rows below it.
    pub children: Vec<OutlinerRow>,
}

/// The heading of the bones; in MDX everything that moves is among them.
pub fn bones_title(model: &Model) -> &'static str {
    if model.format.is_mdx() {
        "Nodes"
    } else {
        "Bones"
    }
}

/// The rows of a model whose label, or that of a row below, has `filter` in it, letter case aside;
/// with a `kind` only nodes of that kind and what is above them.
pub fn outliner_rows(
    model: &Model,
    hierarchy: &Hierarchy,
    filter: &str,
    kind: Option<BoneKind>,
) -> Vec<OutlinerRow> {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); model.skeleton.bones.len()];
    let mut roots = Vec::new();
    for index in 0..model.skeleton.bones.len() {
        match hierarchy
            .parent(index)
            .and_then(|parent| children.get_mut(parent))
        {
            Some(siblings) => siblings.push(index),
            None => roots.push(index),
        }
    }
    // Parents first, so the reverse order has every child's row ready before its parent's.
    let mut built: BTreeMap<usize, OutlinerRow> = BTreeMap::new();
    for &index in hierarchy.parents_first().iter().rev() {
        let Some(bone) = model.skeleton.bones.get(index) else {
            continue;
        };
        let below = children.get(index).map_or(&[][..], Vec::as_slice);
        let row = OutlinerRow {
            node: OutlinerNode::Owner(TrackOwner::Bone(bone.id)),
            label: bone_label(model, bone.id),
            kind: model.format.is_mdx().then_some(bone.kind),
            children: below
                .iter()
                .filter_map(|child| built.remove(child))
                .collect(),
        };
        built.insert(index, row);
    }
    let mut rows: Vec<OutlinerRow> = Vec::new();
    let bones: Vec<OutlinerRow> = roots.iter().filter_map(|root| built.remove(root)).collect();
    rows.extend(group(bones_title(model), bones));
    rows.extend(group("Geosets", geosets(model)));
    if model.format.is_mdx() {
        rows.extend(cameras(model));
    } else {
        rows.extend(hanging_parts(model));
    }
    let filter = filter.trim().to_lowercase();
    if !filter.is_empty() || kind.is_some() {
        rows.retain_mut(|row| keep_matching(row, &filter, kind));
    }
    rows
}

/// What hangs on bones without being a node of its own.
fn hanging_parts(model: &Model) -> Vec<OutlinerRow> {
    let mut rows = Vec::new();
    rows.extend(group(
        "Attachments",
        parts(model, model.attachments.len(), TrackOwner::Attachment),
    ));
    rows.extend(group(
        "Events",
        parts(model, model.events.len(), TrackOwner::Event),
    ));
    rows.extend(group(
        "Lights",
        parts(model, model.lights.len(), TrackOwner::Light),
    ));
    rows.extend(cameras(model));
    rows.extend(group(
        "Ribbons",
        parts(model, model.ribbons.len(), TrackOwner::Ribbon),
    ));
    rows.extend(group(
        "Particle emitters",
        parts(model, model.particles.len(), TrackOwner::Particle),
    ));
    rows
}

fn cameras(model: &Model) -> Option<OutlinerRow> {
    group(
        "Cameras",
        parts(model, model.cameras.len(), TrackOwner::Camera),
    )
}

fn group(title: &'static str, children: Vec<OutlinerRow>) -> Option<OutlinerRow> {
    (!children.is_empty()).then_some(OutlinerRow {
        node: OutlinerNode::Group(title),
        label: title.to_owned(),
        kind: None,
        children,
    })
}

fn parts(model: &Model, count: usize, owner: fn(u32) -> TrackOwner) -> Vec<OutlinerRow> {
    (0..)
        .take(count)
        .map(|index| OutlinerRow {
            node: OutlinerNode::Owner(owner(index)),
            label: owner_label(model, owner(index)),
            kind: None,
            children: Vec::new(),
        })
        .collect()
}

fn geosets(model: &Model) -> Vec<OutlinerRow> {
    let submeshes = model.views.first().map_or(&[][..], |view| &view.submeshes);
    let ids: BTreeSet<u16> = submeshes.iter().map(|submesh| submesh.geoset).collect();
    ids.into_iter()
        .map(|geoset| OutlinerRow {
            node: OutlinerNode::Geoset(geoset),
            label: geoset_label(model, geoset),
            kind: None,
            children: Vec::new(),
        })
        .collect()
}

/// Drops the rows below that do not match; whether anything is left to show the row for.
fn keep_matching(row: &mut OutlinerRow, filter: &str, kind: Option<BoneKind>) -> bool {
    row.children
        .retain_mut(|child| keep_matching(child, filter, kind));
    let is_group = matches!(row.node, OutlinerNode::Group(_));
    let is_kind = kind.is_none() || row.kind == kind;
    let is_called = row.label.to_lowercase().contains(filter);
    !row.children.is_empty() || (!is_group && is_kind && is_called)
}
