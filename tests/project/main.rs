//! The project file: round trips, damage, saving, old versions.

mod damage;
mod memory;
#[path = "../support/model.rs"]
mod model;
mod old_versions;
mod round_trip;
mod saving;

use bonewright::document::Document;
use bonewright::project::{Compression, Snapshot, encode};

/// The bytes of a project with nothing but `document`.
fn bytes_of(document: &Document) -> Vec<u8> {
    encode(&Snapshot::of(document), Compression::None)
        .expect("the document can be written")
        .to_vec()
}
