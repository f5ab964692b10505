//! New weights that an operator plans: kept by the rules of the model, turned into one edit.

use super::draft::Draft;
use super::{Edit, EditError};
use crate::document::{Model, ModelId};
use crate::mesh::{Influence, Topology};
use crate::skeleton::BoneId;
use crate::skinning::{
    BothSides, Kept, VertexMask, WeightAccess as _, WeightPen, WeightRules, WeightSheet,
    WeightStroke, gather, stored_of,
};
use std::sync::Arc;

/// Which vertices an operator may change, and under which rules.
pub(super) struct WeightPlan {
    /// The shape of the mesh.
    pub topology: Arc<Topology>,
    rules: WeightRules,
    mask: VertexMask,
    welds: bool,
    masked_welds: usize,
}

/// The rules that the settings of a model stand for.
pub fn weight_rules(model: &Model) -> WeightRules {
    let settings = &model.skin_settings;
    WeightRules::new(
        settings.locked_bones.iter().copied(),
        settings.normalises,
        model.influence_limit(),
    )
}

impl WeightPlan {
    /// A plan for these vertices, or for all.
    ///
    /// # Errors
    /// Where the model has no vertices, the list is empty, or a vertex is not there.
    pub fn new(model: &Model, vertices: Option<&[u32]>) -> Result<Self, EditError> {
        Self::of_shape(model, model.topology(), vertices)
    }

    /// A plan for work that looks at each vertex alone: coincident vertices change as one only if
    /// they have the same weights. Parts of a model that touch and hang on different bones so stay
    /// apart.
    ///
    /// # Errors
    /// As those of [`WeightPlan::new`].
    pub fn of_each(model: &Model, vertices: Option<&[u32]>) -> Result<Self, EditError> {
        let mut topology = model.topology();
        if model.skin_settings.welds {
            let parted = topology.parted(|vertex| {
                let mut own = Vec::new();
                gather(stored_of(&model.vertices.influences, vertex), &mut own);
                let bits = own.iter().map(|one| (one.bone, one.weight.to_bits()));
                let mut bits: Vec<(BoneId, u32)> = bits.collect();
                bits.sort_unstable();
                bits
            });
            topology = Arc::new(parted);
        }
        Self::of_shape(model, topology, vertices)
    }

    fn of_shape(
        model: &Model,
        topology: Arc<Topology>,
        vertices: Option<&[u32]>,
    ) -> Result<Self, EditError> {
        let count = model.vertices.len();
        if count == 0 {
            return Err(EditError::Value {
                argument: "model",
                reason: format!("'{}' has no mesh, so there are no weights", model.title),
            });
        }
        let welds = model.skin_settings.welds;
        let (mask, masked_welds) = match vertices {
            None => (VertexMask::All, 0),
            Some([]) => {
                return Err(EditError::Empty {
                    argument: "vertices",
                });
            }
            Some(vertices) => {
                check_vertices(vertices, count)?;
                VertexMask::of(vertices, &topology, welds)
            }
        };
        Ok(Self {
            rules: weight_rules(model),
            topology,
            mask,
            welds,
            masked_welds,
        })
    }

    /// The same plan under changed rules.
    #[must_use]
    pub fn with_rules(mut self, change: impl FnOnce(WeightRules) -> WeightRules) -> Self {
        self.rules = change(self.rules);
        self
    }

    /// The vertices that change as one with a place.
    pub fn group<'a>(&'a self, place: &'a u32) -> &'a [u32] {
        if self.welds {
            self.topology.members(*place)
        } else {
            std::slice::from_ref(place)
        }
    }

    /// A pen that writes by the plan.
    pub fn pen(&self) -> WeightPen {
        let (rules, mask) = (self.rules.clone(), self.mask.clone());
        WeightPen::new(Arc::clone(&self.topology), rules, mask, self.welds)
    }

    /// Starts to write.
    pub fn begin<'a>(&'a self, model: &'a Model) -> WeightDraft<'a> {
        WeightDraft {
            pen: self.pen(),
            sheet: WeightSheet::new(&model.vertices.influences),
            masked_welds: self.masked_welds,
        }
    }
}

/// Sums this near to 1 are not touched.
const SUMS_TO_ONE: f32 = 1e-6;

/// New weights in the making.
pub(super) struct WeightDraft<'a> {
    /// Writes by the rules.
    pub pen: WeightPen,
    /// What was written so far.
    pub sheet: WeightSheet<'a>,
    masked_welds: usize,
}

