//! How the mouse and the numpad move the camera.

use super::ScreenView;
use crate::document::Model;
use crate::editor::{Editor, ViewDirection};
use crate::math::{Aabb, Vec3};
use crate::render::{Camera, FixedView, Moment, Projection, joint_position, posed_points};
use eframe::egui::{Pos2, Vec2};
use std::collections::BTreeSet;

/// How far a drag over the height of a pane of 600 points turns: about half a turn.
const ORBIT_RAD_PER_POINT: f32 = 0.0052;
/// How much nearer a notch of the wheel comes; egui counts 40 points a notch.
const ZOOM_PER_NOTCH: f32 = 1.15;
const POINTS_PER_NOTCH: f32 = 40.0;
/// How much a drag of one point zooms.
const ZOOM_PER_POINT: f32 = 1.006;
/// Room around framed bones, as a part of the model's size.
const ROOM_PART: f32 = 0.06;

/// What a drag does to the camera.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CameraDrag {
    /// Turns about what is in the middle.
    Orbit,
    /// Moves along the picture.
    Pan,
    /// Comes nearer or goes back.
    Zoom,
}

/// Moves the camera as a drag from one place to another asks for.
pub(super) fn drag_camera(
    view: &ScreenView,
    camera: &mut Camera,
    kind: CameraDrag,
    by: Vec2,
    at: Pos2,
) {
    match kind {
        CameraDrag::Orbit => camera.orbit(-by.x * ORBIT_RAD_PER_POINT, by.y * ORBIT_RAD_PER_POINT),
        CameraDrag::Pan => {
            let (from, to) = (view.place_of(at - by), view.place_of(at));
            camera.pan(from, to, view.aspect());
        }
        CameraDrag::Zoom => {
            let middle = view.place_of(view.rect.center());
            camera.zoom_at(middle, ZOOM_PER_POINT.powf(by.y), view.aspect());
        }
    }
}

/// Comes nearer or goes back, keeping what is under the cursor where it is.
pub(super) fn wheel_camera(view: &ScreenView, camera: &mut Camera, scroll_points: f32, at: Pos2) {
    let factor = ZOOM_PER_NOTCH.powf(-scroll_points / POINTS_PER_NOTCH);
    camera.zoom_at(view.place_of(at), factor, view.aspect());
}

/// Looks from a side.
pub(super) fn look(camera: &mut Camera, direction: ViewDirection) {
    camera.look_from(side_of(direction));
}

/// The side that a command names.
pub(super) fn side_of(direction: ViewDirection) -> FixedView {
    match direction {
        ViewDirection::Front => FixedView::Front,
        ViewDirection::Back => FixedView::Back,
        ViewDirection::Left => FixedView::Left,
        ViewDirection::Right => FixedView::Right,
        ViewDirection::Top => FixedView::Top,
        ViewDirection::Bottom => FixedView::Bottom,
    }
}

/// Changes between perspective and parallel projection.
pub(super) fn toggle_projection(camera: &mut Camera) {
    camera.projection = match camera.projection {
        Projection::Perspective => Projection::Orthographic,
        Projection::Orthographic => Projection::Perspective,
    };
}

/// What the model's own camera sees now; `turn` goes round all that it has.
pub(super) fn model_camera(
    editor: &Editor,
    model: &Model,
    turn: usize,
    aspect: f32,
) -> Option<Camera> {
    let mut moment = Moment::default();
    moment.sample_surfaces(model, &editor.clock()?);
    let index = turn % moment.cameras.len().max(1);
    let place = moment.cameras.get(index)?;
    Some(Camera::of_model_camera(place, aspect))
}

/// The name of the side the camera looks from; `None` from between two sides.
pub(super) fn side_name(camera: &Camera) -> Option<&'static str> {
    let sides = [
        (FixedView::Front, "Front"),
        (FixedView::Back, "Back"),
        (FixedView::Left, "Left"),
        (FixedView::Right, "Right"),
        (FixedView::Top, "Top"),
        (FixedView::Bottom, "Bottom"),
    ];
    let backward = camera.backward();
    sides.into_iter().find_map(|(view, name)| {
        let mut at = *camera;
        at.look_from(view);
        (at.backward().dot(&backward) > 1.0 - 1e-6).then_some(name)
    })
}

