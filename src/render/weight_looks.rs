//! What each vertex says about its weights, as four bytes for the graphics card.
//!
//! - A weight travels as a number and becomes a colour in the picture, so that between a vertex of
//!   0 and one of 1 all of the ramp is seen.
//! - Influences of bones that do not exist count as missing weight.

use std::ops::Range;

use super::overlay::bone_tint;
use super::weight_style::MISSING_COLOUR;
use crate::document::Model;
use crate::skeleton::BoneId;

/// What the colours of vertices say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WeightColouring {
    /// The weight of one bone; without one every vertex has none of it.
    OneBone(Option<BoneId>),
    /// All bones, each in a colour of its own, mixed by weight; missing weight is grey.
    AllBones,
    /// The colour of the bone with the most weight, of equal ones the first in the file.
    DominantBone,
}

/// The looks of all vertices of a model.
#[derive(Clone, Debug, Default)]
pub struct WeightLooks {
    packed: Vec<[u8; 4]>,
    /// The colour of each bone, by position.
    tints: Vec<[f32; 3]>,
}

/// Bits of the last byte; `look.glsl` has them too.
const IS_ZERO: u8 = 1;
const IS_BARE: u8 = 2;
const IS_COLOUR: u8 = 4;
const IS_SELECTED: u8 = 8;

/// What stands for missing weight among the colours of bones.
const MISSING: [f32; 3] = [MISSING_COLOUR[0], MISSING_COLOUR[1], MISSING_COLOUR[2]];

/// What one vertex says.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Look {
    /// Some weight of the shown bone.
    Weight(f32),
    /// None of it.
    Zero,
    /// No bone moves the vertex.
    Bare,
    /// A colour of bones.
    Colour([f32; 3]),
    /// No bone moves the vertex, and the others show colours of bones.
    BareAmongColours,
}

impl Look {
    fn pack(self) -> [u8; 4] {
        match self {
            Self::Weight(weight) => {
                // A weight that is not 0 stays so, and the hatch is kept for 0 alone.
                let number = (weight.clamp(0.0, 1.0) * 65535.0).round() as u16;
                let [high, low] = number.to_be_bytes();
                [high, low, 0, 0]
            }
            Self::Zero => [0, 0, 0, IS_ZERO],
            Self::Bare => [0, 0, 0, IS_BARE],
            Self::Colour(colour) => {
                let [red, green, blue] = colour.map(|part| (part * 255.0).round() as u8);
                [red, green, blue, IS_COLOUR]
            }
            Self::BareAmongColours => [0, 0, 0, IS_BARE | IS_COLOUR],
        }
    }
}

impl WeightLooks {
    /// The looks of all vertices of a model.
    pub fn of(model: &Model, colouring: WeightColouring) -> Self {
        let mut looks = Self::default();
        looks.fill(model, colouring);
        looks
    }

    /// Works out the looks of all vertices; none is selected.
    pub fn fill(&mut self, model: &Model, colouring: WeightColouring) {
        self.tints.clear();
        self.tints.extend(
            model
                .skeleton
                .bones
                .iter()
                .enumerate()
                .map(|(index, bone)| {
                    let [red, green, blue, _] = bone_tint(bone, index);
                    [red, green, blue]
                }),
        );
        self.packed.clear();
        self.packed.resize(model.vertices.len(), [0; 4]);
        let all = 0..u32::try_from(self.packed.len()).unwrap_or(u32::MAX);
        self.mend(model, colouring, all);
    }

    /// Shows a number for each vertex, 0 to 1, instead of weights; what is exactly 0 is hatched.
    pub fn fill_numbers(&mut self, numbers: impl IntoIterator<Item = f32>) {
        self.packed.clear();
        let looks = numbers.into_iter().map(|number| {
            if number > 0.0 {
                Look::Weight(number).pack()
            } else {
                Look::Zero.pack()
            }
        });
        self.packed.extend(looks);
    }

