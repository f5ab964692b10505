//! The creature's clips: when their poses are, and the keyframes that come of them.

use super::bones::CreatureBone;
use super::rig::Rig;
use super::{deeds, motion};
use crate::anim::{
    BoneTracks, Clip, ClipFlags, ClipId, Driver, Interpolation, KeyList, Track, TrackKeys,
};
use crate::document::Model;
use crate::math::{Aabb, Quat, Vec3};
use crate::samples::keys::{Keyed, packable, sparse};

/// Poses looked at each second; keyframes that straight blending makes needless are dropped.
const POSES_A_SECOND: u32 = 20;

/// One clip before it is baked.
struct Plan {
    animation_id: u16,
    duration_ms: u32,
    plays_once: bool,
    move_speed: f32,
    pose: fn(f32) -> Rig,
}

/// Length of a walk's cycle.
pub(crate) const WALK_MS: u32 = 900;
/// Length of a run's cycle.
pub(crate) const RUN_MS: u32 = 600;
/// Length of the swipe; it lands at [`HIT_MS`].
pub(crate) const ATTACK_MS: u32 = 1_100;
/// When the swipe lands.
pub(crate) const HIT_MS: i32 = 500;

/// Speed at which the feet of a gait do not slide.
fn ground_speed(stride: f32, ground_share: f32, duration_ms: u32) -> f32 {
    stride / (ground_share * duration_ms as f32 / 1000.0)
}

fn plans() -> [Plan; 5] {
    let looped = |animation_id, duration_ms, move_speed, pose| Plan {
        animation_id,
        duration_ms,
        plays_once: false,
        move_speed,
        pose,
    };
    let walk_speed = ground_speed(motion::WALK_STRIDE, motion::WALK_GROUND, WALK_MS);
    let run_speed = ground_speed(motion::RUN_STRIDE, motion::RUN_GROUND, RUN_MS);
    [
        looped(0, 4_000, 0.0, motion::stand as fn(f32) -> Rig),
        Plan {
            plays_once: true,
            ..looped(1, 2_400, 0.0, deeds::death)
        },
        looped(4, WALK_MS, walk_speed, motion::walk),
        looped(5, RUN_MS, run_speed, motion::run),
        Plan {
            plays_once: true,
            ..looped(16, ATTACK_MS, 0.0, deeds::attack)
        },
    ]
}

/// Gives `model` its clips and the tracks of all bones.
pub(crate) fn fill(model: &mut Model) {
    let plans = plans();
    let mut tracks: Vec<BoneTracks> = CreatureBone::all().map(|_| BoneTracks::default()).collect();
    let mut clips = Vec::new();
    for (number, plan) in (0..).zip(&plans) {
        bake(plan, &mut tracks);
        let once = if plan.plays_once {
            ClipFlags::PLAYS_ONCE
        } else {
            0
        };
        clips.push(Clip {
            id: ClipId(number),
            name: None,
            animation_id: plan.animation_id,
            variation: 0,
            start_ms: 0,
            duration_ms: plan.duration_ms,
            move_speed: plan.move_speed,
            flags: ClipFlags(ClipFlags::KEYS_INLINE | once),
            frequency: 32_767,
            padding: 0,
            repeat: [0, 0],
            blend_time: 150,
            bounds: Aabb::EMPTY,
            bounds_radius: 0.0,
            variation_next: ClipId::NONE,
            alias_of: ClipId(number),
            rarity: 0.0,
            sync_point: 0,
        });
    }
    model.clip_lookup = lookup(&clips);
    model.clips = clips;
    model.bone_tracks = tracks;
}

/// The poses of a clip, one after another; the last of a loop is the first again.
fn bake(plan: &Plan, tracks: &mut [BoneTracks]) {
    let steps = (plan.duration_ms * POSES_A_SECOND / 1000).max(8);
    let times_ms: Vec<i32> = (0..=steps)
        .map(|step| (plan.duration_ms * step / steps) as i32)
        .collect();
    let poses: Vec<Rig> = (0..=steps)
        .map(|step| {
            let back_at_start = step == steps && !plan.plays_once;
            let phase = if back_at_start {
                0.0
            } else {
                step as f32 / steps as f32
            };
            (plan.pose)(phase)
        })
        .collect();
    for (bone, tracks) in tracks.iter_mut().enumerate() {
        let local = |rig: &Rig| rig.local()[bone];
        let moved: Vec<Vec3> = poses.iter().map(|rig| local(rig).translation).collect();
        let turned: Vec<Quat> = poses
            .iter()
            .map(|rig| packable(&local(rig).rotation))
            .collect();
        let scaled: Vec<Vec3> = poses.iter().map(|rig| local(rig).scale).collect();
        let rest = crate::skeleton::LocalTransform::REST;
        push(
            &mut tracks.translation,
            sparse(&times_ms, &moved, &rest.translation, 8e-4),
        );
        push(
            &mut tracks.rotation,
            sparse(&times_ms, &turned, &rest.rotation, 4e-3),
        );
        push(
            &mut tracks.scale,
            sparse(&times_ms, &scaled, &rest.scale, 8e-4),
        );
    }
}

/// Adds one clip's keyframes to a track.
fn push<T: Keyed>(track: &mut Track<T>, keys: KeyList<T>) {
    track.interpolation = Interpolation::Linear;
    track.driver = Driver::Clip;
    if let TrackKeys::PerClip(lists) = &mut track.keys {
        lists.push(keys);
    }
}

/// The hash table from animation id to clip: slot = id modulo length, then steps of 1, 4, 9, ...
fn lookup(clips: &[Clip]) -> Vec<ClipId> {
    let length = clips
        .iter()
        .map(|clip| clip.animation_id)
        .max()
        .unwrap_or(0)
        + 1;
    let mut table = vec![ClipId::NONE; usize::from(length)];
    for clip in clips {
        // As long as the table holds the highest id, every id has a slot of its own.
        if let Some(slot) = table.get_mut(usize::from(clip.animation_id)) {
            *slot = clip.id;
        }
    }
    table
}
