//! Pictures drawn without a display, judged by the numbers of their pixels.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]
#![allow(
    clippy::print_stdout,
    reason = "how much of the corpus was there belongs in the output"
)]

mod allocations;
mod billboards;
mod card;
mod corner_ground;
#[path = "../support/corpus.rs"]
mod corpus;
mod deform;
mod ground_overlays;
mod layers;
mod layers_over_time;
mod materials;
mod overlays;
mod real_models;
mod stage;
mod terrain_stage;
mod textures;
mod tile_ground;
mod warcraft_models;
mod weights;
