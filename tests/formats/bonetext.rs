//! Text skeletons: what is read, what is refused and where, and that any bytes are one or the other.

use super::random::Random;
use bonewright::formats::bonetext::{BoneLine, BoneTextErrorKind, SkeletonFile};

const LAMP: &str = "bonetext 1
# A lamp.

bone 1 \"Base\"  parent none  position 0 0 0.5   # on the table
bone 2 Stem      parent 1     position 0 0 0.1  rotation 0 -90 0  length 0.4 width 0.05 colour 230 180 60
bone 9 \"Lid \\\"x\\\"\" color 1 2 3 parent 2
";

#[track_caller]
fn check_fault(text: &str, line: usize, column: usize, says: &str) {
    let error = SkeletonFile::read(text.as_bytes()).expect_err(text);
    assert_eq!((error.line, error.column), (line, column), "{error}");
    let sentence = error.to_string();
    assert!(
        sentence.contains(says) && sentence.ends_with('.'),
        "{sentence}"
    );
}

#[test]
fn a_skeleton_is_read_with_its_comments_and_written_back_as_typed() {
    for text in [
        LAMP.to_owned(),
        LAMP.replace('\n', "\r\n"),
        format!("\u{feff}{LAMP}"),
    ] {
        let file = SkeletonFile::read(text.as_bytes()).expect("it is sound");
        assert_eq!(file.write(), text.as_bytes());
        let bones: Vec<&BoneLine> = file.bones().collect();
        assert_eq!(bones.len(), 3);
        assert_eq!(
            *bones[1],
            BoneLine {
                id: 2,
                name: "Stem".to_owned(),
                parent: Some(1),
                position: [0.0, 0.0, 0.1],
                rotation: Some([0.0, -90.0, 0.0]),
                length: Some(0.4),
                width: Some(0.05),
                colour: Some([230, 180, 60]),
            }
        );
        assert_eq!(bones[2].name, "Lid \"x\"");
        assert_eq!(
            (bones[2].colour, bones[2].rotation),
            (Some([1, 2, 3]), None)
        );
        assert_eq!((bones[0].parent, bones[2].parent), (None, Some(2)));
    }
}

#[test]
fn a_changed_bone_keeps_the_comment_and_line_end_of_its_line() {
    let mut file = SkeletonFile::read(LAMP.replace('\n', "\r\n").as_bytes()).unwrap();
    let mut bone = file.lines[3].bone.clone().unwrap();
    bone.name = "Foot".to_owned();
    file.lines[3].set(bone);
    let text = String::from_utf8(file.write()).unwrap();
    let line = text.split('\n').nth(3).unwrap();
    assert_eq!(
        line,
        "bone 1 \"Foot\" parent none position 0 0 0.5  # on the table\r"
    );
}

#[test]
fn a_fault_is_told_with_its_line_and_column() {
    check_fault("", 1, 1, "\"bonetext 1\"");
    check_fault("bone 1 \"a\"\n", 1, 1, "\"bonetext 1\"");
    check_fault("# c\nbonetext 1\n", 1, 1, "\"bonetext 1\"");
    check_fault("bonetext 2\n", 1, 10, "version");
    check_fault("bonetext 1 x\n", 1, 12, "\"bonetext 1\"");
    check_fault("bonetext 1\njoint 1 a\n", 2, 1, "not with \"joint\"");
    check_fault("bonetext 1\n  bone\n", 2, 7, "the bone's number");
    check_fault("bonetext 1\nbone -1 a\n", 2, 6, "\"-1\" stands where");
    check_fault("bonetext 1\nbone 65535 a\n", 2, 6, "0 to 65534");
    check_fault(
        "bonetext 1\nbone 99999999999999999999 a\n",
        2,
        6,
        "0 to 65534",
    );
    check_fault("bonetext 1\nbone 1 \"\"\n", 2, 8, "not empty");
    check_fault("bonetext 1\nbone 1 \"ab\n", 2, 8, "does not end");
    check_fault("bonetext 1\nbone 1 a size 3\n", 2, 10, "no field");
    check_fault(
        "bonetext 1\nbone 1 a length 3 length 3\n",
        2,
        19,
        "already has a length",
    );
    check_fault(
        "bonetext 1\nbone 1 a color 1 2 3 colour 1 2 3\n",
        2,
        22,
        "already",
    );
    check_fault("bonetext 1\nbone 1 \"ä\" position 1 2\n", 2, 24, "a number");
    check_fault("bonetext 1\nbone 1 a position 1 NaN 2\n", 2, 21, "\"NaN\"");
    check_fault("bonetext 1\nbone 1 a position 1 inf 2\n", 2, 21, "\"inf\"");
    check_fault(
        "bonetext 1\nbone 1 a position 1 1e400 2\n",
        2,
        21,
        "out of range",
    );
    check_fault(
        "bonetext 1\nbone 1 a rotation 0 0 2e9\n",
        2,
        23,
        "out of range",
    );
    check_fault("bonetext 1\nbone 1 a length -1\n", 2, 17, "0 or more");
    check_fault("bonetext 1\nbone 1 a colour 0 256 0\n", 2, 19, "0 to 255");
    check_fault("bonetext 1\nbone 1 a parent \"none\"\n", 2, 17, "parent");
}

