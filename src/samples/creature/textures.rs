//! The small pictures of the creature: eyes, leaves, cloth, glass, light and ground.

use crate::math::Vec3;
use crate::samples::Picture;
use crate::samples::noise::{cells, layered, step};
use crate::samples::picture::rgb;
use std::f32::consts::TAU;

/// An eye from the front: amber, a tall pupil, a glint.
pub(crate) fn eye() -> Picture {
    Picture::painted(128, 128, |u, v| {
        let (x, y) = ((u - 0.5) * 2.0, (v - 0.5) * 2.0);
        let r = (x * x + y * y).sqrt();
        let angle = y.atan2(x);
        let rays = layered(&Vec3::new(angle * 7.0, r * 3.0, 0.0));
        let iris = rgb(255, 214, 84).lerp(&rgb(214, 116, 20), step(0.12, 0.55, r));
        let iris = iris * (0.8 + 0.4 * rays);
        let mut colour = rgb(238, 226, 186).lerp(&rgb(196, 150, 110), step(0.7, 1.0, r));
        colour = colour.lerp(&rgb(64, 32, 12), step(0.64, 0.58, r));
        colour = colour.lerp(&iris, step(0.57, 0.51, r));
        let pupil = ((x / 0.15).powi(2) + (y / 0.36).powi(2)).sqrt();
        colour = colour.lerp(&rgb(18, 10, 8), step(1.08, 0.92, pupil));
        let glint = ((x + 0.2).powi(2) + (y + 0.24).powi(2)).sqrt();
        (
            colour.lerp(&rgb(255, 255, 246), step(0.14, 0.09, glint)),
            1.0,
        )
    })
}

/// A broad leaf on the left, a fern blade on the right; both point up.
pub(crate) fn leaf() -> Picture {
    Picture::painted(256, 256, |u, v| {
        let fern = u > 0.5;
        let x = (u * 2.0).fract() * 2.0 - 1.0;
        let up = 1.0 - v;
        let mottle = layered(&Vec3::new(u * 18.0, v * 12.0, 0.5));
        if fern {
            // Leaflets to both sides of a stem, shorter towards the tip.
            let teeth = ((up * 15.0 - x.abs() * 1.3) * TAU * 0.5).sin().abs();
            let reach = (0.95 * (1.0 - up).powf(0.6)) * (0.25 + 0.75 * step(0.15, 0.5, teeth));
            let inside = x.abs() < reach || x.abs() < 0.09 * (1.0 - 0.7 * up);
            let colour = rgb(74, 116, 38).lerp(&rgb(150, 178, 62), 0.7 * up + 0.3 * mottle);
            let stem = step(0.14, 0.05, x.abs());
            let colour = colour.lerp(&rgb(108, 84, 40), 0.7 * stem) * (0.6 + 0.5 * teeth);
            return (colour, if inside { 1.0 } else { 0.0 });
        }
        let outline = (up.powf(0.62) * std::f32::consts::PI)
            .sin()
            .max(0.0)
            .powf(0.72)
            * (0.9 + 0.06 * ((up * 9.0).fract() - 0.5));
        let inside = x.abs() < outline * 0.93 || (x.abs() < 0.05 && up < 0.2);
        let mut colour = rgb(84, 122, 40).lerp(&rgb(146, 164, 54), step(0.3, 0.7, mottle));
        // Autumn takes the edge and the tip.
        let edge = step(0.55, 1.0, x.abs() / outline.max(0.05)).max(step(0.72, 0.98, up));
        colour = colour.lerp(&rgb(196, 112, 36), 0.75 * edge);
        let veins = ((up - x.abs() * 0.45) * 9.0 * TAU).sin();
        colour *= 0.92 + 0.12 * veins;
        colour = colour.lerp(&rgb(204, 196, 110), 0.8 * step(0.06, 0.02, x.abs()));
        colour *= 0.62 + 0.38 * step(0.0, 0.3, up);
        (colour, if inside { 1.0 } else { 0.0 })
    })
}

