//! The posed surface that a brush works on: where a line of sight meets it, and what is near.

use super::{BrushReach, WeightBrush};
use crate::brush::FalloffTable;
use crate::document::{Model, ModelId};
use crate::edit::{ChangeSet, DabArgument};
use crate::math::{Affine, Ray, Vec3};
use crate::mesh::{
    self, Geodesic, NearVertex, SurfaceHit, SurfaceIndex, Topology, VertexTree, WeldedSurface,
};
use crate::skinning::{Deformed, SkinBinding};
use std::collections::BTreeSet;
use std::sync::Arc;

/// From where a dab is seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sight {
    /// The line of sight through the middle of the dab; in perspective it begins at the eye.
    pub ray: Ray,
    /// Whether all lines of sight are parallel.
    pub is_parallel: bool,
}

impl Sight {
    /// From a point of the surface to the viewer, of any length.
    fn towards_viewer(&self, point: &Vec3) -> Vec3 {
        if self.is_parallel {
            -self.ray.direction
        } else {
            self.ray.origin - point
        }
    }
}

/// What a dab is asked to touch.
#[derive(Clone, Copy, Debug)]
pub(super) struct DabAsk<'a> {
    /// What it reaches.
    pub brush: &'a WeightBrush,
    /// How it fades.
    pub falloff: &'a FalloffTable,
    /// Its middle.
    pub centre: &'a SurfaceHit,
    /// Its radius.
    pub radius: f32,
    /// How strong it is at the middle.
    pub strength: f32,
    /// From where it is seen.
    pub sight: &'a Sight,
}

/// The shown surface of a model in its pose.
///
/// It is made when first asked for and brought up to date by what changed: a moved bone deforms it,
/// changed weights are bound again, and only another model or other hidden parts make it anew.
#[derive(Debug, Default)]
pub struct PaintSurface {
    made_for: Option<(u64, ModelId, BTreeSet<u16>, BTreeSet<u32>)>,
    topology: Arc<Topology>,
    binding: Option<SkinBinding>,
    pose: Vec<Affine>,
    deformed: Deformed,
    index: Option<SurfaceIndex>,
    tree: Option<VertexTree>,
    /// The positions of those vertices alone; others are no number.
    tree_positions: Vec<Vec3>,
    /// For each weld the vertex that stands for it in the grid.
    element_of: Vec<u32>,
    geodesic: Geodesic,
    near: Vec<NearVertex>,
    shares: Vec<f32>,
    reached: Vec<(u32, f32)>,
    is_rebound: bool,
}

impl PaintSurface {
    /// Takes note of what edits touched.
    pub(super) fn note(&mut self, model: &Model, changes: &ChangeSet) {
        if changes.hierarchies.contains(&model.id)
            || changes.bones.iter().any(|(id, _)| *id == model.id)
        {
            self.binding = None;
        }
        let Some(binding) = &mut self.binding else {
            return;
        };
        if let Some(vertices) = changes.vertices.get(&model.id) {
            for range in vertices.ranges(64) {
                let range = range.start as usize..range.end as usize;
                binding.rebind(&model.vertices, &model.skeleton, range);
            }
            self.is_rebound = true;
        }
    }

    /// Brings it up to date with the model in this pose.
    pub(super) fn refresh(
        &mut self,
        document: u64,
        model: &Model,
        pose: &[Affine],
        hidden_geosets: &BTreeSet<u16>,
        hidden_vertices: &BTreeSet<u32>,
    ) {
        let is_current = self
            .made_for
            .as_ref()
            .is_some_and(|(number, id, geosets, vertices)| {
                *number == document
                    && *id == model.id
                    && geosets == hidden_geosets
                    && vertices == hidden_vertices
            });
        if is_current && self.binding.is_some() && self.pose == pose && !self.is_rebound {
            return;
        }
        if self.binding.is_none() || !is_current {
            self.binding = Some(SkinBinding::new(&model.vertices, &model.skeleton));
        }
        if let Some(binding) = &self.binding {
            self.deformed.deform(binding, pose, &model.vertices);
        }
        self.pose.clear();
        self.pose.extend_from_slice(pose);
        self.is_rebound = false;
        if is_current {
            if let Some(index) = &mut self.index {
                index.refit(&self.deformed.positions);
            }
        } else {
            self.topology = model.topology();
            let triangles = shown_triangles(model, hidden_geosets, hidden_vertices);
            self.choose_elements(model, &triangles);
            self.index = Some(SurfaceIndex::new(&self.deformed.positions, &triangles));
            self.tree = None;
            self.made_for = Some((
                document,
                model.id,
                hidden_geosets.clone(),
                hidden_vertices.clone(),
            ));
        }
        self.tree_positions.clear();
        let nowhere = Vec3::repeat(f32::NAN);
        self.tree_positions
            .resize(self.deformed.positions.len(), nowhere);
        for &element in self.element_of.iter().filter(|&&element| element != NONE) {
            let from = self.deformed.positions.get(element as usize);
            let to = self.tree_positions.get_mut(element as usize);
            if let (Some(from), Some(to)) = (from, to) {
                *to = *from;
            }
        }
        match &mut self.tree {
            Some(tree) => tree.refit(&self.tree_positions),
            None => self.tree = Some(VertexTree::new(&self.tree_positions)),
        }
    }

    /// One shown vertex stands for all that coincide with it.
    fn choose_elements(&mut self, model: &Model, triangles: &[[u32; 3]]) {
        self.element_of.clear();
        self.element_of.resize(model.vertices.len(), NONE);
        for &vertex in triangles.iter().flatten() {
            let weld = if model.skin_settings.welds {
                self.topology.weld_of(vertex)
            } else {
                vertex
            };
            if let Some(element) = self.element_of.get_mut(weld as usize) {
                *element = (*element).min(vertex);
            }
        }
    }

