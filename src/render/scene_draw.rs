//! Drawing a model: its surfaces, their weight colours, its edges and its vertices.
//!
//! Weight colours are drawn over the surfaces, each submesh once, whatever its material; where they
//! cover it all, nothing is drawn below.

use std::collections::BTreeSet;
use std::ops::Range;

use three_d::core::{
    Blend, Context, Cull, DepthTest, Program, RenderStates, Texture2D, Viewport, WriteMask,
};

use super::backdrop::MIXED;
use super::drawn_batch::DrawnBatch;
use super::gl_state::{draw_lines, draw_points};
use super::model_buffers::Parts;
use super::scene_block::SceneBlock;
use super::shader::{Shader, ShaderText, shader_file};
use super::surface::render_states;
use super::weight_block::WeightBlock;
use super::{Moment, RenderError, Scene, SurfaceStyle, WeightStyle, WireStyle};
use crate::mesh::{BlendMode, MaterialFlags};

static SKINNED: ShaderText = ShaderText {
    vertex: &[
        shader_file!("scene.glsl"),
        shader_file!("batch.glsl"),
        shader_file!("deform.glsl"),
        shader_file!("vertex.glsl"),
        shader_file!("skinned.vert"),
    ],
    fragment: &[
        shader_file!("scene.glsl"),
        shader_file!("batch.glsl"),
        shader_file!("material.glsl"),
        shader_file!("skinned.frag"),
    ],
};
static WIRE: ShaderText = ShaderText {
    vertex: &[
        shader_file!("scene.glsl"),
        shader_file!("deform.glsl"),
        shader_file!("wire.vert"),
    ],
    fragment: &[shader_file!("scene.glsl"), shader_file!("wire.frag")],
};

static WEIGHTED: ShaderText = ShaderText {
    vertex: &[
        shader_file!("scene.glsl"),
        shader_file!("batch.glsl"),
        shader_file!("deform.glsl"),
        shader_file!("vertex.glsl"),
        shader_file!("look.glsl"),
        shader_file!("weighted.vert"),
    ],
    fragment: &[
        shader_file!("scene.glsl"),
        shader_file!("batch.glsl"),
        shader_file!("material.glsl"),
        shader_file!("weights.glsl"),
        shader_file!("weighted.frag"),
    ],
};
static DOT: ShaderText = ShaderText {
    vertex: &[
        shader_file!("scene.glsl"),
        shader_file!("weights.glsl"),
        shader_file!("deform.glsl"),
        shader_file!("look.glsl"),
        shader_file!("dot.vert"),
    ],
    fragment: &[shader_file!("weights.glsl"), shader_file!("dot.frag")],
};

/// The shaders that all models share.
pub(super) struct ModelShaders {
    skinned: Shader,
    wire: Shader,
    weighted: Shader,
    dot: Shader,
}

impl ModelShaders {
    pub fn new(context: &Context) -> Result<Self, RenderError> {
        Ok(Self {
            skinned: Shader::new(context, &SKINNED)?,
            wire: Shader::new(context, &WIRE)?,
            weighted: Shader::new(context, &WEIGHTED)?,
            dot: Shader::new(context, &DOT)?,
        })
    }

    /// Takes up changed shader files.
    pub fn refresh(&mut self) {
        self.skinned.refresh();
        self.wire.refresh();
        self.weighted.refresh();
        self.dot.refresh();
    }

    /// Binds the texture of bones so that it can be filled.
    pub fn bind_bones(&self, bones: &Texture2D) {
        self.skinned.program().use_texture("bones", bones);
    }
}

/// Which batches are drawn: the ground comes between the two.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Pass {
    /// Those that hide what is behind them.
    Covering,
    /// Those that mix with it.
    Blended,
}

/// Whether a batch's submesh is in the picture.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sight {
    Unseen,
    New,
    Again,
}

/// Everything about one picture that drawing a model needs.
pub(super) struct Shot<'a> {
    pub shaders: &'a ModelShaders,
    pub block: &'a SceneBlock,
    pub viewport: Viewport,
    pub surface: SurfaceStyle,
    pub wire: WireStyle,
    pub weights: WeightStyle,
    pub weight_block: &'a WeightBlock,
}

