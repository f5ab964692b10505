//! Puts the creature together: parts, bones, clips, and what the game asks for.

use super::{bones, clips, game, pieces, slots};
use crate::document::{Model, ModelFormat, ModelId};
use crate::samples::SampleModel;
use crate::samples::assemble::assemble;
use crate::samples::bounds;

/// The creature, with its textures; the same on every call.
pub fn creature() -> SampleModel {
    let parts = pieces::pieces();
    let textures = slots::pictures(parts.skin, parts.gear);
    let mut model = Model::new(ModelId(0), "mosskin", ModelFormat::M2 { version: 264 });
    model.name = b"Mosskin\0".to_vec();
    model.skeleton = bones::skeleton();
    clips::fill(&mut model);
    slots::fill(&mut model, &textures);
    assemble(&mut model, &parts.pieces);
    slots::fly(&mut model.bone_tracks);
    game::fill(&mut model);
    bounds::fill(&mut model);
    SampleModel { model, textures }
}
