//! A picture of a terrain without a window.

use std::collections::BTreeMap;

use image::RgbaImage;

use super::{
    Camera, GroundPictures, Headless, Offscreen, Overlay, RenderError, Renderer, StagedTerrain,
    TerrainScene,
};
use crate::document::Terrain;

/// What a picture of a terrain shows.
#[derive(Clone, Copy, Debug)]
pub struct TerrainPicture<'a> {
    /// The terrain.
    pub terrain: &'a Terrain,
    /// Its textures, as far as they could be found.
    pub pictures: &'a GroundPictures,
    /// Which ground lies at cliffs, by the letters of both.
    pub cliff_grounds: &'a BTreeMap<String, String>,
    /// How it is drawn.
    pub overlay: &'a Overlay,
    /// Width and height in pixels.
    pub size: [u32; 2],
}

/// Draws a terrain as `camera` sees it.
///
/// # Errors
/// Without a usable graphics device, and for a size that cannot be drawn.
pub fn render_terrain(
    picture: TerrainPicture<'_>,
    camera: &Camera,
) -> Result<RgbaImage, RenderError> {
    let headless = Headless::of_this_thread()?;
    let context = headless.context();
    let [width, height] = picture.size;
    let target = Offscreen::smooth(context, width, height)?;
    let mut renderer = Renderer::new(context)?;
    let mut scene = TerrainScene::new(context, picture.terrain, picture.pictures);
    scene.set_cliff_grounds(picture.terrain, picture.cliff_grounds);
    let staged = [StagedTerrain {
        id: picture.terrain.id,
        scene,
    }];
    target.draw([0.0, 0.0, 0.0, 1.0], |viewport| {
        renderer.draw_with_ground(viewport, camera, picture.overlay, &mut [], &staged);
        Ok(())
    })?;
    Ok(target.read())
}
