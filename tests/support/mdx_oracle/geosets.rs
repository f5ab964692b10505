//! Reads geosets: vertices, faces, and the groups of nodes that move the vertices.

use super::cursor::Cursor;

/// One geoset of the file.
pub struct Geoset {
    /// Positions in the bind pose.
    pub vertices: Vec<[f64; 3]>,
    /// Number of normals.
    pub normal_count: usize,
    /// Type and index count of each face group.
    pub face_groups: Vec<(u32, u32)>,
    /// Vertex indices of all face groups, one after the other.
    pub faces: Vec<u16>,
    /// Index of a group for each vertex, as stored.
    pub vertex_groups: Vec<u8>,
    /// Object ids of each group, in file order.
    pub groups: Vec<Vec<u32>>,
    /// Material, selection group, selection flags.
    pub words: [u32; 3],
    /// Number of extents of sequences.
    pub extent_count: usize,
    /// Texture coordinates, a list for each set.
    pub uv_sets: Vec<Vec<[f64; 2]>>,
}

impl Geoset {
    /// Reads a geoset of version 800.
    ///
    /// Where the sizes of the groups ask for more ids than there are, the last ones are shorter;
    /// ids that no size asks for are in no group.
    pub fn read(cursor: &mut Cursor) -> Result<Self, String> {
        let mut part = cursor.sized_part("geoset")?;
        let vertices = list(part.counted(b"VRTX", 12)?, Cursor::floats)?;
        let normal_count = part.counted(b"NRMS", 12)?.0;
        let types = list(part.counted(b"PTYP", 4)?, Cursor::u32)?;
        let counts = list(part.counted(b"PCNT", 4)?, Cursor::u32)?;
        let faces = list(part.counted(b"PVTX", 2)?, |word| {
            let bytes = word.bytes(2)?;
            Ok(u16::from_le_bytes([bytes[0], bytes[1]]))
        })?;
        let vertex_groups = list(part.counted(b"GNDX", 1)?, |byte| Ok(byte.bytes(1)?[0]))?;
        let sizes = list(part.counted(b"MTGC", 4)?, Cursor::u32)?;
        let mut ids = list(part.counted(b"MATS", 4)?, Cursor::u32)?.into_iter();
        let groups = sizes
            .iter()
            .map(|size| ids.by_ref().take(*size as usize).collect())
            .collect();
        let words = [part.u32()?, part.u32()?, part.u32()?];
        part.bytes(28)?;
        let extent_count = part.u32()? as usize;
        part.bytes(extent_count.saturating_mul(28))?;
        part.expect(b"UVAS")?;
        let mut uv_sets = Vec::new();
        for _ in 0..part.u32()? {
            uv_sets.push(list(part.counted(b"UVBS", 8)?, Cursor::floats)?);
        }
        part.finish()?;
        Ok(Self {
            vertices,
            normal_count,
            face_groups: types.into_iter().zip(counts).collect(),
            faces,
            vertex_groups,
            groups,
            words,
            extent_count,
            uv_sets,
        })
    }
}

fn list<'a, T>(
    (count, mut stored): (usize, Cursor<'a>),
    read: impl Fn(&mut Cursor<'a>) -> Result<T, String>,
) -> Result<Vec<T>, String> {
    (0..count).map(|_| read(&mut stored)).collect()
}
