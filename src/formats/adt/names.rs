//! `MTEX`, `MMDX`, `MWMO`: names one after the other, each with a NUL behind it.

/// A block of names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// The names without their NULs; text of unknown encoding, usually ASCII.
    pub items: Vec<Vec<u8>>,
    /// Whether the last name has no NUL behind it.
    pub is_open: bool,
}

impl Names {
    /// Takes a block apart; every byte sequence is one.
    pub fn read(bytes: &[u8]) -> Self {
        let mut items: Vec<Vec<u8>> = bytes.split(|&byte| byte == 0).map(<[u8]>::to_vec).collect();
        // What is behind the last NUL is a name only if there is something.
        let is_open = items.last().is_some_and(|last| !last.is_empty());
        if !is_open {
            items.pop();
        }
        Self { items, is_open }
    }

    /// The bytes of the block.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for item in &self.items {
            bytes.extend_from_slice(item);
            bytes.push(0);
        }
        if self.is_open {
            bytes.pop();
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_block_of_names_is_written_as_it_was_read() {
        let cases: [(&[u8], usize); 7] = [
            (b"", 0),
            (b"\0", 1),
            (b"a\0", 1),
            (b"a\0bc\0", 2),
            (b"a\0bc", 2),
            (b"a\0\0b\0", 3),
            (b"abc", 1),
        ];
        for (bytes, count) in cases {
            let names = Names::read(bytes);
            assert_eq!(names.items.len(), count, "{bytes:?}");
            assert_eq!(names.write(), bytes);
        }
    }
}
