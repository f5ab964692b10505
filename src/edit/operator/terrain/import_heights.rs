//! Sets heights as a height map says, in either shape of ground.

use super::brush_operator::terrain_operator;
use crate::document::TerrainShape;
use crate::edit::map_picture_argument::{area_between, counted_text};
use crate::edit::terrain_draft::TerrainDraft;
use crate::edit::{EditError, HeightArea};
use crate::terrain::{CornerMap, HeightGrid, HeightRange, NewHeights, TileMap};
use std::collections::BTreeMap;

terrain_operator! {
    /// Sets heights as height maps say. A vertex whose number is that of the height it has stays to the bit. Of map chunks the outer vertices are given, inner ones between changed ones go to their middle, and normals follow; of corners the layer stays, and heights beyond what it can hold are clamped and told.
    ImportHeights = "import_heights" {
        /// The height maps, by the tiles they cover; one for a map of corners.
        areas: Vec<HeightArea>,
        /// What the history calls it; empty for the usual name.
        #[serde(default)]
        label: String = "\"\"",
    }
    example r##"{"op":"import_heights","terrain":1,"areas":[{"first":[31,33],"last":[31,33],"low":-10.0,"high":245.5,"heights":"KLUv/WAA"}],"label":""}"##
}

/// What the height maps come to.
#[derive(Default)]
struct Outcome {
    vertices: usize,
    largest: f64,
    clamped: usize,
    worst_clamp: f64,
}

impl ImportHeights {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(in crate::edit::operator) fn draft(
        &self,
        draft: &mut TerrainDraft<'_>,
    ) -> Result<String, EditError> {
        if self.areas.is_empty() {
            return Err(EditError::Empty { argument: "areas" });
        }
        let mut outcome = Outcome::default();
        match &draft.terrain.shape {
            TerrainShape::Corners(map) => {
                let [area] = self.areas.as_slice() else {
                    return Err(refused("must be one for a map of corners".to_owned()));
                };
                let (width, height) = (map.width() as usize, map.height() as usize);
                let wanted = grid_of(area, width, height)?;
                set_corners(draft, map, area.range()?, &wanted, &mut outcome);
            }
            TerrainShape::Tiles(map) => self.set_tiles(draft, map, &mut outcome)?,
        }
        outcome.tell(draft);
        Ok(match self.label.as_str() {
            "" => format!(
                "Import heights of {}",
                counted_text(outcome.vertices, "vertex")
            ),
            label => label.to_owned(),
        })
    }

    fn set_tiles(
        &self,
        draft: &mut TerrainDraft<'_>,
        map: &TileMap,
        outcome: &mut Outcome,
    ) -> Result<(), EditError> {
        let mut wanted = BTreeMap::new();
        let mut seen = std::collections::BTreeSet::new();
        for given in &self.areas {
            let area = area_between(draft, given.first, given.last)?;
            if area.places(map).any(|(place, ..)| !seen.insert(place)) {
                return Err(refused("must not lie over one another".to_owned()));
            }
            let range = given.range()?;
            let (width, height) = area.vertex_size();
            let new = grid_of(given, width, height)?;
            let old = map.height_grid(area, range);
            map.for_outer_vertices(area, |place, vertex, height, at, is_owner| {
                let Some(number) = new.numbers.get(at) else {
                    return;
                };
                if old.numbers.get(at) == Some(number) {
                    return;
                }
                let to = range.height_of(*number);
                outcome.vertices += usize::from(is_owner);
                outcome.move_by(height, to);
                let of_chunk: &mut Vec<(usize, f32)> = wanted.entry(place).or_default();
                of_chunk.push((vertex, to));
            });
        }
        let NewHeights {
            heights,
            normals,
            inner_count,
        } = map.with_outer_heights(&wanted);
        for (place, heights) in heights {
            draft.fields_mut(place).heights = Some(heights);
        }
        for (place, normals) in normals {
            draft.fields_mut(place).normals = Some(normals);
        }
        if inner_count > 0 {
            draft.note(format!(
                "{} went to the middle of the outer ones around",
                counted_text(inner_count, "inner vertex")
            ));
        }
        Ok(())
    }
}

impl HeightArea {
    fn range(&self) -> Result<HeightRange, EditError> {
        let (low, high) = (self.low, self.high);
        if low.is_finite() && high.is_finite() && low <= high {
            Ok(HeightRange { low, high })
        } else {
            Err(refused(format!(
                "must have finite heights from low to high, not {low} to {high}"
            )))
        }
    }
}

fn refused(reason: String) -> EditError {
    EditError::Value {
        argument: "areas",
        reason,
    }
}

fn grid_of(area: &HeightArea, width: usize, height: usize) -> Result<HeightGrid, EditError> {
    let bytes = area.heights.unpack(width * height * 2, "areas")?;
    let numbers = bytes.as_chunks().0.iter();
    Ok(HeightGrid {
        width,
        height,
        numbers: numbers.map(|pair| u16::from_le_bytes(*pair)).collect(),
        clamped: 0,
    })
}

fn set_corners(
    draft: &mut TerrainDraft<'_>,
    map: &CornerMap,
    range: HeightRange,
    wanted: &HeightGrid,
    outcome: &mut Outcome,
) {
    let (width, height) = (wanted.width, wanted.height);
    let old = map.height_grid(range);
    let numbers = wanted.numbers.iter().zip(&old.numbers).enumerate();
    for (at, (number, old)) in numbers {
        let place = (height - 1 - at / width) * width + at % width;
        let Some(corner) = map.corners().get(place).filter(|_| number != old) else {
            continue;
        };
        let to = range.height_of(*number);
        let mut new = *corner;
        new.height = corner.height_for_z(to);
        outcome.vertices += 1;
        outcome.move_by(corner.ground_z(), to);
        let off = f64::from(to) - f64::from(new.ground_z());
        // Half a step of a stored height is rounding.
        if off.abs() > 0.126 {
            outcome.clamped += 1;
            outcome.worst_clamp = outcome.worst_clamp.max(off.abs());
        }
        draft.set_corner(place as u32, new);
    }
}

impl Outcome {
    fn move_by(&mut self, from: f32, to: f32) {
        let by = (f64::from(to) - f64::from(from)).abs();
        self.largest = self.largest.max(by);
    }

    fn tell(&self, draft: &mut TerrainDraft<'_>) {
        if self.vertices == 0 {
            draft.note("the height map says what the map has; nothing changed".to_owned());
            return;
        }
        draft.note(format!(
            "the largest change of a height is {:.3} units",
            self.largest
        ));
        if self.clamped > 0 {
            draft.note(format!(
                "{} can't be so high or low in their layer and were clamped, by at most {:.3} units",
                counted_text(self.clamped, "corner"),
                self.worst_clamp
            ));
        }
    }
}
