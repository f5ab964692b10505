//! A made model with every record: sizes, places of fields, both writers.

use bonewright::formats::m2::{
    AnimSet, Attachment, Batch, Bone, Camera, Color, Event, Light, M2Array, M2Bytes, M2File,
    Material, Particle, Place, Record, Ribbon, Sequence, ShadowBatch, SkinFile, Submesh, Texture,
    TextureTransform, TextureWeight, VERSION_264, Vertex, external_sequences, view_count,
};
use bonewright::formats::{FormatError, FormatErrorKind};

use crate::made_model::{ALIAS, EXTERNAL, constant, keyed, made_model, made_skin};

fn written() -> (M2Bytes, M2File) {
    let bytes = made_model().write_fresh().unwrap();
    let file = M2File::read(&bytes.model, &bytes.anim_set()).unwrap();
    (bytes, file)
}

fn u32_at(bytes: &[u8], offset: usize) -> usize {
    u32::from_le_bytes(bytes[offset..offset + 4].try_into().unwrap()) as usize
}

fn f32_at(bytes: &[u8], offset: usize) -> f32 {
    f32::from_bits(u32_at(bytes, offset) as u32)
}

#[test]
fn records_have_the_sizes_of_the_format() {
    let sizes = [
        (Sequence::SIZE, 64),
        (Bone::SIZE, 88),
        (Vertex::SIZE, 48),
        (Color::SIZE, 40),
        (Texture::SIZE, 16),
        (TextureWeight::SIZE, 20),
        (TextureTransform::SIZE, 60),
        (Material::SIZE, 4),
        (Attachment::SIZE, 40),
        (Event::SIZE, 36),
        (Light::SIZE, 156),
        (Camera::SIZE, 100),
        (Ribbon::SIZE, 176),
        (Particle::SIZE, 476),
        (M2File::SIZE + 4, 304),
        (Submesh::SIZE, 48),
        (Batch::SIZE, 24),
        (ShadowBatch::SIZE, 12),
        (SkinFile::SIZE + 4, 48),
    ];
    for (index, (found, expected)) in sizes.into_iter().enumerate() {
        assert_eq!(found, expected, "record {index}");
    }
}

#[test]
fn a_made_model_reads_back_as_it_was_made() {
    let (bytes, file) = written();
    assert!(file == made_model());
    assert!(file.write_over(&bytes).unwrap() == bytes);
    assert!(file.write_fresh().unwrap() == bytes);
    assert_eq!(bytes.anims.keys().copied().collect::<Vec<_>>(), [EXTERNAL]);
    assert_eq!(view_count(&bytes.model).unwrap(), 1);
    let external = external_sequences(&bytes.model).unwrap();
    assert_eq!(
        (external.len(), external[0].index, external[0].id),
        (1, EXTERNAL, 4)
    );
}

#[test]
fn header_blocks_are_where_the_format_has_them() {
    let (bytes, file) = written();
    let model = &bytes.model;
    let blocks = [
        (0x08, file.name.items.len()),
        (0x14, file.global_sequences.items.len()),
        (0x1c, file.sequences.items.len()),
        (0x24, file.sequence_lookup.items.len()),
        (0x2c, file.bones.items.len()),
        (0x34, file.key_bone_lookup.items.len()),
        (0x3c, file.vertices.items.len()),
        (0x48, file.colors.items.len()),
        (0x50, file.textures.items.len()),
        (0x58, file.texture_weights.items.len()),
        (0x60, file.texture_transforms.items.len()),
        (0x68, file.replaceable_lookup.items.len()),
        (0x70, file.materials.items.len()),
        (0x78, file.bone_combos.items.len()),
        (0x80, file.texture_combos.items.len()),
        (0x88, file.texture_coord_combos.items.len()),
        (0x90, file.texture_weight_combos.items.len()),
        (0x98, file.texture_transform_combos.items.len()),
        (0xd8, file.collision_indices.items.len()),
        (0xe0, file.collision_vertices.items.len()),
        (0xe8, file.collision_normals.items.len()),
        (0xf0, file.attachments.items.len()),
        (0xf8, file.attachment_lookup.items.len()),
        (0x100, file.events.items.len()),
        (0x108, file.lights.items.len()),
        (0x110, file.cameras.items.len()),
        (0x118, file.camera_lookup.items.len()),
        (0x120, file.ribbons.items.len()),
        (0x128, file.particles.items.len()),
        (0x130, 2),
    ];
    for (offset, count) in blocks {
        assert!(count > 0, "nothing in the block at {offset:#x}");
        assert_eq!(u32_at(model, offset), count, "count at {offset:#x}");
        let start = u32_at(model, offset + 4);
        assert!(
            start >= 312 && start.is_multiple_of(16) && start < model.len(),
            "offset at {offset:#x}"
        );
    }
    assert_eq!(f32_at(model, 0xb8), 3.5);
    assert_eq!(f32_at(model, 0xd4), 1.75);
}

