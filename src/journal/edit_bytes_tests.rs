//! Edits as bytes come back as they were, and nothing else comes back as an edit.

use super::edit_bytes::{read, write};
use crate::anim::{AnyKeys, ClipId, KeyList};
use crate::anim::{Clip, ClipFlags, Tangents};
use crate::document::{ModelId, TrackOwner, TrackPath};
use crate::edit::Edit;
use crate::math::{Aabb, Quat, Vec3};
use crate::mesh::{Influence, SLOTS};
use crate::skeleton::BoneId;
use crate::skeleton::{Bone, BoneFlags, BoneKind, BoneShape};

#[track_caller]
fn check_same(edit: &Edit) {
    let bytes = write(edit).expect("bytes");
    assert_eq!(read(&bytes).as_ref(), Ok(edit));
    for cut in 0..bytes.len() {
        assert!(read(&bytes[..cut]).is_err(), "cut at {cut}");
    }
}

const MODEL: ModelId = ModelId(3);

#[test]
fn every_owner_of_tracks_and_kind_of_keys_comes_back() {
    type Owner = fn(u32) -> TrackOwner;
    let owners: [Owner; 13] = [
        |index| TrackOwner::Bone(BoneId(index)),
        TrackOwner::Colour,
        TrackOwner::TextureWeight,
        TrackOwner::TextureTransform,
        TrackOwner::Attachment,
        TrackOwner::Event,
        TrackOwner::Light,
        TrackOwner::Camera,
        TrackOwner::Ribbon,
        TrackOwner::Particle,
        TrackOwner::Layer,
        TrackOwner::ModelEmitter,
        TrackOwner::SpriteEmitter,
    ];
    let list = |value: f32| KeyList {
        times_ms: vec![-5, 7],
        values: vec![value, -0.0],
        tangents: vec![
            Tangents {
                incoming: 1.0,
                outgoing: f32::MIN_POSITIVE,
            };
            2
        ],
    };
    for (index, owner) in (1..).zip(owners) {
        check_same(&Edit::SwapKeys {
            model: MODEL,
            path: TrackPath::named(owner(index), "rotation").expect("a channel"),
            clip: ClipId(9),
            keys: AnyKeys::Scalar(list(0.5)),
        });
    }
    let quat = KeyList {
        times_ms: vec![1],
        values: vec![Quat::identity()],
        tangents: Vec::new(),
    };
    let times = KeyList {
        times_ms: vec![1, 2],
        values: vec![(), ()],
        tangents: Vec::new(),
    };
    check_same(&Edit::ToggleLists {
        model: MODEL,
        position: 2,
        paths: vec![TrackPath::bone(BoneId(1), "scale")],
        lists: Some(vec![
            AnyKeys::Rotation(quat),
            AnyKeys::Event(times),
            AnyKeys::Integer(KeyList::default()),
            AnyKeys::Vector(KeyList::default()),
        ]),
    });
}

#[test]
fn bones_and_clips_come_back_with_every_field() {
    let bone = Bone {
        id: BoneId(70_000),
        name: Some("Hörn".to_owned()),
        parent: Some(BoneId(2)),
        pivot: Vec3::new(1.0, -0.0, 3.0),
        flags: BoneFlags(0x278),
        key_bone_id: -1,
        submesh_id: 4,
        name_crc: 5,
        kind: BoneKind::SpriteEmitter,
        shape: Some(BoneShape {
            colour: [1, 2, 3],
            length: 4.0,
            width: 0.5,
            rest_degrees: Vec3::new(10.0, 20.0, 30.0),
        }),
    };
    let clip = Clip {
        id: ClipId(5),
        name: Some("Dance".to_owned()),
        animation_id: 1,
        variation: 2,
        start_ms: -3,
        duration_ms: 4,
        move_speed: 5.0,
        flags: ClipFlags(6),
        frequency: 7,
        padding: 8,
        repeat: [9, 10],
        blend_time: 11,
        bounds: Aabb {
            min: Vec3::new(-1.0, -2.0, -3.0),
            max: Vec3::new(1.0, 2.0, 3.0),
        },
        bounds_radius: 12.0,
        variation_next: ClipId(13),
        alias_of: ClipId(14),
        rarity: 15.0,
        sync_point: 16,
    };
    let influence = Influence {
        bone: BoneId(3),
        weight: 0.25,
    };
    check_same(&Edit::Group(vec![
        Edit::SwapBone {
            model: MODEL,
            bone: Box::new(bone),
        },
        Edit::SwapClips {
            model: MODEL,
            clips: vec![clip],
            lookup: vec![ClipId(5), ClipId::NONE],
        },
        Edit::SwapInfluences {
            model: MODEL,
            vertices: vec![(1, [influence; SLOTS], Some(vec![influence; 2]))],
        },
        Edit::SwapCarriers {
            model: MODEL,
            carriers: vec![(TrackOwner::Light(2), BoneId(1))],
        },
        Edit::SwapKeyBones {
            model: MODEL,
            lookup: vec![BoneId(1), BoneId::NONE],
        },
        Edit::SwapPalettes {
            model: MODEL,
            bones: vec![BoneId(1)],
            centre_bones: vec![vec![1, 2], Vec::new()],
        },
    ]));
}

#[test]
fn groups_without_end_are_refused() {
    let mut bytes = Vec::new();
    for _ in 0..100_000 {
        bytes.extend(0u32.to_le_bytes());
        bytes.extend(1u32.to_le_bytes());
    }
    assert!(read(&bytes).is_err());
}
