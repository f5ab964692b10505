//! Tests of the ground of maps: shares of texture layers, and borders of map chunks.

#[cfg(test)]
mod effective_weights;
mod ground_pick;
#[cfg(test)]
#[path = "../formats/random.rs"]
mod random;
#[cfg(test)]
mod seams;
