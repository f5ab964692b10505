//! Warcraft III models that lie: each oddity opens as the game would open it, is named in the
//! report, and is kept on save; random damage is survived.

use bonewright::document::ModelId;
use bonewright::formats::mdx::{Geoset, MdxFile, RawValues};
use bonewright::import_export::import_file;

use crate::case::{Case, MODEL};
use crate::corpus::{Corpus, read};
use crate::damage::damage;
use crate::drawn;
use crate::made_mdx::made_model;
use crate::random::Random;
use crate::random_damage::rounds;
use crate::survive::Tally;

fn case_of(bytes: Vec<u8>) -> Case {
    let mut case = Case::default();
    case.files.insert(MODEL.to_owned(), bytes);
    case
}

/// The made model with something odd about it, as bytes.
fn odd(change: impl FnOnce(&mut MdxFile)) -> Case {
    let mut file = made_model();
    change(&mut file);
    case_of(file.write().expect("an odd file can be laid out"))
}

/// Name, case, and a part of the sentence that the report must have.
fn oddities() -> Vec<(&'static str, Case, &'static str)> {
    vec![
        (
            "a circle of parents",
            odd(|file| {
                file.bones[0].node.parent_id = 1;
                file.bones[1].node.parent_id = 0;
            }),
            "run in a circle",
        ),
        (
            "a node that is its own parent",
            odd(|file| file.helpers[0].node.parent_id = file.helpers[0].node.object_id),
            "run in a circle",
        ),
        (
            "a parent that is not there",
            odd(|file| file.bones[1].node.parent_id = 77),
            "no node of the file",
        ),
        (
            "ids with gaps",
            odd(|file| file.helpers[0].node.object_id = 1000),
            "too short",
        ),
        (
            "one id twice",
            odd(|file| file.helpers[0].node.object_id = 0),
            "references lead to the first",
        ),
        (
            "an id of 32 bits",
            odd(|file| file.helpers[0].node.object_id = 0xFFFF_FFF0),
            "too large",
        ),
        (
            "no pivots",
            odd(|file| file.pivots.clear()),
            "list of pivots is too short",
        ),
        (
            "a geoset without groups",
            odd(|file| {
                file.geosets[0].group_sizes.clear();
                file.geosets[0].group_nodes.clear();
            }),
            "name no group",
        ),
        (
            "a group of nodes that are not there",
            odd(|file| {
                file.geosets[0].group_sizes = vec![3];
                file.geosets[0].group_nodes = vec![900, 901, 902];
                file.geosets[0].vertex_groups.fill(0);
            }),
            "nodes that the model does not have",
        ),
        (
            "groups larger than their list",
            odd(|file| file.geosets[0].group_sizes = vec![u32::MAX, 5]),
            "more nodes than the list",
        ),
        (
            "a sequence that runs backwards",
            odd(|file| (file.sequences[0].start_ms, file.sequences[0].end_ms) = (900, 100)),
            "ends before it begins",
        ),
        (
            "sequences that overlap",
            odd(|file| (file.sequences[1].start_ms, file.sequences[1].end_ms) = (500, 1600)),
            "overlap",
        ),
        (
            "a sequence past the end of time",
            odd(|file| {
                (file.sequences[0].start_ms, file.sequences[0].end_ms) = (u32::MAX - 9, u32::MAX);
            }),
            "past the end of time",
        ),
        (
            "keys out of order",
            odd(|file| file.bones[0].node.tracks.0[0].times = vec![1000, 100]),
            "out of order",
        ),
        (
            "two keys at one time",
            odd(|file| file.bones[0].node.tracks.0[0].times = vec![500, 500]),
            "at one time",
        ),
        (
            "a loop that is not there",
            odd(|file| file.bones[0].node.tracks.0[0].global_sequence = 40),
            "global loop that the model does not have",
        ),
        (
            "faces past the vertices",
            odd(|file| file.geosets[0].faces.fill(u16::MAX)),
            "point past the vertices",
        ),
        (
            "faces that are no triangles",
            odd(|file| file.geosets[0].primitive_types.fill(Geoset::TRIANGLES + 1)),
            "no triangles",
        ),
        (
            "no normals",
            odd(|file| file.geosets[0].normals.clear()),
            "normals",
        ),
        (
            "texture coordinates for half of the vertices",
            odd(|file| {
                file.geosets[0]
                    .uv_sets
                    .iter_mut()
                    .for_each(|set| set.truncate(1))
            }),
            "texture coordinates",
        ),
        (
            "a material that is not there",
            odd(|file| file.geosets[0].material_id = 0xFFFF_FFFF),
            "material does not exist",
        ),
        (
            "a texture that is not there",
            odd(|file| file.materials[0].layers[0].texture_id = -9),
            "texture that the model does not have",
        ),
        (
            "a transform that is not there",
            odd(|file| file.materials[0].layers[0].texture_animation_id = 77),
            "texture transform that the model does not have",
        ),
        (
            "a colour for no geoset",
            odd(|file| file.geoset_animations[0].geoset_id = 77),
            "geoset that the model does not have",
        ),
        (
            "numbers that are none",
            odd(|file| {
                file.geosets[0]
                    .vertices
                    .fill([f32::NAN, f32::INFINITY, 0.0]);
                file.pivots.fill([f32::NAN; 3]);
                for track in &mut file.bones[0].node.tracks.0 {
                    if let RawValues::Vector(keys) = &mut track.values {
                        keys.values.fill([f32::NAN; 3]);
                    }
                }
            }),
            "no number",
        ),
    ]
}

