//! Every rule finds what it is for, at its place, and nothing in a sound model.

use crate::model::{Maker, clip, keys, sound_model};
use bonewright::anim::{ClipFlags, ClipId, Driver, Track, TrackKeys};
use bonewright::document::{
    Attachment, Event, Model, ModelId, NativeFile, NativeRole, NativeSource,
};
use bonewright::import_export::Profile;
use bonewright::math::{Quat, Vec3};
use bonewright::mesh::{Influence, TextureKind};
use bonewright::skeleton::BoneId;
use bonewright::validate::{Finding, LISTED_PER_CODE, Severity, Subject, validate};
use std::sync::Arc;

fn lines(findings: &[Finding]) -> Vec<String> {
    let line =
        |finding: &Finding| format!("{} {} {}", finding.severity, finding.code, finding.path);
    findings.iter().map(line).collect()
}

/// Changes a sound model and checks what is found in it.
#[track_caller]
fn check_findings(change: impl FnOnce(&mut Model), expected: &[&str]) {
    let mut model = sound_model(ModelId(0));
    change(&mut model);
    let findings = validate(&Subject::of(&model));
    assert_eq!(lines(&findings), expected, "{findings:?}");
    assert!(findings.iter().all(|finding| !finding.message.is_empty()));
}

fn rotation(model: &mut Model, bone: usize, clip: usize) -> &mut bonewright::anim::KeyList<Quat> {
    match &mut model.bone_tracks[bone].rotation.keys {
        TrackKeys::PerClip(lists) => &mut lists[clip],
        other => panic!("{other:?}"),
    }
}

fn event(bone: BoneId, times: &[i32]) -> Event {
    let list = keys(&times.iter().map(|&time| (time, ())).collect::<Vec<_>>());
    Event {
        tag: *b"$HIT",
        payload: 0,
        bone,
        position: Vec3::zeros(),
        times: Track {
            keys: TrackKeys::PerClip(vec![list]),
            ..Track::default()
        },
    }
}

#[test]
fn a_sound_model_has_no_findings() {
    check_findings(|_| {}, &[]);
}

#[test]
fn bones() {
    check_findings(
        |model| model.skeleton.bones[1].parent = Some(BoneId(3)),
        &[
            "error M2-BONE-CYCLE bones[2].parent",
            "warning M2-BONE-PARENT bones[1].parent",
        ],
    );
    check_findings(
        |model| model.skeleton.bones[2].parent = Some(BoneId(99)),
        &["error M2-BONE-PARENT bones[2].parent"],
    );
    check_findings(
        |model| {
            for id in 4..300 {
                let mut bone = model.skeleton.bones[3].clone();
                bone.id = BoneId(id);
                model.skeleton.bones.push(bone);
                model.bone_tracks.push(Default::default());
            }
            // Bones that move nothing may be as many as they like; 256 is one too high.
            let slot = &mut model.vertices.influences.slots[7][0];
            slot.bone = BoneId(255);
            let slot = &mut model.vertices.influences.slots[0][0];
            slot.bone = BoneId(256);
        },
        &["error M2-BONE-COUNT vertices[0].influences"],
    );
}

#[test]
fn weights() {
    let set = |weights: [f32; 4]| {
        move |model: &mut Model| {
            let slots = &mut model.vertices.influences.slots[5];
            for (slot, weight) in slots.iter_mut().zip(weights) {
                *slot = Influence {
                    bone: BoneId(0),
                    weight,
                };
            }
        }
    };
    let sum = "warning M2-WEIGHT-SUM vertices[5].influences";
    let bad = "error M2-WEIGHT-SUM vertices[5].influences";
    let third = 1.0 / 3.0;
    check_findings(set([third, third, third, 0.0]), &[]);
    check_findings(
        set([64.0 / 255.0, 64.0 / 255.0, 64.0 / 255.0, 63.0 / 255.0]),
        &[],
    );
    check_findings(set([0.999, 0.0, 0.0, 0.0]), &[]);
    check_findings(set([2.0, 1.0, 0.0, 0.0]), &[]);
    check_findings(set([0.9, 0.0, 0.0, 0.0]), &[sum]);
    check_findings(set([0.0; 4]), &[sum]);
    check_findings(set([f32::NAN, 1.0, 0.0, 0.0]), &[bad]);
    check_findings(set([1.5, -0.5, 0.0, 0.0]), &[bad]);
    check_findings(
        |model| {
            let more = Influence {
                bone: BoneId(1),
                weight: 0.0,
            };
            model.vertices.influences.overflow.insert(5, vec![more]);
        },
        &[],
    );
    check_findings(
        |model| {
            set([0.2; 4])(model);
            let more = Influence {
                bone: BoneId(1),
                weight: 0.2,
            };
            model.vertices.influences.overflow.insert(5, vec![more]);
        },
        &["warning M2-WEIGHT-COUNT vertices[5].influences"],
    );
    check_findings(
        |model| model.vertices.influences.slots[5][0].bone = BoneId(44),
        &["error M2-WEIGHT-BONE vertices[5].influences"],
    );
    check_findings(
        |model| model.vertices.normals[9].y = f32::INFINITY,
        &["error M2-VERTEX-FINITE vertices[9].normal"],
    );
}

