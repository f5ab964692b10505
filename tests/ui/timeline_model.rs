//! A small model with keys of every kind, for the tests of the timeline.

use bonewright::anim::{
    BoneTracks, Clip, ClipFlags, ClipId, Driver, Interpolation, KeyList, Tangents, Track, TrackKeys,
};
use bonewright::document::{Document, Event, Model, ModelFormat, ModelId, TrackPath};
use bonewright::editor::{Editor, KeyRef};
use bonewright::math::{Aabb, Quat, Vec3, quat_from_euler_deg};
use bonewright::mesh::{ColourTracks, TextureTransform};
use bonewright::skeleton::{Bone, BoneFlags, BoneId, BoneKind};

/// Length of the first clip.
pub const WALK_MS: u32 = 1_000;

/// Names of the bones, a chain and two arms.
const BONES: [(&str, Option<u32>); 6] = [
    ("Root", None),
    ("Spine", Some(0)),
    ("Head", Some(1)),
    ("Arm_L", Some(1)),
    ("Arm_R", Some(1)),
    ("Tail", Some(0)),
];

fn clip(id: u32, name: &str, duration_ms: u32) -> Clip {
    Clip {
        id: ClipId(id),
        name: Some(name.to_owned()),
        animation_id: id as u16,
        variation: 0,
        start_ms: 0,
        duration_ms,
        move_speed: 0.0,
        flags: ClipFlags(ClipFlags::KEYS_INLINE),
        frequency: 32767,
        padding: 0,
        repeat: [0, 0],
        blend_time: 150,
        bounds: Aabb {
            min: Vec3::zeros(),
            max: Vec3::zeros(),
        },
        bounds_radius: 0.0,
        variation_next: ClipId::NONE,
        alias_of: ClipId::NONE,
        rarity: 0.0,
        sync_point: 0,
    }
}

fn per_clip<T>(interpolation: Interpolation, keys: KeyList<T>) -> Track<T> {
    Track {
        interpolation,
        driver: Driver::Clip,
        keys: TrackKeys::PerClip(vec![keys, KeyList::default(), KeyList::default()]),
    }
}

fn list<T: Copy>(times_ms: &[i32], value: impl Fn(usize) -> T) -> KeyList<T> {
    KeyList {
        times_ms: times_ms.to_vec(),
        values: (0..times_ms.len()).map(value).collect(),
        tangents: Vec::new(),
    }
}

/// A model with six bones and three clips; only the first, Walk, has keys; the third is its alias.
pub fn model() -> Model {
    let mut model = Model::new(ModelId(1), "Test", ModelFormat::M2 { version: 264 });
    model.clips = vec![
        clip(0, "Walk", WALK_MS),
        clip(1, "Stand", 2_000),
        clip(2, "Run", WALK_MS),
    ];
    model.clips[2].flags = ClipFlags(ClipFlags::KEYS_INLINE | ClipFlags::ALIAS);
    model.clips[2].alias_of = ClipId(0);
    model.global_loops_ms = vec![400];
    for (index, (name, parent)) in BONES.iter().enumerate() {
        model.skeleton.bones.push(Bone {
            id: BoneId(index as u32),
            name: Some((*name).to_owned()),
            parent: parent.map(BoneId),
            pivot: Vec3::new(0.0, 0.0, index as f32),
            flags: BoneFlags(0x200),
            key_bone_id: -1,
            submesh_id: 0,
            name_crc: 0,
            kind: BoneKind::Bone,
            shape: None,
        });
        model.bone_tracks.push(Default::default());
    }
    let turn =
        |index: usize| -> Quat { quat_from_euler_deg(&Vec3::new(0.0, 0.0, 30.0 * index as f32)) };
    model.bone_tracks[1].rotation = per_clip(
        Interpolation::Linear,
        list(&[0, 250, 500, 750, 1_000], turn),
    );
    let mut moves = list(&[0, 500, 1_000], |index| Vec3::new(index as f32, 0.0, 1.0));
    moves.tangents = vec![
        Tangents {
            incoming: Vec3::zeros(),
            outgoing: Vec3::new(0.5, 2.0, 1.0),
        };
        3
    ];
    model.bone_tracks[1].translation = per_clip(Interpolation::Bezier, moves);
    model.bone_tracks[3].scale = per_clip(
        Interpolation::Step,
        list(&[0, 300, 1_200], |_| Vec3::new(1.0, 1.0, 1.0)),
    );
    model.bone_tracks[4].rotation = per_clip(Interpolation::Linear, list(&[100, 500, 900], turn));
    model.colours = vec![ColourTracks {
        colour: Track::default(),
        alpha: per_clip(Interpolation::Linear, list(&[0, 500], |index| index as f32)),
    }];
    model.texture_transforms = vec![TextureTransform {
        translation: Track {
            interpolation: Interpolation::Linear,
            driver: Driver::GlobalLoop(0),
            keys: TrackKeys::Shared(list(&[0, 400, 500], |index| {
                Vec3::new(index as f32, 0.0, 0.0)
            })),
        },
        ..TextureTransform::default()
    }];
    model.events = vec![Event {
        tag: *b"$FSD",
        payload: 0,
        bone: BoneId(0),
        position: Vec3::zeros(),
        times: per_clip(Interpolation::Step, list(&[250, 750], |_| ())),
    }];
    model
}

