//! Names of chunks, which the files store back to front, and the heads of chunks.

/// The name of a chunk, the way round that people write it.
pub type Tag = [u8; 4];

/// Bytes of a chunk's head: its name and the size of what follows.
pub const HEAD_SIZE: usize = 8;

macro_rules! tags {
    ($($(#[$meta:meta])* $name:ident = $text:literal;)*) => {
        $( $(#[$meta])* pub const $name: Tag = *$text; )*
    };
}

tags! {
    /// Version of the format.
    MVER = b"MVER";
    /// Head of a tile, with places of other chunks.
    MHDR = b"MHDR";
    /// Places of the 256 map chunks.
    MCIN = b"MCIN";
    /// Names of textures.
    MTEX = b"MTEX";
    /// Names of models.
    MMDX = b"MMDX";
    /// Where the names of models begin.
    MMID = b"MMID";
    /// Names of map objects.
    MWMO = b"MWMO";
    /// Where the names of map objects begin.
    MWID = b"MWID";
    /// Placed models.
    MDDF = b"MDDF";
    /// Placed map objects.
    MODF = b"MODF";
    /// Liquids of 3.x and later.
    MH2O = b"MH2O";
    /// A part of the ground, a 256th of a tile.
    MCNK = b"MCNK";
    /// Lowest and highest places for flying.
    MFBO = b"MFBO";
    /// Flags of textures.
    MTXF = b"MTXF";
    /// Heights.
    MCVT = b"MCVT";
    /// Normals.
    MCNR = b"MCNR";
    /// Colours of vertices.
    MCCV = b"MCCV";
    /// Light at vertices (4.x).
    MCLV = b"MCLV";
    /// Texture layers.
    MCLY = b"MCLY";
    /// Models and map objects that touch a map chunk.
    MCRF = b"MCRF";
    /// Alpha maps.
    MCAL = b"MCAL";
    /// Baked shadow.
    MCSH = b"MCSH";
    /// Liquid before 3.x.
    MCLQ = b"MCLQ";
    /// Sound emitters.
    MCSE = b"MCSE";
    /// Head of a map.
    MPHD = b"MPHD";
    /// Which tiles a map has.
    MAIN = b"MAIN";
}

/// The head of a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChunkHead {
    /// Its name, the way round that people write it.
    pub tag: Tag,
    /// The size it gives for what follows.
    pub size: u32,
}

/// The head at `offset`, if there is room for one.
pub fn head_at(bytes: &[u8], offset: usize) -> Option<ChunkHead> {
    let (tag, rest) = bytes.get(offset..)?.split_first_chunk::<4>()?;
    let size = u32::from_le_bytes(*rest.first_chunk::<4>()?);
    Some(ChunkHead {
        tag: reversed(*tag),
        size,
    })
}

/// Whether a name looks like that of a chunk.
pub fn is_plausible(tag: Tag) -> bool {
    tag.iter()
        .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
}

/// The name as it stands in the file, or from there as people write it.
pub fn reversed(mut tag: Tag) -> Tag {
    tag.reverse();
    tag
}
