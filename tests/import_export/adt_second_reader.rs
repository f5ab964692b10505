//! Everything that two readers of tiles both find in one, compared value by value; what they do not
//! agree on is told with its file and the place in it.

use std::fmt::Debug;
use std::path::Path;

use bonewright::formats::adt::{AdtFile, ChunkBody, MDDF, MMDX, MODF, PartBody};
use bonewright::formats::wdt::{MapFlags, WdtFile};
use bonewright::import_export::{
    ImportedFile, Report, open_file, tile_from_bytes, write_tile_over,
};
use bonewright::terrain::{AlphaForm, Chunk, ChunkFlags, LiquidLayer, LiquidOrigin, Tile};

use crate::corpus::{Corpus, read};
use crate::made_tile::MadeTile;
use crate::tile_oracle::OracleTile;
use crate::tile_oracle::alpha::OracleForm;
use crate::tile_oracle::chunk::OracleChunk;
use crate::tile_oracle::liquid::{OracleLiquid, OracleLiquidKind};

/// Tiles in the corpus.
const TILES: usize = 11;

/// Values that were compared, and those that differ.
#[derive(Default)]
struct Comparison {
    name: String,
    compared: usize,
    texels: usize,
    differences: Vec<String>,
}

impl Comparison {
    /// Compares one value that the file has at `at`.
    fn same<T: PartialEq + Debug>(&mut self, at: usize, what: &str, found: T, wanted: T) {
        self.compared += 1;
        if found != wanted {
            let name = &self.name;
            let mut difference = format!(
                "{name} at {at:#x}: {what} is {found:?}, the second reader says {wanted:?}"
            );
            difference.truncate(300);
            self.differences.push(difference);
        }
    }

    /// Compares lists value by value; floats by their bits.
    fn same_list<T: PartialEq + Debug + Copy>(
        &mut self,
        at: usize,
        what: &str,
        found: &[T],
        wanted: &[T],
    ) {
        self.same(at, what, found.len(), wanted.len());
        self.compared += found.len();
        for (index, (found, wanted)) in found.iter().zip(wanted).enumerate() {
            if found != wanted {
                self.same(at, &format!("{what} {index}"), found, wanted);
            }
        }
    }
}

fn bits(values: &[f32]) -> Vec<u32> {
    values.iter().map(|value| value.to_bits()).collect()
}

fn form_of(form: AlphaForm) -> OracleForm {
    match form {
        AlphaForm::FourBit => OracleForm::Four,
        AlphaForm::EightBit => OracleForm::Eight,
        AlphaForm::Runs => OracleForm::Runs,
    }
}

fn compare_chunk(all: &mut Comparison, index: usize, found: &Chunk, wanted: &OracleChunk) {
    let start = wanted.start;
    let place = [index as u32 % 16, index as u32 / 16];
    all.same(start + 12, "place", place, wanted.place);
    all.same(start + 8, "flags", found.flags.0, wanted.flags);
    all.same(start + 0x3C, "area", found.area_id, wanted.area);
    all.same(start + 0x44, "holes", found.holes, wanted.holes);
    let position = bits(&found.position);
    all.same_list(start + 0x70, "position", &position, &bits(&wanted.position));
    let clutter = (&found.clutter_layers, &wanted.clutter_layers);
    all.same_list(start + 0x48, "clutter", clutter.0, clutter.1);
    let clutter = (&found.no_clutter, &wanted.no_clutter);
    all.same_list(start + 0x58, "no clutter", clutter.0, clutter.1);
    let heights = bits(found.heights.as_ref());
    all.same_list(
        wanted.heights_at,
        "height",
        &heights,
        &bits(&wanted.heights),
    );
    all.same_list(start, "normal", found.normals.as_ref(), &wanted.normals);
    let colours = found.colours.as_deref().map(|all| all.as_slice());
    all.same(start, "colours", colours, wanted.colours.as_deref());
    let shadow = found.shadow.as_deref().map(|all| all.as_slice());
    all.same(start, "shadow", shadow, wanted.shadow.as_deref());
    let layers = (found.layers.len(), wanted.layers.len());
    all.same(start + 0x14, "number of layers", layers.0, layers.1);
    for (found, wanted) in found.layers.iter().zip(&wanted.layers) {
        let at = wanted.at;
        all.same(at, "texture", found.texture, wanted.texture);
        all.same(at + 4, "flags of a layer", found.flags.0, wanted.flags);
        let effects = (found.ground_effect, wanted.ground_effect);
        all.same(at + 12, "ground effect", effects.0, effects.1);
        let has = (found.alpha.is_some(), wanted.alpha.is_some());
        all.same(at + 4, "whether there is an alpha map", has.0, has.1);
        if let (Some(alpha), Some(other)) = (&found.alpha, &wanted.alpha) {
            all.same(other.at, "form", form_of(found.form), other.form);
            all.same_list(other.at, "texel", alpha.texels(), &other.texels);
            all.texels += other.texels.len();
        }
    }
}

