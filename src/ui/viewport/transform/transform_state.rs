//! The states of a transform, and what each event makes of them.

use super::{Amount, Axis, AxisLock, HeldBy, PointerTrack, Running, TransformFrame, TypedNumber};
use crate::editor::TransformKind;
use crate::skeleton::BoneId;
use eframe::egui::Pos2;

/// Whether a transform is under way.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Transform {
    /// None is.
    #[default]
    Ready,
    /// One is.
    Running(Box<Running>),
}

/// Something that a transform can react to.
#[derive(Clone, Debug, PartialEq)]
pub enum TransformEvent {
    /// Begin.
    Start {
        /// What to do.
        kind: TransformKind,
        /// What it is held to at first.
        lock: AxisLock,
        /// What ends it.
        held_by: HeldBy,
        /// The bones.
        bones: Vec<BoneId>,
        /// Where it happens.
        frame: Box<TransformFrame>,
        /// Where the mouse is.
        at: Pos2,
    },
    /// The mouse is somewhere, with or without Shift and Ctrl.
    Pointer {
        /// Where.
        at: Pos2,
        /// Whether Shift is held.
        is_fine: bool,
        /// Whether Ctrl is held.
        snaps: bool,
    },
    /// G, R or S: do that instead, from the start.
    Switch(TransformKind),
    /// X, Y or Z.
    Lock(Axis),
    /// X, Y or Z with Shift.
    LockPlane(Axis),
    /// A digit or a point.
    Type(char),
    /// Minus.
    FlipSign,
    /// Backspace.
    Erase,
    /// Enter or a click.
    Confirm,
    /// The button that held it was released.
    Released,
    /// Esc or a right click.
    Cancel,
}

/// What to do with the gesture after an event.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TransformOutcome {
    /// Nothing.
    Nothing,
    /// Show this much.
    Show(Amount),
    /// Keep what is shown.
    Keep,
    /// Put everything back.
    PutBack,
}

impl Transform {
    /// Goes on to the next state.
    pub fn handle(&mut self, event: TransformEvent) -> TransformOutcome {
        use TransformEvent as Event;
        use TransformOutcome as Outcome;
        match (&mut *self, event) {
            (
                Self::Ready,
                Event::Start {
                    kind,
                    lock,
                    held_by,
                    bones,
                    frame,
                    at,
                },
            ) => {
                *self = Self::Running(Box::new(Running {
                    kind,
                    held_by,
                    lock,
                    bones,
                    frame: *frame,
                    typed: TypedNumber::default(),
                    pointer: PointerTrack::new(at),
                    snaps: false,
                    is_fine: false,
                }));
                Outcome::Nothing
            }
            (
                Self::Ready,
                Event::Pointer { .. }
                | Event::Switch(_)
                | Event::Lock(_)
                | Event::LockPlane(_)
                | Event::Type(_)
                | Event::FlipSign
                | Event::Erase
                | Event::Confirm
                | Event::Released
                | Event::Cancel,
            )
            | (Self::Running(_), Event::Start { .. }) => Outcome::Nothing,
            (Self::Running(running), Event::Pointer { at, is_fine, snaps }) => {
                running.change(|running| {
                    let axis = running.rotation_axis();
                    let frame = running.frame;
                    running.pointer.follow(at, is_fine, &frame, &axis);
                    (running.is_fine, running.snaps) = (is_fine, snaps);
                })
            }
            (Self::Running(running), Event::Switch(kind)) => running.change(|running| {
                running.kind = kind;
                running.lock = AxisLock::Free;
                running.typed = TypedNumber::default();
                running.pointer = PointerTrack::new(running.pointer.last);
            }),
            (Self::Running(running), Event::Lock(axis)) => {
                running.change(|running| running.lock = running.lock.pressed(axis))
            }
            (Self::Running(running), Event::LockPlane(axis)) => {
                running.change(|running| running.lock = running.lock.pressed_with_shift(axis))
            }
            (Self::Running(running), Event::Type(letter)) => {
                running.change(|running| running.typed.push(letter))
            }
            (Self::Running(running), Event::FlipSign) => {
                running.change(|running| running.typed.flip_sign())
            }
            (Self::Running(running), Event::Erase) => running.change(|running| {
                running.typed.pop();
            }),
            (Self::Running(running), Event::Released) if running.held_by == HeldBy::Nothing => {
                Outcome::Nothing
            }
            (Self::Running(running), Event::Confirm | Event::Released) => {
                let outcome = if running.amount().is_nothing() {
                    Outcome::PutBack
                } else {
                    Outcome::Keep
                };
                *self = Self::Ready;
                outcome
            }
            (Self::Running(_), Event::Cancel) => {
                *self = Self::Ready;
                Outcome::PutBack
            }
        }
    }

    /// The transform under way.
    pub fn running(&self) -> Option<&Running> {
        match self {
            Self::Ready => None,
            Self::Running(running) => Some(running),
        }
    }
}

impl Running {
    /// Changes something and shows the amount if that made it another.
    fn change(&mut self, change: impl FnOnce(&mut Self)) -> TransformOutcome {
        let before = self.amount();
        change(self);
        let after = self.amount();
        if after == before {
            TransformOutcome::Nothing
        } else {
            TransformOutcome::Show(after)
        }
    }
}
