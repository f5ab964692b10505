//! What nodes of Warcraft III carry, hung on bones of M2.

use super::attachment_names::attachment_of;
use super::clip_lists::ClipLists;
use super::m2_bones::BonePlan;
use super::solid::Solid;
use crate::document::{Attachment, Camera, Event, Light, Model};
use crate::import_export::Report;
use crate::skeleton::BoneId;
use std::collections::{BTreeMap, BTreeSet};

/// Numbers from here on are no attachment that a client of World of Warcraft knows.
const FIRST_FREE: u32 = 100;
/// The kind of a light that shines from everywhere, which M2 does not have.
const AMBIENT: u16 = 2;

/// Adds what the nodes carry.
pub fn carried(
    source: &Model,
    target: &mut Model,
    plan: &BonePlan,
    lists: &mut ClipLists,
    report: &mut Report,
) {
    attachments(source, target, plan, lists, report);
    events(source, target, plan, lists, report);
    lights(source, target, plan, lists, report);
    cameras(source, target, lists, report);
    let mut solid = Solid::default();
    for shape in &source.collision_shapes {
        solid.add(shape);
    }
    collision_losses(source, &solid, report);
    target.collision = solid.finish();
    for (path, what, count) in [
        (
            "model_emitters",
            "emitters of models",
            source.model_emitters.len(),
        ),
        (
            "sprite_emitters",
            "particle emitters",
            source.sprite_emitters.len(),
        ),
        ("ribbons", "ribbons", source.ribbons.len()),
    ] {
        if count > 0 {
            report.lose(path, format!("{count} {what}"), 0.0, "");
        }
    }
}

fn attachments(
    source: &Model,
    target: &mut Model,
    plan: &BonePlan,
    lists: &mut ClipLists,
    report: &mut Report,
) {
    let name_of = |bone: BoneId| {
        source
            .skeleton
            .bone(bone)
            .and_then(|bone| bone.name.clone())
    };
    let names = source.attachments.iter();
    let names: Vec<String> = names
        .map(|one| name_of(one.bone).unwrap_or_default())
        .collect();
    let known: Vec<Option<u32>> = names.iter().map(|name| attachment_of(name)).collect();
    let mut taken: BTreeSet<u32> = BTreeSet::new();
    let mut free = FIRST_FREE..;
    let mut strangers: Vec<String> = Vec::new();
    let mut paths = 0;
    for ((from, name), known) in source.attachments.iter().zip(&names).zip(known) {
        let kind = known.filter(|kind| taken.insert(*kind)).unwrap_or_else(|| {
            let kind = free.next().unwrap_or(u32::MAX);
            strangers.push(format!("\"{}\" is {kind}", name.trim()));
            kind
        });
        paths += usize::from(!from.path.is_empty());
        target.attachments.push(Attachment {
            kind,
            bone: plan.carrier(from.bone),
            unknown: 0,
            position: from.position,
            visibility: lists.track(&from.visibility),
            path: Vec::new(),
        });
    }
    let kinds = target.attachments.iter().map(|one| one.kind);
    target.attachment_lookup = lookup(kinds);
    if !strangers.is_empty() {
        let what = format!(
            "{} attachments have names for which World of Warcraft has no number: {}",
            strangers.len(),
            strangers.join(", ")
        );
        report.lose("attachments", what, 0.0, "");
    }
    if paths > 0 {
        let what = format!("{paths} attachments name a model that hangs there");
        report.lose("attachments.path", what, 0.0, "");
    }
}

/// Footprints become steps; what other events play has names that World of Warcraft lacks.
fn events(
    source: &Model,
    target: &mut Model,
    plan: &BonePlan,
    lists: &mut ClipLists,
    report: &mut Report,
) {
    let mut lost: BTreeMap<String, usize> = BTreeMap::new();
    let mut sides: BTreeMap<char, u8> = BTreeMap::new();
    for event in &source.events {
        let name = source.skeleton.bone(event.bone);
        let name = name.and_then(|bone| bone.name.clone()).unwrap_or_default();
        let name = name.trim().to_uppercase();
        let code = name.strip_prefix("FPT").and_then(|rest| rest.get(1..));
        let side = code.and_then(side_of);
        let Some(side) = side else {
            *lost.entry(name).or_default() += 1;
            continue;
        };
        let count = sides.entry(side).or_default();
        let number = (*count).min(3);
        *count = count.saturating_add(1);
        target.events.push(Event {
            tag: [b'$', b'F', side as u8, b'0' + number],
            payload: 0,
            bone: plan.carrier(event.bone),
            position: event.position,
            times: lists.events(&event.times),
        });
    }
    if !lost.is_empty() {
        let count: usize = lost.values().sum();
        let names: Vec<&str> = lost.keys().map(String::as_str).collect();
        let what = format!("{count} events without a counterpart: {}", names.join(" "));
        report.lose("events", what, 0.0, "");
    }
}

