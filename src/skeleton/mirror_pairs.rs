//! Which bone is the mirror image of which: by what a user said, by names, by places.

use super::{BoneId, Hierarchy, Side, Skeleton, mirrored_names, side_of_name};
use crate::math::{PointTree, Vec3};
use std::collections::{BTreeMap, HashMap};

/// How far pivots may be from mirroring each other, as a share of the model's size.
const SHARE_OF_SIZE: f32 = 1.0 / 500.0;

/// How the mirror image of a bone was found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PairSource {
    /// A user said so.
    Override,
    /// Both names are the same but for the side.
    Name,
    /// Pivots mirror each other, and so do the parents.
    Place,
    /// It lies in the plane between the sides, and is its own mirror image.
    Middle,
    /// It has none.
    #[default]
    None,
}

/// A bone's mirror image.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MirrorPair {
    /// Position of the other bone in file order; its own if it is in the middle.
    pub partner: Option<usize>,
    /// How it was found.
    pub source: PairSource,
}

/// Something about the pairs that contradicts itself. Bones are positions in file order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MirrorConflict {
    /// A user gave the bone a partner that already has another.
    Taken {
        /// The bone, which is left without what was said.
        bone: usize,
        /// The partner it should have.
        partner: usize,
    },
    /// A user gave the bone a partner that is not there.
    Missing {
        /// The bone.
        bone: usize,
    },
    /// The names tell sides, and the pivots lie on the opposite ones.
    Crossed {
        /// The bone that is called left and lies right.
        left: usize,
        /// The bone that is called right and lies left.
        right: usize,
    },
}

/// The mirror image of each bone across the plane Y = 0; left is where Y is above 0.
///
/// One table for weights, poses and keyframes. What a user said wins over names, names win over
/// places. Invariant: a bone's partner has the bone as its partner.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MirrorPairs {
    pairs: Vec<MirrorPair>,
    conflicts: Vec<MirrorConflict>,
}

impl MirrorPairs {
    /// The table of a skeleton.
    ///
    /// `names` are what the bones are called, in file order. `overrides` are what a user said: a
    /// bone's partner, the bone itself for one in the middle. `size` is that of the model, for how
    /// far pivots may be off.
    pub fn new(
        skeleton: &Skeleton,
        names: &[String],
        overrides: &BTreeMap<BoneId, BoneId>,
        size: f32,
    ) -> Self {
        let mut making = Making {
            skeleton,
            names,
            hierarchy: skeleton.hierarchy(),
            tolerance: if size.is_finite() {
                size * SHARE_OF_SIZE
            } else {
                0.0
            },
            table: Self {
                pairs: vec![MirrorPair::default(); skeleton.bones.len()],
                conflicts: Vec::new(),
            },
        };
        making.pair_as_told(overrides);
        making.pair_by_names();
        making.pair_by_places();
        making.table
    }

    /// The mirror image of a bone, as positions in file order.
    pub fn partner(&self, bone: usize) -> Option<usize> {
        self.pairs.get(bone)?.partner
    }

    /// The mirror image of a bone and how it was found; none past the end.
    pub fn pair(&self, bone: usize) -> MirrorPair {
        self.pairs.get(bone).copied().unwrap_or_default()
    }

    /// All bones' mirror images, in file order.
    pub fn pairs(&self) -> &[MirrorPair] {
        &self.pairs
    }

    /// What contradicts itself.
    pub fn conflicts(&self) -> &[MirrorConflict] {
        &self.conflicts
    }

    /// The same table by ids; bones without a mirror image are left out.
    pub fn by_id(&self, skeleton: &Skeleton) -> HashMap<BoneId, BoneId> {
        let partner = |pair: &MirrorPair| skeleton.bones.get(pair.partner?).map(|bone| bone.id);
        let bones = skeleton.bones.iter().zip(&self.pairs);
        bones
            .filter_map(|(bone, pair)| Some((bone.id, partner(pair)?)))
            .collect()
    }
}

/// The table while it is made.
struct Making<'a> {
    skeleton: &'a Skeleton,
    names: &'a [String],
    hierarchy: Hierarchy,
    tolerance: f32,
    table: MirrorPairs,
}

