//! The file in which the history keeps edits that are too much for its memory.

use super::edit_bytes;
use crate::edit::{Edit, EditStore, Ticket};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_64;

/// A file without a name: it is gone with the program, however that ends.
#[derive(Debug)]
pub struct SpillFile {
    folder: PathBuf,
    file: Option<File>,
    length: u64,
}

impl SpillFile {
    /// A file in `folder`, made when the first edit is put into it.
    pub fn in_folder(folder: &Path) -> Self {
        Self {
            folder: folder.to_owned(),
            file: None,
            length: 0,
        }
    }

    /// On a file that was made elsewhere; what is in it is overwritten.
    pub fn on_file(file: File) -> Self {
        Self {
            folder: PathBuf::new(),
            file: Some(file),
            length: 0,
        }
    }

    fn file(&mut self) -> io::Result<&mut File> {
        let file = match self.file.take() {
            Some(file) => file,
            None => {
                std::fs::create_dir_all(&self.folder)?;
                tempfile::tempfile_in(&self.folder)?
            }
        };
        Ok(self.file.insert(file))
    }

    fn write_at(&mut self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        let file = self.file()?;
        file.seek(SeekFrom::Start(offset))?;
        file.write_all(bytes)
    }

    fn read_at(&mut self, ticket: Ticket) -> io::Result<Vec<u8>> {
        let file = self.file()?;
        file.seek(SeekFrom::Start(ticket.offset))?;
        let mut bytes = Vec::new();
        file.take(ticket.length).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

impl EditStore for SpillFile {
    fn put(&mut self, edit: &Edit) -> Result<Ticket, String> {
        let bytes = edit_bytes::write(edit)?;
        let ticket = Ticket {
            offset: self.length,
            length: bytes.len() as u64,
            checksum: xxh3_64(&bytes),
        };
        self.write_at(ticket.offset, &bytes)
            .map_err(|error| format!("the history's file can't be written ({error})"))?;
        self.length += ticket.length;
        Ok(ticket)
    }

    fn get(&mut self, ticket: Ticket) -> Result<Edit, String> {
        let bytes = self
            .read_at(ticket)
            .map_err(|error| format!("the history's file can't be read ({error})"))?;
        if bytes.len() as u64 != ticket.length || xxh3_64(&bytes) != ticket.checksum {
            return Err("the history's file on the disk is damaged".to_owned());
        }
        edit_bytes::read(&bytes).map_err(|reason| format!("the history's file: {reason}"))
    }

    fn clear(&mut self) {
        if self.length == 0 {
            return;
        }
        self.length = 0;
        if let Some(file) = &self.file {
            // The space comes back with the end of the program if it does not now.
            let _ = file.set_len(0);
        }
    }
}
