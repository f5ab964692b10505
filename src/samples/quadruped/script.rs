//! The script that animates the bramblehog: poses in cells of a strip, and ranges of it as clips.

use super::gait::{RUN_CELLS, RUN_GROUND, WALK_CELLS, WALK_GROUND, attack, run, stand, walk};
use super::poses::HogPose;
use crate::anim::cell_ms;
use crate::edit::Operator;
use crate::edit::operator::{AddClip, NameRange, PastePose, RenameClip, SetClipFlags};

/// Cells a second.
const RATE: f64 = 15.0;
/// The clip that holds the poses.
const STRIP: &str = "Poses";
/// Where each range begins. The run cycle is cells 8 to 15.
const RUN: u32 = 8;
const WALK: u32 = 16;
const ATTACK: u32 = 36;
const STAND: u32 = 60;
/// Standing has a pose in every fifth cell; what is between is interpolated.
const STAND_STEPS: u32 = 12;
const STAND_PITCH: u32 = 5;
const STAND_LAST: u32 = STAND + STAND_STEPS * STAND_PITCH;

/// The operators that make all clips of the bramblehog at rest.
pub fn bramblehog_script() -> Vec<Operator> {
    let mut script = strip();
    for cell in 0..RUN_CELLS {
        script.push(pose(RUN + cell, &run(cell)));
    }
    for cell in 0..WALK_CELLS {
        script.push(pose(WALK + cell, &walk(cell)));
    }
    let blow = attack();
    let blow_cells = blow.last().map_or(0, |(cell, _)| *cell);
    for (cell, shown) in &blow {
        script.push(pose(ATTACK + cell, shown));
    }
    for step in 0..=STAND_STEPS {
        let share = step as f32 / STAND_STEPS as f32;
        script.push(pose(STAND + step * STAND_PITCH, &stand(share)));
    }
    script.push(range("Stand", STAND, STAND_LAST, false));
    script.push(range("Walk", WALK, WALK + WALK_CELLS - 1, true));
    script.push(range("Run", RUN, RUN + RUN_CELLS - 1, true));
    script.push(range("AttackUnarmed", ATTACK, ATTACK + blow_cells, false));
    script.push(flags("Walk", true, speed(WALK_GROUND, WALK_CELLS)));
    script.push(flags("Run", true, speed(RUN_GROUND, RUN_CELLS)));
    script.push(flags("AttackUnarmed", false, 0.0));
    script
}

/// The strip: a clip of the game that nothing plays, under a name of its own.
fn strip() -> Vec<Operator> {
    const UNUSED: &str = "Custom0";
    let add = AddClip {
        model: None,
        name: UNUSED.to_owned(),
        duration_ms: moment(STAND_LAST).unsigned_abs(),
    };
    let rename = RenameClip {
        model: None,
        clip: UNUSED.into(),
        name: STRIP.to_owned(),
    };
    vec![add.into(), rename.into()]
}

/// Sets a cell to a whole pose.
fn pose(cell: u32, shown: &HogPose) -> Operator {
    let operator = PastePose {
        model: None,
        clip: STRIP.into(),
        time_ms: moment(cell),
        pose: shown.bones(),
        key: true,
    };
    operator.into()
}

fn range(name: &str, first_cell: u32, last_cell: u32, close_loop: bool) -> Operator {
    let operator = NameRange {
        model: None,
        name: name.to_owned(),
        first_cell,
        last_cell,
        rate: RATE,
        clip: Some(STRIP.into()),
        close_loop,
        replace: false,
    };
    operator.into()
}

fn flags(clip: &str, looping: bool, move_speed: f32) -> Operator {
    let operator = SetClipFlags {
        model: None,
        clip: clip.into(),
        flags: None,
        looping: Some(looping),
        move_speed: Some(move_speed),
        frequency: None,
        repeat: None,
        blend_time_ms: None,
        rarity: None,
        alias: None,
    };
    operator.into()
}

/// File units a second.
fn speed(ground: f32, cells: u32) -> f32 {
    ground * RATE as f32 / cells as f32
}

/// The moment of a cell of the strip, which is short enough for all of them to have one.
fn moment(cell: u32) -> i32 {
    cell_ms(cell, RATE).unwrap_or_default()
}
