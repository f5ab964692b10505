//! The first view of an M2 to geosets with their materials and colours.

use super::axis::Axis;
use super::constants::{constant, constant_value};
use super::mdx_groups::{Fit, STILL, VertexGroups};
use super::mdx_layers::LayerMaker;
use super::mdx_split::{Mesh, Part, split};
use crate::document::Model;
use crate::import_export::Report;
use crate::import_export::mdx::in_slots;
use crate::math::{Aabb, Vec2, Vec3};
use crate::mesh::{
    Batch, Bounds, ColourTarget, ColourTracks, Geoset, SLOTS, Submesh, Texture, View,
};
use crate::skeleton::BoneId;
use crate::skinning::group_influences;
use std::collections::HashMap;

/// Geosets that a model can have, so that their numbers fit 16 bits.
const MOST_GEOSETS: usize = 0xFFFF;

/// A submesh with those of its batches that share a colour: what becomes one geoset or more.
struct Piece<'a> {
    submesh: usize,
    batches: Vec<&'a Batch>,
    colour: Option<usize>,
    is_hidden: bool,
}

/// Fills geosets, materials, colours and vertices of `target`.
///
/// The bones of `target` must be there: the bone at each position of `source` has that position as
/// its id. Gives for each vertex that of the source, and the bone nothing moves if one is needed.
pub fn meshes(
    source: &Model,
    target: &mut Model,
    textures: Vec<Texture>,
    axis: &mut Axis,
    report: &mut Report,
) -> Meshed {
    let empty = View::default();
    let view = source.views.iter().find(|view| **view != empty);
    let view = view.unwrap_or(&empty);
    let mut out = Meshed::default();
    let mut layers = LayerMaker::new(source, textures);
    let meshes: Vec<Mesh> = (0..view.submeshes.len())
        .map(|submesh| mesh_of(source, view, submesh, &mut out))
        .collect();
    let used = meshes.iter().flat_map(|mesh| mesh.vertices.iter().copied());
    let groups = VertexGroups::choose(source, used);
    let bones = BoneIds::of(source);
    let mut geosets = Geosets {
        source,
        target,
        groups: &groups,
        bones: &bones,
        view: View::default(),
        clip_bounds: Vec::new(),
    };
    geosets.clip_bounds = geosets.bounds_of_clips();
    for piece in pieces(source, view, &mut out) {
        let Some(mesh) = meshes.get(piece.submesh) else {
            continue;
        };
        let material = layers.material_of(&piece.batches, axis);
        let parts = split(mesh, |vertex| groups.of(vertex));
        out.split += usize::from(parts.len() > 1);
        for part in &parts {
            if geosets.target.geosets.len() >= MOST_GEOSETS {
                out.left_out += 1;
                continue;
            }
            geosets.colour(&piece, axis);
            geosets.add(part, material, layers.uv_sets(material));
            out.vertices
                .extend(part.vertices.iter().map(|&at| at as usize));
        }
    }
    let view_out = std::mem::take(&mut geosets.view);
    if !view_out.submeshes.is_empty() {
        target.views.push(view_out);
    }
    layers.tell(report);
    target.textures = layers.textures;
    for (material, own) in layers.materials {
        target.layered_materials.push(material);
        target.layers.extend(own);
    }
    out.fits = out.vertices.iter().map(|&at| groups.fit(at)).collect();
    let used = |group: &Vec<BoneId>| group.contains(&STILL);
    out.needs_still = groups.groups.iter().any(used);
    out.hanging = groups.hanging;
    out.unused = unused_vertices(source, &out.vertices);
    out.tell(source, view, report);
    out
}