/// Compares the liquids of one map chunk of one origin.
fn compare_liquids(all: &mut Comparison, found: &[&LiquidLayer], wanted: &[OracleLiquid]) {
    let at = wanted.first().map_or(0, |liquid| liquid.at);
    all.same(at, "number of liquids", found.len(), wanted.len());
    for (found, wanted) in found.iter().zip(wanted) {
        let at = wanted.at;
        let kind = match wanted.kind {
            OracleLiquidKind::Chunk(flag) => flag,
            OracleLiquidKind::Tile(kind) => kind.into(),
        };
        all.same(at, "kind of liquid", found.kind, kind);
        all.same_list(at, "range", &bits(&found.range), &bits(&wanted.range));
        all.same(at, "area", found.area, wanted.area);
        let cells = (0..wanted.cells.len()).map(|cell| found.cells >> cell & 1 == 1);
        all.same_list(at, "cell", &cells.collect::<Vec<_>>(), &wanted.cells);
        let heights = (bits(&found.heights), bits(&wanted.heights));
        all.same_list(at, "liquid height", &heights.0, &heights.1);
    }
}

fn compare_tile(all: &mut Comparison, found: &Tile, wanted: &OracleTile) {
    let textures = found.textures.iter().map(|texture| texture.path_text());
    all.same(0, "textures", textures.collect(), wanted.textures.clone());
    let count = found.textures.len();
    let mut flags = wanted.texture_flags.clone().unwrap_or_default();
    flags.resize(count, 0);
    let found_flags: Vec<u32> = found.textures.iter().map(|texture| texture.flags).collect();
    all.same_list(0, "flags of a texture", &found_flags, &flags);
    all.same(0, "number of map chunks", found.chunks.len(), 256);
    for (index, (chunk, oracle)) in found.chunks.iter().zip(&wanted.chunks).enumerate() {
        compare_chunk(all, index, chunk, oracle);
        for (origin, oracle) in [
            (LiquidOrigin::Old, &oracle.liquids),
            (LiquidOrigin::Water, &wanted.water[index]),
        ] {
            let liquids = chunk.liquids.iter();
            let liquids: Vec<_> = liquids.filter(|liquid| liquid.origin == origin).collect();
            compare_liquids(all, &liquids, oracle);
        }
    }
}

/// What the document leaves to the file: references, things that stand on the tile, sounds.
fn compare_rest(all: &mut Comparison, file: &AdtFile, wanted: &OracleTile) {
    for (index, (raw, wanted)) in file.map_chunks().zip(&wanted.chunks).enumerate() {
        let starts = (file.map_chunk_start(index), wanted.start);
        all.same(wanted.start, "start of a map chunk", starts.0, starts.1);
        let references = raw.parts.iter().find_map(|part| match &part.body {
            PartBody::References(all) => Some(all.as_slice()),
            _ => None,
        });
        let expected = [wanted.doodads.as_slice(), wanted.objects.as_slice()].concat();
        let references = references.unwrap_or_default();
        all.same_list(wanted.start, "reference", references, &expected);
        let sounds = raw.header.sound_count;
        all.same(wanted.start + 0x64, "sounds", sounds, wanted.sound_count);
    }
    let mut models = Vec::new();
    if let Some(ChunkBody::Models(found)) = file.chunk(MDDF).map(|chunk| &chunk.body) {
        models.extend(
            found
                .items
                .iter()
                .map(|item| (item.name_index, item.unique_id, item.position)),
        );
    }
    all.same(0, "placed models", models, wanted.doodad_places.clone());
    let mut objects = Vec::new();
    if let Some(ChunkBody::Objects(found)) = file.chunk(MODF).map(|chunk| &chunk.body) {
        objects.extend(
            found
                .items
                .iter()
                .map(|item| (item.name_index, item.unique_id, item.position)),
        );
    }
    all.same(0, "placed objects", objects, wanted.object_places.clone());
    if let Some(ChunkBody::Names(found)) = file.chunk(MMDX).map(|chunk| &chunk.body) {
        for name in &wanted.models {
            let is_there = found.items.iter().any(|other| other == name.as_bytes());
            all.same(0, "whether a model has its name", is_there, true);
        }
    }
}

/// Compares a tile as it opens with and without its map.
fn compare_bytes(all: &mut Comparison, bytes: &[u8], map: Option<&[u8]>) {
    let flags: Option<MapFlags> = map.map(|map| WdtFile::read(map).unwrap().flags());
    let oracle = OracleTile::read_with_map(bytes, map);
    let tile = tile_from_bytes(bytes, flags, &mut Report::default()).unwrap();
    compare_tile(all, &tile, &oracle);
    compare_rest(all, &AdtFile::read(bytes).unwrap(), &oracle);
}

