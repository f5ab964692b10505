//! Textures that cannot be found.

use crate::mesh::TextureKind;
use crate::validate::finding::Findings;
use crate::validate::subject::{Rule, Subject};

pub(super) const RULE: Rule = Rule {
    code: "M2-TEXTURE-MISSING",
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Findings<'_>) {
    let Some(texture_exists) = subject.texture_exists else {
        return;
    };
    for (index, texture) in subject.model.textures.iter().enumerate() {
        let name = texture.path_text();
        if texture.kind == TextureKind::NAMED && !name.is_empty() && !texture_exists(&name) {
            findings.warning(
                format!("textures[{index}].path"),
                format!("{name} cannot be found"),
            );
        }
    }
}
