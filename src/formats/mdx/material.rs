//! Materials and their layers, `MTLS`.

use super::record::{Record, read_count, record, write_all};
use super::section::Section;
use super::sink::Sink;
use super::tracks::Tracks;
use crate::formats::FormatError;

const LAYS: [u8; 4] = *b"LAYS";

record! {
    merged
    /// A material: layers drawn one over the other.
    ///
    /// | offset | size | field |
    /// | --- | --- | --- |
    /// | 0 | 4 | size, counting itself |
    /// | 4 | 4 | priority plane |
    /// | 8 | 4 | flags |
    /// | 12 | 8 | `LAYS`, number of layers |
    /// | 20 | | layers |
    pub struct Material {
        /// Order among materials that are blended.
        pub priority_plane: i32,
        /// Bits, see the constants of [`Material`].
        pub flags: u32,
        /// The first is drawn first.
        pub layers: Vec<Layer>,
        /// Bytes behind the layers, as found.
        pub tail: Vec<u8>,
    }
}

impl Material {
    /// One colour for the whole of it.
    pub const CONSTANT_COLOR: u32 = 0x1;
    /// Sorted by the near end.
    pub const SORT_NEAR: u32 = 0x8;
    /// Sorted by the far end.
    pub const SORT_FAR: u32 = 0x10;
    /// Textures are used at their full size.
    pub const FULL_RESOLUTION: u32 = 0x20;
}

impl Record for Material {
    const LEAST: usize = 20;
    const IS_FIXED: bool = false;

    fn read(section: &mut Section<'_>) -> Result<Self, FormatError> {
        let mut part = section.sized_part(Self::LEAST)?;
        let (priority_plane, flags) = (i32::read(&mut part)?, part.u32()?);
        part.tag(LAYS).map_err(|error| error.within("layers"))?;
        let layers = part.count(Layer::LEAST);
        let layers = layers.and_then(|count| read_count(&mut part, count));
        Ok(Self {
            priority_plane,
            flags,
            layers: layers.map_err(|error| error.within("layers"))?,
            tail: part.rest()?.to_vec(),
        })
    }

    fn write(&self, sink: &mut Sink) -> Result<(), FormatError> {
        sink.sized(|sink| {
            self.priority_plane.write(sink)?;
            self.flags.write(sink)?;
            sink.bytes(&LAYS);
            sink.count("layers", self.layers.len())?;
            write_all(&self.layers, sink).map_err(|error| error.within("layers"))?;
            sink.bytes(&self.tail);
            Ok(())
        })
    }
}

record! {
    sized
    /// A layer of a material, 28 bytes and its tracks `KMTF` and `KMTA`.
    ///
    /// | offset | size | field |
    /// | --- | --- | --- |
    /// | 0 | 4 | size, counting itself |
    /// | 4 | 4 | filter mode |
    /// | 8 | 4 | flags |
    /// | 12 | 4 | texture |
    /// | 16 | 4 | texture animation, -1 none |
    /// | 20 | 4 | set of texture coordinates |
    /// | 24 | 4 | alpha |
    /// | 28 | | tracks |
    pub struct Layer {
        /// 0 opaque, 1 cut out, 2 blend, 3 additive, 4 additive by alpha, 5 modulate, 6 modulate twice.
        pub filter_mode: u32,
        /// Bits, see the constants of [`Layer`].
        pub flags: u32,
        /// Index of the texture, as found.
        pub texture_id: i32,
        /// Index of the texture animation, -1 for none.
        pub texture_animation_id: i32,
        /// Index of the set of texture coordinates in the geoset.
        pub uv_set: u32,
        /// How opaque it is where no track says so, 0 to 1.
        pub alpha: f32,
        /// Its tracks.
        pub tracks: Tracks,
        /// Bytes behind them, as found.
        pub tail: Vec<u8>,
    }
}

impl Layer {
    /// Not lit.
    pub const UNSHADED: u32 = 0x1;
    /// Texture coordinates come from the direction of the reflection.
    pub const SPHERE_MAP: u32 = 0x2;
    /// Seen from behind too.
    pub const TWO_SIDED: u32 = 0x10;
    /// Not hidden by fog.
    pub const UNFOGGED: u32 = 0x20;
    /// Drawn whatever is in front.
    pub const NO_DEPTH_TEST: u32 = 0x40;
    /// Hides nothing that is drawn later.
    pub const NO_DEPTH_WRITE: u32 = 0x80;
}
