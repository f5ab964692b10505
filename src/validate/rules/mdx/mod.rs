//! The rules for MDX, whose clips are windows on one time axis.

mod clip_backwards;
mod clip_first_key;
mod clip_length;
mod clip_overlap;
mod global_loop;
mod key_outside_clip;
mod keys_order;
mod loop_keys;
mod track_silent;

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
];
