//! Whatever happens to the bytes: the rest opens, and what is wrong is said.

use crate::model::{Maker, sound_document, sound_model};
use crate::round_trip::bytes_of;
use bonewright::anim::ClipId;
use bonewright::document::{Document, ModelId, NativeFile, NativeRole, NativeSource};
use bonewright::project::{
    CONTAINER_VERSION, MAGIC, ModelPart, Opened, ReadError, SectionFault, SectionKind, Snapshot,
    encode, read,
};
use std::sync::Arc;
use xxhash_rust::xxh3::xxh3_64;

/// A line of the table and its bytes, taken apart by this test from the description of the file.
#[derive(Clone, Debug)]
pub struct Line {
    pub name: String,
    pub version: u16,
    pub codec: u8,
    pub raw_length: u64,
    pub stored: Vec<u8>,
    /// `None` for the right one.
    pub checksum: Option<u64>,
}

impl Line {
    pub fn new(name: &str, version: u16, stored: &[u8]) -> Self {
        Self {
            name: name.to_owned(),
            version,
            codec: 0,
            raw_length: stored.len() as u64,
            stored: stored.to_vec(),
            checksum: None,
        }
    }
}

fn number<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    bytes[at..at + N].try_into().expect("inside the file")
}

pub fn lines_of(bytes: &[u8]) -> Vec<Line> {
    assert_eq!(bytes[..8], MAGIC);
    assert_eq!(u32::from_le_bytes(number(bytes, 8)), CONTAINER_VERSION);
    let count = u32::from_le_bytes(number(bytes, 12));
    let table = u32::from_le_bytes(number(bytes, 16)) as usize;
    let (mut at, mut payload) = (32, 32 + table);
    let lines = (0..count)
        .map(|_| {
            let name_length = usize::from(u16::from_le_bytes(number(bytes, at)));
            let name =
                String::from_utf8(bytes[at + 2..at + 2 + name_length].to_vec()).expect("text");
            at += 2 + name_length;
            let stored = u64::from_le_bytes(number(bytes, at + 4)) as usize;
            let line = Line {
                name,
                version: u16::from_le_bytes(number(bytes, at)),
                codec: bytes[at + 2],
                raw_length: u64::from_le_bytes(number(bytes, at + 12)),
                stored: bytes[payload..payload + stored].to_vec(),
                checksum: None,
            };
            assert_eq!(
                u64::from_le_bytes(number(bytes, at + 20)),
                xxh3_64(&line.stored)
            );
            at += 28;
            payload += stored;
            line
        })
        .collect();
    assert_eq!(at, 32 + table);
    assert_eq!(
        bytes[payload..payload + table],
        bytes[32..32 + table],
        "the copy of the table"
    );
    lines
}

pub fn file_of(lines: &[Line]) -> Vec<u8> {
    let mut table = Vec::new();
    for line in lines {
        table.extend((line.name.len() as u16).to_le_bytes());
        table.extend(line.name.as_bytes());
        table.extend(line.version.to_le_bytes());
        table.extend([line.codec, 0]);
        table.extend((line.stored.len() as u64).to_le_bytes());
        table.extend(line.raw_length.to_le_bytes());
        table.extend(line.checksum.unwrap_or(xxh3_64(&line.stored)).to_le_bytes());
    }
    let mut head = CONTAINER_VERSION.to_le_bytes().to_vec();
    head.extend((lines.len() as u32).to_le_bytes());
    head.extend((table.len() as u32).to_le_bytes());
    head.extend([0; 4]);
    let checksum = xxh3_64(&[&head[..], &table].concat());
    head.extend(checksum.to_le_bytes());
    let mut file = [&MAGIC[..], &head, &table].concat();
    lines.iter().for_each(|line| file.extend(&line.stored));
    file.extend(&table);
    file.extend(&head);
    file.extend(b"BWP-END\n");
    file
}

pub fn with_table(bytes: &[u8], change: impl FnOnce(&mut Vec<Line>)) -> Vec<u8> {
    let mut lines = lines_of(bytes);
    assert_eq!(
        file_of(&lines),
        bytes,
        "the test writes what the program writes"
    );
    change(&mut lines);
    file_of(&lines)
}

