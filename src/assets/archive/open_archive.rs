//! Reading an archive, however odd, through the `wc3` crate.
//!
//! Four habits of real archives are seen to here:
//! * headers, sizes and tables may lie, and sectors be as large as 16 MiB;
//! * a name may be there for any language and platform, so all pairs are tried;
//! * some names were hashed with `/`;
//! * files without a known name are there under their block's number.

use super::attributes::Attributes;
use super::codec_bytes::may_have_loss;
use super::map_names::KNOWN_NAMES;
use super::name_hash::{HashKind, name_hash};
use super::{ArchiveEntry, ArchiveError};
use std::cell::RefCell;
use std::collections::HashSet;
use std::io::{Cursor, Read};
use std::sync::Arc;
use wc3::mpq::{Archive as Mpq, BlockEntry, Error, HashEntry, ReadMode, ReadOptions};

/// Largest sector that is read.
const MAX_SECTOR: u32 = 32 << 20;
/// How many times its stored bytes a file may be, beside [`FILE_FLOOR`]; no codec gives more.
const MAX_RATIO: u64 = 1100;
/// What a file may be however few bytes it is stored in.
const FILE_FLOOR: u64 = 1 << 20;
/// Names of a list past this are not looked up.
const MAX_NAMES: usize = 1 << 20;

/// An archive in memory.
pub struct Archive {
    bytes: Arc<[u8]>,
    mpq: RefCell<Mpq<Cursor<Arc<[u8]>>>>,
    hashes: Vec<HashEntry>,
    blocks: Vec<BlockEntry>,
    base: u64,
    sector_size: u32,
    entries: Vec<ArchiveEntry>,
    repairs: Vec<&'static str>,
}

/// How an archive is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Strictness {
    /// Whatever can be read is.
    Lenient,
    /// Only what needs no guess, so that it can be written again.
    Strict,
}

pub(super) fn options(strictness: Strictness) -> ReadOptions {
    ReadOptions {
        mode: match strictness {
            Strictness::Lenient => ReadMode::Permissive,
            Strictness::Strict => ReadMode::Strict,
        },
        max_sector_size: MAX_SECTOR,
        ..ReadOptions::default()
    }
}

impl Archive {
    /// Finds the archive in the bytes of a file and reads its tables.
    pub fn open(bytes: impl Into<Arc<[u8]>>) -> Result<Self, ArchiveError> {
        let bytes = bytes.into();
        let mpq = Mpq::with_options(
            Cursor::new(Arc::clone(&bytes)),
            options(Strictness::Lenient),
        )
        .map_err(|error| ArchiveError::NoArchive {
            bytes: bytes.len() as u64,
            reason: sentence(&error),
        })?;
        let index = mpq.index();
        let (hashes, blocks) = (index.hashes.clone(), index.blocks.clone());
        let mut repairs: Vec<&'static str> = mpq.diagnostics().iter().map(|it| it.reason).collect();
        repairs.sort_unstable();
        repairs.dedup();
        let mut archive = Self {
            base: mpq.archive_offset(),
            sector_size: index.header.sector_size().unwrap_or(4096),
            bytes,
            mpq: RefCell::new(mpq),
            hashes,
            blocks,
            entries: Vec::new(),
            repairs,
        };
        archive.entries = archive.find_entries();
        Ok(archive)
    }

    /// The bytes of the whole file.
    pub fn bytes(&self) -> &Arc<[u8]> {
        &self.bytes
    }

    /// Where the archive begins in its file; 512 in most maps of old.
    pub fn start(&self) -> u64 {
        self.base
    }

    /// Every file, in the order of the blocks.
    pub fn entries(&self) -> &[ArchiveEntry] {
        &self.entries
    }

    /// What was wrong with the tables and read around.
    pub fn repairs(&self) -> &[&'static str] {
        &self.repairs
    }

    /// Number of blocks, deleted ones too.
    pub(super) fn block_count(&self) -> usize {
        self.blocks.len()
    }

