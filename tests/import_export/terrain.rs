//! Maps of Warcraft III through the document, a project and their archives.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that can't go on should stop where it is"
)]

use crate::corpus::{Corpus, read};
use bonewright::assets::{Archive, ArchiveError, create_archive};
use bonewright::document::{Document, NativeRole, Terrain, TerrainShape};
use bonewright::import_export::{
    ExportError, Exported, ImportError, ImportedFile, Profile, export_terrain, import_file,
    open_file,
};
use bonewright::project::{self, Compression, Snapshot};
use bonewright::terrain::{Corner, CornerFlags, CornerMap, CornerMapHead};
use std::path::{Path, PathBuf};

#[track_caller]
fn open(path: &Path) -> Terrain {
    match open_file(path) {
        Ok(ImportedFile::Terrain(imported)) => imported.terrain,
        Ok(ImportedFile::Model(_)) => panic!("{} is a model", path.display()),
        Err(error) => panic!("{error}"),
    }
}

fn corners(terrain: &Terrain) -> &CornerMap {
    terrain.shape.corners().expect("a map of corners")
}

fn corners_mut(terrain: &mut Terrain) -> &mut CornerMap {
    terrain.shape.corners_mut().expect("a map of corners")
}

fn export(terrain: &Terrain, name: &str) -> Result<Exported, ExportError> {
    export_terrain(terrain, Profile::of_terrain(&terrain.shape), name)
}

#[track_caller]
fn bytes(terrain: &Terrain, name: &str) -> Vec<u8> {
    let mut exported = export(terrain, name).expect("it is written");
    assert_eq!(exported.files.len(), 1);
    exported.files.remove(0).bytes
}

/// The terrain after a project file.
fn through_project(terrain: &Terrain) -> Terrain {
    let mut document = Document::new();
    document.terrains.push(terrain.clone());
    let encoded = project::encode(&Snapshot::of(&document), Compression::Zstd).expect("encodes");
    let opened = project::read(&encoded.to_vec()).expect("opens");
    assert_eq!(opened.problems, []);
    assert_eq!(opened.document.content_hash(), document.content_hash());
    let mut terrains = opened.document.terrains;
    terrains.remove(0)
}

fn maps(corpus: &Corpus) -> Vec<PathBuf> {
    let files = ["w3x", "w3m"].map(|kind| corpus.with_extension(kind));
    files.into_iter().flatten().map(Path::to_owned).collect()
}

/// A map that no game made, with these numbers of corners.
fn made(version: u32, width: u32, height: u32, ground_types: usize) -> Terrain {
    let count = width as usize * height as usize;
    let corner = |index: usize| {
        let mut corner = Corner::LEVEL;
        corner.height = (index * 37 % 16_384) as u16;
        corner.set_ground_type((index % ground_types.clamp(1, 16)) as u8);
        corner.set_ground_variation((index % 32) as u8);
        corner.set_flags(CornerFlags((index % 32) as u8));
        corner.set_cliff_type((index % 16 != 15).then_some((index % 16) as u8));
        corner
    };
    let head = CornerMapHead {
        version,
        tileset: b'I',
        custom_tileset: 1,
        ground_types: (0..ground_types)
            .map(|i| [b'I', b'd', b'r', i as u8])
            .collect(),
        cliff_types: vec![*b"CIsn"; 17],
        origin: [-3_136.0, 127.25],
        rest: vec![1, 2, 3],
    };
    let map = CornerMap::new(head, width, (0..count).map(corner).collect());
    Terrain {
        id: bonewright::document::TerrainId(0),
        name: "made".to_owned(),
        shape: TerrainShape::Corners(map.expect("whole rows")),
        native: None,
    }
}

fn reopened(bytes: &[u8]) -> Terrain {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("made.w3e");
    std::fs::write(&path, bytes).expect("the file is written");
    open(&path)
}

#[test]
fn every_real_w3e_comes_back_byte_for_byte_also_through_a_project() {
    let Some(corpus) = Corpus::open() else { return };
    let mut count = 0;
    for path in corpus.with_extension("w3e") {
        let terrain = open(path);
        let file = read(path);
        assert!(bytes(&terrain, "out.w3e") == file, "{}", path.display());
        let again = through_project(&terrain);
        assert!(bytes(&again, "out.w3e") == file, "{}", path.display());
        count += 1;
    }
    println!("{count} W3E files");
    assert!(count >= 22, "{count}");
}

