//! A tile split into files as 4.x and later have it, made from one that is whole. Nobody could
//! compare it with a real one.
#![allow(dead_code, reason = "each test crate uses its own part of this module")]

use crate::made_tile::{chunk, word};

/// The three files of a split tile.
pub struct MadeSplit {
    pub root: Vec<u8>,
    pub textures: Vec<u8>,
    pub objects: Vec<u8>,
}

fn u32_at(bytes: &[u8], at: usize) -> usize {
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize
}

/// The chunk at `at` of a whole tile: its body, as long as it says.
fn body(bytes: &[u8], at: usize) -> &[u8] {
    &bytes[at + 8..at + 8 + u32_at(bytes, at + 4)]
}

impl MadeSplit {
    /// Takes a whole tile apart. Liquids of before 3.x and references stay behind.
    pub fn of(whole: &[u8]) -> Self {
        let header = 20;
        let part = |slot: usize| match u32_at(whole, header + 4 + slot * 4) {
            0 => None,
            place => Some(header + place),
        };
        let version = 18_u32.to_le_bytes();
        let (mut root, mut textures, mut objects) = (Vec::new(), Vec::new(), Vec::new());
        for out in [&mut root, &mut textures, &mut objects] {
            chunk(out, b"MVER", &version);
        }
        chunk(&mut root, b"MHDR", &[0; 64]);
        if let Some(water) = part(9) {
            let place = (root.len() - header) as u32;
            word(&mut root, header + 4 + 9 * 4, place);
            chunk(&mut root, b"MH2O", body(whole, water));
        }
        chunk(&mut textures, b"MAMP", &[0; 4]);
        chunk(&mut textures, b"MTEX", body(whole, part(1).unwrap()));
        for (slot, tag) in [
            (2, b"MMDX"),
            (3, b"MMID"),
            (4, b"MWMO"),
            (5, b"MWID"),
            (6, b"MDDF"),
            (7, b"MODF"),
        ] {
            chunk(&mut objects, tag, body(whole, part(slot).unwrap()));
        }
        let index = part(0).unwrap() + 8;
        for number in 0..256 {
            let start = u32_at(whole, index + number * 16);
            let [ground, layers] = split_chunk(whole, start);
            chunk(&mut root, b"MCNK", &ground);
            chunk(&mut textures, b"MCNK", &layers);
            let mut references = Vec::new();
            chunk(&mut references, b"MCRD", &[0; 4]);
            chunk(&mut objects, b"MCNK", &references);
        }
        if let Some(box_at) = part(8) {
            let place = (root.len() - header) as u32;
            word(&mut root, header + 4 + 8 * 4, place);
            word(&mut root, header, 1);
            chunk(&mut root, b"MFBO", body(whole, box_at));
        }
        if let Some(flags) = part(10) {
            chunk(&mut textures, b"MTXF", body(whole, flags));
        }
        Self {
            root,
            textures,
            objects,
        }
    }
}

/// The bodies of a map chunk in the root and in the textures.
fn split_chunk(whole: &[u8], start: usize) -> [Vec<u8>; 2] {
    let head = start + 8;
    let mut ground = whole[head..head + 128].to_vec();
    let part = |offset: usize| match u32_at(whole, head + offset) {
        0 => None,
        place => Some(start + place),
    };
    let (heights, normals) = (part(0x14).unwrap(), part(0x18).unwrap());
    let colours = part(0x74);
    // The root says nothing of places, and has no liquid.
    for offset in [
        0x14, 0x18, 0x1C, 0x20, 0x24, 0x28, 0x2C, 0x30, 0x58, 0x60, 0x64, 0x74,
    ] {
        word(&mut ground, offset, 0);
    }
    let flags = u32_at(&ground, 0) as u32 & !0x3C;
    word(&mut ground, 0, flags);
    chunk(&mut ground, b"MCVT", &whole[heights + 8..heights + 588]);
    chunk(&mut ground, b"MCLV", &[0x7F; 580]);
    if let Some(at) = colours {
        chunk(&mut ground, b"MCCV", &whole[at + 8..at + 588]);
    }
    chunk(&mut ground, b"MCNR", &whole[normals + 8..normals + 456]);
    let mut layers = Vec::new();
    let count = u32_at(whole, head + 0x0C);
    let (records, alphas) = (part(0x1C).unwrap(), part(0x24).unwrap());
    chunk(
        &mut layers,
        b"MCLY",
        &whole[records + 8..records + 8 + count * 16],
    );
    if let Some(at) = part(0x2C) {
        chunk(&mut layers, b"MCSH", &whole[at + 8..at + 520]);
    }
    let size = u32_at(whole, head + 0x28) - 8;
    chunk(&mut layers, b"MCAL", &whole[alphas + 8..alphas + 8 + size]);
    chunk(&mut layers, b"MCMT", &[1, 2, 3, 4]);
    [ground, layers]
}
