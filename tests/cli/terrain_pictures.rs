//! `render` on maps: what is found, what is missing, and what the picture shows.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that can't go on should stop where it is"
)]

use crate::program::bonewright;
use image::{Rgba, RgbaImage};
use std::path::Path;

/// A map of 5 x 4 corners: dirt in the west, grass in the east.
fn map() -> Vec<u8> {
    let mut bytes = b"W3E!\x0b\0\0\0L\0\0\0\0\x02\0\0\0LdrtLgrs\x01\0\0\0CLdi".to_vec();
    bytes.extend([5u32, 4].into_iter().flat_map(u32::to_le_bytes));
    bytes.extend([-256f32, -192.0].into_iter().flat_map(f32::to_le_bytes));
    for index in 0..20u8 {
        let is_grass = u8::from(index % 5 > 2);
        bytes.extend([0, 0x20, 0, 0x22, is_grass, 0, 0xF2]);
    }
    bytes
}

/// Writes the game's table and the texture of dirt: red where it is opaque.
fn write_art(folder: &Path) {
    let made = folder.join("TerrainArt/Made");
    std::fs::create_dir_all(&made).unwrap();
    let table = "ID;PWXL;N;E\nC;X1;Y1;K\"tileID\"\nC;X2;K\"dir\"\nC;X3;K\"file\"\n\
        C;X1;Y2;K\"Ldrt\"\nC;X2;K\"TerrainArt\\Made\"\nC;X3;K\"Dirt\"\n\
        C;X1;Y3;K\"Lgrs\"\nC;X2;K\"TerrainArt\\Made\"\nC;X3;K\"Grass\"\nE\n";
    std::fs::write(folder.join("TerrainArt/Terrain.slk"), table).unwrap();
    let red = RgbaImage::from_pixel(64, 64, Rgba([255, 0, 0, 255]));
    red.save(made.join("Dirt.png")).unwrap();
}

#[test]
fn a_map_is_drawn_from_above_and_what_is_missing_is_counted() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let art = folder.path().join("art");
    write_art(&art);
    std::fs::write(at("isle.w3e"), map()).unwrap();
    let render = |file: &str, out: &str| {
        bonewright([
            "render",
            &at(file),
            "-o",
            &at(out),
            "--size",
            "160x120",
            "--view",
            "top",
            "--even-light",
            "--no-liquids",
            "--assets",
            &at("art"),
        ])
    };
    let run = render("isle.w3e", "out.png");
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(
        run.err.starts_with("2 of 3 textures were not found"),
        "{}",
        run.err
    );
    assert!(run.err.contains("  Lgrs: "), "{}", run.err);
    let picture = image::open(at("out.png")).unwrap().into_rgba8();
    assert_eq!(picture.dimensions(), (160, 120));
    // North is up, so the west is on the left.
    assert_eq!(picture.get_pixel(40, 60).0, [255, 0, 0, 255]);
    let east = picture.get_pixel(135, 60).0;
    assert!(east[1] > east[0], "{east:?}");
    // What is there already is not overwritten.
    assert_ne!(render("isle.w3e", "out.png").code, 0);
    let run = bonewright(["convert", &at("isle.w3e"), &at("isle.bwp")]);
    assert_eq!(run.code, 0, "{}", run.err);
    let run = render("isle.bwp", "project.png");
    assert_eq!(run.code, 0, "{}", run.err);
    let project = image::open(at("project.png")).unwrap().into_rgba8();
    assert!(project == picture, "a project shows what its map does");
}

#[test]
fn light_and_liquids_are_there_unless_they_are_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let mut bytes = map();
    let first = bytes.len() - 20 * 7;
    for corner in bytes[first..].chunks_mut(7) {
        // Marked as water that stands 64 units over the ground.
        corner[3] = 0x22;
        corner[2] = 0x67;
        corner[4] |= 0x40;
    }
    std::fs::write(at("isle.w3e"), bytes).unwrap();
    let mut pictures = Vec::new();
    for (number, more) in [
        &[][..],
        &["--no-liquids"],
        &["--no-liquids", "--even-light"],
    ]
    .into_iter()
    .enumerate()
    {
        let out = at(&format!("{number}.png"));
        let file = at("isle.w3e");
        let fixed = [
            "render", &file, "-o", &out, "--size", "80x60", "--view", "top",
        ];
        let run = bonewright(fixed.iter().chain(more));
        assert_eq!(run.code, 0, "{}", run.err);
        pictures.push(image::open(out).unwrap().into_rgba8());
    }
    let colour = |number: usize| pictures[number].get_pixel(20, 30).0;
    let [wet, dry, even] = [colour(0), colour(1), colour(2)];
    assert!(wet != dry && dry != even, "{wet:?} {dry:?} {even:?}");
    assert!(i32::from(wet[2]) - i32::from(wet[0]) > i32::from(dry[2]) - i32::from(dry[0]));
}

#[test]
fn a_terrain_has_no_cameras() {
    let folder = tempfile::tempdir().unwrap();
    let map_path = folder.path().join("isle.w3e");
    std::fs::write(&map_path, map()).unwrap();
    let out = folder.path().join("out.png").display().to_string();
    let file = map_path.display().to_string();
    let run = bonewright(["render", &file, "-o", &out, "--view", "camera:0"]);
    assert_eq!(run.code, 2, "{}", run.err);
    assert!(run.err.contains("no cameras"), "{}", run.err);
}

#[test]
fn corners_at_a_cliff_show_the_ground_that_the_games_table_gives_its_type() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let art = folder.path().join("art");
    write_art(&art);
    let mut bytes = map();
    let first = bytes.len() - 20 * 7;
    // The western column of corners one layer up, all corners of the first cliff type, all grass.
    for (index, corner) in bytes[first..].chunks_mut(7).enumerate() {
        corner[4] = 1;
        corner[6] = if index % 5 == 0 { 0x03 } else { 0x02 };
    }
    std::fs::write(at("isle.w3e"), bytes).unwrap();
    let mut colours = Vec::new();
    for number in 0..2 {
        let (file, out, art) = (at("isle.w3e"), at(&format!("{number}.png")), at("art"));
        let run = bonewright([
            "render",
            &file,
            "-o",
            &out,
            "--size",
            "160x120",
            "--view",
            "top",
            "--even-light",
            "--no-liquids",
            "--assets",
            &art,
        ]);
        assert_eq!(run.code, 0, "{}", run.err);
        let picture = image::open(out).unwrap().into_rgba8();
        colours.push([25, 125].map(|x| picture.get_pixel(x, 60).0));
        let table = "ID;P\nC;X1;Y1;K\"cliffID\"\nC;X2;K\"groundTile\"\n\
            C;X1;Y2;K\"CLdi\"\nC;X2;K\"Ldrt\"\nE\n";
        std::fs::write(at("art/TerrainArt/CliffTypes.slk"), table).unwrap();
    }
    let [without, with] = colours[..] else {
        panic!("two pictures")
    };
    assert_ne!(without[0], [255, 0, 0, 255]);
    assert_eq!(
        with[0],
        [255, 0, 0, 255],
        "the cliff has the ground of its type"
    );
    assert_eq!(with[1], without[1], "far from it nothing changes");
}