/// Two models with native files, and a layout.
fn two_models() -> (Document, Vec<u8>) {
    let mut document = Document::new();
    for id in 0..2 {
        let mut model = sound_model(ModelId(id));
        model.title = format!("tube {id}");
        let file = |role, name: &str| NativeFile {
            role,
            name: name.to_owned(),
            bytes: Arc::from(name.as_bytes()),
        };
        model.native = Some(Arc::new(NativeSource {
            files: vec![
                file(NativeRole::Model, "Tube.m2"),
                file(NativeRole::Skin(0), "Tube00.skin"),
                file(NativeRole::Anim(ClipId(1)), "Tube0004-00.anim"),
            ],
        }));
        document.models.push(model);
    }
    let snapshot = Snapshot {
        editor: Some(b"layout"),
        ..Snapshot::of(&document)
    };
    let bytes = encode(&snapshot, Default::default())
        .expect("encodes")
        .to_vec();
    (document, bytes)
}

/// What must hold of a project whose section `kind` is gone: the rest is all there.
#[track_caller]
fn check_without(opened: &Opened, document: &Document, kind: SectionKind) {
    assert!(opened.document.check_invariants().is_empty());
    assert_eq!(opened.document.next_id, document.next_id);
    assert_eq!(opened.editor.is_some(), kind != SectionKind::Editor);
    let mut expected = document.clone();
    if let SectionKind::Model(index, part) = kind {
        let model = &mut expected.models[index as usize];
        match part {
            ModelPart::Core => {}
            ModelPart::Tracks => {
                model
                    .bone_tracks
                    .iter_mut()
                    .for_each(|tracks| *tracks = Default::default());
            }
            ModelPart::Mesh => {
                model.vertices = Default::default();
                model.views.clear();
                model.combos = Default::default();
            }
            ModelPart::Views => {
                model.views.clear();
                model.combos = Default::default();
            }
            ModelPart::Materials => {
                model.textures.clear();
                model.texture_weights.clear();
                model.materials.clear();
            }
            ModelPart::Nodes
            | ModelPart::Additions
            | ModelPart::SkinSettings
            | ModelPart::Opaque => {}
            ModelPart::Native => model.native = None,
        }
        if part == ModelPart::Core {
            expected.models.remove(index as usize);
        }
    }
    assert_eq!(opened.document, expected, "{kind}");
}

/// Changes each section in turn, and checks that it alone is lost and named.
fn check_each_section(change: impl Fn(&mut Line), expected: impl Fn(&SectionFault) -> bool) {
    let (document, bytes) = two_models();
    let count = lines_of(&bytes).len();
    assert_eq!(count, 2 + 2 * ModelPart::ALL.len());
    for index in 0..count {
        let mut name = String::new();
        let bytes = with_table(&bytes, |lines| {
            name.clone_from(&lines[index].name);
            change(&mut lines[index]);
        });
        let opened = read(&bytes).expect("the rest opens");
        let problem = opened
            .problems
            .first()
            .unwrap_or_else(|| panic!("{name} is not named"));
        assert_eq!(problem.section.to_string(), name);
        assert!(expected(&problem.fault), "{problem}");
        let sentence = problem.to_string();
        assert!(sentence.contains(&name), "{sentence}");
        if let SectionKind::Model(model, _) = problem.section {
            assert!(sentence.contains(&format!("tube {model}")), "{sentence}");
        }
        assert_eq!(opened.problems.len(), 1, "{:?}", opened.problems);
        check_without(&opened, &document, problem.section);
    }
}

#[test]
fn a_flipped_bit_costs_its_section_only() {
    check_each_section(
        |line| {
            line.checksum = Some(xxh3_64(&line.stored));
            let middle = line.stored.len() / 2;
            line.stored[middle] ^= 0x10;
        },
        |fault| *fault == SectionFault::Checksum,
    );
}

#[test]
fn a_section_cut_inside_with_a_right_checksum_costs_itself_only() {
    check_each_section(
        |line| {
            line.stored.pop();
            line.raw_length -= 1;
        },
        |fault| matches!(fault, SectionFault::Content(_)),
    );
}

#[test]
fn a_byte_too_many_costs_its_section_only() {
    check_each_section(
        |line| {
            line.stored.push(0);
            line.raw_length += 1;
        },
        |fault| matches!(fault, SectionFault::Content(_)),
    );
}

#[test]
fn a_wrong_raw_length_costs_its_section_only() {
    check_each_section(
        |line| line.raw_length += 1,
        |fault| matches!(fault, SectionFault::RawLength { .. }),
    );
}

#[test]
fn a_claim_to_unpack_to_gigabytes_costs_its_section_only() {
    check_each_section(
        |line| {
            line.codec = 1;
            line.raw_length = 1 << 30;
        },
        |fault| matches!(fault, SectionFault::TooLarge { .. }),
    );
}

