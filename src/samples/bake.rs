//! Paints a texture through the surface: every pixel knows the place on the model it will lie on,
//! so that no seam shows.

use super::picture::Picture;
use super::surface::Surface;
use crate::math::{Vec2, Vec3};

/// A place on the surface that a pixel stands for.
pub(crate) struct Place {
    /// Where, model space.
    pub position: Vec3,
    /// Which way it faces, unit length.
    pub normal: Vec3,
    /// How open it is, 0 to 1; see [`super::field::openness`].
    pub openness: f32,
    /// The tag of the surface there.
    pub tag: u8,
}

/// A square picture of `size_px` pixels a side, painted by `paint` where `surface` lies in it; the
/// colours spread a few pixels past its charts.
///
/// `openness` has a number for each vertex.
pub(crate) fn bake(
    surface: &Surface,
    openness: &[f32],
    size_px: u32,
    paint: impl Fn(&Place) -> Vec3,
) -> Picture {
    let mut picture = Picture {
        width: size_px,
        height: size_px,
        rgba: vec![0; (size_px * size_px * 4) as usize],
    };
    for triangle in &surface.triangles {
        let corners = triangle.map(|i| surface.uvs[i as usize] * size_px as f32);
        let low = corners[0].inf(&corners[1]).inf(&corners[2]);
        let high = corners[0].sup(&corners[1]).sup(&corners[2]);
        for y in (low.y.max(0.0) as u32)..=(high.y as u32).min(size_px - 1) {
            for x in (low.x.max(0.0) as u32)..=(high.x as u32).min(size_px - 1) {
                let middle = Vec2::new(x as f32 + 0.5, y as f32 + 0.5);
                let Some(shares) = shares(&corners, &middle) else {
                    continue;
                };
                let mut place = Place {
                    position: Vec3::zeros(),
                    normal: Vec3::zeros(),
                    openness: 0.0,
                    tag: surface.tags[triangle[0] as usize],
                };
                for (&index, share) in triangle.iter().zip(shares) {
                    place.position += surface.positions[index as usize] * share;
                    place.normal += surface.normals[index as usize] * share;
                    place.openness += openness[index as usize] * share;
                }
                place.normal = place.normal.try_normalize(1e-9).unwrap_or_else(Vec3::z);
                picture.set(x, y, &paint(&place), 1.0);
            }
        }
    }
    for _ in 0..6 {
        spread(&mut picture);
    }
    for pixel in picture.rgba.chunks_exact_mut(4) {
        pixel[3] = 255;
    }
    picture
}

/// How much each corner counts at `p`; `None` well outside the triangle.
fn shares([a, b, c]: &[Vec2; 3], p: &Vec2) -> Option<[f32; 3]> {
    let area = |u: &Vec2, v: &Vec2, w: &Vec2| (v - u).perp(&(w - u));
    let whole = area(a, b, c);
    if whole.abs() < 1e-9 {
        return None;
    }
    let shares = [area(p, b, c), area(a, p, c), area(a, b, p)].map(|part| part / whole);
    // A little outside counts too, or hairlines would stay bare between triangles.
    let slack = 0.35 * (whole.abs().sqrt().recip()).min(1.0);
    shares.iter().all(|&s| s >= -slack).then_some(shares)
}

/// Gives bare pixels (alpha 0) the mean of their painted neighbours.
fn spread(picture: &mut Picture) {
    let before = picture.clone();
    let (width, height) = (before.width as i32, before.height as i32);
    for y in 0..height {
        for x in 0..width {
            if before.rgba[((y * width + x) * 4 + 3) as usize] != 0 {
                continue;
            }
            let (mut sum, mut count) = (Vec3::zeros(), 0.0);
            for (dx, dy) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
                let (nx, ny) = (x + dx, y + dy);
                if (0..width).contains(&nx) && (0..height).contains(&ny) {
                    let at = ((ny * width + nx) * 4) as usize;
                    if before.rgba[at + 3] != 0 {
                        let channel = |i: usize| f32::from(before.rgba[at + i]) / 255.0;
                        sum += Vec3::new(channel(0), channel(1), channel(2));
                        count += 1.0;
                    }
                }
            }
            if count > 0.0 {
                picture.set(x as u32, y as u32, &(sum / count), 1.0);
            }
        }
    }
}
