//! One corner of a map of corners, in eight bytes.

use super::CornerFlags;

/// One corner: its heights, ground, variations, cliff and marks.
///
/// It is packed as version 12 of W3E packs it, whatever the version of the map: every bit of
/// version 11 has a place there, so nothing of a file is lost. Eight bytes are kept together,
/// rather than one plane per value, because a dab touches the ground, variation and height of the
/// same corners, and what an undo keeps of a corner is then one value to copy.
///
/// | Field | Bits |
/// | --- | --- |
/// | `height` | ground height |
/// | `water` | 0-13 water level, 14 edge, 15 unknown |
/// | `ground` | 0-5 ground type, 6 ramp, 7 blight, 8 water, 9 boundary, 10-15 unknown |
/// | `variation` | 0-4 ground variation, 5-7 cliff variation |
/// | `cliff` | 0-3 layer, 4-7 cliff type |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Corner {
    /// Ground height as it is stored; 8192 is level with the layer.
    pub height: u16,
    /// Water level and edge mark.
    pub water: u16,
    /// Ground type and marks.
    pub ground: u16,
    /// Variations of ground and cliff.
    pub variation: u8,
    /// Layer and cliff type.
    pub cliff: u8,
}

const GROUND_TYPE: u16 = 0x3F;
const GROUND_FLAGS_SHIFT: u32 = 6;
const GROUND_FLAGS: u16 = 0xF << GROUND_FLAGS_SHIFT;
const WATER_LEVEL: u16 = 0x3FFF;
const WATER_EDGE: u16 = 0x4000;
const GROUND_VARIATION: u8 = 0x1F;

/// Heights of ground and water that are level with the layer.
const LEVEL: i32 = 8192;
/// The layer that lies at height 0.
const BASE_LAYER: i32 = 2;
/// Units between two layers.
const LAYER_UNITS: f32 = 128.0;
/// Steps of a stored height in one unit.
const STEPS_PER_UNIT: f32 = 4.0;

impl Corner {
    /// Level ground of the first type in the layer that lies at height 0, without a cliff type.
    pub const LEVEL: Self = Self {
        height: 8192,
        water: 8192,
        ground: 0,
        variation: 0,
        cliff: 0xF2,
    };
    /// The cliff type that means none was chosen.
    pub const NO_CLIFF: u8 = 15;
    /// The highest number of a ground type that can be stored.
    pub const MAX_GROUND_TYPE: u8 = 63;
    /// The highest water level that can be stored.
    pub const MAX_WATER_LEVEL: u16 = WATER_LEVEL;

    /// Number of the ground type in the map's list, 0 to 63.
    pub fn ground_type(self) -> u8 {
        (self.ground & GROUND_TYPE) as u8
    }

    /// Sets the number of the ground type; only the lower six bits count.
    pub fn set_ground_type(&mut self, number: u8) {
        self.ground = self.ground & !GROUND_TYPE | u16::from(number) & GROUND_TYPE;
    }

    /// Variation of the ground's texture, 0 to 31.
    pub fn ground_variation(self) -> u8 {
        self.variation & GROUND_VARIATION
    }

    /// Sets the variation of the ground's texture; only the lower five bits count.
    pub fn set_ground_variation(&mut self, variation: u8) {
        self.variation = self.variation & !GROUND_VARIATION | variation & GROUND_VARIATION;
    }

    /// Variation of the cliff's model, 0 to 7.
    pub fn cliff_variation(self) -> u8 {
        self.variation >> 5
    }

    /// Sets the variation of the cliff's model; only the lower three bits count.
    pub fn set_cliff_variation(&mut self, variation: u8) {
        self.variation = self.variation & GROUND_VARIATION | variation << 5;
    }

    /// Number of the cliff type in the map's list, 0 to 14; `None` where none was chosen.
    ///
    /// Flat ground may have one all the same: there is a cliff only where layers differ.
    pub fn cliff_type(self) -> Option<u8> {
        let number = self.cliff >> 4;
        (number != Self::NO_CLIFF).then_some(number)
    }

    /// Sets the number of the cliff type; only the lower four bits count.
    pub fn set_cliff_type(&mut self, number: Option<u8>) {
        self.cliff = self.cliff & 0xF | number.unwrap_or(Self::NO_CLIFF) << 4;
    }

    /// The layer (cliff level), 0 to 15; 2 lies at height 0.
    pub fn layer(self) -> u8 {
        self.cliff & 0xF
    }

    /// Sets the layer; only the lower four bits count.
    pub fn set_layer(&mut self, layer: u8) {
        self.cliff = self.cliff & 0xF0 | layer & 0xF;
    }

    /// The marks.
    pub fn flags(self) -> CornerFlags {
        let flags = ((self.ground & GROUND_FLAGS) >> GROUND_FLAGS_SHIFT) as u8;
        let edge = if self.water & WATER_EDGE != 0 {
            CornerFlags::EDGE.0
        } else {
            0
        };
        CornerFlags(flags | edge)
    }

