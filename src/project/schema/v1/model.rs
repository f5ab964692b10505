//! How a model is cut into sections, so that a damaged one leaves the others open.

use super::material::{
    StoredColourTracks, StoredCombos, StoredMaterial, StoredTexture, StoredTextureTransform,
};
use super::mesh::{StoredVertexPool, StoredView, WideView};
use super::nodes::{
    StoredAttachment, StoredCamera, StoredCollision, StoredEvent, StoredLight, StoredParticle,
    StoredRibbon,
};
use super::skeleton::{StoredClip, StoredSkeleton};
use super::stored::{Stored, stored};
use super::track::{StoredBoneTracks, StoredTrack};
use crate::anim::{BoneTracks, Clip, ClipId, Track};
use crate::document::{
    Attachment, Camera, Collision, Combos, Event, Light, Model, ModelFormat, ModelId, Particle,
    Ribbon,
};
use crate::math::Aabb;
use crate::mesh::{ColourTracks, Material, Texture, TextureTransform, VertexPool, View};
use crate::project::codec::{Bytes, Decode, Encode, EncodeError, Encoder, List, Packed, Text};
use crate::skeleton::Skeleton;

/// Which make of content hash this program writes and compares.
///
/// A field that is new in the document changes every hash, so it needs a new number here; the test
/// that opens old files fails until it has one.
pub(in crate::project) const HASH_VERSION: u16 = 3;

/// What is in the project, and what wrote it.
#[derive(Debug)]
pub(in crate::project) struct Manifest {
    /// The program that wrote the file, with its version.
    pub program: String,
    /// The next id of the document.
    pub next_id: u32,
    /// How the hash was made; see [`HASH_VERSION`].
    pub hash_version: u16,
    /// The content hash of the whole document: its low and its high half.
    pub content_hash: [u32; 2],
    /// The models, in their order.
    pub models: Vec<ManifestModel>,
}

/// A line of the manifest.
#[derive(Debug)]
pub(in crate::project) struct ManifestModel {
    /// What people call it.
    pub title: String,
    /// Whether the files it came from are in the project: 1 or 0.
    pub has_native: u8,
}

stored! {
    /// The section with the manifest.
    ManifestSection for Manifest {
        program: Text,
        next_id: u32,
        hash_version: u16,
        content_hash: [u32; 2],
        models: List<StoredManifestModel>,
    }

    /// A line of it.
    StoredManifestModel for ManifestModel {
        title: Text,
        has_native: u8,
    }
}

/// Which format, as a kind and a version.
#[derive(Debug, Decode)]
#[bincode(decode_context = "()")]
pub(in crate::project) struct StoredFormat {
    kind: u8,
    version: u32,
}

impl Stored<ModelFormat> for StoredFormat {
    fn write<E: Encoder>(value: &ModelFormat, to: &mut E) -> Result<(), EncodeError> {
        let (kind, version): (u8, u32) = match *value {
            ModelFormat::M2 { version } => (0, version),
            ModelFormat::Mdx { version } => (1, version),
            ModelFormat::BoneText => (2, 1),
        };
        kind.encode(to)?;
        version.encode(to)
    }

    fn restore(self) -> Result<ModelFormat, String> {
        match self.kind {
            0 => Ok(ModelFormat::M2 {
                version: self.version,
            }),
            1 => Ok(ModelFormat::Mdx {
                version: self.version,
            }),
            2 => Ok(ModelFormat::BoneText),
            kind => Err(format!("the model's format ({kind}) is not known")),
        }
    }
}

