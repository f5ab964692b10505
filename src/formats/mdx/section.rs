//! A part of a file that is being read: its bytes one after the other, up to its own end.

use crate::bytes::{ByteReader, ReadError};
use crate::formats::{FormatError, FormatErrorKind};

/// The bytes of a chunk or an entry; offsets count from the start of the file.
#[derive(Clone, Debug)]
pub struct Section<'a> {
    bytes: &'a [u8],
    reader: ByteReader<'a>,
}

impl<'a> Section<'a> {
    /// All of `bytes`.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            reader: ByteReader::new(bytes),
        }
    }

    /// Where the next read begins in the file.
    pub fn position(&self) -> usize {
        self.reader.position()
    }

    /// How many bytes are left.
    pub fn remaining(&self) -> usize {
        self.reader.remaining()
    }

    /// Takes the next `count` bytes.
    pub fn take(&mut self, count: usize) -> Result<&'a [u8], FormatError> {
        self.reader.take(count).map_err(overrun)
    }

    /// Takes the next `N` bytes as an array.
    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], FormatError> {
        self.reader.array().map_err(overrun)
    }

    /// Reads one `u32`.
    pub fn u32(&mut self) -> Result<u32, FormatError> {
        self.array().map(u32::from_le_bytes)
    }

    /// Takes all that is left.
    pub fn rest(&mut self) -> Result<&'a [u8], FormatError> {
        self.take(self.remaining())
    }

    /// The next four bytes, which stay to be read; `None` if there are fewer.
    pub fn peek(&self) -> Option<[u8; 4]> {
        self.reader.clone().array().ok()
    }

    /// Takes the next `size` bytes as a part of its own.
    pub fn part(&mut self, size: usize) -> Result<Self, FormatError> {
        let start = self.position();
        self.take(size)?;
        let bytes = self.bytes.get(..self.position()).unwrap_or_default();
        let mut reader = ByteReader::new(bytes);
        reader.seek(start).map_err(overrun)?;
        Ok(Self { bytes, reader })
    }

    /// Takes a part that begins with its own size, which counts itself, without the size.
    pub fn sized_part(&mut self, least: usize) -> Result<Self, FormatError> {
        let start = self.position();
        let size = self.clone().u32()?;
        if (size as usize) < least {
            let kind = FormatErrorKind::TooSmall {
                field: "the size",
                value: size.into(),
                least: least as u64,
            };
            return Err(FormatError::new(start, kind));
        }
        let mut part = self.part(size as usize)?;
        part.u32()?;
        Ok(part)
    }

    /// Reads a count of things that take at least `least` bytes each, and all of which are here.
    pub fn count(&mut self, least: usize) -> Result<usize, FormatError> {
        let start = self.position();
        let count = self.u32()?;
        self.check_room(start, count, least)?;
        Ok(count as usize)
    }

    /// Fails at `start` if `count` things of at least `least` bytes each are not left.
    pub fn check_room(&self, start: usize, count: u32, least: usize) -> Result<(), FormatError> {
        let needed = u64::from(count) * least as u64;
        let available = self.remaining() as u64;
        if needed > available {
            let kind = FormatErrorKind::Overrun { needed, available };
            return Err(FormatError::new(start, kind));
        }
        Ok(())
    }

    /// Steps over the name of a part that has to be here.
    pub fn tag(&mut self, expected: [u8; 4]) -> Result<(), FormatError> {
        let start = self.position();
        let found = self.array()?;
        if found != expected {
            let kind = FormatErrorKind::WrongTag { expected, found };
            return Err(FormatError::new(start, kind));
        }
        Ok(())
    }
}

fn overrun(error: ReadError) -> FormatError {
    let kind = FormatErrorKind::Overrun {
        needed: error.needed as u64,
        available: error.available as u64,
    };
    FormatError::new(error.offset, kind)
}
