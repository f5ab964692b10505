//! What a dab touches around its middle, and how it lies on a plane: turned, stretched, mirrored.

use super::falloff::FalloffTable;
use super::footprint::BrushShape;
use super::spray::Spray;
use super::tip_picture::TipPicture;

/// Two rows of a map of offsets in a plane.
pub type PlaneMap = [[f32; 2]; 2];

/// The map that leaves offsets as they are.
pub const SAME_PLANE: PlaneMap = [[1.0, 0.0], [0.0, 1.0]];

/// Applies a map to an offset.
#[inline]
pub fn mapped(map: &PlaneMap, [x, y]: [f32; 2]) -> [f32; 2] {
    let [[a, b], [c, d]] = *map;
    [a * x + b * y, c * x + d * y]
}

/// The map that does what `first` does and then what `then` does.
pub fn after(then: &PlaneMap, first: &PlaneMap) -> PlaneMap {
    let [[a, b], [c, d]] = *first;
    let (x, y) = (mapped(then, [a, c]), mapped(then, [b, d]));
    [[x[0], y[0]], [x[1], y[1]]]
}

/// The map that undoes another; `None` where nothing does.
fn undone(map: &PlaneMap) -> Option<PlaneMap> {
    let [[a, b], [c, d]] = *map;
    let area = a * d - b * c;
    let undone = [[d / area, -b / area], [-c / area, a / area]];
    let is_sound = undone.iter().flatten().all(|part| part.is_finite());
    (area != 0.0 && is_sound).then_some(undone)
}

/// What a dab touches around its middle.
#[derive(Clone, Debug, PartialEq)]
pub struct BrushTip {
    /// Its outline, before it is stretched.
    pub shape: BrushShape,
    /// How it fades.
    pub falloff: FalloffTable,
    /// What of it is touched, and how strongly.
    pub picture: Option<TipPicture>,
    /// How it is broken up.
    pub spray: Option<Spray>,
}

/// How a tip lies on a plane at one dab.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TipPose {
    /// From offsets in the plane to those in the tip: right and up, 1 at the end of the radius.
    pub tip_from_plane: PlaneMap,
    /// From offsets in the plane to those of the dab whose image it is.
    pub original_from_plane: PlaneMap,
    /// The middle of the dab whose image it is.
    pub original: [f32; 2],
    /// What chance begins with.
    pub seed: u64,
}

impl TipPose {
    /// The place of the dab whose image it is that an offset from the middle stands for.
    #[inline]
    pub fn original_of(&self, offset: [f32; 2]) -> [f32; 2] {
        let [x, y] = mapped(&self.original_from_plane, offset);
        [self.original[0] + x, self.original[1] + y]
    }

    /// The same in the steps of a grid, from whose offsets `plane_from_grid` goes to those of the
    /// plane.
    #[must_use]
    pub fn on_grid(&self, plane_from_grid: &PlaneMap) -> Self {
        Self {
            tip_from_plane: after(&self.tip_from_plane, plane_from_grid),
            original_from_plane: after(&self.original_from_plane, plane_from_grid),
            ..*self
        }
    }

    /// How far a tip of this shape reaches from its middle along both axes of the plane; nothing
    /// where it has no size.
    pub fn reach(&self, shape: BrushShape) -> [f32; 2] {
        let Some(rows) = undone(&self.tip_from_plane) else {
            return [0.0; 2];
        };
        rows.map(|[right, up]| match shape {
            BrushShape::Circle => right.hypot(up),
            BrushShape::Square => right.abs() + up.abs(),
            BrushShape::Diamond => right.abs().max(up.abs()),
        })
    }

    /// The offset in the plane of a place of the tip.
    pub fn offset_of(&self, tip: [f32; 2]) -> Option<[f32; 2]> {
        Some(mapped(&undone(&self.tip_from_plane)?, tip))
    }
}

impl BrushTip {
    /// How strong it is at an offset from its middle, 0 to 1.
    #[inline]
    pub fn share(&self, pose: &TipPose, offset: [f32; 2]) -> f32 {
        let [right, up] = mapped(&pose.tip_from_plane, offset);
        let distance = self.shape.distance(right, up);
        let mut share = self.falloff.at(distance);
        if share <= 0.0 {
            return 0.0;
        }
        if let Some(picture) = &self.picture {
            share *= picture.share(right, up);
        }
        if let Some(spray) = &self.spray
            && distance >= spray.core
            && !spray.covers(pose.seed, pose.original_of(offset))
        {
            return 0.0;
        }
        share
    }
}

