//! A model with everything the formats hold, and the document that owns models and terrains.

use super::mesh_shape::MeshShape;
use super::{
    Attachment, Camera, CollisionShape, Event, Light, ModelEmitter, NativeRole, NativeSource,
    Particle, Ribbon, SpriteEmitter, Terrain, TerrainId,
};
use crate::anim::{BoneTracks, Clip, ClipFlags, ClipId, Track, clip_position, resolve_alias};
use crate::math::{Aabb, Vec3};
use crate::mesh::{
    ColourTarget, ColourTracks, Geoset, Layer, LayeredMaterial, Material, Texture, TextureKind,
    TextureTransform, VertexPool, View, default_geosets,
};
use crate::skeleton::{BoneId, Skeleton};
use crate::skinning::SkinSettings;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Names a model for as long as the document lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ModelId(pub u32);

/// Which format and version a model's content follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ModelFormat {
    /// Blizzard's M2 with this version number.
    M2 {
        /// 256 to 274.
        version: u32,
    },
    /// Warcraft III's MDX with this version number.
    Mdx {
        /// 800 to 1100.
        version: u32,
    },
    /// A text skeleton: bones without a mesh.
    BoneText,
}

impl ModelFormat {
    /// Whether all clips lie on one time axis, as windows of it.
    pub fn has_one_axis(self) -> bool {
        match self {
            Self::M2 { version } => version < 264,
            Self::Mdx { .. } | Self::BoneText => true,
        }
    }

    /// What the game fills a texture of this kind with; `None` for one named by its path.
    pub fn replaceable_name(self, kind: TextureKind) -> Option<String> {
        match self {
            Self::M2 { .. } | Self::BoneText => kind.replaceable_name(),
            Self::Mdx { .. } => kind.warcraft_name(),
        }
    }

    /// Whether it is MDX.
    pub fn is_mdx(self) -> bool {
        matches!(self, Self::Mdx { .. })
    }
}

/// A part of a file that we do not understand, kept as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpaqueChunk {
    /// Its tag.
    pub tag: [u8; 4],
    /// Its position among the chunks of the file.
    pub position: u32,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// The tables between batches and what they use.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Combos {
    /// Palettes: bones, by runs.
    pub bones: Vec<BoneId>,
    /// Texture slots.
    pub textures: Vec<u16>,
    /// Set of texture coordinates, -1 for an environment map.
    pub texture_coords: Vec<i16>,
    /// Texture weights.
    pub texture_weights: Vec<u16>,
    /// Texture transforms, 0xFFFF for none.
    pub texture_transforms: Vec<u16>,
    /// Blend modes of the texture stages; `None` where the file has no such table.
    pub combiners: Option<Vec<u16>>,
}

/// The simple mesh that things bump into.
#[derive(Clone, Debug, PartialEq)]
pub struct Collision {
    /// Box around it; all zero if there is none.
    pub bounds: Aabb,
    /// Radius around it.
    pub radius: f32,
    /// Three vertices a triangle; some files point past the end.
    pub indices: Vec<u16>,
    /// Vertices, model space.
    pub vertices: Vec<Vec3>,
    /// One normal a triangle.
    pub normals: Vec<Vec3>,
}

impl Default for Collision {
    fn default() -> Self {
        Self {
            bounds: Aabb {
                min: Vec3::zeros(),
                max: Vec3::zeros(),
            },
            radius: 0.0,
            indices: Vec::new(),
            vertices: Vec::new(),
            normals: Vec::new(),
        }
    }
}

