//! Where the weights of each vertex come from when one side of a model is given those of the other.

use super::{MirrorBy, MirrorFrom};
use crate::document::Model;
use crate::math::Vec3;
use crate::mesh::{MirrorMap, MirrorSpots, VertexSide};
use std::cell::OnceCell;

/// How far a spot of the surface may be from a mirrored vertex, as a share of the model's size.
const NEAREST_SHARE: f32 = 0.05;

/// How far a vertex may be from a mirrored one and still be the same point, as a share of the
/// model's size: what rounding moves.
const SAME_SHARE: f32 = 1e-4;

/// The vertices that the weights of one are made of, with their shares.
pub(super) type Parts = Vec<(u32, f32)>;

/// Where the weights of each vertex come from.
pub(super) struct MirrorSources {
    sides: Vec<VertexSide>,
    found: Vec<Option<Parts>>,
    /// Whether what was found is a spot between vertices and no vertex that is the mirror image.
    is_spot: Vec<bool>,
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
            is_spot: Vec::new(),
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
        let topology = model.topology();
        let map = model.mirror_map();
        let farthest = tolerance.unwrap_or_else(|| model.size() * NEAREST_SHARE);
        // Finding out which parts mirror each other takes a while: not where every vertex has one.
        let kept = OnceCell::new();
        let spots = || {
            kept.get_or_init(|| {
                MirrorSpots::new(
                    &model.vertices,
                    &topology,
                    model.views.first(),
                    model.size(),
                )
            })
        };
        let mirrored = |at: &Vec3| Vec3::new(at.x, -at.y, at.z);
        let mut is_spot = vec![false; positions.len()];
        let mut find = |(vertex, at): (u32, &Vec3)| -> Option<Parts> {
            if side(vertex) == VertexSide::Middle {
                return Some(vec![(vertex, 1.0)]);
            }
            if !from.changes(side(vertex)) {
                return None;
            }
            // A vertex that is the mirror image says more than a spot of some surface there; one
            // that is only near may be of another part.
            let near = map.vertex(vertex).filter(|&other| from.reads(side(other)));
            if let Some(other) = near {
                let away = positions
                    .get(other as usize)
                    .map(|there| (mirrored(at) - there).norm());
                let is_same = away == Some(0.0)
                    || away.is_some_and(|away| away <= SAME_SHARE * model.size())
                        && spots().are_images(vertex, other);
                if is_same {
                    return Some(vec![(other, 1.0)]);
                }
            }
            let may = |corner: u32| from.reads(side(corner));
            let spot = spots().spot(vertex, farthest, may)?;
            if let Some(is_spot) = is_spot.get_mut(vertex as usize) {
                *is_spot = true;
            }
            // Corners that take weights themselves give none: mirroring twice would differ.
            used_parts(spot.corners, spot.shares, may)
        };
        let found = (0..).zip(positions).map(&mut find).collect();
        Self {
            sides,
            found,
            is_spot,
            from,
        }
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

    /// Whether the weights of a vertex come from between vertices: they are then no more exact than
    /// the meshes of both sides are fine.
    pub(super) fn is_spot(&self, vertex: u32) -> bool {
        self.is_spot.get(vertex as usize) == Some(&true)
    }

    /// These vertices, those that take weights from them and those that they take weights from, as
    /// far as there are such, in ascending order.
    pub(super) fn with_images(&self, vertices: &[u32]) -> Vec<u32> {
        let mut is_in = vec![false; self.found.len()];
        let mark = |is_in: &mut [bool], vertex: u32| {
            if let Some(mark) = is_in.get_mut(vertex as usize) {
                *mark = true;
            }
        };
        for &vertex in vertices {
            mark(&mut is_in, vertex);
        }
        let named = is_in.clone();
        let is_named = |vertex: u32| named.get(vertex as usize) == Some(&true);
        for (vertex, parts) in (0..).zip(&self.found) {
            let parts = parts.as_deref().unwrap_or_default();
            if parts.iter().any(|&(source, _)| is_named(source)) {
                mark(&mut is_in, vertex);
            }
            if is_named(vertex) {
                parts
                    .iter()
                    .for_each(|&(source, _)| mark(&mut is_in, source));
            }
        }
        let mut all = vertices.to_vec();
        all.extend((0..).zip(is_in).filter(|(_, is_in)| *is_in).map(|(v, _)| v));
        all.sort_unstable();
        all.dedup();
        all
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
