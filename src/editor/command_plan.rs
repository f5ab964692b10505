//! What a command asks for right now, or why it can't be done.

use super::{
    AutoKey, Command, Dialog, Editor, Intent, KeyRef, LoopMode, Panel, Request, SelectMode,
    Shading, ShellRequest, TimeDisplay, TransformKind, ViewDirection, ViewIntent, ViewSetting,
    ViewportRequest,
};
use crate::document::TrackOwner;
use crate::edit::operator::{
    AddBone, AddClip, ClearToRest, DeleteBone, DeleteClip, DeleteKeyframes, DuplicateClip,
    InsertKeyframe, ReparentBone, SetInterpolation,
};
use crate::edit::{
    BoneRef, Channel, ClipRef, InterpolationArgument, KeepOnMove, TangentFill, TrackAddress,
    WeightsOf,
};
use crate::skeleton::BoneId;

/// What a command asks for, or a sentence why it can't be done.
type Plan = Result<Vec<Intent>, String>;

impl Command {
    /// What the command asks for right now, or a sentence why it can't be done.
    pub fn plan(self, editor: &Editor) -> Plan {
        match self {
            Self::NewProject => ui(ViewIntent::NewProject),
            Self::Open => ui(ViewIntent::ask(Dialog::Open)),
            Self::Save => something_open(editor).and_then(|()| ui(ViewIntent::Save)),
            Self::SaveAs => {
                something_open(editor).and_then(|()| ui(ViewIntent::ask(Dialog::SaveAs)))
            }
            Self::Export => {
                something_open(editor).and_then(|()| ui(ViewIntent::ask(Dialog::Export)))
            }
            Self::AddAssetFolder => ui(ViewIntent::ask(Dialog::AddAssetFolder)),
            Self::Quit => ui(ViewIntent::Quit),
            Self::Undo if editor.history().can_undo() || editor.unkeyed.can_undo() => {
                ui(ViewIntent::Undo)
            }
            Self::Undo => Err("There is nothing to undo.".to_owned()),
            Self::Redo if editor.history().can_redo() || editor.unkeyed.can_redo() => {
                ui(ViewIntent::Redo)
            }
            Self::Redo => Err("There is nothing to redo.".to_owned()),
            Self::CopyPose => something_open(editor).and_then(|()| ui(ViewIntent::CopyPose)),
            Self::PastePose if editor.pose_clipboard.is_empty() => {
                Err("No pose was copied yet.".to_owned())
            }
            Self::PastePose => clip(editor).and_then(|_| ui(ViewIntent::PastePose)),
            Self::OpenPalette => shell(ShellRequest::OpenPalette),
            Self::OpenShortcuts => shell(ShellRequest::OpenShortcuts),
            Self::OpenAbout => shell(ShellRequest::OpenAbout),
            Self::ResetLayout => shell(ShellRequest::ResetLayout),
            Self::ToggleTheme => shell(ShellRequest::ToggleTheme),
            Self::ZoomIn => shell(ShellRequest::ZoomIn),
            Self::ZoomOut => shell(ShellRequest::ZoomOut),
            Self::ZoomReset => shell(ShellRequest::ZoomReset),
            Self::ShowOutliner => shell(ShellRequest::ShowPanel(Panel::Outliner)),
            Self::ShowInspector => shell(ShellRequest::ShowPanel(Panel::Inspector)),
            Self::ShowClips => shell(ShellRequest::ShowPanel(Panel::Clips)),
            Self::ShowHistory => shell(ShellRequest::ShowPanel(Panel::History)),
            Self::ShowReport => shell(ShellRequest::ShowPanel(Panel::Report)),
            Self::ShowTextures => shell(ShellRequest::ShowPanel(Panel::Textures)),
            Self::ShowTimeline => shell(ShellRequest::ShowPanel(Panel::Timeline)),
            Self::SelectAllBones
            | Self::SelectNoBones
            | Self::InvertBones
            | Self::SelectChildren
            | Self::SelectParents
            | Self::SelectAllKeys
            | Self::SelectKeysHere
            | Self::SelectKeysBefore
            | Self::SelectKeysAfter => self.plan_selection(editor),
            Self::MoveBones
            | Self::RotateBones
            | Self::ScaleBones
            | Self::ClearTranslation
            | Self::ClearRotation
            | Self::ClearScale
            | Self::ClearAll
            | Self::AddBone
            | Self::RenameBone
            | Self::ReparentBones
            | Self::MakeRoots
            | Self::DeleteBones
            | Self::HideBones
            | Self::ShowAllBones
            | Self::IsolateBones => self.plan_bones(editor),
            Self::InsertKeys
            | Self::InsertTranslationKeys
            | Self::InsertRotationKeys
            | Self::InsertScaleKeys
            | Self::DeleteKeysHere
            | Self::DeleteSelectedKeys
            | Self::SetStep
            | Self::SetLinear
            | Self::SetHermite
            | Self::SetBezier
            | Self::NextKey
            | Self::PreviousKey => self.plan_keys(editor),
            Self::AutoKeyOff => set(ViewSetting::AutoKey(AutoKey::Off)),
            Self::AutoKeyAdd => set(ViewSetting::AutoKey(AutoKey::Add)),
            Self::AutoKeyReplace => set(ViewSetting::AutoKey(AutoKey::ReplaceOnly)),
            Self::TogglePlay
            | Self::StepForward
            | Self::StepBack
            | Self::GoToStart
            | Self::GoToEnd
            | Self::NextClip
            | Self::PreviousClip
            | Self::AddClip
            | Self::DuplicateClip
            | Self::RenameClip
            | Self::DeleteClip => self.plan_clips(editor),
            Self::LoopAlways => set(ViewSetting::LoopMode(LoopMode::Loop)),
            Self::LoopOnce => set(ViewSetting::LoopMode(LoopMode::Once)),
            Self::LoopPingPong => set(ViewSetting::LoopMode(LoopMode::PingPong)),
            Self::FrameSelected => {
                bones(editor).and_then(|_| viewport(editor, ViewportRequest::FrameSelected))
            }
            Self::FrameAll => viewport(editor, ViewportRequest::FrameAll),
            Self::LookFront => viewport(editor, ViewportRequest::Look(ViewDirection::Front)),
            Self::LookBack => viewport(editor, ViewportRequest::Look(ViewDirection::Back)),
            Self::LookRight => viewport(editor, ViewportRequest::Look(ViewDirection::Right)),
            Self::LookLeft => viewport(editor, ViewportRequest::Look(ViewDirection::Left)),
            Self::LookTop => viewport(editor, ViewportRequest::Look(ViewDirection::Top)),
            Self::LookBottom => viewport(editor, ViewportRequest::Look(ViewDirection::Bottom)),
            Self::ToggleOrtho => viewport(editor, ViewportRequest::ToggleOrtho),
            Self::LookThroughCamera => match editor.model().map(|model| model.cameras.len()) {
                Some(0) => Err("This model has no camera.".to_owned()),
                _ => viewport(editor, ViewportRequest::LookThroughCamera),
            },
            Self::NextShading => set(ViewSetting::Shading(match editor.view.shading {
                Shading::Textured => Shading::Solid,
                Shading::Solid => Shading::Wire,
                Shading::Wire => Shading::TexturedWire,
                Shading::TexturedWire => Shading::Textured,
            })),
            Self::ToggleGrid => set(ViewSetting::Grid(!editor.view.shows_grid)),
            Self::ToggleAxes => set(ViewSetting::Axes(!editor.view.shows_axes)),
            Self::ToggleBones => set(ViewSetting::Bones(!editor.view.shows_bones)),
            Self::ToggleBoneNames => set(ViewSetting::BoneNames(!editor.view.shows_bone_names)),
            Self::ToggleBonesInFront => set(ViewSetting::BonesInFront(!editor.view.bones_in_front)),
            Self::ToggleParts => set(ViewSetting::Parts(!editor.view.shows_parts)),
            Self::ToggleTimeUnit => set(ViewSetting::TimeDisplay(match editor.playback.display {
                TimeDisplay::Milliseconds => TimeDisplay::default(),
                TimeDisplay::Frames { .. } => TimeDisplay::Milliseconds,
            })),
        }
    }

