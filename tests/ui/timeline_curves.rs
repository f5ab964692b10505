//! Curves against closed forms and against the sampler.

use crate::timeline_model::{bone, editor, model};
use bonewright::anim::TrackRef;
use bonewright::document::TrackPath;
use bonewright::math::{Quat, Vec3, quat_from_euler_deg};
use bonewright::ui::curve_editor::{
    Curve, CurveId, KeyPart, PlotArea, RotationParts, ValueAxis, curves_of,
};
use bonewright::ui::timeline::{TimeAxis, TimelineView};

fn curves(path: TrackPath, parts: RotationParts) -> Vec<Curve> {
    curves_of(&model(), 0, path, parts)
}

#[test]
fn a_rotation_is_three_continuous_angles_that_hit_its_keys() {
    let curves = curves(bone(1, "rotation"), RotationParts::Euler);
    assert_eq!(curves.len(), 3);
    assert_eq!(curves[2].label, "Spine rotation Z");
    for (index, key) in curves[2].keys.iter().enumerate() {
        assert!((key.value - 30.0 * index as f64).abs() < 1e-3, "{key:?}");
    }
    // Linear between the keys of a turn about one axis.
    let value = curves[2].value_at(375.0).expect("a value");
    assert!((value - 45.0).abs() < 1e-2, "{value}");
    assert_eq!(curves[2].value_at(-50.0), Some(curves[2].keys[0].value));
}

#[test]
fn a_long_turn_is_one_line_without_a_snap() {
    let mut model = model();
    let turns = [0.0, 170.0, 340.0];
    if let bonewright::anim::TrackKeys::PerClip(lists) = &mut model.bone_tracks[1].rotation.keys {
        lists[0].times_ms = vec![0, 300, 600];
        lists[0].values = turns
            .map(|degrees| quat_from_euler_deg(&Vec3::new(0.0, 0.0, degrees)))
            .to_vec();
    }
    let curves = curves_of(&model, 0, bone(1, "rotation"), RotationParts::Euler);
    let keys: Vec<f64> = curves[2].keys.iter().map(|key| key.value).collect();
    for (value, expected) in keys.iter().zip(turns) {
        assert!((value - f64::from(expected)).abs() < 1e-2, "{keys:?}");
    }
    for pair in curves[2].line.windows(2) {
        assert!((pair[1].y - pair[0].y).abs() < 20.0, "{pair:?}");
    }
}

#[test]
fn quaternion_parts_are_as_stored() {
    let curves = curves(bone(1, "rotation"), RotationParts::Quaternion);
    let model = model();
    let Some(TrackRef::Rotation(track)) = model.track(bone(1, "rotation")) else {
        panic!("a rotation");
    };
    let stored: &[Quat] = &track.keys(0).expect("keys").values;
    for (index, q) in stored.iter().enumerate() {
        for (component, value) in q.coords.iter().enumerate() {
            assert_eq!(curves[component].keys[index].value, f64::from(*value));
        }
    }
}

#[test]
fn bezier_handles_are_its_control_points_and_the_line_is_its_curve() {
    let curves = curves(bone(1, "translation"), RotationParts::Euler);
    let first = curves[1].keys[0];
    assert_eq!(first.incoming, None, "nothing before the first key");
    let handle = first.outgoing.expect("a handle");
    assert!((handle.x - 500.0 / 3.0).abs() < 1e-9);
    assert_eq!(handle.y, 2.0);
    // Control points 0, 2, 0, 0 at the middle: 3/8 of 2.
    let value = curves[1].value_at(250.0).expect("a value");
    assert!((value - 0.75).abs() < 1e-5, "{value}");
}

#[test]
fn a_step_track_has_corners_and_events_have_no_curve() {
    let curves = curves(bone(3, "scale"), RotationParts::Euler);
    assert_eq!(curves[0].line.len(), 5);
    let owner = bonewright::document::TrackOwner::Event(0);
    let path = TrackPath::named(owner, "times").expect("a channel");
    assert!(curves_of(&model(), 0, path, RotationParts::Euler).is_empty());
}

#[test]
fn handles_are_hit_only_where_they_are_shown() {
    let curves = curves(bone(1, "translation"), RotationParts::Euler);
    let area = PlotArea {
        times: TimeAxis {
            start_ms: 0.0,
            px_per_ms: 0.5,
        },
        values: ValueAxis {
            bottom: -1.0,
            top: 3.0,
        },
        width: 600.0,
        height: 400.0,
    };
    let handle = curves[1].keys[0].outgoing.expect("a handle");
    let at = area.place(handle);
    assert_eq!(area.hit(&curves, at, |_| true, |_| false), None);
    let hit = area.hit(&curves, at, |_| true, |_| true).expect("a hit");
    assert_eq!((hit.part, hit.time_ms), (KeyPart::Outgoing, 0));
    let path = bone(1, "translation");
    let hidden = CurveId { path, component: 1 };
    assert_eq!(area.hit(&curves, at, |id| id != hidden, |_| true), None);
    let keys = area.keys_in_box(&curves, (240.0, 0.0), (260.0, 400.0), |_| true);
    assert_eq!(keys.len(), 1, "three curves, one key");
}

#[test]
fn the_view_of_an_alias_is_on_its_targets_keys() {
    let mut editor = editor();
    editor.handle(bonewright::editor::ViewIntent::SelectClip(bonewright::anim::ClipId(2)).into());
    let view = TimelineView::of(&editor);
    let shown = view.shown_clip().expect("a clip");
    assert_eq!((shown.clip.id.0, shown.key_clip.id.0), (2, 0));
    assert_eq!(shown.notices(), ["Alias: these are the keys of Walk"]);
}
