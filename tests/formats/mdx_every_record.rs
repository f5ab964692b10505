//! The made MDX: every field where the format has it, what the layout keeps, and what is refused.

use bonewright::formats::mdx::{
    Bone, ChunkPlace, CollisionShape, FixedText, Helper, MdxFile, ModelInfo, RawKeys, RawTrack,
    RawValues, Record, TRACK_TAGS, Tracks,
};
use bonewright::formats::{FormatError, FormatErrorKind};

use crate::mdx_made::{made_model, node, track};

/// The made model in bytes and as read from them.
fn written() -> (Vec<u8>, MdxFile) {
    let bytes = made_model().write().unwrap();
    let file = MdxFile::read(&bytes).unwrap();
    (bytes, file)
}

/// Where the contents of the first chunk of a name begin.
fn chunk_at(bytes: &[u8], wanted: &[u8; 4]) -> usize {
    let mut at = 4;
    while bytes[at..at + 4] != *wanted {
        at += 8 + u32_at(bytes, at + 4) as usize;
    }
    at + 8
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())
}

fn f32_at(bytes: &[u8], at: usize) -> f32 {
    f32::from_bits(u32_at(bytes, at))
}

#[test]
fn a_made_model_reads_back_as_it_was() {
    let (bytes, file) = written();
    let mut expected = made_model();
    expected.layout = file.layout.clone();
    assert!(file == expected);
    assert!(file.write().unwrap() == bytes);
}

#[test]
fn a_file_from_nothing_has_its_chunks_in_the_usual_order() {
    let (_, file) = written();
    let tags: Vec<_> = file
        .layout
        .iter()
        .filter_map(ChunkPlace::known_tag)
        .collect();
    assert_eq!(tags, MdxFile::CHUNK_ORDER);
    let order: Vec<u8> = MdxFile::CHUNK_ORDER.concat();
    assert_eq!(
        String::from_utf8(order).unwrap(),
        "VERSMODLSEQSGLBSMTLSTEXSTXANGEOSGEOABONELITEHELPATCHPIVTPREMPRE2RIBBCAMSEVTSCLID"
    );
}

#[test]
fn a_file_with_nothing_has_a_version_and_a_model() {
    let bytes = MdxFile::empty().write().unwrap();
    assert_eq!(bytes.len(), 4 + 12 + 8 + 372);
    assert_eq!(bytes[..16], *b"MDLXVERS\x04\0\0\0\x20\x03\0\0");
    assert_eq!(bytes[16..24], *b"MODL\x74\x01\0\0");
    let again = MdxFile::read(&bytes).unwrap();
    assert_eq!(again.info, ModelInfo::default());
}

#[test]
fn every_track_of_the_format_is_in_the_made_model_once_or_more() {
    let (bytes, _) = written();
    for (tag, _) in TRACK_TAGS {
        assert!(
            bytes.windows(4).any(|word| word == tag),
            "{}",
            tag.escape_ascii()
        );
    }
}

