//! Finding named keyframes, taking them out, and putting them elsewhere.

use super::any_track::for_kept_track;
use super::draft::Draft;
use super::key_kind::KeyKind;
use super::keying::{Lane, list_mut, tidy};
use super::{CollisionPolicy, EditError, KeyArgument, KeyRef};
use crate::anim::{Interpolation, KeyList, Tangents};
use crate::document::TrackPath;
use std::collections::BTreeMap;

/// Named keyframes of one list: for each the clip's lane and the time in the list.
pub(super) type NamedKeys = BTreeMap<(TrackPath, usize), Vec<(Lane, i32)>>;

/// What is done with keyframes that were found.
#[derive(Clone, Copy)]
pub(super) struct Placement<'a> {
    /// How much later they go.
    pub(super) delta_ms: i32,
    /// What is added to their values.
    pub(super) value_delta: Option<&'a KeyArgument>,
    /// What happens to keyframes in the way.
    pub(super) collisions: CollisionPolicy,
    /// Whether the originals stay.
    pub(super) leaves_originals: bool,
}

impl Draft<'_> {
    /// Finds keyframes; every one must be there. Each is found once, however often it is named.
    pub(super) fn named_keys(&mut self, keys: &[KeyRef]) -> Result<NamedKeys, EditError> {
        if keys.is_empty() {
            return Err(EditError::Empty { argument: "keys" });
        }
        let mut found = NamedKeys::new();
        for key in keys {
            let path = key.track.resolve(self.model)?;
            let clip = key.clip.resolve(self.model)?;
            let lane = self.lane(path, clip)?;
            let missing = || EditError::NoKey {
                track: path.text(self.model),
                clip: self.clip_name(clip),
                time_ms: key.time_ms,
            };
            let is_past_end =
                |time: &i32| lane.axis_end_ms.is_some_and(|end| *time > end) || key.time_ms < 0;
            let time = key
                .time_ms
                .checked_add(lane.shift_ms)
                .filter(|time| !is_past_end(time))
                .ok_or_else(missing)?;
            let missing = missing();
            let group = found.entry((path, lane.list)).or_default();
            if group.iter().any(|&(_, known)| known == time) {
                continue;
            }
            let is_new_list = group.is_empty();
            group.push((lane, time));
            let Some(track) = self.track_mut(path) else {
                return Err(missing);
            };
            let (is_there, merged) = for_kept_track!(track, track => {
                let list = list_mut(track, lane.list);
                list.map_or((false, 0), |list| {
                    let merged = if is_new_list { tidy(list) } else { 0 };
                    (list.position_at(time).is_some(), merged)
                })
            });
            if !is_there {
                return Err(missing);
            }
            let text = path.text(self.model);
            self.note_merged(&text, merged);
        }
        Ok(found)
    }

    /// Takes keyframes out; says how many.
    pub(super) fn remove_keys(&mut self, keys: &NamedKeys) -> usize {
        for (&(path, list), group) in keys {
            let Some(track) = self.track_mut(path) else {
                continue;
            };
            for_kept_track!(track, track => {
                if let Some(list) = list_mut(track, list) {
                    for (_, time) in group {
                        if let Some(position) = list.position_at(*time) {
                            list.remove(position);
                        }
                    }
                }
            });
        }
        keys.values().map(Vec::len).sum()
    }

    /// Puts keyframes at other times; notes how many were replaced.
    pub(super) fn place_keys(
        &mut self,
        keys: &NamedKeys,
        placement: Placement<'_>,
    ) -> Result<(), EditError> {
        let mut replaced = 0;
        for (&(path, list), group) in keys {
            let mut moves = Vec::with_capacity(group.len());
            for (lane, time) in group {
                let clip_time = i64::from(*time) - i64::from(lane.shift_ms);
                let target = clip_time + i64::from(placement.delta_ms);
                let target = i32::try_from(target).map_err(|_| EditError::Value {
                    argument: "delta_ms",
                    reason: "puts a keyframe too far away".to_owned(),
                })?;
                moves.push((*time, self.time_in(lane, target)?));
            }
            let text = path.text(self.model);
            let Some(track) = self.track_mut(path) else {
                continue;
            };
            let expected = track.kind_name();
            let outcome = for_kept_track!(track, track => {
                let interpolation = track.interpolation;
                match list_mut(track, list) {
                    Some(list) => place(list, &moves, placement, interpolation),
                    None => Ok(0),
                }
            });
            replaced += outcome.map_err(|problem| match problem {
                Problem::Collision(time_ms) => EditError::Collision {
                    track: text,
                    time_ms,
                },
                Problem::WrongKind(given) => EditError::WrongKind {
                    track: text,
                    expected,
                    given,
                },
            })?;
        }
        if replaced > 0 {
            self.note(format!("{replaced} keyframes were replaced"));
        }
        Ok(())
    }
}

enum Problem {
    Collision(i32),
    WrongKind(&'static str),
}

fn place<T: KeyKind>(
    list: &mut KeyList<T>,
    moves: &[(i32, i32)],
    placement: Placement<'_>,
    interpolation: Interpolation,
) -> Result<usize, Problem> {
    let delta = match placement.value_delta {
        None => None,
        Some(argument) => {
            let delta = T::read(argument).ok_or(Problem::WrongKind(argument.kind_name()))?;
            Some(delta)
        }
    };
    let mut taken = Vec::with_capacity(moves.len());
    for &(from, to) in moves {
        let Some(position) = list.position_at(from) else {
            continue;
        };
        let Some(&value) = list.values.get(position) else {
            continue;
        };
        let tangents = list.tangents.get(position).copied();
        taken.push((to, value, tangents));
    }
    if !placement.leaves_originals {
        for &(from, _) in moves {
            if let Some(position) = list.position_at(from) {
                list.remove(position);
            }
        }
    }
    let mut replaced = 0;
    for (to, value, tangents) in taken {
        if let Some(position) = list.position_at(to) {
            if placement.collisions == CollisionPolicy::Refuse {
                return Err(Problem::Collision(to));
            }
            list.remove(position);
            replaced += 1;
        }
        let new = delta.map_or(value, |delta| value.plus(delta));
        let tangents = tangents.map(|kept| T::carry(kept, value, new, interpolation));
        put(list, to, new, tangents);
    }
    Ok(replaced)
}

/// Adds a keyframe with the tangents it comes with.
pub(super) fn put<T: Copy>(
    list: &mut KeyList<T>,
    time: i32,
    value: T,
    tangents: Option<Tangents<T>>,
) {
    let position = list.times_ms.partition_point(|&t| t < time);
    list.times_ms.insert(position, time);
    list.values.insert(position, value);
    if let Some(tangents) = tangents {
        list.tangents
            .insert(position.min(list.tangents.len()), tangents);
    }
}
