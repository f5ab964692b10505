//! Turns a distance field into triangles by surface nets: a vertex for each cell that the surface
//! crosses, a quad for each grid edge that it crosses.

use super::field::gradient;
use super::surface::Surface;
use crate::math::Vec3;

/// The grid on which a field is looked at; lines may lie closer where detail is.
pub(crate) struct Grid {
    lines: [Vec<f32>; 3],
}

impl Grid {
    /// Lines of the same `spacing` on all axes.
    pub(crate) fn even(min: [f32; 3], max: [f32; 3], spacing: f32) -> Self {
        Self::new(min, max, |_, _| spacing)
    }

    /// Lines whose distance at a coordinate of an axis (0 to 2) is what `spacing` says.
    pub(crate) fn new(min: [f32; 3], max: [f32; 3], spacing: impl Fn(usize, f32) -> f32) -> Self {
        let lines = std::array::from_fn(|axis| {
            let mut at = min[axis];
            let mut line = vec![at];
            while at < max[axis] {
                at += spacing(axis, at).max(1e-4);
                line.push(at);
            }
            line
        });
        Self { lines }
    }

    fn counts(&self) -> [usize; 3] {
        std::array::from_fn(|axis| self.lines[axis].len())
    }

    fn point(&self, at: [usize; 3]) -> Vec3 {
        Vec3::new(
            self.lines[0][at[0]],
            self.lines[1][at[1]],
            self.lines[2][at[2]],
        )
    }
}

/// The field at every grid point; blocks far from the surface get one value for all.
fn sampled(grid: &Grid, field: &impl Fn(&Vec3) -> f32) -> Vec<f32> {
    const BLOCK: usize = 6;
    let [nx, ny, nz] = grid.counts();
    let mut values = vec![0.0; nx * ny * nz];
    for bz in (0..nz).step_by(BLOCK) {
        for by in (0..ny).step_by(BLOCK) {
            for bx in (0..nx).step_by(BLOCK) {
                let end = [
                    (bx + BLOCK).min(nx),
                    (by + BLOCK).min(ny),
                    (bz + BLOCK).min(nz),
                ];
                let low = grid.point([bx, by, bz]);
                let high = grid.point([end[0] - 1, end[1] - 1, end[2] - 1]);
                let middle = field(&((low + high) * 0.5));
                let far = middle.abs() > (high - low).norm() + 0.02;
                for z in bz..end[2] {
                    for y in by..end[1] {
                        for x in bx..end[0] {
                            values[(z * ny + y) * nx + x] = if far {
                                middle
                            } else {
                                field(&grid.point([x, y, z]))
                            };
                        }
                    }
                }
            }
        }
    }
    values
}

/// The surface where `field` is 0, its vertices pulled onto it and spread evenly over it.
pub(crate) fn polygonise(grid: &Grid, field: &impl Fn(&Vec3) -> f32) -> Surface {
    let values = sampled(grid, field);
    let counts = grid.counts();
    let [nx, ny, _] = counts;
    let stride = [1, nx, nx * ny];
    let flat = |at: [usize; 3]| at[0] + at[1] * stride[1] + at[2] * stride[2];

    let mut surface = Surface::default();
    let mut vertex_of = vec![u32::MAX; values.len()];
    for z in 0..counts[2] - 1 {
        for y in 0..counts[1] - 1 {
            for x in 0..counts[0] - 1 {
                if let Some(p) = cell_vertex(grid, &values, [x, y, z], stride) {
                    vertex_of[flat([x, y, z])] = surface.positions.len() as u32;
                    surface.positions.push(p);
                }
            }
        }
    }
    for z in 1..counts[2] - 1 {
        for y in 1..counts[1] - 1 {
            for x in 1..counts[0] - 1 {
                let here = flat([x, y, z]);
                for axis in 0..3 {
                    let (inside, beyond) = (values[here] < 0.0, values[here + stride[axis]] < 0.0);
                    if inside == beyond {
                        continue;
                    }
                    let (u, v) = (stride[(axis + 1) % 3], stride[(axis + 2) % 3]);
                    let mut quad = [here - u - v, here - v, here, here - u].map(|i| vertex_of[i]);
                    if !inside {
                        quad.reverse();
                    }
                    surface.push_quad(quad);
                }
            }
        }
    }
    for _ in 0..3 {
        surface.relax(0.5);
        settle(&mut surface, field);
    }
    surface.drop_degenerate();
    surface.normals = normals(&surface, field);
    surface.tagged(0)
}

/// The middle of the places where the surface crosses the edges of a cell; `None` if it does not.
fn cell_vertex(grid: &Grid, values: &[f32], at: [usize; 3], stride: [usize; 3]) -> Option<Vec3> {
    let mut sum = Vec3::zeros();
    let mut count = 0.0;
    for axis in 0..3 {
        let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
        for corner in 0..4 {
            let mut start = at;
            start[u] += corner & 1;
            start[v] += corner >> 1;
            let mut end = start;
            end[axis] += 1;
            let flat = |p: [usize; 3]| p[0] + p[1] * stride[1] + p[2] * stride[2];
            let (a, b) = (values[flat(start)], values[flat(end)]);
            if (a < 0.0) != (b < 0.0) {
                sum += grid.point(start).lerp(&grid.point(end), a / (a - b));
                count += 1.0;
            }
        }
    }
    (count > 0.0).then(|| sum / count)
}

/// The field's gradient at every vertex; the mesh's own normal in creases too fine for the mesh,
/// where the two disagree.
fn normals(surface: &Surface, field: &impl Fn(&Vec3) -> f32) -> Vec<Vec3> {
    let mut sums = vec![Vec3::zeros(); surface.positions.len()];
    for &triangle in &surface.triangles {
        let across = surface.cross(triangle);
        for i in triangle {
            sums[i as usize] += across;
        }
    }
    let own = sums.iter().map(|sum| sum.try_normalize(1e-12));
    surface
        .positions
        .iter()
        .zip(own)
        .map(|(p, own)| {
            let steepest = gradient(field, p);
            own.filter(|own| own.dot(&steepest) < 0.75)
                .unwrap_or(steepest)
        })
        .collect()
}

/// Moves every vertex along the field's gradient onto the surface.
fn settle(surface: &mut Surface, field: &impl Fn(&Vec3) -> f32) {
    for p in &mut surface.positions {
        for _ in 0..2 {
            let distance = field(p).clamp(-0.008, 0.008);
            *p -= gradient(field, p) * distance;
        }
    }
}
