//! What can go wrong between a document and a picture of it.

/// A failure of the render layer, as one sentence a person can act on.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// The EGL library could not be loaded, or it cannot list devices.
    #[error("cannot draw without a display: EGL is not usable here ({0}); install Mesa's libEGL")]
    EglUnavailable(String),
    /// EGL works, but none of its devices gave an OpenGL 3.3 context.
    #[error("cannot draw without a display: no EGL device gave an OpenGL 3.3 context ({0})")]
    NoUsableDevice(String),
    /// A picture side is zero or above what this driver can draw.
    #[error("a picture of {width}x{height} cannot be drawn: each side must be 1 to {limit}")]
    PictureSize {
        /// Asked width in pixels.
        width: u32,
        /// Asked height in pixels.
        height: u32,
        /// Largest side the driver allows.
        limit: u32,
    },
    /// A shader does not compile or the driver refused a call.
    #[error("the graphics driver refused: {0}")]
    Graphics(#[from] three_d::CoreError),
}
