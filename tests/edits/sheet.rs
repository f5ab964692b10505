//! Flat meshes whose weights are known at every spot, for what comes from other places.

use bonewright::document::{Document, Model, ModelFormat, ModelId};
use bonewright::math::{Vec2, Vec3};
use bonewright::mesh::{Influence, Influences, Submesh, VertexPool, View};
use bonewright::skeleton::{Bone, BoneFlags, BoneId, BoneKind};

/// A model with bones of these names and no mesh; bones lie in the plane between sides.
pub fn model(id: u32, names: &[&str]) -> Model {
    let mut model = Model::new(
        ModelId(id),
        format!("sheet {id}"),
        ModelFormat::M2 { version: 264 },
    );
    for (index, name) in names.iter().enumerate() {
        model.skeleton.bones.push(Bone {
            id: BoneId(index as u32),
            name: Some((*name).to_owned()),
            parent: None,
            pivot: Vec3::zeros(),
            flags: BoneFlags(0),
            key_bone_id: -1,
            submesh_id: 0,
            name_crc: crc32fast::hash(name.as_bytes()),
            kind: BoneKind::Bone,
            shape: None,
        });
    }
    model.bone_tracks.resize_with(names.len(), Default::default);
    model
}

/// Adds a mesh as a submesh of its own; `weights` gives the weights of each vertex.
pub fn add_mesh(
    model: &mut Model,
    positions: &[Vec3],
    triangles: &[u32],
    weights: impl Fn(Vec3) -> Vec<(u32, f32)>,
) {
    if model.views.is_empty() {
        model.views.push(View::default());
    }
    let view = &mut model.views[0];
    let first = model.vertices.positions.len() as u32;
    view.submeshes.push(Submesh {
        geoset: view.submeshes.len() as u16,
        vertex_start: first,
        vertex_count: positions.len() as u32,
        triangle_start: view.triangles.len() as u32,
        triangle_count: triangles.len() as u32,
        ..Submesh::default()
    });
    view.triangles
        .extend(triangles.iter().map(|corner| corner + first));
    for &at in positions {
        view.vertex_indices
            .push(model.vertices.positions.len() as u32);
        view.palette_indices.push([0; 4]);
        put(&mut model.vertices, at, &weights(at));
    }
}

fn put(pool: &mut VertexPool, at: Vec3, weights: &[(u32, f32)]) {
    let vertex = pool.positions.len() as u32;
    pool.positions.push(at);
    pool.normals.push(Vec3::z());
    for uvs in &mut pool.uvs {
        uvs.push(Vec2::new(at.x, at.y));
    }
    let Influences { slots, overflow } = &mut pool.influences;
    let influences: Vec<Influence> = weights
        .iter()
        .map(|&(bone, weight)| Influence {
            bone: BoneId(bone),
            weight,
        })
        .collect();
    let mut own = [Influence::NONE; 4];
    for (slot, influence) in own.iter_mut().zip(&influences) {
        *slot = *influence;
    }
    slots.push(own);
    if influences.len() > 4 {
        overflow.insert(vertex, influences[4..].to_vec());
    }
}

/// Points and triangles of a flat grid of `steps` squares each way, from `low` to `high`.
pub fn grid(low: [f32; 2], high: [f32; 2], steps: usize) -> (Vec<Vec3>, Vec<u32>) {
    let along = |axis: usize, step: usize| {
        low[axis] + (high[axis] - low[axis]) * step as f32 / steps as f32
    };
    let mut positions = Vec::new();
    for row in 0..=steps {
        for column in 0..=steps {
            positions.push(Vec3::new(along(0, row), along(1, column), 0.0));
        }
    }
    let at = |row: usize, column: usize| (row * (steps + 1) + column) as u32;
    let mut triangles = Vec::new();
    for row in 0..steps {
        for column in 0..steps {
            let [a, b] = [at(row, column), at(row, column + 1)];
            let [c, d] = [at(row + 1, column), at(row + 1, column + 1)];
            triangles.extend([a, b, c, b, d, c]);
        }
    }
    (positions, triangles)
}

/// A document of these models.
pub fn document(models: impl IntoIterator<Item = Model>) -> Document {
    let mut document = Document::new();
    document.models.extend(models);
    assert_eq!(document.check_invariants(), []);
    document
}

/// The weight of a bone at a vertex.
pub fn weight(model: &Model, vertex: usize, bone: u32) -> f32 {
    let influences = model.vertices.influences.of(vertex);
    let own = influences.filter(|influence| influence.bone == BoneId(bone));
    own.map(|influence| influence.weight).sum()
}