    /// The file of this name; one for any language comes first.
    pub fn find(&self, name: &str) -> Option<&ArchiveEntry> {
        let is_named = |entry: &&ArchiveEntry| {
            entry
                .name
                .as_ref()
                .is_some_and(|own| same_name(own, name.as_bytes()))
        };
        let mut found: Vec<_> = self.entries.iter().filter(is_named).collect();
        found.sort_by_key(|entry| entry.locale != 0);
        found.first().copied()
    }

    /// The bytes of the file of this name.
    pub fn read_name(&self, name: &str) -> Result<Vec<u8>, ArchiveError> {
        let entry = self.find(name).ok_or_else(|| ArchiveError::NotFound {
            name: name.to_owned(),
        })?;
        self.read(entry)
    }

    /// The bytes of a file.
    pub fn read(&self, entry: &ArchiveEntry) -> Result<Vec<u8>, ArchiveError> {
        let packed = u64::from(entry.packed);
        if u64::from(entry.size) > packed.saturating_mul(MAX_RATIO) + FILE_FLOOR {
            return Err(ArchiveError::TooLarge {
                name: entry.shown_name(),
                bytes: u64::from(entry.size),
                packed,
            });
        }
        let unreadable = |reason: String| ArchiveError::Unreadable {
            name: entry.shown_name(),
            block: entry.block,
            offset: entry.offset,
            reason,
        };
        let mut mpq = self.mpq.borrow_mut();
        let opened = match &entry.name {
            // A name hashed with its slashes as they are is not found by the crate.
            Some(name)
                if mpq.index().find(name, entry.locale, entry.platform) == Some(entry.block) =>
            {
                mpq.open_file_with_locale(name, entry.locale, entry.platform)
            }
            _ => mpq.open_file_by_index(entry.block),
        };
        let mut reader = opened.map_err(|error| unreadable(sentence(&error)))?;
        let mut content = Vec::new();
        match reader.read_to_end(&mut content) {
            Ok(_) => Ok(content),
            Err(error) => Err(unreadable(sentence(&Error::from(error)))),
        }
    }

    /// The stored bytes of a block, as they are.
    pub(super) fn stored(&self, entry: &ArchiveEntry) -> Option<&[u8]> {
        let start = usize::try_from(entry.offset).ok()?;
        let end = start.checked_add(entry.packed as usize)?;
        self.bytes.get(start..end)
    }

    /// What `(attributes)` notes, if it is there and makes sense.
    pub(super) fn attributes(&self) -> Option<Attributes> {
        let bytes = self.read_name("(attributes)").ok()?;
        Attributes::read(&bytes, self.blocks.len())
    }

    /// The CRC-32 that the archive notes of each of `entries`, where it does and it can be compared.
    ///
    /// It can't be of sound stored with loss, nor of files made after the CRC-32s were noted: the
    /// notes themselves and the signature.
    pub fn noted_crcs(&self) -> Vec<Option<u32>> {
        let attributes = self.attributes();
        let crc = |entry: &ArchiveEntry| {
            let noted = attributes.as_ref()?.crc(entry.block)?;
            let is_later = entry.name.as_deref().is_some_and(|name| {
                same_name(name, b"(signature)") || same_name(name, b"(attributes)")
            });
            let stored = self.stored(entry).unwrap_or_default();
            let has_loss = may_have_loss(entry, stored, self.sector_size);
            (!is_later && !has_loss).then_some(noted)
        };
        self.entries.iter().map(crc).collect()
    }

