//! What the pointer does on the curves: select, drag keys and handles, box, pan, zoom, add keys.

use super::{
    Curve, CurveDrag, CurveHit, CurveId, CurveState, DragLock, GrabbedKey, HandleGrab, KeyGrab,
    KeyPart, PlotArea, stored_key,
};
use crate::edit::CollisionPolicy;
use crate::editor::{Intent, KeyRef, SelectMode, ViewIntent};
use crate::ui::timeline::{
    HeldBy, KeyMove, KeyOperators, MoveKind, ShownClip, TimelineState, TimelineView,
};
use eframe::egui;
use egui::{Key, Modifiers, PointerButton, Rect, Response, Ui, Vec2};
use egui_plot::PlotPoint;

/// What the functions below share: the curves as shown in this frame, and the pointer.
pub(super) struct CurveInput<'a> {
    pub view: &'a TimelineView<'a>,
    pub shown: ShownClip<'a>,
    pub curves: &'a [Curve],
    pub area: PlotArea,
    pub response: &'a Response,
    /// From the top left of the plot.
    pub pointer: Option<Vec2>,
    pub modifiers: Modifiers,
    pub hovered: Option<CurveHit>,
}

impl CurveInput<'_> {
    /// Carries out what the pointer does in this frame.
    pub fn run(&self, state: &mut TimelineState, rect: Rect, ui: &Ui, intents: &mut Vec<Intent>) {
        match std::mem::take(&mut state.curves.drag) {
            CurveDrag::Ready => {
                self.start(state, rect, ui, intents);
                self.click(state, intents);
            }
            drag => state.curves.drag = self.go_on(drag, state, ui, intents),
        }
        self.scroll(state, ui);
    }

    fn mode(&self) -> SelectMode {
        if self.modifiers.command {
            SelectMode::Toggle
        } else if self.modifiers.shift {
            SelectMode::Add
        } else {
            SelectMode::Replace
        }
    }

    fn point(&self, at: Vec2) -> PlotPoint {
        PlotPoint::new(
            self.area.times.ms_of_x(at.x),
            self.area.values.value_of(at.y, self.area.height),
        )
    }

    fn start(&self, state: &mut TimelineState, rect: Rect, ui: &Ui, intents: &mut Vec<Intent>) {
        if self.response.drag_started_by(PointerButton::Middle) {
            state.curves.drag = CurveDrag::Panning;
            return;
        }
        if !self.response.drag_started_by(PointerButton::Primary) {
            return;
        }
        let Some(origin) = ui.input(|input| input.pointer.press_origin()) else {
            return;
        };
        let origin = origin - rect.min;
        let curves = &state.curves;
        let hit = self.area.hit(
            self.curves,
            (origin.x, origin.y),
            |id| curves.shows(id),
            |key| self.view.selection.has_key(key),
        );
        let Some(hit) = hit else {
            state.curves.drag = CurveDrag::Boxing {
                from: self.point(origin),
                mode: self.mode(),
            };
            return;
        };
        state.curves.active = Some((hit.id, hit.time_ms));
        if hit.part != KeyPart::Key {
            if let Some(grab) = HandleGrab::new(self.shown, hit) {
                state.curves.drag = CurveDrag::Handle(Box::new(grab));
            }
            return;
        }
        if let Some(grab) = self.grab(state, hit, self.point(origin), intents) {
            state.curves.drag = CurveDrag::Key(Box::new(grab));
        }
    }

    /// Takes hold of a key and those selected with it.
    fn grab(
        &self,
        state: &TimelineState,
        hit: CurveHit,
        at: PlotPoint,
        intents: &mut Vec<Intent>,
    ) -> Option<KeyGrab> {
        let key = KeyRef {
            path: hit.id.path,
            time_ms: hit.time_ms,
        };
        let mut keys: Vec<KeyRef> = self.view.selection.keys().iter().copied().collect();
        if !self.view.selection.has_key(key) {
            let mode = match self.mode() {
                SelectMode::Replace => {
                    keys.clear();
                    SelectMode::Replace
                }
                _ => SelectMode::Add,
            };
            keys.push(key);
            intents.push(
                ViewIntent::SelectKeys {
                    keys: vec![key],
                    mode,
                }
                .into(),
            );
        }
        keys.sort_unstable();
        let grabbed = grabbed_key(&self.shown, self.curves, &state.curves, hit.id, hit.time_ms)?;
        let value = grabbed.part();
        Some(KeyGrab {
            grabbed,
            moving: KeyMove {
                keys,
                kind: MoveKind::Keys,
                held_by: HeldBy::Button,
                grabbed_ms: at.x,
                anchor_ms: hit.time_ms,
                delta_ms: 0,
                blocked: 0,
                before: state.sheet(),
            },
            grabbed_value: at.y,
            lock: DragLock::Free,
            value,
        })
    }

    fn click(&self, state: &mut TimelineState, intents: &mut Vec<Intent>) {
        if !self.response.clicked() {
            return;
        }
        if let Some(hit) = self.hovered {
            state.curves.active = Some((hit.id, hit.time_ms));
            let keys = vec![KeyRef {
                path: hit.id.path,
                time_ms: hit.time_ms,
            }];
            let mode = self.mode();
            intents.push(ViewIntent::SelectKeys { keys, mode }.into());
            return;
        }
        let Some(at) = self.pointer else {
            return;
        };
        if self.modifiers.command {
            let curves = &state.curves;
            let line = self
                .area
                .line_at(self.curves, (at.x, at.y), |id| curves.shows(id));
            let id = line.and_then(|(position, _)| self.curves.get(position)?.id);
            if let Some(id) = id {
                let time_ms = self.area.times.ms_of_x(at.x).round() as i32;
                let operator = KeyOperators::new(self.shown).insert(id.path, time_ms, None);
                intents.push(Intent::Apply(operator));
                let keys = vec![KeyRef {
                    path: id.path,
                    time_ms,
                }];
                let mode = SelectMode::Replace;
                intents.push(ViewIntent::SelectKeys { keys, mode }.into());
                state.curves.active = Some((id, time_ms));
            }
        } else if self.mode() == SelectMode::Replace {
            let (keys, mode) = (Vec::new(), SelectMode::Replace);
            intents.push(ViewIntent::SelectKeys { keys, mode }.into());
        }
    }

    /// Goes on with a drag; gives what is dragged after that.
    fn go_on(
        &self,
        drag: CurveDrag,
        state: &mut TimelineState,
        ui: &Ui,
        intents: &mut Vec<Intent>,
    ) -> CurveDrag {
        let is_cancelled = ui.input(|input| {
            input.key_pressed(Key::Escape) || input.pointer.button_pressed(PointerButton::Secondary)
        });
        let has_stopped = self.response.drag_stopped() || !self.response.dragged();
        match drag {
            CurveDrag::Ready => CurveDrag::Ready,
            CurveDrag::Panning => {
                let delta = self.response.drag_delta();
                state.axis.pan(delta.x);
                state.curves.values.pan(delta.y, self.area.height);
                if has_stopped {
                    CurveDrag::Ready
                } else {
                    CurveDrag::Panning
                }
            }
            CurveDrag::Boxing { .. } if is_cancelled => CurveDrag::Ready,
            CurveDrag::Boxing { from, mode } if has_stopped => {
                if let Some(at) = self.pointer {
                    let curves = &state.curves;
                    let keys = self.area.keys_in_box(
                        self.curves,
                        self.area.place(from),
                        (at.x, at.y),
                        |id| curves.shows(id),
                    );
                    intents.push(ViewIntent::SelectKeys { keys, mode }.into());
                }
                CurveDrag::Ready
            }
            CurveDrag::Boxing { from, mode } => CurveDrag::Boxing { from, mode },
            CurveDrag::Key(mut grab) => {
                if is_cancelled {
                    intents.push(ViewIntent::CancelGesture.into());
                    intents.push(select(grab.moving.keys.clone()));
                    return CurveDrag::Ready;
                }
                self.update_key(&mut grab, state, ui, intents);
                if !has_stopped {
                    return CurveDrag::Key(grab);
                }
                let is_back = grab.moving.delta_ms == 0 && grab.value == grab.grabbed.part();
                if is_back {
                    intents.push(ViewIntent::CancelGesture.into());
                } else {
                    intents.push(ViewIntent::CommitGesture.into());
                }
                intents.push(select(grab.moving.moved(grab.moving.delta_ms)));
                CurveDrag::Ready
            }
            CurveDrag::Handle(grab) => {
                if is_cancelled {
                    intents.push(ViewIntent::CancelGesture.into());
                    return CurveDrag::Ready;
                }
                if let Some(at) = self.pointer.filter(|_| self.response.drag_delta().y != 0.0) {
                    let operator = grab.operator(self.shown, self.point(at).y);
                    intents.push(ViewIntent::UpdateGesture(operator).into());
                }
                if has_stopped {
                    intents.push(ViewIntent::CommitGesture.into());
                    return CurveDrag::Ready;
                }
                CurveDrag::Handle(grab)
            }
        }
    }

    /// Shows the dragged keys where the pointer wants them.
    fn update_key(
        &self,
        grab: &mut KeyGrab,
        state: &mut TimelineState,
        ui: &Ui,
        intents: &mut Vec<Intent>,
    ) {
        ui.input_mut(|input| {
            for (key, lock) in [(Key::X, DragLock::Time), (Key::Y, DragLock::Value)] {
                if input.consume_key(Modifiers::NONE, key) {
                    grab.lock = if grab.lock == lock {
                        DragLock::Free
                    } else {
                        lock
                    };
                }
            }
        });
        let Some(at) = self.pointer else {
            return;
        };
        let point = self.point(at);
        let snap = self.modifiers.command.then_some(self.view.playback.display);
        let mut delta_ms = grab.moving.wanted_delta_ms(point.x, snap);
        let mut value = grab.grabbed.part() + point.y - grab.grabbed_value;
        match self.lock_of(grab, point) {
            DragLock::Free => {}
            DragLock::Time => value = grab.grabbed.part(),
            DragLock::Value => delta_ms = 0,
        }
        if delta_ms == grab.moving.delta_ms && value == grab.value {
            return;
        }
        let collisions = if self.modifiers.alt {
            CollisionPolicy::Replace
        } else {
            CollisionPolicy::Refuse
        };
        grab.moving.blocked = grab.moving.blocking(delta_ms);
        if grab.moving.blocked > 0 && collisions == CollisionPolicy::Refuse {
            // The value follows; the time stays where it last could be.
            delta_ms = grab.moving.delta_ms;
        }
        let is_back = delta_ms == 0 && value == grab.grabbed.part();
        let followers = if is_back {
            intents.push(ViewIntent::CancelGesture.into());
            grab.moving.keys.clone()
        } else {
            let (operator, keys) = grab.operator(self.shown, delta_ms, value, collisions);
            intents.push(ViewIntent::UpdateGesture(operator).into());
            keys
        };
        grab.moving.delta_ms = delta_ms;
        grab.value = value;
        let moved = followers.iter().map(|key| KeyRef {
            path: key.path,
            time_ms: key.time_ms.saturating_add(delta_ms),
        });
        intents.push(select(moved.collect()));
        let id = grab.grabbed.id;
        state.curves.active = Some((id, grab.grabbed.key.time_ms.saturating_add(delta_ms)));
    }

    /// The lock that counts: X and Y, else with Shift the way the pointer went further.
    fn lock_of(&self, grab: &KeyGrab, point: PlotPoint) -> DragLock {
        if grab.lock != DragLock::Free || !self.modifiers.shift {
            return grab.lock;
        }
        let from = self
            .area
            .place(PlotPoint::new(grab.moving.grabbed_ms, grab.grabbed_value));
        let to = self.area.place(point);
        if (to.0 - from.0).abs() >= (to.1 - from.1).abs() {
            DragLock::Time
        } else {
            DragLock::Value
        }
    }

    /// Wheel: zoom in time; with Shift: pan; with Ctrl: zoom in value.
    fn scroll(&self, state: &mut TimelineState, ui: &Ui) {
        if !self.response.contains_pointer() {
            return;
        }
        let Some(at) = self.pointer else {
            return;
        };
        let (delta, zoom) = ui.input(|input| (input.smooth_scroll_delta(), input.zoom_delta()));
        if delta.x != 0.0 {
            state.axis.pan(delta.x);
        }
        if delta.y != 0.0 {
            state.axis.zoom_at(at.x, (f64::from(delta.y) / 200.0).exp());
        }
        if zoom != 1.0 {
            state
                .curves
                .values
                .zoom_at(at.y, self.area.height, f64::from(zoom));
        }
    }
}

fn select(keys: Vec<KeyRef>) -> Intent {
    ViewIntent::SelectKeys {
        keys,
        mode: SelectMode::Replace,
    }
    .into()
}

/// A key of a curve with all that a drag of it needs.
pub(super) fn grabbed_key(
    shown: &ShownClip<'_>,
    curves: &[Curve],
    state: &CurveState,
    id: CurveId,
    time_ms: i32,
) -> Option<GrabbedKey> {
    let track = shown.model.track(id.path)?;
    let (start, ..) = stored_key(shown, track, time_ms)?;
    let of_track = curves
        .iter()
        .filter(|curve| curve.id.is_some_and(|other| other.path == id.path));
    let parts = of_track
        .filter_map(|curve| curve.keys.get(curve.key_position(time_ms)?))
        .map(|key| key.value)
        .collect();
    Some(GrabbedKey {
        id,
        key: KeyRef {
            path: id.path,
            time_ms,
        },
        start,
        parts,
        rotation: state.rotation,
    })
}
