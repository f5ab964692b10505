//! Any two pieces of bytes as the root and the textures of a split tile: refused, or written back
//! byte for byte, also merged and taken apart again. The first four bytes are where the second begins.
#![no_main]

use bonewright::formats::adt::SplitTile;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some((length, bytes)) = bytes.split_first_chunk::<4>() else {
        return;
    };
    let at = (u32::from_le_bytes(*length) as usize).min(bytes.len());
    let (root, textures) = bytes.split_at(at);
    let Ok(mut split) = SplitTile::read(root, textures) else {
        return;
    };
    let [written_root, written_textures] = split.write();
    assert!(written_root == root && written_textures == textures);
    let merged = split.merged();
    split.take_apart(&merged);
    let [again_root, again_textures] = split.write();
    assert!(again_root == root && again_textures == textures);
});
