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
    /// Which numbers of the target are shown instead of weights.
    target: Option<TargetKey>,
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

/// The model, and where the numbers of its check are.
type TargetKey = (crate::document::ModelId, Option<(usize, usize)>);

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
        if editor.shows_target() {
            return self.show_target(editor, model, scene);
        }
        self.target = None;
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

impl SkinColours {
    /// Colours the skin by how far the target moves it, the farthest as weight 1.
    fn show_target(&mut self, editor: &Editor, model: &Model, scene: &mut Scene) -> bool {
        let shift = editor.target_shift();
        let key = (
            model.id,
            shift.map(|shift| (shift.as_ptr().addr(), shift.len())),
        );
        if self.target.replace(key) == Some(key) {
            return false;
        }
        self.shown = None;
        let count = model.vertices.len();
        match shift {
            Some(shift) => {
                let most = shift.iter().copied().fold(0.0, f32::max);
                let share = |shift: &f32| if most > 0.0 { shift / most } else { 0.0 };
                self.looks.fill_numbers(shift.iter().map(share));
            }
            None => self.looks.fill_numbers(std::iter::repeat_n(0.0, count)),
        }
        scene.set_looks(&self.looks);
        true
    }
}

/// What the colours say.
pub(super) fn colouring(editor: &Editor) -> WeightColouring {
    match editor.view.weights.colours {
        WeightColours::OneBone | WeightColours::Target => {
            WeightColouring::OneBone(editor.selection.active_bone())
        }
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
