//! How the texture units of a batch become one colour, and where each takes its coordinates from.
//!
//! Three forms are in the files:
//! - a word with bit 0x8000 is an entry of the client's table (later files);
//! - with the model's combiner table, the word is the first of its entries for this batch;
//! - else the word holds an operation for each unit, and 0 leaves it to the blend mode.

use crate::document::Model;
use crate::mesh::{Batch, BlendMode};

/// What a fragment's colour is made of; named as the client names its shaders.
///
/// The first word says what the first unit's alpha does (Opaque ignores it), the second how the
/// other unit joins. The numbers are those of `skinned.frag`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(
    missing_docs,
    reason = "the formulas are in skinned.frag, one beside each name"
)]
pub(super) enum Combine {
    Opaque = 0,
    Mod = 1,
    OpaqueOpaque = 2,
    OpaqueMod = 3,
    OpaqueMod2x = 4,
    OpaqueMod2xNa = 5,
    OpaqueAddAlpha = 6,
    OpaqueAddNa = 7,
    ModOpaque = 8,
    ModMod = 9,
    ModMod2x = 10,
    ModMod2xNa = 11,
    ModAdd = 12,
    ModAddNa = 13,
    OpaqueMod2xNaAlpha = 14,
    OpaqueAddAlphaAlpha = 15,
    ModAddAlpha = 16,
    ModAddAlphaAlpha = 17,
    OpaqueAlphaAlpha = 18,
    OpaqueModNaAlpha = 19,
}

/// Where a texture unit takes its coordinates from; the numbers are those of `skinned.frag`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UvSource {
    First = 0,
    Second = 1,
    Environment = 2,
}

/// What the two units of a batch do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Units {
    pub combine: Combine,
    pub sources: [UvSource; 2],
}

const TABLE_FORM: u16 = 0x8000;
const FIRST_IS_MOD: u16 = 0x70;
const SECOND_OPERATION: u16 = 0x7;

impl Units {
    /// Reads the batch's shader word with what the model has beside it.
    pub fn of(batch: &Batch, blend: BlendMode, model: &Model) -> Self {
        let is_double = batch.texture_count >= 2;
        if batch.shader & TABLE_FORM != 0 {
            return table_entry(batch.shader & !TABLE_FORM, is_double);
        }
        let sources = [0, 1].map(|unit| coordinates(batch, unit, model));
        let combine = match (&model.combos.combiners, is_double) {
            (Some(table), _) => {
                let entry = |unit: u16| {
                    let index = usize::from(batch.shader) + usize::from(unit);
                    table.get(index).copied().unwrap_or(1) & SECOND_OPERATION
                };
                let is_opaque = blend == BlendMode::Opaque || entry(0) == 0;
                join(is_opaque, is_double.then(|| entry(1)))
            }
            (None, true) if batch.shader & (FIRST_IS_MOD | SECOND_OPERATION) != 0 => {
                let is_opaque = batch.shader & FIRST_IS_MOD == 0;
                join(is_opaque, Some(batch.shader & SECOND_OPERATION))
            }
            (None, _) => join(blend == BlendMode::Opaque, is_double.then_some(1)),
        };
        Self { combine, sources }
    }
}

fn join(is_opaque: bool, second: Option<u16>) -> Combine {
    match (is_opaque, second) {
        (true, None) => Combine::Opaque,
        (false, None) => Combine::Mod,
        (true, Some(0)) => Combine::OpaqueOpaque,
        (true, Some(3)) => Combine::OpaqueAddAlpha,
        (true, Some(4)) => Combine::OpaqueMod2x,
        (true, Some(6)) => Combine::OpaqueMod2xNa,
        (true, Some(7)) => Combine::OpaqueAddNa,
        (true, Some(_)) => Combine::OpaqueMod,
        (false, Some(0)) => Combine::ModOpaque,
        (false, Some(3)) => Combine::ModAdd,
        (false, Some(4)) => Combine::ModMod2x,
        (false, Some(6)) => Combine::ModMod2xNa,
        (false, Some(7)) => Combine::ModAddNa,
        (false, Some(_)) => Combine::ModMod,
    }
}

