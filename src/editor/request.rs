//! What the editor asks of the windows around it: dialogs, cameras, panels, the end of the program.

use super::{BrushNumber, Intent, MapPictures, ViewDirection, ViewIntent};
use std::path::PathBuf;

/// Something only the window can do. The editor queues these; the window takes them out.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Show a dialog and send an intent with what the user chose.
    Dialog(Dialog),
    /// Do something with the panels.
    Shell(ShellRequest),
    /// Do something with the camera or start a transform in the viewport.
    Viewport(ViewportRequest),
    /// Do something with the timeline's view.
    Timeline(TimelineRequest),
    /// Put text on the system clipboard.
    CopyText(String),
    /// Close the window; nothing is unsaved, or the user said so.
    CloseWindow,
}

/// A question to the user that the system's own dialogs ask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dialog {
    /// Which files to open.
    Open,
    /// Where to save the project.
    SaveAs,
    /// Where to export the model to.
    Export,
    /// Where to write the model's bones as text.
    ExportSkeleton,
    /// Which file's bones to put on the model.
    AttachSkeleton,
    /// Where to write the model's weights as text.
    SaveWeights,
    /// Which text's weights to put on the model.
    LoadWeights,
    /// Where to write the list of pictures of the map.
    SaveMapPictures(MapPictures),
    /// Which list's pictures to put on the map.
    LoadMapPictures(MapPictures),
    /// Which picture the brush on the ground gets.
    LoadBrushPicture,
    /// Where to write the list of the map as a splat.
    SaveSplat,
    /// Which height map and weight pictures to make ground of.
    ImportSplat,
    /// Which folder to look for textures in.
    AddAssetFolder,
    /// Which picture to use for a texture slot.
    AssignTexture {
        /// The slot's position in the model's textures.
        slot: usize,
    },
}

impl Dialog {
    /// What the user's choice asks for; nothing if nothing was chosen.
    pub fn answer(&self, paths: Vec<PathBuf>) -> Option<Intent> {
        let first = paths.first()?.clone();
        Some(
            match self {
                Self::Open => ViewIntent::Open(paths),
                Self::SaveAs => ViewIntent::SaveAs(first),
                Self::Export => ViewIntent::Export(first),
                Self::ExportSkeleton => ViewIntent::Export(with_skeleton_name(first)),
                Self::AttachSkeleton => ViewIntent::AttachSkeleton(first),
                Self::SaveWeights => ViewIntent::SaveWeights(first),
                Self::LoadWeights => ViewIntent::LoadWeights(first),
                Self::SaveMapPictures(pictures) => ViewIntent::SaveMapPictures(*pictures, first),
                Self::LoadMapPictures(pictures) => ViewIntent::LoadMapPictures(*pictures, first),
                Self::LoadBrushPicture => ViewIntent::LoadBrushPicture(first),
                Self::SaveSplat => ViewIntent::Export(first.with_extension("splat")),
                Self::ImportSplat => ViewIntent::ImportSplat(paths),
                Self::AddAssetFolder => ViewIntent::AddAssetFolder(first),
                Self::AssignTexture { slot } => ViewIntent::AssignTexture {
                    slot: *slot,
                    path: first,
                },
            }
            .into(),
        )
    }
}

/// The path with the extension that makes an export write text.
fn with_skeleton_name(path: PathBuf) -> PathBuf {
    let extension = path.extension();
    if extension.is_some_and(|extension| extension.eq_ignore_ascii_case("skl")) {
        path
    } else {
        path.with_extension("skl")
    }
}

/// Something to do with the panels and the look of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShellRequest {
    /// Open the command palette.
    OpenPalette,
    /// Open the list of shortcuts.
    OpenShortcuts,
    /// Open the page that says what the program is.
    OpenAbout,
    /// Put all panels back where they were at first.
    ResetLayout,
    /// Bring a panel to the front, opening it if it was closed.
    ShowPanel(Panel),
    /// Change between the dark and the light theme.
    ToggleTheme,
    /// Make everything larger.
    ZoomIn,
    /// Make everything smaller.
    ZoomOut,
    /// Make everything its usual size.
    ZoomReset,
    /// Begin to rename the active bone in the outliner.
    RenameBone,
    /// Begin to rename the selected clip in the clip list.
    RenameClip,
    /// Ask for the name of the range that is selected in the frame strip.
    NameRange,
}

/// A panel of the window.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
pub enum Panel {
    /// Bones and other parts of the model as a tree.
    Outliner,
    /// The model.
    Viewport,
    /// Values of what is selected.
    Inspector,
    /// The clips of the model.
    Clips,
    /// What was done, to go back to.
    History,
    /// What import, checks and refusals had to say.
    Report,
    /// What a game will get of the weights, and where clips tear the mesh.
    WeightCheck,
    /// Who moves the selected vertices, and tools on weights.
    Weights,
    /// Texture slots and where their pictures come from.
    Textures,
    /// The textures of the ground, to paint with.
    GroundTextures,
    /// The texture layers of a map chunk.
    MapChunk,
    /// Keyframes over time.
    Timeline,
    /// Single poses, side by side.
    FrameStrip,
}

impl Panel {
    /// All panels, in the order of the menu.
    pub const ALL: [Self; 13] = [
        Self::Outliner,
        Self::Viewport,
        Self::Inspector,
        Self::Clips,
        Self::History,
        Self::Report,
        Self::WeightCheck,
        Self::Weights,
        Self::Textures,
        Self::GroundTextures,
        Self::MapChunk,
        Self::Timeline,
        Self::FrameStrip,
    ];

    /// What the panel's tab says.
    pub fn title(self) -> &'static str {
        match self {
            Self::Outliner => "Outliner",
            Self::Viewport => "Viewport",
            Self::Inspector => "Inspector",
            Self::Clips => "Clips",
            Self::History => "History",
            Self::Report => "Report",
            Self::WeightCheck => "Weight check",
            Self::Weights => "Vertex weights",
            Self::Textures => "Textures",
            Self::GroundTextures => "Ground textures",
            Self::MapChunk => "Map chunk",
            Self::Timeline => "Timeline",
            Self::FrameStrip => "Frame strip",
        }
    }
}

/// A transform that follows the mouse until it is confirmed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TransformKind {
    /// G.
    Move,
    /// R.
    Rotate,
    /// S.
    Scale,
}

/// Something to do with the camera, or a transform to start in the viewport.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ViewportRequest {
    /// Move the camera so that the selection fills the view.
    FrameSelected,
    /// Move the camera so that the whole model fills the view.
    FrameAll,
    /// Look from a side.
    Look(ViewDirection),
    /// Change between perspective and parallel projection.
    ToggleOrtho,
    /// Look through the model's own camera; again for its next one.
    LookThroughCamera,
    /// Start a transform that follows the mouse.
    Transform(TransformKind),
    /// Let the mouse change a number of the brush.
    DragBrush(BrushNumber),
    /// Make the place under the cursor the centre of the brush's symmetry.
    CentreSymmetry,
}

/// Something to do with the timeline's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimelineRequest {
    /// Show the whole clip.
    FitAll,
    /// Show the selected keyframes.
    FitSelected,
    /// Change between keyframes in rows and curves.
    ToggleCurves,
    /// Change between the selected clip and the whole axis that clips share.
    ToggleAxis,
    /// Show the next keyframe that lies outside every clip, and select all of them.
    NextStray,
}
