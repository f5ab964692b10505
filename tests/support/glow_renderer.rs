//! Draws what an egui test shows, paint callbacks included, without a display.

use std::rc::Rc;

use bonewright::render::{Headless, Offscreen, RenderError};
use eframe::egui;
use egui_kittest::TestRenderer;
use image::RgbaImage;

/// A renderer for `egui_kittest::Harness` on egui's own OpenGL painter.
///
/// It shares its context with everything else of this thread that draws without a display.
pub struct GlowRenderer {
    painter: egui_glow::Painter,
    headless: Rc<Headless>,
}

impl GlowRenderer {
    /// Makes the context of this thread, or takes the one it has.
    pub fn new() -> Result<Self, RenderError> {
        let headless = Headless::of_this_thread()?;
        let painter = egui_glow::Painter::new(headless.gl().clone(), "", None, false)
            .expect("egui's painter compiles its shaders");
        Ok(Self { painter, headless })
    }

    /// The context, for what the test itself wants to draw.
    pub fn context(&self) -> &three_d::Context {
        self.headless.context()
    }
}

impl TestRenderer for GlowRenderer {
    fn handle_delta(&mut self, delta: &mut egui::TexturesDelta) {
        for (id, images) in delta.set.drain() {
            for image in images {
                self.painter.set_texture(id, &image);
            }
        }
        for id in delta.free.drain() {
            self.painter.free_texture(id);
        }
    }

    fn render(
        &mut self,
        ctx: &egui::Context,
        output: &egui::FullOutput,
    ) -> Result<RgbaImage, String> {
        let pixels_per_point = ctx.pixels_per_point();
        let size = ctx.content_rect().size() * pixels_per_point;
        let (width, height) = (size.x.round() as u32, size.y.round() as u32);
        let primitives = ctx.tessellate(output.shapes.clone(), pixels_per_point);
        let target = Offscreen::plain(self.headless.context(), width, height)
            .map_err(|error| error.to_string())?;
        target
            .draw([0.0, 0.0, 0.0, 0.0], |_| {
                self.painter
                    .paint_primitives([width, height], pixels_per_point, &primitives);
                Ok(())
            })
            .map_err(|error| error.to_string())?;
        Ok(target.read())
    }
}

impl Drop for GlowRenderer {
    fn drop(&mut self) {
        self.painter.destroy();
    }
}
