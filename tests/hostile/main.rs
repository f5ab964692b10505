//! Files that lie: whatever is opened is refused with a reason, or becomes a document that every
//! part of the program can work with.
//!
//! `BONEWRIGHT_HOSTILE_ROUNDS=20` does twenty times as many random rounds as an ordinary run;
//! `BONEWRIGHT_HOSTILE_ROUND=7` does only that round of each model again.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a test fails by panicking, and says how much it tried"
)]

mod archives;
mod case;
#[path = "../support/corpus.rs"]
mod corpus;
mod crafted;
mod damage;
mod drawn;
#[path = "../formats/mdx_made.rs"]
mod made_mdx;
#[path = "../formats/made_model.rs"]
mod made_model;
#[path = "../support/made_split.rs"]
mod made_split;
#[path = "../support/made_tile.rs"]
mod made_tile;
#[path = "../support/peak_memory.rs"]
mod memory;
mod pictures;
#[path = "../formats/random.rs"]
mod random;
mod random_damage;
mod survive;
mod terrain;
mod warcraft;
mod wide;
