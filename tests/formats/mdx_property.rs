//! Whatever lists and layout a model is given: what is written reads as the same lists.

use bonewright::formats::mdx::{ChunkPlace, MdxFile};

use crate::mdx_made::made_model;
use crate::random::Random;

/// Some items of `items` again, in another order, or none.
fn vary<T: Clone>(items: &mut Vec<T>, random: &mut Random) {
    let count = random.below(4);
    let taken = (0..count).filter_map(|_| items.get(random.below(items.len())).cloned());
    *items = taken.collect();
}

/// The made model with other numbers of everything.
fn varied_model(random: &mut Random) -> MdxFile {
    let mut file = made_model();
    macro_rules! vary_all {
        ($($list:ident),*) => { $(vary(&mut file.$list, random);)* };
    }
    vary_all!(
        sequences,
        global_sequences,
        materials,
        textures,
        texture_animations,
        geosets,
        geoset_animations,
        bones,
        lights,
        helpers,
        attachments,
        pivots,
        model_emitters,
        sprite_emitters,
        ribbons,
        cameras,
        events,
        collision_shapes
    );
    if let Some(geoset) = file.geosets.first_mut() {
        vary(&mut geoset.vertices, random);
        vary(&mut geoset.uv_sets, random);
        vary(&mut geoset.sequence_bounds, random);
    }
    if let Some(material) = file.materials.first_mut() {
        vary(&mut material.layers, random);
    }
    if let Some(bone) = file.bones.first_mut() {
        vary(&mut bone.node.tracks.0, random);
    }
    file
}

/// Places in any order, some tags twice, some missing, with unknown chunks between.
fn varied_layout(random: &mut Random) -> Vec<ChunkPlace> {
    let mut layout = Vec::new();
    for _ in 0..random.below(30) {
        let tag = MdxFile::CHUNK_ORDER[random.below(MdxFile::CHUNK_ORDER.len())];
        let is_there = layout
            .iter()
            .any(|place: &ChunkPlace| place.known_tag() == Some(tag));
        if random.below(8) == 0 {
            layout.push(ChunkPlace::Opaque {
                tag: *b"MDVI",
                bytes: vec![7; random.below(9)],
            });
        } else if !is_there || ![*b"VERS", *b"MODL"].contains(&tag) {
            layout.push(ChunkPlace::Known {
                tag,
                count: random.below(3),
                tail: Vec::new(),
            });
        }
    }
    if random.below(3) == 0 {
        layout.push(ChunkPlace::Rest(vec![1; 1 + random.below(7)]));
    }
    layout
}

/// What is in a file besides known chunks.
fn unknown(layout: &[ChunkPlace]) -> Vec<&ChunkPlace> {
    let unknown = layout.iter().filter(|place| place.known_tag().is_none());
    unknown.collect()
}

#[test]
fn what_is_written_reads_as_the_same_whatever_the_layout() {
    let mut random = Random(21);
    for round in 0..500 {
        let mut file = varied_model(&mut random);
        file.layout = varied_layout(&mut random);
        let bytes = file.write().unwrap();
        let again = MdxFile::read(&bytes).unwrap();
        assert_eq!(unknown(&again.layout), unknown(&file.layout), "{round}");
        assert!(again.write().unwrap() == bytes, "round {round}");
        file.layout.clone_from(&again.layout);
        assert!(again == file, "round {round}");
        assert!(file.write().unwrap() == bytes, "round {round}");
    }
}
