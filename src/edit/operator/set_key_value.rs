//! Sets the value of one keyframe, and its tangents if asked.

use super::spec::operator;
use crate::anim::{Interpolation, KeyList};
use crate::edit::KeyRef;
use crate::edit::any_track::for_kept_track;
use crate::edit::draft::Draft;
use crate::edit::key_kind::KeyKind;
use crate::edit::key_lists::{list_mut, position_in_order, set_value};
use crate::edit::{ClipRef, EditError, KeyArgument, TrackAddress};

operator! {
    /// Sets the value of one keyframe, and its tangents if asked.
    SetKeyValue = "set_key_value" {
        /// The track.
        track: TrackAddress,
        /// The clip; of no matter for a track on a global loop.
        clip: ClipRef,
        /// When the keyframe is, in ms of the clip's own time.
        time_ms: i32,
        /// The value; without one it stays.
        #[serde(default)]
        value: Option<KeyArgument> = "null",
        /// The tangent or control point towards the keyframe before; without one it stays.
        #[serde(default)]
        incoming: Option<KeyArgument> = "null",
        /// The tangent or control point towards the keyframe after; without one it stays.
        #[serde(default)]
        outgoing: Option<KeyArgument> = "null",
    }
    example r##"{"op":"set_key_value","model":1,"track":"bones[0].rotation","clip":"Stand","time_ms":0,"value":[0.0,0.0,0.0,1.0],"incoming":null,"outgoing":null}"##
}

impl SetKeyValue {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(super) fn draft(&self, draft: &mut Draft<'_>) -> Result<String, EditError> {
        for (argument, value) in [
            ("value", &self.value),
            ("incoming", &self.incoming),
            ("outgoing", &self.outgoing),
        ] {
            if let Some(fault) = value.and_then(|value| value.fault()) {
                return Err(EditError::Value {
                    argument,
                    reason: fault.to_owned(),
                });
            }
        }
        let key = KeyRef {
            track: self.track.clone(),
            clip: self.clip.clone(),
            time_ms: self.time_ms,
        };
        let keys = draft.named_keys(std::slice::from_ref(&key))?;
        for (&(path, list), group) in &keys {
            let text = path.text(draft.model);
            let Some(track) = draft.track_mut(path) else {
                continue;
            };
            let expected = track.kind_name();
            let outcome = for_kept_track!(track, track => {
                let interpolation = track.interpolation;
                match (list_mut(track, list), group.first()) {
                    (Some(list), Some(&(_, time))) => self.set(list, time, interpolation),
                    _ => Ok(()),
                }
            });
            outcome.map_err(|problem| match problem {
                Problem::WrongKind(given) => EditError::WrongKind {
                    track: text,
                    expected,
                    given,
                },
                Problem::StoresNone => EditError::Value {
                    argument: "incoming",
                    reason: format!(
                        "and 'outgoing' can't be set: {text} stores no tangents; set its \
                         interpolation to hermite or bezier first"
                    ),
                },
            })?;
        }
        Ok(format!("Set keyframe of {}", self.track))
    }

    fn set<T: KeyKind>(
        &self,
        list: &mut KeyList<T>,
        time: i32,
        interpolation: Interpolation,
    ) -> Result<(), Problem> {
        let read = |argument: &Option<KeyArgument>| match argument {
            None => Ok(None),
            Some(argument) => {
                let value = T::read(argument).ok_or(Problem::WrongKind(argument.kind_name()))?;
                Ok(Some(value))
            }
        };
        let (incoming, outgoing) = (read(&self.incoming)?, read(&self.outgoing)?);
        let Some(position) = position_in_order(list, time) else {
            return Ok(());
        };
        if let Some(value) = read(&self.value)? {
            set_value(list, position, value, interpolation);
        }
        if incoming.is_none() && outgoing.is_none() {
            return Ok(());
        }
        let tangents = list.tangents.get_mut(position).ok_or(Problem::StoresNone)?;
        tangents.incoming = incoming.unwrap_or(tangents.incoming);
        tangents.outgoing = outgoing.unwrap_or(tangents.outgoing);
        Ok(())
    }
}

enum Problem {
    WrongKind(&'static str),
    StoresNone,
}
