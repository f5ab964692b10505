//! What the brush's tool picks from the ground: a height, a level of water, an area, a tint.

use super::{Editor, GroundBrush, GroundHeightFrom, GroundIntent, GroundTool};
use crate::document::TerrainShape;
use crate::edit::{CliffChange, VariationArgument};
use crate::math::Vec3;
use crate::terrain::{CHUNK_VERTICES, Chunk, Corner, position_of_vertex};

/// The tint of ground that has none.
const NO_TINT: [u8; 3] = [127; 3];

impl Editor {
    /// The brush with what its tool picks at a place; `None` where the tool picks textures.
    pub(super) fn picked_by_tool(&self, at: Vec3) -> Option<GroundBrush> {
        let shape = &self.terrain()?.shape;
        let mut brush = self.ground_brush.clone();
        let tools = &mut brush.tools;
        match brush.tool {
            GroundTool::Flatten | GroundTool::Plateau => {
                tools.height_from = GroundHeightFrom::Fixed;
                // Digits that nobody reads would only be in the way.
                *tools.height_mut(shape) = (at.z * 100.0).round() / 100.0;
            }
            GroundTool::Water => tools.water_level = corner_at(shape, at)?.water_z(0.0),
            GroundTool::Cliffs => tools.cliff = CliffChange::To(corner_at(shape, at)?.layer()),
            GroundTool::Area => tools.area = chunk_at(shape, at)?.area_id,
            GroundTool::Colour => {
                brush.colour = tint_at(chunk_at(shape, at)?, at);
                let tint = brush.colour;
                brush.tools.remember_tint(tint);
            }
            _ => return None,
        }
        Some(brush)
    }

    /// The variation of the corner at a place, where the brush paints a chosen one.
    pub(super) fn picked_variation(&self, at: Vec3) -> Option<GroundIntent> {
        let mut brush = self.ground_brush.clone();
        if !matches!(brush.tools.variation, VariationArgument::Fixed(_)) {
            return None;
        }
        let corner = corner_at(&self.terrain()?.shape, at)?;
        brush.tools.variation = VariationArgument::Fixed(corner.ground_variation());
        Some(GroundIntent::SetBrush(Box::new(brush)))
    }

    /// What Alt shows at a place for the brush's tool; `None` where it lists textures.
    pub fn tool_reading(&self, at: Vec3) -> Option<String> {
        let shape = &self.terrain()?.shape;
        let picked = self.picked_by_tool(at)?;
        let tools = &picked.tools;
        Some(match picked.tool {
            GroundTool::Water => format!("Water at {:.1}", tools.water_level),
            GroundTool::Cliffs => format!("Level {}", corner_at(shape, at)?.layer()),
            GroundTool::Area => format!("Area {}", tools.area),
            GroundTool::Colour => {
                let [red, green, blue] = picked.colour;
                format!("Tint {red}, {green}, {blue}")
            }
            _ => format!("Height {:.2}", tools.height(shape)),
        })
    }
}

fn corner_at(shape: &TerrainShape, at: Vec3) -> Option<Corner> {
    let map = shape.corners()?;
    let (column, row) = map.nearest(at.x, at.y);
    map.corner(column, row)
}

fn chunk_at(shape: &TerrainShape, at: Vec3) -> Option<&Chunk> {
    let map = shape.tiles()?;
    map.chunk(map.chunk_at(at.x, at.y)?)
}

/// Red, green and blue of the vertex that is nearest to a place.
fn tint_at(chunk: &Chunk, at: Vec3) -> [u8; 3] {
    let away = |vertex: usize| {
        let [x, y] = position_of_vertex(chunk, vertex);
        (x - at.x).powi(2) + (y - at.y).powi(2)
    };
    let vertices = 0..CHUNK_VERTICES;
    let nearest = vertices.min_by(|a, b| away(*a).total_cmp(&away(*b)));
    let colours = chunk.colours.as_ref();
    let own = colours
        .zip(nearest)
        .and_then(|(all, nearest)| all.get(nearest));
    own.map_or(NO_TINT, |[blue, green, red, _]| [*red, *green, *blue])
}