/// A model. Its space is right-handed, Z up, in the file's own units and axes.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// Stable name of this model inside the document.
    pub id: ModelId,
    /// What people call it: the file's name without extension.
    pub title: String,
    /// The name inside the file, as its bytes; junk in some files.
    pub name: Vec<u8>,
    /// Which format the content follows.
    pub format: ModelFormat,
    /// Flag word of the whole model; unknown bits are kept.
    pub flags: u32,
    /// Lengths of the loops that run on their own clock; 0 stands still.
    pub global_loops_ms: Vec<u32>,
    /// The clips, in the order of the file.
    pub clips: Vec<Clip>,
    /// The file's hash table from animation id to clip.
    pub clip_lookup: Vec<ClipId>,
    /// The bones, in the order of the file.
    pub skeleton: Skeleton,
    /// The tracks of each bone, at the bone's position.
    pub bone_tracks: Vec<BoneTracks>,
    /// The vertices.
    pub vertices: VertexPool,
    /// Ways to draw them; the first is the finest.
    pub views: Vec<View>,
    /// Colour and alpha that batches refer to.
    pub colours: Vec<ColourTracks>,
    /// Texture slots.
    pub textures: Vec<Texture>,
    /// Second alpha that batches refer to, 0 to 1.
    pub texture_weights: Vec<Track<f32>>,
    /// Transforms of texture coordinates.
    pub texture_transforms: Vec<TextureTransform>,
    /// For each texture kind the slot that has it, -1 for none.
    pub replaceable_lookup: Vec<i16>,
    /// Materials.
    pub materials: Vec<Material>,
    /// The tables between batches and what they use.
    pub combos: Combos,
    /// Box around the model in all clips.
    pub bounds: Aabb,
    /// Radius around the model in all clips.
    pub bounds_radius: f32,
    /// What things bump into.
    pub collision: Collision,
    /// Points on which the game hangs things.
    pub attachments: Vec<Attachment>,
    /// For each attachment kind its position in `attachments`, -1 for none.
    pub attachment_lookup: Vec<i16>,
    /// Moments at which the game does something.
    pub events: Vec<Event>,
    /// Lights.
    pub lights: Vec<Light>,
    /// Cameras.
    pub cameras: Vec<Camera>,
    /// For each camera kind its position in `cameras`, -1 for none.
    pub camera_lookup: Vec<i16>,
    /// Ribbons.
    pub ribbons: Vec<Ribbon>,
    /// Particle emitters.
    pub particles: Vec<Particle>,
    /// MDX: what each submesh of the first view has beyond its triangles.
    pub geosets: Vec<Geoset>,
    /// MDX: what each entry of `colours` applies to.
    pub colour_targets: Vec<ColourTarget>,
    /// MDX: materials of several layers.
    pub layered_materials: Vec<LayeredMaterial>,
    /// MDX: the layers of all materials, those of the first material first.
    pub layers: Vec<Layer>,
    /// MDX: emitters of models.
    pub model_emitters: Vec<ModelEmitter>,
    /// MDX: emitters of pictures.
    pub sprite_emitters: Vec<SpriteEmitter>,
    /// MDX: shapes that the mouse and missiles hit.
    pub collision_shapes: Vec<CollisionShape>,
    /// MDX: how long the game blends between clips, ms.
    pub blend_ms: u32,
    /// MDX: a model with further clips, as bytes of the file; mostly empty.
    pub animation_path: Vec<u8>,
    /// Parts of the file that we do not understand.
    pub opaque: Vec<OpaqueChunk>,
    /// How weights may be edited.
    pub skin_settings: SkinSettings,
    /// The files it came from, exactly.
    pub native: Option<Arc<NativeSource>>,
    /// The shape of the mesh, made when first asked for.
    pub(crate) shape: MeshShape,
}

impl Model {
    /// An empty model of the given format.
    pub fn new(id: ModelId, title: impl Into<String>, format: ModelFormat) -> Self {
        Self {
            id,
            title: title.into(),
            name: Vec::new(),
            format,
            flags: 0,
            global_loops_ms: Vec::new(),
            clips: Vec::new(),
            clip_lookup: Vec::new(),
            skeleton: Skeleton::default(),
            bone_tracks: Vec::new(),
            vertices: VertexPool::default(),
            views: Vec::new(),
            colours: Vec::new(),
            textures: Vec::new(),
            texture_weights: Vec::new(),
            texture_transforms: Vec::new(),
            replaceable_lookup: Vec::new(),
            materials: Vec::new(),
            combos: Combos::default(),
            bounds: Aabb {
                min: Vec3::zeros(),
                max: Vec3::zeros(),
            },
            bounds_radius: 0.0,
            collision: Collision::default(),
            attachments: Vec::new(),
            attachment_lookup: Vec::new(),
            events: Vec::new(),
            lights: Vec::new(),
            cameras: Vec::new(),
            camera_lookup: Vec::new(),
            ribbons: Vec::new(),
            particles: Vec::new(),
            geosets: Vec::new(),
            colour_targets: Vec::new(),
            layered_materials: Vec::new(),
            layers: Vec::new(),
            model_emitters: Vec::new(),
            sprite_emitters: Vec::new(),
            collision_shapes: Vec::new(),
            blend_ms: 150,
            animation_path: Vec::new(),
            opaque: Vec::new(),
            skin_settings: SkinSettings::default(),
            native: None,
            shape: MeshShape::default(),
        }
    }

