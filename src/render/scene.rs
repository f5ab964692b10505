//! A model on the graphics card: vertices, views, textures and what each batch needs.
//!
//! - Built once; [`Scene::refresh`] then takes up only the parts that an edit changed.
//! - Drawing allocates nothing: the lists it fills keep their size from picture to picture.

use std::collections::BTreeSet;

use image::RgbaImage;
use nalgebra::Point3;
use three_d::core::{
    Context, ElementBuffer, Interpolation, Program, RenderStates, Texture2D, Viewport, Wrapping,
};

use super::backdrop::MIXED;
use super::batch_plan::{DrawRank, plan_batches};
use super::billboard::{FACING_IN_M2, FACING_IN_MDX, FacingAxes, turn_billboards};
use super::blended_bones::BlendedBones;
use super::drawn_batch::DrawnBatch;
use super::gl_state::{draw_lines, largest_side, upload_rows};
use super::model_buffers::{Edges, Vertices, triangle_vertices};
use super::picture_texture::{checker, slot_texture, white};
use super::scene_block::SceneBlock;
use super::shader::{Shader, ShaderText, shader_file};
use super::surface::render_states;
use super::{Camera, Moment, RenderError, SurfaceStyle, WireStyle};
use crate::document::Model;
use crate::math::Affine;
use crate::mesh::{BlendMode, MaterialFlags};
use crate::skeleton::{Bone, Hierarchy};

