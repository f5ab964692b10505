//! The `.skin` file: one view of a model, that is which vertices form which submeshes and how
//! they are drawn.
//!
//! | offset | size | field |
//! | --- | --- | --- |
//! | 0 | 4 | `SKIN` |
//! | 4 | 8 | indices: u16 into the model's vertices |
//! | 12 | 8 | triangles: u16 into the indices |
//! | 20 | 8 | properties: 4 palette-local bones for each index |
//! | 28 | 8 | submeshes |
//! | 36 | 8 | batches |
//! | 44 | 4 | largest bone palette, often 0 |
//! | 48 | 8 | shadow batches; only in the longer header |
//!
//! The shorter header is told by an array that begins before byte 56.

use super::anim_set::M2Bytes;
use super::array::{M2Array, Origin};
use super::fresh_layout::FreshLayout;
use super::layout::Layout;
use super::magic::check_magic;
use super::over_layout::OverLayout;
use super::read_context::ReadContext;
use super::record::{Fields, Record, record};
use crate::bytes::ByteReader;
use crate::formats::{FormatError, FormatErrorKind};

/// The first bytes of a `.skin` file.
pub const SKIN_MAGIC: [u8; 4] = *b"SKIN";

const SHORT_HEADER: usize = 48;
const LONG_HEADER: usize = 56;

/// Most submeshes and batches; references to them have 16 bits.
const MOST_PARTS: usize = 0xFFFF;
/// Vertices or triangle corners that the parts of any view may name, counted again each time.
const LEAST_WORK: usize = 1 << 22;
/// How many more times those of a larger view may be named.
const MOST_REPEATS: usize = 16;

record! {
    /// A view of a model.
    pub struct SkinFile {
        /// Indices of the model's vertices.
        pub indices: M2Array<u16>,
        /// Three for each triangle, each an index into `indices`.
        pub triangles: M2Array<u16>,
        /// For each of `indices` its four bones, counted in the palette of its submesh.
        pub properties: M2Array<[u8; 4]>,
        /// Parts with a bone palette each.
        pub submeshes: M2Array<Submesh>,
        /// How submeshes are drawn.
        pub batches: M2Array<Batch>,
        /// Largest bone palette the view is cut for; 0 in most converted files.
        pub bone_count_max: u32,
        /// How shadows are drawn; `None` in files with the shorter header.
        pub shadow_batches: Option<M2Array<ShadowBatch>>,
    }
}

record! {
    /// A part of a view with a geoset id and a bone palette, 48 bytes.
    ///
    /// | offset | size | field |
    /// | --- | --- | --- |
    /// | 0 | 2 | geoset id |
    /// | 2 | 2 | level |
    /// | 4 | 4 | first vertex, vertex count |
    /// | 8 | 4 | first triangle index, index count |
    /// | 12 | 4 | bone count, first bone combo |
    /// | 16 | 2 | bone influences |
    /// | 18 | 2 | centre bone |
    /// | 20 | 12 | centre of mass |
    /// | 32 | 12 | sort centre |
    /// | 44 | 4 | sort radius |
    #[derive(Copy)]
    pub struct Submesh {
        /// Geoset: hundreds are the group, the rest is the choice; 0 is always shown.
        pub id: u16,
        /// Upper half of `triangle_start`.
        pub level: u16,
        /// First position in the view's indices.
        pub vertex_start: u16,
        /// Number of positions.
        pub vertex_count: u16,
        /// First position in the view's triangles, in indices; see [`Submesh::first_index`].
        pub triangle_start: u16,
        /// Number of positions in the view's triangles.
        pub triangle_count: u16,
        /// Size of the bone palette.
        pub bone_count: u16,
        /// First entry of the palette in the model's bone combos.
        pub bone_combo_start: u16,
        /// Most influences a vertex has; 0 in some files.
        pub bone_influences: u16,
        /// Index of a bone near the centre.
        pub center_bone: u16,
        /// Mean of the positions.
        pub center_of_mass: [f32; 3],
        /// Centre for sorting by depth.
        pub sort_center: [f32; 3],
        /// Radius about the sort centre.
        pub sort_radius: f32,
    }
}

impl Submesh {
    /// First position in the view's triangles, with the level counted in.
    pub fn first_index(&self) -> usize {
        (usize::from(self.level) << 16) + usize::from(self.triangle_start)
    }
}

record! {
    /// One draw of a submesh, 24 bytes.
    ///
    /// | offset | size | field |
    /// | --- | --- | --- |
    /// | 0 | 1 | flags |
    /// | 1 | 1 | priority plane |
    /// | 2 | 2 | shader |
    /// | 4 | 4 | submesh, geoset |
    /// | 8 | 2 | colour, 0xFFFF none |
    /// | 10 | 2 | material |
    /// | 12 | 2 | layer |
    /// | 14 | 2 | texture count |
    /// | 16 | 8 | combos: texture, coordinate, weight, transform |
    #[derive(Copy)]
    pub struct Batch {
        /// Bits, kept.
        pub flags: u8,
        /// Draw order, before the layer.
        pub priority_plane: i8,
        /// Shader id, or a table index if 0x8000 is set.
        pub shader: u16,
        /// Index of the submesh.
        pub submesh: u16,
        /// Often the index of the submesh again.
        pub geoset: u16,
        /// Index of the model's colour, 0xFFFF for none.
        pub color: u16,
        /// Index of the model's material.
        pub material: u16,
        /// Draw order, after the priority plane.
        pub layer: u16,
        /// Number of textures, taken one after the other from each combo table.
        pub texture_count: u16,
        /// First entry in the texture combos.
        pub texture_combo: u16,
        /// First entry in the texture coordinate combos.
        pub texture_coord_combo: u16,
        /// First entry in the texture weight combos.
        pub texture_weight_combo: u16,
        /// First entry in the texture transform combos.
        pub texture_transform_combo: u16,
    }
}

