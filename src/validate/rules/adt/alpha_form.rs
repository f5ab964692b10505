//! An alpha map has another form than the flags of the map say.

use crate::terrain::{AlphaDepth, AlphaForm, TileMap};
use crate::validate::finding::Findings;
use crate::validate::tile_subject::{TileRule, chunk_path};

pub(super) const RULE: TileRule = TileRule {
    code: "ADT-ALPHA-FORM",
    check,
};

fn check(map: &TileMap, findings: &mut Findings<'_>) {
    let Some(flags) = map.map_flags else {
        return;
    };
    for (place, chunk) in map.chunks() {
        for (index, layer) in chunk.layers.iter().enumerate() {
            let is_small = layer.form == AlphaForm::FourBit;
            if layer.alpha.is_some() && is_small != (map.alpha_depth == AlphaDepth::Four) {
                let path = format!("{}.layers[{index}].alpha", chunk_path(place));
                let form = if is_small { "4" } else { "8" };
                let message = format!(
                    "the alpha map has {form} bits, which the flags of the map ({flags:#x}) deny"
                );
                findings.warning(path, message);
            }
        }
    }
}
