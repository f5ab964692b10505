//! What one viewport shows, ready to be painted from inside a window's own painting.
//!
//! A paint callback runs after the interface has been laid out and can borrow nothing of the
//! editor. So the interface fills a stage in while it has the document, and the callback, which
//! shares it behind a lock, only paints it.

use std::collections::BTreeSet;

use three_d::core::{Context, Viewport};

use super::{Camera, Canvas, Moment, Overlay, RenderError, Renderer, Scene, TerrainScene};
use crate::document::{ModelId, TerrainId};

/// A model on a stage.
pub struct StagedModel {
    /// Which model of the document.
    pub id: ModelId,
    /// The model on the graphics card.
    pub scene: Scene,
    /// What it does.
    pub moment: Moment,
    /// Which of its geosets are shown.
    pub geosets: BTreeSet<u16>,
}

/// A terrain on a stage.
pub struct StagedTerrain {
    /// Which terrain of the document.
    pub id: TerrainId,
    /// The terrain on the graphics card.
    pub scene: TerrainScene,
}

/// What one viewport shows.
pub struct Stage {
    renderer: Renderer,
    canvas: Canvas,
    /// The models, drawn in this order.
    pub models: Vec<StagedModel>,
    /// The terrains.
    pub terrains: Vec<StagedTerrain>,
    /// Where it is seen from.
    pub camera: Camera,
    /// What is drawn around and over the models.
    pub overlay: Overlay,
}

impl Stage {
    /// An empty stage.
    ///
    /// # Errors
    /// [`RenderError::Graphics`] if the driver refuses a shader.
    pub fn new(context: &Context) -> Result<Self, RenderError> {
        Ok(Self {
            renderer: Renderer::new(context)?,
            canvas: Canvas::new(context)?,
            models: Vec::new(),
            terrains: Vec::new(),
            camera: Camera::default(),
            overlay: Overlay::default(),
        })
    }

    /// The context that scenes for this stage are made in.
    pub fn context(&self) -> &Context {
        self.canvas.context()
    }

    /// The staged model with this id.
    pub fn model_mut(&mut self, id: ModelId) -> Option<&mut StagedModel> {
        self.models.iter_mut().find(|model| model.id == id)
    }

    /// Shows the last picture again, for when nothing on the stage changed since; `false` if there
    /// is none of this size.
    pub fn paint_again(&self, place: Viewport) -> bool {
        self.canvas.paint_again(place)
    }

    /// Paints into `place` of the framebuffer that is bound, in pixels from its bottom left.
    ///
    /// # Errors
    /// [`RenderError::PictureSize`] if the place is larger than the driver can draw.
    pub fn paint(&mut self, place: Viewport) -> Result<(), RenderError> {
        let Self {
            renderer,
            canvas,
            models,
            terrains,
            camera,
            overlay,
        } = self;
        canvas.paint(place, [0.0, 0.0, 0.0, 1.0], |viewport| {
            renderer.draw_with_ground(viewport, camera, overlay, models, terrains);
            Ok(())
        })
    }
}
