//! The files that a tile consists of: one, or since 4.x several that lie beside each other.

use super::places::walk;
use super::tag::{MCIN, MCNK, MDDF, MHDR, MMDX, MODF, MTEX, MVER};

/// Which file of a tile a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TileKind {
    /// The whole tile.
    Whole,
    /// The ground of a split tile (`Base_38_46.adt`).
    Root,
    /// Its textures and layers (`Base_38_46_tex0.adt`).
    Textures,
    /// What stands on it (`Base_38_46_obj0.adt`).
    Objects,
}

impl TileKind {
    /// Which file these bytes are; `None` for one that is no tile.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        let chunks = walk(bytes, 0, bytes.len());
        let has = |tag| chunks.iter().any(|(_, known)| *known == tag);
        let is_first = chunks.first().is_some_and(|(_, tag)| *tag == MVER);
        match () {
            () if !is_first => None,
            () if has(MCIN) => Some(Self::Whole),
            () if has(MHDR) && has(MCNK) => Some(Self::Root),
            () if has(MHDR) => Some(Self::Whole),
            () if has(MMDX) || has(MDDF) || has(MODF) => Some(Self::Objects),
            () if has(MTEX) && has(MCNK) => Some(Self::Textures),
            () => None,
        }
    }

    /// What the name of such a file has behind that of the root, before the extension.
    pub fn suffix(self) -> &'static str {
        match self {
            Self::Whole | Self::Root => "",
            Self::Textures => "_tex0",
            Self::Objects => "_obj0",
        }
    }
}
