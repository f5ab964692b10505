//! The comparison of two models, and of all models of two documents.

use super::difference::{Comparison, NOTHING, Walk};
use super::path::Path;
use super::scalar::{Compare, compare_bytes};
use super::terrain::compare_terrains;
use crate::document::{Document, Model};
use crate::skeleton::Skeleton;

/// What differs between two models.
///
/// Numbers with a fraction are the same within `tolerance`, in their own unit; with a tolerance
/// above 0 a quaternion also equals its negative. Everything else is the same or not.
pub fn compare(a: &Model, b: &Model, tolerance: f64) -> Comparison {
    compare_at(a, b, tolerance, &Path::TOP, Comparison::default())
}

/// What differs between the models and the terrains of two documents, matched by position.
///
/// Paths begin with `models[0]` or `terrains[0]`, unless both documents have one model and nothing
/// else.
pub fn compare_documents(a: &Document, b: &Document, tolerance: f64) -> Comparison {
    let has_terrain = !a.terrains.is_empty() || !b.terrains.is_empty();
    if let ([a], [b]) = (a.models.as_slice(), b.models.as_slice())
        && !has_terrain
    {
        return compare(a, b, tolerance);
    }
    let mut found = Comparison::default();
    let models = Path::TOP.field("models");
    for index in 0..a.models.len().max(b.models.len()) {
        let at = models.index(index);
        match (a.models.get(index), b.models.get(index)) {
            (Some(a), Some(b)) => found = compare_at(a, b, tolerance, &at, found),
            (Some(a), None) => found.note(&at, &a.title, NOTHING),
            (None, b) => found.note(&at, NOTHING, b.map_or("", |b| &b.title)),
        }
    }
    compare_terrains(a, b, tolerance, &mut found);
    found
}

fn compare_at(
    a: &Model,
    b: &Model,
    tolerance: f64,
    at: &Path<'_>,
    found: Comparison,
) -> Comparison {
    let mut walk = Walk::new(a, b, tolerance, found);
    compare_models(a, b, at, &mut walk);
    walk.finish()
}

/// Compares the named fields of `$b` with those taken out of `$a`.
macro_rules! fields {
    ($b:ident, $at:ident, $walk:ident: $($field:ident),+) => {
        $($field.compare(&$b.$field, &$at.field(stringify!($field)), $walk);)+
    };
}

fn compare_models(a: &Model, b: &Model, at: &Path<'_>, walk: &mut Walk) {
    let Model {
        id: _,
        title: _,
        name,
        format,
        flags,
        global_loops_ms,
        clips,
        clip_lookup,
        skeleton,
        bone_tracks: _,
        vertices,
        views,
        colours,
        textures,
        texture_weights,
        texture_transforms,
        replaceable_lookup,
        materials,
        combos,
        bounds,
        bounds_radius,
        collision,
        attachments,
        attachment_lookup,
        events,
        lights,
        cameras,
        camera_lookup,
        ribbons,
        particles,
        geosets,
        colour_targets,
        layered_materials,
        layers,
        model_emitters,
        sprite_emitters,
        collision_shapes,
        blend_ms,
        animation_path,
        opaque,
        skin_settings: _,
        native: _,
        shape: _,
    } = a;
    compare_bytes(name, &b.name, &at.field("name"), walk);
    fields!(b, at, walk: format, flags, global_loops_ms, clips, clip_lookup);
    let Skeleton {
        bones: _,
        key_bone_lookup,
    } = skeleton;
    compare_bones(a, b, &at.field("bones"), walk);
    let lookup = &b.skeleton.key_bone_lookup;
    key_bone_lookup.compare(lookup, &at.field("key_bone_lookup"), walk);
    fields!(b, at, walk: vertices, views, colours, textures, texture_weights, texture_transforms,
        replaceable_lookup, materials, combos, bounds, bounds_radius, collision, attachments,
        attachment_lookup, events, lights, cameras, camera_lookup, ribbons, particles, geosets,
        colour_targets, layered_materials, layers, model_emitters, sprite_emitters,
        collision_shapes, blend_ms, opaque);
    compare_bytes(
        animation_path,
        &b.animation_path,
        &at.field("animation_path"),
        walk,
    );
}

/// Bones with their tracks, which have the path of the bone.
fn compare_bones(a: &Model, b: &Model, at: &Path<'_>, walk: &mut Walk) {
    let (bones, others) = (&a.skeleton.bones, &b.skeleton.bones);
    if bones.len() != others.len() {
        walk.differ(&at.field("count"), bones.len(), others.len());
    }
    let tracks = a.bone_tracks.iter().zip(&b.bone_tracks);
    let pairs = bones.iter().zip(others).zip(tracks);
    for (index, ((bone, other), (tracks, others))) in pairs.enumerate() {
        let at = at.index(index);
        bone.compare(other, &at, walk);
        tracks.compare(others, &at, walk);
    }
}
