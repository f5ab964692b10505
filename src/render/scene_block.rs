//! The uniform block that all shaders of one picture share: camera and light.

use nalgebra::Matrix4;
use three_d::core::{Context, Program, UniformBuffer, Viewport};

use super::{Camera, Projection};

/// Name of the block in the shaders.
const NAME: &str = "Scene";
const FLOATS: usize = 16 + 16 + 4 * 6;

/// Light from over the viewer's left shoulder, with a cool sky and a warm ground to fill.
const KEY_DIRECTION: [f32; 4] = [-0.369, 0.492, 0.788, 0.0];
const KEY_COLOUR: [f32; 4] = [0.60, 0.59, 0.57, 0.0];
const SKY_COLOUR: [f32; 4] = [0.56, 0.58, 0.62, 0.0];
const GROUND_COLOUR: [f32; 4] = [0.36, 0.34, 0.33, 0.0];

/// The block on the graphics card.
pub(super) struct SceneBlock {
    buffer: UniformBuffer,
}

impl SceneBlock {
    pub fn new(context: &Context) -> Self {
        Self {
            buffer: UniformBuffer::new(context, &[FLOATS as u32]),
        }
    }

    /// Sets everything for a picture of `viewport`'s size.
    pub fn update(&mut self, camera: &Camera, viewport: Viewport) {
        let (width, height) = (viewport.width.max(1) as f32, viewport.height.max(1) as f32);
        let eye = camera.eye();
        let in_perspective = f32::from(u8::from(camera.projection == Projection::Perspective));
        let mut floats = [0.0; FLOATS];
        put(
            &mut floats,
            0,
            columns(&camera.clip_from_world(width / height)),
        );
        put(&mut floats, 16, columns(&camera.view_from_world()));
        put(&mut floats, 32, &[eye.x, eye.y, eye.z, in_perspective]);
        put(&mut floats, 36, &[width, height, 1.0 / width, 1.0 / height]);
        put(&mut floats, 40, &KEY_DIRECTION);
        put(&mut floats, 44, &KEY_COLOUR);
        put(&mut floats, 48, &SKY_COLOUR);
        put(&mut floats, 52, &GROUND_COLOUR);
        self.buffer.update(0, &floats);
    }

    /// Gives the block to a shader that declares it.
    pub fn bind(&self, program: &Program) {
        program.use_uniform_block(NAME, &self.buffer);
    }
}

fn columns(matrix: &Matrix4<f32>) -> &[f32] {
    matrix.as_slice()
}

fn put(floats: &mut [f32; FLOATS], at: usize, values: &[f32]) {
    for (slot, value) in floats.iter_mut().skip(at).zip(values) {
        *slot = *value;
    }
}
