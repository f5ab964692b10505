//! What the commands of the Clip menu ask for.

use super::plan_parts::{Plan, clip, one_axis, shell, something_open, ui};
use super::{Command, Editor, Intent, Request, ShellRequest, TimelineRequest, ViewIntent};
use crate::edit::operator::{AddClip, DeleteClip, DuplicateClip};

impl Command {
    /// What a command of the Clip menu asks for.
    pub(super) fn plan_clips(self, editor: &Editor) -> Plan {
        let model = something_open(editor).map(|()| editor.selection.model)?;
        let model = model.map(|id| id.0);
        if self == Self::AddClip {
            let operator = AddClip {
                model,
                name: free_clip_name(editor),
                duration_ms: 1000,
            };
            return Ok(vec![Intent::Apply(operator.into())]);
        }
        let shown = clip(editor)?;
        match self {
            Self::TogglePlay => ui(ViewIntent::TogglePlay),
            Self::StepForward => ui(ViewIntent::Step(1)),
            Self::StepBack => ui(ViewIntent::Step(-1)),
            Self::GoToStart => ui(ViewIntent::Seek(0.0)),
            Self::GoToEnd => {
                let end = editor.clip().map_or(0, |clip| clip.length_ms());
                ui(ViewIntent::Seek(f64::from(end)))
            }
            Self::NextClip => show_neighbour(editor, 1),
            Self::PreviousClip => show_neighbour(editor, -1),
            Self::DuplicateClip => Ok(vec![Intent::Apply(
                DuplicateClip {
                    model,
                    clip: shown,
                    name: None,
                }
                .into(),
            )]),
            Self::ToggleAxis => one_axis(editor).and_then(|()| {
                ui(ViewIntent::Request(Request::Timeline(
                    TimelineRequest::ToggleAxis,
                )))
            }),
            Self::RenameClip => shell(ShellRequest::RenameClip),
            _ => Ok(vec![Intent::Apply(
                DeleteClip { model, clip: shown }.into(),
            )]),
        }
    }
}

fn free_clip_name(editor: &Editor) -> String {
    let names: Vec<String> = editor
        .model()
        .map(|model| model.clips.iter().map(|clip| clip.display_name()).collect())
        .unwrap_or_default();
    let mut number = 1;
    loop {
        let name = format!("New clip {number}");
        if !names.contains(&name) {
            return name;
        }
        number += 1;
    }
}

fn show_neighbour(editor: &Editor, step: isize) -> Plan {
    let (Some(model), Some(index)) = (editor.model(), editor.clip_index()) else {
        return Err("There is no clip.".to_owned());
    };
    let target = index.checked_add_signed(step);
    match target.and_then(|index| model.clips.get(index)) {
        Some(clip) => ui(ViewIntent::SelectClip(clip.id)),
        None if step > 0 => Err("This is the last clip.".to_owned()),
        None => Err("This is the first clip.".to_owned()),
    }
}
