//! The alphas of a map chunk's layers as the graphics card takes them.

use crate::terrain::{ALPHA_TEXELS, Chunk};

/// What the last of four bytes of a texel is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Last {
    Shadow,
    Alpha,
}

/// The alphas of three or four layers from `first` on, four bytes a texel.
pub(super) fn packed_alphas(chunk: &Chunk, first: usize, last: Last) -> Vec<u8> {
    let mut packed = vec![0; ALPHA_TEXELS * 4];
    let count = if last == Last::Shadow { 3 } else { 4 };
    let layers = chunk.layers.iter().skip(first).take(count);
    for (part, layer) in layers.enumerate() {
        let Some(alpha) = &layer.alpha else { continue };
        let slots = packed.iter_mut().skip(part).step_by(4);
        for (slot, alpha) in slots.zip(alpha.texels()) {
            *slot = *alpha;
        }
    }
    if let (Last::Shadow, Some(shadow)) = (last, &chunk.shadow) {
        let slots = packed.iter_mut().skip(3).step_by(4);
        for (texel, slot) in slots.enumerate() {
            let is_dark = shadow
                .get(texel / 8)
                .is_some_and(|byte| byte >> (texel % 8) & 1 == 1);
            *slot = if is_dark { 255 } else { 0 };
        }
    }
    packed
}
