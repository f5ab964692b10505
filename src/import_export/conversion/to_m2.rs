//! A model of Warcraft III as one of World of Warcraft.

use super::clip_lists::ClipLists;
use super::convert::{Converted, Origin};
use super::m2_batches::BatchMaker;
use super::m2_bones::{BonePlan, add_still_bone};
use super::vertex_error::vertex_errors;
use super::{m2_clips, m2_meshes, m2_nodes};
use crate::document::{Model, ModelFormat};
use crate::import_export::Report;

/// Converts an MDX to M2.
pub fn to_m2(source: &Model, format: ModelFormat) -> Converted {
    let mut report = Report::default();
    let mut lists = ClipLists::of(source);
    let mut target = Model::new(source.id, &source.title, format);
    target.name = source.name.iter().copied().chain([0]).collect();
    target.global_loops_ms.clone_from(&source.global_loops_ms);
    target.bounds = source.bounds;
    target.bounds_radius = source.bounds_radius;
    let clips = m2_clips::clips(source, &mut report);
    (target.clips, target.clip_lookup) = (clips.clips, clips.lookup);
    let plan = BonePlan::of(source);
    plan.add_bones(source, &mut target, &mut lists, &mut report);
    let mut batches = BatchMaker::new(source, &mut lists, &mut report);
    let meshed = m2_meshes::meshes(source, &mut target, &plan, &mut batches, &mut report);
    batches.finish(&mut target, &mut report);
    let mut origin = Origin {
        clips: clips.origin,
        bones: plan.order.iter().copied().map(Some).collect(),
        vertices: meshed.vertices,
    };
    if meshed.weights.needs_still {
        add_still_bone(&mut target);
        origin.bones.push(None);
        report.note(
            "vertices.influences",
            "Vertices that no bone moves, in part or as a whole, hang on a bone \"Still\" that never moves.",
        );
    }
    m2_nodes::carried(source, &mut target, &plan, &mut lists, &mut report);
    lists.tell(&mut report);
    tell(source, &mut report);
    if meshed.weights.is_inexact() || lists.packing.is_inexact() {
        let errors = vertex_errors(source, &target, &origin);
        let error = errors.into_iter().fold(0.0, f32::max);
        let what = "rounding and dropping weights and rotations moves vertices";
        report.lose("vertices", what, error.into(), "units");
    }
    Converted {
        model: target,
        report,
        origin,
    }
}

fn tell(source: &Model, report: &mut Report) {
    let mut lose = |count: usize, path: &str, what: &str| {
        if count > 0 {
            report.lose(path, format!("{count} {what}"), 0.0, "");
        }
    };
    let geosets = || source.geosets.iter();
    lose(
        source.opaque.len(),
        "opaque",
        "parts of the file that nobody understands",
    );
    lose(
        usize::from(!source.animation_path.is_empty()),
        "animation_path",
        "name of a model with further clips",
    );
    let marked = geosets().filter(|one| one.selection_flags != 0 || one.selection_group != 0);
    lose(
        marked.count(),
        "geosets",
        "geosets say how they are selected",
    );
    let more = geosets().filter(|geoset| !geoset.further_uvs.is_empty());
    lose(
        more.count(),
        "geosets",
        "geosets have a third set of texture coordinates or more",
    );
    let bounded = geosets().filter(|geoset| !geoset.clip_bounds.is_empty());
    lose(
        bounded.count(),
        "geosets",
        "geosets have boxes of their own for each clip",
    );
    if source.views.len() > 1 {
        lose(source.views.len() - 1, "views", "further views");
    }
}