    /// Whether the command shows a tick in menus: `None` for one that switches nothing.
    pub fn is_on(self, editor: &Editor) -> Option<bool> {
        let (view, playback) = (&editor.view, &editor.playback);
        Some(match self {
            Self::ToggleGrid => view.shows_grid,
            Self::ToggleAxes => view.shows_axes,
            Self::ToggleBones => view.shows_bones,
            Self::ToggleBoneNames => view.shows_bone_names,
            Self::ToggleBonesInFront => view.bones_in_front,
            Self::ToggleParts => view.shows_parts,
            Self::AutoKeyOff => view.auto_key == AutoKey::Off,
            Self::AutoKeyAdd => view.auto_key == AutoKey::Add,
            Self::AutoKeyReplace => view.auto_key == AutoKey::ReplaceOnly,
            Self::LoopAlways => playback.loop_mode == LoopMode::Loop,
            Self::LoopOnce => playback.loop_mode == LoopMode::Once,
            Self::LoopPingPong => playback.loop_mode == LoopMode::PingPong,
            _ => return None,
        })
    }

    fn plan_selection(self, editor: &Editor) -> Plan {
        let model = editor
            .model()
            .ok_or_else(|| "Nothing is open.".to_owned())?;
        let hidden = &editor.view.hidden_bones;
        let all = model.skeleton.bones.iter().map(|bone| bone.id);
        let shown = all.filter(|id| !hidden.contains(id));
        let now = f64::from(editor.playback.key_time_ms());
        let keys = |keep: &dyn Fn(f64) -> bool| {
            select_keys(editor.keys_where(|time_ms| keep(f64::from(time_ms))))
        };
        match self {
            Self::SelectAllBones => select(shown.collect()),
            Self::SelectNoBones => Ok(vec![
                ViewIntent::SelectBones {
                    bones: Vec::new(),
                    mode: SelectMode::Replace,
                }
                .into(),
                ViewIntent::SelectKeys {
                    keys: Vec::new(),
                    mode: SelectMode::Replace,
                }
                .into(),
            ]),
            Self::InvertBones => {
                select(shown.filter(|&id| !editor.selection.has_bone(id)).collect())
            }
            Self::SelectChildren => {
                let selected = bones(editor)?;
                let tops: Vec<usize> = selected
                    .iter()
                    .filter_map(|&id| model.skeleton.index_of(id))
                    .collect();
                let below = model
                    .skeleton
                    .bones
                    .iter()
                    .enumerate()
                    .filter(|(index, _)| {
                        tops.iter()
                            .any(|&top| editor.hierarchy().is_ancestor_or_self(top, *index))
                    });
                select(below.map(|(_, bone)| bone.id).collect())
            }
            Self::SelectParents => {
                let parents: Vec<BoneId> = bones(editor)?
                    .iter()
                    .filter_map(|&id| {
                        let index = model.skeleton.index_of(id)?;
                        let parent = editor.hierarchy().parent(index)?;
                        model.skeleton.bones.get(parent).map(|bone| bone.id)
                    })
                    .collect();
                if parents.is_empty() {
                    return Err("The selected bones have no parents.".to_owned());
                }
                select(parents)
            }
            Self::SelectAllKeys => keys(&|_| true),
            Self::SelectKeysHere => keys(&|time_ms| time_ms == now),
            Self::SelectKeysBefore => keys(&|time_ms| time_ms <= now),
            _ => keys(&|time_ms| time_ms >= now),
        }
    }

