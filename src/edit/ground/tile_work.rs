//! A stroke over a map of tiles: what each dab makes of the map chunks it touches.

use super::sculpt_tile::{ChangedFields, HeightOddities, write_heights};
use super::spot_brush::{GroundBefore, SpotBrush};
use super::spot_touches::{BrushLine, spot_touches};
use crate::edit::GroundSample;
use crate::edit::ground_tip::GroundDab;
use crate::terrain::{
    CHUNK_VERTICES, Chunk, ChunkFlags, ChunkPlace, GroundSpot, HOLE_YARDS, HOLES_OF_SIDE,
    SculptStroke, SpotGround, SpotTouch, TileMap, VertexPlace, spot_of_vertex, takes_paint,
};
use std::collections::{BTreeSet, HashMap};

/// What a stroke does to map chunks.
#[derive(Clone, Debug)]
pub enum TileTool {
    /// Changes heights.
    Sculpt(Box<SculptStroke>),
    /// Brings the colours of vertices to blue, green and red.
    Colours([u8; 3]),
    /// Cuts holes.
    CutHoles,
    /// Fills holes.
    FillHoles,
    /// Gives map chunks to an area of the game.
    Area(u32),
    /// Sets and clears flags of map chunks.
    Flags {
        /// Bits to set.
        set: u32,
        /// Bits to clear, before.
        clear: u32,
    },
}

/// Colours that change nothing.
const NEUTRAL: [u8; 4] = [0x7F; 4];
/// The vertex in the middle of a map chunk.
const MIDDLE_VERTEX: usize = 4 * 17 + 4;

/// A vertex that was painted.
#[derive(Clone, Copy, Debug)]
struct Tinted {
    original: [f32; 3],
    now: [f32; 3],
    strength: f32,
}

/// A stroke over a map of tiles.
///
/// It remembers what it changed, and never reads that from the map again, so it does not matter
/// whether the map is changed along with it.
#[derive(Clone, Debug)]
pub struct TileWork {
    brush: SpotBrush,
    tool: TileTool,
    names: Vec<Vec<u8>>,
    fields: ChangedFields,
    tinted: HashMap<VertexPlace, Tinted>,
    oddities: HeightOddities,
    fine_holes: BTreeSet<ChunkPlace>,
    new_colours: BTreeSet<ChunkPlace>,
    dabs: u64,
}

/// The ground as it was before the stroke.
struct TilesBefore<'a> {
    map: &'a TileMap,
    tool: &'a TileTool,
    names: &'a [Vec<u8>],
}

impl GroundBefore for TilesBefore<'_> {
    fn height(&self, spot: GroundSpot) -> Option<f32> {
        match self.tool {
            TileTool::Sculpt(stroke) => stroke.height_before(self.map, spot),
            _ => self.map.spot_height(spot),
        }
    }

    fn texture_share(&self, spot: GroundSpot, textures: &[usize]) -> f32 {
        let Some((place, vertex)) = self.map.vertices_of_spot(spot).next() else {
            return 0.0;
        };
        let (Some(chunk), Some(tile)) = (self.map.chunk(place), self.map.tiles.get(&place.tile))
        else {
            return 0.0;
        };
        let weights = chunk.weights_at_vertex(self.map.blend, vertex);
        let mut share = 0.0;
        for (layer, weight) in chunk.layers.iter().zip(weights) {
            let key = tile.texture_key(layer.texture);
            let number = key.and_then(|key| self.names.iter().position(|name| *name == key));
            if number.is_some_and(|number| textures.contains(&number)) {
                share += f32::from(weight) / 255.0;
            }
        }
        share.min(1.0)
    }
}

/// The paths of all textures of a map, as masks name them, each once.
pub fn tile_texture_names(map: &TileMap) -> Vec<String> {
    let mut names = BTreeSet::new();
    for tile in map.tiles.values() {
        let keys = (0..tile.textures.len() as u32).filter_map(|number| tile.texture_key(number));
        names.extend(keys.map(|key| String::from_utf8_lossy(&key).into_owned()));
    }
    names.into_iter().collect()
}

impl TileWork {
    /// A stroke that has touched nothing.
    pub fn new(brush: SpotBrush, tool: TileTool, map: &TileMap) -> Self {
        let names = tile_texture_names(map);
        Self {
            brush,
            tool,
            names: names.into_iter().map(String::into_bytes).collect(),
            fields: ChangedFields::new(),
            tinted: HashMap::new(),
            oddities: HeightOddities::default(),
            fine_holes: BTreeSet::new(),
            new_colours: BTreeSet::new(),
            dabs: 0,
        }
    }

