//! A tile made byte by byte, with whatever is odd about it asked for.
#![allow(dead_code, reason = "each test crate uses its own part of this module")]

/// A texture layer that is to be made.
#[derive(Clone)]
pub struct MadeLayer {
    pub texture: u32,
    pub flags: u32,
    /// Bytes of the alpha map, as they go into the file.
    pub alpha: Vec<u8>,
}

/// A map chunk that is to be made.
#[derive(Clone)]
pub struct MadeChunk {
    pub flags: u32,
    pub holes: u16,
    pub area: u32,
    pub layers: Vec<MadeLayer>,
    pub has_colours: bool,
    pub has_shadow: bool,
    /// Records of the liquid of before 3.x; `None` for no `MCLQ` at all.
    pub liquid: Option<Vec<u8>>,
    /// Added to the size that `MCAL` gives of itself.
    pub alpha_size_lie: i32,
    /// Whether the size of `MCNR` counts the 13 bytes behind the normals.
    pub counts_hidden: bool,
}

/// A tile that is to be made.
pub struct MadeTile {
    pub x: u32,
    pub y: u32,
    pub textures: Vec<&'static str>,
    pub chunks: Vec<MadeChunk>,
    /// The body of `MH2O`.
    pub water: Option<Vec<u8>>,
    /// Zeros between `MH2O` and the first map chunk.
    pub padding: usize,
    /// Whether sizes in the index count the head of the map chunk.
    pub index_counts_head: bool,
    /// A chunk nobody knows, behind the map chunks.
    pub unknown: Option<Vec<u8>>,
    pub has_flight_box: bool,
    pub has_texture_flags: bool,
}

impl MadeLayer {
    /// The first layer, which has no alpha map.
    pub fn base(texture: u32) -> Self {
        Self {
            texture,
            flags: 0,
            alpha: Vec::new(),
        }
    }

    /// A layer with an alpha map of 4 or 8 bits, by its size.
    pub fn over(texture: u32, alpha: Vec<u8>) -> Self {
        Self {
            texture,
            flags: 0x100,
            alpha,
        }
    }

    /// A layer with a run-length coded alpha map.
    pub fn packed(texture: u32, alpha: Vec<u8>) -> Self {
        Self {
            texture,
            flags: 0x300,
            alpha,
        }
    }
}

impl MadeChunk {
    /// A plain map chunk with one layer.
    pub fn plain() -> Self {
        Self {
            flags: 0x8000,
            holes: 0,
            area: 12,
            layers: vec![MadeLayer::base(0)],
            has_colours: false,
            has_shadow: true,
            liquid: None,
            alpha_size_lie: 0,
            counts_hidden: false,
        }
    }
}

impl MadeTile {
    /// A tile of plain map chunks.
    pub fn plain() -> Self {
        Self {
            x: 31,
            y: 33,
            textures: vec![
                "Tileset\\Grass.blp",
                "Tileset\\Rock.blp",
                "Tileset\\Sand.blp",
                "Tileset\\Snow.blp",
            ],
            chunks: vec![MadeChunk::plain(); 256],
            water: None,
            padding: 0,
            index_counts_head: true,
            unknown: None,
            has_flight_box: false,
            has_texture_flags: false,
        }
    }

    /// The tile with every form of everything somewhere.
    pub fn motley() -> Self {
        let mut tile = Self::plain();
        for (index, chunk) in tile.chunks.iter_mut().enumerate() {
            let seed = index as u8;
            let four: Vec<u8> = (0..2048)
                .map(|at: usize| (at as u8).wrapping_mul(seed | 1))
                .collect();
            let eight: Vec<u8> = (0..4096).map(|at: usize| (at as u8) ^ seed).collect();
            match index % 6 {
                0 => {}
                1 => chunk.layers.push(MadeLayer::over(1, four)),
                2 => {
                    chunk.flags &= !0x8000;
                    chunk.layers.push(MadeLayer::over(1, four.clone()));
                    chunk.layers.push(MadeLayer::over(3, four));
                }
                3 => chunk.layers.push(MadeLayer::over(2, eight)),
                4 => {
                    chunk.layers.push(MadeLayer::packed(1, packed(seed)));
                    chunk.layers.push(MadeLayer::over(2, eight));
                    chunk.layers.push(MadeLayer::packed(3, packed(seed ^ 9)));
                    chunk.alpha_size_lie = -3;
                }
                _ => {
                    chunk.flags |= 0x44;
                    chunk.has_colours = true;
                    chunk.has_shadow = false;
                    chunk.liquid = Some(old_liquid(seed));
                    chunk.counts_hidden = true;
                    chunk.holes = 0x8001;
                }
            }
        }
        tile.water = Some(water());
        tile.padding = 20;
        tile.unknown = Some(vec![1, 2, 3]);
        tile.has_flight_box = true;
        tile.has_texture_flags = true;
        tile
    }

