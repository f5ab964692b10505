//! Paints a texture with a stroke of a brush.

use super::brush_operator::terrain_brush_operator;
use super::ground_type::painted_type;
use crate::edit::ground::{CornerTool, GroundPainter, GroundWork};
use crate::edit::terrain_draft::TerrainDraft;
use crate::edit::terrain_stroke::{GroundTool, draft_stroke};
use crate::edit::texel_paint::{Aim, TexelPainter};
use crate::edit::texture_paths::check_texture;
use crate::edit::{EditError, FifthArgument, FifthCost, FifthSolution, TerrainBrush};
use crate::terrain::{ChunkPlace, CornerMap, CornerPaint, CornerVariation, TileMap};

terrain_brush_operator! {
    /// Paints a texture with a stroke of a brush: its share of the ground moves towards a target, and the other textures shrink or grow in proportion.
    PaintTextureLayer = "paint_texture_layer" {
        /// The path of the texture; on a map of corners the four letters of a ground type, its number, or blight.
        texture: String,
        /// The share that is painted towards, 0 to 1.
        #[serde(default = "crate::edit::operator::spec::one")]
        target: f32 = "1.0",
        /// What is done on a map chunk that has four other textures.
        #[serde(default)]
        fifth: FifthArgument = "\"refuse\"",
    }
    example r##"{"op":"paint_texture_layer","terrain":1,"texture":"Tileset\\Elwynn\\ElwynnGrass01.blp","target":1.0,"fifth":"refuse","radius":10.0,"strength":0.5,"hardness":0.0,"falloff":"smooth","accumulate":false,"shape":"circle","samples":[{"position":[100.0,200.0],"pressure":1.0}],"masks":{"slope":{"from_deg":0.0,"to_deg":30.0,"soft_deg":5.0,"invert":false}},"seed":0,"tip":{},"symmetry":null}"##
}

impl PaintTextureLayer {
    /// What its brush does.
    pub(in crate::edit) fn tool(
        &self,
        draft: &TerrainDraft<'_>,
    ) -> Result<Box<dyn GroundTool>, EditError> {
        let brush = self.brush()?;
        if let Ok(map) = draft.corners() {
            return self.corner_tool(map, brush);
        }
        let tiles = draft.tiles()?;
        check_texture("texture", &self.texture)?;
        self.fifth.check(tiles)?;
        if !(0.0..=1.0).contains(&self.target) {
            return Err(EditError::Value {
                argument: "target",
                reason: "must be between 0 and 1".to_owned(),
            });
        }
        Ok(Box::new(TexelPainter::new(self.aim(), &brush, tiles)?))
    }

    fn aim(&self) -> Aim {
        Aim::Towards {
            texture: self.texture.clone(),
            share: (self.target * 255.0).round() as u8,
            fifth: self.fifth.clone(),
        }
    }

    /// What it would give up on a map chunk if its stroke began there.
    pub fn fifth_cost(&self, map: &TileMap, place: ChunkPlace) -> FifthCost {
        let painter = self
            .brush()
            .and_then(|brush| TexelPainter::new(self.aim(), &brush, map));
        match painter {
            Ok(painter) => painter.cost(map, place),
            Err(error) => FifthCost::Refused(error.to_string()),
        }
    }

    /// How the map chunks with four other textures that it meets make room best.
    ///
    /// # Errors
    /// Numbers that no brush can have.
    pub fn fifth_solution(&self, map: &TileMap) -> Result<FifthSolution, EditError> {
        let (_, solution) = TexelPainter::solved(&self.aim(), &self.brush()?, map)?;
        Ok(solution)
    }

    /// What its brush does to a map of corners, which have one ground type each.
    fn corner_tool(
        &self,
        map: &CornerMap,
        brush: TerrainBrush,
    ) -> Result<Box<dyn GroundTool>, EditError> {
        if self.target != 1.0 {
            return Err(EditError::Value {
                argument: "target",
                reason: "must be 1 on a map of corners: each has one ground type wholly".to_owned(),
            });
        }
        let paint = painted_type(map, &self.texture)?;
        let variation = match paint {
            CornerPaint::Blight => CornerVariation::Keep,
            CornerPaint::Ground(_) => CornerVariation::Random,
        };
        let tool = CornerTool::Paint { paint, variation };
        let work = GroundWork::over_corners(map, brush, tool)?;
        let label = format!("Paint {} at {{}}", self.texture);
        Ok(GroundPainter::boxed(work, label))
    }

    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(in crate::edit::operator) fn draft(
        &self,
        draft: &mut TerrainDraft<'_>,
    ) -> Result<String, EditError> {
        let tool = self.tool(draft)?;
        if matches!(self.fifth, FifthArgument::Solve { .. }) && draft.tiles().is_ok() {
            return TexelPainter::draft_solved(&self.aim(), &self.brush()?, draft);
        }
        draft_stroke(tool, &self.samples, draft)
    }
}
