//! What a target's file will hold of the weights: the model is written, read back, and compared.
//!
//! There is no second rule here: the influences are those of the file that an export lays out,
//! carried back to the vertices and bones of the model.

use super::export::{ExportLayout, Written, export_written, written_as};
use super::target_shift::{WorstVertex, shifts};
use super::{ExportError, ImportError, Origin, Profile, Report, import_bytes, mdx};
use crate::document::{Model, ModelFormat, MomentLimit};
use crate::mesh::{Influence, Influences};
use crate::skeleton::BoneId;
use std::collections::HashMap;
use std::ops::ControlFlow;

/// Changes of a weight below this are rounding of `f32`, not of the target.
const SAME: f32 = 1e-6;

/// An influence of the model that the target does not hold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DroppedInfluence {
    /// The vertex.
    pub vertex: u32,
    /// The bone.
    pub bone: BoneId,
    /// The share that it has in the model, 0 to 1.
    pub weight: f32,
}

/// The weights of a model as the file of a target will have them.
///
/// All lists have an entry for each vertex of the model.
#[derive(Clone, Debug)]
pub struct TargetPreview {
    /// The target.
    pub profile: Profile,
    /// The influences, of the model's own bones. What the target hangs on nothing, or on a bone
    /// that it adds because it never moves, is on [`BoneId::NONE`].
    pub influences: Influences,
    /// The largest change of one bone's share, 0 to 1.
    pub largest: Vec<f32>,
    /// The sum of the changes of all shares, 0 to 2.
    pub total: Vec<f32>,
    /// The influences that are not there any more, by vertex.
    pub dropped: Vec<DroppedInfluence>,
    /// Vertices that the target has nowhere; their influences are shown as the model has them.
    pub left_out: Vec<u32>,
    /// How far each vertex is from where the model's own weights put it, at the worst of the
    /// moments looked at; file units.
    pub shift: Vec<f32>,
    /// The vertex with the largest shift; `None` if none moves.
    pub worst: Option<WorstVertex>,
    /// At how many moments of the clips was looked.
    pub moments: usize,
    /// What an export would report.
    pub report: Report,
    /// The model that was written, where it had to be converted for the target.
    pub converted: Option<Box<Model>>,
}

