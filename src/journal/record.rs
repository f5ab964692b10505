//! An entry as it stands in the file: with its time, its name, and what checks the replay.

use super::{Entry, ExchangedEdit, edit_bytes, hex};
use crate::anim::ClipId;
use crate::document::{ModelId, TerrainId};
use crate::edit::{Direction, EntryFocus, Step};
use crate::skeleton::BoneId;
use serde::{Deserialize, Serialize};
use std::time::{SystemTime, UNIX_EPOCH};

/// An entry as it stands in the file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// When it landed, in milliseconds since 1970 (UTC).
    pub at_ms: u64,
    /// What it is called, such as `Rotate 2 bones`.
    pub label: String,
    /// What happened.
    pub entry: Entry,
    /// The document's next id before it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub next_id: Option<u32>,
    /// Where the user was.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub focus: Option<Focus>,
    /// The content hash of the document after it; not every record has one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub content: Option<u64>,
}

/// Where the user was, for undo to show it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Focus {
    model: Option<u32>,
    clip: Option<u32>,
    time_ms: i32,
    bones: Vec<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    terrain: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ground: Option<[i32; 2]>,
}

impl Record {
    /// A record of something that lands now.
    pub fn now(entry: Entry) -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        Self {
            at_ms: since.map_or(0, |since| since.as_millis() as u64),
            label: entry.text(),
            entry,
            next_id: None,
            focus: None,
            content: None,
        }
    }

    /// A record of a step of the history, now.
    ///
    /// # Errors
    /// If an edit of it is too long to be written.
    pub fn of_step(step: Step) -> Result<Self, String> {
        Ok(match step {
            Step::Applied {
                operator,
                label,
                focus,
                next_id,
            } => Self {
                label,
                next_id: Some(next_id),
                focus: Some(Focus::of(&focus)),
                ..Self::now(Entry::Apply(operator))
            },
            Step::Undone => Self::now(Entry::Undo),
            Step::Redone => Self::now(Entry::Redo),
            Step::Jumped(position) => Self::now(Entry::Jump(position)),
            Step::Exchanged { edits, position } => {
                let edits = edits.into_iter().map(|(edit, direction)| {
                    Ok(ExchangedEdit {
                        is_undone: direction == Direction::Back,
                        edit: hex::encode(&edit_bytes::write(&edit)?),
                    })
                });
                let edits = edits.collect::<Result<_, String>>()?;
                Self::now(Entry::Exchange { edits, position })
            }
        })
    }
}

impl Focus {
    fn of(focus: &EntryFocus) -> Self {
        Self {
            model: focus.model.map(|model| model.0),
            clip: focus.clip.map(|clip| clip.0),
            time_ms: focus.time_ms,
            bones: focus.bones.iter().map(|bone| bone.0).collect(),
            terrain: focus.terrain.map(|terrain| terrain.0),
            ground: focus.ground,
        }
    }

    /// As the history keeps it.
    pub fn entry_focus(&self) -> EntryFocus {
        EntryFocus {
            model: self.model.map(ModelId),
            clip: self.clip.map(ClipId),
            time_ms: self.time_ms,
            bones: self.bones.iter().copied().map(BoneId).collect(),
            terrain: self.terrain.map(TerrainId),
            ground: self.ground,
        }
    }
}
