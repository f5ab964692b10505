//! Tiles of 4.x and later, which are several files: what the document has of them, and written back
//! over the files they came from.

use super::import::tile_from_file;
use super::native::overlay_tile;
use crate::document::{NativeFile, NativeRole, NativeSource};
use crate::formats::adt::{SplitFault, SplitTile, TileKind};
use crate::formats::wdt::MapFlags;
use crate::formats::{FormatError, FormatErrorKind};
use crate::import_export::Report;
use crate::terrain::{Tile, TileId};

/// The files of a split tile.
#[derive(Clone, Copy)]
pub struct SplitFiles<'a> {
    /// The ground.
    pub root: &'a NativeFile,
    /// The textures.
    pub textures: &'a NativeFile,
    /// What stands on it.
    pub objects: Option<&'a NativeFile>,
}

impl<'a> SplitFiles<'a> {
    /// The files of the tile at a place, if it is split.
    pub fn of(source: &'a NativeSource, TileId { x, y }: TileId) -> Option<Self> {
        Some(Self {
            root: source.file(NativeRole::Tile { x, y })?,
            textures: source.file(NativeRole::TileTextures { x, y })?,
            objects: source.file(NativeRole::TileObjects { x, y }),
        })
    }

    /// What the document has of the tile; a fault names its file.
    pub fn read(
        self,
        flags: Option<MapFlags>,
        report: &mut Report,
    ) -> Result<Tile, (String, FormatError)> {
        let split = SplitTile::read(&self.root.bytes, &self.textures.bytes);
        let split = split.map_err(|fault| self.named(fault))?;
        let own = |source| (self.textures.name.clone(), source);
        let tile = tile_from_file(&split.merged(), flags, report).map_err(own)?;
        report.warn(
            "files",
            "The tile is split into files as Cataclysm and later have it; how they are read and \
             written was checked on no real file, so keep a copy.",
        );
        if self.objects.is_none() {
            let missing = companion_name(&self.root.name, TileKind::Objects);
            report.note(
                "files",
                format!(
                    "What stands on the tile ({missing}) is not beside it; it is not needed here."
                ),
            );
        }
        Ok(tile)
    }

    /// The bytes of root and textures with the tile over them.
    pub fn write(
        self,
        tile: &Tile,
        flags: Option<MapFlags>,
        report: &mut Report,
    ) -> Result<[Vec<u8>; 2], FormatError> {
        let mut split = SplitTile::read(&self.root.bytes, &self.textures.bytes)
            .map_err(|fault| fault.source)?;
        let mut merged = split.merged();
        overlay_tile(tile, &mut merged, flags, report)?;
        split.take_apart(&merged);
        let written = split.write();
        let again = SplitTile::read(&written[0], &written[1]).map_err(|fault| fault.source)?;
        let found = tile_from_file(&again.merged(), flags, &mut Report::default())?;
        let expected = tile_from_file(&merged, flags, &mut Report::default())?;
        if !is_same(&found, &expected) {
            return Err(FormatError::new(0, FormatErrorKind::SplitTile));
        }
        Ok(written)
    }

    fn named(self, fault: SplitFault) -> (String, FormatError) {
        let file = match fault.file {
            TileKind::Textures => self.textures,
            _ => self.root,
        };
        (file.name.clone(), fault.source)
    }
}

/// Whether what was written is read as it was meant. Heights that are no numbers never equal
/// themselves, so map chunks are compared by everything else.
fn is_same(found: &Tile, expected: &Tile) -> bool {
    let mut chunks = found.chunks.iter().zip(&expected.chunks);
    found.textures == expected.textures
        && found.chunks.len() == expected.chunks.len()
        && chunks.all(|(one, other)| {
            let bits = |heights: &[f32]| -> Vec<u32> {
                heights.iter().map(|height| height.to_bits()).collect()
            };
            one.layers == other.layers
                && one.shadow == other.shadow
                && one.colours == other.colours
                && one.normals == other.normals
                && (one.flags, one.holes, one.area_id) == (other.flags, other.holes, other.area_id)
                && bits(one.heights.as_ref()) == bits(other.heights.as_ref())
        })
}

/// The name of a companion beside the root of a split tile.
pub fn companion_name(root: &str, kind: TileKind) -> String {
    let (stem, extension) = root.rsplit_once('.').unwrap_or((root, "adt"));
    format!("{stem}{}.{extension}", kind.suffix())
}

/// The name of the root beside one of its companions.
pub fn root_name(companion: &str) -> Option<String> {
    let (stem, extension) = companion.rsplit_once('.')?;
    let start = stem.len().checked_sub("_tex0".len())?;
    let suffix = stem.get(start..)?;
    let is_companion = [TileKind::Textures, TileKind::Objects]
        .iter()
        .any(|kind| suffix.eq_ignore_ascii_case(kind.suffix()));
    is_companion.then(|| format!("{}.{extension}", stem.get(..start).unwrap_or_default()))
}