/// Why there is no preview.
#[derive(Debug, thiserror::Error)]
pub enum PreviewError {
    /// The model can't be written for this target.
    #[error(transparent)]
    Export(#[from] ExportError),
    /// What was written can't be read back.
    #[error(transparent)]
    Import(#[from] ImportError),
    /// Files of this target hold no mesh.
    #[error("{profile} holds no mesh, so there are no weights to look at")]
    NoMesh {
        /// What was asked for.
        profile: Profile,
    },
    /// The user stopped it.
    #[error("the preview was stopped")]
    Stopped,
}

impl TargetPreview {
    /// Writes `model` for `profile` in memory and reads it back.
    ///
    /// `on_progress` gets the share that is done and may stop the work.
    pub fn of(
        model: &Model,
        profile: Profile,
        limit: MomentLimit,
        on_progress: &mut dyn FnMut(f32) -> ControlFlow<()>,
    ) -> Result<Self, PreviewError> {
        if matches!(profile, Profile::BoneText) {
            return Err(PreviewError::NoMesh { profile });
        }
        let mut step = |fraction: f32| match on_progress(fraction) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(PreviewError::Stopped),
        };
        step(0.0)?;
        let written = written_as(model, profile, ExportLayout::KeepNative)?;
        step(0.1)?;
        let back = WayBack::of(model, &written);
        let name = format!("preview.{}", profile.extension());
        let (mut exported, converted) = export_written(written, &name)?;
        step(0.3)?;
        let mut preview = Self {
            profile,
            influences: model.vertices.influences.clone(),
            largest: vec![0.0; model.vertices.len()],
            total: vec![0.0; model.vertices.len()],
            dropped: Vec::new(),
            left_out: Vec::new(),
            shift: Vec::new(),
            worst: None,
            moments: 0,
            report: std::mem::take(&mut exported.report),
            converted: converted.map(Box::new),
        };
        let bytes = exported.files.first().map_or(&[][..], |file| &file.bytes);
        let read = import_bytes(bytes, &name, model.id)?.model;
        preview.take_influences(&read.vertices.influences, &back);
        preview.compare(model);
        step(0.4)?;
        let moved = shifts(model, &preview.influences, limit, &mut |fraction| {
            on_progress(0.4 + 0.6 * fraction)
        });
        let moved = moved.ok_or(PreviewError::Stopped)?;
        preview.shift = moved.largest;
        preview.worst = moved.worst;
        preview.moments = moved.moments;
        Ok(preview)
    }

    /// Number of vertices whose influences change.
    pub fn changed(&self) -> usize {
        self.total.iter().filter(|&&change| change > 0.0).count()
    }

    /// The influences of the file, for each vertex from the first place that has it.
    fn take_influences(&mut self, read: &Influences, back: &WayBack) {
        let mut is_there = vec![false; self.largest.len()];
        for (place, slots) in read.slots.iter().enumerate() {
            let Some(vertex) = back.vertex(place) else {
                continue;
            };
            let (Some(is_there), Some(own)) = (
                is_there.get_mut(vertex),
                self.influences.slots.get_mut(vertex),
            ) else {
                continue;
            };
            if std::mem::replace(is_there, true) {
                continue;
            }
            let bone_of = |one: &Influence| Influence {
                bone: back.bone(one.bone),
                ..*one
            };
            *own =
                std::array::from_fn(|slot: usize| slots.get(slot).map_or(Influence::NONE, bone_of));
            let more = u32::try_from(place).ok();
            let more = more.and_then(|place| read.overflow.get(&place));
            let key = u32::try_from(vertex).unwrap_or(u32::MAX);
            match more {
                Some(more) => {
                    let more = more.iter().map(bone_of).collect();
                    self.influences.overflow.insert(key, more);
                }
                None => {
                    self.influences.overflow.remove(&key);
                }
            }
        }
        let missing = (0..).zip(&is_there).filter(|(_, is_there)| !**is_there);
        self.left_out = missing.map(|(vertex, _)| vertex).collect();
    }

    fn compare(&mut self, model: &Model) {
        let bones = model.skeleton.positions();
        let (mut before, mut after) = (Vec::new(), Vec::new());
        let changes = self.largest.iter_mut().zip(&mut self.total);
        for (vertex, (largest, total)) in changes.enumerate() {
            let shares = |influences: &Influences, out: &mut Vec<_>| {
                shares(influences.of(vertex), |bone| bones.contains_key(&bone), out);
            };
            shares(&model.vertices.influences, &mut before);
            shares(&self.influences, &mut after);
            if before == after {
                continue;
            }
            let share_of = |list: &[(BoneId, f32)], bone: BoneId| {
                list.iter()
                    .find(|one| one.0 == bone)
                    .map_or(0.0, |one| one.1)
            };
            let mut add = |change: f32| {
                if change > SAME {
                    *largest = largest.max(change);
                    *total += change;
                }
            };
            for &(bone, weight) in &before {
                let kept = share_of(&after, bone);
                add((weight - kept).abs());
                if kept <= 0.0 && bone != BoneId::NONE {
                    self.dropped.push(DroppedInfluence {
                        vertex: u32::try_from(vertex).unwrap_or(u32::MAX),
                        bone,
                        weight,
                    });
                }
            }
            let is_new = |one: &&(BoneId, f32)| before.iter().all(|other| other.0 != one.0);
            for &(_, weight) in after.iter().filter(is_new) {
                add(weight);
            }
        }
    }
}

/// The share of each bone in a vertex, each bone once; together 1. What no bone has is on
/// [`BoneId::NONE`].
pub(super) fn shares(
    influences: impl Iterator<Item = Influence>,
    is_bone: impl Fn(BoneId) -> bool,
    out: &mut Vec<(BoneId, f32)>,
) {
    out.clear();
    let mut add = |bone: BoneId, weight: f32| match out.iter_mut().find(|one| one.0 == bone) {
        Some(known) => known.1 += weight,
        None => out.push((bone, weight)),
    };
    let mut total = 0.0f32;
    for one in influences.filter(|one| one.weight.is_finite()) {
        let bone = if is_bone(one.bone) {
            one.bone
        } else {
            BoneId::NONE
        };
        add(bone, one.weight);
        total += one.weight;
    }
    if total < 1.0 - SAME {
        add(BoneId::NONE, 1.0 - total);
    }
    let divisor = total.max(1.0);
    for one in out {
        one.1 /= divisor;
    }
}

/// From the vertices and bones of what was read back to those of the model.
struct WayBack {
    /// For each vertex of the file that of the model.
    vertices: Vec<usize>,
    bones: HashMap<BoneId, BoneId>,
}

impl WayBack {
    fn of(source: &Model, written: &Written<'_>) -> Self {
        let model = &*written.model;
        // A converted model has the source's bones in another order, under ids of its own.
        let id_of = |position: usize| -> Option<BoneId> {
            let at = match &written.origin {
                None => position,
                Some(origin) => origin.bones.get(position).copied().flatten()?,
            };
            source.skeleton.bones.get(at).map(|bone| bone.id)
        };
        let positions = model.skeleton.positions();
        let bones = match model.format {
            ModelFormat::Mdx { .. } => {
                let native = match written.layout {
                    ExportLayout::KeepNative => model.native.as_deref(),
                    ExportLayout::FromNothing => None,
                };
                let ids = mdx::object_ids_of(model, native);
                let of_object = ids.into_iter().filter_map(|(bone, object_id)| {
                    let own = id_of(*positions.get(&bone)?)?;
                    Some((bone.0 == object_id, BoneId(object_id), own))
                });
                // Of several nodes with one object id a group means that which kept it as its id.
                let mut all: Vec<_> = of_object.collect();
                all.sort_by_key(|one| one.0);
                all.into_iter().map(|(_, read, own)| (read, own)).collect()
            }
            ModelFormat::M2 { .. } | ModelFormat::BoneText => (0..model.skeleton.bones.len())
                .filter_map(|at| Some((BoneId(u32::try_from(at).ok()?), id_of(at)?)))
                .collect(),
        };
        Self {
            vertices: vertices_of(model, written.origin.as_ref()),
            bones,
        }
    }

