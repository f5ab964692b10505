//! What Warcraft III calls the points on which World of Warcraft hangs things, and back.

use crate::document::attachment_name;

/// Warcraft III's name for an attachment number of World of Warcraft.
pub fn warcraft_attachment(kind: u32) -> String {
    let known = NAMES.iter().find(|(number, _)| *number == kind);
    match (known, attachment_name(kind)) {
        (Some((_, name)), _) => format!("{name} Ref"),
        (None, Some(name)) => format!("{name} Ref"),
        (None, None) => format!("Attachment {kind} Ref"),
    }
}

/// The number that a name stands for, whatever its case; `None` if World of Warcraft has none.
pub fn attachment_of(name: &str) -> Option<u32> {
    let lower = name.trim().to_ascii_lowercase();
    let words = lower.split_whitespace().collect::<Vec<_>>().join(" ");
    let bare = words.strip_suffix(" ref").unwrap_or(&words);
    if let Some(number) = bare.strip_prefix("attachment ") {
        return number.parse().ok();
    }
    let named = NAMES
        .iter()
        .chain(OTHERS)
        .find(|(_, known)| known.eq_ignore_ascii_case(bare));
    named.map(|(kind, _)| *kind).or_else(|| {
        let is_named = |kind: &u32| {
            attachment_name(*kind).is_some_and(|known| known.eq_ignore_ascii_case(bare))
        };
        (0..64).find(is_named)
    })
}

/// Numbers and names that show the same place.
const NAMES: &[(u32, &str)] = &[
    (0, "Shield"),
    (1, "Hand Right"),
    (2, "Hand Left"),
    (5, "Shoulder Right"),
    (6, "Shoulder Left"),
    (11, "Head First"),
    (12, "Back"),
    (15, "Chest First"),
    (16, "Chest Rear"),
    (17, "Head Second"),
    (18, "Overhead"),
    (19, "Origin"),
    (20, "Head"),
    (21, "Hand First Left"),
    (22, "Hand First Right"),
    (29, "Mount"),
    (34, "Chest"),
    (47, "Foot Left"),
    (48, "Foot Right"),
];

/// Further names that real models have.
const OTHERS: &[(u32, &str)] = &[(1, "Weapon"), (1, "Weapon Right"), (2, "Weapon Left")];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back_to_their_numbers() {
        for kind in 0..60 {
            assert_eq!(attachment_of(&warcraft_attachment(kind)), Some(kind));
        }
    }

    #[test]
    fn names_of_real_models_find_their_number() {
        for (name, kind) in [
            ("Origin Ref", Some(19)),
            ("origin ref", Some(19)),
            ("OverHead Ref ", Some(18)),
            ("Hand Right Ref", Some(1)),
            ("Weapon Ref", Some(1)),
            ("sprite first ref", None),
            ("EDIT_ME_1", None),
        ] {
            assert_eq!(attachment_of(name), kind, "{name}");
        }
    }
}
