//! What commands about the ground of a map ask for.

use super::plan_parts::{Plan, set};
use super::tile_jobs::refusal_to_load_all;
use super::{
    BrushNumber, Command, Editor, GroundBrush, GroundIntent, GroundNumber, GroundTool, Request,
    ViewIntent, ViewSetting, ViewportRequest, Workspace,
};
use crate::document::Terrain;
use crate::edit::operator::{
    ClearHoles, DropUnusedLayers, FillTexture, HealSeams, SetBaseTexture, SetBlendRule,
    SetGroundTypes, SolveSlots,
};
use crate::edit::{BlendKeep, BlendRuleArgument, GroundScope, Operator, SlotAimArgument};
use crate::terrain::{ChunkPlace, TileMap};
use std::collections::BTreeMap;

/// Why some things can't be asked for on maps of World of Warcraft.
const ONLY_CORNERS: &str = "Only maps of Warcraft III have ground types.";
/// How much larger or smaller a key makes the brush.
const RADIUS_STEP: f32 = 1.15;
/// How much stronger or weaker a key makes the brush.
const STRENGTH_STEP: f32 = 0.1;

impl Command {
    /// What a command about the ground asks for.
    pub(super) fn plan_ground(self, editor: &Editor) -> Plan {
        if self == Self::TerrainWorkspace {
            return terrain(editor).and_then(|_| set(ViewSetting::Workspace(Workspace::Terrain)));
        }
        let ground = terrain(editor)?;
        let intent = match self {
            Self::NextSeam => {
                tiles(ground)?;
                GroundIntent::NextSeam
            }
            Self::NextMeeting => {
                if ground.shape.corners().is_none() {
                    return Err(ONLY_CORNERS.to_owned());
                }
                GroundIntent::NextMeeting
            }
            Self::ExamineGround => GroundIntent::Examine,
            Self::LoadAllTiles => match refusal_to_load_all(ground) {
                Some(reason) => return Err(reason),
                None => GroundIntent::LoadAllTiles,
            },
            Self::FillChunk => {
                let place = chunk(editor, ground)?;
                return fill(editor, ground, place.into());
            }
            Self::FillTile => {
                let place = chunk(editor, ground)?;
                let scope = GroundScope::Tiles(vec![[place.tile.x, place.tile.y]]);
                return fill(editor, ground, scope);
            }
            Self::SetBaseOfChunk => {
                let scope = chunk(editor, ground)?.into();
                return set_base(editor, ground, scope);
            }
            Self::SetBaseOfMap => {
                tiles(ground)?;
                return set_base(editor, ground, GroundScope::All);
            }
            Self::HealSeams => {
                tiles(ground)?;
                let census = editor
                    .ground_census()
                    .filter(|_| editor.is_ground_census_current());
                if census.is_some_and(|census| census.seams.is_empty()) {
                    return Err("There are no seams: all textures of neighbours meet.".to_owned());
                }
                let terrain = Some(ground.id.0);
                return apply(HealSeams { terrain }.into());
            }
            Self::DropUnusedLayers => {
                tiles(ground)?;
                return apply(
                    DropUnusedLayers {
                        terrain: Some(ground.id.0),
                        most: 0,
                        lists: true,
                        scope: GroundScope::All,
                    }
                    .into(),
                );
            }
            Self::SolveSlots | Self::SolveSlotsByBorders => {
                tiles(ground)?;
                return apply(
                    SolveSlots {
                        terrain: Some(ground.id.0),
                        most: 4,
                        scope: GroundScope::All,
                        aim: match self {
                            Self::SolveSlotsByBorders => SlotAimArgument::Borders,
                            _ => SlotAimArgument::Look,
                        },
                    }
                    .into(),
                );
            }
            Self::ClearHoles => {
                if tiles(ground)?.chunks().all(|(_, chunk)| chunk.holes == 0) {
                    return Err("There are no holes.".to_owned());
                }
                let terrain = Some(ground.id.0);
                let scope = GroundScope::All;
                return apply(ClearHoles { terrain, scope }.into());
            }
            Self::MixInOrder => return mix(ground, BlendRuleArgument::Ordered),
            Self::MixByShares => return mix(ground, BlendRuleArgument::Weighted),
            Self::DropGroundTypes => {
                if ground.shape.corners().is_none() {
                    return Err(ONLY_CORNERS.to_owned());
                }
                return apply(
                    SetGroundTypes {
                        terrain: Some(ground.id.0),
                        types: None,
                        replace: BTreeMap::new(),
                        add: Vec::new(),
                        drop_unused: true,
                    }
                    .into(),
                );
            }
            _ => {
                tiles(ground)?;
                return fill(editor, ground, GroundScope::All);
            }
        };
        Ok(vec![intent.into()])
    }

