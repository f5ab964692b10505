//! The first four bytes of a file.

use crate::bytes::ByteReader;
use crate::formats::{FormatError, FormatErrorKind};

/// The first bytes of an incremental patch, which carries the name of the file it patches.
const PATCH_MAGIC: [u8; 4] = *b"PTCH";

/// Refuses files that begin with something else than `expected`, patches by a sentence of their own.
pub(super) fn check_magic(bytes: &[u8], expected: [u8; 4]) -> Result<(), FormatError> {
    let found = ByteReader::new(bytes).array::<4>()?;
    if found == expected {
        return Ok(());
    }
    let kind = match found {
        PATCH_MAGIC => FormatErrorKind::PatchFile,
        _ => FormatErrorKind::BadMagic { expected, found },
    };
    Err(FormatError::new(0, kind))
}
