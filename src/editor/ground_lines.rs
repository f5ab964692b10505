//! Lines over the ground: strokes from point to point, ramps between two ends, marked rectangles.

use super::ground_stroke::Work;
use super::terrain_stroke_plan::with_samples;
use super::{Editor, RegionDrag, StrokePoint, StrokeStart};
use crate::brush::{PathPoint, even_line};
use crate::edit::{GroundSample, Operator};
use crate::math::Vec3;

/// Lines shorter than this are none, in world units.
const LEAST_LINE: f32 = 0.25;

impl Editor {
    /// Draws a straight line in one stroke, or says why it can't be.
    pub(super) fn draw_ground_line(&mut self, from: Option<StrokePoint>, to: &StrokeStart) {
        let end = self.ground_point(&to.point);
        let begin = match from {
            Some(from) => self.ground_point(&from),
            None => self.ground_view.last_point.or(end),
        };
        let (Some(begin), Some(end)) = (begin, end) else {
            self.refuse("The line begins or ends beside the ground.");
            return;
        };
        let [x, y] = [begin.place.x, begin.place.y];
        let height = self.terrain().and_then(|it| it.shape.ground_height(x, y));
        if !self.open_ground_stroke(to, height.map(|z| Vec3::new(x, y, z))) {
            return;
        }
        if let Some(mut stroke) = self.ground_stroke.take() {
            match &mut stroke.work {
                Work::Mark(drag) => {
                    self.mark_to(drag, &begin);
                    self.mark_to(drag, &end);
                }
                Work::Line { operator, ends } => self.stretch_line(operator, ends, &to.point),
                _ => {}
            }
            let mut dabs = even_line(begin, end, stroke.step);
            if from.is_none() && dabs.len() > 1 {
                // There the last stroke was already.
                dabs.remove(0);
            }
            for dab in &dabs {
                self.tell_of_left_tile(&mut stroke, dab);
            }
            self.take_dabs(&mut stroke, &dabs);
            stroke.last = Some(end);
            self.ground_stroke = Some(stroke);
        }
        self.end_ground_stroke();
    }

    /// Takes the line of a stroke to another end.
    pub(super) fn stretch_line(
        &mut self,
        operator: &Operator,
        ends: &mut [Vec3; 2],
        point: &StrokePoint,
    ) {
        // The ground is asked as it was before, so that the end does not climb its own ramp.
        if let Some(gesture) = self.gesture.take() {
            let changes = gesture.cancel(&mut self.document);
            self.changes.merge(changes);
        }
        let Some(hit) = self.ground_below(&point.sight.ray) else {
            return;
        };
        ends[1] = hit.position;
        if (ends[1] - ends[0]).xy().norm() < LEAST_LINE {
            return;
        }
        let sample = GroundSample::new([hit.position.x, hit.position.y], point.pressure);
        self.update_gesture(with_samples(operator.clone(), &[sample]));
    }

    /// Both ends of the line that a stroke draws, on the ground as it was before.
    pub fn ground_line(&self) -> Option<[Vec3; 2]> {
        match &self.ground_stroke.as_ref()?.work {
            Work::Line { ends, .. } => Some(*ends),
            _ => None,
        }
    }

    /// Marks the ground up to a point.
    pub(super) fn mark_to(&mut self, drag: &mut RegionDrag, point: &PathPoint) {
        if let Some(terrain) = self.terrain() {
            let to = [point.place.x, point.place.y];
            self.ground_view.region = drag.to(&terrain.shape, to);
        }
    }
}
