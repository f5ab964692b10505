//! Layers of materials to batches with the tables between them and what they use.

use super::clip_lists::ClipLists;
use super::constants::{constant, constant_value};
use crate::anim::{Track, TrackKeys};
use crate::document::Model;
use crate::import_export::Report;
use crate::math::Vec3;
use crate::mesh::{
    Batch, BlendMode, ColourTarget, ColourTracks, Layer, LayerFlags, Material, Texture,
    TextureKind, TextureTransform,
};

/// What a texture is called that a layer names and the model does not have.
const PLACEHOLDER: &[u8] = b"Textures\\white.blp\0";
/// Flag byte that most batches of real files have.
const USUAL_FLAGS: u8 = 0x10;

/// Makes batches of the layers of geosets.
pub struct BatchMaker<'a> {
    source: &'a Model,
    colours: Vec<ColourTracks>,
    weights: Vec<Track<f32>>,
    materials: Vec<Material>,
    textures: Vec<Texture>,
    transforms: Vec<TextureTransform>,
    texture_combos: Vec<u16>,
    coord_combos: Vec<i16>,
    transform_combos: Vec<u16>,
    /// For each colour of the source its number in the target.
    lost: Lost,
    /// For each colour of the source the number it has in the target, once it is used.
    numbers: Vec<Option<u16>>,
    placeholder: Option<u16>,
    lists: &'a mut ClipLists,
}

#[derive(Default)]
struct Lost {
    flipbooks: usize,
    coords: usize,
    odd_filters: usize,
    materials: usize,
    planes: usize,
}

impl<'a> BatchMaker<'a> {
    /// A maker for a model; its textures and transforms are taken over as they are.
    pub fn new(source: &'a Model, lists: &'a mut ClipLists, report: &mut Report) -> Self {
        let textures = textures(source, report);
        let transforms = source
            .texture_transforms
            .iter()
            .map(|from| TextureTransform {
                translation: lists.track(&from.translation),
                rotation: lists.track(&from.rotation),
                scale: lists.track(&from.scale),
            });
        let transforms = transforms.collect();
        Self {
            source,
            colours: Vec::new(),
            weights: Vec::new(),
            materials: Vec::new(),
            textures,
            transforms,
            texture_combos: Vec::new(),
            coord_combos: Vec::new(),
            transform_combos: Vec::new(),
            lost: Lost::default(),
            numbers: vec![None; source.colours.len()],
            placeholder: None,
            lists,
        }
    }

    /// The batches that draw a geoset as the submesh of that number.
    pub fn batches_of(&mut self, geoset: usize, submesh: usize) -> Vec<Batch> {
        let source = self.source;
        let Some(from) = source.geosets.get(geoset) else {
            return Vec::new();
        };
        let number = from.material as usize;
        let range = source.material_layers(number);
        let layers = source.layers.get(range).unwrap_or_default();
        let plane = source.layered_materials.get(number);
        let bare = plane.is_none().then(bare_layer);
        self.lost.materials += usize::from(bare.is_some());
        let plane = plane.map_or(0, |material| material.priority_plane);
        let clamped = i8::try_from(plane).unwrap_or(if plane < 0 { i8::MIN } else { i8::MAX });
        self.lost.planes += usize::from(i32::from(clamped) != plane);
        let colour = self.colour_of(geoset);
        let submesh = u16::try_from(submesh).unwrap_or(u16::MAX);
        let layers = layers.iter().chain(bare.as_ref());
        (0..)
            .zip(layers)
            .map(|(position, layer)| Batch {
                flags: USUAL_FLAGS,
                priority_plane: clamped,
                submesh,
                geoset_index: submesh,
                colour_index: colour,
                layer: position,
                ..self.batch(layer)
            })
            .collect()
    }

