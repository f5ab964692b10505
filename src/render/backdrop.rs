//! What is behind and under the models: the background gradient and the ground grid.

use three_d::core::{
    Blend, BlendEquationType, BlendMultiplierType, Context, DepthTest, RenderStates, VertexBuffer,
    Viewport, WriteMask,
};

use super::RenderError;
use super::scene_block::SceneBlock;
use super::shader::{Shader, ShaderText, shader_file};

static BACKDROP: ShaderText = ShaderText {
    vertex: &[shader_file!("backdrop.vert")],
    fragment: &[shader_file!("scene.glsl"), shader_file!("backdrop.frag")],
};
static GRID: ShaderText = ShaderText {
    vertex: &[shader_file!("scene.glsl"), shader_file!("grid.vert")],
    fragment: &[shader_file!("scene.glsl"), shader_file!("grid.frag")],
};

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
    pub fn draw_background(&self, block: &SceneBlock, viewport: Viewport) {
        let program = self.backdrop.program();
        block.bind(program);
        program.use_vertex_attribute("corner", &self.cover);
        let states = RenderStates {
            depth_test: DepthTest::Always,
            write_mask: WriteMask::COLOR,
            ..RenderStates::default()
        };
        program.draw_arrays(states, viewport, 3);
    }

    /// Draws the ground, hidden by what is in front of it.
    pub fn draw_grid(&self, block: &SceneBlock, viewport: Viewport) {
        let program = self.grid.program();
        block.bind(program);
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
