//! A new archive from an old one with one file changed, or from nothing.

use super::open_archive::{Strictness, options, sentence};
use super::{Archive, ArchiveEntry, ArchiveError};
use std::io::{Cursor, Write};
use std::sync::Arc;
use wc3::mpq::{
    Archive as Mpq, ArchiveWriter, Compression, Error, FileFlags, FileOptions, WriteOptions,
};

/// What follows the archive in signed maps: the signature of the old bytes.
const SIGNATURE: &[u8] = b"NGIS";

/// The largest sectors that are written: 512 bytes, doubled this often.
const MAX_SECTOR_SHIFT: u16 = 11;

/// A new archive, not written anywhere yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replaced {
    /// The bytes of its file, with what stood before and after the old one.
    pub bytes: Vec<u8>,
    /// Whether the old one was signed; the new one is not.
    pub dropped_signature: bool,
}

/// A copy of the archive in which the file of this name has another content.
///
/// All other files keep their stored bytes and places; the result is read back and compared.
pub fn replace_file(
    archive: &Archive,
    name: &str,
    content: &[u8],
) -> Result<Replaced, ArchiveError> {
    let refuse = |reason: String| ArchiveError::NotWritable { reason };
    let source = Cursor::new(Arc::clone(archive.bytes()));
    let mut strict = Mpq::with_options(source, options(Strictness::Strict)).map_err(|error| {
        let reason = sentence(&error);
        refuse(format!("it is protected or damaged ({reason})"))
    })?;
    if strict.archive_offset() != archive.start() {
        return Err(refuse("it has more than one beginning".to_owned()));
    }
    if strict.index().extended.is_some() {
        return Err(refuse(
            "it is of a later format than maps are, with tables that would be lost".to_owned(),
        ));
    }
    if strict.index().header.sector_size_shift > MAX_SECTOR_SHIFT {
        return Err(refuse(
            "its sectors are larger than those that can be written (1 MiB)".to_owned(),
        ));
    }
    let entry = archive.find(name).ok_or_else(|| ArchiveError::NotFound {
        name: name.to_owned(),
    })?;
    let bytes = archive.bytes();
    let start = usize::try_from(archive.start()).unwrap_or(usize::MAX);
    let prefix = bytes.get(..start).unwrap_or_default();
    let size = strict.index().header.archive_size;
    let end = usize::try_from(archive.start().saturating_add(size)).unwrap_or(usize::MAX);
    let rest = bytes.get(end..).unwrap_or_default();
    let mut output = Cursor::new(Vec::with_capacity(bytes.len() + content.len()));
    output
        .write_all(prefix)
        .map_err(|error| refuse(error.to_string()))?;
    let old_count = archive.block_count();
    let mut writer = ArchiveWriter::from_archive(output, &mut strict)
        .map_err(|error| refuse(sentence(&error)))?;
    put(&mut writer, &strict, entry, name, content).map_err(|error| refuse(sentence(&error)))?;
    if let Some(mut attributes) = archive.attributes()
        && let Some(own) = archive.find("(attributes)")
    {
        let new_block = u32::try_from(old_count).unwrap_or(u32::MAX);
        attributes.grow(old_count + 2);
        attributes.move_file(entry.block, new_block, content);
        let bytes = attributes.write();
        put(&mut writer, &strict, own, "(attributes)", &bytes)
            .map_err(|error| refuse(sentence(&error)))?;
    }
    let output = writer.finish().map_err(|error| refuse(sentence(&error)))?;
    let mut bytes = output.into_inner();
    let dropped_signature = rest.starts_with(SIGNATURE);
    if !dropped_signature {
        bytes.extend_from_slice(rest);
    }
    let replaced = Replaced {
        bytes,
        dropped_signature,
    };
    check(archive, &replaced.bytes, entry, content)?;
    Ok(replaced)
}

/// Puts a file in the place of an old one, for the same language and platform, stored likewise.
fn put(
    writer: &mut ArchiveWriter<Cursor<Vec<u8>>>,
    strict: &Mpq<Cursor<Arc<[u8]>>>,
    entry: &ArchiveEntry,
    name: &str,
    content: &[u8],
) -> Result<(), Error> {
    let flags = FileFlags(entry.flags);
    let is_packed = entry.flags & (FileFlags::COMPRESS | FileFlags::IMPLODE) != 0;
    let slots = strict.index().hashes.iter();
    let mut slots = slots.filter(|slot| slot.block_index == entry.block);
    let slot = slots.next().ok_or(Error::FileNotFound)?;
    let options = FileOptions {
        compression: if is_packed {
            Compression::Zlib
        } else {
            Compression::Stored
        },
        encrypted: flags.contains(FileFlags::ENCRYPTED),
        adjusted_key: flags.contains(FileFlags::FIX_KEY),
        locale: slot.locale,
        platform: slot.platform,
        sector_checksums: is_packed && flags.contains(FileFlags::SECTOR_CRC),
    };
    let size = u32::try_from(content.len()).map_err(|_| Error::LimitExceeded("file size"))?;
    writer.replace_file(name.as_bytes(), size, &mut &*content, options)
}

/// The new archive has the new content, and of every other file the same stored bytes.
fn check(
    old: &Archive,
    new: &[u8],
    entry: &ArchiveEntry,
    content: &[u8],
) -> Result<(), ArchiveError> {
    let wrong = |reason: String| ArchiveError::ReadBack { reason };
    let back = Archive::open(new)?;
    let name = entry.shown_name();
    if back.read_name(&name)? != content {
        return Err(wrong(format!("{name} has another content")));
    }
    let is_changed = |other: &ArchiveEntry| {
        let attributes = other.name.as_deref() == Some(b"(attributes)");
        other.block == entry.block || attributes
    };
    for other in old.entries().iter().filter(|other| !is_changed(other)) {
        let place = back
            .entries()
            .binary_search_by_key(&other.block, |again| again.block);
        let again = place.ok().and_then(|place| back.entries().get(place));
        let same =
            again.is_some_and(|again| again == other && back.stored(again) == old.stored(other));
        if !same {
            return Err(wrong(format!("{} has changed", other.shown_name())));
        }
    }
    if back.entries().len() != old.entries().len() {
        let (now, before) = (back.entries().len(), old.entries().len());
        return Err(wrong(format!("it has {now} files instead of {before}")));
    }
    Ok(())
}

/// A new archive with these files and a list of their names.
pub fn create_archive(files: &[(String, Vec<u8>)]) -> Result<Vec<u8>, ArchiveError> {
    let fail = |error: Error| ArchiveError::ReadBack {
        reason: sentence(&error),
    };
    let mut writer =
        ArchiveWriter::new(Cursor::new(Vec::new()), WriteOptions::default()).map_err(fail)?;
    let options = FileOptions {
        compression: Compression::Zlib,
        ..FileOptions::default()
    };
    for (name, content) in files {
        let size =
            u32::try_from(content.len()).map_err(|_| fail(Error::LimitExceeded("file size")))?;
        writer
            .add_file(name.as_bytes(), size, &mut content.as_slice(), options)
            .map_err(|error| ArchiveError::ReadBack {
                reason: format!("{name}: {}", sentence(&error)),
            })?;
    }
    let bytes = writer.finish().map_err(fail)?.into_inner();
    let back = Archive::open(bytes.as_slice())?;
    for (name, content) in files {
        if back.read_name(name)? != *content {
            return Err(ArchiveError::ReadBack {
                reason: format!("{name} has another content"),
            });
        }
    }
    Ok(bytes)
}
