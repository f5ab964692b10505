//! Unwraps a surface: cuts it into charts seen from the six sides and packs them into a square.

use super::surface::Surface;
use crate::math::{Vec2, Vec3};
use std::collections::{BTreeMap, HashMap};

/// Least number of triangles of a chart; smaller ones join a neighbour.
const SMALLEST_CHART: usize = 14;

/// A chart's name: the part of the body and the side it is seen from (0 to 5).
type Side = (u8, u8);

/// The same surface, with vertices doubled along the seams and texture coordinates; and for each
/// of its vertices the one of `surface` that it came from.
///
/// No chart spans vertices of two tags, but for the triangles between them. `density` gives how much room a part gets, 1 for the usual. `size_px` is the picture's side,
/// `gap_px` the room left between charts.
pub(crate) fn unwrap_surface(
    surface: &Surface,
    density: impl Fn(u8) -> f32,
    size_px: f32,
    gap_px: f32,
) -> (Surface, Vec<u32>) {
    let sides = sides_of(surface);
    let charts = components(surface, &sides);
    let mut boxes: Vec<ChartBox> = charts
        .iter()
        .map(|triangles| ChartBox::around(surface, triangles, sides[triangles[0]], &density))
        .collect();
    pack(&mut boxes, size_px, gap_px);

    let mut out = Surface::default();
    let mut source = Vec::new();
    for (triangles, chart) in charts.iter().zip(&boxes) {
        let mut new_of: HashMap<u32, u32> = HashMap::new();
        for &t in triangles {
            let corners = surface.triangles[t].map(|old| {
                *new_of.entry(old).or_insert_with(|| {
                    let p = &surface.positions[old as usize];
                    out.positions.push(*p);
                    out.normals.push(surface.normals[old as usize]);
                    out.tags.push(surface.tags[old as usize]);
                    source.push(old);
                    out.uvs.push(chart.place(p) / size_px);
                    out.positions.len() as u32 - 1
                })
            });
            out.triangles.push(corners);
        }
    }
    (out, source)
}

/// Where a point lies in the plane seen from a side: across, and down.
fn flatten(side: u8, p: &Vec3) -> Vec2 {
    match side {
        0 => Vec2::new(p.y, -p.z),
        1 => Vec2::new(-p.y, -p.z),
        2 => Vec2::new(-p.x, -p.z),
        3 => Vec2::new(p.x, -p.z),
        4 => Vec2::new(-p.y, -p.x),
        _ => Vec2::new(p.y, -p.x),
    }
}

fn direction(side: u8) -> Vec3 {
    let sign = if side & 1 == 0 { 1.0 } else { -1.0 };
    match side >> 1 {
        0 => Vec3::x() * sign,
        1 => Vec3::y() * sign,
        _ => Vec3::z() * sign,
    }
}

/// For each triangle its part and the side it faces, with ragged borders and specks cleaned.
fn sides_of(surface: &Surface) -> Vec<Side> {
    let normals: Vec<Vec3> = surface
        .triangles
        .iter()
        .map(|&t| {
            surface
                .cross(t)
                .try_normalize(1e-12)
                .unwrap_or_else(Vec3::z)
        })
        .collect();
    let mut sides: Vec<Side> = surface
        .triangles
        .iter()
        .zip(&normals)
        .map(|(t, normal)| {
            let facing = |side: &u8| direction(*side).dot(normal);
            let side = (0..6).max_by(|a, b| facing(a).total_cmp(&facing(b)));
            (surface.tags[t[0] as usize], side.unwrap_or(0))
        })
        .collect();
    let near = across_edges(surface);
    for _ in 0..4 {
        let before = sides.clone();
        for (t, around) in near.iter().enumerate() {
            for &candidate in around {
                let wanted = before[candidate];
                let votes = around.iter().filter(|&&n| before[n] == wanted).count();
                if wanted != before[t] && votes >= 2 && direction(wanted.1).dot(&normals[t]) > 0.35
                {
                    sides[t] = wanted;
                }
            }
        }
    }
    for _ in 0..4 {
        for chart in components(surface, &sides) {
            if chart.len() >= SMALLEST_CHART {
                continue;
            }
            let mut votes: BTreeMap<Side, usize> = BTreeMap::new();
            for &t in &chart {
                for &n in near[t].iter().filter(|&&n| sides[n] != sides[t]) {
                    *votes.entry(sides[n]).or_default() += 1;
                }
            }
            let fits = |side: &Side| {
                chart
                    .iter()
                    .all(|&t| direction(side.1).dot(&normals[t]) > 0.12)
            };
            let best = votes
                .iter()
                .filter(|(side, _)| fits(side))
                .max_by_key(|&(_, count)| *count);
            if let Some((&side, _)) = best {
                for &t in &chart {
                    sides[t] = side;
                }
            }
        }
    }
    sides
}

