//! Vertices whose weights do not make 255 once they are bytes.

use crate::validate::finding::Findings;
use crate::validate::subject::{Rule, Subject};

pub(super) const RULE: Rule = Rule {
    code: "M2-WEIGHT-SUM",
    check,
};

/// The sum of the weights of a vertex, as bytes.
const FULL: f64 = 255.0;

fn check(subject: &Subject<'_>, findings: &mut Findings<'_>) {
    let pool = &subject.model.vertices;
    for (vertex, slots) in pool.influences.slots.iter().enumerate() {
        let path = || format!("vertices[{vertex}].influences");
        if slots
            .iter()
            .any(|slot| !slot.weight.is_finite() || slot.weight < 0.0)
        {
            findings.error(path(), "a weight is negative or no number");
            continue;
        }
        let sum: f64 = pool
            .influences
            .of(vertex)
            .map(|one| f64::from(one.weight))
            .sum();
        // Excess is normalised away; what is missing stays missing.
        let bytes = (sum * FULL).round();
        if bytes == 0.0 {
            findings.warning(path(), "no bone moves it");
        } else if bytes < FULL {
            findings.warning(path(), format!("its weights make {bytes} of 255"));
        }
    }
}
