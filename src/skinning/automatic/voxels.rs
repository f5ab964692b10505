//! Small cubes that fill the inside of a mesh, whole or not.
//!
//! A cube is solid where the surface or a bone passes through it, or where the surface lies on at
//! least five of its six sides: that holds inside of a skirt open at the bottom, and neither
//! between two legs nor under an arm.

use crate::math::{Aabb, Vec3};

/// Cubes along the longest side: the first number with which no more than [`MOST_SOLID`] are
/// solid, else the last.
const PER_SIDE: [usize; 3] = [112, 80, 56];
/// So many solid cubes are walked through in good time.
const MOST_SOLID: usize = 250_000;
/// Sides on which the surface must lie.
const LEAST_SIDES: u8 = 5;
/// Cubes that a triangle or a bone passes through.
const SHELL: u8 = 0x80;

/// What is solid, in a box around a mesh and its bones.
#[derive(Clone, Debug)]
pub(super) struct Voxels {
    counts: [usize; 3],
    origin: Vec3,
    size: f32,
    /// For each cube its number among the solid ones, or `u32::MAX`.
    solid: Vec<u32>,
    /// For each solid one its cube.
    cubes: Vec<u32>,
}

impl Voxels {
    /// The cubes of a mesh within a box of diagonal 1. `None` without triangles of any extent.
    pub(super) fn new(
        points: &[Vec3],
        triangles: &[[u32; 3]],
        segments: &[(Vec3, Vec3)],
    ) -> Option<Self> {
        let corners = triangles.iter().flatten();
        let mut aabb = Aabb::around(corners.filter_map(|&corner| points.get(corner as usize)));
        if aabb.is_empty() {
            return None;
        }
        // Bones far away do not stretch the box: they end at its walls.
        let (low, high) = (aabb.min.add_scalar(-0.1), aabb.max.add_scalar(0.1));
        for (head, tail) in segments {
            for end in [head, tail] {
                if end.zip_map(&low, |a, b| a >= b).iter().all(|b| *b)
                    && end.zip_map(&high, |a, b| a <= b).iter().all(|b| *b)
                {
                    aabb.include(end);
                }
            }
        }
        let longest = (aabb.max - aabb.min).max();
        if !(longest > 0.0 && longest.is_finite()) {
            return None;
        }
        let made = PER_SIDE
            .into_iter()
            .map(|count| Self::of_size(&aabb, longest / count as f32, points, triangles, segments));
        let mut last = None;
        for voxels in made {
            let is_enough = voxels.solid_count() <= MOST_SOLID;
            last = Some(voxels);
            if is_enough {
                break;
            }
        }
        last
    }

    fn of_size(
        aabb: &Aabb,
        size: f32,
        points: &[Vec3],
        triangles: &[[u32; 3]],
        segments: &[(Vec3, Vec3)],
    ) -> Self {
        let extent = aabb.max - aabb.min;
        // One cube to spare all around.
        let counts = [0, 1, 2].map(|axis| (extent[axis] / size).floor() as usize + 3);
        let mut voxels = Self {
            counts,
            origin: aabb.min.add_scalar(-size),
            size,
            solid: Vec::new(),
            cubes: Vec::new(),
        };
        let mut marks = vec![0u8; counts.iter().product()];
        for triangle in triangles {
            let corners = triangle.map(|corner| points.get(corner as usize).copied());
            if let [Some(a), Some(b), Some(c)] = corners {
                voxels.mark_triangle([a, b, c], &mut marks);
            }
        }
        voxels.count_sides(&mut marks);
        for segment in segments {
            for cube in voxels.along(segment) {
                if let Some(mark) = marks.get_mut(cube) {
                    *mark |= SHELL;
                }
            }
        }
        voxels.solid = vec![u32::MAX; marks.len()];
        for (cube, (mark, number)) in marks.iter().zip(&mut voxels.solid).enumerate() {
            if *mark & SHELL != 0 || *mark >= LEAST_SIDES {
                *number = voxels.cubes.len() as u32;
                voxels.cubes.push(cube as u32);
            }
        }
        voxels
    }

    /// How many cubes are solid.
    pub(super) fn solid_count(&self) -> usize {
        self.cubes.len()
    }

    /// A cube's side.
    pub(super) fn size(&self) -> f32 {
        self.size
    }

    /// The solid cube that a point is in.
    pub(super) fn solid_at(&self, point: &Vec3) -> Option<u32> {
        let cube = self.cube_of(point)?;
        let number = self.solid.get(cube).copied()?;
        (number != u32::MAX).then_some(number)
    }

