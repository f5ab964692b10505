//! The rules raise no false alarm over real models.

use crate::corpus::Corpus;
use bonewright::document::ModelId;
use bonewright::import_export::import_file;
use bonewright::validate::{Severity, Subject, validate};
use std::collections::BTreeMap;

#[test]
fn real_models_have_no_errors_and_only_warnings_that_are_true() {
    let Some(corpus) = Corpus::open() else { return };
    let models = corpus.models(264);
    assert!(models.len() >= 31, "only {} models", models.len());
    let mut notes: BTreeMap<&str, usize> = BTreeMap::new();
    for path in models {
        let model = import_file(path, ModelId(0))
            .expect("every real model opens")
            .model;
        for finding in validate(&Subject::of(&model)) {
            match finding.severity {
                Severity::Note => *notes.entry(finding.code).or_default() += 1,
                // Two characters came without all of their files.
                Severity::Warning => {
                    assert_eq!(
                        finding.code,
                        "M2-ANIM-MISSING",
                        "{} {finding:?}",
                        path.display()
                    );
                }
                Severity::Error => panic!("{} {finding:?}", path.display()),
            }
        }
    }
    // Names that a converter wrote over, and loops of length 0, are known to be there.
    assert!(
        notes["M2-NAME-JUNK"] >= 12 && notes["M2-GLOBAL-LOOP"] >= 7,
        "{notes:?}"
    );
}
