//! The buffers of a model: its vertices, the triangles of a view, their edges and their corners.
//!
//! Influences and looks are mended vertex by vertex; the rest of a vertex is uploaded once.

use std::ops::Range;

use three_d::core::{BufferDataType, Context, ElementBuffer, Program, VertexBuffer};

use super::WeightLooks;
use super::blended_bones::BlendedBones;
use crate::document::Model;
use crate::math::{Vec2, Vec3};
use crate::mesh::{SLOTS, View};

/// A model's vertices, one buffer per attribute.
pub(super) struct Vertices {
    positions: VertexBuffer<[f32; 3]>,
    normals: VertexBuffer<[f32; 3]>,
    /// The sets of texture coordinates, at least two.
    uvs: Vec<VertexBuffer<[f32; 2]>>,
    bone_indices: VertexBuffer<[u16; SLOTS]>,
    weights: VertexBuffer<[f32; SLOTS]>,
    /// What each vertex says about its weights; nothing until somebody asks for it.
    looks: VertexBuffer<[u8; 4]>,
    count: usize,
    fresh_bones: Vec<[u16; SLOTS]>,
    fresh_weights: Vec<[f32; SLOTS]>,
}

/// Elements of a view, submesh by submesh.
pub(super) struct Parts {
    pub elements: ElementBuffer<u32>,
    /// Which elements are those of each submesh.
    pub of_submesh: Vec<Range<u32>>,
}

impl Vertices {
    pub fn new(context: &Context) -> Self {
        Self {
            positions: VertexBuffer::new(context),
            normals: VertexBuffer::new(context),
            uvs: vec![VertexBuffer::new(context), VertexBuffer::new(context)],
            bone_indices: VertexBuffer::new(context),
            weights: VertexBuffer::new(context),
            looks: VertexBuffer::new(context),
            count: 0,
            fresh_bones: Vec::new(),
            fresh_weights: Vec::new(),
        }
    }

    /// Takes up positions, normals and texture coordinates of a model.
    pub fn fill_shape(&mut self, context: &Context, model: &Model) {
        let pool = &model.vertices;
        let count = pool.len();
        if count != self.count {
            self.looks = VertexBuffer::new(context);
        }
        self.count = count;
        let triples = |list: &[Vec3]| -> Vec<[f32; 3]> {
            (0..count)
                .map(|index| list.get(index).map_or([0.0; 3], |v| [v.x, v.y, v.z]))
                .collect()
        };
        let pairs = |list: &[Vec2]| -> Vec<[f32; 2]> {
            (0..count)
                .map(|index| list.get(index).map_or([0.0; 2], |v| [v.x, v.y]))
                .collect()
        };
        self.positions.fill(&triples(&pool.positions));
        self.normals.fill(&triples(&pool.normals));
        self.uvs.truncate(pool.uvs.len());
        for (buffer, uvs) in self.uvs.iter_mut().zip(&pool.uvs) {
            buffer.fill(&pairs(uvs));
        }
        let further = further_uvs(model).into_iter();
        self.uvs
            .extend(further.map(|uvs| VertexBuffer::new_with_data(context, &pairs(&uvs))));
    }

    /// Takes up the influences of all vertices; those with a row of their own follow it alone.
    pub fn fill_influences(&mut self, model: &Model, blended: &BlendedBones) {
        self.gather_influences(model, blended, 0..self.count);
        self.bone_indices.fill(&self.fresh_bones);
        self.weights.fill(&self.fresh_weights);
    }

    /// Takes up changed influences of the vertices in `range`.
    pub fn mend_influences(&mut self, model: &Model, blended: &BlendedBones, range: Range<u32>) {
        let range = self.inside(range);
        if range.is_empty() {
            return;
        }
        self.gather_influences(model, blended, range.clone());
        fill_from(&mut self.bone_indices, range.start, &self.fresh_bones);
        fill_from(&mut self.weights, range.start, &self.fresh_weights);
    }

