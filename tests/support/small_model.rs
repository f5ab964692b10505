//! A small model with one of everything that edits touch.

use bonewright::anim::{
    Clip, ClipFlags, ClipId, Driver, Interpolation, KeyList, Tangents, Track, TrackKeys,
};
use bonewright::document::{
    Attachment, Camera, Document, Event, Light, Model, ModelFormat, ModelId, Ribbon,
};
use bonewright::math::{Aabb, Quat, Vec2, Vec3, quat_from_axis_angle};
use bonewright::mesh::{ColourTracks, Influence, Submesh, View};
use bonewright::skeleton::{Bone, BoneFlags, BoneId, BoneKind};

/// Names of the bones, in file order; the tree is Root > Spine > (ArmL > HandL > TipL, ArmR), Tail.
pub const BONES: [&str; 7] = ["Root", "Spine", "ArmL", "HandL", "ArmR", "Tail", "TipL"];
const PARENTS: [Option<u32>; 7] = [None, Some(0), Some(1), Some(2), Some(1), None, Some(3)];

/// A document with one small model of a version of M2; before 264 all clips share one time axis.
pub fn small_document(version: u32) -> Document {
    let mut document = Document::new();
    document.models.push(small_model(version));
    assert_eq!(document.check_invariants(), []);
    document
}

fn small_model(version: u32) -> Model {
    let mut model = Model::new(ModelId(1), "small", ModelFormat::M2 { version });
    let on_axis = version < 264;
    model.global_loops_ms = vec![1000];
    // Stand, Walk, Run (plays Walk), a second Stand.
    for (id, (animation, variation, alias)) in
        (0..).zip([(0, 0, None), (4, 0, None), (5, 0, Some(1)), (0, 1, None)])
    {
        model
            .clips
            .push(clip(id, animation, variation, alias, on_axis));
    }
    model.clips[0].variation_next = ClipId(3);
    model.clip_lookup = vec![ClipId::NONE; 8];
    for (slot, id) in [(0, 0), (4, 1), (5, 2)] {
        model.clip_lookup[slot] = ClipId(id);
    }
    for (index, (name, parent)) in BONES.iter().zip(PARENTS).enumerate() {
        model.skeleton.bones.push(Bone {
            id: BoneId(index as u32),
            name: Some((*name).to_owned()),
            parent: parent.map(BoneId),
            pivot: Vec3::new(index as f32 * 0.5, (index % 3) as f32, 1.0 + index as f32),
            flags: BoneFlags(0),
            key_bone_id: -1,
            submesh_id: 0,
            name_crc: crc32fast::hash(name.as_bytes()),
            kind: BoneKind::Bone,
            shape: None,
        });
    }
    model.skeleton.key_bone_lookup = vec![BoneId(2), BoneId(4), BoneId::NONE];
    model.bone_tracks.resize_with(7, Default::default);
    for (index, tracks) in model.bone_tracks.iter_mut().enumerate() {
        let turn =
            |k: usize| quat_from_axis_angle(&Vec3::new(0.3, 1.0, index as f32), 0.3 * k as f32);
        let shift = |k: usize| Vec3::new(0.1 * k as f32, 0.0, -0.05 * k as f32);
        tracks.rotation = keyed(on_axis, Interpolation::Linear, turn);
        if index % 2 == 0 {
            tracks.translation = keyed(on_axis, Interpolation::Linear, shift);
        }
    }
    // TipL: a constant for all clips; Tail: a global loop; ArmR: tangents.
    model.bone_tracks[6].translation = Track {
        interpolation: Interpolation::Step,
        driver: Driver::Clip,
        keys: TrackKeys::Shared(list(&[(0, Vec3::new(0.0, 0.0, 0.5))])),
    };
    model.bone_tracks[5].rotation = Track {
        interpolation: Interpolation::Linear,
        driver: Driver::GlobalLoop(0),
        keys: TrackKeys::Shared(list(&[
            (0, Quat::identity()),
            (500, quat_from_axis_angle(&Vec3::z(), 1.0)),
        ])),
    };
    let mut curve = keyed(on_axis, Interpolation::Hermite, |k| {
        Vec3::new(0.2 * k as f32, (k % 2) as f32, 0.0)
    });
    let lists = match &mut curve.keys {
        TrackKeys::PerClip(lists) => lists.as_mut_slice(),
        TrackKeys::Shared(list) | TrackKeys::Axis(list) => std::slice::from_mut(list),
    };
    for list in lists {
        let tangent = |k: usize| Vec3::new(0.3, -0.2 * k as f32, 0.1);
        list.tangents = (0..list.times_ms.len())
            .map(|k| Tangents {
                incoming: tangent(k),
                outgoing: tangent(k + 1),
            })
            .collect();
    }
    model.bone_tracks[4].translation = curve;
    add_mesh(&mut model);
    add_carried(&mut model, on_axis);
    model
}

fn clip(id: u32, animation_id: u16, variation: u16, alias: Option<u32>, on_axis: bool) -> Clip {
    let nothing = Aabb {
        min: Vec3::zeros(),
        max: Vec3::zeros(),
    };
    Clip {
        id: ClipId(id),
        name: None,
        animation_id,
        variation,
        start_ms: if on_axis { id as i32 * 2000 } else { 0 },
        duration_ms: 1000,
        move_speed: 0.0,
        flags: ClipFlags(if alias.is_some() {
            ClipFlags::ALIAS
        } else {
            ClipFlags::KEYS_INLINE
        }),
        frequency: 32767,
        padding: 0,
        repeat: [0, 0],
        blend_time: 150,
        bounds: nothing,
        bounds_radius: 0.0,
        variation_next: ClipId::NONE,
        alias_of: ClipId(alias.unwrap_or(id)),
        rarity: 0.0,
        sync_point: 0,
    }
}

