//! Liquids of a tile: for each map chunk those of 3.x and those of before.

use crate::formats::FormatError;
use crate::formats::adt::{MapChunk, OldLiquid, WaterLayer};
use crate::terrain::{LiquidLayer, LiquidOrigin};

/// A layer of `MH2O`.
pub fn water(layer: WaterLayer) -> LiquidLayer {
    LiquidLayer {
        origin: LiquidOrigin::Water,
        kind: u32::from(layer.kind),
        area: layer.area,
        cells: layer.cells,
        range: layer.range,
        heights: layer.heights,
    }
}

/// The liquids that a map chunk has with it.
pub fn old_liquids(raw: &MapChunk) -> Result<Vec<LiquidLayer>, FormatError> {
    let liquids = OldLiquid::read_all(raw.liquid(), &raw.header)?;
    let layers = liquids.into_iter().map(|(flag, liquid)| LiquidLayer {
        origin: LiquidOrigin::Old,
        kind: flag,
        area: [0, 0, 8, 8],
        cells: cells(&liquid),
        range: liquid.range,
        heights: liquid.corners.iter().map(|corner| corner.height).collect(),
    });
    Ok(layers.collect())
}

fn cells(liquid: &OldLiquid) -> u64 {
    let cells = liquid.cells.as_flattened().iter().rev();
    cells.fold(0, |bits, cell| {
        (bits << 1) | u64::from(OldLiquid::has_liquid(*cell))
    })
}
