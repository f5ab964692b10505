//! The replacement of a texture as it is prepared: which by which, where, and what it will change.

use super::Editor;
use crate::edit::operator::{FillCorners, SwapTexture};
use crate::edit::{CornerArea, GroundScope, Operator, VariationArgument};
use crate::terrain::{ChunkPlace, TileMap};

/// Which part of the ground is worked on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ScopeChoice {
    /// The map chunk that was picked.
    Chunk,
    /// Its tile.
    Tile,
    /// What is marked.
    Region,
    /// All that is open.
    #[default]
    Map,
}

impl ScopeChoice {
    /// All of them, the smallest first.
    pub const ALL: [Self; 4] = [Self::Chunk, Self::Tile, Self::Region, Self::Map];

    /// What buttons say.
    pub fn title(self) -> &'static str {
        match self {
            Self::Chunk => "Picked map chunk",
            Self::Tile => "Its tile",
            Self::Region => "Marked region",
            Self::Map => "All open tiles",
        }
    }
}

/// The replacement of a texture as it is prepared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextureSwap {
    /// The texture that goes.
    pub from: String,
    /// The one that comes; empty while none is chosen.
    pub to: String,
    /// Where.
    pub scope: ScopeChoice,
}

/// What a replacement would change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SwapCount {
    /// Map chunks, or corners, that are looked at.
    pub all: usize,
    /// Those with the texture that goes.
    pub with: usize,
    /// Those of them with both, which will be one.
    pub with_both: usize,
}

impl Editor {
    /// The map chunks that a choice means, as operators name them; a sentence where it means none.
    pub fn ground_scope(&self, choice: ScopeChoice) -> Result<GroundScope, String> {
        let picked = self.ground_view.chunk.filter(|place| {
            let map = self.terrain().and_then(|terrain| terrain.shape.tiles());
            map.is_some_and(|map| map.chunk(*place).is_some())
        });
        let picked = picked.ok_or_else(|| {
            "No map chunk is picked. Alt+click one in the terrain workspace.".to_owned()
        });
        match choice {
            ScopeChoice::Chunk => picked.map(GroundScope::from),
            ScopeChoice::Tile => {
                picked.map(|place| GroundScope::Tiles(vec![[place.tile.x, place.tile.y]]))
            }
            ScopeChoice::Region => self.ground_view.region.scope().ok_or_else(|| {
                "No map chunks are marked. Drag over some with the tool Mark region.".to_owned()
            }),
            ScopeChoice::Map => Ok(GroundScope::All),
        }
    }

    /// The rectangle of corners that a choice means; `None` for the whole map.
    pub fn corner_scope(&self, choice: ScopeChoice) -> Result<Option<CornerArea>, String> {
        match choice {
            ScopeChoice::Map => Ok(None),
            ScopeChoice::Region => self.ground_view.region.corners.map(Some).ok_or_else(|| {
                "No corners are marked. Drag over some with the tool Mark region.".to_owned()
            }),
            _ => Err("Maps of Warcraft III have no map chunks.".to_owned()),
        }
    }