    /// The fields of the map chunks that it changed, as they are now.
    pub fn fields(&self) -> &ChangedFields {
        &self.fields
    }

    /// What it found odd about heights.
    pub fn oddities(&self) -> &HeightOddities {
        &self.oddities
    }

    /// How many map chunks were left alone because their holes are of a finer kind.
    pub fn fine_hole_count(&self) -> usize {
        self.fine_holes.len()
    }

    /// How many map chunks had no colours and have them now.
    pub fn new_colour_count(&self) -> usize {
        self.new_colours.len()
    }

    /// Whether it paints colours.
    pub fn paints_colours(&self) -> bool {
        matches!(self.tool, TileTool::Colours(_))
    }

    /// How often a spot was left alone because its height is no number.
    pub fn skipped_count(&self) -> usize {
        match &self.tool {
            TileTool::Sculpt(stroke) => stroke.skipped_count(),
            _ => 0,
        }
    }

    /// Touches what is under the brush; gives the map chunks that changed.
    pub fn dab(&mut self, map: &TileMap, sample: &GroundSample) -> BTreeSet<ChunkPlace> {
        let mut changed = BTreeSet::new();
        for dab in self.brush.dabs(sample) {
            changed.extend(self.dab_at(map, &dab));
        }
        self.dabs += 1;
        changed
    }

    fn dab_at(&mut self, map: &TileMap, dab: &GroundDab) -> BTreeSet<ChunkPlace> {
        match self.tool {
            TileTool::Sculpt(_) | TileTool::Colours(_) => {
                let before = self.before(map);
                let line = match &self.tool {
                    TileTool::Sculpt(stroke) => BrushLine::of(stroke),
                    _ => None,
                };
                let touches = spot_touches(map, &before, &self.brush, dab, line);
                self.dab_spots(map, dab, &touches)
            }
            TileTool::CutHoles | TileTool::FillHoles => self.dab_holes(map, dab),
            TileTool::Area(_) | TileTool::Flags { .. } => self.dab_chunks(map, dab),
        }
    }

    fn before<'a>(&'a self, map: &'a TileMap) -> TilesBefore<'a> {
        TilesBefore {
            map,
            tool: &self.tool,
            names: &self.names,
        }
    }

    fn dab_spots(
        &mut self,
        map: &TileMap,
        dab: &GroundDab,
        touches: &[SpotTouch],
    ) -> BTreeSet<ChunkPlace> {
        match &mut self.tool {
            TileTool::Sculpt(stroke) => {
                let heights = stroke.dab(map, dab.position, touches);
                write_heights(map, &mut self.fields, &mut self.oddities, &heights)
            }
            TileTool::Colours(colour) => {
                let goal = colour.map(f32::from);
                let mut changed = BTreeSet::new();
                for touch in touches {
                    for at in map.vertices_of_spot(touch.spot) {
                        if self.tint(map, at, goal, touch.strength) {
                            changed.insert(at.0);
                        }
                    }
                }
                changed
            }
            _ => BTreeSet::new(),
        }
    }

    /// Brings the colour of a vertex nearer to a goal; whether it changed.
    fn tint(&mut self, map: &TileMap, at: VertexPlace, goal: [f32; 3], strength: f32) -> bool {
        let (place, vertex) = at;
        let Some(chunk) = map.chunk(place) else {
            return false;
        };
        let changed = self.fields.get(&place);
        let list = changed.and_then(|fields| fields.colours.as_ref());
        let list = list.map_or(chunk.colours.as_ref(), Option::as_ref);
        let stored = list.and_then(|list| list.get(vertex)).copied();
        let stored = stored.unwrap_or(NEUTRAL);
        let [blue, green, red, alpha] = stored;
        let own = [blue, green, red].map(f32::from);
        let tinted = self.tinted.entry(at).or_insert(Tinted {
            original: own,
            now: own,
            strength: 0.0,
        });
        let from = match self.brush.brush.accumulate {
            true => tinted.now,
            false if strength > tinted.strength => tinted.original,
            false => return false,
        };
        tinted.strength = tinted.strength.max(strength);
        tinted.now = [0, 1, 2].map(|part| from[part] + (goal[part] - from[part]) * strength);
        let [blue, green, red] = tinted.now.map(|part| part.round().clamp(0.0, 255.0) as u8);
        let wanted = [blue, green, red, alpha];
        if wanted == stored {
            return false;
        }
        let fields = self.fields.entry(place).or_default();
        let list = fields
            .colours
            .get_or_insert_with(|| chunk.colours.clone())
            .get_or_insert_with(|| Box::new([NEUTRAL; CHUNK_VERTICES]));
        if let Some(kept) = list.get_mut(vertex) {
            *kept = wanted;
        }
        if !chunk.flags.has(ChunkFlags::HAS_COLOURS) {
            fields.flags = Some(ChunkFlags(chunk.flags.0 | ChunkFlags::HAS_COLOURS));
            self.new_colours.insert(place);
        }
        true
    }

