//! What a text skeleton can't hold of a model.

use crate::document::Model;
use crate::import_export::Report;

/// Lists everything but bones with their names, places and looks.
pub(super) fn report_losses(model: &Model, report: &mut Report) {
    let counts = [
        (
            "vertices",
            model.vertices.len(),
            "vertices and their weights",
        ),
        ("views", model.views.len(), "views of the mesh"),
        ("textures", model.textures.len(), "textures"),
        (
            "materials",
            model.materials.len() + model.layered_materials.len(),
            "materials",
        ),
        ("clips", model.clips.len(), "clips"),
        ("attachments", model.attachments.len(), "attachments"),
        ("events", model.events.len(), "events"),
        ("lights", model.lights.len(), "lights"),
        ("cameras", model.cameras.len(), "cameras"),
        ("ribbons", model.ribbons.len(), "ribbons"),
        (
            "particles",
            model.particles.len() + model.model_emitters.len() + model.sprite_emitters.len(),
            "particle emitters",
        ),
        (
            "collision",
            model.collision.indices.len() / 3,
            "triangles of the collision mesh",
        ),
        (
            "collision_shapes",
            model.collision_shapes.len(),
            "collision shapes",
        ),
        ("opaque", model.opaque.len(), "parts nobody knows"),
    ];
    for (path, count, what) in counts {
        if count > 0 {
            let what = format!("{count} {what} are left out: a text skeleton has bones only");
            report.lose(path, what, 0.0, "");
        }
    }
    let keys = model.bone_tracks.iter().map(|tracks| {
        tracks.translation.key_count() + tracks.rotation.key_count() + tracks.scale.key_count()
    });
    let key_count: usize = keys.sum();
    if key_count > 0 {
        let what =
            format!("{key_count} keyframes of bones are left out: a text skeleton is at rest");
        report.lose("bones", what, 0.0, "");
    }
    let bones = &model.skeleton.bones;
    let flagged = bones.iter().filter(|bone| bone.flags.0 != 0).count();
    if flagged > 0 {
        let what = format!("the flags of {flagged} bones are left out");
        report.lose("bones", what, 0.0, "");
    }
    let others = bones.iter().filter(|bone| !bone.kind.is_bone()).count();
    if others > 0 {
        let what = format!("{others} nodes that carry something become plain bones");
        report.lose("bones", what, 0.0, "");
    }
}
