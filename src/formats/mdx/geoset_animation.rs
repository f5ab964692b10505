//! How opaque a geoset is and which colour it has, `GEOA`.

use super::record::record;
use super::tracks::Tracks;

record! {
    sized
    /// Opacity and colour of a geoset, 28 bytes and its tracks `KGAO` and `KGAC`.
    ///
    /// | offset | size | field |
    /// | --- | --- | --- |
    /// | 0 | 4 | size, counting itself |
    /// | 4 | 4 | alpha |
    /// | 8 | 4 | flags |
    /// | 12 | 12 | colour |
    /// | 24 | 4 | geoset |
    /// | 28 | | tracks |
    pub struct GeosetAnimation {
        /// How opaque the geoset is where no track says so, 0 to 1.
        pub alpha: f32,
        /// Bits, see the constants of [`GeosetAnimation`]; others are kept.
        pub flags: u32,
        /// Red, green, blue where no track says so.
        pub color: [f32; 3],
        /// Index of the geoset, as found: -1 and doubled ones occur.
        pub geoset_id: i32,
        /// Its tracks.
        pub tracks: Tracks,
        /// Bytes behind them, as found.
        pub tail: Vec<u8>,
    }
}

impl GeosetAnimation {
    /// The geoset throws a shadow.
    pub const DROP_SHADOW: u32 = 1;
    /// The colour counts.
    pub const USES_COLOR: u32 = 2;
}