    fn dab_holes(&mut self, map: &TileMap, dab: &GroundDab) -> BTreeSet<ChunkPlace> {
        let mut changed = BTreeSet::new();
        let chunks = map.chunks_near(dab.position, dab.reach);
        for (place, chunk) in chunks {
            let now = self.fields.get(&place).and_then(|fields| fields.holes);
            let now = now.unwrap_or(chunk.holes);
            let mut wanted = now;
            for (number, (bit, position)) in chunk.hole_places().enumerate() {
                let (column, row) = (number % HOLES_OF_SIDE, number / HOLES_OF_SIDE);
                let vertex = (row * 2 + 1) * 17 + column * 2 + 1;
                let half = HOLE_YARDS / 2.0;
                if self.takes_place(map, dab, place, vertex, (position, half)) {
                    match self.tool {
                        TileTool::FillHoles => wanted &= !bit,
                        _ => wanted |= bit,
                    }
                }
            }
            if wanted == now {
                continue;
            }
            if chunk.flags.has(ChunkFlags::HAS_FINE_HOLES) {
                self.fine_holes.insert(place);
                continue;
            }
            self.fields.entry(place).or_default().holes = Some(wanted);
            changed.insert(place);
        }
        changed
    }

    fn dab_chunks(&mut self, map: &TileMap, dab: &GroundDab) -> BTreeSet<ChunkPlace> {
        let mut changed = BTreeSet::new();
        for (place, chunk) in map.chunks_near(dab.position, dab.reach) {
            let half = HOLE_YARDS * HOLES_OF_SIDE as f32 / 2.0;
            let area = (chunk.middle(), half);
            if self.takes_place(map, dab, place, MIDDLE_VERTEX, area) && self.mark(place, chunk) {
                changed.insert(place);
            }
        }
        changed
    }

    /// Marks a map chunk as the tool says; whether it was otherwise before.
    fn mark(&mut self, place: ChunkPlace, chunk: &Chunk) -> bool {
        let now = self.fields.get(&place);
        match self.tool {
            TileTool::Area(area) => {
                let old = now.and_then(|fields| fields.area_id);
                if old.unwrap_or(chunk.area_id) == area {
                    return false;
                }
                self.fields.entry(place).or_default().area_id = Some(area);
                true
            }
            TileTool::Flags { set, clear } => {
                let old = now.and_then(|fields| fields.flags).unwrap_or(chunk.flags);
                let wanted = ChunkFlags(old.0 & !clear | set);
                if old == wanted {
                    return false;
                }
                self.fields.entry(place).or_default().flags = Some(wanted);
                true
            }
            _ => false,
        }
    }

    /// Whether a square place, given by its middle and half its side, is taken: by the strength in
    /// its middle, or because the brush's middle lies in it.
    fn takes_place(
        &self,
        map: &TileMap,
        dab: &GroundDab,
        place: ChunkPlace,
        vertex: usize,
        (position, half): ([f32; 2], f32),
    ) -> bool {
        let spot = spot_of_vertex(place, vertex);
        let is_under = |axis: usize| {
            // One border belongs to it, the other one to its neighbour.
            let away = dab.position[axis] - position[axis];
            away > -half && away <= half
        };
        let before = self.before(map);
        let strength = if is_under(0) && is_under(1) {
            let mask = self.brush.mask(map, &before, spot, position);
            self.brush.middle(dab) * mask
        } else {
            self.brush.strength(map, &before, dab, spot, position)
        };
        let salt = if self.brush.brush.accumulate {
            self.dabs << 32
        } else {
            0
        };
        let seed = u64::from(self.brush.brush.seed) ^ salt;
        let middle = self.brush.middle(dab);
        takes_paint(strength, middle, seed, spot.column as u32, spot.row as u32)
    }
}
