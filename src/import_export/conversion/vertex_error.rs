//! How far a conversion moves vertices from where they were.

use super::convert::Origin;
use crate::anim::Clock;
use crate::document::{Model, Pose};
use crate::skinning::{Deformed, SkinBinding};

/// Moments of each clip at which is looked, evenly spread, both ends included.
const MOMENTS: u32 = 5;

/// For each vertex of `target` the largest distance from the one it was made of, at moments of all
/// clips; file units.
pub fn vertex_errors(source: &Model, target: &Model, origin: &Origin) -> Vec<f32> {
    let (mut before, mut after) = (Posed::new(source), Posed::new(target));
    let mut errors = vec![0.0f32; origin.vertices.len()];
    for (clip, from) in origin.clips.iter().enumerate() {
        let Some(from) = *from else { continue };
        let length = source.clips.get(from).map_or(0, |clip| clip.length_ms());
        for moment in 0..MOMENTS {
            let time_ms = f64::from(length) * f64::from(moment) / f64::from(MOMENTS - 1);
            before.pose(from, time_ms);
            after.pose(clip, time_ms);
            let pairs = after.deformed.positions.iter().zip(&origin.vertices);
            for ((own, &vertex), largest) in pairs.zip(&mut errors) {
                let old = before.deformed.positions.get(vertex);
                *largest = old.map_or(*largest, |old| largest.max((own - old).norm()));
            }
            if length == 0 {
                break;
            }
        }
    }
    errors
}

struct Posed<'a> {
    model: &'a Model,
    hierarchy: crate::skeleton::Hierarchy,
    binding: SkinBinding,
    pose: Pose,
    deformed: Deformed,
}

impl<'a> Posed<'a> {
    fn new(model: &'a Model) -> Self {
        Self {
            model,
            hierarchy: model.skeleton.hierarchy(),
            binding: SkinBinding::new(&model.vertices, &model.skeleton),
            pose: Pose::default(),
            deformed: Deformed::default(),
        }
    }

    fn pose(&mut self, clip: usize, time_ms: f64) {
        let model = self.model;
        let clock = Clock::of(model, Some(clip), time_ms);
        model.evaluate(&clock, &self.hierarchy, &mut self.pose);
        let matrices = &self.pose.model_from_bind;
        self.deformed
            .deform(&self.binding, matrices, &model.vertices);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::anim::{BoneTracks, Clip, ClipId, KeyList, Track, TrackKeys};
    use crate::document::{ModelFormat, ModelId};
    use crate::math::{Vec2, Vec3};
    use crate::mesh::{Influence, SLOTS};
    use crate::skeleton::{Bone, BoneFlags, BoneId, BoneKind};

    /// A vertex on a bone that goes 100 units in the first 10 s of a clip.
    fn model(duration_ms: u32, weight: f32) -> Model {
        let mut model = Model::new(ModelId(0), "moved", ModelFormat::M2 { version: 264 });
        model.clips = vec![Clip {
            duration_ms,
            ..Clip::blank(ClipId(0))
        }];
        model.skeleton.bones = vec![Bone {
            id: BoneId(0),
            name: None,
            parent: None,
            pivot: Vec3::zeros(),
            flags: BoneFlags::default(),
            key_bone_id: -1,
            submesh_id: 0,
            name_crc: 0,
            kind: BoneKind::Bone,
            shape: None,
        }];
        let way = KeyList {
            times_ms: vec![0, 10_000],
            values: vec![Vec3::zeros(), Vec3::x() * 100.0],
            tangents: Vec::new(),
        };
        model.bone_tracks = vec![BoneTracks {
            translation: Track {
                interpolation: crate::anim::Interpolation::Linear,
                keys: TrackKeys::PerClip(vec![way]),
                ..Track::default()
            },
            ..BoneTracks::default()
        }];
        let pool = &mut model.vertices;
        pool.positions = vec![Vec3::zeros()];
        pool.normals = vec![Vec3::z()];
        pool.uvs = [vec![Vec2::zeros()], vec![Vec2::zeros()]];
        let mut slots = [Influence::NONE; SLOTS];
        slots[0].weight = weight;
        pool.influences.slots = vec![slots];
        model
    }

    #[track_caller]
    fn check_error(duration_ms: u32, expected: f32) {
        let (source, target) = (model(duration_ms, 1.0), model(duration_ms, 0.0));
        let origin = Origin {
            clips: vec![Some(0)],
            bones: vec![Some(0)],
            vertices: vec![0],
        };
        assert_eq!(vertex_errors(&source, &target, &origin), [expected]);
    }

    #[test]
    fn the_whole_length_of_a_clip_is_looked_at() {
        check_error(10_000, 100.0);
        check_error(5_000, 50.0);
        check_error(0, 0.0);
    }

    #[test]
    fn of_a_clip_that_runs_backwards_only_its_start_is_looked_at() {
        check_error(u32::MAX, 0.0);
        check_error(0x8000_0000, 0.0);
    }
}
