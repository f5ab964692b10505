//! What a brush does while the ground of tiles is painted: a dab through the same way as the window
//! beside the bare kernel over as many texels, a whole tile filled, and a stroke undone.
#![allow(missing_docs, reason = "a bench has no callers")]

use bonewright::brush::{BrushShape, Falloff, FalloffTable, Footprint, GridBrush};
use bonewright::document::{Document, Terrain, TerrainId, TerrainShape};
use bonewright::edit::operator::{FillTexture, PaintTextureLayer};
use bonewright::edit::{
    BrushShapeArgument, EntryFocus, FalloffArgument, FifthArgument, GroundMemory, GroundSample,
    GroundScope, History, Operator, TerrainMasks, TerrainStroke,
};
use bonewright::terrain::{
    ALPHA_SIDE, AlphaForm, AlphaMap, BlendRule, Chunk, ChunkFlags, ChunkShares, ShareMove,
    TEXEL_YARDS, TexelSpans, TextureLayer, TextureLayerFlags, Tile, TileId, TileMap, TileTexture,
};
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

/// Texels from the middle of the brush to its edge.
const RADIUS: f32 = 128.0;
/// Tiles to a side of the map.
const SIZES: [u8; 2] = [1, 3];

fn chunk(position: [f32; 3]) -> Chunk {
    let layer = |texture: u32| TextureLayer {
        texture,
        flags: TextureLayerFlags(if texture == 0 { 0 } else { 0x100 }),
        ground_effect: -1,
        alpha: (texture > 0).then(|| AlphaMap::filled(40 + texture as u8 * 20)),
        form: AlphaForm::EightBit,
    };
    Chunk {
        flags: ChunkFlags::default(),
        area_id: 0,
        holes: 0,
        position,
        heights: Box::new([0.0; 145]),
        normals: Box::new([[0, 0, 127]; 145]),
        colours: None,
        shadow: None,
        clutter_layers: [0; 8],
        no_clutter: [0; 8],
        layers: (0..4).map(layer).collect(),
        liquids: Vec::new(),
    }
}

fn document(side: u8) -> Document {
    let mut map = TileMap {
        blend: BlendRule::Weighted,
        ..TileMap::default()
    };
    for (x, y) in (0..side).flat_map(|x| (0..side).map(move |y| (31 + x, 31 + y))) {
        let texture = |name: &str| TileTexture {
            path: name.into(),
            flags: 0,
        };
        let tile = Tile {
            textures: ["grass", "rock", "sand", "snow"].map(texture).to_vec(),
            chunks: (0..256).map(|_| chunk([0.0; 3])).collect(),
        };
        map.tiles.insert(TileId { x, y }, tile);
    }
    let mut document = Document::new();
    document.terrains.push(Terrain {
        id: TerrainId(0),
        name: "isle".to_owned(),
        shape: TerrainShape::Tiles(map),
        native: None,
    });
    document
}

fn paint() -> Operator {
    PaintTextureLayer {
        terrain: None,
        texture: "rock".to_owned(),
        target: 0.8,
        fifth: FifthArgument::Refuse,
        radius: RADIUS * TEXEL_YARDS as f32,
        strength: 0.5,
        hardness: 0.2,
        falloff: FalloffArgument::Smooth,
        accumulate: true,
        shape: BrushShapeArgument::Circle,
        samples: Vec::new(),
        masks: TerrainMasks::default(),
        seed: 0,
        tip: Default::default(),
        symmetry: None,
    }
    .into()
}

/// Places in the middle of the first tile, a step apart.
fn way() -> impl Iterator<Item = GroundSample> + Clone {
    let tile = 1600.0 / 3.0;
    (0..24).cycle().map(move |step| {
        GroundSample::new([tile * 0.5 - 6.0 * step as f32 / 24.0, tile * 0.5], 0.5)
    })
}

/// A dab of a stroke, as the window asks for it: footprint, shares, borders, alphas, and what shows
/// of it.
#[divan::bench(args = SIZES, sample_count = 200, sample_size = 1)]
fn dab(bencher: Bencher<'_, '_>, side: u8) {
    let mut document = document(side);
    let Ok(mut stroke) = TerrainStroke::begin(&document, paint(), GroundMemory::default()) else {
        return;
    };
    let mut way = way();
    bencher.bench_local(|| {
        let sample = stroke.settled(way.next()?);
        Some(stroke.dab(&mut document, sample))
    });
    let _ = stroke.cancel(&mut document);
}

/// The kernel alone over as many texels of as many map chunks, with strengths that are there already.
#[divan::bench(sample_count = 200, sample_size = 1)]
fn bare_rows(bencher: Bencher<'_, '_>) {
    let brush = GridBrush {
        radius: RADIUS,
        shape: BrushShape::Circle,
        falloff: FalloffTable::new(&Falloff::Smooth, 0.2),
    };
    let mut footprint = Footprint::default();
    footprint.make(&brush, [0.0, 0.0], 0.5);
    let mut chunks = Vec::new();
    for (column, row) in (-3..3).flat_map(|column| (-3..3).map(move |row| (column, row))) {
        let mut strengths = Box::new([[0; ALPHA_SIDE]; ALPHA_SIDE]);
        let mut spans = TexelSpans::NONE;
        for (at, line) in strengths.iter_mut().enumerate() {
            for (across, strength) in line.iter_mut().enumerate() {
                *strength = footprint.at(column * 63 + across as i32, row * 63 + at as i32);
                if *strength > 0 {
                    spans.add(at, across..across + 1);
                }
            }
        }
        let layers = chunk([0.0; 3]).layers;
        if let Some(shares) = ChunkShares::of(BlendRule::Weighted, &layers) {
            chunks.push((strengths, spans, shares.clone(), shares));
        }
    }
    bencher.bench_local(|| {
        for (strengths, spans, before, after) in &mut chunks {
            ShareMove {
                before: &before.planes,
                target: 1,
                wanted: 204,
                order: &[0, 1, 2, 3],
                strengths,
                spans,
                after: &mut after.planes,
            }
            .run();
        }
        black_box(&chunks);
    });
}

/// A whole tile covered with one texture, from the operator to the finished edit.
#[divan::bench(sample_count = 50, sample_size = 1)]
fn fill_tile(bencher: Bencher<'_, '_>) {
    let operator = Operator::from(FillTexture {
        terrain: None,
        texture: "sand".to_owned(),
        scope: GroundScope::All,
    });
    bencher
        .with_inputs(|| document(1))
        .bench_local_values(|mut document| {
            let mut history = History::default();
            let applied = history.apply(&mut document, &operator, EntryFocus::default());
            (applied.is_ok(), document, history)
        });
}

/// Undo of a stroke of 24 dabs.
#[divan::bench(sample_count = 50, sample_size = 1)]
fn undo_stroke(bencher: Bencher<'_, '_>) {
    let painted = || {
        let mut document = document(1);
        let mut history = History::default();
        if let Ok(mut stroke) = TerrainStroke::begin(&document, paint(), GroundMemory::default()) {
            for sample in way().take(24) {
                stroke.dab(&mut document, sample);
            }
            let _ = stroke.commit(&mut document, &mut history, EntryFocus::default());
        }
        (document, history)
    };
    bencher
        .with_inputs(painted)
        .bench_local_values(|(mut document, mut history)| {
            let undone = history.undo(&mut document).is_some();
            (undone, document, history)
        });
}
