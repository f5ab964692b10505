//! The files a model or terrain came from, and the parts of them that nobody understands.

use super::stored::{Stored, stored};
use crate::anim::ClipId;
use crate::document::{NativeFile, NativeRole, NativeSource, OpaqueChunk};
use crate::project::codec::{Bytes, Decode, Encode, EncodeError, Encoder, List, Text};
use std::sync::Arc;

/// The role of a file: which kind, and which number of it.
#[derive(Debug, Decode)]
#[bincode(decode_context = "()")]
pub(in crate::project) struct StoredRole {
    kind: u8,
    number: u32,
}

impl Stored<NativeRole> for StoredRole {
    fn write<E: Encoder>(value: &NativeRole, to: &mut E) -> Result<(), EncodeError> {
        let place = |x, y| u32::from(u16::from_le_bytes([x, y]));
        let (kind, number): (u8, u32) = match *value {
            NativeRole::Model => (0, 0),
            NativeRole::Skin(number) => (1, number),
            NativeRole::Anim(ClipId(number)) => (2, number),
            NativeRole::Terrain => (3, 0),
            NativeRole::Archive => (4, 0),
            NativeRole::Map => (5, 0),
            NativeRole::Tile { x, y } => (6, place(x, y)),
            NativeRole::TileFolder => (7, 0),
            NativeRole::TileOnDisk { x, y } => (8, place(x, y)),
            NativeRole::TileTextures { x, y } => (9, place(x, y)),
            NativeRole::TileObjects { x, y } => (10, place(x, y)),
            NativeRole::SplatList => (11, 0),
            NativeRole::SplatPicture(number) => (12, number),
        };
        kind.encode(to)?;
        number.encode(to)
    }

    fn restore(self) -> Result<NativeRole, String> {
        match (self.kind, self.number) {
            (0, _) => Ok(NativeRole::Model),
            (1, number) => Ok(NativeRole::Skin(number)),
            (2, number) => Ok(NativeRole::Anim(ClipId(number))),
            (3, _) => Ok(NativeRole::Terrain),
            (4, _) => Ok(NativeRole::Archive),
            (5, _) => Ok(NativeRole::Map),
            (6, number) => {
                let [x, y, _, _] = number.to_le_bytes();
                Ok(NativeRole::Tile { x, y })
            }
            (7, _) => Ok(NativeRole::TileFolder),
            (8, number) => {
                let [x, y, _, _] = number.to_le_bytes();
                Ok(NativeRole::TileOnDisk { x, y })
            }
            (9, number) => {
                let [x, y, _, _] = number.to_le_bytes();
                Ok(NativeRole::TileTextures { x, y })
            }
            (10, number) => {
                let [x, y, _, _] = number.to_le_bytes();
                Ok(NativeRole::TileObjects { x, y })
            }
            (11, _) => Ok(NativeRole::SplatList),
            (12, number) => Ok(NativeRole::SplatPicture(number)),
            (kind, _) => Err(format!("a file is of a kind ({kind}) nobody knows")),
        }
    }
}

stored! {
    /// One file.
    StoredFile for NativeFile {
        role: StoredRole,
        name: Text,
        bytes: Bytes<Arc<[u8]>>,
    }

    /// The section with the files of a model or terrain.
    NativeSection for NativeSource {
        files: List<StoredFile>,
    }

    /// A part of a file.
    StoredChunk for OpaqueChunk {
        tag: [u8; 4],
        position: u32,
        bytes: Bytes<Vec<u8>>,
    }
}

/// The section with the parts that nobody understands.
pub(in crate::project) type OpaqueSection = List<StoredChunk>;
