//! How large a posed model is: what a camera must show.

use std::collections::BTreeSet;

use super::Moment;
use super::batch_plan::plan_batches;
use crate::document::Model;
use crate::math::{Aabb, Vec3};
use crate::mesh::View;
use crate::skinning::{Deformed, SkinBinding};

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
    let mut deformed = Deformed::default();
    let binding = SkinBinding::new(&model.vertices, &model.skeleton);
    deformed.deform(&binding, &moment.pose.model_from_bind, &model.vertices);
    let mut points = Vec::new();
    for plan in plan_batches(model, view) {
        if !plan.is_seen(moment, shown) {
            continue;
        }
        let corners = plan.elements.start as usize..plan.elements.end as usize;
        for place in view.triangles.get(corners).unwrap_or_default() {
            let vertex = view.vertex_indices.get(*place as usize);
            let point = vertex.and_then(|vertex| deformed.positions.get(*vertex as usize));
            points.extend(point.copied());
        }
    }
    if points.is_empty() {
        let bones = model.skeleton.bones.iter();
        let joints = bones.zip(&moment.pose.model_from_bind);
        points.extend(joints.map(|(bone, matrix)| matrix.point(&bone.pivot)));
    }
    points
}
