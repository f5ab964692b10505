//! Which geosets are hidden until somebody asks for them.

use super::View;
use std::collections::BTreeSet;

/// The geosets of a view that are hidden at first: all but one variant of each group.
///
/// Of hair (group 0) the base skin and the lowest style are shown, of ears (group 7) variant 2,
/// which are the ears; of other groups variant 1, which is what a naked character has. If nothing
/// would be left, nothing is hidden.
pub fn hidden_by_default(view: &View) -> BTreeSet<u16> {
    let all: BTreeSet<u16> = view
        .submeshes
        .iter()
        .map(|submesh| submesh.geoset)
        .collect();
    let first_hair = all.range(1..100).next().copied();
    let has_ears = all.contains(&702);
    let is_shown = |geoset: u16| match geoset / 100 {
        0 => geoset == 0 || Some(geoset) == first_hair,
        7 if has_ears => geoset == 702,
        _ => geoset % 100 == 1,
    };
    if !all.iter().any(|&geoset| is_shown(geoset)) {
        return BTreeSet::new();
    }
    all.into_iter()
        .filter(|&geoset| !is_shown(geoset))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::Submesh;

    #[track_caller]
    fn check_hidden(geosets: &[u16], expected: &[u16]) {
        let view = View {
            submeshes: geosets
                .iter()
                .map(|&geoset| Submesh {
                    geoset,
                    ..Submesh::default()
                })
                .collect(),
            ..View::default()
        };
        assert_eq!(hidden_by_default(&view), expected.iter().copied().collect());
    }

    #[test]
    fn one_variant_of_each_group_stays() {
        check_hidden(
            &[0, 2, 3, 401, 402, 701, 702, 1301, 1302],
            &[3, 402, 701, 1302],
        );
    }

    #[test]
    fn a_model_whose_numbers_follow_no_rule_hides_nothing() {
        check_hidden(&[802, 1102], &[]);
        check_hidden(&[0, 0], &[]);
    }
}
