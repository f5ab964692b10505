//! A model name that is no text.

use crate::validate::finding::Findings;
use crate::validate::subject::{Rule, Subject};

pub(super) const RULE: Rule = Rule {
    code: "M2-NAME-JUNK",
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Findings<'_>) {
    let name = subject.model.name.as_slice();
    let Some((&last, text)) = name.split_last() else {
        return;
    };
    if last != 0 {
        findings.note("name", "no zero byte ends it");
    }
    let text = if last == 0 { text } else { name };
    let is_text = std::str::from_utf8(text).is_ok_and(|text| !text.chars().any(char::is_control));
    if !is_text {
        findings.note(
            "name",
            "it is no text; converters write other things over it",
        );
    }
}
