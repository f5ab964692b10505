//! The colours of the creature's skin, as a function of the place on its body.

use super::body::{Body, EYE, EYE_RADIUS, mouth, part};
use super::limbs::{FINGERS, TOES};
use crate::math::Vec3;
use crate::samples::bake::Place;
use crate::samples::noise::{cells, layered, smooth, step};
use crate::samples::picture::rgb;

/// The colour of the skin at a place.
pub(crate) fn skin(body: &Body, place: &Place) -> Vec3 {
    let p = &place.position;
    let n = &place.normal;
    let part = body.part(p);
    let mottle = layered(&(p * 16.0));
    let fine = layered(&(p * 60.0));

    // Leaf green, darker and bluer on the back and the top, straw-coloured on the belly.
    let mut colour = rgb(104, 132, 62).lerp(&rgb(72, 108, 60), step(0.35, 0.65, mottle));
    let back = step(0.25, -0.6, n.x + 0.25 * (mottle - 0.5)) * step(0.2, 0.5, p.z);
    colour = colour.lerp(&rgb(54, 96, 72), 0.7 * back);
    if part == part::TORSO || part == part::LEG || part == part::TAIL {
        let front =
            step(0.15, 0.75, n.x) * step(0.13, 0.06, p.y.abs() - 0.03) * step(0.35, 0.42, p.z);
        colour = colour.lerp(&rgb(190, 182, 112), 0.85 * front);
    }
    colour = limbs(colour, part, p, n);
    if part == part::HEAD || part == part::NOSE {
        colour = face(colour, part, p, n);
    }
    if part == part::EAR {
        let inner = step(0.25, 0.75, n.x) * step(0.16, 0.24, p.y.abs());
        colour = colour.lerp(&rgb(178, 112, 88), 0.8 * inner);
        colour = colour.lerp(&rgb(52, 74, 50), 0.7 * step(0.36, 0.47, p.y.abs()));
    }
    colour = spots(colour, part, p, n);

    // Pores, then the dark of creases, then a little light from above.
    colour *= 0.9 + 0.22 * (fine - 0.5) + 0.1;
    let crease = rgb(88, 62, 62).lerp(&Vec3::repeat(1.0), step(-0.1, 0.9, place.openness));
    colour = colour.component_mul(&crease);
    colour *= 0.94 + 0.1 * n.z;
    colour
}

/// Hands and feet: darker towards the tips, with nails; rings on the tail.
fn limbs(mut colour: Vec3, part: u8, p: &Vec3, n: &Vec3) -> Vec3 {
    let side = Vec3::new(p.x, p.y.abs(), p.z);
    if part == part::HAND {
        colour = colour.lerp(&rgb(132, 122, 70), 0.45);
        for (_, _, tip) in FINGERS {
            let tip = Vec3::from(tip);
            let near = (side - tip).norm();
            colour = colour.lerp(&rgb(96, 62, 52), 0.6 * step(0.05, 0.02, near));
            let nail = (side - (tip + Vec3::new(0.0, 0.02, -0.006))).norm();
            colour = colour.lerp(&rgb(46, 38, 34), step(0.02, 0.015, nail));
        }
    }
    if part == part::FOOT {
        colour = colour.lerp(&rgb(110, 106, 62), 0.5);
        for (_, tip) in TOES {
            let tip = Vec3::from(tip);
            let nail = (side - (tip + Vec3::new(0.026, 0.0, 0.02))).norm();
            colour = colour.lerp(&rgb(58, 46, 38), step(0.028, 0.022, nail));
        }
        colour = colour.lerp(&rgb(70, 62, 44), step(-0.3, -0.8, n.z));
    }
    if part == part::ARM || part == part::LEG {
        // Knees and elbows are rough.
        let elbow = (side - Vec3::new(-0.09, 0.35, 0.62)).norm();
        let knee = (side - Vec3::new(0.115, 0.16, 0.255)).norm();
        colour = colour.lerp(&rgb(126, 110, 70), 0.6 * step(0.06, 0.02, elbow.min(knee)));
    }
    if part == part::TAIL {
        let along = p.x * -9.0 + p.z * 14.0 + p.y * 4.0;
        let ring = step(0.25, 0.75, (along * 2.1).sin());
        colour = colour.lerp(&rgb(48, 74, 54), 0.65 * ring);
        colour = colour.lerp(&rgb(150, 108, 60), step(1.1, 1.24, p.z));
    }
    colour
}

fn face(mut colour: Vec3, part: u8, p: &Vec3, n: &Vec3) -> Vec3 {
    let side = Vec3::new(p.x, p.y.abs(), p.z);
    // A lighter muzzle, rosy cheeks, dark lids.
    let muzzle = step(1.02, 0.96, p.z) * step(0.1, 0.2, p.x) * step(-0.6, 0.2, n.x);
    colour = colour.lerp(&rgb(158, 158, 92), 0.6 * muzzle);
    let cheek = (side - Vec3::new(0.185, 0.13, 0.975)).norm();
    colour = colour.lerp(&rgb(186, 96, 70), 0.6 * step(0.07, 0.015, cheek));
    let eye = (side - Vec3::from(EYE)).norm() - EYE_RADIUS;
    colour = colour.lerp(&rgb(62, 60, 46), 0.7 * step(0.026, 0.006, eye));
    let brow =
        (side - Vec3::new(0.185, 0.085, 1.142)).component_div(&Vec3::new(0.08, 0.075, 0.024));
    colour = colour.lerp(&rgb(42, 66, 46), 0.6 * step(1.1, 0.5, brow.norm()));
    if part == part::NOSE {
        let blush = step(0.235, 0.285, p.x);
        colour = colour.lerp(&rgb(192, 92, 66), 0.75 * blush);
        let nostril = (side - Vec3::new(0.282, 0.03, 0.957)).norm();
        colour = colour.lerp(&rgb(50, 26, 26), step(0.02, 0.012, nostril));
    }
    // Lips, and the dark between them.
    let lips = mouth(p);
    colour = colour.lerp(&rgb(122, 72, 56), 0.7 * step(0.02, 0.007, lips));
    colour.lerp(&rgb(58, 16, 22), step(0.005, 0.0015, lips))
}

/// Pale freckles on back, shoulders, brow and limbs; moss where rain would gather.
fn spots(mut colour: Vec3, part: u8, p: &Vec3, n: &Vec3) -> Vec3 {
    if part == part::EAR || part == part::NOSE {
        return colour;
    }
    let on_back = step(0.1, -0.5, n.x) * step(0.3, 0.5, p.z);
    let on_top = step(0.3, 0.8, n.z) * step(0.7, 0.85, p.z);
    let amount = on_back
        .max(on_top)
        .max(if part == part::ARM || part == part::LEG {
            0.5
        } else {
            0.0
        });
    let (distance, number) = cells(&(p * 22.0));
    let size = 0.16 + 0.2 * number;
    let spot = step(size, size - 0.12, distance) * step(0.35, 0.5, number);
    colour = colour.lerp(&rgb(152, 168, 84), 0.7 * spot * amount);
    let moss = step(0.52, 0.68, layered(&(p * 9.0 + Vec3::new(4.0, 1.0, 7.0))))
        * step(0.2, 0.7, n.z)
        * step(0.5, 0.8, p.z);
    let tufts = rgb(96, 140, 44).lerp(&rgb(56, 92, 34), smooth(&(p * 130.0)));
    if part == part::TORSO || part == part::ARM {
        colour = colour.lerp(&tufts, 0.9 * moss);
    }
    colour
}
