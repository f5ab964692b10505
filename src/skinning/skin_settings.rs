//! How weights of a model may be edited: what every weight tool obeys.

use crate::skeleton::BoneId;
use std::collections::{BTreeMap, BTreeSet};

/// How weights of a model may be edited. No file of a game holds it; projects do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkinSettings {
    /// Bones whose weights no tool changes.
    pub locked_bones: BTreeSet<BoneId>,
    /// Whether weights that a tool changes are brought to a sum of 1.
    pub normalises: bool,
    /// The most influences a changed vertex may have: `None` for what the format takes, 0 for any
    /// number.
    pub influence_limit: Option<u8>,
    /// Whether coincident vertices are changed as one.
    pub welds: bool,
    /// Bones whose mirror image names and places do not tell: the bone itself where it has none on
    /// the other side.
    pub mirror_bones: BTreeMap<BoneId, BoneId>,
}

impl Default for SkinSettings {
    fn default() -> Self {
        Self {
            locked_bones: BTreeSet::new(),
            normalises: true,
            influence_limit: None,
            welds: true,
            mirror_bones: BTreeMap::new(),
        }
    }
}