#[test]
fn keyframes() {
    let at = "bones[1].rotation.clips[1].keys";
    check_findings(
        |model| rotation(model, 1, 1).times_ms = vec![0, 700, 400],
        &[&format!("error M2-KEYS-ORDER {at}[2]")],
    );
    check_findings(
        |model| rotation(model, 1, 1).times_ms = vec![0, 400, 400],
        &[&format!("warning M2-KEYS-ORDER {at}[2]")],
    );
    check_findings(
        |model| model.events = vec![event(BoneId(0), &[300, 200])],
        &["warning M2-KEYS-ORDER events[0].times.clips[0].keys[1]"],
    );
    check_findings(
        |model| rotation(model, 1, 1).times_ms = vec![-1, 0, 801],
        &[&format!("note M2-KEY-OUTSIDE-CLIP {at}[0]")],
    );
    check_findings(
        |model| {
            rotation(model, 1, 1).times_ms = vec![0, 1, 801];
            model.clips[1].flags = ClipFlags(ClipFlags::ALIAS);
            model.clips[1].alias_of = ClipId(0);
        },
        &[],
    );
    check_findings(
        |model| {
            model.clips[0].start_ms = 100;
            model.clips[1].start_ms = 2000;
            model.bone_tracks[3].scale.keys = TrackKeys::Axis(keys(
                &[100, 1100, 1101, 2000, 2800].map(|time| (time, Vec3::zeros())),
            ));
        },
        &["note M2-KEY-OUTSIDE-CLIP bones[3].scale.keys[2]"],
    );
    check_findings(
        |model| {
            let values = &mut rotation(model, 1, 1).values;
            values[0] = Quat::new(1.019, 0.0, 0.0, 0.0);
            values[1] = Quat::new(0.5, 0.0, 0.0, 0.0);
            values[2] = Quat::new(0.0, 0.0, 0.0, 0.0);
        },
        &[
            &format!("warning M2-QUATERNION-LENGTH {at}[1].value"),
            &format!("error M2-QUATERNION-LENGTH {at}[2].value"),
        ],
    );
    check_findings(
        |model| {
            model.global_loops_ms = vec![0, 500];
            model.bone_tracks[1].scale.driver = Driver::GlobalLoop(2);
            model.bone_tracks[2].scale.driver = Driver::GlobalLoop(1);
            model.bone_tracks[2].scale.keys =
                TrackKeys::Shared(keys(&[(0, Vec3::x()), (501, Vec3::x())]));
        },
        &[
            "note M2-KEY-OUTSIDE-CLIP bones[2].scale.keys[1]",
            "error M2-GLOBAL-LOOP bones[1].scale",
            "note M2-GLOBAL-LOOP global_loops[0]",
        ],
    );
}

#[test]
fn clips() {
    let alias = |model: &mut Model, index: usize, of: u32| {
        model.clips[index].flags = ClipFlags(ClipFlags::ALIAS);
        model.clips[index].alias_of = ClipId(of);
    };
    check_findings(
        |model| alias(model, 1, 9),
        &["error M2-CLIP-ALIAS clips[1].alias_of"],
    );
    check_findings(
        |model| {
            alias(model, 0, 1);
            alias(model, 1, 0);
        },
        &[
            "error M2-CLIP-ALIAS clips[0].alias_of",
            "error M2-CLIP-ALIAS clips[1].alias_of",
        ],
    );
    check_findings(
        |model| {
            model.clips[0].variation_next = ClipId(1);
            model.clips[1].variation_next = ClipId(8);
        },
        &[
            "warning M2-CLIP-VARIATION clips[0].variation_next",
            "error M2-CLIP-VARIATION clips[1].variation_next",
        ],
    );
    let native = |files: Vec<NativeFile>| Some(Arc::new(NativeSource { files }));
    let external = |model: &mut Model| {
        model.clips.push(clip(2, 60, 0, 500));
        model.clips[2].flags = ClipFlags(0);
        model.clip_lookup.clear();
    };
    check_findings(external, &[]);
    check_findings(
        |model| {
            external(model);
            model.native = native(vec![]);
        },
        &["warning M2-ANIM-MISSING clips[2]"],
    );
    check_findings(
        |model| {
            external(model);
            model.native = native(vec![NativeFile {
                role: NativeRole::Anim(ClipId(2)),
                name: "Tube0060-00.anim".to_owned(),
                bytes: Arc::from([]),
            }]);
        },
        &[],
    );
}

