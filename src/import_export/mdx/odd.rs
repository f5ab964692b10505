//! What is odd about an MDX that was opened, and how it was read.

use super::node_ids::NodeIds;
use crate::document::Model;
use crate::formats::mdx::{Geoset, MdxFile, Node};
use crate::import_export::Report;
use crate::skeleton::BoneId;

/// Looks at raw structs: things the document no longer shows.
pub fn report_raw(file: &MdxFile, report: &mut Report) {
    let ids = NodeIds::of(file);
    nodes(file, &ids, report);
    tracks(file, &ids, report);
    for (index, geoset) in file.geosets.iter().enumerate() {
        geoset_oddities(file, &ids, index, geoset, report);
    }
    for (index, sequence) in file.sequences.iter().enumerate() {
        if sequence.end_ms < sequence.start_ms {
            report.warn(
                format!("clips[{index}]"),
                "The sequence ends before it begins; it shows its first moment only.",
            );
        }
        if sequence.start_ms > i32::MAX.cast_unsigned() {
            report.warn(
                format!("clips[{index}].start_ms"),
                "The sequence begins past the end of time; it shows nothing.",
            );
        }
    }
    overlaps(file, report);
    surfaces(file, report);
    numbers(file, report);
}

/// Two sequences that share more than a moment.
fn overlaps(file: &MdxFile, report: &mut Report) {
    let mut spans: Vec<(u32, u32, usize)> = (0..)
        .zip(&file.sequences)
        .filter(|(_, sequence)| sequence.end_ms > sequence.start_ms)
        .map(|(index, sequence)| (sequence.start_ms, sequence.end_ms, index))
        .collect();
    spans.sort_unstable();
    let mut reached = 0;
    for &(start, end, index) in &spans {
        if start < reached {
            report.note(
                format!("clips[{index}]"),
                "Sequences overlap; a key that lies in several is seen by each.",
            );
        }
        reached = reached.max(end);
    }
}

fn surfaces(file: &MdxFile, report: &mut Report) {
    let past = |id: i32, count: usize| usize::try_from(id).map_or(true, |id| id >= count);
    let layers = file
        .materials
        .iter()
        .flat_map(|material| &material.layers)
        .zip(0..);
    for (layer, index) in layers {
        if past(layer.texture_id, file.textures.len()) {
            report.warn(
                format!("layers[{index}]"),
                "The layer names a texture that the model does not have; it is drawn without one.",
            );
        }
        let transform = layer.texture_animation_id;
        if transform != -1 && past(transform, file.texture_animations.len()) {
            report.warn(
                format!("layers[{index}]"),
                "The layer names a texture transform that the model does not have; it stands still.",
            );
        }
    }
    for (index, animation) in file.geoset_animations.iter().enumerate() {
        if past(animation.geoset_id, file.geosets.len()) {
            report.note(
                format!("colours[{index}]"),
                "The colour is for a geoset that the model does not have; it changes nothing.",
            );
        }
    }
}

/// Positions and pivots that are infinite or no number.
fn numbers(file: &MdxFile, report: &mut Report) {
    let is_odd = |place: &&[f32; 3]| place.iter().any(|number| !number.is_finite());
    let vertices = file.geosets.iter().flat_map(|geoset| &geoset.vertices);
    let count = vertices.chain(&file.pivots).filter(is_odd).count();
    if count > 0 {
        let message = "Vertices or pivots are infinite or no number; they are kept and not shown.";
        report.warn("vertices", message);
    }
}

fn nodes(file: &MdxFile, ids: &NodeIds<'_>, report: &mut Report) {
    if ids.renamed() > 0 {
        report.warn(
            "bones",
            format!(
                "{} nodes have the object id of another or one that is too large; references lead to the first.",
                ids.renamed()
            ),
        );
    }
    for (index, placed) in ids.nodes.iter().enumerate() {
        let node = placed.node;
        let parent = node.parent_id;
        let is_lost = parent != Node::NO_PARENT && ids.bone(parent) == BoneId::NONE;
        if is_lost {
            report.warn(
                format!("bones[{index}].parent"),
                "The parent is no node of the file; the node is shown as a root.",
            );
        }
        if node.object_id as usize >= file.pivots.len() {
            report.warn(
                format!("bones[{index}].pivot"),
                "The list of pivots is too short; the node turns about the origin.",
            );
        }
    }
}

