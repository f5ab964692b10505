//! What must hold in every document, whatever was opened and whatever was edited.

use super::{Document, Model, TerrainShape};
use crate::anim::TrackRef;
use crate::for_any_track;
use crate::terrain::{CHUNKS_OF_TILE, MOST_LAYERS, TileMap};
use std::collections::HashSet;

/// One broken invariant: a fault of the program, never of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// Where, such as `models[0].bones`.
    pub path: String,
    /// What does not hold.
    pub message: String,
}

impl Document {
    /// Every invariant that does not hold; empty for a sound document.
    ///
    /// * ids of models, terrains, bones and clips are unique, and below `next_id` if made by an edit;
    /// * there are as many bone tracks as bones;
    /// * all vertex attributes are of equal length;
    /// * every list of keyframes has a value for each time, and tangents for all or for none;
    /// * a track's per-clip lists are no more than there are clips;
    /// * a tile has 256 map chunks, and each of them at most [`MOST_LAYERS`] layers.
    pub fn check_invariants(&self) -> Vec<Violation> {
        let mut out = Vec::new();
        unique(
            "models",
            self.models.iter().map(|model| model.id.0),
            &mut out,
        );
        for (index, model) in self.models.iter().enumerate() {
            model.check(&format!("models[{index}]"), self.next_id, &mut out);
        }
        unique(
            "terrains",
            self.terrains.iter().map(|terrain| terrain.id.0),
            &mut out,
        );
        for (index, terrain) in self.terrains.iter().enumerate() {
            if let TerrainShape::Tiles(map) = &terrain.shape {
                check_tiles(map, &format!("terrains[{index}]"), &mut out);
            }
        }
        out
    }
}

fn check_tiles(map: &TileMap, path: &str, out: &mut Vec<Violation>) {
    for (id, tile) in &map.tiles {
        let mut fail = |what: &str, count: usize| {
            out.push(Violation {
                path: format!("{path}.tiles[{},{}].{what}", id.x, id.y),
                message: format!("{count} are there"),
            });
        };
        if tile.chunks.len() != CHUNKS_OF_TILE {
            fail("chunks", tile.chunks.len());
        }
        for chunk in &tile.chunks {
            if chunk.layers.len() > MOST_LAYERS {
                fail("chunks.layers", chunk.layers.len());
            }
        }
    }
}

fn unique(path: &str, ids: impl Iterator<Item = u32>, out: &mut Vec<Violation>) {
    let mut seen = HashSet::new();
    for id in ids {
        if !seen.insert(id) {
            out.push(Violation {
                path: path.to_owned(),
                message: format!("id {id} is used twice"),
            });
        }
    }
}

impl Model {
    fn check(&self, path: &str, next_id: u32, out: &mut Vec<Violation>) {
        let mut fail = |what: &str, message: String| {
            out.push(Violation {
                path: format!("{path}.{what}"),
                message,
            });
        };
        let ids = || {
            let bones = self.skeleton.bones.iter().map(|bone| bone.id.0);
            bones.chain(self.clips.iter().map(|clip| clip.id.0))
        };
        for id in ids() {
            if id >= crate::skeleton::BoneId::FIRST_NEW && id >= next_id {
                fail(
                    "ids",
                    format!("id {id} was never given out (next is {next_id})"),
                );
            }
        }
        if self.bone_tracks.len() != self.skeleton.bones.len() {
            fail(
                "bone_tracks",
                format!(
                    "{} for {} bones",
                    self.bone_tracks.len(),
                    self.skeleton.bones.len()
                ),
            );
        }
        let pool = &self.vertices;
        let lengths = [
            pool.normals.len(),
            pool.uvs[0].len(),
            pool.uvs[1].len(),
            pool.influences.slots.len(),
        ];
        if lengths.iter().any(|&len| len != pool.positions.len()) {
            fail(
                "vertices",
                format!("{} positions, other arrays {lengths:?}", pool.len()),
            );
        }
        for owner in self.track_owners() {
            for (track_path, track) in self.owner_tracks(owner) {
                if let Some(message) = track_fault(&track, self.clips.len()) {
                    fail(&track_path.text(self), message);
                }
            }
        }
        unique(
            &format!("{path}.bones"),
            self.skeleton.bones.iter().map(|b| b.id.0),
            out,
        );
        unique(
            &format!("{path}.clips"),
            self.clips.iter().map(|c| c.id.0),
            out,
        );
    }
}

fn track_fault(track: &TrackRef<'_>, clip_count: usize) -> Option<String> {
    for_any_track!(TrackRef, track, track => {
        if !track.is_shared() && track.lists().len() > clip_count {
            return Some(format!("{} lists for {clip_count} clips", track.lists().len()));
        }
        track.lists().iter().enumerate().find_map(|(clip, keys)| {
            let (times, values, tangents) =
                (keys.times_ms.len(), keys.values.len(), keys.tangents.len());
            (values != times || (tangents != 0 && tangents != times)).then(|| {
                format!("clip {clip} has {times} times, {values} values, {tangents} tangents")
            })
        })
    })
}
