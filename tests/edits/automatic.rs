//! Automatic weights of chosen bones: they take what the search gives them, the others keep their
//! proportion in the rest, and nothing else changes.

use crate::random_operators::Dice;
use crate::weight_model::{some_vertices, weighted_document};
use crate::{apply, op};
use bonewright::document::{Document, Model};
use bonewright::edit::{
    AutomaticFound, AutomaticNote, AutomaticRequest, BoneRef, EditError, EntryFocus, History,
    Operator,
};
use bonewright::math::Vec3;
use bonewright::mesh::Influence;
use bonewright::skeleton::BoneId;
use bonewright::skinning::automatic::{
    AutomaticError, AutomaticInput, AutomaticMethod, Unwatched, automatic_weights, bone_segments,
};
use std::collections::{BTreeMap, BTreeSet};

const METHODS: [AutomaticMethod; 4] = [
    AutomaticMethod::Best,
    AutomaticMethod::Heat,
    AutomaticMethod::GeodesicVoxels,
    AutomaticMethod::Closest,
];

type Weights = BTreeMap<BoneId, f64>;

fn weights(model: &Model, vertex: u32) -> Weights {
    let mut weights = Weights::new();
    for influence in model.vertices.influences.of(vertex as usize) {
        *weights.entry(influence.bone).or_default() += f64::from(influence.weight);
    }
    weights
}

fn bits(model: &Model, vertex: u32) -> Vec<(BoneId, u32)> {
    let influences = &model.vertices.influences;
    let more = influences.overflow.get(&vertex);
    let all = influences.slots[vertex as usize].iter();
    all.chain(more.into_iter().flatten())
        .map(|influence| (influence.bone, influence.weight.to_bits()))
        .collect()
}

fn refs(bones: &BTreeSet<BoneId>) -> Vec<BoneRef> {
    bones.iter().map(|&bone| bone.into()).collect()
}

/// What the search itself says of every vertex when it knows the weighted bones and these.
fn searched(
    model: &Model,
    chosen: &BTreeSet<BoneId>,
    only: Option<&[u32]>,
    method: AutomaticMethod,
) -> Vec<Weights> {
    let mut bones = chosen.clone();
    for vertex in 0..model.vertices.len() as u32 {
        bones.extend(weights(model, vertex).keys());
    }
    let skeleton = &model.skeleton;
    let id_of = |index: usize| skeleton.bones[index].id;
    let segments = bone_segments(&skeleton.bones, &skeleton.hierarchy(), |index| {
        bones.contains(&id_of(index))
    });
    let found = automatic_weights(
        &AutomaticInput {
            positions: &model.vertices.positions,
            triangles: model.topology().triangles(),
            bones: &segments,
            vertices: only,
            method,
        },
        &Unwatched,
    );
    let rows = found.unwrap().rows.into_iter();
    let named = |row: Vec<(usize, f32)>| {
        let row = row.into_iter();
        row.map(|(bone, weight)| (id_of(bone), f64::from(weight)))
            .collect()
    };
    rows.map(named).collect()
}

/// What a vertex has to have afterwards under normalising without a limit; `None` for what it has.
fn expected(
    old: &Weights,
    found: &Weights,
    chosen: &BTreeSet<BoneId>,
    locks: &BTreeSet<BoneId>,
) -> Option<Weights> {
    let others: f64 = old
        .iter()
        .filter(|(b, _)| !chosen.contains(b))
        .map(|(_, w)| w)
        .sum();
    let taken: f64 = found
        .iter()
        .filter(|(b, _)| chosen.contains(b))
        .map(|(_, w)| w)
        .sum();
    let mut new = if others > 0.0 {
        let mut new: Weights = old
            .iter()
            .filter(|(bone, _)| !chosen.contains(bone))
            .map(|(bone, weight)| (*bone, weight * (1.0 - taken) / others))
            .collect();
        new.extend(found.iter().filter(|(bone, _)| chosen.contains(bone)));
        new
    } else {
        found.clone()
    };
    let held: Weights = old
        .iter()
        .filter(|(b, _)| locks.contains(b))
        .map(|(b, w)| (*b, *w))
        .collect();
    let held_sum: f64 = held.values().sum();
    new.retain(|bone, weight| !locks.contains(bone) && *weight > 0.0);
    let free: f64 = new.values().sum();
    if held_sum >= 1.0 || free <= 0.0 {
        return None;
    }
    for weight in new.values_mut() {
        *weight *= (1.0 - held_sum) / free;
    }
    new.extend(held);
    Some(new)
}

