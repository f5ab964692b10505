//! Mosskin, a stocky forest imp that carries its lantern on its tail.

mod body;
mod bones;
mod bounds;
mod cards;
mod clips;
mod deeds;
mod game;
mod gear;
mod gear_paint;
mod limbs;
mod motion;
mod pieces;
mod rig;
mod skin_paint;
mod slots;
mod textures;
mod weights;

use super::SampleModel;
use super::assemble::assemble;
use crate::document::{Model, ModelFormat, ModelId};

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
