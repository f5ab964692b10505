//! Rules for the ground of Warcraft III maps; each has one code.

mod cliff_list;
mod cliff_step;
mod cliff_type;
mod ground_count;
mod ground_twice;
mod ground_type;
mod map_size;
mod origin;
mod rest;
mod tileset;
mod unknown_bits;

use crate::validate::terrain::CornerRule;

/// The rules for W3E, in the order in which findings are listed.
pub(in crate::validate) const W3E: &[CornerRule] = &[
    ground_count::RULE,
    ground_type::RULE,
    ground_twice::RULE,
    cliff_type::RULE,
    cliff_list::RULE,
    cliff_step::RULE,
    origin::RULE,
    map_size::RULE,
    tileset::RULE,
    unknown_bits::RULE,
    rest::RULE,
];
