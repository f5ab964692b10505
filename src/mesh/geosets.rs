//! Which parts of a model are shown: the submeshes by their geoset id.
//!
//! Hundreds of an id are its group, the rest the variant. 0 is always shown; of every other group
//! the game shows one variant, and variant 1 usually stands for "nothing special here".

use std::collections::BTreeSet;

use super::View;

const EARS_GROUP: u16 = 7;
const FACE_GROUPS: std::ops::RangeInclusive<u16> = 1..=3;

/// The geosets a viewer shows before anybody chooses: one variant of each group.
///
/// Group 0 shows its lowest hair style. The other groups show variant 1 if there is one, else
/// nothing, but ears show variant 2, which are the ears, and a face group with several variants
/// but no first shows its lowest: on some characters the variants are noses and chins, and without
/// one the face has a hole. If that leaves nothing at all, all of the model is shown.
pub fn default_geosets(view: &View) -> BTreeSet<u16> {
    let all: BTreeSet<u16> = view
        .submeshes
        .iter()
        .map(|submesh| submesh.geoset)
        .collect();
    let mut shown: BTreeSet<u16> = all
        .iter()
        .copied()
        .filter(|id| match id / 100 {
            0 => *id == 0,
            EARS_GROUP if all.contains(&702) => *id == 702,
            _ => id % 100 == 1,
        })
        .collect();
    shown.extend(all.range(1..100).next());
    for group in FACE_GROUPS {
        let mut variants = all.range(group * 100..(group + 1) * 100);
        let (lowest, second) = (variants.next(), variants.next());
        if second.is_some() && !all.contains(&(group * 100 + 1)) {
            shown.extend(lowest);
        }
    }
    if shown.is_empty() { all } else { shown }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::Submesh;

    #[track_caller]
    fn check_shown(ids: &[u16], expected: &[u16]) {
        let submeshes = ids
            .iter()
            .map(|geoset| Submesh {
                geoset: *geoset,
                ..Submesh::default()
            })
            .collect();
        let view = View {
            submeshes,
            ..View::default()
        };
        assert_eq!(default_geosets(&view), expected.iter().copied().collect());
    }

    #[test]
    fn a_character_shows_one_variant_of_each_group() {
        check_shown(
            &[
                0, 2, 3, 16, 302, 401, 402, 501, 505, 701, 702, 802, 1002, 1301, 1302, 1501, 1702,
            ],
            &[0, 2, 401, 501, 702, 1301, 1501],
        );
    }

    #[test]
    fn a_face_made_of_variants_has_no_hole() {
        check_shown(&[0, 102, 103, 201, 202, 302], &[0, 102, 201]);
    }

    #[test]
    fn a_model_of_one_part_shows_it() {
        check_shown(&[0, 0, 0], &[0]);
    }

    #[test]
    fn a_model_whose_ids_follow_no_rule_shows_everything() {
        check_shown(&[802, 1102], &[802, 1102]);
    }
}
