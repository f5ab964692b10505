//! Damage as disks, converters and attackers do it.

use crate::case::{Case, MODEL};
use crate::random::Random;

/// Numbers that a careless reader trips over.
const NASTY: [u32; 16] = [
    0,
    1,
    0xFF,
    0xFFFF,
    0x1_0000,
    0x7FFF_FFFF,
    0x8000_0000,
    0xFFFF_FFFE,
    u32::MAX,
    0x7F80_0000, // infinity
    0xFF80_0000, // minus infinity
    0x7FC0_0000, // no number
    0x0000_0001, // the smallest float
    0x7F7F_FFFF, // the largest float
    0x4000_0000,
    0x2000_0000,
];

/// Where most damage goes: headers and tables.
const FRONT: usize = 4096;

impl Random {
    /// A position in `length` bytes, often near the front.
    fn position(&mut self, length: usize) -> usize {
        let reach = if self.below(3) > 0 {
            length
        } else {
            length.min(FRONT)
        };
        self.below(reach)
    }
}

/// Does some damage to bytes of any kind.
pub fn damage(bytes: &mut Vec<u8>, random: &mut Random) {
    let length = bytes.len();
    match random.below(8) {
        0 => bytes.truncate(random.below(length)),
        1 | 2 => {
            for _ in 0..1 + random.below(8) {
                let position = random.position(length);
                if let Some(byte) = bytes.get_mut(position) {
                    *byte ^= 1 << random.below(8);
                }
            }
        }
        3 | 4 => {
            for _ in 0..1 + random.below(4) {
                let near = length as u32 - random.below(16).min(length) as u32;
                let value = match random.below(4) {
                    0 => near,
                    1 => random.below(length) as u32,
                    _ => NASTY[random.below(NASTY.len())],
                };
                let position = random.position(length) & !3;
                put(bytes, position, &value.to_le_bytes());
            }
        }
        5 => {
            // A table over another, as a torn write leaves it.
            let from = random.position(length);
            let count = random.below(512).min(length - from);
            let block = bytes[from..from + count].to_vec();
            let position = random.position(length);
            put(bytes, position, &block);
        }
        6 => {
            let position = random.position(length);
            let block: Vec<u8> = (0..random.below(256))
                .map(|_| random.bits() as u8)
                .collect();
            put(bytes, position, &block);
        }
        _ => {
            // Everything behind moves.
            let position = random.position(length);
            let count = 1 + random.below(8);
            if random.below(2) == 0 {
                bytes.splice(position..position, vec![0; count]);
            } else {
                bytes.drain(position..(position + count).min(length));
            }
        }
    }
}

/// Damages one of the files, or takes one away.
pub fn damage_case(case: &mut Case, random: &mut Random) -> String {
    let names: Vec<String> = case.files.keys().cloned().collect();
    let at = random.below(2 * names.len());
    let name = names.get(at).map_or(MODEL, String::as_str).to_owned();
    if name != MODEL && random.below(8) == 0 {
        case.files.remove(&name);
        return name;
    }
    for _ in 0..1 + random.below(2) {
        if let Some(bytes) = case.files.get_mut(&name) {
            damage(bytes, random);
        }
    }
    name
}

/// Writes as much of `new` as fits.
pub fn put(bytes: &mut [u8], position: usize, new: &[u8]) {
    if let Some(room) = bytes.get_mut(position..) {
        let count = room.len().min(new.len());
        room[..count].copy_from_slice(&new[..count]);
    }
}
