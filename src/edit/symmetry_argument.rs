//! Which other places of the ground a brush works on too.

use super::EditError;
use super::posing::finite;
use serde::{Deserialize, Serialize};

/// How often a stroke is turned about the centre at most.
pub const MOST_TURNS: u32 = 16;

/// How places of the ground correspond.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SymmetryKind {
    /// West and east are mirror images of each other.
    WestEast,
    /// North and south are mirror images of each other.
    NorthSouth,
    /// Both: four quarters.
    FourWay,
    /// So many times the same, turned about the centre; 2 to 16.
    Turn(u32),
}

/// Which other places of the ground a brush works on too.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SymmetryArgument {
    /// How places correspond.
    pub kind: SymmetryKind,
    /// About which place, world x and y; null for the middle of the map.
    #[serde(default)]
    pub centre: Option<[f32; 2]>,
}

impl SymmetryArgument {
    /// Refuses a centre that is no place, and turns out of their range.
    pub(super) fn check(&self) -> Result<(), EditError> {
        finite("symmetry", &self.centre.unwrap_or_default())?;
        match self.kind {
            SymmetryKind::Turn(count) if !(2..=MOST_TURNS).contains(&count) => {
                Err(EditError::Value {
                    argument: "symmetry",
                    reason: format!("must turn 2 to {MOST_TURNS} times"),
                })
            }
            _ => Ok(()),
        }
    }
}
