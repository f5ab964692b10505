//! Opening ground: from the file on disk to everything of it that is drawn, as the command line and
//! the window do it.
//!
//! The map of corners is made here: hills, cliffs, lakes and six ground types, with a table and
//! pictures for them. No game's file is read.
#![allow(missing_docs, reason = "a bench has no callers")]
#![allow(
    clippy::expect_used,
    reason = "a bench without its input has nothing to measure"
)]

use bonewright::assets::{GroundNames, GroundTextureFinder, MAP_TERRAIN, create_archive};
use bonewright::document::{Terrain, TerrainId, TerrainShape, ground_names};
use bonewright::editor::{Editor, ViewIntent};
use bonewright::formats::picture::encode_png;
use bonewright::import_export::{ImportedFile, Profile, export_terrain, open_file};
use bonewright::math::ground_noise;
use bonewright::render::{
    Camera, FixedView, GroundPictures, Headless, Offscreen, Overlay, Renderer, StagedTerrain,
    TerrainScene, atlas_stand_in, frame_terrain,
};
use bonewright::terrain::{
    AlphaDepth, AlphaForm, AlphaMap, BlendRule, CHUNK_VERTICES, Chunk, ChunkFlags, Corner,
    CornerFlags, CornerMap, CornerMapHead, TILE_YARDS, TextureLayer, TextureLayerFlags, Tile,
    TileId, TileMap, TileTexture,
};
use divan::Bencher;
use image::RgbaImage;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    divan::main();
}

const TYPES: [&[u8; 4]; 6] = [b"Mdrt", b"Mgrs", b"Mrok", b"Msnd", b"Msnw", b"Mlea"];

/// Tiles to a side of the largest map of corners.
const TILES: u32 = 480;

fn corner(column: u32, row: u32) -> Corner {
    let (x, y) = (f64::from(column), f64::from(row));
    let hills = ground_noise(1, x / 40.0, y / 40.0) + 0.3 * ground_noise(2, x / 9.0, y / 9.0);
    let plateau = ground_noise(3, x / 60.0, y / 60.0);
    let mut corner = Corner::LEVEL;
    let layer = (2.0 + (plateau * 4.0).round()).clamp(0.0, 15.0) as u8;
    corner.set_layer(layer);
    corner.set_cliff_type(Some(u8::from(plateau > 0.0)));
    corner.height = (8192.0 + hills * 400.0) as u16;
    let kind = ground_noise(4, x / 14.0, y / 14.0);
    corner.set_ground_type(((kind + 1.0) * 3.0).clamp(0.0, 5.0) as u8);
    corner.set_ground_variation((column * 7 + row * 13) as u8 % 18);
    if hills < -0.2 {
        corner.set_flags(CornerFlags::WATER);
        corner.set_water_level(8192);
    }
    if column % 97 == 5 && row % 31 < 4 {
        corner.set_flags(CornerFlags::BLIGHT);
    }
    corner
}

fn corner_terrain() -> Terrain {
    let head = CornerMapHead {
        version: 11,
        tileset: b'L',
        custom_tileset: 1,
        ground_types: TYPES.map(|id| *id).to_vec(),
        cliff_types: vec![*b"CMdi", *b"CMgr"],
        origin: [TILES as f32 * -64.0; 2],
        rest: Vec::new(),
    };
    let side = TILES + 1;
    let corners = (0..side).flat_map(|row| (0..side).map(move |column| corner(column, row)));
    let map = CornerMap::new(head, side, corners.collect()).expect("whole rows");
    terrain(TerrainShape::Corners(map))
}

fn terrain(shape: TerrainShape) -> Terrain {
    Terrain {
        id: TerrainId(0),
        name: "isle".to_owned(),
        shape,
        native: None,
    }
}