static SKINNED: ShaderText = ShaderText {
    vertex: &[
        shader_file!("scene.glsl"),
        shader_file!("batch.glsl"),
        shader_file!("deform.glsl"),
        shader_file!("skinned.vert"),
    ],
    fragment: &[
        shader_file!("scene.glsl"),
        shader_file!("batch.glsl"),
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

/// Texels of a bone: the rows of its matrix.
const TEXELS_PER_BONE: u32 = 3;

/// The shaders that all models share.
pub(super) struct ModelShaders {
    skinned: Shader,
    wire: Shader,
}

impl ModelShaders {
    pub fn new(context: &Context) -> Result<Self, RenderError> {
        Ok(Self {
            skinned: Shader::new(context, &SKINNED)?,
            wire: Shader::new(context, &WIRE)?,
        })
    }

    /// Takes up changed shader files.
    pub fn refresh(&mut self) {
        self.skinned.refresh();
        self.wire.refresh();
    }
}

/// Which parts of a model an edit changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChangedParts {
    /// Positions, normals, texture coordinates or influences.
    pub vertices: bool,
    /// The bones themselves: their number, parents, pivots or flags.
    pub skeleton: bool,
    /// Submeshes, batches, materials or combo tables.
    pub batches: bool,
}

/// A model on the graphics card.
pub struct Scene {
    context: Context,
    view_index: usize,
    vertices: Vertices,
    triangles: ElementBuffer<u32>,
    edges: Edges,
    batches: Vec<DrawnBatch>,
    order: Vec<(DrawRank, usize)>,
    /// Which submeshes the picture shows.
    seen: Vec<bool>,
    textures: Vec<Texture2D>,
    checker: Texture2D,
    white: Texture2D,
    skeleton: Vec<Bone>,
    hierarchy: Hierarchy,
    drawn: Vec<Affine>,
    facing: FacingAxes,
    blended: BlendedBones,
    bone_texels: Vec<[f32; 4]>,
    bones: Texture2D,
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
}

impl Scene {
    /// Uploads a model's view; `pictures` are its textures by slot, as far as they could be found.
    ///
    /// A view that does not exist draws nothing.
    pub fn new(
        context: &Context,
        model: &Model,
        view_index: usize,
        pictures: &[Option<RgbaImage>],
    ) -> Self {
        let mut scene = Self {
            context: context.clone(),
            view_index,
            vertices: Vertices::new(context),
            triangles: ElementBuffer::new(context),
            edges: Edges::none(context),
            batches: Vec::new(),
            order: Vec::new(),
            seen: Vec::new(),
            textures: Vec::new(),
            checker: checker(context),
            white: white(context),
            skeleton: Vec::new(),
            hierarchy: Hierarchy::default(),
            drawn: Vec::new(),
            facing: if model.format.is_mdx() {
                FACING_IN_MDX
            } else {
                FACING_IN_M2
            },
            blended: BlendedBones::default(),
            bone_texels: Vec::new(),
            bones: bone_texture(context, 1),
        };
        let all = ChangedParts {
            vertices: true,
            skeleton: true,
            batches: true,
        };
        scene.refresh(model, all);
        for slot in 0..model.textures.len() {
            scene.set_picture(model, slot, pictures.get(slot).and_then(Option::as_ref));
        }
        scene
    }

    /// Takes up what an edit changed.
    pub fn refresh(&mut self, model: &Model, changed: ChangedParts) {
        if changed.skeleton {
            self.skeleton.clone_from(&model.skeleton.bones);
            self.hierarchy = model.skeleton.hierarchy();
        }
        if changed.vertices || changed.skeleton {
            let row_limit = largest_side(&self.context);
            let (blended, rows) = BlendedBones::of(model, row_limit as usize);
            self.vertices.fill(&self.context, model, &rows);
            let row_count = self.skeleton.len() + blended.len();
            let fits = u32::try_from(row_count).unwrap_or(u32::MAX);
            let fits = fits.clamp(1, row_limit);
            self.blended = blended;
            if fits != self.bones.height() {
                self.bones = bone_texture(&self.context, fits);
            }
        }
        if changed.batches {
            self.fill_view(model);
        }
    }

    /// Shows another view of the model.
    pub fn show_view(&mut self, model: &Model, view_index: usize) {
        if view_index != self.view_index {
            self.view_index = view_index;
            self.fill_view(model);
        }
    }

    /// Gives a texture slot a picture, or takes it away. A slot past the model's is passed over.
    pub fn set_picture(&mut self, model: &Model, slot: usize, picture: Option<&RgbaImage>) {
        let Some(texture) = model.textures.get(slot) else {
            return;
        };
        let uploaded = slot_texture(&self.context, texture, picture);
        if let Some(place) = self.textures.get_mut(slot) {
            *place = uploaded;
        } else if slot == self.textures.len() {
            self.textures.push(uploaded);
        }
    }

    /// The matrices of the last picture, billboards turned towards its camera.
    pub fn drawn_matrices(&self) -> &[Affine] {
        &self.drawn
    }

    /// The bones it was made or last refreshed with, in file order.
    pub fn skeleton(&self) -> &[Bone] {
        &self.skeleton
    }

    /// The tree of the model's bones.
    pub fn hierarchy(&self) -> &Hierarchy {
        &self.hierarchy
    }

    fn fill_view(&mut self, model: &Model) {
        self.batches.clear();
        self.edges.of_submesh.clear();
        let Some(view) = model.views.get(self.view_index) else {
            return;
        };
        let elements = triangle_vertices(view, model.vertices.len());
        self.edges = Edges::of(&self.context, view, &elements);
        self.triangles = ElementBuffer::new_with_data(&self.context, &elements);
        let context = &self.context;
        let drawn_count = elements.len() as u32;
        self.batches.extend(
            plan_batches(model, view)
                .into_iter()
                .filter_map(|mut plan| {
                    plan.elements.end = plan.elements.end.min(drawn_count);
                    (!plan.elements.is_empty()).then(|| DrawnBatch::new(context, plan))
                }),
        );
    }

    /// Moves the bones for a picture and puts the batches in order; call before drawing.
    pub(super) fn pose(&mut self, shaders: &ModelShaders, moment: &Moment, camera: &Camera) {
        let Self {
            skeleton,
            hierarchy,
            drawn,
            facing,
            blended,
            bone_texels,
            ..
        } = self;
        turn_billboards(
            skeleton,
            hierarchy,
            &moment.pose.local,
            &moment.pose.model_from_bind,
            camera,
            *facing,
            drawn,
        );
        bone_texels.clear();
        bone_texels.extend(drawn.iter().flat_map(|matrix| matrix.rows));
        blended.extend(drawn, bone_texels);
        bone_texels.truncate((self.bones.height() * TEXELS_PER_BONE) as usize);
        shaders.skinned.program().use_texture("bones", &self.bones);
        upload_rows(&self.context, TEXELS_PER_BONE, &self.bone_texels);
        self.rank(camera);
        self.seen.clear();
        self.seen.resize(self.edges.of_submesh.len(), false);
    }

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
            match shot.surface {
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

    fn rank(&mut self, camera: &Camera) {
        let (eye, backward) = (camera.eye(), camera.backward());
        let Self {
            batches,
            drawn,
            order,
            ..
        } = self;
        order.clear();
        order.extend(batches.iter().enumerate().map(|(index, batch)| {
            let plan = &batch.plan;
            let carried = plan.centre_bone.and_then(|bone| drawn.get(bone));
            let centre = carried.map_or(plan.centre, |matrix| matrix.point(&plan.centre));
            let depth = (eye - Point3::from(centre)).dot(&backward);
            (DrawRank::of(plan, depth), index)
        }));
        order
            .sort_unstable_by(|(a, a_index), (b, b_index)| a.compare(b).then(a_index.cmp(b_index)));
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
        let picture = |unit: usize| {
            let slot = plan.texture(unit, moment);
            let slot = slot.and_then(|slot| self.textures.get(slot));
            slot.unwrap_or(if unit == 0 && !plan.is_bare {
                &self.checker
            } else {
                &self.white
            })
        };
        self.draw_elements(batch, [picture(0), picture(1)], states, program, shot);
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
        let states = RenderStates {
            depth_test: three_d::core::DepthTest::LessOrEqual,
            write_mask: three_d::core::WriteMask::COLOR,
            blend: MIXED,
            ..RenderStates::default()
        };
        for (submesh, range) in self.edges.of_submesh.iter().enumerate() {
            if self.seen.get(submesh) == Some(&true) && !range.is_empty() {
                self.vertices.bind_shape(program);
                let draw = || draw_lines(&self.context, range.clone());
                program.draw_elements_with(states, shot.viewport, &self.edges.elements, draw);
            }
        }
    }
}

fn bone_texture(context: &Context, bone_count: u32) -> Texture2D {
    let edge = Wrapping::ClampToEdge;
    let filter = Interpolation::Nearest;
    Texture2D::new_empty::<[f32; 4]>(
        context,
        TEXELS_PER_BONE,
        bone_count,
        filter,
        filter,
        None,
        edge,
        edge,
    )
}