#[test]
fn fields_of_long_records_are_where_the_format_has_them() {
    let (bytes, _) = written();
    let model = &bytes.model;
    let record = |header: usize| u32_at(model, header + 4);
    let ribbon = record(0x120);
    assert_eq!(u32_at(model, ribbon + 20), 2);
    assert_eq!(f32_at(model, ribbon + 116), 30.0);
    assert_eq!(f32_at(model, ribbon + 124), -1.0);
    assert_eq!(model[ribbon + 128..ribbon + 132], [2, 0, 3, 0]);
    assert_eq!(model[ribbon + 132..ribbon + 136], [1, 0, 0, 0]);
    assert_eq!(model[ribbon + 172..ribbon + 176], [0xfe, 0xff, 9, 0]);
    let particle = record(0x128);
    assert_eq!(u32_at(model, particle + 24), 10);
    assert_eq!(
        model[particle + 40..particle + 52],
        [4, 3, 11, 0, 1, 2, 255, 255, 4, 0, 8, 0]
    );
    assert_eq!(f32_at(model, particle + 172), 0.2);
    assert_eq!(f32_at(model, particle + 196), 3.0);
    assert_eq!(u32_at(model, particle + 260), 3);
    assert_eq!(f32_at(model, particle + 308), 0.01);
    assert_eq!(u32_at(model, particle + 316), 3);
    assert_eq!(f32_at(model, particle + 348), 0.6);
    assert_eq!(f32_at(model, particle + 392), 1.0);
    assert_eq!(f32_at(model, particle + 428), 10.0);
    assert_eq!(u32_at(model, particle + 448), 2);
    assert_eq!(model[particle + 456..particle + 460], [1, 0, 255, 255]);
    let light = record(0x108);
    assert_eq!(model[light..light + 4], [1, 0, 255, 255]);
    assert_eq!(model[light + 136..light + 140], [1, 0, 255, 255]);
    let camera = record(0x110);
    assert_eq!(f32_at(model, camera + 36), 3.0);
    assert_eq!(f32_at(model, camera + 76), 1.0);
    assert_eq!(model[camera + 80..camera + 84], [1, 0, 255, 255]);
    let bone = record(0x2c);
    assert_eq!(u32_at(model, bone + 12), 0x1234_5678);
    assert_eq!(f32_at(model, bone + 84), 1.5);
    let event = record(0x100);
    assert_eq!(model[event..event + 4], *b"$HIT");
    let sequence = record(0x1c);
    assert_eq!(f32_at(model, sequence + 56), 4.0);
    assert_eq!(model[sequence + 60..sequence + 62], [255, 255]);
}

