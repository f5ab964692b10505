//! What commands about marked parts of the ground ask for.

use super::plan_parts::Plan;
use super::terrain_commands::{apply, brush_intent, fill, set_base, terrain, texture, tiles};
use super::{
    AlphaDraft, Command, Editor, GroundBrush, GroundIntent, GroundRegion, GroundTool, ScopeChoice,
    TextureSwap, TypesDraft,
};
use crate::document::{Terrain, TerrainShape};
use crate::edit::operator::{DropUnusedLayers, FillCorners, MergeDuplicateLayers, SolveSlots};
use crate::edit::{GroundScope, SlotAimArgument, VariationArgument};
use crate::terrain::{Chunk, ChunkPlace, DRAWN_LAYERS};

impl Command {
    /// What a command about a marked part of the ground asks for.
    pub(super) fn plan_region(self, editor: &Editor) -> Plan {
        let ground = terrain(editor)?;
        let id = Some(ground.id.0);
        let region = &editor.ground_view.region;
        match self {
            Self::FillRegion if ground.shape.corners().is_some() => fill_corners(editor, ground),
            Self::FillRegion => fill(editor, ground, editor.ground_scope(ScopeChoice::Region)?),
            Self::SetBaseOfTile => {
                tiles(ground)?;
                set_base(editor, ground, editor.ground_scope(ScopeChoice::Tile)?)
            }
            Self::SetBaseOfRegion => {
                tiles(ground)?;
                set_base(editor, ground, editor.ground_scope(ScopeChoice::Region)?)
            }
            Self::MarkRegionTool => brush_intent(GroundBrush {
                tool: GroundTool::MarkRegion,
                ..editor.ground_brush.clone()
            }),
            Self::MarkTile => {
                let GroundScope::Tiles(tiles) = editor.ground_scope(ScopeChoice::Tile)? else {
                    return Ok(Vec::new());
                };
                mark(ground, |place, _| {
                    tiles.contains(&[place.tile.x, place.tile.y])
                })
            }
            Self::MarkTexture => {
                tiles(ground)?;
                let region = editor.region_with(&texture(editor)?)?;
                Ok(vec![GroundIntent::SetRegion(region).into()])
            }
            Self::MarkCrowded => mark(ground, |_, chunk| chunk.layers.len() >= DRAWN_LAYERS),
            Self::InvertRegion => mark(ground, |place, _| !region.chunks.contains(&place)),
            Self::ClearRegion => match region.is_empty() {
                true => Err("Nothing is marked.".to_owned()),
                false => Ok(vec![
                    GroundIntent::SetRegion(GroundRegion::default()).into(),
                ]),
            },
            Self::ProtectRegion => {
                let rectangles = region.rectangles(&ground.shape);
                if rectangles.is_empty() {
                    let reason =
                        "Nothing is marked. Drag over the ground with the tool Mark region.";
                    return Err(reason.to_owned());
                }
                let mut brush = editor.ground_brush.clone();
                let kept = &mut brush.masks.protected;
                for rectangle in rectangles {
                    if !kept.contains(&rectangle) {
                        kept.push(rectangle);
                    }
                }
                brush_intent(brush)
            }
            Self::UnprotectAll => {
                let mut brush = editor.ground_brush.clone();
                if brush.masks.protected.is_empty() {
                    return Err("Nothing is protected.".to_owned());
                }
                brush.masks.protected.clear();
                brush_intent(brush)
            }
            Self::SolveSlotsOfRegion => {
                tiles(ground)?;
                let scope = editor.ground_scope(ScopeChoice::Region)?;
                let most = DRAWN_LAYERS as u32;
                apply(
                    SolveSlots {
                        terrain: id,
                        most,
                        scope,
                        aim: SlotAimArgument::Look,
                    }
                    .into(),
                )
            }
            Self::DropUnusedOfRegion => {
                tiles(ground)?;
                let scope = editor.ground_scope(ScopeChoice::Region)?;
                let operator = DropUnusedLayers {
                    terrain: id,
                    most: 0,
                    lists: false,
                    scope,
                };
                apply(operator.into())
            }
            Self::MakeRoom => {
                tiles(ground)?;
                match editor.crowded_last_stroke() {
                    Some(_) => Ok(vec![GroundIntent::AskFifth.into()]),
                    None => Err("The last step is no stroke that met four other textures.".into()),
                }
            }
            Self::EditGroundTypes => match ground.shape.corners() {
                Some(map) => {
                    let draft = TypesDraft::of(map);
                    Ok(vec![GroundIntent::PrepareTypes(Some(draft)).into()])
                }
                None => Err("Only maps of Warcraft III have ground types.".to_owned()),
            },
            Self::ConvertAlphas => {
                tiles(ground)?;
                let draft = AlphaDraft {
                    scope: match region.is_empty() {
                        true => ScopeChoice::Map,
                        false => ScopeChoice::Region,
                    },
                    ..AlphaDraft::default()
                };
                Ok(vec![GroundIntent::PrepareAlphas(Some(draft)).into()])
            }
            Self::MergeDuplicateLayers => {
                tiles(ground)?;
                let scope = GroundScope::All;
                apply(MergeDuplicateLayers { terrain: id, scope }.into())
            }
            _ => {
                let census = editor.ground_census();
                let most = census.and_then(|census| census.textures.first());
                let most = most.map(|texture| texture.name.clone());
                let swap = TextureSwap {
                    from: editor
                        .ground_brush
                        .swapped
                        .clone()
                        .or(most)
                        .unwrap_or_default(),
                    to: editor.ground_view.texture.clone().unwrap_or_default(),
                    scope: match region.is_empty() {
                        true => ScopeChoice::Map,
                        false => ScopeChoice::Region,
                    },
                };
                Ok(vec![GroundIntent::PrepareSwap(Some(swap)).into()])
            }
        }
    }
}