record! {
    /// One draw of a submesh's shadow, 12 bytes.
    #[derive(Copy)]
    pub struct ShadowBatch {
        /// As those of the batch.
        pub flags: u8,
        /// Bits, kept.
        pub flags2: u8,
        /// 0, kept.
        pub unknown: u16,
        /// Index of the submesh.
        pub submesh: u16,
        /// Index of the texture.
        pub texture: u16,
        /// Index of the colour, 0xFFFF for none.
        pub color: u16,
        /// Index of the texture weight.
        pub weight: u16,
    }
}

impl SkinFile {
    /// Reads a whole `.skin` file.
    pub fn read(bytes: &[u8]) -> Result<Self, FormatError> {
        check_magic(bytes, SKIN_MAGIC)?;
        let header = ByteReader::new(bytes).take(header_size(bytes)?)?;
        let fields = header.get(SKIN_MAGIC.len()..).unwrap_or_default();
        let skin = Self::read_record(fields, &mut ReadContext::new(bytes))?;
        skin.check_work()?;
        Ok(skin)
    }

    /// Refuses a view whose parts draw the same vertices and triangles without end: such a small
    /// file would keep a viewer busy for hours.
    fn check_work(&self) -> Result<(), FormatError> {
        let counts = [
            (
                "submeshes",
                self.submeshes.items.len(),
                self.submeshes.origin,
            ),
            ("batches", self.batches.items.len(), self.batches.origin),
        ];
        let offset_of = |origin: Option<Origin>| origin.map_or(0, |origin| origin.offset as usize);
        for (part, count, origin) in counts {
            if count > MOST_PARTS {
                let kind = FormatErrorKind::OutOfRange {
                    field: "the number of items",
                    value: count as u64,
                    limit: MOST_PARTS as u64,
                };
                return Err(FormatError::new(offset_of(origin), kind).within(part));
            }
        }
        let (indices, triangles) = (self.indices.items.len(), self.triangles.items.len());
        let vertices_of = |submesh: &Submesh| {
            let rest = indices.saturating_sub(submesh.vertex_start.into());
            rest.min(submesh.vertex_count.into())
        };
        let triangles_of = |submesh: &Submesh| {
            let rest = triangles.saturating_sub(submesh.first_index());
            rest.min(submesh.triangle_count.into())
        };
        let submeshes = &self.submeshes.items;
        let batches = self.batches.items.iter();
        let drawn = batches.filter_map(|batch| submeshes.get(usize::from(batch.submesh)));
        let checks = [
            (
                "the vertices of all submeshes",
                submeshes.iter().map(vertices_of).sum::<usize>(),
                indices,
                self.submeshes.origin,
            ),
            (
                "the triangles of all submeshes",
                submeshes.iter().map(triangles_of).sum(),
                triangles,
                self.submeshes.origin,
            ),
            (
                "the triangles of all batches",
                drawn.map(triangles_of).sum(),
                triangles,
                self.batches.origin,
            ),
        ];
        for (field, value, there, origin) in checks {
            let limit = LEAST_WORK + there.saturating_mul(MOST_REPEATS);
            if value > limit {
                let kind = FormatErrorKind::LimitExceeded {
                    field,
                    value: value as u64,
                    limit: limit as u64,
                };
                return Err(FormatError::new(offset_of(origin), kind));
            }
        }
        Ok(())
    }

    /// Lays the file out from nothing.
    pub fn write_fresh(&self) -> Result<Vec<u8>, FormatError> {
        let layout = Layout::fresh(FreshLayout::new(self.header_size(), Vec::new()));
        self.write_with(layout)
    }

    /// Writes over the file this was read from, touching only what differs.
    pub fn write_over(&self, source: &[u8]) -> Result<Vec<u8>, FormatError> {
        check_magic(source, SKIN_MAGIC)?;
        let bytes = M2Bytes {
            model: source.to_vec(),
            ..M2Bytes::default()
        };
        let visit = |visit: &mut dyn FnMut(_)| self.visit_spans(visit);
        let sizes = (header_size(source)?, self.header_size());
        let layout = OverLayout::new(&bytes, sizes.0, sizes.1, Vec::new(), &visit);
        self.write_with(Layout::over(layout))
    }

    /// Takes `base`'s value wherever `self` has what `fresh` has.
    pub fn overlay(&mut self, base: &Self, fresh: &Self) {
        Record::overlay(self, base, fresh);
    }

    fn read_record(bytes: &[u8], context: &mut ReadContext<'_>) -> Result<Self, FormatError> {
        Record::read(&mut Fields::new(bytes), context)
    }

    fn write_with(&self, mut layout: Layout<'_>) -> Result<Vec<u8>, FormatError> {
        layout.bytes(&SKIN_MAGIC);
        Record::write(self, &mut layout);
        layout.finish().map(|bytes| bytes.model)
    }

    fn header_size(&self) -> usize {
        if self.shadow_batches.is_some() {
            LONG_HEADER
        } else {
            SHORT_HEADER
        }
    }
}

/// The size of the header, told by the array that comes first.
fn header_size(bytes: &[u8]) -> Result<usize, FormatError> {
    let mut reader = ByteReader::new(bytes);
    reader.skip(SKIN_MAGIC.len())?;
    let mut first = None;
    for _ in 0..5 {
        let (count, offset) = (reader.u32()?, reader.u32()?);
        if count > 0 && first.is_none_or(|first| offset < first) {
            first = Some(offset);
        }
    }
    let is_long = first.is_some_and(|first| first as usize >= LONG_HEADER);
    Ok(if is_long { LONG_HEADER } else { SHORT_HEADER })
}
