//! A stroke that is given as places of the brush: which vertices it touches, and how strongly.

use super::draft::Draft;
use super::posing::finite;
use super::{DabArgument, EditError, FalloffArgument, SampleArgument, SampledPose};
use crate::anim::Clock;
use crate::brush::{Falloff, FalloffTable, MOST_CURVE_POINTS, is_curve};
use crate::document::Pose;
use crate::math::Vec3;
use crate::mesh::{NearVertex, VertexTree};
use crate::skinning::{Deformed, SkinBinding};

/// A stroke as scripts give it.
pub(super) struct SampledStroke<'a> {
    /// Where the brush was.
    pub samples: &'a [SampleArgument],
    /// Its radius.
    pub radius: f32,
    /// How much is done at the middle.
    pub strength: f32,
    /// How it fades.
    pub falloff: &'a FalloffArgument,
    /// How much of the radius is whole.
    pub hardness: f32,
    /// The direction of view, where only what faces it is touched.
    pub view: Option<[f32; 3]>,
    /// The pose the samples were taken in.
    pub pose: Option<&'a SampledPose>,
}

/// The dabs of a sampled stroke, one a sample.
pub(super) fn sampled_dabs(
    draft: &Draft<'_>,
    stroke: &SampledStroke<'_>,
) -> Result<Vec<DabArgument>, EditError> {
    finite("radius", &[stroke.radius])?;
    finite("strength", &[stroke.strength])?;
    finite("hardness", &[stroke.hardness])?;
    finite("view", &stroke.view.unwrap_or_default())?;
    if stroke.radius <= 0.0 {
        return Err(EditError::Value {
            argument: "radius",
            reason: "must be above 0".to_owned(),
        });
    }
    if let FalloffArgument::Custom(points) = stroke.falloff
        && !is_curve(points)
    {
        return Err(EditError::Value {
            argument: "falloff",
            reason: format!(
                "must have 2 to {MOST_CURVE_POINTS} points of distance and strength, each 0 to 1, \
                 in ascending order of distance"
            ),
        });
    }
    let model = draft.model;
    let posed;
    let (positions, normals) = match stroke.pose {
        None => (&model.vertices.positions, &model.vertices.normals),
        Some(pose) => {
            let clip = pose.clip.resolve(model)?;
            let clock = Clock::of(model, Some(clip), f64::from(pose.time_ms));
            let mut found = Pose::default();
            model.evaluate(&clock, &model.skeleton.hierarchy(), &mut found);
            let binding = SkinBinding::new(&model.vertices, &model.skeleton);
            let mut deformed = Deformed::default();
            deformed.deform(&binding, &found.model_from_bind, &model.vertices);
            posed = deformed;
            (&posed.positions, &posed.normals)
        }
    };
    let tree = VertexTree::new(positions);
    let falloff = FalloffTable::new(&Falloff::from(stroke.falloff), stroke.hardness);
    let view = stroke.view.map(Vec3::from);
    let mut near = Vec::new();
    let mut dabs = Vec::with_capacity(stroke.samples.len());
    for sample in stroke.samples {
        finite("samples", &sample.position)?;
        finite("samples", &[sample.pressure])?;
        tree.within(&Vec3::from(sample.position), stroke.radius, &mut near);
        let mut dab = DabArgument::default();
        for &NearVertex { vertex, distance } in &near {
            let normal = normals.get(vertex as usize);
            let faces = |view: Vec3| normal.is_some_and(|normal| normal.dot(&view) < 0.0);
            let share = falloff.at(distance / stroke.radius);
            let strength = share * stroke.strength * sample.pressure.clamp(0.0, 1.0);
            if strength > 0.0 && view.is_none_or(faces) {
                dab.vertices.push(vertex);
                dab.strengths.push(strength);
            }
        }
        dabs.push(dab);
    }
    Ok(dabs)
}
