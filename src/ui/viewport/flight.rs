//! Free flight over the ground of a map: the right button held, the mouse turns, keys fly.

use super::viewport_state::{Hold, ViewportState};
use crate::document::{Terrain, TerrainShape};
use crate::math::Vec3;
use crate::render::{Camera, Projection};
use crate::terrain::HoleFill;
use crate::ui::Hint;
use eframe::egui::{self, Key, PointerButton, Response, Vec2};
use nalgebra::Point2;

/// How far a point of the mouse turns.
const TURN_RAD_PER_POINT: f32 = 0.004;
/// How much faster a notch of the wheel makes it; egui counts 40 points a notch.
const FASTER_PER_NOTCH: f32 = 1.12;
const POINTS_PER_NOTCH: f32 = 40.0;
/// How much faster Shift makes it.
const SHIFT_FACTOR: f32 = 4.0;
/// World units a second at first, on maps of tiles (yards) and of corners.
const TILE_SPEED: f32 = 120.0;
const CORNER_SPEED: f32 = 1500.0;
/// The least and the most.
const SPEEDS: [f32; 2] = [2.0, 50_000.0];
/// The longest step, in seconds: after a slow picture nobody wants to be far away.
const LONGEST_STEP_SECS: f32 = 0.1;

/// Keys and the ways they fly: to the right, up, and forward.
const KEYS: [(Key, [f32; 3]); 6] = [
    (Key::W, [0.0, 0.0, 1.0]),
    (Key::S, [0.0, 0.0, -1.0]),
    (Key::D, [1.0, 0.0, 0.0]),
    (Key::A, [-1.0, 0.0, 0.0]),
    (Key::E, [0.0, 1.0, 0.0]),
    (Key::Q, [0.0, -1.0, 0.0]),
];

/// The speed that flights over a terrain begin with.
fn first_speed(terrain: &Terrain) -> f32 {
    match terrain.shape {
        TerrainShape::Tiles(_) => TILE_SPEED,
        TerrainShape::Corners(_) => CORNER_SPEED,
    }
}

/// Looks elsewhere from where the viewer is.
fn turn(camera: &mut Camera, by: Vec2) {
    let eye = camera.eye();
    camera.orbit(-by.x * TURN_RAD_PER_POINT, by.y * TURN_RAD_PER_POINT);
    camera.target = eye - camera.backward() * camera.distance;
}

/// The way from one picture to the next, in steps: to the right, up in the world, and forward.
fn way(camera: &Camera, steps: [f32; 3]) -> Vec3 {
    let [right, up, forward] = steps;
    let way = camera.right() * right + Vec3::z() * up - camera.backward() * forward;
    way.try_normalize(1e-6).unwrap_or_else(Vec3::zeros)
}

impl ViewportState {
    /// Flies while the right button is held; `true` while that goes on.
    pub(super) fn fly(&mut self, terrain: &Terrain, response: &Response, ui: &egui::Ui) -> bool {
        if self.hold != Hold::Flight {
            let is_pressed =
                ui.input(|input| input.pointer.button_pressed(PointerButton::Secondary));
            if self.hold != Hold::Nothing || !is_pressed || !response.contains_pointer() {
                return false;
            }
            self.hold = Hold::Flight;
            ui.memory_mut(|memory| {
                if let Some(id) = memory.focused() {
                    memory.surrender_focus(id);
                }
            });
            // In parallel projection nothing comes nearer.
            self.camera.projection = Projection::Perspective;
            self.flight_speed.get_or_insert(first_speed(terrain));
        }
        let speed = self.flight_speed.unwrap_or_else(|| first_speed(terrain));
        let (is_held, by, scroll, is_fast, secs) = ui.input(|input| {
            (
                input.pointer.button_down(PointerButton::Secondary),
                input.pointer.delta(),
                input.smooth_scroll_delta().y,
                input.modifiers.shift,
                input.stable_dt.min(LONGEST_STEP_SECS),
            )
        });
        if !is_held {
            self.hold = Hold::Nothing;
            self.land(terrain, response);
            // The hints at the bottom are those of the picture before.
            ui.ctx().request_repaint();
            return false;
        }
        turn(&mut self.camera, by);
        if scroll != 0.0 {
            let faster = FASTER_PER_NOTCH.powf(scroll / POINTS_PER_NOTCH);
            self.flight_speed = Some((speed * faster).clamp(SPEEDS[0], SPEEDS[1]));
        }
        let mut steps = [0.0; 3];
        for (key, step) in KEYS {
            if ui.input(|input| input.key_down(key)) {
                for (sum, part) in steps.iter_mut().zip(step) {
                    *sum += part;
                }
            }
        }
        let pace = if is_fast { speed * SHIFT_FACTOR } else { speed };
        let moved = way(&self.camera, steps) * (pace * secs);
        if moved != Vec3::zeros() {
            self.camera.target += moved;
            ui.ctx().request_repaint();
        }
        ui.set_cursor_icon(egui::CursorIcon::AllScroll);
        true
    }

    /// Puts the target onto the ground in the middle of the picture, to orbit about from then on.
    fn land(&mut self, terrain: &Terrain, response: &Response) {
        let aspect = self.view(response.rect).aspect();
        let (eye, toward) = self.camera.sight_through(Point2::origin(), aspect);
        let ray = crate::math::Ray {
            origin: eye.coords,
            direction: toward,
        };
        if let Some(hit) = terrain.shape.pick_ground(&ray, HoleFill::Filled) {
            self.camera.refocus(&hit.position.into());
        }
    }
}

/// What the mouse and the keys do in flight.
pub(super) fn flight_hints(speed: Option<f32>) -> Vec<Hint> {
    let speed = speed.unwrap_or(TILE_SPEED);
    vec![
        Hint::new("Move", "look around"),
        Hint::new("W A S D", "fly"),
        Hint::new("E Q", "up and down"),
        Hint::new("Shift", "faster"),
        Hint::new("Wheel", format!("speed, now {speed:.0} units a second")),
        Hint::new("Release", "stop"),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_keeps_the_eye_where_it_is() {
        let mut camera = Camera::default();
        let eye = camera.eye();
        turn(&mut camera, Vec2::new(120.0, -35.0));
        assert!((camera.eye() - eye).norm() < 1e-4);
        assert!((camera.backward() - Camera::default().backward()).norm() > 0.1);
    }

    #[test]
    fn keys_fly_to_where_the_picture_says_at_one_pace() {
        let camera = Camera::default();
        let forward = way(&camera, [0.0, 0.0, 1.0]);
        assert!((forward + camera.backward()).norm() < 1e-5);
        let aslant = way(&camera, [1.0, 0.0, 1.0]);
        assert!((aslant.norm() - 1.0).abs() < 1e-5, "two keys are no faster");
        assert!(aslant.dot(&camera.right()) > 0.7);
        assert_eq!(way(&camera, [0.0; 3]), Vec3::zeros());
        assert!((way(&camera, [0.0, 1.0, 0.0]) - Vec3::z()).norm() < 1e-5);
    }
}