#[test]
fn keys_of_each_sequence_lie_where_its_flags_say() {
    let (_, file) = written();
    let place =
        |index: usize, track: &M2Array<M2Array<u32>>| track.items[index].origin.unwrap().place;
    let external = Place::Anim(EXTERNAL as u32);
    let tracks = [
        &file.bones.items[1].translation.times,
        &file.colors.items[0].rgb.times,
        &file.texture_weights.items[0].weight.times,
        &file.texture_transforms.items[0].rotation.times,
        &file.attachments.items[0].visibility.times,
        &file.events.items[0].track.times,
        &file.lights.items[0].visibility.times,
        &file.cameras.items[0].roll.times,
        &file.ribbons.items[0].alpha.times,
        &file.particles.items[0].enabled.times,
    ];
    for track in tracks {
        let places: Vec<Place> = (0..track.items.len())
            .map(|index| place(index, track))
            .collect();
        assert_eq!(
            places,
            [Place::Model, external, Place::Unread, Place::Model]
        );
    }
    assert_eq!(place(0, &file.bones.items[0].scale.times), Place::Model);
    assert_eq!(place(0, &file.colors.items[0].alpha.times), Place::Model);
}

#[test]
fn an_only_list_of_keys_is_in_the_model_even_if_the_first_sequence_is_not() {
    let mut made = made_model();
    made.sequences.items[0].flags = 0;
    let bytes = made.write_fresh().unwrap();
    assert_eq!(
        bytes.anims.keys().copied().collect::<Vec<_>>(),
        [0, EXTERNAL]
    );
    let file = M2File::read(&bytes.model, &bytes.anim_set()).unwrap();
    assert!(file == made);
    let place = |list: &M2Array<M2Array<u32>>| list.items[0].origin.unwrap().place;
    assert_eq!(place(&file.bones.items[0].rotation.times), Place::Anim(0));
    assert_eq!(place(&file.bones.items[0].scale.times), Place::Model);
    assert_eq!(place(&file.colors.items[0].alpha.times), Place::Model);
    assert_eq!(
        place(&file.particles.items[0].horizontal_range.times),
        Place::Model
    );

    let partial = M2File::read(&bytes.model, &AnimSet::new()).unwrap();
    assert_eq!(partial.bones.items[0].scale, made.bones.items[0].scale);
    assert_eq!(partial.colors.items[0].alpha, made.colors.items[0].alpha);
    assert!(partial.bones.items[0].rotation.times.items[0].is_unread());
}

#[test]
fn the_only_sequence_may_have_its_keys_in_an_anim_file() {
    let mut made = made_model();
    made.sequences.items = vec![made.sequences.items[EXTERNAL]];
    made.bones.items[0].rotation = constant([1, 2, 3, 4]);
    let mut only = M2File::empty(VERSION_264);
    only.sequences = made.sequences;
    only.bones = vec![made.bones.items.remove(0)].into();
    let bytes = only.write_fresh().unwrap();
    assert_eq!(bytes.anims.keys().copied().collect::<Vec<_>>(), [0]);
    let file = M2File::read(&bytes.model, &bytes.anim_set()).unwrap();
    assert!(file == only);
    let origin = file.bones.items[0].rotation.times.items[0].origin;
    assert_eq!(origin.unwrap().place, Place::Anim(0));
}

/// A change of one block.
type Change = fn(&mut M2File);

