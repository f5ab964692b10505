//! Which cells have keyframes, counted once for each change of the document.

use crate::anim::{Driver, TrackKeys, TrackRef};
use crate::document::{Model, ModelId};
use crate::editor::{Cells, Editor};
use crate::for_any_track;
use std::collections::BTreeMap;

/// What is keyed in one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellKeys {
    /// How many bones have keyframes.
    pub bone_count: usize,
    /// The first of them, as a position in file order.
    pub first_bone: usize,
    /// Whether a keyframe lies beside the moment of the cell, not at it.
    pub has_strays: bool,
}

/// The cells that have keyframes of bones, in the time of the strip.
pub fn count_cell_keys(model: &Model, key_clip: usize, cells: &Cells) -> BTreeMap<u32, CellKeys> {
    // With the bone that was counted last: bones come in order, each with its three tracks.
    let mut found: BTreeMap<u32, (CellKeys, usize)> = BTreeMap::new();
    for (bone, tracks) in model.bone_tracks.iter().enumerate() {
        let all = [
            TrackRef::Vector(&tracks.translation),
            TrackRef::Rotation(&tracks.rotation),
            TrackRef::Vector(&tracks.scale),
        ];
        for track in all {
            let is_constant = for_any_track!(TrackRef, track, track => {
                matches!(track.keys, TrackKeys::Shared(_))
            });
            if track.driver() != Driver::Clip || is_constant {
                continue;
            }
            for &time in track.times_ms(key_clip) {
                if time < 0 || time > cells.end_ms {
                    continue;
                }
                let cell = cells.at(f64::from(time));
                let is_stray = cells.time_ms(cell) != Some(time);
                let (keys, last_bone) = found.entry(cell).or_insert_with(|| {
                    let keys = CellKeys {
                        bone_count: 1,
                        first_bone: bone,
                        has_strays: false,
                    };
                    (keys, bone)
                });
                keys.has_strays |= is_stray;
                if *last_bone != bone {
                    keys.bone_count += 1;
                    *last_bone = bone;
                }
            }
        }
    }
    let cells = found.into_iter();
    cells.map(|(cell, (keys, _))| (cell, keys)).collect()
}

/// What was counted last, and for what.
#[derive(Clone, Debug, Default)]
pub(super) struct CellKeysCache {
    counted: Option<(u64, ModelId, usize, Cells)>,
    keys: BTreeMap<u32, CellKeys>,
}

impl CellKeysCache {
    /// The keyframes by cell, counted anew only if something changed.
    pub(super) fn of(&mut self, editor: &Editor, cells: &Cells) -> &BTreeMap<u32, CellKeys> {
        let (Some(model), Some(key_clip)) = (editor.model(), editor.key_clip_index()) else {
            self.counted = None;
            self.keys.clear();
            return &self.keys;
        };
        // The playhead moves without anything else changing.
        let still = Cells {
            playhead_ms: 0.0,
            ..*cells
        };
        let wanted = (editor.document_revision(), model.id, key_clip, still);
        if self.counted != Some(wanted) {
            self.keys = count_cell_keys(model, key_clip, cells);
            self.counted = Some(wanted);
        }
        &self.keys
    }
}