    /// All files: the known names and those of the list first, then blocks that nothing names.
    fn find_entries(&self) -> Vec<ArchiveEntry> {
        let mut named = HashSet::new();
        let mut entries = Vec::new();
        let known = KNOWN_NAMES.iter().map(|name| name.as_bytes().to_vec());
        self.add_named(known, &mut named, &mut entries);
        let list = entries.iter().filter(|entry: &&ArchiveEntry| {
            let name = entry.name.as_deref();
            name.is_some_and(|name| same_name(name, b"(listfile)"))
        });
        let lists: Vec<ArchiveEntry> = list.cloned().collect();
        for list in lists {
            // A list that can't be read leaves its files without names, nothing else.
            let content = self.read(&list).unwrap_or_default();
            let names = content.split(|byte| matches!(byte, b'\r' | b'\n' | b';' | 0));
            let names = names.filter(|name| !name.is_empty() && name.len() < 1024);
            let names = names.take(MAX_NAMES).map(<[u8]>::to_vec);
            self.add_named(names, &mut named, &mut entries);
        }
        for (block, entry) in (0u32..).zip(&self.blocks) {
            if !named.contains(&block) && is_there(entry) {
                entries.push(self.entry(None, 0, 0, block, entry));
            }
        }
        entries.sort_by_key(|entry| entry.block);
        entries
    }

    fn add_named(
        &self,
        names: impl Iterator<Item = Vec<u8>>,
        named: &mut HashSet<u32>,
        entries: &mut Vec<ArchiveEntry>,
    ) {
        let mut slots: std::collections::HashMap<(u32, u32), Vec<&HashEntry>> =
            std::collections::HashMap::new();
        for hash in self.hashes.iter().filter(|hash| hash.is_file()) {
            let key = (hash.name_hash_a, hash.name_hash_b);
            slots.entry(key).or_default().push(hash);
        }
        for name in names {
            let back: Vec<u8> = name.iter().map(|byte| slash_to_backslash(*byte)).collect();
            let ways = [back, name.clone()];
            let found = ways.iter().filter_map(|way| {
                let key = (name_hash(way, HashKind::A), name_hash(way, HashKind::B));
                slots.get(&key)
            });
            for hash in found.flatten() {
                let Some(block) = self.blocks.get(hash.block_index as usize) else {
                    continue;
                };
                if is_there(block) && named.insert(hash.block_index) {
                    let (locale, platform) = (hash.locale, hash.platform);
                    let name = Some(name.clone());
                    entries.push(self.entry(name, locale, platform, hash.block_index, block));
                }
            }
            self.add_extended(&name, named, entries);
        }
    }

    /// Archives of the later formats may have names in their newer tables alone.
    fn add_extended(&self, name: &[u8], named: &mut HashSet<u32>, entries: &mut Vec<ArchiveEntry>) {
        let mpq = self.mpq.borrow();
        if mpq.index().extended.is_none() {
            return;
        }
        let Some(number) = mpq.index().find(name, 0, 0) else {
            return;
        };
        if let Some(block) = self.blocks.get(number as usize)
            && is_there(block)
            && named.insert(number)
        {
            entries.push(self.entry(Some(name.to_vec()), 0, 0, number, block));
        }
    }

    fn entry(
        &self,
        name: Option<Vec<u8>>,
        locale: u16,
        platform: u16,
        number: u32,
        block: &BlockEntry,
    ) -> ArchiveEntry {
        ArchiveEntry {
            name,
            locale,
            platform,
            block: number,
            offset: self.base.saturating_add(block.offset),
            size: block.file_size,
            packed: block.stored_size,
            flags: block.flags.0,
        }
    }
}

fn is_there(block: &BlockEntry) -> bool {
    block.flags.contains(wc3::mpq::FileFlags::EXISTS)
}

fn slash_to_backslash(byte: u8) -> u8 {
    if byte == b'/' { b'\\' } else { byte }
}

fn same_name(a: &[u8], b: &[u8]) -> bool {
    let form = |byte: &u8| slash_to_backslash(*byte).to_ascii_lowercase();
    a.len() == b.len() && a.iter().map(form).eq(b.iter().map(form))
}

/// What the crate says, without its own prefix.
pub(super) fn sentence(error: &Error) -> String {
    let text = error.to_string();
    match text.strip_prefix("invalid MPQ archive: ") {
        Some(reason) => reason.to_owned(),
        None => text,
    }
}