impl Making<'_> {
    fn is_free(&self, bone: usize) -> bool {
        let pair = self.table.pairs.get(bone);
        pair.is_some_and(|pair| pair.source == PairSource::None)
    }

    fn join(&mut self, a: usize, b: usize, source: PairSource) {
        for (bone, partner) in [(a, b), (b, a)] {
            if let Some(pair) = self.table.pairs.get_mut(bone) {
                *pair = MirrorPair {
                    partner: Some(partner),
                    source,
                };
            }
        }
    }

    fn pivot(&self, bone: usize) -> Vec3 {
        let bone = self.skeleton.bones.get(bone);
        bone.map(|bone| bone.pivot).unwrap_or_default()
    }

    fn mirrored_pivot(&self, bone: usize) -> Vec3 {
        let pivot = self.pivot(bone);
        Vec3::new(pivot.x, -pivot.y, pivot.z)
    }

    /// What the mirror image of a bone hangs on; a parent without one stands for itself.
    fn mirrored_parent(&self, bone: usize) -> Option<usize> {
        let parent = self.hierarchy.parent(bone)?;
        Some(self.table.partner(parent).unwrap_or(parent))
    }

    /// Whether neither its name nor what it hangs on says that a bone is of one side.
    fn may_be_in_the_middle(&self, bone: usize) -> bool {
        let name = self.names.get(bone).map(String::as_str).unwrap_or_default();
        let parent = self.hierarchy.parent(bone);
        let hangs_in_the_middle = parent.is_none_or(|parent| {
            let pair = self.table.pair(parent);
            pair.partner == Some(parent)
        });
        hangs_in_the_middle && side_of_name(name).is_none()
    }

    fn pair_as_told(&mut self, overrides: &BTreeMap<BoneId, BoneId>) {
        let places = self.skeleton.positions();
        for (id, partner_id) in overrides {
            let Some(&bone) = places.get(id) else {
                continue;
            };
            let Some(&partner) = places.get(partner_id) else {
                self.table.conflicts.push(MirrorConflict::Missing { bone });
                continue;
            };
            let is_said_twice = self.table.partner(bone) == Some(partner);
            if self.is_free(bone) && self.is_free(partner) {
                self.join(bone, partner, PairSource::Override);
            } else if !is_said_twice {
                let conflict = MirrorConflict::Taken { bone, partner };
                self.table.conflicts.push(conflict);
            }
        }
    }

    fn pair_by_names(&mut self) {
        let mut named: HashMap<&str, Vec<usize>> = HashMap::new();
        for (bone, name) in self.names.iter().enumerate() {
            named.entry(name).or_default().push(bone);
        }
        for bone in self.hierarchy.parents_first().to_vec() {
            let Some(name) = self.names.get(bone).filter(|_| self.is_free(bone)) else {
                continue;
            };
            let partner = mirrored_names(name).iter().find_map(|other| {
                let bones = named.get(other.as_str())?.iter().copied();
                let free = bones.filter(|&other| other != bone && self.is_free(other));
                // Of several bones of one name the one on the mirrored parent, then the nearest.
                let place = self.mirrored_pivot(bone);
                let parent = self.mirrored_parent(bone);
                free.min_by(|&a, &b| {
                    let fit = |other: usize| {
                        let is_elsewhere = self.hierarchy.parent(other) != parent;
                        (is_elsewhere, (self.pivot(other) - place).norm())
                    };
                    let (a, b) = (fit(a), fit(b));
                    a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
                })
            });
            if let Some(partner) = partner {
                self.join(bone, partner, PairSource::Name);
                self.note_crossed(bone, partner);
            }
        }
    }

    fn note_crossed(&mut self, bone: usize, partner: usize) {
        let name = self.names.get(bone).map(String::as_str).unwrap_or_default();
        let (left, right) = match side_of_name(name) {
            Some(Side::Left) => (bone, partner),
            _ => (partner, bone),
        };
        if self.pivot(left).y < -self.tolerance && self.pivot(right).y > self.tolerance {
            let conflict = MirrorConflict::Crossed { left, right };
            self.table.conflicts.push(conflict);
        }
    }

    fn pair_by_places(&mut self) {
        let free = (0..self.skeleton.bones.len()).filter(|&bone| self.is_free(bone));
        let free: Vec<(u32, Vec3)> = free.map(|bone| (bone as u32, self.pivot(bone))).collect();
        let tree = PointTree::new(free);
        for bone in self.hierarchy.parents_first().to_vec() {
            let pivot = self.pivot(bone);
            if !self.is_free(bone) || !pivot.iter().all(|part| part.is_finite()) {
                continue;
            }
            if pivot.y.abs() <= self.tolerance && self.may_be_in_the_middle(bone) {
                self.join(bone, bone, PairSource::Middle);
                continue;
            }
            let parent = self.mirrored_parent(bone);
            let is_between = pivot.y.abs() <= self.tolerance;
            if is_between && parent == self.hierarchy.parent(bone) {
                continue;
            }
            let kind = self.skeleton.bones.get(bone).map(|bone| bone.kind);
            let fits = |other: u32| {
                let other = other as usize;
                let found = self.skeleton.bones.get(other);
                other != bone
                    && self.is_free(other)
                    && self.hierarchy.parent(other) == parent
                    && found.map(|bone| bone.kind) == kind
            };
            let place = self.mirrored_pivot(bone);
            if let Some((partner, _)) = tree.nearest(&place, self.tolerance, fits) {
                self.join(bone, partner as usize, PairSource::Place);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skeleton::{Bone, BoneFlags, BoneKind};

    /// A bone: name, parent, pivot.
    type Given<'a> = (&'a str, Option<u32>, [f32; 3]);

    fn skeleton(bones: &[Given<'_>]) -> (Skeleton, Vec<String>) {
        let bone = |(id, (_, parent, pivot)): (u32, &Given<'_>)| Bone {
            id: BoneId(id),
            name: None,
            parent: parent.map(BoneId),
            pivot: Vec3::from(*pivot),
            flags: BoneFlags(0),
            key_bone_id: -1,
            submesh_id: 0,
            name_crc: 0,
            kind: BoneKind::Bone,
            shape: None,
        };
        let skeleton = Skeleton {
            bones: (0..).zip(bones).map(bone).collect(),
            key_bone_lookup: Vec::new(),
        };
        let names = bones.iter().map(|(name, ..)| (*name).to_owned()).collect();
        (skeleton, names)
    }

    fn table(bones: &[Given<'_>], overrides: &[(u32, u32)]) -> MirrorPairs {
        let (skeleton, names) = skeleton(bones);
        let overrides = overrides
            .iter()
            .map(|&(a, b)| (BoneId(a), BoneId(b)))
            .collect();
        let pairs = MirrorPairs::new(&skeleton, &names, &overrides, 2.0);
        for (bone, pair) in pairs.pairs().iter().enumerate() {
            let back = pair.partner.map(|partner| pairs.partner(partner));
            assert!(back.is_none_or(|back| back == Some(bone)), "{pairs:?}");
        }
        pairs
    }

    const PLACE: [f32; 3] = [0.0, 0.0, 0.0];

    #[test]
    fn numbered_names_pair_with_the_same_number() {
        let names = [
            "left_1", "left_2", "left_3", "left_4", "right_4", "right_3", "right_2", "right_1",
        ];
        let bones: Vec<Given<'_>> = names.iter().map(|name| (*name, None, PLACE)).collect();
        let pairs = table(&bones, &[]);
        for bone in 0..8 {
            assert_eq!(pairs.partner(bone), Some(7 - bone));
            assert_eq!(pairs.pair(bone).source, PairSource::Name);
        }
    }

    #[test]
    fn nameless_bones_pair_by_place_if_their_parents_do() {
        let pairs = table(
            &[
                ("Bone 0", None, [0.0, 0.001, 1.0]),
                ("Bone 1", Some(0), [0.0, 0.5, 1.0]),
                ("Bone 2", Some(0), [0.0, -0.502, 1.0]),
                ("Bone 3", Some(1), [0.0, 0.9, 1.0]),
                ("Bone 4", Some(2), [0.0, -0.9, 1.0]),
                // In the right place, but on the wrong parent.
                ("Bone 5", Some(0), [0.3, 0.7, 1.0]),
                ("Bone 6", Some(2), [0.3, -0.7, 1.0]),
                // In the plane, but on a bone of one side, or called so.
                ("Bone 7", Some(1), [0.0, 0.0, 2.0]),
                ("HandL", Some(0), [0.0, 0.0, 2.0]),
            ],
            &[],
        );
        let found: Vec<_> = (0..9).map(|bone| pairs.partner(bone)).collect();
        let expected = [
            Some(0),
            Some(2),
            Some(1),
            Some(4),
            Some(3),
            None,
            None,
            None,
            None,
        ];
        assert_eq!(found, expected);
        assert_eq!(pairs.pair(0).source, PairSource::Middle);
        assert_eq!(pairs.pair(3).source, PairSource::Place);
        assert_eq!(pairs.pair(5).source, PairSource::None);
    }

    #[test]
    fn bones_at_one_place_pair_in_the_order_of_the_file() {
        let left = [0.0, 0.5, 0.0];
        let right = [0.0, -0.5, 0.0];
        let bones = [
            ("", None, left),
            ("", None, left),
            ("", None, right),
            ("", None, right),
        ];
        let pairs = table(&bones, &[]);
        assert_eq!(pairs.partner(0), Some(2));
        assert_eq!(pairs.partner(1), Some(3));
    }

    #[test]
    fn names_win_over_places_and_users_over_names() {
        let bones = [
            ("ArmL", None, [0.0, 1.0, 0.0]),
            ("ArmR", None, [0.0, -3.0, 0.0]),
            ("Stray", None, [0.0, -1.0, 0.0]),
        ];
        let by_name = table(&bones, &[]);
        assert_eq!(by_name.partner(0), Some(1));
        assert_eq!(by_name.partner(2), None);
        let told = table(&bones, &[(0, 2)]);
        assert_eq!(told.partner(0), Some(2));
        assert_eq!(told.pair(2).source, PairSource::Override);
        assert_eq!(told.partner(1), None);
        let apart = table(&bones, &[(0, 0)]);
        assert_eq!(apart.partner(0), Some(0));
        assert_eq!(apart.partner(1), None);
    }

    #[test]
    fn of_bones_of_one_name_the_one_on_the_mirrored_parent_is_meant() {
        let pairs = table(
            &[
                ("LegL", None, [0.0, 1.0, 0.0]),
                ("LegR", None, [0.0, -1.0, 0.0]),
                ("ArmL", None, [0.0, 1.0, 2.0]),
                ("ArmR", None, [0.0, -1.0, 2.0]),
                ("TipR", Some(3), PLACE),
                ("TipR", Some(1), PLACE),
                ("TipL", Some(0), PLACE),
                ("TipL", Some(2), PLACE),
            ],
            &[],
        );
        assert_eq!(pairs.partner(4), Some(7));
        assert_eq!(pairs.partner(5), Some(6));
    }

    #[test]
    fn what_contradicts_itself_is_told() {
        let bones = [
            ("ArmL", None, [0.0, -1.0, 0.0]),
            ("ArmR", None, [0.0, 1.0, 0.0]),
            ("A", None, PLACE),
            ("B", None, PLACE),
        ];
        let pairs = table(&bones, &[(2, 3), (3, 3), (1, 99), (77, 0)]);
        let expected = [
            MirrorConflict::Missing { bone: 1 },
            MirrorConflict::Taken {
                bone: 3,
                partner: 3,
            },
            MirrorConflict::Crossed { left: 0, right: 1 },
        ];
        assert_eq!(pairs.conflicts(), expected);
        assert_eq!(pairs.partner(2), Some(3));
    }

    #[test]
    fn circles_and_pivots_that_are_no_numbers_do_no_harm() {
        let bones = [
            ("", Some(1), [f32::NAN, 0.0, 0.0]),
            ("", Some(0), [0.0, f32::INFINITY, 0.0]),
            ("", None, PLACE),
        ];
        let pairs = table(&bones, &[]);
        assert_eq!(pairs.partner(2), Some(2));
        assert_eq!(pairs.partner(0), None);
    }
}