fn chunk(index: usize) -> Chunk {
    let (column, row) = ((index % 16) as f32, (index / 16) as f32);
    let side = TILE_YARDS / 16.0;
    let noise = |seed: u64, down: f32, right: f32| {
        let down = (row * 8.0 + down) / 21.0;
        ground_noise(
            seed,
            f64::from(down),
            f64::from((column * 8.0 + right) / 21.0),
        ) as f32
    };
    let layer = |texture: u32| TextureLayer {
        texture,
        flags: TextureLayerFlags(if texture == 0 { 0 } else { 0x100 }),
        ground_effect: 0,
        alpha: (texture > 0).then(|| {
            let mut alpha = AlphaMap::filled(0);
            for (down, texels) in alpha.rows_mut().iter_mut().enumerate() {
                for (right, texel) in texels.iter_mut().enumerate() {
                    let noise = noise(u64::from(texture), down as f32 / 8.0, right as f32 / 8.0);
                    *texel = (60.0 + 60.0 * noise).clamp(0.0, 85.0) as u8;
                }
            }
            alpha
        }),
        form: AlphaForm::EightBit,
    };
    Chunk {
        flags: ChunkFlags(0x8000),
        area_id: 1,
        holes: 0,
        position: [-row * side, -column * side, 0.0],
        heights: Box::new(std::array::from_fn(|vertex| {
            let (pair, rest) = ((vertex / 17) as f32, vertex % 17);
            let (down, right) = match rest {
                0..9 => (pair, rest as f32),
                _ => (pair + 0.5, rest as f32 - 8.5),
            };
            20.0 * noise(9, down, right)
        })),
        normals: Box::new([[0, 0, 127]; CHUNK_VERTICES]),
        colours: None,
        shadow: None,
        clutter_layers: [0; 8],
        no_clutter: [0; 8],
        layers: (0..4).map(layer).collect(),
        liquids: Vec::new(),
    }
}

fn tile_terrain() -> Terrain {
    let texture = |name: &str| TileTexture {
        path: format!("Tileset\\Made\\{name}.blp").into_bytes(),
        flags: 0,
    };
    let tile = Tile {
        textures: ["grass", "rock", "sand", "dirt"].map(texture).to_vec(),
        chunks: (0..256).map(chunk).collect(),
    };
    terrain(TerrainShape::Tiles(TileMap {
        tiles: [(TileId { x: 32, y: 32 }, tile)].into(),
        alpha_depth: AlphaDepth::Eight,
        blend: BlendRule::Weighted,
        map_flags: None,
    }))
}

/// The game's table of ground types for the made ones.
fn types_table() -> String {
    let mut table = "ID;PWXL;N;E\r\n".to_owned();
    let rows = [["tileID", "dir", "file"].map(str::to_owned)].into_iter();
    let types = TYPES
        .iter()
        .map(|id| String::from_utf8_lossy(*id).into_owned());
    let rows = rows.chain(types.map(|id| [id.clone(), "TerrainArt\\Made".to_owned(), id]));
    for (y, row) in (1..).zip(rows) {
        for (x, cell) in (1..).zip(row) {
            table += &format!("C;X{x};Y{y};K\"{cell}\"\r\n");
        }
    }
    table + "E\r\n"
}

/// A folder with all that is opened; it is made once and stays until the program ends.
fn folder() -> &'static Path {
    static FOLDER: OnceLock<tempfile::TempDir> = OnceLock::new();
    let made = FOLDER.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, bytes: &[u8]| {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            std::fs::write(path, bytes).expect("written");
        };
        let export = |terrain: &Terrain, profile: Profile, name: &str| {
            let mut exported = export_terrain(terrain, profile, name).expect("it is written");
            exported.files.remove(0).bytes
        };
        let w3e = export(&corner_terrain(), Profile::W3e { version: 11 }, "isle.w3e");
        let archive = create_archive(&[(MAP_TERRAIN.to_owned(), w3e.to_vec())]);
        write("isle.w3e", &w3e);
        write("isle.w3x", &archive.expect("an archive"));
        let adt = export(&tile_terrain(), Profile::AdtWotlk, "isle_32_32.adt");
        write("isle_32_32.adt", &adt);
        write("TerrainArt/Terrain.slk", types_table().as_bytes());
        let sheet = |name: &str, folder: &str| {
            let picture = atlas_stand_in(name, 64);
            let png = encode_png(picture.width(), picture.height(), picture.as_raw());
            write(&format!("{folder}/{name}.png"), &png.expect("a picture"));
        };
        for id in TYPES {
            sheet(&String::from_utf8_lossy(id), "TerrainArt/Made");
        }
        for name in ["grass", "rock", "sand", "dirt"] {
            sheet(name, "Tileset/Made");
        }
        folder
    });
    made.path()
}

