//! Everything a user can ask for, as one value: menus, shortcuts, panels and tests all send it.

use super::{
    AutoKey, AxesSpace, Backdrop, BoneStyle, Dialog, GroundIntent, JobId, KeyRef, LoopMode,
    MapPictures, PivotPoint, Request, SelectMode, Shading, StrokePoint, StrokeStart, TimeDisplay,
    Tool, WeightBrush, WeightSearch, WeightTool, WeightTools, WeightView, Workspace,
};
use crate::anim::ClipId;
use crate::assets::Team;
use crate::document::{ModelId, TrackOwner, TrackPath};
use crate::edit::Operator;
use crate::import_export::Profile;
use crate::skeleton::BoneId;
use crate::skinning::VertexQuery;
use std::path::PathBuf;

/// What a user asks for.
#[derive(Clone, Debug)]
pub enum Intent {
    /// Change the document: one entry of the history.
    Apply(Operator),
    /// Anything that is no edit: selection, playback, files, views.
    Ui(ViewIntent),
}

impl Intent {
    /// Whether it surely leaves the document as it is: looking, selecting and playing do.
    pub fn leaves_document(&self) -> bool {
        if let Self::Ui(ViewIntent::Ground(intent)) = self {
            return intent.leaves_document();
        }
        matches!(
            self,
            Self::Ui(
                ViewIntent::SelectBones { .. }
                    | ViewIntent::SelectUnmirrored
                    | ViewIntent::SelectPart(_)
                    | ViewIntent::SelectGeoset(_)
                    | ViewIntent::SelectClip(_)
                    | ViewIntent::SelectKeys { .. }
                    | ViewIntent::SelectChannel(_)
                    | ViewIntent::SelectVertices { .. }
                    | ViewIntent::SelectVerticesBy(_)
                    | ViewIntent::HideVertices(_)
                    | ViewIntent::IsolateVertices(_)
                    | ViewIntent::ShowAllVertices
                    | ViewIntent::CopyWeights
                    | ViewIntent::SelectPath(_)
                    | ViewIntent::HideBones(_)
                    | ViewIntent::ShowBones(_)
                    | ViewIntent::IsolateBones(_)
                    | ViewIntent::SetGeosetHidden { .. }
                    | ViewIntent::Set(_)
                    | ViewIntent::Seek(_)
                    | ViewIntent::Step(_)
                    | ViewIntent::NextKey
                    | ViewIntent::PreviousKey
                    | ViewIntent::TogglePlay
                    | ViewIntent::Advance { .. }
                    | ViewIntent::CheckTarget(_)
                    | ViewIntent::ClearReport
                    | ViewIntent::DismissToast(_)
                    | ViewIntent::Request(_)
            )
        )
    }
}

impl From<ViewIntent> for Intent {
    fn from(intent: ViewIntent) -> Self {
        Self::Ui(intent)
    }
}

impl From<GroundIntent> for Intent {
    fn from(intent: GroundIntent) -> Self {
        Self::Ui(ViewIntent::Ground(intent))
    }
}

impl From<Request> for Intent {
    fn from(request: Request) -> Self {
        Self::Ui(ViewIntent::Request(request))
    }
}

