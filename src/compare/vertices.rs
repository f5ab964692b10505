//! How vertices are compared: one by one, with unused influence slots left out.

use super::difference::Walk;
use super::path::Path;
use super::scalar::Compare;
use crate::mesh::{Influence, Influences, VertexPool};

impl Compare for VertexPool {
    fn compare(&self, other: &Self, at: &Path<'_>, walk: &mut Walk) {
        let Self {
            positions,
            normals,
            uvs: [uvs_0, uvs_1],
            influences,
        } = self;
        if positions.len() != other.positions.len() {
            walk.differ(&at.field("count"), positions.len(), other.positions.len());
        }
        let [others_0, others_1] = &other.uvs;
        attribute(positions, &other.positions, "position", at, walk);
        attribute(normals, &other.normals, "normal", at, walk);
        attribute(uvs_0, others_0, "uv_0", at, walk);
        attribute(uvs_1, others_1, "uv_1", at, walk);
        compare_influences(influences, &other.influences, at, walk);
    }
}

fn attribute<T: Compare + PartialEq>(
    a: &[T],
    b: &[T],
    name: &'static str,
    at: &Path<'_>,
    walk: &mut Walk,
) {
    if a == b {
        return;
    }
    for (vertex, (x, y)) in a.iter().zip(b).enumerate() {
        x.compare(y, &at.index(vertex).field(name), walk);
    }
}

fn compare_influences(a: &Influences, b: &Influences, at: &Path<'_>, walk: &mut Walk) {
    let Influences { slots, overflow: _ } = a;
    if walk.has_same_ids() && a == b {
        return;
    }
    for vertex in 0..slots.len().min(b.slots.len()) {
        let (x, y): (Vec<_>, Vec<_>) = (a.of(vertex).collect(), b.of(vertex).collect());
        x.compare(&y, &at.index(vertex).field("influences"), walk);
    }
}

impl Compare for Influence {
    fn compare(&self, other: &Self, at: &Path<'_>, walk: &mut Walk) {
        let Self { bone, weight } = self;
        bone.compare(&other.bone, &at.field("bone"), walk);
        weight.compare(&other.weight, &at.field("weight"), walk);
    }
}