/// What came of the meshes.
#[derive(Debug, Default)]
pub struct Meshed {
    /// For each vertex of the target that of the source.
    pub vertices: Vec<usize>,
    /// Whether some group names the bone that nothing moves, with the id after the last bone's.
    pub needs_still: bool,
    /// For each vertex how well its group gives its weights.
    pub fits: Vec<Fit>,
    hanging: usize,
    hidden: usize,
    split: usize,
    repeated: usize,
    left_out: usize,
    lost_triangles: usize,
    lost_batches: usize,
    undrawn: usize,
    unused: usize,
}

impl Meshed {
    fn tell(&self, source: &Model, view: &View, report: &mut Report) {
        let mut lose = |count: usize, path: &str, what: &str| {
            if count > 0 {
                report.lose(path, format!("{count} {what}"), 0.0, "");
            }
        };
        let first = source.views.iter().position(|other| other == view);
        let kept = usize::from(first.is_some());
        lose(
            source.views.len() - kept,
            "views",
            "further views (levels of detail)",
        );
        lose(
            self.left_out,
            "geosets",
            "geosets more than a model can have",
        );
        lose(
            self.lost_triangles,
            "views[0].triangles",
            "triangles point past the vertices",
        );
        lose(
            self.lost_batches,
            "views[0].batches",
            "batches draw a submesh that does not exist",
        );
        lose(
            self.unused,
            "vertices",
            "vertices belong to no submesh of the view",
        );
        let geosets = view.submeshes.iter();
        lose(
            geosets.filter(|submesh| submesh.geoset != 0).count(),
            "views[0].submeshes.geoset",
            "submeshes have a geoset number; Warcraft III can't choose between variants",
        );
        let mut note = |count: usize, path: &str, what: &str| {
            if count > 0 {
                report.note(path, format!("{count} {what}"));
            }
        };
        note(
            self.hidden,
            "geosets",
            "geosets that a viewer does not show are invisible: their alpha is 0",
        );
        note(
            self.undrawn,
            "geosets",
            "submeshes that nothing draws become invisible geosets: their alpha is 0",
        );
        note(
            self.split,
            "geosets",
            "submeshes have too many vertices or groups of bones and become several geosets",
        );
        note(
            self.repeated,
            "geosets",
            "submeshes are drawn in several colours and become a geoset for each",
        );
        note(
            self.hanging,
            "vertices.influences",
            "vertices have less weight than 1; a bone that nothing moves holds them",
        );
    }
}

fn unused_vertices(source: &Model, used: &[usize]) -> usize {
    let mut is_used = vec![false; source.vertices.len()];
    for &vertex in used {
        if let Some(slot) = is_used.get_mut(vertex) {
            *slot = true;
        }
    }
    is_used.iter().filter(|is_used| !**is_used).count()
}

/// The triangles of a submesh, over its own vertices and any others they point at.
fn mesh_of(source: &Model, view: &View, submesh: usize, out: &mut Meshed) -> Mesh {
    let Some(submesh) = view.submeshes.get(submesh) else {
        return Mesh::default();
    };
    let count = source.vertices.len();
    let mut mesh = Mesh::default();
    let mut local: HashMap<u32, u32> = HashMap::new();
    let mut local_of = |place: u32, mesh: &mut Mesh| -> Option<u32> {
        if let Some(&known) = local.get(&place) {
            return Some(known);
        }
        let vertex = *view.vertex_indices.get(place as usize)?;
        if vertex as usize >= count {
            return None;
        }
        let number = u32::try_from(mesh.vertices.len()).ok()?;
        mesh.vertices.push(vertex);
        local.insert(place, number);
        Some(number)
    };
    for place in submesh.vertex_range(view.vertex_indices.len()) {
        let place = u32::try_from(place).unwrap_or(u32::MAX);
        local_of(place, &mut mesh);
    }
    let elements = view
        .triangles
        .get(submesh.triangle_range(view.triangles.len()));
    for corners in elements.unwrap_or_default().as_chunks::<3>().0 {
        let [a, b, c] = corners.map(|place| local_of(place, &mut mesh));
        match (a, b, c) {
            (Some(a), Some(b), Some(c)) => mesh.triangles.push([a, b, c]),
            _ => out.lost_triangles += 1,
        }
    }
    mesh
}

