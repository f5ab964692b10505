//! Sets what share each texture has, texel by texel, as pictures say.

use super::brush_operator::terrain_operator;
use crate::edit::map_picture_argument::{area_between, counted_text};
use crate::edit::terrain_draft::TerrainDraft;
use crate::edit::texture_paths::check_texture;
use crate::edit::{AlphaArea, EditError, MOST_PLANE_BYTES};
use crate::terrain::{
    ALPHA_SIDE, AlphaDepth, AlphaForm, CHUNK_TEXEL_STEPS, Chunk, ChunkPlace, ShareLayer, ShareMap,
    ShareTally, TextureLayer, TextureLayerFlags, TileArea, TileMap, WantedTexel, layers_for_shares,
    share_key, whole_shares,
};
use std::collections::BTreeSet;

terrain_operator! {
    /// Sets what share each texture has of every texel, as pictures say. A texel whose pictures say what the map has stays to the bit; in others a texture without a picture gets nothing, and shares are brought to a sum of 255. Where a map chunk would need more than four layers, the textures that cover least are left out, and told.
    ImportAlphamaps = "import_alphamaps" {
        /// The pictures, by the tiles they cover.
        areas: Vec<AlphaArea>,
        /// What the history calls it; empty for the usual name.
        #[serde(default)]
        label: String = "\"\"",
    }
    example r##"{"op":"import_alphamaps","terrain":1,"areas":[{"first":[31,33],"last":[31,33],"textures":[{"path":"Tileset\\Elwynn\\ElwynnGrass01.blp","shares":"KLUv/WAA"}]}],"label":""}"##
}

/// What the pictures of an area come to.
#[derive(Default)]
struct Outcome {
    chunks: usize,
    texels: usize,
    black: usize,
    scaled: usize,
    worst_sum: u32,
    tally: ShareTally,
    unlisted: BTreeSet<String>,
}

/// An area's pictures beside what the map has, textures by one numbering.
struct Beside {
    shares: ShareMap,
    /// Keys and paths by number.
    keys: Vec<(String, String)>,
    /// The wanted planes by number.
    wanted: Vec<Option<Vec<u8>>>,
}

impl ImportAlphamaps {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(in crate::edit::operator) fn draft(
        &self,
        draft: &mut TerrainDraft<'_>,
    ) -> Result<String, EditError> {
        let map = draft.tiles()?;
        if self.areas.is_empty() {
            return Err(EditError::Empty { argument: "areas" });
        }
        let mut seen = BTreeSet::new();
        let mut outcome = Outcome::default();
        for given in &self.areas {
            let area = area_between(draft, given.first, given.last)?;
            if area.places(map).any(|(place, ..)| !seen.insert(place)) {
                return Err(EditError::Value {
                    argument: "areas",
                    reason: "must not lie over one another".to_owned(),
                });
            }
            let beside = Beside::new(map, area, given)?;
            set_area(draft, map, area, &beside, &mut outcome);
        }
        outcome.tell(draft);
        Ok(match self.label.as_str() {
            "" => format!(
                "Import alphamaps of {}",
                counted_text(outcome.chunks, "map chunk")
            ),
            label => label.to_owned(),
        })
    }
}

impl Beside {
    fn new(map: &TileMap, area: TileArea, given: &AlphaArea) -> Result<Self, EditError> {
        let too_large = || EditError::Value {
            argument: "areas",
            reason: "must be smaller: so many texels of so many textures need more than 1 GiB"
                .to_owned(),
        };
        let shares = map.shares(area, MOST_PLANE_BYTES).ok_or_else(too_large)?;
        let texels = shares.width * shares.height;
        if texels.saturating_mul(given.textures.len()) > MOST_PLANE_BYTES {
            return Err(too_large());
        }
        let of_map = shares.textures.iter();
        let mut keys: Vec<(String, String)> = of_map
            .map(|texture| (texture.key.clone(), texture.path.clone()))
            .collect();
        let mut wanted = vec![None; keys.len()];
        for plane in &given.textures {
            check_texture("areas", &plane.path)?;
            let key = share_key(&plane.path);
            let found = keys.iter().position(|(other, _)| *other == key);
            let number = found.unwrap_or_else(|| {
                keys.push((key, plane.path.clone()));
                wanted.push(None);
                keys.len() - 1
            });
            let bytes = plane.shares.unpack(texels, "areas")?;
            if let Some(slot) = wanted.get_mut(number)
                && slot.replace(bytes).is_some()
            {
                return Err(EditError::Value {
                    argument: "areas",
                    reason: format!("has texture '{}' twice", plane.path),
                });
            }
        }
        Ok(Self {
            shares,
            keys,
            wanted,
        })
    }

    /// The shares that the pictures give a texel, where they differ from what the map has.
    fn wanted_at(&self, at: usize) -> Option<Vec<(usize, u8)>> {
        let byte = |plane: Option<&Vec<u8>>| plane.and_then(|plane| plane.get(at).copied());
        let mut is_new = false;
        let mut shares = Vec::new();
        for (number, plane) in self.wanted.iter().enumerate() {
            let wanted = byte(plane.as_ref()).unwrap_or(0);
            let found = byte(self.shares.planes.get(number)).unwrap_or(0);
            is_new |= wanted != found;
            if wanted > 0 {
                shares.push((number, wanted));
            }
        }
        is_new.then_some(shares)
    }
}

