//! Reads an MDX of version 800 into plain vectors.
//!
//! Choices where the sheet leaves one:
//! * Chunks may come in any order, `VERS` too; two chunks with one tag are read one after the
//!   other. A tag the sheet does not give for version 800 goes to [`Model::opaque_chunks`].
//! * A size or count that does not fit, bytes left over in a record, an unknown tag of a track, a
//!   magic other than `MDLX` and a version other than 800 are errors.
//! * Nodes are sorted by object id; nodes with one id stay in file order.
//! * A node whose id has no pivot has its pivot at the origin.

use std::fs;
use std::path::Path;

use super::cursor::Cursor;
use super::geosets::Geoset;
use super::nodes::{Channel, Kind, Node, read_node};

/// A model, with every key of every node decoded.
pub struct Model {
    /// The bytes of the name up to the first NUL.
    pub name: Vec<u8>,
    /// Size of the file in bytes.
    pub byte_count: usize,
    /// The sequences in file order.
    pub clips: Vec<Clip>,
    /// Lengths of the global sequences, in ms.
    pub global_loops_ms: Vec<u32>,
    /// Nodes of all kinds by ascending object id.
    pub nodes: Vec<Node>,
    /// Pivots in model space, by object id.
    pub pivots: Vec<[f64; 3]>,
    /// The geosets in file order.
    pub geosets: Vec<Geoset>,
    /// Replaceable id and path of each texture.
    pub textures: Vec<(u32, Vec<u8>)>,
    /// The materials, each a list of layers.
    pub materials: Vec<Vec<Layer>>,
    /// The tracks of each texture animation.
    pub texture_animations: Vec<Vec<Channel>>,
    /// The geoset animations.
    pub geoset_animations: Vec<GeosetAnimation>,
    /// The cameras, which are no nodes.
    pub cameras: Vec<Camera>,
    /// Tags of chunks that were passed over.
    pub opaque_chunks: Vec<[u8; 4]>,
}

/// One sequence.
pub struct Clip {
    /// The bytes of the name up to the first NUL.
    pub name: Vec<u8>,
    /// First ms on the axis of the file.
    pub start_ms: u32,
    /// Last ms on the axis of the file.
    pub end_ms: u32,
    /// Flags as stored; 1 is set if it does not loop.
    pub flags: u32,
}

/// One layer of a material.
pub struct Layer {
    /// Filter mode, shading flags, texture, texture animation, set of coordinates.
    pub words: [u32; 5],
    /// Alpha where no track gives it.
    pub alpha: f64,
    /// `KMTF` and `KMTA`.
    pub channels: Vec<Channel>,
}

/// Colour and visibility of a geoset.
pub struct GeosetAnimation {
    /// Index of the geoset, as stored.
    pub geoset: u32,
    /// `KGAO` and `KGAC`.
    pub channels: Vec<Channel>,
}

/// One camera.
pub struct Camera {
    /// The bytes of the name up to the first NUL.
    pub name: Vec<u8>,
    /// Where it stands.
    pub position: [f64; 3],
    /// Where it looks.
    pub target: [f64; 3],
    /// `KCTR`, `KTTR` and `KCRL`.
    pub channels: Vec<Channel>,
}

impl Model {
    /// Reads the model at `path`.
    pub fn open(path: &Path) -> Result<Self, String> {
        let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        Self::read(&bytes, &name)
    }

    /// Reads the model in `bytes`, called `name` in errors.
    pub fn read(bytes: &[u8], name: &str) -> Result<Self, String> {
        let mut file = Cursor::new(bytes, name);
        file.expect(b"MDLX")?;
        let mut model = Self {
            name: Vec::new(),
            byte_count: bytes.len(),
            clips: Vec::new(),
            global_loops_ms: Vec::new(),
            nodes: Vec::new(),
            pivots: Vec::new(),
            geosets: Vec::new(),
            textures: Vec::new(),
            materials: Vec::new(),
            texture_animations: Vec::new(),
            geoset_animations: Vec::new(),
            cameras: Vec::new(),
            opaque_chunks: Vec::new(),
        };
        let version = version_of(bytes, name)?;
        if version != Some(800) {
            return Err(format!("{name}: version {version:?}"));
        }
        while file.left() > 0 {
            let tag = file.tag()?;
            let size = file.u32()? as usize;
            let mut chunk = file.part(size, &String::from_utf8_lossy(&tag))?;
            model.read_chunk(tag, &mut chunk)?;
        }
        model.nodes.sort_by_key(|node| node.object_id);
        Ok(model)
    }

