//! What planning needs to know of each kind of keyframe value.

use super::KeyArgument;
use crate::anim::{AnyKeys, Clock, Cubic, Interpolation, KeyList, Tangents, Track};
use crate::math::{Quat, Vec3, quat_from_euler_deg, unit_or_identity};
use nalgebra::UnitQuaternion;

/// A keyframe among its neighbours: its time and value, and theirs.
pub(super) struct Neighbours<T> {
    pub(super) before: Option<(i32, T)>,
    pub(super) here: (i32, T),
    pub(super) after: Option<(i32, T)>,
}

/// A kind of value that keyframes hold.
pub(super) trait KeyKind: Copy + PartialEq + 'static {
    /// Whether there is nothing between two values.
    const STEPS: bool;
    /// The value that a script gives, if it is of this kind.
    fn read(argument: &KeyArgument) -> Option<Self>;
    /// What a channel of this name is without keyframes.
    fn rest(channel: &str) -> Self;
    /// What the track is at a moment.
    fn sample(track: &Track<Self>, clock: &Clock, loops_ms: &[u32], rest: Self) -> Self;
    /// The value with something added; a rotation turns in its parent's axes.
    fn plus(self, delta: Self) -> Self;
    /// Tangents that let the value come to rest.
    fn flat(self, interpolation: Interpolation) -> Tangents<Self>;
    /// Tangents along the line through the neighbours.
    fn auto(at: &Neighbours<Self>, interpolation: Interpolation) -> Tangents<Self>;
    /// The tangents of a keyframe whose value goes from `old` to `new`.
    fn carry(tangents: Tangents<Self>, old: Self, new: Self, at: Interpolation) -> Tangents<Self>;
    /// The tangents that give the same curve when Hermite becomes Bezier (`to`) or the reverse.
    fn convert(self, tangents: Tangents<Self>, to: Interpolation) -> Tangents<Self>;
    /// Cuts a cubic segment at `t` without changing its shape: the new key's value and tangents,
    /// and the new outgoing tangent before it and incoming one after. `None` if there is no such.
    fn split(segment: &Cubic<Self>, t: f32, interpolation: Interpolation) -> Option<Split<Self>>;
    /// The keyframes, of whichever kind.
    fn wrap(keys: KeyList<Self>) -> AnyKeys;
    /// Exchanges `list` with `keys`, if they are of this kind.
    fn swap(keys: &mut AnyKeys, list: &mut KeyList<Self>);
}

/// A cubic segment cut in two.
pub(super) struct Split<T> {
    pub(super) value: T,
    pub(super) tangents: Tangents<T>,
    pub(super) leave: T,
    pub(super) arrive: T,
}

macro_rules! wrapped_as {
    ($variant:ident) => {
        fn wrap(keys: KeyList<Self>) -> AnyKeys {
            AnyKeys::$variant(keys)
        }

        fn swap(keys: &mut AnyKeys, list: &mut KeyList<Self>) {
            if let AnyKeys::$variant(keys) = keys {
                std::mem::swap(keys, list);
            }
        }
    };
}

