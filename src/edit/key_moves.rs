//! Finding named keyframes, taking them out, and putting them elsewhere.

use super::any_track::for_kept_track;
use super::draft::Draft;
use super::key_kind::KeyKind;
use super::key_lists::{keep, list_mut, position_in_order, tidy};
use super::keying::Lane;
use super::{ClipRef, CollisionPolicy, EditError, KeyArgument, KeyRef, TrackAddress};
use crate::anim::{Interpolation, KeyList, Tangents};
use crate::document::TrackPath;
use std::collections::{BTreeMap, HashMap, HashSet};

/// Named keyframes, by list: for each the clip's lane and the time in the list.
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

/// Lanes that were looked up, for operators that name thousands of keyframes of a few tracks.
#[derive(Default)]
struct KnownLanes<'k> {
    tracks: HashMap<&'k TrackAddress, TrackPath>,
    clips: HashMap<&'k ClipRef, usize>,
    lanes: HashMap<(TrackPath, usize), Lane>,
}

impl<'k> KnownLanes<'k> {
    fn lane(&mut self, draft: &mut Draft<'_>, key: &'k KeyRef) -> Result<Lane, EditError> {
        let path = match self.tracks.get(&key.track) {
            Some(&path) => path,
            None => {
                let path = key.track.resolve(draft.model)?;
                self.tracks.insert(&key.track, path);
                path
            }
        };
        let clip = match self.clips.get(&key.clip) {
            Some(&clip) => clip,
            None => {
                let clip = key.clip.resolve(draft.model)?;
                self.clips.insert(&key.clip, clip);
                clip
            }
        };
        if let Some(&lane) = self.lanes.get(&(path, clip)) {
            return Ok(lane);
        }
        let lane = draft.lane(path, clip)?;
        self.lanes.insert((path, clip), lane);
        if let Some(track) = draft.track_mut(path) {
            let merged = for_kept_track!(track, track => {
                list_mut(track, lane.list).map_or(0, |list| tidy(list, lane.window))
            });
            let text = path.text(draft.model);
            draft.note_merged(&text, merged);
        }
        Ok(lane)
    }
}

impl Draft<'_> {
    /// Finds keyframes; every one must be there. Each is found once, however often it is named.
    ///
    /// Other clips that see one of them are noted.
    pub(super) fn named_keys(&mut self, keys: &[KeyRef]) -> Result<NamedKeys, EditError> {
        if keys.is_empty() {
            return Err(EditError::Empty { argument: "keys" });
        }
        let mut found = NamedKeys::new();
        let mut known = KnownLanes::default();
        let mut seen: HashSet<(TrackPath, usize, i32)> = HashSet::with_capacity(keys.len());
        for key in keys {
            let lane = known.lane(self, key)?;
            let time = key.time_ms.checked_add(lane.shift_ms);
            let time = time.filter(|&time| lane.window.contains(time));
            let is_there = time.is_some_and(|time| {
                self.track_mut(lane.path).is_some_and(|track| {
                    for_kept_track!(track, track => list_mut(track, lane.list)
                        .is_some_and(|list| position_in_order(list, time).is_some()))
                })
            });
            let Some(time) = time.filter(|_| is_there) else {
                return Err(EditError::NoKey {
                    track: lane.path.text(self.model),
                    clip: self.clip_name(key.clip.resolve(self.model)?),
                    time_ms: key.time_ms,
                });
            };
            if seen.insert((lane.path, lane.list, time)) {
                self.note_sharers(&lane, time);
                let group = found.entry((lane.path, lane.list)).or_default();
                group.push((lane, time));
            }
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
                    take_out(list, group.iter().map(|&(_, time)| time));
                }
            });
        }
        keys.values().map(Vec::len).sum()
    }

    /// Puts keyframes at other times; notes how many were replaced.
    ///
    /// None leaves its clip's part of a shared axis: that is refused, with how many would.
    pub(super) fn place_keys(
        &mut self,
        keys: &NamedKeys,
        placement: Placement<'_>,
    ) -> Result<(), EditError> {
        self.check_inside(keys, placement.delta_ms)?;
        let mut replaced = 0;
        for (&(path, list), group) in keys {
            let mut moves = Vec::with_capacity(group.len());
            for (lane, time) in group {
                let target = i64::from(lane.own_ms(*time)) + i64::from(placement.delta_ms);
                let target = i32::try_from(target).map_err(|_| EditError::Value {
                    argument: "delta_ms",
                    reason: "puts a keyframe too far away".to_owned(),
                })?;
                moves.push((*time, self.time_in(lane, target)?));
            }
            let shift_ms = group.first().map_or(0, |(lane, _)| lane.shift_ms);
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
                    time_ms: time_ms.saturating_sub(shift_ms),
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

    /// Refuses to move keyframes out of their clip's part of an axis that it shares with others.
    fn check_inside(&self, keys: &NamedKeys, delta_ms: i32) -> Result<(), EditError> {
        let on_axis = || {
            keys.values()
                .flatten()
                .filter(|(lane, _)| lane.is_on_axis())
        };
        let leaves = |(lane, time): &&(Lane, i32)| {
            let target = i64::from(*time) + i64::from(delta_ms);
            !i32::try_from(target).is_ok_and(|target| lane.window.contains(target))
        };
        let count = on_axis().filter(leaves).count();
        let Some((lane, _)) = on_axis().find(leaves) else {
            return Ok(());
        };
        Err(EditError::Value {
            argument: "delta_ms",
            reason: format!(
                "puts {count} of {} keyframes outside clip '{}', where other clips may be on the \
                 file's time axis",
                keys.values().map(Vec::len).sum::<usize>(),
                self.clip_name(lane.clip)
            ),
        })
    }
}

enum Problem {
    Collision(i32),
    WrongKind(&'static str),
}

/// Takes the keyframes at some times out of a list that is in order.
fn take_out<T: Copy>(list: &mut KeyList<T>, times: impl Iterator<Item = i32>) {
    let gone: HashSet<usize> = times
        .filter_map(|time| position_in_order(list, time))
        .collect();
    keep(list, |at| !gone.contains(&at));
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
    let mut landing = Vec::with_capacity(moves.len());
    for &(from, to) in moves {
        let Some(position) = position_in_order(list, from) else {
            continue;
        };
        let Some(&value) = list.values.get(position) else {
            continue;
        };
        let new = delta.map_or(value, |delta| value.plus(delta));
        let tangents = list.tangents.get(position).copied();
        let tangents = tangents.map(|kept| T::carry(kept, value, new, interpolation));
        landing.push((to, new, tangents));
    }
    if !placement.leaves_originals {
        take_out(list, moves.iter().map(|&(from, _)| from));
    }
    let in_the_way: HashSet<usize> = landing
        .iter()
        .filter_map(|&(to, ..)| position_in_order(list, to))
        .collect();
    if placement.collisions == CollisionPolicy::Refuse
        && let Some(&time) = in_the_way
            .iter()
            .min()
            .and_then(|&at| list.times_ms.get(at))
    {
        return Err(Problem::Collision(time));
    }
    keep(list, |at| !in_the_way.contains(&at));
    append(list, landing);
    Ok(in_the_way.len())
}

/// Adds keyframes, each with the tangents it comes with, and puts the list in order.
pub(super) fn append<T: Copy>(
    list: &mut KeyList<T>,
    keys: impl IntoIterator<Item = (i32, T, Option<Tangents<T>>)>,
) {
    for (time, value, tangents) in keys {
        list.times_ms.push(time);
        list.values.push(value);
        list.tangents.extend(tangents);
    }
    list.sort();
}