#[test]
fn a_change_of_any_block_is_written_by_both_writers() {
    let changes: [Change; 22] = [
        |file| file.name.items.extend_from_slice(b"More\0"),
        |file| file.flags ^= 1,
        |file| file.global_sequences.items[1] = 70,
        |file| file.sequences.items[3].duration_ms = 7,
        |file| file.sequence_lookup.items.truncate(5),
        |file| file.bones.items[1].rotation.values.items[EXTERNAL].items[1] = [9; 4],
        |file| file.bones.items[0].translation = keyed([[5.0; 3], [6.0; 3]]),
        |file| file.bones.items.push(file.bones.items[0].clone()),
        |file| file.vertices.items[2].uvs[1][1] = 0.125,
        |file| file.colors.items[0].alpha.values.items[0].items.push(3),
        |file| file.textures.items[0].name.items.clear(),
        |file| file.texture_weights.items[0].weight.global_sequence = 1,
        |file| file.texture_transforms.items.clear(),
        |file| {
            file.materials.items.push(Material {
                flags: 0,
                blend_mode: 4,
            })
        },
        |file| file.collision_normals.items[0][1] = -0.0,
        |file| file.attachments.items[0].visibility.times.items[0].items[1] = 3,
        |file| file.events.items[0].track.times.items[3].items.clear(),
        |file| file.lights.items[0].attenuation_end.values.items[0].items[0] = 9.0,
        |file| file.cameras.items[0].roll.values.items[EXTERNAL].items[0].in_tangent = 1.0,
        |file| file.ribbons.items[0].textures.items.extend([0; 9]),
        |file| file.particles.items[0].tail_cells.values.items[2] = 6,
        |file| file.texture_combiner_combos = Some(vec![1, 2, 3].into()),
    ];
    let (bytes, file) = written();
    for (index, change) in changes.into_iter().enumerate() {
        let mut changed = file.clone();
        change(&mut changed);
        assert!(changed != file, "change {index} changes nothing");
        let over = changed.write_over(&bytes).unwrap();
        assert!(over != bytes, "change {index} is not written");
        let again = M2File::read(&over.model, &over.anim_set()).unwrap();
        assert!(again == changed, "change {index} reads differently");
        let laid_out = changed.write_fresh().unwrap();
        let again = M2File::read(&laid_out.model, &laid_out.anim_set()).unwrap();
        assert!(again == changed, "change {index} laid out anew");
    }
}

#[test]
fn an_array_that_grows_and_shrinks_again_goes_back_to_its_place() {
    let (bytes, mut file) = written();
    file.vertices.items.push(Vertex::default());
    let grown = file.write_over(&bytes).unwrap();
    assert_eq!(u32_at(&grown.model, 0x40) % 16, 0);
    assert!(u32_at(&grown.model, 0x40) >= bytes.model.len());
    file.vertices.items.truncate(2);
    let shrunk = file.write_over(&bytes).unwrap();
    assert_eq!(u32_at(&shrunk.model, 0x40), u32_at(&bytes.model, 0x40));
    let left = u32_at(&shrunk.model, 0x40) + 2 * 48;
    assert_eq!(shrunk.model[left..left + 48], bytes.model[left..left + 48]);
    file.vertices.items.push(file.vertices.items[0]);
    assert!(file.write_over(&bytes).unwrap() == bytes);
}

#[test]
fn arrays_that_share_bytes_are_parted_by_a_change() {
    let (mut bytes, _) = written();
    bytes.model.copy_within(0x90..0x98, 0x80);
    let mut file = M2File::read(&bytes.model, &bytes.anim_set()).unwrap();
    assert!(file.write_over(&bytes).unwrap() == bytes);
    file.texture_combos.items[0] = 77;
    let over = file.write_over(&bytes).unwrap();
    let again = M2File::read(&over.model, &over.anim_set()).unwrap();
    assert_eq!(again.texture_combos.items, [77]);
    assert_eq!(again.texture_weight_combos.items, [0]);
}

#[test]
fn raw_counts_and_offsets_of_an_alias_are_kept() {
    let (mut bytes, file) = written();
    let header = file.bones.items[0].rotation.values.origin.unwrap().offset as usize + ALIAS * 8;
    bytes.model[header..header + 8].copy_from_slice(&[9, 0, 0, 0, 0xff, 0xff, 0xff, 0x7f]);
    let mut file = M2File::read(&bytes.model, &bytes.anim_set()).unwrap();
    assert!(file.bones.items[0].rotation.values.items[ALIAS].is_unread());
    assert!(file.write_over(&bytes).unwrap() == bytes);
    file.sequences.items[ALIAS].flags = Sequence::KEYS_IN_MODEL;
    let over = file.write_over(&bytes).unwrap();
    assert_eq!(over.model[header..header + 8], [0; 8]);
    assert!(M2File::read(&over.model, &over.anim_set()).unwrap() == file);
}

