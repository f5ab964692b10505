//! Tests of the ground of maps: shares of texture layers, borders of map chunks, and everything that
//! is done to corners, heights and marks.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that can't go on should stop where it is"
)]

#[cfg(test)]
mod brush_tips;
#[cfg(test)]
mod cliffs;
#[cfg(test)]
mod corner_painting;
#[cfg(test)]
#[path = "../support/corpus.rs"]
mod corpus;
#[cfg(test)]
mod effective_weights;
#[cfg(test)]
mod ground;
#[cfg(test)]
mod ground_pick;
#[cfg(test)]
mod ground_types;
#[cfg(test)]
mod large_maps;
#[cfg(test)]
mod live_strokes;
#[cfg(test)]
#[path = "../support/made_map.rs"]
mod made_map;
#[cfg(test)]
#[path = "../support/made_split.rs"]
mod made_split;
#[cfg(test)]
#[path = "../support/made_tile.rs"]
mod made_tile;
#[cfg(test)]
mod marks;
#[cfg(test)]
mod normals;
#[cfg(test)]
#[path = "../formats/random.rs"]
mod random;
#[cfg(test)]
mod real_ground;
#[cfg(test)]
mod real_seams;
#[cfg(test)]
mod real_slots;
#[cfg(test)]
#[path = "../support/real_tiles.rs"]
mod real_tiles;
#[cfg(test)]
mod sculpting;
#[cfg(test)]
mod seams;
#[cfg(test)]
mod split_maps;
#[cfg(test)]
mod valley;
