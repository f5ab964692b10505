//! The list of ground types of a map of corners as it is prepared.

use super::Editor;
use crate::edit::Operator;
use crate::edit::operator::SetGroundTypes;
use crate::terrain::{CornerMap, most_ground_types};
use std::collections::BTreeMap;

/// The list of ground types as it is prepared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TypesDraft {
    /// The types in their order, each by its four letters; replaced ones by their old letters.
    pub list: Vec<String>,
    /// Types that become others.
    pub replace: BTreeMap<String, String>,
}

/// What is known of a ground type of the map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TypeUse {
    /// Corners with it.
    pub corners: usize,
    /// Those of them with a variation beyond the plain one.
    pub varied: usize,
}

impl TypesDraft {
    /// The list as it is.
    pub fn of(map: &CornerMap) -> Self {
        let types = map.head.ground_types.iter();
        Self {
            list: types
                .map(|id| String::from_utf8_lossy(id).into_owned())
                .collect(),
            replace: BTreeMap::new(),
        }
    }

    /// Moves a type one place up or down in the list.
    pub fn swap(&mut self, number: usize, other: usize) {
        if number.max(other) < self.list.len() {
            self.list.swap(number, other);
        }
    }

    /// The operator that does it.
    pub fn operator(&self, terrain: u32) -> Operator {
        SetGroundTypes {
            terrain: Some(terrain),
            types: Some(self.list.clone()),
            replace: self.replace.clone(),
            add: Vec::new(),
            drop_unused: false,
        }
        .into()
    }
}

impl Editor {
    /// What is known of each ground type of the map that is shown, by its letters.
    pub fn type_uses(&self) -> BTreeMap<String, TypeUse> {
        let map = self.terrain().and_then(|terrain| terrain.shape.corners());
        let Some(map) = map else {
            return BTreeMap::new();
        };
        let mut uses = vec![TypeUse::default(); map.head.ground_types.len()];
        for corner in map.corners() {
            if let Some(found) = uses.get_mut(usize::from(corner.ground_type())) {
                found.corners += 1;
                found.varied += usize::from(corner.ground_variation() > 0);
            }
        }
        let names = map.head.ground_types.iter();
        let names = names.map(|id| String::from_utf8_lossy(id).into_owned());
        names.zip(uses).collect()
    }

    /// How many ground types the map that is shown may have; 0 for other maps.
    pub fn most_types(&self) -> usize {
        let map = self.terrain().and_then(|terrain| terrain.shape.corners());
        map.map_or(0, |map| most_ground_types(map.head.version))
    }

    /// What a list of ground types would change: sentences for people, or why it can't be.
    pub fn types_preview(&self, draft: &TypesDraft) -> Result<Vec<String>, String> {
        let terrain = self.terrain().ok_or_else(|| "No map is open.".to_owned())?;
        let planned = draft.operator(terrain.id.0).plan(self.document());
        let planned = planned.map_err(|error| super::editing::sentence(&error.to_string()))?;
        let notes = planned.notes.iter();
        Ok(notes
            .map(|note| super::editing::sentence(&note.to_string()))
            .collect())
    }
}
