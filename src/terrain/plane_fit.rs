//! The plane through a point of the ground that fits its neighbours best.

/// The plane through a point that fits others best.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PlaneFit {
    xx: f64,
    xy: f64,
    yy: f64,
    xz: f64,
    yz: f64,
}

impl PlaneFit {
    /// Adds a point, as seen from the one the plane goes through.
    pub fn add(&mut self, x: f64, y: f64, z: f64) {
        self.xx += x * x;
        self.xy += x * y;
        self.yy += y * y;
        self.xz += x * z;
        self.yz += y * z;
    }

    /// Rise along x and along y; level where the points say nothing.
    pub fn slopes(&self) -> [f64; 2] {
        let area = self.xx * self.yy - self.xy * self.xy;
        if area > 1e-9 {
            [
                (self.xz * self.yy - self.yz * self.xy) / area,
                (self.yz * self.xx - self.xz * self.xy) / area,
            ]
        } else {
            [0.0, 0.0]
        }
    }
}
