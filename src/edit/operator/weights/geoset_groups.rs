//! The groups of bones of a Warcraft III model's geosets, while an operator changes them.

use crate::document::Model;
use crate::edit::draft::Draft;
use crate::edit::{Edit, EditError};
use crate::mesh::Geoset;
use crate::skeleton::BoneId;
use std::collections::{HashMap, HashSet};

/// Groups that a vertex can name.
pub(super) const MOST_GROUPS: usize = 256;

/// The groups of all geosets, and where each vertex is in them.
pub(super) struct GroupSheet {
    geosets: Vec<Groups>,
    /// The geoset of each vertex, and its place in it.
    places: HashMap<u32, (usize, usize)>,
}

/// The groups of a geoset, and the group of each of its vertices.
#[derive(Clone, Debug, PartialEq)]
struct Groups {
    groups: Vec<Vec<BoneId>>,
    of_vertex: Vec<u8>,
    /// Places of vertices that will be given another group, so that theirs is nobody's.
    open: HashSet<usize>,
    /// The first group of each set of bones.
    known: HashMap<Vec<BoneId>, usize>,
}

impl Groups {
    fn new(geoset: &Geoset) -> Self {
        let mut groups = Self {
            groups: geoset.groups.clone(),
            of_vertex: geoset.vertex_groups.clone(),
            open: HashSet::new(),
            known: HashMap::new(),
        };
        groups.find_known();
        groups
    }

    fn find_known(&mut self) {
        self.known.clear();
        for (number, group) in self.groups.iter().enumerate() {
            self.known.entry(sorted(group)).or_insert(number);
        }
    }

    /// The number of a group, added if there is none of these bones; `None` if there is no room.
    fn number_of(&mut self, bones: &[BoneId]) -> Option<u8> {
        let key = sorted(bones);
        if let Some(&number) = self.known.get(&key) {
            return u8::try_from(number).ok();
        }
        if self.groups.len() >= MOST_GROUPS {
            self.drop_unused();
        }
        let number = u8::try_from(self.groups.len()).ok()?;
        self.groups.push(bones.to_vec());
        self.known.insert(key, usize::from(number));
        Some(number)
    }

    /// Drops groups that no vertex names.
    fn drop_unused(&mut self) {
        let mut is_used = vec![false; self.groups.len()];
        for (place, &number) in self.of_vertex.iter().enumerate() {
            if self.open.contains(&place) {
                continue;
            }
            if let Some(mark) = is_used.get_mut(usize::from(number)) {
                *mark = true;
            }
        }
        let mut next = 0;
        let new_number: Vec<usize> = is_used
            .iter()
            .map(|used| {
                let own = next;
                next += usize::from(*used);
                own
            })
            .collect();
        for number in &mut self.of_vertex {
            let new = new_number.get(usize::from(*number)).copied();
            // A number past the groups stays past them.
            let new = new.unwrap_or(usize::from(*number));
            *number = u8::try_from(new).unwrap_or(u8::MAX);
        }
        let mut marks = is_used.iter();
        self.groups.retain(|_| marks.next() == Some(&true));
        self.find_known();
    }
}

impl GroupSheet {
    /// The groups of the model as they are.
    ///
    /// # Errors
    /// Where the format of the model has none.
    pub(super) fn new(model: &Model) -> Result<Self, EditError> {
        let view = model.views.first();
        let (Some(view), true) = (view, model.format.is_mdx() && !model.geosets.is_empty()) else {
            return Err(EditError::Value {
                argument: "model",
                reason: format!(
                    "'{}' has no groups of bones; only meshes of Warcraft III have",
                    model.title
                ),
            });
        };
        let mut places = HashMap::new();
        for (geoset, submesh) in view.submeshes.iter().enumerate().take(model.geosets.len()) {
            let range = submesh.vertex_range(view.vertex_indices.len());
            for (place, position) in range.enumerate() {
                if let Some(&vertex) = view.vertex_indices.get(position) {
                    places.entry(vertex).or_insert((geoset, place));
                }
            }
        }
        Ok(Self {
            geosets: model.geosets.iter().map(Groups::new).collect(),
            places,
        })
    }

