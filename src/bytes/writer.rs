//! A growing little-endian byte buffer.

/// Writes little-endian values one after the other.
#[derive(Clone, Debug, Default)]
pub struct ByteWriter {
    bytes: Vec<u8>,
}

macro_rules! write_number {
    ($($name:ident: $type:ty),* $(,)?) => {
        $(
            #[doc = concat!("Writes one `", stringify!($type), "`.")]
            pub fn $name(&mut self, value: $type) {
                self.bytes.extend_from_slice(&value.to_le_bytes());
            }
        )*
    };
}

impl ByteWriter {
    /// An empty buffer.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty buffer with room for `capacity` bytes.
    pub fn with_capacity(capacity: usize) -> Self {
        Self {
            bytes: Vec::with_capacity(capacity),
        }
    }

    /// How many bytes are written, which is where the next value goes.
    pub fn position(&self) -> usize {
        self.bytes.len()
    }

    /// Writes `bytes` as they are.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Writes zeros up to the next multiple of `alignment`; 0 and 1 write nothing.
    pub fn align(&mut self, alignment: usize) {
        if alignment > 1 {
            self.bytes
                .resize(self.bytes.len().next_multiple_of(alignment), 0);
        }
    }

    /// The bytes written.
    pub fn as_slice(&self) -> &[u8] {
        &self.bytes
    }

    /// The bytes written, given away.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    write_number! {
        u8: u8, i8: i8, u16: u16, i16: i16, u32: u32, i32: i32, u64: u64, i64: i64,
        f32: f32, f64: f64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytes::ByteReader;

    #[test]
    fn what_is_written_reads_back() {
        let mut writer = ByteWriter::new();
        writer.u8(7);
        writer.align(4);
        writer.i32(-5);
        writer.f32(0.5);
        assert_eq!(writer.position(), 12);
        let bytes = writer.into_bytes();
        let mut reader = ByteReader::new(&bytes);
        assert_eq!(reader.take(4), Ok(&[7, 0, 0, 0][..]));
        assert_eq!(reader.i32(), Ok(-5));
        assert_eq!(reader.f32(), Ok(0.5));
    }
}
