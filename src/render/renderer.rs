//! One picture: background, what covers, ground, what mixes, and the skeleton, in that order.

use std::collections::BTreeSet;

use three_d::core::{Context, Viewport};

use super::backdrop::Backdrop;
use super::bone_shapes::BoneShapes;
use super::scene::{ModelShaders, Pass, Scene, Shot};
use super::scene_block::SceneBlock;
use super::{Camera, GridStyle, Moment, Overlay, RenderError};
use crate::document::Model;

/// One model of a picture.
pub struct Shown<'a> {
    /// The model on the graphics card.
    pub scene: &'a mut Scene,
    /// The model it was made from.
    pub model: &'a Model,
    /// What it does.
    pub moment: &'a Moment,
    /// Which of its geosets are shown.
    pub geosets: &'a BTreeSet<u16>,
}

/// Draws pictures in one context; it holds what all of them share.
pub struct Renderer {
    shaders: ModelShaders,
    block: SceneBlock,
    backdrop: Backdrop,
    bones: BoneShapes,
}

impl Renderer {
    /// Compiles the shaders.
    ///
    /// # Errors
    /// [`RenderError::Graphics`] if the driver refuses one.
    pub fn new(context: &Context) -> Result<Self, RenderError> {
        Ok(Self {
            shaders: ModelShaders::new(context)?,
            block: SceneBlock::new(context),
            backdrop: Backdrop::new(context)?,
            bones: BoneShapes::new(context)?,
        })
    }

    /// Draws into the bound target, which has depth and is cleared.
    pub fn draw(
        &mut self,
        viewport: Viewport,
        camera: &Camera,
        overlay: &Overlay,
        models: &mut [Shown<'_>],
    ) {
        self.shaders.refresh();
        self.backdrop.refresh();
        self.bones.refresh();
        self.block.update(camera, &overlay.palette, viewport);
        self.backdrop.draw_background(&self.block, viewport);
        let shot = Shot {
            shaders: &self.shaders,
            block: &self.block,
            viewport,
            wire: overlay.wire,
        };
        for shown in models.iter_mut() {
            shown
                .scene
                .pose(&self.shaders, shown.model, shown.moment, camera);
            shown
                .scene
                .draw(Pass::Covering, &shot, shown.moment, shown.geosets);
        }
        if overlay.grid == GridStyle::Shown {
            self.backdrop.draw_grid(&self.block, viewport);
        }
        for shown in models.iter_mut() {
            shown
                .scene
                .draw(Pass::Blended, &shot, shown.moment, shown.geosets);
            shown.scene.draw_wire(&shot);
        }
        for shown in models.iter() {
            self.bones.draw(
                &self.block,
                &shown.model.skeleton.bones,
                shown.scene.hierarchy(),
                shown.scene.drawn_matrices(),
                camera,
                overlay,
                viewport,
            );
        }
    }
}
