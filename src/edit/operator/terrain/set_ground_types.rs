//! Changes the list of ground types of a map of corners, and what corners have of them.

use super::brush_operator::terrain_operator;
use super::ground_type::{checked_type, type_text};
use crate::edit::EditError;
use crate::edit::ground::counted;
use crate::edit::terrain_draft::TerrainDraft;
use crate::terrain::{CornerMap, TypeId, ground_type_counts, most_ground_types, renumbered};
use std::collections::BTreeMap;

terrain_operator! {
    /// Changes the list of ground types of a Warcraft III map: replaces, adds, reorders and drops types. Corners keep the look of their type, or get that of the one that replaces it; corners without a type left are refused. Version 11 has at most 16 types, version 12 at most 64.
    SetGroundTypes = "set_ground_types" {
        /// The whole new list in the order in which types are drawn over one another; null keeps it.
        #[serde(default)]
        types: Option<Vec<String>> = "null",
        /// Types that become others, each by its four letters: {"Ldrt": "Lgrs"}. One that is listed already takes the corners over.
        #[serde(default)]
        replace: BTreeMap<String, String> = "{}",
        /// Types to add at the end.
        #[serde(default)]
        add: Vec<String> = "[]",
        /// Whether types that no corner has are dropped, but for those that are added.
        #[serde(default)]
        drop_unused: bool = "false",
    }
    example r##"{"op":"set_ground_types","terrain":1,"types":null,"replace":{"Ldrt":"Lgrs"},"add":["Lrok"],"drop_unused":true}"##
}

impl SetGroundTypes {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(in crate::edit::operator) fn draft(
        &self,
        draft: &mut TerrainDraft<'_>,
    ) -> Result<String, EditError> {
        let map = draft.corners()?;
        let old = &map.head.ground_types;
        let replaced = self.replacements(old)?;
        let added = parsed("add", &self.add)?;
        let mut list = match &self.types {
            Some(types) => parsed("types", types)?,
            None => old.clone(),
        };
        for (from, to) in &replaced {
            let is_listed = list.contains(to);
            if let Some(slot) = list.iter().position(|id| id == from) {
                if is_listed {
                    list.retain(|id| id != from);
                } else if let Some(slot) = list.get_mut(slot) {
                    *slot = *to;
                    list.retain(|id| id != from);
                }
            }
        }
        for id in &added {
            if list.contains(id) {
                draft.note(format!("'{}' is listed already", type_text(id)));
            } else {
                list.push(*id);
            }
        }
        let counts = ground_type_counts(map.corners());
        if self.drop_unused {
            drop_unused(draft, &mut list, old, &counts, &replaced, &added);
        }
        check_count(map, &list)?;
        let numbers = renumbered(old, &list, |id| replaced.get(&id).copied());
        let mut homeless = Vec::new();
        for ((number, new), count) in numbers.iter().enumerate().zip(counts) {
            if let (None, Some(id)) = (new, old.get(number))
                && count > 0
            {
                homeless.push(format!(
                    "'{}' ({})",
                    type_text(id),
                    counted(count, "corner")
                ));
            }
        }
        if !homeless.is_empty() {
            return Err(EditError::Value {
                argument: "types",
                reason: format!(
                    "leaves corners without a type; say what replaces {}",
                    homeless.join(", ")
                ),
            });
        }
        let (mut renumbered, mut unlisted) = (0, 0);
        for (index, corner) in map.corners().iter().enumerate() {
            let number = corner.ground_type();
            unlisted += usize::from(usize::from(number) >= old.len());
            let Some(Some(new)) = numbers.get(usize::from(number)).copied() else {
                continue;
            };
            if new != number {
                let mut corner = *corner;
                corner.set_ground_type(new);
                draft.set_corner(index as u32, corner);
                renumbered += 1;
            }
        }
        self.tell(draft, map, &counts, &replaced);
        if renumbered > 0 {
            draft.note(format!(
                "{} have another number in the list now",
                counted(renumbered, "corner")
            ));
        }
        if unlisted > 0 {
            draft.note(format!(
                "{} have a number that no type had, and keep it",
                counted(unlisted, "corner")
            ));
        }
        if order_changed(old, &list) {
            draft.note(
                "the order of types changed, and with it which is drawn over which where they meet"
                    .to_owned(),
            );
        }
        if list == *old {
            draft.note("the list is as it was".to_owned());
        } else {
            let mut head = map.head.clone();
            if head.custom_tileset == 0 {
                head.custom_tileset = 1;
                draft.note("the map has a list of its own from now on".to_owned());
            }
            head.ground_types = list.clone();
            draft.set_head(head);
        }
        Ok(format!("Set {}", counted(list.len(), "ground type")))
    }

