//! Lays the export of an edited model over the file it came from, entry by entry.

use super::import::model_from_raw;
use super::node_ids::NodeIds;
use super::statics::Statics;
use crate::anim::ClipId;
use crate::document::Model;
use crate::formats::mdx::{Geoset, MdxFile, Merge};
use crate::skeleton::{BoneId, BoneKind};
use std::collections::HashMap;
use std::hash::Hash;

/// Lays `target`, the export of `model`, over `base`: what equals `fresh`, the export of an
/// untouched import of `base`, becomes `base`'s.
///
/// Nodes go together by the bone they are, sequences by the clip, everything else by its place.
pub fn overlay_file(
    target: &mut MdxFile,
    model: &Model,
    base: &MdxFile,
    fresh: &MdxFile,
    ids: &NodeIds<'_>,
) {
    let imported = model_from_raw(base, model.id, &model.title);
    target.version.overlay(&base.version, &fresh.version);
    target.info.overlay(&base.info, &fresh.info);
    let clips = |model: &Model| -> Vec<ClipId> { model.clips.iter().map(|clip| clip.id).collect() };
    let (own, old) = (clips(model), clips(&imported));
    by_key(
        &mut target.sequences,
        &own,
        &base.sequences,
        &old,
        &fresh.sequences,
        &old,
    );
    by_place(
        &mut target.global_sequences,
        &base.global_sequences,
        &fresh.global_sequences,
    );
    by_place(&mut target.materials, &base.materials, &fresh.materials);
    by_place(&mut target.textures, &base.textures, &fresh.textures);
    by_place(
        &mut target.texture_animations,
        &base.texture_animations,
        &fresh.texture_animations,
    );
    geosets(&mut target.geosets, &base.geosets, &fresh.geosets);
    by_place(
        &mut target.geoset_animations,
        &base.geoset_animations,
        &fresh.geoset_animations,
    );
    by_place(&mut target.cameras, &base.cameras, &fresh.cameras);

    macro_rules! nodes {
        ($($list:ident: $kind:ident),+ $(,)?) => {$(
            let in_base: Vec<BoneId> =
                (0..base.$list.len()).map(|index| ids.at(BoneKind::$kind, index)).collect();
            let in_fresh = bones_of(&imported, BoneKind::$kind);
            let own = bones_of(model, BoneKind::$kind);
            by_key(&mut target.$list, &own, &base.$list, &in_base, &fresh.$list, &in_fresh);
        )+};
    }
    nodes!(
        bones: Bone,
        lights: Light,
        helpers: Helper,
        attachments: Attachment,
        model_emitters: ModelEmitter,
        sprite_emitters: SpriteEmitter,
        ribbons: Ribbon,
        events: Event,
        collision_shapes: CollisionShape,
    );
    pivots(target, base, fresh);
    target.layout.clone_from(&base.layout);
}

/// The bones whose entries a list of the file holds, in the order in which they are written.
fn bones_of(model: &Model, kind: BoneKind) -> Vec<BoneId> {
    match kind {
        BoneKind::Bone | BoneKind::Helper => {
            let bones = model.skeleton.bones.iter();
            bones
                .filter(|bone| bone.kind == kind)
                .map(|bone| bone.id)
                .collect()
        }
        BoneKind::Light => model.lights.iter().map(|part| part.bone).collect(),
        BoneKind::Attachment => model.attachments.iter().map(|part| part.bone).collect(),
        BoneKind::ModelEmitter => model.model_emitters.iter().map(|part| part.bone).collect(),
        BoneKind::SpriteEmitter => model.sprite_emitters.iter().map(|part| part.bone).collect(),
        BoneKind::Ribbon => model.ribbons.iter().map(|part| part.bone).collect(),
        BoneKind::Event => model.events.iter().map(|part| part.bone).collect(),
        BoneKind::CollisionShape => model
            .collision_shapes
            .iter()
            .map(|part| part.bone)
            .collect(),
    }
}

/// Entries of the same key go together; those of the file keep its order, new ones come last.
///
/// Sequences are the exception: their order is the user's, and their keys are in it already.
fn by_key<T: Merge + Statics, K: Copy + Eq + Hash>(
    target: &mut Vec<T>,
    target_keys: &[K],
    base: &[T],
    base_keys: &[K],
    fresh: &[T],
    fresh_keys: &[K],
) {
    let place = |keys: &[K]| -> HashMap<K, usize> { keys.iter().copied().zip(0..).collect() };
    let (in_base, in_fresh) = (place(base_keys), place(fresh_keys));
    let mut placed: Vec<(usize, T)> = Vec::with_capacity(target.len());
    let is_reordered = base_keys != fresh_keys;
    for (index, (mut item, key)) in target.drain(..).zip(target_keys).enumerate() {
        let old = in_base.get(key).copied();
        let known = old.and_then(|at| base.get(at));
        let untouched = in_fresh.get(key).and_then(|&at| fresh.get(at));
        if let (Some(base), Some(fresh)) = (known, untouched) {
            lay_over(&mut item, base, fresh);
        }
        let rank = if is_reordered {
            old.unwrap_or(usize::MAX)
        } else {
            index
        };
        placed.push((rank, item));
    }
    placed.sort_by_key(|(rank, _)| *rank);
    target.extend(placed.into_iter().map(|(_, item)| item));
}

/// Entries of the same place go together.
fn by_place<T: Merge + Statics>(target: &mut [T], base: &[T], fresh: &[T]) {
    for ((item, base), fresh) in target.iter_mut().zip(base).zip(fresh) {
        lay_over(item, base, fresh);
    }
}

fn lay_over<T: Merge + Statics>(item: &mut T, base: &T, fresh: &T) {
    let exported = item.clone();
    item.overlay(base, fresh);
    item.keep_statics(&exported, base);
}

/// Entries of the same place go together; lists that only mean something together stay together.
fn geosets(target: &mut [Geoset], base: &[Geoset], fresh: &[Geoset]) {
    for ((item, base), fresh) in target.iter_mut().zip(base).zip(fresh) {
        let own_sizes = item.group_sizes.clone();
        let has_own_nodes = !item.group_nodes.same(&fresh.group_nodes);
        let has_own_groups = has_own_nodes || !own_sizes.same(&fresh.group_sizes);
        let own_nodes = item.group_nodes.clone();
        item.overlay(base, fresh);
        if has_own_groups {
            item.group_sizes = own_sizes;
            item.group_nodes = own_nodes;
        }
    }
}

/// Pivots past the nodes belong to cameras or to nothing, and are kept; a list that is too short
/// stays so until one that is not in it is changed.
fn pivots(target: &mut MdxFile, base: &MdxFile, fresh: &MdxFile) {
    if target.pivots.same(&fresh.pivots) {
        target.pivots.clone_from(&base.pivots);
        return;
    }
    by_place(&mut target.pivots, &base.pivots, &fresh.pivots);
    let more = base.pivots.get(fresh.pivots.len()..);
    target.pivots.extend_from_slice(more.unwrap_or_default());
}