#[test]
fn a_compressed_section_that_is_no_zstd_costs_itself_only() {
    check_each_section(
        |line| line.codec = 1,
        |fault| matches!(fault, SectionFault::Content(_)),
    );
}

#[test]
fn a_missing_section_costs_itself_only() {
    let (document, bytes) = two_models();
    for index in 0..lines_of(&bytes).len() {
        let mut name = String::new();
        let bytes = with_table(&bytes, |lines| name = lines.remove(index).name);
        let opened = read(&bytes).expect("the rest opens");
        if name == "editor" {
            // Not every project has a layout.
            assert_eq!(opened.problems, []);
            continue;
        }
        let [problem] = &opened.problems[..] else {
            panic!("{name}: {:?}", opened.problems);
        };
        assert_eq!(problem.section.to_string(), name);
        assert_eq!(problem.fault, SectionFault::Missing);
        check_without(&opened, &document, problem.section);
    }
}

#[test]
fn a_section_of_a_newer_version_keeps_the_file_closed_in_one_sentence() {
    let (_, bytes) = two_models();
    for index in 0..lines_of(&bytes).len() {
        for newer in [
            |line: &mut Line| line.version += 2,
            |line: &mut Line| line.codec = 2,
        ] {
            let mut name = String::new();
            let bytes = with_table(&bytes, |lines| {
                name.clone_from(&lines[index].name);
                newer(&mut lines[index]);
            });
            let error = read(&bytes).expect_err("kept closed");
            assert!(matches!(error, ReadError::NewerSection { .. }), "{error:?}");
            let sentence = error.to_string();
            assert!(
                sentence.contains(&name) && sentence.contains("newer version"),
                "{sentence}"
            );
        }
    }
}

#[test]
fn a_newer_file_is_refused_in_one_sentence() {
    let mut bytes = bytes_of(&sound_document());
    // A later frame may keep nothing but its first twelve bytes.
    bytes.truncate(5000);
    bytes[8..12].copy_from_slice(&9u32.to_le_bytes());
    let error = read(&bytes).expect_err("refused");
    assert_eq!(
        error,
        ReadError::NewerContainer {
            found: 9,
            supported: CONTAINER_VERSION
        }
    );
    assert!(error.to_string().contains("newer version of Bonewright"));
}

#[test]
fn the_order_of_sections_does_not_matter() {
    let (document, bytes) = two_models();
    let reversed = with_table(&bytes, |lines| lines.reverse());
    let opened = read(&reversed).expect("opens");
    assert_eq!(opened.problems, []);
    assert_eq!(opened.document, document);
}

#[test]
fn of_two_sections_of_one_name_the_first_counts() {
    let (document, bytes) = two_models();
    for index in 0..lines_of(&bytes).len() {
        let bytes = with_table(&bytes, |lines| {
            let mut second = lines[index].clone();
            second.stored.clear();
            second.raw_length = 0;
            lines.push(second);
        });
        let opened = read(&bytes).expect("opens");
        assert_eq!(opened.problems.len(), 1);
        assert_eq!(opened.problems[0].fault, SectionFault::Duplicate);
        assert_eq!(opened.document, document);
    }
}

#[test]
fn a_damaged_front_is_made_good_by_the_copy_of_the_table() {
    let (document, bytes) = two_models();
    let table_end = 32 + u32::from_le_bytes(number(&bytes, 16)) as usize;
    for at in 0..table_end {
        let mut bytes = bytes.clone();
        bytes[at] ^= 0x41;
        let opened = read(&bytes).expect("opens");
        assert_eq!(opened.problems.len(), 1, "byte {at}: {:?}", opened.problems);
        assert_eq!(opened.problems[0].section, SectionKind::Table);
        assert_eq!(opened.document, document);
    }
}

#[test]
fn a_file_cut_anywhere_opens_as_far_as_it_goes() {
    let (document, bytes) = two_models();
    let table_end = 32 + u32::from_le_bytes(number(&bytes, 16)) as usize;
    let mut best = 0;
    for length in (0..bytes.len()).step_by(61) {
        match read(&bytes[..length]) {
            Ok(opened) => {
                assert!(length >= table_end);
                assert!(opened.document.check_invariants().is_empty());
                best = best.max(opened.document.models.len());
                let damaged = opened
                    .problems
                    .iter()
                    .filter(|problem| matches!(problem.fault, SectionFault::Truncated { .. }));
                let rest = bytes.len() - table_end;
                if length < bytes.len() - table_end {
                    assert!(damaged.count() > 0, "cut at {length} of {rest}");
                }
            }
            Err(ReadError::NotAProject) => assert!(length < 8),
            Err(ReadError::TableDamaged { .. }) => assert!((8..table_end).contains(&length)),
            Err(other) => panic!("{other}"),
        }
    }
    assert_eq!(best, document.models.len());
}

