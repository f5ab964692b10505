//! Terrains drawn straight from above, north up, with nothing but their textures.

use bonewright::document::{Terrain, TerrainId, TerrainShape};
use bonewright::math::Vec3;
use bonewright::render::{
    Camera, ChangedGround, FixedView, GroundLight, GroundPictures, GroundStyle, Headless,
    LiquidStyle, Offscreen, Overlay, Projection, Renderer, StagedTerrain, TerrainScene,
    frame_terrain,
};
use image::RgbaImage;

pub fn terrain(shape: TerrainShape) -> Terrain {
    Terrain {
        id: TerrainId(0),
        name: "ground".to_owned(),
        shape,
        native: None,
    }
}

/// Numbers that look random, from 0 to 2^32 - 1.
pub fn dice(a: u32, b: u32) -> u32 {
    let mut hash = a.wrapping_mul(0x9E37_79B9) ^ b.wrapping_mul(0x85EB_CA6B);
    hash = (hash ^ hash >> 16).wrapping_mul(0x7FEB_352D);
    hash = (hash ^ hash >> 15).wrapping_mul(0x846C_A68B);
    hash ^ hash >> 16
}

/// A camera above `middle` that shows `half_height` world units to the north and to the south.
pub fn above(shape: &TerrainShape, middle: [f32; 2], half_height: f32) -> Camera {
    let mut camera = Camera::default();
    frame_terrain(&mut camera, shape, FixedView::Top, 1.0);
    camera.projection = Projection::Orthographic;
    camera.target = Vec3::new(middle[0], middle[1], 0.0).into();
    camera.distance = half_height / (camera.fov_y_rad * 0.5).tan();
    camera.reach = camera.reach.max(40_000.0);
    camera
}

/// How the ground is drawn: textures alone, or all that falls on it.
pub fn overlay(light: GroundLight) -> Overlay {
    Overlay {
        ground: GroundStyle {
            light,
            liquids: LiquidStyle::Hidden,
        },
        ..Overlay::default()
    }
}

/// A terrain that stays on the graphics card between pictures.
pub struct Stage {
    headless: std::rc::Rc<Headless>,
    renderer: Renderer,
    staged: [StagedTerrain; 1],
}

impl Stage {
    pub fn new(terrain: &Terrain, pictures: &GroundPictures) -> Self {
        let headless = Headless::of_this_thread().expect("an EGL device");
        let context = headless.context();
        let renderer = Renderer::new(context).expect("the shaders compile");
        let scene = TerrainScene::new(context, terrain, pictures);
        let staged = [StagedTerrain {
            id: terrain.id,
            scene,
        }];
        Self {
            headless,
            renderer,
            staged,
        }
    }

    pub fn refresh(
        &mut self,
        terrain: &Terrain,
        changed: &ChangedGround,
        pictures: &GroundPictures,
    ) -> usize {
        let [staged] = &mut self.staged;
        staged.scene.refresh(terrain, changed, pictures)
    }

    pub fn draw(
        &mut self,
        camera: &Camera,
        overlay: &Overlay,
        [width, height]: [u32; 2],
    ) -> RgbaImage {
        let target = Offscreen::smooth(self.headless.context(), width, height).expect("a target");
        target
            .draw([0.0, 0.0, 0.0, 1.0], |viewport| {
                let Self {
                    renderer, staged, ..
                } = self;
                renderer.draw_with_ground(viewport, camera, overlay, &mut [], staged);
                Ok(())
            })
            .expect("a picture");
        target.read()
    }
}

/// Whether two colours are alike.
pub fn is_near(found: [u8; 4], expected: [f32; 3], tolerance: f32) -> bool {
    let mut parts = found.iter().zip(expected);
    parts.all(|(found, expected)| (f32::from(*found) - expected).abs() <= tolerance)
}