#[test]
fn bytes_that_are_no_text_are_told_with_their_place() {
    let error = SkeletonFile::read(b"bonetext 1\n# \xc3\xa4 \xff\n").unwrap_err();
    assert_eq!((error.line, error.column), (2, 5));
    assert_eq!(error.kind, BoneTextErrorKind::NotText);
}

#[test]
fn what_is_written_is_read_back_with_the_same_values() {
    let mut random = Random(7);
    for _ in 0..300 {
        let mut file = SkeletonFile::empty();
        for _ in 0..random.below(8) {
            file.push(random_bone(&mut random));
        }
        let bytes = file.write();
        let read = SkeletonFile::read(&bytes).expect("what is written is sound");
        assert!(read.bones().eq(file.bones()));
        assert_eq!(read.write(), bytes);
    }
}

#[test]
fn any_change_of_bytes_gives_a_skeleton_or_a_sentence() {
    let mut random = Random(11);
    let (mut opened, mut refused) = (0, 0);
    for _ in 0..20_000 {
        let mut bytes = LAMP.as_bytes().to_vec();
        for _ in 0..=random.below(3) {
            let at = random.below(bytes.len().max(1));
            match random.below(4) {
                0 if at < bytes.len() => bytes[at] = random.bits() as u8,
                1 => bytes.truncate(at.max(1)),
                2 if at < bytes.len() => drop(bytes.remove(at)),
                _ => {
                    let from = random.below(bytes.len().max(1));
                    let copied = bytes.get(from).copied().unwrap_or(b'b');
                    bytes.insert(at.min(bytes.len()), copied);
                }
            }
        }
        match SkeletonFile::read(&bytes) {
            Ok(file) => {
                opened += 1;
                assert_eq!(file.write(), bytes);
            }
            Err(error) => {
                refused += 1;
                assert!(error.line >= 1 && error.column >= 1);
                assert!(error.line <= bytes.iter().filter(|&&b| b == b'\n').count() + 1);
            }
        }
    }
    assert!(opened > 2000 && refused > 2000, "{opened} {refused}");
}

#[test]
fn a_million_lines_are_read_in_no_time_and_too_many_bones_are_refused() {
    let comments = format!("bonetext 1\n{}", "# and so on\n".repeat(1_000_000));
    assert_eq!(
        SkeletonFile::read(comments.as_bytes())
            .unwrap()
            .bones()
            .count(),
        0
    );
    let bones = format!("bonetext 1\n{}", "bone 1 a\n".repeat(1_000_000));
    let error = SkeletonFile::read(bones.as_bytes()).unwrap_err();
    assert_eq!(error.line, 65_537);
}

fn random_bone(random: &mut Random) -> BoneLine {
    let mut number = |scale: f64| (random.bits() as i32 as f64) / f64::from(i32::MAX) * scale;
    let position = [number(1.0), number(1e9), number(1e-6)];
    let rotation = [number(180.0) as f32, number(1.0) as f32, 90.0];
    let names = ["Arm", "a \"b\" \\c", "骨 # 1", "none", "\t\u{7f}\n"];
    BoneLine {
        id: random.below(65_535) as u32,
        name: names[random.below(names.len())].to_owned(),
        parent: (random.below(2) == 0).then(|| random.below(65_535) as u32),
        position,
        rotation: (random.below(2) == 0).then_some(rotation),
        length: (random.below(2) == 0).then(|| (random.bits() % 9999) as f32 / 7.0),
        width: (random.below(2) == 0).then(|| (random.bits() % 9999) as f32 / 3e5),
        colour: (random.below(2) == 0).then(|| [random.bits() as u8, 0, 255]),
    }
}
