//! What is validated of a terrain, and the run over all rules.

use super::finding::{Finding, Findings};
use super::rules;
use crate::document::{Terrain, TerrainShape};
use crate::import_export::Profile;
use crate::terrain::CornerMap;

/// A map of corners and what it is checked for.
#[derive(Clone, Copy)]
pub(super) struct CornerSubject<'a> {
    /// The map.
    pub map: &'a CornerMap,
    /// The version of W3E it should be good for.
    pub version: u32,
}

/// One rule on maps of corners.
pub(super) struct CornerRule {
    /// Its code.
    pub code: &'static str,
    /// What it does.
    pub check: fn(&CornerSubject<'_>, &mut Findings<'_>),
}

/// Everything that the rules of the target find in a terrain, rule by rule; `None` if the target
/// holds no terrain of this shape.
pub fn validate_terrain(terrain: &Terrain, profile: Profile) -> Option<Vec<Finding>> {
    let mut out = Vec::new();
    match (&terrain.shape, profile) {
        (TerrainShape::Corners(map), Profile::W3e { version }) => {
            let subject = CornerSubject { map, version };
            for rule in rules::W3E {
                let mut findings = Findings::of(rule.code, &mut out);
                (rule.check)(&subject, &mut findings);
                findings.finish();
            }
        }
        (TerrainShape::Tiles(map), Profile::AdtWotlk) => {
            for rule in rules::ADT {
                let mut findings = Findings::of(rule.code, &mut out);
                (rule.check)(map, &mut findings);
                findings.finish();
            }
        }
        (shape, Profile::Project) => return validate_terrain(terrain, Profile::of_terrain(shape)),
        _ => return None,
    }
    Some(out)
}
