//! What lies on the ground, worked out in the background: how much each texture covers, layers that
//! are not seen, and seams where neighbours do not meet.

use super::jobs::{JobControl, JobId};
use super::{DocumentState, Editor, JobOutcome, Request, Toast, ViewportRequest, Workspace};
use crate::document::{Terrain, TerrainId, TerrainShape};
use crate::terrain::{
    ALPHA_SIDE, BlendRule, Chunk, ChunkPlace, GroundMeeting, MOST_LAYERS, SeamFinding, TileMap,
    audit_seams, ground_meetings, weights_of,
};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Maps of more tiles than this are looked over only when the user asks.
const MOST_FOLLOWED_TILES: usize = 16;

/// How much of the ground a texture covers.
#[derive(Clone, Debug, PartialEq)]
pub struct TextureUse {
    /// Its path as the file has it, or the four letters of a ground type.
    pub name: String,
    /// The share of the ground that it covers, 0 to 1.
    pub share: f64,
    /// In how many map chunks it is a layer, or on how many corners it lies.
    pub place_count: usize,
}

/// How much of a map chunk a layer covers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LayerUse {
    /// The share of the chunk that it covers, 0 to 1.
    pub share: f64,
    /// Its highest weight anywhere, 0 to 255; 0 if it is not seen.
    pub highest: u8,
}

/// What lies on the ground.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GroundCensus {
    /// The terrain.
    pub terrain: Option<TerrainId>,
    /// Its textures, those that cover most first; listed ones that cover nothing, too.
    pub textures: Vec<TextureUse>,
    /// The map chunks that have layers which are not seen anywhere, and how many.
    pub unseen_layers: BTreeMap<ChunkPlace, usize>,
    /// Seams where textures of neighbours do not meet.
    pub seams: Vec<SeamFinding>,
    /// Tiles of corners where three or four grounds meet.
    pub meetings: Vec<GroundMeeting>,
}

/// The last census, and the one that runs.
#[derive(Debug, Default)]
pub struct GroundCensusing {
    found: Option<(DocumentState, Arc<GroundCensus>)>,
    running: Option<JobId>,
}

/// How much of a map chunk each of its layers covers, in their order.
pub fn layer_uses(chunk: &Chunk, rule: BlendRule) -> Vec<LayerUse> {
    let count = chunk.layers.len().min(MOST_LAYERS);
    let mut sums = [0_u64; MOST_LAYERS];
    let mut uses = vec![LayerUse::default(); count];
    let maps: Vec<_> = chunk
        .layers
        .iter()
        .skip(1)
        .take(count.saturating_sub(1))
        .collect();
    let (mut alphas, mut weights) = ([0; MOST_LAYERS], [0; MOST_LAYERS]);
    for row in 0..ALPHA_SIDE {
        for column in 0..ALPHA_SIDE {
            for (alpha, layer) in alphas.iter_mut().zip(&maps) {
                let map = layer.alpha.as_ref();
                *alpha = map.map_or(0, |map| map.alpha(column, row));
            }
            let alphas = alphas.get(..maps.len()).unwrap_or_default();
            let Some(weights) = weights.get_mut(..count) else {
                continue;
            };
            weights_of(rule, alphas, weights);
            for ((sum, layer), weight) in sums.iter_mut().zip(&mut uses).zip(weights) {
                *sum += u64::from(*weight);
                layer.highest = layer.highest.max(*weight);
            }
        }
    }
    let whole = 255.0 * (ALPHA_SIDE * ALPHA_SIDE) as f64;
    for (layer, sum) in uses.iter_mut().zip(sums) {
        layer.share = sum as f64 / whole;
    }
    uses
}

impl GroundCensus {
    /// Looks over a terrain; `None` if it was stopped.
    fn of(terrain: &Terrain, control: &JobControl) -> Option<Self> {
        let mut census = match &terrain.shape {
            TerrainShape::Tiles(map) => Self::of_tiles(map, control)?,
            TerrainShape::Corners(map) => {
                let mut counts = vec![0_usize; map.head.ground_types.len()];
                for corner in map.corners() {
                    if let Some(count) = counts.get_mut(usize::from(corner.ground_type())) {
                        *count += 1;
                    }
                }
                let all = map.corners().len().max(1) as f64;
                let types = map.head.ground_types.iter().zip(counts);
                let textures = types.map(|(id, place_count)| TextureUse {
                    name: String::from_utf8_lossy(id).into_owned(),
                    share: place_count as f64 / all,
                    place_count,
                });
                Self {
                    textures: textures.collect(),
                    meetings: ground_meetings(map),
                    ..Self::default()
                }
            }
        };
        census.terrain = Some(terrain.id);
        let by_share = |a: &TextureUse, b: &TextureUse| {
            let by_share = b.share.total_cmp(&a.share);
            by_share.then_with(|| a.name.cmp(&b.name))
        };
        census.textures.sort_by(by_share);
        Some(census)
    }

