//! Which bytes of a map chunk are the alpha map of which layer, and in what form.

use crate::formats::adt::{ALPHA_TEXELS, AlphaForm, LayerRecord};
use crate::formats::wdt::MapFlags;
use std::ops::Range;

/// The bytes of one alpha map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlphaSlot {
    /// From its first byte to the next alpha map, or to the end.
    pub bytes: Range<usize>,
    /// Its form.
    pub form: AlphaForm,
    /// Whether the map's flags say another form than the room it takes.
    pub contradicts_map: bool,
}

/// The slot of each layer, `None` for one without an alpha map.
///
/// Whether a map has 4 or 8 bits the room up to the next one tells where it is just one of the two;
/// else the flags of the map do, and without them the room.
pub fn alpha_slots(
    layers: &[LayerRecord],
    alpha_length: usize,
    flags: Option<MapFlags>,
) -> Vec<Option<AlphaSlot>> {
    let has_alpha = |layer: &&LayerRecord| layer.flags & LayerRecord::HAS_ALPHA != 0;
    let mut starts: Vec<usize> = layers
        .iter()
        .filter(has_alpha)
        .map(|layer| layer.alpha_offset as usize)
        .collect();
    starts.sort_unstable();
    let slot = |layer: &LayerRecord| {
        let start = (layer.alpha_offset as usize).min(alpha_length);
        let next = starts.get(starts.partition_point(|other| *other <= start));
        let end = next.map_or(alpha_length, |next| (*next).min(alpha_length));
        let told = flags.map(MapFlags::has_eight_bit_alpha);
        let room = end - start;
        let is_eight = match room {
            4096 => true,
            2048 => false,
            _ => told.unwrap_or(room >= ALPHA_TEXELS),
        };
        let (form, contradicts_map) = if layer.flags & LayerRecord::IS_COMPRESSED != 0 {
            (AlphaForm::Runs, false)
        } else if is_eight {
            (AlphaForm::EightBit, told == Some(false))
        } else {
            (AlphaForm::FourBit, told == Some(true))
        };
        AlphaSlot {
            bytes: start..end,
            form,
            contradicts_map,
        }
    };
    layers
        .iter()
        .map(|layer| has_alpha(&layer).then(|| slot(layer)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layer(flags: u32, alpha_offset: u32) -> LayerRecord {
        LayerRecord {
            texture_index: 0,
            flags,
            alpha_offset,
            ground_effect: -1,
        }
    }

    fn forms(layers: &[LayerRecord], length: usize, flags: Option<u32>) -> Vec<Option<AlphaForm>> {
        let slots = alpha_slots(layers, length, flags.map(MapFlags));
        slots
            .iter()
            .map(|slot| slot.as_ref().map(|slot| slot.form))
            .collect()
    }

    #[test]
    fn the_room_of_a_map_tells_its_form_layer_by_layer() {
        let layers = [
            layer(0, 0),
            layer(0x100, 0),
            layer(0x300, 4096),
            layer(0x100, 4200),
        ];
        let found = forms(&layers, 4200 + 2048, None);
        let expected = [
            None,
            Some(AlphaForm::EightBit),
            Some(AlphaForm::Runs),
            Some(AlphaForm::FourBit),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn the_flags_of_the_map_decide_where_the_room_is_neither() {
        let layers = [layer(0, 0), layer(0x100, 0)];
        let form = |flags| forms(&layers, 4100, flags)[1];
        assert_eq!(form(None), Some(AlphaForm::EightBit));
        assert_eq!(form(Some(0)), Some(AlphaForm::FourBit));
        assert_eq!(form(Some(4)), Some(AlphaForm::EightBit));
        assert_eq!(form(Some(0x80)), Some(AlphaForm::EightBit));
    }

    #[test]
    fn a_room_that_contradicts_the_map_is_told() {
        let layers = [layer(0, 0), layer(0x100, 0)];
        let slots = alpha_slots(&layers, 4096, Some(MapFlags(0)));
        assert!(slots[1].as_ref().is_some_and(|slot| slot.contradicts_map));
    }
}
