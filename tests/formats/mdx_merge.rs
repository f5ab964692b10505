//! Laying an edited MDX record over the one a file had: what was not edited stays to the bit.

use bonewright::formats::mdx::{
    Bone, Extent, Geoset, Merge, RawTrack, RawValues, Sequence, Tracks,
};

use crate::mdx_made::{made_model, track};

/// A bone as read, and as an import that tidies up would export it untouched.
fn bone_and_fresh() -> (Bone, Bone) {
    let base = made_model().bones.remove(1);
    let mut fresh = base.clone();
    fresh.node.name[79] = 0;
    fresh.node.flags = 0;
    fresh.node.tail.clear();
    fresh.geoset_id = 3;
    (base, fresh)
}

fn overlaid<T: Merge>(mut edited: T, base: &T, fresh: &T) -> T {
    edited.overlay(base, fresh);
    edited
}

#[test]
fn an_untouched_record_becomes_what_the_file_had() {
    let (base, fresh) = bone_and_fresh();
    assert!(fresh != base);
    assert!(overlaid(fresh.clone(), &base, &fresh) == base);
}

#[test]
fn an_edited_field_stays_and_all_others_are_the_files() {
    let (base, fresh) = bone_and_fresh();
    let mut edited = fresh.clone();
    edited.node.parent_id = 77;
    let mut expected = base.clone();
    expected.node.parent_id = 77;
    assert!(overlaid(edited, &base, &fresh) == expected);
}

#[test]
fn records_in_a_list_go_by_place_only_if_no_list_is_longer() {
    let bounds = |radius| Extent {
        radius,
        ..Extent::default()
    };
    let base = Geoset {
        sequence_bounds: vec![bounds(1.0), bounds(2.0)],
        ..Geoset::default()
    };
    let fresh = Geoset {
        sequence_bounds: vec![bounds(1.5), bounds(2.5)],
        ..Geoset::default()
    };
    let mut edited = fresh.clone();
    edited.sequence_bounds[1] = bounds(9.0);
    let merged = overlaid(edited.clone(), &base, &fresh);
    assert_eq!(merged.sequence_bounds, [bounds(1.0), bounds(9.0)]);
    edited.sequence_bounds.push(bounds(3.0));
    let merged = overlaid(edited.clone(), &base, &fresh);
    assert_eq!(merged.sequence_bounds, edited.sequence_bounds);
}

#[test]
fn a_list_of_plain_numbers_is_one_value() {
    let of = |faces: &[u16]| Geoset {
        faces: faces.to_vec(),
        ..Geoset::default()
    };
    let (base, fresh) = (of(&[1, 2, 3]), of(&[3, 2, 1]));
    assert_eq!(overlaid(fresh.clone(), &base, &fresh).faces, [1, 2, 3]);
    assert_eq!(overlaid(of(&[3, 2, 2]), &base, &fresh).faces, [3, 2, 2]);
}

#[test]
fn tracks_keep_the_files_order_and_new_ones_come_last() {
    let file_order = [*b"KGSC", *b"KGTR", *b"KGRT"];
    let base = Tracks(file_order.map(|tag| track(tag, 1)).to_vec());
    let fresh = Tracks(
        [*b"KGTR", *b"KGRT", *b"KGSC"]
            .map(|tag| track(tag, 1))
            .to_vec(),
    );
    let mut edited = fresh.clone();
    edited.get_mut(b"KGTR").unwrap().times[1] = 2000;
    edited.0.retain(|track| track.tag != *b"KGRT");
    edited.0.insert(0, track(*b"KATV", 0));
    let merged = overlaid(edited, &base, &fresh);
    let tags: Vec<[u8; 4]> = merged.0.iter().map(|track| track.tag).collect();
    assert_eq!(tags, [*b"KGSC", *b"KGTR", *b"KATV"]);
    assert_eq!(merged.get(b"KGTR").unwrap().times, [-5, 2000]);
}

#[test]
fn a_track_that_the_import_left_out_stays() {
    let base = Tracks(vec![
        track(*b"KGTR", 1),
        track(*b"KGTR", 0),
        track(*b"KGSC", 0),
    ]);
    let fresh = Tracks(vec![track(*b"KGTR", 1)]);
    let mut edited = fresh.clone();
    edited.0[0].global_sequence = 1;
    let merged = overlaid(edited, &base, &fresh);
    assert_eq!(merged.0.len(), 3);
    assert_eq!(merged.0[0].global_sequence, 1);
    assert!(merged.0[1..] == base.0[1..]);
}

/// The values of a track of vectors.
fn vectors(track: &mut RawTrack) -> &mut Vec<[f32; 3]> {
    match &mut track.values {
        RawValues::Vector(keys) => &mut keys.values,
        _ => panic!("no track of vectors"),
    }
}

#[test]
fn a_changed_key_leaves_the_other_keys_as_the_file_has_them() {
    let mut base = track(*b"KGTR", 1);
    vectors(&mut base)[0] = [-0.0, 1.0, 2.0];
    let mut fresh = base.clone();
    vectors(&mut fresh)[0] = [0.0, 1.0, 2.0];
    let mut edited = fresh.clone();
    vectors(&mut edited)[1] = [7.0; 3];
    let mut merged = overlaid(edited, &base, &fresh);
    let values = vectors(&mut merged);
    assert!(values[0][0].is_sign_negative());
    assert_eq!(values[1], [7.0; 3]);
}

#[test]
fn keys_that_the_import_sorted_are_never_paired_with_the_files_times() {
    let mut base = track(*b"KGTR", 1);
    base.times = vec![1000, -5];
    let mut fresh = base.clone();
    fresh.times.reverse();
    vectors(&mut fresh).reverse();
    let mut edited = fresh.clone();
    vectors(&mut edited)[1] = [7.0; 3];
    assert!(overlaid(edited.clone(), &base, &fresh) == edited);
    assert!(overlaid(fresh.clone(), &base, &fresh) == base);
}

#[test]
fn an_interpolation_that_asks_for_tangents_does_not_come_back_without_them() {
    let base = track(*b"KGTR", 3);
    let fresh = track(*b"KGTR", 0);
    let mut edited = fresh.clone();
    edited.times[0] = 0;
    let merged = overlaid(edited.clone(), &base, &fresh);
    assert_eq!(merged.interpolation, 0);
    assert!(merged.values.same(&edited.values));
}

#[test]
fn equality_and_merge_go_by_bits() {
    let of = |rarity| Sequence {
        rarity,
        ..Sequence::default()
    };
    assert!(of(0.0) != of(-0.0));
    assert!(of(f32::NAN) == of(f32::NAN));
    let merged = overlaid(of(-0.0), &of(5.0), &of(0.0));
    assert_eq!(merged.rarity.to_bits(), (-0.0f32).to_bits());
    assert_eq!(overlaid(of(f32::NAN), &of(5.0), &of(f32::NAN)).rarity, 5.0);
}
