//! The question what to do where a stroke met map chunks with four other textures: the ways there are,
//! and what each costs.

use super::{TextureShare, layer_uses};
use crate::edit::{
    EditError, FifthArgument, FifthChoice, FifthCost, FifthSolution, FifthWay, Operator,
};
use crate::terrain::{ChunkPlace, TileMap};
use std::collections::BTreeMap;

/// A stroke that met map chunks with four other textures, and what could be done there.
///
/// While it is open the ground shows the stroke with the policy that is looked at. Whatever ends it
/// keeps the stroke: with that policy if the user says so, else without those map chunks.
#[derive(Clone, Debug)]
pub struct FifthQuestion {
    stroke: Operator,
    /// The map chunks, in order.
    pub chunks: Vec<CrowdedChunk>,
    /// The answer that is looked at.
    pub shown: FifthArgument,
    /// Whether the ground shows those map chunks without it, to compare.
    pub shows_before: bool,
    /// What is best for all.
    pub solution: FifthSolution,
    /// How many textures break off on borders of these map chunks, before the stroke and after.
    pub seams: [usize; 2],
    judged_with: Option<Judging>,
}

/// A map chunk with four other textures.
#[derive(Clone, Debug)]
pub struct CrowdedChunk {
    /// Its place.
    pub place: ChunkPlace,
    /// Its textures, the one that covers most first.
    pub textures: Vec<TextureShare>,
    /// The ways to make room on it, the best first.
    pub ways: Vec<FifthWay>,
    /// What it costs if what is faint gives way.
    pub faint: FifthCost,
    /// What look-alikes cost.
    pub merge: FifthCost,
}

/// What the costs of ways depend on: the look-alikes, and what is faint.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Judging {
    pub look_alikes: BTreeMap<String, String>,
    pub faint_percent: f32,
}

impl FifthQuestion {
    /// Asks about some map chunks; nothing is judged yet.
    pub(super) fn new(stroke: Operator, places: &[ChunkPlace], map: &TileMap) -> Self {
        let chunks = places.iter().map(|place| CrowdedChunk {
            place: *place,
            textures: chunk_textures(map, *place),
            ways: Vec::new(),
            faint: FifthCost::Nothing,
            merge: FifthCost::Nothing,
        });
        Self {
            chunks: chunks.collect(),
            shown: FifthArgument::Refuse,
            shows_before: false,
            solution: FifthSolution::default(),
            seams: [0; 2],
            judged_with: None,
            stroke,
        }
    }

    /// The texture that is painted.
    pub fn texture(&self) -> &str {
        match &self.stroke {
            Operator::PaintTextureLayer(stroke) => &stroke.texture,
            Operator::PaintTextureSwap(stroke) => &stroke.to,
            _ => "",
        }
    }

    /// What is best for all map chunks, way by way.
    pub fn best(&self) -> FifthArgument {
        let taken = |chunk: &CrowdedChunk| {
            let mut taken = self.solution.taken.iter();
            let way = taken.find(|way| way.choice.place() == chunk.place);
            way.map(|way| way.choice.clone())
        };
        FifthArgument::Chosen(self.chunks.iter().filter_map(taken).collect())
    }

    /// What the answer costs on a map chunk.
    pub fn cost(&self, chunk: &CrowdedChunk, answer: &FifthArgument) -> FifthCost {
        if *answer == self.best() {
            // In a whole solution it is known how many neighbours follow in the end.
            let mut taken = self.solution.taken.iter();
            if let Some(way) = taken.find(|way| way.choice.place() == chunk.place) {
                return way.cost();
            }
            if let Some(reason) = self.solution.left.get(&chunk.place) {
                return FifthCost::Refused(reason.clone());
            }
        }
        chunk.cost(answer)
    }

    /// The answer that is looked at with another way for one map chunk; without a way it stays.
    pub fn with_choice(&self, place: ChunkPlace, choice: Option<FifthChoice>) -> FifthArgument {
        let all = self.chunks.iter().filter_map(|chunk| {
            if chunk.place == place {
                return choice.clone();
            }
            chunk.way(&self.shown).map(|way| way.choice.clone())
        });
        FifthArgument::Chosen(all.collect())
    }

    /// How many map chunks make room with the answer that is looked at, and how much of them changes
    /// beside the stroke, 0 to 1.
    pub fn change(&self) -> (usize, f32) {
        let ways = self
            .chunks
            .iter()
            .filter_map(|chunk| chunk.way(&self.shown));
        let changes: Vec<f32> = ways.map(|way| way.change).collect();
        let count = changes.len();
        (count, changes.iter().sum::<f32>() / count.max(1) as f32)
    }

    /// The stroke with another policy; `None` for what has none.
    pub(super) fn stroke_with(&self, policy: FifthArgument) -> Option<Operator> {
        with_fifth(&self.stroke, policy)
    }

    /// Works out what each way costs, unless that is known.
    pub(super) fn judge(&mut self, map: &TileMap, judging: Judging) {
        if self.judged_with.as_ref() == Some(&judging) {
            return;
        }
        let pairs = &judging.look_alikes;
        let solve = FifthArgument::Solve {
            look_alikes: pairs.clone(),
        };
        let solved = match with_fifth(&self.stroke, solve) {
            Some(Operator::PaintTextureLayer(stroke)) => stroke.fifth_solution(map),
            Some(Operator::PaintTextureSwap(stroke)) => stroke.fifth_solution(map),
            _ => Ok::<_, EditError>(FifthSolution::default()),
        };
        // A stroke that was just painted has no numbers that its brush could not have.
        self.solution = solved.unwrap_or_default();
        let faint = FifthArgument::Evict {
            below_percent: judging.faint_percent,
        };
        for chunk in &mut self.chunks {
            let ways = self.solution.ways.get(&chunk.place);
            chunk.ways = ways.cloned().unwrap_or_default();
            chunk.faint = cost_of(&self.stroke, faint.clone(), map, chunk.place);
            let merge = FifthArgument::Merge(pairs.clone());
            chunk.merge = cost_of(&self.stroke, merge, map, chunk.place);
        }
        self.judged_with = Some(judging);
    }
}

impl CrowdedChunk {
    /// What a policy costs here.
    pub fn cost(&self, fifth: &FifthArgument) -> FifthCost {
        match fifth {
            FifthArgument::Refuse => FifthCost::Refused("it has four other textures".to_owned()),
            FifthArgument::Evict { .. } => self.faint.clone(),
            FifthArgument::Merge(_) => self.merge.clone(),
            FifthArgument::Chosen(choices) => {
                let mut own = choices.iter();
                let own = own.find(|choice| choice.place() == self.place);
                let way = own.and_then(|own| self.ways.iter().find(|way| way.choice == *own));
                match way {
                    Some(way) => way.cost(),
                    None => FifthCost::Refused("it is left as it is".to_owned()),
                }
            }
            FifthArgument::Solve { .. } => match self.ways.first() {
                Some(way) => way.cost(),
                None => FifthCost::Refused("no texture can leave it".to_owned()),
            },
        }
    }

    /// The way that a policy takes here, if it takes one.
    pub fn way(&self, fifth: &FifthArgument) -> Option<&FifthWay> {
        let pair = match self.cost(fifth) {
            FifthCost::GivesWay { texture, .. } => (texture, None),
            FifthCost::Merges { from, into, .. } => (from, Some(into)),
            FifthCost::Nothing | FifthCost::Refused(_) => return None,
        };
        let mut ways = self.ways.iter();
        ways.find(|way| way.choice.texture == pair.0 && way.choice.into == pair.1)
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
