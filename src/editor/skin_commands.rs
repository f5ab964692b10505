//! What the commands of the Weights menu on vertices and their weights ask for.

use super::bone_commands::bone_refs;
use super::plan_parts::{Plan, bones, something_open, ui};
use super::{Command, Editor, Intent, PasteWeights, ViewIntent};
use crate::document::Model;
use crate::edit::operator::{
    BindRigid, ConvertToGroups, FloodWeights, GradientWeights, HammerWeights, LimitInfluences,
    LockBones, MoveWeights, NormaliseWeights, PruneWeights, QuantiseWeights, RelaxWeights,
    SetVertexGroup, SplitWeights, SwapWeights,
};
use crate::edit::{
    BindBy, BoneRef, GradientCurveArgument, GradientShapeArgument, Operator, SplitBy,
};
use crate::skeleton::BoneId;
use crate::skinning::{PaintMode, VertexQuery};

impl Command {
    /// What a command about selected and hidden vertices asks for.
    pub(super) fn plan_vertices(self, editor: &Editor) -> Plan {
        let model = mesh(editor)?;
        let selected = editor.selection.vertices();
        let by = |query| ui(ViewIntent::SelectVerticesBy(query));
        let from_selected = |query| match selected {
            [] => Err(NO_VERTICES.to_owned()),
            _ => by(query),
        };
        match self {
            Self::SelectAllVertices => by(VertexQuery::All),
            Self::SelectNoVertices => from_selected(VertexQuery::Nothing),
            Self::InvertVertices => by(VertexQuery::Invert),
            Self::SelectLinkedVertices => from_selected(VertexQuery::Linked),
            Self::GrowVertices => from_selected(VertexQuery::Grow),
            Self::ShrinkVertices => from_selected(VertexQuery::Shrink),
            Self::SelectSameWeights => from_selected(VertexQuery::SameWeights),
            Self::SelectInfluenced => by(VertexQuery::InfluencedBy {
                bone: active_bone(editor)?,
                above: editor.view.weight_tools.select_above,
            }),
            Self::SelectUnweighted => by(VertexQuery::Unweighted),
            Self::SelectOverLimit => {
                let limit = model.influence_limit();
                by(VertexQuery::MoreThan(limit.unwrap_or_else(|| {
                    usize::from(editor.view.weight_tools.limit)
                })))
            }
            Self::SelectNotWhole => by(VertexQuery::SumIsNotOne),
            Self::SelectMissingBones => by(VertexQuery::MissingBone),
            Self::ShowAllVertices => match editor.view.hidden_vertices.is_empty() {
                true => Err("No vertex is hidden.".to_owned()),
                false => ui(ViewIntent::ShowAllVertices),
            },
            _ if selected.is_empty() => Err(NO_VERTICES.to_owned()),
            Self::HideVertices => ui(ViewIntent::HideVertices(selected.to_vec())),
            Self::IsolateVertices => ui(ViewIntent::IsolateVertices(selected.to_vec())),
            Self::CopyWeights => ui(ViewIntent::CopyWeights),
            Self::PasteWeights => pasted(editor, PasteWeights::EachToEach),
            _ => pasted(editor, PasteWeights::Average),
        }
    }

