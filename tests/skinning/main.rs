//! Weights found by the program: against closed forms, against hostile meshes, and against what
//! artists and Blender made of the same characters.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that can't go on should stop where it is"
)]

mod analytic;
mod characters;
mod hostile;
mod segments;
mod shapes;

#[path = "../support/corpus.rs"]
mod corpus;