#[test]
fn a_lost_manifest_still_gives_ids_that_were_never_given_out() {
    let mut document = sound_document();
    let mut bone = document.models[0].skeleton.bones[3].clone();
    bone.id = bonewright::skeleton::BoneId(0x1_0007);
    document.models[0].skeleton.bones.push(bone);
    document.models[0].bone_tracks.push(Default::default());
    document.next_id = 0x1_0008;
    let bytes = with_table(&bytes_of(&document), |lines| {
        lines.retain(|line| line.name != "manifest");
    });
    let opened = read(&bytes).expect("opens");
    assert_eq!(opened.document, document);
    assert_eq!(opened.problems.len(), 1);
}

#[test]
fn parts_that_do_not_go_together_are_emptied_and_named() {
    let sound = sound_document();
    let mut other = sound.clone();
    let model = &mut other.models[0];
    // More lists than the other model has clips, and fewer bones.
    model.clips.push(crate::model::clip(2, 5, 0, 10));
    model.skeleton.bones.truncate(2);
    model.bone_tracks.truncate(2);
    let lists = vec![Default::default(); 3];
    model.texture_weights[0].keys = bonewright::anim::TrackKeys::PerClip(lists);
    let others = lines_of(&bytes_of(&other));
    for part in ["tracks", "materials"] {
        let name = format!("models/0/{part}");
        let bytes = with_table(&bytes_of(&sound), |lines| {
            let place = lines
                .iter()
                .position(|line| line.name == name)
                .expect("there");
            lines[place] = others[place].clone();
        });
        let opened = read(&bytes).expect("opens");
        assert!(opened.document.check_invariants().is_empty());
        assert_eq!(opened.document.models.len(), 1);
        let problem = &opened.problems[0];
        assert_eq!(problem.section.to_string(), name);
        assert!(matches!(problem.fault, SectionFault::Unfit(_)), "{problem}");
    }
}

#[test]
fn sound_sections_of_another_save_are_noticed() {
    let document = sound_document();
    let mut other = document.clone();
    other.models[0].vertices.positions[0].x += 1.0;
    let others = lines_of(&bytes_of(&other));
    let bytes = with_table(&bytes_of(&document), |lines| {
        let place = lines
            .iter()
            .position(|line| line.name == "models/0/mesh")
            .expect("there");
        lines[place] = others[place].clone();
    });
    let opened = read(&bytes).expect("opens");
    assert_eq!(opened.problems.len(), 1);
    assert_eq!(opened.problems[0].fault, SectionFault::ContentHash);
}

#[test]
fn random_damage_gives_a_sound_document_or_an_error() {
    let mut random = Maker::new(77);
    let originals: Vec<Vec<u8>> = (0..12)
        .map(|seed| bytes_of(&Maker::new(seed).document()))
        .collect();
    let mut opened_count = 0;
    for round in 0..4000 {
        let mut bytes = originals[round % originals.len()].clone();
        if random.below(2) == 0 {
            // With checksums made right again, so that the damage reaches the schema.
            bytes = with_table(&bytes, |lines| {
                let line = random.below(lines.len());
                let line = &mut lines[line];
                for _ in 0..1 + random.below(3) {
                    if line.stored.is_empty() {
                        continue;
                    }
                    let at = random.below(line.stored.len());
                    line.stored[at] = [0, 1, 0x7F, 0xFF, random.next() as u8][random.below(5)];
                }
            });
        } else {
            for _ in 0..1 + random.below(4) {
                let at = random.below(bytes.len());
                bytes[at] = random.next() as u8;
            }
            if random.below(4) == 0 {
                bytes.truncate(random.below(bytes.len()));
            }
        }
        if let Ok(opened) = read(&bytes) {
            opened_count += 1;
            assert_eq!(opened.document.check_invariants(), []);
        }
    }
    assert!(opened_count > 2000, "only {opened_count} opened");
}

#[test]
fn random_bytes_are_no_project() {
    let mut random = Maker::new(5);
    for _ in 0..2000 {
        let mut bytes: Vec<u8> = (0..random.below(200))
            .map(|_| random.next() as u8)
            .collect();
        assert_eq!(
            read(&bytes).expect_err("no project"),
            ReadError::NotAProject
        );
        bytes.splice(..bytes.len().min(8), MAGIC);
        assert!(read(&bytes).is_err());
    }
}
