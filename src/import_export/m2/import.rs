//! A whole M2 264 with its companions to a model of the document.

use super::import_tracks::{float_rotation, packed_rotation, share, track, vec3};
use super::{import_nodes, import_views, odd};
use crate::anim::{BoneTracks, Clip, ClipFlags, ClipId};
use crate::document::{Collision, Combos, Model, ModelFormat, ModelId, NativeRole, NativeSource};
use crate::formats::m2::{self, AnimSet, M2File, Origin, SkinFile};
use crate::formats::{FormatError, FormatErrorKind};
use crate::import_export::Report;
use crate::math::Aabb;
use crate::mesh::{ColourTracks, Material, MaterialFlags, Texture, TextureKind, TextureTransform};
use crate::skeleton::{Bone, BoneFlags, BoneId, BoneKind, Skeleton};

/// Most bones and most clips of a file: 0xFFFF stands for none.
const MOST_ITEMS: usize = 0xFFFF;

/// The raw structs of a source: what a save lays its changes over.
pub struct RawSource {
    /// The model file with the keys of its `.anim` files.
    pub file: M2File,
    /// The views by number; `None` for one whose file is missing.
    pub skins: Vec<Option<SkinFile>>,
}

/// Reads the files of a source into raw structs.
pub fn read_source(source: &NativeSource) -> Result<RawSource, FormatError> {
    let empty: &[u8] = &[];
    let model = source
        .file(NativeRole::Model)
        .map_or(empty, |file| &file.bytes);
    let mut anims = AnimSet::new();
    for file in &source.files {
        if let NativeRole::Anim(clip) = file.role {
            anims.insert(clip.0 as usize, &file.bytes);
        }
    }
    let file = M2File::read(model, &anims)?;
    let skins = (0..file.view_count.min(100))
        .map(|view| {
            source
                .file(NativeRole::Skin(view))
                .map(|file| SkinFile::read(&file.bytes).map_err(|error| error.within(&file.name)))
                .transpose()
        })
        .collect::<Result<_, _>>()?;
    Ok(RawSource { file, skins })
}

/// A model with everything the source holds; what is odd about it goes to the report.
pub fn model_from_source(
    source: &NativeSource,
    id: ModelId,
    title: &str,
    report: &mut Report,
) -> Result<Model, FormatError> {
    let raw = read_source(source)?;
    check_countable("bones", raw.file.bones.items.len(), raw.file.bones.origin)?;
    let sequences = &raw.file.sequences;
    check_countable("sequences", sequences.items.len(), sequences.origin)?;
    odd::report_raw(&raw, report);
    let model = model_from_raw(&raw, id, title);
    odd::report_model(&model, report);
    Ok(model)
}

/// Refuses more items than references of 16 bits can tell apart.
fn check_countable(
    field: &'static str,
    count: usize,
    origin: Option<Origin>,
) -> Result<(), FormatError> {
    if count <= MOST_ITEMS {
        return Ok(());
    }
    let kind = FormatErrorKind::OutOfRange {
        field: "the number of items",
        value: count as u64,
        limit: MOST_ITEMS as u64,
    };
    let offset = origin.map_or(0, |origin| origin.offset as usize);
    Err(FormatError::new(offset, kind).within(field))
}

/// The model that raw structs describe, without a native source.
pub fn model_from_raw(raw: &RawSource, id: ModelId, title: &str) -> Model {
    let file = &raw.file;
    let clips = file.sequences.items.len();
    let mut model = Model::new(
        id,
        title,
        ModelFormat::M2 {
            version: file.version,
        },
    );
    model.name = file.name.items.clone();
    model.flags = file.flags;
    model.global_loops_ms = file.global_sequences.items.clone();
    model.clips = (0..)
        .zip(&file.sequences.items)
        .map(|(index, raw)| clip(index, raw))
        .collect();
    model.clip_lookup = file
        .sequence_lookup
        .items
        .iter()
        .map(|&at| clip_id(at))
        .collect();
    model.skeleton = Skeleton {
        bones: (0..)
            .zip(&file.bones.items)
            .map(|(index, raw)| bone(index, raw))
            .collect(),
        key_bone_lookup: file
            .key_bone_lookup
            .items
            .iter()
            .map(|&at| bone_id(at))
            .collect(),
    };
    model.bone_tracks = file
        .bones
        .items
        .iter()
        .map(|raw| BoneTracks {
            translation: track(&raw.translation, clips, vec3),
            rotation: track(&raw.rotation, clips, packed_rotation),
            scale: track(&raw.scale, clips, vec3),
        })
        .collect();
    model.vertices = import_views::vertex_pool(&file.vertices.items);
    model.views = raw
        .skins
        .iter()
        .map(|skin| skin.as_ref().map(import_views::view).unwrap_or_default())
        .collect();
    surfaces(file, clips, &mut model);
    model.bounds = aabb(&file.bounds);
    model.bounds_radius = file.bounds.radius;
    model.collision = Collision {
        bounds: aabb(&file.collision_bounds),
        radius: file.collision_bounds.radius,
        indices: file.collision_indices.items.clone(),
        vertices: file
            .collision_vertices
            .items
            .iter()
            .map(|&at| vec3(at))
            .collect(),
        normals: file
            .collision_normals
            .items
            .iter()
            .map(|&at| vec3(at))
            .collect(),
    };
    let nodes = |raw: &M2File, model: &mut Model| {
        let attachments = raw.attachments.items.iter();
        model.attachments = attachments
            .map(|raw| import_nodes::attachment(raw, clips))
            .collect();
        model.events = raw
            .events
            .items
            .iter()
            .map(|raw| import_nodes::event(raw, clips))
            .collect();
        model.lights = raw
            .lights
            .items
            .iter()
            .map(|raw| import_nodes::light(raw, clips))
            .collect();
        let cameras = raw.cameras.items.iter();
        model.cameras = cameras
            .map(|raw| import_nodes::camera(raw, clips))
            .collect();
        let ribbons = raw.ribbons.items.iter();
        model.ribbons = ribbons
            .map(|raw| import_nodes::ribbon(raw, clips))
            .collect();
        let particles = raw.particles.items.iter();
        model.particles = particles
            .map(|raw| import_nodes::particle(raw, clips))
            .collect();
    };
    nodes(file, &mut model);
    model.attachment_lookup = file.attachment_lookup.items.clone();
    model.camera_lookup = file.camera_lookup.items.clone();
    model
}

