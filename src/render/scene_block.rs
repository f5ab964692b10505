//! The uniform block that all shaders of one picture share: camera, light and colours.
//!
//! One block is one upload; single vectors would each be copied on the heap by three-d.

use nalgebra::Matrix4;
use three_d::core::{Context, Program, UniformBuffer, Viewport};

use super::{BoneDepth, Camera, Overlay, Projection};

/// Name of the block in the shaders.
const NAME: &str = "Scene";
const FLOATS: usize = 16 + 16 + 4 * 14;

/// Light from over the viewer's left shoulder, with a cool sky and a warm ground to fill.
const KEY_DIRECTION: [f32; 4] = [-0.369, 0.492, 0.788, 0.0];
const KEY_COLOUR: [f32; 4] = [0.60, 0.59, 0.57, 0.0];
const SKY_COLOUR: [f32; 4] = [0.56, 0.58, 0.62, 0.0];
const GROUND_COLOUR: [f32; 4] = [0.36, 0.34, 0.33, 0.0];

/// Fine grid cells are at least this many pixels wide when they are fully there.
const FINE_CELL_PX: f32 = 12.0;
/// How far the grid reaches, in distances from eye to target.
const GRID_REACH: f32 = 12.0;

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
    pub fn update(&mut self, camera: &Camera, overlay: &Overlay, viewport: Viewport) {
        let palette = &overlay.palette;
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
        put(&mut floats, 56, &palette.background_bottom);
        put(&mut floats, 60, &palette.background_top);
        let (cell, fade) = fine_cell(camera.world_per_pixel(height));
        let reach = camera.distance * GRID_REACH;
        put(
            &mut floats,
            64,
            &[camera.target.x, camera.target.y, reach, cell],
        );
        put(&mut floats, 68, &palette.grid);
        put(&mut floats, 72, &palette.x_axis);
        put(&mut floats, 76, &palette.y_axis);
        put(&mut floats, 80, &palette.wire);
        let among = f32::from(u8::from(overlay.bone_depth == BoneDepth::AmongSurfaces));
        put(&mut floats, 84, &[fade, among]);
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

/// The side of the finest cells, a power of ten, and how far they have faded in.
fn fine_cell(world_per_pixel: f32) -> (f32, f32) {
    let decade = (world_per_pixel * FINE_CELL_PX).max(1e-9).log10();
    let power = decade.floor();
    (10f32.powf(power + 1.0) * 0.1, 1.0 - (decade - power))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_powers_of_ten_that_fade_out_before_they_get_too_small() {
        let (cell, fade) = fine_cell(0.1 / FINE_CELL_PX * 1.001);
        assert!((cell - 0.1).abs() < 1e-6 && fade > 0.99, "{cell} {fade}");
        let (cell, fade) = fine_cell(0.99 / FINE_CELL_PX);
        assert!((cell - 0.1).abs() < 1e-6 && fade < 0.01, "{cell} {fade}");
    }
}
