//! What commands that mirror, give, take, save and load weights ask for, and those about mirrored bones.

use super::plan_parts::{Plan, bones, something_open, ui};
use super::{Command, Dialog, Editor, SelectMode, ViewIntent};
use crate::document::Model;
use crate::edit::operator::{MirrorWeights, SetMirrorBone, TransferWeights};
use crate::edit::{MirrorFrom, Operator};
use crate::skeleton::BoneId;
use crate::skinning::with_coincident;

impl Command {
    /// What a command that gives, takes, saves or loads weights asks for.
    pub(super) fn plan_weights(self, editor: &Editor) -> Plan {
        something_open(editor)?;
        let model = with_mesh(editor)?;
        let tools = &editor.view.weight_tools;
        let mirror = |from| {
            let (vertices, images) = mirrored_part(editor, model);
            apply(MirrorWeights {
                model: Some(model.id.0),
                from,
                by: tools.mirror_by,
                tolerance: tools.mirror_tolerance,
                exact: tools.mirrors_exactly,
                vertices,
                images,
            })
        };
        match self {
            Self::MirrorWeightsLeft => mirror(MirrorFrom::Left),
            Self::MirrorWeightsRight => mirror(MirrorFrom::Right),
            Self::FlipWeights => mirror(MirrorFrom::Flip),
            Self::TransferWeights => apply(TransferWeights {
                model: Some(model.id.0),
                from: Some(giving_model(editor)?.id.0),
                by: tools.transfer_by,
                max_distance: tools.transfer_distance,
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

/// The vertices that mirroring may change, and whether their mirror images may change too:
/// selecting either side is enough, but what is hidden stays.
fn mirrored_part(editor: &Editor, model: &Model) -> (Option<Vec<u32>>, bool) {
    let selected = editor.selection.vertices();
    let hidden = &editor.view.hidden_vertices;
    if selected.is_empty() || hidden.is_empty() {
        return (editor.edited_vertices(), !selected.is_empty());
    }
    let map = model.mirror_map();
    let others = selected.iter().filter_map(|&vertex| map.vertex(vertex));
    let mut vertices = with_coincident(&model.topology(), &others.collect::<Vec<u32>>());
    vertices.retain(|vertex| !hidden.contains(vertex));
    vertices.extend(selected);
    vertices.sort_unstable();
    vertices.dedup();
    (Some(vertices), false)
}

/// The selected model, if it has a mesh.
pub(super) fn with_mesh(editor: &Editor) -> Result<&Model, String> {
    let model = editor.model().filter(|model| !model.vertices.is_empty());
    model.ok_or_else(|| "This model has no mesh, so there are no weights.".to_owned())
}

/// The model that gives its weights to the selected one: the one that was chosen, else the first
/// other with a mesh.
fn giving_model(editor: &Editor) -> Result<&Model, String> {
    let chosen = editor.view.weight_tools.transfer_from;
    let others = || editor.models_to_transfer_from();
    let other = others()
        .find(|other| Some(other.id) == chosen)
        .or_else(|| others().next());
    other.ok_or_else(|| {
        "Open the model with the weights beside this one first (File > Open).".to_owned()
    })
}

impl Editor {
    /// The models other than the selected one whose weights it can take.
    pub fn models_to_transfer_from(&self) -> impl Iterator<Item = &Model> {
        let selected = self.selection.model;
        let others = self.document().models.iter();
        others.filter(move |other| Some(other.id) != selected && !other.vertices.is_empty())
    }
}
