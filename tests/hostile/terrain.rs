//! Maps that lie or are cut short: a document that everything can work with, or a refusal with a
//! place, within bounds of memory and time.

use std::fmt;
use std::path::Path;
use std::time::{Duration, Instant};

use bonewright::document::{Document, Terrain, TerrainId, TerrainShape};
use bonewright::formats::FormatError;
use bonewright::formats::adt::SplitTile;
use bonewright::import_export::{
    ImportedFile, Profile, Report, export_terrain, open_file, tile_from_bytes,
};
use bonewright::terrain::{TileId, TileMap, audit_seams};
use bonewright::validate::validate_terrain;

use crate::corpus::{Corpus, read};
use crate::made_split::MadeSplit;
use crate::made_tile::{MadeChunk, MadeTile, word};
use crate::memory::with_peak;
use crate::random::Random;
use crate::random_damage::rounds;

/// Places at which each file is cut.
const CUTS: usize = 200;
/// Random bytes of each file that are changed, so many at a time.
const FLIPS: usize = 2000;
const FLIPS_AT_ONCE: usize = 100;
/// The longest that a file may take.
const LONGEST: Duration = Duration::from_secs(20);

#[derive(Default)]
struct Tally {
    opened: usize,
    refused: usize,
    slowest: Duration,
    /// The largest share of the memory a file may take, in percent.
    hungriest: usize,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} opened, {} refused; slowest {} ms, most memory {} % of the limit",
            self.opened,
            self.refused,
            self.slowest.as_millis(),
            self.hungriest
        )
    }
}

impl Tally {
    /// Opens bytes with `open`, and does with the ground what the program does with any.
    #[track_caller]
    fn survive(
        &mut self,
        name: &str,
        size: usize,
        open: impl FnOnce() -> Result<TerrainShape, FormatError>,
    ) {
        let start = Instant::now();
        let (opened, peak) = with_peak(open);
        let limit = (64 << 20) + 24 * size;
        assert!(peak <= limit, "{name}: {peak} bytes to open {size}");
        self.hungriest = self.hungriest.max(peak * 100 / limit);
        match opened {
            Ok(shape) => {
                self.opened += 1;
                use_ground(name, shape);
            }
            Err(error) => {
                self.refused += 1;
                let text = error.to_string();
                assert!(
                    !text.contains('\n') && error.offset <= size,
                    "{name}: {text}"
                );
            }
        }
        let took = start.elapsed();
        assert!(took < LONGEST, "{name} took {took:?}");
        self.slowest = self.slowest.max(took);
    }
}

/// Everything that is done with ground beside drawing it.
fn use_ground(name: &str, shape: TerrainShape) {
    let mut document = Document::new();
    document.terrains.push(Terrain {
        id: TerrainId(1),
        name: "case".to_owned(),
        shape,
        native: None,
    });
    assert_eq!(document.check_invariants(), [], "{name}");
    assert_eq!(document.content_hash(), document.content_hash(), "{name}");
    let terrain = &document.terrains[0];
    if let TerrainShape::Tiles(map) = &terrain.shape {
        let seams = audit_seams(map);
        assert!(seams.len() <= 256 * 4 * 16, "{name}: {}", seams.len());
    }
}

fn tile(bytes: &[u8]) -> Result<TerrainShape, FormatError> {
    let tile = tile_from_bytes(bytes, None, &mut Report::default())?;
    Ok(shape_of(tile))
}

fn shape_of(tile: bonewright::terrain::Tile) -> TerrainShape {
    let mut map = TileMap::default();
    map.tiles.insert(TileId { x: 31, y: 31 }, tile);
    TerrainShape::Tiles(map)
}

/// Cuts bytes and changes some at random.
fn damage(bytes: &[u8], seed: u64, mut check: impl FnMut(&str, &[u8])) {
    let mut random = Random(seed);
    for cut in 0..rounds(CUTS) {
        // Evenly, and not only at round places.
        let at = bytes.len() * cut / rounds(CUTS) + random.below(16);
        let at = at.min(bytes.len());
        check(&format!("cut at {at}"), &bytes[..at]);
    }
    for round in 0..rounds(FLIPS / FLIPS_AT_ONCE) {
        let mut changed = bytes.to_vec();
        for _ in 0..FLIPS_AT_ONCE {
            let at = random.below(changed.len());
            changed[at] = random.bits() as u8;
        }
        check(&format!("round {round}"), &changed);
    }
    // One byte at a time where every chunk of the file is told.
    for _ in 0..rounds(60) {
        let mut changed = bytes.to_vec();
        let at = random.below(changed.len().min(6000));
        changed[at] ^= 1 << random.below(8);
        check(&format!("byte {at}"), &changed);
    }
}

