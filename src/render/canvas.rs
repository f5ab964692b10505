//! The place in somebody else's picture where ours appears: an egui paint callback's rectangle.
//!
//! The scene is drawn into an [`Offscreen`] of the rectangle's size and then shown as one
//! textured triangle. So it has depth and smooth edges whatever the window or test target has,
//! and it is cut off where egui cuts the callback off.

use three_d::core::{Context, DepthTest, Program, RenderStates, VertexBuffer, Viewport, WriteMask};

use super::gl_state::HostState;
use super::{Offscreen, RenderError};

/// Draws into the framebuffer that is bound when it is called.
pub struct Canvas {
    context: Context,
    program: Program,
    corners: VertexBuffer<[f32; 2]>,
    offscreen: Option<Offscreen>,
}

impl Canvas {
    /// Compiles what it needs.
    ///
    /// # Errors
    /// [`RenderError::Graphics`] if the driver refuses the shader.
    pub fn new(context: &Context) -> Result<Self, RenderError> {
        let program = Program::from_source(
            context,
            include_str!("../../shaders/present.vert"),
            include_str!("../../shaders/present.frag"),
        )?;
        let corners =
            VertexBuffer::new_with_data(context, &[[-1.0, -1.0], [3.0, -1.0], [-1.0, 3.0]]);
        Ok(Self {
            context: context.clone(),
            program,
            corners,
            offscreen: None,
        })
    }

    /// The context it draws in.
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// Runs `draw` into our own target and shows the result in `place`, which is in pixels of
    /// the bound framebuffer from its bottom left corner. A place without area draws nothing.
    ///
    /// The bound framebuffer and the scissor box are as before when it returns.
    ///
    /// # Errors
    /// What `draw` returns, or [`RenderError::PictureSize`].
    pub fn paint(
        &mut self,
        place: Viewport,
        clear: [f32; 4],
        draw: impl FnOnce(Viewport) -> Result<(), RenderError>,
    ) -> Result<(), RenderError> {
        if place.width == 0 || place.height == 0 {
            return Ok(());
        }
        let host = HostState::save(&self.context);
        let drawn = self
            .sized(place.width, place.height)
            .and_then(|offscreen| offscreen.draw(clear, draw));
        host.restore(&self.context);
        drawn?;
        self.show(place);
        Ok(())
    }

    /// Shows the picture of the last [`Canvas::paint`] again; `false` if there is none of this size.
    pub fn paint_again(&self, place: Viewport) -> bool {
        let is_there = self
            .offscreen
            .as_ref()
            .is_some_and(|target| target.width() == place.width && target.height() == place.height);
        if is_there {
            self.show(place);
        }
        is_there
    }

    fn sized(&mut self, width: u32, height: u32) -> Result<&Offscreen, RenderError> {
        let fits = |target: &Offscreen| target.width() == width && target.height() == height;
        let kept = self.offscreen.take().filter(fits);
        let target = match kept {
            Some(target) => target,
            None => Offscreen::smooth(&self.context, width, height)?,
        };
        Ok(self.offscreen.insert(target))
    }

    fn show(&self, place: Viewport) {
        let Some(offscreen) = &self.offscreen else {
            return;
        };
        self.program.use_texture("picture", offscreen.color());
        self.program.use_vertex_attribute("corner", &self.corners);
        let states = RenderStates {
            depth_test: DepthTest::Always,
            write_mask: WriteMask::COLOR,
            ..RenderStates::default()
        };
        self.program.draw_arrays(states, place, 3);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::Headless;
    use crate::render::gl_state::live_object_count;

    fn paint_at(canvas: &mut Canvas, host: &Offscreen, side: u32) {
        host.draw([0.0, 0.0, 0.0, 1.0], |_| {
            canvas.paint(
                Viewport::new_at_origo(side, side),
                [0.0, 1.0, 0.0, 1.0],
                |_| Ok(()),
            )
        })
        .expect("both targets have a size the driver can draw");
    }

    #[test]
    fn changing_size_many_times_keeps_the_number_of_graphics_objects() {
        let headless = Headless::of_this_thread().expect("an EGL device");
        let host = Offscreen::plain(headless.context(), 64, 64).expect("a small target");
        let mut canvas = Canvas::new(headless.context()).expect("the shader compiles");
        paint_at(&mut canvas, &host, 10);
        let before = live_object_count(headless.context());
        for side in 11..60 {
            paint_at(&mut canvas, &host, side);
        }
        assert!(before > 0, "nothing was counted");
        assert_eq!(live_object_count(headless.context()), before);
    }

    #[test]
    fn painting_covers_its_place_and_nothing_else() {
        let headless = Headless::of_this_thread().expect("an EGL device");
        let host = Offscreen::plain(headless.context(), 64, 64).expect("a small target");
        let mut canvas = Canvas::new(headless.context()).expect("the shader compiles");
        paint_at(&mut canvas, &host, 32);
        let picture = host.read();
        assert_eq!(picture.get_pixel(31, 32).0, [0, 255, 0, 255]);
        assert_eq!(picture.get_pixel(32, 32).0, [0, 0, 0, 255]);
        assert_eq!(picture.get_pixel(31, 31).0, [0, 0, 0, 255]);
    }

    #[test]
    fn a_place_without_area_draws_nothing() {
        let headless = Headless::of_this_thread().expect("an EGL device");
        let mut canvas = Canvas::new(headless.context()).expect("the shader compiles");
        let nowhere = Viewport {
            x: 3,
            y: 4,
            width: 0,
            height: 9,
        };
        canvas
            .paint(nowhere, [0.0; 4], |_| {
                unreachable!("there is nothing to draw on")
            })
            .expect("nothing is no failure");
    }
}