#[test]
fn odd_warcraft_models_open_are_named_and_kept() {
    let mut tally = Tally::default();
    for (name, case, sentence) in oddities() {
        drawn::survive(name, &case, &mut tally);
        let put = case.put();
        let imported = import_file(&put.model(), ModelId(0)).expect("it opens");
        let items = imported.report.items;
        assert!(
            items.iter().any(|item| item.message.contains(sentence)),
            "{name}: {items:?}"
        );
    }
    println!("{tally}");
    assert_eq!((tally.refused, tally.unwritable), (0, 0), "{tally}");
}

#[test]
fn chunks_in_any_order_twice_or_of_no_known_name_are_survived() {
    let mut tally = Tally::default();
    let bytes = made_model().write().expect("the made model");
    let mut chunks = Vec::new();
    let mut rest = &bytes[4..];
    while let Some(size) = rest.get(4..8) {
        let size = 8 + u32::from_le_bytes(size.try_into().unwrap()) as usize;
        let (chunk, after) = rest.split_at(size);
        chunks.push(chunk.to_vec());
        rest = after;
    }
    let file = |chunks: &[Vec<u8>]| [b"MDLX".to_vec(), chunks.concat()].concat();
    let count = chunks.len();
    for at in 0..count {
        let mut without = chunks.clone();
        without.remove(at);
        tally.survive(&format!("without chunk {at}"), &case_of(file(&without)));
        let twice = [chunks.clone(), vec![chunks[at].clone()]].concat();
        tally.survive(&format!("chunk {at} twice"), &case_of(file(&twice)));
        let mut turned = chunks.clone();
        turned.rotate_left(at);
        tally.survive(&format!("turned by {at}"), &case_of(file(&turned)));
    }
    chunks.reverse();
    let strange = [chunks, vec![b"ABCD\x03\0\0\0xyz".to_vec()]].concat();
    let model = tally.survive("reversed, with a strange one", &case_of(file(&strange)));
    assert_eq!(model.expect("it opens").opaque.len(), 1);
    println!("{tally}");
    assert!(tally.opened >= 3 * count - 2, "{tally}");
}

#[test]
fn damage_to_warcraft_models_is_survived() {
    let mut tally = Tally::default();
    let mut sound = vec![(
        "made".to_owned(),
        made_model().write().expect("it is sound"),
        300,
    )];
    if let Some(corpus) = Corpus::open() {
        for path in corpus.mdx_models(800) {
            let bytes = read(path);
            let count = (200_000 / bytes.len()).clamp(1, 5);
            sound.push((path.display().to_string(), bytes, count));
        }
    }
    for (seed, (name, sound, count)) in (1..).zip(sound) {
        for round in 0..rounds(count) as u64 {
            let mut random = Random(seed * 0x1_0000 + round);
            let mut bytes = sound.clone();
            damage(&mut bytes, &mut random);
            // A damaged name of the format is another format's matter.
            if bytes.starts_with(b"MDLX") {
                tally.survive(&format!("{name} round {round}"), &case_of(bytes));
            }
        }
    }
    println!("{tally}");
    assert!(tally.opened > 60 && tally.refused > 30, "{tally}");
    assert_eq!(tally.unwritable, 0, "{tally}");
}

#[test]
fn every_cut_of_a_warcraft_model_is_survived() {
    let mut tally = Tally::default();
    let bytes = made_model().write().expect("the made model");
    for length in (4..bytes.len()).step_by(7) {
        tally.survive(
            &format!("cut at {length}"),
            &case_of(bytes[..length].to_vec()),
        );
    }
    println!("{tally}");
    assert!(tally.refused > 0);
}
