//! The test renderer itself: what it draws is what a window would show.

use std::sync::{Arc, Mutex};

use bonewright::render::Canvas;
use eframe::egui::{self, Color32, Rect, pos2};
use egui_kittest::Harness;
use image::RgbaImage;
use three_d::{Program, RenderStates, VertexBuffer, Viewport};

use crate::renderer::GlowRenderer;

const BELOW: Color32 = Color32::BLUE;
const ABOVE: Color32 = Color32::WHITE;

/// A canvas that shows a red triangle pointing up on green.
struct TriangleView {
    canvas: Canvas,
    program: Program,
    corners: VertexBuffer<[f32; 2]>,
}

impl TriangleView {
    fn new(context: &three_d::Context) -> Self {
        let program = Program::from_source(
            context,
            "in vec2 corner; void main() { gl_Position = vec4(corner, 0.5, 1.0); }",
            "out vec4 color; void main() { color = vec4(1.0, 0.0, 0.0, 1.0); }",
        )
        .expect("the shader compiles");
        let corners =
            VertexBuffer::new_with_data(context, &[[-1.0, -1.0], [1.0, -1.0], [0.0, 1.0]]);
        Self {
            canvas: Canvas::new(context).expect("the shader compiles"),
            program,
            corners,
        }
    }

    fn paint(&mut self, place: Viewport) {
        let Self {
            canvas,
            program,
            corners,
        } = self;
        canvas
            .paint(place, [0.0, 1.0, 0.0, 1.0], |viewport| {
                program.use_vertex_attribute("corner", corners);
                program.draw_arrays(RenderStates::default(), viewport, 3);
                Ok(())
            })
            .expect("the place can be drawn");
    }
}

fn place_of(info: &egui::PaintCallbackInfo) -> Viewport {
    let pixels = info.viewport_in_pixels();
    Viewport {
        x: pixels.left_px,
        y: pixels.from_bottom_px,
        width: u32::try_from(pixels.width_px).unwrap_or(0),
        height: u32::try_from(pixels.height_px).unwrap_or(0),
    }
}

fn triangle_shape(view: &Arc<Mutex<TriangleView>>, rect: Rect) -> egui::PaintCallback {
    let view = view.clone();
    let paint = move |info: egui::PaintCallbackInfo, _: &egui_glow::Painter| {
        view.lock()
            .expect("no panic while drawing")
            .paint(place_of(&info));
    };
    egui::PaintCallback {
        rect,
        callback: Arc::new(egui_glow::CallbackFn::new(paint)),
    }
}

/// Draws a blue page, the triangle in `view_rect` cut off at `clip_rect`, and a white square.
fn draw_page(pixels_per_point: f32, view_rect: Rect, clip_rect: Rect, square: Rect) -> RgbaImage {
    let renderer = GlowRenderer::new().expect("an EGL device");
    let view = Arc::new(Mutex::new(TriangleView::new(renderer.context())));
    let mut harness = Harness::builder()
        .with_size([100.0, 80.0])
        .with_pixels_per_point(pixels_per_point)
        .renderer(renderer)
        .build_ui(move |ui| {
            let painter = ui.ctx().layer_painter(ui.layer_id());
            painter.rect_filled(Rect::EVERYTHING, 0.0, BELOW);
            painter
                .with_clip_rect(clip_rect)
                .add(triangle_shape(&view, view_rect));
            painter.rect_filled(square, 0.0, ABOVE);
        });
    harness.run();
    harness.render().expect("a picture")
}

#[track_caller]
fn check_pixel(picture: &RgbaImage, at: [u32; 2], expected: [u8; 3]) {
    let [red, green, blue, _] = picture.get_pixel(at[0], at[1]).0;
    assert_eq!([red, green, blue], expected, "at {at:?}");
}

const RED: [u8; 3] = [255, 0, 0];
const GREEN: [u8; 3] = [0, 255, 0];
const BLUE: [u8; 3] = [0, 0, 255];
const WHITE: [u8; 3] = [255, 255, 255];

#[test]
fn a_three_d_view_lies_between_the_shapes_below_and_above_it() {
    let view = Rect::from_min_max(pos2(20.0, 10.0), pos2(80.0, 70.0));
    let square = Rect::from_min_max(pos2(45.0, 55.0), pos2(55.0, 65.0));
    let picture = draw_page(1.0, view, Rect::EVERYTHING, square);
    assert_eq!(picture.dimensions(), (100, 80));
    check_pixel(&picture, [5, 5], BLUE);
    check_pixel(&picture, [95, 75], BLUE);
    check_pixel(&picture, [50, 45], RED);
    check_pixel(&picture, [24, 14], GREEN);
    check_pixel(&picture, [50, 60], WHITE);
}

#[test]
fn a_three_d_view_is_cut_off_where_egui_cuts_it_off() {
    let view = Rect::from_min_max(pos2(20.0, 10.0), pos2(80.0, 70.0));
    let clip = Rect::from_min_max(pos2(20.0, 10.0), pos2(50.0, 40.0));
    let square = Rect::from_min_max(pos2(0.0, 0.0), pos2(4.0, 4.0));
    let picture = draw_page(1.0, view, clip, square);
    check_pixel(&picture, [22, 12], GREEN);
    check_pixel(&picture, [48, 35], RED);
    check_pixel(&picture, [52, 35], BLUE);
    check_pixel(&picture, [48, 42], BLUE);
    check_pixel(&picture, [2, 2], WHITE);
}

#[test]
fn a_three_d_view_fills_its_place_at_a_scale_of_150_percent() {
    let view = Rect::from_min_max(pos2(20.0, 10.0), pos2(80.0, 70.0));
    let square = Rect::from_min_max(pos2(0.0, 0.0), pos2(4.0, 4.0));
    let picture = draw_page(1.5, view, Rect::EVERYTHING, square);
    assert_eq!(picture.dimensions(), (150, 120));
    check_pixel(&picture, [29, 16], BLUE);
    check_pixel(&picture, [31, 16], GREEN);
    check_pixel(&picture, [75, 70], RED);
    check_pixel(&picture, [118, 16], GREEN);
    check_pixel(&picture, [121, 16], BLUE);
}
