//! Vertices found by their weights and by the mesh, against a search that looks at everything.

use crate::random_operators::Dice;
use crate::weight_model::{some_vertices, weighted_document};
use bonewright::document::{Document, Model};
use bonewright::skeleton::BoneId;
use bonewright::skinning::{QueriedMesh, VertexQuery};
use std::collections::{BTreeMap, BTreeSet};

fn found(model: &Model, query: VertexQuery, selected: &[u32]) -> Vec<u32> {
    let mut bones: Vec<BoneId> = model.skeleton.bones.iter().map(|bone| bone.id).collect();
    bones.sort_unstable();
    let mesh = QueriedMesh {
        influences: &model.vertices.influences,
        topology: &model.topology(),
        bones: &bones,
    };
    query.select(&mesh, selected)
}

fn weights(model: &Model, vertex: u32) -> BTreeMap<BoneId, f32> {
    let mut weights = BTreeMap::new();
    for influence in model.vertices.influences.of(vertex as usize) {
        *weights.entry(influence.bone).or_insert(0.0) += influence.weight;
    }
    weights
}

#[track_caller]
fn check(
    document: &Document,
    query: VertexQuery,
    selected: &[u32],
    wants: impl Fn(&Model, u32) -> bool,
) -> usize {
    let model = &document.models[0];
    let expected: Vec<u32> = (0..model.vertices.len() as u32)
        .filter(|&vertex| wants(model, vertex))
        .collect();
    assert_eq!(
        found(model, query, selected),
        expected,
        "{query:?} of {selected:?}"
    );
    expected.len()
}

/// Whether two vertices are at one place, or corners of a triangle, at places as given.
fn touches(model: &Model, a: u32, b: u32) -> bool {
    let at = |vertex: u32| model.vertices.positions[vertex as usize];
    let same = |a: u32, b: u32| at(a) == at(b);
    let view = &model.views[0];
    same(a, b)
        || view.triangles.chunks(3).any(|corners| {
            let has = |vertex| {
                let mut corners = corners.iter();
                corners.any(|&corner| same(view.vertex_indices[corner as usize], vertex))
            };
            has(a) && has(b)
        })
}

#[test]
fn vertices_are_found_by_their_weights() {
    let mut hits = [0; 5];
    for seed in 1..40u64 {
        let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        let mut document = weighted_document(&mut dice);
        let model = &mut document.models[0];
        model.vertices.influences.slots[4][0].bone = BoneId(777);
        model.vertices.influences.slots[4][0].weight = 0.5;
        model.vertices.influences.slots[9][0].weight = f32::NAN;
        let bone = BoneId(dice.below(7) as u32);
        let above = dice.below(100) as f32 / 100.0;
        let query = VertexQuery::InfluencedBy { bone, above };
        hits[0] += check(&document, query, &[], |model, vertex| {
            weights(model, vertex)
                .get(&bone)
                .is_some_and(|w| *w > above)
        });
        hits[1] += check(&document, VertexQuery::Unweighted, &[], |model, vertex| {
            weights(model, vertex).is_empty()
        });
        let most = dice.below(4);
        hits[2] += check(
            &document,
            VertexQuery::MoreThan(most),
            &[],
            |model, vertex| weights(model, vertex).len() > most,
        );
        hits[3] += check(&document, VertexQuery::SumIsNotOne, &[], |model, vertex| {
            let own = weights(model, vertex);
            let sum: f64 = own.values().map(|w| f64::from(*w)).sum();
            vertex == 9 || (!own.is_empty() && (sum - 1.0).abs() > 1e-6)
        });
        hits[4] += check(&document, VertexQuery::MissingBone, &[], |model, vertex| {
            let own = weights(model, vertex);
            own.keys().any(|bone| model.skeleton.bone(*bone).is_none())
        });
    }
    assert!(hits.iter().all(|&hits| hits > 30), "{hits:?}");
}

#[test]
fn selections_grow_shrink_and_follow_edges_as_the_mesh_does() {
    for seed in 1..30u64 {
        let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        let document = weighted_document(&mut dice);
        let selected = some_vertices(&mut dice, &document);
        let is_selected = |vertex: &u32| selected.contains(vertex);
        check(&document, VertexQuery::All, &selected, |_, _| true);
        check(&document, VertexQuery::Nothing, &selected, |_, _| false);
        check(&document, VertexQuery::Invert, &selected, |_, vertex| {
            !is_selected(&vertex)
        });
        check(&document, VertexQuery::Grow, &selected, |model, vertex| {
            selected.iter().any(|&other| touches(model, vertex, other))
        });
        check(
            &document,
            VertexQuery::Shrink,
            &selected,
            |model, vertex| {
                // A place counts as selected where one of its vertices is.
                let at = |vertex: u32| model.vertices.positions[vertex as usize];
                let has = |other: u32| selected.iter().any(|&one| at(one) == at(other));
                let mut all = 0..model.vertices.len() as u32;
                is_selected(&vertex)
                    && all.all(|other| !touches(model, vertex, other) || has(other))
            },
        );
        check(
            &document,
            VertexQuery::Coincident,
            &selected,
            |model, vertex| {
                let at = |vertex: u32| model.vertices.positions[vertex as usize];
                selected.iter().any(|&other| at(other) == at(vertex))
            },
        );
        let model = &document.models[0];
        let mut linked: BTreeSet<u32> = selected.iter().copied().collect();
        loop {
            let reached: BTreeSet<u32> = (0..model.vertices.len() as u32)
                .filter(|&vertex| linked.iter().any(|&other| touches(model, vertex, other)))
                .collect();
            if reached == linked {
                break;
            }
            linked = reached;
        }
        check(&document, VertexQuery::Linked, &selected, |_, vertex| {
            linked.contains(&vertex)
        });
    }
}

#[test]
fn vertices_with_the_weights_of_a_selected_one_are_found() {
    let mut dice = Dice(4);
    let mut document = weighted_document(&mut dice);
    let influences = &mut document.models[0].vertices.influences;
    let (slots, overflow) = (&mut influences.slots, &mut influences.overflow);
    slots[20] = slots[3];
    // The order of slots is of no matter.
    slots[20].reverse();
    overflow.remove(&3);
    overflow.remove(&20);
    let model = &document.models[0];
    let found = found(model, VertexQuery::SameWeights, &[3]);
    assert!(found.contains(&3) && found.contains(&20), "{found:?}");
    let own = weights(model, 3);
    for vertex in 0..model.vertices.len() as u32 {
        let other = weights(model, vertex);
        let same = own.len() == other.len()
            && own
                .iter()
                .all(|(bone, w)| other.get(bone).is_some_and(|o| (o - w).abs() < 1e-3));
        assert_eq!(found.contains(&vertex), same, "{vertex}");
    }
}
