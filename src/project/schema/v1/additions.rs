//! What was added to the document after the other sections: what only MDX has, and how bones look.
//!
//! A file from before has no such section and opens with the values that were meant then.

use super::stored::{Stored, Three, stored};
use super::track::StoredTrack;
use crate::document::{CollisionShape, Model, ModelEmitter, SpriteEmitter};
use crate::math::Vec2;
use crate::mesh::{Bounds, ColourTarget, Geoset, Layer, LayeredMaterial};
use crate::project::codec::{
    Bytes, Decode, Encode, EncodeError, Encoder, List, Packed, Pair, write_bytes, write_count,
};
use crate::skeleton::{BoneId, BoneKind, BoneShape};

stored! {
    /// How a bone is drawn.
    StoredBoneShape for BoneShape {
        colour: [u8; 3],
        length: f32,
        width: f32,
        rest_degrees: [f32; 3],
    }

    /// A box and a sphere.
    StoredBounds for Bounds {
        aabb: [[f32; 3]; 2],
        radius: f32,
    }

    /// What an MDX submesh has beyond its triangles.
    StoredGeoset for Geoset {
        material: u32,
        selection_group: u32,
        selection_flags: u32,
        groups: List<Packed<BoneId>>,
        vertex_groups: Bytes<Vec<u8>>,
        bounds: StoredBounds,
        clip_bounds: List<StoredBounds>,
        uv_set_count: u32,
        further_uvs: List<Packed<Vec2>>,
    }

    /// What a colour applies to.
    StoredColourTarget for ColourTarget {
        geoset: i32,
        flags: u32,
    }

    /// A material of several layers.
    StoredLayeredMaterial for LayeredMaterial {
        priority_plane: i32,
        flags: u32,
        layer_count: u32,
    }

    /// A layer of a material.
    StoredLayer for Layer {
        filter: u32,
        flags: u32,
        texture: StoredTrack<i32>,
        transform: i32,
        uv_set: u32,
        alpha: StoredTrack<f32>,
    }

    /// An emitter of models.
    StoredModelEmitter for ModelEmitter {
        bone: u32,
        emission_rate: StoredTrack<f32>,
        gravity: StoredTrack<f32>,
        longitude: StoredTrack<f32>,
        latitude: StoredTrack<f32>,
        path: Bytes<Vec<u8>>,
        lifespan: StoredTrack<f32>,
        speed: StoredTrack<f32>,
        visibility: StoredTrack<i32>,
    }

    /// An emitter of pictures.
    StoredSpriteEmitter for SpriteEmitter {
        bone: u32,
        speed: StoredTrack<f32>,
        variation: StoredTrack<f32>,
        latitude: StoredTrack<f32>,
        gravity: StoredTrack<f32>,
        lifespan: f32,
        emission_rate: StoredTrack<f32>,
        length: StoredTrack<f32>,
        width: StoredTrack<f32>,
        filter: u32,
        rows: u32,
        columns: u32,
        head_or_tail: u32,
        tail_length: f32,
        middle: f32,
        colours: Three<[f32; 3]>,
        alphas: [u8; 3],
        scales: [f32; 3],
        head_life: [u32; 3],
        head_decay: [u32; 3],
        tail_life: [u32; 3],
        tail_decay: [u32; 3],
        texture: i32,
        squirt: u32,
        priority_plane: i32,
        replaceable: u32,
        visibility: StoredTrack<i32>,
    }

    /// A shape that things hit.
    StoredCollisionShape for CollisionShape {
        bone: u32,
        kind: u32,
        points: Pair<[f32; 3]>,
        radius: f32,
    }
}

/// The section. Its first six lists have an entry for each item of another section's list.
#[derive(Debug, Decode)]
#[bincode(decode_context = "()")]
pub(in crate::project) struct AdditionsSection {
    bone_kinds: Packed<u8>,
    bone_shapes: List<Option<StoredBoneShape>>,
    clip_rarities: Packed<f32>,
    clip_sync_points: Packed<u32>,
    attachment_paths: List<Bytes<Vec<u8>>>,
    camera_names: List<Bytes<Vec<u8>>>,
    geosets: List<StoredGeoset>,
    colour_targets: List<StoredColourTarget>,
    layered_materials: List<StoredLayeredMaterial>,
    layers: List<StoredLayer>,
    model_emitters: List<StoredModelEmitter>,
    sprite_emitters: List<StoredSpriteEmitter>,
    collision_shapes: List<StoredCollisionShape>,
    blend_ms: u32,
    animation_path: Bytes<Vec<u8>>,
}