/// Woven cloth with a border and a leaf sign; its hem is torn.
pub(crate) fn cloth() -> Picture {
    Picture::painted(128, 128, |u, v| {
        let tear = 0.9 + 0.12 * (layered(&Vec3::new(u * 9.0, 0.0, 3.0)) - 0.5)
            - 0.07 * step(0.3, 1.0, ((u * 5.0 + 0.3) * TAU).sin());
        let side = 0.475 - 0.012 * layered(&Vec3::new(0.0, v * 14.0, 8.0));
        let inside = v < tear && (u - 0.5).abs() < side;
        let weave = (u * 64.0 * TAU * 0.5).sin() * (v * 64.0 * TAU * 0.5).sin();
        let worn = layered(&Vec3::new(u * 6.0, v * 6.0, 1.0));
        let mut colour = rgb(142, 54, 38).lerp(&rgb(104, 36, 32), step(0.35, 0.7, worn));
        let border = step(0.34, 0.36, (u - 0.5).abs()) * step(0.42, 0.4, (u - 0.5).abs());
        let border = border.max(step(0.7, 0.72, v) * step(0.78, 0.76, v));
        colour = colour.lerp(&rgb(206, 160, 74), 0.85 * border);
        let (x, y) = ((u - 0.5) / 0.14, (v - 0.45) / 0.2);
        let sign = x.abs() - (1.0 - y * y).max(0.0) * 0.8;
        let stroke = step(0.16, 0.08, sign.abs()) * step(1.1, 1.0, y.abs());
        let rib = step(0.1, 0.05, x.abs()) * step(1.3, 1.2, y.abs());
        colour = colour.lerp(&rgb(214, 170, 84), 0.9 * stroke.max(rib));
        colour *= 0.92 + 0.1 * weave;
        colour *= 0.75 + 0.25 * step(0.0, 0.25, v);
        colour *= 1.0 - 0.3 * step(tear - 0.06, tear, v);
        (colour, if inside { 1.0 } else { 0.0 })
    })
}

/// A soft round light with faint rays.
pub(crate) fn glow() -> Picture {
    Picture::painted(128, 128, |u, v| {
        let (x, y) = ((u - 0.5) * 2.0, (v - 0.5) * 2.0);
        let r = (x * x + y * y).sqrt();
        let rays = 0.88 + 0.12 * (y.atan2(x) * 9.0).sin() * step(0.05, 0.4, r);
        let light = step(1.0, 0.0, r).powf(2.2) * rays;
        let colour = rgb(255, 236, 170).lerp(&rgb(255, 158, 44), step(0.0, 0.7, r));
        (colour * light.min(1.0), light)
    })
}

/// Flowing fire on black, the same at top and bottom so that it can scroll.
pub(crate) fn flame() -> Picture {
    Picture::painted(64, 128, |u, v| {
        let x = (u - 0.5) * 2.0;
        // Walking a circle in the noise closes the picture on itself.
        let (s, c) = (v * TAU).sin_cos();
        let lick = layered(&Vec3::new(x * 2.2 + 5.0, s * 1.6, c * 1.6));
        let heat = (step(1.0, 0.1, x.abs()) * (0.25 + 1.35 * lick)).clamp(0.0, 1.0);
        let colour = rgb(120, 22, 4).lerp(&rgb(255, 132, 24), step(0.2, 0.55, heat));
        let colour = colour.lerp(&rgb(255, 240, 170), step(0.5, 0.95, heat));
        (colour * step(0.05, 0.5, heat), 1.0)
    })
}

/// Thick greenish glass: clearer in the middle, with bubbles.
pub(crate) fn glass() -> Picture {
    Picture::painted(64, 64, |u, v| {
        let (distance, number) = cells(&Vec3::new(u * 8.0, v * 5.0, 0.3));
        let bubble = step(0.2, 0.1, distance) * step(0.5, 0.6, number);
        let streak = step(0.62, 0.7, layered(&Vec3::new(u * 8.0, v * 1.5, 6.0)));
        let rim = step(0.3, 0.5, (v - 0.5).abs());
        let colour = rgb(255, 206, 120).lerp(&rgb(250, 250, 226), streak.max(bubble));
        (colour, 0.2 + 0.35 * rim + 0.25 * streak.max(bubble))
    })
}

