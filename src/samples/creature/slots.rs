//! The creature's texture slots with their pictures, and the tracks that make its light pulse and
//! its pictures move.

use super::bones::CreatureBone;
use super::textures;
use crate::anim::BoneTracks;
use crate::document::Model;
use crate::math::{Quat, Vec3, quat_from_axis_angle};
use crate::mesh::{ColourTracks, Texture, TextureKind, TextureTransform};
use crate::samples::Picture;
use crate::samples::keys::{constant, on_loop, packable_share};
use std::f32::consts::TAU;

/// Texture slots, in the order of [`pictures`].
pub(crate) mod slot {
    /// The skin.
    pub(crate) const SKIN: u16 = 0;
    /// Antlers, leather, metal.
    pub(crate) const GEAR: u16 = 1;
    /// Eyes.
    pub(crate) const EYE: u16 = 2;
    /// Leaves.
    pub(crate) const LEAF: u16 = 3;
    /// Loin cloth.
    pub(crate) const CLOTH: u16 = 4;
    /// Light around the lantern.
    pub(crate) const GLOW: u16 = 5;
    /// Flame.
    pub(crate) const FLAME: u16 = 6;
    /// Glass.
    pub(crate) const GLASS: u16 = 7;
    /// Ring of signs.
    pub(crate) const RUNE: u16 = 8;
    /// Shadow.
    pub(crate) const SHADOW: u16 = 9;
    /// Fireflies.
    pub(crate) const MOTE: u16 = 10;
}

/// Positions in the lists of colours, weights and transforms.
pub(crate) mod entry {
    /// Colour tracks of the glow.
    pub(crate) const GLOW_COLOUR: u16 = 0;
    /// Colour tracks of the fireflies.
    pub(crate) const MOTE_COLOUR: u16 = 1;
    /// Texture weight that is always 1.
    pub(crate) const FULL: u16 = 0;
    /// Texture weight that flickers with the flame.
    pub(crate) const FLICKER: u16 = 1;
    /// Texture transform of the flame.
    pub(crate) const FLAME_FLOW: u16 = 0;
    /// Texture transform of the ring of signs.
    pub(crate) const RUNE_TURN: u16 = 1;
}

/// Length of the pulse.
pub(crate) const PULSE_MS: u32 = 2_000;
/// Lengths of the loops that run on their own clock: pulse, flame, ring, fireflies.
const LOOPS_MS: [u32; 4] = [PULSE_MS, 800, 24_000, 6_000];

/// The flame's brightness at a phase of the pulse.
pub(crate) fn pulse(phase: f32) -> f32 {
    let wave = (phase * TAU).sin() + 0.35 * (phase * 3.0 * TAU + 0.8).sin();
    packable_share(0.78 + 0.16 * wave)
}

/// The texture slots' pictures, by path, given the two that are baked from the mesh.
pub(crate) fn pictures(skin: Picture, gear: Picture) -> Vec<(String, Picture)> {
    let named = [
        ("skin", skin),
        ("gear", gear),
        ("eye", textures::eye()),
        ("leaf", textures::leaf()),
        ("cloth", textures::cloth()),
        ("glow", textures::glow()),
        ("flame", textures::flame()),
        ("glass", textures::glass()),
        ("rune", textures::rune()),
        ("shadow", textures::shadow()),
        ("mote", textures::mote()),
    ];
    let path = |name: &str| format!("creature\\mosskin\\mosskin_{name}.blp");
    named
        .into_iter()
        .map(|(name, picture)| (path(name), picture))
        .collect()
}

/// Gives `model` its texture slots, loops, colours, weights and transforms.
pub(crate) fn fill(model: &mut Model, pictures: &[(String, Picture)]) {
    model.global_loops_ms = LOOPS_MS.to_vec();
    for (position, (path, _)) in (0..).zip(pictures) {
        let repeats = matches!(position, slot::FLAME | slot::GLASS);
        model.textures.push(Texture {
            kind: TextureKind::NAMED,
            flags: if repeats { 3 } else { 0 },
            path: path.bytes().chain([0]).collect(),
        });
    }
    model.replaceable_lookup = vec![0];
    let warm = |phase: f32| Vec3::new(1.0, 0.78 + 0.12 * (phase * TAU).sin(), 0.55);
    model.colours = vec![
        ColourTracks {
            colour: on_loop(0, LOOPS_MS[0], 8, warm),
            alpha: on_loop(0, LOOPS_MS[0], 16, pulse),
        },
        ColourTracks {
            colour: constant(Vec3::new(0.8, 1.0, 0.7)),
            alpha: on_loop(3, LOOPS_MS[3], 24, |phase| {
                packable_share(0.6 + 0.4 * (phase * 5.0 * TAU).sin())
            }),
        },
    ];
    model.texture_weights = vec![
        constant(1.0),
        on_loop(0, LOOPS_MS[0], 16, |phase| {
            packable_share(0.85 + 0.15 * (phase * 4.0 * TAU).sin())
        }),
    ];
    model.texture_transforms = vec![
        TextureTransform {
            // Growing V moves the picture up.
            translation: on_loop(1, LOOPS_MS[1], 1, |phase| Vec3::new(0.0, phase, 0.0)),
            ..TextureTransform::default()
        },
        TextureTransform {
            rotation: on_loop(2, LOOPS_MS[2], 4, |phase| about_z(phase * TAU)),
            ..TextureTransform::default()
        },
    ];
}

fn about_z(angle_rad: f32) -> Quat {
    quat_from_axis_angle(&Vec3::z(), angle_rad)
}

/// Lets the fireflies circle on their own loop, whatever clip plays.
pub(crate) fn fly(tracks: &mut [BoneTracks]) {
    for (bone, radius, turns, lift, start) in [
        (CreatureBone::MoteA, 0.62, 1.0, 0.22, 0.1),
        (CreatureBone::MoteB, 0.5, -1.0, 0.3, 0.55),
    ] {
        let path = move |phase: f32| {
            let angle = (phase * turns + start) * TAU;
            let (sin, cos) = angle.sin_cos();
            let bob = (phase * 3.0 * TAU + start * 9.0).sin();
            Vec3::new(radius * cos, radius * sin, 0.12 + lift * bob)
        };
        if let Some(tracks) = tracks.get_mut(bone.index()) {
            tracks.translation = on_loop(3, LOOPS_MS[3], 48, path);
        }
    }
}