#[test]
fn every_real_map_archive_comes_back_byte_for_byte_also_through_a_project() {
    let Some(corpus) = Corpus::open() else { return };
    let maps = maps(&corpus);
    for path in &maps {
        let terrain = open(path);
        let file = read(path);
        assert!(bytes(&terrain, "out.w3x") == file, "{}", path.display());
        let again = through_project(&terrain);
        assert!(bytes(&again, "out.w3m") == file, "{}", path.display());
    }
    println!("{} map archives", maps.len());
    assert!(maps.len() >= 14, "{}", maps.len());
}

#[test]
fn a_change_goes_into_a_new_archive_and_nothing_else_in_it_changes() {
    let Some(corpus) = Corpus::open() else { return };
    let (mut written, mut refused) = (0, Vec::new());
    for path in maps(&corpus) {
        let name = path.display().to_string();
        let before = read(&path);
        let mut terrain = open(&path);
        let index = corners(&terrain).corners().len() / 2;
        let old = corners(&terrain).corners()[index];
        let map = corners_mut(&mut terrain);
        map.corners_mut()[index].set_ground_variation(old.ground_variation() ^ 1);
        let exported = match export(&terrain, "out.w3x") {
            Ok(exported) => exported,
            Err(ExportError::Archive(error @ ArchiveError::NotWritable { .. })) => {
                assert!(error.to_string().contains("as a .w3e"), "{name}: {error}");
                refused.push(format!("{name}: {error}"));
                continue;
            }
            Err(error) => panic!("{name}: {error}"),
        };
        let after = &exported.files[0].bytes;
        let archives = [before.as_slice(), after].map(|it| Archive::open(it).expect("opens"));
        let [old_archive, new_archive] = &archives;
        // What stands in front of the archive stays.
        let start = old_archive.start() as usize;
        assert_eq!(new_archive.start() as usize, start, "{name}");
        assert!(before[..start] == after[..start], "{name}");
        let is_signed = before.windows(4).any(|four| four == b"NGIS");
        let says = exported.report.losses.iter();
        let says = says.filter(|loss| loss.path == "archive.signature").count();
        assert_eq!(says, usize::from(is_signed), "{name}");
        let changed = new_archive.read_name("war3map.w3e").expect("it is there");
        assert!(changed == bytes(&terrain, "out.w3e"), "{name}");
        let shown = |archive: &Archive| {
            let mut names: Vec<_> = archive.entries().iter().map(|it| it.shown_name()).collect();
            names.sort();
            names
        };
        if old_archive
            .entries()
            .iter()
            .all(|entry| entry.name.is_some())
        {
            assert_eq!(shown(old_archive), shown(new_archive), "{name}");
        }
        for entry in old_archive.entries() {
            let own = entry.shown_name();
            if ["war3map.w3e", "(attributes)"].contains(&own.as_str()) {
                continue;
            }
            let again = new_archive.entries().iter();
            let again = again.clone().find(|other| other.block == entry.block);
            let again = again.unwrap_or_else(|| panic!("{name}: {own} is gone"));
            let contents = (old_archive.read(entry), new_archive.read(again));
            assert!(contents.0 == contents.1, "{name}: {own}");
        }
        // The checksum that the archive notes is that of the new content.
        let noted = new_archive.noted_crcs();
        let pairs = new_archive.entries().iter().zip(noted);
        for (entry, noted) in pairs.filter_map(|(entry, noted)| Some((entry, noted?))) {
            let content = new_archive.read(entry).expect("it is read");
            assert_eq!(
                crc32fast::hash(&content),
                noted,
                "{name}: {}",
                entry.shown_name()
            );
        }
        // Changed back, it is the file that was opened.
        corners_mut(&mut terrain).corners_mut()[index] = old;
        assert!(bytes(&terrain, "out.w3x") == before, "{name}");
        written += 1;
    }
    println!("{written} archives written, refused: {refused:?}");
    assert!(written >= 12, "{written}");
    let is_protected = |told: &String| told.contains("spazzledMap.w3x");
    assert!(refused.iter().any(is_protected), "{refused:?}");
}

