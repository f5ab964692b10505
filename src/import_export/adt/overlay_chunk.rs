//! A map chunk of the document over the raw one it came from.

use super::overlay_layers::{LayerOutcome, overlay_layers};
use crate::formats::adt::{MCCV, MCSH, MapChunk, MapChunkHeader, Part, PartBody, VERTEX_COUNT};
use crate::formats::wdt::MapFlags;
use crate::terrain::Chunk;

/// What writing a map chunk brought along.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// What came of the layers.
    pub layers: LayerOutcome,
    /// The liquids were changed, which is not written.
    pub kept_liquids: bool,
}

/// Writes over `raw` what differs between `wanted` and `fresh`, the import of `raw`.
pub fn overlay_chunk(
    raw: &mut MapChunk,
    fresh: &Chunk,
    wanted: &Chunk,
    flags: Option<MapFlags>,
) -> Outcome {
    overlay_header(&mut raw.header, fresh, wanted);
    if !same_bits(fresh.heights.as_ref(), wanted.heights.as_ref()) {
        for part in &mut raw.parts {
            if let PartBody::Heights(heights) = &mut part.body {
                heights.clone_from(&wanted.heights);
                break;
            }
        }
    }
    if fresh.normals != wanted.normals {
        for part in &mut raw.parts {
            if let PartBody::Normals(normals) = &mut part.body {
                normals.clone_from(&wanted.normals);
                break;
            }
        }
    }
    if fresh.colours != wanted.colours {
        let body = wanted.colours.clone().map(PartBody::Colours);
        set_part(raw, MCCV, MapChunkHeader::HAS_COLOURS, body);
    }
    if fresh.shadow != wanted.shadow {
        let body = wanted.shadow.clone().map(PartBody::Shadow);
        raw.header.shadow_size = if body.is_some() { 512 } else { 0 };
        set_part(raw, MCSH, MapChunkHeader::HAS_SHADOW, body);
    }
    Outcome {
        layers: overlay_layers(raw, fresh, wanted, flags),
        kept_liquids: fresh.liquids != wanted.liquids && has_only_numbers(wanted),
    }
}

/// Whether all heights of liquids are numbers; those that are not never equal themselves.
fn has_only_numbers(chunk: &Chunk) -> bool {
    let mut heights = chunk
        .liquids
        .iter()
        .flat_map(|liquid| liquid.range.iter().chain(&liquid.heights));
    heights.all(|height| !height.is_nan())
}

fn overlay_header(header: &mut MapChunkHeader, fresh: &Chunk, wanted: &Chunk) {
    // These say how the file stores things; writing settles them.
    let own = MapChunkHeader::KEEPS_ALPHA_EDGE
        | if fresh.colours.is_some() == wanted.colours.is_some() {
            0
        } else {
            MapChunkHeader::HAS_COLOURS
        }
        | if fresh.shadow.is_some() == wanted.shadow.is_some() {
            0
        } else {
            MapChunkHeader::HAS_SHADOW
        };
    header.flags = (wanted.flags.0 & !own) | (header.flags & own);
    header.area_id = wanted.area_id;
    header.holes = wanted.holes;
    header.clutter_layers = wanted.clutter_layers;
    header.no_clutter = wanted.no_clutter;
    header.position = wanted.position;
}

/// Puts in, replaces or takes out a part that a flag of the head speaks of.
fn set_part(raw: &mut MapChunk, tag: [u8; 4], flag: u32, body: Option<PartBody>) {
    let Some(body) = body else {
        raw.remove(tag);
        raw.header.flags &= !flag;
        return;
    };
    match raw.part_mut(tag) {
        Some(part) if std::mem::discriminant(&part.body) == std::mem::discriminant(&body) => {
            part.body = body;
        }
        _ => {
            raw.remove(tag);
            raw.insert(Part::new(tag, body));
        }
    }
    // A part that the flags left out is used from now on.
    raw.header.flags |= flag;
}

fn same_bits(one: &[f32; VERTEX_COUNT], other: &[f32; VERTEX_COUNT]) -> bool {
    let mut pairs = one.iter().zip(other);
    pairs.all(|(one, other)| one.to_bits() == other.to_bits())
}
