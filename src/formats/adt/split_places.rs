//! Where the chunks of a file of a split tile begin: nothing but their sizes tells.

use super::places::{Places, cut_chunk, own_number, walk};
use super::tag::MCNK;
use super::tile_header::CELL_COUNT;
use super::tile_kind::TileKind;
use crate::formats::{FormatError, FormatErrorKind};

/// Finds the chunks of a file; its map chunks have to be all 256 in their order, for the files of a
/// tile are matched by it.
pub fn split_places(bytes: &[u8], kind: TileKind) -> Result<Places, FormatError> {
    let chunks = walk(bytes, 0, bytes.len());
    if let Some(error) = cut_chunk(bytes, &chunks) {
        return Err(error);
    }
    let cells: Vec<usize> = chunks
        .iter()
        .filter(|(_, tag)| *tag == MCNK)
        .map(|(at, _)| *at)
        .collect();
    if cells.len() != CELL_COUNT {
        let kind = match cells.len() {
            0..CELL_COUNT => FormatErrorKind::MissingPart { tag: MCNK },
            more => FormatErrorKind::LimitExceeded {
                field: "the number of map chunks",
                value: more as u64,
                limit: CELL_COUNT as u64,
            },
        };
        return Err(FormatError::new(bytes.len(), kind).within("chunks"));
    }
    if kind == TileKind::Root {
        let numbered = cells.iter().enumerate();
        let off = numbered
            .filter(|(index, at)| own_number(bytes, **at) != Some(*index as u32))
            .map(|(index, at)| (index, *at))
            .next();
        if let Some((index, at)) = off {
            let kind = FormatErrorKind::OutOfRange {
                field: "the place of a map chunk among the others",
                value: own_number(bytes, at).map_or(u64::MAX, u64::from),
                limit: index as u64,
            };
            return Err(FormatError::new(at, kind).at_index(index).within("chunks"));
        }
    }
    Ok(Places {
        chunks: chunks.into_iter().collect(),
        cells,
        misplaced: Vec::new(),
        misplaced_cells: 0,
    })
}