#[test]
fn lookups() {
    check_findings(
        |model| model.clip_lookup[4] = ClipId::NONE,
        &["warning M2-LOOKUP clips[1].animation_id"],
    );
    check_findings(
        |model| model.clip_lookup[2] = ClipId(12),
        &["error M2-LOOKUP clip_lookup[2]"],
    );
    // 0 and 4 share a slot of four: 4 is found one step on, then 5 (slot 1) two steps on.
    check_findings(
        |model| {
            model.clips.push(clip(2, 5, 0, 10));
            model.clip_lookup = vec![ClipId(0), ClipId(1), ClipId(2), ClipId::NONE];
        },
        &[],
    );
    check_findings(
        |model| {
            model.skeleton.key_bone_lookup[26] = BoneId(1);
            model.skeleton.key_bone_lookup[3] = BoneId(50);
        },
        &[
            "error M2-LOOKUP key_bone_lookup[3]",
            "warning M2-LOOKUP bones[0].key_bone_id",
        ],
    );
    let attachment = |kind, bone| Attachment {
        kind,
        bone,
        unknown: 0,
        position: Vec3::zeros(),
        visibility: Track::default(),
        path: Vec::new(),
    };
    check_findings(
        |model| {
            model.attachments = vec![attachment(0, BoneId(1)), attachment(2, BoneId(9))];
            model.attachment_lookup = vec![0, 2];
        },
        &[
            "error M2-LOOKUP attachment_lookup[1]",
            "warning M2-LOOKUP attachments[1].kind",
            "error M2-NODE-BONE attachments[1].bone",
        ],
    );
    check_findings(
        |model| model.events = vec![event(BoneId(9), &[1]), event(BoneId::NONE, &[1])],
        &["error M2-NODE-BONE events[0].bone"],
    );
}

#[test]
fn textures() {
    check_findings(
        |model| model.textures[0].path = vec![0],
        &["error M2-TEXTURE-NAME textures[0].path"],
    );
    check_findings(
        |model| model.textures[0].kind = TextureKind(1),
        &["note M2-TEXTURE-NAME textures[0].path"],
    );
    check_findings(
        |model| model.textures[0].path = vec![b'a', 0xFF, 0],
        &["warning M2-TEXTURE-NAME textures[0].path"],
    );
    let model = sound_model(ModelId(0));
    for (exists, expected) in [(true, 0), (false, 1)] {
        let texture_exists = |path: &str| {
            assert_eq!(path, "Tube\\Tube.blp");
            exists
        };
        let subject = Subject {
            texture_exists: Some(&texture_exists),
            ..Subject::of(&model)
        };
        let findings = validate(&subject);
        assert_eq!(findings.len(), expected);
        assert!(
            findings
                .iter()
                .all(|finding| finding.code == "M2-TEXTURE-MISSING")
        );
    }
}

#[test]
fn batches_and_tables() {
    let at = "views[0].batches[0]";
    check_findings(
        |model| {
            let batch = &mut model.views[0].batches[0];
            batch.submesh = 1;
            batch.material_index = 1;
            batch.colour_index = 0;
            batch.texture_count = 2;
            batch.texture_weight_combo_index = 1;
            batch.texture_transform_combo_index = 1;
        },
        &[
            &format!("error M2-COMBO-RANGE {at}.submesh"),
            &format!("error M2-COMBO-RANGE {at}.material_index"),
            &format!("error M2-COMBO-RANGE {at}.colour_index"),
            &format!("error M2-COMBO-RANGE {at}.texture_transform_combo_index"),
            &format!("error M2-COMBO-RANGE {at}.texture_weight_combo_index"),
            &format!("error M2-COMBO-RANGE {at}.texture_combo_index"),
            &format!("error M2-COMBO-RANGE {at}.texture_coord_combo_index"),
        ],
    );
    check_findings(|model| model.combos.texture_coords.clear(), &[]);
    check_findings(
        |model| {
            model.combos.textures[0] = 1;
            model.combos.texture_weights[0] = 0xFFFF;
            model.combos.texture_transforms[0] = 0;
            model.combos.bones.push(BoneId(80));
        },
        &[
            "warning M2-COMBO-RANGE combos.textures[0]",
            "warning M2-COMBO-RANGE combos.texture_transforms[0]",
            "error M2-COMBO-RANGE combos.bones[4]",
        ],
    );
}

