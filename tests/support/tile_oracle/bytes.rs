//! Numbers and chunks at places of a file.

pub fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes(bytes[at..at + 2].try_into().unwrap())
}

pub fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())
}

pub fn f32_at(bytes: &[u8], at: usize) -> f32 {
    f32::from_bits(u32_at(bytes, at))
}

/// The four characters at `at`, in the order people write them.
pub fn tag_at(bytes: &[u8], at: usize) -> [u8; 4] {
    let mut tag: [u8; 4] = bytes[at..at + 4].try_into().unwrap();
    tag.reverse();
    tag
}

/// Where the payload of the chunk at `at` begins, after a look at its name.
#[track_caller]
pub fn payload(bytes: &[u8], at: usize, tag: &[u8; 4]) -> usize {
    let found = tag_at(bytes, at);
    assert!(
        &found == tag,
        "{} is at {at:#x} in the stead of {}",
        String::from_utf8_lossy(&found),
        String::from_utf8_lossy(tag)
    );
    at + 8
}

/// The payload of the chunk at `at`, as long as it says itself.
#[track_caller]
pub fn body<'a>(bytes: &'a [u8], at: usize, tag: &[u8; 4]) -> &'a [u8] {
    let start = payload(bytes, at, tag);
    &bytes[start..start + u32_at(bytes, at + 4) as usize]
}
