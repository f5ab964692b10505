//! What is odd about the things that stand on a tile; they are kept as they are.

use crate::formats::adt::{AdtFile, ChunkBody, MDDF, MODF};
use crate::import_export::Report;
use std::collections::HashSet;

/// Tells of placed models and map objects that the game would stumble over.
pub fn tell_odd_placements(file: &AdtFile, report: &mut Report) {
    let mut ids = Vec::new();
    if let Some(ChunkBody::Models(models)) = file.chunk(MDDF).map(|chunk| &chunk.body) {
        ids.extend(models.items.iter().map(|model| model.unique_id));
        let flat = models.items.iter().filter(|model| model.scale == 0).count();
        if flat > 0 {
            report.warn(
                "MDDF",
                format!("{flat} placed models have a scale of 0, so nothing of them is seen."),
            );
        }
    }
    if let Some(ChunkBody::Objects(objects)) = file.chunk(MODF).map(|chunk| &chunk.body) {
        ids.extend(objects.items.iter().map(|object| object.unique_id));
    }
    let count = ids.len();
    let different: HashSet<u32> = ids.into_iter().collect();
    let shared = count - different.len();
    if shared > 0 {
        report.warn(
            "MDDF",
            format!("{shared} placed things have an id that another one has, and may vanish in the game."),
        );
    }
}