    /// What a command that changes weights asks for: on the selected vertices, else on all shown.
    pub(super) fn plan_skin(self, editor: &Editor) -> Plan {
        let shown = mesh(editor)?;
        let tools = &editor.view.weight_tools;
        let model = editor.selection.model.map(|id| id.0);
        let vertices = editor.edited_vertices();
        let operator: Operator = match self {
            Self::NormaliseAll | Self::NormaliseBone => NormaliseWeights {
                model,
                bone: match self {
                    Self::NormaliseBone => Some(active_bone(editor)?.into()),
                    _ => None,
                },
                vertices,
            }
            .into(),
            Self::LimitInfluences => LimitInfluences {
                model,
                limit: u32::from(tools.limit),
                vertices,
            }
            .into(),
            Self::PruneWeights => PruneWeights {
                model,
                below: tools.prune_below,
                vertices,
            }
            .into(),
            Self::FloodWeights => FloodWeights {
                model,
                bone: match PaintMode::from(tools.flood_mode).has_bone() {
                    true => Some(active_bone(editor)?.into()),
                    false => None,
                },
                vertices,
                ..tools.flood_operator()
            }
            .into(),
            Self::SmoothWeights => FloodWeights {
                model,
                vertices,
                ..tools.smooth_operator()
            }
            .into(),
            Self::RelaxWeights => RelaxWeights {
                model,
                strength: tools.smooth,
                iterations: tools.iterations,
                vertices,
            }
            .into(),
            Self::HammerWeights => HammerWeights {
                model,
                vertices: selected_vertices(editor)?,
            }
            .into(),
            Self::GradientWeights => gradient(editor, shown, vertices)?,
            Self::MoveWeights => {
                let [from, to] = two_bones(editor)?;
                MoveWeights {
                    model,
                    from,
                    to,
                    share: 1.0,
                    vertices,
                }
                .into()
            }
            Self::SwapWeights => {
                let [a, b] = two_bones(editor)?;
                SwapWeights {
                    model,
                    a,
                    b,
                    vertices,
                }
                .into()
            }
            Self::SplitWeights | Self::SplitToNearest => {
                let selected = bones(editor)?;
                let Some((&active, others)) = selected.split_last().filter(|(_, o)| !o.is_empty())
                else {
                    return Err("Select the bones to split to, then the bone to split.".to_owned());
                };
                let (to, by) = match self {
                    // The bone itself keeps what it is nearest to.
                    Self::SplitToNearest => (bone_refs(selected), SplitBy::Nearest),
                    _ => (bone_refs(others), SplitBy::Equal),
                };
                SplitWeights {
                    model,
                    from: active.into(),
                    to,
                    by,
                    vertices,
                }
                .into()
            }
            Self::BindRigid | Self::BindRigidStrongest | Self::BindRigidIslands => BindRigid {
                model,
                bone: match self {
                    Self::BindRigid => Some(active_bone(editor)?.into()),
                    _ => None,
                },
                by: match self {
                    Self::BindRigidIslands => BindBy::Island,
                    _ => BindBy::Vertex,
                },
                vertices,
            }
            .into(),
            Self::QuantiseWeights => QuantiseWeights { model, vertices }.into(),
            Self::AssignGroup => {
                with_groups(shown)?;
                SetVertexGroup {
                    model,
                    geoset: None,
                    vertices: selected_vertices(editor)?,
                    bones: bone_refs(bones(editor)?),
                }
                .into()
            }
            _ => {
                with_groups(shown)?;
                ConvertToGroups {
                    model,
                    geosets: editor
                        .selection
                        .geoset
                        .map(|geoset| vec![u32::from(geoset)]),
                    max_groups: 256,
                }
                .into()
            }
        };
        Ok(vec![Intent::Apply(operator)])
    }

    /// What a command that locks bones asks for.
    pub(super) fn plan_locks(self, editor: &Editor) -> Plan {
        something_open(editor)?;
        let Some(model) = editor.model() else {
            return Err("Nothing is open.".to_owned());
        };
        let locked = &model.skin_settings.locked_bones;
        let all = model.skeleton.bones.iter().map(|bone| bone.id);
        let selected = editor.selection.bones();
        let is_selected = |id: &BoneId| selected.contains(id);
        let (to_lock, to_unlock): (Vec<BoneId>, Vec<BoneId>) = match self {
            Self::LockSelectedBones => (bones(editor)?.to_vec(), Vec::new()),
            Self::UnlockSelectedBones => (Vec::new(), bones(editor)?.to_vec()),
            Self::LockUnselectedBones => {
                bones(editor)?;
                all.partition(|id| !is_selected(id))
            }
            Self::InvertLocks => all.partition(|id| !locked.contains(id)),
            _ => (Vec::new(), locked.iter().copied().collect()),
        };
        let change = |ids: Vec<BoneId>, locked_now: bool| {
            let ids: Vec<BoneId> = ids
                .into_iter()
                .filter(|id| locked.contains(id) != locked_now)
                .filter(|id| model.skeleton.bone(*id).is_some())
                .collect();
            (!ids.is_empty()).then(|| {
                let operator = LockBones {
                    model: Some(model.id.0),
                    bones: bone_refs(&ids),
                    locked: locked_now,
                };
                Intent::Apply(operator.into())
            })
        };
        let intents: Vec<Intent> = [change(to_lock, true), change(to_unlock, false)]
            .into_iter()
            .flatten()
            .collect();
        if intents.is_empty() {
            return Err("These locks are set like that already.".to_owned());
        }
        Ok(intents)
    }
}

