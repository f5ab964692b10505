//! Views and submeshes that point past what there is.

use crate::document::Model;
use crate::mesh::{Submesh, View};
use crate::validate::finding::Findings;
use crate::validate::subject::{Rule, Subject};

pub(super) const RULE: Rule = Rule {
    code: "M2-SUBMESH-RANGE",
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Findings<'_>) {
    for (index, view) in subject.model.views.iter().enumerate() {
        let path = format!("views[{index}]");
        check_view(subject.model, view, &path, findings);
        for (submesh_index, submesh) in view.submeshes.iter().enumerate() {
            let path = format!("{path}.submeshes[{submesh_index}]");
            check_submesh(subject.model, view, submesh, &path, findings);
        }
    }
}

fn check_view(model: &Model, view: &View, path: &str, findings: &mut Findings<'_>) {
    let vertices = model.vertices.len();
    let past = |list: &[u32], count: usize| {
        (0..)
            .zip(list)
            .find(|&(_, &entry)| entry as usize >= count)
            .map(|(at, &entry)| (at, entry))
    };
    if let Some((at, entry)) = past(&view.vertex_indices, vertices) {
        let at: usize = at;
        findings.error(
            format!("{path}.vertex_indices[{at}]"),
            format!("vertex {entry}, but there are {vertices}"),
        );
    }
    let positions = view.vertex_indices.len();
    if let Some((at, entry)) = past(&view.triangles, positions) {
        let at: usize = at;
        findings.error(
            format!("{path}.triangles[{at}]"),
            format!("position {entry}, but the view has {positions}"),
        );
    }
    if view.palette_indices.len() != positions {
        findings.error(
            format!("{path}.palette_indices"),
            format!(
                "{} of them for {positions} positions",
                view.palette_indices.len()
            ),
        );
    }
}

fn check_submesh(
    model: &Model,
    view: &View,
    submesh: &Submesh,
    path: &str,
    findings: &mut Findings<'_>,
) {
    let mut range = |field: &str, start: usize, count: u32, len: usize| {
        let end = start.saturating_add(count as usize);
        if end > len {
            findings.error(
                format!("{path}.{field}"),
                format!("ends at {end}, but there are {len}"),
            );
        }
    };
    range(
        "vertex_count",
        submesh.vertex_start as usize,
        submesh.vertex_count,
        view.vertex_indices.len(),
    );
    let triangle_start =
        (submesh.triangle_start as usize).saturating_add(usize::from(submesh.level) << 16);
    range(
        "triangle_count",
        triangle_start,
        submesh.triangle_count,
        view.triangles.len(),
    );
    range(
        "bone_count",
        submesh.bone_combo_index.into(),
        submesh.bone_count.into(),
        model.combos.bones.len(),
    );
    if !submesh.triangle_count.is_multiple_of(3) {
        findings.error(
            format!("{path}.triangle_count"),
            format!("{} entries make no whole triangles", submesh.triangle_count),
        );
    }
    check_palette(model, view, submesh, path, findings);
}

/// A palette index past the palette matters where its weight is not 0.
fn check_palette(
    model: &Model,
    view: &View,
    submesh: &Submesh,
    path: &str,
    findings: &mut Findings<'_>,
) {
    let is_past = |position: usize| {
        let vertex = view
            .vertex_indices
            .get(position)
            .map(|&vertex| vertex as usize);
        let slots = vertex.and_then(|vertex| model.vertices.influences.slots.get(vertex));
        let indices = view.palette_indices.get(position);
        slots.zip(indices).is_some_and(|(slots, indices)| {
            slots
                .iter()
                .zip(indices)
                .any(|(slot, &index)| slot.weight > 0.0 && u16::from(index) >= submesh.bone_count)
        })
    };
    let past = submesh
        .vertex_range(view.vertex_indices.len())
        .filter(|&position| is_past(position));
    let count = past.count();
    if count > 0 {
        findings.error(
            format!("{path}.bone_count"),
            format!(
                "{count} of its vertices use bones past its palette of {}",
                submesh.bone_count
            ),
        );
    }
}
