//! The weight colours of the shown model, brought up to date with as little work as an edit asks.

use crate::document::{Model, ModelId};
use crate::editor::{self, Editor, WeightColours, Workspace};
use crate::render::{Scene, WeightColouring, WeightLooks};
use std::ops::Range;

/// What every vertex says about its weights, and what that was made of.
#[derive(Debug, Default)]
pub(super) struct SkinColours {
    looks: WeightLooks,
    /// What the looks on the graphics card are about; `None` if they are old or were never made.
    shown: Option<Shown>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Shown {
    document: u64,
    model: ModelId,
    colouring: WeightColouring,
}

/// What changed since the last picture.
#[derive(Clone, Copy, Debug)]
pub(super) enum ChangedSkin<'a> {
    /// The model was uploaded anew, or its bones changed.
    All,
    /// The influences of these vertices, or of none.
    Vertices(&'a [Range<u32>]),
}

impl SkinColours {
    /// Uploads the looks that are not on the graphics card yet; `false` if all was there.
    pub fn bring_up_to_date(
        &mut self,
        editor: &Editor,
        model: &Model,
        changed: ChangedSkin<'_>,
        scene: &mut Scene,
    ) -> bool {
        let is_old = match changed {
            ChangedSkin::All => true,
            ChangedSkin::Vertices(ranges) => !ranges.is_empty(),
        };
        if editor.view.workspace != Workspace::Weights {
            if is_old {
                self.shown = None;
            }
            return false;
        }
        let now = Shown {
            document: editor.document_number(),
            model: model.id,
            colouring: colouring(editor),
        };
        let before = self.shown.replace(now);
        match changed {
            ChangedSkin::Vertices(ranges) if before == Some(now) => {
                for range in ranges {
                    self.looks.mend(model, now.colouring, range.clone());
                }
                scene.mend_looks(&self.looks, ranges.iter().cloned());
                !ranges.is_empty()
            }
            _ => {
                self.looks.fill(model, now.colouring);
                scene.set_looks(&self.looks);
                true
            }
        }
    }
}

/// What the colours say.
pub(super) fn colouring(editor: &Editor) -> WeightColouring {
    match editor.view.weights.colours {
        WeightColours::OneBone => WeightColouring::OneBone(editor.selection.active_bone()),
        WeightColours::AllBones => WeightColouring::AllBones,
        WeightColours::DominantBone => WeightColouring::DominantBone,
    }
}

/// The editor's ramp as pictures have it.
pub(super) fn ramp(ramp: editor::WeightRamp) -> crate::render::WeightRamp {
    match ramp {
        editor::WeightRamp::Heat => crate::render::WeightRamp::Heat,
        editor::WeightRamp::ColourBlind => crate::render::WeightRamp::ColourBlind,
        editor::WeightRamp::Grey => crate::render::WeightRamp::Grey,
    }
}
