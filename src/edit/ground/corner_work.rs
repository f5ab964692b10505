//! A stroke over a map of corners: what each dab makes of the corners it touches.

use super::spot_brush::{GroundBefore, SpotBrush};
use super::spot_touches::{BrushLine, spot_touches};
use crate::edit::ground_tip::GroundDab;
use crate::edit::{EditError, GroundPlane, GroundSample, TerrainBrush};
use crate::terrain::{
    CORNER_SPACING, Corner, CornerFlags, CornerMap, CornerPaint, CornerVariation, GroundSpot,
    SculptStroke, SpotTouch, takes_paint,
};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// What a stroke does to corners.
#[derive(Clone, Debug)]
pub enum CornerTool {
    /// Paints ground or blight.
    Paint {
        /// What is painted.
        paint: CornerPaint,
        /// Which variation it gets.
        variation: CornerVariation,
    },
    /// Sets and clears marks.
    Marks {
        /// Marks to set.
        set: CornerFlags,
        /// Marks to clear.
        clear: CornerFlags,
    },
    /// Sets the level of water, and its mark if asked.
    Water {
        /// The level as it is stored; `None` keeps it.
        level: Option<u16>,
        /// Whether there is water; `None` keeps it.
        marked: Option<bool>,
    },
    /// Changes heights.
    Sculpt(Box<SculptStroke>),
}

/// A stroke over a map of corners.
///
/// It remembers every corner that it changed, and never reads those from the map again, so it does
/// not matter whether the map is changed along with it.
#[derive(Clone, Debug)]
pub struct CornerWork {
    picker: CornerPicker,
    tool: CornerTool,
    before: HashMap<u32, Corner>,
    now: BTreeMap<u32, Corner>,
    clamped: BTreeSet<u32>,
}

/// Heights that differ from what was wanted by more than a stored step were clamped.
const STEP_UNITS: f32 = 0.25;

/// The corners as they were before the stroke.
struct CornersBefore<'a> {
    map: &'a CornerMap,
    before: &'a HashMap<u32, Corner>,
}

impl CornersBefore<'_> {
    fn corner(&self, spot: GroundSpot) -> Option<Corner> {
        let index = self.map.spot_index(spot)?;
        let kept = self.before.get(&(index as u32));
        kept.or_else(|| self.map.corners().get(index)).copied()
    }
}

impl GroundBefore for CornersBefore<'_> {
    fn height(&self, spot: GroundSpot) -> Option<f32> {
        Some(self.corner(spot)?.ground_z())
    }

    fn texture_share(&self, spot: GroundSpot, textures: &[usize]) -> f32 {
        let Some(corner) = self.corner(spot) else {
            return 0.0;
        };
        // Blight, which lies over the ground, is named behind all types.
        let own = if corner.flags().has(CornerFlags::BLIGHT) {
            self.map.head.ground_types.len()
        } else {
            usize::from(corner.ground_type())
        };
        f32::from(u8::from(textures.contains(&own)))
    }
}

/// Finds the corners that a brush takes.
#[derive(Clone, Debug)]
pub struct CornerPicker {
    brush: SpotBrush,
    dabs: u64,
}

impl CornerPicker {
    /// A picker for a brush on a map.
    pub fn new(map: &CornerMap, brush: TerrainBrush) -> Result<Self, EditError> {
        let plane = GroundPlane::of_corners(map);
        let brush = SpotBrush::new(brush, &corner_texture_names(map), plane)?;
        Ok(Self { brush, dabs: 0 })
    }

    /// The corners that the next sample takes on a map that does not change, each once.
    pub fn pick(&mut self, map: &CornerMap, sample: &GroundSample) -> BTreeSet<u32> {
        let before = CornersBefore {
            map,
            before: &HashMap::new(),
        };
        let mut taken = BTreeSet::new();
        for dab in self.brush.dabs(sample) {
            let touches = spot_touches(map, &before, &self.brush, &dab, None);
            taken.extend(self.taken(map, &dab, &touches));
        }
        self.dabs += 1;
        taken
    }

    fn taken(&self, map: &CornerMap, dab: &GroundDab, touches: &[SpotTouch]) -> Vec<u32> {
        // Dabs that work on one another each have a chance of their own.
        let salt = if self.brush.brush.accumulate {
            self.dabs << 32
        } else {
            0
        };
        let seed = u64::from(self.brush.brush.seed) ^ salt;
        let middle = self.brush.middle(dab);
        let taken = touches.iter().filter_map(|touch| {
            let index = map.spot_index(touch.spot)? as u32;
            let [column, row] = chance_place(map, dab, index);
            takes_paint(touch.strength, middle, seed, column, row).then_some(index)
        });
        taken.collect()
    }
}