impl Scene {
    /// Draws the batches of one pass, in their order.
    pub(super) fn draw(
        &mut self,
        pass: Pass,
        shot: &Shot<'_>,
        moment: &Moment,
        shown: &BTreeSet<u16>,
    ) {
        let program = shot.shaders.skinned.program();
        shot.block.bind(program);
        for place in 0..self.order.len() {
            let Some((rank, index)) = self.order.get(place).copied() else {
                continue;
            };
            let own_pass = if rank.is_blended {
                Pass::Blended
            } else {
                Pass::Covering
            };
            match self.surface_below_weights(shot) {
                SurfaceStyle::Textured if pass == own_pass => {
                    self.draw_batch(index, program, shot, moment, shown);
                }
                SurfaceStyle::Solid if pass == Pass::Covering => {
                    self.draw_solid(index, program, shot, moment, shown);
                }
                SurfaceStyle::Hidden => {
                    self.see(index, moment, shown);
                }
                _ => {}
            }
        }
    }

    /// How its surfaces are drawn: not at all where weight colours would cover them.
    fn surface_below_weights(&self, shot: &Shot<'_>) -> SurfaceStyle {
        if shot.weights.hides_surfaces() && self.vertices.has_looks() {
            SurfaceStyle::Hidden
        } else {
            shot.surface
        }
    }

    /// Notes that a batch's submesh is in the picture, if it is; says whether it is new there.
    fn see(&mut self, index: usize, moment: &Moment, shown: &BTreeSet<u16>) -> Sight {
        let Some(batch) = self.batches.get(index) else {
            return Sight::Unseen;
        };
        if !batch.plan.is_seen(moment, shown) {
            return Sight::Unseen;
        }
        match self.seen.get_mut(batch.plan.submesh) {
            Some(seen) if !*seen => {
                *seen = true;
                Sight::New
            }
            _ => Sight::Again,
        }
    }

    fn draw_batch(
        &mut self,
        index: usize,
        program: &Program,
        shot: &Shot<'_>,
        moment: &Moment,
        shown: &BTreeSet<u16>,
    ) {
        if self.see(index, moment, shown) == Sight::Unseen {
            return;
        }
        let Some(batch) = self.batches.get_mut(index) else {
            return;
        };
        batch.send_material(moment);
        let Some(batch) = self.batches.get(index) else {
            return;
        };
        let plan = &batch.plan;
        let states = render_states(plan.blend, plan.flags, plan.mesh_colour(moment)[3]);
        let pictures = [0, 1].map(|unit| self.picture(batch, unit, moment));
        self.draw_elements(batch, pictures, states, program, shot);
    }

    /// What a texture unit of a batch shows.
    fn picture(&self, batch: &DrawnBatch, unit: usize, moment: &Moment) -> &Texture2D {
        let plan = &batch.plan;
        let slot = plan.texture(unit, moment);
        let slot = slot.and_then(|slot| self.textures.get(slot));
        slot.unwrap_or(if unit == 0 && !plan.is_bare {
            &self.checker
        } else {
            &self.white
        })
    }

    /// Draws the part a batch belongs to in grey, unless another batch did.
    fn draw_solid(
        &mut self,
        index: usize,
        program: &Program,
        shot: &Shot<'_>,
        moment: &Moment,
        shown: &BTreeSet<u16>,
    ) {
        if self.see(index, moment, shown) != Sight::New {
            return;
        }
        let Some(batch) = self.batches.get_mut(index) else {
            return;
        };
        batch.send_solid();
        let two_sided = MaterialFlags(batch.plan.flags.0 & MaterialFlags::TWO_SIDED);
        let states = render_states(BlendMode::Opaque, two_sided, 1.0);
        let Some(batch) = self.batches.get(index) else {
            return;
        };
        self.draw_elements(batch, [&self.white; 2], states, program, shot);
    }