fn list<T: Copy>(keys: &[(i32, T)]) -> KeyList<T> {
    KeyList {
        times_ms: keys.iter().map(|&(time, _)| time).collect(),
        values: keys.iter().map(|&(_, value)| value).collect(),
        tangents: Vec::new(),
    }
}

/// Keyframes at 0, 400 and 1000 ms of every clip that holds its own.
fn keyed<T: Copy>(
    on_axis: bool,
    interpolation: Interpolation,
    value: impl Fn(usize) -> T,
) -> Track<T> {
    let keys: Vec<Vec<(i32, T)>> = (0..4)
        .map(|clip: usize| match clip {
            2 => Vec::new(),
            _ => [0, 400, 1000]
                .iter()
                .enumerate()
                .map(|(k, &time)| {
                    (
                        time + if on_axis { clip as i32 * 2000 } else { 0 },
                        value(k + clip),
                    )
                })
                .collect(),
        })
        .collect();
    Track {
        interpolation,
        driver: Driver::Clip,
        keys: if on_axis {
            TrackKeys::Axis(list(&keys.concat()))
        } else {
            TrackKeys::PerClip(keys.iter().map(|keys| list(keys)).collect())
        },
    }
}

fn add_mesh(model: &mut Model) {
    let pool = &mut model.vertices;
    for vertex in 0..40u32 {
        let bone = |offset: u32| BoneId((vertex + offset) % 7);
        pool.positions
            .push(Vec3::new(vertex as f32 * 0.1, 0.0, 1.0));
        pool.normals.push(Vec3::z());
        let mut slots = [Influence::NONE; 4];
        // One bone, two, three, or four with an overflow.
        let shares: &[f32] = match vertex % 4 {
            0 => &[1.0],
            1 => &[128.0 / 255.0, 127.0 / 255.0],
            2 => &[0.5, 0.25, 0.25],
            _ => &[0.3, 0.3, 0.2, 0.1],
        };
        for (offset, (slot, &weight)) in (0..).zip(slots.iter_mut().zip(shares)) {
            slot.bone = bone(offset);
            slot.weight = weight;
        }
        if vertex % 4 == 3 {
            let more = Influence {
                bone: bone(4),
                weight: 0.1,
            };
            pool.influences.overflow.insert(vertex, vec![more]);
        }
        pool.influences.slots.push(slots);
    }
    pool.uvs = [vec![Vec2::zeros(); 40], vec![Vec2::zeros(); 40]];
    model.combos.bones = (0..7).map(BoneId).collect();
    model.views.push(View {
        vertex_indices: (0..40).collect(),
        triangles: (0..39).collect(),
        palette_indices: vec![[0, 1, 2, 3]; 40],
        submeshes: (0..3)
            .map(|i| Submesh {
                vertex_count: 40,
                bone_count: 7,
                centre_bone: 2 * i,
                ..Submesh::default()
            })
            .collect(),
        ..View::default()
    });
}

fn add_carried(model: &mut Model, on_axis: bool) {
    let shown = || Track {
        interpolation: Interpolation::Step,
        driver: Driver::Clip,
        keys: TrackKeys::Shared(list(&[(0, 1)])),
    };
    model.attachments.push(Attachment {
        path: Vec::new(),
        kind: 2,
        bone: BoneId(3),
        unknown: 0,
        position: Vec3::zeros(),
        visibility: shown(),
    });
    model.events.push(Event {
        tag: *b"$HIT",
        payload: 0,
        bone: BoneId(2),
        position: Vec3::zeros(),
        times: keyed(on_axis, Interpolation::Step, |_| ()),
    });
    model.lights.push(Light {
        kind: 1,
        bone: BoneId(1),
        position: Vec3::zeros(),
        ambient_colour: Track::default(),
        ambient_intensity: keyed(on_axis, Interpolation::Linear, |k| k as f32),
        diffuse_colour: Track::default(),
        diffuse_intensity: Track::default(),
        attenuation_start: Track::default(),
        attenuation_end: Track::default(),
        visibility: shown(),
    });
    model.ribbons.push(Ribbon {
        number: 0,
        bone: BoneId(4),
        position: Vec3::zeros(),
        textures: Vec::new(),
        materials: Vec::new(),
        colour: Track::default(),
        alpha: keyed(on_axis, Interpolation::Linear, |k| k as f32 * 0.1),
        height_above: Track::default(),
        height_below: Track::default(),
        edges_per_second: 0.0,
        edge_lifetime: 0.0,
        gravity: 0.0,
        rows: 1,
        columns: 1,
        texture_slot: Track::default(),
        visibility: shown(),
        priority_plane: 0,
        padding: 0,
    });
    model.cameras.push(Camera {
        name: Vec::new(),
        kind: 0,
        fov_rad: 0.9,
        far: 100.0,
        near: 0.1,
        position: Track::default(),
        position_base: Vec3::new(3.0, 0.0, 1.0),
        target: Track::default(),
        target_base: Vec3::zeros(),
        roll: Track::default(),
    });
    model.colours.push(ColourTracks {
        colour: keyed(on_axis, Interpolation::Linear, |k| {
            Vec3::new(k as f32 * 0.1, 0.0, 1.0)
        }),
        alpha: Track {
            interpolation: Interpolation::Linear,
            driver: Driver::Clip,
            keys: TrackKeys::Shared(list(&[(0, 1.0)])),
        },
    });
}
