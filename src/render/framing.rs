//! How large a posed model is: what a camera must show.

use std::collections::BTreeSet;

use super::Moment;
use super::batch_plan::plan_batches;
use crate::document::Model;
use crate::math::{Aabb, Affine, Vec3};
use crate::mesh::View;

/// The box around what the shown batches of a view draw in a pose; the joints' if that is nothing.
pub fn posed_bounds(model: &Model, view: &View, moment: &Moment, shown: &BTreeSet<u16>) -> Aabb {
    Aabb::around(&posed_points(model, view, moment, shown))
}

/// Every vertex that the shown batches of a view draw, in a pose, once for each triangle.
///
/// Where that is nothing, the joints.
pub fn posed_points(
    model: &Model,
    view: &View,
    moment: &Moment,
    shown: &BTreeSet<u16>,
) -> Vec<Vec3> {
    let mut points = Vec::new();
    for plan in plan_batches(model, view) {
        if !plan.is_seen(moment, shown) {
            continue;
        }
        let corners = plan.elements.start as usize..plan.elements.end as usize;
        for place in view.triangles.get(corners).unwrap_or_default() {
            let vertex = view.vertex_indices.get(usize::from(*place)).copied();
            points.extend(vertex.and_then(|v| posed_point(model, usize::from(v), moment)));
        }
    }
    if points.is_empty() {
        let bones = model.skeleton.bones.iter();
        let joints = bones.zip(&moment.pose.model_from_bind);
        points.extend(joints.map(|(bone, matrix)| matrix.point(&bone.pivot)));
    }
    points
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