#[test]
fn chosen_bones_take_their_columns_and_the_others_share_the_rest() {
    let (mut changed, mut kept_by_lock, mut left_out) = (0, 0, 0);
    for seed in 1..160u64 {
        let mut dice = Dice(seed * 7919);
        let mut document = weighted_document(&mut dice);
        let settings = &mut document.models[0].skin_settings;
        settings.normalises = true;
        settings.influence_limit = Some(0);
        let locks = settings
            .locked_bones
            .iter()
            .copied()
            .collect::<BTreeSet<_>>();
        let welds = settings.welds;
        let only = (dice.below(2) == 0).then(|| some_vertices(&mut dice, &document));
        let asked: BTreeSet<BoneId> = (0..1 + dice.below(2))
            .map(|_| BoneId(dice.below(7) as u32))
            .collect();
        let method = METHODS[dice.below(4)];
        let before = document.models[0].clone();
        let request = AutomaticRequest::new(&before, Some(&refs(&asked)), only.as_deref(), method);
        let chosen: BTreeSet<BoneId> = asked.difference(&locks).copied().collect();
        if chosen.is_empty() {
            assert!(matches!(request, Err(EditError::Locked { .. })));
            continue;
        }
        let found = request.unwrap().find(&Unwatched).unwrap();
        let columns = searched(&before, &chosen, only.as_deref(), method);
        let listed: BTreeSet<u32> = found.operator.vertices.iter().copied().collect();
        if !listed.is_empty() {
            apply_twice(&mut document, &found);
        }
        let after = &document.models[0];
        let topology = before.topology();
        for vertex in 0..before.vertices.len() as u32 {
            let at = format!("vertex {vertex}, seed {seed}, {method:?}");
            let is_wanted = |v: u32| only.as_ref().is_none_or(|only| only.contains(&v));
            let group: Vec<u32> = match welds {
                true => topology.coincident(vertex).to_vec(),
                false => vec![vertex],
            };
            let has_chosen = |v: &u32| {
                let met = |row: &Weights| chosen.iter().any(|bone| row.contains_key(bone));
                is_wanted(*v) && (met(&weights(&before, *v)) || met(&columns[*v as usize]))
            };
            let is_listed = is_wanted(vertex) && group.iter().any(has_chosen);
            assert_eq!(listed.contains(&vertex), is_listed, "{at}");
            let may_change = is_listed && group.iter().all(|&v| is_wanted(v));
            let old = weights(&before, vertex);
            let new = may_change
                .then(|| expected(&old, &columns[vertex as usize], &chosen, &locks))
                .flatten();
            let Some(new) = new else {
                assert_eq!(bits(after, vertex), bits(&before, vertex), "{at}");
                left_out += 1;
                continue;
            };
            let now = weights(after, vertex);
            for bone in (0..7).map(BoneId) {
                let of = |row: &Weights| row.get(&bone).copied().unwrap_or(0.0);
                assert!(
                    (of(&now) - of(&new)).abs() < 1e-5,
                    "{bone:?}: {now:?}, not {new:?}, {at}"
                );
                if locks.contains(&bone) {
                    assert_eq!(of(&now).to_bits(), of(&old).to_bits(), "{bone:?}, {at}");
                    kept_by_lock += usize::from(of(&old) > 0.0);
                }
            }
            changed += 1;
        }
    }
    assert!(
        changed > 1000 && kept_by_lock > 50 && left_out > 500,
        "{changed} {kept_by_lock} {left_out}"
    );
}

