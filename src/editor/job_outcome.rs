//! What background work gives when it ends.

use super::{
    AlphaCosts, AlphaSubject, BrushPicture, DocumentState, FoundWeights, GroundCensus, KeptModel,
    PendingExport, ProjectOrigin, Recoverable, Recovered, ReportLine, Session, TargetCheck,
    TilesRead,
};
use crate::assets::{GroundTexture, KnownTexture, TexturePicture};
use crate::document::{Document, Model, ModelId, Terrain};
use crate::edit::{Operator, SkeletonBone};
use crate::import_export::WeightLine;
use crate::project::KeptSection;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// What background work gives when it ends.
#[derive(Debug)]
pub enum JobOutcome {
    /// A project was read.
    Project {
        /// Where from.
        path: PathBuf,
        /// What was in it.
        document: Box<Document>,
        /// What it keeps for the editor.
        session: Session,
        /// Sections that this program does not know, for the next save.
        kept: Vec<KeptSection>,
        /// What reading it had to say.
        lines: Vec<ReportLine>,
        /// The file as a journal can start from it.
        origin: Option<ProjectOrigin>,
    },
    /// A model was read, to be added to what is open.
    Model {
        /// Where from.
        path: PathBuf,
        /// What was in it.
        model: Box<Model>,
        /// What reading it had to say.
        lines: Vec<ReportLine>,
        /// The model as the journal keeps it; `None` if nothing is journaled.
        kept: Option<KeptModel>,
    },
    /// A terrain was read, to be added to what is open.
    Terrain {
        /// Where from.
        path: PathBuf,
        /// What was in it.
        terrain: Box<Terrain>,
        /// What reading it had to say.
        lines: Vec<ReportLine>,
        /// The terrain as the journal keeps it; `None` if nothing is journaled.
        kept: Option<KeptModel>,
    },
    /// A skeleton was read, to be put on the selected model.
    Skeleton {
        /// Its bones.
        bones: Vec<SkeletonBone>,
        /// What reading it had to say.
        lines: Vec<ReportLine>,
    },
    /// The project was written and read back.
    Saved {
        /// Where to.
        path: PathBuf,
        /// The state that was saved.
        state: SavedState,
        /// The file as a journal can start from it.
        origin: Option<ProjectOrigin>,
    },
    /// A model was written.
    Exported {
        /// Where to.
        path: PathBuf,
        /// What writing it had to say.
        lines: Vec<ReportLine>,
    },
    /// Weights were written as text to this path.
    WeightsSaved(PathBuf),
    /// Weights were read, to be put on the selected model.
    WeightLines {
        /// Where from.
        path: PathBuf,
        /// What the text says.
        lines: Vec<WeightLine>,
    },
    /// Pictures of a map were written.
    MapPicturesSaved {
        /// Their list.
        path: PathBuf,
        /// What is worth knowing about them.
        notes: Vec<String>,
    },
    /// Pictures of a map were read; this puts them on it.
    MapPicturesRead(Box<Operator>),
    /// A picture for the brush on the ground was read.
    BrushPictureRead {
        /// What its file is called.
        name: String,
        /// The picture.
        picture: Box<BrushPicture>,
    },
    /// Nothing was written yet: the target can't hold everything.
    ExportAsks(PendingExport),
    /// The pictures of a model's texture slots were read.
    Textures {
        /// The model.
        model: ModelId,
        /// Counts the requests; an answer to an old one is dropped.
        request: u64,
        /// One for each slot.
        pictures: Vec<TexturePicture>,
    },
    /// The pictures of a terrain's textures were read.
    GroundTextures {
        /// Counts the requests; an answer to an old one is dropped.
        request: u64,
        /// One for each texture.
        textures: Vec<GroundTexture>,
        /// The ground type that goes with each cliff type.
        cliff_grounds: BTreeMap<String, String>,
        /// What there is to choose from, and whether there is more; `None` if it was not looked for.
        known: Option<(Vec<KnownTexture>, bool)>,
        /// Sources that could not be opened.
        problems: Vec<String>,
    },
    /// Automatic weights were found.
    WeightsFound(Box<FoundWeights>),
    /// What a target makes of a model's weights was worked out, for this state of the document.
    TargetChecked(DocumentState, Box<TargetCheck>),
    /// What lies on the ground was worked out, for this state of the document.
    GroundExamined(DocumentState, Box<GroundCensus>),
    /// What other forms of alpha maps cost was measured.
    AlphasMeasured(Box<AlphaSubject>, AlphaCosts),
    /// Tiles of a large map were read.
    Tiles(Box<TilesRead>),
    /// Journals with work in them were looked for.
    Journals(Vec<Recoverable>),
    /// What a journal holds was done again.
    Recovered(Box<Recovered>),
    /// The work failed; a sentence why.
    Failed(String),
    /// The user stopped it.
    Cancelled,
}

/// Tells whether the document changed since.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SavedState {
    /// The steps of the history.
    pub step_count: u64,
    /// The models, for adding one is no step.
    pub model_count: usize,
    /// The terrains, likewise.
    pub terrain_count: usize,
}
