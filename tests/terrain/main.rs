//! Tests of the ground of maps: shares of texture layers, borders of map chunks, the sample.

#[cfg(test)]
mod effective_weights;
#[cfg(test)]
#[path = "../formats/random.rs"]
mod random;
#[cfg(test)]
mod seams;
#[cfg(test)]
mod valley;
