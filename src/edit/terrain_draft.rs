//! The changes an operator plans on a terrain: copies of what it touches, turned into one edit at
//! the end.

use super::terrain_patch::{ChunkFields, TerrainPatch};
use super::texture_paths::{key_of, new_texture, texture_key};
use super::{Edit, EditError, Note, Planned};
use crate::document::{Document, Terrain, TerrainId};
use crate::terrain::{
    AlphaDepth, BlendRule, Chunk, ChunkPlace, Corner, CornerMap, CornerMapHead, TextureLayer, Tile,
    TileId, TileMap, TileTexture,
};
use std::cell::Cell;
use std::collections::BTreeMap;

/// The changes an operator plans on one terrain.
///
/// What is put in is compared with the document at the end, so what ends up the same is no edit.
pub(super) struct TerrainDraft<'a> {
    /// The terrain as it is.
    pub(super) terrain: &'a Terrain,
    corners: BTreeMap<u32, Corner>,
    head: Option<CornerMapHead>,
    layers: BTreeMap<ChunkPlace, Vec<TextureLayer>>,
    textures: BTreeMap<TileId, Vec<TileTexture>>,
    fields: BTreeMap<ChunkPlace, ChunkFields>,
    blend: Option<BlendRule>,
    form: Option<(Option<u32>, AlphaDepth)>,
    notes: Vec<Note>,
    /// Whether it is about all of the map.
    is_about_all: Cell<bool>,
}

impl<'a> TerrainDraft<'a> {
    /// An empty draft on the terrain named, or on the only one.
    pub(super) fn new(document: &'a Document, given: Option<u32>) -> Result<Self, EditError> {
        let terrain = match (given, document.terrains.as_slice()) {
            (Some(id), _) => document.terrain(TerrainId(id)),
            (None, [one]) => Some(one),
            (None, _) => None,
        };
        let Some(terrain) = terrain else {
            let terrains = document.terrains.iter();
            let choice = |terrain: &Terrain| format!("{} ({})", terrain.id.0, terrain.name);
            return Err(EditError::Terrain {
                given,
                choices: terrains.map(choice).collect(),
            });
        };
        Ok(Self {
            terrain,
            corners: BTreeMap::new(),
            head: None,
            layers: BTreeMap::new(),
            textures: BTreeMap::new(),
            fields: BTreeMap::new(),
            blend: None,
            form: None,
            notes: Vec::new(),
            is_about_all: Cell::new(false),
        })
    }

