//! One picture: background, the ground of maps, what covers, grid, liquids, what mixes, weights, and the skeleton, in that
//! order; weight colours that cover everything come where surfaces that cover do.

use three_d::core::{Context, Viewport};

use super::backdrop::Backdrop;
use super::bone_shapes::BoneShapes;
use super::scene_block::SceneBlock;
use super::scene_draw::{ModelShaders, Pass, Shot};
use super::terrain_draw::{GroundShaders, GroundShot};
use super::weight_block::WeightBlock;
use super::{Camera, GridStyle, Overlay, RenderError, StagedModel, StagedTerrain};

/// Draws pictures in one context; it holds what all of them share.
pub struct Renderer {
    shaders: ModelShaders,
    ground: GroundShaders,
    block: SceneBlock,
    weight_block: WeightBlock,
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
            ground: GroundShaders::new(context)?,
            block: SceneBlock::new(context),
            weight_block: WeightBlock::new(context),
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
        models: &mut [StagedModel],
    ) {
        self.draw_with_ground(viewport, camera, overlay, models, &[]);
    }

    /// The same with the ground of maps.
    pub fn draw_with_ground(
        &mut self,
        viewport: Viewport,
        camera: &Camera,
        overlay: &Overlay,
        models: &mut [StagedModel],
        terrains: &[StagedTerrain],
    ) {
        self.shaders.refresh();
        self.ground.refresh();
        self.backdrop.refresh();
        self.bones.refresh();
        self.block.update(camera, overlay, viewport);
        self.weight_block.update(overlay);
        self.backdrop.draw_background(&self.block, viewport);
        let ground = GroundShot::new(&self.ground, &self.block, viewport, overlay, camera);
        for terrain in terrains {
            terrain.scene.draw(&ground);
        }
        let shot = Shot {
            shaders: &self.shaders,
            block: &self.block,
            viewport,
            surface: overlay.surface,
            wire: overlay.wire,
            weights: overlay.weights,
            weight_block: &self.weight_block,
        };
        for model in models.iter_mut() {
            model.scene.pose(&self.shaders, &model.moment, camera);
            model
                .scene
                .draw(Pass::Covering, &shot, &model.moment, &model.geosets);
            if overlay.weights.hides_surfaces() {
                model.scene.draw_weights(&shot, &model.moment);
            }
        }
        if overlay.grid == GridStyle::Shown {
            self.backdrop.draw_grid(&self.block, viewport);
        }
        for terrain in terrains {
            terrain.scene.draw_liquids(&ground);
        }
        for model in models.iter_mut() {
            model
                .scene
                .draw(Pass::Blended, &shot, &model.moment, &model.geosets);
            if !overlay.weights.hides_surfaces() {
                model.scene.draw_weights(&shot, &model.moment);
            }
            model.scene.draw_wire(&shot);
            model.scene.draw_dots(&shot);
        }
        for model in models.iter() {
            self.bones.draw(
                &self.block,
                model.scene.skeleton(),
                model.scene.hierarchy(),
                model.scene.drawn_matrices(),
                camera,
                overlay,
                viewport,
            );
        }
    }
}
