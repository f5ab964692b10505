//! What can go wrong with a project file, each in a sentence.

use super::atomic_write::AtomicWriteError;
use std::path::PathBuf;

/// Why bytes are no project that this program can open. Nothing is ever changed by opening.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// The first bytes are those of another kind of file.
    #[error("this is not a Bonewright project")]
    NotAProject,
    /// The frame is of a later version.
    #[error(
        "this project was saved by a newer version of Bonewright (file version {found}, this program reads up to {supported}) and was left as it is"
    )]
    NewerContainer {
        /// Version of the frame.
        found: u32,
        /// The newest that this program reads.
        supported: u32,
    },
    /// A section is of a later version.
    #[error(
        "this project was saved by a newer version of Bonewright (section {section} has version {found}, this program reads up to {supported}) and was left as it is"
    )]
    NewerSection {
        /// The name of the section.
        section: String,
        /// Its version.
        found: u16,
        /// The newest that this program reads.
        supported: u16,
    },
    /// Neither the table of sections nor its copy can be read.
    #[error(
        "the table of sections of this project, and the copy of it at the end, are damaged (the file has {length} bytes)"
    )]
    TableDamaged {
        /// Length of the file.
        length: usize,
    },
}

/// Why a project file cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The file cannot be read.
    #[error("{}: cannot be read: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The file was read but is no project for this program.
    #[error("{}: {source}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: ReadError,
    },
}

/// What is wrong with one section.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SectionFault {
    /// The file ends before the section does.
    #[error("the file ends after {found} of its {expected} bytes")]
    Truncated {
        /// Bytes that are there.
        found: u64,
        /// Bytes that should be.
        expected: u64,
    },
    /// The bytes are not those that were written.
    #[error("its checksum does not match")]
    Checksum,
    /// It would take more memory than a project may.
    #[error("it claims to unpack to {length} bytes, which is more than a project may")]
    TooLarge {
        /// Bytes once unpacked.
        length: u64,
    },
    /// It unpacks to another length than the table says.
    #[error("it unpacks to {found} bytes instead of {expected}")]
    RawLength {
        /// Bytes once unpacked.
        found: u64,
        /// Bytes that the table names.
        expected: u64,
    },
    /// The bytes are those that were written, but make no sense.
    #[error("its content makes no sense: {0}")]
    Content(String),
    /// It is sound by itself but does not go with the rest of the model.
    #[error("it does not go with the rest of the model: {0}")]
    Unfit(String),
    /// There should be one, and there is none.
    #[error("it is missing")]
    Missing,
    /// There are two of this name; the first is used.
    #[error("it is there more than once, the first one counts")]
    Duplicate,
    /// The front of the file is damaged.
    #[error("it is damaged at the front of the file, its copy at the end was used")]
    TableFront,
    /// Every section is sound, but together they are not what was saved.
    #[error("the content is not what was saved, though every section by itself is")]
    ContentHash,
}

/// Why a project was not saved. The file is as it was before.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// The document cannot be written: a fault of the program.
    #[error("{}: cannot be saved: {message}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// What does not fit.
        message: String,
    },
    /// The file cannot be written.
    #[error(transparent)]
    Write(#[from] AtomicWriteError),
}
