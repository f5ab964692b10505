//! How map chunks with four other textures make room for a stroke, so that the least of what is seen
//! changes.
//!
//! - What a texture loses counts only where the stroke does not cover it anyway: a road over a road
//!   takes nothing from anybody.
//! - What goes into a look-alike counts a quarter, and a second layer of one texture nothing.
//! - A texture that reaches the border counts as covering 1 percent more, as neighbours follow there.
//! - A way that can't be done, or is kept from being done by what map chunks before took, is left for
//!   the next best. The same stroke on the same map gives the same ways.

use super::fifth_argument::{FifthArgument, FifthChoice};
use super::fifth_cost::FifthCost;
use super::make_room::{Room, Way};
use super::painter::{Aim, TexelPainter};
use super::words::counted;
use crate::brush::Footprint;
use crate::edit::terrain_draft::TerrainDraft;
use crate::edit::terrain_stroke::GroundTool;
use crate::edit::{EditError, GroundSample, TerrainBrush};
use crate::terrain::{ALPHA_SIDE, ALPHA_TEXELS, ChunkPlace, TileMap};
use std::collections::BTreeMap;

/// How much a change counts where a texture goes into one that looks like it.
const LOOK_ALIKE: f32 = 0.25;

/// A way to make room on a map chunk.
#[derive(Clone, Debug, PartialEq)]
pub struct FifthWay {
    /// What goes, and where to.
    pub choice: FifthChoice,
    /// How much of the map chunk it covers, 0 to 1.
    pub share: f32,
    /// How much of the map chunk changes beside what the stroke covers, 0 to 1.
    pub change: f32,
    /// How many neighbours do the same on the line that they share.
    pub neighbours: usize,
}

impl FifthWay {
    /// What it costs.
    pub fn cost(&self) -> FifthCost {
        FifthCost::of(self.choice.clone(), self.share, self.neighbours)
    }
}

/// How map chunks make room for a stroke.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FifthSolution {
    /// The ways there are on each map chunk with four other textures, the best first.
    pub ways: BTreeMap<ChunkPlace, Vec<FifthWay>>,
    /// The ways that are taken.
    pub taken: Vec<FifthWay>,
    /// The map chunks that can make no room, and why.
    pub left: BTreeMap<ChunkPlace, String>,
}

impl FifthSolution {
    /// How much of the map chunks that make room changes beside what the stroke covers, 0 to 1.
    pub fn change(&self) -> f32 {
        let sum: f32 = self.taken.iter().map(|way| way.change).sum();
        sum / self.taken.len().max(1) as f32
    }

    /// The same if that gave way which covers least.
    pub fn change_of_least(&self) -> f32 {
        let least = self.taken.iter().map(|taken| {
            let ways = self.ways.get(&taken.choice.place());
            let single = ways.into_iter().flatten();
            let single = single.filter(|way| way.choice.into.is_none());
            let least = single.min_by(|a, b| a.share.total_cmp(&b.share));
            least.map_or(taken.change, |way| way.change)
        });
        least.sum::<f32>() / self.taken.len().max(1) as f32
    }

    /// What it brings about, in words.
    pub fn text(&self) -> String {
        format!(
            "changed beside the stroke: {:.2} percent of {}, {:.2} if what covers least gave way",
            self.change() * 100.0,
            counted(self.taken.len()),
            self.change_of_least() * 100.0
        )
    }
}

impl TexelPainter {
    /// Paints a whole stroke with room made in the best ways.
    pub(in crate::edit) fn solved(
        aim: &Aim,
        brush: &TerrainBrush,
        map: &TileMap,
    ) -> Result<(Self, FifthSolution), EditError> {
        let look_alikes = match aim.fifth() {
            Some(FifthArgument::Solve { look_alikes } | FifthArgument::Merge(look_alikes)) => {
                look_alikes.clone()
            }
            _ => BTreeMap::new(),
        };
        let solve = FifthArgument::Solve {
            look_alikes: look_alikes.clone(),
        };
        let mut footprint = Footprint::default();
        // Without a solution such map chunks are left alone: this tells where the stroke goes.
        let mut reach = Self::new(aim.with_fifth(&solve), brush, map)?;
        reach.paint_all(map, &brush.samples, &mut footprint);
        let mut solution = FifthSolution::default();
        let mut painter = Self::new(aim.with_fifth(&solve), brush, map)?;
        for place in reach.crowded() {
            let left = reach.left_of(place);
            let fresh = Self::new(aim.with_fifth(&solve), brush, map)?;
            let (ways, told) = fresh.judged(map, place, &look_alikes, &left);
            painter.solution.insert(place, ways);
            solution.ways.insert(place, told);
        }
        painter.paint_all(map, &brush.samples, &mut footprint);
        for made in &painter.made {
            let ways = solution.ways.get(&made.choice.place());
            let way = ways.and_then(|ways| ways.iter().find(|way| way.choice == made.choice));
            solution.taken.extend(way.map(|way| FifthWay {
                neighbours: made.neighbours,
                ..way.clone()
            }));
        }
        for place in painter.crowded() {
            let reason = match painter.room_of(map, place) {
                Some((room, ..)) => painter.reason(map, place, &room),
                None => "its layers can't be told".to_owned(),
            };
            solution.left.insert(place, reason);
        }
        Ok((painter, solution))
    }

