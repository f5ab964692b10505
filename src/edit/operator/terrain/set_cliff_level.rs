//! Raises, lowers and levels cliffs with a stroke of a brush.

use super::brush_operator::terrain_brush_operator;
use super::height_of::checked_height;
use crate::edit::ground::{CornerPicker, SIDE_FILES, counted};
use crate::edit::terrain_draft::TerrainDraft;
use crate::edit::{CliffChange, CliffNeighboursArgument, EditError};
use crate::terrain::{Corner, CornerFlags, CornerMap, HIGHEST_LAYER, plan_cliff_levels};
use std::collections::BTreeMap;

terrain_brush_operator! {
    /// Changes the level of cliffs at the corners of a Warcraft III map. Corners of a tile stay at most two levels apart, and ramps keep their level. What could not be done is counted.
    SetCliffLevel = "set_cliff_level" {
        /// What happens to the level: {"by": 1}, {"by": -1}, {"to": 5}, or "level" for the one where the stroke begins.
        change: CliffChange,
        /// What happens to corners beside the brush that would be too many levels away.
        #[serde(default)]
        neighbours: CliffNeighboursArgument = "\"follow\"",
        /// The cliff type of corners that change: its four letters or its number in the map's list; null keeps it, and where there is none takes the first.
        #[serde(default)]
        cliff_type: Option<String> = "null",
        /// The level of water at the corners of the brush, in world units without what the game adds for the tileset; they are marked as water. Null leaves water as it is.
        #[serde(default)]
        water: Option<f32> = "null",
    }
    example r##"{"op":"set_cliff_level","terrain":1,"change":{"by":1},"neighbours":"follow","cliff_type":null,"water":null,"radius":300.0,"strength":1.0,"hardness":1.0,"falloff":"flat","accumulate":false,"shape":"square","samples":[{"position":[0.0,0.0],"pressure":1.0}],"masks":{},"seed":0,"tip":{},"symmetry":null}"##
}

impl SetCliffLevel {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(in crate::edit::operator) fn draft(
        &self,
        draft: &mut TerrainDraft<'_>,
    ) -> Result<String, EditError> {
        let map = draft.corners()?;
        let brush = self.brush()?;
        if self.samples.is_empty() {
            return Err(EditError::Empty {
                argument: "samples",
            });
        }
        let cliff_type = self.cliff_number(map)?;
        let protected = brush.masks.protected.clone();
        let taken = self.taken(map)?;
        let mut stopped = 0;
        let mut wanted = BTreeMap::new();
        let first = self.samples.first().map_or([0.0; 2], |s| s.position);
        let (column, row) = map.nearest(first[0], first[1]);
        let begin = map.corner(column, row).map_or(0, Corner::layer);
        for (&index, &times) in &taken {
            let own = map.corners().get(index as usize).map_or(0, |c| c.layer());
            let level = match self.change {
                CliffChange::By(steps) => i32::from(own) + i32::from(steps) * times,
                CliffChange::To(level) => i32::from(level),
                CliffChange::Level => i32::from(begin),
            };
            let fitting = level.clamp(0, i32::from(HIGHEST_LAYER));
            stopped += usize::from(level != fitting);
            wanted.insert(index, fitting as u8);
        }
        let may_change = |index: u32| {
            let (column, row) = map.place(index as usize);
            let place = map.position(column, row);
            !protected.iter().any(|area| area.contains(place))
        };
        let plan = plan_cliff_levels(map, &wanted, self.neighbours.into(), may_change);
        for (&index, &level) in &plan.levels {
            let Some(&(mut corner)) = map.corners().get(index as usize) else {
                continue;
            };
            corner.set_layer(level);
            let first = (!map.head.cliff_types.is_empty()).then_some(0);
            corner.set_cliff_type(cliff_type.or(corner.cliff_type()).or(first));
            draft.set_corner(index, corner);
        }
        let flooded = self.flood(draft, taken.keys().copied(), &plan.levels)?;
        let sentences = [
            (stopped, "stopped at the lowest or highest level"),
            (
                plan.followed,
                "beside the brush followed, so that no tile is too steep",
            ),
            (plan.refused, "stay: what is beside them can't follow"),
            (plan.ramps, "of ramps stay"),
        ];
        for (count, sentence) in sentences {
            if count > 0 {
                draft.note(format!("{} {sentence}", counted(count, "corner")));
            }
        }
        if plan.levels.is_empty() && flooded == 0 {
            draft.note("no level was changed".to_owned());
        } else {
            draft.note(SIDE_FILES.to_owned());
        }
        let count = plan.levels.len().max(flooded);
        Ok(format!("Set cliff level of {}", counted(count, "corner")))
    }

    /// Lets water stand at the corners of the brush; gives how many that changed.
    fn flood(
        &self,
        draft: &mut TerrainDraft<'_>,
        taken: impl Iterator<Item = u32>,
        levels: &BTreeMap<u32, u8>,
    ) -> Result<usize, EditError> {
        let Some(level) = self.water else {
            return Ok(0);
        };
        let level = Corner::water_level_for_z(checked_height("water", level)?);
        let map = draft.corners()?;
        let mut count = 0;
        for index in taken {
            let Some(&old) = map.corners().get(index as usize) else {
                continue;
            };
            let mut corner = draft.corner(index).unwrap_or(old);
            let before = corner;
            corner.set_water_level(level);
            corner.set_flags(corner.flags().with(CornerFlags::WATER));
            count += usize::from(corner != before && !levels.contains_key(&index));
            draft.set_corner(index, corner);
        }
        Ok(count + levels.len())
    }

    /// The corners that the brush takes, and how often: once unless dabs work on one another.
    fn taken(&self, map: &CornerMap) -> Result<BTreeMap<u32, i32>, EditError> {
        let mut taken = BTreeMap::new();
        let mut picker = CornerPicker::new(map, self.brush()?)?;
        for sample in &self.samples {
            for index in picker.pick(map, sample) {
                let times = taken.entry(index).or_insert(0);
                *times = if self.accumulate { *times + 1 } else { 1 };
            }
        }
        Ok(taken)
    }

    fn cliff_number(&self, map: &CornerMap) -> Result<Option<u8>, EditError> {
        let Some(name) = &self.cliff_type else {
            return Ok(None);
        };
        let types = &map.head.cliff_types;
        let by_letters = types.iter().position(|id| id == name.as_bytes());
        let number = name.strip_prefix('#').unwrap_or(name).parse().ok();
        let by_number = number.filter(|number: &usize| *number < types.len());
        let found = by_letters.or(by_number).and_then(|n| u8::try_from(n).ok());
        match found.filter(|number| *number < Corner::NO_CLIFF) {
            Some(number) => Ok(Some(number)),
            None => Err(EditError::Unknown {
                what: "cliff type",
                name: name.clone(),
                near: Vec::new(),
            }),
        }
    }
}
