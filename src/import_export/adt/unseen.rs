//! What of a tile takes room and is not seen: layers without any share, textures without layers.

use crate::import_export::Report;
use crate::terrain::{ChunkShares, TileId, TileMap};

/// Tells how many layers of a tile nobody sees, and how many of its textures have none. Both are
/// written as they are: they are dropped when the user asks for it.
pub(super) fn tell_unseen(map: &TileMap, id: TileId, report: &mut Report) {
    let Some(tile) = map.tiles.get(&id) else {
        return;
    };
    let mut used = vec![false; tile.textures.len()];
    let (mut layers, mut chunks) = (0, 0);
    for chunk in &tile.chunks {
        for layer in &chunk.layers {
            if let Some(used) = used.get_mut(layer.texture as usize) {
                *used = true;
            }
        }
        let Some(shares) = ChunkShares::of(map.blend, &chunk.layers) else {
            continue;
        };
        let planes = shares.planes.iter().skip(1);
        let unseen = planes.filter(|plane| plane.as_flattened().iter().all(|share| *share == 0));
        let unseen = unseen.count();
        layers += unseen;
        chunks += usize::from(unseen > 0);
    }
    if layers > 0 {
        report.note(
            "layers",
            format!(
                "{} of {} not seen anywhere, and written as it was; dropping unused layers takes \
                 such out",
                counted(layers, "layer"),
                counted(chunks, "map chunk")
            ),
        );
    }
    let unused = used.iter().filter(|used| !**used).count();
    if unused > 0 {
        report.note(
            "textures",
            format!(
                "{} of the list without a layer, and written as it was; dropping unused layers \
                 takes such out",
                counted(unused, "texture")
            ),
        );
    }
}

fn counted(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        count => format!("{count} {what}s"),
    }
}
