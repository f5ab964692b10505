//! A model of the document to the raw structs of an M2 264 and its views.

use super::export_tracks::{float_rotation, packed_rotation, share, track, vec3};
use super::{export_nodes, export_views};
use crate::anim::{Clip, ClipFlags, ClipId, TrackKeys};
use crate::document::Model;
use crate::formats::m2::{self, M2File, SkinFile};
use crate::import_export::Report;
use crate::math::Aabb;
use crate::mesh::View;
use crate::skeleton::BoneId;
use std::collections::HashMap;

/// The raw structs of a model, as if made from nothing.
pub struct RawModel {
    /// The model file.
    pub file: M2File,
    /// The views by number; `None` for one without a file.
    pub skins: Vec<Option<SkinFile>>,
}

/// Bone ids to the numbers a file has for them; what names no bone keeps its raw number.
pub struct BoneNumbers {
    numbers: HashMap<BoneId, u32>,
}

impl BoneNumbers {
    /// The numbers of a model's bones: their positions.
    pub fn new(model: &Model) -> Self {
        let bones = model.skeleton.bones.iter();
        Self {
            numbers: bones
                .zip(0..)
                .map(|(bone, index)| (bone.id, index))
                .collect(),
        }
    }

    /// The number of a bone; a raw number that no bone of the file has stays as it is.
    pub fn long(&self, id: BoneId) -> u32 {
        self.numbers.get(&id).copied().unwrap_or(id.0)
    }

    /// The same in 16 bits.
    pub fn short(&self, id: BoneId) -> u16 {
        self.long(id) as u16
    }

    /// The same in 8 bits, or `None` if the number is too large for a vertex.
    pub fn byte(&self, id: BoneId) -> Option<u8> {
        u8::try_from(self.long(id)).ok()
    }
}

/// The raw structs of a model; what they can't hold goes to the report as losses.
pub fn raw_from_model(model: &Model, report: &mut Report) -> RawModel {
    let bones = BoneNumbers::new(model);
    let mut file = M2File::empty(m2::VERSION_264);
    file.name = model.name.clone().into();
    file.flags = model.flags;
    file.global_sequences = model.global_loops_ms.clone().into();
    let clips = ClipNumbers::new(model);
    file.sequences = model
        .clips
        .iter()
        .map(|clip| sequence(clip, &clips))
        .collect::<Vec<_>>()
        .into();
    file.sequence_lookup = model
        .clip_lookup
        .iter()
        .map(|&id| clips.signed(id))
        .collect::<Vec<_>>()
        .into();
    file.bones = raw_bones(model, &bones);
    let lookup = model.skeleton.key_bone_lookup.iter();
    file.key_bone_lookup = lookup
        .map(|&id| bones.short(id).cast_signed())
        .collect::<Vec<_>>()
        .into();
    file.vertices = export_views::vertices(model, &bones, report).into();
    file.view_count = model.views.len() as u32;
    surfaces(model, &bones, &mut file);
    file.bounds = bounds(&model.bounds, model.bounds_radius);
    file.collision_bounds = bounds(&model.collision.bounds, model.collision.radius);
    file.collision_indices = model.collision.indices.clone().into();
    let points = |list: &[crate::math::Vec3]| list.iter().map(|&at| vec3(at)).collect::<Vec<_>>();
    file.collision_vertices = points(&model.collision.vertices).into();
    file.collision_normals = points(&model.collision.normals).into();
    nodes(model, &bones, &mut file);
    report_names(model, report);
    report_axis(model, report);
    let skins = export_views::skins(model, &bones, &mut file, report);
    RawModel { file, skins }
}

/// Whether a view stands for a file that was not there.
pub fn is_missing(view: &View) -> bool {
    *view == View::default()
}

fn raw_bones(model: &Model, bones: &BoneNumbers) -> m2::M2Array<m2::Bone> {
    let pairs = model.skeleton.bones.iter().zip(&model.bone_tracks);
    let raw = pairs.map(|(bone, tracks)| m2::Bone {
        key_bone: bone.key_bone_id,
        flags: bone.flags.0,
        parent: bone.parent.map_or(-1, |id| bones.short(id).cast_signed()),
        submesh_id: bone.submesh_id,
        name_crc: bone.name_crc,
        translation: track(&tracks.translation, vec3),
        rotation: track(&tracks.rotation, packed_rotation),
        scale: track(&tracks.scale, vec3),
        pivot: vec3(bone.pivot),
    });
    raw.collect::<Vec<_>>().into()
}

