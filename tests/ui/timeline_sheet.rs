//! Rows, places and hits of the dope sheet, as numbers.

use crate::timeline_model::{bone, crowded, key, model};
use bonewright::document::{TrackOwner, TrackPath};
use bonewright::editor::{SelectMode, Selection};
use bonewright::skeleton::BoneId;
use bonewright::ui::timeline::{
    KeyShape, OpenRows, PartGroup, RowFilter, RowId, SelectedTimes, Sheet, SheetArea, TimeAxis,
    keys_of_row_at, nearest,
};

fn sheet(filter: &RowFilter, open: &OpenRows) -> Sheet {
    Sheet::new(&model(), 0, &Selection::default(), filter, open)
}

fn opened(ids: &[RowId]) -> OpenRows {
    let mut open = OpenRows::default();
    for &id in ids {
        open.set(id, true);
    }
    open
}

fn labels(sheet: &Sheet) -> Vec<&str> {
    sheet.rows.iter().map(|row| row.label.as_str()).collect()
}

fn area() -> SheetArea {
    SheetArea {
        axis: TimeAxis {
            start_ms: 0.0,
            px_per_ms: 0.5,
        },
        row_height: 20.0,
        scroll_y: 0.0,
        width: 600.0,
        height: 100.0,
    }
}

#[test]
fn the_summary_has_every_time_once_and_groups_follow_the_bones() {
    let sheet = sheet(&RowFilter::default(), &OpenRows::default());
    assert_eq!(
        labels(&sheet),
        [
            "All keys",
            "Spine",
            "Arm_L",
            "Arm_R",
            "Colours",
            "Events",
            "Global loops",
            "Loop 0"
        ]
    );
    assert_eq!(
        sheet.row_times(&sheet.rows[0]),
        [0, 100, 250, 300, 400, 500, 750, 900, 1_000, 1_200]
    );
    assert_eq!(sheet.key_count, 5 + 3 + 3 + 3 + 2 + 3 + 2);
    assert_eq!(
        sheet.outside_count, 2,
        "one past the clip, one past its loop"
    );
}

#[test]
fn open_rows_show_their_channels_with_their_shapes_and_marks() {
    let texture = TrackOwner::TextureTransform(0);
    let open = opened(&[
        RowId::Owner(TrackOwner::Bone(BoneId(1))),
        RowId::Group(PartGroup::Events),
        RowId::Loop(0),
    ]);
    let sheet = sheet(&RowFilter::default(), &open);
    let row = |id| &sheet.rows[sheet.row_position(id).expect("the row is shown")];
    let rotation = row(RowId::Channel(bone(1, "rotation")));
    assert_eq!(
        (rotation.shape, rotation.label.as_str()),
        (KeyShape::Diamond, "Rotation")
    );
    let translation = row(RowId::Channel(bone(1, "translation")));
    assert_eq!(translation.shape, KeyShape::Circle);
    assert_eq!(sheet.row_position(RowId::Channel(bone(1, "scale"))), None);
    let spine = row(RowId::Owner(TrackOwner::Bone(BoneId(1))));
    assert_eq!(sheet.row_times(spine), [0, 250, 500, 750, 1_000]);
    let arm = row(RowId::Owner(TrackOwner::Bone(BoneId(3))));
    assert_eq!(arm.shape, KeyShape::Square, "all its tracks step");
    let lane = row(RowId::Loop(0));
    assert_eq!((lane.loop_ms, lane.is_shared), (Some(400), true));
    let path = TrackPath {
        owner: texture,
        channel: "translation",
    };
    let wave = row(RowId::Channel(path));
    assert_eq!(wave.label, "Texture transform 0 translation");
    assert_eq!(sheet.row_times(wave), [0, 400, 500]);
    let flag = row(RowId::Channel(TrackPath {
        owner: TrackOwner::Event(0),
        channel: "times",
    }));
    assert_eq!((flag.shape, flag.is_open), (KeyShape::Flag, None));
}

#[test]
fn filters_take_rows_out_of_the_summary_too() {
    let mut filter = RowFilter {
        name: "arm".to_owned(),
        ..RowFilter::default()
    };
    let arms = sheet(&filter, &OpenRows::default());
    assert_eq!(labels(&arms), ["All keys", "Arm_L", "Arm_R"]);
    assert_eq!(
        arms.row_times(&arms.rows[0]),
        [0, 100, 300, 500, 900, 1_200]
    );

    filter.name.clear();
    filter.selected_only = true;
    let mut selection = Selection::default();
    selection.select_bones([BoneId(0)], SelectMode::Replace);
    let open = opened(&[RowId::Owner(TrackOwner::Bone(BoneId(0)))]);
    let root = Sheet::new(&model(), 0, &selection, &filter, &open);
    let expected = ["All keys", "Root", "Translation", "Rotation", "Scale"];
    assert_eq!(
        labels(&root),
        expected,
        "a selected bone shows where keys could be"
    );

    filter = RowFilter {
        keyed_only: false,
        ..RowFilter::default()
    };
    let all = sheet(&filter, &OpenRows::default());
    assert!(labels(&all).contains(&"Tail"));
}