/// The set of coordinates a unit uses; past the end of the table it is the first.
fn coordinates(batch: &Batch, unit: u16, model: &Model) -> UvSource {
    let index = usize::from(batch.texture_coord_combo_index) + usize::from(unit);
    match model.combos.texture_coords.get(index) {
        Some(-1) => UvSource::Environment,
        Some(1) => UvSource::Second,
        _ => UvSource::First,
    }
}

fn table_entry(entry: u16, is_double: bool) -> Units {
    use UvSource::{Environment, First, Second};
    if !is_double {
        return Units {
            combine: Combine::Mod,
            sources: [First, First],
        };
    }
    let (combine, second) = match entry {
        0 | 3 | 9 | 17 => (Combine::OpaqueMod2xNaAlpha, Environment),
        1 => (Combine::OpaqueAddAlpha, Environment),
        2 => (Combine::OpaqueAddAlphaAlpha, Environment),
        4 | 13 => (Combine::ModAddAlpha, Environment),
        5 | 10 => (Combine::OpaqueAddAlpha, First),
        6 | 14 => (Combine::ModAddAlpha, First),
        7 => (Combine::ModAddAlphaAlpha, Environment),
        8 => (Combine::OpaqueAlphaAlpha, Environment),
        11 => (Combine::ModAdd, Environment),
        12 => (Combine::OpaqueModNaAlpha, Environment),
        15 => (Combine::OpaqueAddAlpha, Second),
        16 => (Combine::OpaqueMod, Environment),
        _ => (Combine::ModMod, First),
    };
    Units {
        combine,
        sources: [First, second],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{ModelFormat, ModelId};

    fn model(combiners: Option<Vec<u16>>, texture_coords: Vec<i16>) -> Model {
        let mut model = Model::new(ModelId(0), "Sample", ModelFormat::M2 { version: 264 });
        model.combos.combiners = combiners;
        model.combos.texture_coords = texture_coords;
        model
    }

    fn batch(shader: u16, texture_count: u16) -> Batch {
        Batch {
            shader,
            texture_count,
            ..Batch::default()
        }
    }

    #[test]
    fn one_texture_counts_its_alpha_unless_the_blend_mode_covers() {
        let model = model(None, vec![0]);
        for (blend, expected) in [
            (BlendMode::Opaque, Combine::Opaque),
            (BlendMode::AlphaKey, Combine::Mod),
            (BlendMode::Add, Combine::Mod),
        ] {
            assert_eq!(Units::of(&batch(0, 1), blend, &model).combine, expected);
        }
    }

    #[test]
    fn two_textures_without_a_word_of_how_are_multiplied() {
        let model = model(None, vec![0, 0]);
        let of = |blend| Units::of(&batch(0, 2), blend, &model).combine;
        assert_eq!(of(BlendMode::Opaque), Combine::OpaqueMod);
        assert_eq!(of(BlendMode::Alpha), Combine::ModMod);
    }

    #[test]
    fn the_shader_word_is_an_index_where_the_model_has_a_combiner_table() {
        let model = model(Some(vec![0, 3, 1, 6]), vec![0, -1]);
        let units = Units::of(&batch(0, 2), BlendMode::Opaque, &model);
        assert_eq!(units.combine, Combine::OpaqueAddAlpha);
        assert_eq!(units.sources, [UvSource::First, UvSource::Environment]);
        let units = Units::of(&batch(2, 2), BlendMode::Alpha, &model);
        assert_eq!(units.combine, Combine::ModMod2xNa);
    }

    #[test]
    fn the_shader_word_holds_operations_where_there_is_no_table() {
        let model = model(None, vec![0, 1]);
        let units = Units::of(&batch(0x14, 2), BlendMode::Alpha, &model);
        assert_eq!(units.combine, Combine::ModMod2x);
        assert_eq!(units.sources, [UvSource::First, UvSource::Second]);
    }

    #[test]
    fn the_table_form_brings_its_own_coordinates() {
        let model = model(None, Vec::new());
        let units = Units::of(&batch(0x8001, 2), BlendMode::Opaque, &model);
        assert_eq!(units.combine, Combine::OpaqueAddAlpha);
        assert_eq!(units.sources, [UvSource::First, UvSource::Environment]);
    }

    #[test]
    fn an_index_past_the_coordinate_table_means_the_first_set() {
        let model = model(None, Vec::new());
        let units = Units::of(&batch(0, 2), BlendMode::Opaque, &model);
        assert_eq!(units.sources, [UvSource::First; 2]);
    }
}
