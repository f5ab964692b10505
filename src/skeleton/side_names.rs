//! Left and right in the names of bones, in the ways that people write them.

/// One of the two sides of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// Where Y is above 0, in both games.
    Left,
    /// Where Y is below 0.
    Right,
}

/// A place in a name that tells a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mark {
    start: usize,
    len: usize,
    side: Side,
    /// What stands there on the other side, in the same letter case.
    opposite: &'static str,
    /// How sure it is that a side is meant; 0 is the surest.
    rank: u8,
}

/// Words that end like a side and mean none.
const NO_SIDE: [&str; 6] = ["bright", "upright", "fright", "wright", "cleft", "alright"];

/// The names that the same part may have on the other side, the likeliest first.
///
/// Sides are the words left and right, and the letters L and R that stand alone or between other
/// letters as a capital: `leftArm`, `Arm_L`, `Arm.L.001`, `L Hand`, `LegR01`, `RBone`. Letter case
/// stays. A name without a side gives none.
pub fn mirrored_names(name: &str) -> Vec<String> {
    let marks = marks(name);
    let mut names: Vec<String> = Vec::with_capacity(marks.len() + 1);
    let mut add = |name: String| {
        if !names.contains(&name) {
            names.push(name);
        }
    };
    for mark in &marks {
        add(replaced(name, &[*mark], |mark| mark.opposite));
    }
    if marks.len() > 1 {
        add(replaced(name, &marks, |mark| mark.opposite));
    }
    names
}

/// What a name says without its side, letter case and punctuation, and the side.
///
/// `leftArm`, `Arm_L` and `ArmL` say the same.
pub fn plain_name(name: &str) -> (String, Option<Side>) {
    let mark = marks(name).into_iter().next();
    let rest = match mark {
        Some(mark) => replaced(name, &[mark], |_| ""),
        None => name.to_owned(),
    };
    let letters = rest.chars().filter(|char| char.is_alphanumeric());
    let plain = letters.flat_map(char::to_lowercase).collect();
    (plain, mark.map(|mark| mark.side))
}

/// The side that a name tells.
pub fn side_of_name(name: &str) -> Option<Side> {
    marks(name).first().map(|mark| mark.side)
}

/// The name with marks replaced; these do not overlap.
fn replaced(name: &str, marks: &[Mark], with: impl Fn(&Mark) -> &'static str) -> String {
    let mut sorted = marks.to_vec();
    sorted.sort_by_key(|mark| mark.start);
    let mut out = String::with_capacity(name.len() + 4);
    let mut end = 0;
    for mark in &sorted {
        out.push_str(name.get(end..mark.start).unwrap_or_default());
        out.push_str(with(mark));
        end = mark.start + mark.len;
    }
    out.push_str(name.get(end..).unwrap_or_default());
    out
}

/// All places that may tell a side, the surest first, then from left to right.
fn marks(name: &str) -> Vec<Mark> {
    let bytes = name.as_bytes();
    let mut marks: Vec<Mark> = Vec::new();
    for start in 0..bytes.len() {
        let mark = word_at(name, start).or_else(|| letter_at(bytes, start));
        let is_apart = |mark: &Mark| {
            let last = marks.last();
            last.is_none_or(|last| last.start + last.len <= mark.start)
        };
        if let Some(mark) = mark.filter(is_apart) {
            marks.push(mark);
        }
    }
    marks.sort_by_key(|mark| mark.rank);
    marks
}

/// The word left or right that begins here.
fn word_at(name: &str, start: usize) -> Option<Mark> {
    const WORDS: [(&str, &str, Side); 6] = [
        ("left", "right", Side::Left),
        ("right", "left", Side::Right),
        ("Left", "Right", Side::Left),
        ("Right", "Left", Side::Right),
        ("LEFT", "RIGHT", Side::Left),
        ("RIGHT", "LEFT", Side::Right),
    ];
    let bytes = name.as_bytes();
    let from_here = bytes.get(start..)?;
    let &(word, opposite, side) = WORDS
        .iter()
        .find(|(word, ..)| from_here.starts_with(word.as_bytes()))?;
    let before = start.checked_sub(1).and_then(|at| bytes.get(at)).copied();
    let after = bytes.get(start + word.len()).copied();
    let is_word = match word.as_bytes().first() {
        // At the start of a word, or at its end if that is no other word.
        Some(b'l' | b'r') => {
            !before.is_some_and(is_letter) || (!after.is_some_and(is_letter) && !is_other(name))
        }
        _ => !before.is_some_and(|byte| byte.is_ascii_uppercase()),
    };
    is_word.then_some(Mark {
        start,
        len: word.len(),
        side,
        opposite,
        rank: 0,
    })
}