/// For each triangle the triangles across its edges.
fn across_edges(surface: &Surface) -> Vec<Vec<usize>> {
    let mut by_edge: HashMap<(u32, u32), Vec<usize>> = HashMap::new();
    let edges = |&[a, b, c]: &[u32; 3]| [(a, b), (b, c), (c, a)].map(|(i, j)| (i.min(j), i.max(j)));
    for (t, triangle) in surface.triangles.iter().enumerate() {
        for edge in edges(triangle) {
            by_edge.entry(edge).or_default().push(t);
        }
    }
    surface
        .triangles
        .iter()
        .enumerate()
        .map(|(t, triangle)| {
            let mut near: Vec<usize> = edges(triangle)
                .iter()
                .filter_map(|edge| by_edge.get(edge))
                .flatten()
                .copied()
                .filter(|&other| other != t)
                .collect();
            near.dedup();
            near
        })
        .collect()
}

/// Connected triangles of the same side.
fn components(surface: &Surface, sides: &[Side]) -> Vec<Vec<usize>> {
    let near = across_edges(surface);
    let mut seen = vec![false; sides.len()];
    let mut out = Vec::new();
    for start in 0..sides.len() {
        if seen[start] {
            continue;
        }
        seen[start] = true;
        let mut chart = vec![start];
        let mut at = 0;
        while at < chart.len() {
            for &n in &near[chart[at]] {
                if !seen[n] && sides[n] == sides[start] {
                    seen[n] = true;
                    chart.push(n);
                }
            }
            at += 1;
        }
        out.push(chart);
    }
    out
}

/// The rectangle a chart takes in the picture.
struct ChartBox {
    side: u8,
    density: f32,
    low: Vec2,
    size: Vec2,
    scale: f32,
    corner: Vec2,
}

impl ChartBox {
    fn around(
        surface: &Surface,
        triangles: &[usize],
        (part, side): Side,
        density: &impl Fn(u8) -> f32,
    ) -> Self {
        let mut low = Vec2::repeat(f32::MAX);
        let mut high = Vec2::repeat(f32::MIN);
        for &t in triangles {
            for i in surface.triangles[t] {
                let p = flatten(side, &surface.positions[i as usize]);
                low = low.inf(&p);
                high = high.sup(&p);
            }
        }
        let density = density(part);
        Self {
            side,
            density,
            low,
            size: (high - low) * density,
            scale: 1.0,
            corner: Vec2::zeros(),
        }
    }

    fn place(&self, p: &Vec3) -> Vec2 {
        self.corner + (flatten(self.side, p) - self.low) * (self.density * self.scale)
    }
}

/// Finds the largest scale at which all charts fit on shelves, and puts them there.
fn pack(boxes: &mut [ChartBox], size_px: f32, gap_px: f32) {
    let mut order: Vec<usize> = (0..boxes.len()).collect();
    order.sort_by(|&a, &b| boxes[b].size.y.total_cmp(&boxes[a].size.y));
    let (mut fits, mut too_big) = (1.0, 20_000.0);
    for _ in 0..40 {
        let scale = (fits + too_big) * 0.5;
        if shelve(boxes, &order, scale, size_px, gap_px) {
            fits = scale;
        } else {
            too_big = scale;
        }
    }
    shelve(boxes, &order, fits, size_px, gap_px);
}

fn shelve(boxes: &mut [ChartBox], order: &[usize], scale: f32, size_px: f32, gap: f32) -> bool {
    let (mut x, mut y, mut shelf) = (gap, gap, 0.0f32);
    for &index in order {
        let chart = &mut boxes[index];
        let size = chart.size * scale;
        if x + size.x + gap > size_px {
            x = gap;
            y += shelf + gap;
            shelf = 0.0;
        }
        if x + size.x + gap > size_px || y + size.y + gap > size_px {
            return false;
        }
        chart.scale = scale;
        chart.corner = Vec2::new(x, y);
        x += size.x + gap;
        shelf = shelf.max(size.y);
    }
    true
}
