//! Chooses which textures map chunks keep where they have too many.

use super::brush_operator::terrain_operator;
use crate::edit::layer_stack::{LayerStack, chunks_text};
use crate::edit::terrain_draft::TerrainDraft;
use crate::edit::{EditError, GroundScope, SlotAimArgument};
use crate::terrain::{DRAWN_LAYERS, solve_slots};

terrain_operator! {
    /// Chooses which textures map chunks keep where they have more than a number, so that the look changes little and borders agree: with 'look' never worse in either than to drop what covers least, with 'borders' with better borders, and never worse than to drop the highest. The notes tell what each way costs.
    SolveSlots = "solve_slots" {
        /// How many textures a map chunk may keep, 1 to 4.
        #[serde(default = "crate::edit::operator::terrain::solve_slots::four")]
        most: u32 = "4",
        /// Which map chunks.
        #[serde(default)]
        scope: GroundScope = "\"all\"",
        /// What counts more: the look, or borders that agree.
        #[serde(default)]
        aim: SlotAimArgument = "\"look\"",
    }
    example r##"{"op":"solve_slots","terrain":1,"most":3,"scope":{"tiles":[[32,48]]},"aim":"look"}"##
}

/// The default of `most`.
pub(in crate::edit::operator) fn four() -> u32 {
    4
}

impl SolveSlots {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(in crate::edit::operator) fn draft(
        &self,
        draft: &mut TerrainDraft<'_>,
    ) -> Result<String, EditError> {
        let most = self.most as usize;
        if !(1..=DRAWN_LAYERS).contains(&most) {
            return Err(EditError::Value {
                argument: "most",
                reason: "must be between 1 and 4".to_owned(),
            });
        }
        let places = self.scope.places(draft)?;
        let map = draft.tiles()?;
        let plan = solve_slots(map, &places, most, self.aim.into());
        for (place, kept) in &plan.kept {
            let Some(mut stack) = LayerStack::of(draft, *place) else {
                continue;
            };
            for layer in (0..stack.layers.len()).rev() {
                if !kept.contains(&layer) {
                    stack.remove(layer);
                }
            }
            stack.put(draft);
        }
        let count = plan.kept.len();
        if count == 0 {
            let noun = if most == 1 { "texture" } else { "textures" };
            draft.note(format!("no map chunk has more than {most} {noun}"));
        } else {
            let (naive, least, solved) = (plan.naive, plan.least, plan.solved);
            draft.note(format!(
                "changed of the look: {:.2} percent of these map chunks, {:.2} if the highest were \
                 dropped, {:.2} if the least covering were",
                solved.change * 100.0,
                naive.change * 100.0,
                least.change * 100.0
            ));
            draft.note(format!(
                "difference on borders: {} before, {} now, {} if the highest were dropped, {} if \
                 the least covering were",
                plan.border_before, solved.border, naive.border, least.border
            ));
        }
        if plan.untold > 0 {
            let chunks = chunks_text(plan.untold);
            draft.note(format!(
                "{chunks} have more than 8 layers and were left as they are"
            ));
        }
        Ok(format!("Solve texture slots of {}", chunks_text(count)))
    }
}