#[test]
fn submeshes() {
    let at = "views[0].submeshes[0]";
    check_findings(
        |model| {
            let submesh = &mut model.views[0].submeshes[0];
            submesh.vertex_count += 1;
            submesh.triangle_count += 1;
        },
        &[
            &format!("error M2-SUBMESH-RANGE {at}.vertex_count"),
            &format!("error M2-SUBMESH-RANGE {at}.triangle_count"),
            &format!("error M2-SUBMESH-RANGE {at}.triangle_count"),
        ],
    );
    check_findings(
        |model| model.views[0].submeshes[0].level = 1,
        &[&format!("error M2-SUBMESH-RANGE {at}.triangle_count")],
    );
    check_findings(
        |model| model.views[0].submeshes[0].bone_count = 3,
        &[&format!("error M2-SUBMESH-RANGE {at}.bone_count")],
    );
    check_findings(
        |model| model.views[0].submeshes[0].bone_combo_index = 1,
        &[&format!("error M2-SUBMESH-RANGE {at}.bone_count")],
    );
    check_findings(
        |model| {
            model.views[0].vertex_indices[4] = 42;
            model.views[0].triangles[5] = 42;
            model.views[0].palette_indices.pop();
        },
        &[
            "error M2-SUBMESH-RANGE views[0].vertex_indices[4]",
            "error M2-SUBMESH-RANGE views[0].triangles[5]",
            "error M2-SUBMESH-RANGE views[0].palette_indices",
        ],
    );
}

#[test]
fn collision_and_name() {
    check_findings(
        |model| {
            model.collision.vertices = vec![Vec3::zeros(); 3];
            model.collision.indices = vec![0, 1, 3, 9];
        },
        &[
            "warning M2-COLLISION-RANGE collision.indices[2]",
            "warning M2-COLLISION-RANGE collision.indices",
            "warning M2-COLLISION-RANGE collision.normals",
        ],
    );
    check_findings(
        |model| model.name = b"Tube".to_vec(),
        &["note M2-NAME-JUNK name"],
    );
    check_findings(
        |model| model.name = vec![1, 0xFF, 0],
        &["note M2-NAME-JUNK name"],
    );
    check_findings(|model| model.name.clear(), &[]);
}

#[test]
fn many_findings_of_one_kind_end_in_a_count() {
    let mut model = sound_model(ModelId(0));
    model.vertices.influences.slots = vec![[Influence::NONE; 4]; 500];
    let found: Vec<Finding> = validate(&Subject::of(&model))
        .into_iter()
        .filter(|finding| finding.code == "M2-WEIGHT-SUM")
        .collect();
    assert_eq!(found.len(), LISTED_PER_CODE + 1);
    assert_eq!(found[LISTED_PER_CODE].message, "and 400 more of this kind");
    assert_eq!(found[LISTED_PER_CODE].severity, Severity::Warning);
}

#[test]
fn a_project_is_checked_as_what_its_models_are() {
    let mut model = sound_model(ModelId(0));
    model.skeleton.bones[2].parent = Some(BoneId(99));
    let subject = Subject {
        profile: Profile::Project,
        ..Subject::of(&model)
    };
    assert_eq!(validate(&subject), validate(&Subject::of(&model)));
    assert_eq!(validate(&subject).len(), 1);
}

#[test]
fn no_model_whatever_is_in_it_stops_the_rules() {
    for seed in 0..300 {
        let model = Maker::new(seed).model(0);
        for finding in validate(&Subject::of(&model)) {
            assert!(finding.code.starts_with("M2-"));
        }
    }
}

