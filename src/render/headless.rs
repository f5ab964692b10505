//! An OpenGL context without a display: an EGL device, made current without a surface.
//!
//! - The context is current on the thread that made it, and stays there: GL names are only
//!   valid while it is current, so nothing here can be sent to another thread.
//! - One thread has at most one such context ([`Headless::of_this_thread`]), and keeps it until
//!   the thread ends: all pictures of a thread share it, and no GL object is ever freed in another
//!   context or after its own is gone.
//! - Displays are opened once for the whole program and never closed: closing the last context of
//!   one thread would otherwise take the display away under a thread that is just opening it.
//! - Contexts are made and given up one at a time, and none is given up while it is current:
//!   drivers are least tried there.
//! - It is not for a thread whose window already has a context.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use glutin::api::egl::config::Config;
use glutin::api::egl::context::PossiblyCurrentContext;
use glutin::api::egl::device::Device;
use glutin::api::egl::display::Display;
use glutin::config::{Api, ConfigSurfaceTypes, ConfigTemplate, ConfigTemplateBuilder};
use glutin::context::{ContextApi, ContextAttributesBuilder, GlProfile, Version};
use glutin::display::GlDisplay;
use glutin::prelude::PossiblyCurrentGlContext;

use super::RenderError;

thread_local! {
    static OF_THIS_THREAD: RefCell<Option<Rc<Headless>>> = const { RefCell::new(None) };
}

/// The devices and their displays, or why there are none.
static DISPLAYS: OnceLock<Result<Vec<OpenedDevice>, String>> = OnceLock::new();

/// Held while a context is made or given up.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// A device with its display, or why it has none.
struct OpenedDevice {
    name: String,
    display: Result<Display, String>,
}

/// A current OpenGL 3.3 core context that has no window.
pub struct Headless {
    context: three_d::Context,
    device_name: String,
    /// `None` only while it is dropped.
    egl: Option<PossiblyCurrentContext>,
}

impl Headless {
    /// The context of the calling thread, made now if the thread has none.
    ///
    /// # Errors
    /// [`RenderError::EglUnavailable`] without a usable EGL, [`RenderError::NoUsableDevice`] if
    /// no device gives the context; the sentence holds each device's reason.
    pub fn of_this_thread() -> Result<Rc<Self>, RenderError> {
        OF_THIS_THREAD.with_borrow_mut(|slot| {
            if let Some(existing) = slot {
                return Ok(existing.clone());
            }
            let made = Rc::new(Self::new()?);
            Ok(slot.insert(made).clone())
        })
    }

    fn new() -> Result<Self, RenderError> {
        let _turn = turn();
        let devices = DISPLAYS.get_or_init(open_displays);
        let devices = devices
            .as_ref()
            .map_err(|reason| RenderError::EglUnavailable(reason.clone()))?;
        let mut reasons = Vec::new();
        for OpenedDevice { name, display } in devices {
            let made = display.as_ref().map_err(Clone::clone);
            match made.and_then(|display| Self::on_display(display, name)) {
                Ok(headless) => return Ok(headless),
                Err(reason) => reasons.push(format!("{name}: {reason}")),
            }
        }
        if reasons.is_empty() {
            reasons.push("there are no devices".to_owned());
        }
        Err(RenderError::NoUsableDevice(reasons.join("; ")))
    }

    fn on_display(display: &Display, device_name: &str) -> Result<Self, String> {
        let egl = current_context(display).map_err(|error| error.to_string())?;
        let gl = Arc::new(load_functions(&egl));
        let context = three_d::Context::from_gl_context(gl).map_err(|error| error.to_string())?;
        Ok(Self {
            context,
            device_name: device_name.to_owned(),
            egl: Some(egl),
        })
    }

    /// The context as three-d takes it.
    pub fn context(&self) -> &three_d::Context {
        &self.context
    }

    /// The same context as egui's painter takes it.
    pub fn gl(&self) -> &Arc<glow::Context> {
        &self.context
    }

    /// What the driver calls the device, for reports.
    pub fn device_name(&self) -> &str {
        &self.device_name
    }

    /// True unless something else took this thread's place for a current context.
    pub fn is_current(&self) -> bool {
        self.egl
            .as_ref()
            .is_some_and(PossiblyCurrentGlContext::is_current)
    }
}

impl Drop for Headless {
    fn drop(&mut self) {
        let _turn = turn();
        let released = self.egl.take().map(|egl| egl.make_not_current());
        if let Some(Err(error)) = released {
            tracing::warn!("a context that has no window can't be released: {error}");
        }
    }
}

fn turn() -> std::sync::MutexGuard<'static, ()> {
    ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner)
}

fn open_displays() -> Result<Vec<OpenedDevice>, String> {
    let devices = Device::query_devices().map_err(|error| error.to_string())?;
    let opened = devices.enumerate().map(|(index, device)| OpenedDevice {
        name: device_name(&device, index),
        display: open_display(&device).map_err(|error| error.to_string()),
    });
    Ok(opened.collect())
}

#[allow(unsafe_code, reason = "EGL hands out raw displays; they stay here")]
fn open_display(device: &Device) -> glutin::error::Result<Display> {
    // SAFETY: no native display handle is passed, so none has to outlive the EGL display.
    unsafe { Display::with_device(device, None) }
}

fn device_name(device: &Device, index: usize) -> String {
    let node = device
        .drm_render_device_node_path()
        .map(|path| path.display().to_string());
    match (device.name(), node) {
        (Some(name), _) => name.to_owned(),
        (None, Some(node)) => node,
        (None, None) => format!("device {index}"),
    }
}

#[allow(
    unsafe_code,
    reason = "EGL hands out raw contexts; all handles stay here"
)]
fn current_context(display: &Display) -> glutin::error::Result<PossiblyCurrentContext> {
    let attributes = ContextAttributesBuilder::new()
        .with_context_api(ContextApi::OpenGl(Some(Version::new(3, 3))))
        .with_profile(GlProfile::Core)
        .build(None);
    let config = any_config(display)?;
    // SAFETY: the attributes hold no window handle and no shared context.
    let context = unsafe { display.create_context(&config, &attributes)? };
    context.make_current_surfaceless()
}

#[allow(
    unsafe_code,
    reason = "glutin asks for a valid window handle in the template"
)]
fn any_config(display: &Display) -> glutin::error::Result<Config> {
    // SAFETY: the template holds no native window handle.
    let mut configs = unsafe { display.find_configs(template())? };
    configs.next().ok_or_else(|| {
        glutin::error::ErrorKind::NotSupported("the device offers no OpenGL configuration").into()
    })
}

/// Asks for nothing of a surface: everything is drawn into textures.
fn template() -> ConfigTemplate {
    ConfigTemplateBuilder::new()
        .with_surface_type(ConfigSurfaceTypes::empty())
        .with_api(Api::OPENGL)
        .with_depth_size(0)
        .with_stencil_size(0)
        .build()
}

#[allow(unsafe_code, reason = "GL functions are loaded as raw pointers")]
fn load_functions(egl: &PossiblyCurrentContext) -> glow::Context {
    use glutin::display::GetGlDisplay as _;
    let display = egl.display();
    // SAFETY: the context is current on this thread, and the loader returns pointers of its API.
    unsafe { glow::Context::from_loader_function_cstr(|name| display.get_proc_address(name)) }
}
