//! The drags of the curve editor as states, and the operators they show.

use super::{CurveHit, CurveId, KeyPart, RotationParts, quat_like, quat_with_part};
use crate::anim::{Interpolation, KeyValue, TrackRef};
use crate::document::TrackPath;
use crate::edit::{CollisionPolicy, KeyArgument, Operator};
use crate::editor::{KeyRef, SelectMode};
use crate::math::{Quat, Vec3, unit_or_identity};
use crate::ui::timeline::{KeyChange, KeyMove, KeyOperators, ShownClip};
use egui_plot::PlotPoint;

/// What the pointer drags.
#[derive(Clone, Debug, Default)]
pub enum CurveDrag {
    /// Nothing.
    #[default]
    Ready,
    /// The view.
    Panning,
    /// A box around keys, from a corner.
    Boxing {
        /// The corner, as time and value.
        from: PlotPoint,
        /// What happens to the keys inside.
        mode: SelectMode,
    },
    /// Keys, by one of them.
    Key(Box<KeyGrab>),
    /// A handle.
    Handle(Box<HandleGrab>),
}

/// Which way keys may be dragged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DragLock {
    /// Both ways.
    #[default]
    Free,
    /// Only in time.
    Time,
    /// Only in value.
    Value,
}

/// A key of a curve as it was when its drag began.
#[derive(Clone, Debug)]
pub struct GrabbedKey {
    /// Which curve.
    pub id: CurveId,
    /// The key.
    pub key: KeyRef,
    /// Its value in the track.
    pub start: KeyValue,
    /// The values of all components of its curves.
    pub parts: Vec<f64>,
    /// How a rotation was taken apart.
    pub rotation: RotationParts,
}

impl GrabbedKey {
    /// The value of the grabbed component.
    pub fn part(&self) -> f64 {
        self.parts.get(self.id.component).copied().unwrap_or(0.0)
    }

    /// The track's value if the grabbed component were `part`.
    pub fn with_part(&self, part: f64) -> KeyValue {
        let component = self.id.component;
        match self.start {
            KeyValue::Vector(mut value) => {
                if let Some(slot) = value.get_mut(component) {
                    *slot = part as f32;
                }
                KeyValue::Vector(value)
            }
            KeyValue::Rotation(q) => KeyValue::Rotation(match self.rotation {
                RotationParts::Euler => {
                    let angle = |index| {
                        let angle = self.parts.get(index).copied().unwrap_or(0.0);
                        (if index == component { part } else { angle }) as f32
                    };
                    quat_like(&Vec3::new(angle(0), angle(1), angle(2)), &q)
                }
                RotationParts::Quaternion => quat_with_part(&q, component, part as f32),
            }),
            KeyValue::Scalar(_) => KeyValue::Scalar(part as f32),
            KeyValue::Integer(_) => KeyValue::Integer(part.round() as i32),
            KeyValue::Event => KeyValue::Event,
        }
    }
}

/// Keys dragged in time and value.
#[derive(Clone, Debug)]
pub struct KeyGrab {
    /// The key under the pointer.
    pub grabbed: GrabbedKey,
    /// All dragged keys, and how far they are in time.
    pub moving: KeyMove,
    /// The value under the pointer when the drag began.
    pub grabbed_value: f64,
    /// Which way X, Y or Shift lets the keys go.
    pub lock: DragLock,
    /// The value that the gesture shows for the grabbed component.
    pub value: f64,
}

impl KeyGrab {
    /// The operator that moves the keys by `delta_ms` and gives the grabbed one `value`.
    ///
    /// Keys of tracks of the same kind follow in value; a rotation's value is set for the grabbed
    /// key alone, because equal turns are not equal angles.
    pub fn operator(
        &self,
        shown: ShownClip<'_>,
        delta_ms: i32,
        value: f64,
        collisions: CollisionPolicy,
    ) -> (Operator, Vec<KeyRef>) {
        let operators = KeyOperators::new(shown);
        let keys = &self.moving.keys;
        if value == self.grabbed.part() {
            let operator = operators.move_keys(keys, delta_ms, None, collisions);
            return (operator, keys.clone());
        }
        let changed = self.grabbed.with_part(value);
        let followers = self.followers(shown);
        if delta_ms == 0 && followers.len() == 1 {
            let change = KeyChange {
                value: argument(changed),
                ..KeyChange::default()
            };
            return (operators.set_value(self.grabbed.key, change), followers);
        }
        let value_delta = match (self.grabbed.start, changed) {
            (KeyValue::Vector(a), KeyValue::Vector(b)) => Some(KeyArgument::Vector((b - a).into())),
            (KeyValue::Scalar(a), KeyValue::Scalar(b)) => Some(KeyArgument::Number(b - a)),
            (KeyValue::Integer(a), KeyValue::Integer(b)) => {
                Some(KeyArgument::Number(b.saturating_sub(a) as f32))
            }
            (KeyValue::Rotation(a), KeyValue::Rotation(b)) => {
                let turn = unit_or_identity(&(b * unit_or_identity(&a).conjugate()));
                argument(KeyValue::Rotation(turn))
            }
            _ => None,
        };
        let operator = operators.move_keys(&followers, delta_ms, value_delta, collisions);
        (operator, followers)
    }