/// Column and row that chance at a corner follows from: those of the corner whose copy it is.
fn chance_place(map: &CornerMap, dab: &GroundDab, index: u32) -> [u32; 2] {
    let (column, row) = map.place(index as usize);
    if dab.is_original {
        return [column, row];
    }
    let place = dab.original_of(map.position(column, row));
    [0, 1].map(|axis| {
        let steps = (place[axis] - map.head.origin[axis]) / CORNER_SPACING;
        // Beside the map columns and rows are below 0; only that they differ counts.
        steps.round() as i32 as u32
    })
}

/// The names of a map's ground types, as masks name them; `blight` is the last.
pub fn corner_texture_names(map: &CornerMap) -> Vec<String> {
    let types = map.head.ground_types.iter();
    let names = types.map(|id| String::from_utf8_lossy(id).into_owned());
    names.chain(["blight".to_owned()]).collect()
}

impl CornerWork {
    /// A stroke that has touched nothing.
    pub fn new(brush: SpotBrush, tool: CornerTool) -> Self {
        Self {
            picker: CornerPicker { brush, dabs: 0 },
            tool,
            before: HashMap::new(),
            now: BTreeMap::new(),
            clamped: BTreeSet::new(),
        }
    }

    /// The corners that it changed, as they are now.
    pub fn corners(&self) -> &BTreeMap<u32, Corner> {
        &self.now
    }

    /// How many corners have another height than they should, because it can't be stored.
    pub fn clamped_count(&self) -> usize {
        self.clamped.len()
    }

    /// Touches what is under the brush; gives the corners that changed.
    pub fn dab(&mut self, map: &CornerMap, sample: &GroundSample) -> Vec<u32> {
        let mut changed = Vec::new();
        for dab in self.picker.brush.dabs(sample) {
            self.dab_at(map, &dab, &mut changed);
        }
        self.picker.dabs += 1;
        changed.sort_unstable();
        changed.dedup();
        changed
    }

    fn dab_at(&mut self, map: &CornerMap, dab: &GroundDab, changed: &mut Vec<u32>) {
        let before = CornersBefore {
            map,
            before: &self.before,
        };
        let line = match &self.tool {
            CornerTool::Sculpt(stroke) => BrushLine::of(stroke),
            _ => None,
        };
        let touches = spot_touches(map, &before, &self.picker.brush, dab, line);
        let wanted = self.wanted(map, dab, &touches);
        for (index, corner) in wanted {
            let Some(old) = self.corner(map, index) else {
                continue;
            };
            if old != corner {
                self.before.entry(index).or_insert(old);
                self.now.insert(index, corner);
                changed.push(index);
            }
        }
    }

    fn corner(&self, map: &CornerMap, index: u32) -> Option<Corner> {
        let now = self.now.get(&index);
        now.or_else(|| map.corners().get(index as usize)).copied()
    }

    fn wanted(
        &mut self,
        map: &CornerMap,
        dab: &GroundDab,
        touches: &[SpotTouch],
    ) -> Vec<(u32, Corner)> {
        if let CornerTool::Sculpt(stroke) = &mut self.tool {
            let heights = stroke.dab(map, dab.position, touches);
            let mut wanted = Vec::with_capacity(heights.len());
            for (spot, z) in heights {
                let index = map.spot_index(spot).map(|index| index as u32);
                let Some((index, mut corner)) =
                    index.and_then(|index| Some((index, self.corner(map, index)?)))
                else {
                    continue;
                };
                corner.height = corner.height_for_z(z);
                if (corner.ground_z() - z).abs() > STEP_UNITS {
                    self.clamped.insert(index);
                } else {
                    self.clamped.remove(&index);
                }
                wanted.push((index, corner));
            }
            return wanted;
        }
        let seed = u64::from(self.picker.brush.brush.seed);
        let taken = self.picker.taken(map, dab, touches);
        let painted = taken.into_iter().filter_map(|index| {
            let [column, row] = chance_place(map, dab, index);
            let mut corner = self.corner(map, index)?;
            match self.tool {
                CornerTool::Paint { paint, variation } => {
                    corner = paint.on(corner, variation, seed, column, row);
                }
                CornerTool::Marks { set, clear } => {
                    corner.set_flags(corner.flags().without(clear).with(set));
                }
                CornerTool::Water { level, marked } => {
                    if let Some(level) = level {
                        corner.set_water_level(level);
                    }
                    let flags = corner.flags();
                    match marked {
                        Some(true) => corner.set_flags(flags.with(CornerFlags::WATER)),
                        Some(false) => corner.set_flags(flags.without(CornerFlags::WATER)),
                        None => {}
                    }
                }
                CornerTool::Sculpt(_) => return None,
            }
            Some((index, corner))
        });
        painted.collect()
    }

    /// Whether it changes heights.
    pub fn changes_heights(&self) -> bool {
        matches!(self.tool, CornerTool::Sculpt(_))
    }

    /// How often a spot was left alone because its height is no number.
    pub fn skipped_count(&self) -> usize {
        match &self.tool {
            CornerTool::Sculpt(stroke) => stroke.skipped_count(),
            _ => 0,
        }
    }
}
