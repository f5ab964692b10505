//! What the plans of many commands are made of.

use super::fifth_asking::ASKING;
use super::{
    Dialog, Editor, Intent, KeyRef, Request, SelectMode, ShellRequest, ViewIntent, ViewSetting,
    ViewportRequest,
};
use crate::edit::ClipRef;
use crate::skeleton::BoneId;

/// What a command asks for, or a sentence why it can't be done.
pub(super) type Plan = Result<Vec<Intent>, String>;

pub(super) fn ui(intent: ViewIntent) -> Plan {
    Ok(vec![intent.into()])
}

pub(super) fn set(setting: ViewSetting) -> Plan {
    ui(ViewIntent::Set(setting))
}

pub(super) fn shell(request: ShellRequest) -> Plan {
    ui(ViewIntent::Request(Request::Shell(request)))
}

pub(super) fn viewport(editor: &Editor, request: ViewportRequest) -> Plan {
    let moves_camera = matches!(
        request,
        ViewportRequest::FrameAll | ViewportRequest::Look(_) | ViewportRequest::ToggleOrtho
    );
    if !moves_camera || editor.shown_terrain().is_none() {
        something_open(editor)?;
    }
    ui(ViewIntent::Request(Request::Viewport(request)))
}

pub(super) fn select(bones: Vec<BoneId>) -> Plan {
    ui(ViewIntent::SelectBones {
        bones,
        mode: SelectMode::Replace,
    })
}

pub(super) fn select_keys(keys: Vec<KeyRef>) -> Plan {
    if keys.is_empty() {
        return Err("There are no such keyframes.".to_owned());
    }
    ui(ViewIntent::SelectKeys {
        keys,
        mode: SelectMode::Replace,
    })
}

pub(super) fn something_open(editor: &Editor) -> Result<(), String> {
    match editor.model() {
        Some(_) => Ok(()),
        None => Err("Nothing is open.".to_owned()),
    }
}

/// Asks the viewport for a look at whatever it shows.
pub(super) fn view(editor: &Editor, request: ViewportRequest) -> Plan {
    document_open(editor)?;
    ui(ViewIntent::Request(Request::Viewport(request)))
}

/// Refuses where there is neither a model nor a map.
pub(super) fn document_open(editor: &Editor) -> Result<(), String> {
    match editor.document().is_empty() {
        true => Err("Nothing is open.".to_owned()),
        false => Ok(()),
    }
}

/// Refuses to write while nothing is open, or what is shown is not kept yet.
pub(super) fn may_write(editor: &Editor) -> Result<(), String> {
    match editor.fifth_question() {
        Some(_) => Err(ASKING.to_owned()),
        None => document_open(editor),
    }
}

/// Refuses where every clip has a time of its own.
pub(super) fn one_axis(editor: &Editor) -> Result<(), String> {
    something_open(editor)?;
    let has_one = |model: &crate::document::Model| model.format.has_one_axis();
    match editor.model().is_some_and(has_one) {
        true => Ok(()),
        false => Err("In this format every clip has a time of its own.".to_owned()),
    }
}

pub(super) fn bones(editor: &Editor) -> Result<&[BoneId], String> {
    something_open(editor)?;
    match editor.selection.bones() {
        [] => Err("No bone is selected.".to_owned()),
        bones => Ok(bones),
    }
}

pub(super) fn clip(editor: &Editor) -> Result<ClipRef, String> {
    something_open(editor)?;
    match editor.selection.clip {
        Some(id) => Ok(id.into()),
        None => Err("The model has no clip; add one first.".to_owned()),
    }
}

/// Asks for files of pictures, if there is a map that they can be of.
pub(super) fn pictures(editor: &Editor, dialog: Dialog) -> Plan {
    editor.terrain_of_pictures()?;
    ui(ViewIntent::ask(dialog))
}
