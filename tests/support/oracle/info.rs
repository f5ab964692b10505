//! The JSON of `info`, as far as the fact sheets settle what it holds.
//!
//! Choices, so that a difference from the code under test can be argued about:
//! * `name`: bytes up to the first NUL, as lossy UTF-8. Where a converter wrote the combiner array
//!   over the name, this is what is left before the first zero byte of that array.
//! * `triangles`, `submeshes`: of view 0; 0 if the file of view 0 is not there, even if that of
//!   view 1 is. `views`: the count in the header.
//! * `clips[].name`: [`sheet_name`], else `Anim<ID>`. The sheet lists few of the ids, so a test
//!   should compare names only where `sheet_name` has one.
//! * `clips[].start_ms`: 0, as every clip has a time line of its own.
//! * `clips[].alias_of`: the stored index if flag 0x40 is set (one hop, not the end of the chain).
//! * `clips[].external`: neither flag 0x40 nor 0x20; whether the file is there is in `companions`.
//! * `textures[].path`: bytes up to the first NUL, as lossy UTF-8; empty where none is stored.
//! * `keys`: entries of aliases and of clips whose file is missing count nothing; a shared track
//!   counts once. `translation`, `rotation`, `scale` are bone tracks. `other` is every track of
//!   colours (2), texture weights (1), texture transforms (3), attachments (1), events (1, times),
//!   lights (7), cameras (3), ribbons (6) and particles (10 + enabled). The three-point ramps of
//!   particles have no times of a clip and are no tracks here.
//! * `max_influences`: most non-zero weights of any vertex of the pool.
//! * `companions`: one skin a view, then one file for each external (id, variation) in clip order;
//!   `path` is the bare name, spelled as on disk if it is there.
//!
//! Left out: `clips[].looping` (the sheet names no flag for it), `textures[].replaceable`,
//! `opaque_chunks` and `findings` (the program's own judgement).

use serde_json::{Value, json};

use super::reader::{Keys, Model, Track};

impl Model {
    /// What the file holds, under the keys of `info --json`.
    pub fn info_json(&self) -> Value {
        let view = self.views.first().and_then(Option::as_ref);
        let clips: Vec<Value> = self
            .clips
            .iter()
            .enumerate()
            .map(|(index, clip)| {
                json!({
                    "index": index,
                    "name": sheet_name(clip.id)
                        .map_or_else(|| format!("Anim{}", clip.id), ToOwned::to_owned),
                    "id": clip.id,
                    "variation": clip.variation,
                    "start_ms": 0,
                    "duration_ms": clip.duration_ms,
                    "alias_of": clip.alias_of,
                    "external": clip.is_external,
                })
            })
            .collect();
        let textures: Vec<Value> = self
            .textures
            .iter()
            .map(|(kind, path)| json!({"type": kind, "path": String::from_utf8_lossy(path)}))
            .collect();
        let companions: Vec<Value> = self
            .companions
            .iter()
            .map(|(path, found)| json!({"path": path, "found": found}))
            .collect();
        let mut info = json!({
            "format": "m2",
            "version": 264,
            "name": String::from_utf8_lossy(&self.name),
            "bytes": self.byte_count,
            "bones": self.bones.len(),
            "vertices": self.vertices.len(),
            "triangles": view.map_or(0, |view| view.triangle_count),
            "submeshes": view.map_or(0, |view| view.submesh_count),
            "views": self.view_count,
            "clips": clips,
            "global_loops_ms": self.global_loops_ms,
            "textures": textures,
            "keys": {
                "translation": self.bones.iter().map(|b| key_count(&b.translation)).sum::<usize>(),
                "rotation": self.bones.iter().map(|b| key_count(&b.rotation)).sum::<usize>(),
                "scale": self.bones.iter().map(|b| key_count(&b.scale)).sum::<usize>(),
                "other": self.other_key_count,
            },
            "max_influences": self
                .vertices
                .iter()
                .map(|vertex| vertex.weights.iter().filter(|weight| **weight > 0).count())
                .max()
                .unwrap_or(0),
            "companions": companions,
        });
        for (name, count) in &self.counts {
            info[*name] = json!(count);
        }
        info
    }
}

fn key_count<const N: usize>(track: &Track<N>) -> usize {
    track
        .entries
        .iter()
        .flatten()
        .map(|keys: &Keys<N>| keys.times_ms.len())
        .sum()
}

/// The name the sheet spells out for an animation id.
///
/// It gives some ranges by a pattern only (20-23, 99-101, 124, 125, 133, 134, 147, 148, 229 and
/// up): those have none here.
pub fn sheet_name(id: u16) -> Option<&'static str> {
    Some(match id {
        0 => "Stand",
        1 => "Death",
        2 => "Spell",
        4 => "Walk",
        5 => "Run",
        6 => "Dead",
        8 => "StandWound",
        9 => "CombatWound",
        10 => "CombatCritical",
        11 => "ShuffleLeft",
        12 => "ShuffleRight",
        13 => "Walkbackwards",
        14 => "Stun",
        15 => "HandsClosed",
        16 => "AttackUnarmed",
        17 => "Attack1H",
        18 => "Attack2H",
        19 => "Attack2HL",
        24 => "ShieldBlock",
        25 => "ReadyUnarmed",
        26 => "Ready1H",
        27 => "Ready2H",
        29 => "ReadyBow",
        30 => "Dodge",
        31 => "SpellPrecast",
        32 => "SpellCast",
        33 => "SpellCastArea",
        37 => "JumpStart",
        38 => "Jump",
        39 => "JumpEnd",
        40 => "Fall",
        41 => "SwimIdle",
        42 => "Swim",
        43 => "SwimLeft",
        44 => "SwimRight",
        45 => "SwimBackwards",
        46 => "AttackBow",
        50 => "Loot",
        51 => "ReadySpellDirected",
        52 => "ReadySpellOmni",
        53 => "SpellCastDirected",
        54 => "SpellCastOmni",
        60 => "EmoteTalk",
        66 => "EmoteBow",
        67 => "EmoteWave",
        68 => "EmoteCheer",
        69 => "EmoteDance",
        70 => "EmoteLaugh",
        89 => "Sheath",
        91 => "Mount",
        94 => "MountSpecial",
        97 => "SitGround",
        115 => "KneelLoop",
        119 => "StealthWalk",
        126 => "Whirlwind",
        127 => "Birth",
        131 => "Drown",
        135 => "Fly",
        143 => "Sprint",
        145 => "Spawn",
        146 => "Close",
        149 => "Opened",
        150 => "Destroy",
        157 => "Despawn",
        158 => "Hold",
        159 => "Decay",
        187 => "JumpLandRun",
        193 => "Hover",
        201 => "Submerge",
        224 => "Emerge",
        _ => return None,
    })
}
