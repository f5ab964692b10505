//! The JSON of `info`, as far as the fact sheets settle what it holds.
//!
//! Choices, so that a difference from the code under test can be argued about:
//! * Names and paths: bytes up to the first NUL, as lossy UTF-8, blanks kept.
//! * `bones`: nodes in `BONE` and `HELP`. `particles`: nodes in `PREM` and `PRE2`. The chunk
//!   decides, not the flags.
//! * `triangles`: a third of the indices of each geoset, rounded down.
//! * `clips[].duration_ms`: 0 where a clip ends before it starts. `looping`: flag 1 is clear.
//! * `clips[].id` is left out, as are `variation`, `alias_of` and `external`: MDX has none.
//! * `textures[].replaceable`: the number stored, 0 where the path counts.
//! * `keys`: `translation`, `rotation`, `scale` are those of `BONE` and `HELP` nodes. `other` is
//!   every key of every other track in the file, times of events and the three channels of other
//!   nodes too.
//! * `collision_shapes` is here under that name; `opaque_chunks` are those the sheet does not give
//!   for version 800, in file order.
//!
//! Left out: `views`, `collision_triangles`, `max_influences`, `companions` and `findings`.

use serde_json::{Value, json};

use super::nodes::{Channel, Kind, Node, Track};
use super::reader::Model;

impl Model {
    /// What the file holds, under the keys of `info --json`.
    pub fn info_json(&self) -> Value {
        let nodes = |kinds: &[Kind]| {
            let found = self.nodes.iter().filter(|node| kinds.contains(&node.kind));
            found.count()
        };
        let clips: Vec<Value> = self
            .clips
            .iter()
            .enumerate()
            .map(|(index, clip)| {
                json!({
                    "index": index,
                    "name": String::from_utf8_lossy(&clip.name),
                    "start_ms": clip.start_ms,
                    "duration_ms": clip.end_ms.saturating_sub(clip.start_ms),
                    "looping": clip.flags & 1 == 0,
                })
            })
            .collect();
        let textures: Vec<Value> = self
            .textures
            .iter()
            .map(|(replaceable, path)| {
                json!({"path": String::from_utf8_lossy(path), "replaceable": replaceable})
            })
            .collect();
        let opaque: Vec<_> = self
            .opaque_chunks
            .iter()
            .map(|tag| String::from_utf8_lossy(tag))
            .collect();
        let [translation, rotation, scale, other] = self.key_counts();
        json!({
            "format": "mdx",
            "version": 800,
            "name": String::from_utf8_lossy(&self.name),
            "bytes": self.byte_count,
            "bones": nodes(&[Kind::Bone, Kind::Helper]),
            "vertices": self.vertex_count(),
            "triangles": self.geosets.iter().map(|geoset| geoset.faces.len() / 3).sum::<usize>(),
            "submeshes": self.geosets.len(),
            "clips": clips,
            "global_loops_ms": self.global_loops_ms,
            "textures": textures,
            "materials": self.materials.len(),
            "attachments": nodes(&[Kind::Attachment]),
            "events": nodes(&[Kind::Event]),
            "lights": nodes(&[Kind::Light]),
            "cameras": self.cameras.len(),
            "ribbons": nodes(&[Kind::Ribbon]),
            "particles": nodes(&[Kind::ParticleEmitter, Kind::ParticleEmitter2]),
            "collision_shapes": nodes(&[Kind::Collision]),
            "keys": {
                "translation": translation,
                "rotation": rotation,
                "scale": scale,
                "other": other,
            },
            "opaque_chunks": opaque,
        })
    }

    /// Keys of translation, rotation and scale of bones, and of everything else.
    pub fn key_counts(&self) -> [usize; 4] {
        let mut counts = [0; 4];
        for node in &self.nodes {
            let own = node_key_counts(node);
            if matches!(node.kind, Kind::Bone | Kind::Helper) {
                for (total, count) in counts.iter_mut().zip(own) {
                    *total += count;
                }
            } else {
                counts[3] += own.iter().sum::<usize>();
            }
        }
        let channels = self
            .nodes
            .iter()
            .flat_map(|node| &node.channels)
            .chain(self.materials.iter().flatten().flat_map(|l| &l.channels))
            .chain(self.texture_animations.iter().flatten())
            .chain(self.geoset_animations.iter().flat_map(|g| &g.channels))
            .chain(self.cameras.iter().flat_map(|camera| &camera.channels));
        counts[3] += channels
            .map(|channel: &Channel| channel.times_ms.len())
            .sum::<usize>();
        counts
    }
}

/// Keys of translation, rotation and scale of a node.
pub fn node_key_counts(node: &Node) -> [usize; 3] {
    fn count<const N: usize>(track: &Option<Track<N>>) -> usize {
        track.as_ref().map_or(0, |track| track.keys.len())
    }
    [
        count(&node.translation),
        count(&node.rotation),
        count(&node.scale),
    ]
}
