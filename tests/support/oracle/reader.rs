//! Reads an M2 of version 264 with its `.skin` and `.anim` companions into plain vectors.
//!
//! Choices where the sheet leaves one:
//! * A clip is an alias if flag 0x40 is set, whatever 0x20 says; its keys are never read.
//! * A clip that is no alias and has 0x20 clear is external: its keys are in
//!   `<Base><id:04>-<variation:02>.anim`, matched without case. No file: no keys.
//! * A track is *shared* if it follows a global loop, or has one entry where the model has another
//!   number of clips. A shared track has only its entry 0, always in the `.m2`.
//! * Entries past the number of clips are not read. Where the counts of times and values of an
//!   entry differ, the smaller one holds.
//! * Interpolation 2 and 3: three values a key (value, in, out). Others: one value a key.
//! * An array that does not fit its file is an error, so is a bone index or parent out of range, a
//!   cycle of parents, and a magic other than `MD20` or version other than 264.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::bytes::Bytes;

/// Flag of a clip: its keys are in the `.m2`.
const CLIP_IS_INLINE: u32 = 0x20;
/// Flag of a clip: another clip is played in its place.
const CLIP_IS_ALIAS: u32 = 0x40;

/// A model, with every key of every bone decoded.
pub struct Model {
    /// The bytes of the name up to the first NUL.
    pub name: Vec<u8>,
    /// Size of the `.m2` in bytes.
    pub byte_count: usize,
    /// Flags of the header.
    pub flags: u32,
    /// Lengths of the global loops, in ms.
    pub global_loops_ms: Vec<u32>,
    /// The clips in file order.
    pub clips: Vec<Clip>,
    /// The bones in file order.
    pub bones: Vec<Bone>,
    /// The vertices in file order.
    pub vertices: Vec<Vertex>,
    /// Number of views in the header.
    pub view_count: usize,
    /// Per view its file, or `None` if it is not there.
    pub views: Vec<Option<View>>,
    /// Type and path of each texture.
    pub textures: Vec<(u32, Vec<u8>)>,
    /// Number of records, by the name `info` gives them.
    pub counts: BTreeMap<&'static str, usize>,
    /// Keys of all tracks that are no bone's.
    pub other_key_count: usize,
    /// File name of each companion and whether it is there: skins first, then clips.
    pub companions: Vec<(String, bool)>,
}

/// One clip of the file.
pub struct Clip {
    /// Animation id.
    pub id: u16,
    /// Variation of that id.
    pub variation: u16,
    /// Length in ms.
    pub duration_ms: u32,
    /// Flags as stored.
    pub flags: u32,
    /// Clip played in its place, if flag 0x40 is set.
    pub alias_of: Option<usize>,
    /// Whether the keys belong in a file of their own.
    pub is_external: bool,
}

/// One bone of the file.
pub struct Bone {
    /// Flags as stored.
    pub flags: u32,
    /// Index of the parent.
    pub parent: Option<usize>,
    /// Pivot in model space.
    pub pivot: [f64; 3],
    /// Offset from the pivot.
    pub translation: Track<3>,
    /// Quaternion x, y, z, w, as decoded, not normalised.
    pub rotation: Track<4>,
    /// Factors along the axes.
    pub scale: Track<3>,
}

/// One animated channel of a bone.
pub struct Track<const N: usize> {
    /// 0 step, 1 linear, 2 Hermite, 3 Bezier.
    pub interpolation: u16,
    /// Index of the global loop it follows.
    pub global_loop: Option<usize>,
    /// Whether entry 0 serves all clips.
    pub is_shared: bool,
    /// Keys per clip; `None` for an alias or a clip whose file is missing.
    pub entries: Vec<Option<Keys<N>>>,
}

/// The keys of one track in one clip.
pub struct Keys<const N: usize> {
    /// Times in ms.
    pub times_ms: Vec<f64>,
    /// Value, in tangent, out tangent; the tangents are zero where the file has none.
    pub values: Vec<[[f64; N]; 3]>,
}

