//! The spot of a triangle that is nearest to a point.

use crate::math::Vec3;

/// Shares of the corners in the spot of a triangle that is nearest to `p`, by the region that `p`
/// lies in: beside a corner, beside an edge or over the face.
pub(super) fn nearest_shares(p: &Vec3, a: &Vec3, b: &Vec3, c: &Vec3) -> [f32; 3] {
    let (ab, ac, ap) = (b - a, c - a, p - a);
    let (d1, d2) = (ab.dot(&ap), ac.dot(&ap));
    if d1 <= 0.0 && d2 <= 0.0 {
        return [1.0, 0.0, 0.0];
    }
    let bp = p - b;
    let (d3, d4) = (ab.dot(&bp), ac.dot(&bp));
    if d3 >= 0.0 && d4 <= d3 {
        return [0.0, 1.0, 0.0];
    }
    let on_ab = d1 * d4 - d3 * d2;
    if on_ab <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        let v = ratio(d1, d1 - d3);
        return [1.0 - v, v, 0.0];
    }
    let cp = p - c;
    let (d5, d6) = (ab.dot(&cp), ac.dot(&cp));
    if d6 >= 0.0 && d5 <= d6 {
        return [0.0, 0.0, 1.0];
    }
    let on_ac = d5 * d2 - d1 * d6;
    if on_ac <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        let w = ratio(d2, d2 - d6);
        return [1.0 - w, 0.0, w];
    }
    let on_bc = d3 * d6 - d5 * d4;
    if on_bc <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0 {
        let w = ratio(d4 - d3, (d4 - d3) + (d5 - d6));
        return [0.0, 1.0 - w, w];
    }
    let sum = on_ab + on_ac + on_bc;
    let (v, w) = (ratio(on_ac, sum), ratio(on_ab, sum));
    [(1.0 - v - w).max(0.0), v, w]
}

/// A quotient between 0 and 1; 0 where it is none.
fn ratio(part: f32, whole: f32) -> f32 {
    let ratio = part / whole;
    if ratio.is_finite() {
        ratio.clamp(0.0, 1.0)
    } else {
        0.0
    }
}
