//! Batches of M2 to layers of Warcraft III: one batch a layer, or two where it mixes two textures.

use super::axis::Axis;
use super::constants::constant;
use crate::document::Model;
use crate::import_export::Report;
use crate::mesh::{
    Batch, BlendMode, Layer, LayerFlags, LayeredMaterial, MaterialFlags, Texture, TextureKind,
};

/// What a texture is called that a batch names and the model does not have.
const PLACEHOLDER: &[u8] = b"Textures\\white.blp";
/// Set in a batch's shader word where it is an entry of the client's table.
const TABLE_FORM: u16 = 0x8000;
const FIRST_IS_MOD: u16 = 0x70;
const SECOND_OPERATION: u16 = 7;

/// Makes materials of batches, each material once.
#[derive(Debug)]
pub struct LayerMaker<'a> {
    model: &'a Model,
    /// The materials made so far, with their layers.
    pub materials: Vec<(LayeredMaterial, Vec<Layer>)>,
    /// The textures, one more than the model's if a placeholder was needed.
    pub textures: Vec<Texture>,
    placeholder: Option<i32>,
    doubled: usize,
    dropped_seconds: usize,
    odd_blends: usize,
}

impl<'a> LayerMaker<'a> {
    /// A maker for a model; `textures` are those of the target, in the order of the model.
    pub fn new(model: &'a Model, textures: Vec<Texture>) -> Self {
        Self {
            model,
            materials: Vec::new(),
            textures,
            placeholder: None,
            doubled: 0,
            dropped_seconds: 0,
            odd_blends: 0,
        }
    }

    /// The number of the material that draws `batches`, given in the order in which they are drawn.
    pub fn material_of(&mut self, batches: &[&Batch], axis: &mut Axis) -> u32 {
        let plane = batches.first().map_or(0, |batch| batch.priority_plane);
        let mut layers: Vec<Layer> = Vec::new();
        for batch in batches {
            layers.extend(self.layers_of(batch, axis));
        }
        if layers.is_empty() {
            layers.push(self.bare_layer());
        }
        let material = LayeredMaterial {
            priority_plane: plane.into(),
            flags: 0,
            layer_count: u32::try_from(layers.len()).unwrap_or(u32::MAX),
        };
        let made = (material, layers);
        let known = self.materials.iter().position(|known| *known == made);
        let number = known.unwrap_or_else(|| {
            self.materials.push(made);
            self.materials.len() - 1
        });
        u32::try_from(number).unwrap_or(u32::MAX)
    }

    /// How many sets of texture coordinates a material needs.
    pub fn uv_sets(&self, material: u32) -> u32 {
        let layers = self.materials.get(material as usize);
        let layers = layers.map_or(&[][..], |(_, layers)| layers);
        layers
            .iter()
            .map(|layer| layer.uv_set + 1)
            .max()
            .unwrap_or(1)
    }

    fn bare_layer(&mut self) -> Layer {
        Layer {
            filter: 0,
            flags: LayerFlags(0),
            texture: constant(self.slot(None)),
            transform: -1,
            uv_set: 0,
            alpha: constant(1.0),
        }
    }

    fn layers_of(&mut self, batch: &Batch, axis: &mut Axis) -> Vec<Layer> {
        let model = self.model;
        let material = model.materials.get(usize::from(batch.material_index));
        let material = material.copied().unwrap_or_default();
        let blend = BlendMode::from_number(material.blend);
        let exact = !matches!(blend, BlendMode::NoAlphaAdd | BlendMode::BlendAdd);
        self.odd_blends += usize::from(!exact);
        let flags = layer_flags(material.flags);
        let mut layers = vec![self.layer(batch, 0, filter_of(blend), flags, axis)];
        if batch.texture_count >= 2 {
            // Over anything that lets the background through, a second layer would change that.
            let filter = second_filter(batch, model).filter(|_| blend == BlendMode::Opaque);
            match filter {
                Some(filter) => {
                    self.doubled += 1;
                    layers.push(self.layer(batch, 1, filter, flags, axis));
                }
                None => self.dropped_seconds += 1,
            }
        }
        layers
    }

