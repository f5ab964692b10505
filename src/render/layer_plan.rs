//! What is drawn of an MDX model: each layer of the material of each geoset, in this order.
//!
//! - What mixes is drawn by priority plane and else as the file has it; materials that ask for it
//!   are put in order by distance, after those that do not.
//! - Filter modes that mix do not hide what is behind them, whatever the flags say.
//! - A geoset whose material does not exist or has no layers is drawn bare: light grey.
//! - Of several colours for one geoset the last counts.

use super::batch_plan::{BatchPlan, Sorting};
use super::combine::{Combine, Units, UvSource};
use super::surface::AlphaFloors;
use crate::document::Model;
use crate::mesh::{
    BlendMode, ColourTarget, Layer, LayerFlags, LayeredMaterial, MaterialFlags, View,
};

/// Plans every layer of every geoset of `view`.
pub(super) fn plan_layers(model: &Model, view: &View) -> Vec<BatchPlan> {
    let mut plans = Vec::new();
    for index in 0..view.submeshes.len() {
        let Some(bare) = bare_plan(model, view, index) else {
            continue;
        };
        let material = model
            .geosets
            .get(index)
            .map(|geoset| geoset.material as usize);
        let layers = material.map_or(0..0, |material| model.material_layers(material));
        let material = material.and_then(|material| model.layered_materials.get(material));
        let Some(material) = material.filter(|_| !layers.is_empty()) else {
            plans.push(bare);
            continue;
        };
        let own = layers.filter_map(|layer| Some((layer, model.layers.get(layer)?)));
        plans.extend(own.map(|(place, layer)| {
            let with_material = in_material(bare.clone(), material);
            with_layer(with_material, place, layer, model, index)
        }));
    }
    plans
}

/// A geoset of which nothing but its shape and its fading is known.
fn bare_plan(model: &Model, view: &View, index: usize) -> Option<BatchPlan> {
    let submesh = view.submeshes.get(index)?;
    let elements = submesh.triangle_range(view.triangles.len());
    let colour = last_colour(model, index);
    let target = colour.and_then(|colour| model.colour_targets.get(colour));
    Some(BatchPlan {
        elements: u32::try_from(elements.start).ok()?..u32::try_from(elements.end).ok()?,
        submesh: index,
        geoset: submesh.geoset,
        blend: BlendMode::Opaque,
        flags: MaterialFlags::default(),
        units: Units {
            combine: Combine::Opaque,
            sources: [UvSource::First; 2],
        },
        floors: AlphaFloors::MDX,
        uv_sets: [0; 2],
        textures: [None; 2],
        layer_track: None,
        is_bare: true,
        transforms: [None; 2],
        colour,
        ignores_colour: target.is_none_or(|target| target.flags & ColourTarget::USES_COLOUR == 0),
        weight: None,
        priority_plane: 0,
        group: 0,
        sorting: Sorting::Kept,
        centre: submesh.centre,
        centre_bone: None,
    })
}

/// The entry of the colours that counts for a geoset.
fn last_colour(model: &Model, geoset: usize) -> Option<usize> {
    let is_own = |target: &ColourTarget| usize::try_from(target.geoset) == Ok(geoset);
    let found = model.colour_targets.iter().rposition(is_own);
    found.filter(|&colour| colour < model.colours.len())
}

fn in_material(plan: BatchPlan, material: &LayeredMaterial) -> BatchPlan {
    let sorting = if material.flags & LayeredMaterial::SORTS_FAR_FIRST != 0 {
        Sorting::FarFirst
    } else if material.flags & LayeredMaterial::SORTS_NEAR_FIRST != 0 {
        Sorting::NearFirst
    } else {
        Sorting::Kept
    };
    BatchPlan {
        is_bare: false,
        priority_plane: material.priority_plane,
        group: u16::from(sorting != Sorting::Kept),
        sorting,
        ..plan
    }
}

