//! What is validated, and the run over all rules.

use super::finding::{Finding, Findings};
use super::rules;
use crate::document::Model;
use crate::import_export::Profile;

/// Whether a texture can be found, by its path in the game's folders.
pub type TextureExists<'a> = dyn Fn(&str) -> bool + 'a;

/// A model and what it is checked for.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// The model.
    pub model: &'a Model,
    /// The target it should be good for.
    pub profile: Profile,
    /// Finds textures; without it nothing is said about missing ones.
    pub texture_exists: Option<&'a TextureExists<'a>>,
}

impl<'a> Subject<'a> {
    /// A model, checked for the format it has.
    pub fn of(model: &'a Model) -> Self {
        Self {
            model,
            profile: Profile::of(model.format),
            texture_exists: None,
        }
    }
}

/// One rule.
pub(super) struct Rule {
    /// Its code.
    pub code: &'static str,
    /// What it does.
    pub check: fn(&Subject<'_>, &mut Findings<'_>),
}

/// Everything that the rules of the target find, rule by rule.
pub fn validate(subject: &Subject<'_>) -> Vec<Finding> {
    let mut out = Vec::new();
    let rules = match subject.profile {
        Profile::M2 { .. } | Profile::M2Chunked => rules::M2,
        Profile::Mdx { .. } | Profile::Mdl => rules::MDX,
        // Targets without rules of their own yet; a project holds whatever the model's format has.
        Profile::Project => return validate_as_itself(subject),
        _ => &[],
    };
    for rule in rules {
        let mut findings = Findings::of(rule.code, &mut out);
        (rule.check)(subject, &mut findings);
        findings.finish();
    }
    out
}

fn validate_as_itself(subject: &Subject<'_>) -> Vec<Finding> {
    validate(&Subject {
        profile: Profile::of(subject.model.format),
        ..*subject
    })
}
