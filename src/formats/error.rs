//! What can be wrong with a file, where, and whose fault it is.

use std::fmt;

use crate::bytes::ReadError;

/// Why a file can't be read or written, with the place in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError {
    /// The byte the trouble is at, counted from the start of the file (or companion file).
    pub offset: usize,
    /// The part of the file, as a path such as `bones[12].rotation.values[3]`; may be empty.
    pub chunk: String,
    /// What is wrong.
    pub kind: FormatErrorKind,
}

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormatErrorKind {
    /// The file ends before the part does.
    #[error("{needed} bytes are needed, but the file has only {available} left there")]
    Truncated {
        /// Bytes the part takes.
        needed: u64,
        /// Bytes the file has from the offset on.
        available: u64,
    },
    /// The file begins with something else than its format asks for.
    #[error("the file should begin with \"{}\", but begins with \"{}\"", ascii(.expected), ascii(.found))]
    BadMagic {
        /// What the format asks for.
        expected: [u8; 4],
        /// What is there.
        found: [u8; 4],
    },
    /// A number can't mean anything.
    #[error("{field} is {value}, but must not be above {limit}")]
    OutOfRange {
        /// The name of the number.
        field: &'static str,
        /// Its value in the file.
        value: u64,
        /// The largest value that makes sense.
        limit: u64,
    },
    /// The format is known, this version of it is not.
    #[error("version {version} of this format isn't supported")]
    UnsupportedVersion {
        /// The version the file names.
        version: u32,
    },
    /// The format is known, and one version of it is read, which is not this one.
    #[error("this is version {version} of the format, and only version {readable} is read")]
    OtherVersion {
        /// The version the file names.
        version: u32,
        /// The version that is read.
        readable: u32,
    },
    /// A part goes on beyond the end of the part that it lies in.
    #[error("{needed} bytes are needed, but the part they lie in has only {available} left there")]
    Overrun {
        /// Bytes the part takes.
        needed: u64,
        /// Bytes that the part around it has left.
        available: u64,
    },
    /// A size leaves no room for what always has to be there.
    #[error("{field} is {value}, but must not be below {least}")]
    TooSmall {
        /// The name of the size.
        field: &'static str,
        /// Its value in the file.
        value: u64,
        /// The least that makes sense.
        least: u64,
    },
    /// A part has a name that is not the one that has to be there.
    #[error("\"{}\" has to be here, but \"{}\" is", ascii(.expected), ascii(.found))]
    WrongTag {
        /// The name that has to be there.
        expected: [u8; 4],
        /// What is there.
        found: [u8; 4],
    },
    /// A part that every file has is not there.
    #[error("the file has no \"{}\" part", ascii(.tag))]
    MissingPart {
        /// The name of the part.
        tag: [u8; 4],
    },
    /// Two lists that go together don't have the same length, so they can't be written.
    #[error("{count} {field} can't be written with {other_count} {other}")]
    UnequalLists {
        /// What the one list holds.
        field: &'static str,
        /// Its length.
        count: u64,
        /// What the other list holds.
        other: &'static str,
        /// Its length.
        other_count: u64,
    },
    /// Written like this, it would be read as something else.
    #[error("\"{}\" can't be written here, because it would be read as something else", ascii(.tag))]
    Ambiguous {
        /// The name of the part.
        tag: [u8; 4],
    },
    /// Reading on would take more memory than a file of this size may.
    #[error("{field} would grow to {value}, above the limit of {limit}")]
    LimitExceeded {
        /// What grows.
        field: &'static str,
        /// How far it would grow.
        value: u64,
        /// How far it may.
        limit: u64,
    },
    /// The file is one of the several that a tile consists of since Cataclysm.
    #[error(
        "this is a part of a tile that Cataclysm and later games split into several files; its \
         root (.adt) and its textures (_tex0.adt) have to lie beside each other"
    )]
    SplitTile,
    /// The file is an incremental patch (`PTCH`).
    #[error(
        "this is an incremental patch (PTCH) with a model's file name, not a model; \
         it has to be applied to its base file first"
    )]
    PatchFile,
}

impl FormatError {
    /// An error at `offset`, in no named part yet.
    pub fn new(offset: usize, kind: FormatErrorKind) -> Self {
        Self {
            offset,
            chunk: String::new(),
            kind,
        }
    }

    /// The same error, with `part` put before the path of the part it is in.
    #[must_use]
    pub fn within(mut self, part: &str) -> Self {
        let dot = if self.chunk.is_empty() || self.chunk.starts_with('[') {
            ""
        } else {
            "."
        };
        self.chunk = format!("{part}{dot}{}", self.chunk);
        self
    }

    /// The same error, in item `index` of an array.
    #[must_use]
    pub fn at_index(self, index: usize) -> Self {
        self.within(&format!("[{index}]"))
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.chunk.is_empty() {
            write!(f, "At byte {}: {}.", self.offset, self.kind)
        } else {
            write!(f, "{} at byte {}: {}.", self.chunk, self.offset, self.kind)
        }
    }
}

impl std::error::Error for FormatError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.kind)
    }
}

impl From<ReadError> for FormatError {
    fn from(error: ReadError) -> Self {
        let kind = FormatErrorKind::Truncated {
            needed: error.needed as u64,
            available: error.available as u64,
        };
        Self::new(error.offset, kind)
    }
}

/// Four bytes as text, with what can't be printed as `\x..`.
fn ascii(magic: &[u8; 4]) -> String {
    magic.escape_ascii().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_one_sentence_with_path_and_offset() {
        let kind = FormatErrorKind::Truncated {
            needed: 400,
            available: 12,
        };
        let error = FormatError::new(64, kind)
            .at_index(3)
            .within("values")
            .at_index(1);
        let error = error.within("bones");
        assert_eq!(
            error.to_string(),
            "bones[1].values[3] at byte 64: 400 bytes are needed, but the file has only 12 left there."
        );
    }

    #[test]
    fn a_wrong_magic_is_shown_as_text() {
        let kind = FormatErrorKind::BadMagic {
            expected: *b"MD20",
            found: *b"BM\x00\xff",
        };
        assert_eq!(
            FormatError::new(0, kind).to_string(),
            "At byte 0: the file should begin with \"MD20\", but begins with \"BM\\x00\\xff\"."
        );
    }
}
