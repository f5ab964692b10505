//! `MDDF` and `MODF`: models and map objects that stand on a tile.

use super::record::fixed_record;

fixed_record! {
    /// A placed model (ADT 18, `MDDF`, 36 bytes).
    ///
    /// Positions are in yards from the north-west corner of the map: x grows to the east (x / 533.3333
    /// is the X of the file's name), y is up, z grows to the south.
    pub struct ModelPlacement {
        /// Its name's position in `MMID`.
        pub name_index: u32,
        /// A number no other placed thing of the map should have.
        pub unique_id: u32,
        /// Where it stands.
        pub position: [f32; 3],
        /// Turn about each axis, degrees.
        pub rotation: [f32; 3],
        /// Scale; 1024 is 1.
        pub scale: u16,
        /// Flags.
        pub flags: u16,
    }
}

fixed_record! {
    /// A placed map object (ADT 18, `MODF`, 64 bytes); its space is that of [`ModelPlacement`].
    pub struct ObjectPlacement {
        /// Its name's position in `MWID`.
        pub name_index: u32,
        /// A number no other placed thing of the map should have.
        pub unique_id: u32,
        /// Where it stands.
        pub position: [f32; 3],
        /// Turn about each axis, degrees.
        pub rotation: [f32; 3],
        /// Lowest and highest corner of the box around it.
        pub extents: [f32; 6],
        /// Flags; junk in files of some editors.
        pub flags: u16,
        /// Which of its sets of doodads is shown.
        pub doodad_set: u16,
        /// Which of its sets of names counts.
        pub name_set: u16,
        /// Scale in later versions; 0 or junk in 3.x.
        pub scale: u16,
    }
}

fixed_record! {
    /// How high and low one may fly (`MFBO`, 36 bytes): nine corners and middles of each plane.
    pub struct FlightBox {
        /// The upper plane, yards.
        pub highest: [i16; 9],
        /// The lower plane, yards.
        pub lowest: [i16; 9],
    }
}