    fn plan_bones(self, editor: &Editor) -> Plan {
        if self == Self::ShowAllBones {
            if editor.view.hidden_bones.is_empty() {
                return Err("No bone is hidden.".to_owned());
            }
            let hidden = editor.view.hidden_bones.iter().copied().collect();
            return ui(ViewIntent::ShowBones(hidden));
        }
        let model = something_open(editor).map(|()| editor.selection.model)?;
        let model = model.map(|id| id.0);
        if self == Self::AddBone {
            return Ok(vec![Intent::Apply(add_bone(editor).into())]);
        }
        let selected = bones(editor)?;
        let clear = |channels: &[Channel]| -> Plan {
            let operator = ClearToRest {
                model,
                clip: clip(editor)?,
                bones: bone_refs(selected),
                channels: channels.to_vec(),
                time_ms: editor.playback.key_time_ms(),
                key: true,
            };
            // As a gesture, so that auto-key decides whether it is keyed.
            Ok(vec![
                ViewIntent::UpdateGesture(operator.into()).into(),
                ViewIntent::CommitGesture.into(),
            ])
        };
        let transform =
            |kind| clip(editor).and_then(|_| viewport(editor, ViewportRequest::Transform(kind)));
        match self {
            Self::MoveBones => transform(TransformKind::Move),
            Self::RotateBones => transform(TransformKind::Rotate),
            Self::ScaleBones => transform(TransformKind::Scale),
            Self::ClearTranslation => clear(&[Channel::Translation]),
            Self::ClearRotation => clear(&[Channel::Rotation]),
            Self::ClearScale => clear(&[Channel::Scale]),
            Self::ClearAll => clear(&Channel::ALL),
            Self::RenameBone => shell(ShellRequest::RenameBone),
            Self::HideBones => ui(ViewIntent::HideBones(selected.to_vec())),
            Self::IsolateBones => ui(ViewIntent::IsolateBones(selected.to_vec())),
            Self::ReparentBones => {
                let Some((&active, others)) = selected.split_last().filter(|(_, o)| !o.is_empty())
                else {
                    return Err(
                        "Select the bones to hang, then the bone to hang them below.".to_owned(),
                    );
                };
                Ok(reparent(model, others, Some(active.into())))
            }
            Self::MakeRoots => Ok(reparent(model, selected, None)),
            _ => Ok(selected
                .iter()
                .map(|&bone| {
                    Intent::Apply(
                        DeleteBone {
                            model,
                            bone: bone.into(),
                            weights: WeightsOf::default(),
                            children: KeepOnMove::default(),
                        }
                        .into(),
                    )
                })
                .collect()),
        }
    }