/// Applies what was found, and its JSON to a copy: both come to the same; undo is exact.
fn apply_twice(document: &mut Document, found: &AutomaticFound) {
    let mut copy = document.clone();
    let operator: Operator = found.operator.clone().into();
    let json = serde_json::to_string(&operator).unwrap();
    let mut history = History::default();
    history
        .apply(&mut copy, &operator, EntryFocus::default())
        .unwrap();
    // This checks undo and redo, too.
    let applied = apply(document, &json).unwrap();
    assert!(
        applied.label.starts_with("Automatic weights, "),
        "{}",
        applied.label
    );
    assert_eq!(op(&json), operator);
    assert_eq!(document.content_hash(), copy.content_hash());
}

#[test]
fn without_chosen_bones_all_weights_are_those_found() {
    let mut dice = Dice(11);
    let mut document = weighted_document(&mut dice);
    document.models[0].skin_settings = Default::default();
    document.models[0].skin_settings.influence_limit = Some(0);
    let model = document.models[0].clone();
    for method in METHODS {
        let request = AutomaticRequest::new(&model, None, None, method).unwrap();
        let found = request.find(&Unwatched).unwrap();
        let columns = searched(&model, &BTreeSet::new(), None, method);
        let mut document = document.clone();
        apply_twice(&mut document, &found);
        for (vertex, row) in (0u32..).zip(&columns) {
            let now = weights(&document.models[0], vertex);
            assert_eq!(
                now.keys().collect::<Vec<_>>(),
                row.keys().collect::<Vec<_>>()
            );
            for (bone, weight) in row {
                assert!((now[bone] - weight).abs() < 1e-5);
            }
        }
    }
}

#[test]
fn weights_of_bones_that_are_gone_and_places_that_are_no_numbers_do_not_stop_it() {
    let mut document = weighted_document(&mut Dice(5));
    let model = &mut document.models[0];
    model.skin_settings = Default::default();
    let mut positions = model.vertices.positions.clone();
    positions[3] = Vec3::new(f32::NAN, 0.0, f32::INFINITY);
    model.vertices.positions = positions;
    let gone = |weight| Influence {
        bone: BoneId(900),
        weight,
    };
    model.vertices.influences.slots[0][3] = gone(0.5);
    model.vertices.influences.slots[8][2] = gone(f32::INFINITY);
    for method in METHODS {
        for bones in [None, Some(refs(&BTreeSet::from([BoneId(1), BoneId(3)])))] {
            let request =
                AutomaticRequest::new(&document.models[0], bones.as_deref(), None, method);
            let found = request.unwrap().find(&Unwatched).unwrap();
            let notes = found.notes(&document.models[0]);
            assert!(
                notes
                    .iter()
                    .any(|note| matches!(note, AutomaticNote::Mesh(text)
                if text.contains("1 vertex whose position is not a number"))),
                "{notes:?}"
            );
            let mut history = History::default();
            let mut copy = document.clone();
            history
                .apply(&mut copy, &found.operator.into(), EntryFocus::default())
                .unwrap();
            let sum: f64 = weights(&copy.models[0], 3).values().sum();
            assert!((sum - 1.0).abs() < 1e-5, "{sum}");
        }
    }
}

#[test]
fn what_can_not_be_searched_for_is_refused() {
    let document = weighted_document(&mut Dice(5));
    let model = &document.models[0];
    let new = |bones: Option<&[BoneRef]>, vertices: Option<&[u32]>| {
        AutomaticRequest::new(model, bones, vertices, AutomaticMethod::Best)
    };
    assert!(matches!(
        new(Some(&[]), None),
        Err(EditError::Empty { argument: "bones" })
    ));
    assert!(matches!(
        new(None, Some(&[])),
        Err(EditError::Empty {
            argument: "vertices"
        })
    ));
    assert!(new(None, Some(&[0, u32::MAX])).is_err());
    assert!(new(Some(&["Nobody".into()]), None).is_err());
    let mut empty = model.clone();
    empty.skeleton.bones.clear();
    let request = AutomaticRequest::new(&empty, None, None, AutomaticMethod::Best).unwrap();
    assert_eq!(
        request.find(&Unwatched).unwrap_err(),
        AutomaticError::NoBones
    );
}
