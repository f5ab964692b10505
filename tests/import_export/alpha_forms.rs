//! Alpha maps in other forms: written, read again, and compared texel by texel with what was told.

use crate::corpus::Corpus;
use crate::made_tile::{MadeChunk, MadeLayer, MadeTile, chunk, word};
use bonewright::document::Document;
use bonewright::edit::operator::ConvertAlphas;
use bonewright::edit::{AlphaEdgesArgument, AlphaFigures, AlphaFormArgument, GroundScope};
use bonewright::edit::{EntryFocus, History, Operator};
use bonewright::formats::wdt::WdtFile;
use bonewright::import_export::{ImportedFile, Profile, Severity, export_terrain, open_file};
use bonewright::terrain::{AlphaForm, BlendRule, Chunk, TextureLayer, TileMap};
use std::path::Path;

/// A map's own file with these flags and the tile 31, 33.
fn made_map(flags: u32) -> Vec<u8> {
    let mut head = [0; 32];
    word(&mut head, 0, flags);
    let mut cells = vec![0; 64 * 64 * 8];
    word(&mut cells, (33 * 64 + 31) * 8, 1);
    let mut out = Vec::new();
    chunk(&mut out, b"MVER", &18_u32.to_le_bytes());
    chunk(&mut out, b"MPHD", &head);
    chunk(&mut out, b"MAIN", &cells);
    chunk(&mut out, b"MWMO", b"");
    out
}

/// A tile with smooth alphas of 4 or 8 bits, three layers over the first on every fourth map chunk.
fn made_tile(is_big: bool) -> MadeTile {
    let mut tile = MadeTile::plain();
    for (index, made) in tile.chunks.iter_mut().enumerate().step_by(4) {
        let texel = |at: usize, layer: usize| {
            let (column, row) = ((at % 64) as f32, (at / 64) as f32);
            let wave = (column / 9.0 + layer as f32).sin() + (row / (7.0 + layer as f32)).cos();
            ((wave + 2.0) * 21.0 + (index % 7) as f32 * 3.0) as u8
        };
        let alpha = |layer: usize| -> Vec<u8> {
            let texels = (0..4096).map(|at| texel(at, layer));
            match is_big {
                true => texels.collect(),
                false => (0..2048)
                    .map(|at| (texel(at * 2, layer) / 16) | ((texel(at * 2 + 1, layer) / 16) << 4))
                    .collect(),
            }
        };
        *made = MadeChunk {
            // Of the small ones half are 63 by 63.
            flags: if index % 8 == 0 { 0x8000 } else { 0 },
            ..MadeChunk::plain()
        };
        let count = 1 + index / 4 % 3;
        made.layers
            .extend((1..=count).map(|layer| MadeLayer::over(layer as u32, alpha(layer))));
    }
    tile
}

fn open(path: &Path) -> Document {
    let Ok(ImportedFile::Terrain(imported)) = open_file(path) else {
        panic!("{} does not open", path.display());
    };
    let mut document = Document::new();
    document.terrains.push(imported.terrain);
    document
}

fn map_of(document: &Document) -> &TileMap {
    document.terrains[0].shape.tiles().unwrap()
}

fn operator(form: Option<AlphaFormArgument>, edges: AlphaEdgesArgument) -> ConvertAlphas {
    ConvertAlphas {
        terrain: None,
        form,
        edges,
        scope: GroundScope::All,
    }
}

fn all(form: AlphaFormArgument) -> ConvertAlphas {
    operator(Some(form), AlphaEdgesArgument::Keep)
}

/// Carries it out, checks that undo is exact, and gives what was told before and after.
fn convert(document: &mut Document, operator: &ConvertAlphas) -> (AlphaFigures, Vec<String>) {
    let figures = operator.figures(document).unwrap();
    let start = document.clone();
    let mut history = History::default();
    let operator = Operator::from(operator.clone());
    let applied = history
        .apply(document, &operator, EntryFocus::default())
        .unwrap();
    let after = document.clone();
    if after != start {
        history.undo(document).unwrap();
        assert!(*document == start, "undo gives back what was there");
        history.redo(document).unwrap();
        assert!(*document == after);
    }
    let notes = applied.notes.into_iter().map(|note| note.0).collect();
    (figures, notes)
}

/// Writes all files of the map into a folder and opens them again.
fn reopened(document: &Document, name: &str, folder: &Path) -> Document {
    let exported = export_terrain(&document.terrains[0], Profile::AdtWotlk, name).unwrap();
    for file in &exported.files {
        std::fs::write(folder.join(&file.name), &file.bytes).unwrap();
    }
    open(&folder.join(name))
}

