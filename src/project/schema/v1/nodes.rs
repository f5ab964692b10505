//! What hangs on bones: attachments, events, lights, cameras, ribbons, particles; and collision.

use super::stored::{Stored, stored};
use super::track::StoredTrack;
use crate::document::{
    Attachment, Camera, Collision, Event, Light, Particle, ParticleRamp, Ribbon,
};
use crate::math::{Vec2, Vec3};
use crate::project::codec::{Bytes, Decode, EncodeError, Encoder, Packed};
use crate::project::pack::Pack;

/// A value over a particle's life.
#[derive(Debug, Decode)]
#[bincode(
    decode_context = "()",
    decode_bounds = "T: Pack",
    borrow_decode_bounds = "T: Pack"
)]
pub(in crate::project) struct StoredRamp<T: Pack> {
    times: Packed<u16>,
    values: Packed<T>,
}

impl<T: Pack> Stored<ParticleRamp<T>> for StoredRamp<T> {
    fn write<E: Encoder>(value: &ParticleRamp<T>, to: &mut E) -> Result<(), EncodeError> {
        let ParticleRamp { times, values } = value;
        <Packed<u16> as Stored<_>>::write(times, to)?;
        <Packed<T> as Stored<_>>::write(values, to)
    }

    fn restore(self) -> Result<ParticleRamp<T>, String> {
        let Self { times, values } = self;
        Ok(ParticleRamp {
            times: times.restore()?,
            values: values.restore()?,
        })
    }
}

stored! {
    /// What things bump into.
    StoredCollision for Collision {
        bounds: [[f32; 3]; 2],
        radius: f32,
        indices: Packed<u16>,
        vertices: Packed<Vec3>,
        normals: Packed<Vec3>,
    }

    /// A point on which the game hangs things.
    StoredAttachment for Attachment {
        kind: u32,
        bone: u32,
        unknown: u16,
        position: [f32; 3],
        visibility: StoredTrack<i32>;
        elsewhere path: Vec::new()
    }

    /// A moment at which the game does something.
    StoredEvent for Event {
        tag: [u8; 4],
        payload: u32,
        bone: u32,
        position: [f32; 3],
        times: StoredTrack<()>,
    }

    /// A light.
    StoredLight for Light {
        kind: u16,
        bone: u32,
        position: [f32; 3],
        ambient_colour: StoredTrack<Vec3>,
        ambient_intensity: StoredTrack<f32>,
        diffuse_colour: StoredTrack<Vec3>,
        diffuse_intensity: StoredTrack<f32>,
        attenuation_start: StoredTrack<f32>,
        attenuation_end: StoredTrack<f32>,
        visibility: StoredTrack<i32>,
    }

    /// A camera.
    StoredCamera for Camera {
        kind: i32,
        fov_rad: f32,
        far: f32,
        near: f32,
        position: StoredTrack<Vec3>,
        position_base: [f32; 3],
        target: StoredTrack<Vec3>,
        target_base: [f32; 3],
        roll: StoredTrack<f32>;
        elsewhere name: Vec::new()
    }

    /// A ribbon.
    StoredRibbon for Ribbon {
        number: u32,
        bone: u32,
        position: [f32; 3],
        textures: Packed<u16>,
        materials: Packed<u16>,
        colour: StoredTrack<Vec3>,
        alpha: StoredTrack<f32>,
        height_above: StoredTrack<f32>,
        height_below: StoredTrack<f32>,
        edges_per_second: f32,
        edge_lifetime: f32,
        gravity: f32,
        rows: u16,
        columns: u16,
        texture_slot: StoredTrack<i32>,
        visibility: StoredTrack<i32>,
        priority_plane: i16,
        padding: u16,
    }

    /// A particle emitter.
    StoredParticle for Particle {
        number: i32,
        flags: u32,
        position: [f32; 3],
        bone: u32,
        texture: u16,
        model_path: Bytes<Vec<u8>>,
        child_path: Bytes<Vec<u8>>,
        blend: u8,
        emitter: u8,
        colour_index: u16,
        particle_type: u8,
        head_or_tail: u8,
        tile_rotation: i16,
        rows: u16,
        columns: u16,
        speed: StoredTrack<f32>,
        speed_variation: StoredTrack<f32>,
        vertical_range: StoredTrack<f32>,
        horizontal_range: StoredTrack<f32>,
        gravity: StoredTrack<f32>,
        lifespan: StoredTrack<f32>,
        lifespan_variation: f32,
        emission_rate: StoredTrack<f32>,
        emission_rate_variation: f32,
        area_length: StoredTrack<f32>,
        area_width: StoredTrack<f32>,
        z_source: StoredTrack<f32>,
        colour: StoredRamp<Vec3>,
        alpha: StoredRamp<u16>,
        scale: StoredRamp<Vec2>,
        scale_variation: [f32; 2],
        head_cells: StoredRamp<u16>,
        tail_cells: StoredRamp<u16>,
        dynamics: [f32; 25],
        spline: Packed<Vec3>,
        enabled: StoredTrack<i32>,
    }
}
