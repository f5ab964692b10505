//! Chooses the rule by which a map's layers are mixed.

use super::brush_operator::terrain_operator;
use crate::edit::layer_stack::chunks_text;
use crate::edit::terrain_draft::TerrainDraft;
use crate::edit::{BlendKeep, BlendRuleArgument, EditError};
use crate::terrain::{AlphaForm, BlendRule, ChunkShares, depth_of_layers};

terrain_operator! {
    /// Chooses the rule by which the texture layers of a World of Warcraft map are mixed, for this program only: the game goes by its own version and by the map's file. Alphas stay and look otherwise, or are worked out anew so that the look stays.
    SetBlendRule = "set_blend_rule" {
        /// The rule: "ordered" lays each layer over those below, "weighted" takes alphas as shares.
        rule: BlendRuleArgument,
        /// What stays: "alphas", or "look".
        #[serde(default)]
        keep: BlendKeep = "\"alphas\"",
    }
    example r##"{"op":"set_blend_rule","terrain":1,"rule":"ordered","keep":"alphas"}"##
}

impl SetBlendRule {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(in crate::edit::operator) fn draft(
        &self,
        draft: &mut TerrainDraft<'_>,
    ) -> Result<String, EditError> {
        let map = draft.tiles()?;
        let rule = BlendRule::from(self.rule);
        let name = match rule {
            BlendRule::Ordered => "one over another",
            BlendRule::Weighted => "by shares",
        };
        let label = format!("Mix layers {name}");
        if rule == map.blend {
            draft.note(format!("layers are mixed {name} already"));
            return Ok(label);
        }
        draft.set_blend(rule);
        let (mut changed, mut untold, mut worst) = (0, 0, 0);
        for (place, chunk) in map.chunks().filter(|(_, chunk)| chunk.layers.len() > 2) {
            let Some(old) = ChunkShares::of(map.blend, &chunk.layers) else {
                untold += 1;
                continue;
            };
            let mut layers = chunk.layers.clone();
            if self.keep == BlendKeep::Look {
                // Runs may not hold what four-bit maps beside them do, so each keeps its form.
                let depth = depth_of_layers(&layers, map.alpha_depth);
                old.write(rule, depth, AlphaForm::EightBit, &mut layers);
            }
            if let Some(new) = ChunkShares::of(rule, &layers) {
                let planes = old.planes.iter().zip(&new.planes);
                let off = planes.flat_map(|(old, new)| {
                    let pairs = old.as_flattened().iter().zip(new.as_flattened());
                    pairs.map(|(old, new)| old.abs_diff(*new))
                });
                let off = off.max().unwrap_or(0);
                changed += usize::from(off > 0);
                worst = worst.max(off);
            }
            draft.set_layers(place, layers);
        }
        if changed > 0 {
            draft.note(format!(
                "the look of {} changes, by {worst} of 255 at most",
                chunks_text(changed)
            ));
        }
        if untold > 0 {
            draft.note(format!(
                "{} have more than 8 layers and were left as they are",
                chunks_text(untold)
            ));
        }
        draft.note(
            "the file does not say by which rule its layers are mixed, so the choice is kept in \
             projects alone"
                .to_owned(),
        );
        Ok(label)
    }
}
