//! Makes textures go on across the borders of map chunks.

use super::brush_operator::terrain_operator;
use crate::edit::EditError;
use crate::edit::layer_stack::{LayerStack, chunks_text};
use crate::edit::terrain_draft::TerrainDraft;
use crate::edit::texture_paths::key_of;
use crate::terrain::{
    ChunkHeal, ChunkPlace, SeamFinding, SeamHeal, SeamSeverity, audit_seams, heal_seams,
};
use std::collections::BTreeSet;

/// How often borders are looked over again, at most.
const MOST_PASSES: usize = 8;

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
        let mut left = before.clone();
        let mut heal = heal_seams(map);
        let (mut healed, mut added) = (BTreeSet::new(), 0);
        for _ in 0..MOST_PASSES {
            for (place, chunk) in &heal.chunks {
                added += heal_chunk(draft, *place, chunk);
            }
            healed.extend(heal.chunks.keys().copied());
            let Some(now) = draft.tiles_after() else {
                break;
            };
            let after = audit_seams(&now);
            // A texture that came to one border may be missed at the next, until no more is gained.
            let is_done = after.is_empty() || after.len() >= left.len();
            left = after;
            if is_done {
                break;
            }
            heal = heal_seams(&now);
        }
        let (before, seen) = (before.len(), visible(&before));
        draft.note(match left.len() {
            0 => format!("{before} breaks of textures, {seen} of them visible; none is left"),
            count => format!(
                "{before} breaks of textures, {seen} of them visible; {count} are left, {} of them \
                 visible",
                visible(&left)
            ),
        });
        if added > 0 {
            draft.note(match added {
                1 => "1 layer was added".to_owned(),
                _ => format!("{added} layers were added"),
            });
        }
        tell_why(draft, &heal, &left);
        Ok(format!("Heal seams of {}", chunks_text(healed.len())))
    }
}

/// Tells why breaks are left.
fn tell_why(draft: &mut TerrainDraft<'_>, heal: &SeamHeal, left: &[SeamFinding]) {
    if left.is_empty() {
        return;
    }
    let slight = left.len() - visible(left);
    if slight > 0 {
        draft.note(format!(
            "{slight} of those left are at most one step of 4-bit alphas, which can't hold what \
             lies between"
        ));
    }
    if !heal.bare.is_empty() {
        draft.note(format!(
            "{} beside others without any texture of their own: nothing can meet there until \
             they are filled",
            chunks_text(heal.bare.len())
        ));
    }
    if heal.unhealed > 0 {
        let places = heal.unhealed;
        draft.note(format!(
            "at {places} places no side can have a texture of the others"
        ));
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