/// A sound MDX: two clips, and one track with a keyframe at both ends of each.
fn sound_mdx() -> Model {
    let mut model = sound_model(ModelId(0));
    model.format = bonewright::document::ModelFormat::Mdx { version: 800 };
    model.clips = vec![clip(0, 0, 0, 1000), clip(1, 4, 0, 1000)];
    model.clips[1].start_ms = 1000;
    model.global_loops_ms = vec![400];
    for tracks in &mut model.bone_tracks {
        *tracks = Default::default();
    }
    model.bone_tracks[1].rotation.keys = TrackKeys::Axis(at(&[0, 1000, 2000]));
    model.bone_tracks[2].rotation.keys = TrackKeys::Shared(at(&[0, 400]));
    model.bone_tracks[2].rotation.driver = Driver::GlobalLoop(0);
    model
}

fn at(times: &[i32]) -> bonewright::anim::KeyList<Quat> {
    keys(
        &times
            .iter()
            .map(|&time| (time, Quat::identity()))
            .collect::<Vec<_>>(),
    )
}

#[track_caller]
fn check_mdx(change: impl FnOnce(&mut Model), expected: &[(&str, &str)]) {
    let mut model = sound_mdx();
    change(&mut model);
    let findings = validate(&Subject::of(&model));
    let found: Vec<(String, String)> = lines(&findings)
        .into_iter()
        .zip(findings.iter().map(|finding| finding.message.clone()))
        .collect();
    let found: Vec<(&str, &str)> = found
        .iter()
        .map(|(a, b)| (a.as_str(), b.as_str()))
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn clips_on_one_axis_have_rules_of_their_own() {
    check_mdx(|_| {}, &[]);
    check_mdx(
        |model| {
            model.bone_tracks[1].rotation.keys = TrackKeys::Axis(at(&[0, 1000, 2000, 2500, 2600]))
        },
        &[(
            "note MDX-KEY-OUTSIDE-CLIP bones[1].rotation",
            "2 keyframes lie outside every clip, the first at 2500 ms",
        )],
    );
    check_mdx(
        |model| model.clips[1].duration_ms = (-300i32).cast_unsigned(),
        &[
            (
                "note MDX-KEY-OUTSIDE-CLIP bones[1].rotation",
                "1 keyframe lies outside every clip, at 2000 ms",
            ),
            (
                "warning MDX-CLIP-BACKWARDS clips[1]",
                "it ends 300 ms before it starts, so it shows its start only",
            ),
        ],
    );
    check_mdx(
        |model| {
            model.clips[1].duration_ms = 0;
            model.bone_tracks[1].rotation.keys = TrackKeys::Axis(at(&[0, 1000]));
        },
        &[(
            "note MDX-CLIP-LENGTH clips[1]",
            "its length is 0, so it shows a single moment",
        )],
    );
    check_mdx(
        |model| model.clips[0].duration_ms = 1400,
        &[(
            "note MDX-CLIP-OVERLAP clips[1]",
            "it shares 400 ms of the time axis with 'Stand': each plays the keyframes there",
        )],
    );
    check_mdx(
        |model| model.bone_tracks[1].rotation.keys = TrackKeys::Axis(at(&[0, 500, 400, 400, 1000])),
        &[
            (
                "note MDX-KEYS-ORDER bones[1].rotation",
                "keyframes that go back in time: 1",
            ),
            (
                "note MDX-KEYS-ORDER bones[1].rotation",
                "keyframes at the time of another: 1, the first at 400 ms",
            ),
        ],
    );
    check_mdx(
        |model| model.bone_tracks[1].rotation.keys = TrackKeys::Axis(at(&[0, 1200])),
        &[(
            "note MDX-CLIP-FIRST-KEY clips[1]",
            "1 track has no keyframe at its start: bones[1].rotation begins with its keyframe 200 ms later",
        )],
    );
    check_mdx(
        |model| model.bone_tracks[1].rotation.keys = TrackKeys::Axis(at(&[0])),
        &[(
            "note MDX-TRACK-SILENT bones[1].rotation",
            "without keyframes in 1 of 2 clips it is at rest there: 'Walk'",
        )],
    );
    check_mdx(
        |model| {
            model.global_loops_ms = vec![300, 0];
            model.bone_tracks[3].rotation.keys = TrackKeys::Shared(at(&[0]));
            model.bone_tracks[3].rotation.driver = Driver::GlobalLoop(7);
        },
        &[
            (
                "warning MDX-GLOBAL-LOOP bones[3].rotation",
                "it runs on loop 7, but there are 2: it stands still",
            ),
            (
                "note MDX-GLOBAL-LOOP global_loops[1]",
                "its length is 0, so its tracks stand still",
            ),
            (
                "note MDX-LOOP-KEY bones[2].rotation",
                "keyframes outside its loop of 300 ms: 1, the first at 400 ms",
            ),
        ],
    );
}
