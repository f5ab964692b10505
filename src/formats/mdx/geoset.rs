//! One geoset: a mesh with one material, `GEOS`.

use super::extent::Extent;
use super::record::{Record, read_count, record, write_all};
use super::section::Section;
use super::sink::Sink;
use crate::formats::FormatError;

const VRTX: [u8; 4] = *b"VRTX";
const NRMS: [u8; 4] = *b"NRMS";
const PTYP: [u8; 4] = *b"PTYP";
const PCNT: [u8; 4] = *b"PCNT";
const PVTX: [u8; 4] = *b"PVTX";
const GNDX: [u8; 4] = *b"GNDX";
const MTGC: [u8; 4] = *b"MTGC";
const MATS: [u8; 4] = *b"MATS";
const UVAS: [u8; 4] = *b"UVAS";
const UVBS: [u8; 4] = *b"UVBS";

record! {
    merged
    /// A mesh with one material; lists that should go together are kept as found.
    ///
    /// Behind the size come these, each list with a name of four letters and a count:
    /// `VRTX`, `NRMS`, `PTYP`, `PCNT`, `PVTX`, `GNDX`, `MTGC`, `MATS`; then three words, the
    /// bounds, the bounds for each sequence with a count alone; then `UVAS` with the number of sets
    /// and each set as `UVBS` with a count.
    pub struct Geoset {
        /// Positions, model space.
        pub vertices: Vec<[f32; 3]>,
        /// One normal for each vertex.
        pub normals: Vec<[f32; 3]>,
        /// What each run of faces is made of; 4 is triangles.
        pub primitive_types: Vec<u32>,
        /// How many indices each run of faces has.
        pub primitive_counts: Vec<u32>,
        /// Indices of vertices.
        pub faces: Vec<u16>,
        /// Index of the group of nodes that moves each vertex.
        pub vertex_groups: Vec<u8>,
        /// How many nodes each group has.
        pub group_sizes: Vec<u32>,
        /// Object ids of the nodes of all groups, one group after the other.
        pub group_nodes: Vec<u32>,
        /// Index of the material.
        pub material_id: u32,
        /// Without known use, kept.
        pub selection_group: u32,
        /// 4 can't be selected.
        pub selection_flags: u32,
        /// Bounds of the geoset.
        pub bounds: Extent,
        /// Bounds in each sequence; real files have fewer or more than sequences too.
        pub sequence_bounds: Vec<Extent>,
        /// Sets of texture coordinates, v downwards from the upper edge.
        pub uv_sets: Vec<Vec<[f32; 2]>>,
        /// Bytes behind them, as found.
        pub tail: Vec<u8>,
    }
}

impl Geoset {
    /// Faces are triangles.
    pub const TRIANGLES: u32 = 4;
    /// Can't be selected in the game.
    pub const UNSELECTABLE: u32 = 4;
}

impl Record for Geoset {
    const LEAST: usize = 4 + 8 * 8 + 12 + Extent::LEAST + 4 + 8;
    const IS_FIXED: bool = false;

    fn read(section: &mut Section<'_>) -> Result<Self, FormatError> {
        let mut part = section.sized_part(Self::LEAST)?;
        let part = &mut part;
        Ok(Self {
            vertices: read_named(part, VRTX, "vertices")?,
            normals: read_named(part, NRMS, "normals")?,
            primitive_types: read_named(part, PTYP, "primitive_types")?,
            primitive_counts: read_named(part, PCNT, "primitive_counts")?,
            faces: read_named(part, PVTX, "faces")?,
            vertex_groups: read_named(part, GNDX, "vertex_groups")?,
            group_sizes: read_named(part, MTGC, "group_sizes")?,
            group_nodes: read_named(part, MATS, "group_nodes")?,
            material_id: part.u32()?,
            selection_group: part.u32()?,
            selection_flags: part.u32()?,
            bounds: Extent::read(part)?,
            sequence_bounds: read_counted(part).map_err(|error| error.within("sequence_bounds"))?,
            uv_sets: read_uv_sets(part).map_err(|error| error.within("uv_sets"))?,
            tail: part.rest()?.to_vec(),
        })
    }

    fn write(&self, sink: &mut Sink) -> Result<(), FormatError> {
        sink.sized(|sink| {
            write_named(sink, VRTX, "vertices", &self.vertices)?;
            write_named(sink, NRMS, "normals", &self.normals)?;
            write_named(sink, PTYP, "primitive_types", &self.primitive_types)?;
            write_named(sink, PCNT, "primitive_counts", &self.primitive_counts)?;
            write_named(sink, PVTX, "faces", &self.faces)?;
            write_named(sink, GNDX, "vertex_groups", &self.vertex_groups)?;
            write_named(sink, MTGC, "group_sizes", &self.group_sizes)?;
            write_named(sink, MATS, "group_nodes", &self.group_nodes)?;
            self.material_id.write(sink)?;
            self.selection_group.write(sink)?;
            self.selection_flags.write(sink)?;
            self.bounds.write(sink)?;
            sink.count("sequence_bounds", self.sequence_bounds.len())?;
            write_all(&self.sequence_bounds, sink)?;
            sink.bytes(&UVAS);
            sink.count("uv_sets", self.uv_sets.len())?;
            for set in &self.uv_sets {
                write_named(sink, UVBS, "uv_sets", set)?;
            }
            sink.bytes(&self.tail);
            Ok(())
        })
    }
}

fn read_uv_sets(part: &mut Section<'_>) -> Result<Vec<Vec<[f32; 2]>>, FormatError> {
    part.tag(UVAS)?;
    let count = part.count(8)?;
    let mut sets = Vec::with_capacity(count);
    for index in 0..count {
        let set = part.tag(UVBS).and_then(|()| read_counted(part));
        sets.push(set.map_err(|error| error.at_index(index))?);
    }
    Ok(sets)
}

/// Reads a count and as many records.
fn read_counted<T: Record>(part: &mut Section<'_>) -> Result<Vec<T>, FormatError> {
    let count = part.count(T::LEAST)?;
    read_count(part, count)
}

fn read_named<T: Record>(
    part: &mut Section<'_>,
    tag: [u8; 4],
    name: &str,
) -> Result<Vec<T>, FormatError> {
    let items = part.tag(tag).and_then(|()| read_counted(part));
    items.map_err(|error| error.within(name))
}

fn write_named<T: Record>(
    sink: &mut Sink,
    tag: [u8; 4],
    name: &'static str,
    items: &[T],
) -> Result<(), FormatError> {
    sink.bytes(&tag);
    sink.count(name, items.len())?;
    write_all(items, sink)
}