#[test]
fn fields_are_where_the_format_has_them() {
    let (bytes, file) = written();
    let node_size = |at: usize| u32_at(&bytes, at) as usize;
    let model = chunk_at(&bytes, b"MODL");
    assert_eq!(f32_at(&bytes, model + 340), 50.0);
    assert_eq!(u32_at(&bytes, model + 368), 150);
    let sequence = chunk_at(&bytes, b"SEQS") + 132;
    assert_eq!(u32_at(&bytes, sequence + 80), 100);
    assert_eq!(f32_at(&bytes, sequence + 96), 4.0);
    assert_eq!(f32_at(&bytes, sequence + 104), 40.0);
    let material = chunk_at(&bytes, b"MTLS");
    assert_eq!(bytes[material + 12..material + 20], *b"LAYS\x02\0\0\0");
    assert_eq!(f32_at(&bytes, material + 20 + 24), 0.5);
    assert_eq!(bytes[material + 48..material + 52], *b"KMTF");
    let texture = chunk_at(&bytes, b"TEXS");
    assert_eq!(bytes[texture..texture + 8], *b"\x01\0\0\0Text");
    assert_eq!(u32_at(&bytes, texture + 264), 1);
    let animation = chunk_at(&bytes, b"GEOA");
    assert_eq!(u32_at(&bytes, animation + 8), 2);
    assert_eq!(bytes[animation + 28..animation + 32], *b"KGAC");
    let bone = chunk_at(&bytes, b"BONE");
    assert_eq!(bytes[bone + 96..bone + 100], *b"KGTR");
    assert_eq!(u32_at(&bytes, bone + node_size(bone)), u32::MAX);
    assert_eq!(u32_at(&bytes, bone + node_size(bone) + 4), 0);
    let light = chunk_at(&bytes, b"LITE") + 4;
    let behind = light + node_size(light);
    assert_eq!(f32_at(&bytes, behind + 40), 0.125);
    assert_eq!(bytes[behind + 44..behind + 48], *b"KLAS");
    let attachment = chunk_at(&bytes, b"ATCH") + 4;
    let behind = attachment + node_size(attachment);
    assert_eq!(u32_at(&bytes, behind + 260), 6);
    let emitter = chunk_at(&bytes, b"PREM") + 4;
    let behind = emitter + node_size(emitter);
    assert_eq!(f32_at(&bytes, behind + 280), 60.0);
    let emitter = chunk_at(&bytes, b"PRE2") + 4;
    let behind = emitter + node_size(emitter);
    assert_eq!(bytes[behind + 92..behind + 95], [255, 128, 1]);
    assert_eq!(f32_at(&bytes, behind + 95), 10.0);
    assert_eq!(u32_at(&bytes, behind + 163) as i32, -3);
    assert_eq!(bytes[behind + 171..behind + 175], *b"KP2S");
    let ribbon = chunk_at(&bytes, b"RIBB") + 4;
    let behind = ribbon + node_size(ribbon);
    assert_eq!(f32_at(&bytes, behind + 48), -3.0);
    let camera = chunk_at(&bytes, b"CAMS");
    assert_eq!(f32_at(&bytes, camera + 96), 0.8);
    assert_eq!(f32_at(&bytes, camera + 116), 60.0);
    assert_eq!(bytes[camera + 120..camera + 124], *b"KCTR");
    let event = chunk_at(&bytes, b"EVTS");
    let behind = event + node_size(event);
    assert_eq!(bytes[behind..behind + 12], *b"KEVT\x03\0\0\0\0\0\0\0");
    assert_eq!(file.collision_shapes[2].points[1], [0.0; 3]);
    assert_eq!(ModelInfo::LEAST, 372);
}

#[test]
fn keys_are_time_value_and_tangents() {
    let mut file = MdxFile::empty();
    let mut helper = Helper::default();
    helper.node.tracks = Tracks(vec![track(*b"KGSC", 2), track(*b"KGTR", 1)]);
    file.helpers.push(helper);
    let bytes = file.write().unwrap();
    let at = chunk_at(&bytes, b"HELP") + 96;
    assert_eq!(bytes[at..at + 12], *b"KGSC\x02\0\0\0\x02\0\0\0");
    assert_eq!(u32_at(&bytes, at + 16) as i32, -5);
    let values: Vec<f32> = (0..9)
        .map(|index| f32_at(&bytes, at + 20 + 4 * index))
        .collect();
    assert_eq!(values, [1.0, 2.0, 3.0, 1.0, 2.0, 3.0, 4.0, 4.0, 4.0]);
    assert_eq!(u32_at(&bytes, at + 16 + 40), 1000);
    assert_eq!(bytes[at + 96..at + 100], *b"KGTR");
    assert_eq!(f32_at(&bytes, at + 96 + 20), 1.0);
    assert_eq!(u32_at(&bytes, at + 96 + 32), 1000);
}

/// The bytes of one chunk.
fn chunk(tag: &[u8; 4], contents: &[u8]) -> Vec<u8> {
    let size = (contents.len() as u32).to_le_bytes();
    [tag.as_slice(), &size, contents].concat()
}

/// A file of these chunks.
fn file_of(chunks: &[Vec<u8>]) -> Vec<u8> {
    [b"MDLX".to_vec(), chunks.concat()].concat()
}

fn version() -> Vec<u8> {
    chunk(b"VERS", &800u32.to_le_bytes())
}

