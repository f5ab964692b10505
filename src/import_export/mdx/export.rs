//! A model of the document to the raw structs of a whole MDX.

use super::export_nodes::NodeWriter;
use super::export_surfaces::{geosets, surfaces};
use super::node_ids::NodeIds;
use crate::anim::{Clip, ClipFlags};
use crate::document::{Model, ModelFormat};
use crate::formats::mdx::{ChunkPlace, Extent, MdxFile, ModelInfo, Sequence};
use crate::import_export::Report;
use crate::mesh::Bounds;
use crate::skeleton::BoneId;
use std::cell::Cell;
use std::collections::{BTreeMap, HashMap, HashSet};

/// The object id of each bone.
pub struct NodeNumbers {
    by_bone: HashMap<BoneId, u32>,
    next: Cell<u32>,
}

impl NodeNumbers {
    /// Object ids from here on get no pivot: a list of pivots that long is a fault.
    pub const MOST: usize = 0x1_0000;

    /// Numbers the bones: as in the file they came from as long as none of its nodes is gone, with
    /// new ones behind; else in their order, without gaps.
    pub fn of_model(model: &Model, base: Option<&NodeIds<'_>>) -> Self {
        let bones = &model.skeleton.bones;
        let positions = model.skeleton.positions();
        let in_file: HashMap<BoneId, u32> = base
            .iter()
            .flat_map(|ids| &ids.nodes)
            .map(|placed| (placed.id, placed.node.object_id))
            .collect();
        let is_whole = in_file.keys().all(|id| positions.contains_key(id));
        let mut by_bone = HashMap::new();
        let mut next = 0;
        if is_whole && !in_file.is_empty() {
            // Ids past the pivots are left behind: a new node there would have none.
            let with_pivot = in_file.values().filter(|&&id| (id as usize) < Self::MOST);
            next = with_pivot.max().map_or(0, |largest| largest + 1);
            by_bone = in_file;
        }
        let taken: HashSet<u32> = by_bone.values().copied().collect();
        for bone in bones {
            by_bone.entry(bone.id).or_insert_with(|| {
                while taken.contains(&next) {
                    next = next.saturating_add(1);
                }
                next = next.saturating_add(1);
                next - 1
            });
        }
        Self {
            by_bone,
            next: Cell::new(next),
        }
    }

    /// The object id of a bone; `None` if there is no such bone.
    pub fn of(&self, bone: BoneId) -> Option<u32> {
        self.by_bone.get(&bone).copied()
    }

    /// An object id that no bone has.
    pub fn free(&self) -> u32 {
        let free = self.next.get();
        self.next.set(free.saturating_add(1));
        free
    }
}

/// What MDX can't hold of a model, gathered while it is written.
#[derive(Debug, Default)]
pub struct MdxLimits {
    /// Texts that were cut, by what has them.
    cut: BTreeMap<&'static str, usize>,
}

impl MdxLimits {
    /// A name in 80 bytes.
    pub fn name(&mut self, text: &[u8], what: &'static str) -> [u8; 80] {
        self.fixed(text, what)
    }

    /// A path in 260 bytes.
    pub fn path(&mut self, text: &[u8], what: &'static str) -> [u8; 260] {
        self.fixed(text, what)
    }

    fn fixed<const N: usize>(&mut self, text: &[u8], what: &'static str) -> [u8; N] {
        let mut bytes = [0; N];
        let text = text.split(|&byte| byte == 0).next().unwrap_or_default();
        // The last byte stays 0, as the game wants it.
        let mut kept = text.len().min(N - 1);
        if kept < text.len() {
            *self.cut.entry(what).or_default() += 1;
            // Not within a letter of several bytes.
            if let Ok(text) = std::str::from_utf8(text) {
                kept = text.floor_char_boundary(kept);
            }
        }
        for (slot, &byte) in bytes.iter_mut().zip(text.iter().take(kept)) {
            *slot = byte;
        }
        bytes
    }

    /// Says what was cut.
    pub fn tell(&self, report: &mut Report) {
        for (what, count) in &self.cut {
            let message = format!("{count} names or paths are too long and are cut");
            report.lose(*what, message, 0.0, "");
        }
    }
}

/// The raw structs a model is written as; `base` is the file it came from, if it came from one.
pub fn raw_from_model(model: &Model, base: Option<&NodeIds<'_>>, report: &mut Report) -> MdxFile {
    let mut limits = MdxLimits::default();
    let numbers = NodeNumbers::of_model(model, base);
    let mut file = MdxFile::empty();
    if let ModelFormat::Mdx { version } = model.format {
        file.version = version;
    }
    file.info = ModelInfo {
        name: limits.name(&model.name, "name"),
        animation_file: limits.path(&model.animation_path, "animation_path"),
        bounds: extent(&Bounds {
            aabb: model.bounds,
            radius: model.bounds_radius,
        }),
        blend_ms: model.blend_ms,
    };
    file.global_sequences.clone_from(&model.global_loops_ms);
    file.sequences = model
        .clips
        .iter()
        .map(|clip| sequence(clip, &mut limits))
        .collect();
    surfaces(model, &mut file, &mut limits);
    geosets(model, &numbers, &mut file, report);
    let mut writer = NodeWriter {
        model,
        numbers: &numbers,
        limits: &mut limits,
    };
    writer.write(&mut file);
    if base.is_none() {
        let opaque = model.opaque.iter();
        file.layout = MdxFile::CHUNK_ORDER
            .iter()
            .map(|tag| ChunkPlace::of(*tag))
            .chain(opaque.map(|chunk| ChunkPlace::Opaque {
                tag: chunk.tag,
                bytes: chunk.bytes.clone(),
            }))
            .collect();
    }
    limits.tell(report);
    file
}

fn sequence(clip: &Clip, limits: &mut MdxLimits) -> Sequence {
    let start_ms = u32::try_from(clip.start_ms).unwrap_or(0);
    Sequence {
        name: limits.name(clip.display_name().as_bytes(), "clips"),
        start_ms,
        end_ms: start_ms.saturating_add_signed(clip.duration_ms.cast_signed()),
        move_speed: clip.move_speed,
        flags: u32::from(clip.flags.has(ClipFlags::PLAYS_ONCE)) * Sequence::DOES_NOT_LOOP,
        rarity: clip.rarity,
        sync_point: clip.sync_point,
        bounds: extent(&Bounds {
            aabb: clip.bounds,
            radius: clip.bounds_radius,
        }),
    }
}

/// A box and a sphere.
pub fn extent(bounds: &Bounds) -> Extent {
    Extent {
        radius: bounds.radius,
        min: bounds.aabb.min.into(),
        max: bounds.aabb.max.into(),
    }
}
