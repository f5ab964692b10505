//! Rules for tiles of World of Warcraft's maps; each has one code.

mod alpha_form;
mod height_gap;
mod layer_base;
mod layer_count;
mod layer_texture;
mod layer_twice;
mod layer_unseen;
mod texture_seam;
mod tile_place;

use crate::validate::tile_subject::TileRule;

/// The rules for ADT, in the order in which findings are listed.
pub(in crate::validate) const ADT: &[TileRule] = &[
    layer_count::RULE,
    layer_texture::RULE,
    layer_base::RULE,
    layer_twice::RULE,
    alpha_form::RULE,
    height_gap::RULE,
    tile_place::RULE,
    texture_seam::RULE,
    layer_unseen::RULE,
];