/// Kinds on which tangents are differences of values.
macro_rules! straight_kind {
    ($kind:ty, $variant:ident, $zero:expr, $one:expr, $pattern:pat => $value:expr) => {
        impl KeyKind for $kind {
            const STEPS: bool = false;

            fn read(argument: &KeyArgument) -> Option<Self> {
                match *argument {
                    $pattern => Some($value),
                    _ => None,
                }
            }

            fn rest(channel: &str) -> Self {
                match channel {
                    "scale" | "colour" | "alpha" | "weight" => $one,
                    _ => $zero,
                }
            }

            fn sample(track: &Track<Self>, clock: &Clock, loops_ms: &[u32], rest: Self) -> Self {
                track.sample(clock, loops_ms, rest)
            }

            fn plus(self, delta: Self) -> Self {
                self + delta
            }

            fn flat(self, interpolation: Interpolation) -> Tangents<Self> {
                let level = if interpolation == Interpolation::Bezier {
                    self
                } else {
                    $zero
                };
                Tangents {
                    incoming: level,
                    outgoing: level,
                }
            }

            fn auto(at: &Neighbours<Self>, interpolation: Interpolation) -> Tangents<Self> {
                let (Some(before), Some(after)) = (at.before, at.after) else {
                    return at.here.1.flat(interpolation);
                };
                let span = (after.0.saturating_sub(before.0)).max(1) as f32;
                let slope = (after.1 - before.1) / span;
                let reach_in = at.here.0.saturating_sub(before.0) as f32;
                let reach_out = after.0.saturating_sub(at.here.0) as f32;
                if interpolation == Interpolation::Bezier {
                    Tangents {
                        incoming: at.here.1 - slope * (reach_in / 3.0),
                        outgoing: at.here.1 + slope * (reach_out / 3.0),
                    }
                } else {
                    Tangents {
                        incoming: slope * reach_in,
                        outgoing: slope * reach_out,
                    }
                }
            }

            fn carry(
                tangents: Tangents<Self>,
                old: Self,
                new: Self,
                at: Interpolation,
            ) -> Tangents<Self> {
                if at != Interpolation::Bezier {
                    return tangents;
                }
                Tangents {
                    incoming: tangents.incoming + (new - old),
                    outgoing: tangents.outgoing + (new - old),
                }
            }

            fn convert(self, tangents: Tangents<Self>, to: Interpolation) -> Tangents<Self> {
                if to == Interpolation::Bezier {
                    Tangents {
                        incoming: self - tangents.incoming / 3.0,
                        outgoing: self + tangents.outgoing / 3.0,
                    }
                } else {
                    Tangents {
                        incoming: (self - tangents.incoming) * 3.0,
                        outgoing: (tangents.outgoing - self) * 3.0,
                    }
                }
            }

            fn split(
                segment: &Cubic<Self>,
                t: f32,
                interpolation: Interpolation,
            ) -> Option<Split<Self>> {
                let bezier = match interpolation {
                    Interpolation::Bezier => *segment,
                    Interpolation::Hermite => Cubic {
                        from: segment.from,
                        leave: segment.from + segment.leave / 3.0,
                        arrive: segment.to - segment.arrive / 3.0,
                        to: segment.to,
                    },
                    _ => return None,
                };
                let mix = |a: Self, b: Self| a + (b - a) * t;
                let leave = mix(bezier.from, bezier.leave);
                let middle = mix(bezier.leave, bezier.arrive);
                let arrive = mix(bezier.arrive, bezier.to);
                let (incoming, outgoing) = (mix(leave, middle), mix(middle, arrive));
                let value = mix(incoming, outgoing);
                Some(if interpolation == Interpolation::Bezier {
                    Split {
                        value,
                        tangents: Tangents { incoming, outgoing },
                        leave,
                        arrive,
                    }
                } else {
                    Split {
                        value,
                        tangents: Tangents {
                            incoming: (value - incoming) * 3.0,
                            outgoing: (outgoing - value) * 3.0,
                        },
                        leave: (leave - bezier.from) * 3.0,
                        arrive: (bezier.to - arrive) * 3.0,
                    }
                })
            }

            wrapped_as!($variant);
        }
    };
}

straight_kind!(f32, Scalar, 0.0, 1.0, KeyArgument::Number(number) => number);
straight_kind!(
    Vec3,
    Vector,
    Vec3::zeros(),
    Vec3::new(1.0, 1.0, 1.0),
    KeyArgument::Vector([x, y, z]) => Vec3::new(x, y, z)
);

/// A typed quaternion as a rotation: files keep numbers up to 1, so a length that is off by more
/// than their rounding is taken out here and not by cutting the numbers off later.
fn unit_enough(given: Quat) -> Quat {
    let wide = given.cast::<f64>();
    let length = wide.norm();
    if length == 0.0 || (length - 1.0).abs() <= 0.02 {
        given
    } else {
        (wide / length).cast::<f32>()
    }
}

impl KeyKind for Quat {
    const STEPS: bool = false;

    fn read(argument: &KeyArgument) -> Option<Self> {
        match *argument {
            KeyArgument::Quaternion([x, y, z, w]) => Some(unit_enough(Self::new(w, x, y, z))),
            KeyArgument::Euler {
                euler_deg: [x, y, z],
            } => Some(quat_from_euler_deg(&Vec3::new(x, y, z))),
            KeyArgument::Number(_) | KeyArgument::Vector(_) => None,
        }
    }

    fn rest(_: &str) -> Self {
        Self::identity()
    }