fn with_layer(
    plan: BatchPlan,
    place: usize,
    layer: &Layer,
    model: &Model,
    geoset: usize,
) -> BatchPlan {
    let blend = layer.blend_mode();
    let mixes = !matches!(blend, BlendMode::Opaque | BlendMode::AlphaKey);
    let mut flags = layer.flags.material_flags();
    if mixes {
        flags.0 |= MaterialFlags::NO_DEPTH_WRITE;
    }
    let source = if layer.flags.has(LayerFlags::SPHERE_ENVIRONMENT) {
        UvSource::Environment
    } else {
        UvSource::First
    };
    let set_count = model
        .geosets
        .get(geoset)
        .map_or(0, |geoset| geoset.uv_set_count as usize);
    let transform = usize::try_from(layer.transform).ok();
    let transform = transform.filter(|&index| index < model.texture_transforms.len());
    BatchPlan {
        blend,
        flags,
        units: Units {
            combine: if blend == BlendMode::Opaque {
                Combine::Opaque
            } else {
                Combine::Mod
            },
            sources: [source, UvSource::First],
        },
        // A set that the geoset does not have means its first.
        uv_sets: [
            Some(layer.uv_set as usize)
                .filter(|&set| set < set_count)
                .unwrap_or(0),
            0,
        ],
        layer_track: Some(place),
        transforms: [transform, None],
        ..plan
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{ModelFormat, ModelId};
    use crate::math::{Aabb, Vec3};
    use crate::mesh::{Bounds, ColourTracks, Geoset, Submesh};

    fn layer(filter: u32, flags: u32) -> Layer {
        Layer {
            filter,
            flags: LayerFlags(flags),
            texture: Default::default(),
            transform: -1,
            uv_set: 0,
            alpha: Default::default(),
        }
    }

    fn geoset(material: u32) -> Geoset {
        Geoset {
            material,
            selection_group: 0,
            selection_flags: 0,
            groups: Vec::new(),
            vertex_groups: Vec::new(),
            bounds: Bounds {
                aabb: Aabb::EMPTY,
                radius: 0.0,
            },
            clip_bounds: Vec::new(),
            uv_set_count: 2,
            further_uvs: Vec::new(),
        }
    }

    /// Three geosets: two layers, one layer that asks to be sorted, and a material past the end.
    fn sample() -> (Model, View) {
        let mut model = Model::new(ModelId(0), "Sample", ModelFormat::Mdx { version: 800 });
        model.layered_materials = vec![
            LayeredMaterial {
                priority_plane: 3,
                flags: 0,
                layer_count: 2,
            },
            LayeredMaterial {
                priority_plane: 0,
                flags: LayeredMaterial::SORTS_FAR_FIRST,
                layer_count: 1,
            },
        ];
        model.layers = vec![layer(0, 0x10), layer(2, 1), layer(3, 2)];
        model.geosets = vec![geoset(0), geoset(1), geoset(9)];
        let submeshes = (0..3).map(|index| Submesh {
            geoset: index,
            triangle_start: u32::from(index) * 3,
            triangle_count: 3,
            centre: Vec3::new(1.0, 2.0, 3.0),
            ..Submesh::default()
        });
        let view = View {
            triangles: vec![0; 9],
            submeshes: submeshes.collect(),
            ..View::default()
        };
        (model, view)
    }

    #[test]
    fn each_layer_of_each_geoset_is_drawn_once() {
        let (model, view) = sample();
        let plans = plan_layers(&model, &view);
        let found: Vec<_> = plans
            .iter()
            .map(|plan| (plan.submesh, plan.layer_track, plan.blend))
            .collect();
        let expected = [
            (0, Some(0), BlendMode::Opaque),
            (0, Some(1), BlendMode::Alpha),
            (1, Some(2), BlendMode::Add),
            (2, None, BlendMode::Opaque),
        ];
        assert_eq!(found, expected);
        assert_eq!(plans[1].priority_plane, 3);
        assert_eq!(plans[1].sorting, Sorting::Kept);
        assert_eq!(plans[2].sorting, Sorting::FarFirst);
        assert_eq!(plans[2].units.sources[0], UvSource::Environment);
        assert!(plans[3].is_bare && !plans[0].is_bare);
    }

    #[test]
    fn what_mixes_never_writes_depth() {
        let (model, view) = sample();
        let writes: Vec<bool> = plan_layers(&model, &view)
            .iter()
            .map(|plan| !plan.flags.has(MaterialFlags::NO_DEPTH_WRITE))
            .collect();
        assert_eq!(writes, [true, false, false, true]);
    }

    #[test]
    fn the_last_colour_of_a_geoset_counts_and_its_flag_says_whether_rgb_does() {
        let (mut model, view) = sample();
        model.colours = vec![ColourTracks::default(); 3];
        model.colour_targets = [(1, 2), (0, 2), (1, 0)]
            .map(|(geoset, flags)| ColourTarget { geoset, flags })
            .to_vec();
        let plans = plan_layers(&model, &view);
        assert_eq!((plans[0].colour, plans[0].ignores_colour), (Some(1), false));
        assert_eq!((plans[2].colour, plans[2].ignores_colour), (Some(2), true));
        assert_eq!((plans[3].colour, plans[3].ignores_colour), (None, true));
    }

    #[test]
    fn numbers_past_the_end_mean_none() {
        let (mut model, view) = sample();
        model.layers[0].transform = 7;
        model.layers[0].uv_set = 2;
        model.layers[1].uv_set = 1;
        model.layers.pop();
        let plans = plan_layers(&model, &view);
        assert_eq!(plans[0].transforms, [None; 2]);
        assert_eq!(plans[0].uv_sets[0], 0);
        assert_eq!(plans[1].uv_sets[0], 1);
        assert!(plans[2].is_bare, "its layer is gone");
    }
}