/// A model with `bone_count` bones of `key_count` rotation keys each, 20 ms apart.
pub fn crowded(bone_count: u32, key_count: i32) -> Model {
    let mut model = model();
    model.skeleton.bones.clear();
    model.bone_tracks.clear();
    let times: Vec<i32> = (0..key_count).map(|index| index * 20).collect();
    for index in 0..bone_count {
        model.skeleton.bones.push(Bone {
            id: BoneId(index),
            name: Some(format!("Bone_{index}")),
            parent: index.checked_sub(1).map(BoneId),
            pivot: Vec3::zeros(),
            flags: BoneFlags(0),
            key_bone_id: -1,
            submesh_id: 0,
            name_crc: 0,
            kind: BoneKind::Bone,
            shape: None,
        });
        model.bone_tracks.push(BoneTracks {
            rotation: per_clip(Interpolation::Linear, list(&times, |_| Quat::identity())),
            ..BoneTracks::default()
        });
    }
    model.clips[0].duration_ms = (key_count * 20) as u32;
    model
}

fn axis<T: Copy>(
    interpolation: Interpolation,
    times: &[i32],
    value: impl Fn(usize) -> T,
) -> Track<T> {
    Track {
        interpolation,
        driver: Driver::Clip,
        keys: TrackKeys::Axis(list(times, value)),
    }
}

/// A model whose clips share one time axis.
///
/// Stand 333..1333, Walk 3333..4333, Attack right behind it to 5333, Death 5000..7000 over its end,
/// Portrait without length, Morph backwards; three keys outside them, two global loops.
pub fn axis_model() -> Model {
    let mut model = model();
    model.format = ModelFormat::Mdx { version: 800 };
    model.clips = [
        ("Stand", 333, 1000),
        ("Walk", 3333, 1000),
        ("Attack", 4333, 1000),
        ("Death", 5000, 2000),
        ("Portrait", 8200, 0),
        ("Morph", 10_000, -600i32),
    ]
    .into_iter()
    .zip(0..)
    .map(|((name, start_ms, length), id)| Clip {
        start_ms,
        alias_of: ClipId(id),
        ..clip(id, name, i32::cast_unsigned(length))
    })
    .collect();
    model.colours.clear();
    model.texture_transforms.clear();
    model.events.clear();
    model.global_loops_ms = vec![400, 0];
    for tracks in &mut model.bone_tracks {
        *tracks = BoneTracks::default();
    }
    let turn = |index: usize| quat_from_euler_deg(&Vec3::new(0.0, 0.0, 20.0 * index as f32));
    let walk = [
        333, 833, 1333, 2000, 3333, 3833, 4333, 4800, 5333, 6000, 7000, 8200, 9000,
    ];
    model.bone_tracks[1].rotation = axis(Interpolation::Linear, &walk, turn);
    model.bone_tracks[3].rotation =
        axis(Interpolation::Linear, &[333, 1333, 3400, 3900, 4300], turn);
    model.bone_tracks[4].translation = axis(Interpolation::Step, &[3333, 4000, 9000], |index| {
        Vec3::new(index as f32, 0.0, 0.0)
    });
    let looped = |number, times: &[i32]| Track {
        interpolation: Interpolation::Linear,
        driver: Driver::GlobalLoop(number),
        keys: TrackKeys::Shared(list(times, turn)),
    };
    model.bone_tracks[5].rotation = looped(0, &[0, 200, 400]);
    model.bone_tracks[2].rotation = looped(1, &[0]);
    model
}

/// An editor with [`model`] open and Walk selected.
pub fn editor() -> Editor {
    editor_on(model())
}

/// An editor with a model open and its first clip selected.
pub fn editor_on(model: Model) -> Editor {
    let mut document = Document::new();
    document.models.push(model);
    Editor::with_document(document)
}

/// Key times of a track of the first model in Walk.
pub fn times(editor: &Editor, path: TrackPath) -> Vec<i32> {
    let model = editor.model().expect("a model");
    model.track(path).expect("the track").times_ms(0).to_vec()
}

/// A channel of the bone with this number.
pub fn bone(index: u32, channel: &'static str) -> TrackPath {
    TrackPath::bone(BoneId(index), channel)
}

/// A key of a channel of a bone.
pub fn key(index: u32, channel: &'static str, time_ms: i32) -> KeyRef {
    KeyRef {
        path: bone(index, channel),
        time_ms,
    }
}
