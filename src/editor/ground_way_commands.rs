//! What commands about the picture, the symmetry and the lines of the brush on the ground ask for.

use super::plan_parts::{Plan, ui};
use super::{Command, Dialog, Editor, GroundIntent, Request, ViewIntent, ViewportRequest};
use crate::edit::{SymmetryArgument, SymmetryKind};

/// The symmetries in the order in which a key goes through them; after the last comes none.
const KINDS: [SymmetryKind; 5] = [
    SymmetryKind::WestEast,
    SymmetryKind::NorthSouth,
    SymmetryKind::FourWay,
    SymmetryKind::Turn(2),
    SymmetryKind::Turn(4),
];

impl Command {
    /// What a command about the brush on the ground asks for.
    pub(super) fn plan_ground_way(self, editor: &Editor) -> Plan {
        if !editor.shows_ground() {
            return Err("This is for the terrain workspace. Press F7 to go there.".to_owned());
        }
        let mut brush = editor.ground_brush.clone();
        let symmetry = brush.way.symmetry;
        match self {
            Self::LoadBrushPicture => return ui(ViewIntent::ask(Dialog::LoadBrushPicture)),
            Self::ClearBrushPicture if brush.tip.picture.is_none() => {
                return Err("The brush has no picture.".to_owned());
            }
            Self::ClearBrushPicture => brush.tip.picture = None,
            Self::NextSymmetry => {
                let next = match symmetry {
                    None => 0,
                    Some(now) => {
                        let place = KINDS.iter().position(|kind| *kind == now.kind);
                        place.map_or(KINDS.len(), |place| place + 1)
                    }
                };
                let centre = symmetry.and_then(|symmetry| symmetry.centre);
                let kind = KINDS.get(next).copied();
                brush.way.symmetry = kind.map(|kind| SymmetryArgument { kind, centre });
            }
            Self::CentreSymmetry | Self::MiddleSymmetry if symmetry.is_none() => {
                return Err("The brush has no symmetry. Press Y for one.".to_owned());
            }
            Self::CentreSymmetry => {
                let request = Request::Viewport(ViewportRequest::CentreSymmetry);
                return ui(ViewIntent::Request(request));
            }
            Self::MiddleSymmetry => {
                if let Some(symmetry) = &mut brush.way.symmetry {
                    symmetry.centre = None;
                }
            }
            _ => brush.way.is_straight = !brush.way.is_straight,
        }
        Ok(vec![GroundIntent::SetBrush(Box::new(brush)).into()])
    }
}