    fn replacements(&self, old: &[TypeId]) -> Result<BTreeMap<TypeId, TypeId>, EditError> {
        let mut replaced = BTreeMap::new();
        for (from, to) in &self.replace {
            let (from_id, to_id) = (checked_type("replace", from)?, checked_type("replace", to)?);
            if !old.contains(&from_id) {
                return Err(EditError::Unknown {
                    what: "ground type",
                    name: from.clone(),
                    near: old.iter().map(type_text).collect(),
                });
            }
            if from_id != to_id {
                replaced.insert(from_id, to_id);
            }
        }
        if let Some(chained) = replaced.values().find(|to| replaced.contains_key(*to)) {
            return Err(EditError::Value {
                argument: "replace",
                reason: format!("replaces '{}', which replaces another", type_text(chained)),
            });
        }
        Ok(replaced)
    }

    fn tell(
        &self,
        draft: &mut TerrainDraft<'_>,
        map: &CornerMap,
        counts: &[usize],
        replaced: &BTreeMap<TypeId, TypeId>,
    ) {
        for (from, to) in replaced {
            let numbers = map.head.ground_types.iter().zip(counts);
            let own = numbers.filter(|(id, _)| *id == from);
            let count = own.map(|(_, count)| count).sum();
            draft.note(format!(
                "{} changed from '{}' to '{}'",
                counted(count, "corner"),
                type_text(from),
                type_text(to)
            ));
        }
    }
}

fn parsed(argument: &'static str, names: &[String]) -> Result<Vec<TypeId>, EditError> {
    let mut ids = Vec::with_capacity(names.len());
    for name in names {
        let id = checked_type(argument, name)?;
        if ids.contains(&id) {
            return Err(EditError::Value {
                argument,
                reason: format!("has '{name}' twice"),
            });
        }
        ids.push(id);
    }
    Ok(ids)
}

/// Takes out the types that no corner will have.
fn drop_unused(
    draft: &mut TerrainDraft<'_>,
    list: &mut Vec<TypeId>,
    old: &[TypeId],
    counts: &[usize],
    replaced: &BTreeMap<TypeId, TypeId>,
    added: &[TypeId],
) {
    let is_used = |id: &TypeId| {
        let mut used = old.iter().zip(counts).filter(|(_, count)| **count > 0);
        used.any(|(own, _)| replaced.get(own).unwrap_or(own) == id)
    };
    let mut dropped = Vec::new();
    let first = list.first().copied();
    list.retain(|id| {
        let stays = is_used(id) || added.contains(id);
        if !stays {
            dropped.push(type_text(id));
        }
        stays
    });
    // A list needs a type.
    if list.is_empty() {
        list.extend(first);
        dropped.retain(|name| first.as_ref().map(type_text).as_ref() != Some(name));
    }
    if !dropped.is_empty() {
        draft.note(format!(
            "dropped because no corner has them: {}",
            dropped.join(", ")
        ));
    }
}

fn check_count(map: &CornerMap, list: &[TypeId]) -> Result<(), EditError> {
    let version = map.head.version;
    let most = most_ground_types(version);
    if list.is_empty() {
        return Err(EditError::Empty { argument: "types" });
    }
    if list.len() <= most {
        return Ok(());
    }
    Err(EditError::Value {
        argument: "types",
        reason: format!(
            "would have {}; version {version} has at most {most}",
            counted(list.len(), "ground type")
        ),
    })
}

/// Whether types that are in both lists come in another order.
fn order_changed(old: &[TypeId], new: &[TypeId]) -> bool {
    let places = old
        .iter()
        .filter_map(|id| new.iter().position(|other| other == id));
    let places: Vec<usize> = places.collect();
    places.windows(2).any(|pair| match pair {
        [a, b] => a > b,
        _ => false,
    })
}
