//! Keyframes that never play as such, because their clip or loop is shorter.

use crate::anim::{Clip, Driver};
use crate::validate::finding::Findings;
use crate::validate::subject::{Rule, Subject};
use crate::validate::track_lists::{Extent, for_each_times, list_path};

pub(super) const RULE: Rule = Rule {
    code: "M2-KEY-OUTSIDE-CLIP",
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Findings<'_>) {
    let model = subject.model;
    for_each_times(model, |track, driver, extent, times| {
        let is_inside = |&time: &i32| {
            let time = i64::from(time);
            match (driver, extent) {
                (Driver::GlobalLoop(index), _) => {
                    let length = model.global_loops_ms.get(usize::from(index));
                    // A loop of length 0 stands at its first keyframe, whatever follows.
                    length.is_none_or(|&length| {
                        length == 0 || (0..=i64::from(length)).contains(&time)
                    })
                }
                (Driver::Clip, Extent::Clip(clip)) => model.clips.get(clip).is_none_or(|clip| {
                    clip.is_alias() || (0..=i64::from(clip.length_ms())).contains(&time)
                }),
                (Driver::Clip, Extent::Shared) => true,
                (Driver::Clip, Extent::Axis) => {
                    model.clips.iter().any(|clip| is_in_window(clip, time))
                }
            }
        };
        let outside: Vec<usize> = (0..)
            .zip(times)
            .filter(|(_, time)| !is_inside(time))
            .map(|(i, _)| i)
            .collect();
        if let Some(&first) = outside.first() {
            let time = times.get(first).copied().unwrap_or_default();
            let of = match (driver, extent) {
                (Driver::GlobalLoop(_), _) => "its loop",
                (_, Extent::Axis) => "every clip",
                _ => "its clip",
            };
            let more = match outside.len() {
                1 => String::new(),
                count => format!(", and {} more like it", count - 1),
            };
            findings.note(
                format!("{}.keys[{first}]", list_path(model, track, extent)),
                format!("at {time} ms, outside {of}{more}"),
            );
        }
    });
}

fn is_in_window(clip: &Clip, time: i64) -> bool {
    let start = i64::from(clip.start_ms);
    (start..=start + i64::from(clip.length_ms())).contains(&time)
}
