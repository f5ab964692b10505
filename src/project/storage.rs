//! The few things an atomic write asks of a disk, so that a test can stand in for a full one.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// A file being written.
pub trait StorageFile: Write {
    /// Waits until everything written is on the disk.
    fn sync(&mut self) -> io::Result<()>;
}

/// Where files are written.
pub trait Storage {
    /// The file that a path leads to, symbolic links followed.
    fn resolve(&self, path: &Path) -> PathBuf;

    /// Whether there is something at `path`.
    fn exists(&self, path: &Path) -> bool;

    /// A new file at `path`, where nothing may be yet.
    fn create(&self, path: &Path) -> io::Result<Box<dyn StorageFile>>;

    /// The file at `path`, to read.
    fn open(&self, path: &Path) -> io::Result<Box<dyn Read>>;

    /// Gives the file at `to` the permissions of the one at `from`.
    fn copy_permissions(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Makes the file at `from` also be at `to`, where nothing may be yet.
    fn duplicate(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Moves a file; one that is at `to` is replaced in one step.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Takes a file away.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Waits until the names in a folder are on the disk.
    fn sync_folder(&self, folder: &Path) -> io::Result<()>;
}

/// The file system.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

impl StorageFile for File {
    fn sync(&mut self) -> io::Result<()> {
        self.sync_all()
    }
}

impl Storage for Disk {
    fn resolve(&self, path: &Path) -> PathBuf {
        if path.is_symlink() {
            fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
        } else {
            path.to_owned()
        }
    }

    fn exists(&self, path: &Path) -> bool {
        path.symlink_metadata().is_ok()
    }

    fn create(&self, path: &Path) -> io::Result<Box<dyn StorageFile>> {
        let file = OpenOptions::new().write(true).create_new(true).open(path)?;
        Ok(Box::new(file))
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn Read>> {
        Ok(Box::new(File::open(path)?))
    }

    fn copy_permissions(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::set_permissions(to, fs::metadata(from)?.permissions())
    }

    fn duplicate(&self, from: &Path, to: &Path) -> io::Result<()> {
        // File systems without hard links get a copy.
        fs::hard_link(from, to).or_else(|_| {
            fs::copy(from, to)?;
            File::open(to)?.sync_all()
        })
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    #[cfg(unix)]
    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        File::open(folder)?.sync_all()
    }

    #[cfg(not(unix))]
    fn sync_folder(&self, _: &Path) -> io::Result<()> {
        Ok(())
    }
}