impl WeightDraft<'_> {
    /// The influences of a place as they are now, each bone once.
    pub fn weights(&self, place: u32) -> Vec<Influence> {
        let mut weights = Vec::new();
        gather(self.sheet.now(place), &mut weights);
        weights
    }

    /// Gives bones new weights at a place; others share the rest.
    pub fn set(&mut self, place: u32, targets: &[(BoneId, f32)]) {
        self.pen.set(&mut self.sheet, place, targets, false);
    }

    /// Gives a place all-new weights, each bone once.
    pub fn replace(&mut self, place: u32, new: &[Influence]) {
        self.pen.replace(&mut self.sheet, place, new);
    }

    /// Brings the sums of all places that were changed to 1, by these rules: locked bones keep their
    /// weights, all others keep their proportion. A place that nothing is left of gets back what it
    /// had; gives how many vertices that were.
    pub fn normalise_changed(&mut self, rules: WeightRules) -> usize {
        self.pen.use_rules(rules.with_normalising(true));
        let mut emptied = 0;
        for place in self.pen.places() {
            let (now, before) = (self.sheet.now(place), self.sheet.before(place));
            if now == before {
                continue;
            }
            let mut own = Vec::new();
            gather(now, &mut own);
            let sum: f32 = own.iter().map(|influence| influence.weight).sum();
            if sum <= 0.0 {
                gather(before, &mut own);
                emptied += match self.pen.welds() {
                    true => self.pen.topology().members(place).len(),
                    false => 1,
                };
            }
            if sum <= 0.0 || (sum - 1.0).abs() > SUMS_TO_ONE {
                self.pen.replace(&mut self.sheet, place, &own);
            }
        }
        emptied
    }

    /// Puts what changed into the draft as one edit, and notes what was kept back; gives the number
    /// of vertices that changed.
    pub fn finish(self, draft: &mut Draft<'_>) -> usize {
        for (why, count) in self.pen.kept() {
            draft.note(kept_sentence(*why, *count));
        }
        if self.masked_welds > 0 {
            draft.note(format!(
                "{} kept weights: they coincide with vertices that may not change",
                counted(self.masked_welds)
            ));
        }
        let vertices = self.sheet.into_changes();
        let count = vertices.len();
        if count > 0 {
            let model = draft.model.id;
            draft.push(Edit::SwapInfluences { model, vertices });
        }
        count
    }
}

/// What a stroke works with.
pub(super) struct Prepared {
    /// The model.
    pub model: ModelId,
    /// Its number of vertices.
    pub vertex_count: usize,
    /// What is done.
    pub stroke: WeightStroke,
    /// Writes by the rules.
    pub pen: WeightPen,
    /// Both sides of the model, if both are painted.
    pub sides: Option<BothSides>,
}

impl Prepared {
    /// Of a model.
    pub fn new(
        model: &Model,
        stroke: WeightStroke,
        pen: WeightPen,
        sides: Option<BothSides>,
    ) -> Self {
        Self {
            model: model.id,
            vertex_count: model.vertices.len(),
            stroke,
            pen,
            sides,
        }
    }
}

/// Refuses vertices that are not there.
pub(super) fn check_vertices(vertices: &[u32], count: usize) -> Result<(), EditError> {
    match vertices.iter().find(|&&vertex| vertex as usize >= count) {
        None => Ok(()),
        Some(vertex) => Err(EditError::Value {
            argument: "vertices",
            reason: format!("names vertex {vertex}, but there are {count}, counted from 0"),
        }),
    }
}

/// Refuses a bone whose weights are locked.
pub(super) fn check_unlocked(
    draft: &Draft<'_>,
    index: usize,
    bone: BoneId,
) -> Result<(), EditError> {
    if draft.model.skin_settings.locked_bones.contains(&bone) {
        return Err(EditError::Locked {
            bone: draft.model.bone_name(index),
            id: bone,
        });
    }
    Ok(())
}

fn kept_sentence(why: Kept, count: u32) -> String {
    let vertices = counted(count as usize);
    match why {
        Kept::Locked => format!("{vertices} kept weights: locked bones hold all of it"),
        Kept::Alone => {
            format!("{vertices} kept weights: no other unlocked bone is there to take the rest")
        }
        Kept::Full => {
            format!("{vertices} kept weights: locked bones alone fill the limit of influences")
        }
    }
}

/// `1 vertex`, `5 vertices`.
pub(super) fn counted(count: usize) -> String {
    match count {
        1 => "1 vertex".to_owned(),
        count => format!("{count} vertices"),
    }
}