/// Shows all of the model as it is posed now.
pub(super) fn frame_all(camera: &mut Camera, editor: &Editor, model: &Model, aspect: f32) {
    let mut moment = Moment::default();
    moment.pose.clone_from(editor.pose());
    if let Some(clock) = editor.clock() {
        moment.sample_surfaces(model, &clock);
    }
    let Some(view) = model.views.first() else {
        return frame_joints(camera, editor, model, |_| true, aspect);
    };
    let shown: BTreeSet<u16> = view
        .submeshes
        .iter()
        .map(|submesh| submesh.geoset)
        .filter(|geoset| !editor.view.hidden_geosets.contains(geoset))
        .collect();
    let points = posed_points(model, view, &moment, &shown);
    camera.frame_points(points.into_iter().map(Into::into), aspect);
}

/// Shows the selected bones with what hangs on them.
pub(super) fn frame_selected(camera: &mut Camera, editor: &Editor, model: &Model, aspect: f32) {
    let bones = &model.skeleton.bones;
    let is_selected = |index: usize| {
        bones
            .get(index)
            .is_some_and(|bone| editor.selection.has_bone(bone.id))
    };
    let hierarchy = editor.hierarchy();
    let counts =
        |index: usize| is_selected(index) || hierarchy.parent(index).is_some_and(is_selected);
    frame_joints(camera, editor, model, counts, aspect);
}

fn frame_joints(
    camera: &mut Camera,
    editor: &Editor,
    model: &Model,
    counts: impl Fn(usize) -> bool,
    aspect: f32,
) {
    let mut around = Aabb::EMPTY;
    for (index, bone) in model.skeleton.bones.iter().enumerate() {
        if counts(index) {
            around.include(&joint_position(
                bone,
                editor.pose().model_from_bind.get(index),
            ));
        }
    }
    if around.is_empty() {
        return;
    }
    let room = (model.size() * ROOM_PART).max(around.diagonal() * ROOM_PART);
    let room = Vec3::new(room, room, room);
    let (min, max) = (around.min - room, around.max + room);
    camera.frame_box(min.into(), max.into(), aspect);
}

#[cfg(test)]
mod tests {
    use super::*;
    use eframe::egui::Rect;
    use nalgebra::Point3;

    fn view(distance: f32) -> ScreenView {
        ScreenView {
            camera: Camera {
                distance,
                ..Camera::default()
            },
            rect: Rect::from_min_size(Pos2::ZERO, Vec2::new(900.0, 600.0)),
        }
    }

    #[test]
    fn panning_keeps_the_point_under_the_cursor() {
        for distance in [0.05, 6.0, 5000.0] {
            let view = view(distance);
            let point = view.camera.target.coords + view.camera.right() * (distance * 0.1);
            let at = view.pos_of(&point).expect("in front");
            let by = Vec2::new(40.0, -25.0);
            let mut camera = view.camera;
            drag_camera(&view, &mut camera, CameraDrag::Pan, by, at + by);
            let moved = ScreenView { camera, ..view };
            let error = moved.pos_of(&point).expect("in front") - (at + by);
            assert!(error.length() < 0.05, "{error:?} at {distance}");
        }
    }

    #[test]
    fn the_wheel_comes_nearer_and_keeps_the_point_under_the_cursor() {
        let view = view(6.0);
        let point = view.camera.target.coords + view.camera.up() * 1.2;
        let at = view.pos_of(&point).expect("in front");
        let mut camera = view.camera;
        wheel_camera(&view, &mut camera, POINTS_PER_NOTCH, at);
        assert!((camera.distance - 6.0 / ZOOM_PER_NOTCH).abs() < 1e-4);
        let moved = ScreenView { camera, ..view };
        let error = moved.pos_of(&point).expect("in front") - at;
        assert!(error.length() < 0.05, "{error:?}");
    }

    #[test]
    fn dragging_right_turns_the_model_to_the_right() {
        let view = view(6.0);
        let front = Vec3::new(0.5, 0.0, 1.0);
        let before = view.pos_of(&front).expect("in front");
        let mut camera = view.camera;
        camera.target = Point3::new(0.0, 0.0, 1.0);
        let by = Vec2::new(60.0, 0.0);
        drag_camera(&view, &mut camera, CameraDrag::Orbit, by, before + by);
        let after = ScreenView { camera, ..view }.pos_of(&front);
        assert!(after.expect("in front").x > before.x + 5.0);
    }

    #[test]
    fn sides_have_names_and_what_is_between_has_none() {
        let mut camera = Camera::default();
        assert_eq!(side_name(&camera), None);
        look(&mut camera, ViewDirection::Right);
        assert_eq!(side_name(&camera), Some("Right"));
        camera.orbit(0.1, 0.0);
        assert_eq!(side_name(&camera), None);
    }
}
