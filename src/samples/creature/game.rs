//! What the game asks of a creature besides its looks: attachments, events, a light, a camera, a
//! collision mesh and bounds.

use super::bones::CreatureBone as B;
use super::clips::{ATTACK_MS, HIT_MS, RUN_MS, WALK_MS};
use super::gear::LANTERN_MIDDLE;
use super::motion::RUN_GROUND;
use super::slots::pulse;
use crate::anim::{Driver, Interpolation, KeyList, Track, TrackKeys};
use crate::document::{Attachment, Camera, Collision, Event, Light, Model};
use crate::math::{Aabb, Vec3};
use crate::samples::keys::{constant, on_loop};

/// Gives `model` everything this module is about; its clips must be there.
pub(crate) fn fill(model: &mut Model) {
    model.attachments = attachments();
    model.attachment_lookup = lookup(model.attachments.iter().map(|a| a.kind));
    model.events = events(model.clips.len());
    model.lights = vec![light()];
    model.cameras = vec![portrait()];
    model.camera_lookup = vec![0];
    model.collision = collision();
}

/// Numbers of the game's attachments with bone and place.
#[rustfmt::skip]
const ATTACHMENTS: &[(u32, B, [f32; 3])] = &[
    (1, B::HandR, [0.07, -0.47, 0.33]), (2, B::HandL, [0.07, 0.47, 0.33]),
    (3, B::ForearmR, [-0.045, -0.345, 0.625]), (4, B::ForearmL, [-0.045, 0.345, 0.625]),
    (5, B::ShoulderR, [-0.02, -0.19, 0.86]), (6, B::ShoulderL, [-0.02, 0.19, 0.86]),
    (7, B::CalfR, [0.12, -0.15, 0.26]), (8, B::CalfL, [0.12, 0.15, 0.26]),
    (9, B::Waist, [0.0, -0.18, 0.46]), (10, B::Waist, [0.0, 0.18, 0.46]),
    (11, B::Head, [0.04, 0.0, 1.2]), (12, B::SpineUp, [-0.18, 0.0, 0.76]),
    (15, B::SpineUp, [0.14, 0.0, 0.74]), (16, B::SpineUp, [-0.18, 0.0, 0.74]),
    (17, B::Head, [0.27, 0.0, 0.92]), (18, B::Root, [0.0, 0.0, 1.62]), (19, B::Root, [0.0, 0.0, 0.0]),
    (20, B::Head, [0.04, 0.0, 1.22]), (21, B::HandL, [0.08, 0.47, 0.3]), (22, B::HandR, [0.08, -0.47, 0.3]),
    (29, B::Root, [0.0, 0.0, 1.9]), (34, B::SpineUp, [0.05, 0.0, 0.7]),
    (47, B::FootL, [0.03, 0.18, 0.0]), (48, B::FootR, [0.03, -0.18, 0.0]),
];

fn attachments() -> Vec<Attachment> {
    let all = ATTACHMENTS.iter();
    all.map(|&(kind, bone, position)| Attachment {
        kind,
        bone: bone.id(),
        unknown: 0,
        position: Vec3::from(position),
        visibility: constant(1),
        path: Vec::new(),
    })
    .collect()
}

/// For each number up to the highest the position of the first with it, -1 for none.
fn lookup(kinds: impl Iterator<Item = u32>) -> Vec<i16> {
    let mut table = Vec::new();
    for (position, kind) in (0..).zip(kinds) {
        let kind = kind as usize;
        if table.len() <= kind {
            table.resize(kind + 1, -1);
        }
        if let Some(slot) = table.get_mut(kind).filter(|slot| **slot < 0) {
            *slot = position;
        }
    }
    table
}

/// Positions of the clips in the model.
mod clip {
    pub(super) const DEATH: usize = 1;
    pub(super) const WALK: usize = 2;
    pub(super) const RUN: usize = 3;
    pub(super) const ATTACK: usize = 4;
}