fn surfaces(model: &Model, bones: &BoneNumbers, file: &mut M2File) {
    let colours = model.colours.iter();
    file.colors = colours
        .map(|from| m2::Color {
            rgb: track(&from.colour, vec3),
            alpha: track(&from.alpha, share),
        })
        .collect::<Vec<_>>()
        .into();
    let textures = model.textures.iter();
    file.textures = textures
        .map(|from| m2::Texture {
            kind: from.kind.0,
            flags: from.flags,
            name: from.path.clone().into(),
        })
        .collect::<Vec<_>>()
        .into();
    let weights = model.texture_weights.iter();
    file.texture_weights = weights
        .map(|from| m2::TextureWeight {
            weight: track(from, share),
        })
        .collect::<Vec<_>>()
        .into();
    let transforms = model.texture_transforms.iter();
    file.texture_transforms = transforms
        .map(|from| m2::TextureTransform {
            translation: track(&from.translation, vec3),
            rotation: track(&from.rotation, float_rotation),
            scale: track(&from.scale, vec3),
        })
        .collect::<Vec<_>>()
        .into();
    file.replaceable_lookup = model.replaceable_lookup.clone().into();
    let materials = model.materials.iter();
    file.materials = materials
        .map(|from| m2::Material {
            flags: from.flags.0,
            blend_mode: from.blend,
        })
        .collect::<Vec<_>>()
        .into();
    let combos = &model.combos;
    file.bone_combos = combos
        .bones
        .iter()
        .map(|&id| bones.short(id))
        .collect::<Vec<_>>()
        .into();
    file.texture_combos = combos.textures.clone().into();
    file.texture_coord_combos = combos.texture_coords.clone().into();
    file.texture_weight_combos = combos.texture_weights.clone().into();
    file.texture_transform_combos = combos.texture_transforms.clone().into();
    file.texture_combiner_combos = combos.combiners.clone().map(Into::into);
}

fn nodes(model: &Model, bones: &BoneNumbers, file: &mut M2File) {
    let attachments = model.attachments.iter();
    file.attachments = attachments
        .map(|from| export_nodes::attachment(from, bones))
        .collect::<Vec<_>>()
        .into();
    file.attachment_lookup = model.attachment_lookup.clone().into();
    let events = model.events.iter();
    file.events = events
        .map(|from| export_nodes::event(from, bones))
        .collect::<Vec<_>>()
        .into();
    let lights = model.lights.iter();
    file.lights = lights
        .map(|from| export_nodes::light(from, bones))
        .collect::<Vec<_>>()
        .into();
    file.cameras = model
        .cameras
        .iter()
        .map(export_nodes::camera)
        .collect::<Vec<_>>()
        .into();
    file.camera_lookup = model.camera_lookup.clone().into();
    let ribbons = model.ribbons.iter();
    file.ribbons = ribbons
        .map(|from| export_nodes::ribbon(from, bones))
        .collect::<Vec<_>>()
        .into();
    let particles = model.particles.iter();
    file.particles = particles
        .map(|from| export_nodes::particle(from, bones))
        .collect::<Vec<_>>()
        .into();
}

/// Clip ids to the numbers a file has for them; what names no clip keeps its raw number.
struct ClipNumbers {
    numbers: HashMap<ClipId, u16>,
}

impl ClipNumbers {
    fn new(model: &Model) -> Self {
        Self {
            numbers: model
                .clips
                .iter()
                .zip(0u32..)
                .map(|(clip, at)| (clip.id, u16::try_from(at).unwrap_or(u16::MAX)))
                .collect(),
        }
    }

    fn number(&self, id: ClipId) -> u16 {
        self.numbers.get(&id).copied().unwrap_or(id.0 as u16)
    }

    fn signed(&self, id: ClipId) -> i16 {
        self.number(id).cast_signed()
    }
}

fn sequence(clip: &Clip, clips: &ClipNumbers) -> m2::Sequence {
    let mut flags = clip.flags;
    if clip.id.0 >= ClipId::FIRST_NEW && !flags.has(ClipFlags::ALIAS) {
        // A clip made here has no key file of its own.
        flags.0 |= ClipFlags::KEYS_INLINE;
    }
    m2::Sequence {
        id: clip.animation_id,
        variation: clip.variation,
        duration_ms: clip.duration_ms,
        move_speed: clip.move_speed,
        flags: flags.0,
        frequency: clip.frequency,
        padding: clip.padding,
        repeat_min: clip.repeat[0],
        repeat_max: clip.repeat[1],
        blend_in_ms: clip.blend_time as u16,
        blend_out_ms: (clip.blend_time >> 16) as u16,
        bounds: bounds(&clip.bounds, clip.bounds_radius),
        next_variation: clips.signed(clip.variation_next),
        alias_target: clips.number(clip.alias_of),
    }
}

fn bounds(aabb: &Aabb, radius: f32) -> m2::Bounds {
    m2::Bounds {
        min: vec3(aabb.min),
        max: vec3(aabb.max),
        radius,
    }
}

/// M2 has no room for names of clips, and holds a bone's name as a checksum only.
fn report_names(model: &Model, report: &mut Report) {
    for (index, clip) in model.clips.iter().enumerate() {
        if let Some(name) = &clip.name {
            let what = format!("M2 stores no names of clips; \"{name}\" stays in the project only");
            report.lose(format!("clips[{index}].name"), what, 0.0, "");
        }
    }
}

/// M2 264 has a list of keys per clip; an axis of all clips can't be written.
fn report_axis(model: &Model, report: &mut Report) {
    let on_axis = model
        .bone_tracks
        .iter()
        .filter(|tracks| matches!(tracks.rotation.keys, TrackKeys::Axis(_)))
        .count();
    if on_axis > 0 {
        let what = format!("{on_axis} tracks lie on one axis of all clips");
        report.lose("bones", what, 0.0, "");
    }
}
