//! What is odd about an M2 that was opened, and how it was read.

use super::import::RawSource;
use crate::anim::resolve_aliases;
use crate::document::Model;
use crate::for_any_track;
use crate::formats::m2::M2File;
use crate::import_export::Report;

/// Looks at raw structs: things the document no longer shows.
pub fn report_raw(raw: &RawSource, report: &mut Report) {
    let file = &raw.file;
    if file
        .name
        .items
        .iter()
        .any(|&byte| byte != 0 && !(byte.is_ascii_graphic() || byte == b' '))
    {
        let has_combos = file.flags & M2File::HAS_COMBINER_COMBOS != 0;
        let why = if has_combos {
            "; a converter wrote the combiner table over it"
        } else {
            ""
        };
        report.note(
            "name",
            format!("The name inside the file is no text{why}; its bytes are kept."),
        );
    }
    for (index, bone) in file.bones.items.iter().enumerate() {
        if usize::try_from(bone.parent).is_ok_and(|parent| parent >= file.bones.items.len()) {
            report.warn(
                format!("bones[{index}].parent"),
                "The parent is no bone of the file; the bone is shown as a root.",
            );
        }
        let tracks = [
            (
                bone.translation.times.items.len(),
                bone.translation.values.items.len(),
            ),
            (
                bone.rotation.times.items.len(),
                bone.rotation.values.items.len(),
            ),
            (bone.scale.times.items.len(), bone.scale.values.items.len()),
        ];
        if tracks.iter().any(|(times, values)| times != values) {
            report.warn(
                format!("bones[{index}]"),
                "A track has lists of times without lists of values; the surplus is kept but not shown.",
            );
        }
    }
    let vertices = file.vertices.items.len();
    let beyond = file
        .collision_indices
        .items
        .iter()
        .filter(|&&index| usize::from(index) >= file.collision_vertices.items.len());
    if beyond.count() > 0 {
        report.warn(
            "collision",
            "Collision triangles point past the vertices; those are not shown.",
        );
    }
    for (view, skin) in raw.skins.iter().enumerate() {
        let Some(skin) = skin else { continue };
        if skin
            .indices
            .items
            .iter()
            .any(|&index| usize::from(index) >= vertices)
        {
            report.warn(
                format!("views[{view}]"),
                "The view points past the vertices; those triangles are not shown.",
            );
        }
    }
}

/// Looks at the document's model: things that play or draw differently than they seem.
pub fn report_model(model: &Model, report: &mut Report) {
    for &index in model.skeleton.hierarchy().cyclic() {
        report.warn(
            format!("bones[{index}].parent"),
            "The bones' parents run in a circle; the circle is cut here.",
        );
    }
    for (index, holder) in resolve_aliases(&model.clips).iter().enumerate() {
        if holder.is_none() {
            report.warn(
                format!("clips[{index}].alias_of"),
                "The alias leads nowhere; the clip shows the bind pose.",
            );
        }
    }
    for owner in model.track_owners() {
        for (path, track) in model.owner_tracks(owner) {
            let unsorted = for_any_track!(TrackRef, track, track => {
                track.lists().iter().any(|keys| !keys.times_ms.is_sorted())
            });
            if unsorted {
                let message = "Keys are out of order; they are kept as they are until edited.";
                report.warn(path.text(model), message);
            }
        }
    }
}