    /// The bytes of the tile.
    pub fn bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        chunk(&mut out, b"MVER", &18_u32.to_le_bytes());
        let header = out.len() + 8;
        chunk(&mut out, b"MHDR", &[0; 64]);
        let mut places = [0_u32; 11];
        let put =
            |out: &mut Vec<u8>, slot: usize, places: &mut [u32; 11], tag: &[u8; 4], body: &[u8]| {
                places[slot] = (out.len() - header) as u32;
                chunk(out, tag, body);
            };
        put(&mut out, 0, &mut places, b"MCIN", &[0; 4096]);
        let index = out.len() - 4096;
        let names: Vec<u8> = self
            .textures
            .iter()
            .flat_map(|name| [name.as_bytes(), &[0]].concat())
            .collect();
        put(&mut out, 1, &mut places, b"MTEX", &names);
        put(&mut out, 2, &mut places, b"MMDX", b"World\\Tree.mdx\0");
        put(&mut out, 3, &mut places, b"MMID", &[0; 4]);
        put(&mut out, 4, &mut places, b"MWMO", b"");
        put(&mut out, 5, &mut places, b"MWID", b"");
        put(&mut out, 6, &mut places, b"MDDF", &[7; 36]);
        put(&mut out, 7, &mut places, b"MODF", b"");
        if let Some(water) = &self.water {
            put(&mut out, 9, &mut places, b"MH2O", water);
        }
        out.extend(vec![0; self.padding]);
        for number in 0..256 {
            let start = out.len();
            let body = self.map_chunk(number);
            chunk(&mut out, b"MCNK", &body);
            let size = body.len() + if self.index_counts_head { 8 } else { 0 };
            word(&mut out, index + number * 16, start as u32);
            word(&mut out, index + number * 16 + 4, size as u32);
        }
        if self.has_flight_box {
            put(&mut out, 8, &mut places, b"MFBO", &[5; 36]);
            word(&mut out, header, 1);
        }
        if self.has_texture_flags {
            let flags: Vec<u8> = (0..self.textures.len() as u32)
                .flat_map(u32::to_le_bytes)
                .collect();
            put(&mut out, 10, &mut places, b"MTXF", &flags);
        }
        if let Some(unknown) = &self.unknown {
            chunk(&mut out, b"MZZZ", unknown);
        }
        for (slot, place) in places.iter().enumerate() {
            word(&mut out, header + 4 + slot * 4, *place);
        }
        out
    }

    fn map_chunk(&self, number: usize) -> Vec<u8> {
        let made = &self.chunks[number];
        let (ix, iy) = (number as u32 % 16, number as u32 / 16);
        let mut body = vec![0; 128];
        let set = |body: &mut Vec<u8>, at: usize, value: u32| word(body, at, value);
        let flags = made.flags | if made.has_shadow { 1 } else { 0 };
        for (at, value) in [
            (0, flags),
            (4, ix),
            (8, iy),
            (0xC, made.layers.len() as u32),
            (0x10, 1),
            (0x34, made.area),
            (0x3C, u32::from(made.holes)),
        ] {
            set(&mut body, at, value);
        }
        let north = (32.0 - self.y as f32) * (1600.0 / 3.0) - iy as f32 * (100.0 / 3.0);
        let west = (32.0 - self.x as f32) * (1600.0 / 3.0) - ix as f32 * (100.0 / 3.0);
        for (at, value) in [(0x68, north), (0x6C, west), (0x70, 40.0)] {
            set(&mut body, at, f32::to_bits(value));
        }
        let place = |body: &mut Vec<u8>, at: usize| {
            let here = (body.len() + 8) as u32;
            word(body, at, here);
        };
        place(&mut body, 0x14);
        let heights: Vec<u8> = (0..145)
            .flat_map(|at| height(ix, iy, at).to_le_bytes())
            .collect();
        chunk(&mut body, b"MCVT", &heights);
        if made.has_colours {
            place(&mut body, 0x74);
            chunk(&mut body, b"MCCV", &[0x7F; 580]);
        }
        place(&mut body, 0x18);
        let normals: Vec<u8> = (0..145).flat_map(|_| [0, 0, 127]).collect();
        if made.counts_hidden {
            chunk(&mut body, b"MCNR", &[normals, vec![3; 13]].concat());
        } else {
            chunk(&mut body, b"MCNR", &normals);
            body.extend([3; 13]);
        }
        place(&mut body, 0x1C);
        let mut alpha = Vec::new();
        let mut records = Vec::new();
        for layer in &made.layers {
            for value in [layer.texture, layer.flags, alpha.len() as u32, u32::MAX] {
                records.extend(value.to_le_bytes());
            }
            alpha.extend_from_slice(&layer.alpha);
        }
        chunk(&mut body, b"MCLY", &records);
        place(&mut body, 0x20);
        chunk(&mut body, b"MCRF", &[0; 4]);
        if made.has_shadow {
            place(&mut body, 0x2C);
            set(&mut body, 0x30, 512);
            chunk(&mut body, b"MCSH", &[0x55; 512]);
        }
        place(&mut body, 0x24);
        set(&mut body, 0x28, alpha.len() as u32 + 8);
        let at = body.len() + 4;
        chunk(&mut body, b"MCAL", &alpha);
        word(
            &mut body,
            at,
            (alpha.len() as i32 + made.alpha_size_lie) as u32,
        );
        if let Some(liquid) = &made.liquid {
            place(&mut body, 0x60);
            set(&mut body, 0x64, liquid.len() as u32 + 8);
            let at = body.len() + 4;
            chunk(&mut body, b"MCLQ", liquid);
            word(&mut body, at, 0);
        }
        place(&mut body, 0x58);
        chunk(&mut body, b"MCSE", b"");
        body
    }
}

