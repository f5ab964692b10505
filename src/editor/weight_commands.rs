//! What commands about workspaces and the looks of weights ask for.

use super::plan_parts::{Plan, set};
use super::{Command, Editor, ViewSetting, WeightColours, Workspace};

impl Command {
    /// What a command about workspaces and the looks of weights asks for.
    pub(super) fn plan_weight_view(self, editor: &Editor) -> Plan {
        let view = editor.view.weights;
        let mut changed = view;
        match self {
            Self::AnimateWorkspace => return set(ViewSetting::Workspace(Workspace::Animate)),
            Self::WeightsWorkspace => return set(ViewSetting::Workspace(Workspace::Weights)),
            Self::NextWorkspace => {
                return set(ViewSetting::Workspace(next_workspace(editor)));
            }
            Self::WeightsOfBone => changed.colours = WeightColours::OneBone,
            Self::WeightsOfAllBones => changed.colours = WeightColours::AllBones,
            Self::WeightsByDominantBone => changed.colours = WeightColours::DominantBone,
            Self::ToggleTarget if view.colours == WeightColours::Target => {
                changed.colours = WeightColours::OneBone;
            }
            Self::ToggleTarget => changed.colours = WeightColours::Target,
            Self::NextWeightRamp => changed.ramp = view.ramp.next(),
            Self::ToggleVertexDots => changed.shows_dots = !view.shows_dots,
            Self::ToggleDotsThrough => changed.shows_dots_through = !view.shows_dots_through,
            Self::ToggleWeightContours => changed.shows_contours = !view.shows_contours,
            Self::ToggleWeightWire => changed.shows_wire = !view.shows_wire,
            _ => changed.shows_numbers = !view.shows_numbers,
        }
        if editor.view.workspace == Workspace::Weights {
            set(ViewSetting::Weights(changed))
        } else {
            Err("Weights are shown in the weights workspace.".to_owned())
        }
    }

    /// Whether a command about workspaces and the looks of weights is switched on.
    pub(super) fn is_weight_view_on(self, editor: &Editor) -> Option<bool> {
        let view = &editor.view.weights;
        Some(match self {
            Self::AnimateWorkspace => editor.view.workspace == Workspace::Animate,
            Self::WeightsWorkspace => editor.view.workspace == Workspace::Weights,
            Self::TerrainWorkspace => editor.view.workspace == Workspace::Terrain,
            Self::WeightsOfBone => view.colours == WeightColours::OneBone,
            Self::WeightsOfAllBones => view.colours == WeightColours::AllBones,
            Self::WeightsByDominantBone => view.colours == WeightColours::DominantBone,
            Self::ToggleTarget => view.colours == WeightColours::Target,
            Self::ToggleVertexDots => view.shows_dots,
            Self::ToggleDotsThrough => view.shows_dots_through,
            Self::ToggleWeightContours => view.shows_contours,
            Self::ToggleWeightWire => view.shows_wire,
            Self::ToggleWeightNumbers => view.shows_numbers,
            _ => return None,
        })
    }
}

/// The workspace to the right of this one that has something to show.
fn next_workspace(editor: &Editor) -> Workspace {
    let mut next = editor.view.workspace.next();
    for _ in Workspace::ALL {
        let has_content = match next {
            Workspace::Terrain => editor.terrain().is_some(),
            Workspace::Animate | Workspace::Weights => editor.model().is_some(),
        };
        if has_content {
            break;
        }
        next = next.next();
    }
    next
}