/// One vertex of the pool.
pub struct Vertex {
    /// Position in the bind pose.
    pub position: [f64; 3],
    /// Weights as stored, of 255.
    pub weights: [u8; 4],
    /// Indices of bones.
    pub bones: [u8; 4],
}

/// What is counted of a `.skin` file.
pub struct View {
    /// Number of triangles.
    pub triangle_count: usize,
    /// Number of submeshes.
    pub submesh_count: usize,
}

impl Model {
    /// Reads the model at `path` and its companions in the same folder.
    pub fn open(path: &Path) -> Result<Self, String> {
        let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let base = path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let folder = Folder::list(path.parent().unwrap_or_else(|| Path::new(".")))?;
        let file = Bytes {
            bytes: &bytes,
            name: &base,
        };
        if bytes.get(..4) != Some(b"MD20") {
            return Err(format!("{base}: not an MD20 file"));
        }
        if file.u32(4)? != 264 {
            return Err(format!("{base}: version {}, not 264", file.u32(4)?));
        }

        let mut companions = Vec::new();
        let view_count = file.u32(0x44)? as usize;
        let mut views = Vec::new();
        for view in 0..view_count.min(100) {
            let found = folder.read(&format!("{base}{view:02}.skin"), &mut companions)?;
            views.push(found.as_deref().map(read_view).transpose()?);
        }

        let clips = file.records(0x1C, 64, |at| read_clip(file, at))?;
        let mut anims: BTreeMap<(u16, u16), Option<Vec<u8>>> = BTreeMap::new();
        for clip in clips.iter().filter(|clip| clip.is_external) {
            let key = (clip.id, clip.variation);
            if let std::collections::btree_map::Entry::Vacant(slot) = anims.entry(key) {
                let name = format!("{base}{:04}-{:02}.anim", clip.id, clip.variation);
                slot.insert(folder.read(&name, &mut companions)?);
            }
        }

        let sources = Sources {
            file,
            clips: &clips,
            anims: &anims,
        };
        let bones = file.records(0x2C, 88, |at| sources.bone(at))?;
        check_parents(&bones)?;
        let vertices = file.records(0x3C, 48, |at| read_vertex(file, at))?;
        if let Some(index) = vertices.iter().position(|vertex| {
            vertex
                .bones
                .iter()
                .zip(vertex.weights)
                .any(|(bone, weight)| weight > 0 && usize::from(*bone) >= bones.len())
        }) {
            return Err(format!(
                "{base}: vertex {index} names a bone that is not there"
            ));
        }

        let other_key_count = sources.other_key_count()?;
        let mut counts = BTreeMap::new();
        for (name, at) in [
            ("materials", 0x70),
            ("attachments", 0xF0),
            ("events", 0x100),
            ("lights", 0x108),
            ("cameras", 0x110),
            ("ribbons", 0x120),
            ("particles", 0x128),
        ] {
            counts.insert(name, file.u32(at)? as usize);
        }
        counts.insert("collision_triangles", file.u32(0xD8)? as usize / 3);

        let name = file.text(8)?;
        let flags = file.u32(0x10)?;
        let global_loops_ms = file.records(0x14, 4, |at| file.u32(at))?;
        let textures = file.records(0x50, 16, |at| Ok((file.u32(at)?, file.text(at + 8)?)))?;
        Ok(Self {
            name,
            byte_count: bytes.len(),
            flags,
            global_loops_ms,
            clips,
            bones,
            vertices,
            view_count,
            views,
            textures,
            counts,
            other_key_count,
            companions,
        })
    }
}

/// The folder of the model, by lower-case file name.
struct Folder(BTreeMap<String, std::path::PathBuf>);

impl Folder {
    fn list(path: &Path) -> Result<Self, String> {
        let mut files = BTreeMap::new();
        for entry in fs::read_dir(path).map_err(|error| format!("{}: {error}", path.display()))? {
            let entry = entry.map_err(|error| error.to_string())?;
            files.insert(
                entry.file_name().to_string_lossy().to_lowercase(),
                entry.path(),
            );
        }
        Ok(Self(files))
    }