    /// Works out the looks of some vertices again, after their influences changed.
    ///
    /// The bones must be those of the last [`Self::fill`]; vertices past the end are passed over.
    pub fn mend(&mut self, model: &Model, colouring: WeightColouring, range: Range<u32>) {
        let end = (range.end as usize).min(self.packed.len());
        for vertex in range.start as usize..end {
            let look = look_of(model, &self.tints, colouring, vertex).pack();
            if let Some(packed) = self.packed.get_mut(vertex) {
                let selected = packed[3] & IS_SELECTED;
                *packed = look;
                packed[3] |= selected;
            }
        }
    }

    /// Marks these vertices as selected, and no others; those past the end are passed over.
    pub fn select(&mut self, vertices: impl IntoIterator<Item = u32>) {
        for packed in &mut self.packed {
            packed[3] &= !IS_SELECTED;
        }
        for vertex in vertices {
            if let Some(packed) = self.packed.get_mut(vertex as usize) {
                packed[3] |= IS_SELECTED;
            }
        }
    }

    /// Number of vertices.
    pub fn len(&self) -> usize {
        self.packed.len()
    }

    /// Whether there are no vertices.
    pub fn is_empty(&self) -> bool {
        self.packed.is_empty()
    }

    /// The looks as the graphics card takes them.
    pub(super) fn packed(&self) -> &[[u8; 4]] {
        &self.packed
    }
}

