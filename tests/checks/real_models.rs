//! What the rules say of real models.

use crate::corpus::Corpus;
use bonewright::document::ModelId;
use bonewright::import_export::import_file;
use bonewright::validate::{Severity, Subject, validate};
use std::collections::BTreeMap;

#[test]
fn real_models() {
    let Some(corpus) = Corpus::open() else { return };
    for path in corpus.models(264) {
        let model = import_file(path, ModelId(0))
            .expect("every real model opens")
            .model;
        let mut counts: BTreeMap<(Severity, &str), (usize, String)> = BTreeMap::new();
        for finding in validate(&Subject::of(&model)) {
            let entry = counts.entry((finding.severity, finding.code)).or_default();
            entry.0 += 1;
            entry.1 = format!("{}: {}", finding.path, finding.message);
        }
        println!("{} {counts:#?}", path.display());
    }
}
