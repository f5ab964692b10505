//! Which group each vertex of a model is written with.

use crate::document::{Model, sample_poses};
use crate::import_export::Report;
use crate::math::Vec3;
use crate::mesh::{Influence, View};
use crate::skeleton::BoneId;
use crate::skinning::{GroupChooser, group_influences};
use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

/// Groups that a vertex can name.
pub const MOST_GROUPS: usize = 256;

/// The groups of a geoset and the group of each of its vertices.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GroupedGeoset {
    /// Groups of bones.
    pub groups: Vec<Vec<BoneId>>,
    /// The group of each vertex.
    pub vertex_groups: Vec<u8>,
}

impl GroupedGeoset {
    /// Adds a group, at a vacant place if there is one; gives its number.
    fn add(&mut self, group: Vec<BoneId>, vacant: &mut Vec<usize>) -> usize {
        let place = vacant.pop();
        match place.and_then(|place| Some((place, self.groups.get_mut(place)?))) {
            Some((place, slot)) => {
                *slot = group;
                place
            }
            None => {
                self.groups.push(group);
                self.groups.len() - 1
            }
        }
    }

    /// The numbers of groups that no vertex names but those that get another.
    fn unused(&self, late: &[Late]) -> Vec<u8> {
        let mut is_free = [true; MOST_GROUPS];
        let late: HashSet<usize> = late.iter().map(|(place, ..)| *place).collect();
        for (place, &number) in self.vertex_groups.iter().enumerate() {
            if !late.contains(&place) {
                is_free[usize::from(number)] = false;
            }
        }
        let free = (0..=u8::MAX).zip(is_free);
        free.filter_map(|(number, is_free)| is_free.then_some(number))
            .collect()
    }

    /// The number of a group of exactly these bones, if a vertex can name it.
    fn number_of(&self, bones: &[BoneId]) -> Option<u8> {
        let wanted = sorted(bones);
        let mut groups = (0..=u8::MAX).zip(&self.groups);
        let found = groups.find(|(_, group)| group.len() == bones.len() && sorted(group) == wanted);
        found.map(|(number, _)| number)
    }

    /// Puts a group in place of another.
    fn put(&mut self, number: u8, bones: Vec<BoneId>) -> u8 {
        if let Some(slot) = self.groups.get_mut(usize::from(number)) {
            *slot = bones;
        }
        number
    }

    /// The number of the group of the least error.
    fn fittest(&self, error_of: impl Fn(&[BoneId]) -> f32) -> u8 {
        let errors = (0..=u8::MAX)
            .zip(&self.groups)
            .map(|(number, group)| (number, error_of(group)));
        let best = errors.min_by(|(_, a), (_, b)| a.total_cmp(b));
        best.map_or(0, |(number, _)| number)
    }

    /// Gives places that stay vacant the bones of another group: no group should be without.
    fn fill(&mut self, vacant: &[usize]) {
        let is_kept = |(number, _): &(usize, &Vec<BoneId>)| !vacant.contains(number);
        let kept = self.groups.iter().enumerate().find(is_kept);
        let Some(kept) = kept.map(|(_, group)| group.clone()) else {
            return;
        };
        for &place in vacant {
            if let Some(slot) = self.groups.get_mut(place) {
                slot.clone_from(&kept);
            }
        }
    }
}

/// A vertex for whose group there was no number: its place in the geoset, its position, and what
/// moves it.
type Late = (usize, Vec3, Vec<Influence>);

