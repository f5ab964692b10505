//! What can be wrong with a text skeleton, with the line and column to look at.

/// Why a text is no skeleton.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Line {line}, column {column}: {kind}.")]
pub struct BoneTextError {
    /// The line, counted from 1.
    pub line: usize,
    /// The character in the line, counted from 1.
    pub column: usize,
    /// What is wrong there.
    pub kind: BoneTextErrorKind,
}

/// What is wrong with a text skeleton.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoneTextErrorKind {
    /// The bytes are not UTF-8.
    #[error("this is no text (UTF-8)")]
    NotText,
    /// The first line does not say what the file is.
    #[error("the first line has to be \"bonetext 1\"")]
    NoHeader,
    /// The file is of a later version of the grammar.
    #[error("version {found:?} of text skeletons isn't known; only version 1 is read")]
    Version {
        /// What stands there.
        found: String,
    },
    /// A line begins with something else than a bone.
    #[error("a line begins with \"bone\" or with # for a comment, not with {found:?}")]
    NoBone {
        /// What stands there.
        found: String,
    },
    /// No field of a bone has this name.
    #[error(
        "{found:?} is no field of a bone; there are parent, position, rotation, length, width and \
         colour"
    )]
    NoField {
        /// What stands there.
        found: String,
    },
    /// The line ends before it says everything.
    #[error("the line ends where {wanted} is wanted")]
    Missing {
        /// What is wanted.
        wanted: &'static str,
    },
    /// Something stands where something else is wanted.
    #[error("{found:?} stands where {wanted} is wanted")]
    Wrong {
        /// What is wanted.
        wanted: &'static str,
        /// What stands there.
        found: String,
    },
    /// A number is too large or too small to be meant.
    #[error("{found:?} is out of range: {wanted} is wanted")]
    OutOfRange {
        /// What is wanted.
        wanted: &'static str,
        /// What stands there.
        found: String,
    },
    /// A bone says the same thing twice.
    #[error("the bone already has a {field}")]
    Twice {
        /// The field.
        field: &'static str,
    },
    /// A quoted name has no end.
    #[error("the quote that begins here does not end on this line")]
    OpenQuote,
    /// A backslash in a quoted name is followed by something that means nothing.
    #[error("after \\ only \", \\, n, r, t or u{{number}} may follow")]
    BadEscape,
    /// There are more bones than references can tell apart.
    #[error("there are more than {limit} bones")]
    TooManyBones {
        /// The most that is read.
        limit: usize,
    },
}