/// The shares of a texel, worked out from its alphas alone.
fn shares(rule: BlendRule, layers: &[TextureLayer], at: usize) -> [i32; 8] {
    let (mut alphas, mut shares) = ([0; 8], [0; 8]);
    let above = layers.len().saturating_sub(1);
    for (alpha, layer) in alphas.iter_mut().zip(layers.iter().skip(1)) {
        let map = layer.alpha.as_ref();
        *alpha = map.map_or(0, |map| i32::from(map.texels()[at]));
    }
    let mut left = 255;
    match rule {
        BlendRule::Ordered => {
            for layer in (0..above).rev() {
                shares[layer + 1] = (2 * left * alphas[layer] + 255) / 510;
                left -= shares[layer + 1];
            }
        }
        BlendRule::Weighted => {
            let whole = alphas.iter().sum::<i32>().max(255);
            let (mut sum, mut given) = (0, 0);
            for layer in 0..above {
                sum += alphas[layer];
                let reached = (sum * 510 + whole) / (2 * whole);
                shares[layer + 1] = reached - given;
                given = reached;
            }
            left -= given;
        }
    }
    shares[0] = left;
    shares
}

/// Map chunks and texels whose look differs, and the largest difference.
fn difference(before: &TileMap, after: &TileMap) -> (usize, usize, u8) {
    let (mut chunks, mut texels, mut worst) = (0, 0, 0);
    for ((place, old), (other, new)) in before.chunks().zip(after.chunks()) {
        assert_eq!(place, other);
        assert_eq!(old.layers.len(), new.layers.len());
        let mut found = 0;
        for at in 0..4096 {
            let old = shares(before.blend, &old.layers, at);
            let new = shares(after.blend, &new.layers, at);
            let mut off = 0;
            for layer in 0..8 {
                off = old[layer].abs_diff(new[layer]).max(off);
            }
            found += usize::from(off > 0);
            worst = worst.max(off as u8);
        }
        texels += found;
        chunks += usize::from(found > 0);
    }
    (chunks, texels, worst)
}

fn told(figures: &AlphaFigures) -> (usize, usize, u8) {
    let loss = figures.loss;
    (loss.chunks, loss.texels, loss.worst)
}

fn has_only(map: &TileMap, form: AlphaForm) -> bool {
    let layers = map.chunks().flat_map(|(_, chunk)| &chunk.layers);
    let mut with = layers.filter(|layer| layer.alpha.is_some());
    with.all(|layer| layer.form == form && layer.flags.has(0x200) == (form == AlphaForm::Runs))
}

/// A map with one tile, opened.
fn opened(folder: &Path, flags: u32, tile: &MadeTile) -> Document {
    std::fs::write(folder.join("Isle.wdt"), made_map(flags)).unwrap();
    std::fs::write(folder.join("Isle_31_33.adt"), tile.bytes()).unwrap();
    open(&folder.join("Isle.wdt"))
}

#[test]
fn every_form_is_written_and_read_again_as_it_was_told() {
    for (flags, is_big) in [(0, false), (4, true)] {
        for form in [
            AlphaFormArgument::FourBits,
            AlphaFormArgument::EightBits,
            AlphaFormArgument::Runs,
        ] {
            let folder = tempfile::tempdir().unwrap();
            let start = opened(folder.path(), flags, &made_tile(is_big));
            let mut document = start.clone();
            let (figures, notes) = convert(&mut document, &all(form));
            assert_eq!(notes, figures.sentences());
            let again = reopened(&document, "Copy.wdt", folder.path());
            let (map, found) = (map_of(&document), map_of(&again));
            assert!(found == map, "{form:?} of {flags}");
            assert!(has_only(found, form.into()));
            // The game reads it: the map's own file says so.
            let is_four = form == AlphaFormArgument::FourBits;
            assert_eq!(found.map_flags, Some(if is_four { 0 } else { 4 }));
            assert_eq!(
                difference(map_of(&start), found),
                told(&figures),
                "{form:?}"
            );
            // Only less bits lose something.
            assert_eq!(figures.loss.texels > 0, is_big && is_four, "{form:?}");
            assert_eq!(
                figures.is_nothing(),
                is_big != is_four && form != AlphaFormArgument::Runs
            );
            assert_eq!(figures.flags.is_some(), is_big == is_four);
            // Undone, the files are the old ones.
            let undone = export_terrain(&start.terrains[0], Profile::AdtWotlk, "Isle.wdt").unwrap();
            for file in undone.files {
                assert!(std::fs::read(folder.path().join(&file.name)).unwrap() == file.bytes);
            }
        }
    }
}

