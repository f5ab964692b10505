//! The shaders of the ground, and what of the picture decides whether a part of it is drawn.

use nalgebra::{Matrix4, Vector4};
use three_d::core::{
    Context, Cull, DepthTest, ElementBuffer, Program, RenderStates, VertexBuffer, Viewport,
    WriteMask,
};

use super::backdrop::MIXED;
use super::scene_block::SceneBlock;
use super::shader::{Shader, ShaderText, shader_file};
use super::{
    Camera, GroundLight, GroundOverlay, GroundStyle, LiquidStyle, Overlay, Projection, RenderError,
};
use crate::math::Aabb;

static CORNERS: ShaderText = ShaderText {
    vertex: &[
        shader_file!("scene.glsl"),
        shader_file!("corner_ground.vert"),
    ],
    fragment: &[
        shader_file!("scene.glsl"),
        shader_file!("ground.glsl"),
        shader_file!("ground_overlay.glsl"),
        shader_file!("corner_ground.frag"),
    ],
};
static TILES: ShaderText = ShaderText {
    vertex: &[shader_file!("scene.glsl"), shader_file!("tile_ground.vert")],
    fragment: &[
        shader_file!("scene.glsl"),
        shader_file!("ground.glsl"),
        shader_file!("ground_overlay.glsl"),
        shader_file!("tile_ground.frag"),
    ],
};
static LIQUID: ShaderText = ShaderText {
    vertex: &[shader_file!("scene.glsl"), shader_file!("liquid.vert")],
    fragment: &[shader_file!("liquid.frag")],
};

/// The shaders of the ground.
pub(super) struct GroundShaders {
    pub corners: Shader,
    pub tiles: Shader,
    pub liquid: Shader,
}

impl GroundShaders {
    pub fn new(context: &Context) -> Result<Self, RenderError> {
        Ok(Self {
            corners: Shader::new(context, &CORNERS)?,
            tiles: Shader::new(context, &TILES)?,
            liquid: Shader::new(context, &LIQUID)?,
        })
    }

    /// Takes up changed shader files.
    pub fn refresh(&mut self) {
        for shader in [&mut self.corners, &mut self.tiles, &mut self.liquid] {
            shader.refresh();
        }
    }
}

/// One picture, as the ground needs it.
pub(super) struct GroundShot<'a> {
    pub shaders: &'a GroundShaders,
    pub block: &'a SceneBlock,
    pub viewport: Viewport,
    pub style: GroundStyle,
    pub overlay: &'a GroundOverlay,
    /// Screen pixels of a point.
    scale: f32,
    clip_from_world: Matrix4<f32>,
    sharpness: Sharpness,
}

/// How large things are in a picture, by where they are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sharpness {
    /// Where the viewer is; `None` if distance makes nothing smaller.
    eye: Option<[f32; 3]>,
    /// Pixels of a world unit at a distance of 1, or everywhere.
    pixels: f32,
}

impl Sharpness {
    fn of(camera: &Camera, viewport: Viewport) -> Self {
        let height = viewport.height.max(1) as f32;
        match camera.projection {
            Projection::Perspective => Self {
                eye: Some(camera.eye().into()),
                pixels: height * 0.5 / (camera.fov_y_rad * 0.5).tan(),
            },
            Projection::Orthographic => Self {
                eye: None,
                pixels: camera.world_per_pixel(height).recip(),
            },
        }
    }

    /// Pixels of a world unit at the nearest place of a box; the way the viewer turns counts for
    /// nothing.
    pub fn pixels_per_unit(&self, bounds: &Aabb) -> f32 {
        let Some(eye) = self.eye else {
            return self.pixels;
        };
        let beside = |axis: usize| {
            let (low, high) = (bounds.min[axis], bounds.max[axis]);
            (low - eye[axis]).max(eye[axis] - high).max(0.0)
        };
        let [x, y, z] = [0, 1, 2].map(beside);
        self.pixels / x.hypot(y).hypot(z).max(1e-3)
    }
}

impl<'a> GroundShot<'a> {
    pub fn new(
        shaders: &'a GroundShaders,
        block: &'a SceneBlock,
        viewport: Viewport,
        overlay: &'a Overlay,
        camera: &Camera,
    ) -> Self {
        let aspect = viewport.width.max(1) as f32 / viewport.height.max(1) as f32;
        Self {
            shaders,
            block,
            viewport,
            style: overlay.ground,
            overlay: &overlay.ground_overlay,
            scale: overlay.scale(),
            clip_from_world: camera.clip_from_world(aspect),
            sharpness: Sharpness::of(camera, viewport),
        }
    }

    /// How large things are in it.
    pub fn sharpness(&self) -> Sharpness {
        self.sharpness
    }

