//! A hash of a document's content: equal hashes mean nothing a user could see or save differs.
//!
//! Covered: every field of every type below; each `hash_fields!` line takes its type apart without
//! `..`, so a new field that is not hashed does not compile. Not covered: the id counter.

use super::{
    Attachment, Camera, Collision, CollisionShape, Combos, Document, Event, Light, Model,
    ModelEmitter, ModelFormat, ModelId, NativeFile, NativeRole, NativeSource, OpaqueChunk,
    Particle, ParticleRamp, Ribbon, SpriteEmitter, TerrainId,
};
use crate::anim::{
    BoneTracks, Clip, ClipFlags, ClipId, Driver, Interpolation, KeyList, Tangents, Track, TrackKeys,
};
use crate::math::{Aabb, Quat, Vec2, Vec3};
use crate::mesh::{
    Batch, Bounds, ColourTarget, ColourTracks, Geoset, Influence, Influences, Layer, LayerFlags,
    LayeredMaterial, Material, MaterialFlags, ShadowBatch, Submesh, Texture, TextureKind,
    TextureTransform, VertexPool, View,
};
use crate::skeleton::{Bone, BoneFlags, BoneId, BoneKind, BoneShape, Skeleton};
use crate::skinning::SkinSettings;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use xxhash_rust::xxh3::Xxh3;

impl Document {
    /// The hash of the content (xxh3, 64 bits).
    pub fn content_hash(&self) -> u64 {
        let mut hasher = Hasher::new();
        self.models.feed(&mut hasher);
        // Documents from before there were terrains keep their hash.
        if !self.terrains.is_empty() {
            self.terrains.feed(&mut hasher);
        }
        hasher.finish()
    }
}

impl Model {
    /// The hash of this model's content (xxh3, 64 bits).
    pub fn content_hash(&self) -> u64 {
        let mut hasher = Hasher::new();
        self.feed(&mut hasher);
        hasher.finish()
    }
}

/// Numbers gathered before they are hashed together.
const GATHERED: usize = 4096;

/// Hashes a stream of bytes. The hash does not depend on how the stream is cut, so single numbers
/// are gathered first: hashing each by itself takes several times as long.
pub(super) struct Hasher {
    hasher: Xxh3,
    gathered: [u8; GATHERED],
    count: usize,
}

impl Hasher {
    pub(super) fn new() -> Self {
        Self {
            hasher: Xxh3::new(),
            gathered: [0; GATHERED],
            count: 0,
        }
    }

    #[inline]
    fn number<const N: usize>(&mut self, bytes: [u8; N]) {
        if self.count + N > GATHERED {
            self.flush();
        }
        let rest = self.gathered.get_mut(self.count..).unwrap_or_default();
        if let Some(slot) = rest.first_chunk_mut() {
            *slot = bytes;
            self.count += N;
        }
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        self.flush();
        self.hasher.update(bytes);
    }

    fn flush(&mut self) {
        self.hasher
            .update(self.gathered.get(..self.count).unwrap_or_default());
        self.count = 0;
    }

    pub(super) fn finish(mut self) -> u64 {
        self.flush();
        self.hasher.digest()
    }
}

/// Gives its bytes to the hasher; lists give their length first, floats their bits.
pub(super) trait Feed {
    /// Gives the bytes of this value to `hasher`.
    fn feed(&self, hasher: &mut Hasher);
}

macro_rules! feed_bytes {
    ($($number:ty),+) => {$(
        impl Feed for $number {
            #[inline]
            fn feed(&self, hasher: &mut Hasher) {
                hasher.number(self.to_le_bytes());
            }
        }
    )+};
}
feed_bytes!(u8, i8, u16, i16, u32, i32, u64, f32);

/// Fields after a semicolon are no content.
macro_rules! hash_fields {
    ($($kind:ident { $($field:ident),+ $(; $($derived:ident),+)? })+) => {$(
        impl Feed for $kind {
            fn feed(&self, hasher: &mut Hasher) {
                let $kind { $($field,)+ $($($derived: _),+)? } = self;
                $($field.feed(hasher);)+
            }
        }
    )+};
}
pub(super) use hash_fields;

macro_rules! hash_newtypes {
    ($($kind:ident),+) => {$(
        impl Feed for $kind {
            fn feed(&self, hasher: &mut Hasher) {
                let $kind(number) = self;
                number.feed(hasher);
            }
        }
    )+};
}
hash_newtypes!(
    BoneId,
    ClipId,
    ModelId,
    TerrainId,
    BoneFlags,
    ClipFlags,
    MaterialFlags,
    LayerFlags,
    TextureKind
);