/// Defines the sections of a model by the fields that each holds.
macro_rules! sections {
    ($($(#[$doc:meta])+ $section:ident { $($field:ident: $domain:ty => $kind:ty),+ $(,)? })+) => {
        $(
            $(#[$doc])+
            #[derive(Debug, Decode)]
            #[bincode(decode_context = "()")]
            pub(in crate::project) struct $section {
                $($field: $kind),+
            }

            impl $section {
                /// Writes what the section holds of `model`.
                pub fn write<E: Encoder>(model: &Model, to: &mut E) -> Result<(), EncodeError> {
                    $(<$kind as Stored<$domain>>::write(&model.$field, to)?;)+
                    Ok(())
                }

                /// Puts what the section holds into `model`, all of it or nothing.
                pub fn put_into(self, model: &mut Model) -> Result<(), String> {
                    $(let $field = <$kind as Stored<$domain>>::restore(self.$field)?;)+
                    $(model.$field = $field;)+
                    Ok(())
                }
            }
        )+

        /// Never called: takes a model apart without `..`, so that a new field of the model does
        /// not compile until it is in a section (or, like those named here, in one of its own).
        const _: fn(Model) = |model| {
            let Model {
                $($($field: _,)+)+
                geosets: _, colour_targets: _, layered_materials: _, layers: _,
                model_emitters: _, sprite_emitters: _, collision_shapes: _, blend_ms: _,
                animation_path: _, skin_settings: _, opaque: _, native: _, shape: _,
            } = &model;
        };
    };
}

sections! {
    /// Name, bones and clips: without them a model does not open.
    CoreSection {
        id: ModelId => u32,
        title: String => Text,
        name: Vec<u8> => Bytes<Vec<u8>>,
        format: ModelFormat => StoredFormat,
        flags: u32 => u32,
        global_loops_ms: Vec<u32> => Packed<u32>,
        clips: Vec<Clip> => List<StoredClip>,
        clip_lookup: Vec<ClipId> => Packed<ClipId>,
        skeleton: Skeleton => StoredSkeleton,
        bounds: Aabb => [[f32; 3]; 2],
        bounds_radius: f32 => f32,
    }

    /// The tracks of the bones.
    TrackSection {
        bone_tracks: Vec<BoneTracks> => List<StoredBoneTracks>,
    }

    /// The vertices.
    MeshSection {
        vertices: VertexPool => StoredVertexPool,
    }

    /// How the vertices are drawn.
    ViewSection {
        views: Vec<View> => List<StoredView>,
        combos: Combos => StoredCombos,
    }

    /// Materials and textures.
    MaterialSection {
        colours: Vec<ColourTracks> => List<StoredColourTracks>,
        textures: Vec<Texture> => List<StoredTexture>,
        texture_weights: Vec<Track<f32>> => List<StoredTrack<f32>>,
        texture_transforms: Vec<TextureTransform> => List<StoredTextureTransform>,
        replaceable_lookup: Vec<i16> => Packed<i16>,
        materials: Vec<Material> => List<StoredMaterial>,
    }

    /// What hangs on the bones, and the collision mesh.
    NodeSection {
        collision: Collision => StoredCollision,
        attachments: Vec<Attachment> => List<StoredAttachment>,
        attachment_lookup: Vec<i16> => Packed<i16>,
        events: Vec<Event> => List<StoredEvent>,
        lights: Vec<Light> => List<StoredLight>,
        cameras: Vec<Camera> => List<StoredCamera>,
        camera_lookup: Vec<i16> => Packed<i16>,
        ribbons: Vec<Ribbon> => List<StoredRibbon>,
        particles: Vec<Particle> => List<StoredParticle>,
    }
}

/// How the vertices are drawn, in the width that holds more than 65,536 of them.
#[derive(Debug, Decode)]
#[bincode(decode_context = "()")]
pub(in crate::project) struct WideViewSection {
    views: List<WideView>,
    combos: StoredCombos,
}

impl WideViewSection {
    /// Writes what the section holds of `model`.
    pub fn write<E: Encoder>(model: &Model, to: &mut E) -> Result<(), EncodeError> {
        <List<WideView> as Stored<_>>::write(&model.views, to)?;
        StoredCombos::write(&model.combos, to)
    }

    /// Puts what the section holds into `model`, all of it or nothing.
    pub fn put_into(self, model: &mut Model) -> Result<(), String> {
        let views = self.views.restore()?;
        model.combos = self.combos.restore()?;
        model.views = views;
        Ok(())
    }
}