/// Left or right, from codes such as `FBL0` and `FLLR`.
fn side_of(code: &str) -> Option<char> {
    let letters: Vec<char> = code.chars().filter(|c| c.is_ascii_alphabetic()).collect();
    letters
        .last()
        .copied()
        .filter(|side| matches!(side, 'L' | 'R'))
}

fn lights(
    source: &Model,
    target: &mut Model,
    plan: &BonePlan,
    lists: &mut ClipLists,
    report: &mut Report,
) {
    let is_lost = |light: &&Light| light.kind >= AMBIENT;
    let lost = source.lights.iter().filter(is_lost).count();
    if lost > 0 {
        let what = format!("{lost} lights that shine from everywhere");
        report.lose("lights", what, 0.0, "");
    }
    for light in source.lights.iter().filter(|light| !is_lost(light)) {
        let made = Light {
            kind: light.kind,
            bone: plan.carrier(light.bone),
            position: light.position,
            ambient_colour: lists.track(&light.ambient_colour),
            ambient_intensity: lists.track(&light.ambient_intensity),
            diffuse_colour: lists.track(&light.diffuse_colour),
            diffuse_intensity: lists.track(&light.diffuse_intensity),
            attenuation_start: lists.track(&light.attenuation_start),
            attenuation_end: lists.track(&light.attenuation_end),
            visibility: lists.track(&light.visibility),
        };
        target.lights.push(made);
    }
}

fn cameras(source: &Model, target: &mut Model, lists: &mut ClipLists, report: &mut Report) {
    let mut has_portrait = false;
    let mut names = 0;
    for camera in &source.cameras {
        let name = String::from_utf8_lossy(&camera.name).to_lowercase();
        let is_portrait = !has_portrait && name.contains("portrait");
        has_portrait |= is_portrait;
        let is_character = name.trim() == "character";
        let says_more = !matches!(name.trim(), "portrait" | "character" | "camera" | "");
        names += usize::from(says_more);
        let made = Camera {
            name: Vec::new(),
            kind: match (is_portrait, is_character) {
                (true, _) => 0,
                (false, true) => 1,
                (false, false) => -1,
            },
            position: lists.track(&camera.position),
            target: lists.track(&camera.target),
            roll: lists.track(&camera.roll),
            ..camera.clone()
        };
        target.cameras.push(made);
    }
    let kinds = target.cameras.iter();
    target.camera_lookup = lookup(kinds.filter_map(|one| u32::try_from(one.kind).ok()));
    for (position, camera) in (0..).zip(&target.cameras) {
        let slot = usize::try_from(camera.kind).ok();
        let slot = slot.and_then(|kind| target.camera_lookup.get_mut(kind));
        if let Some(slot) = slot {
            *slot = position;
        }
    }
    if names > 0 {
        report.lose("cameras.name", format!("{names} names of cameras"), 0.0, "");
    }
}

/// For each number up to the highest the position of the first with it, -1 for none.
fn lookup(kinds: impl Iterator<Item = u32>) -> Vec<i16> {
    let mut table: Vec<i16> = Vec::new();
    for (position, kind) in (0..).zip(kinds) {
        let kind = kind as usize;
        if kind > usize::from(u16::MAX) {
            continue;
        }
        if table.len() <= kind {
            table.resize(kind + 1, -1);
        }
        if let Some(slot) = table.get_mut(kind).filter(|slot| **slot < 0) {
            *slot = position;
        }
    }
    table
}

fn collision_losses(source: &Model, solid: &Solid, report: &mut Report) {
    if solid.rounded > 0 {
        let what = format!("{} round collision shapes get flat sides", solid.rounded);
        report.lose("collision_shapes", what, solid.largest_gap.into(), "units");
    }
    if solid.left_out > 0 {
        let what = format!("{} collision shapes", solid.left_out);
        report.lose("collision_shapes", what, 0.0, "");
    }
    let moving = source.collision_shapes.iter().filter(|shape| {
        source
            .skeleton
            .bone(shape.bone)
            .is_some_and(|bone| bone.parent.is_some())
    });
    let moving = moving.count();
    if moving > 0 {
        let what =
            format!("{moving} collision shapes hang on a bone; the collision mesh stands still");
        report.lose("collision_shapes", what, 0.0, "");
    }
}
