//! Terrains in the project file: round trips, damage, and projects that have none.

use crate::damage::{lines_of, with_table};
use crate::model::sound_document;
use crate::round_trip::bytes_of;
use crate::small_terrain::small_terrain;
use bonewright::document::{Document, TerrainId};
use bonewright::project::{SectionFault, SectionKind, TerrainPart, read};

fn document() -> Document {
    let mut document = sound_document();
    document.terrains = vec![small_terrain(TerrainId(3)), small_terrain(TerrainId(9))];
    document.terrains[1].native = None;
    document
}

#[test]
fn terrains_come_back_beside_models() {
    let document = document();
    let bytes = bytes_of(&document);
    let opened = read(&bytes).expect("opens");
    assert_eq!(opened.problems, []);
    assert_eq!(opened.document, document);
    assert_eq!(opened.document.content_hash(), document.content_hash());
    assert!(bytes_of(&opened.document) == bytes);
}

#[test]
fn a_project_without_terrains_has_no_section_of_them_and_keeps_its_hash() {
    let mut document = document();
    let with = document.content_hash();
    document.terrains.clear();
    let names = lines_of(&bytes_of(&document)).into_iter();
    let names: Vec<String> = names.map(|line| line.name).collect();
    assert!(
        !names.iter().any(|name| name.contains("terrain")),
        "{names:?}"
    );
    assert_eq!(document.content_hash(), sound_document().content_hash());
    assert_ne!(document.content_hash(), with);
}

#[test]
fn every_value_of_a_terrain_counts_for_the_hash() {
    let hash = |change: &dyn Fn(&mut bonewright::document::Terrain)| {
        let mut document = document();
        change(&mut document.terrains[0]);
        document.content_hash()
    };
    let corners = |change: &'static dyn Fn(&mut bonewright::terrain::CornerMap)| {
        move |terrain: &mut bonewright::document::Terrain| {
            change(terrain.shape.corners_mut().expect("a map of corners"));
        }
    };
    let hashes = [
        hash(&|_| {}),
        hash(&|terrain| terrain.name.push('x')),
        hash(&|terrain| terrain.id = TerrainId(4)),
        hash(&|terrain| terrain.native = None),
        hash(&corners(&|map| map.corners_mut()[7].height ^= 1)),
        hash(&corners(&|map| map.corners_mut()[7].water ^= 1)),
        hash(&corners(&|map| map.corners_mut()[7].ground ^= 1)),
        hash(&corners(&|map| map.corners_mut()[7].variation ^= 1)),
        hash(&corners(&|map| map.corners_mut()[7].cliff ^= 1)),
        hash(&corners(&|map| map.head.origin[1] = -0.0)),
        hash(&corners(&|map| map.head.rest.clear())),
        hash(&corners(&|map| map.head.tileset = b'L')),
        hash(&corners(&|map| map.head.cliff_types.clear())),
    ];
    let distinct: std::collections::BTreeSet<u64> = hashes.into_iter().collect();
    assert_eq!(distinct.len(), hashes.len());
}

#[test]
fn a_damaged_section_of_a_terrain_is_named_and_the_others_open() {
    let document = document();
    let bytes = bytes_of(&document);
    let names: Vec<String> = lines_of(&bytes).into_iter().map(|line| line.name).collect();
    let own: Vec<usize> = (0..names.len())
        .filter(|i| names[*i].contains("terrain"))
        .collect();
    // The list, the three parts of the first and two of the second.
    assert_eq!(own.len(), 6, "{names:?}");
    for index in own {
        let bytes = with_table(&bytes, |lines| lines[index].checksum = Some(1));
        let opened = read(&bytes).expect("the rest opens");
        let [problem] = opened.problems.as_slice() else {
            panic!("{:?}", opened.problems);
        };
        assert_eq!(problem.section.to_string(), names[index]);
        assert_eq!(problem.fault, SectionFault::Checksum);
        let mut expected = document.clone();
        if let SectionKind::Terrain(position, part) = problem.section {
            let name = format!("isle {}", [3, 9][position as usize]);
            assert!(problem.to_string().contains(&name), "{problem}");
            match part {
                TerrainPart::Native => expected.terrains[position as usize].native = None,
                TerrainPart::Core | TerrainPart::Corners | TerrainPart::Tiles => {
                    expected.terrains.remove(position as usize);
                }
            }
        }
        assert_eq!(opened.document, expected, "{problem}");
    }
}

#[test]
fn a_missing_or_lying_section_of_a_terrain_is_named() {
    let bytes = bytes_of(&document());
    let without = |name: &str| with_table(&bytes, |lines| lines.retain(|line| line.name != name));
    let opened = read(&without("terrains/0/native")).expect("opens");
    assert_eq!(opened.problems[0].fault, SectionFault::Missing);
    assert_eq!(opened.document.terrains.len(), 2);
    let opened = read(&without("terrains/1/corners")).expect("opens");
    assert_eq!(opened.problems[0].fault, SectionFault::Missing);
    assert_eq!(opened.document.terrains.len(), 1);
    // A width that the corners do not fill, and an id that is taken.
    let changed = |name: &str, at: usize, value: u8| {
        let bytes = with_table(&bytes, |lines| {
            let line = lines.iter_mut().find(|line| line.name == name);
            line.expect("a section").stored[at] = value;
        });
        let opened = read(&bytes).expect("opens");
        assert_eq!(opened.document.terrains.len(), 1, "{name}");
        opened.problems[0].to_string()
    };
    let corners = lines_of(&bytes).into_iter();
    let corners = corners
        .clone()
        .find(|line| line.name == "terrains/0/corners")
        .unwrap();
    let width = corners.stored.len() - 24 * 8 - 4 - 4;
    let problem = changed("terrains/0/corners", width, 7);
    assert!(
        problem.contains("24 corners fill no rows of 7"),
        "{problem}"
    );
    let problem = changed("terrains/1/core", 0, 3);
    assert!(problem.contains("its id 3"), "{problem}");
    let last = lines_of(&bytes)
        .into_iter()
        .find(|line| line.name == "terrains/1/core");
    let problem = changed("terrains/1/core", last.unwrap().stored.len() - 1, 99);
    assert!(problem.contains("shape (99)"), "{problem}");
}