    fn sample(track: &Track<Self>, clock: &Clock, loops_ms: &[u32], rest: Self) -> Self {
        track.sample(clock, loops_ms, rest)
    }

    fn plus(self, delta: Self) -> Self {
        delta * self
    }

    fn flat(self, _: Interpolation) -> Tangents<Self> {
        Tangents {
            incoming: self,
            outgoing: self,
        }
    }

    fn auto(at: &Neighbours<Self>, interpolation: Interpolation) -> Tangents<Self> {
        let (Some(before), Some(after)) = (at.before, at.after) else {
            return at.here.1.flat(interpolation);
        };
        let here = UnitQuaternion::new_unchecked(unit_or_identity(&at.here.1));
        let towards = |other: &Self| {
            let other = unit_or_identity(other);
            let other = if here.dot(&UnitQuaternion::new_unchecked(other)) < 0.0 {
                -other
            } else {
                other
            };
            (here.inverse() * UnitQuaternion::new_unchecked(other)).scaled_axis()
        };
        let bend = (towards(&before.1) + towards(&after.1)) * -0.25;
        let control = (here * UnitQuaternion::from_scaled_axis(bend)).into_inner();
        control.flat(interpolation)
    }

    fn carry(tangents: Tangents<Self>, old: Self, new: Self, _: Interpolation) -> Tangents<Self> {
        let turn = unit_or_identity(&new) * unit_or_identity(&old).conjugate();
        Tangents {
            incoming: turn * tangents.incoming,
            outgoing: turn * tangents.outgoing,
        }
    }

    fn convert(self, tangents: Tangents<Self>, _: Interpolation) -> Tangents<Self> {
        tangents
    }

    fn split(_: &Cubic<Self>, _: f32, _: Interpolation) -> Option<Split<Self>> {
        None
    }

    wrapped_as!(Rotation);
}

impl KeyKind for i32 {
    const STEPS: bool = true;

    fn read(argument: &KeyArgument) -> Option<Self> {
        match *argument {
            KeyArgument::Number(number) if number.fract() == 0.0 => Some(number as Self),
            _ => None,
        }
    }

    fn rest(channel: &str) -> Self {
        Self::from(matches!(channel, "visibility" | "enabled"))
    }

    fn sample(track: &Track<Self>, clock: &Clock, loops_ms: &[u32], rest: Self) -> Self {
        track.sample(clock, loops_ms, rest)
    }

    fn plus(self, delta: Self) -> Self {
        self.saturating_add(delta)
    }

    fn flat(self, _: Interpolation) -> Tangents<Self> {
        Tangents {
            incoming: self,
            outgoing: self,
        }
    }

    fn auto(at: &Neighbours<Self>, interpolation: Interpolation) -> Tangents<Self> {
        at.here.1.flat(interpolation)
    }

    fn carry(tangents: Tangents<Self>, _: Self, _: Self, _: Interpolation) -> Tangents<Self> {
        tangents
    }

    fn convert(self, tangents: Tangents<Self>, _: Interpolation) -> Tangents<Self> {
        tangents
    }

    fn split(_: &Cubic<Self>, _: f32, _: Interpolation) -> Option<Split<Self>> {
        None
    }

    wrapped_as!(Integer);
}

impl KeyKind for () {
    const STEPS: bool = true;

    fn read(_: &KeyArgument) -> Option<Self> {
        None
    }

    fn rest(_: &str) -> Self {}

    fn sample(_: &Track<Self>, _: &Clock, _: &[u32], _: Self) -> Self {}

    fn plus(self, _: Self) -> Self {}

    fn flat(self, _: Interpolation) -> Tangents<Self> {
        Tangents {
            incoming: (),
            outgoing: (),
        }
    }

    fn auto(_: &Neighbours<Self>, _: Interpolation) -> Tangents<Self> {
        Tangents {
            incoming: (),
            outgoing: (),
        }
    }

    fn carry(tangents: Tangents<Self>, _: Self, _: Self, _: Interpolation) -> Tangents<Self> {
        tangents
    }

    fn convert(self, tangents: Tangents<Self>, _: Interpolation) -> Tangents<Self> {
        tangents
    }

    fn split(_: &Cubic<Self>, _: f32, _: Interpolation) -> Option<Split<Self>> {
        None
    }

    wrapped_as!(Event);
}
