//! Which spots of another mesh the weights of each vertex come from, and which bone is which.

use super::weight_mirror::{Parts, used_parts};
use super::{BoneRef, EditError, TransferBy};
use crate::document::Model;
use crate::math::{Ray, Vec3};
use crate::mesh::{SurfaceHit, SurfaceIndex, TextureTree};
use crate::skeleton::{BoneId, Side, plain_name};
use rayon::prelude::*;
use std::collections::{BTreeMap, HashMap};

/// The vertices of a model that give weights.
pub(super) struct TransferSource<'a> {
    /// The model.
    pub model: &'a Model,
    /// For each vertex whether it gives its weights.
    pub gives: Vec<bool>,
}

impl TransferSource<'_> {
    fn may_give(&self, vertex: u32) -> bool {
        self.gives.get(vertex as usize) == Some(&true)
    }

    /// For each group of vertices of `target` that change as one the vertices that its weights come
    /// from; `None` where there is nothing.
    ///
    /// Of a group the first vertex with a source counts.
    ///
    /// # Errors
    /// Where the meshes can't be compared in the way asked for.
    pub(super) fn find(
        &self,
        target: &Model,
        groups: &[&[u32]],
        by: TransferBy,
        max_distance: Option<f32>,
    ) -> Result<Vec<Option<Parts>>, EditError> {
        let distance = max_distance.unwrap_or(f32::INFINITY);
        let pool = &self.model.vertices;
        if by == TransferBy::Topology {
            let (count, own) = (pool.len(), target.vertices.len());
            if count != own {
                return Err(EditError::Value {
                    argument: "by",
                    reason: format!(
                        "'topology' needs meshes of the same vertices, but one has {count} and \
                         the other {own}"
                    ),
                });
            }
            return Ok(each(groups, |vertex| {
                self.may_give(vertex).then(|| vec![(vertex, 1.0)])
            }));
        }
        let topology = self.model.topology();
        let gives = |corners: &[u32; 3]| corners.iter().all(|&corner| self.may_give(corner));
        let triangles: Vec<[u32; 3]> = topology.triangles().iter().copied().filter(gives).collect();
        if triangles.is_empty() {
            let title = &self.model.title;
            let (argument, reason) = if self.model.id == target.id {
                let reason = format!("leave no whole triangle of '{title}' to take weights from");
                ("source_vertices", reason)
            } else {
                let reason =
                    format!("names '{title}', which has no triangles to take weights from");
                ("from", reason)
            };
            return Err(EditError::Value { argument, reason });
        }
        let own = &target.vertices;
        let at = |vertex: u32| own.positions.get(vertex as usize);
        if by == TransferBy::Uv {
            let texture = |model: &Model| model.vertices.uvs.first().cloned().unwrap_or_default();
            let (coordinates, own_coordinates) = (texture(self.model), texture(target));
            let tree = TextureTree::new(&coordinates, triangles);
            let place = |vertex: u32| pool.positions.get(vertex as usize).copied();
            return Ok(each(groups, |vertex| {
                let coordinate = own_coordinates.get(vertex as usize)?;
                let spot = tree.spot(coordinate, distance, at(vertex)?, place)?;
                used_parts(spot.corners, spot.shares, |_| true)
            }));
        }
        let surface = SurfaceIndex::new(&pool.positions, &triangles);
        Ok(each(groups, |vertex| {
            let spot = match by {
                TransferBy::Ray => {
                    let normal = own.normals.get(vertex as usize)?.try_normalize(0.0)?;
                    along(&surface, at(vertex)?, &normal, distance)
                }
                _ => surface.nearest_within(at(vertex)?, distance),
            }?;
            used_parts(spot.corners, spot.shares, |_| true)
        }))
    }
}

/// The nearest spot that a line through a point meets, to either side.
fn along(surface: &SurfaceIndex, point: &Vec3, way: &Vec3, farthest: f32) -> Option<SurfaceHit> {
    let ray = |direction: Vec3| Ray {
        origin: *point,
        direction,
    };
    let (ahead, behind) = (surface.hit(&ray(*way)), surface.hit(&ray(-way)));
    let hits = [ahead, behind].into_iter().flatten();
    hits.filter(|hit| hit.distance <= farthest)
        .min_by(|a, b| a.distance.total_cmp(&b.distance))
}

/// Finds the parts of each group, on all processors; the order of results is that of the groups.
fn each(groups: &[&[u32]], find: impl Fn(u32) -> Option<Parts> + Sync) -> Vec<Option<Parts>> {
    let groups = groups.par_iter();
    groups
        .map(|group| group.iter().find_map(|&vertex| find(vertex)))
        .collect()
}

/// The bone of `target` for each bone of `source`, as far as there is one.
///
/// What `told` says counts first: the name of a bone of `source`, or `#` and its position, and the
/// bone it becomes. Then equal names, then names that differ in letter case, punctuation and the
/// way of writing the side only. A name that several bones have is none.
///
/// # Errors
/// Where `told` names a bone that is not there.
pub(super) fn bones_by_name(
    source: &Model,
    target: &Model,
    told: &BTreeMap<String, BoneRef>,
) -> Result<HashMap<BoneId, BoneId>, EditError> {
    let mut map = HashMap::new();
    let id_of = |model: &Model, index: usize| model.skeleton.bones.get(index).map(|bone| bone.id);
    for (name, bone) in told {
        let from = BoneRef::from(name.as_str()).resolve(source)?;
        let to = bone.resolve(target)?;
        if let (Some(from), Some(to)) = (id_of(source, from), id_of(target, to)) {
            map.insert(from, to);
        }
    }
    let names = target.bone_names();
    let exact = unique(names.iter().map(String::as_str));
    let plain: Vec<(String, Option<Side>)> = names.iter().map(|name| plain_name(name)).collect();
    let alike = unique(plain.iter());
    for (bone, name) in source.skeleton.bones.iter().zip(source.bone_names()) {
        if map.contains_key(&bone.id) {
            continue;
        }
        let index = match exact.get(name.as_str()) {
            Some(index) => *index,
            None => alike.get(&plain_name(&name)).copied().flatten(),
        };
        if let Some(to) = index.and_then(|index| id_of(target, index)) {
            map.insert(bone.id, to);
        }
    }
    Ok(map)
}

/// Where each name is; `None` for one that is there twice.
fn unique<K: std::hash::Hash + Eq>(names: impl Iterator<Item = K>) -> HashMap<K, Option<usize>> {
    let mut places = HashMap::new();
    for (index, name) in names.enumerate() {
        places
            .entry(name)
            .and_modify(|place| *place = None)
            .or_insert(Some(index));
    }
    places
}
