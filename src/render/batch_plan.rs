//! What is drawn of a view, looked up once: each batch with all its combo tables followed.
//!
//! - A batch of M2 and a layer of a geoset of MDX become the same [`BatchPlan`]; the latter are
//!   planned in `layer_plan`.
//! - Nothing is taken on trust: a batch whose submesh does not exist is left out, and any other
//!   number that points at nothing means "none".

use std::collections::BTreeSet;
use std::ops::Range;

use super::Moment;
use super::combine::Units;
use super::layer_plan::plan_layers;
use super::surface::AlphaFloors;
use crate::document::Model;
use crate::math::Vec3;
use crate::mesh::{Batch, BlendMode, MaterialFlags, View};

/// One draw call.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct BatchPlan {
    /// Entries of the view's triangles.
    pub elements: Range<u32>,
    pub submesh: usize,
    pub geoset: u16,
    pub blend: BlendMode,
    pub flags: MaterialFlags,
    pub units: Units,
    /// Alphas below which fragments are dropped.
    pub floors: AlphaFloors,
    /// Which sets of texture coordinates the two sources are.
    pub uv_sets: [usize; 2],
    /// Texture slot of each unit, unless a layer says it.
    pub textures: [Option<usize>; 2],
    /// MDX: the layer that says the texture of the first unit, and multiplies by its alpha.
    pub layer_track: Option<usize>,
    /// MDX: nothing says how it looks: light grey, lit.
    pub is_bare: bool,
    /// Texture transform of each unit.
    pub transforms: [Option<usize>; 2],
    pub colour: Option<usize>,
    /// Whether only the alpha of `colour` counts.
    pub ignores_colour: bool,
    pub weight: Option<usize>,
    pub priority_plane: i32,
    /// Drawn in this order inside a plane: the layer in M2.
    pub group: u16,
    pub sorting: Sorting,
    /// Where it is for sorting, in the bind pose.
    pub centre: Vec3,
    /// The bone that carries `centre`.
    pub centre_bone: Option<usize>,
}

/// How what mixes is put in order inside a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sorting {
    /// As the file has it.
    Kept,
    /// The farthest first.
    FarFirst,
    /// The nearest first.
    NearFirst,
}

/// Light grey, for what has no material.
const BARE_GREY: f32 = 0.72;

impl BatchPlan {
    /// Colour track times all alphas; what does not exist counts as one.
    pub fn mesh_colour(&self, moment: &Moment) -> [f32; 4] {
        let colour = self
            .colour
            .and_then(|index| moment.colours.get(index))
            .copied();
        let weight = self
            .weight
            .and_then(|index| moment.texture_weights.get(index))
            .copied();
        let layer = self.layer_track.and_then(|layer| moment.layers.get(layer));
        let mut product = colour.unwrap_or([1.0; 4]);
        if self.ignores_colour {
            product = [1.0, 1.0, 1.0, product[3]];
        }
        if self.is_bare {
            product = [BARE_GREY, BARE_GREY, BARE_GREY, product[3]];
        }
        product[3] *= weight.unwrap_or(1.0) * layer.map_or(1.0, |layer| layer.alpha);
        product
    }

    /// The texture slot of a unit.
    pub fn texture(&self, unit: usize, moment: &Moment) -> Option<usize> {
        match (unit, self.layer_track) {
            (0, Some(layer)) => moment.layers.get(layer)?.texture,
            _ => self.textures.get(unit).copied().flatten(),
        }
    }

    /// Whether any of it is drawn: its geoset is shown and it has not faded to nothing.
    pub fn is_seen(&self, moment: &Moment, shown: &BTreeSet<u16>) -> bool {
        shown.contains(&self.geoset)
            && !self.elements.is_empty()
            && self.mesh_colour(moment)[3] > self.floors.hidden
    }
}

/// Plans everything that is drawn of `view`, in file order.
pub(super) fn plan_batches(model: &Model, view: &View) -> Vec<BatchPlan> {
    if model.format.is_mdx() {
        return plan_layers(model, view);
    }
    view.batches
        .iter()
        .filter_map(|batch| plan_batch(model, view, batch))
        .collect()
}

fn plan_batch(model: &Model, view: &View, batch: &Batch) -> Option<BatchPlan> {
    let submesh_index = usize::from(batch.submesh);
    let submesh = view.submeshes.get(submesh_index)?;
    let elements = submesh.triangle_range(view.triangles.len());
    let material = model
        .materials
        .get(usize::from(batch.material_index))
        .copied()
        .unwrap_or_default();
    let blend = BlendMode::from_number(material.blend);
    let has_sort_centre = submesh.sort_radius > 0.0 || submesh.sort_centre != Vec3::zeros();
    let centre_bone = usize::from(submesh.centre_bone);
    Some(BatchPlan {
        elements: u32::try_from(elements.start).ok()?..u32::try_from(elements.end).ok()?,
        submesh: submesh_index,
        geoset: submesh.geoset,
        blend,
        flags: material.flags,
        units: Units::of(batch, blend, model),
        floors: AlphaFloors::M2,
        uv_sets: [0, 1],
        layer_track: None,
        is_bare: false,
        textures: followed(
            &model.combos.textures,
            batch.texture_combo_index,
            model.textures.len(),
        ),
        transforms: followed(
            &model.combos.texture_transforms,
            batch.texture_transform_combo_index,
            model.texture_transforms.len(),
        ),
        colour: existing(batch.colour_index, model.colours.len()),
        ignores_colour: false,
        weight: followed(
            &model.combos.texture_weights,
            batch.texture_weight_combo_index,
            model.texture_weights.len(),
        )[0],
        priority_plane: batch.priority_plane.into(),
        group: batch.layer,
        sorting: Sorting::FarFirst,
        centre: if has_sort_centre {
            submesh.sort_centre
        } else {
            submesh.centre
        },
        centre_bone: (centre_bone < model.skeleton.bones.len()).then_some(centre_bone),
    })
}

