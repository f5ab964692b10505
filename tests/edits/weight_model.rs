//! Random meshes with random weights, for what must hold after every operator on weights.

use crate::random_operators::Dice;
use bonewright::document::{Document, ModelFormat};
use bonewright::math::{Vec2, Vec3};
use bonewright::mesh::{Bounds, Geoset, Influence, Influences, Submesh, VertexPool, View};
use bonewright::skeleton::BoneId;

/// Number of points of the tube along and around it.
const ALONG: usize = 6;
const AROUND: usize = 5;

/// A tube along Y, both sides of the plane Y = 0 alike, its seam split into coincident vertices,
/// and a lone triangle; bones of the small model, weights at random.
pub fn weighted_document(dice: &mut Dice) -> Document {
    weighted_version(264, dice)
}

/// The same mesh as a Warcraft III model: the tube and the triangle are geosets, a corner of the
/// triangle is at a place of the tube, and the groups have little to do with the weights.
pub fn weighted_warcraft(dice: &mut Dice) -> Document {
    let mut document = weighted_version(256, dice);
    let model = &mut document.models[0];
    model.format = ModelFormat::Mdx { version: 800 };
    let tube = (ALONG * (AROUND + 1)) as u32;
    // In arrays of their own, for a shape is remembered by where its arrays are.
    let mut positions = model.vertices.positions.clone();
    positions[tube as usize] = positions[0];
    model.vertices.positions = positions;
    let corner: Vec<Influence> = model.vertices.influences.of(0).collect();
    model.vertices.influences.overflow.remove(&tube);
    put(&mut model.vertices.influences, tube, &corner);
    let view = &mut model.views[0];
    let corners = view.triangles.len() as u32;
    let part = |geoset: u16, vertices: [u32; 2], triangles: [u32; 2]| Submesh {
        geoset,
        vertex_start: vertices[0],
        vertex_count: vertices[1],
        triangle_start: triangles[0],
        triangle_count: triangles[1],
        ..Submesh::default()
    };
    view.submeshes = vec![
        part(0, [0, tube], [0, corners - 3]),
        part(1, [tube, 3], [corners - 3, 3]),
    ];
    let bone_count = model.skeleton.bones.len();
    model.geosets = [tube, 3]
        .iter()
        .map(|&count| Geoset {
            material: 0,
            selection_group: 0,
            selection_flags: 0,
            groups: (0..4)
                .map(|_| vec![BoneId(dice.below(bone_count) as u32)])
                .collect(),
            vertex_groups: (0..count).map(|_| dice.below(4) as u8).collect(),
            bounds: Bounds {
                aabb: model.bounds,
                radius: 1.0,
            },
            clip_bounds: Vec::new(),
            uv_set_count: 1,
            further_uvs: Vec::new(),
        })
        .collect();
    assert_eq!(document.check_invariants(), []);
    document
}

fn weighted_version(version: u32, dice: &mut Dice) -> Document {
    let mut document = crate::small_model::small_document(version);
    let model = &mut document.models[0];
    let mut positions = Vec::new();
    for along in 0..ALONG {
        for around in 0..=AROUND {
            // The last point of a ring is at the place of the first.
            let angle = (around % AROUND) as f32 / AROUND as f32 * std::f32::consts::TAU;
            let y = along as f32 - (ALONG - 1) as f32 / 2.0;
            positions.push(Vec3::new(angle.cos(), y, 2.0 + angle.sin()));
        }
    }
    let mut triangles = Vec::new();
    let at = |along: usize, around: usize| (along * (AROUND + 1) + around) as u32;
    for along in 0..ALONG - 1 {
        for around in 0..AROUND {
            let corners = [
                at(along, around),
                at(along + 1, around),
                at(along, around + 1),
                at(along + 1, around + 1),
            ];
            let [a, b, c, d] = corners;
            triangles.extend([a, b, c, b, d, c]);
        }
    }
    let lone = positions.len() as u32;
    positions.extend([
        Vec3::new(9.0, 0.0, 0.0),
        Vec3::new(9.0, 1.0, 0.0),
        Vec3::new(9.0, 0.0, 1.0),
    ]);
    triangles.extend([lone, lone + 1, lone + 2]);
    let count = positions.len();
    model.vertices = VertexPool {
        normals: vec![Vec3::z(); count],
        uvs: [vec![Vec2::zeros(); count], vec![Vec2::zeros(); count]],
        influences: Influences {
            slots: vec![[Influence::NONE; 4]; count],
            ..Influences::default()
        },
        positions,
    };
    model.views = vec![View {
        vertex_indices: (0..count as u32).collect(),
        submeshes: vec![Submesh {
            vertex_count: count as u32,
            triangle_count: triangles.len() as u32,
            ..Submesh::default()
        }],
        palette_indices: vec![[0; 4]; count],
        triangles,
        ..View::default()
    }];
    let topology = model.topology();
    for weld in topology.welds() {
        let weights = random_weights(dice, model.skeleton.bones.len());
        for &vertex in topology.members(weld) {
            put(&mut model.vertices.influences, vertex, &weights);
        }
    }
    if dice.below(2) == 0 {
        model.skin_settings.normalises = dice.below(4) > 0;
        model.skin_settings.welds = dice.below(4) > 0;
        model.skin_settings.influence_limit = [None, Some(0), Some(2), Some(3)][dice.below(4)];
        for _ in 0..dice.below(4) {
            let bone = BoneId(dice.below(7) as u32);
            model.skin_settings.locked_bones.insert(bone);
        }
    }
    assert_eq!(document.check_invariants(), []);
    document
}

/// One to six influences that sum to 1; now and then none, or some that do not.
fn random_weights(dice: &mut Dice, bone_count: usize) -> Vec<Influence> {
    let kind = dice.below(12);
    if kind == 0 {
        return Vec::new();
    }
    let mut weights: Vec<Influence> = Vec::new();
    for _ in 0..1 + dice.below(if kind < 4 { 6 } else { 3 }) {
        let bone = BoneId(dice.below(bone_count) as u32);
        if weights.iter().all(|influence| influence.bone != bone) {
            let weight = (1 + dice.below(100)) as f32;
            weights.push(Influence { bone, weight });
        }
    }
    let sum: f32 = weights.iter().map(|influence| influence.weight).sum();
    let total = if kind == 1 { 0.7 } else { 1.0 };
    for influence in &mut weights {
        influence.weight *= total / sum;
    }
    weights
}

fn put(influences: &mut Influences, vertex: u32, weights: &[Influence]) {
    let mut slots = [Influence::NONE; 4];
    for (slot, influence) in slots.iter_mut().zip(weights) {
        *slot = *influence;
    }
    influences.slots[vertex as usize] = slots;
    if weights.len() > 4 {
        influences.overflow.insert(vertex, weights[4..].to_vec());
    }
}

/// Some of the vertices, in a list; whole welds half of the time.
pub fn some_vertices(dice: &mut Dice, document: &Document) -> Vec<u32> {
    let model = &document.models[0];
    let topology = model.topology();
    let whole = dice.below(2) == 0;
    let mut chosen = Vec::new();
    for vertex in 0..model.vertices.len() as u32 {
        if dice.below(3) == 0 {
            if whole {
                chosen.extend(topology.coincident(vertex));
            } else {
                chosen.push(vertex);
            }
        }
    }
    chosen.push(0);
    chosen.sort_unstable();
    chosen.dedup();
    chosen
}