#[test]
fn real_tiles_that_are_cut_or_changed_open_or_are_refused_within_bounds() {
    let Some(corpus) = Corpus::open() else { return };
    let mut tally = Tally::default();
    for (seed, path) in (300..).zip(corpus.with_extension("adt")) {
        let sound = read(path);
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        damage(&sound, seed, |what, bytes| {
            tally.survive(&format!("{name} {what}"), bytes.len(), || tile(bytes));
        });
    }
    println!("{tally}");
    assert!(tally.opened > 300 && tally.refused > 1000, "{tally}");
}

#[test]
fn real_maps_of_corners_that_are_cut_or_changed_open_or_are_refused_within_bounds() {
    let Some(corpus) = Corpus::open() else { return };
    let mut tally = Tally::default();
    for (seed, path) in (500..).zip(corpus.with_extension("w3e")) {
        let sound = read(path);
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        damage(&sound, seed, |what, bytes| {
            tally.survive(&format!("{name} {what}"), bytes.len(), || {
                use bonewright::formats::w3e::W3eFile;
                W3eFile::read(bytes).map(|_| ())?;
                corners(bytes)
            });
        });
    }
    println!("{tally}");
    assert!(tally.opened > 300 && tally.refused > 1000, "{tally}");
}

/// Opens a map of corners from the disk, as the program does.
fn corners(bytes: &[u8]) -> Result<TerrainShape, FormatError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("case.w3e");
    std::fs::write(&path, bytes).unwrap();
    match open_file(&path) {
        Ok(ImportedFile::Terrain(found)) => Ok(found.terrain.shape),
        other => panic!("the reader of the file took it, and the program did not: {other:?}"),
    }
}

#[test]
fn split_tiles_that_are_cut_or_changed_open_or_are_refused_within_bounds() {
    let made = MadeSplit::of(&MadeTile::motley().bytes());
    let mut tally = Tally::default();
    let mut try_both = |what: &str, root: &[u8], textures: &[u8]| {
        let size = root.len() + textures.len();
        tally.survive(what, size, || {
            let split = SplitTile::read(root, textures).map_err(|fault| fault.source)?;
            let mut again = split.clone();
            again.take_apart(&split.merged());
            assert_eq!(again.write(), split.write(), "{what}");
            let [one, other] = split.write();
            assert!(
                one == root && other == textures,
                "{what}: it is not written back"
            );
            Ok(TerrainShape::Tiles(TileMap::default()))
        });
    };
    damage(&made.root, 7, |what, root| {
        try_both(what, root, &made.textures)
    });
    damage(&made.textures, 8, |what, textures| {
        try_both(what, &made.root, textures)
    });
    println!("{tally}");
    assert!(tally.opened > 20 && tally.refused > 100, "{tally}");
}

/// Opens a tile from the disk, with what is told of it.
fn opened(folder: &Path, bytes: &[u8]) -> (Terrain, String) {
    let path = folder.join("case_31_33.adt");
    std::fs::write(&path, bytes).unwrap();
    match open_file(&path) {
        Ok(ImportedFile::Terrain(found)) => {
            let items = found.report.items.iter();
            let told: Vec<&str> = items.map(|item| item.message.as_str()).collect();
            (found.terrain, told.join("\n"))
        }
        other => panic!("{other:?}"),
    }
}

/// What is done to the bytes of a tile.
type Spoil<'a> = &'a dyn Fn(&mut Vec<u8>);