    /// What a command about the brush asks for in the terrain workspace.
    pub(super) fn plan_ground_brush(self, editor: &Editor) -> Plan {
        let shape = &terrain(editor)?.shape;
        let brush = editor.ground_brush.clone();
        let (radius, strength) = (brush.radius(shape), brush.strength);
        let (number, value) = match self {
            Self::DragBrushRadius => return drag(BrushNumber::Radius),
            Self::DragBrushStrength => return drag(BrushNumber::Strength),
            Self::DragBrushValue => return drag(BrushNumber::Value),
            Self::BrushLarger => (GroundNumber::Radius, radius * RADIUS_STEP),
            Self::BrushSmaller => (GroundNumber::Radius, radius / RADIUS_STEP),
            Self::BrushStronger => (GroundNumber::Strength, strength + STRENGTH_STEP),
            Self::BrushWeaker => (GroundNumber::Strength, strength - STRENGTH_STEP),
            Self::NextBrushMode => {
                let tool = next_tool(brush.tool, ground_tools(editor));
                return brush_intent(GroundBrush { tool, ..brush });
            }
            Self::ToggleAirbrush => {
                let accumulates = !brush.accumulates;
                return brush_intent(GroundBrush {
                    accumulates,
                    ..brush
                });
            }
            _ => return Err("This is for the weights workspace. Press F6 to go there.".to_owned()),
        };
        brush_intent(brush.with_number(number, value, shape))
    }
}

/// The tools that work on the ground that is shown.
pub(super) fn ground_tools(editor: &Editor) -> Vec<GroundTool> {
    let shape = editor.terrain().map(|terrain| &terrain.shape);
    let works = |tool: &GroundTool| shape.is_some_and(|shape| tool.refusal(shape).is_none());
    GroundTool::ALL.into_iter().filter(works).collect()
}

fn next_tool(tool: GroundTool, tools: Vec<GroundTool>) -> GroundTool {
    let place = tools.iter().position(|other| *other == tool);
    let next = place.map_or(0, |place| (place + 1) % tools.len().max(1));
    tools.get(next).copied().unwrap_or(tool)
}

pub(super) fn brush_intent(brush: GroundBrush) -> Plan {
    Ok(vec![GroundIntent::SetBrush(Box::new(brush)).into()])
}

fn drag(number: BrushNumber) -> Plan {
    let request = Request::Viewport(ViewportRequest::DragBrush(number));
    Ok(vec![ViewIntent::Request(request).into()])
}

pub(super) fn terrain(editor: &Editor) -> Result<&Terrain, String> {
    let terrain = editor.terrain();
    terrain.ok_or_else(|| "No map is open. Open an ADT, WDT, W3E or W3X first.".to_owned())
}

/// Another rule for mixing layers, if that is not the map's already.
fn mix(ground: &Terrain, rule: BlendRuleArgument) -> Plan {
    if tiles(ground)?.blend == rule.into() {
        return Err("The layers of this map are mixed so already.".to_owned());
    }
    let operator = SetBlendRule {
        terrain: Some(ground.id.0),
        rule,
        keep: BlendKeep::Alphas,
    };
    apply(operator.into())
}

pub(super) fn tiles(terrain: &Terrain) -> Result<&TileMap, String> {
    let tiles = terrain.shape.tiles();
    tiles.ok_or_else(|| "Only maps of World of Warcraft have map chunks.".to_owned())
}

fn chunk(editor: &Editor, terrain: &Terrain) -> Result<ChunkPlace, String> {
    let map = tiles(terrain)?;
    let place = editor.ground_view.chunk;
    place
        .filter(|place| map.chunk(*place).is_some())
        .ok_or_else(|| "No map chunk is picked. Alt+click one in the terrain workspace.".to_owned())
}

pub(super) fn fill(editor: &Editor, terrain: &Terrain, scope: GroundScope) -> Plan {
    let texture = texture(editor)?;
    let operator = Operator::from(FillTexture {
        terrain: Some(terrain.id.0),
        texture,
        scope,
    });
    apply(operator)
}

pub(super) fn set_base(editor: &Editor, terrain: &Terrain, scope: GroundScope) -> Plan {
    let texture = texture(editor)?;
    let terrain = Some(terrain.id.0);
    apply(
        SetBaseTexture {
            terrain,
            texture,
            scope,
        }
        .into(),
    )
}

pub(super) fn apply(operator: Operator) -> Plan {
    Ok(vec![super::Intent::Apply(operator)])
}

pub(super) fn texture(editor: &Editor) -> Result<String, String> {
    editor.ground_view.texture.clone().ok_or_else(|| {
        "No texture is chosen. Click one in the panel Ground textures, or Alt+click the ground."
            .to_owned()
    })
}
