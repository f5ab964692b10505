//! Opening the terrains of a project.

use super::codec::Decode;
use super::error::SectionFault;
use super::open::Reader;
use super::parts::{SectionKind, TerrainPart};
use super::schema::v1::{
    CornerSection, ListedTerrain, NativeSection, ShapeKind, Stored, TerrainCoreSection,
    TerrainListSection, TileSection,
};
use crate::document::{Terrain, TerrainShape};
use std::sync::Arc;

impl Reader<'_> {
    /// Reads every terrain that is listed or has a section.
    pub(super) fn terrains(&mut self) {
        let listed = self.listed_terrains();
        let mut indices: Vec<u32> = (0..).zip(&listed).map(|(index, _)| index).collect();
        indices.extend(self.sections.keys().filter_map(|kind| match kind {
            SectionKind::Terrain(index, _) => Some(index),
            _ => None,
        }));
        indices.sort_unstable();
        indices.dedup();
        for index in indices {
            let line = listed.get(index as usize);
            if let Some(terrain) = self.terrain(index, line) {
                self.opened.document.terrains.push(terrain);
            }
        }
    }

    fn listed_terrains(&mut self) -> Vec<ListedTerrain> {
        let kind = SectionKind::Terrains;
        match self.section::<TerrainListSection>(kind, None) {
            Some(Some(list)) => match list.restore() {
                Ok(list) => list,
                Err(message) => {
                    self.problem(kind, None, SectionFault::Content(message));
                    Vec::new()
                }
            },
            // None in a project without terrains, and named already where it is damaged.
            Some(None) | None => Vec::new(),
        }
    }

    fn terrain(&mut self, index: u32, line: Option<&ListedTerrain>) -> Option<Terrain> {
        let name = line.map(|line| line.name.as_str());
        let core = self.terrain_part::<TerrainCoreSection, _>(index, TerrainPart::Core, name)?;
        let name = Some(core.name.as_str());
        let kind = SectionKind::Terrain(index, TerrainPart::Core);
        if self.opened.document.terrain(core.id).is_some() {
            let message = format!("its id {} is that of another terrain", core.id.0);
            self.problem(kind, name, SectionFault::Unfit(message));
            return None;
        }
        let shape = match ShapeKind::from_number(core.kind) {
            Ok(ShapeKind::Corners) => TerrainShape::Corners(
                self.terrain_part::<CornerSection, _>(index, TerrainPart::Corners, name)?,
            ),
            Ok(ShapeKind::Tiles) => TerrainShape::Tiles(self.terrain_part::<TileSection, _>(
                index,
                TerrainPart::Tiles,
                name,
            )?),
            Err(message) => {
                self.problem(kind, name, SectionFault::Content(message));
                return None;
            }
        };
        let native = SectionKind::Terrain(index, TerrainPart::Native);
        let has_native = line.is_some_and(|line| line.has_native != 0);
        let native = if has_native || self.sections.contains_key(&native) {
            self.terrain_part::<NativeSection, _>(index, TerrainPart::Native, name)
        } else {
            None
        };
        Some(Terrain {
            id: core.id,
            name: core.name,
            shape,
            native: native.map(Arc::new),
        })
    }

    /// What a section holds; where it is not sound, its fault is named.
    fn terrain_part<T: Decode<()> + Stored<D>, D>(
        &mut self,
        index: u32,
        part: TerrainPart,
        name: Option<&str>,
    ) -> Option<D> {
        let kind = SectionKind::Terrain(index, part);
        let Some(content) = self.section::<T>(kind, name) else {
            self.problem(kind, name, SectionFault::Missing);
            return None;
        };
        match content?.restore() {
            Ok(value) => Some(value),
            Err(message) => {
                self.problem(kind, name, SectionFault::Content(message));
                None
            }
        }
    }
}
