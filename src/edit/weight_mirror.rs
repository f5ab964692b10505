//! Where the weights of each vertex come from when one side of a model is given those of the other.

use super::{MirrorBy, MirrorFrom};
use crate::document::Model;
use crate::math::Vec3;
use crate::mesh::{MirrorMap, SurfaceIndex, Topology, VertexSide};
use std::sync::Arc;

/// How far a spot of the surface may be from a mirrored vertex, as a share of the model's size.
const NEAREST_SHARE: f32 = 0.05;

/// The vertices that the weights of one are made of, with their shares.
pub(super) type Parts = Vec<(u32, f32)>;

/// Where the weights of each vertex come from.
pub(super) struct MirrorSources {
    sides: Vec<VertexSide>,
    found: Vec<Option<Parts>>,
    from: MirrorFrom,
}

/// Which sides take weights.
impl MirrorFrom {
    /// Whether vertices of a side get weights from the other.
    pub(super) fn changes(self, side: VertexSide) -> bool {
        match self {
            Self::Left => side != VertexSide::Left,
            Self::Right => side != VertexSide::Right,
            Self::Flip => true,
        }
    }

    /// Whether vertices of a side give theirs.
    fn reads(self, side: VertexSide) -> bool {
        side == VertexSide::Middle || self == Self::Flip || !self.changes(side)
    }
}

impl MirrorSources {
    /// Finds them; `tolerance` is in the model's units, `None` for a share of its size.
    pub(super) fn new(
        model: &Model,
        by: MirrorBy,
        tolerance: Option<f32>,
        from: MirrorFrom,
    ) -> Self {
        match by {
            MirrorBy::Position => match tolerance {
                None => Self::of_map(&model.mirror_map(), from),
                Some(tolerance) => {
                    let topology = model.topology();
                    let map = MirrorMap::by_place(&model.vertices, &topology, tolerance);
                    Self::of_map(&map, from)
                }
            },
            MirrorBy::Topology => {
                let tolerance = tolerance.unwrap_or_else(|| model.place_tolerance());
                let map = MirrorMap::by_edges(&model.vertices, &model.topology(), tolerance);
                Self::of_map(&map, from)
            }
            MirrorBy::Nearest => Self::of_surface(model, tolerance, from),
        }
    }

    fn of_map(map: &MirrorMap, from: MirrorFrom) -> Self {
        let vertices = 0..map.vertex_count() as u32;
        let source = |vertex| map.vertex(vertex).map(|other| vec![(other, 1.0)]);
        Self {
            sides: vertices.clone().map(|vertex| map.side(vertex)).collect(),
            found: vertices.map(source).collect(),
            from,
        }
    }

    fn of_surface(model: &Model, tolerance: Option<f32>, from: MirrorFrom) -> Self {
        let positions = &model.vertices.positions;
        let middle = model.place_tolerance() / 2.0;
        let side_of = |at: &Vec3| {
            if at.y.abs() <= middle {
                VertexSide::Middle
            } else {
                VertexSide::of(at.y)
            }
        };
        let sides: Vec<VertexSide> = positions.iter().map(side_of).collect();
        let side = |vertex: u32| sides.get(vertex as usize).copied().unwrap_or_default();
        let topology: Arc<Topology> = model.topology();
        let reads = |corners: &[u32; 3]| corners.iter().any(|&corner| from.reads(side(corner)));
        let triangles: Vec<[u32; 3]> = topology.triangles().iter().copied().filter(reads).collect();
        let surface = SurfaceIndex::new(positions, &triangles);
        let map = model.mirror_map();
        let farthest = tolerance.unwrap_or_else(|| model.size() * NEAREST_SHARE);
        let find = |(vertex, at): (u32, &Vec3)| -> Option<Parts> {
            if side(vertex) == VertexSide::Middle {
                return Some(vec![(vertex, 1.0)]);
            }
            if !from.changes(side(vertex)) {
                return None;
            }
            // A vertex that is the mirror image says more than a spot of some surface there.
            let other = map.vertex(vertex);
            if let Some(other) = other.filter(|&other| from.reads(side(other))) {
                return Some(vec![(other, 1.0)]);
            }
            let mirrored = Vec3::new(at.x, -at.y, at.z);
            let spot = surface.nearest_within(&mirrored, farthest)?;
            // Corners that take weights themselves give none: mirroring twice would differ.
            used_parts(spot.corners, spot.shares, |corner| from.reads(side(corner)))
        };
        let found = (0..).zip(positions).map(find).collect();
        Self { sides, found, from }
    }

    /// Which side a vertex is on.
    pub(super) fn side(&self, vertex: u32) -> VertexSide {
        self.sides.get(vertex as usize).copied().unwrap_or_default()
    }

    /// What the weights of a vertex come from, before bones are exchanged; `None` where there is
    /// nothing.
    pub(super) fn of(&self, vertex: u32) -> Option<&[(u32, f32)]> {
        self.found.get(vertex as usize)?.as_deref()
    }

    /// The vertices that should change and have no mirror image, in ascending order.
    pub(super) fn unmatched(&self) -> Vec<u32> {
        let all = (0..).zip(self.found.iter().zip(&self.sides));
        all.filter(|(_, (found, side))| found.is_none() && self.from.changes(**side))
            .map(|(vertex, _)| vertex)
            .collect()
    }
}

/// The corners of a spot that may be used, with shares that sum to 1.
pub(super) fn used_parts(
    corners: [u32; 3],
    shares: [f32; 3],
    may: impl Fn(u32) -> bool,
) -> Option<Parts> {
    let corners = corners.into_iter().zip(shares);
    let mut parts: Parts = corners
        .filter(|&(corner, share)| share > 0.0 && may(corner))
        .collect();
    let sum: f32 = parts.iter().map(|(_, share)| share).sum();
    if sum <= 0.0 {
        return None;
    }
    parts.iter_mut().for_each(|(_, share)| *share /= sum);
    Some(parts)
}

/// The vertices that `mirror_weights` with these arguments would leave alone since they have no
/// mirror image, for a window that shows them; in ascending order.
pub fn vertices_without_mirror(
    model: &Model,
    from: MirrorFrom,
    by: MirrorBy,
    tolerance: Option<f32>,
) -> Vec<u32> {
    MirrorSources::new(model, by, tolerance, from).unmatched()
}
