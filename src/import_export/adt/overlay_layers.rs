//! Texture layers of the document over the raw ones they came from.
//!
//! - An alpha map that did not change keeps its bytes, runs and all.
//! - Where all changed maps fit into the places they had, only these bytes are written; else the
//!   maps are laid out one behind the other.

use super::alpha_slot::{AlphaSlot, alpha_slots};
use super::import_chunk::{edge_of, form_to_raw, record_flags};
use crate::formats::adt::{
    AlphaEdge, HEAD_SIZE, LayerRecord, MCAL, MCLY, MapChunk, MapChunkHeader, Part, PartBody,
};
use crate::formats::wdt::MapFlags;
use crate::terrain::{AlphaForm, AlphaMap, Chunk, ChunkFlags, TextureLayer};

/// The flag of a map chunk by which the last rows and columns of its 4-bit alpha maps count.
const EDGE: u32 = ChunkFlags::KEEPS_ALPHA_EDGE;

/// The bytes of a layer's alpha map.
enum AlphaBytes {
    /// The layer has none.
    None,
    /// Those of the file.
    Kept(AlphaSlot),
    /// New ones.
    Fresh(Vec<u8>),
}

/// What writing layers brought along.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LayerOutcome {
    /// The last rows and columns of 4-bit alpha maps count from now on.
    pub wrote_edges: bool,
    /// They do no longer: they are copies of those before them.
    pub left_edges: bool,
    /// They were to count no longer, and are no copies.
    pub kept_edges: bool,
    /// Texels that 4 bits can't hold as they are.
    pub rounded: usize,
    /// The largest change of one of them, of which 255 is all.
    pub worst_rounding: u8,
}

/// Writes the layers that differ, and whether the last rows and columns of their maps count.
pub fn overlay_layers(
    raw: &mut MapChunk,
    fresh: &Chunk,
    wanted: &Chunk,
    flags: Option<MapFlags>,
) -> LayerOutcome {
    let mut outcome = LayerOutcome::default();
    let asks_for_edges = fresh.flags.has(EDGE) != wanted.flags.has(EDGE);
    let (fresh, wanted_flags, wanted) = (&*fresh.layers, wanted.flags, &*wanted.layers);
    if fresh == wanted && !asks_for_edges {
        return outcome;
    }
    let records = raw.layers().to_vec();
    let slots = alpha_slots(&records, raw.alpha().len(), flags);
    // A layer that was moved has its map in the place of another.
    let kept_slot = |index: usize, layer: &TextureLayer| {
        let same = |at: &usize| {
            let old = fresh.get(*at);
            old.is_some_and(|old| old.form == layer.form && old.alpha == layer.alpha)
        };
        let found = std::iter::once(index).chain(0..fresh.len()).find(same)?;
        slots.get(found).cloned().flatten()
    };
    let changes_four_bits = wanted.iter().enumerate().any(|(index, layer)| {
        let is_four_bit = layer.alpha.is_some() && layer.form == AlphaForm::FourBit;
        is_four_bit && kept_slot(index, layer).is_none()
    });
    // Where the last row of one map counts, those of the others do too.
    let asks = |counts: bool| asks_for_edges && wanted_flags.has(EDGE) == counts;
    match edge_of(raw) {
        AlphaEdge::Repeated => outcome.wrote_edges = changes_four_bits || asks(true),
        AlphaEdge::AsStored if asks(false) => {
            let mut four_bits = wanted
                .iter()
                .filter(|layer| layer.form == AlphaForm::FourBit)
                .filter_map(|layer| layer.alpha.as_ref());
            outcome.left_edges = four_bits.all(AlphaMap::repeats_edge);
            outcome.kept_edges = !outcome.left_edges;
        }
        AlphaEdge::AsStored => {}
    }
    let mut bytes = Vec::with_capacity(wanted.len());
    for (index, layer) in wanted.iter().enumerate() {
        let Some(alpha) = &layer.alpha else {
            bytes.push(AlphaBytes::None);
            continue;
        };
        let stays = !(outcome.wrote_edges && layer.form == AlphaForm::FourBit);
        if let Some(slot) = kept_slot(index, layer).filter(|_| stays) {
            bytes.push(AlphaBytes::Kept(slot));
            continue;
        }
        let depth = layer.form.depth();
        for texel in alpha.texels() {
            let off = depth.nearest(*texel).abs_diff(*texel);
            outcome.rounded += usize::from(off > 0);
            outcome.worst_rounding = outcome.worst_rounding.max(off);
        }
        let fresh = form_to_raw(layer.form).encode(alpha.texels());
        bytes.push(AlphaBytes::Fresh(fresh));
    }
    if outcome.wrote_edges {
        raw.header.flags |= MapChunkHeader::KEEPS_ALPHA_EDGE;
    }
    if outcome.left_edges {
        raw.header.flags &= !MapChunkHeader::KEEPS_ALPHA_EDGE;
    }
    let offsets = match in_place(&slots, &bytes) {
        true => {
            patch(raw, &slots, &bytes);
            records.iter().map(|record| record.alpha_offset).collect()
        }
        false => rebuild(raw, &bytes),
    };
    write_records(raw, &records, fresh, wanted, &offsets);
    outcome
}