/// What becomes geosets, in the order of the submeshes.
fn pieces<'a>(source: &Model, view: &'a View, out: &mut Meshed) -> Vec<Piece<'a>> {
    let shown = source.default_geosets(view);
    let mut of_submesh: Vec<Vec<&Batch>> = vec![Vec::new(); view.submeshes.len()];
    for batch in &view.batches {
        match of_submesh.get_mut(usize::from(batch.submesh)) {
            Some(list) => list.push(batch),
            None => out.lost_batches += 1,
        }
    }
    let mut pieces = Vec::new();
    for (submesh, mut batches) in of_submesh.into_iter().enumerate() {
        batches.sort_by_key(|batch| (batch.priority_plane, batch.layer));
        let geoset = view.submeshes.get(submesh).map_or(0, |part| part.geoset);
        let is_shown = shown.contains(&geoset);
        out.hidden += usize::from(!is_shown && !batches.is_empty());
        if batches.is_empty() {
            out.undrawn += 1;
            pieces.push(Piece {
                submesh,
                batches,
                colour: None,
                is_hidden: true,
            });
            continue;
        }
        let before = pieces.len();
        for batch in batches {
            let colour = usize::from(batch.colour_index);
            let colour = Some(colour).filter(|&index| index < source.colours.len());
            let own = pieces.get_mut(before..).unwrap_or_default();
            match own
                .iter_mut()
                .find(|piece: &&mut Piece<'_>| piece.colour == colour)
            {
                Some(piece) => piece.batches.push(batch),
                None => pieces.push(Piece {
                    submesh,
                    batches: vec![batch],
                    colour,
                    is_hidden: !is_shown,
                }),
            }
        }
        out.repeated += usize::from(pieces.len() > before + 1);
    }
    pieces
}

/// The id that each bone of the source has in the target: its position.
struct BoneIds {
    ids: HashMap<BoneId, BoneId>,
    still: BoneId,
}

impl BoneIds {
    fn of(source: &Model) -> Self {
        let bones = &source.skeleton.bones;
        let id = |position: usize| BoneId(u32::try_from(position).unwrap_or(u32::MAX));
        Self {
            ids: bones
                .iter()
                .enumerate()
                .map(|(position, bone)| (bone.id, id(position)))
                .collect(),
            still: id(bones.len()),
        }
    }

    fn of_group(&self, group: &[BoneId]) -> Vec<BoneId> {
        let known = |bone: &BoneId| self.ids.get(bone).copied().unwrap_or(self.still);
        group.iter().map(known).collect()
    }
}

struct Geosets<'a> {
    source: &'a Model,
    target: &'a mut Model,
    groups: &'a VertexGroups,
    bones: &'a BoneIds,
    view: View,
    clip_bounds: Vec<Bounds>,
}

