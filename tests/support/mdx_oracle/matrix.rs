//! Row-major matrices for column vectors, and rotations as quaternions x, y, z, w.

/// A row-major matrix for column vectors; the last row is 0, 0, 0, 1.
pub type Matrix = [f64; 16];

/// The matrix that moves nothing.
pub const IDENTITY: Matrix = [
    1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0,
];

/// `a * b`: `b` acts first.
pub fn multiply(a: &Matrix, b: &Matrix) -> Matrix {
    let mut product = [0.0; 16];
    for row in 0..4 {
        for column in 0..4 {
            for k in 0..4 {
                product[4 * row + column] += a[4 * row + k] * b[4 * k + column];
            }
        }
    }
    product
}

/// A point under a matrix.
pub fn transform(matrix: &Matrix, [x, y, z]: [f64; 3]) -> [f64; 3] {
    let mut moved = [0.0; 3];
    for (row, value) in moved.iter_mut().enumerate() {
        let m = &matrix[4 * row..];
        *value = m[0] * x + m[1] * y + m[2] * z + m[3];
    }
    moved
}

/// A move.
pub fn translation([x, y, z]: [f64; 3]) -> Matrix {
    let mut matrix = IDENTITY;
    (matrix[3], matrix[7], matrix[11]) = (x, y, z);
    matrix
}

/// Factors along the axes.
pub fn scaling([x, y, z]: [f64; 3]) -> Matrix {
    let mut matrix = IDENTITY;
    (matrix[0], matrix[5], matrix[10]) = (x, y, z);
    matrix
}

/// A turn by a quaternion of length 1.
pub fn rotation(q: [f64; 4]) -> Matrix {
    // Each axis goes where q * axis * conjugate(q) has it.
    let conjugate = [-q[0], -q[1], -q[2], q[3]];
    let mut matrix = IDENTITY;
    for column in 0..3 {
        let mut axis = [0.0; 4];
        axis[column] = 1.0;
        let turned = quaternion_product(quaternion_product(q, axis), conjugate);
        for row in 0..3 {
            matrix[4 * row + column] = turned[row];
        }
    }
    matrix
}

fn quaternion_product([ax, ay, az, aw]: [f64; 4], [bx, by, bz, bw]: [f64; 4]) -> [f64; 4] {
    [
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by + ay * bw + az * bx - ax * bz,
        aw * bz + az * bw + ax * by - ay * bx,
        aw * bw - ax * bx - ay * by - az * bz,
    ]
}