    fn plan_keys(self, editor: &Editor) -> Plan {
        let model = something_open(editor).map(|()| editor.selection.model)?;
        let model = model.map(|id| id.0);
        let insert = |channels: &[Channel]| -> Plan {
            if let Some(operator) = editor.key_unkeyed() {
                return Ok(vec![Intent::Apply(operator)]);
            }
            let operator = InsertKeyframe {
                model,
                clip: clip(editor)?,
                bones: bone_refs(bones(editor)?),
                channels: channels.to_vec(),
                time_ms: editor.playback.key_time_ms(),
                values: None,
            };
            Ok(vec![Intent::Apply(operator.into())])
        };
        let delete = |keys: Vec<KeyRef>, reason: &str| -> Plan {
            if keys.is_empty() {
                return Err(reason.to_owned());
            }
            let clip = clip(editor)?;
            let keys = keys
                .iter()
                .map(|key| edit_key(key, &clip, editor))
                .collect();
            Ok(vec![Intent::Apply(DeleteKeyframes { model, keys }.into())])
        };
        match self {
            Self::InsertKeys => insert(&Channel::ALL),
            Self::InsertTranslationKeys => insert(&[Channel::Translation]),
            Self::InsertRotationKeys => insert(&[Channel::Rotation]),
            Self::InsertScaleKeys => insert(&[Channel::Scale]),
            Self::DeleteKeysHere => {
                bones(editor)?;
                let now = editor.playback.key_time_ms();
                delete(
                    editor.keys_where(|time_ms| time_ms == now),
                    "The selected bones have no keyframe at the playhead.",
                )
            }
            Self::DeleteSelectedKeys => delete(
                editor.selection.keys().iter().copied().collect(),
                "No keyframe is selected.",
            ),
            Self::SetStep => interpolate(editor, InterpolationArgument::Step),
            Self::SetLinear => interpolate(editor, InterpolationArgument::Linear),
            Self::SetHermite => interpolate(editor, InterpolationArgument::Hermite),
            Self::SetBezier => interpolate(editor, InterpolationArgument::Bezier),
            Self::NextKey => clip(editor).and_then(|_| ui(ViewIntent::NextKey)),
            _ => clip(editor).and_then(|_| ui(ViewIntent::PreviousKey)),
        }
    }

    fn plan_clips(self, editor: &Editor) -> Plan {
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
                let end = editor.clip().map_or(0, |clip| clip.duration_ms);
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
            Self::RenameClip => shell(ShellRequest::RenameClip),
            _ => Ok(vec![Intent::Apply(
                DeleteClip { model, clip: shown }.into(),
            )]),
        }
    }
}

fn ui(intent: ViewIntent) -> Plan {
    Ok(vec![intent.into()])
}