fn tracks(file: &MdxFile, ids: &NodeIds<'_>, report: &mut Report) {
    let loops = i32::try_from(file.global_sequences.len()).unwrap_or(i32::MAX);
    for (index, placed) in ids.nodes.iter().enumerate() {
        for track in &placed.node.tracks.0 {
            let path = || format!("bones[{index}].{}", String::from_utf8_lossy(&track.tag));
            if !track.times.is_sorted() {
                report.note(
                    path(),
                    "Keys are out of order; they play in order and stay as they are until edited.",
                );
            }
            let mut times = track.times.clone();
            times.sort_unstable();
            if times.windows(2).any(|pair| pair.first() == pair.last()) {
                report.note(path(), "Keys lie at one time; the last of them counts.");
            }
            if track.global_sequence >= loops {
                report.warn(
                    path(),
                    "The track runs on a global loop that the model does not have; it stands still.",
                );
            }
        }
    }
}

fn geoset_oddities(
    file: &MdxFile,
    ids: &NodeIds<'_>,
    index: usize,
    geoset: &Geoset,
    report: &mut Report,
) {
    let path = format!("geosets[{index}]");
    let vertices = geoset.vertices.len();
    let past = |corner: &&u16| usize::from(**corner) >= vertices;
    if geoset.faces.iter().filter(past).count() > 0 {
        report.warn(&path, "Faces point past the vertices; those are not shown.");
    }
    let other = |kind: &&u32| **kind != Geoset::TRIANGLES;
    if geoset.primitive_types.iter().filter(other).count() > 0 {
        report.warn(
            &path,
            "Some faces are no triangles; those are kept but not shown.",
        );
    }
    let named: u64 = geoset.group_sizes.iter().map(|&size| u64::from(size)).sum();
    if named > geoset.group_nodes.len() as u64 {
        report.warn(
            &path,
            "Groups have more nodes than the list of their nodes; the last ones are cut.",
        );
    }
    let lost = |node: &&u32| ids.bone(**node) == BoneId::NONE;
    if geoset.group_nodes.iter().filter(lost).count() > 0 {
        report.warn(
            &path,
            "Groups name nodes that the model does not have; their share stays in the bind pose.",
        );
    }
    let groups = geoset.group_sizes.len();
    let stray = |at: usize| {
        let group = geoset.vertex_groups.get(at);
        group.is_none_or(|&group| usize::from(group) >= groups)
    };
    if (0..vertices).any(stray) {
        report.warn(
            &path,
            "Vertices name no group of bones; they stay where the bind pose has them.",
        );
    }
    if geoset.material_id as usize >= file.materials.len() {
        report.warn(&path, "The material does not exist; the geoset is grey.");
    }
    if geoset.normals.len() != vertices {
        report.warn(&path, "There are not as many normals as vertices.");
    }
    if geoset.uv_sets.iter().any(|set| set.len() != vertices) {
        report.warn(
            &path,
            "There are not as many texture coordinates as vertices.",
        );
    }
    let bounds = geoset.sequence_bounds.len();
    if bounds != file.sequences.len() {
        report.note(
            &path,
            "There is not one box for each sequence; the boxes are kept as they are.",
        );
    }
}

/// Looks at the document's model: things that play or draw differently than they seem.
pub fn report_model(model: &Model, report: &mut Report) {
    for &index in model.skeleton.hierarchy().cyclic() {
        report.warn(
            format!("bones[{index}].parent"),
            "The nodes' parents run in a circle; the circle is cut here.",
        );
    }
}