#[test]
fn there_and_back_loses_what_there_alone_loses() {
    let folder = tempfile::tempdir().unwrap();
    let start = opened(folder.path(), 4, &made_tile(true));
    let mut document = start.clone();
    let (there, _) = convert(&mut document, &all(AlphaFormArgument::FourBits));
    let (back, _) = convert(&mut document, &all(AlphaFormArgument::EightBits));
    assert!(there.loss.texels > 0 && back.loss.texels == 0);
    assert_eq!(difference(map_of(&start), map_of(&document)), told(&there));
    let again = reopened(&document, "Copy.wdt", folder.path());
    assert!(map_of(&again) == map_of(&document));
    assert_eq!(map_of(&again).map_flags, Some(4));
    // Compressed and back, everything is what it was, files included.
    let mut document = start.clone();
    for form in [AlphaFormArgument::Runs, AlphaFormArgument::EightBits] {
        convert(&mut document, &all(form));
    }
    assert!(document == start);
}

#[test]
fn borders_of_small_maps_count_or_are_copies_as_was_asked() {
    let folder = tempfile::tempdir().unwrap();
    let start = opened(folder.path(), 0, &made_tile(false));
    let flag = |chunk: &Chunk| chunk.flags.has(0x8000);
    let with_maps = |map: &TileMap| -> Vec<Chunk> {
        let chunks = map.chunks().map(|(_, chunk)| chunk);
        chunks.filter(|it| it.layers.len() > 1).cloned().collect()
    };
    let whole = with_maps(map_of(&start))
        .iter()
        .filter(|it| flag(it))
        .count();
    let all = with_maps(map_of(&start)).len();
    assert!(whole > 0 && whole < all);
    for (edges, counts) in [
        (AlphaEdgesArgument::All, true),
        (AlphaEdgesArgument::Repeated, false),
    ] {
        let mut document = start.clone();
        let (figures, _) = convert(&mut document, &operator(None, edges));
        let again = reopened(&document, "Copy.wdt", folder.path());
        assert!(map_of(&again) == map_of(&document), "{edges:?}");
        assert!(
            with_maps(map_of(&again))
                .iter()
                .all(|it| flag(it) == counts)
        );
        assert_eq!(figures.edges, if counts { all - whole } else { whole });
        assert_eq!(difference(map_of(&start), map_of(&again)), told(&figures));
        // What the game shows as copies may well be stored; the other way round texels are lost.
        assert_eq!(figures.loss.texels > 0, !counts);
        let (nothing, _) = convert(&mut document, &operator(None, edges));
        assert!(nothing.is_nothing(), "{nothing:?}");
    }
    // Painted at its border since, a map keeps all of it, and that is told.
    let mut document = start;
    convert(&mut document, &operator(None, AlphaEdgesArgument::Repeated));
    let bonewright::document::TerrainShape::Tiles(map) = &mut document.terrains[0].shape else {
        panic!("tiles");
    };
    let tile = map.tiles.values_mut().next().unwrap();
    let painted = tile.chunks.iter_mut().position(|it| it.layers.len() > 1);
    let alpha = &mut tile.chunks[painted.unwrap()].layers[1].alpha;
    let texel = &mut alpha.as_mut().unwrap().texels_mut()[63];
    *texel = if *texel == 255 { 0 } else { 255 };
    let exported = export_terrain(&document.terrains[0], Profile::AdtWotlk, "B.wdt").unwrap();
    let notes: Vec<&str> = exported
        .report
        .items
        .iter()
        .map(|it| &*it.message)
        .collect();
    assert!(
        notes
            .iter()
            .any(|note| note.contains("1 map chunks keep all 64")),
        "{notes:?}"
    );
    let again = reopened(&document, "B.wdt", folder.path());
    let (one, other) = (map_of(&again), map_of(&document));
    for ((_, one), (_, other)) in one.chunks().zip(other.chunks()) {
        assert!(one.layers == other.layers);
    }
}

#[test]
fn what_the_game_would_read_wrongly_is_refused_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let refusal = |document: &Document, operator: &ConvertAlphas| {
        operator.figures(document).unwrap_err().to_string()
    };
    let big = opened(folder.path(), 0x80, &made_tile(true));
    let reason = refusal(&big, &all(AlphaFormArgument::FourBits));
    assert!(reason.contains("textures have heights"), "{reason}");
    let small = opened(folder.path(), 0, &made_tile(false));
    let part = ConvertAlphas {
        scope: GroundScope::Chunks(vec![[31, 33, 0, 0]]),
        ..all(AlphaFormArgument::Runs)
    };
    let reason = refusal(&small, &part);
    assert!(reason.contains("for a part of the map"), "{reason}");
    let edges = operator(Some(AlphaFormArgument::Runs), AlphaEdgesArgument::Repeated);
    assert!(refusal(&small, &edges).contains("of 4 bits alone"));
    assert!(
        operator(None, AlphaEdgesArgument::Keep)
            .figures(&small)
            .is_err()
    );
    // A part may come to what the map has: here a tile of 4 bits that lies in a map of 8.
    let mut wrong = opened(folder.path(), 4, &made_tile(false));
    let mend = ConvertAlphas {
        scope: GroundScope::Tiles(vec![[31, 33]]),
        ..all(AlphaFormArgument::EightBits)
    };
    let (figures, _) = convert(&mut wrong, &mend);
    assert_eq!((figures.flags, figures.loss.texels), (None, 0));
    assert!(has_only(map_of(&wrong), AlphaForm::EightBit));
}