    /// Draws what is seen in weight colours, if the picture has any and the vertices have looks.
    pub(super) fn draw_weights(&mut self, shot: &Shot<'_>, moment: &Moment) {
        let is_asked = shot.weights.colours_surfaces() && shot.surface != SurfaceStyle::Hidden;
        if !is_asked || !self.vertices.has_looks() {
            return;
        }
        let program = shot.shaders.weighted.program();
        shot.block.bind(program);
        shot.weight_block.bind(program);
        for place in 0..self.order.len() {
            let Some((_, index)) = self.order.get(place).copied() else {
                continue;
            };
            let Some(batch) = self.batches.get_mut(index) else {
                continue;
            };
            let submesh = batch.plan.submesh;
            let is_seen = self.seen.get(submesh) == Some(&true);
            match self.coloured.get_mut(submesh) {
                Some(coloured) if is_seen && !*coloured => *coloured = true,
                _ => continue,
            }
            match shot.surface {
                SurfaceStyle::Solid => batch.send_solid(),
                _ => batch.send_material(moment),
            }
            let Some(batch) = self.batches.get(index) else {
                continue;
            };
            let pictures = match shot.surface {
                SurfaceStyle::Solid => [&self.white; 2],
                _ => [0, 1].map(|unit| self.picture(batch, unit, moment)),
            };
            self.vertices.bind_looks(program);
            let states = weight_states(batch.plan.flags, shot.weights);
            self.draw_elements(batch, pictures, states, program, shot);
        }
    }

    fn draw_elements(
        &self,
        batch: &DrawnBatch,
        pictures: [&Texture2D; 2],
        states: RenderStates,
        program: &Program,
        shot: &Shot<'_>,
    ) {
        let elements = &batch.plan.elements;
        program.use_uniform_block("Batch", &batch.block);
        program.use_texture("bones", &self.bones);
        program.use_texture("picture0", pictures[0]);
        program.use_texture("picture1", pictures[1]);
        self.vertices.bind(program, batch.plan.uv_sets);
        let first_byte = elements.start * size_of::<u32>() as u32;
        let count = elements.len() as u32;
        program.draw_subset_of_elements(states, shot.viewport, &self.triangles, first_byte, count);
    }

    /// Draws the edges of what is seen, if the picture has any.
    pub(super) fn draw_wire(&self, shot: &Shot<'_>) {
        if shot.wire == WireStyle::Hidden {
            return;
        }
        let program = shot.shaders.wire.program();
        shot.block.bind(program);
        program.use_texture("bones", &self.bones);
        self.draw_parts(&self.edges, program, shot, draw_lines);
    }

    /// Draws the vertices of what is seen as dots, if the picture has any and they have looks.
    pub(super) fn draw_dots(&self, shot: &Shot<'_>) {
        if shot.weights.dot_size <= 0.0 || !self.vertices.has_looks() {
            return;
        }
        let program = shot.shaders.dot.program();
        shot.block.bind(program);
        shot.weight_block.bind(program);
        program.use_texture("bones", &self.bones);
        self.draw_parts(&self.corners, program, shot, draw_points);
    }

    /// Draws the elements of the submeshes that are seen with a raw call.
    fn draw_parts(
        &self,
        parts: &Parts,
        program: &Program,
        shot: &Shot<'_>,
        draw: fn(&Context, Range<u32>),
    ) {
        let states = RenderStates {
            depth_test: DepthTest::LessOrEqual,
            write_mask: WriteMask::COLOR,
            blend: MIXED,
            ..RenderStates::default()
        };
        for (submesh, range) in parts.of_submesh.iter().enumerate() {
            if self.seen.get(submesh) == Some(&true) && !range.is_empty() {
                // Drawing unbinds all attributes again.
                self.vertices.bind_shape(program);
                if program.requires_attribute("look") {
                    self.vertices.bind_looks(program);
                }
                let draw = || draw(&self.context, range.clone());
                program.draw_elements_with(states, shot.viewport, &parts.elements, draw);
            }
        }
    }
}

/// Weight colours hide one another whatever the material does.
fn weight_states(flags: MaterialFlags, style: WeightStyle) -> RenderStates {
    RenderStates {
        write_mask: WriteMask {
            alpha: false,
            depth: true,
            ..WriteMask::COLOR
        },
        depth_test: DepthTest::LessOrEqual,
        cull: if flags.has(MaterialFlags::TWO_SIDED) {
            Cull::None
        } else {
            Cull::Back
        },
        blend: if style.hides_surfaces() {
            Blend::Disabled
        } else {
            MIXED
        },
    }
}