impl AdditionsSection {
    /// Writes what the section holds of `model`.
    pub fn write<E: Encoder>(model: &Model, to: &mut E) -> Result<(), EncodeError> {
        let bones = &model.skeleton.bones;
        let kinds: Vec<u8> = bones.iter().map(|bone| bone.kind as u8).collect();
        <Packed<u8> as Stored<_>>::write(&kinds, to)?;
        write_count(bones.len(), to)?;
        bones
            .iter()
            .try_for_each(|bone| <Option<StoredBoneShape> as Stored<_>>::write(&bone.shape, to))?;
        let rarities: Vec<f32> = model.clips.iter().map(|clip| clip.rarity).collect();
        <Packed<f32> as Stored<_>>::write(&rarities, to)?;
        let points: Vec<u32> = model.clips.iter().map(|clip| clip.sync_point).collect();
        <Packed<u32> as Stored<Vec<u32>>>::write(&points, to)?;
        write_count(model.attachments.len(), to)?;
        let mut attachments = model.attachments.iter();
        attachments.try_for_each(|attachment| write_bytes(&attachment.path, to))?;
        write_count(model.cameras.len(), to)?;
        let mut cameras = model.cameras.iter();
        cameras.try_for_each(|camera| write_bytes(&camera.name, to))?;
        <List<StoredGeoset> as Stored<_>>::write(&model.geosets, to)?;
        <List<StoredColourTarget> as Stored<_>>::write(&model.colour_targets, to)?;
        <List<StoredLayeredMaterial> as Stored<_>>::write(&model.layered_materials, to)?;
        <List<StoredLayer> as Stored<_>>::write(&model.layers, to)?;
        <List<StoredModelEmitter> as Stored<_>>::write(&model.model_emitters, to)?;
        <List<StoredSpriteEmitter> as Stored<_>>::write(&model.sprite_emitters, to)?;
        <List<StoredCollisionShape> as Stored<_>>::write(&model.collision_shapes, to)?;
        model.blend_ms.encode(to)?;
        write_bytes(&model.animation_path, to)
    }

    /// Puts what the section holds into `model`; a list for items that did not open is left out.
    pub fn put_into(self, model: &mut Model) -> Result<(), String> {
        let kinds = self.bone_kinds.0.into_iter().map(|number| {
            let kind = BoneKind::ALL.get(usize::from(number)).copied();
            kind.ok_or_else(|| format!("a bone is of a kind ({number}) nobody knows"))
        });
        let kinds: Vec<BoneKind> = kinds.collect::<Result<_, _>>()?;
        let shapes: Vec<Option<BoneShape>> = self.bone_shapes.restore()?;
        let geosets = self.geosets.restore()?;
        let colour_targets = self.colour_targets.restore()?;
        let layered_materials = self.layered_materials.restore()?;
        let layers = self.layers.restore()?;
        let model_emitters = self.model_emitters.restore()?;
        let sprite_emitters = self.sprite_emitters.restore()?;
        let collision_shapes = self.collision_shapes.restore()?;
        for (bone, kind) in model.skeleton.bones.iter_mut().zip(kinds) {
            bone.kind = kind;
        }
        for (bone, shape) in model.skeleton.bones.iter_mut().zip(shapes) {
            bone.shape = shape;
        }
        for (clip, rarity) in model.clips.iter_mut().zip(self.clip_rarities.0) {
            clip.rarity = rarity;
        }
        for (clip, point) in model.clips.iter_mut().zip(self.clip_sync_points.0) {
            clip.sync_point = point;
        }
        for (attachment, Bytes(path)) in model.attachments.iter_mut().zip(self.attachment_paths.0) {
            attachment.path = path;
        }
        for (camera, Bytes(name)) in model.cameras.iter_mut().zip(self.camera_names.0) {
            camera.name = name;
        }
        model.geosets = geosets;
        model.colour_targets = colour_targets;
        model.layered_materials = layered_materials;
        model.layers = layers;
        model.model_emitters = model_emitters;
        model.sprite_emitters = sprite_emitters;
        model.collision_shapes = collision_shapes;
        model.blend_ms = self.blend_ms;
        model.animation_path = self.animation_path.0;
        Ok(())
    }
}