    fn vertex(&self, place: usize) -> Option<usize> {
        self.vertices.get(place).copied()
    }

    fn bone(&self, read: BoneId) -> BoneId {
        self.bones.get(&read).copied().unwrap_or(BoneId::NONE)
    }
}

/// For each vertex of the file that of the model: M2 writes the pool, MDX one geoset after the
/// other.
fn vertices_of(written: &Model, origin: Option<&Origin>) -> Vec<usize> {
    let places: Vec<usize> = match (written.format, written.views.first()) {
        (ModelFormat::Mdx { .. }, Some(view)) => {
            let parts = view.submeshes.iter().zip(&written.geosets);
            let ranges = parts.map(|(part, _)| part.vertex_range(view.vertex_indices.len()));
            let places = ranges.flat_map(|range| view.vertex_indices.get(range));
            places.flatten().map(|&vertex| vertex as usize).collect()
        }
        (ModelFormat::Mdx { .. }, None) => Vec::new(),
        (ModelFormat::M2 { .. } | ModelFormat::BoneText, _) => {
            (0..written.vertices.len()).collect()
        }
    };
    match origin {
        None => places,
        Some(origin) => {
            let source = |place: usize| origin.vertices.get(place).copied();
            let known = places.into_iter().map(source);
            known.map(|vertex| vertex.unwrap_or(usize::MAX)).collect()
        }
    }
}
