//! Writing a file so that it appears whole or not at all.
//!
//! * The bytes go to a temporary file in the same folder, are flushed to the disk, read back and
//!   compared; only then does the file take its name.
//! * At every moment the name holds either the old file or the new one.
//! * After an error the old file is untouched and the temporary one is gone. The one exception,
//!   [`WriteStep::SyncFolder`], says so.

use super::storage::{Disk, Storage};
use std::ffi::OsString;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes written or compared between two reports of progress.
const BLOCK: usize = 1 << 20;

/// What becomes of a file that was there before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Previous {
    /// It is replaced.
    Replace,
    /// It stays as `<name>.bak`, in place of an older one.
    #[default]
    Backup,
    /// It stays as `<name>.old-1`, or the first number that is free: for a file that was opened
    /// with damage and may be worth more than its successor.
    SetAside,
}

/// A step of the write, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteStep {
    /// Making the temporary file.
    Create,
    /// Writing the bytes.
    Write,
    /// Flushing them to the disk.
    Sync,
    /// Reading them back.
    ReadBack,
    /// Keeping the version before.
    KeepPrevious,
    /// Giving the new file its name.
    Rename,
    /// Flushing the folder. After a failure here the new file has its name all the same.
    SyncFolder,
}

/// Why a file was not written.
#[derive(Debug, thiserror::Error)]
pub enum AtomicWriteError {
    /// The system refused a step.
    #[error("{}", sentence(path, *step, source))]
    Io {
        /// The file.
        path: PathBuf,
        /// The step.
        step: WriteStep,
        /// What the system said.
        source: io::Error,
    },
    /// What was read back is not what was written.
    #[error("{}: was not written: the disk gave back something else at byte {offset}; the file is as it was", path.display())]
    ReadBack {
        /// The file.
        path: PathBuf,
        /// The first byte that differs.
        offset: u64,
    },
    /// The caller called it off.
    #[error("{}: was not written: called off; the file is as it was", path.display())]
    CalledOff {
        /// The file.
        path: PathBuf,
    },
}

fn sentence(path: &Path, step: WriteStep, source: &io::Error) -> String {
    use io::ErrorKind as Kind;
    let path = path.display();
    let reason = match source.kind() {
        Kind::StorageFull | Kind::QuotaExceeded => "the disk is full".to_owned(),
        Kind::ReadOnlyFilesystem | Kind::PermissionDenied => {
            "its folder may not be written to".to_owned()
        }
        Kind::NotFound if step == WriteStep::Create => "its folder does not exist".to_owned(),
        _ => source.to_string(),
    };
    match step {
        WriteStep::SyncFolder => {
            format!("{path}: was written, but the disk did not confirm its name: {reason}")
        }
        WriteStep::KeepPrevious => format!(
            "{path}: was not written: the version before could not be kept: {reason}; the file is as it was"
        ),
        _ => format!("{path}: was not written: {reason}; the file is as it was"),
    }
}

/// Called with the step and the bytes done in it; breaking calls the write off.
pub type OnBlock<'a> = dyn FnMut(WriteStep, u64) -> ControlFlow<()> + 'a;

/// Writes `pieces`, one after the other, as the file at `path`.
pub fn atomic_write(
    path: &Path,
    pieces: &[&[u8]],
    previous: Previous,
) -> Result<(), AtomicWriteError> {
    atomic_write_with(&Disk, path, pieces, previous, &mut |_, _| {
        ControlFlow::Continue(())
    })
}

/// As [`atomic_write`], to any storage, with progress.
pub fn atomic_write_with(
    storage: &dyn Storage,
    path: &Path,
    pieces: &[&[u8]],
    previous: Previous,
    on_block: &mut OnBlock<'_>,
) -> Result<(), AtomicWriteError> {
    let write = Write::new(storage, path);
    let result = write
        .stage(pieces, on_block)
        .and_then(|()| write.take_name(previous, on_block));
    if result.is_err() {
        write.discard();
    }
    result
}

/// Writes files that belong together. All of them lie on the disk, read back and compared, before
/// the first takes its name, so a full disk or a damaged one leaves every file as it was.
pub fn atomic_write_set(
    storage: &dyn Storage,
    files: &[(&Path, &[u8])],
    previous: Previous,
    on_file: &mut dyn FnMut(&Path),
) -> Result<(), AtomicWriteError> {
    let mut on_block = |_, _| ControlFlow::Continue(());
    let writes: Vec<_> = files
        .iter()
        .map(|(path, _)| Write::new(storage, path))
        .collect();
    let staged = writes
        .iter()
        .zip(files)
        .try_for_each(|(write, (path, bytes))| {
            on_file(path);
            write.stage(&[bytes], &mut on_block)
        });
    let result = staged.and_then(|()| {
        writes
            .iter()
            .try_for_each(|write| write.take_name(previous, &mut on_block))
    });
    if result.is_err() {
        writes.iter().for_each(Write::discard);
    }
    result
}

struct Write<'a> {
    storage: &'a dyn Storage,
    /// As the caller named it, for messages.
    path: &'a Path,
    target: PathBuf,
    temporary: PathBuf,
}

impl<'a> Write<'a> {
    fn new(storage: &'a dyn Storage, path: &'a Path) -> Self {
        let target = storage.resolve(path);
        Self {
            storage,
            path,
            temporary: sibling(&target, Temporary),
            target,
        }
    }

