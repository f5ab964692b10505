//! Pictures for ground textures that were not found: each name has its own colour and pattern, so
//! that layers can be told apart.

use image::{Rgba, RgbaImage};

use super::overlay::bone_colour;

/// Parts of names that say what the ground is, and a colour of that.
const KNOWN: [(&[&str], [u8; 3]); 9] = [
    (&["grass", "grs", "grd", "jungle", "moss"], [86, 122, 58]),
    (&["snow", "snw", "ice", "frost"], [206, 214, 224]),
    (&["sand", "san", "desert", "dune"], [196, 170, 118]),
    (&["rock", "rck", "rok", "stone", "cliff"], [118, 114, 110]),
    (
        &["dirt", "drt", "dro", "drd", "drg", "dtr", "mud"],
        [126, 96, 66],
    ),
    (
        &["road", "path", "brick", "brk", "tile", "cobble"],
        [146, 128, 116],
    ),
    (&["lava", "lav", "fire", "burn"], [150, 62, 38]),
    (&["leaf", "leaves", "root", "vin"], [112, 92, 44]),
    (&["blight"], [78, 66, 84]),
];

/// What a name makes of its picture.
struct Look {
    colour: [f32; 3],
    pattern: u32,
    period: u32,
}

/// A number that follows from a name and is far from that of any like it.
fn mark(name: &str) -> u32 {
    let hash = name.bytes().fold(0x811C_9DC5_u32, |hash, byte| {
        (hash ^ u32::from(byte.to_ascii_lowercase())).wrapping_mul(0x0100_0193)
    });
    (hash ^ hash >> 15).wrapping_mul(0x2C1B_3C6D) ^ hash >> 12
}

impl Look {
    fn of(name: &str) -> Self {
        let mark = mark(name);
        let lower = name.to_lowercase();
        let [red, green, blue, _] = bone_colour((mark >> 8) as usize % 997);
        let own = [red, green, blue].map(|part| part * 255.0);
        let known = KNOWN.iter().find(|(words, _)| {
            let mut words = words.iter();
            words.any(|word| lower.contains(word))
        });
        let colour = match known {
            // What is known sets the tone; the name's own colour tells it from others alike.
            Some((_, tone)) => {
                [0, 1, 2].map(|part| f32::from(tone[part]) * 0.72 + own[part] * 0.28)
            }
            // No colour of its own is as loud as a mark of the interface.
            None => own.map(|part| part * 0.62 + 30.0),
        };
        Self {
            colour,
            pattern: mark % 5,
            period: 4 << ((mark >> 3) % 2),
        }
    }

    /// The colour at a place, the whole picture being 32 x 32.
    fn at(&self, x: u32, y: u32) -> [u8; 3] {
        let period = self.period;
        let is_dark = match self.pattern {
            0 => (x / period).is_multiple_of(2),
            1 => (y / period).is_multiple_of(2),
            2 => (x / period + y / period).is_multiple_of(2),
            3 => ((x + y) / period).is_multiple_of(2),
            _ => {
                let [x, y] = [x % (2 * period), y % (2 * period)].map(i64::from);
                let [x, y] = [x - i64::from(period), y - i64::from(period)];
                x * x + y * y < i64::from(period * period) / 3
            }
        };
        let tone = if is_dark { 0.82 } else { 1.06 };
        self.colour
            .map(|part| (part * tone).clamp(0.0, 255.0) as u8)
    }
}

/// A stand-in that repeats, `side` texels wide and high.
pub fn ground_stand_in(name: &str, side: u32) -> RgbaImage {
    let look = Look::of(name);
    let side = side.max(1);
    RgbaImage::from_fn(side, side, |x, y| {
        let [red, green, blue] = look.at(x * 32 / side, y * 32 / side);
        Rgba([red, green, blue, 255])
    })
}

/// A stand-in that is an atlas of 4 x 4 cells, each `cell` texels wide and high, with the corners
/// of its number covered.
pub fn atlas_stand_in(name: &str, cell: u32) -> RgbaImage {
    let look = Look::of(name);
    let cell = cell.max(1);
    RgbaImage::from_fn(cell * 4, cell * 4, |x, y| {
        let number = x / cell + y / cell * 4;
        let [inner_x, inner_y] = [x % cell, y % cell];
        let [red, green, blue] = look.at(inner_x * 32 / cell, inner_y * 32 / cell);
        let place = |inner: u32| (inner as f32 + 0.5) / cell as f32;
        let alpha = cover(number, place(inner_x), place(inner_y));
        Rgba([red, green, blue, (alpha * 255.0) as u8])
    })
}

/// How far a cell is covered at a place, from its top left: corners in even steps, sharpened.
fn cover(number: u32, x: f32, y: f32) -> f32 {
    if number == 0 || number == 15 {
        return 1.0;
    }
    let corner = |bit: u32| f32::from(u8::from(number & bit != 0));
    let top = corner(8) * (1.0 - x) + corner(4) * x;
    let bottom = corner(2) * (1.0 - x) + corner(1) * x;
    let even = top * (1.0 - y) + bottom * y;
    ((even - 0.5) * 5.0 + 0.5).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_alike_have_pictures_that_differ() {
        let names = [
            "Ldrt",
            "Ldro",
            "Ldrg",
            "Lrok",
            "Lgrs",
            "Lgrd",
            "a\\grass1.blp",
            "a\\grass2.blp",
        ];
        let pictures = names.map(|name| ground_stand_in(name, 32));
        for (index, a) in pictures.iter().enumerate() {
            for b in pictures.iter().skip(index + 1) {
                let pairs = a.pixels().zip(b.pixels());
                let sum: u32 = pairs
                    .map(|(a, b)| {
                        let parts = a.0.iter().zip(b.0);
                        parts.map(|(a, b)| u32::from(a.abs_diff(b))).sum::<u32>()
                    })
                    .sum();
                assert!(sum > 32 * 32 * 8, "{sum}");
            }
        }
    }

    #[test]
    fn each_cell_of_an_atlas_is_opaque_in_its_corners_alone() {
        let atlas = atlas_stand_in("Lgrs", 16);
        for number in 1..15_u32 {
            let [left, top] = [number % 4 * 16, number / 4 * 16];
            let corners = [(15, 15, 1), (0, 15, 2), (15, 0, 4), (0, 0, 8)];
            for (x, y, bit) in corners {
                let alpha = atlas.get_pixel(left + x, top + y).0[3];
                assert_eq!(alpha, if number & bit != 0 { 255 } else { 0 });
            }
        }
    }
}
