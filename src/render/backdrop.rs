//! What is behind and under the models: the background gradient and the ground grid.

use three_d::core::{
    Blend, BlendEquationType, BlendMultiplierType, Context, DepthTest, RenderStates, VertexBuffer,
    Viewport, WriteMask,
};

use super::scene_block::SceneBlock;
use super::shader::{Shader, ShaderText, shader_file};
use super::{Camera, Palette, RenderError};

static BACKDROP: ShaderText = ShaderText {
    vertex: &[shader_file!("backdrop.vert")],
    fragment: &[shader_file!("backdrop.frag")],
};
static GRID: ShaderText = ShaderText {
    vertex: &[shader_file!("scene.glsl"), shader_file!("grid.vert")],
    fragment: &[shader_file!("grid.frag")],
};

/// Fine cells are at least this many pixels wide when they are fully there.
const FINE_CELL_PX: f32 = 9.0;
/// How far the grid reaches, in distances from eye to target.
const REACH: f32 = 12.0;

/// Mixes by alpha and leaves the picture itself opaque.
pub(super) const MIXED: Blend = Blend::Enabled {
    source_rgb_multiplier: BlendMultiplierType::SrcAlpha,
    source_alpha_multiplier: BlendMultiplierType::Zero,
    destination_rgb_multiplier: BlendMultiplierType::OneMinusSrcAlpha,
    destination_alpha_multiplier: BlendMultiplierType::One,
    rgb_equation: BlendEquationType::Add,
    alpha_equation: BlendEquationType::Add,
};

/// Draws background and ground.
pub(super) struct Backdrop {
    backdrop: Shader,
    grid: Shader,
    cover: VertexBuffer<[f32; 2]>,
    square: VertexBuffer<[f32; 2]>,
}

impl Backdrop {
    pub fn new(context: &Context) -> Result<Self, RenderError> {
        let square = [
            [-1.0, -1.0],
            [1.0, -1.0],
            [1.0, 1.0],
            [-1.0, -1.0],
            [1.0, 1.0],
            [-1.0, 1.0],
        ];
        Ok(Self {
            backdrop: Shader::new(context, &BACKDROP)?,
            grid: Shader::new(context, &GRID)?,
            cover: VertexBuffer::new_with_data(context, &[[-1.0, -1.0], [3.0, -1.0], [-1.0, 3.0]]),
            square: VertexBuffer::new_with_data(context, &square),
        })
    }

    /// Takes up changed shader files.
    pub fn refresh(&mut self) {
        self.backdrop.refresh();
        self.grid.refresh();
    }

    /// Covers the picture with the gradient; depth stays as it is.
    pub fn draw_background(&self, palette: &Palette, viewport: Viewport) {
        let program = self.backdrop.program();
        program.use_uniform("bottom_colour", vector(palette.background_bottom));
        program.use_uniform("top_colour", vector(palette.background_top));
        program.use_vertex_attribute("corner", &self.cover);
        let states = RenderStates {
            depth_test: DepthTest::Always,
            write_mask: WriteMask::COLOR,
            ..RenderStates::default()
        };
        program.draw_arrays(states, viewport, 3);
    }

    /// Draws the ground, hidden by what is in front of it.
    pub fn draw_grid(
        &self,
        block: &SceneBlock,
        camera: &Camera,
        palette: &Palette,
        viewport: Viewport,
    ) {
        let program = self.grid.program();
        block.bind(program);
        let reach = camera.distance * REACH;
        let (cell, fade) = fine_cell(camera.world_per_pixel(viewport.height as f32));
        let target = camera.target;
        program.use_uniform("area", vector([target.x, target.y, reach, reach]));
        program.use_uniform("cells", vector([cell, fade, 0.0, 0.0]));
        program.use_uniform("line_colour", vector(palette.grid));
        program.use_uniform("x_colour", vector(palette.x_axis));
        program.use_uniform("y_colour", vector(palette.y_axis));
        program.use_vertex_attribute("corner", &self.square);
        let states = RenderStates {
            depth_test: DepthTest::LessOrEqual,
            write_mask: WriteMask::COLOR,
            blend: MIXED,
            ..RenderStates::default()
        };
        program.draw_arrays(states, viewport, 6);
    }
}

pub(super) fn vector(values: [f32; 4]) -> three_d::core::Vec4 {
    three_d::core::Vec4::from(values)
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
