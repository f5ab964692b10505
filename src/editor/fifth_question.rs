//! What to do where a stroke met map chunks with four other textures: asked at its end, shown on the
//! ground before anything is kept.

use super::{Editor, TextureShare, layer_uses};
use crate::edit::{FifthArgument, FifthCost, Operator};
use crate::terrain::{ChunkPlace, TileMap};

/// A stroke that met map chunks with four other textures, and what could be done there.
///
/// While it is open the ground shows the stroke with the policy that is looked at. Whatever ends it
/// keeps the stroke: with that policy if the user says so, else without those map chunks.
#[derive(Clone, Debug)]
pub struct FifthQuestion {
    stroke: Operator,
    /// The map chunks, in order.
    pub chunks: Vec<CrowdedChunk>,
    /// What is shown now.
    pub shown: FifthArgument,
}

/// A map chunk with four other textures.
#[derive(Clone, Debug)]
pub struct CrowdedChunk {
    /// Its place.
    pub place: ChunkPlace,
    /// Its textures, the one that covers most first.
    pub textures: Vec<TextureShare>,
    /// What gives way where the least covering texture does, however much it covers.
    pub least: FifthCost,
    /// What look-alikes cost.
    pub merge: FifthCost,
}

impl FifthQuestion {
    /// The texture that is painted.
    pub fn texture(&self) -> &str {
        match &self.stroke {
            Operator::PaintTextureLayer(stroke) => &stroke.texture,
            Operator::PaintTextureSwap(stroke) => &stroke.to,
            _ => "",
        }
    }
}

impl CrowdedChunk {
    /// What a policy costs here.
    pub fn cost(&self, fifth: &FifthArgument) -> FifthCost {
        match (fifth, &self.least) {
            (FifthArgument::Refuse, _) => {
                FifthCost::Refused("it has four other textures".to_owned())
            }
            (FifthArgument::Evict { below_percent }, FifthCost::GivesWay { texture, share })
                if share * 100.0 >= *below_percent =>
            {
                let name = texture.rsplit(['\\', '/']).next().unwrap_or(texture);
                let percent = share * 100.0;
                FifthCost::Refused(format!("{name} covers {percent:.1} %, which is not below"))
            }
            (FifthArgument::Evict { .. }, least) => least.clone(),
            (FifthArgument::Merge(_), _) => self.merge.clone(),
        }
    }
}

/// The same stroke with another policy; `None` for what has none.
fn with_fifth(stroke: &Operator, policy: FifthArgument) -> Option<Operator> {
    let mut stroke = stroke.clone();
    match &mut stroke {
        Operator::PaintTextureLayer(stroke) => stroke.fifth = policy,
        Operator::PaintTextureSwap(stroke) => stroke.fifth = policy,
        _ => return None,
    }
    Some(stroke)
}

fn cost_of(
    stroke: &Operator,
    policy: FifthArgument,
    map: &TileMap,
    place: ChunkPlace,
) -> FifthCost {
    match with_fifth(stroke, policy) {
        Some(Operator::PaintTextureLayer(stroke)) => stroke.fifth_cost(map, place),
        Some(Operator::PaintTextureSwap(stroke)) => stroke.fifth_cost(map, place),
        _ => FifthCost::Nothing,
    }
}

impl Editor {
    /// What the user is asked about map chunks with four other textures.
    pub fn fifth_question(&self) -> Option<&FifthQuestion> {
        self.fifth_question.as_ref()
    }

    /// Asks what to do on map chunks where a stroke, which left them alone, could not paint.
    pub(super) fn ask_fifth(&mut self, stroke: Operator, places: &[ChunkPlace]) {
        let Some(map) = self.terrain().and_then(|terrain| terrain.shape.tiles()) else {
            return;
        };
        let chunks = places.iter().map(|place| CrowdedChunk {
            place: *place,
            textures: chunk_textures(map, *place),
            least: FifthCost::Nothing,
            merge: FifthCost::Nothing,
        });
        let question = FifthQuestion {
            chunks: chunks.collect(),
            shown: FifthArgument::Refuse,
            stroke,
        };
        self.fifth_question = Some(question);
        self.show_fifth(FifthArgument::Refuse);
    }

    /// Shows the stroke with a policy, and works out what each would cost.
    pub(super) fn show_fifth(&mut self, shown: FifthArgument) {
        let Some(mut question) = self.fifth_question.take() else {
            return;
        };
        if let Some(gesture) = self.gesture.take() {
            let changes = gesture.cancel(&mut self.document);
            self.changes.merge(changes);
        }
        let pairs = FifthArgument::Merge(self.ground_brush.look_alikes.clone());
        let all = FifthArgument::Evict {
            below_percent: f32::MAX,
        };
        if let Some(map) = self.terrain().and_then(|terrain| terrain.shape.tiles()) {
            for chunk in &mut question.chunks {
                chunk.least = cost_of(&question.stroke, all.clone(), map, chunk.place);
                chunk.merge = cost_of(&question.stroke, pairs.clone(), map, chunk.place);
            }
        }
        let shown = match shown {
            // Without a pair nothing can go into another.
            FifthArgument::Merge(pairs) if pairs.is_empty() => FifthArgument::Refuse,
            shown => shown,
        };
        let stroke = with_fifth(&question.stroke, shown.clone());
        question.shown = shown;
        self.fifth_question = Some(question);
        if let Some(stroke) = stroke {
            self.update_gesture(stroke);
        }
    }

    /// Ends the question: keeps the stroke as it is shown, or without those map chunks.
    pub(super) fn answer_fifth(&mut self, keeps_shown: bool) {
        if !keeps_shown {
            self.show_fifth(FifthArgument::Refuse);
        }
        if self.fifth_question.take().is_some() {
            self.commit_gesture();
        }
    }
}

/// The textures of a map chunk, the one that covers most first.
fn chunk_textures(map: &TileMap, place: ChunkPlace) -> Vec<TextureShare> {
    let (Some(chunk), Some(tile)) = (map.chunk(place), map.tiles.get(&place.tile)) else {
        return Vec::new();
    };
    let uses = layer_uses(chunk, map.blend);
    let layers = chunk.layers.iter().zip(uses);
    let mut found: Vec<TextureShare> = layers
        .filter_map(|(layer, used)| {
            let texture = tile.textures.get(layer.texture as usize)?;
            Some(TextureShare {
                name: texture.path_text(),
                share: used.share as f32,
            })
        })
        .collect();
    found.sort_by(|a, b| b.share.total_cmp(&a.share));
    found
}
