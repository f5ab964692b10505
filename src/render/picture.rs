//! A picture of a model without a window: what `bonewright render` and the tests look at.

use std::collections::BTreeSet;

use image::RgbaImage;

use super::{
    Camera, FixedView, Headless, Moment, Offscreen, Overlay, RenderError, Renderer, Scene,
    StagedModel, WeightLooks, posed_points,
};
use crate::document::Model;

/// Where a picture is taken from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureView {
    /// From a side of the model, so that all of it is in the picture.
    Fixed(FixedView),
    /// Through a camera of the model, by its position in the file.
    ModelCamera(usize),
}

/// What a picture shows.
#[derive(Clone, Copy, Debug)]
pub struct Picture<'a> {
    /// The model.
    pub model: &'a Model,
    /// Which of its views.
    pub view_index: usize,
    /// Its textures by slot, as far as they could be found.
    pub pictures: &'a [Option<RgbaImage>],
    /// Which of its geosets.
    pub geosets: &'a BTreeSet<u16>,
    /// What is drawn around it.
    pub overlay: &'a Overlay,
    /// Width and height in pixels.
    pub size: [u32; 2],
}

/// Draws pictures of one model, one after the other, without loading it each time.
pub struct PictureMaker<'a> {
    picture: Picture<'a>,
    renderer: Renderer,
    models: [StagedModel; 1],
    target: Offscreen,
    // Freed last: everything above lives in it.
    _headless: std::rc::Rc<Headless>,
}

impl<'a> PictureMaker<'a> {
    /// Makes everything ready.
    ///
    /// # Errors
    /// Without a usable graphics device, and for a size that cannot be drawn.
    pub fn new(picture: Picture<'a>) -> Result<Self, RenderError> {
        let headless = Headless::of_this_thread()?;
        let context = headless.context();
        let [width, height] = picture.size;
        Ok(Self {
            target: Offscreen::smooth(context, width, height)?,
            renderer: Renderer::new(context)?,
            models: [StagedModel {
                id: picture.model.id,
                scene: Scene::new(context, picture.model, picture.view_index, picture.pictures),
                moment: Moment::default(),
                geosets: picture.geosets.clone(),
            }],
            picture,
            _headless: headless,
        })
    }

    /// Gives the vertices their looks, for pictures whose overlay has weight colours or dots.
    pub fn set_looks(&mut self, looks: &WeightLooks) {
        let [model] = &mut self.models;
        model.scene.set_looks(looks);
    }

    /// A camera that shows the model at `moment` from `view`.
    ///
    /// A model camera that does not exist gives the view from the front.
    pub fn camera(&self, view: PictureView, moment: &Moment) -> Camera {
        let Picture {
            model,
            size: [width, height],
            ..
        } = self.picture;
        let aspect = width as f32 / height.max(1) as f32;
        match view {
            PictureView::ModelCamera(index) => match moment.cameras.get(index) {
                Some(camera) => Camera::of_model_camera(camera, aspect),
                None => self.camera(PictureView::Fixed(FixedView::Front), moment),
            },
            PictureView::Fixed(side) => {
                let mut camera = Camera::default();
                camera.look_from(side);
                if let Some(view) = model.views.get(self.picture.view_index) {
                    let points = posed_points(model, view, moment, self.picture.geosets);
                    camera.frame_points(points.into_iter().map(Into::into), aspect);
                }
                camera
            }
        }
    }

    /// Draws the model at `moment` as `camera` sees it.
    ///
    /// # Errors
    /// If the driver fails while drawing.
    pub fn draw(&mut self, camera: &Camera, moment: &Moment) -> Result<RgbaImage, RenderError> {
        let Self {
            picture,
            renderer,
            models,
            target,
            ..
        } = self;
        let [model] = models;
        model.moment.clone_from(moment);
        target.draw([0.0, 0.0, 0.0, 1.0], |viewport| {
            renderer.draw(viewport, camera, picture.overlay, models);
            Ok(())
        })?;
        Ok(target.read())
    }
}

/// One picture of a model at one moment.
///
/// # Errors
/// Without a usable graphics device, and for a size that cannot be drawn.
pub fn render_picture(
    picture: Picture<'_>,
    moment: &Moment,
    view: PictureView,
) -> Result<RgbaImage, RenderError> {
    let mut maker = PictureMaker::new(picture)?;
    let camera = maker.camera(view, moment);
    maker.draw(&camera, moment)
}
