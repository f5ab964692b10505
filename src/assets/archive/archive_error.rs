//! What can go wrong with an archive, each in a sentence.

/// Why an archive, or a file in it, can't be read or written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArchiveError {
    /// No header was found that leads to tables.
    #[error("no archive can be read from these {bytes} bytes: {reason}")]
    NoArchive {
        /// Length of the file.
        bytes: u64,
        /// What was missing.
        reason: String,
    },
    /// A file is not in the archive.
    #[error("the archive has no file {name}")]
    NotFound {
        /// Its name.
        name: String,
    },
    /// A file is there, but its bytes can't be had.
    #[error("{name} (block {block}, at byte {offset}) can't be read: {reason}")]
    Unreadable {
        /// Its name.
        name: String,
        /// Number of its block.
        block: u32,
        /// Where its bytes begin in the file that holds the archive.
        offset: u64,
        /// Why not.
        reason: String,
    },
    /// A file would be larger than its stored bytes can be.
    #[error("{name} claims to be {bytes} bytes, more than its {packed} stored bytes can hold")]
    TooLarge {
        /// Its name.
        name: String,
        /// What it claims.
        bytes: u64,
        /// Its stored bytes.
        packed: u64,
    },
    /// The archive can be read, but no file can be put into it.
    #[error(
        "nothing can be written into this archive: {reason}; export the terrain as a .w3e of its own instead"
    )]
    NotWritable {
        /// Why not.
        reason: String,
    },
    /// The new archive is not what it should be: a fault of the program; nothing was written.
    #[error("the new archive does not read back: {reason}")]
    ReadBack {
        /// What differs.
        reason: String,
    },
}
