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

#[cfg(test)]
mod tests {
    use super::super::Axes;
    use super::super::transform_frame::tests::front_frame;
    use super::*;
    use crate::edit::Space;

    /// A transform that began 100 points right of the centre; 100 points are a unit.
    fn started(kind: TransformKind, held_by: HeldBy) -> Transform {
        let mut transform = Transform::Ready;
        let outcome = transform.handle(TransformEvent::Start {
            kind,
            lock: AxisLock::Free,
            held_by,
            bones: vec![BoneId(3)],
            frame: Box::new(front_frame()),
            at: Pos2::new(500.0, 300.0),
        });
        assert_eq!(outcome, TransformOutcome::Nothing);
        transform
    }

    fn keyed(kind: TransformKind) -> Transform {
        started(kind, HeldBy::Nothing)
    }

    fn pointer(x: f32, y: f32) -> TransformEvent {
        TransformEvent::Pointer {
            at: Pos2::new(x, y),
            is_fine: false,
            snaps: false,
        }
    }

    fn type_all(transform: &mut Transform, text: &str) {
        for letter in text.chars() {
            transform.handle(match letter {
                '-' => TransformEvent::FlipSign,
                '<' => TransformEvent::Erase,
                other => TransformEvent::Type(other),
            });
        }
    }

    #[track_caller]
    fn check_label(transform: &Transform, expected: &str) {
        let label = transform.running().map(Running::label);
        assert_eq!(label.as_deref(), Some(expected));
    }

    #[track_caller]
    fn check_offset(transform: &Transform, expected: [f32; 3], expected_space: Space) {
        match transform.running().map(Running::amount) {
            Some(Amount::Move { offset, space }) => {
                assert_eq!(space, expected_space);
                for (found, expected) in offset.iter().zip(expected) {
                    assert!((found - expected).abs() < 1e-3, "{offset:?}");
                }
            }
            other => panic!("{other:?} is no move"),
        }
    }

    #[test]
    fn only_a_start_leaves_the_ready_state() {
        for event in [
            pointer(1.0, 2.0),
            TransformEvent::Switch(TransformKind::Move),
            TransformEvent::Lock(Axis::X),
            TransformEvent::LockPlane(Axis::X),
            TransformEvent::Type('1'),
            TransformEvent::FlipSign,
            TransformEvent::Erase,
            TransformEvent::Confirm,
            TransformEvent::Released,
            TransformEvent::Cancel,
        ] {
            let mut transform = Transform::Ready;
            assert_eq!(transform.handle(event), TransformOutcome::Nothing);
            assert_eq!(transform, Transform::Ready);
        }
    }

    #[test]
    fn confirming_keeps_and_cancelling_puts_back() {
        for (event, expected) in [
            (TransformEvent::Confirm, TransformOutcome::Keep),
            (TransformEvent::Cancel, TransformOutcome::PutBack),
        ] {
            let mut transform = keyed(TransformKind::Move);
            let shown = transform.handle(pointer(520.0, 300.0));
            assert!(matches!(shown, TransformOutcome::Show(_)));
            assert_eq!(transform.handle(event), expected);
            assert_eq!(transform, Transform::Ready);
        }
    }

    #[test]
    fn confirming_what_changes_nothing_leaves_no_trace() {
        let mut transform = keyed(TransformKind::Rotate);
        assert_eq!(
            transform.handle(TransformEvent::Confirm),
            TransformOutcome::PutBack
        );
    }

    #[test]
    fn a_release_ends_what_a_button_holds_and_nothing_else() {
        let mut transform = started(TransformKind::Move, HeldBy::Button);
        transform.handle(pointer(520.0, 300.0));
        assert_eq!(
            transform.handle(TransformEvent::Released),
            TransformOutcome::Keep
        );
        let mut transform = keyed(TransformKind::Move);
        transform.handle(pointer(520.0, 300.0));
        assert_eq!(
            transform.handle(TransformEvent::Released),
            TransformOutcome::Nothing
        );
        assert!(transform.running().is_some());
    }

    #[test]
    fn a_mouse_that_stays_asks_for_nothing() {
        let mut transform = keyed(TransformKind::Move);
        transform.handle(pointer(520.0, 300.0));
        assert_eq!(
            transform.handle(pointer(520.0, 300.0)),
            TransformOutcome::Nothing
        );
    }

