//! Makes textures go on across the borders of map chunks.

use super::brush_operator::terrain_operator;
use crate::edit::EditError;
use crate::edit::layer_stack::{LayerStack, chunks_text};
use crate::edit::terrain_draft::TerrainDraft;
use crate::edit::texture_paths::key_of;
use crate::terrain::{ChunkHeal, ChunkPlace, SeamFinding, SeamSeverity, audit_seams, heal_seams};

terrain_operator! {
    /// Makes textures go on across the borders of map chunks and tiles: where sides disagree each takes the mean, with new layers where there is room. The notes tell how many breaks there were and are.
    HealSeams = "heal_seams" {
    }
    example r##"{"op":"heal_seams","terrain":1}"##
}

impl HealSeams {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(in crate::edit::operator) fn draft(
        &self,
        draft: &mut TerrainDraft<'_>,
    ) -> Result<String, EditError> {
        let map = draft.tiles()?;
        draft.is_about_all();
        let before = audit_seams(map);
        let heal = heal_seams(map);
        let mut added = 0;
        for (place, chunk) in &heal.chunks {
            added += heal_chunk(draft, *place, chunk);
        }
        let after = draft.tiles_after().map_or(0, |map| audit_seams(&map).len());
        draft.note(format!(
            "{} breaks of textures, {} of them visible; {after} are left",
            before.len(),
            visible(&before)
        ));
        if added > 0 {
            draft.note(format!("{added} layers were added"));
        }
        if heal.unhealed > 0 {
            let places = heal.unhealed;
            draft.note(format!(
                "at {places} places no side can have a texture of the others"
            ));
        }
        Ok(format!("Heal seams of {}", chunks_text(heal.chunks.len())))
    }
}

fn visible(findings: &[SeamFinding]) -> usize {
    let visible = findings.iter();
    visible
        .filter(|finding| finding.severity == SeamSeverity::Visible)
        .count()
}

/// Heals the borders of one map chunk; gives how many layers it got.
fn heal_chunk(draft: &mut TerrainDraft<'_>, place: ChunkPlace, heal: &ChunkHeal) -> usize {
    let Some(mut stack) = LayerStack::of(draft, place) else {
        return 0;
    };
    for key in &heal.added {
        let texture = draft.texture_index(place.tile, &spelling(draft, key));
        stack.push(texture, key.clone());
    }
    for texel in &heal.texels {
        let (column, row) = (usize::from(texel.column), usize::from(texel.row));
        stack.shares.set_texel(column, row, &texel.weights);
    }
    stack.put(draft);
    heal.added.len()
}

/// A path as some tile spells it.
fn spelling(draft: &TerrainDraft<'_>, key: &[u8]) -> String {
    let tiles = draft.terrain.shape.tiles().into_iter();
    let mut listed = tiles.flat_map(|map| map.tiles.values().flat_map(|tile| &tile.textures));
    let found = listed.find(|texture| key_of(&texture.path) == key);
    let path = found.map_or(key, |texture| texture.path.as_slice());
    String::from_utf8_lossy(path).into_owned()
}