#[cfg(test)]
mod tests {
    use super::super::falloff::Falloff;
    use super::*;

    fn pose(tip_from_plane: PlaneMap) -> TipPose {
        TipPose {
            tip_from_plane,
            original_from_plane: SAME_PLANE,
            original: [0.0; 2],
            seed: 1,
        }
    }

    fn tip(shape: BrushShape) -> BrushTip {
        BrushTip {
            shape,
            falloff: FalloffTable::new(&Falloff::Linear, 0.0),
            picture: None,
            spray: None,
        }
    }

    #[test]
    fn a_stretched_tip_fades_in_its_own_measure() {
        // 10 long to the upper right at 30 degrees, 4 wide.
        let (sin, cos) = 30.0f32.to_radians().sin_cos();
        let pose = pose([[cos / 10.0, sin / 10.0], [-sin / 4.0, cos / 4.0]]);
        let tip = tip(BrushShape::Circle);
        for (along, across) in [(0.0, 0.0), (5.0, 0.0), (0.0, 2.0), (6.0, 2.4), (9.0, 3.0)] {
            let offset = [cos * along - sin * across, sin * along + cos * across];
            let distance = f32::hypot(along / 10.0, across / 4.0);
            let found = tip.share(&pose, offset);
            assert!(
                (found - (1.0 - distance).max(0.0)).abs() < 2e-3,
                "{along} {across}: {found}"
            );
        }
    }

    #[test]
    fn a_tip_reaches_as_far_as_any_place_of_it_and_no_farther() {
        for shape in [BrushShape::Circle, BrushShape::Square, BrushShape::Diamond] {
            for turn in [0.0f32, 0.4, 1.1, 2.9] {
                let (sin, cos) = turn.sin_cos();
                let pose = pose([[cos / 8.0, sin / 8.0], [-sin / 3.0, cos / 3.0]]);
                let mut most = [0.0f32; 2];
                for step in 0..2000 {
                    let angle = step as f32 / 2000.0 * std::f32::consts::TAU;
                    let (x, y) = (angle.cos(), angle.sin());
                    let edge = shape.distance(x, y).recip();
                    let offset = pose.offset_of([x * edge, y * edge]).expect("it has a size");
                    most = [0, 1].map(|axis| most[axis].max(offset[axis].abs()));
                }
                let reach = pose.reach(shape);
                for axis in [0, 1] {
                    let (found, brute) = (reach[axis], most[axis]);
                    assert!(
                        (found - brute).abs() < 0.02,
                        "{shape:?} {turn}: {found} {brute}"
                    );
                }
            }
        }
        assert_eq!(pose([[0.0; 2]; 2]).reach(BrushShape::Circle), [0.0; 2]);
    }

    #[test]
    fn a_picture_and_spray_take_from_what_the_outline_gives() {
        let mut tip = tip(BrushShape::Square);
        tip.falloff = FalloffTable::new(&Falloff::Flat, 0.0);
        tip.picture = TipPicture::new(2, 1, vec![255, 0]);
        let pose = pose([[0.1, 0.0], [0.0, 0.1]]);
        assert_eq!(tip.share(&pose, [-8.0, 3.0]), 1.0);
        assert_eq!(tip.share(&pose, [8.0, 3.0]), 0.0);
        assert!((tip.share(&pose, [0.0, -9.0]) - 0.5).abs() < 1e-6);
        tip.picture = None;
        tip.spray = Some(Spray {
            density: 0.3,
            core: 0.5,
            fleck: 0.2,
        });
        let mut counts = [0; 2];
        for x in -50..50 {
            for y in -50..50 {
                let offset = [x as f32 * 0.199, y as f32 * 0.199];
                let is_core = offset[0].abs().max(offset[1].abs()) < 4.95;
                let share = tip.share(&pose, offset);
                assert!(share == 0.0 || share == 1.0);
                assert!(!is_core || share == 1.0);
                counts[usize::from(is_core)] += u32::from(share > 0.0);
            }
        }
        let share = f64::from(counts[0]) / (10_000.0 - f64::from(counts[1]));
        assert!((share - 0.3).abs() < 0.03, "{share}");
    }
}
