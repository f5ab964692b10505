//! The other side of a model, for strokes that paint both.

use crate::document::Model;
use crate::mesh::MirrorMap;
use crate::skeleton::BoneId;
use crate::skinning::{
    DabScratch, OtherSide, WeightAccess, WeightDab, WeightPen, WeightStroke, one_of_each_pair,
    paint_dab,
};
use std::collections::HashMap;
use std::sync::Arc;

/// What a stroke on both sides needs to know of the model.
#[derive(Debug)]
pub(super) struct StrokeMirror {
    map: Arc<MirrorMap>,
    partners: HashMap<BoneId, BoneId>,
}

impl StrokeMirror {
    /// Of a model, by its table of mirror images.
    pub fn new(model: &Model) -> Self {
        Self {
            map: model.mirror_map(),
            partners: model.mirror_pairs().by_id(&model.skeleton),
        }
    }

    /// Whether the table has a bone for this one.
    pub fn has_partner(&self, bone: BoneId) -> bool {
        self.partners.contains_key(&bone)
    }

    /// The mirror images of vertices that have one.
    pub fn reflections(&self, vertices: &[u32]) -> Vec<u32> {
        let all = vertices.iter();
        all.filter_map(|&vertex| self.map.vertex(vertex)).collect()
    }

    /// Paints a dab and its mirror image; `strength` says how strongly the stroke itself touched a
    /// vertex so far.
    pub fn paint(
        &self,
        pen: &mut WeightPen,
        access: &mut impl WeightAccess,
        stroke: &WeightStroke,
        whole: WeightDab<'_>,
        strength: impl Fn(u32) -> f32,
        scratch: &mut DabScratch,
    ) {
        let place = {
            let topology = pen.shared_topology();
            let welds = pen.welds();
            move |vertex: u32| {
                if welds {
                    topology.weld_of(vertex)
                } else {
                    vertex
                }
            }
        };
        let strength = |vertex: u32| strength(place(vertex));
        let other = OtherSide::new(&self.map, &self.partners, stroke.bone, strength);
        let single;
        let dab = if stroke.mode.has_bone() {
            single = one_of_each_pair(whole.vertices, whole.strengths, &self.map, &place);
            WeightDab {
                vertices: &single.0,
                strengths: &single.1,
                sources: &[],
            }
        } else {
            whole
        };
        paint_dab(pen, access, stroke, dab, &other, scratch);
    }
}

/// How strongly a dab touches each place.
pub(super) fn touched_places(dab: WeightDab<'_>, place: impl Fn(u32) -> u32) -> HashMap<u32, f32> {
    let mut touched = HashMap::with_capacity(dab.vertices.len());
    for (&vertex, &strength) in dab.vertices.iter().zip(dab.strengths) {
        let most: &mut f32 = touched.entry(place(vertex)).or_default();
        *most = most.max(strength.min(1.0));
    }
    touched
}