    /// Position of a clip in file order.
    pub fn clip_index(&self, id: ClipId) -> Option<usize> {
        clip_position(&self.clips, id)
    }

    /// The clip with this id.
    pub fn clip(&self, id: ClipId) -> Option<&Clip> {
        self.clip_index(id).and_then(|index| self.clips.get(index))
    }

    /// The clip whose keys play when the clip at `index` plays.
    pub fn key_clip(&self, index: usize) -> Option<usize> {
        resolve_alias(&self.clips, index)
    }

    /// Whether the keys of the clip at `index` are in a file of its own that was not found.
    pub fn lacks_key_file(&self, index: usize) -> bool {
        let (Some(clip), Some(native)) = (self.clips.get(index), &self.native) else {
            return false;
        };
        let is_external = !self.format.has_one_axis()
            && !clip.flags.has(ClipFlags::KEYS_INLINE | ClipFlags::ALIAS)
            && clip.id.0 < ClipId::FIRST_NEW;
        is_external && native.file(NativeRole::Anim(clip.id)).is_none()
    }

    /// The geosets of a view that are shown before anybody chooses: in MDX all.
    pub fn default_geosets(&self, view: &View) -> BTreeSet<u16> {
        match self.format {
            ModelFormat::M2 { .. } => default_geosets(view),
            ModelFormat::Mdx { .. } | ModelFormat::BoneText => {
                view.submeshes.iter().map(|part| part.geoset).collect()
            }
        }
    }

    /// Number of bones, without the nodes that only carry something.
    pub fn bone_count(&self) -> usize {
        let bones = self.skeleton.bones.iter();
        bones.filter(|bone| bone.kind.is_bone()).count()
    }

    /// The layers of a layered material, as positions in `layers`; empty if there is none.
    pub fn material_layers(&self, material: usize) -> std::ops::Range<usize> {
        let count = |material: &LayeredMaterial| material.layer_count as usize;
        let before = self.layered_materials.iter().take(material).map(count);
        let start = before.fold(0usize, usize::saturating_add);
        let own = self.layered_materials.get(material).map_or(0, count);
        let len = self.layers.len();
        start.min(len)..start.saturating_add(own).min(len)
    }

    /// Size of the model for tolerances and framing: the diagonal of the bind pose, or of the
    /// joints where there is no mesh.
    pub fn size(&self) -> f32 {
        if self.vertices.is_empty() {
            let pivots = self.skeleton.bones.iter().map(|bone| &bone.pivot);
            return Aabb::around(pivots).diagonal();
        }
        self.vertices.bounds().diagonal()
    }
}

/// Everything that is open in one window.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Document {
    /// The models, in the order they were added.
    pub models: Vec<Model>,
    /// The terrains, in the order they were added.
    pub terrains: Vec<Terrain>,
    /// Counts ids given out by edits; never goes back, not even on undo.
    ///
    /// Not content: two documents that differ only here are equal in content.
    pub next_id: u32,
}

impl Document {
    /// A document without content.
    pub fn new() -> Self {
        Self {
            models: Vec::new(),
            terrains: Vec::new(),
            next_id: BoneId::FIRST_NEW,
        }
    }

    /// The model with this id.
    pub fn model(&self, id: ModelId) -> Option<&Model> {
        self.models.iter().find(|model| model.id == id)
    }

    /// The model with this id, to change. Only `edit` asks for one.
    pub fn model_mut(&mut self, id: ModelId) -> Option<&mut Model> {
        self.models.iter_mut().find(|model| model.id == id)
    }

    /// Whether there is neither a model nor a terrain.
    pub fn is_empty(&self) -> bool {
        self.models.is_empty() && self.terrains.is_empty()
    }

    /// The terrain with this id.
    pub fn terrain(&self, id: TerrainId) -> Option<&Terrain> {
        self.terrains.iter().find(|terrain| terrain.id == id)
    }

    /// The terrain with this id, to change. Only `edit` asks for one.
    pub fn terrain_mut(&mut self, id: TerrainId) -> Option<&mut Terrain> {
        self.terrains.iter_mut().find(|terrain| terrain.id == id)
    }
}