#[test]
fn sizes_that_lie_and_textures_that_are_missing_are_told_and_the_file_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let mut made = MadeTile::motley();
    made.chunks[3] = MadeChunk {
        alpha_size_lie: -255,
        ..made.chunks[4].clone()
    };
    let sound = made.bytes();
    let chunk_at = sound.windows(4).position(|tag| tag == b"KNCM").unwrap();
    let textures_at = sound.windows(4).position(|tag| tag == b"XETM").unwrap();
    let cases: [(&str, Spoil<'_>, Option<&str>); 4] = [
        ("as it is", &|_| {}, None),
        // Readers of the game go by the index, whatever a map chunk says of its size.
        (
            "a map chunk that says it is shorter",
            &|bytes| word(bytes, chunk_at + 4, 900),
            None,
        ),
        (
            "no texture in the list",
            &|bytes| {
                let size =
                    u32::from_le_bytes(bytes[textures_at + 4..textures_at + 8].try_into().unwrap());
                bytes[textures_at + 8..textures_at + 8 + size as usize].fill(0);
            },
            None,
        ),
        (
            "a layer of a texture that is not listed",
            &|bytes| {
                let layers = bytes.windows(4).position(|tag| tag == b"YLCM").unwrap();
                word(bytes, layers + 8, 77);
            },
            Some("not in the list of the tile"),
        ),
    ];
    for (name, spoil, wanted) in cases {
        let mut bytes = sound.clone();
        spoil(&mut bytes);
        let (terrain, told) = opened(folder.path(), &bytes);
        if let Some(wanted) = wanted {
            assert!(told.contains(wanted), "{name}: {told}");
        }
        let written = export_terrain(&terrain, Profile::AdtWotlk, "case_31_33.adt").unwrap();
        assert!(written.files[0].bytes == bytes, "{name}");
        let findings = validate_terrain(&terrain, Profile::AdtWotlk).unwrap_or_default();
        assert!(findings.len() < 10_000, "{name}");
    }
}

#[test]
fn a_map_whose_tiles_are_not_all_there_opens_with_those_that_are() {
    use bonewright::formats::wdt::WdtFile;
    let folder = tempfile::tempdir().unwrap();
    let map = WdtFile::new(Default::default(), [(31, 33), (32, 33), (63, 63)]).write();
    let path = folder.path().join("case.wdt");
    std::fs::write(&path, map).unwrap();
    std::fs::write(
        folder.path().join("case_31_33.adt"),
        MadeTile::plain().bytes(),
    )
    .unwrap();
    let Ok(ImportedFile::Terrain(found)) = open_file(&path) else {
        panic!("it does not open");
    };
    let told = format!("{:?}", found.report);
    assert!(told.contains("2 of 3 tiles"), "{told}");
    assert_eq!(found.terrain.shape.tiles().unwrap().tiles.len(), 1);
    use_ground("neighbours are missing", found.terrain.shape);
}

/// A map of corners made byte by byte: 17 ground types, cliff index 15, an odd origin.
fn odd_map(version: u32, [width, height]: [u32; 2]) -> Vec<u8> {
    let mut bytes = b"W3E!".to_vec();
    bytes.extend(version.to_le_bytes());
    bytes.push(b'?');
    bytes.extend(7u32.to_le_bytes());
    bytes.extend(17u32.to_le_bytes());
    for index in 0..17 {
        bytes.extend([b'L', b'd', b'r', b'a' + index]);
    }
    bytes.extend(0u32.to_le_bytes());
    bytes.extend(width.to_le_bytes());
    bytes.extend(height.to_le_bytes());
    bytes.extend(1e30_f32.to_le_bytes());
    bytes.extend((-77.7_f32).to_le_bytes());
    for index in 0..width * height {
        bytes.extend((index as u16).to_le_bytes());
        bytes.extend((index as u16).rotate_left(3).to_le_bytes());
        match version {
            11 => bytes.push(index as u8),
            _ => bytes.extend((index as u16).to_le_bytes()),
        }
        bytes.extend([index as u8, 0xF0 | index as u8]);
    }
    bytes
}

#[test]
fn odd_maps_of_any_size_open_and_come_back_byte_for_byte() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("case.w3e");
    for version in [11, 12] {
        for size in [[1, 1], [1, 9], [480, 480], [481, 33]] {
            let bytes = odd_map(version, size);
            std::fs::write(&path, &bytes).unwrap();
            let Ok(ImportedFile::Terrain(found)) = open_file(&path) else {
                panic!("{version} {size:?} does not open");
            };
            let profile = Profile::W3e { version };
            match export_terrain(&found.terrain, profile, "case.w3e") {
                Ok(exported) => assert!(exported.files[0].bytes == bytes, "{version} {size:?}"),
                // Version 11 has no numbers for the 17th type; the reason says so.
                Err(error) => {
                    assert_eq!(version, 11, "{error}");
                    assert!(error.to_string().contains("17"), "{error}");
                }
            }
            use_ground(&format!("{version} {size:?}"), found.terrain.shape);
        }
    }
}