#[test]
fn a_single_tile_says_what_the_file_of_its_map_has_to_say() {
    let folder = tempfile::tempdir().unwrap();
    opened(folder.path(), 0, &made_tile(false));
    let mut document = open(&folder.path().join("Isle_31_33.adt"));
    let (figures, notes) = convert(&mut document, &all(AlphaFormArgument::EightBits));
    assert_eq!(figures.flags, Some([0, 4]));
    assert!(notes.iter().any(|note| note.contains(".wdt")), "{notes:?}");
    let exported = export_terrain(&document.terrains[0], Profile::AdtWotlk, "a_31_33.adt").unwrap();
    let warned = exported.report.items.iter().any(|item| {
        item.severity == Severity::Warning
            && item.message.contains("Isle.wdt")
            && item.message.contains("0x4")
    });
    assert!(warned, "{:?}", exported.report);
    let exported = export_terrain(&document.terrains[0], Profile::AdtWotlk, "a.wdt").unwrap();
    assert_eq!(
        WdtFile::read(&exported.files[0].bytes).unwrap().flags().0,
        4
    );
    // Without the map's own file the user is told what to do with it.
    std::fs::remove_file(folder.path().join("Isle.wdt")).unwrap();
    let mut document = open(&folder.path().join("Isle_31_33.adt"));
    let (figures, notes) = convert(&mut document, &all(AlphaFormArgument::Runs));
    assert!(figures.untold_depth.is_some());
    assert!(
        notes.iter().any(|note| note.contains("set flag 0x4")),
        "{notes:?}"
    );
    let again = reopened(&document, "c_31_33.adt", folder.path());
    for ((_, one), (_, other)) in map_of(&again).chunks().zip(map_of(&document).chunks()) {
        assert!(one.layers == other.layers);
    }
}

#[test]
fn real_tiles_come_to_every_form_and_lose_what_was_told() {
    let Some(corpus) = Corpus::open() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| {
        let mut paths = corpus.with_extension("adt");
        paths.find(|path| path.ends_with(name)).unwrap().to_owned()
    };
    // Converts, writes and opens again; gives what was lost.
    let check = |document: &mut Document, step: &ConvertAlphas| {
        let start = document.clone();
        let (figures, _) = convert(document, step);
        let id = *map_of(document).tiles.keys().next().unwrap();
        let again = reopened(document, &format!("a_{}_{}.adt", id.x, id.y), folder.path());
        let (map, found) = (map_of(document), map_of(&again));
        for ((_, one), (_, other)) in map.chunks().zip(found.chunks()) {
            assert_eq!(one.flags, other.flags);
            for (one, other) in one.layers.iter().zip(&other.layers) {
                assert!(one.alpha == other.alpha);
            }
        }
        let form = step.form.unwrap_or(AlphaFormArgument::FourBits);
        assert!(has_only(found, form.into()), "{form:?}");
        // Without the file of its map the tile alone does not say how layers are mixed.
        let found = TileMap {
            blend: map.blend,
            ..found.clone()
        };
        assert_eq!(
            difference(map_of(&start), &found),
            told(&figures),
            "{step:?}"
        );
        figures.loss.texels
    };
    // Without the flag, what the game copies is stored as it is shown.
    let mut document = open(&file("CustomMaps_25_58.adt"));
    assert_eq!(check(&mut document, &all(AlphaFormArgument::EightBits)), 0);
    // All borders count here, and many are no copies.
    let start = open(&file("continent4229.adt"));
    let repeated = operator(None, AlphaEdgesArgument::Repeated);
    assert!(check(&mut start.clone(), &repeated) > 0);
    // Painted with 256 values, 16 no longer hold it.
    let mut document = start.clone();
    convert(&mut document, &all(AlphaFormArgument::Runs));
    let (_, chunk) = map_of(&document).chunks().nth(16 * 7 + 8).unwrap();
    let [x, y, _] = chunk.position;
    let paint: Operator = serde_json::from_value(serde_json::json!({
        "op": "smooth_texture_layers", "radius": 30, "samples": [{"position": [x, y]}],
    }))
    .unwrap();
    let mut history = History::default();
    history
        .apply(&mut document, &paint, EntryFocus::default())
        .unwrap();
    assert!(check(&mut document, &all(AlphaFormArgument::FourBits)) > 0);
}
