//! The rules for MDX, whose clips are windows on one time axis.

mod bone_object_id;
mod clip_backwards;
mod clip_first_key;
mod clip_length;
mod clip_overlap;
mod global_loop;
mod group_count;
mod key_outside_clip;
mod keys_order;
mod loop_keys;
mod track_silent;
mod vertex_count;

use crate::validate::subject::Rule;

/// The rules for MDX, in the order in which findings are listed.
pub(in crate::validate) const MDX: &[Rule] = &[
    keys_order::RULE,
    key_outside_clip::RULE,
    clip_backwards::RULE,
    clip_length::RULE,
    clip_overlap::RULE,
    clip_first_key::RULE,
    track_silent::RULE,
    global_loop::RULE,
    loop_keys::RULE,
    bone_object_id::RULE,
    group_count::RULE,
    vertex_count::RULE,
];