    /// Sets all marks.
    pub fn set_flags(&mut self, flags: CornerFlags) {
        let ground = u16::from(flags.0) << GROUND_FLAGS_SHIFT & GROUND_FLAGS;
        self.ground = self.ground & !GROUND_FLAGS | ground;
        self.water &= !WATER_EDGE;
        if flags.has(CornerFlags::EDGE) {
            self.water |= WATER_EDGE;
        }
    }

    /// Water level as it is stored, 0 to 16383.
    pub fn water_level(self) -> u16 {
        self.water & WATER_LEVEL
    }

    /// Sets the water level; only the lower 14 bits count.
    pub fn set_water_level(&mut self, level: u16) {
        self.water = self.water & !WATER_LEVEL | level & WATER_LEVEL;
    }

    /// Height of the ground in world units, layer included.
    pub fn ground_z(self) -> f32 {
        let layers = i32::from(self.layer()) - BASE_LAYER;
        steps_to_units(self.height) + layers as f32 * LAYER_UNITS
    }

    /// Height of the water's surface in world units. `tileset_offset` is what the game's table of
    /// water adds for the tileset, in units.
    pub fn water_z(self, tileset_offset: f32) -> f32 {
        steps_to_units(self.water_level()) + tileset_offset
    }

    /// The stored height that puts the ground nearest to `z` within the corner's layer; what can't
    /// be stored is clamped to 0 or 16383, as a NaN is to 0.
    pub fn height_for_z(self, z: f32) -> u16 {
        let layers = i32::from(self.layer()) - BASE_LAYER;
        let steps = (z - layers as f32 * LAYER_UNITS) * STEPS_PER_UNIT + LEVEL as f32;
        steps.round().clamp(0.0, f32::from(WATER_LEVEL)) as u16
    }

    /// The stored level that puts the surface of water nearest to `z`, without what the game adds for
    /// the tileset; what can't be stored is clamped to 0 or 16383, as a NaN is to 0.
    pub fn water_level_for_z(z: f32) -> u16 {
        let steps = z * STEPS_PER_UNIT + LEVEL as f32;
        steps.round().clamp(0.0, f32::from(WATER_LEVEL)) as u16
    }

    /// Whether water is seen here: it is marked, and above the ground.
    pub fn shows_water(self, tileset_offset: f32) -> bool {
        self.flags().has(CornerFlags::WATER) && self.water_z(tileset_offset) > self.ground_z()
    }

    /// The bits that nobody knows: bit 15 of `water`, then bits 10 to 15 of `ground`.
    pub fn unknown_bits(self) -> u16 {
        self.water & 0x8000 | (self.ground & 0xFC00) >> 10
    }
}

/// The height at which a layer lies, in world units.
pub fn level_z(layer: u8) -> f32 {
    (i32::from(layer) - BASE_LAYER) as f32 * LAYER_UNITS
}

/// The layer whose height is nearest to one.
pub fn layer_at(z: f32) -> u8 {
    let layer = (z / LAYER_UNITS).round() + BASE_LAYER as f32;
    layer.clamp(0.0, 15.0) as u8
}

fn steps_to_units(steps: u16) -> f32 {
    (i32::from(steps) - LEVEL) as f32 / STEPS_PER_UNIT
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_corner_lies_at_height_0_without_marks() {
        let corner = Corner::LEVEL;
        assert_eq!((corner.ground_z(), corner.water_z(0.0)), (0.0, 0.0));
        assert_eq!((corner.layer(), corner.cliff_type()), (2, None));
        assert_eq!(corner.flags(), CornerFlags::default());
    }

    #[test]
    fn every_value_is_set_without_touching_another() {
        for start in [Corner::default(), Corner::LEVEL] {
            let mut corner = start;
            corner.water |= 0x8000;
            corner.ground |= 0xA800;
            corner.set_ground_type(41);
            corner.set_ground_variation(17);
            corner.set_cliff_variation(5);
            corner.set_cliff_type(Some(14));
            corner.set_layer(9);
            corner.set_water_level(12_345);
            corner.set_flags(CornerFlags::BLIGHT.with(CornerFlags::EDGE));
            assert_eq!(corner.ground_type(), 41);
            assert_eq!(corner.ground_variation(), 17);
            assert_eq!(corner.cliff_variation(), 5);
            assert_eq!(corner.cliff_type(), Some(14));
            assert_eq!(corner.layer(), 9);
            assert_eq!(corner.water_level(), 12_345);
            assert_eq!(corner.flags().0, 0b1_0010);
            assert_eq!(corner.unknown_bits(), 0x8000 | 0b10_1010);
            assert_eq!(corner.height, start.height);
        }
    }

    #[test]
    fn a_height_goes_to_units_and_back_in_every_layer() {
        for layer in 0..16 {
            for height in [0, 1, 8192, 8193, 16_370] {
                let mut corner = Corner::LEVEL;
                corner.set_layer(layer);
                corner.height = height;
                assert_eq!(corner.height_for_z(corner.ground_z()), height);
            }
        }
        let mut corner = Corner::LEVEL;
        corner.set_layer(3);
        corner.height = 8192 + 4;
        assert_eq!(corner.ground_z(), 129.0);
        assert_eq!(corner.height_for_z(f32::NAN), 0);
        assert_eq!(corner.height_for_z(1e9), 16_383);
    }
}
