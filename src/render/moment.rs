//! What a model shows at one instant: where its bones are, and the values of its surface tracks.
//!
//! - Lists are in the order of the model's own lists; a shorter list leaves the rest at rest.
//! - The matrices are those of the document; facing the camera is the viewer's own business and
//!   is added when drawing.

use crate::anim::{Clock, Driver, Interpolate, Track, TrackKeys};
use crate::document::{Model, Pose};
use crate::math::{Affine, Quat, Vec3};
use crate::skeleton::{Hierarchy, LocalTransform, model_matrices};

/// The state of one model at one time of one clip.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Moment {
    /// What each bone does, and where that puts it.
    pub pose: Pose,
    /// Red, green, blue and alpha of each colour.
    pub colours: Vec<[f32; 4]>,
    /// Alpha of each texture weight.
    pub texture_weights: Vec<f32>,
    /// Each texture transform.
    pub texture_transforms: Vec<UvAffine>,
    /// MDX: each layer of the materials.
    pub layers: Vec<LayerState>,
    /// Where each camera is.
    pub cameras: Vec<CameraPlace>,
}

/// What the tracks of a layer say.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LayerState {
    /// Its texture slot; `None` for a number below 0.
    pub texture: Option<usize>,
    /// Its alpha.
    pub alpha: f32,
}

/// Where a camera of the model is and what it looks at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CameraPlace {
    /// Where it stands, model space.
    pub position: Vec3,
    /// What it looks at, model space.
    pub target: Vec3,
    /// Turn about the line of sight.
    pub roll_rad: f32,
    /// Field of view along the picture's diagonal.
    pub fov_diagonal_rad: f32,
}

impl Moment {
    /// The bind pose, everything visible and nothing moved.
    pub fn bind(model: &Model) -> Self {
        let bone_count = model.skeleton.bones.len();
        let pose = Pose {
            local: vec![LocalTransform::REST; bone_count],
            model_from_bind: vec![Affine::IDENTITY; bone_count],
        };
        let mut moment = Self {
            pose,
            ..Self::default()
        };
        moment.sample_surfaces(model, &Clock::BIND);
        moment
    }

    /// What the model shows at `clock`; `hierarchy` is that of its skeleton.
    pub fn sample(&mut self, model: &Model, hierarchy: &Hierarchy, clock: &Clock) {
        model.evaluate(clock, hierarchy, &mut self.pose);
        self.sample_surfaces(model, clock);
    }

    /// Sets everything but the pose, for a pose that comes from elsewhere.
    pub fn sample_surfaces(&mut self, model: &Model, clock: &Clock) {
        self.sample_cameras(model, clock);
        let loops = &model.global_loops_ms;
        let (still, whole) = (Vec3::zeros(), Vec3::new(1.0, 1.0, 1.0));
        let keeps_constants = model.format.is_mdx();
        self.colours.clear();
        self.colours.extend(model.colours.iter().map(|tracks| {
            let (colour, alpha) = if keeps_constants {
                let colour = sample_or_constant(&tracks.colour, clock, loops, whole);
                (colour, sample_or_constant(&tracks.alpha, clock, loops, 1.0))
            } else {
                let colour = tracks.colour.sample(clock, loops, whole);
                (colour, tracks.alpha.sample(clock, loops, 1.0))
            };
            [colour.x, colour.y, colour.z, alpha]
        }));
        self.layers.clear();
        self.layers.extend(model.layers.iter().map(|layer| {
            // A flipbook that stands still shows its first picture.
            let first = layer.texture.lists().first();
            let first = first.and_then(|keys| keys.values.first().copied());
            let slot = sample_or_constant(&layer.texture, clock, loops, first.unwrap_or(0));
            LayerState {
                texture: usize::try_from(slot).ok(),
                alpha: sample_or_constant(&layer.alpha, clock, loops, 1.0),
            }
        }));
        self.texture_weights.clear();
        self.texture_weights.extend(
            model
                .texture_weights
                .iter()
                .map(|track| track.sample(clock, loops, 1.0)),
        );
        self.texture_transforms.clear();
        self.texture_transforms
            .extend(model.texture_transforms.iter().map(|tracks| {
                UvAffine::about_middle(
                    &tracks.translation.sample(clock, loops, still),
                    &tracks.rotation.sample(clock, loops, Quat::identity()),
                    &tracks.scale.sample(clock, loops, whole),
                )
            }));
    }