    fn read_chunk(&mut self, tag: [u8; 4], chunk: &mut Cursor) -> Result<(), String> {
        if let Some(kind) = Kind::of_chunk(tag) {
            while chunk.left() > 0 {
                let node = read_node(chunk, kind, self.nodes.len())?;
                self.nodes.push(node);
            }
            return Ok(());
        }
        match &tag {
            b"VERS" => drop(chunk.u32()?),
            b"MODL" => {
                self.name = chunk.text(80)?;
                chunk.bytes(260 + 28 + 4)?;
            }
            b"SEQS" => repeat(chunk, &mut self.clips, read_clip)?,
            b"GLBS" => repeat(chunk, &mut self.global_loops_ms, Cursor::u32)?,
            b"TEXS" => repeat(chunk, &mut self.textures, read_texture)?,
            b"MTLS" => repeat(chunk, &mut self.materials, read_material)?,
            b"TXAN" => repeat(chunk, &mut self.texture_animations, |chunk| {
                Channel::read_all(&mut chunk.sized_part("texture animation")?)
            })?,
            b"GEOS" => repeat(chunk, &mut self.geosets, Geoset::read)?,
            b"GEOA" => repeat(chunk, &mut self.geoset_animations, read_geoset_animation)?,
            b"PIVT" => repeat(chunk, &mut self.pivots, Cursor::floats)?,
            b"CAMS" => repeat(chunk, &mut self.cameras, read_camera)?,
            _ => {
                self.opaque_chunks.push(tag);
                chunk.bytes(chunk.left())?;
            }
        }
        chunk.finish()
    }
}

/// The version in the first `VERS` of a file that begins as an MDX.
pub fn version_of(bytes: &[u8], name: &str) -> Result<Option<u32>, String> {
    let mut file = Cursor::new(bytes, name);
    file.expect(b"MDLX")?;
    while file.left() > 0 {
        let tag = file.tag()?;
        let size = file.u32()? as usize;
        let mut chunk = file.part(size, &String::from_utf8_lossy(&tag))?;
        if tag == *b"VERS" {
            return Ok(Some(chunk.u32()?));
        }
    }
    Ok(None)
}

fn repeat<'a, T>(
    chunk: &mut Cursor<'a>,
    into: &mut Vec<T>,
    read: impl Fn(&mut Cursor<'a>) -> Result<T, String>,
) -> Result<(), String> {
    while chunk.left() > 0 {
        into.push(read(chunk)?);
    }
    Ok(())
}

fn read_clip(chunk: &mut Cursor) -> Result<Clip, String> {
    let mut record = chunk.part(132, "sequence")?;
    let (name, start_ms, end_ms) = (record.text(80)?, record.u32()?, record.u32()?);
    record.bytes(4)?;
    Ok(Clip {
        name,
        start_ms,
        end_ms,
        flags: record.u32()?,
    })
}

fn read_texture(chunk: &mut Cursor) -> Result<(u32, Vec<u8>), String> {
    let mut record = chunk.part(268, "texture")?;
    Ok((record.u32()?, record.text(260)?))
}

fn read_material(chunk: &mut Cursor) -> Result<Vec<Layer>, String> {
    let mut record = chunk.sized_part("material")?;
    record.bytes(8)?;
    record.expect(b"LAYS")?;
    let mut layers = Vec::new();
    for _ in 0..record.u32()? {
        let mut layer = record.sized_part("layer")?;
        let mut words = [0; 5];
        for word in &mut words {
            *word = layer.u32()?;
        }
        layers.push(Layer {
            words,
            alpha: layer.floats::<1>()?[0],
            channels: Channel::read_all(&mut layer)?,
        });
    }
    record.finish()?;
    Ok(layers)
}

fn read_geoset_animation(chunk: &mut Cursor) -> Result<GeosetAnimation, String> {
    let mut record = chunk.sized_part("geoset animation")?;
    record.bytes(20)?;
    Ok(GeosetAnimation {
        geoset: record.u32()?,
        channels: Channel::read_all(&mut record)?,
    })
}

fn read_camera(chunk: &mut Cursor) -> Result<Camera, String> {
    let mut record = chunk.sized_part("camera")?;
    let (name, position) = (record.text(80)?, record.floats()?);
    record.bytes(12)?;
    Ok(Camera {
        name,
        position,
        target: record.floats()?,
        channels: Channel::read_all(&mut record)?,
    })
}