/// Whether a name has a word that only ends like a side.
fn is_other(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    NO_SIDE.iter().any(|word| lower.contains(word))
}

/// The letter of a side here.
fn letter_at(bytes: &[u8], start: usize) -> Option<Mark> {
    let (side, opposite) = match bytes.get(start)? {
        b'L' => (Side::Left, "R"),
        b'R' => (Side::Right, "L"),
        b'l' => (Side::Left, "r"),
        b'r' => (Side::Right, "l"),
        _ => return None,
    };
    let is_capital = bytes.get(start)?.is_ascii_uppercase();
    let before = start.checked_sub(1).and_then(|at| bytes.get(at)).copied();
    let rest = bytes.get(start + 1..).unwrap_or_default();
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let after = rest.get(digits).copied();
    let is_alone = !before.is_some_and(is_word_byte) && !after.is_some_and(is_word_byte);
    let next = rest.first().copied();
    let rank = if is_alone {
        1
    } else if !is_capital || next.is_some_and(is_small) {
        return None;
    } else if !next.is_some_and(is_letter) {
        2
    } else {
        3
    };
    Some(Mark {
        start,
        len: 1,
        side,
        opposite,
        rank,
    })
}

/// Whether a byte belongs to a letter; letters beyond English ones have bytes from 128 on.
fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte >= 128
}

fn is_small(byte: u8) -> bool {
    byte.is_ascii_lowercase() || byte >= 128
}

fn is_word_byte(byte: u8) -> bool {
    is_letter(byte) || byte.is_ascii_digit()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_way_to_write_a_side_has_its_mirror_image() {
        let likeliest = [
            ("ArmL", "ArmR"),
            ("Arm_L", "Arm_R"),
            ("arm.l", "arm.r"),
            ("Arm.L.001", "Arm.R.001"),
            ("L_Arm", "R_Arm"),
            ("L Hand", "R Hand"),
            ("leftArm", "rightArm"),
            ("LeftArm", "RightArm"),
            ("Bone_Left_Arm", "Bone_Right_Arm"),
            ("LEFT_ARM", "RIGHT_ARM"),
            ("armleft", "armright"),
            ("left_1", "right_1"),
            ("left_14", "right_14"),
            ("Bone_Arm1_L", "Bone_Arm1_R"),
            ("Bone_Arm_L1", "Bone_Arm_R1"),
            ("LegR01", "LegL01"),
            ("PinkyR1", "PinkyL1"),
            ("FootBL", "FootBR"),
            ("Big_RBone10", "Big_LBone10"),
            ("LArm", "RArm"),
            ("ArmLTwist", "ArmRTwist"),
            ("_ShoulderFlapR", "_ShoulderFlapL"),
            ("$CSR", "$CSL"),
            ("Brauenknochen_Ü_L", "Brauenknochen_Ü_R"),
        ];
        for (name, mirrored) in likeliest {
            assert_eq!(
                mirrored_names(name).first().map(String::as_str),
                Some(mirrored),
                "{name}"
            );
            let back = mirrored_names(mirrored);
            assert_eq!(back.first().map(String::as_str), Some(name), "{mirrored}");
        }
    }

    #[test]
    fn names_without_a_side_have_no_mirror_image() {
        for name in [
            "", "Head", "Tail", "spine_01", "Light", "bright", "Pelvis", "äl", "Root",
        ] {
            assert_eq!(mirrored_names(name), [] as [&str; 0], "{name}");
        }
    }

    #[test]
    fn ways_to_write_the_same_part_and_side_are_the_same() {
        let arm = ("arm".to_owned(), Some(Side::Left));
        for name in [
            "leftArm", "Arm_L", "ArmL", "L_Arm", "arm.l", "Arm Left", "ARM_LEFT",
        ] {
            assert_eq!(plain_name(name), arm, "{name}");
        }
        assert_eq!(plain_name("Arm_R.001").0, "arm001");
        assert_eq!(plain_name("Spine 1"), ("spine1".to_owned(), None));
    }
}