#[test]
fn a_second_change_of_an_exported_map_goes_on_from_the_first() {
    let Some(corpus) = Corpus::open() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let mut count = 0;
    for path in maps(&corpus) {
        let mut terrain = open(&path);
        for round in 1..4u8 {
            let map = corners_mut(&mut terrain);
            map.corners_mut()[0].height ^= u16::from(round);
            let Ok(exported) = export(&terrain, "out.w3x") else {
                break;
            };
            let out = folder.path().join(format!("{count}-{round}.w3x"));
            std::fs::write(&out, &exported.files[0].bytes).expect("it is written");
            let again = open(&out);
            assert_eq!(corners(&again), corners(&terrain), "{}", path.display());
            let warned = exported.report.items.iter();
            let warned = warned.filter(|item| item.message.contains("war3map.wpm"));
            assert_eq!(warned.count(), 1, "what follows from heights is told");
            terrain.native = again.native;
            count += 1;
        }
    }
    assert!(count >= 36, "{count}");
}

#[test]
fn maps_of_any_size_and_place_come_back() {
    for (width, height) in [(1, 1), (1, 7), (481, 481), (33, 2)] {
        for version in [11, 12] {
            let terrain = made(version, width, height, 16);
            let file = bytes(&terrain, "made.w3e");
            let again = reopened(&file);
            assert_eq!(corners(&again), corners(&terrain));
            assert!(bytes(&again, "made.w3e") == file);
            assert_eq!(through_project(&terrain).shape, terrain.shape);
        }
    }
}

#[test]
fn a_map_goes_to_the_later_version_and_back_without_loss() {
    let terrain = made(11, 20, 9, 16);
    let wide = export_terrain(&terrain, Profile::W3e { version: 12 }, "wide.w3e").unwrap();
    assert_eq!(wide.report.losses, []);
    let again = reopened(&wide.files[0].bytes);
    assert_eq!(corners(&again).head.version, 12);
    assert_eq!(corners(&again).corners(), corners(&terrain).corners());
    let back = export_terrain(&again, Profile::W3e { version: 11 }, "back.w3e").unwrap();
    assert!(back.files[0].bytes == bytes(&terrain, "made.w3e"));
}

#[test]
fn what_the_earlier_version_has_no_numbers_for_is_refused_not_wrapped() {
    let terrain = made(11, 3, 3, 17);
    let error = export(&terrain, "made.w3e").unwrap_err();
    assert!(matches!(
        error,
        ExportError::TooManyGroundTypes {
            count: 17,
            version: 11,
            limit: 16
        }
    ));
    let mut terrain = made(12, 3, 3, 16);
    corners_mut(&mut terrain).corners_mut()[5].set_ground_type(16);
    bytes(&terrain, "made.w3e");
    let narrow = export_terrain(&terrain, Profile::W3e { version: 11 }, "made.w3e");
    let error = narrow.unwrap_err().to_string();
    assert!(
        error.contains("column 2 of row 1") && error.contains("16"),
        "{error}"
    );
    let terrain = made(12, 3, 3, 65);
    assert!(export(&terrain, "made.w3e").is_err());
}

#[test]
fn unknown_bits_stay_in_their_version_and_are_told_where_they_are_lost() {
    let mut terrain = made(12, 2, 2, 4);
    corners_mut(&mut terrain).corners_mut()[1].ground |= 0xFC00;
    corners_mut(&mut terrain).corners_mut()[2].water |= 0x8000;
    let again = reopened(&bytes(&terrain, "made.w3e"));
    assert_eq!(corners(&again).corners(), corners(&terrain).corners());
    let narrow = export_terrain(&terrain, Profile::W3e { version: 11 }, "made.w3e").unwrap();
    let [loss] = narrow.report.losses.as_slice() else {
        panic!("{:?}", narrow.report.losses);
    };
    assert!(loss.what.starts_with("1 corners"), "{}", loss.what);
}

