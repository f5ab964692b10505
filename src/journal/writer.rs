//! Writing a journal: one write for each entry, so that only the last one can be torn.

use super::frame::{frame, preamble};
use super::kept_files::{kept_name, kept_path};
use super::{Header, Record, remove_journal};
use crate::document::Document;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Records from one with a content hash to the next.
const HASH_EVERY: u32 = 32;

/// What came of appending a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Appended {
    /// It is in the file.
    Written,
    /// It is too long for a frame; nothing was written.
    TooLong,
}

/// A journal that is being written. It is locked for as long as this lives, so that nobody takes it
/// for one that a crash left behind.
#[derive(Debug)]
pub struct JournalWriter {
    path: PathBuf,
    file: File,
    /// Files that the next [`JournalWriter::unsynced`] gives.
    unsynced: Vec<File>,
    kept_count: usize,
    since_hash: u32,
}

impl JournalWriter {
    /// Begins a journal at a path where there is no file; `start` makes the header and may keep
    /// files beside it.
    ///
    /// # Errors
    /// If there is a file, or the system refuses one. Nothing is left behind then.
    pub fn create(
        path: &Path,
        start: impl FnOnce(&mut Self) -> io::Result<Header>,
    ) -> io::Result<Self> {
        // Locked under another name first: a journal never stands there without its lock.
        let passing = path.with_file_name(format!(
            ".{}.{}.tmp",
            path.file_name().unwrap_or_default().to_string_lossy(),
            std::process::id()
        ));
        // Only a program that was killed can have left one with the number of this one.
        let _ = std::fs::remove_file(&passing);
        let file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(&passing)?;
        // A disk without locks is used without; then a second window may offer this journal.
        let _ = file.try_lock();
        let mut writer = Self {
            path: path.to_owned(),
            file,
            unsynced: Vec::new(),
            kept_count: 0,
            since_hash: 0,
        };
        let begun = begin(&mut writer, &passing, start);
        let _ = std::fs::remove_file(&passing);
        if let Err(error) = begun {
            for number in 0..writer.kept_count {
                let _ = std::fs::remove_file(path.with_file_name(kept_name(path, number)));
            }
            return Err(error);
        }
        Ok(writer)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Appends a record with a single write; now and then with the content hash of `document`.
    ///
    /// # Errors
    /// If the system refuses the write; what is in the file before stays good.
    pub fn append(&mut self, mut record: Record, document: &Document) -> io::Result<Appended> {
        self.since_hash += 1;
        if self.since_hash >= HASH_EVERY {
            self.since_hash = 0;
            record.content = Some(document.content_hash());
        }
        let Some(frame) = frame(&record) else {
            return Ok(Appended::TooLong);
        };
        self.file.write_all(&frame)?;
        Ok(Appended::Written)
    }

    /// Puts bytes into a file beside the journal and gives its name.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn keep(&mut self, bytes: &[u8]) -> io::Result<String> {
        let (name, path) = self.next_kept();
        let mut file = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(true)
            .open(path)?;
        file.write_all(bytes)?;
        self.unsynced.push(file);
        Ok(name)
    }

    /// Gives a file a second name beside the journal; it then stays when the first one goes.
    ///
    /// # Errors
    /// If the system refuses, as between two disks.
    pub fn keep_link(&mut self, file: &Path) -> io::Result<String> {
        let (name, path) = self.next_kept();
        // Left behind by a journal of this name that is gone.
        let _ = std::fs::remove_file(&path);
        std::fs::hard_link(file, path)?;
        Ok(name)
    }

    /// What has to be flushed to the disk, for a thread that has the time.
    ///
    /// # Errors
    /// If the system has no second handle for the journal.
    pub fn unsynced(&mut self) -> io::Result<Vec<File>> {
        let journal = self.file.try_clone()?;
        let mut files = std::mem::take(&mut self.unsynced);
        files.push(journal);
        Ok(files)
    }

    /// Ends the journal and removes it: its work is saved, or nobody wants it.
    ///
    /// # Errors
    /// If it can't be removed.
    pub fn remove(self) -> io::Result<()> {
        remove_journal(&self.path)
    }

    /// Writes elsewhere from now on, as onto a disk that is full.
    #[cfg(test)]
    pub(crate) fn write_to(&mut self, file: File) {
        self.file = file;
    }

    fn next_kept(&mut self) -> (String, PathBuf) {
        let name = kept_name(&self.path, self.kept_count);
        self.kept_count += 1;
        let path = kept_path(&self.path, &name).unwrap_or_else(|| self.path.with_file_name(&name));
        (name, path)
    }
}

/// Writes the start and gives the file its name.
fn begin(
    writer: &mut JournalWriter,
    passing: &Path,
    start: impl FnOnce(&mut JournalWriter) -> io::Result<Header>,
) -> io::Result<()> {
    if writer.path.exists() {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    let header = start(writer)?;
    let mut bytes = preamble();
    bytes.extend(frame(&header).ok_or(io::ErrorKind::InvalidData)?);
    writer.file.write_all(&bytes)?;
    // Two windows on one project must not take the same name; a link fails where a rename wins.
    match std::fs::hard_link(passing, &writer.path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        Err(_) => std::fs::rename(passing, &writer.path),
        Ok(()) => Ok(()),
    }
}
