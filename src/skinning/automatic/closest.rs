//! Distances from points to bones, and weights from nothing but these.

use super::BoneSegments;
use crate::math::Vec3;

/// The closest bone's rivals at this multiple of its distance get nothing.
const RIVAL_REACH: f32 = 1.5;

/// The segments of all bones side by side, in the space of the welded mesh.
#[derive(Clone, Debug, Default)]
pub(super) struct BoneField {
    heads: [Vec<f32>; 3],
    ways: [Vec<f32>; 3],
    /// One over the squared length; 0 for a point.
    inverses: Vec<f32>,
    bones: Vec<u32>,
}

impl BoneField {
    /// Segments that are not numbers, after `scaled` brought them to the mesh's space, are left
    /// out.
    pub(super) fn new(bones: &[BoneSegments], scaled: impl Fn(&Vec3) -> Vec3) -> Self {
        let mut field = Self::default();
        for (position, bone) in bones.iter().enumerate() {
            for segment in &bone.segments {
                let (head, tail) = (scaled(&segment.head), scaled(&segment.tail));
                let way = tail - head;
                let squared = way.norm_squared();
                if !squared.is_finite() || !head.norm_squared().is_finite() {
                    continue;
                }
                for axis in 0..3 {
                    field.heads[axis].push(head[axis]);
                    field.ways[axis].push(way[axis]);
                }
                let inverse = if squared > 1e-14 { 1.0 / squared } else { 0.0 };
                field.inverses.push(inverse);
                field.bones.push(position as u32);
            }
        }
        field
    }

    /// How many segments there are.
    pub(super) fn len(&self) -> usize {
        self.bones.len()
    }

    /// The bone of a segment, as its position among those to weight.
    pub(super) fn bone_of(&self, segment: usize) -> Option<u32> {
        self.bones.get(segment).copied()
    }

    /// Whether a bone, by its position among those to weight, has any segment.
    pub(super) fn has(&self, bone: usize) -> bool {
        self.bones.contains(&(bone as u32))
    }

    /// The ends of a segment.
    pub(super) fn ends(&self, segment: usize) -> (Vec3, Vec3) {
        let at = |lanes: &[Vec<f32>; 3]| {
            Vec3::from_fn(|axis, _| lanes[axis].get(segment).copied().unwrap_or_default())
        };
        let head = at(&self.heads);
        (head, head + at(&self.ways))
    }

    /// The point of a segment that is nearest to `point`.
    pub(super) fn nearest_point(&self, segment: usize, point: &Vec3) -> Vec3 {
        let (head, tail) = self.ends(segment);
        let inverse = self.inverses.get(segment).copied().unwrap_or_default();
        let along = ((point - head).dot(&(tail - head)) * inverse).clamp(0.0, 1.0);
        head + (tail - head) * along
    }

    /// Fills `distances` with the distance of every segment, stretched for those that the surface
    /// turns its face to: a bone lies behind the skin that it moves.
    pub(super) fn facing_distances(&self, point: &Vec3, normal: &Vec3, distances: &mut Vec<f32>) {
        self.fill(point, distances, |away, distance| {
            let cosine = if distance > 0.0 {
                away.dot(normal) / distance
            } else {
                0.0
            };
            distance / (0.5 * (cosine + 1.001))
        });
    }

    /// Fills `distances` with the distance of every segment.
    pub(super) fn distances(&self, point: &Vec3, distances: &mut Vec<f32>) {
        self.fill(point, distances, |_, distance| distance);
    }

    #[inline(always)]
    fn fill(&self, point: &Vec3, distances: &mut Vec<f32>, measure: impl Fn(Vec3, f32) -> f32) {
        let [hx, hy, hz] = &self.heads;
        let [wx, wy, wz] = &self.ways;
        distances.clear();
        let heads = hx.iter().zip(hy).zip(hz);
        let ways = wx.iter().zip(wy).zip(wz).zip(&self.inverses);
        distances.extend(
            heads
                .zip(ways)
                .map(|(((hx, hy), hz), (((wx, wy), wz), inverse))| {
                    let from_head = Vec3::new(point.x - hx, point.y - hy, point.z - hz);
                    let way = Vec3::new(*wx, *wy, *wz);
                    let along = (from_head.dot(&way) * inverse).clamp(0.0, 1.0);
                    let away = from_head - way * along;
                    measure(away, away.norm())
                }),
        );
    }

    /// The bones nearest to `point`, shared where two are about as near; empty without bones.
    pub(super) fn closest_row(&self, point: &Vec3, distances: &mut Vec<f32>) -> Vec<(usize, f32)> {
        self.distances(point, distances);
        let nearest = distances.iter().copied().fold(f32::INFINITY, f32::min);
        let reach = (nearest * RIVAL_REACH).max(1e-6);
        let mut row: Vec<(usize, f32)> = Vec::new();
        for (segment, &distance) in distances.iter().enumerate() {
            let (true, Some(bone)) = (distance <= reach, self.bone_of(segment)) else {
                continue;
            };
            // 1 for the nearest, evenly down to 0 at the reach.
            let weight = (reach - distance) / (reach - nearest).max(f32::MIN_POSITIVE);
            match row.iter_mut().find(|(other, _)| *other == bone as usize) {
                Some((_, most)) => *most = most.max(weight),
                None => row.push((bone as usize, weight)),
            }
        }
        row
    }
}
