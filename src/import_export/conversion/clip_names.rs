//! What Warcraft III calls the animations of World of Warcraft, and the other way round.

use crate::anim::{animation_id, animation_name};

/// Warcraft III's name for an animation id, the number aside; the game's own for any other.
pub fn warcraft_name(animation: u16) -> String {
    let known = NAMES.iter().find(|(id, _)| *id == animation);
    known.map_or_else(|| animation_name(animation), |(_, name)| (*name).to_owned())
}

/// The animation id that a name of Warcraft III stands for, whatever its case and number.
pub fn animation_of(name: &str) -> Option<u16> {
    let wanted = without_number(name);
    let known = NAMES
        .iter()
        .find(|(_, known)| known.eq_ignore_ascii_case(&wanted));
    known
        .map(|(id, _)| *id)
        .or_else(|| animation_id(name.trim()))
        .or_else(|| animation_id(&wanted))
}

/// A name without the number at its end: `Stand - 2`, `Stand 2` and `Stand -2` are all `Stand`.
pub fn without_number(name: &str) -> String {
    let words = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let cut = words.trim_end_matches(|c: char| c.is_ascii_digit() || c == '-' || c == ' ');
    let has_gap = words
        .get(cut.len()..)
        .is_some_and(|rest| rest.starts_with(' ') || rest.starts_with('-'));
    if has_gap && !cut.is_empty() {
        cut.to_owned()
    } else {
        words
    }
}

/// Numbers names that several have: `Stand - 1`, `Stand - 2`; a name that is alone stays as it is.
pub fn numbered(names: &[String]) -> Vec<String> {
    let mut seen: Vec<(&str, usize)> = Vec::new();
    let mut out = Vec::with_capacity(names.len());
    for name in names {
        let same = names.iter().filter(|other| *other == name).count();
        if same < 2 {
            out.push(name.clone());
            continue;
        }
        let number = match seen.iter_mut().find(|(known, _)| *known == name.as_str()) {
            Some((_, count)) => {
                *count += 1;
                *count
            }
            None => {
                seen.push((name, 1));
                1
            }
        };
        out.push(format!("{name} - {number}"));
    }
    out
}

/// Where both games show the same. The first entry of a name is what that name stands for.
const NAMES: &[(u16, &str)] = &[
    (0, "Stand"),
    (1, "Death"),
    (2, "Spell"),
    (4, "Walk"),
    (5, "Walk Fast"),
    (6, "Decay Flesh"),
    (8, "Stand Hit"),
    (9, "Stand Hit"),
    (10, "Stand Hit Critical"),
    (16, "Attack"),
    (17, "Attack"),
    (18, "Attack"),
    (19, "Attack"),
    (24, "Stand Defend"),
    (25, "Stand Ready"),
    (26, "Stand Ready"),
    (27, "Stand Ready"),
    (28, "Stand Ready"),
    (29, "Stand Ready"),
    (32, "Spell"),
    (33, "Spell"),
    (41, "Stand Swim"),
    (42, "Walk Swim"),
    (46, "Attack"),
    (49, "Attack"),
    (53, "Spell Throw"),
    (54, "Spell"),
    (57, "Attack Slam"),
    (58, "Attack Slam"),
    (55, "Stand Victory"),
    (62, "Stand Work"),
    (85, "Attack"),
    (86, "Attack"),
    (87, "Attack"),
    (88, "Attack"),
    (100, "Stand Sleep"),
    (107, "Attack Throw"),
    (117, "Attack"),
    (118, "Attack Slam"),
    (124, "Stand Channel"),
    (125, "Stand Channel"),
    (126, "Attack Spin"),
    (127, "Birth"),
    (143, "Walk Fast"),
    (157, "Dissipate"),
    (159, "Decay Bone"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_id(name: &str, expected: Option<u16>) {
        assert_eq!(animation_of(name), expected, "{name}");
    }

    #[test]
    fn names_of_real_models_find_their_animation() {
        for (name, id) in [
            ("Stand", 0),
            ("stand - 2", 0),
            ("Stand 3", 0),
            ("Attack -1", 16),
            ("walk ", 4),
            ("Death - 2", 1),
            ("Walk Fast", 5),
            ("Stand Ready", 25),
            ("Spell Throw", 53),
            ("Attack1H", 17),
            ("EmoteWave", 67),
        ] {
            check_id(name, Some(id));
        }
        for name in [
            "Portrait Talk",
            "Attack Walk Stand Spin",
            "",
            "17",
            "Stand Work Gold",
        ] {
            check_id(name, None);
        }
    }

    #[test]
    fn every_name_leads_back_to_an_animation_of_that_name() {
        for (id, name) in NAMES {
            let back = animation_of(name).expect("it is in the list");
            assert_eq!(warcraft_name(back), *name, "{id}");
        }
        assert_eq!(warcraft_name(67), "EmoteWave");
    }

    #[test]
    fn only_names_that_several_have_are_numbered() {
        let names = ["Stand", "Walk", "Stand"].map(str::to_owned);
        assert_eq!(numbered(&names), ["Stand - 1", "Walk", "Stand - 2"]);
    }
}
