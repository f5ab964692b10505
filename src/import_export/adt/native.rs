//! Writing a tile over the bytes it came from.

use super::import::tile_from_file;
use super::overlay_chunk::overlay_chunk;
use crate::formats::adt::{AdtFile, ChunkBody, MCNK, MTEX, MTXF};
use crate::formats::wdt::MapFlags;
use crate::formats::{FormatError, FormatErrorKind};
use crate::import_export::Report;
use crate::terrain::{Tile, TileTexture};

/// Writes a tile with everything of the file it came from that no edit touched.
///
/// The file is read again; what differs from a fresh import of it is written over.
pub fn write_over(
    tile: &Tile,
    bytes: &[u8],
    flags: Option<MapFlags>,
    report: &mut Report,
) -> Result<Vec<u8>, FormatError> {
    let mut file = AdtFile::read(bytes)?;
    overlay_tile(tile, &mut file, flags, report)?;
    let written = file.write();
    check_readable(&written, &file, flags)?;
    Ok(written)
}

/// Writes over a file what differs from a fresh import of it.
pub fn overlay_tile(
    tile: &Tile,
    file: &mut AdtFile,
    flags: Option<MapFlags>,
    report: &mut Report,
) -> Result<(), FormatError> {
    let fresh = tile_from_file(file, flags, &mut Report::default())?;
    if tile.textures != fresh.textures {
        overlay_textures(file, &fresh.textures, &tile.textures, report);
    }
    let (mut edges_written, mut edges_left, mut edges_kept) = (0, 0, 0);
    let (mut rounded, mut worst) = (0, 0);
    for (index, (fresh, wanted)) in fresh.chunks.iter().zip(&tile.chunks).enumerate() {
        if let Some(raw) = file.map_chunk_mut(index) {
            let outcome = overlay_chunk(raw, fresh, wanted, flags);
            edges_written += usize::from(outcome.layers.wrote_edges);
            edges_left += usize::from(outcome.layers.left_edges);
            edges_kept += usize::from(outcome.layers.kept_edges);
            rounded += outcome.layers.rounded;
            worst = worst.max(outcome.layers.worst_rounding);
            if outcome.kept_liquids {
                report.lose(
                    format!("chunks[{index}].liquids"),
                    "Changed liquids can't be written; those of the file stay.",
                    0.0,
                    "",
                );
            }
        }
    }
    if edges_written > 0 {
        report.note(
            "chunks",
            format!(
                "{edges_written} changed map chunks are now stored with all 64 rows and columns of \
                 their alpha maps (flag 0x8000)."
            ),
        );
    }
    if edges_left > 0 {
        report.note(
            "chunks",
            format!(
                "{edges_left} changed map chunks are now stored with 63 rows and columns of their \
                 alpha maps, and copies of the last (flag 0x8000 cleared)."
            ),
        );
    }
    if edges_kept > 0 {
        report.note(
            "chunks",
            format!(
                "{edges_kept} map chunks keep all 64 rows and columns of their alpha maps (flag \
                 0x8000): their last ones are no copies since they were painted."
            ),
        );
    }
    if rounded > 0 {
        let what = format!("{rounded} texels are rounded to the 16 values of 4-bit alpha maps");
        report.lose(
            "chunks.layers.alpha",
            what,
            f64::from(worst) / 255.0,
            "alpha",
        );
    }
    Ok(())
}

/// What would not open again, or only by searching, is never handed out.
fn check_readable(
    written: &[u8],
    file: &AdtFile,
    flags: Option<MapFlags>,
) -> Result<(), FormatError> {
    let again = AdtFile::read(written)?;
    tile_from_file(&again, flags, &mut Report::default())?;
    if again.misplaced != file.misplaced || again.misplaced_cells != file.misplaced_cells {
        let tag = again.misplaced.first().copied().unwrap_or(MCNK);
        return Err(FormatError::new(0, FormatErrorKind::MissingPart { tag }));
    }
    Ok(())
}

fn overlay_textures(
    file: &mut AdtFile,
    fresh: &[TileTexture],
    wanted: &[TileTexture],
    report: &mut Report,
) {
    let paths = |list: &[TileTexture]| {
        list.iter()
            .map(|item| item.path.clone())
            .collect::<Vec<_>>()
    };
    if paths(fresh) != paths(wanted) {
        match file.chunk_mut(MTEX).map(|chunk| &mut chunk.body) {
            Some(ChunkBody::Names(names)) => {
                names.items = paths(wanted);
                names.is_open = false;
            }
            _ => report.lose(
                "textures",
                "The tile has no list of textures that could be changed.",
                0.0,
                "",
            ),
        }
    }
    match file.chunk_mut(MTXF).map(|chunk| &mut chunk.body) {
        Some(ChunkBody::Numbers(flags)) => {
            flags.items = wanted.iter().map(|texture| texture.flags).collect();
        }
        _ if wanted.iter().any(|texture| texture.flags != 0) => report.lose(
            "textures",
            "The tile has no place for flags of textures.",
            0.0,
            "",
        ),
        _ => {}
    }
}