    fn sample_cameras(&mut self, model: &Model, clock: &Clock) {
        let loops = &model.global_loops_ms;
        self.cameras.clear();
        self.cameras
            .extend(model.cameras.iter().map(|camera| CameraPlace {
                position: camera.position_base
                    + camera.position.sample(clock, loops, Vec3::zeros()),
                target: camera.target_base + camera.target.sample(clock, loops, Vec3::zeros()),
                roll_rad: camera.roll.sample(clock, loops, 0.0),
                fov_diagonal_rad: camera.fov_rad,
            }));
    }

    /// Sets the matrices from what the bones do.
    pub fn place_bones(&mut self, model: &Model, hierarchy: &Hierarchy) {
        let bones = &model.skeleton.bones;
        let Pose {
            local,
            model_from_bind,
        } = &mut self.pose;
        model_matrices(bones, hierarchy, local, model_from_bind);
    }
}

/// The value at `clock`; in the bind pose a constant counts, everything else is at rest.
fn sample_or_constant<T: Interpolate>(
    track: &Track<T>,
    clock: &Clock,
    global_loops_ms: &[u32],
    rest: T,
) -> T {
    match (&track.keys, track.driver, clock.clip) {
        (TrackKeys::Shared(keys), Driver::Clip, None) => {
            keys.values.first().copied().unwrap_or(rest)
        }
        _ => track.sample(clock, global_loops_ms, rest),
    }
}

/// A transform of texture coordinates: `u' = x . (u, v, 1)`, `v' = y . (u, v, 1)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UvAffine {
    /// How u comes about.
    pub x: [f32; 3],
    /// How v comes about.
    pub y: [f32; 3],
}

impl UvAffine {
    /// Leaves coordinates as they are.
    pub const IDENTITY: Self = Self {
        x: [1.0, 0.0, 0.0],
        y: [0.0, 1.0, 0.0],
    };

    /// Rotates and then scales about the middle of the texture, then moves.
    ///
    /// `rotation` must be of unit length; only its turn within the texture's plane counts.
    pub fn about_middle(translation: &Vec3, rotation: &Quat, scale: &Vec3) -> Self {
        let (x, y, z, w) = (rotation.i, rotation.j, rotation.k, rotation.w);
        let row_x = [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w)].map(|part| part * scale.x);
        let row_y = [2.0 * (x * y + z * w), 1.0 - 2.0 * (x * x + z * z)].map(|part| part * scale.y);
        let with_shift =
            |row: [f32; 2], shift: f32| [row[0], row[1], 0.5 - 0.5 * (row[0] + row[1]) + shift];
        Self {
            x: with_shift(row_x, translation.x),
            y: with_shift(row_y, translation.y),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::quat_from_axis_angle;

    #[track_caller]
    fn check_uv(affine: UvAffine, uv: [f32; 2], expected: [f32; 2]) {
        let moved = [affine.x, affine.y].map(|row| row[0] * uv[0] + row[1] * uv[1] + row[2]);
        let error = (moved[0] - expected[0])
            .abs()
            .max((moved[1] - expected[1]).abs());
        assert!(error < 1e-6, "{moved:?} is not {expected:?}");
    }

    #[test]
    fn texture_transforms_turn_and_scale_about_the_middle_and_then_move() {
        let quarter = quat_from_axis_angle(&Vec3::z(), std::f32::consts::FRAC_PI_2);
        let (still, whole) = (Vec3::zeros(), Vec3::new(1.0, 1.0, 1.0));
        let turned = UvAffine::about_middle(&still, &quarter, &whole);
        check_uv(turned, [0.5, 0.5], [0.5, 0.5]);
        check_uv(turned, [1.0, 0.5], [0.5, 1.0]);
        let scaled = UvAffine::about_middle(&still, &Quat::identity(), &Vec3::new(2.0, 4.0, 1.0));
        check_uv(scaled, [1.0, 1.0], [1.5, 2.5]);
        let both = UvAffine::about_middle(
            &Vec3::new(0.1, 0.2, 0.0),
            &quarter,
            &Vec3::new(2.0, 1.0, 1.0),
        );
        check_uv(both, [0.5, 0.0], [1.5 + 0.1, 0.5 + 0.2]);
    }
}
