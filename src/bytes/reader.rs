//! A checked little-endian reader over a byte slice.
//!
//! - The position never passes the end of the slice.
//! - A read that does not fit leaves the position where it was and says what was missing.

/// A read that asked for more bytes than the slice holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{needed} bytes are needed at byte {offset}, but {available} are left")]
pub struct ReadError {
    /// Where the read began, counted from the start of the slice.
    pub offset: usize,
    /// How many bytes the read asked for.
    pub needed: usize,
    /// How many bytes were left at `offset`.
    pub available: usize,
}

/// Reads little-endian values one after the other.
#[derive(Clone, Debug)]
pub struct ByteReader<'a> {
    bytes: &'a [u8],
    position: usize,
}

macro_rules! read_number {
    ($($name:ident: $type:ty),* $(,)?) => {
        $(
            #[doc = concat!("Reads one `", stringify!($type), "`.")]
            pub fn $name(&mut self) -> Result<$type, ReadError> {
                self.array().map(<$type>::from_le_bytes)
            }
        )*
    };
}

impl<'a> ByteReader<'a> {
    /// A reader at the first byte of `bytes`.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, position: 0 }
    }

    /// Where the next read begins.
    pub fn position(&self) -> usize {
        self.position
    }

    /// How many bytes are left.
    pub fn remaining(&self) -> usize {
        self.bytes.len() - self.position
    }

    /// Moves to `offset`; the end of the slice itself is allowed.
    pub fn seek(&mut self, offset: usize) -> Result<(), ReadError> {
        if offset > self.bytes.len() {
            return Err(ReadError {
                offset,
                needed: 0,
                available: 0,
            });
        }
        self.position = offset;
        Ok(())
    }

    /// Steps over `count` bytes.
    pub fn skip(&mut self, count: usize) -> Result<(), ReadError> {
        self.take(count).map(|_| ())
    }

    /// Takes the next `count` bytes.
    pub fn take(&mut self, count: usize) -> Result<&'a [u8], ReadError> {
        let taken = self
            .position
            .checked_add(count)
            .and_then(|end| self.bytes.get(self.position..end));
        let taken = taken.ok_or(ReadError {
            offset: self.position,
            needed: count,
            available: self.remaining(),
        })?;
        self.position += count;
        Ok(taken)
    }

    /// Takes the next `N` bytes as an array.
    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], ReadError> {
        let (offset, available) = (self.position, self.remaining());
        let found = self
            .bytes
            .get(offset..)
            .and_then(|rest| rest.first_chunk::<N>());
        let found = found.ok_or(ReadError {
            offset,
            needed: N,
            available,
        })?;
        self.position += N;
        Ok(*found)
    }

    read_number! {
        u8: u8, i8: i8, u16: u16, i16: i16, u32: u32, i32: i32, u64: u64, i64: i64,
        f32: f32, f64: f64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_in_order_and_little_endian() {
        let mut reader = ByteReader::new(&[1, 0x34, 0x12, 0, 0, 0x80, 0x3f, 0xff]);
        assert_eq!(reader.u8(), Ok(1));
        assert_eq!(reader.u16(), Ok(0x1234));
        assert_eq!(reader.f32(), Ok(1.0));
        assert_eq!(reader.i8(), Ok(-1));
        assert_eq!(reader.remaining(), 0);
    }

    #[test]
    fn a_read_past_the_end_names_the_offset_and_does_not_move() {
        let mut reader = ByteReader::new(&[1, 2, 3]);
        assert_eq!(reader.u8(), Ok(1));
        let error = ReadError {
            offset: 1,
            needed: 4,
            available: 2,
        };
        assert_eq!(reader.u32(), Err(error));
        assert_eq!(
            reader.take(usize::MAX),
            Err(ReadError {
                needed: usize::MAX,
                ..error
            })
        );
        assert_eq!(reader.position(), 1);
        assert_eq!(reader.take(2), Ok(&[2, 3][..]));
    }

    #[test]
    fn seeking_past_the_end_is_refused() {
        let mut reader = ByteReader::new(&[0; 4]);
        assert!(reader.seek(4).is_ok());
        assert!(reader.seek(5).is_err());
        assert_eq!(reader.position(), 4);
    }
}
