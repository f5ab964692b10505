//! `(attributes)`: what an archive notes of each block beside its tables.
//!
//! | Offset | Size | Field |
//! | --- | --- | --- |
//! | 0 | 4 | 100 |
//! | 4 | 4 | 1 CRC-32 of each file, 2 time of each, 4 MD5 of each, 8 one bit of each |
//! | 8 | 4 n | CRC-32, where there |
//! | | 8 n | time, where there |
//! | | 16 n | MD5, where there |
//! | | (n + 7) / 8 | bits, where there |

use crate::bytes::{ByteReader, ByteWriter};

const CRC: u32 = 1;
const TIME: u32 = 2;
const MD5: u32 = 4;
const BITS: u32 = 8;

/// The attributes of all blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Attributes {
    flags: u32,
    crcs: Vec<u32>,
    times: Vec<u64>,
    md5s: Vec<[u8; 16]>,
    bits: Vec<u8>,
    count: usize,
}

impl Attributes {
    /// Reads them; `None` for bytes that are something else. There is an entry for each of
    /// `block_count` blocks, or for all but the last, which is then that of the attributes.
    pub fn read(bytes: &[u8], block_count: usize) -> Option<Self> {
        let read = |count| Self::read_count(bytes, count);
        read(block_count).or_else(|| read(block_count.checked_sub(1)?))
    }

    fn read_count(bytes: &[u8], count: usize) -> Option<Self> {
        let mut reader = ByteReader::new(bytes);
        if reader.u32().ok()? != 100 {
            return None;
        }
        let flags = reader.u32().ok()?;
        let width = |bit: u32, width: usize| if flags & bit == 0 { 0 } else { width };
        let bits = width(BITS, count.div_ceil(8));
        let per_block = width(CRC, 4) + width(TIME, 8) + width(MD5, 16);
        let needed = count.checked_mul(per_block)?.checked_add(bits)?;
        if flags & !(CRC | TIME | MD5 | BITS) != 0 || reader.remaining() != needed {
            return None;
        }
        let counted = |bit: u32| if flags & bit == 0 { 0..0 } else { 0..count };
        Some(Self {
            flags,
            crcs: counted(CRC)
                .map(|_| reader.u32())
                .collect::<Result<_, _>>()
                .ok()?,
            times: counted(TIME)
                .map(|_| reader.u64())
                .collect::<Result<_, _>>()
                .ok()?,
            md5s: counted(MD5)
                .map(|_| reader.array())
                .collect::<Result<_, _>>()
                .ok()?,
            bits: reader.take(bits).ok()?.to_vec(),
            count,
        })
    }

    /// The CRC-32 noted of a block; `None` where none is, for which 0 stands.
    pub fn crc(&self, block: u32) -> Option<u32> {
        let crc = self.crcs.get(block as usize).copied();
        crc.filter(|crc| *crc != 0)
    }

    /// Makes room for `count` blocks; nothing is noted of the new ones.
    pub fn grow(&mut self, count: usize) {
        self.count = self.count.max(count);
        let length = |bit: u32, count: usize| if self.flags & bit == 0 { 0 } else { count };
        self.crcs.resize(length(CRC, self.count), 0);
        self.times.resize(length(TIME, self.count), 0);
        self.md5s.resize(length(MD5, self.count), [0; 16]);
        self.bits.resize(length(BITS, self.count.div_ceil(8)), 0);
    }

    /// Moves what is noted of a file to its new block: the time stays, the CRC-32 is that of its
    /// new content, and a MD5 is not noted any more (zeros say so).
    pub fn move_file(&mut self, from: u32, to: u32, content: &[u8]) {
        let (from, to) = (from as usize, to as usize);
        if let Some(slot) = self.crcs.get_mut(to) {
            *slot = crc32fast::hash(content);
        }
        if let Some(slot) = self.crcs.get_mut(from) {
            *slot = 0;
        }
        if let Some(time) = self.times.get_mut(from).map(std::mem::take)
            && let Some(slot) = self.times.get_mut(to)
        {
            *slot = time;
        }
        if let Some(slot) = self.md5s.get_mut(from) {
            *slot = [0; 16];
        }
    }

    /// As bytes.
    pub fn write(&self) -> Vec<u8> {
        let mut writer = ByteWriter::new();
        writer.u32(100);
        writer.u32(self.flags);
        self.crcs.iter().for_each(|crc| writer.u32(*crc));
        self.times.iter().for_each(|time| writer.u64(*time));
        self.md5s.iter().for_each(|md5| writer.bytes(md5));
        writer.bytes(&self.bits);
        writer.into_bytes()
    }
}
