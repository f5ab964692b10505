//! `bonewright weights`: what a skin uses, what a target makes of it, and where clips tear it.

use super::args::WeightsArguments;
use super::opened::{find_clip, open};
use super::output::{supported, write_json};
use super::run::CommandResult;
use super::weights_json::Names;
use super::weights_text::write_text;
use super::{CliError, Exit};
use crate::document::MomentLimit;
use crate::import_export::{Profile, TargetPreview};
use crate::validate::{
    BudgetRow, Severity, StressOptions, WeightCensus, mover_peaks, stress_test, weight_budget,
    who_moves,
};
use serde_json::json;
use std::io::{IsTerminal, Write};
use std::ops::ControlFlow;

/// Prints what is known of the skin; the exit code tells whether the target has room for it.
pub fn run(
    arguments: &WeightsArguments,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> CommandResult {
    let opened = open(&arguments.file)?;
    if opened.damaged_sections > 0 {
        opened.tell(err)?;
    }
    let model = opened.model()?;
    let profile = match &arguments.target {
        Some(name) => supported(name.parse().map_err(CliError::usage)?, "write")?,
        None => Profile::of(model.format),
    };
    let names = Names::of(model);
    let census = WeightCensus::of(model, arguments.dust);
    let mut budget = weight_budget(model);
    let mut value = json!({
        "format": Profile::of(model.format).to_string(),
        "target": profile.to_string(),
        "histogram": names.histogram(&census, arguments.dust),
    });
    if has_mesh(profile) {
        let bar = progress_bar();
        let mut on_progress = |fraction: f32| tick(&bar, fraction);
        let preview = TargetPreview::of(model, profile, MomentLimit::default(), &mut on_progress)
            .map_err(|error| {
            CliError::wanting(format!("{}: {error}", arguments.file.display()))
        })?;
        bar.finish_and_clear();
        value["preview"] = names.preview(&preview);
        if let Some(converted) = &preview.converted {
            budget = weight_budget(converted);
        }
    }
    value["budget"] = names.budget(&budget);
    if let Some(vertex) = arguments.vertex {
        let clip = find_clip(model, &arguments.clip)?;
        let found = who_moves(model, vertex, clip, arguments.time).ok_or_else(|| {
            CliError::usage(format!(
                "There is no vertex {vertex}; the model has {}.",
                model.vertices.len()
            ))
        })?;
        let peaks = mover_peaks(model, vertex, MomentLimit::default());
        value["vertex"] = names.vertex(vertex, clip, arguments.time, &found, &peaks);
    }
    if arguments.stress {
        let bar = progress_bar();
        let mut on_progress = |fraction: f32| tick(&bar, fraction);
        let report = stress_test(model, StressOptions::default(), &mut on_progress);
        bar.finish_and_clear();
        value["stress"] = names.stress(&report.unwrap_or_default());
    }
    if arguments.json {
        write_json(out, &value)?;
    } else {
        write_text(out, &value).map_err(CliError::output)?;
    }
    let is_broken = |row: &BudgetRow| row.severity == Some(Severity::Error);
    Ok(if budget.iter().any(is_broken) {
        Exit::Wanting
    } else {
        Exit::Fine
    })
}

/// Whether files of this profile hold weights that a game reads.
fn has_mesh(profile: Profile) -> bool {
    matches!(profile, Profile::M2 { .. } | Profile::Mdx { .. })
}

const TICKS: u64 = 1000;

fn progress_bar() -> indicatif::ProgressBar {
    if std::io::stderr().is_terminal() {
        indicatif::ProgressBar::new(TICKS)
    } else {
        indicatif::ProgressBar::hidden()
    }
}

fn tick(bar: &indicatif::ProgressBar, fraction: f32) -> ControlFlow<()> {
    bar.set_position((fraction.clamp(0.0, 1.0) * TICKS as f32) as u64);
    ControlFlow::Continue(())
}