    /// Whether anything of a box may be in the picture.
    pub fn sees(&self, bounds: &Aabb) -> bool {
        if bounds.is_empty() {
            return false;
        }
        let corners: [Vector4<f32>; 8] = std::array::from_fn(|corner| {
            let pick = |axis: usize| {
                if corner >> axis & 1 == 0 {
                    bounds.min[axis]
                } else {
                    bounds.max[axis]
                }
            };
            self.clip_from_world * Vector4::new(pick(0), pick(1), pick(2), 1.0)
        });
        let is_out = |beyond: fn(&Vector4<f32>) -> bool| corners.iter().all(beyond);
        !(is_out(|it| it.x > it.w)
            || is_out(|it| it.x < -it.w)
            || is_out(|it| it.y > it.w)
            || is_out(|it| it.y < -it.w)
            || is_out(|it| it.z > it.w)
            || is_out(|it| it.z < -it.w))
    }

    /// Tells a shader of the ground how it is lit.
    pub fn light(&self, program: &Program) {
        let is_lit = self.style.light == GroundLight::Lit;
        let light = three_d::Vector4::new(f32::from(u8::from(is_lit)), 0.0, 0.0, 0.0);
        program.use_uniform("ground_light", light);
    }

    /// Tells a shader of the ground what lies over it; `texture` is the number of the chosen one.
    pub fn overlay(&self, program: &Program, texture: Option<usize>) {
        let four = |[x, y, z, w]: [f32; 4]| three_d::Vector4::new(x, y, z, w);
        program.use_uniform("overlay_what", four(self.overlay.what(texture)));
        program.use_uniform("overlay_lines", four(self.overlay.lines(self.scale)));
        program.use_uniform("overlay_slope", four(self.overlay.slope_range()));
        program.use_uniform_array("overlay_ramp", &self.overlay.ramp.stops().map(four));
    }

    /// How the ground meets what is behind it; it is seen from below, too.
    pub fn states() -> RenderStates {
        RenderStates {
            write_mask: WriteMask {
                alpha: false,
                depth: true,
                ..WriteMask::COLOR
            },
            depth_test: DepthTest::LessOrEqual,
            cull: Cull::None,
            ..RenderStates::default()
        }
    }
}

/// Surfaces of liquids, four vertices to each.
pub(super) struct Liquids {
    positions: VertexBuffer<[f32; 3]>,
    tones: VertexBuffer<[f32; 4]>,
    elements: ElementBuffer<u32>,
    bounds: Aabb,
    count: u32,
}

/// A piece of a liquid's surface: corners in rows, and its tone.
#[derive(Clone, Copy, Debug)]
pub(super) struct LiquidPiece {
    pub corners: [[f32; 3]; 4],
    pub tones: [[f32; 4]; 4],
}

impl Liquids {
    pub fn new(context: &Context, pieces: &[LiquidPiece]) -> Self {
        let mut bounds = Aabb::EMPTY;
        let positions: Vec<[f32; 3]> = pieces.iter().flat_map(|piece| piece.corners).collect();
        for position in &positions {
            bounds.include(&(*position).into());
        }
        let tones: Vec<[f32; 4]> = pieces.iter().flat_map(|piece| piece.tones).collect();
        Self {
            elements: ElementBuffer::new_with_data(context, &quad_elements(pieces.len())),
            positions: VertexBuffer::new_with_data(context, &positions),
            tones: VertexBuffer::new_with_data(context, &tones),
            bounds,
            count: pieces.len() as u32 * 6,
        }
    }

    pub fn draw(&self, shot: &GroundShot<'_>) {
        let is_shown = shot.style.liquids == LiquidStyle::Shown;
        if self.count == 0 || !is_shown || !shot.sees(&self.bounds) {
            return;
        }
        let program = shot.shaders.liquid.program();
        shot.block.bind(program);
        program.use_vertex_attribute("position", &self.positions);
        program.use_vertex_attribute("tone", &self.tones);
        let states = RenderStates {
            depth_test: DepthTest::LessOrEqual,
            write_mask: WriteMask::COLOR,
            blend: MIXED,
            cull: Cull::None,
        };
        program.draw_subset_of_elements(states, shot.viewport, &self.elements, 0, self.count);
    }
}

/// Two triangles for each four vertices: the first, second and third, then the fourth, third and
/// second.
pub(super) fn quad_elements(count: usize) -> Vec<u32> {
    let quads = 0..u32::try_from(count).unwrap_or(0);
    quads
        .flat_map(|quad| [0, 1, 2, 3, 2, 1].map(|corner| quad * 4 + corner))
        .collect()
}
