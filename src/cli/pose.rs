//! `bonewright pose`: the bones of a model at a time of a clip.

use super::args::PoseArguments;
use super::opened::{find_clip, open};
use super::output::write_json;
use super::run::CommandResult;
use super::{CliError, Exit};
use crate::anim::Clock;
use crate::document::Pose;
use crate::skinning::{Deformed, SkinBinding};
use serde_json::json;
use std::io::Write;

/// Prints the matrices, and the vertices if asked.
pub fn run(arguments: &PoseArguments, out: &mut dyn Write, err: &mut dyn Write) -> CommandResult {
    let opened = open(&arguments.file)?;
    if opened.damaged_sections > 0 {
        opened.tell(err)?;
    }
    let model = opened.model()?;
    let clip = find_clip(model, &arguments.clip)?;
    let hierarchy = model.skeleton.hierarchy();
    let mut pose = Pose::default();
    model.evaluate(
        &Clock::of(model, clip, arguments.time),
        &hierarchy,
        &mut pose,
    );
    let names = model.bone_names();
    let bones: Vec<_> = model
        .skeleton
        .bones
        .iter()
        .zip(&pose.model_from_bind)
        .enumerate()
        .map(|(index, (bone, matrix))| {
            let parent = hierarchy.parent(index).map_or(-1, |parent| parent as i64);
            json!({
                "index": index,
                "name": names.get(index),
                "parent": parent,
                "pivot": <[f32; 3]>::from(bone.pivot),
                "matrix": matrix.to_row_major(),
            })
        })
        .collect();
    if !arguments.json {
        for bone in &bones {
            writeln!(
                out,
                "#{} {}: {}",
                bone["index"], bone["name"], bone["matrix"]
            )
            .map_err(CliError::output)?;
        }
    }
    let mut value = json!({
        "clip": clip.and_then(|clip| model.clips.get(clip)).map_or_else(
            || "bind".to_owned(),
            |clip| clip.display_name(),
        ),
        "time_ms": arguments.time,
        "bones": bones,
    });
    if arguments.vertices {
        let binding = SkinBinding::new(&model.vertices, &model.skeleton);
        let mut deformed = Deformed::default();
        deformed.deform(&binding, &pose.model_from_bind, &model.vertices);
        let positions = deformed.positions.iter().map(|&at| <[f32; 3]>::from(at));
        if arguments.json {
            value["vertices"] = json!(positions.collect::<Vec<_>>());
        } else {
            for [x, y, z] in positions {
                writeln!(out, "{x} {y} {z}").map_err(CliError::output)?;
            }
        }
    }
    if arguments.json {
        write_json(out, &value)?;
    }
    Ok(Exit::Fine)
}
