//! A 3x4 affine transform: three rows of a 4x4 matrix whose last row is 0 0 0 1.

use super::{Quat, Vec3};

/// An affine transform for column vectors, row-major: `rows[i][3]` is the translation.
///
/// Name values destination first: `model_from_bone * bone_from_bind`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Affine {
    /// The upper three rows of the matrix.
    pub rows: [[f32; 4]; 3],
}

impl Default for Affine {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl Affine {
    /// Leaves every point where it is.
    pub const IDENTITY: Self = Self {
        rows: [
            [1.0, 0.0, 0.0, 0.0],
            [0.0, 1.0, 0.0, 0.0],
            [0.0, 0.0, 1.0, 0.0],
        ],
    };

    /// Moves by `offset`.
    pub fn translation(offset: &Vec3) -> Self {
        let mut affine = Self::IDENTITY;
        affine.rows[0][3] = offset.x;
        affine.rows[1][3] = offset.y;
        affine.rows[2][3] = offset.z;
        affine
    }

    /// `T(pivot) * T(translation) * R(rotation) * S(scale) * T(-pivot)`, in one step.
    ///
    /// `rotation` must be of unit length.
    pub fn about_pivot(pivot: &Vec3, translation: &Vec3, rotation: &Quat, scale: &Vec3) -> Self {
        let (x, y, z, w) = (rotation.i, rotation.j, rotation.k, rotation.w);
        let linear = [
            [
                (1.0 - 2.0 * (y * y + z * z)) * scale.x,
                2.0 * (x * y - z * w) * scale.y,
                2.0 * (x * z + y * w) * scale.z,
            ],
            [
                2.0 * (x * y + z * w) * scale.x,
                (1.0 - 2.0 * (x * x + z * z)) * scale.y,
                2.0 * (y * z - x * w) * scale.z,
            ],
            [
                2.0 * (x * z - y * w) * scale.x,
                2.0 * (y * z + x * w) * scale.y,
                (1.0 - 2.0 * (x * x + y * y)) * scale.z,
            ],
        ];
        let mut rows = [[0.0; 4]; 3];
        for (i, row) in rows.iter_mut().enumerate() {
            let [a, b, c] = linear[i];
            let shift = pivot[i] + translation[i] - (a * pivot.x + b * pivot.y + c * pivot.z);
            *row = [a, b, c, shift];
        }
        Self { rows }
    }

    /// Transforms a position.
    #[inline]
    pub fn point(&self, p: &Vec3) -> Vec3 {
        let row = |r: &[f32; 4]| r[0] * p.x + r[1] * p.y + r[2] * p.z + r[3];
        Vec3::new(row(&self.rows[0]), row(&self.rows[1]), row(&self.rows[2]))
    }

    /// Transforms a direction (no translation).
    #[inline]
    pub fn vector(&self, v: &Vec3) -> Vec3 {
        let row = |r: &[f32; 4]| r[0] * v.x + r[1] * v.y + r[2] * v.z;
        Vec3::new(row(&self.rows[0]), row(&self.rows[1]), row(&self.rows[2]))
    }

    /// The linear part as a nalgebra matrix.
    pub fn linear(&self) -> nalgebra::Matrix3<f32> {
        let r = &self.rows;
        nalgebra::Matrix3::new(
            r[0][0], r[0][1], r[0][2], r[1][0], r[1][1], r[1][2], r[2][0], r[2][1], r[2][2],
        )
    }

    /// From a linear part and a translation.
    pub fn from_parts(linear: &nalgebra::Matrix3<f32>, translation: &Vec3) -> Self {
        let mut rows = [[0.0; 4]; 3];
        for (i, row) in rows.iter_mut().enumerate() {
            *row = [
                linear[(i, 0)],
                linear[(i, 1)],
                linear[(i, 2)],
                translation[i],
            ];
        }
        Self { rows }
    }

    /// Where the origin goes.
    pub fn translation_part(&self) -> Vec3 {
        Vec3::new(self.rows[0][3], self.rows[1][3], self.rows[2][3])
    }

    /// The inverse, or `None` when the transform flattens space.
    pub fn inverse(&self) -> Option<Self> {
        let inverse = self.linear().try_inverse()?;
        let translation = -(inverse * self.translation_part());
        Some(Self::from_parts(&inverse, &translation))
    }

    /// All 16 numbers of the 4x4 matrix, row by row.
    pub fn to_row_major(&self) -> [f32; 16] {
        let mut out = [0.0; 16];
        for (i, row) in self.rows.iter().enumerate() {
            out[i * 4..i * 4 + 4].copy_from_slice(row);
        }
        out[15] = 1.0;
        out
    }
}

impl std::ops::Mul for Affine {
    type Output = Self;

    #[inline]
    fn mul(self, right: Self) -> Self {
        let mut rows = [[0.0; 4]; 3];
        for (out, a) in rows.iter_mut().zip(&self.rows) {
            for (column, value) in out.iter_mut().enumerate() {
                *value = a[0] * right.rows[0][column]
                    + a[1] * right.rows[1][column]
                    + a[2] * right.rows[2][column];
            }
            out[3] += a[3];
        }
        Self { rows }
    }
}
