//! Weights as numbers at the vertices near the cursor.

use super::ScreenView;
use super::labels::Page;
use super::mesh_pick::MeshPick;
use crate::document::Model;
use crate::editor::{Editor, WeightColours, Workspace};
use crate::math::Vec3;
use crate::skeleton::BoneId;
use crate::ui::theme;
use eframe::egui::{Align2, FontId, Pos2, Rect, Vec2};

/// How far from the cursor vertices have numbers, in points.
const REACH: f32 = 70.0;
/// At most this many vertices have numbers.
const MOST: usize = 24;

/// Writes the weights of the vertices near the cursor that face the viewer, the nearest first; a
/// number that would cover another is left out.
pub(super) fn paint_weight_numbers(page: &Page<'_>, mesh_pick: &mut MeshPick, cursor: Pos2) {
    let (editor, model) = (page.editor, page.model);
    let view = &editor.view;
    let is_asked = view.workspace == Workspace::Weights && view.weights.shows_numbers;
    // While something moves, the numbers would lag behind and cost time.
    let is_moving = editor.playback.is_playing || editor.has_gesture();
    if !is_asked || is_moving {
        return;
    }
    let Some((positions, normals)) = mesh_pick.posed(editor) else {
        return;
    };
    let shown = shown_vertices(editor, model);
    let near = nearest(page.view, positions, normals, &shown, cursor);
    let mut taken: Vec<Rect> = Vec::new();
    for (vertex, at) in near {
        let text = number(
            model,
            vertex,
            view.weights.colours,
            editor.selection.active_bone(),
        );
        let font = FontId::proportional(theme::SMALL_SIZE);
        let galley = page.painter.layout_no_wrap(text, font, page.palette.text);
        let at = at + Vec2::new(0.0, -9.0);
        let place = Align2::CENTER_BOTTOM.anchor_size(at, galley.size());
        let place = place.expand2(Vec2::new(2.0, 0.0));
        if taken.iter().any(|other| other.intersects(place)) {
            continue;
        }
        taken.push(place);
        let ground = page.palette.well.gamma_multiply(0.75);
        page.painter.rect_filled(place, 2.0, ground);
        let start = place.min + Vec2::new(2.0, 0.0);
        page.painter.galley(start, galley, page.palette.text);
    }
}

/// Whether each vertex is one of a geoset that is shown.
fn shown_vertices(editor: &Editor, model: &Model) -> Vec<bool> {
    let mut shown = vec![false; model.vertices.len()];
    let Some(view) = model.views.first() else {
        return shown;
    };
    let hidden = &editor.view.hidden_geosets;
    let parts = view.submeshes.iter();
    for submesh in parts.filter(|submesh| !hidden.contains(&submesh.geoset)) {
        let range = submesh.vertex_range(view.vertex_indices.len());
        for &vertex in view.vertex_indices.get(range).unwrap_or_default() {
            if let Some(shown) = shown.get_mut(vertex as usize) {
                *shown = true;
            }
        }
    }
    shown
}

/// The vertices nearest to the cursor and where they are seen.
fn nearest(
    view: &ScreenView,
    positions: &[Vec3],
    normals: &[Vec3],
    shown: &[bool],
    cursor: Pos2,
) -> Vec<(usize, Pos2)> {
    let all = positions.iter().zip(normals).zip(shown).enumerate();
    let mut near: Vec<(f32, usize, Pos2)> = all
        .filter(|(_, (_, is_shown))| **is_shown)
        .filter_map(|(vertex, ((position, normal), _))| {
            let at = view.pos_of(position)?;
            let away = at.distance(cursor);
            let is_facing = normal.dot(&view.toward_viewer(position)) > 0.0;
            (away <= REACH && is_facing).then_some((away, vertex, at))
        })
        .collect();
    near.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    near.truncate(MOST);
    near.into_iter()
        .map(|(_, vertex, at)| (vertex, at))
        .collect()
}

/// What is written at a vertex: the weight of the active bone, or of all bones together, or of the
/// dominant one.
fn number(model: &Model, vertex: usize, colours: WeightColours, active: Option<BoneId>) -> String {
    let influences = || model.vertices.influences.of(vertex);
    if influences().next().is_none() {
        return "none".to_owned();
    }
    let weight = match colours {
        WeightColours::OneBone | WeightColours::Target => influences()
            .filter(|influence| Some(influence.bone) == active)
            .map(|influence| influence.weight)
            .sum(),
        WeightColours::AllBones => influences().map(|influence| influence.weight).sum(),
        WeightColours::DominantBone => influences()
            .map(|influence| influence.weight)
            .fold(0.0, f32::max),
    };
    weight_text(weight)
}

/// A weight with as many places as tell it from 0 and from 1.
fn weight_text(weight: f32) -> String {
    if weight == 0.0 {
        "0".to_owned()
    } else if weight < 0.005 {
        "<0.01".to_owned()
    } else if weight < 1.0 && weight >= 0.995 {
        format!("{weight:.3}")
    } else {
        let text = format!("{weight:.2}");
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::{Camera, FixedView, Projection};

    #[test]
    fn weights_that_are_not_0_or_1_never_read_so() {
        for (weight, expected) in [
            (0.0, "0"),
            (0.001, "<0.01"),
            (0.02, "0.02"),
            (0.25, "0.25"),
            (0.5, "0.5"),
            (0.9961, "0.996"),
            (1.0, "1"),
            (1.5, "1.5"),
        ] {
            assert_eq!(weight_text(weight), expected);
        }
    }

    #[test]
    fn the_nearest_facing_shown_vertices_come_first() {
        let mut camera = Camera {
            target: nalgebra::Point3::origin(),
            distance: 10.0,
            projection: Projection::Orthographic,
            ..Camera::default()
        };
        camera.look_from(FixedView::Front);
        let view = ScreenView {
            camera,
            rect: Rect::from_min_size(Pos2::ZERO, Vec2::new(800.0, 600.0)),
        };
        let point = view.world_per_point(&Vec3::zeros());
        let at = |points: f32| Vec3::new(0.0, points * point, 0.0);
        let positions = [at(20.0), at(5.0), at(0.0), at(1.0), at(90.0), at(60.0)];
        let toward = Vec3::x();
        let normals = [toward, toward, -toward, toward, toward, toward];
        let shown = [true, true, true, false, true, true];
        let middle = Pos2::new(400.0, 300.0);
        let near = nearest(&view, &positions, &normals, &shown, middle);
        let order: Vec<usize> = near.iter().map(|near| near.0).collect();
        assert_eq!(order, [1, 0, 5]);
        assert!((near[1].1.x - 420.0).abs() < 0.01);
    }
}
