//! `bonewright check`: what is wrong with a file.

use super::args::CheckArguments;
use super::opened::{Opened, open};
use super::output::{supported, write_json};
use super::run::CommandResult;
use super::{CliError, Exit};
use crate::assets::{TextureFinder, TextureSource};
use crate::document::Terrain;
use crate::import_export::{Profile, convert};
use crate::mesh::{Texture, TextureKind};
use crate::validate::{Finding, Severity, Subject, validate, validate_terrain};
use serde_json::json;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::Write;

/// Prints the findings; the exit code tells whether one is an error.
pub fn run(arguments: &CheckArguments, out: &mut dyn Write) -> CommandResult {
    let opened = open(&arguments.file)?;
    let (profile, mut findings) = match opened.document.terrains.as_slice() {
        [terrain] if opened.document.models.is_empty() => terrain_findings(arguments, terrain)?,
        terrains => {
            let (profile, mut findings) = model_findings(arguments, &opened)?;
            for (index, terrain) in terrains.iter().enumerate() {
                let own = Profile::of_terrain(&terrain.shape);
                let found = validate_terrain(terrain, own).unwrap_or_default();
                findings.extend(found.into_iter().map(|finding| Finding {
                    path: format!("terrains[{index}].{}", finding.path),
                    ..finding
                }));
            }
            (profile, findings)
        }
    };
    if opened.damaged_sections > 0 {
        findings.extend(opened.report.items.iter().map(|item| Finding {
            severity: Severity::Error,
            code: "PROJECT-DAMAGED",
            path: item.path.clone(),
            message: item.message.clone(),
        }));
    }
    tell(arguments, profile, &findings, out)
}

/// The target asked for, if one was.
fn target(arguments: &CheckArguments) -> Result<Option<Profile>, CliError> {
    let name = arguments.target.as_ref();
    name.map(|name| supported(name.parse().map_err(CliError::usage)?, "check for"))
        .transpose()
}

/// What is wrong with a terrain.
fn terrain_findings(
    arguments: &CheckArguments,
    terrain: &Terrain,
) -> Result<(Profile, Vec<Finding>), CliError> {
    let own = Profile::of_terrain(&terrain.shape);
    let profile = target(arguments)?.unwrap_or(own);
    let findings = validate_terrain(terrain, profile).ok_or_else(|| {
        CliError::usage(format!(
            "This version can't write a terrain of {own} as {profile}."
        ))
    })?;
    Ok((profile, findings))
}

/// What is wrong with a model.
fn model_findings(
    arguments: &CheckArguments,
    opened: &Opened,
) -> Result<(Profile, Vec<Finding>), CliError> {
    let model = opened.model()?;
    let own = Profile::of(model.format);
    let profile = target(arguments)?.unwrap_or(own);
    let finder = RefCell::new(TextureFinder::new(
        Some(&arguments.file),
        arguments.assets.clone(),
        BTreeMap::new(),
    ));
    let texture_exists = |path: &str| {
        let texture = Texture {
            kind: TextureKind::NAMED,
            flags: 0,
            path: path.as_bytes().to_vec(),
        };
        matches!(
            finder.borrow_mut().find(0, &texture, model.format),
            TextureSource::Found(_)
        )
    };
    // What another game would get of it is looked at, and what it would not get.
    let other = profile.format().filter(|format| *format != model.format);
    let converted = other.and_then(|format| convert(model, format));
    if profile.is_terrain() || other.is_some() && converted.is_none() {
        return Err(CliError::usage(format!(
            "This version can't write a model of {own} as {profile}."
        )));
    }
    let subject = Subject {
        model: converted
            .as_ref()
            .map_or(model, |converted| &converted.model),
        profile,
        texture_exists: Some(&texture_exists),
    };
    let mut findings = validate(&subject);
    let losses = converted
        .iter()
        .flat_map(|converted| &converted.report.losses);
    findings.extend(losses.map(|loss| Finding {
        severity: Severity::Warning,
        code: "LOSS",
        path: loss.path.clone(),
        message: loss.what.clone(),
    }));
    Ok((profile, findings))
}

fn tell(
    arguments: &CheckArguments,
    profile: Profile,
    findings: &[Finding],
    out: &mut dyn Write,
) -> CommandResult {
    if arguments.json {
        let findings: Vec<_> = findings
            .iter()
            .map(|finding| {
                json!({
                    "severity": finding.severity.to_string(),
                    "code": finding.code,
                    "path": finding.path,
                    "message": finding.message,
                })
            })
            .collect();
        write_json(
            out,
            &json!({ "target": profile.to_string(), "findings": findings }),
        )?;
    } else {
        write_text(out, findings).map_err(CliError::output)?;
    }
    let has_error = findings
        .iter()
        .any(|finding| finding.severity == Severity::Error);
    Ok(if has_error { Exit::Wanting } else { Exit::Fine })
}

fn write_text(out: &mut dyn Write, findings: &[Finding]) -> std::io::Result<()> {
    for finding in findings {
        writeln!(
            out,
            "{} {} {}: {}",
            finding.severity, finding.code, finding.path, finding.message
        )?;
    }
    let count = |severity| findings.iter().filter(|f| f.severity == severity).count();
    writeln!(
        out,
        "{} errors, {} warnings, {} notes",
        count(Severity::Error),
        count(Severity::Warning),
        count(Severity::Note)
    )
}