    /// Reads a companion and notes its name: as on disk if it is there, else as asked for.
    fn read(
        &self,
        name: &str,
        companions: &mut Vec<(String, bool)>,
    ) -> Result<Option<Vec<u8>>, String> {
        let Some(path) = self.0.get(&name.to_lowercase()) else {
            companions.push((name.to_owned(), false));
            return Ok(None);
        };
        let on_disk = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        companions.push((on_disk, true));
        fs::read(path)
            .map(Some)
            .map_err(|error| format!("{}: {error}", path.display()))
    }
}

fn read_view(bytes: &[u8]) -> Result<View, String> {
    let skin = Bytes {
        bytes,
        name: "skin",
    };
    if bytes.get(..4) != Some(b"SKIN") {
        return Err("skin: not a SKIN file".to_owned());
    }
    Ok(View {
        triangle_count: skin.array(12, 2)?.0 / 3,
        submesh_count: skin.array(28, 48)?.0,
    })
}

fn read_clip(file: Bytes<'_>, at: usize) -> Result<Clip, String> {
    let flags = file.u32(at + 12)?;
    let is_alias = flags & CLIP_IS_ALIAS != 0;
    Ok(Clip {
        id: file.u16(at)?,
        variation: file.u16(at + 2)?,
        duration_ms: file.u32(at + 4)?,
        flags,
        alias_of: is_alias.then_some(file.u16(at + 62)?.into()),
        is_external: !is_alias && flags & CLIP_IS_INLINE == 0,
    })
}

fn read_vertex(file: Bytes<'_>, at: usize) -> Result<Vertex, String> {
    Ok(Vertex {
        position: file.vec3(at)?,
        weights: file.take(at + 12)?,
        bones: file.take(at + 16)?,
    })
}

/// Refuses a parent that is not there or a bone that is its own ancestor.
fn check_parents(bones: &[Bone]) -> Result<(), String> {
    for start in 0..bones.len() {
        let mut at = start;
        let mut hops = 0;
        while let Some(parent) = bones[at].parent {
            hops += 1;
            if parent >= bones.len() || hops > bones.len() {
                return Err(format!("bone {start}: its chain of parents has no end"));
            }
            at = parent;
        }
    }
    Ok(())
}

/// Where the keys of each clip are.
struct Sources<'a> {
    file: Bytes<'a>,
    clips: &'a [Clip],
    anims: &'a BTreeMap<(u16, u16), Option<Vec<u8>>>,
}

