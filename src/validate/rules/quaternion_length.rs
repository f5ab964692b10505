//! Rotations that are not of unit length.

use crate::anim::TrackRef;
use crate::validate::finding::Findings;
use crate::validate::subject::{Rule, Subject};
use crate::validate::track_lists::{list_path, lists, tracks};

pub(super) const RULE: Rule = Rule {
    code: "M2-QUATERNION-LENGTH",
    check,
};

/// What 16-bit rotations of sound files are off by.
const TOLERANCE: f32 = 0.02;

fn check(subject: &Subject<'_>, findings: &mut Findings<'_>) {
    let model = subject.model;
    for (path, track) in tracks(model) {
        let TrackRef::Rotation(track) = track else {
            continue;
        };
        for (extent, list) in lists(track) {
            for (position, value) in list.values.iter().enumerate() {
                let length = value.norm();
                if (length - 1.0).abs() <= TOLERANCE {
                    continue;
                }
                let path = format!("{}.keys[{position}].value", list_path(model, &path, extent));
                if length.is_finite() && length > f32::MIN_POSITIVE {
                    findings.warning(path, format!("its length is {length}, not 1"));
                } else {
                    findings.error(path, "it is no rotation");
                }
            }
        }
    }
}
