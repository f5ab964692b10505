//! Attachments, events, lights, cameras, ribbons and particles of the file to the document.

use super::import_tracks::{event_track, float, integer, share, spline_track, track, vec2, vec3};
use crate::document::{Attachment, Camera, Event, Light, Particle, ParticleRamp, Ribbon};
use crate::formats::m2;
use crate::skeleton::BoneId;

pub fn attachment(raw: &m2::Attachment, clips: usize) -> Attachment {
    Attachment {
        kind: raw.id,
        bone: BoneId(raw.bone.into()),
        unknown: raw.unknown,
        position: vec3(raw.position),
        visibility: track(&raw.visibility, clips, integer),
        path: Vec::new(),
    }
}

pub fn event(raw: &m2::Event, clips: usize) -> Event {
    Event {
        tag: raw.id,
        payload: raw.argument,
        bone: BoneId(raw.bone),
        position: vec3(raw.position),
        times: event_track(&raw.track, clips),
    }
}

pub fn light(raw: &m2::Light, clips: usize) -> Light {
    Light {
        kind: raw.kind,
        bone: BoneId(raw.bone.cast_unsigned().into()),
        position: vec3(raw.position),
        ambient_colour: track(&raw.ambient_color, clips, vec3),
        ambient_intensity: track(&raw.ambient_intensity, clips, float),
        diffuse_colour: track(&raw.diffuse_color, clips, vec3),
        diffuse_intensity: track(&raw.diffuse_intensity, clips, float),
        attenuation_start: track(&raw.attenuation_start, clips, float),
        attenuation_end: track(&raw.attenuation_end, clips, float),
        visibility: track(&raw.visibility, clips, integer),
    }
}

pub fn camera(raw: &m2::Camera, clips: usize) -> Camera {
    Camera {
        name: Vec::new(),
        kind: raw.kind,
        fov_rad: raw.field_of_view_rad,
        far: raw.far_clip,
        near: raw.near_clip,
        position: spline_track(&raw.position_track, clips, vec3),
        position_base: vec3(raw.position),
        target: spline_track(&raw.target_track, clips, vec3),
        target_base: vec3(raw.target),
        roll: spline_track(&raw.roll, clips, float),
    }
}

pub fn ribbon(raw: &m2::Ribbon, clips: usize) -> Ribbon {
    Ribbon {
        number: raw.id,
        bone: BoneId(raw.bone),
        position: vec3(raw.position),
        textures: raw.textures.items.clone(),
        materials: raw.materials.items.clone(),
        colour: track(&raw.color, clips, vec3),
        alpha: track(&raw.alpha, clips, share),
        height_above: track(&raw.height_above, clips, float),
        height_below: track(&raw.height_below, clips, float),
        edges_per_second: raw.edges_per_second,
        edge_lifetime: raw.edge_lifetime_secs,
        gravity: raw.gravity,
        rows: raw.texture_rows,
        columns: raw.texture_columns,
        texture_slot: track(&raw.texture_slot, clips, integer),
        visibility: track(&raw.visibility, clips, integer),
        priority_plane: raw.priority_plane,
        padding: raw.padding,
    }
}

pub fn particle(raw: &m2::Particle, clips: usize) -> Particle {
    let [tumble_0, tumble_1, tumble_2, tumble_3, tumble_4, tumble_5] = raw.tumble;
    Particle {
        number: raw.id,
        flags: raw.flags,
        position: vec3(raw.position),
        bone: BoneId(raw.bone.into()),
        texture: raw.texture,
        model_path: raw.model_name.items.clone(),
        child_path: raw.child_name.items.clone(),
        blend: raw.blend_mode,
        emitter: raw.emitter_kind,
        colour_index: raw.color_index,
        particle_type: raw.particle_kind,
        head_or_tail: raw.head_or_tail,
        tile_rotation: raw.tile_rotation,
        rows: raw.texture_rows,
        columns: raw.texture_columns,
        speed: track(&raw.speed, clips, float),
        speed_variation: track(&raw.speed_variation, clips, float),
        vertical_range: track(&raw.vertical_range, clips, float),
        horizontal_range: track(&raw.horizontal_range, clips, float),
        gravity: track(&raw.gravity, clips, float),
        lifespan: track(&raw.lifespan, clips, float),
        lifespan_variation: raw.lifespan_variation,
        emission_rate: track(&raw.emission_rate, clips, float),
        emission_rate_variation: raw.emission_rate_variation,
        area_length: track(&raw.area_length, clips, float),
        area_width: track(&raw.area_width, clips, float),
        z_source: track(&raw.z_source, clips, float),
        colour: ramp(&raw.color, vec3),
        alpha: ramp(&raw.alpha, |value| value),
        scale: ramp(&raw.scale, vec2),
        scale_variation: vec2(raw.scale_variation),
        head_cells: ramp(&raw.head_cells, |value| value),
        tail_cells: ramp(&raw.tail_cells, |value| value),
        dynamics: [
            raw.tail_length,
            raw.twinkle_speed,
            raw.twinkle_percent,
            raw.twinkle_range[0],
            raw.twinkle_range[1],
            raw.burst,
            raw.drag,
            raw.base_spin,
            raw.base_spin_variation,
            raw.spin,
            raw.spin_variation,
            tumble_0,
            tumble_1,
            tumble_2,
            tumble_3,
            tumble_4,
            tumble_5,
            raw.wind[0],
            raw.wind[1],
            raw.wind[2],
            raw.wind_time_secs,
            raw.follow[0],
            raw.follow[1],
            raw.follow[2],
            raw.follow[3],
        ],
        spline: raw
            .spline_points
            .items
            .iter()
            .map(|&point| vec3(point))
            .collect(),
        enabled: track(&raw.enabled, clips, integer),
    }
}

fn ramp<R: Copy, T>(raw: &m2::LifeCurve<R>, decode: impl Fn(R) -> T) -> ParticleRamp<T> {
    ParticleRamp {
        times: raw.times.items.clone(),
        values: raw
            .values
            .items
            .iter()
            .map(|&value| decode(value))
            .collect(),
    }
}