    /// Takes up the looks of all vertices; those of a model with other vertices are none.
    pub fn fill_looks(&mut self, context: &Context, looks: &WeightLooks) {
        if looks.len() == self.count {
            self.looks.fill(looks.packed());
        } else {
            self.looks = VertexBuffer::new(context);
        }
    }

    /// Takes up changed looks of the vertices in `range`.
    pub fn mend_looks(&mut self, looks: &WeightLooks, range: Range<u32>) {
        let range = self.inside(range);
        if let Some(fresh) = looks.packed().get(range.clone())
            && self.has_looks()
            && !fresh.is_empty()
        {
            fill_from(&mut self.looks, range.start, fresh);
        }
    }

    /// Whether the vertices can be drawn in weight colours.
    pub fn has_looks(&self) -> bool {
        self.looks.vertex_count() > 0
    }

    fn inside(&self, range: Range<u32>) -> Range<usize> {
        let end = (range.end as usize).min(self.count);
        (range.start as usize).min(end)..end
    }

    fn gather_influences(&mut self, model: &Model, blended: &BlendedBones, range: Range<usize>) {
        self.fresh_bones.clear();
        self.fresh_weights.clear();
        for vertex in range {
            let row = u32::try_from(vertex)
                .ok()
                .and_then(|vertex| blended.row_of(vertex));
            let (bones, weights) = match row {
                Some(row) => ([row, 0, 0, 0], [1.0, 0.0, 0.0, 0.0]),
                None => strongest_influences(model, vertex),
            };
            self.fresh_bones.push(bones);
            self.fresh_weights.push(weights);
        }
    }

    /// Binds everything, with `uv_sets` as the two sets of texture coordinates; a set that no
    /// geoset has is the first.
    pub fn bind(&self, program: &Program, uv_sets: [usize; 2]) {
        self.bind_shape(program);
        program.use_vertex_attribute("normal", &self.normals);
        for (name, set) in ["uv0", "uv1"].into_iter().zip(uv_sets) {
            if let Some(uvs) = self.uvs.get(set).or(self.uvs.first()) {
                program.use_vertex_attribute(name, uvs);
            }
        }
    }

    pub fn bind_shape(&self, program: &Program) {
        program.use_vertex_attribute("position", &self.positions);
        program.use_vertex_attribute("bone_indices", &self.bone_indices);
        program.use_vertex_attribute("weights", &self.weights);
    }

    /// Binds what vertices say about their weights, beside the rest.
    pub fn bind_looks(&self, program: &Program) {
        program.use_vertex_attribute("look", &self.looks);
    }
}

/// Replaces a part of a buffer, which must be long enough.
fn fill_from<T: BufferDataType>(buffer: &mut VertexBuffer<T>, vertex: usize, fresh: &[T]) {
    // three-d passes the place on as it is, and OpenGL counts it in bytes.
    if let Ok(offset) = u32::try_from(vertex * size_of::<T>()) {
        buffer.fill_subset(offset, fresh);
    }
}

/// The sets of texture coordinates past the second, each for all vertices.
fn further_uvs(model: &Model) -> Vec<Vec<Vec2>> {
    let submeshes = model.views.first().map_or(&[][..], |view| &view.submeshes);
    let mut sets: Vec<Vec<Vec2>> = Vec::new();
    for (geoset, submesh) in model.geosets.iter().zip(submeshes) {
        for (set, uvs) in geoset.further_uvs.iter().enumerate() {
            if sets.len() <= set {
                sets.push(vec![Vec2::zeros(); model.vertices.len()]);
            }
            let range = submesh.vertex_range(model.vertices.len());
            let places = sets.get_mut(set).and_then(|all| all.get_mut(range));
            for (place, uv) in places.into_iter().flatten().zip(uvs) {
                *place = *uv;
            }
        }
    }
    sets
}