    fn batch(&mut self, layer: &Layer) -> Batch {
        let flags = layer.flags.material_flags();
        let blend = blend_of(layer);
        self.lost.odd_filters += usize::from(layer.filter > 6);
        let material = Material { flags, blend };
        let slot = self.slot(layer);
        let coords = if layer.flags.has(LayerFlags::SPHERE_ENVIRONMENT) {
            -1
        } else {
            self.lost.coords += usize::from(layer.uv_set > 1);
            i16::from(layer.uv_set == 1)
        };
        let transform = u16::try_from(layer.transform).ok();
        let transform = transform.filter(|&at| usize::from(at) < self.transforms.len());
        let alpha = self.lists.share(&layer.alpha);
        // The tables of textures and of weights are the lists themselves.
        Batch {
            material_index: number_of(&mut self.materials, material),
            texture_count: 1,
            texture_combo_index: number_of(&mut self.texture_combos, slot),
            texture_coord_combo_index: number_of(&mut self.coord_combos, coords),
            texture_weight_combo_index: number_of(&mut self.weights, alpha),
            texture_transform_combo_index: number_of(
                &mut self.transform_combos,
                transform.unwrap_or(u16::MAX),
            ),
            ..Batch::default()
        }
    }

    /// The texture of a layer; of one that changes over time the first.
    fn slot(&mut self, layer: &Layer) -> u16 {
        let fixed = constant_value(&layer.texture);
        self.lost.flipbooks += usize::from(fixed.is_none());
        let first = || match &layer.texture.keys {
            TrackKeys::Shared(list) | TrackKeys::Axis(list) => list.values.first().copied(),
            TrackKeys::PerClip(lists) => lists.iter().find_map(|list| list.values.first().copied()),
        };
        let wanted = fixed
            .or_else(first)
            .and_then(|slot| u16::try_from(slot).ok());
        let known = wanted.filter(|&slot| usize::from(slot) < self.source.textures.len());
        if let Some(slot) = known {
            return slot;
        }
        *self.placeholder.get_or_insert_with(|| {
            self.textures.push(Texture {
                kind: TextureKind::NAMED,
                flags: 0,
                path: PLACEHOLDER.to_vec(),
            });
            u16::try_from(self.textures.len() - 1).unwrap_or(u16::MAX)
        })
    }

    /// The number of a geoset's colour, 0xFFFF for none.
    fn colour_of(&mut self, geoset: usize) -> u16 {
        let targets = &self.source.colour_targets;
        let is_own = |target: &ColourTarget| usize::try_from(target.geoset) == Ok(geoset);
        let Some(index) = targets.iter().position(is_own) else {
            return u16::MAX;
        };
        let known = self.numbers.get(index).copied().flatten();
        if let Some(number) = known {
            return number;
        }
        let (Some(tracks), Some(target)) = (self.source.colours.get(index), targets.get(index))
        else {
            return u16::MAX;
        };
        let uses_colour = target.flags & ColourTarget::USES_COLOUR != 0;
        let colour = if uses_colour {
            self.lists.track(&tracks.colour)
        } else {
            constant(Vec3::repeat(1.0))
        };
        let alpha = self.lists.share(&tracks.alpha);
        self.colours.push(ColourTracks { colour, alpha });
        let number = u16::try_from(self.colours.len() - 1).unwrap_or(u16::MAX);
        if let Some(slot) = self.numbers.get_mut(index) {
            *slot = Some(number);
        }
        number
    }