/// What a user asks for beside edits, in the order of the menus.
#[allow(
    clippy::large_enum_variant,
    reason = "a frame has few of them, and each is moved once"
)]
#[derive(Clone, Debug)]
pub enum ViewIntent {
    /// Close what is open and start with an empty project; asks first if something is unsaved.
    NewProject,
    /// Open these files: projects replace what is open, models are added to it.
    Open(Vec<PathBuf>),
    /// Open a sample of this name that comes with the program.
    OpenSample(String),
    /// Take a file out of the list of recent files.
    ForgetRecent(PathBuf),
    /// Save the project where it came from; asks where if it came from nowhere.
    Save,
    /// Save the project under this path.
    SaveAs(PathBuf),
    /// Write the selected model to this path, in the format its extension names.
    Export(PathBuf),
    /// Put the bones of this file on the selected model, by name.
    AttachSkeleton(PathBuf),
    /// Select the vertices that have no mirror image on the other side.
    SelectUnmirrored,
    /// Write the weights of the selected model to this path, as text.
    SaveWeights(PathBuf),
    /// Give the selected model the weights of this text, by places and names.
    LoadWeights(PathBuf),
    /// Write pictures of the map beside a list at this path.
    SaveMapPictures(MapPictures, PathBuf),
    /// Give the map what the pictures of the list at this path say.
    LoadMapPictures(MapPictures, PathBuf),
    /// Give the brush on the ground this picture.
    LoadBrushPicture(PathBuf),
    /// Make ground of these pictures: a height map and weights.
    ImportSplat(Vec<PathBuf>),
    /// Look for textures in this folder too.
    AddAssetFolder(PathBuf),
    /// No longer look for textures in this folder.
    RemoveAssetFolder(PathBuf),
    /// Use this picture for a texture slot of the selected model.
    AssignTexture {
        /// The slot's position in the model's textures.
        slot: usize,
        /// The picture.
        path: PathBuf,
    },
    /// No longer use the assigned picture for a texture slot.
    ClearTexture {
        /// The slot's position in the model's textures.
        slot: usize,
    },
    /// Stop a job.
    CancelJob(JobId),
    /// Search for automatic weights of the selected vertices, else of all that are shown.
    FindWeights(WeightSearch),
    /// Work out what a target makes of the selected model's weights, by default its own format.
    CheckTarget(Option<Profile>),
    /// Close the program; asks first if something is unsaved.
    Quit,
    /// Answer the question that is open.
    Answer(Answer),
    /// Export although something is lost, or don't.
    AnswerLosses(bool),
    /// Open what this journal holds in place of what is open; asks first if something is unsaved.
    Recover(PathBuf),
    /// Remove a journal of the list, with everything beside it; its work is then gone.
    RemoveJournal(PathBuf),
    /// Show the list of work that can be recovered.
    ShowRecovery,
    /// Ask no more about recovering in this run.
    PutOffRecovery,
    /// A dialog was closed without a choice: what waited for it does not happen.
    DialogDismissed,

    /// Undo the last entry of the history, or an unkeyed pose.
    Undo,
    /// Do the next entry of the history again.
    Redo,
    /// Undo or redo until this many entries of the history are done.
    JumpTo(usize),
    /// Copy the pose of the selected bones at the playhead.
    CopyPose,
    /// Paste the copied pose onto the bones of the same names at the playhead.
    PastePose,
    /// Paste the copied pose mirrored, onto the mirror images of its bones.
    PastePoseFlipped,
    /// Copy the weights of the selected vertices.
    CopyWeights,

    /// Show the gesture as it would be if released now; starts it if none runs.
    UpdateGesture(Operator),
    /// Keep what the gesture shows: one entry of the history, or an unkeyed pose.
    CommitGesture,
    /// Put everything back to before the gesture.
    CancelGesture,

    /// Show another model of the document.
    SelectModel(ModelId),
    /// Change which bones are selected; the last becomes active.
    SelectBones {
        /// The bones.
        bones: Vec<BoneId>,
        /// How.
        mode: SelectMode,
    },
    /// Select an attachment, event, light or other part; nothing to select none.
    SelectPart(Option<TrackOwner>),
    /// Select a geoset instead of bones.
    SelectGeoset(u16),
    /// Show another clip.
    SelectClip(ClipId),
    /// Change which keyframes are selected.
    SelectKeys {
        /// The keyframes.
        keys: Vec<KeyRef>,
        /// How.
        mode: SelectMode,
    },
    /// Show the interpolation and curve of a channel.
    SelectChannel(Option<TrackPath>),
    /// Change which vertices are selected.
    SelectVertices {
        /// The vertices.
        vertices: Vec<u32>,
        /// How.
        mode: SelectMode,
    },
    /// Select the vertices that a query finds.
    SelectVerticesBy(VertexQuery),
    /// Select what a path of the report is about, such as `bones[12].rotation`.
    SelectPath(String),

