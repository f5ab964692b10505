//! `bonewright info`: what is in a file.

use super::args::InfoArguments;
use super::info_terrain::{terrain_json, write_terrain_text};
use super::opened::{Opened, open};
use super::output::write_json;
use super::run::CommandResult;
use super::{CliError, Exit};
use crate::anim::ClipFlags;
use crate::document::{Model, ModelFormat, NativeRole, TrackOwner};
use crate::validate::{Subject, validate};
use serde_json::{Value, json};
use std::io::Write;

/// Prints what is in the file.
pub fn run(arguments: &InfoArguments, out: &mut dyn Write) -> CommandResult {
    let opened = open(&arguments.file)?;
    let bytes = std::fs::metadata(&arguments.file)
        .map_err(CliError::input)?
        .len();
    let values: Vec<Value> = opened
        .document
        .models
        .iter()
        .map(|model| model_json(model, &opened, bytes))
        .collect();
    let terrains = opened.document.terrains.iter();
    let terrains: Vec<Value> = terrains
        .map(|terrain| terrain_json(terrain, bytes))
        .collect();
    if arguments.json {
        let value = match (values.as_slice(), terrains.as_slice()) {
            ([one], []) | ([], [one]) => one.clone(),
            _ => json!({
                "format": "bwp",
                "bytes": bytes,
                "models": values,
                "terrains": terrains,
            }),
        };
        write_json(out, &value)?;
    } else {
        for value in &values {
            write_text(out, value).map_err(CliError::output)?;
        }
        for value in &terrains {
            write_terrain_text(out, value).map_err(CliError::output)?;
        }
        for item in &opened.report.items {
            let count = if item.count > 1 {
                format!(" ({} times)", item.count)
            } else {
                String::new()
            };
            writeln!(
                out,
                "{}: {}: {}{count}",
                item.severity.word(),
                item.path,
                item.message
            )
            .map_err(CliError::output)?;
        }
    }
    Ok(Exit::Fine)
}

fn model_json(model: &Model, opened: &Opened, bytes: u64) -> Value {
    let (format, version) = match model.format {
        ModelFormat::M2 { version } => ("m2", version),
        ModelFormat::Mdx { version } => ("mdx", version),
        ModelFormat::BoneText => ("bonetext", 1),
    };
    let view = model.views.first();
    let clips: Vec<Value> = (0..model.clips.len())
        .map(|index| clip_json(model, index))
        .collect();
    let textures: Vec<Value> = model
        .textures
        .iter()
        .map(|texture| {
            json!({
                "type": texture.kind.0,
                "path": texture.path_text(),
                "replaceable": model.format.replaceable_name(texture.kind),
            })
        })
        .collect();
    json!({
        "format": format,
        "version": version,
        "name": until_nul(&model.name),
        "title": model.title,
        "bytes": bytes,
        "bones": model.bone_count(),
        "vertices": model.vertices.len(),
        "triangles": view.map_or(0, |view| view.triangles.len() / 3),
        "submeshes": view.map_or(0, |view| view.submeshes.len()),
        "views": model.views.len(),
        "clips": clips,
        "global_loops_ms": model.global_loops_ms,
        "textures": textures,
        "materials": model.materials.len() + model.layered_materials.len(),
        "attachments": model.attachments.len(),
        "events": model.events.len(),
        "lights": model.lights.len(),
        "cameras": model.cameras.len(),
        "ribbons": model.ribbons.len(),
        "particles": model.particles.len()
            + model.model_emitters.len()
            + model.sprite_emitters.len(),
        "collision_shapes": model.collision_shapes.len(),
        "collision_triangles": model.collision.indices.len() / 3,
        "keys": key_counts(model),
        "max_influences": model.vertices.influences.max_per_vertex(),
        "companions": companions(model, opened),
        "opaque_chunks": model
            .opaque
            .iter()
            .map(|chunk| String::from_utf8_lossy(&chunk.tag).into_owned())
            .collect::<Vec<_>>(),
        "findings": validate(&Subject::of(model)).len(),
    })
}

