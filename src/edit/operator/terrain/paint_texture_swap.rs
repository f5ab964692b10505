//! Puts one texture in the place of another with a stroke of a brush.

use super::brush_operator::terrain_brush_operator;
use crate::edit::terrain_draft::TerrainDraft;
use crate::edit::terrain_stroke::{GroundTool, draft_stroke};
use crate::edit::texel_paint::{Aim, TexelPainter};
use crate::edit::texture_paths::{check_texture, texture_key};
use crate::edit::{EditError, FifthArgument, FifthCost, FifthSolution};
use crate::terrain::{ChunkPlace, TileMap};

terrain_brush_operator! {
    /// Puts one texture in the place of another where a brush passes: as strongly as the brush is, the share of the first goes to the second. All other textures keep theirs.
    PaintTextureSwap = "paint_texture_swap" {
        /// The path of the texture that goes.
        from: String,
        /// The path of the texture that comes.
        to: String,
        /// What is done on a map chunk that has the first and three others but not the second.
        #[serde(default)]
        fifth: FifthArgument = "\"refuse\"",
    }
    example r##"{"op":"paint_texture_swap","terrain":1,"from":"Tileset\\Elwynn\\ElwynnGrass01.blp","to":"Tileset\\Elwynn\\ElwynnDirt01.blp","fifth":"refuse","radius":10.0,"strength":1.0,"hardness":0.5,"falloff":"smooth","accumulate":false,"shape":"circle","samples":[{"position":[100.0,200.0],"pressure":1.0}],"masks":{},"seed":0,"tip":{},"symmetry":null}"##
}

impl PaintTextureSwap {
    /// What its brush does.
    pub(in crate::edit) fn tool(
        &self,
        draft: &TerrainDraft<'_>,
    ) -> Result<Box<dyn GroundTool>, EditError> {
        let brush = self.brush()?;
        let tiles = draft.tiles()?;
        check_texture("from", &self.from)?;
        check_texture("to", &self.to)?;
        self.fifth.check(tiles)?;
        if texture_key(&self.from) == texture_key(&self.to) {
            return Err(EditError::Value {
                argument: "to",
                reason: "must be another texture".to_owned(),
            });
        }
        Ok(Box::new(TexelPainter::new(self.aim(), &brush, tiles)?))
    }

    fn aim(&self) -> Aim {
        Aim::Swap {
            from: self.from.clone(),
            texture: self.to.clone(),
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