    /// Does a whole stroke at once with room made in the best ways, and puts it into `draft`; gives
    /// the label.
    pub(in crate::edit) fn draft_solved(
        aim: &Aim,
        brush: &TerrainBrush,
        draft: &mut TerrainDraft<'_>,
    ) -> Result<String, EditError> {
        if brush.samples.is_empty() {
            return Err(EditError::Empty {
                argument: "samples",
            });
        }
        let (mut painter, solution) = Self::solved(aim, brush, draft.tiles()?)?;
        let label = painter.finish(draft)?;
        if !solution.taken.is_empty() {
            draft.note(solution.text());
        }
        Ok(label)
    }

    fn paint_all(&mut self, map: &TileMap, samples: &[GroundSample], footprint: &mut Footprint) {
        for sample in samples.iter().filter(|sample| sample.is_sound()) {
            self.paint(map, *sample, footprint);
        }
    }

    /// How much of what is there the stroke leaves at each texel of a map chunk that has not the
    /// texture, 0 to 1.
    fn left_of(&self, place: ChunkPlace) -> Vec<f32> {
        let share = match &self.aim {
            Aim::Towards { share, .. } => f32::from(*share) / 255.0,
            // One texture for another: the others stay.
            _ => 0.0,
        };
        let Some(spot) = self.spots.get(&place) else {
            return vec![1.0; ALPHA_TEXELS];
        };
        let strengths = spot.strengths.texels().as_flattened().iter();
        strengths
            .map(|strength| 1.0 - share * f32::from(*strength) / f32::from(u16::MAX))
            .collect()
    }

    /// The ways on a map chunk, the best first, with what each costs.
    fn judged(
        mut self,
        map: &TileMap,
        place: ChunkPlace,
        look_alikes: &BTreeMap<String, String>,
        left: &[f32],
    ) -> (Vec<Way>, Vec<FifthWay>) {
        let Some((room, ..)) = self.room_of(map, place) else {
            return Default::default();
        };
        let means = room.shares.means();
        let all = room.all_ways(look_alikes, &mut self.views, self.source);
        let mut judged = Vec::new();
        for way in all {
            let Some(made) = self.make_room_by(map, place, &room, way) else {
                continue;
            };
            let change = room.change_by(way, left);
            let border = match way {
                Way::Merge(layer, into) if room.numbers.get(layer) == room.numbers.get(into) => 0.0,
                way => room.border_share(way.layer()),
            };
            let told = FifthWay {
                choice: room.choice(map, place, way),
                share: means.get(way.layer()).copied().unwrap_or(0.0),
                change,
                neighbours: made.followers.count(),
            };
            judged.push((change + border, way, told));
        }
        judged.sort_by(|a, b| a.0.total_cmp(&b.0));
        judged.into_iter().map(|(_, way, told)| (way, told)).unzip()
    }
}

impl Room {
    /// How much of it changes in a way, where so much is left of each texel.
    fn change_by(&self, way: Way, left: &[f32]) -> f32 {
        let weight = match way {
            Way::Evict(_) => 1.0,
            Way::Merge(layer, into) if self.numbers.get(layer) == self.numbers.get(into) => 0.0,
            Way::Merge(..) => LOOK_ALIKE,
        };
        let Some(plane) = self.shares.planes.get(way.layer()) else {
            return 0.0;
        };
        let texels = plane.as_flattened().iter().zip(left);
        let sum: f32 = texels.map(|(share, left)| f32::from(*share) * left).sum();
        weight * sum / (255 * ALPHA_SIDE * ALPHA_SIDE) as f32
    }
}