fn clip_json(model: &Model, index: usize) -> Value {
    let clip = &model.clips[index];
    let alias = clip
        .is_alias()
        .then(|| model.clip_index(clip.alias_of))
        .flatten();
    json!({
        "index": index,
        "name": clip.display_name(),
        "id": clip.animation_id,
        "variation": clip.variation,
        "start_ms": clip.start_ms,
        "duration_ms": clip.length_ms(),
        "looping": clip.is_looping(),
        "alias_of": alias,
        "external": matches!(model.format, ModelFormat::M2 { .. }) && !clip.flags.has(ClipFlags::ALIAS | ClipFlags::KEYS_INLINE),
    })
}

/// Keys of bones by channel, and of everything else together.
fn key_counts(model: &Model) -> Value {
    let (mut translation, mut rotation, mut scale, mut other) = (0, 0, 0, 0);
    for owner in model.track_owners() {
        for (path, track) in model.owner_tracks(owner) {
            // What stands beside the tracks of an MDX is no key.
            let is_beside = model.format.is_mdx() && track.is_constant();
            let count = if is_beside { 0 } else { track.key_count() };
            let is_bone = match owner {
                TrackOwner::Bone(id) => {
                    let bone = model.skeleton.bone(id);
                    bone.is_some_and(|bone| bone.kind.is_bone())
                }
                _ => false,
            };
            match (owner, path.channel) {
                (TrackOwner::Bone(_), _) if !is_bone => other += count,
                (TrackOwner::Bone(_), "translation") => translation += count,
                (TrackOwner::Bone(_), "rotation") => rotation += count,
                (TrackOwner::Bone(_), _) => scale += count,
                _ => other += count,
            }
        }
    }
    json!({ "translation": translation, "rotation": rotation, "scale": scale, "other": other })
}

fn companions(model: &Model, opened: &Opened) -> Vec<Value> {
    let found = model.native.iter().flat_map(|source| &source.files);
    let found = found
        .filter(|file| file.role != NativeRole::Model)
        .map(|file| json!({ "path": file.name, "found": true }));
    let missing = opened
        .missing
        .iter()
        .map(|name| json!({ "path": name, "found": false }));
    found.chain(missing).collect()
}

fn until_nul(bytes: &[u8]) -> String {
    let end = bytes
        .iter()
        .position(|&byte| byte == 0)
        .unwrap_or(bytes.len());
    String::from_utf8_lossy(&bytes[..end]).into_owned()
}

/// The same for people: counts first, then the clips.
fn write_text(out: &mut dyn Write, value: &Value) -> std::io::Result<()> {
    writeln!(
        out,
        "{} ({} {}, {} bytes)",
        value["title"].as_str().unwrap_or_default(),
        value["format"].as_str().unwrap_or_default(),
        value["version"],
        value["bytes"]
    )?;
    for key in [
        "bones",
        "vertices",
        "triangles",
        "submeshes",
        "views",
        "materials",
        "attachments",
        "events",
        "lights",
        "cameras",
        "ribbons",
        "particles",
        "collision_triangles",
        "max_influences",
        "findings",
    ] {
        writeln!(out, "  {:<20} {}", key.replace('_', " "), value[key])?;
    }
    for texture in value["textures"].as_array().into_iter().flatten() {
        let path = texture["path"].as_str().unwrap_or_default();
        let name = texture["replaceable"].as_str().unwrap_or(path);
        writeln!(out, "  texture              {name}")?;
    }
    for clip in value["clips"].as_array().into_iter().flatten() {
        let alias = clip["alias_of"].as_u64().map(|of| format!(", plays #{of}"));
        let external = if clip["external"] == true {
            ", own file"
        } else {
            ""
        };
        writeln!(
            out,
            "  clip #{:<4} {:<28} {} ms{}{external}",
            clip["index"],
            clip["name"].as_str().unwrap_or_default(),
            clip["duration_ms"],
            alias.unwrap_or_default()
        )?;
    }
    for companion in value["companions"].as_array().into_iter().flatten() {
        if companion["found"] == false {
            writeln!(
                out,
                "  missing: {}",
                companion["path"].as_str().unwrap_or_default()
            )?;
        }
    }
    Ok(())
}