fn set(setting: ViewSetting) -> Plan {
    ui(ViewIntent::Set(setting))
}

fn shell(request: ShellRequest) -> Plan {
    ui(ViewIntent::Request(Request::Shell(request)))
}

fn viewport(editor: &Editor, request: ViewportRequest) -> Plan {
    something_open(editor)?;
    ui(ViewIntent::Request(Request::Viewport(request)))
}

fn select(bones: Vec<BoneId>) -> Plan {
    ui(ViewIntent::SelectBones {
        bones,
        mode: SelectMode::Replace,
    })
}

fn select_keys(keys: Vec<KeyRef>) -> Plan {
    if keys.is_empty() {
        return Err("There are no such keyframes.".to_owned());
    }
    ui(ViewIntent::SelectKeys {
        keys,
        mode: SelectMode::Replace,
    })
}

fn something_open(editor: &Editor) -> Result<(), String> {
    match editor.model() {
        Some(_) => Ok(()),
        None => Err("Nothing is open.".to_owned()),
    }
}

fn bones(editor: &Editor) -> Result<&[BoneId], String> {
    something_open(editor)?;
    match editor.selection.bones() {
        [] => Err("No bone is selected.".to_owned()),
        bones => Ok(bones),
    }
}

fn clip(editor: &Editor) -> Result<ClipRef, String> {
    something_open(editor)?;
    match editor.selection.clip {
        Some(id) => Ok(id.into()),
        None => Err("The model has no clip; add one first.".to_owned()),
    }
}

fn bone_refs(bones: &[BoneId]) -> Vec<BoneRef> {
    bones.iter().map(|&id| id.into()).collect()
}

fn reparent(model: Option<u32>, bones: &[BoneId], parent: Option<BoneRef>) -> Vec<Intent> {
    bones
        .iter()
        .map(|&bone| {
            Intent::Apply(
                ReparentBone {
                    model,
                    bone: bone.into(),
                    parent: parent.clone(),
                    keep: KeepOnMove::default(),
                }
                .into(),
            )
        })
        .collect()
}

/// A bone below the active one, a little above it so that both can be seen.
fn add_bone(editor: &Editor) -> AddBone {
    let active = editor.selection.active_bone();
    let model = editor.model();
    let parent = active.and_then(|id| model?.skeleton.bone(id));
    let step = model.map_or(1.0, |model| model.size() * 0.05);
    let position = parent.map_or([0.0; 3], |bone| bone.pivot.into());
    AddBone {
        model: editor.selection.model.map(|id| id.0),
        name: None,
        parent: active.map(Into::into),
        position: [position[0], position[1], position[2] + step],
    }
}

fn interpolate(editor: &Editor, interpolation: InterpolationArgument) -> Plan {
    let selection = &editor.selection;
    let mut paths: Vec<_> = selection.keys().iter().map(|key| key.path).collect();
    paths.dedup();
    if paths.is_empty() {
        paths.extend(selection.channel);
    }
    if paths.is_empty() {
        let model = editor.model();
        for &id in selection.bones() {
            let tracks = model.map(|model| model.owner_tracks(TrackOwner::Bone(id)));
            paths.extend(
                tracks
                    .into_iter()
                    .flatten()
                    .filter(|(_, track)| track.key_count() > 0)
                    .map(|(path, _)| path),
            );
        }
    }
    if paths.is_empty() {
        return Err("Select keyframes, a channel, or a bone with keyframes.".to_owned());
    }
    let model = editor
        .model()
        .ok_or_else(|| "Nothing is open.".to_owned())?;
    let operator = SetInterpolation {
        model: selection.model.map(|id| id.0),
        tracks: paths
            .into_iter()
            .map(|path| TrackAddress::Text(path.text(model)))
            .collect(),
        interpolation,
        tangents: TangentFill::default(),
    };
    Ok(vec![Intent::Apply(operator.into())])
}

/// A keyframe as operators name it.
fn edit_key(key: &KeyRef, clip: &ClipRef, editor: &Editor) -> crate::edit::KeyRef {
    let text = editor
        .model()
        .map(|model| key.path.text(model))
        .unwrap_or_default();
    crate::edit::KeyRef {
        track: TrackAddress::Text(text),
        clip: clip.clone(),
        time_ms: key.time_ms,
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
