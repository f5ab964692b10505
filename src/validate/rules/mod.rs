//! One rule a file; each has one code.

mod adt;
mod anim_missing;
mod bone_count;
mod bone_cycle;
mod bone_palette;
mod bone_parent;
mod clip_alias;
mod clip_variation;
mod collision_range;
mod combo_range;
mod global_loop;
mod key_outside_clip;
mod keys_order;
mod lookup;
mod mdx;
mod name_junk;
mod node_bone;
mod quaternion_length;
mod submesh_range;
mod texture_missing;
mod texture_name;
mod vertex_count;
mod vertex_finite;
mod w3e;
mod weight_bone;
mod weight_count;
mod weight_sum;

use super::subject::Rule;

pub(super) use adt::ADT;
pub(super) use mdx::MDX;
pub(super) use w3e::W3E;

/// The rules for M2, in the order in which findings are listed.
pub(super) const M2: &[Rule] = &[
    bone_cycle::RULE,
    bone_parent::RULE,
    bone_count::RULE,
    bone_palette::RULE,
    weight_sum::RULE,
    weight_count::RULE,
    weight_bone::RULE,
    vertex_count::RULE,
    vertex_finite::RULE,
    keys_order::RULE,
    key_outside_clip::RULE,
    quaternion_length::RULE,
    global_loop::RULE,
    clip_alias::RULE,
    clip_variation::RULE,
    anim_missing::RULE,
    lookup::RULE,
    node_bone::RULE,
    texture_name::RULE,
    texture_missing::RULE,
    combo_range::RULE,
    submesh_range::RULE,
    collision_range::RULE,
    name_junk::RULE,
];