fn look_of(model: &Model, tints: &[[f32; 3]], colouring: WeightColouring, vertex: usize) -> Look {
    let used = || {
        let all = model.vertices.influences.of(vertex);
        all.filter_map(|influence| {
            let bone = model.skeleton.index_of(influence.bone)?;
            Some((bone, influence.bone, influence.weight.min(f32::MAX)))
        })
    };
    match colouring {
        WeightColouring::OneBone(shown) => {
            let (mut own, mut is_moved) = (0.0, false);
            for (_, bone, weight) in used() {
                is_moved = true;
                if Some(bone) == shown {
                    own += weight;
                }
            }
            match (is_moved, own > 0.0) {
                (_, true) => Look::Weight(own),
                (true, false) => Look::Zero,
                (false, false) => Look::Bare,
            }
        }
        WeightColouring::AllBones => {
            let (mut sum, mut total) = ([0.0f32; 3], 0.0f32);
            let largest = used().map(|used| used.2).fold(0.0, f32::max);
            // Weights of any size stay numbers if the largest counts as 1 when it is larger.
            let unit = largest.max(1.0);
            for (bone, _, weight) in used() {
                let weight = weight / unit;
                total += weight;
                let tint = tints.get(bone).copied().unwrap_or(MISSING);
                for (sum, part) in sum.iter_mut().zip(tint) {
                    *sum += weight * part;
                }
            }
            if total <= 0.0 {
                return Look::BareAmongColours;
            }
            let missing = (1.0 - total).max(0.0);
            let whole = total + missing;
            let mixed = |part: usize| (sum[part] + missing * MISSING[part]) / whole;
            Look::Colour([mixed(0), mixed(1), mixed(2)])
        }
        WeightColouring::DominantBone => {
            let strongest = used().reduce(|best, other| {
                let is_stronger = other.2 > best.2 || (other.2 == best.2 && other.0 < best.0);
                if is_stronger { other } else { best }
            });
            match strongest.and_then(|(bone, ..)| tints.get(bone)) {
                Some(tint) => Look::Colour(*tint),
                None => Look::BareAmongColours,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{ModelFormat, ModelId};
    use crate::math::Vec3;
    use crate::mesh::{Influence, SLOTS};
    use crate::render::bone_colour;
    use crate::skeleton::{Bone, BoneFlags, BoneKind};

    fn model(vertices: &[&[(u32, f32)]]) -> Model {
        let mut model = Model::new(ModelId(0), "M", ModelFormat::M2 { version: 264 });
        model.skeleton.bones = (0..3)
            .map(|index| Bone {
                id: BoneId(index),
                name: None,
                parent: None,
                pivot: Vec3::zeros(),
                flags: BoneFlags(0),
                key_bone_id: -1,
                submesh_id: 0,
                name_crc: 0,
                kind: BoneKind::Bone,
                shape: None,
            })
            .collect();
        for influences in vertices {
            model.vertices.positions.push(Vec3::zeros());
            let mut slots = [Influence::NONE; SLOTS];
            for (slot, &(bone, weight)) in slots.iter_mut().zip(*influences) {
                *slot = Influence {
                    bone: BoneId(bone),
                    weight,
                };
            }
            model.vertices.influences.slots.push(slots);
        }
        model
    }

    #[track_caller]
    fn check(influences: &[(u32, f32)], colouring: WeightColouring, expected: Look) {
        let model = model(&[influences]);
        let looks = WeightLooks::of(&model, colouring);
        assert_eq!(looks.packed(), [expected.pack()], "{influences:?}");
    }

    const FIRST: WeightColouring = WeightColouring::OneBone(Some(BoneId(0)));

    fn tint(bone: usize) -> [f32; 3] {
        let [red, green, blue, _] = bone_colour(bone);
        [red, green, blue]
    }

    #[test]
    fn one_bone_tells_weight_and_zero_and_nothing_at_all_apart() {
        check(&[(0, 0.25), (1, 0.75)], FIRST, Look::Weight(0.25));
        check(&[(0, 0.25), (0, 0.25)], FIRST, Look::Weight(0.5));
        check(&[(1, 1.0)], FIRST, Look::Zero);
        check(&[], FIRST, Look::Bare);
        check(&[(0, 0.0)], FIRST, Look::Bare);
        check(&[(77, 1.0)], FIRST, Look::Bare);
        check(&[(1, 1.0)], WeightColouring::OneBone(None), Look::Zero);
        assert_ne!(Look::Weight(1e-9).pack(), Look::Zero.pack());
    }

    #[test]
    fn odd_numbers_are_weights_or_nothing() {
        check(&[(0, f32::NAN)], FIRST, Look::Bare);
        check(&[(0, -1.0)], FIRST, Look::Bare);
        check(&[(0, f32::INFINITY)], FIRST, Look::Weight(1.0));
        let infinite = [(0, f32::INFINITY), (1, f32::INFINITY)];
        let middle = [0, 1, 2].map(|part| (tint(0)[part] + tint(1)[part]) * 0.5);
        check(&infinite, WeightColouring::AllBones, Look::Colour(middle));
    }

    #[test]
    fn all_bones_mix_by_weight_and_what_is_missing_is_grey() {
        let [a, b] = [tint(0), tint(1)];
        let mixed = [0, 1, 2].map(|part| 0.25 * a[part] + 0.75 * b[part]);
        let all = WeightColouring::AllBones;
        check(&[(0, 0.25), (1, 0.75)], all, Look::Colour(mixed));
        check(&[(0, 0.5), (1, 1.5)], all, Look::Colour(mixed));
        let half = a.map(|part| 0.5 * part + 0.5 * MISSING[0]);
        check(&[(0, 0.5)], all, Look::Colour(half));
        check(&[(0, 0.5), (77, 0.5)], all, Look::Colour(half));
        check(&[], all, Look::BareAmongColours);
    }

    #[test]
    fn the_dominant_bone_wins_and_of_equal_ones_the_first() {
        let dominant = WeightColouring::DominantBone;
        check(&[(0, 0.3), (2, 0.7)], dominant, Look::Colour(tint(2)));
        check(&[(2, 0.5), (1, 0.5)], dominant, Look::Colour(tint(1)));
        check(&[(77, 1.0)], dominant, Look::BareAmongColours);
    }

    #[test]
    fn mending_changes_only_its_range_and_keeps_the_selection() {
        let full: &[(u32, f32)] = &[(0, 1.0)];
        let mut model = model(&[full; 4]);
        let mut looks = WeightLooks::of(&model, FIRST);
        looks.select([1, 99]);
        let full = Look::Weight(1.0).pack();
        for slots in &mut model.vertices.influences.slots {
            slots[0].weight = 0.5;
        }
        looks.mend(&model, FIRST, 1..3);
        let half = Look::Weight(0.5).pack();
        let selected = [half[0], half[1], half[2], half[3] | IS_SELECTED];
        assert_eq!(looks.packed(), [full, selected, half, full]);
        looks.mend(&model, FIRST, 3..900);
        assert_eq!(looks.packed()[3], half);
        looks.select([]);
        assert_eq!(looks.packed(), [full, half, half, half]);
    }
}
