//! Writes the bytes of small MDX files by hand, record for record.
//!
//! Only the order of the records is the caller's; sizes and counts are filled in here.
#![allow(
    clippy::unwrap_used,
    reason = "a count that does not fit is a mistake in the test"
)]

/// No parent, no geoset, no global sequence.
pub const NONE: u32 = u32::MAX;

/// Words one after the other.
pub fn words(values: &[u32]) -> Vec<u8> {
    values.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// Floats one after the other.
pub fn floats(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|x| x.to_le_bytes()).collect()
}

/// A text in a field of a fixed width.
pub fn text(value: &str, width: usize) -> Vec<u8> {
    let mut field = value.as_bytes().to_vec();
    field.resize(width, 0);
    field
}

/// The length as a word.
pub fn size_of(bytes: &[u8]) -> u32 {
    u32::try_from(bytes.len()).unwrap()
}

/// A record behind its own size, which counts itself.
pub fn sized(bytes: Vec<u8>) -> Vec<u8> {
    [words(&[size_of(&bytes) + 4]), bytes].concat()
}

/// A chunk of records.
pub fn chunk(tag: &str, records: &[Vec<u8>]) -> Vec<u8> {
    let bytes = records.concat();
    [tag.as_bytes().to_vec(), words(&[size_of(&bytes)]), bytes].concat()
}

/// Keys are a time and, one after the other, value, in tangent, out tangent.
pub fn track(tag: &str, interpolation: u32, global_loop: u32, keys: &[(i32, Vec<f32>)]) -> Vec<u8> {
    let mut bytes = tag.as_bytes().to_vec();
    bytes.extend(words(&[
        u32::try_from(keys.len()).unwrap(),
        interpolation,
        global_loop,
    ]));
    for (time_ms, values) in keys {
        bytes.extend(time_ms.to_le_bytes());
        bytes.extend(floats(values));
    }
    bytes
}

/// A linear track of three floats that only moves along x.
pub fn x_keys(tag: &str, keys: &[(i32, f32)]) -> Vec<u8> {
    let keys: Vec<_> = keys
        .iter()
        .map(|(time_ms, x)| (*time_ms, vec![*x, 0.0, 0.0]))
        .collect();
    track(tag, 1, NONE, &keys)
}

/// A node called `n` and its id.
pub fn node(id: u32, parent: u32, flags: u32, tracks: &[Vec<u8>]) -> Vec<u8> {
    let head = [
        text(&format!("n{id}"), 80),
        words(&[id, parent, flags]),
        tracks.concat(),
    ];
    sized(head.concat())
}

/// A sequence.
pub fn clip(name: &str, start_ms: u32, end_ms: u32, flags: u32) -> Vec<u8> {
    [
        text(name, 80),
        words(&[start_ms, end_ms, 0, flags, 0, 0]),
        floats(&[0.0; 7]),
    ]
    .concat()
}

/// Vertices with the group of each, the groups, and one triangle of the first vertex.
pub fn geoset(vertices: &[([f32; 3], u8)], groups: &[&[u32]]) -> Vec<u8> {
    let part = |tag: &str, count: usize, bytes: Vec<u8>| {
        let count = u32::try_from(count).unwrap();
        [tag.as_bytes().to_vec(), words(&[count]), bytes].concat()
    };
    let positions: Vec<f32> = vertices.iter().flat_map(|vertex| vertex.0).collect();
    let sizes: Vec<u32> = groups
        .iter()
        .map(|ids| u32::try_from(ids.len()).unwrap())
        .collect();
    let ids = groups.concat();
    let count = vertices.len();
    sized(
        [
            part("VRTX", count, floats(&positions)),
            part("NRMS", count, vec![0; 12 * count]),
            part("PTYP", 1, words(&[4])),
            part("PCNT", 1, words(&[3])),
            part("PVTX", 3, vec![0; 6]),
            part(
                "GNDX",
                count,
                vertices.iter().map(|vertex| vertex.1).collect(),
            ),
            part("MTGC", sizes.len(), words(&sizes)),
            part("MATS", ids.len(), words(&ids)),
            words(&[0, 0, 4]),
            vec![0; 28],
            words(&[1]),
            vec![0; 28],
            part("UVAS", 1, Vec::new()),
            part("UVBS", count, vec![0; 8 * count]),
        ]
        .concat(),
    )
}

/// A whole file of version 800.
pub fn file(chunks: &[Vec<u8>]) -> Vec<u8> {
    [
        b"MDLX".to_vec(),
        chunk("VERS", &[words(&[800])]),
        chunks.concat(),
    ]
    .concat()
}

/// A bone: a node and what comes behind it.
pub fn bone(id: u32, parent: u32, flags: u32, tracks: &[Vec<u8>]) -> Vec<u8> {
    [node(id, parent, flags, tracks), words(&[NONE, NONE])].concat()
}
