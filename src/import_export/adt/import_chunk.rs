//! A raw map chunk to a map chunk of the document.

use super::alpha_slot::alpha_slots;
use super::import_liquids::old_liquids;
use crate::formats::adt::{AlphaEdge, AlphaForm as RawForm, LayerRecord, MapChunk, MapChunkHeader};
use crate::formats::wdt::MapFlags;
use crate::formats::{FormatError, FormatErrorKind};
use crate::import_export::Report;
use crate::terrain::{
    AlphaForm, AlphaMap, CHUNK_VERTICES, Chunk, ChunkFlags, MOST_LAYERS, TextureLayer,
    TextureLayerFlags,
};

/// What the document has of a map chunk; liquids of the tile are added by the caller.
pub fn chunk_from_raw(
    raw: &MapChunk,
    index: usize,
    flags: Option<MapFlags>,
    report: &mut Report,
) -> Result<Chunk, FormatError> {
    let header = &raw.header;
    for tag in &raw.misplaced {
        let tag = tag.escape_ascii();
        report.warn(
            format!("chunks[{index}]"),
            format!("The head of the map chunk leads nowhere for {tag}; it was looked for."),
        );
    }
    if raw.colours().is_some() && shown_colours(raw).is_none() {
        report.note(
            "chunks.colours",
            "Map chunks have colours of vertices that their flags (0x40) leave out; the game does \
             not show them, and they are kept.",
        );
    }
    let layers = layers_from_raw(raw, index, flags, report)?;
    let liquids = old_liquids(raw)?;
    if raw.liquid().is_empty() && header.liquid_size > 8 {
        report.warn(
            format!("chunks[{index}].liquid"),
            "The map chunk counts bytes of a liquid that is not there.",
        );
    }
    Ok(Chunk {
        flags: ChunkFlags(header.flags),
        area_id: header.area_id,
        holes: header.holes,
        position: header.position,
        heights: Box::new(*raw.heights().unwrap_or(&[0.0; CHUNK_VERTICES])),
        normals: Box::new(*raw.normals().unwrap_or(&[[0; 3]; CHUNK_VERTICES])),
        colours: shown_colours(raw).map(|colours| Box::new(*colours)),
        shadow: raw.shadow().map(|shadow| Box::new(*shadow)),
        clutter_layers: header.clutter_layers,
        no_clutter: header.no_clutter,
        layers,
        liquids,
    })
}

/// The colours of the vertices, where the flags say that the game uses them.
fn shown_colours(raw: &MapChunk) -> Option<&[[u8; 4]; CHUNK_VERTICES]> {
    let is_used = raw.header.flags & MapChunkHeader::HAS_COLOURS != 0;
    raw.colours().filter(|_| is_used)
}

/// How the last row and column of the 4-bit alpha maps of a map chunk are stored.
pub fn edge_of(raw: &MapChunk) -> AlphaEdge {
    if raw.header.flags & MapChunkHeader::KEEPS_ALPHA_EDGE != 0 {
        AlphaEdge::AsStored
    } else {
        AlphaEdge::Repeated
    }
}

fn layers_from_raw(
    raw: &MapChunk,
    index: usize,
    flags: Option<MapFlags>,
    report: &mut Report,
) -> Result<Vec<TextureLayer>, FormatError> {
    let records = raw.layers();
    if records.len() > MOST_LAYERS {
        let kind = FormatErrorKind::LimitExceeded {
            field: "the number of texture layers",
            value: records.len() as u64,
            limit: MOST_LAYERS as u64,
        };
        return Err(FormatError::new(0, kind).within("layers"));
    }
    let slots = alpha_slots(records, raw.alpha().len(), flags);
    let mut layers = Vec::with_capacity(records.len());
    for (number, (record, slot)) in records.iter().zip(slots).enumerate() {
        let path = || format!("chunks[{index}].layers[{number}]");
        let mut form = match flags.is_some_and(MapFlags::has_eight_bit_alpha) {
            true => AlphaForm::EightBit,
            false => AlphaForm::FourBit,
        };
        let mut alpha = None;
        if let Some(slot) = slot {
            if slot.contradicts_map {
                let message = "The alpha map takes the room of another form than the map's flags \
                               say; it was read by its room.";
                report.warn(path(), message);
            }
            let bytes = raw.alpha().get(slot.bytes.clone()).unwrap_or_default();
            let (texels, _) = slot.form.decode(bytes, edge_of(raw)).map_err(|mut error| {
                error.offset += slot.bytes.start;
                error.within("alpha").at_index(number).within("layers")
            })?;
            form = form_from_raw(slot.form);
            alpha = Some(AlphaMap::new(texels));
        }
        if (number == 0) == alpha.is_some() {
            let message = match number {
                0 => "The first layer has an alpha map, which the game does not use.",
                _ => "A layer above the first has no alpha map; it is taken not to show.",
            };
            report.warn(path(), message);
        }
        layers.push(TextureLayer {
            texture: record.texture_index,
            flags: TextureLayerFlags(record.flags),
            ground_effect: record.ground_effect,
            alpha,
            form,
        });
    }
    Ok(layers)
}

fn form_from_raw(form: RawForm) -> AlphaForm {
    match form {
        RawForm::FourBit => AlphaForm::FourBit,
        RawForm::EightBit => AlphaForm::EightBit,
        RawForm::Runs => AlphaForm::Runs,
    }
}

/// The form of the file for one of the document.
pub fn form_to_raw(form: AlphaForm) -> RawForm {
    match form {
        AlphaForm::FourBit => RawForm::FourBit,
        AlphaForm::EightBit => RawForm::EightBit,
        AlphaForm::Runs => RawForm::Runs,
    }
}

/// The flags of a layer's record that follow from what the layer is.
pub fn record_flags(layer: &TextureLayer) -> u32 {
    let mut flags = layer.flags.0 & !LayerRecord::HAS_ALPHA;
    if layer.alpha.is_some() {
        flags |= LayerRecord::HAS_ALPHA;
        flags &= !LayerRecord::IS_COMPRESSED;
        if layer.form == AlphaForm::Runs {
            flags |= LayerRecord::IS_COMPRESSED;
        }
    }
    flags
}