#[test]
fn order_unknown_empty_and_doubled_chunks_and_a_rest_are_kept() {
    let bytes = file_of(&[
        chunk(b"INFO", b"made by hand"),
        chunk(b"GLBS", &[1, 0, 0, 0, 2, 0, 0, 0, 0xee]),
        chunk(b"VERS", b"\x20\x03\0\0more"),
        chunk(b"PREM", b""),
        chunk(b"PIVT", &[0; 12]),
        chunk(b"VERS", b"\x21\x03\0\0"),
        chunk(b"GLBS", &[3, 0, 0, 0]),
        chunk(b"PREM", b""),
        chunk(b"\0\xff\0\0", b""),
        b"end....".to_vec(),
    ]);
    let mut file = MdxFile::read(&bytes).unwrap();
    assert_eq!(file.global_sequences, [1, 2, 3]);
    assert_eq!(file.layout.len(), 10);
    assert!(file.write().unwrap() == bytes);

    file.global_sequences.push(4);
    file.helpers.push(Helper::default());
    file.pivots.clear();
    let again = MdxFile::read(&file.write().unwrap()).unwrap();
    assert_eq!(again.global_sequences, [1, 2, 3, 4]);
    let expected: Vec<&[u8]> = vec![
        b"INFO",
        b"GLBS",
        b"VERS",
        b"PREM",
        b"VERS",
        b"GLBS",
        b"HELP",
        b"PREM",
        b"\0\xff\0\0",
        b"rest",
    ];
    let tags: Vec<[u8; 4]> = again.layout.iter().map(place_name).collect();
    assert_eq!(tags, expected);

    file.global_sequences.truncate(1);
    let again = MdxFile::read(&file.write().unwrap()).unwrap();
    assert_eq!(again.global_sequences, [1]);
    assert_eq!(again.layout.len(), 9, "the second list of clocks is gone");
}

fn place_name(place: &ChunkPlace) -> [u8; 4] {
    match place {
        ChunkPlace::Known { tag, .. } | ChunkPlace::Opaque { tag, .. } => *tag,
        ChunkPlace::Rest(_) => *b"rest",
    }
}

#[test]
fn fixed_texts_keep_what_stands_behind_their_end() {
    let (bytes, file) = written();
    let sequence = chunk_at(&bytes, b"SEQS");
    assert_eq!(bytes[sequence..sequence + 6], *b"Stand\0");
    assert_eq!(bytes[sequence + 79], 0xcd);
    assert_eq!(file.sequences[0].name.text(), "Stand");
}

#[track_caller]
fn check_error(error: FormatError, sentence: &str) {
    assert_eq!(error.to_string(), sentence);
}

#[test]
fn errors_name_part_offset_and_reason() {
    let read = |chunks: &[Vec<u8>]| MdxFile::read(&file_of(chunks)).unwrap_err();
    check_error(
        MdxFile::read(b"MD").unwrap_err(),
        "At byte 0: the file should begin with \"MDLX\", but begins with \"MD\\x00\\x00\".",
    );
    check_error(read(&[]), "At byte 4: the file has no \"VERS\" part.");
    check_error(
        read(&[chunk(b"VERS", &1300u32.to_le_bytes())]),
        "At byte 12: this is version 1300 of the format, and only version 800 is read.",
    );
    let mut cut = chunk(b"SEQS", &[0; 132]);
    cut.truncate(100);
    check_error(
        read(&[version(), cut]),
        "SEQS at byte 20: 132 bytes are needed, but the file has only 92 left there.",
    );
    check_error(
        read(&[version(), chunk(b"MODL", &[0; 371])]),
        "info.blend_ms at byte 392: 4 bytes are needed, \
         but the part they lie in has only 3 left there.",
    );
    check_error(
        read(&[version(), chunk(b"HELP", &[95; 100])]),
        "helpers[0].node at byte 24: 1600085855 bytes are needed, \
         but the part they lie in has only 100 left there.",
    );
    check_error(
        read(&[version(), chunk(b"MTLS", &[19, 0, 0, 0, 0, 0, 0, 0])]),
        "materials[0] at byte 24: the size is 19, but must not be below 20.",
    );
    check_error(
        read(&[
            version(),
            chunk(b"MTLS", b"\x14\0\0\0\0\0\0\0\0\0\0\0LAYZ\0\0\0\0"),
        ]),
        "materials[0].layers at byte 36: \"LAYS\" has to be here, but \"LAYZ\" is.",
    );
}

