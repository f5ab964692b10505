//! Checked reads of little-endian values at offsets of a file.

/// A file with checked reads.
#[derive(Clone, Copy)]
pub struct Bytes<'a> {
    /// All of the file.
    pub bytes: &'a [u8],
    /// What errors call it.
    pub name: &'a str,
}

impl<'a> Bytes<'a> {
    /// The `N` bytes at `at`.
    pub fn take<const N: usize>(self, at: usize) -> Result<[u8; N], String> {
        self.bytes
            .get(at..at + N)
            .and_then(|slice| slice.try_into().ok())
            .ok_or_else(|| format!("{}: no {N} bytes at {at}", self.name))
    }

    /// An unsigned 16-bit word, little-endian.
    pub fn u16(self, at: usize) -> Result<u16, String> {
        Ok(u16::from_le_bytes(self.take(at)?))
    }

    /// A signed 16-bit word, little-endian.
    pub fn i16(self, at: usize) -> Result<i16, String> {
        Ok(i16::from_le_bytes(self.take(at)?))
    }

    /// An unsigned 32-bit word, little-endian.
    pub fn u32(self, at: usize) -> Result<u32, String> {
        Ok(u32::from_le_bytes(self.take(at)?))
    }

    /// A 32-bit float, widened.
    pub fn f32(self, at: usize) -> Result<f64, String> {
        Ok(f64::from(f32::from_le_bytes(self.take(at)?)))
    }

    /// Three floats.
    pub fn vec3(self, at: usize) -> Result<[f64; 3], String> {
        Ok([self.f32(at)?, self.f32(at + 4)?, self.f32(at + 8)?])
    }

    /// A packed quaternion: four signed words, each shifted by half the range.
    pub fn packed_quaternion(self, at: usize) -> Result<[f64; 4], String> {
        let mut quaternion = [0.0; 4];
        for (index, component) in quaternion.iter_mut().enumerate() {
            let word = i32::from(self.i16(at + 2 * index)?);
            let shifted = if word < 0 { word + 32768 } else { word - 32767 };
            *component = f64::from(shifted) / 32767.0;
        }
        Ok(quaternion)
    }

    /// Count and offset stored at `at`, once `count` items of `size` bytes are known to fit.
    pub fn array(self, at: usize, size: usize) -> Result<(usize, usize), String> {
        let (count, offset) = (self.u32(at)? as usize, self.u32(at + 4)? as usize);
        if count > 0 && offset + count * size > self.bytes.len() {
            return Err(format!("{}: array at {at} ends past the file", self.name));
        }
        Ok((count, offset))
    }

    /// Reads every record of the array whose header is at `at`.
    pub fn records<T>(
        self,
        at: usize,
        size: usize,
        mut read: impl FnMut(usize) -> Result<T, String>,
    ) -> Result<Vec<T>, String> {
        let (count, offset) = self.array(at, size)?;
        (0..count)
            .map(|index| read(offset + index * size))
            .collect()
    }

    /// The bytes of a string up to its NUL.
    pub fn text(self, at: usize) -> Result<Vec<u8>, String> {
        let (count, offset) = self.array(at, 1)?;
        let stored = self.bytes.get(offset..offset + count).unwrap_or_default();
        Ok(stored
            .split(|byte| *byte == 0)
            .next()
            .unwrap_or_default()
            .to_vec())
    }
}
