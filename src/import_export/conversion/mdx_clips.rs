//! Clips of M2 as sequences of Warcraft III.

use super::axis::Axis;
use super::clip_names::{numbered, warcraft_name};
use crate::anim::{Clip, ClipFlags, ClipId};
use crate::document::Model;
use crate::import_export::Report;
use std::collections::BTreeMap;

/// Flags that say something of how the clip is stored or that have a place of their own in MDX.
const UNDERSTOOD_FLAGS: u32 = ClipFlags::PLAYS_ONCE | ClipFlags::KEYS_INLINE | ClipFlags::ALIAS;

/// The clips of the target, in the order of the axis.
pub fn clips(model: &Model, axis: &Axis, report: &mut Report) -> Vec<Clip> {
    let sources = || {
        let windows = axis.windows.iter();
        windows.filter_map(|window| Some((window, model.clips.get(window.source)?)))
    };
    let names: Vec<String> = sources().map(|(_, clip)| name_of(clip)).collect();
    let names = numbered(&names);
    let clips = (0..).zip(sources().zip(names));
    let clips = clips
        .map(|(index, ((window, clip), name))| Clip {
            id: ClipId(index),
            name: Some(name),
            animation_id: 0,
            variation: 0,
            start_ms: window.start_ms,
            flags: ClipFlags(clip.flags.0 & ClipFlags::PLAYS_ONCE),
            frequency: 0,
            padding: 0,
            repeat: [0; 2],
            blend_time: 0,
            variation_next: ClipId::NONE,
            alias_of: ClipId::NONE,
            rarity: rarity(model, clip),
            sync_point: 0,
            ..clip.clone()
        })
        .collect();
    tell(model, report);
    clips
}

/// How long the target blends between all clips: what most clips ask for.
pub fn blend_ms(model: &Model, report: &mut Report) -> u32 {
    let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
    for clip in &model.clips {
        *counts.entry(clip.blend_time & 0xFFFF).or_default() += 1;
    }
    let usual = counts.iter().max_by_key(|(_, count)| **count);
    let usual = usual.map_or(150, |(blend, _)| *blend);
    let others = || model.clips.iter().map(|clip| clip.blend_time & 0xFFFF);
    let count = others().filter(|blend| *blend != usual).count();
    if count > 0 {
        let worst = others().map(|blend| blend.abs_diff(usual)).max();
        let what = format!("{count} clips blend for another time than the {usual} ms of the model");
        report.lose("clips.blend_time", what, worst.unwrap_or(0).into(), "ms");
    }
    usual
}

fn name_of(clip: &Clip) -> String {
    match &clip.name {
        Some(name) => name.clone(),
        None => warcraft_name(clip.animation_id),
    }
}

/// 0 for the most frequent variation of an animation, else how much rarer than that it is.
fn rarity(model: &Model, clip: &Clip) -> f32 {
    let same = |other: &&Clip| other.animation_id == clip.animation_id;
    let most = model.clips.iter().filter(same).map(|clip| clip.frequency);
    let most = most.max().unwrap_or(0);
    match (clip.frequency, most) {
        (own, most) if own > 0 && most > 0 => f32::from(most) / f32::from(own) - 1.0,
        _ => 0.0,
    }
}

fn tell(model: &Model, report: &mut Report) {
    let clips = || model.clips.iter();
    let count = |is_lost: &dyn Fn(&Clip) -> bool| clips().filter(|clip| is_lost(clip)).count();
    let aliases = count(&|clip| clip.is_alias());
    if aliases > 0 {
        report.note(
            "clips",
            format!("{aliases} clips that play another clip's keys get a copy of them"),
        );
    }
    let lost = (0..model.clips.len()).filter(|&index| model.key_clip(index).is_none());
    let lost = lost.count();
    if lost > 0 {
        let what =
            format!("{lost} clips are aliases that lead nowhere; global loops go on in them");
        report.lose("clips", what, 0.0, "");
    }
    let bare = (0..model.clips.len()).filter(|&index| model.lacks_key_file(index));
    let bare = bare.count();
    if bare > 0 {
        let what = format!("{bare} clips whose key files are missing show the bind pose");
        report.lose("clips", what, 0.0, "");
    }
    let repeating = count(&|clip| clip.repeat != [0; 2]);
    if repeating > 0 {
        let what = format!("{repeating} clips say how often they are repeated");
        report.lose("clips.repeat", what, 0.0, "");
    }
    let flagged = count(&|clip| clip.flags.0 & !UNDERSTOOD_FLAGS != 0);
    if flagged > 0 {
        let what = format!("{flagged} clips have flags that Warcraft III does not know");
        report.lose("clips.flags", what, 0.0, "");
    }
    let renamed = count(&|clip| clip.name.is_none() && clip.animation_id != 0);
    if renamed > 0 {
        report.note(
            "clips.name",
            "Animation numbers become names; where Warcraft III has no word for one, the name is that of World of Warcraft.",
        );
    }
}