fn set_area(
    draft: &mut TerrainDraft<'_>,
    map: &TileMap,
    area: TileArea,
    beside: &Beside,
    outcome: &mut Outcome,
) {
    let width = beside.shares.width;
    let listed = beside.keys.iter().zip(&beside.wanted);
    let unlisted = listed.filter(|(_, plane)| plane.is_none());
    outcome
        .unlisted
        .extend(unlisted.map(|((_, path), _)| path.clone()));
    for (place, chunk_column, chunk_row) in area.places(map) {
        let Some(chunk) = map.chunk(place) else {
            continue;
        };
        let mut wanted: Vec<(usize, WantedTexel)> = Vec::new();
        for row in 0..ALPHA_SIDE {
            for column in 0..ALPHA_SIDE {
                let at = (chunk_row * CHUNK_TEXEL_STEPS + row) * width
                    + chunk_column * CHUNK_TEXEL_STEPS
                    + column;
                let Some(shares) = beside.wanted_at(at) else {
                    continue;
                };
                let sum: u32 = shares.iter().map(|(_, share)| u32::from(*share)).sum();
                if sum == 0 {
                    outcome.black += 1;
                    continue;
                }
                if sum != 255 {
                    outcome.scaled += 1;
                    outcome.worst_sum = outcome.worst_sum.max(sum.abs_diff(255));
                }
                wanted.push((row * ALPHA_SIDE + column, whole_shares(&shares)));
            }
        }
        if !wanted.is_empty() {
            outcome.chunks += 1;
            outcome.texels += wanted.len();
            set_chunk(
                draft,
                map,
                (place, chunk),
                &wanted,
                beside,
                &mut outcome.tally,
            );
        }
    }
}

fn set_chunk(
    draft: &mut TerrainDraft<'_>,
    map: &TileMap,
    (place, chunk): (ChunkPlace, &Chunk),
    wanted: &[(usize, WantedTexel)],
    beside: &Beside,
    tally: &mut ShareTally,
) {
    let tile = map.tiles.get(&place.tile);
    let number_of = |layer: &TextureLayer| {
        let key = tile.and_then(|tile| tile.texture_key(layer.texture));
        let key = key.map_or_else(
            || format!("#{}", layer.texture),
            |key| share_key(&String::from_utf8_lossy(&key)),
        );
        let found = beside.keys.iter().position(|(other, _)| *other == key);
        found.unwrap_or(usize::MAX)
    };
    let numbers: Vec<usize> = chunk.layers.iter().map(number_of).collect();
    let forms = || chunk.layers.iter().filter(|layer| layer.alpha.is_some());
    let form = forms().next().map_or(map.alpha_form(), |layer| layer.form);
    let is_coarse = forms().any(|layer| layer.form == AlphaForm::FourBit);
    let depth = if is_coarse || form == AlphaForm::FourBit {
        AlphaDepth::Four
    } else {
        AlphaDepth::Eight
    };
    let layers = layers_for_shares(chunk, &numbers, wanted, map.blend, depth, tally);
    let origin: Vec<Option<usize>> = layers.iter().map(|layer| layer.origin).collect();
    let mut made = Vec::with_capacity(layers.len());
    for ShareLayer {
        origin,
        texture,
        alpha,
    } in layers
    {
        let old = origin.and_then(|origin| chunk.layers.get(origin));
        let path = beside.keys.get(texture).map(|(_, path)| path.as_str());
        let mut layer = match (old, path) {
            (Some(old), _) => old.clone(),
            (None, path) => TextureLayer {
                texture: draft.texture_index(place.tile, path.unwrap_or_default()),
                flags: TextureLayerFlags::default(),
                ground_effect: -1,
                alpha: None,
                form,
            },
        };
        let bits = TextureLayerFlags::HAS_ALPHA | TextureLayerFlags::IS_COMPRESSED;
        if layer.alpha.is_some() != alpha.is_some() {
            let packed = match layer.form {
                AlphaForm::Runs => bits,
                AlphaForm::FourBit | AlphaForm::EightBit => TextureLayerFlags::HAS_ALPHA,
            };
            layer.flags.0 &= !bits;
            layer.flags.0 |= if alpha.is_some() { packed } else { 0 };
        }
        layer.alpha = alpha;
        made.push(layer);
    }
    draft.rearrange_layers(place, made, &origin);
}

impl Outcome {
    fn tell(&self, draft: &mut TerrainDraft<'_>) {
        let texels = |count| counted_text(count, "texel");
        if self.texels == 0 {
            draft.note("the pictures say what the map has; nothing changed".to_owned());
            return;
        }
        if self.black > 0 {
            draft.note(format!(
                "{} that are black in all pictures kept what they had",
                texels(self.black)
            ));
        }
        if self.scaled > 0 {
            draft.note(format!(
                "{} had shares whose sum is not 255 (at most {} off) and were brought to it",
                texels(self.scaled),
                self.worst_sum
            ));
        }
        if !self.unlisted.is_empty() {
            let paths: Vec<&str> = self.unlisted.iter().map(String::as_str).collect();
            draft.note(format!(
                "without a picture, and so without a share where texels changed: {}",
                paths.join(", ")
            ));
        }
        let tally = &self.tally;
        if tally.dropped > 0 {
            draft.note(format!(
                "{} needed more than four layers: {} left out, each covering at most {:.1} % of \
                 its map chunk",
                counted_text(tally.crowded_chunks, "map chunk"),
                counted_text(tally.dropped, "layer"),
                f64::from(tally.largest_dropped) / 2.55
            ));
        }
        if tally.rounded > 0 {
            draft.note(format!(
                "{} were rounded to the 16 values of 4-bit alpha maps, by at most {} of 255",
                texels(tally.rounded),
                tally.worst_rounding
            ));
        }
    }
}