const NO_VERTICES: &str = "No vertex is selected.";

/// The model, if it has a mesh.
fn mesh(editor: &Editor) -> Result<&Model, String> {
    something_open(editor)?;
    match editor.model() {
        Some(model) if !model.vertices.is_empty() => Ok(model),
        _ => Err("This model has no mesh, so it has no weights.".to_owned()),
    }
}

/// Refuses models whose format has no groups of bones.
fn with_groups(model: &Model) -> Result<(), String> {
    match model.format.is_mdx() && !model.geosets.is_empty() {
        true => Ok(()),
        false => Err("Only meshes of Warcraft III have groups of bones.".to_owned()),
    }
}

fn selected_vertices(editor: &Editor) -> Result<Vec<u32>, String> {
    match editor.selection.vertices() {
        [] => Err(NO_VERTICES.to_owned()),
        vertices => Ok(vertices.to_vec()),
    }
}

fn active_bone(editor: &Editor) -> Result<BoneId, String> {
    let active = editor.selection.active_bone();
    active.ok_or_else(|| "No bone is selected; select the bone to work on.".to_owned())
}

/// The bone selected first and the active one.
fn two_bones(editor: &Editor) -> Result<[BoneRef; 2], String> {
    match bones(editor)? {
        &[first, active] => Ok([first.into(), active.into()]),
        _ => Err("Select two bones: the one to take from, then the one to give to.".to_owned()),
    }
}

fn pasted(editor: &Editor, how: PasteWeights) -> Plan {
    Ok(vec![Intent::Apply(editor.pasted_weights(how)?)])
}

/// From the bone selected first to the active one, between their pivots.
fn gradient(
    editor: &Editor,
    model: &Model,
    vertices: Option<Vec<u32>>,
) -> Result<Operator, String> {
    let bones = two_bones(editor)?;
    let pivot = |id: &BoneId| model.skeleton.bone(*id).map(|bone| bone.pivot);
    let pivots: Vec<_> = editor.selection.bones().iter().filter_map(pivot).collect();
    let [from, to] = pivots.as_slice() else {
        return Err("Select two bones: where it starts, then where it ends.".to_owned());
    };
    if from == to {
        return Err("The two bones turn about the same point.".to_owned());
    }
    let operator = GradientWeights {
        model: Some(model.id.0),
        from: (*from).into(),
        to: (*to).into(),
        bones: bones.to_vec(),
        shape: GradientShapeArgument::Linear,
        curve: GradientCurveArgument::Smooth,
        vertices,
    };
    Ok(operator.into())
}

/// What H, Alt+H and Shift+H ask for while weights are worked on; `None` where they are about bones.
pub(super) fn hiding_of_vertices(command: Command, editor: &Editor) -> Option<Plan> {
    if !editor.is_on_weights() {
        return None;
    }
    let has_selected = !editor.selection.vertices().is_empty();
    match command {
        Command::HideBones if has_selected => Some(Command::HideVertices.plan(editor)),
        Command::IsolateBones if has_selected => Some(Command::IsolateVertices.plan(editor)),
        Command::ShowAllBones if !editor.view.hidden_vertices.is_empty() => {
            Some(Command::ShowAllVertices.plan(editor))
        }
        _ => None,
    }
}