hash_fields! {
    Model {
        id, title, name, format, flags, global_loops_ms, clips, clip_lookup, skeleton, bone_tracks,
        vertices, views, colours, textures, texture_weights, texture_transforms,
        replaceable_lookup, materials, combos, bounds, bounds_radius, collision, attachments,
        attachment_lookup, events, lights, cameras, camera_lookup, ribbons, particles, geosets,
        colour_targets, layered_materials, layers, model_emitters, sprite_emitters,
        collision_shapes, blend_ms, animation_path, skin_settings, opaque, native; shape
    }
    Aabb { min, max }
    Attachment { kind, bone, unknown, position, visibility, path }
    Batch {
        flags, priority_plane, shader, submesh, geoset_index, colour_index, material_index, layer,
        texture_count, texture_combo_index, texture_coord_combo_index,
        texture_weight_combo_index, texture_transform_combo_index
    }
    Bone { id, name, parent, pivot, flags, key_bone_id, submesh_id, name_crc, kind, shape }
    BoneShape { colour, length, width, rest_degrees }
    BoneTracks { translation, rotation, scale }
    Bounds { aabb, radius }
    Camera {
        name, kind, fov_rad, far, near, position, position_base, target, target_base, roll
    }
    Clip {
        id, name, animation_id, variation, start_ms, duration_ms, move_speed, flags, frequency,
        padding, repeat, blend_time, bounds, bounds_radius, variation_next, alias_of, rarity, sync_point
    }
    CollisionShape { bone, kind, points, radius }
    ColourTarget { geoset, flags }
    Collision { bounds, radius, indices, vertices, normals }
    ColourTracks { colour, alpha }
    Combos { bones, textures, texture_coords, texture_weights, texture_transforms, combiners }
    Event { tag, payload, bone, position, times }
    Geoset {
        material, selection_group, selection_flags, groups, vertex_groups, bounds, clip_bounds,
        uv_set_count, further_uvs
    }
    Influence { bone, weight }
    Influences { slots, overflow }
    Layer { filter, flags, texture, transform, uv_set, alpha }
    LayeredMaterial { priority_plane, flags, layer_count }
    Light {
        kind, bone, position, ambient_colour, ambient_intensity, diffuse_colour,
        diffuse_intensity, attenuation_start, attenuation_end, visibility
    }
    Material { flags, blend }
    ModelEmitter {
        bone, emission_rate, gravity, longitude, latitude, path, lifespan, speed, visibility
    }
    NativeFile { role, name, bytes }
    NativeSource { files }
    OpaqueChunk { tag, position, bytes }
    Particle {
        number, flags, position, bone, texture, model_path, child_path, blend, emitter,
        colour_index, particle_type, head_or_tail, tile_rotation, rows, columns, speed,
        speed_variation, vertical_range, horizontal_range, gravity, lifespan, lifespan_variation,
        emission_rate, emission_rate_variation, area_length, area_width, z_source, colour, alpha,
        scale, scale_variation, head_cells, tail_cells, dynamics, spline, enabled
    }
    Ribbon {
        number, bone, position, textures, materials, colour, alpha, height_above, height_below,
        edges_per_second, edge_lifetime, gravity, rows, columns, texture_slot, visibility,
        priority_plane, padding
    }
    ShadowBatch { flags, flags_2, unknown, submesh, texture, colour, weight }
    Skeleton { bones, key_bone_lookup }
    SkinSettings { locked_bones, normalises, influence_limit, welds, mirror_bones }
    SpriteEmitter {
        bone, speed, variation, latitude, gravity, lifespan, emission_rate, length, width, filter,
        rows, columns, head_or_tail, tail_length, middle, colours, alphas, scales, head_life,
        head_decay, tail_life, tail_decay, texture, squirt, priority_plane, replaceable, visibility
    }
    Submesh {
        geoset, level, vertex_start, vertex_count, triangle_start, triangle_count, bone_count,
        bone_combo_index, bone_influences, centre_bone, centre, sort_centre, sort_radius
    }
    Texture { kind, flags, path }
    TextureTransform { translation, rotation, scale }
    VertexPool { positions, normals, uvs, influences }
    View {
        vertex_indices, triangles, palette_indices, submeshes, batches, bone_limit, shadow_batches
    }
}

impl Feed for () {
    fn feed(&self, _: &mut Hasher) {}
}

impl Feed for Vec3 {
    fn feed(&self, hasher: &mut Hasher) {
        self.iter().for_each(|number| number.feed(hasher));
    }
}

impl Feed for Vec2 {
    fn feed(&self, hasher: &mut Hasher) {
        self.iter().for_each(|number| number.feed(hasher));
    }
}

impl Feed for Quat {
    fn feed(&self, hasher: &mut Hasher) {
        self.coords.iter().for_each(|number| number.feed(hasher));
    }
}

impl Feed for String {
    fn feed(&self, hasher: &mut Hasher) {
        self.len().feed(hasher);
        hasher.bytes(self.as_bytes());
    }
}

impl Feed for usize {
    fn feed(&self, hasher: &mut Hasher) {
        hasher.number((*self as u64).to_le_bytes());
    }
}

impl<T: Feed> Feed for Vec<T> {
    fn feed(&self, hasher: &mut Hasher) {
        self.as_slice().feed(hasher);
    }
}

impl<T: Feed> Feed for [T] {
    fn feed(&self, hasher: &mut Hasher) {
        self.len().feed(hasher);
        self.iter().for_each(|item| item.feed(hasher));
    }
}