impl Geosets<'_> {
    /// What surrounds the whole model in each clip surrounds each geoset.
    fn bounds_of_clips(&self) -> Vec<Bounds> {
        let clips = self.target.clips.iter();
        clips
            .map(|clip| Bounds {
                aabb: clip.bounds,
                radius: clip.bounds_radius,
            })
            .collect()
    }

    /// The colour of the geoset that is added next.
    fn colour(&mut self, piece: &Piece<'_>, axis: &mut Axis) {
        let white = Vec3::repeat(1.0);
        let tracks = piece
            .colour
            .and_then(|index| self.source.colours.get(index));
        let mut tracks = match tracks {
            Some(tracks) => ColourTracks {
                colour: axis.value(&tracks.colour, white),
                alpha: axis.value(&tracks.alpha, 1.0),
            },
            None if piece.is_hidden => ColourTracks {
                colour: constant(white),
                alpha: constant(1.0),
            },
            None => return,
        };
        if piece.is_hidden {
            tracks.alpha = constant(0.0);
        }
        let is_white = constant_value(&tracks.colour) == Some(white);
        self.target.colours.push(tracks);
        self.target.colour_targets.push(ColourTarget {
            geoset: i32::try_from(self.target.geosets.len()).unwrap_or(i32::MAX),
            flags: if is_white {
                0
            } else {
                ColourTarget::USES_COLOUR
            },
        });
    }

    fn add(&mut self, part: &Part, material: u32, uv_sets: u32) {
        let (from, pool) = (&self.source.vertices, &mut self.target.vertices);
        let base = u32::try_from(pool.len()).unwrap_or(u32::MAX);
        let groups: Vec<Vec<BoneId>> = part
            .groups
            .iter()
            .map(|&group| self.groups.groups.get(group))
            .map(|group| self.bones.of_group(group.map_or(&[][..], Vec::as_slice)))
            .collect();
        let meant: Vec<_> = groups.iter().map(|group| group_influences(group)).collect();
        let mut has_second_uvs = false;
        for (&vertex, &group) in part.vertices.iter().zip(&part.vertex_groups) {
            let at = vertex as usize;
            let own = meant.get(usize::from(group)).map_or(&[][..], Vec::as_slice);
            let (slots, more) = in_slots(own);
            if !more.is_empty() {
                let number = u32::try_from(pool.len()).unwrap_or(u32::MAX);
                pool.influences.overflow.insert(number, more.to_vec());
            }
            let second = from.uvs[1].get(at).copied().unwrap_or_default();
            has_second_uvs |= second != Vec2::zeros();
            let zero = Vec3::zeros();
            pool.positions
                .push(from.positions.get(at).copied().unwrap_or(zero));
            pool.normals
                .push(from.normals.get(at).copied().unwrap_or(zero));
            pool.uvs[0].push(from.uvs[0].get(at).copied().unwrap_or_default());
            pool.uvs[1].push(second);
            pool.influences.slots.push(slots);
        }
        let positions = pool.positions.get(base as usize..).unwrap_or_default();
        let bounds = bounds_around(positions);
        let count = u32::try_from(part.vertices.len()).unwrap_or(u32::MAX);
        let view = &mut self.view;
        let corners = part.triangles.as_flattened();
        view.submeshes.push(Submesh {
            geoset: u16::try_from(self.target.geosets.len()).unwrap_or(u16::MAX),
            vertex_start: base,
            vertex_count: count,
            triangle_start: u32::try_from(view.triangles.len()).unwrap_or(u32::MAX),
            triangle_count: u32::try_from(corners.len()).unwrap_or(u32::MAX),
            centre_bone: u16::MAX,
            centre: bounds.aabb.centre(),
            sort_centre: bounds.aabb.centre(),
            sort_radius: bounds.radius,
            ..Submesh::default()
        });
        view.vertex_indices
            .extend((base..).take(part.vertices.len()));
        view.palette_indices
            .extend(part.vertices.iter().map(|_| [0; SLOTS]));
        view.triangles
            .extend(corners.iter().map(|&corner| base + u32::from(corner)));
        self.target.geosets.push(Geoset {
            material,
            selection_group: 0,
            selection_flags: 0,
            groups,
            vertex_groups: part.vertex_groups.clone(),
            bounds,
            clip_bounds: self.clip_bounds.clone(),
            uv_set_count: if has_second_uvs { 2 } else { uv_sets },
            further_uvs: Vec::new(),
        });
    }
}

/// A box around points and half its diagonal; all 0 without points.
pub fn bounds_around(points: &[Vec3]) -> Bounds {
    let aabb = Aabb::around(points);
    if aabb.is_empty() {
        let zero = Vec3::zeros();
        return Bounds {
            aabb: Aabb {
                min: zero,
                max: zero,
            },
            radius: 0.0,
        };
    }
    Bounds {
        aabb,
        radius: aabb.diagonal() * 0.5,
    }
}
