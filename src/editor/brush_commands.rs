//! What commands about the brush that paints weights ask for.

use super::plan_parts::{Plan, set};
use super::{
    BrushNumber, Command, Editor, Request, ViewIntent, ViewSetting, ViewportRequest, WeightBrush,
    WeightTool, WeightTools, Workspace,
};
use crate::skinning::PaintMode;

/// How much larger or smaller a key makes the brush.
const RADIUS_STEP: f32 = 1.15;
/// How much stronger or weaker a key makes the brush.
const STRENGTH_STEP: f32 = 0.1;

impl Command {
    /// What a command about the brush asks for.
    pub(super) fn plan_brush(self, editor: &Editor) -> Plan {
        if editor.view.workspace == Workspace::Terrain {
            return self.plan_ground_brush(editor);
        }
        if editor.view.workspace != Workspace::Weights {
            return Err("The brush is in the weights workspace. Press F6 to go there.".to_owned());
        }
        let brush = editor.brush.clone();
        let (radius, strength) = (brush.radius_share, brush.strength);
        let changed = match self {
            Self::BrushTool => return set(ViewSetting::WeightTool(WeightTool::Brush)),
            Self::SelectVerticesTool => return set(ViewSetting::WeightTool(WeightTool::Select)),
            Self::GradientTool => return set(ViewSetting::WeightTool(WeightTool::Gradient)),
            Self::ToggleFaces => {
                let tools = editor.view.weight_tools;
                return set(ViewSetting::WeightTools(WeightTools {
                    selects_faces: !tools.selects_faces,
                    ..tools
                }));
            }
            Self::DragBrushRadius => return drag(BrushNumber::Radius),
            Self::DragBrushStrength => return drag(BrushNumber::Strength),
            Self::DragBrushValue => return drag(BrushNumber::Value),
            Self::BrushLarger => brush.with_number(BrushNumber::Radius, radius * RADIUS_STEP),
            Self::BrushSmaller => brush.with_number(BrushNumber::Radius, radius / RADIUS_STEP),
            Self::BrushStronger => {
                brush.with_number(BrushNumber::Strength, strength + STRENGTH_STEP)
            }
            Self::BrushWeaker => brush.with_number(BrushNumber::Strength, strength - STRENGTH_STEP),
            Self::NextBrushMode => WeightBrush {
                mode: next_mode(brush.mode),
                ..brush
            },
            Self::ToggleAirbrush => WeightBrush {
                accumulates: !brush.accumulates,
                ..brush
            },
            _ => WeightBrush {
                mirrors: !brush.mirrors,
                ..brush
            },
        };
        Ok(vec![ViewIntent::SetBrush(Box::new(changed)).into()])
    }

    /// Whether a command about the brush is switched on.
    pub(super) fn is_brush_on(self, editor: &Editor) -> Option<bool> {
        Some(match self {
            Self::BrushTool => editor.view.weight_tool == WeightTool::Brush,
            Self::SelectVerticesTool => editor.view.weight_tool == WeightTool::Select,
            Self::GradientTool => editor.view.weight_tool == WeightTool::Gradient,
            Self::ToggleFaces => editor.view.weight_tools.selects_faces,
            Self::ToggleStraight => editor.ground_brush.way.is_straight,
            Self::ToggleAirbrush if editor.shows_ground() => editor.ground_brush.accumulates,
            Self::ToggleAirbrush => editor.brush.accumulates,
            Self::ToggleBrushMirror => editor.brush.mirrors,
            _ => return None,
        })
    }
}

fn drag(number: BrushNumber) -> Plan {
    let request = Request::Viewport(ViewportRequest::DragBrush(number));
    Ok(vec![ViewIntent::Request(request).into()])
}

fn next_mode(mode: PaintMode) -> PaintMode {
    let place = PaintMode::ALL.iter().position(|other| *other == mode);
    let next = place.map_or(0, |place| (place + 1) % PaintMode::ALL.len());
    PaintMode::ALL.get(next).copied().unwrap_or_default()
}