#[test]
fn a_folder_that_stands_for_a_map_opens_and_one_without_ground_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let map = folder.path().join("Isle.w3x");
    std::fs::create_dir(&map).unwrap();
    let error = open_file(&map).unwrap_err().to_string();
    assert!(
        error.contains("Isle.w3x") && error.contains("war3map.w3e"),
        "{error}"
    );
    std::fs::write(map.join("War3Map.W3E"), bytes(&made(11, 5, 4, 3), "x.w3e")).unwrap();
    let terrain = open(&map);
    assert_eq!(
        (terrain.name.as_str(), corners(&terrain).width()),
        ("Isle", 5)
    );
    let error = export(&terrain, "out.w3x").unwrap_err();
    assert!(matches!(error, ExportError::NoMapArchive));
}

#[test]
fn archives_without_ground_and_files_that_are_no_archive_are_refused_in_a_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path
    };
    let other = create_archive(&[("war3map.j".to_owned(), b"//".to_vec())]).unwrap();
    let error = open_file(&at("none.w3x", &other)).unwrap_err();
    assert!(
        matches!(error, ImportError::NoTerrain { file_count: 2, .. }),
        "{error}"
    );
    for bytes in [b"".as_slice(), b"MPQ\x1a", b"HM3W and no more", &[0; 4096]] {
        let error = open_file(&at("bad.w3m", bytes)).unwrap_err();
        assert!(matches!(error, ImportError::Archive { .. }), "{error}");
        assert!(error.to_string().contains("bad.w3m"), "{error}");
    }
    let cut = create_archive(&[("war3map.w3e".to_owned(), b"W3E!\x0b\0\0\0".to_vec())]).unwrap();
    let error = open_file(&at("cut.w3x", &cut)).unwrap_err().to_string();
    assert!(
        error.contains("war3map.w3e") && error.contains("byte 8"),
        "{error}"
    );
    let map = at("map.w3e", &bytes(&made(11, 2, 2, 1), "map.w3e"));
    let error = import_file(&map, bonewright::document::ModelId(0)).unwrap_err();
    assert!(matches!(error, ImportError::Terrain { .. }), "{error}");
}

#[test]
fn damaged_archives_are_refused_or_read_and_never_crash() {
    let ground = bytes(&made(11, 33, 33, 9), "x.w3e");
    let files = [
        ("war3map.w3e".to_owned(), ground),
        ("folder\\a.txt".to_owned(), vec![b'a'; 9000]),
    ];
    let sound = create_archive(&files).unwrap();
    let (mut read, mut refused) = (0, 0);
    let mut state = 7u64;
    let mut random = |limit: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) as usize % limit
    };
    for round in 0..1500 {
        let mut bytes = sound.clone();
        for _ in 0..1 + random(4) {
            // Half of the damage is where headers and tables are.
            let at = match random(2) {
                0 => random(64),
                _ => random(bytes.len()),
            };
            bytes[at] = random(256) as u8;
        }
        if round % 3 == 0 {
            bytes.truncate(random(sound.len()));
        }
        match Archive::open(bytes.as_slice()) {
            Ok(archive) => {
                for entry in archive.entries() {
                    match archive.read(entry) {
                        Ok(content) => {
                            read += 1;
                            assert_eq!(content.len(), entry.size as usize);
                        }
                        Err(_) => refused += 1,
                    }
                }
            }
            Err(_) => refused += 1,
        }
    }
    println!("{read} files read, {refused} refused");
    assert!(
        read > 100 && refused > 100,
        "{read} read, {refused} refused"
    );
}

#[test]
fn the_archive_that_a_map_came_from_is_kept_beside_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let ground = bytes(&made(11, 3, 3, 2), "x.w3e");
    let archive = create_archive(&[("war3map.w3e".to_owned(), ground)]).unwrap();
    let path = folder.path().join("isle.w3x");
    std::fs::write(&path, &archive).unwrap();
    let terrain = open(&path);
    let native = terrain.native.as_ref().expect("an archive");
    let file = native.file(NativeRole::Archive).expect("an archive");
    assert!(*file.bytes == *archive && file.name == "isle.w3x");
}