const FILES: [&str; 3] = ["isle.w3e", "isle.w3x", "isle_32_32.adt"];

fn path_of(file: &str) -> PathBuf {
    folder().join(file)
}

fn opened(path: &Path) -> Terrain {
    match open_file(path) {
        Ok(ImportedFile::Terrain(found)) => found.terrain,
        _ => panic!("{} is no ground", path.display()),
    }
}

/// The pictures of a terrain's textures, found and decoded.
fn pictures(terrain: &Terrain, path: &Path) -> GroundPictures {
    let kind = GroundNames::of(&terrain.shape);
    let native = terrain.native.as_deref();
    let mut finder = GroundTextureFinder::new(kind, native, Some(path), []);
    let names = ground_names(&terrain.shape);
    let found = names.into_iter().filter_map(|name| {
        let picture = finder.load(&name).picture.ok()?;
        let pixels = RgbaImage::from_raw(picture.width, picture.height, picture.rgba)?;
        Some((name, pixels))
    });
    found.collect()
}

/// From the file to the document.
#[divan::bench(args = FILES)]
fn read(bencher: Bencher<'_, '_>, file: &str) {
    let path = path_of(file);
    bencher.bench_local(|| opened(&path));
}

/// From the file to all that the graphics card needs to draw it: the ground of the whole map and the
/// sheet of its textures.
#[divan::bench(args = FILES)]
fn read_and_put_on_the_card(bencher: Bencher<'_, '_>, file: &str) {
    let path = path_of(file);
    let headless = Headless::of_this_thread().expect("a graphics device");
    bencher.bench_local(|| {
        let terrain = opened(&path);
        let pictures = pictures(&terrain, &path);
        TerrainScene::new(headless.context(), &terrain, &pictures)
    });
}

/// The last part of it alone.
#[divan::bench(args = FILES)]
fn put_on_the_card(bencher: Bencher<'_, '_>, file: &str) {
    let path = path_of(file);
    let headless = Headless::of_this_thread().expect("a graphics device");
    let terrain = opened(&path);
    let pictures = pictures(&terrain, &path);
    bencher.bench_local(|| TerrainScene::new(headless.context(), &terrain, &pictures));
}

/// From the file to a picture of all of it; on a machine without a graphics card this is mostly the
/// drawing, which the processor does.
#[divan::bench(args = FILES)]
fn first_picture(bencher: Bencher<'_, '_>, file: &str) {
    let path = path_of(file);
    let headless = Headless::of_this_thread().expect("a graphics device");
    let context = headless.context();
    let target = Offscreen::smooth(context, 1280, 720).expect("a target");
    let mut renderer = Renderer::new(context).expect("shaders");
    bencher.bench_local(|| {
        let terrain = opened(&path);
        let pictures = pictures(&terrain, &path);
        let scene = TerrainScene::new(context, &terrain, &pictures);
        let mut camera = Camera::default();
        frame_terrain(
            &mut camera,
            &terrain.shape,
            FixedView::Front,
            1280.0 / 720.0,
        );
        let staged = [StagedTerrain {
            id: terrain.id,
            scene,
        }];
        let drawn = target.draw([0.0, 0.0, 0.0, 1.0], |viewport| {
            let overlay = Overlay::default();
            renderer.draw_with_ground(viewport, &camera, &overlay, &mut [], &staged);
            Ok(())
        });
        drawn.expect("it is drawn");
        target.read()
    });
}

/// What the window waits for: read on another thread, with what the journal keeps of it.
#[divan::bench(args = FILES)]
fn open_in_the_editor(bencher: Bencher<'_, '_>, file: &str) {
    let path = path_of(file);
    bencher
        .with_inputs(|| {
            let journals = tempfile::tempdir().expect("a folder");
            let mut editor = Editor::new();
            editor.keep_journal(journals.path().to_owned());
            (journals, editor)
        })
        .bench_local_values(|(journals, mut editor)| {
            editor.handle(ViewIntent::Open(vec![path.clone()]).into());
            while editor.shown_terrain().is_none() {
                editor.poll();
                std::thread::yield_now();
            }
            (journals, editor)
        });
}