/// Groups of all geosets: those of the model, with new ones where influences were changed.
///
/// A vertex that still goes where its group says keeps it. Any other gets the group of its bones
/// that moves it least wrongly; the largest error is a loss.
pub fn group_vertices(model: &Model, view: &View, report: &mut Report) -> Vec<GroupedGeoset> {
    let positions = model.skeleton.positions();
    let poses = OnceCell::new();
    let mut regrouped = Regrouped::default();
    let mut out = Vec::new();
    for (submesh, geoset) in view.submeshes.iter().zip(&model.geosets) {
        let mut own = GroupedGeoset {
            groups: geoset.groups.clone(),
            vertex_groups: geoset.vertex_groups.clone(),
        };
        let meant: Vec<Vec<Influence>> = geoset
            .groups
            .iter()
            .map(|group| group_influences(group))
            .collect();
        // A group with a bone that was deleted is nobody's any more; its number is free.
        let is_gone = |bone: &BoneId| *bone != BoneId::NONE && !positions.contains_key(bone);
        let mut vacant: Vec<usize> = Vec::new();
        let mut known: HashMap<Vec<BoneId>, usize> = HashMap::new();
        for (number, group) in geoset.groups.iter().enumerate() {
            if group.iter().any(is_gone) {
                vacant.push(number);
            } else {
                known.entry(sorted(group)).or_insert(number);
            }
        }
        vacant.reverse();
        let mut late: Vec<Late> = Vec::new();
        let range = submesh.vertex_range(view.vertex_indices.len());
        for (place, position) in range.enumerate() {
            let Some(&vertex) = view.vertex_indices.get(position) else {
                continue;
            };
            let influences: Vec<Influence> =
                model.vertices.influences.of(vertex as usize).collect();
            let group = own.vertex_groups.get(place).copied().map(usize::from);
            let as_grouped = group.and_then(|group| meant.get(group)).map(Vec::as_slice);
            if says_same(as_grouped.unwrap_or_default(), &influences) {
                continue;
            }
            let Some(&at) = model.vertices.positions.get(vertex as usize) else {
                continue;
            };
            let poses = poses.get_or_init(|| sample_poses(model));
            let chosen = GroupChooser::new(poses, &positions).choose(at, &influences);
            let number = match known.get(&sorted(&chosen.bones)) {
                Some(&number) => number,
                None => {
                    let number = own.add(chosen.bones.clone(), &mut vacant);
                    known.insert(sorted(&chosen.bones), number);
                    number
                }
            };
            match u8::try_from(number) {
                Ok(number) => {
                    regrouped.count(chosen.error, &chosen.bones, &influences);
                    set(&mut own.vertex_groups, place, number);
                }
                Err(_) => late.push((place, at, influences)),
            }
        }
        // What found no room takes groups that no vertex names, and then what fits it best.
        own.groups.truncate(geoset.groups.len().max(MOST_GROUPS));
        if !late.is_empty() {
            vacant.retain(|&number| number >= MOST_GROUPS);
            let poses = poses.get_or_init(|| sample_poses(model));
            let mut chooser = GroupChooser::new(poses, &positions);
            let mut unused = own.unused(&late);
            for (place, at, influences) in late {
                let mut bones = chooser.choose(at, &influences).bones;
                let number = match own.number_of(&bones) {
                    Some(number) => number,
                    None => match unused.pop() {
                        Some(number) => own.put(number, bones.clone()),
                        None => own.fittest(|bones| chooser.error_of(at, bones)),
                    },
                };
                let Some(given) = own.groups.get(usize::from(number)) else {
                    continue;
                };
                let is_other = sorted(given) != sorted(&bones);
                regrouped.without_group += usize::from(is_other);
                bones.clone_from(given);
                regrouped.count(chooser.error_of(at, &bones), &bones, &influences);
                set(&mut own.vertex_groups, place, number);
            }
        }
        own.fill(&vacant);
        out.push(own);
    }
    regrouped.tell(report);
    out
}

/// Whether influences are those of a group, in any order.
fn says_same(grouped: &[Influence], influences: &[Influence]) -> bool {
    grouped == influences
        || (grouped.len() == influences.len() && grouped.iter().all(|one| influences.contains(one)))
}

fn set(groups: &mut Vec<u8>, place: usize, number: u8) {
    if groups.len() <= place {
        groups.resize(place + 1, 0);
    }
    if let Some(slot) = groups.get_mut(place) {
        *slot = number;
    }
}

fn sorted(group: &[BoneId]) -> Vec<BoneId> {
    let mut sorted = group.to_vec();
    sorted.sort_unstable();
    sorted
}

/// What giving new groups cost.
#[derive(Default)]
struct Regrouped {
    /// Vertices whose group is not exactly what their influences say.
    inexact: usize,
    /// The largest error, file units.
    largest: f32,
    /// Vertices for which no group was left.
    without_group: usize,
}

impl Regrouped {
    fn count(&mut self, error: f32, bones: &[BoneId], wanted: &[Influence]) {
        let given = group_influences(bones);
        let is_exact = given.len() == wanted.len()
            && wanted.iter().all(|one| {
                let same = given.iter().find(|other| other.bone == one.bone);
                same.is_some_and(|other| (other.weight - one.weight).abs() < 1e-6)
            });
        self.inexact += usize::from(!is_exact);
        self.largest = self.largest.max(error);
    }

    fn tell(&self, report: &mut Report) {
        if self.inexact > 0 {
            let what = format!(
                "{} vertices go with the average of a group of bones instead of by their weights",
                self.inexact
            );
            report.lose("vertices.influences", what, self.largest.into(), "units");
        }
        if self.without_group > 0 {
            let what = format!(
                "{} vertices need more than the {MOST_GROUPS} groups a geoset can have and go with the nearest of them",
                self.without_group
            );
            report.lose("geosets", what, self.largest.into(), "units");
        }
    }
}

/// The groups of bones that each geoset of an MDX is written with, without a word on what that
/// costs.
pub fn geoset_groups(model: &Model) -> Vec<Vec<Vec<BoneId>>> {
    let Some(view) = model.views.first() else {
        return Vec::new();
    };
    let grouped = group_vertices(model, view, &mut Report::default());
    grouped.into_iter().map(|geoset| geoset.groups).collect()
}