    /// Where a line of sight first meets the shown surface.
    pub fn hit(&self, ray: &Ray) -> Option<SurfaceHit> {
        self.index.as_ref()?.hit(ray)
    }

    /// The posed positions of all vertices.
    pub fn positions(&self) -> &[Vec3] {
        &self.deformed.positions
    }

    /// The vertices that are shown, one for all that coincide.
    pub fn elements(&self) -> impl Iterator<Item = u32> + '_ {
        let all = self.element_of.iter().copied();
        all.filter(|&vertex| vertex != NONE)
    }

    /// Whether nothing hides a vertex from the viewer.
    pub fn is_visible(&self, vertex: u32, sight: &Sight) -> bool {
        self.is_reached(BrushReach::Visible, vertex, sight)
    }

    /// Whether anything is shown.
    pub fn is_empty(&self) -> bool {
        self.index
            .as_ref()
            .is_none_or(|index| index.triangle_count() == 0)
    }

    /// What a dab touches, and how strongly: into `out`.
    pub(super) fn dab(&mut self, ask: &DabAsk<'_>, out: &mut DabArgument) {
        let DabAsk {
            brush,
            falloff,
            centre,
            radius,
            strength,
            sight,
        } = *ask;
        out.vertices.clear();
        out.strengths.clear();
        out.sources.clear();
        let mut near = std::mem::take(&mut self.near);
        near.clear();
        if brush.along_surface {
            self.near_along(&centre.point, radius, &mut near);
        } else if let Some(tree) = &self.tree {
            tree.within(&centre.point, radius, &mut near);
        }
        let per_radius = radius.recip();
        let distance = |near: &NearVertex| near.distance * per_radius;
        let mut shares = std::mem::take(&mut self.shares);
        shares.clear();
        falloff.fade(&near, distance, &mut shares);
        out.vertices.reserve(near.len());
        out.strengths.reserve(near.len());
        for (near, share) in near.iter().zip(&shares) {
            let share = share * strength;
            if share > 0.0 && self.is_reached(brush.reach, near.vertex, sight) {
                out.vertices.push(near.vertex);
                out.strengths.push(share);
            }
        }
        (self.near, self.shares) = (near, shares);
    }

    /// What is within `radius` of a point along the surface, with its distance.
    fn near_along(&mut self, point: &Vec3, radius: f32, near: &mut Vec<NearVertex>) {
        let index = self.index.as_ref();
        let Some(start) = index.and_then(|index| index.nearest(point)) else {
            return;
        };
        let surface = WeldedSurface::new(&self.topology, &self.deformed.positions);
        let mut reached = std::mem::take(&mut self.reached);
        self.geodesic
            .within(&surface, start.corners, &start.point, radius, &mut reached);
        for &(weld, distance) in &reached {
            let elements = self.topology.members(weld).iter().filter_map(|&vertex| {
                let element = self.element_of.get(vertex as usize).copied();
                element.filter(|&element| element != NONE)
            });
            near.extend(elements.map(|vertex| NearVertex { vertex, distance }));
        }
        self.reached = reached;
    }

    fn is_reached(&self, reach: BrushReach, vertex: u32, sight: &Sight) -> bool {
        if reach == BrushReach::Through {
            return true;
        }
        let Some(point) = self.deformed.positions.get(vertex as usize) else {
            return false;
        };
        let towards = sight.towards_viewer(point);
        let faces = self.topology.coincident(vertex).iter().any(|&other| {
            let normal = self.deformed.normals.get(other as usize);
            normal.is_some_and(|normal| normal.dot(&towards) > 0.0)
        });
        if !faces || reach == BrushReach::FrontFacing {
            return faces;
        }
        let length = towards.norm();
        if length <= 0.0 {
            return true;
        }
        // A little off the surface, so that the vertex's own triangles don't hide it.
        let direction = towards / length;
        let start = point + direction * (length * 1e-4);
        let ray = Ray {
            origin: start,
            direction,
        };
        let way = if sight.is_parallel {
            f32::INFINITY
        } else {
            length
        };
        let hides = |index: &SurfaceIndex| index.hits_before(&ray, way);
        !self.index.as_ref().is_some_and(hides)
    }

    /// For each touched vertex the neighbour from which a brush that moves this way drags.
    pub(super) fn drag_sources(&self, motion: &Vec3, dab: &mut DabArgument) {
        let at = |vertex: u32| self.deformed.positions.get(vertex as usize).copied();
        for &vertex in &dab.vertices {
            let here = at(vertex).unwrap_or_default();
            let weld = self.topology.weld_of(vertex);
            // The neighbour that lies most against the motion.
            let mut best = (vertex, 0.2);
            for &other in self.topology.neighbours(weld) {
                let away = here - at(other).unwrap_or_default();
                let length = away.norm() * motion.norm();
                let along = away.dot(motion) / length.max(f32::MIN_POSITIVE);
                if along > best.1 {
                    best = (other, along);
                }
            }
            dab.sources.push(best.0);
        }
    }
}

/// No vertex.
const NONE: u32 = u32::MAX;

/// The triangles of the shown geosets without hidden corners, as vertices of the pool.
fn shown_triangles(
    model: &Model,
    hidden_geosets: &BTreeSet<u16>,
    hidden_vertices: &BTreeSet<u32>,
) -> Vec<[u32; 3]> {
    let Some(view) = model.views.first() else {
        return Vec::new();
    };
    let is_shown = |geoset| !hidden_geosets.contains(&geoset);
    mesh::shown_triangles(view, model.vertices.len(), is_shown)
        .filter(|corners| {
            corners
                .iter()
                .all(|vertex| !hidden_vertices.contains(vertex))
        })
        .collect()
}
