//! Map chunks, read by the offsets of their headers.

use super::alpha::OracleAlpha;
use super::bytes::{f32_at, payload, u16_at, u32_at};
use super::liquid::{OracleLiquid, chunk_liquids};

/// A texture layer of a map chunk.
#[derive(Clone, Debug)]
pub struct OracleLayer {
    /// Where its record is in the file.
    pub at: usize,
    pub texture: u32,
    pub flags: u32,
    pub ground_effect: i32,
    pub alpha: Option<OracleAlpha>,
}

impl OracleLayer {
    /// The texels of its alpha map.
    pub fn texels(&self) -> Option<&[u8]> {
        self.alpha.as_ref().map(|alpha| alpha.texels.as_slice())
    }
}

/// What a map chunk of a tile has.
#[derive(Clone, Debug)]
pub struct OracleChunk {
    /// Where its name is, and how many bytes it takes with its head.
    pub start: usize,
    pub size: usize,
    pub flags: u32,
    /// Column and row in the tile, as its header says.
    pub place: [u32; 2],
    pub area: u32,
    pub holes: u16,
    pub position: [f32; 3],
    /// The table of which layer's clutter grows where, and where none does.
    pub clutter_layers: [u16; 8],
    pub no_clutter: [u8; 8],
    /// Where the heights are in the file, and what they are.
    pub heights_at: usize,
    pub heights: Vec<f32>,
    pub normals: Vec<[i8; 3]>,
    /// The colours, where the flags say that they are used, and whether there are any.
    pub colours: Option<Vec<[u8; 4]>>,
    pub has_colour_part: bool,
    pub shadow: Option<Vec<u8>>,
    pub layers: Vec<OracleLayer>,
    /// Indices of doodads, then of other objects.
    pub doodads: Vec<u32>,
    pub objects: Vec<u32>,
    pub liquids: Vec<OracleLiquid>,
    pub sound_count: u32,
}

impl OracleChunk {
    /// The map chunk at `start`; `big` is what the map's file says of alphas.
    pub fn read(bytes: &[u8], start: usize, big: Option<bool>) -> Self {
        let header = payload(bytes, start, b"MCNK");
        let word = |offset: usize| u32_at(bytes, header + offset);
        // Offsets count from the name of the map chunk.
        let part = |offset: usize| match word(offset) as usize {
            0 => None,
            place => Some(start + place),
        };
        let flags = word(0);
        let heights_at = payload(bytes, part(0x14).unwrap(), b"MCVT");
        let normals_at = payload(bytes, part(0x18).unwrap(), b"MCNR");
        let colours = part(0x74).filter(|_| flags & 0x40 != 0).map(|at| {
            let at = payload(bytes, at, b"MCCV");
            let colours = bytes[at..at + 580].as_chunks::<4>().0;
            colours.to_vec()
        });
        let shadow = part(0x2C).filter(|_| word(0x30) != 0).map(|at| {
            let at = payload(bytes, at, b"MCSH");
            bytes[at..at + 512].to_vec()
        });
        let references = part(0x20).map(|at| payload(bytes, at, b"MCRF"));
        let (doodads, objects) = (word(0x10) as usize, word(0x38) as usize);
        let reference = |index: usize| u32_at(bytes, references.unwrap() + index * 4);
        let liquids = part(0x60).map(|at| chunk_liquids(bytes, at, word(0x64) as usize, flags));
        Self {
            start,
            size: u32_at(bytes, start + 4) as usize + 8,
            flags,
            place: [word(4), word(8)],
            area: word(0x34),
            holes: u16_at(bytes, header + 0x3C),
            position: [0x68, 0x6C, 0x70].map(|offset| f32_at(bytes, header + offset)),
            clutter_layers: std::array::from_fn(|row| u16_at(bytes, header + 0x40 + row * 2)),
            no_clutter: bytes[header + 0x50..header + 0x58].try_into().unwrap(),
            heights_at,
            heights: (0..145)
                .map(|vertex| f32_at(bytes, heights_at + vertex * 4))
                .collect(),
            normals: bytes[normals_at..normals_at + 435]
                .as_chunks::<3>()
                .0
                .iter()
                .map(|normal| normal.map(u8::cast_signed))
                .collect(),
            colours,
            has_colour_part: part(0x74).is_some(),
            shadow,
            layers: layers(bytes, start, big),
            doodads: (0..doodads).map(reference).collect(),
            objects: (doodads..doodads + objects).map(reference).collect(),
            liquids: liquids.unwrap_or_default(),
            sound_count: word(0x5C),
        }
    }
}

fn layers(bytes: &[u8], start: usize, big: Option<bool>) -> Vec<OracleLayer> {
    let header = start + 8;
    let count = u32_at(bytes, header + 0x0C) as usize;
    if count == 0 {
        return Vec::new();
    }
    let records = payload(
        bytes,
        start + u32_at(bytes, header + 0x1C) as usize,
        b"MCLY",
    );
    let alphas = payload(
        bytes,
        start + u32_at(bytes, header + 0x24) as usize,
        b"MCAL",
    );
    // The size that the chunk gives of itself is wrong in some files; the header's holds.
    let alpha_size = (u32_at(bytes, header + 0x28) as usize).saturating_sub(8);
    let is_fixed = u32_at(bytes, header) & 0x8000 != 0;
    let offset = |layer: usize| u32_at(bytes, records + layer * 16 + 8) as usize;
    let has_alpha = |layer: usize| u32_at(bytes, records + layer * 16 + 4) & 0x100 != 0;
    (0..count)
        .map(|layer| {
            let at = records + layer * 16;
            let flags = u32_at(bytes, at + 4);
            let alpha = has_alpha(layer).then(|| {
                let next = (layer + 1..count).find(|next| has_alpha(*next));
                let end = next.map_or(alpha_size, offset);
                let gap = end - offset(layer);
                OracleAlpha::read(bytes, alphas + offset(layer), gap, flags, big, is_fixed)
            });
            OracleLayer {
                at,
                texture: u32_at(bytes, at),
                flags,
                ground_effect: u32_at(bytes, at + 12).cast_signed(),
                alpha,
            }
        })
        .collect()
}