/// A ring of signs for doubling: grey leaves the ground as it is, brighter lights it up.
pub(crate) fn rune() -> Picture {
    Picture::painted(256, 256, |u, v| {
        let (x, y) = ((u - 0.5) * 2.0, (v - 0.5) * 2.0);
        let r = (x * x + y * y).sqrt();
        let turn = y.atan2(x) / TAU;
        let line = |at: f32, half: f32| step(half, half * 0.5, (r - at).abs());
        let mut light = line(0.93, 0.018)
            .max(line(0.66, 0.014))
            .max(0.6 * line(0.97, 0.012));
        light = light.max(sign(turn, r));
        let ticks = step(0.75, 0.9, (turn * TAU * 48.0).cos()) * step(0.03, 0.02, (r - 0.62).abs());
        light = light.max(0.8 * ticks);
        let halo = 0.16 * step(0.3, 0.08, (r - 0.8).abs()) * step(1.0, 0.9, r);
        let grey = Vec3::repeat(128.0 / 255.0);
        (grey + rgb(70, 127, 104) * (light + halo).min(1.0), 1.0)
    })
}

/// One of twelve signs between the two circles of the ring, made of strokes.
fn sign(turn: f32, r: f32) -> f32 {
    let place = (turn + 0.5) * 12.0;
    let number = place.floor() as i32 % 12;
    let (x, y) = ((place.fract() - 0.5) * 2.6, (r - 0.795) / 0.085);
    let stroke = |distance: f32| step(0.17, 0.1, distance);
    let within = step(1.02, 0.96, y.abs().max(x.abs() * 1.1));
    let stem = stroke(x.abs());
    let slant = |way: f32, at: f32| {
        stroke((y - at - way * x.abs() * 1.1).abs() * 0.75) * step(0.75, 0.65, x.abs())
    };
    let shape = match number % 6 {
        0 => stem.max(slant(-1.0, 0.9)),
        1 => stem.max(slant(1.0, -0.1)),
        2 => stroke(((x * x + y * y).sqrt() - 0.6).abs()).max(stem * step(0.0, 0.1, y)),
        3 => stem.max(slant(1.0, -0.8)).max(slant(-1.0, 0.8)),
        4 => stroke((x.abs() + y.abs() - 0.8).abs() * 0.75),
        _ => stroke((x.abs() - 0.45).abs()).max(stroke((y - x).abs() * 0.75)),
    };
    shape * within
}

/// A soft dark spot on white, for multiplying.
pub(crate) fn shadow() -> Picture {
    Picture::painted(64, 64, |u, v| {
        let (x, y) = ((u - 0.5) * 2.0, (v - 0.5) * 2.0);
        let dark = step(1.0, 0.15, (x * x + y * y).sqrt());
        (Vec3::repeat(1.0).lerp(&rgb(84, 84, 110), dark), 1.0)
    })
}

/// A firefly: a bright body and a fading streak.
pub(crate) fn mote() -> Picture {
    Picture::painted(64, 32, |u, v| {
        let (x, y) = ((u - 0.62) * 2.0, (v - 0.5) * 2.0);
        let body = (x * 2.6).hypot(y);
        let trail = step(-1.2, 0.1, x) * step(0.05, -0.05, x) * step(0.45, 0.0, y.abs());
        let light = step(1.0, 0.1, body).powf(1.4).max(0.5 * trail) * step(0.0, 0.1, 1.0 - u);
        let colour = rgb(150, 255, 120).lerp(&rgb(255, 255, 214), step(0.55, 0.1, body));
        (colour, light.min(1.0))
    })
}
