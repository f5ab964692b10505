//! Stores alpha maps in another form.

use super::brush_operator::terrain_operator;
use crate::document::Document;
use crate::edit::layer_stack::chunks_text;
use crate::edit::terrain_draft::TerrainDraft;
use crate::edit::{AlphaEdgesArgument, AlphaFigures, AlphaFormArgument, EditError, GroundScope};
use crate::terrain::{AlphaConversion, AlphaDepth, AlphaForm, TileMap, audit_seams};

terrain_operator! {
    /// Stores alpha maps of World of Warcraft in another form: with 4 or 8 bits, or run-length coded, and with or without their last row and column. What of the look that changes is counted in the notes. Between 4 and 8 bits the whole map has to go, and the flag of its own file goes along.
    ConvertAlphas = "convert_alphas" {
        /// The form of all alpha maps: "four_bits", "eight_bits" or "runs", which is 8 bits, compressed; null if each keeps its own.
        #[serde(default)]
        form: Option<AlphaFormArgument> = "null",
        /// The last row and column of maps of 4 bits: "keep", "all" if they count, or "repeated" if the game copies those before them.
        #[serde(default)]
        edges: AlphaEdgesArgument = "\"keep\"",
        /// Which map chunks.
        #[serde(default)]
        scope: GroundScope = "\"all\"",
    }
    example r##"{"op":"convert_alphas","terrain":1,"form":"eight_bits","edges":"keep","scope":"all"}"##
}

impl ConvertAlphas {
    /// What it would change, without doing it.
    ///
    /// # Errors
    /// As its plan has them.
    pub fn figures(&self, document: &Document) -> Result<AlphaFigures, EditError> {
        self.convert(&mut TerrainDraft::new(document, self.terrain)?)
    }

    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(in crate::edit::operator) fn draft(
        &self,
        draft: &mut TerrainDraft<'_>,
    ) -> Result<String, EditError> {
        let figures = self.convert(draft)?;
        for sentence in figures.sentences() {
            draft.note(sentence);
        }
        let what = match (self.form, self.edges) {
            (Some(form), _) => AlphaForm::from(form).name(),
            (None, AlphaEdgesArgument::Repeated) => "63 by 63 texels",
            (None, _) => "64 by 64 texels",
        };
        let count = chunks_text(figures.changed);
        Ok(format!("Store alphas of {count} with {what}"))
    }

    /// Puts the changes into `draft` and counts them.
    fn convert(&self, draft: &mut TerrainDraft<'_>) -> Result<AlphaFigures, EditError> {
        if self.form.is_none() && self.edges == AlphaEdgesArgument::Keep {
            return Err(EditError::Empty { argument: "form" });
        }
        let map = draft.tiles()?;
        let places = self.scope.places(draft)?;
        let form = self.form.map(AlphaForm::from);
        let told = map.depth_by_flags().unwrap_or(map.alpha_depth);
        let depth = form.map_or(told, AlphaForm::depth);
        self.check_edges(form)?;
        let is_another = depth != told;
        if is_another {
            check_map(map, depth, places.len(), draft.terrain.tiles_on_disk())?;
        }
        let mut figures = AlphaFigures {
            looked_at: places.len(),
            ..AlphaFigures::default()
        };
        let mut new_rule = map.blend;
        if is_another {
            new_rule = depth.usual_rule();
            figures.rule = (new_rule != map.blend).then_some(new_rule);
            let flags = map.map_flags.map(|flags| match depth {
                AlphaDepth::Four => flags & !TileMap::BIG_ALPHA,
                AlphaDepth::Eight => flags | TileMap::BIG_ALPHA,
            });
            figures.flags = map.map_flags.zip(flags).map(|(old, new)| [old, new]);
            figures.untold_depth = flags.is_none().then_some(depth);
            draft.set_map_form(flags, depth);
            draft.set_blend(new_rule);
        }
        let conversion = AlphaConversion {
            form,
            edges: self.edges.into(),
            rule: map.blend,
            new_rule,
            bare_form: is_another.then(|| bare_form(map, depth)),
        };
        for place in places {
            let Some(chunk) = map.chunk(place) else {
                continue;
            };
            let Some(converted) = conversion.convert(chunk) else {
                figures.untold += 1;
                continue;
            };
            let changes_edge = converted.flags != chunk.flags;
            figures.changed += usize::from(changes_edge || converted.layers != chunk.layers);
            figures.edges += usize::from(changes_edge);
            figures.maps += converted.maps;
            figures.loss.add(converted.loss);
            draft.fields_mut(place).flags = Some(converted.flags);
            draft.set_layers(place, converted.layers);
        }
        if figures.loss.texels > 0
            && let Some(mut after) = draft.tiles_after()
        {
            after.blend = new_rule;
            figures.seams = [audit_seams(map).len(), audit_seams(&after).len()];
        }
        Ok(figures)
    }

    /// Only maps of 4 bits can be 63 by 63.
    fn check_edges(&self, form: Option<AlphaForm>) -> Result<(), EditError> {
        let is_eight = form.is_some_and(|form| form.depth() == AlphaDepth::Eight);
        if is_eight && self.edges == AlphaEdgesArgument::Repeated {
            return Err(EditError::Value {
                argument: "edges",
                reason:
                    "can't be repeated with 8 bits: the game copies the last row and column of \
                         alpha maps of 4 bits alone"
                        .to_owned(),
            });
        }
        Ok(())
    }
}

/// The game reads all alpha maps of a map alike, so a part of them can't come to other bits.
fn check_map(map: &TileMap, depth: AlphaDepth, count: usize, left: usize) -> Result<(), EditError> {
    let bits = match depth {
        AlphaDepth::Four => "4 bits",
        AlphaDepth::Eight => "8 bits",
    };
    let flags = map.map_flags.unwrap_or(0);
    let reason = if depth == AlphaDepth::Four && flags & TileMap::HEIGHT_TEXTURES != 0 {
        format!(
            "can't be {bits} here: the map's textures have heights (flag {:#x}), so the game takes \
             its alpha maps for 8 bits",
            TileMap::HEIGHT_TEXTURES
        )
    } else if left > 0 {
        format!(
            "can't be {bits} yet: {left} tiles of the map are not loaded, and the game reads all \
             alpha maps of a map alike; load all tiles first"
        )
    } else if count < map.chunks().count() {
        format!(
            "can't be {bits} for a part of the map: the game reads all alpha maps of a map alike, \
             as the map's own file (WDT) says; take the scope \"all\""
        )
    } else {
        return Ok(());
    };
    Err(EditError::Value {
        argument: "form",
        reason,
    })
}

/// What files say of layers without alpha maps, as it is read back.
fn bare_form(map: &TileMap, depth: AlphaDepth) -> AlphaForm {
    match (map.map_flags, depth) {
        (Some(_), AlphaDepth::Eight) => AlphaForm::EightBit,
        _ => AlphaForm::FourBit,
    }
}
