//! Saving the terrains of a document.

use super::codec;
use super::parts::{SectionKind, TerrainPart};
use super::schema::v1::{
    CornerSection, ListedTerrain, NativeSection, ShapeKind, Stored, TerrainCore,
    TerrainCoreSection, TerrainListSection, TileSection,
};
use crate::document::{Document, Terrain, TerrainShape};
use crate::terrain::{ALPHA_TEXELS, TileMap};

/// Bytes of a section that are not in its array.
const REST: usize = 4096;

/// The sections of all terrains, each with what it holds; none for a document without terrains.
pub(super) fn plan(document: &Document) -> Vec<(SectionKind, TerrainPart, &Terrain)> {
    let terrains = (0..).zip(&document.terrains);
    let parts = terrains.flat_map(|(index, terrain)| {
        let parts = TerrainPart::ALL.into_iter();
        parts
            .filter(|part| has_part(terrain, *part))
            .map(move |part| (SectionKind::Terrain(index, part), part, terrain))
    });
    parts.collect()
}

fn has_part(terrain: &Terrain, part: TerrainPart) -> bool {
    match part {
        TerrainPart::Core => true,
        TerrainPart::Corners => matches!(terrain.shape, TerrainShape::Corners(_)),
        TerrainPart::Tiles => matches!(terrain.shape, TerrainShape::Tiles(_)),
        TerrainPart::Native => terrain.native.is_some(),
    }
}

/// The bytes of the section that lists the terrains.
pub(super) fn encode_list(document: &Document) -> Result<Vec<u8>, String> {
    let list: Vec<ListedTerrain> = document
        .terrains
        .iter()
        .map(|terrain| ListedTerrain {
            name: terrain.name.clone(),
            has_native: u8::from(terrain.native.is_some()),
        })
        .collect();
    codec::encode(0, |to| TerrainListSection::write(&list, to))
}

/// The bytes of one section.
pub(super) fn encode_part(part: TerrainPart, terrain: &Terrain) -> Result<Vec<u8>, String> {
    let files = terrain.native.iter().flat_map(|native| &native.files);
    let expected = match (part, &terrain.shape) {
        (TerrainPart::Core, _) => REST,
        (TerrainPart::Corners, TerrainShape::Corners(map)) => map.corners().len() * 8 + REST,
        (TerrainPart::Tiles, TerrainShape::Tiles(map)) => tile_bytes(map) + REST,
        (TerrainPart::Corners | TerrainPart::Tiles, _) => 0,
        (TerrainPart::Native, _) => files.map(|file| file.bytes.len() + REST).sum(),
    };
    codec::encode(expected, |to| match part {
        TerrainPart::Core => {
            let kind = match &terrain.shape {
                TerrainShape::Corners(_) => ShapeKind::Corners,
                TerrainShape::Tiles(_) => ShapeKind::Tiles,
            };
            let core = TerrainCore {
                id: terrain.id,
                name: terrain.name.clone(),
                kind: kind as u8,
            };
            TerrainCoreSection::write(&core, to)
        }
        TerrainPart::Corners => match &terrain.shape {
            TerrainShape::Corners(map) => CornerSection::write(map, to),
            TerrainShape::Tiles(_) => Ok(()),
        },
        TerrainPart::Tiles => match &terrain.shape {
            TerrainShape::Tiles(map) => TileSection::write(map, to),
            TerrainShape::Corners(_) => Ok(()),
        },
        TerrainPart::Native => terrain
            .native
            .iter()
            .try_for_each(|native| NativeSection::write(native, to)),
    })
}

/// About how many bytes a map of tiles takes.
fn tile_bytes(map: &TileMap) -> usize {
    let chunks = map.chunks().map(|(_, chunk)| {
        let maps = chunk.layers.iter().filter(|layer| layer.alpha.is_some());
        REST + maps.count() * ALPHA_TEXELS
    });
    chunks.sum()
}