    /// The middle of a solid cube.
    pub(super) fn middle(&self, solid: u32) -> Vec3 {
        let cube = self.cubes.get(solid as usize).copied().unwrap_or(0) as usize;
        let [x, y, z] = self.place(cube);
        self.origin + Vec3::new(x as f32 + 0.5, y as f32 + 0.5, z as f32 + 0.5) * self.size
    }

    /// Calls `visit` with every solid cube that touches this one, and the distance in sides.
    pub(super) fn around(&self, solid: u32, mut visit: impl FnMut(u32, f32)) {
        const DISTANCES: [f32; 4] = [0.0, 1.0, std::f32::consts::SQRT_2, 1.732_050_8];
        let Some(&cube) = self.cubes.get(solid as usize) else {
            return;
        };
        // The spare cubes all around are never solid unless a bone ends in them; the checks of the
        // index below keep those inside, too.
        let [nx, ny, _] = self.counts.map(|count| count as i64);
        for dz in -1..=1i64 {
            for dy in -1..=1i64 {
                for dx in -1..=1i64 {
                    let steps = (dx.abs() + dy.abs() + dz.abs()) as usize;
                    if steps == 0 {
                        continue;
                    }
                    let other = i64::from(cube) + dx + nx * (dy + ny * dz);
                    let number = usize::try_from(other)
                        .ok()
                        .and_then(|other| self.solid.get(other).copied());
                    if let Some(number) = number.filter(|number| *number != u32::MAX) {
                        visit(number, DISTANCES[steps]);
                    }
                }
            }
        }
    }