#[test]
fn without_its_anim_file_a_sequence_is_left_unread_and_written_back() {
    let (bytes, file) = written();
    let without = M2Bytes {
        model: bytes.model.clone(),
        ..M2Bytes::default()
    };
    let mut partial = M2File::read(&bytes.model, &AnimSet::new()).unwrap();
    assert!(partial != file);
    assert!(partial.bones.items[0].rotation.values.items[EXTERNAL].is_unread());
    assert!(partial.write_over(&without).unwrap() == without);
    partial.bones.items[0].rotation.values.items[0].items[0] = [3; 4];
    let over = partial.write_over(&without).unwrap();
    assert!(over.anims.is_empty());
    let again = M2File::read(&over.model, &bytes.anim_set()).unwrap();
    let mut expected = file;
    expected.bones.items[0].rotation.values.items[0].items[0] = [3; 4];
    assert!(again == expected);
}

#[test]
fn the_flag_decides_about_the_combiner_combos() {
    let mut file = made_model();
    file.flags = 0;
    let bytes = file.write_fresh().unwrap();
    let again = M2File::read(&bytes.model, &bytes.anim_set()).unwrap();
    assert_eq!(again.texture_combiner_combos, None);
    assert_eq!(u32_at(&bytes.model, 0x0c), 304);
    file.flags = M2File::HAS_COMBINER_COMBOS;
    file.texture_combiner_combos = None;
    let bytes = file.write_fresh().unwrap();
    let again = M2File::read(&bytes.model, &bytes.anim_set()).unwrap();
    assert_eq!(again.texture_combiner_combos, Some(M2Array::default()));
}

#[test]
fn a_made_skin_reads_back_with_either_header() {
    for skin in [
        made_skin(),
        SkinFile {
            shadow_batches: None,
            ..made_skin()
        },
    ] {
        let bytes = skin.write_fresh().unwrap();
        let again = SkinFile::read(&bytes).unwrap();
        assert!(again == skin);
        assert!(again.write_over(&bytes).unwrap() == bytes);
        let first = if skin.shadow_batches.is_some() {
            64
        } else {
            48
        };
        assert_eq!(u32_at(&bytes, 8), first);
    }
}

#[track_caller]
fn check_error(error: FormatError, kind: FormatErrorKind, sentence: &str) {
    assert_eq!(error.kind, kind);
    assert_eq!(error.to_string(), sentence);
}

#[test]
fn errors_name_part_offset_and_reason() {
    let (bytes, file) = written();
    let mut model = bytes.model.clone();
    model[4..8].copy_from_slice(&272u32.to_le_bytes());
    check_error(
        M2File::read(&model, &AnimSet::new()).unwrap_err(),
        FormatErrorKind::UnsupportedVersion { version: 272 },
        "At byte 4: version 272 of this format isn't supported.",
    );
    check_error(
        M2File::read(b"SKIN", &AnimSet::new()).unwrap_err(),
        FormatErrorKind::BadMagic {
            expected: *b"MD20",
            found: *b"SKIN",
        },
        "At byte 0: the file should begin with \"MD20\", but begins with \"SKIN\".",
    );
    let header = file.bones.items[1].rotation.times.origin.unwrap().offset as usize;
    let mut model = bytes.model.clone();
    let far = (model.len() as u32 - 4).to_le_bytes();
    model[header + 4..header + 8].copy_from_slice(&far);
    check_error(
        M2File::read(&model, &bytes.anim_set()).unwrap_err(),
        FormatErrorKind::Truncated {
            needed: 8,
            available: 4,
        },
        &format!(
            "bones[1].rotation.times[0] at byte {}: 8 bytes are needed, \
             but the file has only 4 left there.",
            model.len() - 4
        ),
    );
    let mut anims = bytes.anims.clone();
    anims.get_mut(&EXTERNAL).unwrap().truncate(4);
    let cut = M2Bytes {
        model: bytes.model.clone(),
        anims,
    };
    let error = M2File::read(&cut.model, &cut.anim_set()).unwrap_err();
    assert!(error.to_string().contains("(.anim file)"), "{error}");
}