impl<T: Feed, const N: usize> Feed for [T; N] {
    fn feed(&self, hasher: &mut Hasher) {
        self.iter().for_each(|item| item.feed(hasher));
    }
}

impl Feed for Arc<[u8]> {
    fn feed(&self, hasher: &mut Hasher) {
        self.len().feed(hasher);
        hasher.bytes(self);
    }
}

impl<T: Feed> Feed for Box<T> {
    fn feed(&self, hasher: &mut Hasher) {
        (**self).feed(hasher);
    }
}

impl<T: Feed> Feed for Arc<T> {
    fn feed(&self, hasher: &mut Hasher) {
        (**self).feed(hasher);
    }
}

impl<T: Feed> Feed for Option<T> {
    fn feed(&self, hasher: &mut Hasher) {
        u8::from(self.is_some()).feed(hasher);
        if let Some(item) = self {
            item.feed(hasher);
        }
    }
}

impl Feed for bool {
    fn feed(&self, hasher: &mut Hasher) {
        u8::from(*self).feed(hasher);
    }
}

impl<T: Feed> Feed for BTreeSet<T> {
    fn feed(&self, hasher: &mut Hasher) {
        self.len().feed(hasher);
        self.iter().for_each(|item| item.feed(hasher));
    }
}

impl<K: Feed, V: Feed> Feed for BTreeMap<K, V> {
    fn feed(&self, hasher: &mut Hasher) {
        self.len().feed(hasher);
        for (key, value) in self {
            key.feed(hasher);
            value.feed(hasher);
        }
    }
}

impl<T: Feed> Feed for ParticleRamp<T> {
    fn feed(&self, hasher: &mut Hasher) {
        let Self { times, values } = self;
        times.feed(hasher);
        values.feed(hasher);
    }
}

impl<T: Feed> Feed for Tangents<T> {
    fn feed(&self, hasher: &mut Hasher) {
        let Self { incoming, outgoing } = self;
        incoming.feed(hasher);
        outgoing.feed(hasher);
    }
}

impl<T: Feed> Feed for KeyList<T> {
    fn feed(&self, hasher: &mut Hasher) {
        let Self {
            times_ms,
            values,
            tangents,
        } = self;
        times_ms.feed(hasher);
        values.feed(hasher);
        tangents.feed(hasher);
    }
}

impl<T: Feed> Feed for Track<T> {
    fn feed(&self, hasher: &mut Hasher) {
        let Self {
            interpolation,
            driver,
            keys,
        } = self;
        interpolation.feed(hasher);
        driver.feed(hasher);
        match keys {
            TrackKeys::PerClip(lists) => {
                0u8.feed(hasher);
                lists.feed(hasher);
            }
            TrackKeys::Shared(list) => {
                1u8.feed(hasher);
                list.feed(hasher);
            }
            TrackKeys::Axis(list) => {
                2u8.feed(hasher);
                list.feed(hasher);
            }
        }
    }
}

impl Feed for Interpolation {
    fn feed(&self, hasher: &mut Hasher) {
        self.number().feed(hasher);
    }
}

impl Feed for BoneKind {
    fn feed(&self, hasher: &mut Hasher) {
        (*self as u8).feed(hasher);
    }
}

impl Feed for Driver {
    fn feed(&self, hasher: &mut Hasher) {
        match self {
            Self::Clip => 0xFFFF_FFFFu32.feed(hasher),
            Self::GlobalLoop(index) => u32::from(*index).feed(hasher),
        }
    }
}

impl Feed for ModelFormat {
    fn feed(&self, hasher: &mut Hasher) {
        match self {
            Self::M2 { version } => {
                0u8.feed(hasher);
                version.feed(hasher);
            }
            Self::Mdx { version } => {
                1u8.feed(hasher);
                version.feed(hasher);
            }
            Self::BoneText => 2u8.feed(hasher),
        }
    }
}

impl Feed for NativeRole {
    fn feed(&self, hasher: &mut Hasher) {
        match self {
            Self::Model => 0u8.feed(hasher),
            Self::Skin(number) => {
                1u8.feed(hasher);
                number.feed(hasher);
            }
            Self::Anim(clip) => {
                2u8.feed(hasher);
                clip.feed(hasher);
            }
            Self::Terrain => 3u8.feed(hasher),
            Self::Archive => 4u8.feed(hasher),
            Self::Map => 5u8.feed(hasher),
            Self::Tile { x, y } => {
                6u8.feed(hasher);
                x.feed(hasher);
                y.feed(hasher);
            }
            Self::SplatList => 11u8.feed(hasher),
            Self::SplatPicture(number) => {
                12u8.feed(hasher);
                number.feed(hasher);
            }
            Self::TileFolder => 7u8.feed(hasher),
            Self::TileOnDisk { x, y } => {
                8u8.feed(hasher);
                x.feed(hasher);
                y.feed(hasher);
            }
            Self::TileTextures { x, y } => {
                9u8.feed(hasher);
                x.feed(hasher);
                y.feed(hasher);
            }
            Self::TileObjects { x, y } => {
                10u8.feed(hasher);
                x.feed(hasher);
                y.feed(hasher);
            }
        }
    }
}
