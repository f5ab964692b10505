//! The ground types of the valley's map of corners: an atlas of cells for each, and the table that
//! tells the game its file.
//!
//! An atlas is 8 by 4 cells. Cells 1 to 14 of the left half are opaque in the corners that their
//! number names; all others are opaque everywhere.

use super::corners::TYPES;
use super::materials::MATERIALS;
use super::textures::{PAINTS, on_rings, speckle};
use crate::math::Vec3;
use crate::samples::Picture;
use crate::samples::noise::step;

/// Pixels of a side of a cell.
const CELL: u32 = 64;
/// Cells of a row, of both halves.
const COLUMNS: u32 = 8;
/// Rows of cells.
const ROWS: u32 = 4;
/// The folder of the atlases.
const FOLDER: &str = "TerrainArt\\Valley";

/// The atlases with the paths at which the game looks for them; here they are written as PNG.
pub fn valley_atlases() -> Vec<(String, Picture)> {
    let types = TYPES.iter();
    let atlas = |(_, material): &(_, usize)| {
        let paint = PAINTS[*material];
        let (columns, rows) = (COLUMNS as f32, ROWS as f32);
        let picture = Picture::painted(COLUMNS * CELL, ROWS * CELL, |x, y| {
            let (x, y) = (x * columns, y * rows);
            let (column, row) = (x.floor(), y.floor());
            let (u, v) = (x - column, y - row);
            // Each cell shows another part of the material, with its borders where the others are.
            let (ring, turned) = on_rings(u, v);
            let aside = Vec3::new(column * 7.0, row * 7.0, 3.0) * inner(u, v);
            let colour = paint(&(ring + aside), &(turned + aside));
            let number = (row as u32) * 4 + (column as u32) % 4;
            let is_whole = column >= 4.0 || number == 0 || number == 15;
            let alpha = if is_whole { 1.0 } else { cover(number, u, v) };
            (colour, alpha)
        });
        (
            format!("{FOLDER}\\Valley_{}.blp", MATERIALS[*material]),
            picture,
        )
    };
    types.map(atlas).collect()
}

/// The game's table of ground types, with those of the valley.
pub fn valley_ground_table() -> String {
    let mut lines = vec![
        "ID;PWXL;N;E".to_owned(),
        "C;X1;Y1;K\"tileID\"".to_owned(),
        "C;X2;K\"dir\"".to_owned(),
        "C;X3;K\"file\"".to_owned(),
    ];
    for (row, (name, material)) in TYPES.iter().enumerate() {
        let row = row + 2;
        let name = String::from_utf8_lossy(name);
        lines.push(format!("C;X1;Y{row};K\"{name}\""));
        lines.push(format!("C;X2;K\"{FOLDER}\""));
        lines.push(format!("C;X3;K\"Valley_{}\"", MATERIALS[*material]));
    }
    lines.push("E\r\n".to_owned());
    lines.join("\r\n")
}

/// 0 at the border of a cell, 1 inside.
fn inner(u: f32, v: f32) -> f32 {
    let from_border = u.min(1.0 - u).min(v).min(1.0 - v);
    step(0.0, 0.25, from_border)
}

/// How opaque a cell is that covers the corners its number names: north-west 8, north-east 4,
/// south-west 2, south-east 1.
fn cover(number: u32, u: f32, v: f32) -> f32 {
    let corner = |bit: u32| if number & bit == 0 { 0.0 } else { 1.0 };
    let north = corner(8) * (1.0 - u) + corner(4) * u;
    let south = corner(2) * (1.0 - u) + corner(1) * u;
    let (ring, turned) = on_rings(u, v);
    let rough = (speckle(&ring, &turned, 5.0) - 0.5) * inner(u, v);
    step(0.42, 0.58, north * (1.0 - v) + south * v + 0.35 * rough)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_cell_is_opaque_in_the_corners_that_its_number_names() {
        for number in 1..15 {
            for (bit, u, v) in [
                (8, 0.05, 0.05),
                (4, 0.95, 0.05),
                (2, 0.05, 0.95),
                (1, 0.95, 0.95),
            ] {
                let expected = if number & bit == 0 { 0.0 } else { 1.0 };
                assert_eq!(cover(number, u, v), expected, "{number} at {u}, {v}");
            }
        }
    }
}