/// The file of the map of a tile: any that lies beside it.
fn map_of(tile: &Path) -> Option<Vec<u8>> {
    let stem = tile.file_stem()?.to_string_lossy().to_lowercase();
    let beside = std::fs::read_dir(tile.parent()?).ok()?;
    let maps = beside.map(|entry| entry.unwrap().path()).filter(|path| {
        let is_map = path.extension().is_some_and(|extension| extension == "wdt");
        let map = path.file_stem().unwrap_or_default().to_string_lossy();
        is_map && stem.starts_with(&map.to_lowercase())
    });
    let found: Vec<_> = maps.collect();
    found.first().map(|path| read(path))
}

#[test]
fn two_readers_agree_on_everything_in_every_real_tile() {
    let Some(corpus) = Corpus::open() else { return };
    let mut all = Comparison::default();
    let mut count = 0;
    for path in corpus.with_extension("adt") {
        all.name = path.display().to_string();
        let bytes = read(path);
        compare_bytes(&mut all, &bytes, None);
        let map = map_of(path);
        assert!(map.is_some(), "{} has no map beside it", path.display());
        compare_bytes(&mut all, &bytes, map.as_deref());
        count += 1;
    }
    println!(
        "{count} tiles: {} values compared, {} texels of alpha maps; {} differences",
        all.compared,
        all.texels,
        all.differences.len()
    );
    assert!(all.differences.is_empty(), "{:#?}", all.differences);
    assert!(count >= TILES && all.texels > 10_000_000);
}

#[test]
fn two_readers_agree_on_alpha_maps_of_every_form_and_both_kinds_of_liquid() {
    let mut all = Comparison {
        name: "motley".to_owned(),
        ..Comparison::default()
    };
    let made = MadeTile::motley();
    compare_bytes(&mut all, &made.bytes(), None);
    assert!(all.differences.is_empty(), "{:#?}", all.differences);
    let oracle = OracleTile::read(&made.bytes());
    for form in [OracleForm::Four, OracleForm::Eight, OracleForm::Runs] {
        let layers = oracle.chunks.iter().flat_map(|chunk| &chunk.layers);
        let alphas = layers.filter_map(|layer| layer.alpha.as_ref());
        assert!(alphas.filter(|alpha| alpha.form == form).count() > 40);
    }
    let fresh = oracle
        .chunks
        .iter()
        .filter(|chunk| !chunk.liquids.is_empty());
    assert!(fresh.count() > 40);
    assert_eq!(oracle.water.iter().flatten().count(), 2);
}

#[test]
fn a_tile_opened_from_the_disk_is_the_tile_the_second_reader_finds_with_its_map() {
    let Some(corpus) = Corpus::open() else { return };
    for path in corpus.with_extension("adt") {
        let Ok(ImportedFile::Terrain(found)) = open_file(path) else {
            panic!("{} does not open", path.display());
        };
        let map = found.terrain.shape.tiles().unwrap();
        let mut all = Comparison {
            name: path.display().to_string(),
            ..Comparison::default()
        };
        let wanted = OracleTile::read_with_map(&read(path), map_of(path).as_deref());
        compare_tile(&mut all, map.tiles.values().next().unwrap(), &wanted);
        assert!(all.differences.is_empty(), "{:#?}", all.differences);
    }
}

#[test]
fn colours_that_the_flags_leave_out_are_not_shown_and_stay_until_some_are_painted() {
    let mut made = MadeTile::plain();
    made.chunks[9].has_colours = true;
    let bytes = made.bytes();
    let mut report = Report::default();
    let mut tile = tile_from_bytes(&bytes, None, &mut report).unwrap();
    let told = report
        .items
        .iter()
        .any(|item| item.message.contains("0x40"));
    assert!(told, "{report:?}");
    assert_eq!(tile.chunks[9].colours, None);
    let save = |tile: &Tile| write_tile_over(tile, &bytes, None, &mut Report::default()).unwrap();
    assert!(save(&tile) == bytes);
    tile.chunks[9].colours = Some(Box::new([[9, 8, 7, 6]; 145]));
    tile.chunks[9].flags.0 |= ChunkFlags::HAS_COLOURS;
    let written = save(&tile);
    let again = tile_from_bytes(&written, None, &mut Report::default());
    assert_eq!(again, Ok(tile));
    let oracle = OracleTile::read(&written);
    assert_eq!(oracle.chunks[9].colours, Some(vec![[9, 8, 7, 6]; 145]));
    assert_eq!(written.len(), bytes.len());
}
