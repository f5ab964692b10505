//! Which rows the outliner has: the model as a tree, cut down by the filter.

use super::OutlinerNode;
use crate::document::{Model, TrackOwner};
use crate::editor::{bone_label, geoset_label, owner_label};
use crate::skeleton::Hierarchy;
use std::collections::{BTreeMap, BTreeSet};

/// A row and the rows below it.
#[derive(Clone, Debug, PartialEq)]
pub struct OutlinerRow {
    /// What the row is about.
    pub node: OutlinerNode,
    /// What it says.
    pub label: String,
    /// The rows below it.
    pub children: Vec<OutlinerRow>,
}

/// The rows of a model whose label, or that of a row below, has `filter` in it, letter case aside.
pub fn outliner_rows(model: &Model, hierarchy: &Hierarchy, filter: &str) -> Vec<OutlinerRow> {
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
            children: below
                .iter()
                .filter_map(|child| built.remove(child))
                .collect(),
        };
        built.insert(index, row);
    }
    let mut rows: Vec<OutlinerRow> = Vec::new();
    let bones: Vec<OutlinerRow> = roots.iter().filter_map(|root| built.remove(root)).collect();
    rows.extend(group("Bones", bones));
    rows.extend(group("Geosets", geosets(model)));
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
    rows.extend(group(
        "Cameras",
        parts(model, model.cameras.len(), TrackOwner::Camera),
    ));
    rows.extend(group(
        "Ribbons",
        parts(model, model.ribbons.len(), TrackOwner::Ribbon),
    ));
    rows.extend(group(
        "Particle emitters",
        parts(model, model.particles.len(), TrackOwner::Particle),
    ));
    let filter = filter.trim().to_lowercase();
    if !filter.is_empty() {
        rows.retain_mut(|row| keep_matching(row, &filter));
    }
    rows
}

fn group(title: &'static str, children: Vec<OutlinerRow>) -> Option<OutlinerRow> {
    (!children.is_empty()).then_some(OutlinerRow {
        node: OutlinerNode::Group(title),
        label: title.to_owned(),
        children,
    })
}

fn parts(model: &Model, count: usize, owner: fn(u32) -> TrackOwner) -> Vec<OutlinerRow> {
    (0..)
        .take(count)
        .map(|index| OutlinerRow {
            node: OutlinerNode::Owner(owner(index)),
            label: owner_label(model, owner(index)),
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
            label: geoset_label(geoset),
            children: Vec::new(),
        })
        .collect()
}

/// Drops the rows below that do not match; whether anything is left to show the row for.
fn keep_matching(row: &mut OutlinerRow, filter: &str) -> bool {
    row.children
        .retain_mut(|child| keep_matching(child, filter));
    let is_group = matches!(row.node, OutlinerNode::Group(_));
    !row.children.is_empty() || (!is_group && row.label.to_lowercase().contains(filter))
}
