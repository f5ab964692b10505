//! The system's file dialogs, each on a thread of its own so that the window stays alive.

use crate::editor::{Dialog, Intent};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

/// A dialog that ends sooner than this was never shown: the system has none to offer.
const NEVER_SHOWN: Duration = Duration::from_millis(400);

/// What a dialog ended with.
#[derive(Debug)]
pub(super) enum DialogEnd {
    /// The user chose.
    Chosen(Box<Intent>),
    /// The user chose nothing.
    Dismissed,
    /// The system has no such dialog.
    Unavailable(Dialog),
}

/// The dialogs that are open.
#[derive(Debug)]
pub(super) struct SystemDialogs {
    sender: Sender<DialogEnd>,
    receiver: Receiver<DialogEnd>,
}

impl Default for SystemDialogs {
    fn default() -> Self {
        let (sender, receiver) = channel();
        Self { sender, receiver }
    }
}

impl SystemDialogs {
    /// Shows a dialog; `wake` is called when it ends.
    pub(super) fn show(
        &self,
        dialog: Dialog,
        suggestion: Option<PathBuf>,
        wake: impl FnOnce() + Send + 'static,
    ) {
        let sender = self.sender.clone();
        let unavailable = dialog.clone();
        let spawned = std::thread::Builder::new()
            .name("file dialog".to_owned())
            .spawn(move || {
                let started = Instant::now();
                let paths = if is_offered() {
                    ask(&dialog, suggestion)
                } else {
                    Vec::new()
                };
                let end = match dialog.answer(paths) {
                    Some(intent) => DialogEnd::Chosen(Box::new(intent)),
                    None if started.elapsed() < NEVER_SHOWN => DialogEnd::Unavailable(dialog),
                    None => DialogEnd::Dismissed,
                };
                // The window is gone if the program is closing; then nobody wants the answer.
                let _ = sender.send(end);
                wake();
            });
        if spawned.is_err() {
            let _ = self.sender.send(DialogEnd::Unavailable(unavailable));
        }
    }

    /// The dialogs that ended since this was last called.
    pub(super) fn ended(&self) -> Vec<DialogEnd> {
        self.receiver.try_iter().collect()
    }
}

/// Whether the system has anything that could show a dialog. Asking one that has not can take
/// longer than [`NEVER_SHOWN`] on a busy machine, and would then look like a user who said no.
#[cfg(target_os = "linux")]
fn is_offered() -> bool {
    let has_bus = std::env::var_os("DBUS_SESSION_BUS_ADDRESS").is_some()
        || std::env::var_os("XDG_RUNTIME_DIR")
            .is_some_and(|folder| PathBuf::from(folder).join("bus").exists());
    has_bus
        || std::env::var_os("PATH").is_some_and(|folders| {
            std::env::split_paths(&folders).any(|folder| folder.join("zenity").is_file())
        })
}

/// Whether the system has anything that could show a dialog: always.
#[cfg(not(target_os = "linux"))]
fn is_offered() -> bool {
    true
}

fn ask(dialog: &Dialog, suggestion: Option<PathBuf>) -> Vec<PathBuf> {
    let mut window = rfd::FileDialog::new();
    if let Some(path) = suggestion {
        let is_folder = path.is_dir();
        if let Some(folder) = if is_folder {
            Some(path.as_path())
        } else {
            path.parent()
        } {
            window = window.set_directory(folder);
        }
        if let Some(name) = path.file_name().filter(|_| !is_folder) {
            window = window.set_file_name(name.to_string_lossy());
        }
    }
    match dialog {
        Dialog::Open => window
            .set_title("Open")
            .add_filter(
                "Models, maps and projects",
                &[
                    "m2", "M2", "mdx", "bwp", "skin", "skl", "w3e", "w3x", "w3m", "adt", "wdt",
                    "splat",
                ],
            )
            .add_filter("All files", &["*"])
            .pick_files()
            .unwrap_or_default(),
        Dialog::SaveAs => window
            .set_title("Save project as")
            .add_filter("Bonewright project", &["bwp"])
            .save_file()
            .into_iter()
            .collect(),
        Dialog::Export => window
            .set_title("Export")
            .add_filter("World of Warcraft model", &["m2"])
            .add_filter("Warcraft III model", &["mdx"])
            .add_filter("Warcraft III map", &["w3e", "w3x", "w3m"])
            .add_filter("World of Warcraft map", &["adt", "wdt"])
            .add_filter("Height map and weight pictures", &["splat"])
            .save_file()
            .into_iter()
            .collect(),
        Dialog::ExportSkeleton => window
            .set_title("Export bones as text")
            .add_filter("Text skeleton", &["skl"])
            .save_file()
            .into_iter()
            .collect(),
        Dialog::AttachSkeleton => window
            .set_title("Put the bones of a file on this model")
            .add_filter(
                "Text skeletons and models",
                &["skl", "m2", "M2", "mdx", "MDX"],
            )
            .add_filter("All files", &["*"])
            .pick_file()
            .into_iter()
            .collect(),
        Dialog::SaveWeights => window
            .set_title("Save weights as text")
            .add_filter("Weights", &["weights", "txt"])
            .save_file()
            .into_iter()
            .collect(),
        Dialog::LoadWeights => window
            .set_title("Put the weights of a text on this model")
            .add_filter("Weights", &["weights", "txt"])
            .add_filter("All files", &["*"])
            .pick_file()
            .into_iter()
            .collect(),
        Dialog::SaveMapPictures(_) => window
            .set_title("Save pictures of the map with their list")
            .add_filter("Lists of pictures", &["json"])
            .save_file()
            .into_iter()
            .collect(),
        Dialog::LoadMapPictures(_) => window
            .set_title("Put the pictures of a list on this map")
            .add_filter("Lists of pictures", &["json"])
            .pick_file()
            .into_iter()
            .collect(),
        Dialog::LoadBrushPicture => window
            .set_title("Choose a picture for the brush")
            .add_filter("Pictures", &["png", "tga", "blp", "PNG", "TGA", "BLP"])
            .add_filter("All files", &["*"])
            .pick_file()
            .into_iter()
            .collect(),
        Dialog::SaveSplat => window
            .set_title("Save the map as a splat")
            .add_filter("Lists of splats", &["splat"])
            .save_file()
            .into_iter()
            .collect(),
        Dialog::ImportSplat => window
            .set_title("Choose a height map and weight pictures")
            .add_filter("Pictures and raw heights", &["png", "PNG", "raw", "r16"])
            .pick_files()
            .unwrap_or_default(),
        Dialog::AddAssetFolder => window
            .set_title("Add a folder to look for textures in")
            .pick_folder()
            .into_iter()
            .collect(),
        Dialog::AssignTexture { .. } => window
            .set_title("Choose a picture")
            .add_filter("Pictures", &["blp", "png", "tga", "BLP", "PNG", "TGA"])
            .add_filter("All files", &["*"])
            .pick_file()
            .into_iter()
            .collect(),
    }
}