#[test]
fn a_count_that_can_not_be_is_refused_where_it_stands() {
    let (bytes, _) = written();
    let check = |at: usize, sentence: &str| {
        let mut damaged = bytes.clone();
        damaged[at..at + 4].copy_from_slice(&[0xff; 4]);
        let error = MdxFile::read(&damaged).unwrap_err();
        let text = error.to_string();
        assert!(text.starts_with(sentence), "{text}");
        assert_eq!(error.offset, at, "{text}");
    };
    let bone = chunk_at(&bytes, b"BONE");
    check(bone + 100, "bones[0].node.tracks[0] at byte");
    let material = chunk_at(&bytes, b"MTLS");
    check(material + 16, "materials[0].layers at byte");
    let geoset = chunk_at(&bytes, b"GEOS");
    check(geoset + 8, "geosets[0].vertices at byte");
    let event = chunk_at(&bytes, b"EVTS");
    let behind = event + u32_at(&bytes, event) as usize;
    check(behind + 4, "events[0].times at byte");
}

#[test]
fn what_would_read_as_something_else_is_not_written() {
    let refused = |change: fn(&mut MdxFile)| {
        let mut file = made_model();
        change(&mut file);
        file.write().unwrap_err()
    };
    let ambiguous = |tag| FormatErrorKind::Ambiguous { tag };
    let error = refused(|file| file.bones[0].node.tail = b"KGTR............".to_vec());
    assert_eq!(error.kind, ambiguous(*b"KGTR"));
    let error = refused(|file| file.bones[1].node.tracks.0[0].tag = *b"KGRT");
    assert_eq!(error.kind, ambiguous(*b"KGRT"));
    assert_eq!(error.chunk, "bones[1].node.tracks[0]");
    let error = refused(|file| {
        let (tag, bytes) = (*b"BONE", Vec::new());
        file.layout.push(ChunkPlace::Opaque { tag, bytes });
    });
    assert_eq!(error.kind, ambiguous(*b"BONE"));
    let error = refused(|file| file.layout.push(ChunkPlace::of(*b"WHAT")));
    assert_eq!(error.kind, ambiguous(*b"WHAT"));
    let error = refused(|file| file.layout.push(ChunkPlace::Rest(vec![65; 8])));
    assert_eq!(error.kind, ambiguous(*b"AAAA"));
    let error = refused(|file| file.version = 900);
    assert!(error.to_string().contains("version 900"), "{error}");
    let error = refused(|file| file.collision_shapes[0].shape = 4);
    assert!(error.to_string().contains("shape is 4"), "{error}");
}

#[test]
fn keys_without_a_value_or_tangent_are_not_written() {
    let refused = |change: fn(&mut RawTrack)| {
        let mut file = MdxFile::empty();
        let mut changed = track(*b"KGTR", 2);
        change(&mut changed);
        let mut bone = Bone::default();
        bone.node.tracks.0.push(changed);
        file.bones.push(bone);
        file.write().unwrap_err().to_string()
    };
    let text = refused(|track| track.times.push(4));
    assert!(
        text.contains("2 values can't be written with 3 keys"),
        "{text}"
    );
    let text = refused(|track| track.interpolation = 1);
    assert!(
        text.contains("2 pairs of tangents can't be written with 0 keys"),
        "{text}"
    );
    let text = refused(|track| {
        track.values = RawValues::Vector(RawKeys {
            values: vec![[0.0; 3]; 2],
            tangents: vec![],
        });
    });
    assert!(
        text.contains("0 pairs of tangents can't be written with 2 keys"),
        "{text}"
    );
}

#[test]
fn a_sphere_has_one_point_and_a_box_no_radius() {
    let size = |shape| {
        let mut file = MdxFile::empty();
        file.collision_shapes.push(CollisionShape {
            shape,
            ..CollisionShape::default()
        });
        file.write().unwrap().len() - MdxFile::empty().write().unwrap().len() - 8 - 96
    };
    assert_eq!([0, 1, 2, 3].map(size), [28, 28, 20, 32]);
}

#[test]
fn a_track_that_is_too_short_for_its_head_is_kept_as_bytes() {
    let mut file = MdxFile::empty();
    let mut helper = Helper {
        node: node("Short", 0),
    };
    helper.node.tail = b"KGTR\x01\0\0\0\0\0\0\0\0\0\0".to_vec();
    file.helpers.push(helper.clone());
    let again = MdxFile::read(&file.write().unwrap()).unwrap();
    assert!(again.helpers == [helper]);
}
