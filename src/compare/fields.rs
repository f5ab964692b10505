//! The fields of every record, in the order of the format.

use super::difference::Walk;
use super::path::Path;
use super::scalar::{Compare, compare_bytes};
use crate::anim::{BoneTracks, Clip};
use crate::document::{
    Attachment, Camera, Collision, CollisionShape, Combos, Event, Light, ModelEmitter, OpaqueChunk,
    Particle, ParticleRamp, Ribbon, SpriteEmitter,
};
use crate::math::Aabb;
use crate::mesh::{
    Batch, Bounds, ColourTarget, ColourTracks, Geoset, Layer, LayeredMaterial, Material,
    ShadowBatch, Submesh, Texture, TextureTransform, View,
};
use crate::skeleton::{Bone, BoneShape};

/// Compares types field by field; `bytes` are compared as one value, `not` are left out.
macro_rules! compare_fields {
    ($($kind:ident { $($field:ident),* $(; bytes $($bytes:ident),+)? $(; not $($left:ident),+)? })+) => {$(
        impl Compare for $kind {
            fn compare(&self, other: &Self, at: &Path<'_>, walk: &mut Walk) {
                let $kind { $($field,)* $($($bytes,)+)? $($($left: _,)+)? } = self;
                $($field.compare(&other.$field, &at.field(stringify!($field)), walk);)*
                $($(compare_bytes($bytes, &other.$bytes, &at.field(stringify!($bytes)), walk);)+)?
            }
        }
    )+};
}

compare_fields! {
    Aabb { min, max }
    Attachment { kind, bone, unknown, position, visibility; bytes path }
    Batch {
        flags, priority_plane, shader, submesh, geoset_index, colour_index, material_index, layer,
        texture_count, texture_combo_index, texture_coord_combo_index,
        texture_weight_combo_index, texture_transform_combo_index
    }
    Bone { name, parent, pivot, flags, key_bone_id, submesh_id, name_crc, kind, shape; not id }
    BoneShape { colour, length, width, rest_degrees }
    Bounds { aabb, radius }
    BoneTracks { translation, rotation, scale }
    Camera {
        kind, fov_rad, far, near, position, position_base, target, target_base, roll;
        bytes name
    }
    Clip {
        name, animation_id, variation, start_ms, duration_ms, move_speed, flags, frequency,
        padding, repeat, blend_time, bounds, bounds_radius, variation_next, alias_of, rarity, sync_point;
        not id
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
    Layer { filter, flags, texture, transform, uv_set, alpha }
    LayeredMaterial { priority_plane, flags, layer_count }
    Light {
        kind, bone, position, ambient_colour, ambient_intensity, diffuse_colour,
        diffuse_intensity, attenuation_start, attenuation_end, visibility
    }
    Material { flags, blend }
    ModelEmitter {
        bone, emission_rate, gravity, longitude, latitude, lifespan, speed, visibility;
        bytes path
    }
    OpaqueChunk { tag, position; bytes bytes }
    Particle {
        number, flags, position, bone, texture, blend, emitter, colour_index, particle_type,
        head_or_tail, tile_rotation, rows, columns, speed, speed_variation, vertical_range,
        horizontal_range, gravity, lifespan, lifespan_variation, emission_rate,
        emission_rate_variation, area_length, area_width, z_source, colour, alpha, scale,
        scale_variation, head_cells, tail_cells, dynamics, spline, enabled;
        bytes model_path, child_path
    }
    Ribbon {
        number, bone, position, textures, materials, colour, alpha, height_above, height_below,
        edges_per_second, edge_lifetime, gravity, rows, columns, texture_slot, visibility,
        priority_plane, padding
    }
    ShadowBatch { flags, flags_2, unknown, submesh, texture, colour, weight }
    SpriteEmitter {
        bone, speed, variation, latitude, gravity, lifespan, emission_rate, length, width, filter,
        rows, columns, head_or_tail, tail_length, middle, colours, alphas, scales, head_life,
        head_decay, tail_life, tail_decay, texture, squirt, priority_plane, replaceable, visibility
    }
    Submesh {
        geoset, level, vertex_start, vertex_count, triangle_start, triangle_count, bone_count,
        bone_combo_index, bone_influences, centre_bone, centre, sort_centre, sort_radius
    }
    Texture { kind, flags; bytes path }
    TextureTransform { translation, rotation, scale }
    View {
        vertex_indices, triangles, palette_indices, submeshes, batches, bone_limit, shadow_batches
    }
}

impl<T: Compare + PartialEq> Compare for ParticleRamp<T> {
    fn compare(&self, other: &Self, at: &Path<'_>, walk: &mut Walk) {
        let Self { times, values } = self;
        times.compare(&other.times, &at.field("times"), walk);
        values.compare(&other.values, &at.field("values"), walk);
    }
}