    /// The cubes along a segment, whether solid or not.
    fn along(&self, (head, tail): &(Vec3, Vec3)) -> impl Iterator<Item = usize> + '_ {
        let way = tail - head;
        let longest = self.counts.iter().sum::<usize>() as f32 * 2.0;
        let steps = (way.norm() / self.size * 2.0).ceil().min(longest).max(1.0);
        let head = *head;
        (0..=steps as usize)
            .filter_map(move |step| self.cube_of(&(head + way * (step as f32 / steps))))
    }

    /// The solid cubes along a segment, each with the distance of its middle in sides.
    pub(super) fn solid_along(&self, segment: &(Vec3, Vec3)) -> Vec<u32> {
        let mut found: Vec<u32> = self
            .along(segment)
            .filter_map(|cube| self.solid.get(cube).copied())
            .filter(|number| *number != u32::MAX)
            .collect();
        found.dedup();
        found
    }

    fn place(&self, cube: usize) -> [usize; 3] {
        let [nx, ny, _] = self.counts;
        [cube % nx, cube / nx % ny, cube / nx / ny]
    }

    fn cube_of(&self, point: &Vec3) -> Option<usize> {
        let at = (point - self.origin) / self.size;
        let [nx, ny, nz] = self.counts;
        let inside = |axis: usize, count: usize| {
            let index = at[axis].floor();
            (index >= 0.0 && index < count as f32).then_some(index as usize)
        };
        let (x, y, z) = (inside(0, nx)?, inside(1, ny)?, inside(2, nz)?);
        Some(x + nx * (y + ny * z))
    }

    /// Marks the cubes that a triangle passes through: columns along its normal's longest side,
    /// each from the lowest to the highest that its plane reaches in it.
    fn mark_triangle(&self, corners: [Vec3; 3], marks: &mut [u8]) {
        let [a, b, c] = corners.map(|corner| (corner - self.origin) / self.size);
        let normal = (b - a).cross(&(c - a));
        let w = normal.iamax();
        let (u, v) = ((w + 1) % 3, (w + 2) % 3);
        if normal[w] == 0.0 {
            return;
        }
        let strides = [1, self.counts[0], self.counts[0] * self.counts[1]];
        let (low, high) = (a.inf(&b).inf(&c), a.sup(&b).sup(&c));
        let slope = (-normal[u] / normal[w], -normal[v] / normal[w]);
        let spread = 0.5 * (slope.0.abs() + slope.1.abs());
        let range = |axis: usize, from: f32, to: f32| {
            let last = self.counts[axis].saturating_sub(1) as f32;
            let from = from.floor().clamp(0.0, last) as usize;
            from..=(to.floor().clamp(0.0, last) as usize)
        };
        // Sides of the flattened triangle, as half planes widened by half a cube.
        let turn = normal[w].signum();
        let halves = [(a, b), (b, c), (c, a)].map(|(from, to)| {
            let (nu, nv) = (-(to[v] - from[v]) * turn, (to[u] - from[u]) * turn);
            let widen = 0.5 * (nu.abs() + nv.abs());
            (nu, nv, nu * from[u] + nv * from[v] - widen)
        });
        for iv in range(v, low[v], high[v]) {
            for iu in range(u, low[u], high[u]) {
                let (mu, mv) = (iu as f32 + 0.5, iv as f32 + 0.5);
                if halves
                    .iter()
                    .any(|(nu, nv, least)| nu * mu + nv * mv < *least)
                {
                    continue;
                }
                let middle = a[w] + slope.0 * (mu - a[u]) + slope.1 * (mv - a[v]);
                let from = (middle - spread).max(low[w]);
                let to = (middle + spread).min(high[w]);
                for iw in range(w, from, to.max(from)) {
                    let cube = iu * strides[u] + iv * strides[v] + iw * strides[w];
                    if let Some(mark) = marks.get_mut(cube) {
                        *mark |= SHELL;
                    }
                }
            }
        }
    }

    /// Adds to each mark on how many of its six sides the shell lies.
    fn count_sides(&self, marks: &mut [u8]) {
        let [nx, ny, nz] = self.counts;
        let strides = [1, nx, nx * ny];
        for axis in 0..3 {
            let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
            let length = self.counts[axis];
            for iv in 0..[nx, ny, nz][v] {
                for iu in 0..[nx, ny, nz][u] {
                    let start = iu * strides[u] + iv * strides[v];
                    let mut sweep = |at: &mut dyn Iterator<Item = usize>| {
                        let mut is_behind = false;
                        for step in at {
                            let Some(mark) = marks.get_mut(start + step * strides[axis]) else {
                                continue;
                            };
                            if *mark & SHELL != 0 {
                                is_behind = true;
                            } else if is_behind {
                                *mark += 1;
                            }
                        }
                    };
                    sweep(&mut (0..length));
                    sweep(&mut (0..length).rev());
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A cube of side 1 around the origin, without its lid.
    fn open_box() -> (Vec<Vec3>, Vec<[u32; 3]>) {
        let points = (0..8)
            .map(|i| Vec3::new((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2) as f32))
            .map(|corner| corner.add_scalar(-0.5))
            .collect();
        let sides = [
            [0, 1, 3, 2],
            [0, 1, 5, 4],
            [2, 3, 7, 6],
            [0, 2, 6, 4],
            [1, 3, 7, 5],
        ];
        let triangles = sides
            .iter()
            .flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]])
            .collect();
        (points, triangles)
    }

    #[test]
    fn the_inside_of_an_open_box_is_solid_and_its_outside_is_not() {
        let (points, triangles) = open_box();
        let voxels = Voxels::new(&points, &triangles, &[]).unwrap();
        assert!(voxels.solid_at(&Vec3::zeros()).is_some());
        assert!(voxels.solid_at(&Vec3::new(0.0, 0.0, -0.5)).is_some());
        assert!(voxels.solid_at(&Vec3::new(0.0, 0.0, 0.505)).is_none());
        let filled = voxels.solid_count() as f32 * voxels.size().powi(3);
        assert!((filled - 1.0).abs() < 0.06, "{filled}");
    }

    #[test]
    fn a_slanted_triangle_leaves_no_hole() {
        let points = [
            Vec3::new(0.0, 0.1, 0.0),
            Vec3::new(0.5, 0.3, 0.1),
            Vec3::new(0.1, 0.4, 0.6),
        ];
        let voxels = Voxels::new(&points, &[[0, 1, 2]], &[]).unwrap();
        for i in 0..=50 {
            for j in 0..=50 - i {
                let (s, t) = (i as f32 / 50.0, j as f32 / 50.0);
                let point = points[0] * (1.0 - s - t) + points[1] * s + points[2] * t;
                // A point on the wall between two cubes may round into either.
                let near = [0.0, 1e-4, -1e-4].map(|by| voxels.solid_at(&point.add_scalar(by)));
                assert!(near.iter().any(Option::is_some), "{point:?}");
            }
        }
    }

    #[test]
    fn a_bone_outside_of_the_mesh_makes_its_own_cubes_solid() {
        let (points, triangles) = open_box();
        let bone = (Vec3::new(0.0, 0.0, 0.52), Vec3::new(0.0, 0.0, 0.58));
        let voxels = Voxels::new(&points, &triangles, &[bone]).unwrap();
        assert!(voxels.solid_at(&Vec3::new(0.0, 0.0, 0.55)).is_some());
        assert!(!voxels.solid_along(&bone).is_empty());
    }
}