    #[test]
    fn locks_hold_a_move_to_an_axis_or_a_plane() {
        let mut transform = keyed(TransformKind::Move);
        transform.handle(pointer(600.0, 250.0));
        check_offset(&transform, [0.0, 1.0, 0.5], Space::Model);
        transform.handle(TransformEvent::Lock(Axis::Z));
        check_offset(&transform, [0.0, 0.0, 0.5], Space::Model);
        check_label(&transform, "Move 0.500, world Z");
        transform.handle(TransformEvent::Lock(Axis::Z));
        check_offset(&transform, [0.0, 0.0, 0.5], Space::Local);
        check_label(&transform, "Move 0.500, local Z");
        transform.handle(TransformEvent::LockPlane(Axis::X));
        check_offset(&transform, [0.0, 1.0, 0.5], Space::Model);
    }

    #[test]
    fn a_local_axis_goes_where_the_bone_points() {
        let mut transform = keyed(TransformKind::Move);
        if let Transform::Running(running) = &mut transform {
            // The bone's X points up and is twice as long as the model's.
            running.frame.model_from_local =
                nalgebra::Matrix3::new(0.0, 0.0, -2.0, 0.0, 2.0, 0.0, 2.0, 0.0, 0.0);
        }
        transform.handle(TransformEvent::Lock(Axis::X));
        transform.handle(TransformEvent::Lock(Axis::X));
        transform.handle(pointer(530.0, 200.0));
        check_offset(&transform, [0.5, 0.0, 0.0], Space::Local);
    }

    #[test]
    fn typed_numbers_win_over_the_mouse() {
        let mut transform = keyed(TransformKind::Rotate);
        transform.handle(pointer(450.0, 350.0));
        transform.handle(TransformEvent::Lock(Axis::X));
        transform.handle(TransformEvent::Lock(Axis::X));
        type_all(&mut transform, "32.5<4-");
        check_label(&transform, "Rotate [-32.4]°, local X");
        let expected = Amount::Rotate {
            axis: [1.0, 0.0, 0.0],
            degrees: -32.4,
            space: Space::Local,
        };
        assert_eq!(transform.running().map(Running::amount), Some(expected));
        transform.handle(pointer(400.0, 100.0));
        assert_eq!(transform.running().map(Running::amount), Some(expected));
        type_all(&mut transform, "<<<<<");
        check_label(&transform, "Rotate 90.0°, local X");
    }

    #[test]
    fn shift_goes_slower_and_ctrl_in_steps() {
        let mut transform = keyed(TransformKind::Move);
        transform.handle(TransformEvent::Lock(Axis::Y));
        transform.handle(TransformEvent::Pointer {
            at: Pos2::new(600.0, 300.0),
            is_fine: true,
            snaps: false,
        });
        check_offset(&transform, [0.0, 0.1, 0.0], Space::Model);
        transform.handle(TransformEvent::Pointer {
            at: Pos2::new(626.0, 300.0),
            is_fine: false,
            snaps: true,
        });
        // 0.36 in steps of a tenth, the least power of ten that is eight points wide.
        check_offset(&transform, [0.0, 0.4, 0.0], Space::Model);
        let mut transform = keyed(TransformKind::Rotate);
        transform.handle(TransformEvent::Pointer {
            at: Pos2::new(470.0, 250.0),
            is_fine: false,
            snaps: true,
        });
        check_label(&transform, "Rotate 35.0°");
    }

    #[test]
    fn another_key_does_something_else_from_the_start() {
        let mut transform = keyed(TransformKind::Move);
        transform.handle(pointer(500.0, 200.0));
        transform.handle(TransformEvent::Switch(TransformKind::Scale));
        check_label(&transform, "Scale 1.000");
        transform.handle(pointer(600.0, 100.0));
        check_label(&transform, "Scale 2.000");
        transform.handle(TransformEvent::LockPlane(Axis::Y));
        let expected = Amount::Scale {
            factors: [2.0, 1.0, 2.0],
            space: Space::Model,
        };
        match transform.running().map(Running::amount) {
            Some(Amount::Scale { factors, space }) => {
                assert_eq!(space, Space::Model);
                assert!((factors[0] - 2.0).abs() < 1e-3 && factors[1] == 1.0);
                assert!((factors[2] - 2.0).abs() < 1e-3);
            }
            other => panic!("{other:?} is not {expected:?}"),
        }
        assert_eq!(Axes::Model.name(), "world");
    }
}
