//! What background work gives when it ends.

use super::{PendingExport, ReportLine, Session};
use crate::assets::TexturePicture;
use crate::document::{Document, Model, ModelId};
use crate::project::KeptSection;
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
    },
    /// A model was read, to be added to what is open.
    Model {
        /// Where from.
        path: PathBuf,
        /// What was in it.
        model: Box<Model>,
        /// What reading it had to say.
        lines: Vec<ReportLine>,
    },
    /// The project was written and read back.
    Saved {
        /// Where to.
        path: PathBuf,
        /// The position in the history that was saved.
        position: usize,
    },
    /// A model was written.
    Exported {
        /// Where to.
        path: PathBuf,
        /// What writing it had to say.
        lines: Vec<ReportLine>,
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
    /// The work failed; a sentence why.
    Failed(String),
    /// The user stopped it.
    Cancelled,
}