    /// Puts what was made into `target`.
    pub fn finish(self, target: &mut Model, report: &mut Report) {
        let Lost {
            flipbooks,
            coords,
            odd_filters,
            materials,
            planes,
        } = self.lost;
        let source = self.source;
        let mut lose = |count: usize, path: &str, what: &str| {
            if count > 0 {
                report.lose(path, format!("{count} {what}"), 0.0, "");
            }
        };
        lose(
            flipbooks,
            "layers",
            "layers change their texture; the first is kept",
        );
        lose(
            coords,
            "layers",
            "layers use a third set of texture coordinates or a later one",
        );
        lose(
            odd_filters,
            "layers",
            "layers have an unknown filter mode and cover",
        );
        lose(planes, "materials", "priority planes do not fit a byte");
        let unused = self.numbers.iter().filter(|number| number.is_none());
        lose(
            unused.count(),
            "colours",
            "colours belong to no geoset, or to one that has one already",
        );
        let shadows = source.colour_targets.iter();
        let shadows = shadows.filter(|target| target.flags & !ColourTarget::USES_COLOUR != 0);
        lose(
            shadows.count(),
            "colours",
            "geosets are marked as dropping a shadow or otherwise",
        );
        let flagged = source.layered_materials.iter().filter(|one| one.flags != 0);
        lose(
            flagged.count(),
            "materials",
            "materials have flags that World of Warcraft does not know",
        );
        if self.placeholder.is_some() || materials > 0 {
            report.warn(
                "textures",
                "Something is drawn with a material or texture the model does not have; it becomes white.",
            );
        }
        target.colours = self.colours;
        target.materials = self.materials;
        target.textures = self.textures;
        target.texture_transforms = self.transforms;
        let count = |len: usize| u16::try_from(len).unwrap_or(u16::MAX);
        target.combos.texture_weights = (0..count(self.weights.len())).collect();
        target.texture_weights = self.weights;
        target.combos.textures = self.texture_combos;
        target.combos.texture_coords = self.coord_combos;
        target.combos.texture_transforms = self.transform_combos;
        target.replaceable_lookup = vec![if target.textures.is_empty() { -1 } else { 0 }];
    }
}

/// The number of an entry of a table, added to it if it is new.
fn number_of<T: PartialEq>(table: &mut Vec<T>, item: T) -> u16 {
    let known = table.iter().position(|known| *known == item);
    let number = known.unwrap_or_else(|| {
        table.push(item);
        table.len() - 1
    });
    u16::try_from(number).unwrap_or(u16::MAX)
}

fn blend_of(layer: &Layer) -> u16 {
    match layer.blend_mode() {
        BlendMode::Opaque => 0,
        BlendMode::AlphaKey => 1,
        BlendMode::Alpha => 2,
        BlendMode::NoAlphaAdd => 3,
        BlendMode::Add => 4,
        BlendMode::Modulate => 5,
        BlendMode::Modulate2x => 6,
        BlendMode::BlendAdd => 7,
    }
}

fn bare_layer() -> Layer {
    Layer {
        filter: 0,
        flags: LayerFlags(0),
        texture: constant(-1),
        transform: -1,
        uv_set: 0,
        alpha: constant(1.0),
    }
}

/// The textures; what Warcraft III fills is a file in World of Warcraft.
fn textures(source: &Model, report: &mut Report) -> Vec<Texture> {
    let mut filled = Vec::new();
    let textures = source.textures.iter().map(|texture| {
        let named = texture.path_text();
        let path = match texture.kind.warcraft_name() {
            None => named,
            Some(name) => {
                let path = match texture.kind.0 {
                    1 => "ReplaceableTextures\\TeamColor\\TeamColor00.blp".to_owned(),
                    2 => "ReplaceableTextures\\TeamGlow\\TeamGlow00.blp".to_owned(),
                    _ if !named.is_empty() => named,
                    other => format!("ReplaceableTextures\\Replaceable{other}.blp"),
                };
                filled.push(format!("{name} is {path}"));
                path
            }
        };
        Texture {
            kind: TextureKind::NAMED,
            flags: texture.flags & 3,
            path: path.into_bytes().into_iter().chain([0]).collect(),
        }
    });
    let textures = textures.collect();
    if !filled.is_empty() {
        let what = format!(
            "{} textures that the game fills are read from a file: {}",
            filled.len(),
            filled.join(", ")
        );
        report.lose("textures", what, 0.0, "");
    }
    textures
}
