//! `bonewright convert`: a file in another format, with every loss listed.

use super::args::ConvertArguments;
use super::opened::{Opened, open};
use super::output::{Overwrite, make_output, own_version, profile_for, write_whole};
use super::run::CommandResult;
use super::{CliError, Exit};
use crate::assets::TextureFinder;
use crate::import_export::{
    ExportLayout, ExportedFile, GroundConversion, Profile, Report, Severity, convert_pictures,
    convert_terrain,
};
use serde_json::json;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

/// Converts; losses and notes go to `err` and to the report file.
pub fn run(arguments: &ConvertArguments, err: &mut dyn Write) -> CommandResult {
    let overwrite = Overwrite::from_force(arguments.force);
    let profile = profile_for(arguments.target.as_deref(), &arguments.output)?;
    let mut opened = open(&arguments.input)?;
    // What opening lost is told with what writing loses.
    let lost = std::mem::take(&mut opened.report.losses);
    opened.tell(err)?;
    opened.keep_terrain(arguments.terrain.as_deref(), profile)?;
    let profile = own_version(profile, arguments.target.as_deref(), &opened.document);
    let mut ground = convert_ground(arguments, &mut opened, profile)?;
    ground.losses.splice(0..0, lost);
    let (pictures, mut told) = pictures(arguments, &mut opened)?;
    let layout = if arguments.relayout {
        ExportLayout::FromNothing
    } else {
        ExportLayout::KeepNative
    };
    let editor = opened.editor.as_deref();
    let mut output = make_output(&opened.document, editor, &arguments.output, profile, layout)?;
    output.add(&arguments.output, pictures);
    let written = std::mem::replace(&mut output.report, ground);
    output.report.take_over(written);
    output.report.items.append(&mut told.items);
    output.report.losses.append(&mut told.losses);
    for item in &output.report.items {
        if item.severity != Severity::Note {
            let word = item.severity.word();
            writeln!(err, "{word}: {}: {}", item.path, item.message).map_err(CliError::output)?;
        }
    }
    for loss in &output.report.losses {
        writeln!(err, "lost: {loss}").map_err(CliError::output)?;
    }
    output.check_free(overwrite)?;
    if let Some(path) = &arguments.report {
        if output.has_file(path) {
            return Err(CliError::usage(format!(
                "{}: the report can't have the name of a file of the model",
                path.display()
            )));
        }
        let report = report_json(arguments, &opened.report, &output.report, &opened.document);
        let bytes = serde_json::to_vec_pretty(&report).map_err(CliError::output)?;
        write_whole(path, &bytes, overwrite)?;
    }
    if arguments.strict && !output.report.losses.is_empty() {
        return Err(CliError::wanting(format!(
            "{}: nothing was written: {profile} would lose {} things, and --strict forbids that",
            arguments.output.display(),
            output.report.losses.len()
        )));
    }
    if arguments.strict && opened.damaged_sections > 0 {
        return Err(CliError::wanting(format!(
            "{}: nothing was written: {} is damaged, and --strict forbids to lose what it held",
            arguments.output.display(),
            arguments.input.display()
        )));
    }
    output.write(overwrite)?;
    Ok(Exit::Fine)
}

/// Makes the ground that of the other game where the profile asks for it; tells what is lost.
fn convert_ground(
    arguments: &ConvertArguments,
    opened: &mut Opened,
    profile: Profile,
) -> Result<Report, CliError> {
    let is_asked = arguments.scale.is_some() || arguments.ground_names.is_some();
    let scale = arguments.scale.unwrap_or(1.0);
    if scale <= 0.0 {
        return Err(CliError::usage("--scale takes a number above 0."));
    }
    let names = match &arguments.ground_names {
        Some(path) => read_names(path)?,
        None => BTreeMap::new(),
    };
    let how = GroundConversion::new(scale, &names)
        .map_err(|error| CliError::usage(format!("--ground-names: {error}.")))?;
    let converted = match opened.document.terrains.as_mut_slice() {
        [terrain] => convert_terrain(terrain, profile, &how).map(|made| (terrain, made)),
        _ => None,
    };
    match converted {
        Some((terrain, made)) => {
            let (made, report) = made.map_err(|error| {
                CliError::output(format!("{}: {error}", arguments.output.display()))
            })?;
            *terrain = made;
            Ok(report)
        }
        None if is_asked => Err(CliError::usage(
            "--scale and --ground-names are for ground that is converted between ADT and W3E.",
        )),
        None => Ok(Report::default()),
    }
}

fn read_names(path: &Path) -> Result<BTreeMap<String, String>, CliError> {
    let fail =
        |error: &dyn std::fmt::Display| CliError::input(format!("{}: {error}", path.display()));
    let text = std::fs::read(path).map_err(|error| fail(&error))?;
    serde_json::from_slice(&text).map_err(|error| fail(&error))
}

/// The pictures of the model in the form asked for, and what there is to say about them.
fn pictures(
    arguments: &ConvertArguments,
    opened: &mut Opened,
) -> Result<(Vec<ExportedFile>, Report), CliError> {
    let mut report = Report::default();
    let Some(target) = arguments.textures else {
        return Ok((Vec::new(), report));
    };
    let [model] = opened.document.models.as_mut_slice() else {
        return Err(CliError::usage("--textures takes a file with one model"));
    };
    let mut finder = TextureFinder::new(
        Some(&arguments.input),
        arguments.assets.clone(),
        BTreeMap::new(),
    );
    let files = convert_pictures(model, &mut finder, target, &mut report);
    Ok((files, report))
}

fn report_json(
    arguments: &ConvertArguments,
    read: &Report,
    written: &Report,
    document: &crate::document::Document,
) -> serde_json::Value {
    let losses: Vec<_> = written
        .losses
        .iter()
        .map(|loss| {
            json!({
                "path": loss.path,
                "what": loss.what,
                "max_error": loss.max_error,
                "unit": loss.unit,
            })
        })
        .collect();
    let kept: Vec<String> = document
        .models
        .iter()
        .flat_map(|model| &model.opaque)
        .map(|chunk| String::from_utf8_lossy(&chunk.tag).into_owned())
        .collect();
    let notes: Vec<_> = read
        .items
        .iter()
        .chain(&written.items)
        .map(|item| {
            json!({
                "severity": item.severity.word(),
                "path": item.path,
                "message": item.message,
                "count": item.count,
            })
        })
        .collect();
    json!({
        "input": arguments.input.display().to_string(),
        "output": arguments.output.display().to_string(),
        "losses": losses,
        "kept_opaque": kept,
        "notes": notes,
    })
}