    /// What a replacement would change; a sentence where it can't be done.
    pub fn swap_count(&self, swap: &TextureSwap) -> Result<SwapCount, String> {
        let terrain = self.terrain().ok_or_else(|| "No map is open.".to_owned())?;
        if swap.to.is_empty() {
            return Err("Choose the texture that comes.".to_owned());
        }
        let key = |name: &str| name.to_lowercase().replace('/', "\\");
        let (from, to) = (key(&swap.from), key(&swap.to));
        if from == to {
            return Err("Both are the same texture.".to_owned());
        }
        let mut count = SwapCount::default();
        if let Some(map) = terrain.shape.corners() {
            let area = self.corner_scope(swap.scope)?;
            let number = |name: &str| {
                let types = map.head.ground_types.iter();
                let mut named = types.map(|id| String::from_utf8_lossy(id).into_owned());
                named.position(|id| id == name)
            };
            let number = number(&swap.from).ok_or_else(|| "No corner has it.".to_owned())?;
            let listed = map.head.ground_types.iter();
            if !listed
                .map(|id| id.as_slice())
                .any(|id| id == swap.to.as_bytes())
            {
                return Err(format!("{} is not in the map's list yet.", swap.to));
            }
            for (index, corner) in map.corners().iter().enumerate() {
                let (column, row) = map.place(index);
                let is_in = area.is_none_or(|area| {
                    let ([left, bottom], [right, top]) = (area.first, area.last);
                    (left..=right).contains(&column) && (bottom..=top).contains(&row)
                });
                count.all += usize::from(is_in);
                let has = usize::from(corner.ground_type()) == number;
                count.with += usize::from(is_in && has);
            }
        }
        if let Some(map) = terrain.shape.tiles() {
            let scope = self.ground_scope(swap.scope)?;
            for place in places_in(map, &scope) {
                let keys = layer_keys(map, place);
                count.all += 1;
                let has = keys.contains(&from);
                count.with += usize::from(has);
                count.with_both += usize::from(has && keys.contains(&to));
            }
        }
        match count.with {
            0 => Err("Nothing there has it.".to_owned()),
            _ => Ok(count),
        }
    }

    /// The operator of a replacement; a sentence where it can't be done.
    pub fn swap_operator(&self, swap: &TextureSwap) -> Result<Operator, String> {
        self.swap_count(swap)?;
        let terrain = self.terrain();
        let id = terrain.map(|terrain| terrain.id.0);
        if terrain.is_some_and(|terrain| terrain.shape.corners().is_some()) {
            let area = self.corner_scope(swap.scope)?;
            return Ok(FillCorners {
                terrain: id,
                texture: swap.to.clone(),
                only: Some(swap.from.clone()),
                area: area.map(|area| {
                    let ([left, bottom], [right, top]) = (area.first, area.last);
                    [left, bottom, right, top]
                }),
                variation: VariationArgument::Keep,
                seed: 0,
            }
            .into());
        }
        Ok(SwapTexture {
            terrain: id,
            from: swap.from.clone(),
            to: swap.to.clone(),
            scope: self.ground_scope(swap.scope)?,
        }
        .into())
    }

    /// Whether the brush leaves any part of a map chunk alone as it is protected.
    pub fn is_chunk_protected(&self, place: ChunkPlace) -> bool {
        let map = self.terrain().and_then(|terrain| terrain.shape.tiles());
        let Some(chunk) = map.and_then(|map| map.chunk(place)) else {
            return false;
        };
        let side = crate::terrain::TILE_YARDS / crate::terrain::CHUNKS_OF_SIDE as f32;
        let [north, west, _] = chunk.position;
        // Neighbours that only touch it do not count.
        let inset = side / 63.0;
        self.ground_brush.masks.protected.iter().any(|it| {
            it.min[0] < north - inset
                && it.max[0] > north - side + inset
                && it.min[1] < west - inset
                && it.max[1] > west - side + inset
        })
    }
}

/// The map chunks that a scope means, as far as the map has them.
fn places_in(map: &TileMap, scope: &GroundScope) -> Vec<ChunkPlace> {
    let is_meant = |place: &ChunkPlace| match scope {
        GroundScope::All => true,
        GroundScope::Tiles(tiles) => tiles.contains(&[place.tile.x, place.tile.y]),
        GroundScope::Chunks(chunks) => {
            chunks.contains(&[place.tile.x, place.tile.y, place.column, place.row])
        }
    };
    let places = map.chunks().map(|(place, _)| place);
    places.filter(is_meant).collect()
}

/// The textures of a map chunk's layers, as they are compared.
fn layer_keys(map: &TileMap, place: ChunkPlace) -> Vec<String> {
    let (Some(chunk), Some(tile)) = (map.chunk(place), map.tiles.get(&place.tile)) else {
        return Vec::new();
    };
    let keys = chunk.layers.iter();
    let keys = keys.filter_map(|layer| tile.texture_key(layer.texture));
    keys.map(|key| String::from_utf8_lossy(&key).into_owned())
        .collect()
}