impl Editor {
    /// The map chunks that have a texture; a sentence where there are none.
    pub fn region_with(&self, name: &str) -> Result<GroundRegion, String> {
        let ground = terrain(self)?;
        let map = tiles(ground)?;
        let wanted = name.to_lowercase().replace('/', "\\");
        region_of(ground, |place, chunk| {
            let tile = map.tiles.get(&place.tile);
            let mut layers = chunk.layers.iter();
            layers.any(|layer| {
                let key = tile.and_then(|tile| tile.texture_key(layer.texture));
                key.is_some_and(|key| key == wanted.as_bytes())
            })
        })
    }
}

/// Marks the map chunks of which something holds.
fn mark(ground: &Terrain, is_meant: impl Fn(ChunkPlace, &Chunk) -> bool) -> Plan {
    let region = region_of(ground, is_meant)?;
    Ok(vec![GroundIntent::SetRegion(region).into()])
}

/// The map chunks of which something holds.
fn region_of(
    ground: &Terrain,
    is_meant: impl Fn(ChunkPlace, &Chunk) -> bool,
) -> Result<GroundRegion, String> {
    let map = tiles(ground)?;
    let found = map
        .chunks()
        .filter(|(place, chunk)| is_meant(*place, chunk));
    let region = GroundRegion {
        chunks: found.map(|(place, _)| place).collect(),
        corners: None,
    };
    match region.is_empty() {
        true => Err("No map chunk is like that.".to_owned()),
        false => Ok(region),
    }
}

fn fill_corners(editor: &Editor, ground: &Terrain) -> Plan {
    let texture = texture(editor)?;
    let area = editor.corner_scope(ScopeChoice::Region)?;
    let TerrainShape::Corners(_) = &ground.shape else {
        return Err("Only maps of Warcraft III have corners.".to_owned());
    };
    let operator = FillCorners {
        terrain: Some(ground.id.0),
        texture,
        only: None,
        area: area.map(|area| {
            let ([left, bottom], [right, top]) = (area.first, area.last);
            [left, bottom, right, top]
        }),
        variation: VariationArgument::Random,
        seed: u32::try_from(editor.history().position()).unwrap_or(u32::MAX),
    };
    apply(operator.into())
}
