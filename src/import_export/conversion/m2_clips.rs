//! Sequences of Warcraft III as clips of M2.

use super::clip_names::animation_of;
use crate::anim::{Clip, ClipFlags, ClipId, animation_name, clip_lookup};
use crate::document::Model;
use crate::import_export::Report;
use std::collections::{BTreeMap, BTreeSet};

/// Numbers from here on are no animation of the 3.3.5 client.
const FIRST_FREE: u16 = 507;
/// The frequencies of all variations of an animation add up to this.
const ALL: f32 = 32767.0;
/// Length of the clip that a model without any gets.
const ADDED_MS: u32 = 1000;
/// Names that the report quotes.
const MOST_QUOTED: usize = 12;

/// The clips, the table of their numbers, and for each the clip of the source.
pub struct Clips {
    /// The clips.
    pub clips: Vec<Clip>,
    /// The table.
    pub lookup: Vec<ClipId>,
    /// Positions in the source.
    pub origin: Vec<Option<usize>>,
}

/// The clips of the target, in the order of the source.
pub fn clips(model: &Model, report: &mut Report) -> Clips {
    let mut clips: Vec<Clip> = (0..)
        .zip(&model.clips)
        .map(|(index, clip)| clip_of(index, clip, model.blend_ms))
        .collect();
    let mut origin: Vec<Option<usize>> = (0..clips.len()).map(Some).collect();
    number(model, &mut clips, report);
    if clips.is_empty() {
        clips.push(added(model));
        origin.push(None);
        report.note(
            "clips",
            "A clip \"Stand\" without keys is added, for World of Warcraft wants one.",
        );
    }
    link_variations(&mut clips, model);
    tell(model, report);
    let lookup = clip_lookup(&clips, clips.len());
    Clips {
        clips,
        lookup,
        origin,
    }
}

fn clip_of(index: u32, clip: &Clip, blend_ms: u32) -> Clip {
    let once = clip.flags.0 & ClipFlags::PLAYS_ONCE;
    Clip {
        id: ClipId(index),
        name: None,
        animation_id: 0,
        variation: 0,
        start_ms: 0,
        flags: ClipFlags(once | ClipFlags::KEYS_INLINE),
        frequency: 0,
        padding: 0,
        repeat: [0; 2],
        blend_time: blend_ms & 0xFFFF,
        variation_next: ClipId::NONE,
        alias_of: ClipId(index),
        rarity: 0.0,
        sync_point: 0,
        ..clip.clone()
    }
}

fn added(model: &Model) -> Clip {
    let bare = Clip {
        duration_ms: ADDED_MS,
        bounds: model.bounds,
        bounds_radius: model.bounds_radius,
        ..Clip::blank(ClipId(0))
    };
    clip_of(0, &bare, model.blend_ms)
}

/// Gives each clip the number its name stands for, or a free one.
fn number(model: &Model, clips: &mut [Clip], report: &mut Report) {
    let known: Vec<Option<u16>> = model
        .clips
        .iter()
        .map(|clip| animation_of(&clip.display_name()))
        .collect();
    let taken: BTreeSet<u16> = known.iter().flatten().copied().collect();
    let mut free = (FIRST_FREE..u16::MAX)
        .filter(|id| !taken.contains(id) && animation_name(*id).starts_with("Anim"));
    let mut by_name: BTreeMap<String, u16> = BTreeMap::new();
    let mut nameless = Vec::new();
    for ((clip, source), known) in clips.iter_mut().zip(&model.clips).zip(known) {
        let name = source.display_name();
        clip.animation_id = known.unwrap_or_else(|| {
            *by_name.entry(name.clone()).or_insert_with(|| {
                let id = free.next().unwrap_or(u16::MAX);
                nameless.push(format!("\"{}\" is {}", name.trim(), animation_name(id)));
                id
            })
        });
    }
    if !nameless.is_empty() {
        let count = nameless.len();
        let rest = count.saturating_sub(MOST_QUOTED);
        nameless.truncate(MOST_QUOTED);
        let mut quoted = nameless.join(", ");
        if rest > 0 {
            quoted.push_str(&format!(" and {rest} more"));
        }
        let what =
            format!("{count} names of clips are no animation of World of Warcraft: {quoted}");
        report.lose("clips.name", what, 0.0, "");
    }
}

/// Counts the variations of each number, links them and shares out their frequency.
fn link_variations(clips: &mut [Clip], model: &Model) {
    let mut groups: BTreeMap<u16, Vec<usize>> = BTreeMap::new();
    for (index, clip) in clips.iter().enumerate() {
        groups.entry(clip.animation_id).or_default().push(index);
    }
    for group in groups.values() {
        let share = |index: &usize| {
            let rarity = model.clips.get(*index).map_or(0.0, |clip| clip.rarity);
            if rarity.is_finite() {
                1.0 / (1.0 + rarity.max(0.0))
            } else {
                1.0
            }
        };
        let total: f32 = group.iter().map(share).sum();
        for (variation, index) in group.iter().enumerate() {
            let next = group.get(variation + 1);
            let next = next.and_then(|next| u32::try_from(*next).ok());
            if let Some(clip) = clips.get_mut(*index) {
                clip.variation = u16::try_from(variation).unwrap_or(u16::MAX);
                clip.variation_next = next.map_or(ClipId::NONE, ClipId);
                clip.frequency = (share(index) / total * ALL).floor() as i16;
            }
        }
    }
}

fn tell(model: &Model, report: &mut Report) {
    let synced = model
        .clips
        .iter()
        .filter(|clip| clip.sync_point != 0)
        .count();
    if synced > 0 {
        let what = format!("{synced} clips have a sync point");
        report.lose("clips.sync_point", what, 0.0, "");
    }
    if model.clips.iter().any(|clip| clip.name.is_some()) {
        report.note(
            "clips.name",
            "Names of clips become the numbers of World of Warcraft; clips of one name are variations.",
        );
    }
}
