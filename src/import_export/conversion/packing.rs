//! Values on their way to the packed numbers of M2, and how far that takes them.

use super::window_keys::Keyed;
use crate::formats::m2::{
    fixed_from_share, packed_from_quaternion, quaternion_from_packed, share_from_fixed,
};
use crate::import_export::Report;
use crate::math::{Quat, unit_or_identity};

/// How many values were changed by packing, and how far the worst is off.
#[derive(Debug, Default)]
pub struct Packing {
    rotations: usize,
    worst_degrees: f64,
    shares: usize,
    worst_share: f64,
}

impl Packing {
    /// The rotation as the file will hold it: four numbers of 16 bits.
    pub fn rotation(&mut self, value: Quat) -> Quat {
        let unit = unit_or_identity(&value);
        let raw = [unit.i, unit.j, unit.k, unit.w].map(|part| if part == 0.0 { 0.0 } else { part });
        let [x, y, z, w] = quaternion_from_packed(packed_from_quaternion(raw));
        let packed = Quat::new(w, x, y, z);
        let error = packed.distance(unit);
        if error > 0.0 {
            self.rotations += 1;
            self.worst_degrees = self.worst_degrees.max(error);
        }
        packed
    }

    /// The share as the file will hold it, between 0 and 1.
    pub fn share(&mut self, value: f32) -> f32 {
        let wanted = if value.is_finite() {
            value.clamp(0.0, 1.0)
        } else {
            1.0
        };
        let packed = share_from_fixed(fixed_from_share(wanted));
        let error = packed.distance(value);
        if packed != value {
            self.shares += 1;
            self.worst_share = self
                .worst_share
                .max(if error.is_finite() { error } else { 1.0 });
        }
        packed
    }

    /// Whether any value was changed.
    pub fn is_inexact(&self) -> bool {
        self.rotations + self.shares > 0
    }

    /// Says what was lost.
    pub fn tell(&self, report: &mut Report) {
        if self.rotations > 0 {
            let what = format!("{} rotations are rounded to 16 bits", self.rotations);
            report.lose("bones.rotation", what, self.worst_degrees, "degrees");
        }
        if self.shares > 0 {
            let what = format!(
                "{} alpha values are cut to 0 to 1 and rounded to 15 bits",
                self.shares
            );
            report.lose("colours.alpha", what, self.worst_share, "alpha");
        }
    }
}
