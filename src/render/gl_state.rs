//! The hand-over between egui's painter and three-d, which draw with one OpenGL context.
//!
//! egui binds a framebuffer and a scissor box before it calls a paint callback, and does not
//! bind them again afterwards; three-d rebinds both. [`HostState`] keeps them across our drawing.
//! The rest of what egui needs (blending, program, vertex array, viewport) it sets again itself.
//! Everything that needs a raw GL call outside `headless` is in this file.

use glow::HasContext as _;
use three_d::core::Context;

/// What the host bound before it called us.
pub struct HostState {
    draw_framebuffer: Option<glow::Framebuffer>,
    read_framebuffer: Option<glow::Framebuffer>,
    scissor_box: [i32; 4],
    scissor_is_on: bool,
}

impl HostState {
    /// Reads the state from the driver.
    #[allow(
        unsafe_code,
        reason = "three-d has no call that asks for the bound framebuffer"
    )]
    pub fn save(context: &Context) -> Self {
        let mut scissor_box = [0; 4];
        // SAFETY: the names are valid for these queries, and the scissor box has four numbers.
        unsafe {
            context.get_parameter_i32_slice(glow::SCISSOR_BOX, &mut scissor_box);
            Self {
                draw_framebuffer: context.get_parameter_framebuffer(glow::DRAW_FRAMEBUFFER_BINDING),
                read_framebuffer: context.get_parameter_framebuffer(glow::READ_FRAMEBUFFER_BINDING),
                scissor_box,
                scissor_is_on: context.is_enabled(glow::SCISSOR_TEST),
            }
        }
    }

    /// Binds it all again.
    #[allow(
        unsafe_code,
        reason = "three-d cannot bind a framebuffer it does not own"
    )]
    pub fn restore(&self, context: &Context) {
        let [x, y, width, height] = self.scissor_box;
        // SAFETY: the framebuffers were bound when this was saved, so their names are valid.
        unsafe {
            context.bind_framebuffer(glow::DRAW_FRAMEBUFFER, self.draw_framebuffer);
            context.bind_framebuffer(glow::READ_FRAMEBUFFER, self.read_framebuffer);
            context.scissor(x, y, width, height);
            if self.scissor_is_on {
                context.enable(glow::SCISSOR_TEST);
            } else {
                context.disable(glow::SCISSOR_TEST);
            }
        }
    }
}

/// The largest side of a picture this context can draw, in pixels.
#[allow(unsafe_code, reason = "asks the driver for a number")]
pub(super) fn largest_side(context: &Context) -> u32 {
    // SAFETY: both names are valid for glGetIntegerv and give one integer each.
    let (texture, buffer) = unsafe {
        (
            context.get_parameter_i32(glow::MAX_TEXTURE_SIZE),
            context.get_parameter_i32(glow::MAX_RENDERBUFFER_SIZE),
        )
    };
    u32::try_from(texture.min(buffer)).unwrap_or(0)
}

/// Whether the driver draws without a graphics card.
#[allow(unsafe_code, reason = "asks the driver for its name")]
pub(super) fn draws_in_software(context: &Context) -> bool {
    // SAFETY: the name is valid for glGetString.
    let name = unsafe { context.get_parameter_string(glow::RENDERER) };
    let name = name.to_lowercase();
    ["llvmpipe", "softpipe", "swrast", "software", "swiftshader"]
        .iter()
        .any(|known| name.contains(known))
}

/// Samples per pixel for smooth edges: four where the driver has them, else one.
#[allow(unsafe_code, reason = "asks the driver for a number")]
pub(super) fn smooth_sample_count(context: &Context) -> u32 {
    // SAFETY: the name is valid for glGetIntegerv and gives one integer.
    let most = unsafe { context.get_parameter_i32(glow::MAX_SAMPLES) };
    if most >= 4 { 4 } else { 1 }
}

/// Replaces the first rows of the four-channel float texture that a `use_texture` call has just
/// bound, without the copies that filling it through three-d would make in every frame.
///
/// Rows that do not fit into `texels` as a whole are left as they are.
#[allow(
    unsafe_code,
    reason = "three-d's own upload copies and flips the texels each time"
)]
pub(super) fn upload_rows(context: &Context, width: u32, texels: &[[f32; 4]]) {
    let (Ok(columns), Ok(rows)) = (
        i32::try_from(width),
        i32::try_from(texels.len() / (width.max(1) as usize)),
    ) else {
        return;
    };
    let whole = texels
        .get(..(rows as usize) * (columns as usize))
        .unwrap_or_default();
    let floats = whole.as_flattened();
    // SAFETY: floats have no padding and any byte may be read; the length is that of the slice.
    let bytes = unsafe {
        std::slice::from_raw_parts(floats.as_ptr().cast::<u8>(), std::mem::size_of_val(floats))
    };
    let source = glow::PixelUnpackData::Slice(Some(bytes));
    // SAFETY: the slice holds `rows` x `columns` texels of four floats, rows packed tightly.
    unsafe {
        let (format, kind) = (glow::RGBA, glow::FLOAT);
        context.tex_sub_image_2d(
            glow::TEXTURE_2D,
            0,
            0,
            0,
            columns,
            rows,
            format,
            kind,
            source,
        );
    }
}

/// Draws some of the bound 32-bit elements as lines one pixel wide, two elements a line.
///
/// Only to be called inside three-d's `draw_elements_with`, with a range inside its buffer.
#[allow(unsafe_code, reason = "three-d draws triangles only")]
pub(super) fn draw_lines(context: &Context, elements: std::ops::Range<u32>) {
    let (Ok(offset), Ok(count)) = (
        i32::try_from(elements.start * 4),
        i32::try_from(elements.len()),
    ) else {
        return;
    };
    // SAFETY: three-d has bound the attributes and the elements, and checks neither itself.
    unsafe { context.draw_elements(glow::LINES, count, glow::UNSIGNED_INT, offset) };
}

/// Draws some of the bound 32-bit elements as points of the size that the shader says.
///
/// Only to be called inside three-d's `draw_elements_with`, with a range inside its buffer.
#[allow(unsafe_code, reason = "three-d draws triangles only")]
pub(super) fn draw_points(context: &Context, elements: std::ops::Range<u32>) {
    let (Ok(offset), Ok(count)) = (
        i32::try_from(elements.start * 4),
        i32::try_from(elements.len()),
    ) else {
        return;
    };
    // SAFETY: three-d has bound the attributes and the elements, and checks neither itself; the
    // switch for sizes is as before afterwards.
    unsafe {
        context.enable(glow::PROGRAM_POINT_SIZE);
        context.draw_elements(glow::POINTS, count, glow::UNSIGNED_INT, offset);
        context.disable(glow::PROGRAM_POINT_SIZE);
    }
}

/// How many textures, buffers, framebuffers and renderbuffers exist, up to name 4,096.
#[cfg(test)]
#[allow(unsafe_code, reason = "asks the driver which names are in use")]
pub(super) fn live_object_count(context: &Context) -> usize {
    let names = (1..4096).filter_map(std::num::NonZeroU32::new);
    names
        .map(|name| {
            // SAFETY: any name may be asked for; the answer says whether it is in use.
            unsafe {
                usize::from(context.is_texture(glow::NativeTexture(name)))
                    + usize::from(context.is_buffer(glow::NativeBuffer(name)))
                    + usize::from(context.is_framebuffer(glow::NativeFramebuffer(name)))
                    + usize::from(context.is_renderbuffer(glow::NativeRenderbuffer(name)))
            }
        })
        .sum()
}
