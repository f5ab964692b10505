//! A file that is being written: bytes one after the other, with sizes put in when they are known.

use crate::formats::{FormatError, FormatErrorKind};

/// The bytes written so far.
#[derive(Clone, Debug, Default)]
pub struct Sink {
    bytes: Vec<u8>,
}

impl Sink {
    /// Room for about `capacity` bytes, and nothing written.
    pub fn with_capacity(capacity: usize) -> Self {
        Self {
            bytes: Vec::with_capacity(capacity),
        }
    }

    /// Where the next byte goes.
    pub fn position(&self) -> usize {
        self.bytes.len()
    }

    /// Writes `bytes` as they are.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Writes how many things follow.
    pub fn count(&mut self, field: &'static str, count: usize) -> Result<(), FormatError> {
        let word = u32_of(field, count, self.position())?;
        self.bytes(&word.to_le_bytes());
        Ok(())
    }

    /// Writes what `write` does behind its size, which counts its own four bytes.
    pub fn sized(
        &mut self,
        write: impl FnOnce(&mut Self) -> Result<(), FormatError>,
    ) -> Result<(), FormatError> {
        let start = self.position();
        self.bytes(&[0; 4]);
        write(self)?;
        self.put_size(start, self.position() - start)
    }

    /// Writes what `write` does as a chunk: its name, its size without these two, its bytes.
    pub fn chunk(
        &mut self,
        tag: [u8; 4],
        write: impl FnOnce(&mut Self) -> Result<(), FormatError>,
    ) -> Result<(), FormatError> {
        self.bytes(&tag);
        let start = self.position();
        self.bytes(&[0; 4]);
        write(self)?;
        self.put_size(start, self.position() - start - 4)
    }

    /// All that was written.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    fn put_size(&mut self, start: usize, size: usize) -> Result<(), FormatError> {
        let word = u32_of("the size", size, start)?;
        let place = self.bytes.get_mut(start..);
        if let Some(place) = place.and_then(<[u8]>::first_chunk_mut::<4>) {
            *place = word.to_le_bytes();
        }
        Ok(())
    }
}

fn u32_of(field: &'static str, value: usize, offset: usize) -> Result<u32, FormatError> {
    u32::try_from(value).map_err(|_| {
        let kind = FormatErrorKind::OutOfRange {
            field,
            value: value as u64,
            limit: u32::MAX.into(),
        };
        FormatError::new(offset, kind)
    })
}
