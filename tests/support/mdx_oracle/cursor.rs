//! Checked reads of little-endian values, one after the other.

/// A stretch of a file and how far it is read.
pub struct Cursor<'a> {
    /// All of the file.
    bytes: &'a [u8],
    /// Next byte to read.
    pub at: usize,
    /// First byte past the stretch.
    pub end: usize,
    /// What errors call the stretch.
    pub name: String,
}

impl<'a> Cursor<'a> {
    /// All of `bytes`, called `name` in errors.
    pub fn new(bytes: &'a [u8], name: &str) -> Self {
        Self {
            bytes,
            at: 0,
            end: bytes.len(),
            name: name.to_owned(),
        }
    }

    /// Bytes that are left.
    pub fn left(&self) -> usize {
        self.end - self.at
    }

    /// The next `count` bytes.
    pub fn bytes(&mut self, count: usize) -> Result<&'a [u8], String> {
        if count > self.left() {
            return Err(format!(
                "{}: {count} bytes wanted at {}, {} left",
                self.name,
                self.at,
                self.left()
            ));
        }
        let start = self.at;
        self.at += count;
        Ok(&self.bytes[start..self.at])
    }

    /// The next `count` bytes as a stretch of their own.
    pub fn part(&mut self, count: usize, name: &str) -> Result<Self, String> {
        let at = self.at;
        self.bytes(count)?;
        Ok(Self {
            bytes: self.bytes,
            at,
            end: self.at,
            name: format!("{}, {name} at {at}", self.name),
        })
    }

    /// A stretch that begins with its own size, which counts itself.
    pub fn sized_part(&mut self, name: &str) -> Result<Self, String> {
        let size = self.peek_u32()? as usize;
        if size < 4 {
            return Err(format!("{}: {name} of size {size}", self.name));
        }
        let mut part = self.part(size, name)?;
        part.u32()?;
        Ok(part)
    }

    /// An unsigned word.
    pub fn u32(&mut self) -> Result<u32, String> {
        let bytes = self.bytes(4)?;
        Ok(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }

    /// The next word, which stays to be read.
    pub fn peek_u32(&mut self) -> Result<u32, String> {
        let word = self.u32()?;
        self.at -= 4;
        Ok(word)
    }

    /// A signed word.
    pub fn i32(&mut self) -> Result<i32, String> {
        Ok(self.u32()?.cast_signed())
    }

    /// A tag of four letters.
    pub fn tag(&mut self) -> Result<[u8; 4], String> {
        Ok(self.u32()?.to_le_bytes())
    }

    /// The tag that must come next.
    pub fn expect(&mut self, tag: &[u8; 4]) -> Result<(), String> {
        let at = self.at;
        let found = self.tag()?;
        if found == *tag {
            return Ok(());
        }
        Err(format!(
            "{}: {} at {at} instead of {}",
            self.name,
            String::from_utf8_lossy(&found),
            String::from_utf8_lossy(tag)
        ))
    }

    /// `N` floats, widened.
    pub fn floats<const N: usize>(&mut self) -> Result<[f64; N], String> {
        let mut values = [0.0; N];
        for value in &mut values {
            *value = f64::from(f32::from_bits(self.u32()?));
        }
        Ok(values)
    }

    /// The text in a field of `width` bytes: what comes before its first NUL.
    pub fn text(&mut self, width: usize) -> Result<Vec<u8>, String> {
        let field = self.bytes(width)?;
        Ok(field
            .split(|byte| *byte == 0)
            .next()
            .unwrap_or_default()
            .to_vec())
    }

    /// A tag, a count, and so many items of `size` bytes.
    pub fn counted(&mut self, tag: &[u8; 4], size: usize) -> Result<(usize, Self), String> {
        self.expect(tag)?;
        let count = self.u32()? as usize;
        let bytes = count.saturating_mul(size);
        Ok((count, self.part(bytes, &String::from_utf8_lossy(tag))?))
    }

    /// That nothing is left.
    pub fn finish(&self) -> Result<(), String> {
        if self.left() == 0 {
            return Ok(());
        }
        Err(format!("{}: {} bytes too many", self.name, self.left()))
    }
}