/// The four strongest influences of a vertex, their weights grown to the sum of all.
///
/// An influence of a bone that does not exist counts as missing weight, excess weight is divided
/// out, and a weight that is no number does not count at all.
fn strongest_influences(model: &Model, vertex: usize) -> ([u16; SLOTS], [f32; SLOTS]) {
    let (mut bones, mut weights) = ([0; SLOTS], [0.0f32; SLOTS]);
    let (mut all, mut total, mut kept) = (0.0, 0.0, 0.0);
    for influence in model.vertices.influences.of(vertex) {
        if !influence.weight.is_finite() {
            continue;
        }
        all += influence.weight;
        let place = model
            .skeleton
            .index_of(influence.bone)
            .and_then(|bone| u16::try_from(bone).ok());
        let Some(bone) = place else { continue };
        total += influence.weight;
        let weakest = (0..SLOTS)
            .min_by(|a, b| weights[*a].total_cmp(&weights[*b]))
            .unwrap_or(0);
        if influence.weight > weights[weakest] {
            kept += influence.weight - weights[weakest];
            (bones[weakest], weights[weakest]) = (bone, influence.weight);
        }
    }
    let mut growth = f32::max(all, 1.0).recip();
    if kept < total {
        growth *= total / kept;
    }
    (bones, weights.map(|weight| weight * growth))
}

impl Parts {
    pub fn none(context: &Context) -> Self {
        Self {
            elements: ElementBuffer::new(context),
            of_submesh: Vec::new(),
        }
    }

    /// The edges of a view, each once in its submesh.
    pub fn edges(context: &Context, view: &View, elements: &[u32]) -> Self {
        let mut all: Vec<u32> = Vec::new();
        let mut of_submesh = Vec::with_capacity(view.submeshes.len());
        let mut edges: Vec<(u32, u32)> = Vec::new();
        for submesh in &view.submeshes {
            edges.clear();
            let corners = elements
                .get(submesh.triangle_range(elements.len()))
                .unwrap_or_default();
            for triangle in corners.chunks_exact(3) {
                let &[a, b, c] = triangle else { continue };
                edges.extend([(a, b), (b, c), (c, a)].map(|(a, b)| (a.min(b), a.max(b))));
            }
            edges.sort_unstable();
            edges.dedup();
            let start = all.len() as u32;
            all.extend(edges.iter().flat_map(|(a, b)| [*a, *b]));
            of_submesh.push(start..all.len() as u32);
        }
        Self {
            elements: ElementBuffer::new_with_data(context, &all),
            of_submesh,
        }
    }

    /// The vertices of a view, each once in its submesh.
    pub fn corners(context: &Context, view: &View, elements: &[u32]) -> Self {
        let mut all: Vec<u32> = Vec::new();
        let mut of_submesh = Vec::with_capacity(view.submeshes.len());
        let mut own: Vec<u32> = Vec::new();
        for submesh in &view.submeshes {
            let start = all.len();
            let corners = elements.get(submesh.triangle_range(elements.len()));
            let is_drawn = |triangle: &&[u32]| triangle.first() != triangle.last();
            let triangles = corners.unwrap_or_default().chunks_exact(3);
            own.clear();
            own.extend(triangles.filter(is_drawn).flatten());
            own.sort_unstable();
            own.dedup();
            all.extend(&own);
            of_submesh.push(start as u32..all.len() as u32);
        }
        Self {
            elements: ElementBuffer::new_with_data(context, &all),
            of_submesh,
        }
    }
}

/// The vertex at each corner of a view's triangles, in the order of its triangles.
///
/// A triangle that points past the view or past the vertices becomes a point, which draws nothing.
pub(super) fn triangle_vertices(view: &View, vertex_count: usize) -> Vec<u32> {
    let mut elements = Vec::with_capacity(view.triangles.len());
    for triangle in view.triangles.chunks_exact(3) {
        let mut corners = [0; 3];
        for (corner, place) in corners.iter_mut().zip(triangle) {
            let vertex = view.vertex_indices.get(*place as usize).copied();
            *corner = vertex.map_or(u32::MAX, u32::from);
        }
        let is_whole = corners
            .iter()
            .all(|corner| (*corner as usize) < vertex_count);
        elements.extend(if is_whole { corners } else { [0; 3] });
    }
    elements
}