    /// Number of geosets.
    pub(super) fn geoset_count(&self) -> usize {
        self.geosets.len()
    }

    /// The geoset of a vertex.
    pub(super) fn geoset_of(&self, vertex: u32) -> Option<usize> {
        self.places.get(&vertex).map(|(geoset, _)| *geoset)
    }

    /// The vertices of a geoset, in ascending order.
    pub(super) fn vertices_of(&self, geoset: usize) -> Vec<u32> {
        let own = self.places.iter().filter(|(_, (of, _))| *of == geoset);
        let mut vertices: Vec<u32> = own.map(|(vertex, _)| *vertex).collect();
        vertices.sort_unstable();
        vertices
    }

    /// Says that vertices are going to get a group, so that those they have are in nobody's way.
    pub(super) fn release(&mut self, vertices: &[u32]) {
        for vertex in vertices {
            let place = self.places.get(vertex).copied();
            let Some((geoset, place)) = place else {
                continue;
            };
            if let Some(groups) = self.geosets.get_mut(geoset) {
                groups.open.insert(place);
            }
        }
    }

    /// Hangs a vertex on a group of exactly these bones.
    ///
    /// # Errors
    /// Where the vertex is in no geoset, or its geoset has no room for another group.
    pub(super) fn assign(&mut self, vertex: u32, bones: &[BoneId]) -> Result<(), EditError> {
        let place = self.places.get(&vertex).copied();
        let Some((geoset, place)) = place else {
            return Err(EditError::Value {
                argument: "vertices",
                reason: format!("names vertex {vertex}, which is in no geoset"),
            });
        };
        let Some(groups) = self.geosets.get_mut(geoset) else {
            return Ok(());
        };
        let Some(number) = groups.number_of(bones) else {
            return Err(EditError::Value {
                argument: "geoset",
                reason: format!(
                    "{geoset} has {MOST_GROUPS} groups in use; a vertex can name no more"
                ),
            });
        };
        if groups.of_vertex.len() <= place {
            groups.of_vertex.resize(place + 1, 0);
        }
        if let Some(slot) = groups.of_vertex.get_mut(place) {
            *slot = number;
        }
        groups.open.remove(&place);
        Ok(())
    }

    /// Drops groups that no vertex of a geoset names, and gives how many are left.
    pub(super) fn tidy(&mut self, geoset: usize) -> usize {
        self.geosets.get_mut(geoset).map_or(0, |groups| {
            groups.drop_unused();
            groups.groups.len()
        })
    }

    /// Puts what changed into the draft.
    pub(super) fn finish(self, draft: &mut Draft<'_>) {
        let model = draft.model;
        for (number, (groups, before)) in self.geosets.into_iter().zip(&model.geosets).enumerate() {
            if groups.groups != before.groups || groups.of_vertex != before.vertex_groups {
                draft.push(Edit::SwapGeosetGroups {
                    model: model.id,
                    geoset: number as u32,
                    groups: groups.groups,
                    vertex_groups: groups.of_vertex,
                });
            }
        }
    }
}

fn sorted(group: &[BoneId]) -> Vec<BoneId> {
    let mut sorted = group.to_vec();
    sorted.sort_unstable();
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_of_vertices_that_get_another_make_room_when_all_numbers_are_in_use() {
        let mut groups = Groups {
            groups: (0..256).map(|bone| vec![BoneId(bone)]).collect(),
            of_vertex: (0..=u8::MAX).collect(),
            open: HashSet::new(),
            known: HashMap::new(),
        };
        groups.find_known();
        assert_eq!(groups.number_of(&[BoneId(500)]), None);
        groups.open.insert(7);
        let number = groups.number_of(&[BoneId(500)]);
        assert_eq!(number, Some(255));
        assert_eq!(groups.groups.get(255), Some(&vec![BoneId(500)]));
        // Those that stay name the same bones under their new numbers.
        assert_eq!(groups.groups.get(7), Some(&vec![BoneId(8)]));
        assert_eq!(groups.of_vertex.get(8), Some(&7));
    }
}