    /// The map of tiles as it is.
    pub(super) fn tiles(&self) -> Result<&'a TileMap, EditError> {
        self.terrain.shape.tiles().ok_or_else(|| EditError::Shape {
            terrain: self.terrain.name.clone(),
            found: "corners (w3e)",
            needed: "tiles of map chunks (adt)",
        })
    }

    /// The map of corners as it is.
    pub(super) fn corners(&self) -> Result<&'a CornerMap, EditError> {
        let corners = self.terrain.shape.corners();
        corners.ok_or_else(|| EditError::Shape {
            terrain: self.terrain.name.clone(),
            found: "tiles of map chunks (adt)",
            needed: "corners (w3e)",
        })
    }

    /// The plan is about all of the map; the notes then tell of tiles that are not loaded.
    pub(super) fn is_about_all(&self) {
        self.is_about_all.set(true);
    }

    /// Tells the user something; the same sentence only once.
    pub(super) fn note(&mut self, sentence: String) {
        let note = Note(sentence);
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// The terrain will have this corner, named by its place in the list of the map.
    pub(super) fn set_corner(&mut self, index: u32, corner: Corner) {
        self.corners.insert(index, corner);
    }

    /// The corners that will be others, by their places.
    pub(super) fn new_corners(&self) -> impl Iterator<Item = (u32, Corner)> {
        self.corners.iter().map(|(index, corner)| (*index, *corner))
    }

    /// The corner as it will be, where it will be another.
    pub(super) fn corner(&self, index: u32) -> Option<Corner> {
        self.corners.get(&index).copied()
    }

    /// The terrain will have this head.
    pub(super) fn set_head(&mut self, head: CornerMapHead) {
        self.head = Some(head);
    }

    /// The layers of the terrain will be mixed by this rule.
    pub(super) fn set_blend(&mut self, rule: BlendRule) {
        self.blend = Some(rule);
    }

    /// The map will have these flags, as far as its own file is there, and store alphas so finely.
    pub(super) fn set_map_form(&mut self, flags: Option<u32>, depth: AlphaDepth) {
        self.form = Some((flags, depth));
    }

    /// A map chunk as it is.
    pub(super) fn chunk(&self, place: ChunkPlace) -> Option<&'a Chunk> {
        self.terrain.shape.tiles()?.chunk(place)
    }

    /// The layers that a map chunk will have.
    pub(super) fn layers(&self, place: ChunkPlace) -> &[TextureLayer] {
        match self.layers.get(&place) {
            Some(layers) => layers,
            None => self.chunk(place).map_or(&[], |chunk| &chunk.layers),
        }
    }

    /// A map chunk will have these layers.
    pub(super) fn set_layers(&mut self, place: ChunkPlace, layers: Vec<TextureLayer>) {
        self.layers.insert(place, layers);
    }

    /// A map chunk will have these layers, each one that it had coming from where `origin` says; so
    /// clutter still grows on its texture, or on the lowest where its texture is gone.
    pub(super) fn rearrange_layers(
        &mut self,
        place: ChunkPlace,
        layers: Vec<TextureLayer>,
        origin: &[Option<usize>],
    ) {
        if let Some(chunk) = self.chunk(place) {
            let clutter = chunk.clutter_layers.map(|row| moved_clutter(row, origin));
            self.fields.entry(place).or_default().clutter_layers = Some(clutter);
        }
        self.set_layers(place, layers);
    }

    /// The map of tiles with all layers and textures as they will be.
    pub(super) fn tiles_after(&self) -> Option<TileMap> {
        let mut map = self.terrain.shape.tiles()?.clone();
        for (place, layers) in &self.layers {
            if let Some(chunk) = map.chunk_mut(*place) {
                chunk.layers.clone_from(layers);
            }
        }
        for (id, textures) in &self.textures {
            if let Some(tile) = map.tiles.get_mut(id) {
                tile.textures.clone_from(textures);
            }
        }
        Some(map)
    }

    /// The fields that a map chunk will have, to set.
    pub(super) fn fields_mut(&mut self, place: ChunkPlace) -> &mut ChunkFields {
        self.fields.entry(place).or_default()
    }

    /// The textures that a tile will have.
    pub(super) fn textures(&self, tile: TileId) -> &[TileTexture] {
        match self.textures.get(&tile) {
            Some(textures) => textures,
            None => {
                let tiles = self.terrain.shape.tiles();
                let tile = tiles.and_then(|map| map.tiles.get(&tile));
                tile.map_or(&[], |tile| &tile.textures)
            }
        }
    }

    /// A tile will have these textures.
    pub(super) fn set_textures(&mut self, tile: TileId, textures: Vec<TileTexture>) {
        self.textures.insert(tile, textures);
    }

    /// The position of a texture in the list of a tile, where it is added if it is not there.
    pub(super) fn texture_index(&mut self, tile: TileId, path: &str) -> u32 {
        let key = texture_key(path);
        let listed = self.textures(tile);
        let found = listed
            .iter()
            .position(|texture| key_of(&texture.path) == key);
        if let Some(index) = found {
            return index as u32;
        }
        let mut textures = listed.to_vec();
        textures.push(new_texture(path));
        let index = textures.len() - 1;
        self.set_textures(tile, textures);
        index as u32
    }

    /// The one edit that does everything, with what is to be told.
    pub(super) fn finish(mut self, label: String) -> Planned {
        let left = self.terrain.tiles_on_disk();
        if self.is_about_all.get() && left > 0 {
            self.note(format!(
                "{left} tiles of the map are not loaded and stay as they are"
            ));
        }
        let mut patches = Vec::new();
        if let Some(map) = self.terrain.shape.corners() {
            if let Some(head) = self.head
                && head != map.head
            {
                patches.push(TerrainPatch::CornerHead(Box::new(head)));
            }
            let is_new = |(index, corner): &(u32, Corner)| {
                let kept = map.corners().get(*index as usize);
                kept.is_some_and(|kept| kept != corner)
            };
            let corners: Vec<(u32, Corner)> = self.corners.into_iter().filter(is_new).collect();
            if !corners.is_empty() {
                patches.push(TerrainPatch::Corners(corners));
            }
        }
        if let Some(map) = self.terrain.shape.tiles() {
            if let Some(rule) = self.blend.filter(|rule| *rule != map.blend) {
                patches.push(TerrainPatch::Blend(rule));
            }
            let is_new =
                |form: &(Option<u32>, AlphaDepth)| *form != (map.map_flags, map.alpha_depth);
            if let Some((flags, depth)) = self.form.filter(is_new) {
                patches.push(TerrainPatch::MapForm { flags, depth });
            }
            for (id, textures) in self.textures {
                if map.tiles.get(&id).map(|tile: &Tile| &tile.textures) != Some(&textures) {
                    patches.push(TerrainPatch::Textures(id, textures));
                }
            }
            let layers: Vec<_> = self
                .layers
                .into_iter()
                .filter(|(place, layers)| {
                    map.chunk(*place)
                        .is_some_and(|chunk| chunk.layers != *layers)
                })
                .collect();
            if !layers.is_empty() {
                patches.push(TerrainPatch::Layers(layers));
            }
            let fields: Vec<_> = self
                .fields
                .into_iter()
                .filter_map(|(place, fields)| {
                    let fields = fields.only_new(map.chunk(place)?);
                    (!fields.is_empty()).then(|| (place, Box::new(fields)))
                })
                .collect();
            if !fields.is_empty() {
                patches.push(TerrainPatch::ChunkFields(fields));
            }
        }
        let terrain = self.terrain.id;
        let edits = patches
            .into_iter()
            .map(|patch| Edit::SwapTerrain { terrain, patch });
        Planned {
            edit: Edit::Group(edits.collect()),
            notes: self.notes,
            label,
        }
    }
}

/// Eight cells of two bits with the new number of each layer.
fn moved_clutter(row: u16, origin: &[Option<usize>]) -> u16 {
    let cells = (0..8).map(|cell| {
        let old = usize::from(row >> (2 * cell) & 3);
        let new = origin.iter().take(4).position(|from| *from == Some(old));
        (new.unwrap_or(0) as u16) << (2 * cell)
    });
    cells.fold(0, |row, cell| row | cell)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clutter_follows_its_layer_and_falls_to_the_lowest_where_that_is_gone() {
        // Cells 0 to 3 grow on layers 0 to 3, the others on 0; the layers are now 2, a new one, and 0.
        let row = 0b11_10_01_00;
        assert_eq!(
            moved_clutter(row, &[Some(2), None, Some(0)]),
            0b10_10_10_10_00_00_00_10
        );
    }
}
