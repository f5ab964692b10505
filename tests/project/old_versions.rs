//! Project files of every version that was ever written open for ever.
//!
//! `BONEWRIGHT_WRITE_FIXTURE=1 cargo test --test project` writes the file of the present version,
//! if it is not there yet; one that is there is never written again.

use crate::model::{Maker, sound_document};
use bonewright::document::{Document, Model};
use bonewright::project::{Compression, Snapshot, encode, read};
use std::path::PathBuf;

fn fixture(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fixtures")
        .join(name)
}

/// A document of a sound model and one with every field at random, for a file of the present version.
fn new_document() -> Document {
    let odd = (0..)
        .map(|seed| Maker::new(seed).model(1))
        .find(|odd| {
            !odd.particles.is_empty()
                && !odd.ribbons.is_empty()
                && !odd.cameras.is_empty()
                && !odd.lights.is_empty()
                && !odd.events.is_empty()
                && !odd.attachments.is_empty()
                && !odd.opaque.is_empty()
                && odd.clips.len() > 2
                && !odd.textures.is_empty()
                && !odd.colours.is_empty()
                && !odd.texture_transforms.is_empty()
                && !odd.global_loops_ms.is_empty()
                && !odd.views.is_empty()
                && !odd.bone_tracks.is_empty()
                && !odd.vertices.influences.overflow.is_empty()
                && odd
                    .native
                    .as_ref()
                    .is_some_and(|native| native.files.len() > 1)
        })
        .expect("some seed has everything");
    let mut document = sound_document();
    document.models.push(odd);
    document.next_id = 0x1_0100;
    document
}

/// What is in a model, in numbers that do not depend on how the document is laid out in memory.
fn summary(model: &Model) -> String {
    let positions = model.vertices.positions.iter().flatten();
    let position_bits = positions.fold(0u32, |sum, number| sum.rotate_left(3) ^ number.to_bits());
    let owners = model.track_owners();
    let tracks = owners.iter().flat_map(|&owner| model.owner_tracks(owner));
    let mut times = 0i64;
    let keys: usize = tracks
        .map(|(_, track)| {
            for clip in 0..model.clips.len() {
                times += track
                    .times_ms(clip)
                    .iter()
                    .map(|&time| i64::from(time))
                    .sum::<i64>();
            }
            track.key_count()
        })
        .sum();
    let influences: usize = (0..model.vertices.len())
        .map(|vertex| model.vertices.influences.of(vertex).count())
        .sum();
    let native = model.native.as_ref().map_or(0, |native| {
        native
            .files
            .iter()
            .map(|file| file.bytes.len() + file.name.len())
            .sum()
    });
    [
        format!(
            "{:?} {:?} clips {}",
            model.title,
            model.format,
            model.clips.len()
        ),
        format!(
            "bones {} keys {keys} times {times}",
            model.skeleton.bones.len()
        ),
        format!(
            "vertices {} {position_bits:08x} influences {influences}",
            model.vertices.len()
        ),
        format!(
            "views {} textures {} materials {}",
            model.views.len(),
            model.textures.len(),
            model.materials.len()
        ),
        format!(
            "attachments {} events {} lights {} cameras {} ribbons {} particles {}",
            model.attachments.len(),
            model.events.len(),
            model.lights.len(),
            model.cameras.len(),
            model.ribbons.len(),
            model.particles.len()
        ),
        format!("opaque {} native {native}", model.opaque.len()),
    ]
    .join("\n")
}

#[test]
fn a_file_of_version_1_opens() {
    let path = fixture("every_field_v1.bwp");
    if std::env::var_os("BONEWRIGHT_WRITE_FIXTURE").is_some() && !path.exists() {
        let document = new_document();
        let snapshot = Snapshot {
            editor: Some(b"layout"),
            ..Snapshot::of(&document)
        };
        let bytes = encode(&snapshot, Compression::None)
            .expect("encodes")
            .to_vec();
        std::fs::write(&path, bytes).expect("the fixture can be written");
    }
    let bytes = std::fs::read(&path).expect("the fixture is there");
    let opened = read(&bytes).expect("opens");
    assert_eq!(opened.problems, []);
    assert_eq!(opened.document.check_invariants(), []);
    assert_eq!(opened.editor.as_deref(), Some(&b"layout"[..]));
    assert_eq!(opened.document.next_id, 0x1_0100);
    let summaries: Vec<String> = opened.document.models.iter().map(summary).collect();
    assert_eq!(summaries, [SOUND, ODD]);
}

const SOUND: &str = "\"tube\" M2 { version: 264 } clips 2\n\
    bones 4 keys 29 times 12600\n\
    vertices 42 f15b2f16 influences 60\n\
    views 1 textures 1 materials 1\n\
    attachments 0 events 0 lights 0 cameras 0 ribbons 0 particles 0\n\
    opaque 0 native 0";
const ODD: &str = "\"ßaa \\\\ \" M2 { version: 272 } clips 3\n\
    bones 4 keys 135 times -24389590444\n\
    vertices 34 b31ad680 influences 67\n\
    views 2 textures 3 materials 3\n\
    attachments 3 events 1 lights 2 cameras 1 ribbons 1 particles 1\n\
    opaque 2 native 331";