fn events(clip_count: usize) -> Vec<Event> {
    // The left foot lands when a gait's cycle starts, the right one half a cycle later.
    let (walk, run) = ((WALK_MS / 2) as i32, (RUN_MS / 2) as i32);
    let lift = |length_ms: u32, share: f32| (length_ms as f32 * share) as i32;
    let left_foot = Vec3::new(0.03, 0.18, 0.0);
    let right_foot = Vec3::new(0.03, -0.18, 0.0);
    let event = |tag: &[u8; 4], bone: B, position: Vec3, times: &[(usize, &[i32])]| {
        let mut lists = vec![KeyList::default(); clip_count];
        for &(clip, times_ms) in times {
            if let Some(list) = lists.get_mut(clip) {
                *list = KeyList {
                    times_ms: times_ms.to_vec(),
                    values: vec![(); times_ms.len()],
                    tangents: Vec::new(),
                };
            }
        }
        Event {
            tag: *tag,
            payload: 0,
            bone: bone.id(),
            position,
            times: Track {
                interpolation: Interpolation::Step,
                driver: Driver::Clip,
                keys: TrackKeys::PerClip(lists),
            },
        }
    };
    let claw = Vec3::new(0.07, -0.48, 0.28);
    let chest = Vec3::new(0.1, 0.0, 0.7);
    vec![
        event(b"$HIT", B::HandR, claw, &[(clip::ATTACK, &[HIT_MS])]),
        event(b"$CAH", B::HandR, claw, &[(clip::ATTACK, &[HIT_MS - 120])]),
        event(
            b"$CSS",
            B::SpineUp,
            chest,
            &[(clip::ATTACK, &[ATTACK_MS as i32 / 4])],
        ),
        event(b"$DTH", B::SpineUp, chest, &[(clip::DEATH, &[1_630])]),
        event(
            b"$FSD",
            B::Root,
            Vec3::zeros(),
            &[(clip::WALK, &[20, walk + 20]), (clip::RUN, &[20, run + 20])],
        ),
        event(
            b"$WL0",
            B::FootL,
            left_foot,
            &[(clip::WALK, &[lift(WALK_MS, 0.1)])],
        ),
        event(
            b"$WR0",
            B::FootR,
            right_foot,
            &[(clip::WALK, &[walk + lift(WALK_MS, 0.1)])],
        ),
        event(
            b"$RL0",
            B::FootL,
            left_foot,
            &[(clip::RUN, &[lift(RUN_MS, RUN_GROUND * 0.2)])],
        ),
        event(
            b"$RR0",
            B::FootR,
            right_foot,
            &[(clip::RUN, &[run + lift(RUN_MS, RUN_GROUND * 0.2)])],
        ),
    ]
}

/// The lantern's light; it pulses with the glow.
fn light() -> Light {
    Light {
        kind: 1,
        bone: B::Lantern.id(),
        position: Vec3::from(LANTERN_MIDDLE),
        ambient_colour: constant(Vec3::new(1.0, 0.7, 0.4)),
        ambient_intensity: constant(0.0),
        diffuse_colour: constant(Vec3::new(1.0, 0.78, 0.45)),
        diffuse_intensity: on_loop(0, super::slots::PULSE_MS, 16, |phase| 1.2 * pulse(phase)),
        attenuation_start: constant(0.4),
        attenuation_end: constant(2.2),
        visibility: constant(1),
    }
}

/// The camera for portraits, a little to the side of the face.
fn portrait() -> Camera {
    Camera {
        name: Vec::new(),
        kind: 0,
        fov_rad: 0.7,
        far: 27.0,
        near: 0.2,
        position: Track::default(),
        position_base: Vec3::new(1.25, 0.3, 1.12),
        target: Track::default(),
        target_base: Vec3::new(0.06, 0.02, 1.05),
        roll: Track::default(),
    }
}

/// An eight-sided drum around the body.
fn collision() -> Collision {
    const SIDES: u16 = 8;
    let mut vertices = Vec::new();
    for (height, radius) in [(0.0, 0.3), (1.25, 0.3)] {
        for i in 0..SIDES {
            let angle = std::f32::consts::TAU * f32::from(i) / f32::from(SIDES);
            vertices.push(Vec3::new(
                radius * angle.cos(),
                radius * angle.sin(),
                height,
            ));
        }
    }
    let mut indices = Vec::new();
    for i in 0..SIDES {
        let next = (i + 1) % SIDES;
        indices.extend([i, next, next + SIDES, i, next + SIDES, i + SIDES]);
        if i >= 2 {
            indices.extend([0, i, i - 1, SIDES, SIDES + i - 1, SIDES + i]);
        }
    }
    let at = |i: u16| vertices.get(usize::from(i)).copied().unwrap_or_default();
    let normals = indices
        .chunks_exact(3)
        .map(|t| {
            let (a, b, c) = (at(t[0]), at(t[1]), at(t[2]));
            let across = (b - a).cross(&(c - a));
            across.try_normalize(1e-9).unwrap_or_else(Vec3::z)
        })
        .collect();
    let bounds = Aabb::around(&vertices);
    Collision {
        radius: vertices.iter().map(Vec3::norm).fold(0.0, f32::max),
        bounds,
        indices,
        vertices,
        normals,
    }
}
