//! What lies at a place of the ground: the eyedropper, and the list that it shows.

use super::{Editor, GroundIntent};
use crate::document::TerrainShape;
use crate::math::Ray;
use crate::terrain::{ALPHA_SIDE, CHUNKS_OF_SIDE, ChunkPlace, MOST_LAYERS, TILE_YARDS, weights_of};

/// A texture at a place of the ground.
#[derive(Clone, Debug, PartialEq)]
pub struct TextureShare {
    /// Its path, or the four letters of a ground type.
    pub name: String,
    /// How much of the place it covers, 0 to 1.
    pub share: f32,
}

impl Editor {
    /// The map chunk at a place of the ground that is shown.
    pub fn ground_chunk_at(&self, x: f32, y: f32) -> Option<ChunkPlace> {
        self.terrain()?.shape.tiles()?.chunk_at(x, y)
    }

    /// The textures at a place of the ground that is shown, the strongest first; those that are not
    /// seen there are left out.
    pub fn textures_at(&self, x: f32, y: f32) -> Vec<TextureShare> {
        let mut found = match self.terrain().map(|terrain| &terrain.shape) {
            Some(TerrainShape::Tiles(map)) => {
                let place = map.chunk_at(x, y);
                let chunk = place.and_then(|place| map.chunk(place));
                let tile = place.and_then(|place| map.tiles.get(&place.tile));
                let (Some(chunk), Some(tile)) = (chunk, tile) else {
                    return Vec::new();
                };
                let count = chunk.layers.len().min(MOST_LAYERS);
                let [north, west, _] = chunk.position;
                let (column, row) = (texel(west - y), texel(north - x));
                let mut alphas = [0; MOST_LAYERS];
                for (alpha, layer) in alphas.iter_mut().zip(chunk.layers.iter().skip(1)) {
                    let map = layer.alpha.as_ref();
                    *alpha = map.map_or(0, |map| map.alpha(column, row));
                }
                let mut weights = [0; MOST_LAYERS];
                let alphas = alphas.get(..count.saturating_sub(1)).unwrap_or_default();
                weights_of(
                    map.blend,
                    alphas,
                    weights.get_mut(..count).unwrap_or_default(),
                );
                let layers = chunk.layers.iter().zip(weights);
                let shares = layers.filter(|(_, weight)| *weight > 0);
                shares
                    .filter_map(|(layer, weight)| {
                        let texture = tile.textures.get(layer.texture as usize)?;
                        Some(TextureShare {
                            name: texture.path_text(),
                            share: f32::from(weight) / 255.0,
                        })
                    })
                    .collect()
            }
            Some(TerrainShape::Corners(map)) => {
                let (column, row) = map.nearest(x, y);
                let corner = map.corner(column, row);
                let id = corner.and_then(|corner| {
                    let types = &map.head.ground_types;
                    types.get(usize::from(corner.ground_type()))
                });
                let name = id.map(|id| String::from_utf8_lossy(id).into_owned());
                let share = name.map(|name| TextureShare { name, share: 1.0 });
                share.into_iter().collect()
            }
            None => Vec::new(),
        };
        found.sort_by(|a, b| b.share.total_cmp(&a.share));
        found
    }

    /// What the eyedropper asks for along a line of sight; a sentence where there is nothing.
    pub fn pick_from_ground(&self, ray: &Ray) -> Result<Vec<GroundIntent>, String> {
        let hit = self.ground_below(ray);
        let hit = hit.ok_or_else(|| "There is no ground under the cursor.".to_owned())?;
        let [x, y] = [hit.position.x, hit.position.y];
        let chunk = self.ground_chunk_at(x, y);
        if let Some(brush) = self.picked_by_tool(hit.position) {
            return Ok(vec![GroundIntent::SetBrush(Box::new(brush))]);
        }
        let mut intents = Vec::from_iter(chunk.map(|place| GroundIntent::SelectChunk(Some(place))));
        if let Some(strongest) = self.textures_at(x, y).into_iter().next() {
            intents.push(GroundIntent::Choose(strongest.name));
        }
        intents.extend(self.picked_variation(hit.position));
        match intents.is_empty() {
            true => Err("The ground has no texture there.".to_owned()),
            false => Ok(intents),
        }
    }
}

/// The texel of a map chunk's side nearest to a way from its border, in yards; the first and the
/// last texel lie on the borders.
fn texel(way: f32) -> usize {
    let last = (ALPHA_SIDE - 1) as f32;
    let side = TILE_YARDS / CHUNKS_OF_SIDE as f32;
    (way / side * last).round().clamp(0.0, last) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;
    use crate::math::Vec3;
    use crate::samples::{valley, valley_corners};

    #[test]
    fn the_strongest_layer_of_the_valley_is_picked_where_it_is() {
        let mut document = Document::new();
        document.terrains.push(valley());
        let editor = Editor::with_document(document);
        let map = editor.terrain().and_then(|it| it.shape.tiles());
        let (place, chunk) = map.and_then(|map| map.chunks().nth(40)).expect("a chunk");
        let [north, west, _] = chunk.position;
        let (x, y) = (north - 12.0, west - 20.0);
        let found = editor.textures_at(x, y);
        let whole: f32 = found.iter().map(|texture| texture.share).sum();
        assert!((whole - 1.0).abs() < 1e-3, "{found:?}");
        let above = Ray {
            origin: Vec3::new(x, y, 5000.0),
            direction: -Vec3::z(),
        };
        let picked = editor.pick_from_ground(&above).expect("ground");
        assert!(matches!(picked[..], [
            GroundIntent::SelectChunk(Some(at)),
            GroundIntent::Choose(ref name),
        ] if at == place && *name == found[0].name));
    }

    #[test]
    fn a_corner_gives_its_ground_type_and_off_the_map_is_nothing() {
        let mut document = Document::new();
        document.terrains.push(valley_corners());
        let editor = Editor::with_document(document);
        let map = editor
            .terrain()
            .and_then(|it| it.shape.corners())
            .expect("corners");
        let [x, y] = map.position(3, 2);
        let corner = map.corner(3, 2).expect("it is inside");
        let id = map.head.ground_types[usize::from(corner.ground_type())];
        assert_eq!(editor.textures_at(x, y)[0].name.as_bytes(), id);
        let away = Ray {
            origin: Vec3::new(1e7, 1e7, 5000.0),
            direction: -Vec3::z(),
        };
        assert!(editor.pick_from_ground(&away).is_err());
    }
}