/// Whether every map can be written where its layer has one.
fn in_place(slots: &[Option<AlphaSlot>], bytes: &[AlphaBytes]) -> bool {
    let mut starts: Vec<usize> = slots
        .iter()
        .flatten()
        .map(|slot| slot.bytes.start)
        .collect();
    starts.sort_unstable();
    let is_apart = starts.windows(2).all(|pair| pair.first() != pair.last());
    let fits = |(slot, bytes): (&Option<AlphaSlot>, &AlphaBytes)| match (slot, bytes) {
        (None, AlphaBytes::None) => true,
        (Some(slot), AlphaBytes::Kept(kept)) => slot == kept,
        (Some(slot), AlphaBytes::Fresh(fresh)) => match slot.form.size() {
            // Behind a map of fixed size there may be more, which stays.
            Some(size) => fresh.len() == size && size <= slot.bytes.len(),
            None => fresh.len() == slot.bytes.len(),
        },
        _ => false,
    };
    is_apart && slots.len() == bytes.len() && slots.iter().zip(bytes).all(fits)
}

/// Writes changed maps over those that were there.
fn patch(raw: &mut MapChunk, slots: &[Option<AlphaSlot>], bytes: &[AlphaBytes]) {
    let Some(PartBody::Alpha(alpha)) = raw.part_mut(MCAL).map(|part| &mut part.body) else {
        return;
    };
    for (slot, bytes) in slots.iter().zip(bytes) {
        if let (Some(slot), AlphaBytes::Fresh(fresh)) = (slot, bytes) {
            let start = slot.bytes.start;
            if let Some(place) = alpha.get_mut(start..start + fresh.len()) {
                place.copy_from_slice(fresh);
            }
        }
    }
}

/// Lays all maps out one behind the other; gives the place of each.
fn rebuild(raw: &mut MapChunk, bytes: &[AlphaBytes]) -> Vec<u32> {
    let old = raw.alpha().to_vec();
    let mut alpha = Vec::new();
    let mut offsets = Vec::with_capacity(bytes.len());
    for bytes in bytes {
        let start = alpha.len() as u32;
        match bytes {
            AlphaBytes::None => {
                offsets.push(0);
                continue;
            }
            AlphaBytes::Kept(slot) => {
                alpha.extend_from_slice(old.get(slot.bytes.clone()).unwrap_or_default());
            }
            AlphaBytes::Fresh(fresh) => alpha.extend_from_slice(fresh),
        }
        offsets.push(start);
    }
    raw.header.alpha_size = (HEAD_SIZE + alpha.len()) as u32;
    match raw.part_mut(MCAL) {
        Some(part) => {
            part.body = PartBody::Alpha(alpha);
            part.size_excess = 0;
        }
        None => raw.insert(Part::new(MCAL, PartBody::Alpha(alpha))),
    }
    offsets
}

/// Writes what differs of the records, and where the maps are now.
fn write_records(
    raw: &mut MapChunk,
    records: &[LayerRecord],
    fresh: &[TextureLayer],
    wanted: &[TextureLayer],
    offsets: &[u32],
) {
    let mut written = Vec::with_capacity(wanted.len());
    for (index, layer) in wanted.iter().enumerate() {
        let offset = offsets.get(index).copied().unwrap_or(0);
        let mut record = LayerRecord {
            texture_index: layer.texture,
            flags: record_flags(layer),
            alpha_offset: offset,
            ground_effect: layer.ground_effect,
        };
        // What the file says of a layer stands where the layer did not change in that.
        if let (Some(old), Some(old_layer)) = (records.get(index), fresh.get(index))
            && record_flags(old_layer) == record.flags
        {
            record.flags = old.flags;
            if layer.alpha.is_none() {
                record.alpha_offset = old.alpha_offset;
            }
        }
        written.push(record);
    }
    raw.header.layer_count = written.len() as u32;
    match raw.part_mut(MCLY) {
        Some(part) => part.body = PartBody::Layers(written),
        None => raw.insert(Part::new(MCLY, PartBody::Layers(written))),
    }
}