/// Colours, textures, materials and the tables between them.
fn surfaces(file: &M2File, clips: usize, model: &mut Model) {
    let colours = file.colors.items.iter();
    model.colours = colours
        .map(|raw| ColourTracks {
            colour: track(&raw.rgb, clips, vec3),
            alpha: track(&raw.alpha, clips, share),
        })
        .collect();
    let textures = file.textures.items.iter();
    model.textures = textures
        .map(|raw| Texture {
            kind: TextureKind(raw.kind),
            flags: raw.flags,
            path: raw.name.items.clone(),
        })
        .collect();
    let weights = file.texture_weights.items.iter();
    model.texture_weights = weights
        .map(|raw| track(&raw.weight, clips, share))
        .collect();
    let transforms = file.texture_transforms.items.iter();
    model.texture_transforms = transforms
        .map(|raw| TextureTransform {
            translation: track(&raw.translation, clips, vec3),
            rotation: track(&raw.rotation, clips, float_rotation),
            scale: track(&raw.scale, clips, vec3),
        })
        .collect();
    model.replaceable_lookup = file.replaceable_lookup.items.clone();
    let materials = file.materials.items.iter();
    model.materials = materials
        .map(|raw| Material {
            flags: MaterialFlags(raw.flags),
            blend: raw.blend_mode,
        })
        .collect();
    model.combos = Combos {
        bones: file
            .bone_combos
            .items
            .iter()
            .map(|&at| BoneId(at.into()))
            .collect(),
        textures: file.texture_combos.items.clone(),
        texture_coords: file.texture_coord_combos.items.clone(),
        texture_weights: file.texture_weight_combos.items.clone(),
        texture_transforms: file.texture_transform_combos.items.clone(),
        combiners: file
            .texture_combiner_combos
            .as_ref()
            .map(|combos| combos.items.clone()),
    };
}

fn clip(index: u32, raw: &m2::Sequence) -> Clip {
    Clip {
        id: ClipId(index),
        name: None,
        animation_id: raw.id,
        variation: raw.variation,
        start_ms: 0,
        duration_ms: raw.duration_ms,
        move_speed: raw.move_speed,
        flags: ClipFlags(raw.flags),
        frequency: raw.frequency,
        padding: raw.padding,
        repeat: [raw.repeat_min, raw.repeat_max],
        blend_time: u32::from(raw.blend_in_ms) | (u32::from(raw.blend_out_ms) << 16),
        bounds: aabb(&raw.bounds),
        bounds_radius: raw.bounds.radius,
        variation_next: clip_id(raw.next_variation),
        alias_of: ClipId(raw.alias_target.into()),
        rarity: 0.0,
        sync_point: 0,
    }
}

fn bone(index: u32, raw: &m2::Bone) -> Bone {
    let parent = (raw.parent != -1).then(|| bone_id(raw.parent));
    Bone {
        id: BoneId(index),
        name: None,
        parent,
        pivot: vec3(raw.pivot),
        flags: BoneFlags(raw.flags),
        key_bone_id: raw.key_bone,
        submesh_id: raw.submesh_id,
        name_crc: raw.name_crc,
        kind: BoneKind::Bone,
        shape: None,
    }
}

/// A signed 16-bit reference keeps its bits; -1 is [`BoneId::NONE`].
fn bone_id(raw: i16) -> BoneId {
    BoneId(raw.cast_unsigned().into())
}

fn clip_id(raw: i16) -> ClipId {
    ClipId(raw.cast_unsigned().into())
}

fn aabb(raw: &m2::Bounds) -> Aabb {
    Aabb {
        min: vec3(raw.min),
        max: vec3(raw.max),
    }
}