    /// Hide bones.
    HideBones(Vec<BoneId>),
    /// Show hidden bones again.
    ShowBones(Vec<BoneId>),
    /// Show only these bones.
    IsolateBones(Vec<BoneId>),
    /// Hide vertices, and the faces that have one of them.
    HideVertices(Vec<u32>),
    /// Show only these vertices.
    IsolateVertices(Vec<u32>),
    /// Show hidden vertices again.
    ShowAllVertices,
    /// Hide or show all submeshes of a geoset.
    SetGeosetHidden {
        /// The geoset.
        geoset: u16,
        /// Whether it is hidden.
        is_hidden: bool,
    },
    /// Change how the viewport looks or behaves.
    Set(ViewSetting),

    /// Drop the pose that was made and not keyed.
    DropPose,
    /// Begin to paint weights.
    BeginStroke(StrokeStart),
    /// Paint on along these points.
    ContinueStroke(Vec<StrokePoint>),
    /// Keep what was painted, as one entry of the history.
    EndStroke,
    /// Put back what was painted.
    CancelStroke,
    /// Paint with this brush from now on.
    SetBrush(Box<WeightBrush>),
    /// Show all that is hidden: geosets, vertices and bones.
    ShowEverything,
    /// Look at the ground, choose for it, or work on it with the brush.
    Ground(GroundIntent),

    /// Move the playhead, in milliseconds.
    Seek(f64),
    /// Move the playhead by this many frames or milliseconds, as times are shown.
    Step(i32),
    /// Move the playhead to the next keyframe of the selected bones.
    NextKey,
    /// Move the playhead to the keyframe before.
    PreviousKey,
    /// Start or stop playing.
    TogglePlay,
    /// Let time pass; the window sends this before each picture while a clip plays.
    Advance {
        /// Seconds since the last picture.
        elapsed_secs: f64,
    },
    /// Clear the report.
    ClearReport,
    /// Tell the user why what they asked for can't be done.
    Refuse(String),
    /// Take a message off the screen.
    DismissToast(usize),
    /// Ask the window for a dialog, a panel, a camera.
    Request(Request),
}

impl ViewIntent {
    /// Asks for a system dialog.
    pub fn ask(dialog: Dialog) -> Self {
        Self::Request(Request::Dialog(dialog))
    }
}

/// The answer to "this is unsaved".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Save, then go on.
    Save,
    /// Go on without saving.
    Discard,
    /// Don't go on.
    Stay,
}

/// One setting of the view, with its new value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ViewSetting {
    /// What the user is at.
    Workspace(Workspace),
    /// How the weights workspace shows weights.
    Weights(WeightView),
    /// What the left button does in the weights workspace.
    WeightTool(WeightTool),
    /// How surfaces are drawn.
    Shading(Shading),
    /// Whether the grid is drawn.
    Grid(bool),
    /// Whether the axes are drawn.
    Axes(bool),
    /// Whether bones are drawn.
    Bones(bool),
    /// How bones are drawn.
    BoneStyle(BoneStyle),
    /// Whether the names of all bones are written.
    BoneNames(bool),
    /// Whether bones are drawn in front of the mesh.
    BonesInFront(bool),
    /// Whether attachments, lights, events and emitters are drawn.
    Parts(bool),
    /// Whether collision shapes are drawn.
    Collision(bool),
    /// The player whose colour Warcraft III models wear.
    Team(Team),
    /// What is behind the model.
    Backdrop(Backdrop),
    /// Which handles are shown.
    Tool(Tool),
    /// Along which axes transforms go.
    AxesSpace(AxesSpace),
    /// About which point several bones turn.
    PivotPoint(PivotPoint),
    /// Whether gestures set keyframes.
    AutoKey(AutoKey),
    /// What happens at the end of a clip.
    LoopMode(LoopMode),
    /// Playback speed; 1 is the speed of the game.
    Speed(f64),
    /// In and out point that playing stays between, in milliseconds; nothing for the whole clip.
    PlayRange(Option<[i32; 2]>),
    /// How times are shown.
    TimeDisplay(TimeDisplay),
    /// The numbers that tools on weights work with.
    WeightTools(WeightTools),
}
