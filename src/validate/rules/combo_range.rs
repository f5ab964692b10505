//! Batches and tables that point past what they point at.

use crate::document::Model;
use crate::mesh::{Batch, View};
use crate::skeleton::BoneId;
use crate::validate::finding::Findings;
use crate::validate::subject::{Rule, Subject};

pub(super) const RULE: Rule = Rule {
    code: "M2-COMBO-RANGE",
    check,
};

/// What tables and batches write for "none".
const NONE: u16 = 0xFFFF;

fn check(subject: &Subject<'_>, findings: &mut Findings<'_>) {
    let model = subject.model;
    for (index, view) in model.views.iter().enumerate() {
        for (batch_index, batch) in view.batches.iter().enumerate() {
            check_batch(
                model,
                view,
                batch,
                &format!("views[{index}].batches[{batch_index}]"),
                findings,
            );
        }
    }
    let combos = &model.combos;
    check_table(
        "textures",
        &combos.textures,
        "texture",
        model.textures.len(),
        findings,
    );
    let weights = model.texture_weights.len();
    check_table(
        "texture_weights",
        &combos.texture_weights,
        "texture weight",
        weights,
        findings,
    );
    let transforms = model.texture_transforms.len();
    check_table(
        "texture_transforms",
        &combos.texture_transforms,
        "texture transform",
        transforms,
        findings,
    );
    let known = model.skeleton.positions();
    for (index, &bone) in combos.bones.iter().enumerate() {
        if bone != BoneId::NONE && !known.contains_key(&bone) {
            findings.error(
                format!("combos.bones[{index}]"),
                format!("there is no bone {}", bone.0),
            );
        }
    }
}

fn check_table(
    table: &str,
    entries: &[u16],
    what: &str,
    count: usize,
    findings: &mut Findings<'_>,
) {
    for (index, &entry) in entries.iter().enumerate() {
        if entry != NONE && usize::from(entry) >= count {
            // Converted files carry such entries, and the game draws without what is not there.
            findings.warning(
                format!("combos.{table}[{index}]"),
                format!("there is no {what} {entry}, only {count}"),
            );
        }
    }
}

fn check_batch(model: &Model, view: &View, batch: &Batch, path: &str, findings: &mut Findings<'_>) {
    let mut one = |field: &str, index: u16, count: usize| {
        if usize::from(index) >= count {
            findings.error(
                format!("{path}.{field}"),
                format!("{index}, but there are {count}"),
            );
        }
    };
    one("submesh", batch.submesh, view.submeshes.len());
    one(
        "material_index",
        batch.material_index,
        model.materials.len(),
    );
    if batch.colour_index != NONE {
        one("colour_index", batch.colour_index, model.colours.len());
    }
    let combos = &model.combos;
    if batch.texture_transform_combo_index != NONE {
        let count = combos.texture_transforms.len();
        one(
            "texture_transform_combo_index",
            batch.texture_transform_combo_index,
            count,
        );
    }
    // Sound files of the game have one weight where a batch has two textures, at the table's end.
    let count = combos.texture_weights.len();
    one(
        "texture_weight_combo_index",
        batch.texture_weight_combo_index,
        count,
    );
    let mut run = |field: &str, start: u16, count: usize| {
        let end = usize::from(start) + usize::from(batch.texture_count);
        if end > count {
            findings.error(
                format!("{path}.{field}"),
                format!(
                    "reads {} entries from {start}, but there are {count}",
                    batch.texture_count
                ),
            );
        }
    };
    run(
        "texture_combo_index",
        batch.texture_combo_index,
        combos.textures.len(),
    );
    // Later files have no table of coordinates at all: the shader word says which set is used.
    if !combos.texture_coords.is_empty() {
        let count = combos.texture_coords.len();
        run(
            "texture_coord_combo_index",
            batch.texture_coord_combo_index,
            count,
        );
    }
}