#[test]
fn children_are_below_their_parents_with_more_indentation() {
    let filter = RowFilter {
        keyed_only: false,
        ..RowFilter::default()
    };
    let sheet = sheet(&filter, &OpenRows::default());
    let bones: Vec<(&str, u8)> = sheet.rows[1..7]
        .iter()
        .map(|row| (row.label.as_str(), row.depth))
        .collect();
    let expected = [
        ("Root", 0),
        ("Spine", 1),
        ("Head", 2),
        ("Arm_L", 2),
        ("Arm_R", 2),
        ("Tail", 1),
    ];
    assert_eq!(bones, expected);
}

#[test]
fn a_closed_summary_hides_every_other_row() {
    let mut open = OpenRows::default();
    open.toggle(RowId::Summary);
    let sheet = sheet(&RowFilter::default(), &open);
    assert_eq!(labels(&sheet), ["All keys"]);
    assert_eq!(sheet.row_times(&sheet.rows[0]).len(), 10);
}

#[test]
fn a_clip_without_keys_and_a_wrong_clip_give_only_the_summary() {
    for clip in [1, 99] {
        let selection = Selection::default();
        let filter = RowFilter {
            name: "arm".to_owned(),
            ..RowFilter::default()
        };
        let sheet = Sheet::new(&model(), clip, &selection, &filter, &OpenRows::default());
        assert_eq!(labels(&sheet), ["All keys"]);
        assert_eq!(sheet.time_span_ms(), None);
    }
}

#[test]
fn the_nearest_key_within_reach_is_hit() {
    let sheet = sheet(&RowFilter::default(), &OpenRows::default());
    let area = area();
    // Row 1 is Spine; 250 ms is at 125 px.
    let hit = area.key_at(&sheet, 130.0, 30.0).expect("a hit");
    assert_eq!((hit.row, hit.time_ms), (1, 250));
    assert_eq!(area.key_at(&sheet, 140.0, 30.0), None);
    assert_eq!(
        area.key_at(&sheet, 125.0, 190.0),
        None,
        "below the last row"
    );
    assert_eq!(area.key_at(&sheet, 125.0, -5.0), None);
    assert_eq!(nearest(&[10, 20], 15.1), Some(20));
    assert_eq!(nearest(&[], 15.1), None);
}

#[test]
fn a_summary_key_stands_for_all_keys_of_its_time() {
    let sheet = sheet(&RowFilter::default(), &OpenRows::default());
    let keys = keys_of_row_at(&sheet, &sheet.rows[0], 500);
    assert_eq!(keys.len(), 5, "{keys:?}");
    assert!(keys.contains(&key(1, "rotation", 500)));
    assert!(keys.contains(&key(4, "rotation", 500)));
}

#[test]
fn a_box_takes_the_keys_of_the_rows_whose_middle_it_covers() {
    let sheet = sheet(&RowFilter::default(), &OpenRows::default());
    let area = area();
    // Rows Spine and Arm_L, from 200 to 600 ms, drawn upwards.
    let keys = area.keys_in_box(&sheet, (300.0, 55.0), (100.0, 25.0));
    let mut expected = vec![
        key(1, "rotation", 250),
        key(1, "rotation", 500),
        key(1, "translation", 500),
        key(3, "scale", 300),
    ];
    expected.sort_unstable();
    assert_eq!(keys, expected);
}

#[test]
fn only_rows_in_view_are_visible() {
    let mut area = area();
    assert_eq!(area.visible_rows(1_000), 0..5);
    area.scroll_y = 30.0;
    assert_eq!(area.visible_rows(1_000), 1..7);
    assert_eq!(area.visible_rows(3), 1..3);
    assert_eq!(area.max_scroll_y(1_000), 19_900.0);
    assert_eq!(area.max_scroll_y(2), 0.0);
}

#[test]
fn selected_times_of_a_row_are_those_of_its_channels() {
    let sheet = sheet(&RowFilter::default(), &OpenRows::default());
    let mut selection = Selection::default();
    let keys = [
        key(1, "rotation", 500),
        key(1, "translation", 500),
        key(1, "translation", 0),
        key(4, "rotation", 100),
    ];
    selection.select_keys(keys, SelectMode::Replace);
    let selected = SelectedTimes::new(&sheet, selection.keys());
    assert_eq!(selected.count(), 4);
    let mut times = Vec::new();
    selected.of_row(&sheet.rows[1], &mut times);
    assert_eq!(times, [0, 500]);
    selected.of_row(&sheet.rows[2], &mut times);
    assert!(times.is_empty());
}

#[test]
fn ten_thousand_keys_are_all_in_the_sheet() {
    let model = crowded(100, 100);
    let selection = Selection::default();
    let filter = RowFilter::default();
    let sheet = Sheet::new(&model, 0, &selection, &filter, &OpenRows::default());
    let bones = sheet
        .rows
        .iter()
        .filter(|row| row.label.starts_with("Bone_"));
    let count: usize = bones.map(|row| sheet.row_times(row).len()).sum();
    assert_eq!(count, 10_000);
}
