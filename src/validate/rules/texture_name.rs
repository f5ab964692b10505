//! Textures that should be named and are not, or are named in vain.

use crate::mesh::TextureKind;
use crate::validate::finding::Findings;
use crate::validate::subject::{Rule, Subject};

pub(super) const RULE: Rule = Rule {
    code: "M2-TEXTURE-NAME",
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Findings<'_>) {
    for (index, texture) in subject.model.textures.iter().enumerate() {
        let path = format!("textures[{index}].path");
        let name = texture.path_text();
        match subject.model.format.replaceable_name(texture.kind) {
            None if name.is_empty() => findings.error(path, "it should be named and has no path"),
            Some(kind) if !name.is_empty() => {
                findings.note(
                    path,
                    format!("the game fills it with a {kind}, not with {name}"),
                );
            }
            _ => {}
        }
        if texture.kind == TextureKind::NAMED && name.contains('\u{FFFD}') {
            findings.warning(format!("textures[{index}].path"), "its path is no text");
        }
    }
}
