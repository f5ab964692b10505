//! Sets and clears flags of map chunks with a stroke of a brush.

use super::brush_operator::terrain_brush_operator;
use crate::edit::EditError;
use crate::edit::ground::{GroundPainter, GroundWork, TileTool};
use crate::edit::terrain_draft::TerrainDraft;
use crate::edit::terrain_stroke::{GroundTool, draft_stroke};
use crate::terrain::ChunkFlags;

/// Flags that say how the file stores a map chunk.
const STORAGE: u32 = ChunkFlags::HAS_SHADOW
    | ChunkFlags::HAS_COLOURS
    | ChunkFlags::KEEPS_ALPHA_EDGE
    | ChunkFlags::HAS_FINE_HOLES;

terrain_brush_operator! {
    /// Sets and clears flags of map chunks of World of Warcraft, such as 2 for ground that nobody can walk on: of the one under the middle of the brush, and all whose middle it covers.
    SetChunkFlags = "set_chunk_flags" {
        /// Bits to set.
        #[serde(default)]
        set: u32 = "0",
        /// Bits to clear, before those of `set` are set.
        #[serde(default)]
        clear: u32 = "0",
    }
    example r##"{"op":"set_chunk_flags","terrain":1,"set":2,"clear":0,"radius":40.0,"strength":1.0,"hardness":1.0,"falloff":"flat","accumulate":false,"shape":"circle","samples":[{"position":[100.0,200.0],"pressure":1.0}],"masks":{},"seed":0,"tip":{},"symmetry":null}"##
}

impl SetChunkFlags {
    /// What its brush does.
    pub(in crate::edit) fn tool(
        &self,
        draft: &TerrainDraft<'_>,
    ) -> Result<Box<dyn GroundTool>, EditError> {
        let (set, clear) = (self.set, self.clear);
        if set | clear == 0 {
            return Err(EditError::Empty { argument: "set" });
        }
        if (set | clear) & STORAGE != 0 {
            return Err(EditError::Value {
                argument: "set",
                reason: format!(
                    "and 'clear' can't have bits of {STORAGE:#x}, which say how the file stores \
                     shadow, colours, alpha maps and holes"
                ),
            });
        }
        let tool = TileTool::Flags { set, clear };
        let work = GroundWork::over_tiles(draft.tiles()?, self.brush()?, tool)?;
        Ok(GroundPainter::boxed(work, "Set flags of {}"))
    }

    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(in crate::edit::operator) fn draft(
        &self,
        draft: &mut TerrainDraft<'_>,
    ) -> Result<String, EditError> {
        draft_stroke(self.tool(draft)?, &self.samples, draft)
    }
}
