//! A model on the graphics card: vertices, views, textures and what each batch needs.
//!
//! - Built once; [`Scene::refresh`] then takes up only the parts that an edit changed.
//! - Drawing allocates nothing: the lists it fills keep their size from picture to picture.

use std::collections::BTreeSet;
use std::ops::Range;

use image::RgbaImage;
use nalgebra::Point3;
use three_d::core::{Context, ElementBuffer, Interpolation, Texture2D, Wrapping};

use super::batch_plan::{DrawRank, plan_batches};
use super::billboard::{FACING_IN_M2, FACING_IN_MDX, FacingAxes, turn_billboards};
use super::blended_bones::BlendedBones;
use super::drawn_batch::DrawnBatch;
use super::gl_state::{largest_side, upload_rows};
use super::model_buffers::{Parts, Vertices, triangle_vertices};
use super::picture_texture::{checker, slot_texture, white};
use super::scene_draw::ModelShaders;
use super::{Camera, Moment, WeightLooks};
use crate::document::Model;
use crate::math::Affine;
use crate::skeleton::{Bone, Hierarchy};

/// Texels of a bone: the rows of its matrix.
const TEXELS_PER_BONE: u32 = 3;

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
    pub(super) context: Context,
    pub(super) view_index: usize,
    pub(super) vertices: Vertices,
    pub(super) triangles: ElementBuffer<u32>,
    pub(super) edges: Parts,
    pub(super) corners: Parts,
    pub(super) batches: Vec<DrawnBatch>,
    pub(super) order: Vec<(DrawRank, usize)>,
    /// Which submeshes the picture shows.
    pub(super) seen: Vec<bool>,
    /// Which of them have their weight colours already.
    pub(super) coloured: Vec<bool>,
    pub(super) textures: Vec<Texture2D>,
    pub(super) checker: Texture2D,
    pub(super) white: Texture2D,
    pub(super) skeleton: Vec<Bone>,
    pub(super) hierarchy: Hierarchy,
    pub(super) drawn: Vec<Affine>,
    pub(super) facing: FacingAxes,
    pub(super) blended: BlendedBones,
    pub(super) bone_texels: Vec<[f32; 4]>,
    pub(super) bones: Texture2D,
    /// Vertices that are not shown; nor are faces with one of them.
    hidden: BTreeSet<u32>,
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
            edges: Parts::none(context),
            corners: Parts::none(context),
            batches: Vec::new(),
            order: Vec::new(),
            seen: Vec::new(),
            coloured: Vec::new(),
            textures: Vec::new(),
            checker: checker(context),
            white: white(context),
            skeleton: Vec::new(),
            hierarchy: Hierarchy::default(),
            drawn: Vec::new(),
            hidden: BTreeSet::new(),
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
        if changed.vertices {
            self.vertices.fill_shape(&self.context, model);
        }
        if changed.vertices || changed.skeleton {
            let row_limit = largest_side(&self.context);
            self.blended = BlendedBones::of(model, row_limit as usize);
            self.vertices.fill_influences(model, &self.blended);
            self.fit_bone_texture();
        }
        if changed.batches {
            self.fill_view(model);
        }
    }

    /// Takes up changed influences of some vertices, and uploads no others.
    pub fn mend_influences(&mut self, model: &Model, ranges: impl IntoIterator<Item = Range<u32>>) {
        for range in ranges {
            self.blended.mend(model, range.clone());
            self.vertices.mend_influences(model, &self.blended, range);
        }
        self.fit_bone_texture();
    }

    /// Gives every vertex its look for weight colours and dots.
    ///
    /// Looks of another number of vertices are none: neither is drawn then.
    pub fn set_looks(&mut self, looks: &WeightLooks) {
        self.vertices.fill_looks(&self.context, looks);
    }

    /// Takes up changed looks of some vertices, and uploads no others.
    pub fn mend_looks(
        &mut self,
        looks: &WeightLooks,
        ranges: impl IntoIterator<Item = Range<u32>>,
    ) {
        for range in ranges {
            self.vertices.mend_looks(looks, range);
        }
    }

    /// Makes room for the rows of all bones and combinations, as far as the driver has it.
    fn fit_bone_texture(&mut self) {
        let row_count = self.skeleton.len() + self.blended.len();
        let row_count = u32::try_from(row_count).unwrap_or(u32::MAX);
        if row_count > self.bones.height() || row_count < self.bones.height() / 4 {
            // Room for as many again: a stroke makes new combinations with every dab.
            let grown = row_count.saturating_add(self.blended.len() as u32);
            let fits = grown.clamp(1, largest_side(&self.context).max(1));
            if fits != self.bones.height() {
                self.bones = bone_texture(&self.context, fits);
            }
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

    /// Hides these vertices and the faces that have one of them, and shows all others; `false` if
    /// that is so already.
    pub fn hide_vertices(&mut self, model: &Model, hidden: &BTreeSet<u32>) -> bool {
        if self.hidden == *hidden {
            return false;
        }
        self.hidden.clone_from(hidden);
        self.fill_view(model);
        true
    }

    fn fill_view(&mut self, model: &Model) {
        self.batches.clear();
        self.edges.of_submesh.clear();
        self.corners.of_submesh.clear();
        let Some(view) = model.views.get(self.view_index) else {
            return;
        };
        let mut elements = triangle_vertices(view, model.vertices.len());
        if !self.hidden.is_empty() {
            for corners in elements.chunks_exact_mut(3) {
                if corners.iter().any(|corner| self.hidden.contains(corner)) {
                    // A face without an area draws nothing.
                    corners.fill(0);
                }
            }
        }
        self.edges = Parts::edges(&self.context, view, &elements);
        self.corners = Parts::corners(&self.context, view, &elements);
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
        shaders.bind_bones(&self.bones);
        upload_rows(&self.context, TEXELS_PER_BONE, &self.bone_texels);
        self.rank(camera);
        for flags in [&mut self.seen, &mut self.coloured] {
            flags.clear();
            flags.resize(self.edges.of_submesh.len(), false);
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