impl<'a> Sources<'a> {
    /// The file that holds a clip's keys, if it has any of its own.
    fn of_clip(&self, clip: &Clip) -> Option<Bytes<'a>> {
        if clip.alias_of.is_some() {
            None
        } else if clip.is_external {
            let bytes = self.anims.get(&(clip.id, clip.variation))?.as_deref()?;
            Some(Bytes {
                bytes,
                name: "anim",
            })
        } else {
            Some(self.file)
        }
    }

    /// The entries of a track to be read: per entry its index and the file it is in.
    fn entries(&self, at: usize) -> Result<(bool, Vec<Option<Bytes<'a>>>), String> {
        let outer_count = self.file.array(at + 4, 8)?.0;
        let is_shared = self.file.i16(at + 2)? >= 0 || (outer_count == 1 && self.clips.len() != 1);
        let files = if is_shared {
            vec![Some(self.file); outer_count.min(1)]
        } else {
            self.clips
                .iter()
                .take(outer_count)
                .map(|clip| self.of_clip(clip))
                .collect()
        };
        Ok((is_shared, files))
    }

    fn track<const N: usize>(
        &self,
        at: usize,
        value_size: usize,
        decode: impl Fn(Bytes<'a>, usize) -> Result<[f64; N], String>,
    ) -> Result<Track<N>, String> {
        let interpolation = self.file.u16(at)?;
        let has_tangents = interpolation == 2 || interpolation == 3;
        let key_size = if has_tangents {
            3 * value_size
        } else {
            value_size
        };
        let (is_shared, files) = self.entries(at)?;
        let times_at = self.file.array(at + 4, 8)?.1;
        let (value_count, values_at) = self.file.array(at + 12, 8)?;
        let mut entries = Vec::new();
        for (index, source) in files.into_iter().enumerate().take(value_count) {
            let Some(source) = source else {
                entries.push(None);
                continue;
            };
            let times = self.inner(times_at + 8 * index, source, 4)?;
            let values = self.inner(values_at + 8 * index, source, key_size)?;
            let mut keys = Keys {
                times_ms: Vec::new(),
                values: Vec::new(),
            };
            for key in 0..times.0.min(values.0) {
                keys.times_ms
                    .push(f64::from(source.u32(times.1 + 4 * key)?));
                let mut triple = [[0.0; N]; 3];
                for (part, value) in triple.iter_mut().enumerate().take(key_size / value_size) {
                    *value = decode(source, values.1 + key_size * key + value_size * part)?;
                }
                keys.values.push(triple);
            }
            entries.push(Some(keys));
        }
        let global_loop = usize::try_from(self.file.i16(at + 2)?).ok();
        Ok(Track {
            interpolation,
            global_loop,
            is_shared,
            entries,
        })
    }

    /// Count and offset of an inner array: the header is in the `.m2`, the items in `source`.
    fn inner(&self, at: usize, source: Bytes<'a>, size: usize) -> Result<(usize, usize), String> {
        let (count, offset) = (self.file.u32(at)? as usize, self.file.u32(at + 4)? as usize);
        if count > 0 && offset + count * size > source.bytes.len() {
            return Err(format!(
                "{}: keys of the track at {at} end past it",
                source.name
            ));
        }
        Ok((count, offset))
    }

    fn bone(&self, at: usize) -> Result<Bone, String> {
        Ok(Bone {
            flags: self.file.u32(at + 4)?,
            parent: usize::try_from(self.file.i16(at + 8)?).ok(),
            translation: self.track(at + 16, 12, Bytes::vec3)?,
            rotation: self.track(at + 36, 8, Bytes::packed_quaternion)?,
            scale: self.track(at + 56, 12, Bytes::vec3)?,
            pivot: self.file.vec3(at + 76)?,
        })
    }

    /// Keys of the tracks of everything but bones, by the places the tracks have in a record.
    fn other_key_count(&self) -> Result<usize, String> {
        const PARTICLE: [usize; 11] = [52, 72, 92, 112, 132, 152, 176, 200, 220, 240, 456];
        let records: [(usize, usize, &[usize]); 9] = [
            (0x48, 40, &[0, 20]),
            (0x58, 20, &[0]),
            (0x60, 60, &[0, 20, 40]),
            (0xF0, 40, &[20]),
            (0x100, 36, &[24]),
            (0x108, 156, &[16, 36, 56, 76, 96, 116, 136]),
            (0x110, 100, &[16, 48, 80]),
            (0x120, 176, &[36, 56, 76, 96, 132, 152]),
            (0x128, 476, &PARTICLE),
        ];
        let mut total = 0;
        for (header, size, tracks) in records {
            let (count, offset) = self.file.array(header, size)?;
            for record in 0..count {
                for track in tracks {
                    total += self.key_count(offset + record * size + track)?;
                }
            }
        }
        Ok(total)
    }

    /// Times of all readable entries of one track.
    fn key_count(&self, at: usize) -> Result<usize, String> {
        let times_at = self.file.array(at + 4, 8)?.1;
        let mut total = 0;
        for (index, source) in self.entries(at)?.1.into_iter().enumerate() {
            if let Some(source) = source {
                total += self.inner(times_at + 8 * index, source, 4)?.0;
            }
        }
        Ok(total)
    }
}
