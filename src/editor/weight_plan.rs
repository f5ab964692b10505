//! What commands that mirror, give, take, save and load weights ask for, and those about mirrored bones.

use super::command_plan::{Plan, bones, something_open, ui};
use super::{Command, Dialog, Editor, SelectMode, ViewIntent};
use crate::document::Model;
use crate::edit::operator::{MirrorWeights, SetMirrorBone, TransferWeights};
use crate::edit::{MirrorBy, MirrorFrom, Operator, TransferBy};
use crate::skeleton::BoneId;
use crate::skinning::with_coincident;

impl Command {
    /// What a command that gives, takes, saves or loads weights asks for.
    pub(super) fn plan_weights(self, editor: &Editor) -> Plan {
        something_open(editor)?;
        let model = with_mesh(editor)?;
        let mirror = |from| {
            let vertices = both_sides(model, editor.edited_vertices());
            apply(MirrorWeights {
                model: Some(model.id.0),
                from,
                by: MirrorBy::Nearest,
                tolerance: None,
                exact: false,
                vertices,
                images: false,
            })
        };
        match self {
            Self::MirrorWeightsLeft => mirror(MirrorFrom::Left),
            Self::MirrorWeightsRight => mirror(MirrorFrom::Right),
            Self::FlipWeights => mirror(MirrorFrom::Flip),
            Self::TransferWeights => apply(TransferWeights {
                model: Some(model.id.0),
                from: Some(other_model(editor, model)?.id.0),
                by: TransferBy::Nearest,
                max_distance: None,
                names: std::collections::BTreeMap::new(),
                vertices: editor.edited_vertices(),
                source_vertices: None,
            }),
            Self::SelectUnmirrored => ui(ViewIntent::SelectUnmirrored),
            Self::SaveWeights => ui(ViewIntent::ask(Dialog::SaveWeights)),
            _ => ui(ViewIntent::ask(Dialog::LoadWeights)),
        }
    }
}

impl Command {
    /// What a command about the table of mirrored bones asks for.
    pub(super) fn plan_mirror_bones(self, editor: &Editor) -> Plan {
        let selected = bones(editor)?;
        let (Some(model), Some(&active)) = (editor.model(), selected.last()) else {
            return Err("No bone is selected.".to_owned());
        };
        let set = |partner: Option<BoneId>| {
            apply(SetMirrorBone {
                model: Some(model.id.0),
                bone: active.into(),
                partner: partner.map(Into::into),
            })
        };
        match self {
            Self::SelectMirrorBones => {
                let partners = model.mirror_pairs().by_id(&model.skeleton);
                let found = selected.iter().filter_map(|bone| partners.get(bone));
                let bones: Vec<BoneId> = found.copied().collect();
                if bones.is_empty() {
                    return Err("The selected bones have no mirror image.".to_owned());
                }
                ui(ViewIntent::SelectBones {
                    bones,
                    mode: SelectMode::Replace,
                })
            }
            Self::PairBones => match selected {
                &[other, _] => set(Some(other)),
                _ => Err("Select the two bones that mirror each other.".to_owned()),
            },
            Self::PutBoneInMiddle => set(Some(active)),
            _ if model.skin_settings.mirror_bones.contains_key(&active) => set(None),
            _ => Err("Nothing was said of the active bone's mirror image.".to_owned()),
        }
    }
}

fn apply(operator: impl Into<Operator>) -> Plan {
    Ok(vec![super::Intent::Apply(operator.into())])
}

/// These vertices and their mirror images: selecting either side is enough to mirror a part.
fn both_sides(model: &Model, vertices: Option<Vec<u32>>) -> Option<Vec<u32>> {
    let mut vertices = vertices?;
    let map = model.mirror_map();
    let others = vertices.iter().filter_map(|&vertex| map.vertex(vertex));
    let others = with_coincident(&model.topology(), &others.collect::<Vec<u32>>());
    vertices.extend(others);
    vertices.sort_unstable();
    vertices.dedup();
    Some(vertices)
}

/// The selected model, if it has a mesh.
pub(super) fn with_mesh(editor: &Editor) -> Result<&Model, String> {
    let model = editor.model().filter(|model| !model.vertices.is_empty());
    model.ok_or_else(|| "This model has no mesh, so there are no weights.".to_owned())
}

/// The model that gives its weights to the selected one: the first other with a mesh.
fn other_model<'a>(editor: &'a Editor, model: &Model) -> Result<&'a Model, String> {
    let mut others = editor.document().models.iter();
    let other = others.find(|other| other.id != model.id && !other.vertices.is_empty());
    other.ok_or_else(|| {
        "Open the model with the weights beside this one first (File > Open).".to_owned()
    })
}
