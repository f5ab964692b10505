//! Sets the ground types of all corners of a map, as a picture says.

use super::brush_operator::terrain_operator;
use crate::edit::map_picture_argument::counted_text;
use crate::edit::terrain_draft::TerrainDraft;
use crate::edit::{EditError, PackedBytes};
use crate::terrain::TypeId;

/// Ground types that version 11 can name.
const NARROW_TYPES: usize = 16;
/// Ground types that version 12 can name.
const WIDE_TYPES: usize = 64;

terrain_operator! {
    /// Sets the ground types of all corners of a map, as a picture of numbers says. Types that the map does not list are listed where a corner has them. Variations and marks stay.
    ImportGroundTypes = "import_ground_types" {
        /// The types that the numbers mean, by their four letters.
        types: Vec<String>,
        /// A byte a corner: the position of its type in `types`; rows from north to south.
        numbers: PackedBytes,
        /// What the history calls it; empty for the usual name.
        #[serde(default)]
        label: String = "\"\"",
    }
    example r##"{"op":"import_ground_types","terrain":1,"types":["Ldrt","Lgrs"],"numbers":"KLUv/SAEIQAAAAEBAA","label":""}"##
}

impl ImportGroundTypes {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(in crate::edit::operator) fn draft(
        &self,
        draft: &mut TerrainDraft<'_>,
    ) -> Result<String, EditError> {
        let map = draft.corners()?;
        let types = self.types()?;
        let (width, height) = (map.width() as usize, map.height() as usize);
        let numbers = self.numbers.unpack(width * height, "numbers")?;
        let mut head = map.head.clone();
        let limit = if head.version < 12 {
            NARROW_TYPES
        } else {
            WIDE_TYPES
        };
        let (mut changed, mut unknown) = (0, 0);
        let rows = map.corners().chunks(width).rev();
        let corners = rows.flatten().zip(&numbers).enumerate();
        for (at, (corner, &number)) in corners {
            if corner.ground_type() == number && types.get(usize::from(number)).is_none() {
                continue;
            }
            let Some(wanted) = types.get(usize::from(number)) else {
                unknown += 1;
                continue;
            };
            let own = map.head.ground_types.get(usize::from(corner.ground_type()));
            if own == Some(wanted) {
                continue;
            }
            let listed = head.ground_types.iter().position(|other| other == wanted);
            let place = listed.unwrap_or_else(|| {
                head.ground_types.push(*wanted);
                head.ground_types.len() - 1
            });
            if place >= limit {
                let version = head.version;
                return Err(EditError::Value {
                    argument: "types",
                    reason: format!(
                        "would be more than the {limit} ground types that w3e-{version} can name"
                    ),
                });
            }
            let mut corner = *corner;
            corner.set_ground_type(place as u8);
            let row = height - 1 - at / width;
            draft.set_corner((row * width + at % width) as u32, corner);
            changed += 1;
        }
        let added = head.ground_types.len() - map.head.ground_types.len();
        if added > 0 {
            let names = head.ground_types.iter().skip(map.head.ground_types.len());
            let names: Vec<String> = names.map(|id| id.escape_ascii().to_string()).collect();
            draft.note(format!("newly listed: {}", names.join(", ")));
            draft.set_head(head);
        }
        if unknown > 0 {
            let corners = counted_text(unknown, "corner");
            draft.note(format!(
                "{corners} kept what they had: their number is not in the list of types"
            ));
        }
        Ok(match self.label.as_str() {
            "" => format!("Import ground types of {}", counted_text(changed, "corner")),
            label => label.to_owned(),
        })
    }

    fn types(&self) -> Result<Vec<TypeId>, EditError> {
        let types = self.types.iter();
        let four = |text: &String| {
            let bytes: Vec<u8> = text
                .chars()
                .map(|char| u8::try_from(char).ok())
                .collect::<Option<_>>()?;
            TypeId::try_from(bytes).ok()
        };
        let types = types.map(|text| {
            four(text).ok_or_else(|| EditError::Value {
                argument: "types",
                reason: format!("must have names of four letters, not '{text}'"),
            })
        });
        types.collect()
    }
}