/// A height that agrees on the borders of neighbours: a smooth function of the place.
fn height(ix: u32, iy: u32, at: usize) -> f32 {
    let (pair, rest) = (at / 17, at % 17);
    let (row, column) = if rest < 9 {
        (pair as f32, rest as f32)
    } else {
        (pair as f32 + 0.5, (rest - 9) as f32 + 0.5)
    };
    (ix as f32 * 8.0 + column) * 0.25 - (iy as f32 * 8.0 + row) * 0.125
}

/// Runs that make up a map: the first half of each row of one value, then a copied half.
pub fn packed(seed: u8) -> Vec<u8> {
    let mut out = Vec::new();
    for row in 0..64_u8 {
        out.extend([0x80 | 32, row.wrapping_mul(3) ^ seed, 32]);
        out.extend((0..32).map(|at: u8| at.wrapping_mul(7).wrapping_add(row)));
    }
    out
}

/// One liquid of before 3.x whose first row of cells is dry.
pub fn old_liquid(seed: u8) -> Vec<u8> {
    let mut out = Vec::new();
    out.extend(1.5_f32.to_le_bytes());
    out.extend(2.5_f32.to_le_bytes());
    for corner in 0..81 {
        out.extend([seed, 0, 0, 0]);
        out.extend((1.5 + corner as f32 / 81.0).to_le_bytes());
    }
    out.extend((0..64).map(|cell| if cell < 8 { 0x0F } else { 0xC1_u8 }));
    out.extend([0; 84]);
    out
}

/// Water over the first map chunk (a 2 by 3 area, 5 cells of it) and the last (all of it, flat).
pub fn water() -> Vec<u8> {
    let mut out = vec![0; 256 * 12];
    let first = out.len() as u32;
    word(&mut out, 0, first);
    word(&mut out, 4, 1);
    let vertices = first + 24 + 1;
    out.extend([5, 0, 0, 0]);
    out.extend(10.0_f32.to_le_bytes());
    out.extend(11.0_f32.to_le_bytes());
    out.extend([1, 2, 2, 3]);
    out.extend((first + 24).to_le_bytes());
    out.extend(vertices.to_le_bytes());
    out.push(0b11_0111);
    for corner in 0..12 {
        out.extend((10.0 + corner as f32 / 12.0).to_le_bytes());
    }
    out.extend([128; 12]);
    let last = out.len() as u32;
    word(&mut out, 255 * 12, last);
    word(&mut out, 255 * 12 + 4, 1);
    out.extend([2, 0, 2, 0]);
    out.extend([0; 8]);
    out.extend([0, 0, 8, 8]);
    out.extend([0; 8]);
    out
}

/// Appends a chunk.
pub fn chunk(out: &mut Vec<u8>, tag: &[u8; 4], body: &[u8]) {
    out.extend(tag.iter().rev());
    out.extend((body.len() as u32).to_le_bytes());
    out.extend_from_slice(body);
}

/// Writes a word over the bytes at `at`.
pub fn word(out: &mut [u8], at: usize, value: u32) {
    out[at..at + 4].copy_from_slice(&value.to_le_bytes());
}
