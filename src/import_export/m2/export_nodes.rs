//! Attachments, events, lights, cameras, ribbons and particles of the document to the file.

use super::export::BoneNumbers;
use super::export_tracks::{
    byte, event_track, float, share, short, spline_track, track, vec2, vec3,
};
use crate::document::{Attachment, Camera, Event, Light, Particle, ParticleRamp, Ribbon};
use crate::formats::m2;
use crate::math::Vec3;

pub fn attachment(from: &Attachment, bones: &BoneNumbers) -> m2::Attachment {
    m2::Attachment {
        id: from.kind,
        bone: bones.short(from.bone),
        unknown: from.unknown,
        position: vec3(from.position),
        visibility: track(&from.visibility, byte),
    }
}

pub fn event(from: &Event, bones: &BoneNumbers) -> m2::Event {
    m2::Event {
        id: from.tag,
        argument: from.payload,
        bone: bones.long(from.bone),
        position: vec3(from.position),
        track: event_track(&from.times),
    }
}

pub fn light(from: &Light, bones: &BoneNumbers) -> m2::Light {
    m2::Light {
        kind: from.kind,
        bone: bones.short(from.bone).cast_signed(),
        position: vec3(from.position),
        ambient_color: track(&from.ambient_colour, vec3),
        ambient_intensity: track(&from.ambient_intensity, float),
        diffuse_color: track(&from.diffuse_colour, vec3),
        diffuse_intensity: track(&from.diffuse_intensity, float),
        attenuation_start: track(&from.attenuation_start, float),
        attenuation_end: track(&from.attenuation_end, float),
        visibility: track(&from.visibility, byte),
    }
}

pub fn camera(from: &Camera) -> m2::Camera {
    m2::Camera {
        kind: from.kind,
        field_of_view_rad: from.fov_rad,
        far_clip: from.far,
        near_clip: from.near,
        position_track: spline_track(&from.position, Vec3::zeros(), vec3),
        position: vec3(from.position_base),
        target_track: spline_track(&from.target, Vec3::zeros(), vec3),
        target: vec3(from.target_base),
        roll: spline_track(&from.roll, 0.0, float),
    }
}

pub fn ribbon(from: &Ribbon, bones: &BoneNumbers) -> m2::Ribbon {
    m2::Ribbon {
        id: from.number,
        bone: bones.long(from.bone),
        position: vec3(from.position),
        textures: from.textures.clone().into(),
        materials: from.materials.clone().into(),
        color: track(&from.colour, vec3),
        alpha: track(&from.alpha, share),
        height_above: track(&from.height_above, float),
        height_below: track(&from.height_below, float),
        edges_per_second: from.edges_per_second,
        edge_lifetime_secs: from.edge_lifetime,
        gravity: from.gravity,
        texture_rows: from.rows,
        texture_columns: from.columns,
        texture_slot: track(&from.texture_slot, short),
        visibility: track(&from.visibility, byte),
        priority_plane: from.priority_plane,
        padding: from.padding,
    }
}

pub fn particle(from: &Particle, bones: &BoneNumbers) -> m2::Particle {
    let d = &from.dynamics;
    m2::Particle {
        id: from.number,
        flags: from.flags,
        position: vec3(from.position),
        bone: bones.short(from.bone),
        texture: from.texture,
        model_name: from.model_path.clone().into(),
        child_name: from.child_path.clone().into(),
        blend_mode: from.blend,
        emitter_kind: from.emitter,
        color_index: from.colour_index,
        particle_kind: from.particle_type,
        head_or_tail: from.head_or_tail,
        tile_rotation: from.tile_rotation,
        texture_rows: from.rows,
        texture_columns: from.columns,
        speed: track(&from.speed, float),
        speed_variation: track(&from.speed_variation, float),
        vertical_range: track(&from.vertical_range, float),
        horizontal_range: track(&from.horizontal_range, float),
        gravity: track(&from.gravity, float),
        lifespan: track(&from.lifespan, float),
        lifespan_variation: from.lifespan_variation,
        emission_rate: track(&from.emission_rate, float),
        emission_rate_variation: from.emission_rate_variation,
        area_length: track(&from.area_length, float),
        area_width: track(&from.area_width, float),
        z_source: track(&from.z_source, float),
        color: ramp(&from.colour, vec3),
        alpha: ramp(&from.alpha, |value| value),
        scale: ramp(&from.scale, vec2),
        scale_variation: vec2(from.scale_variation),
        head_cells: ramp(&from.head_cells, |value| value),
        tail_cells: ramp(&from.tail_cells, |value| value),
        tail_length: d[0],
        twinkle_speed: d[1],
        twinkle_percent: d[2],
        twinkle_range: [d[3], d[4]],
        burst: d[5],
        drag: d[6],
        base_spin: d[7],
        base_spin_variation: d[8],
        spin: d[9],
        spin_variation: d[10],
        tumble: [d[11], d[12], d[13], d[14], d[15], d[16]],
        wind: [d[17], d[18], d[19]],
        wind_time_secs: d[20],
        follow: [d[21], d[22], d[23], d[24]],
        spline_points: from
            .spline
            .iter()
            .map(|&point| vec3(point))
            .collect::<Vec<_>>()
            .into(),
        enabled: track(&from.enabled, byte),
    }
}

fn ramp<T: Copy, R>(from: &ParticleRamp<T>, encode: impl Fn(T) -> R) -> m2::LifeCurve<R> {
    m2::LifeCurve {
        times: from.times.clone().into(),
        values: from
            .values
            .iter()
            .map(|&value| encode(value))
            .collect::<Vec<_>>()
            .into(),
    }
}
