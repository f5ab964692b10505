//! Reading a journal frame by frame, up to where it is torn or damaged.

use super::frame::{FRAME_HEAD, FRAME_LIMIT, MAGIC, PREAMBLE, VERSION, holds_a_frame, read_head};
use super::{Header, JournalError, Record};
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_64;

/// What comes after the last record that can be read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Tail {
    /// Nothing.
    #[default]
    Whole,
    /// The last frame was not written to its end; it is cut.
    Torn {
        /// How many bytes are cut.
        bytes: u64,
    },
    /// A frame is damaged, and others follow that can't be trusted without it.
    Damaged {
        /// Where it begins.
        offset: u64,
        /// How many bytes are left from there.
        bytes: u64,
        /// What is wrong.
        reason: String,
    },
}

impl Tail {
    /// What to tell the user; `None` if there is nothing.
    pub fn sentence(&self) -> Option<String> {
        match self {
            Self::Whole => None,
            Self::Torn { bytes } => Some(format!(
                "The last entry was not written to its end; its {bytes} bytes are cut."
            )),
            Self::Damaged {
                offset,
                bytes,
                reason,
            } => Some(format!(
                "The journal is damaged at byte {offset} ({reason}); the {bytes} bytes from there \
                 on are left out."
            )),
        }
    }
}

/// A journal that is read from its start to its end.
///
/// Takes no more memory than its longest frame, whatever the bytes.
#[derive(Debug)]
pub struct JournalReader {
    path: PathBuf,
    file: BufReader<File>,
    length: u64,
    offset: u64,
    header: Header,
    tail: Option<Tail>,
}

impl JournalReader {
    /// Opens a journal and reads what it starts from.
    ///
    /// # Errors
    /// If it is no journal, of a later version, or its first frame can't be read.
    pub fn open(path: &Path) -> Result<Self, JournalError> {
        let failed = |source| JournalError::Read {
            path: path.to_owned(),
            source,
        };
        let file = File::open(path).map_err(failed)?;
        let length = file.metadata().map_err(failed)?.len();
        let mut file = BufReader::new(file);
        let mut preamble = Vec::new();
        file.by_ref()
            .take(PREAMBLE as u64)
            .read_to_end(&mut preamble)
            .map_err(failed)?;
        let version = preamble
            .strip_prefix(&MAGIC)
            .and_then(|rest| <[u8; 4]>::try_from(rest).ok())
            .map(u32::from_le_bytes)
            .ok_or_else(|| JournalError::NotAJournal {
                path: path.to_owned(),
            })?;
        if version > VERSION {
            return Err(JournalError::Newer {
                path: path.to_owned(),
                found: version,
                supported: VERSION,
            });
        }
        let mut reader = Self {
            path: path.to_owned(),
            file,
            length,
            offset: PREAMBLE as u64,
            header: Header::nothing(),
            tail: None,
        };
        let header = match reader.payload().map_err(failed)? {
            Ok(payload) => serde_json::from_slice(&payload).map_err(|error| error.to_string()),
            Err(Tail::Damaged { reason, .. }) => Err(reason),
            Err(_) => Err("it was not written to its end".to_owned()),
        };
        match header {
            Ok(header) => {
                reader.header = header;
                Ok(reader)
            }
            Err(reason) => Err(JournalError::Header {
                path: path.to_owned(),
                offset: PREAMBLE as u64,
                reason,
            }),
        }
    }

    /// What it starts from.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The next record; `None` at the end, which [`JournalReader::tail`] then describes.
    ///
    /// # Errors
    /// If the system stops giving the file.
    pub fn next_record(&mut self) -> Result<Option<Record>, JournalError> {
        if self.tail.is_some() {
            return Ok(None);
        }
        if self.offset == self.length {
            self.tail = Some(Tail::Whole);
            return Ok(None);
        }
        let offset = self.offset;
        let payload = self.payload().map_err(|source| JournalError::Read {
            path: self.path.clone(),
            source,
        })?;
        let record = payload.and_then(|payload| {
            serde_json::from_slice(&payload).map_err(|error| Tail::Damaged {
                offset,
                bytes: self.length - offset,
                reason: format!("the entry is nothing this program knows: {error}"),
            })
        });
        match record {
            Ok(record) => Ok(Some(record)),
            Err(tail) => {
                self.tail = Some(tail);
                Ok(None)
            }
        }
    }

    /// What comes after the last record; call it once there are no more.
    pub fn tail(&self) -> Tail {
        self.tail.clone().unwrap_or_default()
    }

    /// The payload of the frame at the current place, or what is there instead.
    fn payload(&mut self) -> io::Result<Result<Vec<u8>, Tail>> {
        let left = self.length.saturating_sub(self.offset);
        let mut head = [0; FRAME_HEAD];
        if left < FRAME_HEAD as u64 {
            return Ok(Err(Tail::Torn { bytes: left }));
        }
        self.file.read_exact(&mut head)?;
        let (length, checksum) = read_head(&head);
        let after_head = left - FRAME_HEAD as u64;
        if length as u64 > after_head || length > FRAME_LIMIT {
            return self.tail_of(left, &head, Vec::new(), "its length can't be");
        }
        let mut payload = vec![0; length];
        self.file.read_exact(&mut payload)?;
        if xxh3_64(&payload) != checksum {
            return self.tail_of(left, &head, payload, "its checksum does not fit");
        }
        self.offset += (FRAME_HEAD + length) as u64;
        Ok(Ok(payload))
    }

    /// Whether what is left, which begins with `head` and `read`, was torn off or is damaged.
    fn tail_of(
        &mut self,
        left: u64,
        head: &[u8],
        read: Vec<u8>,
        reason: &str,
    ) -> io::Result<Result<Vec<u8>, Tail>> {
        let mut bytes = head.to_vec();
        bytes.extend(read);
        // A torn frame is at most one frame long, so nobody has to look farther than that.
        let window = (FRAME_LIMIT + 4 * FRAME_HEAD) as u64;
        self.file.by_ref().take(window).read_to_end(&mut bytes)?;
        let is_zero = bytes.iter().all(|&byte| byte == 0);
        let is_torn = bytes.len() as u64 == left
            && (is_zero || !holds_a_frame(bytes.get(1..).unwrap_or_default()));
        Ok(Err(if is_torn {
            Tail::Torn { bytes: left }
        } else {
            Tail::Damaged {
                offset: self.offset,
                bytes: left,
                reason: reason.to_owned(),
            }
        }))
    }
}