    /// Puts the bytes on the disk under the temporary name.
    fn stage(&self, pieces: &[&[u8]], on_block: &mut OnBlock<'_>) -> Result<(), AtomicWriteError> {
        self.write_temporary(pieces, on_block)?;
        self.read_back(pieces, on_block)
    }

    /// Takes the temporary file away again.
    fn discard(&self) {
        // Gone already after a late failure; nothing more can be done if it will not go.
        let _ = self.storage.remove(&self.temporary);
    }

    /// Gives the staged file its name.
    fn take_name(
        &self,
        previous: Previous,
        on_block: &mut OnBlock<'_>,
    ) -> Result<(), AtomicWriteError> {
        let storage = self.storage;
        if storage.exists(&self.target) {
            // Where permissions cannot be set the new file keeps its own.
            let _ = storage.copy_permissions(&self.target, &self.temporary);
            self.keep(previous)
                .map_err(|source| self.failed(WriteStep::KeepPrevious, source))?;
        }
        self.go_on(on_block, WriteStep::Rename, 0)?;
        storage
            .rename(&self.temporary, &self.target)
            .map_err(|source| self.failed(WriteStep::Rename, source))?;
        storage
            .sync_folder(folder_of(&self.target))
            .map_err(|source| self.failed(WriteStep::SyncFolder, source))
    }

    fn write_temporary(
        &self,
        pieces: &[&[u8]],
        on_block: &mut OnBlock<'_>,
    ) -> Result<(), AtomicWriteError> {
        let mut file = self
            .storage
            .create(&self.temporary)
            .map_err(|source| self.failed(WriteStep::Create, source))?;
        let mut done = 0;
        for block in pieces.iter().flat_map(|piece| piece.chunks(BLOCK)) {
            self.go_on(on_block, WriteStep::Write, done)?;
            file.write_all(block)
                .map_err(|source| self.failed(WriteStep::Write, source))?;
            done += block.len() as u64;
        }
        self.go_on(on_block, WriteStep::Sync, done)?;
        file.flush()
            .and_then(|()| file.sync())
            .map_err(|source| self.failed(WriteStep::Sync, source))
    }

    fn read_back(
        &self,
        pieces: &[&[u8]],
        on_block: &mut OnBlock<'_>,
    ) -> Result<(), AtomicWriteError> {
        let failed = |source| self.failed(WriteStep::ReadBack, source);
        let differs = |offset| AtomicWriteError::ReadBack {
            path: self.path.to_owned(),
            offset,
        };
        let mut file = self.storage.open(&self.temporary).map_err(failed)?;
        let mut buffer = vec![0; BLOCK / 4];
        let mut done = 0;
        for block in pieces.iter().flat_map(|piece| piece.chunks(BLOCK / 4)) {
            self.go_on(on_block, WriteStep::ReadBack, done)?;
            let found = buffer.get_mut(..block.len()).unwrap_or_default();
            match file.read_exact(found) {
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                    return Err(differs(done));
                }
                other => other.map_err(failed)?,
            }
            if found != block {
                let same = found.iter().zip(block).take_while(|(a, b)| a == b).count();
                return Err(differs(done + same as u64));
            }
            done += block.len() as u64;
        }
        match file.read(&mut buffer).map_err(failed)? {
            0 => Ok(()),
            _ => Err(differs(done)),
        }
    }

    /// Makes the old file be at its second name too, and only then replaces an older one there.
    fn keep(&self, previous: Previous) -> io::Result<()> {
        let storage = self.storage;
        let kept = match previous {
            Previous::Replace => return Ok(()),
            Previous::Backup => sibling(&self.target, Suffix("bak")),
            Previous::SetAside => {
                let mut number = 1u32;
                loop {
                    let kept = sibling(&self.target, Suffix(&format!("old-{number}")));
                    if !storage.exists(&kept) {
                        break kept;
                    }
                    number += 1;
                }
            }
        };
        let passing = sibling(&self.target, Temporary);
        storage
            .duplicate(&self.target, &passing)
            .and_then(|()| storage.rename(&passing, &kept))
            .inspect_err(|_| {
                let _ = storage.remove(&passing);
            })
    }

    fn go_on(
        &self,
        on_block: &mut OnBlock<'_>,
        step: WriteStep,
        done: u64,
    ) -> Result<(), AtomicWriteError> {
        match on_block(step, done) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(AtomicWriteError::CalledOff {
                path: self.path.to_owned(),
            }),
        }
    }

    fn failed(&self, step: WriteStep, source: io::Error) -> AtomicWriteError {
        AtomicWriteError::Io {
            path: self.path.to_owned(),
            step,
            source,
        }
    }
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// The name of a second file beside the first.
enum Sibling<'a> {
    /// Hidden, and used by nobody else.
    Temporary,
    /// The name with something after it.
    Suffix(&'a str),
}
use Sibling::{Suffix, Temporary};

fn sibling(target: &Path, sibling: Sibling<'_>) -> PathBuf {
    static COUNTER: AtomicU64 = AtomicU64::new(0);
    let name = target.file_name().unwrap_or_default();
    let mut file_name = OsString::new();
    match sibling {
        Temporary => {
            let number = COUNTER.fetch_add(1, Ordering::Relaxed);
            file_name.push(".");
            file_name.push(name);
            file_name.push(format!(".{}-{number}.tmp", std::process::id()));
        }
        Suffix(suffix) => {
            file_name.push(name);
            file_name.push(".");
            file_name.push(suffix);
        }
    }
    target.with_file_name(file_name)
}