    /// The keys whose value changes with that of the grabbed one.
    fn followers(&self, shown: ShownClip<'_>) -> Vec<KeyRef> {
        let alone = || vec![self.grabbed.key];
        let kind = match self.grabbed.start {
            KeyValue::Vector(_) => "vector",
            KeyValue::Scalar(_) => "scalar",
            _ => return alone(),
        };
        let is_same = |path: TrackPath| match shown.model.track(path) {
            Some(TrackRef::Vector(_)) => kind == "vector",
            Some(TrackRef::Scalar(_)) => kind == "scalar",
            _ => false,
        };
        if self.moving.keys.iter().all(|key| is_same(key.path)) {
            self.moving.keys.clone()
        } else {
            alone()
        }
    }
}

/// A handle on its way.
#[derive(Clone, Debug)]
pub struct HandleGrab {
    /// What was hit.
    pub hit: CurveHit,
    /// The key.
    pub key: KeyRef,
    /// Whether heights are tangents (Hermite) or control points (Bezier).
    interpolation: Interpolation,
    /// Value of the key.
    value: KeyValue,
    /// The tangent before the drag.
    tangent: KeyValue,
}

impl HandleGrab {
    /// Takes hold of a handle; `None` if the track has no tangents there.
    pub fn new(shown: ShownClip<'_>, hit: CurveHit) -> Option<Self> {
        let path = hit.id.path;
        let track = shown.model.track(path)?;
        let (value, incoming, outgoing) = stored_key(&shown, track, hit.time_ms)?;
        Some(Self {
            hit,
            key: KeyRef {
                path,
                time_ms: hit.time_ms,
            },
            interpolation: track.interpolation(),
            value,
            tangent: match hit.part {
                KeyPart::Incoming => incoming?,
                _ => outgoing?,
            },
        })
    }

    /// The operator that puts the handle at this height.
    pub fn operator(&self, shown: ShownClip<'_>, height: f64) -> Operator {
        let component = self.hit.id.component;
        let tangent_of = |value: f32| match (self.interpolation, self.hit.part) {
            (Interpolation::Hermite, KeyPart::Incoming) => (value - height as f32) * 3.0,
            (Interpolation::Hermite, _) => (height as f32 - value) * 3.0,
            _ => height as f32,
        };
        let tangent = match (self.tangent, self.value) {
            (KeyValue::Vector(mut tangent), KeyValue::Vector(value)) => {
                if let (Some(slot), Some(value)) =
                    (tangent.get_mut(component), value.get(component))
                {
                    *slot = tangent_of(*value);
                }
                KeyValue::Vector(tangent)
            }
            (KeyValue::Scalar(_), KeyValue::Scalar(value)) => KeyValue::Scalar(tangent_of(value)),
            (other, _) => other,
        };
        let tangent = argument(tangent);
        let change = match self.hit.part {
            KeyPart::Incoming => KeyChange {
                incoming: tangent,
                ..KeyChange::default()
            },
            _ => KeyChange {
                outgoing: tangent,
                ..KeyChange::default()
            },
        };
        KeyOperators::new(shown).set_value(self.key, change)
    }
}

/// Value and tangents of the key at a time of the clip.
pub fn stored_key(
    shown: &ShownClip<'_>,
    track: TrackRef<'_>,
    time_ms: i32,
) -> Option<(KeyValue, Option<KeyValue>, Option<KeyValue>)> {
    let place = shown.model.place(track, shown.key_index);
    macro_rules! stored {
        ($track:expr, $kind:ident) => {{
            let list = $track.lists().get(place.list)?;
            let position = list.position_at(place.list_ms(time_ms)?)?;
            let tangents = list.tangents.get(position);
            (
                KeyValue::$kind(*list.values.get(position)?),
                tangents.map(|tangents| KeyValue::$kind(tangents.incoming)),
                tangents.map(|tangents| KeyValue::$kind(tangents.outgoing)),
            )
        }};
    }
    Some(match track {
        TrackRef::Vector(track) => stored!(track, Vector),
        TrackRef::Rotation(track) => stored!(track, Rotation),
        TrackRef::Scalar(track) => stored!(track, Scalar),
        TrackRef::Integer(track) => stored!(track, Integer),
        TrackRef::Event(_) => return None,
    })
}

/// A value as operators take it.
pub fn argument(value: KeyValue) -> Option<KeyArgument> {
    Some(match value {
        KeyValue::Vector(value) => KeyArgument::Vector(value.into()),
        KeyValue::Rotation(Quat { coords }) => {
            KeyArgument::Quaternion([coords.x, coords.y, coords.z, coords.w])
        }
        KeyValue::Scalar(value) => KeyArgument::Number(value),
        KeyValue::Integer(value) => KeyArgument::Number(value as f32),
        KeyValue::Event => return None,
    })
}