    fn layer(
        &mut self,
        batch: &Batch,
        unit: u16,
        filter: u32,
        flags: u32,
        axis: &mut Axis,
    ) -> Layer {
        let model = self.model;
        let combos = &model.combos;
        let at = |first: u16| usize::from(first) + usize::from(unit);
        let slot = combos.textures.get(at(batch.texture_combo_index)).copied();
        let coords = match unit {
            1 if batch.shader & TABLE_FORM != 0 => table_coords(batch.shader & !TABLE_FORM),
            _ => {
                let combo = at(batch.texture_coord_combo_index);
                combos.texture_coords.get(combo).copied().unwrap_or(0)
            }
        };
        let is_mirror = coords < 0;
        let transform = combos
            .texture_transforms
            .get(at(batch.texture_transform_combo_index));
        let transform = transform.copied().map(usize::from);
        let transform = transform.filter(|&index| index < model.texture_transforms.len());
        let weight = combos
            .texture_weights
            .get(usize::from(batch.texture_weight_combo_index));
        let weight = weight.and_then(|&index| model.texture_weights.get(usize::from(index)));
        Layer {
            filter,
            flags: LayerFlags(
                flags
                    | if is_mirror {
                        LayerFlags::SPHERE_ENVIRONMENT
                    } else {
                        0
                    },
            ),
            texture: constant(self.slot(slot)),
            transform: transform
                .and_then(|at| i32::try_from(at).ok())
                .unwrap_or(-1),
            uv_set: u32::from(coords == 1),
            alpha: weight.map_or_else(|| constant(1.0), |track| axis.value(track, 1.0)),
        }
    }

    /// A texture slot that exists; the placeholder for any other.
    fn slot(&mut self, slot: Option<u16>) -> i32 {
        let known = slot.filter(|&slot| usize::from(slot) < self.model.textures.len());
        if let Some(slot) = known {
            return slot.into();
        }
        *self.placeholder.get_or_insert_with(|| {
            self.textures.push(Texture {
                kind: TextureKind::NAMED,
                flags: 0,
                path: PLACEHOLDER.to_vec(),
            });
            i32::try_from(self.textures.len() - 1).unwrap_or(i32::MAX)
        })
    }

    /// Says what was lost.
    pub fn tell(&self, report: &mut Report) {
        let mut lose = |count: usize, what: &str| {
            if count > 0 {
                report.lose("views[0].batches", format!("{count} {what}"), 0.0, "");
            }
        };
        lose(
            self.doubled,
            "batches mix two textures in one step; they become two layers",
        );
        lose(
            self.dropped_seconds,
            "batches mix two textures in a way that no layers can; the second texture is left out",
        );
        lose(
            self.odd_blends,
            "batches add without regard to alpha; Warcraft III weighs by alpha",
        );
        if self.placeholder.is_some() {
            report.warn(
                "textures",
                "Something is drawn with a texture the model does not have; it becomes white.",
            );
        }
    }
}

/// The flags that both formats have, in Warcraft III's bits.
fn layer_flags(flags: MaterialFlags) -> u32 {
    LayerFlags::SHARED_WITH_M2
        .iter()
        .filter(|(_, theirs)| flags.has(*theirs))
        .fold(0, |bits, (own, _)| bits | own)
}

fn filter_of(blend: BlendMode) -> u32 {
    match blend {
        BlendMode::Opaque => 0,
        BlendMode::AlphaKey => 1,
        BlendMode::Alpha => 2,
        BlendMode::NoAlphaAdd => 3,
        BlendMode::Add | BlendMode::BlendAdd => 4,
        BlendMode::Modulate => 5,
        BlendMode::Modulate2x => 6,
    }
}

/// How a layer joins what a batch's first texture gave; `None` if no layer can.
fn second_filter(batch: &Batch, model: &Model) -> Option<u32> {
    if batch.shader & TABLE_FORM != 0 {
        return match batch.shader & !TABLE_FORM {
            0 | 3 | 9 | 17 => Some(6),
            1 | 2 | 5 | 10 | 15 => Some(4),
            16 => Some(5),
            _ => None,
        };
    }
    let operation = match &model.combos.combiners {
        Some(table) => {
            let entry = table.get(usize::from(batch.shader) + 1);
            entry.copied().unwrap_or(1) & SECOND_OPERATION
        }
        None if batch.shader & (FIRST_IS_MOD | SECOND_OPERATION) != 0 => {
            batch.shader & SECOND_OPERATION
        }
        None => 1,
    };
    match operation {
        0 => Some(0),
        3 | 7 => Some(4),
        4 | 6 => Some(6),
        _ => Some(5),
    }
}

/// The coordinates of the second texture that an entry of the client's table brings.
fn table_coords(entry: u16) -> i16 {
    match entry {
        0..=4 | 7..=9 | 11..=13 | 16 | 17 => -1,
        15 => 1,
        _ => 0,
    }
}