/// The entries of a combo table for both units, as positions in a list of `count`.
fn followed(combos: &[u16], first: u16, count: usize) -> [Option<usize>; 2] {
    [0, 1].map(|unit| {
        let combo = combos.get(usize::from(first) + unit)?;
        existing(*combo, count)
    })
}

fn existing(index: u16, count: usize) -> Option<usize> {
    Some(usize::from(index)).filter(|index| *index < count)
}

/// What decides when a batch is drawn; smaller is earlier.
///
/// First what covers; then by priority plane, then group, then by distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct DrawRank {
    pub is_blended: bool,
    pub priority_plane: i32,
    pub group: u16,
    /// Drawn later the larger it is: in M2 what is nearer.
    pub lateness: f32,
}

impl DrawRank {
    /// The rank of a batch whose centre is seen at `depth` (larger is farther).
    pub fn of(plan: &BatchPlan, depth: f32) -> Self {
        Self {
            is_blended: !matches!(plan.blend, BlendMode::Opaque | BlendMode::AlphaKey),
            priority_plane: plan.priority_plane,
            group: plan.group,
            lateness: match plan.sorting {
                Sorting::Kept => 0.0,
                Sorting::FarFirst => -depth,
                Sorting::NearFirst => depth,
            },
        }
    }

    /// Orders two ranks; equal ones keep the order of the file.
    pub fn compare(&self, other: &Self) -> std::cmp::Ordering {
        let by_depth = || self.lateness.total_cmp(&other.lateness);
        (self.is_blended, self.priority_plane, self.group)
            .cmp(&(other.is_blended, other.priority_plane, other.group))
            .then_with(|| {
                if self.is_blended {
                    by_depth()
                } else {
                    std::cmp::Ordering::Equal
                }
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{ModelFormat, ModelId};
    use crate::mesh::{ColourTracks, Material, Submesh, Texture, TextureKind};

    fn sample() -> Model {
        let mut model = Model::new(ModelId(0), "Sample", ModelFormat::M2 { version: 264 });
        let texture = Texture {
            kind: TextureKind::NAMED,
            flags: 3,
            path: Vec::new(),
        };
        model.textures = vec![texture.clone(), texture];
        model.materials = vec![Material {
            flags: MaterialFlags(5),
            blend: 4,
        }];
        model.colours = vec![ColourTracks::default()];
        model.combos.textures = vec![9, 1, 0];
        model.combos.texture_weights = vec![0];
        model.combos.texture_transforms = vec![0xFFFF, 0xFFFF];
        model
    }

    fn view(batch: Batch) -> View {
        View {
            triangles: vec![0; 12],
            submeshes: vec![Submesh {
                geoset: 302,
                triangle_start: 3,
                triangle_count: 60,
                centre: Vec3::new(1.0, 2.0, 3.0),
                ..Submesh::default()
            }],
            batches: vec![batch],
            ..View::default()
        }
    }

    #[test]
    fn tables_are_followed_to_what_exists() {
        let batch = Batch {
            texture_count: 2,
            texture_combo_index: 1,
            colour_index: 0xFFFF,
            ..Batch::default()
        };
        let plans = plan_batches(&sample(), &view(batch));
        let [plan] = plans.as_slice() else {
            panic!("one batch")
        };
        assert_eq!(plan.textures, [Some(1), Some(0)]);
        assert_eq!(plan.transforms, [None, None]);
        assert_eq!((plan.colour, plan.weight), (None, None));
        assert_eq!(plan.blend, BlendMode::Add);
        assert_eq!(plan.elements, 3..12, "cut to the triangles that there are");
        assert_eq!(plan.centre, Vec3::new(1.0, 2.0, 3.0));
        assert_eq!(plan.centre_bone, None);
    }

    #[test]
    fn a_slot_past_the_textures_is_none_and_a_batch_without_submesh_is_left_out() {
        let plans = plan_batches(&sample(), &view(Batch::default()));
        assert_eq!(plans.first().map(|plan| plan.textures[0]), Some(None));
        let lost = Batch {
            submesh: 7,
            ..Batch::default()
        };
        assert!(plan_batches(&sample(), &view(lost)).is_empty());
    }

    #[test]
    fn what_covers_comes_first_then_plane_layer_and_the_farthest() {
        let rank = |is_blended, priority_plane, group, lateness| DrawRank {
            is_blended,
            priority_plane,
            group,
            lateness,
        };
        let expected = [
            rank(false, 0, 0, 1.0),
            rank(false, 2, 1, 0.0),
            rank(true, -1, 3, 9.0),
            rank(true, 0, 0, -5.0),
            rank(true, 0, 0, 5.0),
            rank(true, 0, 1, -5.0),
        ];
        let mut shuffled = [3, 5, 0, 4, 2, 1].map(|index: usize| expected[index]);
        shuffled.sort_by(DrawRank::compare);
        assert_eq!(shuffled, expected);
    }
}
