//! One difference, the list of all, and what a comparison goes by.

use super::path::Path;
use crate::anim::ClipId;
use crate::document::Model;
use crate::skeleton::BoneId;
use std::collections::HashMap;
use std::fmt::Display;

/// Differences past this number are counted but not listed.
pub const LISTED: usize = 1000;

/// A value that is not the same in both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Where, such as `bones[12].rotation.clips[3].keys[5].value`.
    pub path: String,
    /// What the first has there.
    pub a: String,
    /// What the second has there.
    pub b: String,
}

/// All that differs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// The first [`LISTED`] differences, in the order of the model.
    pub differences: Vec<Difference>,
    /// How many there are in all.
    pub count: usize,
}

impl Comparison {
    /// Whether nothing differs.
    pub fn is_equal(&self) -> bool {
        self.count == 0
    }
}

/// What is written where one of the two has nothing.
pub(super) const NOTHING: &str = "-";

/// A comparison under way.
pub(super) struct Walk {
    tolerance: f64,
    a: Ids,
    b: Ids,
    has_same_ids: bool,
    found: Comparison,
}

impl Walk {
    /// Begins a comparison of two models.
    pub fn new(a: &Model, b: &Model, tolerance: f64, found: Comparison) -> Self {
        let (a, b) = (Ids::of(a), Ids::of(b));
        Self {
            tolerance,
            has_same_ids: a == b,
            a,
            b,
            found,
        }
    }

    /// What was found.
    pub fn finish(self) -> Comparison {
        self.found
    }

    /// Whether equal values mean the same in both models, references and all.
    pub fn has_same_ids(&self) -> bool {
        self.has_same_ids
    }

    /// Notes a difference.
    pub fn differ(&mut self, at: &Path<'_>, a: impl Display, b: impl Display) {
        self.found.note(at, a, b);
    }

    /// Whether two numbers are the same within the tolerance, or both are none.
    pub fn is_close(&self, a: f32, b: f32) -> bool {
        a == b
            || (a.is_nan() && b.is_nan())
            || (f64::from(a) - f64::from(b)).abs() <= self.tolerance
    }

    /// Whether any difference at all is tolerated.
    pub fn is_tolerant(&self) -> bool {
        self.tolerance > 0.0
    }

    /// What two references to bones refer to.
    pub fn bones(&self, a: BoneId, b: BoneId) -> (Target, Target) {
        (
            Target::new("bones", &self.a.bones, a.0, BoneId::NONE.0),
            Target::new("bones", &self.b.bones, b.0, BoneId::NONE.0),
        )
    }

    /// What two references to clips refer to.
    pub fn clips(&self, a: ClipId, b: ClipId) -> (Target, Target) {
        (
            Target::new("clips", &self.a.clips, a.0, ClipId::NONE.0),
            Target::new("clips", &self.b.clips, b.0, ClipId::NONE.0),
        )
    }
}

impl Comparison {
    /// Counts a difference, and lists it if there is room.
    pub(super) fn note(&mut self, at: &Path<'_>, a: impl Display, b: impl Display) {
        self.count += 1;
        if self.differences.len() < LISTED {
            self.differences.push(Difference {
                path: at.to_string(),
                a: a.to_string(),
                b: b.to_string(),
            });
        }
    }
}

/// The positions of the ids of a model.
#[derive(PartialEq)]
struct Ids {
    bones: HashMap<u32, usize>,
    clips: HashMap<u32, usize>,
}

impl Ids {
    fn of(model: &Model) -> Self {
        let bones = model.skeleton.bones.iter().map(|bone| bone.id.0);
        let clips = model.clips.iter().map(|clip| clip.id.0);
        Self {
            bones: bones.zip(0..).collect(),
            clips: clips.zip(0..).collect(),
        }
    }
}

/// What a reference refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// Nothing, as the format writes it.
    None,
    /// The item at a position of a list.
    At(&'static str, usize),
    /// An item that is not there.
    Dangling(u32),
}

impl Target {
    fn new(list: &'static str, ids: &HashMap<u32, usize>, id: u32, none: u32) -> Self {
        match ids.get(&id) {
            Some(&position) => Self::At(list, position),
            None if id == none => Self::None,
            None => Self::Dangling(id),
        }
    }
}

impl Display for Target {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::None => f.write_str("none"),
            Self::At(list, position) => write!(f, "{list}[{position}]"),
            Self::Dangling(id) => write!(f, "nothing ({id})"),
        }
    }
}
