//! The uniform block of everything that draws weights: ramp, hatch and dots.
//!
//! It is sent only when it differs from what was sent last.

use three_d::core::{Context, Program, UniformBuffer};

use super::Overlay;
use super::weight_style::{BARE_COLOUR, DotDepth, HATCH_PERIOD, RAMP_STOPS, ZERO_TONES};

/// Name of the block in the shaders.
const NAME: &str = "Weights";
const FLOATS: usize = 4 * (RAMP_STOPS + 6);

/// Width of the dark ring around a dot and of the light one around that, in points.
const HALO: f32 = 1.25;
/// Faces seen edge on are this much as bright as those seen from the front.
const EDGE_SHADE: f32 = 0.55;

/// The block on the graphics card.
pub(super) struct WeightBlock {
    buffer: UniformBuffer,
    sent: [f32; FLOATS],
}

impl WeightBlock {
    pub fn new(context: &Context) -> Self {
        Self {
            buffer: UniformBuffer::new(context, &[FLOATS as u32]),
            sent: [0.0; FLOATS],
        }
    }

    /// Sets everything for a picture.
    pub fn update(&mut self, overlay: &Overlay) {
        let (style, scale) = (&overlay.weights, overlay.scale());
        let through = f32::from(u8::from(style.dot_depth == DotDepth::Through));
        let contours = f32::from(u8::from(style.shows_contours));
        let colours = style.ramp.stops().into_iter().chain(ZERO_TONES).chain([
            BARE_COLOUR,
            overlay.palette.selected,
            [style.opacity, HATCH_PERIOD * scale, EDGE_SHADE, contours],
            [style.dot_size * 0.5 * scale, HALO * scale, through, 0.0],
        ]);
        let mut floats = [0.0; FLOATS];
        for (place, value) in floats.iter_mut().zip(colours.flatten()) {
            *place = value;
        }
        if floats != self.sent {
            self.sent = floats;
            self.buffer.update(0, &floats);
        }
    }

    /// Gives the block to a shader that declares it.
    pub fn bind(&self, program: &Program) {
        program.use_uniform_block(NAME, &self.buffer);
    }
}
