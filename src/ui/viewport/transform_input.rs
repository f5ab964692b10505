//! Where transforms come from and where they go: keys and the mouse in, gestures out.

use super::ScreenView;
use super::transform::operator_target;
use super::transform::{
    Axis, AxisLock, HeldBy, Transform, TransformEvent, TransformFrame, TransformOutcome,
};
use super::viewport_state::ViewportState;
use crate::document::Model;
use crate::editor::{Editor, Intent, PivotPoint, TransformKind, ViewIntent};
use crate::math::{Affine, Vec3};
use crate::render::joint_position;
use crate::skeleton::carried_by_parent;
use eframe::egui::{self, Event, Key, PointerButton, Pos2};
use nalgebra::{Matrix3, UnitQuaternion};

/// How a transform is taken hold of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Grip {
    pub kind: TransformKind,
    pub lock: AxisLock,
    pub held_by: HeldBy,
}

impl ViewportState {
    /// Begins a transform of the selected bones, or says why not.
    pub(super) fn start_transform(
        &mut self,
        editor: &Editor,
        view: &ScreenView,
        grip: Grip,
        at: Pos2,
        intents: &mut Vec<Intent>,
    ) {
        let refusal = if editor.selection.bones().is_empty() {
            Some("Select a bone first.")
        } else if editor.selection.clip.is_none() {
            Some("There is no clip to pose the bones in.")
        } else {
            None
        };
        let frame = editor
            .model()
            .and_then(|model| frame_of(editor, model, view));
        let (None, Some(frame)) = (refusal, frame) else {
            let reason = refusal.unwrap_or("The selected bones can't be transformed.");
            intents.push(ViewIntent::Refuse(reason.to_owned()).into());
            return;
        };
        self.transform_document = editor.document_number();
        let event = TransformEvent::Start {
            kind: grip.kind,
            lock: grip.lock,
            held_by: grip.held_by,
            bones: editor.selection.bones().to_vec(),
            frame: Box::new(frame),
            at,
        };
        self.transform.handle(event);
    }

    /// Lets the running transform have the keys and the mouse.
    pub(super) fn drive_transform(
        &mut self,
        editor: &Editor,
        ui: &egui::Ui,
        intents: &mut Vec<Intent>,
    ) {
        if self.transform_document != editor.document_number() {
            // Another document came in; the gesture went with the old one.
            self.transform = Transform::Ready;
            return;
        }
        for event in taken_events(ui) {
            let Some(running) = self.transform.running() else {
                break;
            };
            let bones = running.bones.clone();
            let pivot = running.frame.pivot;
            let is_click = event == TransformEvent::Confirm;
            match self.transform.handle(event) {
                TransformOutcome::Nothing => {}
                TransformOutcome::Show(amount) => {
                    if let Some(target) = operator_target(editor, bones.len(), &pivot) {
                        let operator = amount.operator(&bones, &target);
                        intents.push(ViewIntent::UpdateGesture(operator).into());
                    }
                }
                TransformOutcome::Keep => intents.push(ViewIntent::CommitGesture.into()),
                TransformOutcome::PutBack => intents.push(ViewIntent::CancelGesture.into()),
            }
            if is_click && ui.input(|input| input.pointer.primary_down()) {
                self.ignores_click = true;
            }
        }
    }
}

/// Where a transform of the selected bones happens; nothing without a posed active bone.
pub(super) fn frame_of(
    editor: &Editor,
    model: &Model,
    view: &ScreenView,
) -> Option<TransformFrame> {
    let skeleton = &model.skeleton;
    let pose = editor.pose();
    let active = skeleton.index_of(editor.selection.active_bone()?)?;
    let joint = |index: usize| {
        let bone = skeleton.bones.get(index)?;
        Some(joint_position(bone, pose.model_from_bind.get(index)))
    };
    let pivot = match editor.view.pivot_point {
        PivotPoint::Individual | PivotPoint::Active => joint(active)?,
        PivotPoint::Median => {
            let ids = editor.selection.bones().iter();
            let joints: Vec<Vec3> = ids
                .filter_map(|&id| joint(skeleton.index_of(id)?))
                .collect();
            joints.iter().sum::<Vec3>() / joints.len().max(1) as f32
        }
    };
    let carried: Affine = carried_by_parent(
        &skeleton.bones,
        editor.hierarchy(),
        &pose.model_from_bind,
        active,
    );
    let local = pose.local.get(active)?;
    let turned: Matrix3<f32> = UnitQuaternion::new_normalize(local.rotation)
        .to_rotation_matrix()
        .into_inner();
    Some(TransformFrame {
        pivot,
        model_from_local: carried.linear() * turned,
        model_from_parent: carried.linear(),
        view: *view,
    })
}

/// Takes what concerns a transform out of this frame's input, in the order it happened.
fn taken_events(ui: &egui::Ui) -> Vec<TransformEvent> {
    let mut taken = Vec::new();
    ui.ctx().input_mut(|input| {
        let held = input.modifiers;
        let pointer = input.pointer.latest_pos();
        input.events.retain(|event| match event {
            Event::Key {
                key,
                pressed: true,
                modifiers,
                ..
            } => {
                taken.extend(key_event(*key, modifiers.shift));
                false
            }
            Event::Text(_) => false,
            Event::PointerButton {
                button, pressed, ..
            } => {
                taken.extend(match (button, pressed) {
                    (PointerButton::Primary, true) => Some(TransformEvent::Confirm),
                    (PointerButton::Primary, false) => Some(TransformEvent::Released),
                    (PointerButton::Secondary, true) => Some(TransformEvent::Cancel),
                    _ => None,
                });
                true
            }
            _ => true,
        });
        // The mouse goes first: what is confirmed is what is under it.
        if let Some(at) = pointer {
            taken.insert(
                0,
                TransformEvent::Pointer {
                    at,
                    is_fine: held.shift,
                    snaps: held.command || held.ctrl,
                },
            );
        }
    });
    taken
}

fn key_event(key: Key, is_with_shift: bool) -> Option<TransformEvent> {
    let lock = |axis| {
        if is_with_shift {
            TransformEvent::LockPlane(axis)
        } else {
            TransformEvent::Lock(axis)
        }
    };
    Some(match key {
        Key::X => lock(Axis::X),
        Key::Y => lock(Axis::Y),
        Key::Z => lock(Axis::Z),
        Key::G => TransformEvent::Switch(TransformKind::Move),
        Key::R => TransformEvent::Switch(TransformKind::Rotate),
        Key::S => TransformEvent::Switch(TransformKind::Scale),
        Key::Minus => TransformEvent::FlipSign,
        Key::Backspace => TransformEvent::Erase,
        Key::Enter => TransformEvent::Confirm,
        Key::Escape => TransformEvent::Cancel,
        Key::Period | Key::Comma => TransformEvent::Type('.'),
        Key::Num0 => TransformEvent::Type('0'),
        Key::Num1 => TransformEvent::Type('1'),
        Key::Num2 => TransformEvent::Type('2'),
        Key::Num3 => TransformEvent::Type('3'),
        Key::Num4 => TransformEvent::Type('4'),
        Key::Num5 => TransformEvent::Type('5'),
        Key::Num6 => TransformEvent::Type('6'),
        Key::Num7 => TransformEvent::Type('7'),
        Key::Num8 => TransformEvent::Type('8'),
        Key::Num9 => TransformEvent::Type('9'),
        _ => return None,
    })
}
