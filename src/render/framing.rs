//! How large a posed model is: the box a camera must show.

use std::collections::BTreeSet;

use super::Moment;
use crate::document::Model;
use crate::math::{Aabb, Affine, Vec3};
use crate::mesh::View;

/// The box around the shown submeshes of a view in a pose; empty if nothing is shown.
///
/// Where a view has no triangles at all, the box around the joints.
pub fn posed_bounds(model: &Model, view: &View, moment: &Moment, shown: &BTreeSet<u16>) -> Aabb {
    let mut bounds = Aabb::EMPTY;
    for submesh in view
        .submeshes
        .iter()
        .filter(|submesh| shown.contains(&submesh.geoset))
    {
        let corners = submesh.triangle_range(view.triangles.len());
        for place in view.triangles.get(corners).unwrap_or_default() {
            let vertex = view
                .vertex_indices
                .get(usize::from(*place))
                .copied()
                .map(usize::from);
            if let Some(point) = vertex.and_then(|vertex| posed_point(model, vertex, moment))
                && point.iter().all(|part| part.is_finite())
            {
                bounds.include(&point);
            }
        }
    }
    if view.triangles.is_empty() {
        for (bone, matrix) in model
            .skeleton
            .bones
            .iter()
            .zip(&moment.pose.model_from_bind)
        {
            bounds.include(&matrix.point(&bone.pivot));
        }
    }
    bounds
}

/// A vertex in a pose; missing weight stays at the bind position.
fn posed_point(model: &Model, vertex: usize, moment: &Moment) -> Option<Vec3> {
    let bind = model.vertices.positions.get(vertex)?;
    let (mut moved, mut total) = (Vec3::zeros(), 0.0);
    for influence in model.vertices.influences.of(vertex) {
        let bone = model.skeleton.index_of(influence.bone);
        let matrix = bone.and_then(|bone| moment.pose.model_from_bind.get(bone));
        moved += matrix.unwrap_or(&Affine::IDENTITY).point(bind) * influence.weight;
        total += influence.weight;
    }
    Some(if total > 1.0 {
        moved / total
    } else {
        moved + bind * (1.0 - total)
    })
}
