//! What the tool for cliffs does to their levels, to water and to what is beside.

use super::field::labelled;
use super::tool_settings::choice_ui;
use crate::edit::{CliffChange, CliffNeighboursArgument};
use crate::editor::{CliffWater, GroundToolSettings};
use crate::terrain::HIGHEST_LAYER;
use eframe::egui;

/// What the tool does, by what it is called.
#[derive(Clone, Copy, PartialEq)]
enum Choice {
    By(i8),
    Level,
    To,
    Shallow,
    Deep,
}

const CHOICES: [(Choice, &str, &str); 8] = [
    (Choice::By(1), "Up 1", "Raises cliffs by a level."),
    (Choice::By(2), "Up 2", "Raises cliffs by two levels."),
    (Choice::By(-1), "Down 1", "Lowers cliffs by a level."),
    (Choice::By(-2), "Down 2", "Lowers cliffs by two levels."),
    (
        Choice::Level,
        "Same level",
        "All becomes as high as where the stroke begins.",
    ),
    (
        Choice::To,
        "Level…",
        "All gets the level beside; Alt+click picks one.",
    ),
    (
        Choice::Shallow,
        "Shallow water",
        "A level below where the stroke begins, with water that can be walked through.",
    ),
    (
        Choice::Deep,
        "Deep water",
        "Two levels below where the stroke begins, with water for ships.",
    ),
];

const NEIGHBOURS: [(CliffNeighboursArgument, &str, &str); 2] = [
    (
        CliffNeighboursArgument::Follow,
        "Beside: follow",
        "Corners beside that would be too many levels away follow, and are counted.",
    ),
    (
        CliffNeighboursArgument::Stay,
        "Beside: stay",
        "Corners beside stay; those of the brush that need them to follow are refused and counted.",
    ),
];

/// Shows what becomes of cliffs.
pub(super) fn cliffs_ui(tools: &mut GroundToolSettings, ui: &mut egui::Ui) {
    let mut choice = match (tools.cliff_water, tools.cliff) {
        (CliffWater::Shallow, _) => Choice::Shallow,
        (CliffWater::Deep, _) => Choice::Deep,
        (CliffWater::Untouched, CliffChange::By(steps)) => Choice::By(steps),
        (CliffWater::Untouched, CliffChange::Level) => Choice::Level,
        (CliffWater::Untouched, CliffChange::To(_)) => Choice::To,
    };
    let before = choice;
    choice_ui(ui, "Cliffs", &CHOICES, &mut choice);
    if choice != before {
        tools.cliff_water = match choice {
            Choice::Shallow => CliffWater::Shallow,
            Choice::Deep => CliffWater::Deep,
            _ => CliffWater::Untouched,
        };
        tools.cliff = match choice {
            Choice::By(steps) => CliffChange::By(steps),
            Choice::Level => CliffChange::Level,
            Choice::To => CliffChange::To(2),
            Choice::Shallow | Choice::Deep => tools.cliff,
        };
    }
    if let (CliffWater::Untouched, CliffChange::To(level)) = (tools.cliff_water, &mut tools.cliff) {
        let field = egui::DragValue::new(level)
            .range(0..=HIGHEST_LAYER)
            .speed(0.05);
        labelled(ui, "Level", "Level 2 lies at height 0.", field);
    }
    choice_ui(ui, "Beside", &NEIGHBOURS, &mut tools.cliff_neighbours);
}