    fn of_tiles(map: &TileMap, control: &JobControl) -> Option<Self> {
        let mut uses: BTreeMap<Vec<u8>, TextureUse> = BTreeMap::new();
        let mut census = Self::default();
        for tile in map.tiles.values() {
            for (number, texture) in (0..).zip(&tile.textures) {
                if let Some(key) = tile.texture_key(number) {
                    uses.entry(key).or_insert_with(|| TextureUse {
                        name: texture.path_text(),
                        share: 0.0,
                        place_count: 0,
                    });
                }
            }
        }
        let all = map
            .tiles
            .values()
            .map(|tile| tile.chunks.len())
            .sum::<usize>();
        for (done, (place, chunk)) in map.chunks().enumerate() {
            if control.is_cancelled() {
                return None;
            }
            if done % 64 == 0 {
                let part = done as f32 / all.max(1) as f32;
                control.report("Measuring textures", Some(part * 0.8));
            }
            let shares = layer_uses(chunk, map.blend);
            let unseen = shares.iter().skip(1).filter(|layer| layer.highest == 0);
            let unseen = unseen.count();
            if unseen > 0 {
                census.unseen_layers.insert(place, unseen);
            }
            let tile = map.tiles.get(&place.tile);
            for (layer, share) in chunk.layers.iter().zip(shares) {
                let key = tile.and_then(|tile| tile.texture_key(layer.texture));
                if let Some(found) = key.and_then(|key| uses.get_mut(&key)) {
                    found.share += share.share / all.max(1) as f64;
                    found.place_count += 1;
                }
            }
        }
        control.report("Looking for seams", Some(0.8));
        census.seams = audit_seams(map);
        census.textures = uses.into_values().collect();
        Some(census)
    }
}

impl Editor {
    /// The last census of the ground that is shown, also where edits have made it old.
    pub fn ground_census(&self) -> Option<&GroundCensus> {
        let (_, census) = self.ground_censusing.found.as_ref()?;
        (census.terrain == self.terrain().map(|terrain| terrain.id)).then_some(census)
    }

    /// Whether the last census tells of the ground as it is now.
    pub fn is_ground_census_current(&self) -> bool {
        let found = self.ground_censusing.found.as_ref();
        let is_same = |found: &(DocumentState, _)| found.0 == self.document_state();
        self.ground_census().is_some() && !self.has_gesture() && found.is_some_and(is_same)
    }

    /// Keeps the census in step with the ground while it is shown.
    ///
    /// Large maps are looked over only when asked: each census works on a copy.
    pub(super) fn follow_census(&mut self) {
        let is_small = |terrain: &Terrain| {
            let tiles = terrain.shape.tiles();
            // Where tiles come and go, each of them would make it old.
            !terrain.has_tile_folder()
                && tiles.is_none_or(|map| map.tiles.len() <= MOST_FOLLOWED_TILES)
        };
        let is_needed =
            self.view.workspace == Workspace::Terrain && self.terrain().is_some_and(is_small);
        let is_busy = self.has_gesture() || self.is_on_ground() || !self.jobs.is_idle();
        if is_needed && !is_busy && !self.is_ground_census_current() {
            self.examine_ground();
        }
    }

    /// Starts a census of the ground that is shown, unless one runs.
    pub(super) fn examine_ground(&mut self) {
        let running = self.ground_censusing.running;
        if running.is_some_and(|id| self.jobs.running().iter().any(|job| job.id == id)) {
            return;
        }
        let Some(terrain) = self.terrain().cloned() else {
            return;
        };
        let state = self.document_state();
        let label = format!("Look over {}", terrain.name);
        let started = self.jobs.start(label, move |control| {
            match GroundCensus::of(&terrain, control) {
                Some(census) => JobOutcome::GroundExamined(state, Box::new(census)),
                None => JobOutcome::Cancelled,
            }
        });
        match started {
            Ok(id) => self.ground_censusing.running = Some(id),
            Err(message) => self.toast(Toast::failure(message)),
        }
    }

    pub(super) fn ground_examined(&mut self, state: DocumentState, census: GroundCensus) {
        self.ground_censusing.found = Some((state, Arc::new(census)));
    }

    /// Selects the map chunk of the next seam and looks at it.
    pub(super) fn show_next_seam(&mut self) {
        let Some(seams) = self.ground_census().map(|census| &census.seams) else {
            self.refuse("The ground was not looked over yet; wait a moment.");
            return;
        };
        let next = self.ground_view.seam.map_or(0, |seam| seam + 1);
        let next = if next < seams.len() { next } else { 0 };
        let Some(seam) = seams.get(next) else {
            self.refuse("All textures of neighbours meet: there are no seams.");
            return;
        };
        let (place, count) = (seam.place, seams.len());
        let texture = String::from_utf8_lossy(&seam.texture).into_owned();
        let text = format!(
            "Seam {} of {count}: {texture} differs by {} at {} texels of chunk {}, {} of tile {}, {}.",
            next + 1,
            seam.worst,
            seam.texel_count,
            place.column,
            place.row,
            place.tile.x,
            place.tile.y
        );
        self.ground_view.seam = Some(next);
        self.ground_view.chunk = Some(place);
        self.last_action = Some(text);
        let look = Request::Viewport(ViewportRequest::FrameSelected);
        self.requests.push(look);
    }

    /// Looks at the next tile where three or four grounds meet.
    pub(super) fn show_next_meeting(&mut self) {
        let Some(meetings) = self.ground_census().map(|census| &census.meetings) else {
            self.refuse("The ground was not looked over yet; wait a moment.");
            return;
        };
        let next = self.ground_view.meeting.map_or(0, |meeting| meeting + 1);
        let next = if next < meetings.len() { next } else { 0 };
        let Some(meeting) = meetings.get(next) else {
            self.refuse("Nowhere do more than two grounds meet in a tile.");
            return;
        };
        let text = format!(
            "Meeting {} of {}: {} grounds in tile {}, {}.",
            next + 1,
            meetings.len(),
            meeting.count,
            meeting.column,
            meeting.row
        );
        let place = [meeting.column, meeting.row];
        self.ground_view.meeting = Some(next);
        self.ground_view.tile = Some(place);
        self.last_action = Some(text);
        let look = Request::Viewport(ViewportRequest::FrameSelected);
        self.requests.push(look);
    }
}
