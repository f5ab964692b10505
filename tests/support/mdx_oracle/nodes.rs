//! Reads the nodes of all nine kinds with their tracks.

use super::cursor::Cursor;

/// Parent id of a node that has none.
pub const NO_PARENT: u32 = u32::MAX;

/// The chunk a node stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `BONE`
    Bone,
    /// `LITE`
    Light,
    /// `HELP`
    Helper,
    /// `ATCH`
    Attachment,
    /// `PREM`
    ParticleEmitter,
    /// `PRE2`
    ParticleEmitter2,
    /// `RIBB`
    Ribbon,
    /// `EVTS`
    Event,
    /// `CLID`
    Collision,
}

impl Kind {
    /// The kind of node that a chunk holds.
    pub fn of_chunk(tag: [u8; 4]) -> Option<Self> {
        Some(match &tag {
            b"BONE" => Self::Bone,
            b"LITE" => Self::Light,
            b"HELP" => Self::Helper,
            b"ATCH" => Self::Attachment,
            b"PREM" => Self::ParticleEmitter,
            b"PRE2" => Self::ParticleEmitter2,
            b"RIBB" => Self::Ribbon,
            b"EVTS" => Self::Event,
            b"CLID" => Self::Collision,
            _ => return None,
        })
    }
}

/// One node of the file.
#[derive(Clone)]
pub struct Node {
    /// The chunk it stands in.
    pub kind: Kind,
    /// How many nodes the file has before it.
    pub place_in_file: usize,
    /// The bytes of the name up to the first NUL.
    pub name: Vec<u8>,
    /// Object id as stored.
    pub object_id: u32,
    /// Object id of the parent as stored; [`NO_PARENT`] for none.
    pub parent_id: u32,
    /// Flags as stored.
    pub flags: u32,
    /// Offset from the pivot, `KGTR`.
    pub translation: Option<Track<3>>,
    /// Quaternion x, y, z, w, as stored, `KGRT`.
    pub rotation: Option<Track<4>>,
    /// Factors along the axes, `KGSC`.
    pub scale: Option<Track<3>>,
    /// The tracks that its kind has beside those three.
    pub channels: Vec<Channel>,
}

/// One animated channel of a node, keys in file order.
#[derive(Clone, Debug)]
pub struct Track<const N: usize> {
    /// 0 step, 1 linear, 2 Hermite, 3 Bezier.
    pub interpolation: u32,
    /// Index of the global sequence it follows; -1 for none.
    pub global_loop: i32,
    /// The keys in file order.
    pub keys: Vec<Key<N>>,
}

/// One key.
#[derive(Clone, Copy, Debug)]
pub struct Key<const N: usize> {
    /// Time on the axis of the file or of the global sequence.
    pub time_ms: i32,
    /// Value.
    pub value: [f64; N],
    /// In tangent; zero where the track has none.
    pub into: [f64; N],
    /// Out tangent; zero where the track has none.
    pub out: [f64; N],
}

/// A track of which only the times are of use here.
#[derive(Clone, Debug)]
pub struct Channel {
    /// Its tag, `KEVT` for the times of an event.
    pub tag: [u8; 4],
    /// Interpolation as stored; 0 for an event.
    pub interpolation: u32,
    /// Index of the global sequence it follows; -1 for none.
    pub global_loop: i32,
    /// Times of the keys in file order.
    pub times_ms: Vec<i32>,
}

impl<const N: usize> Track<N> {
    /// Reads a track behind its tag.
    pub fn read(cursor: &mut Cursor) -> Result<Self, String> {
        let count = cursor.u32()? as usize;
        let interpolation = cursor.u32()?;
        let global_loop = cursor.i32()?;
        let has_tangents = interpolation > 1;
        let size = 4 + 4 * N * if has_tangents { 3 } else { 1 };
        let mut stored = cursor.part(count.saturating_mul(size), "keys")?;
        let mut keys = Vec::with_capacity(count);
        for _ in 0..count {
            let time_ms = stored.i32()?;
            let value = stored.floats()?;
            let (into, out) = if has_tangents {
                (stored.floats()?, stored.floats()?)
            } else {
                ([0.0; N], [0.0; N])
            };
            keys.push(Key {
                time_ms,
                value,
                into,
                out,
            });
        }
        Ok(Self {
            interpolation,
            global_loop,
            keys,
        })
    }
}

impl Channel {
    /// Reads the tracks up to the end of a record, told apart by their tags.
    pub fn read_all(cursor: &mut Cursor) -> Result<Vec<Self>, String> {
        let mut channels = Vec::new();
        while cursor.left() > 0 {
            let tag = cursor.tag()?;
            channels.push(match &tag {
                b"KMTF" | b"KMTA" | b"KGAO" | b"KLAS" | b"KLAE" | b"KLAI" | b"KLBI" | b"KLAV"
                | b"KATV" | b"KPEE" | b"KPEG" | b"KPLN" | b"KPLT" | b"KPEL" | b"KPES" | b"KPEV"
                | b"KP2S" | b"KP2R" | b"KP2L" | b"KP2G" | b"KP2E" | b"KP2N" | b"KP2W" | b"KP2V"
                | b"KRHA" | b"KRHB" | b"KRAL" | b"KRTX" | b"KRVS" | b"KCRL" => {
                    Self::of(tag, &Track::<1>::read(cursor)?)
                }
                b"KGAC" | b"KTAT" | b"KTAS" | b"KLAC" | b"KLBC" | b"KRCO" | b"KCTR" | b"KTTR" => {
                    Self::of(tag, &Track::<3>::read(cursor)?)
                }
                b"KTAR" => Self::of(tag, &Track::<4>::read(cursor)?),
                _ => {
                    return Err(format!(
                        "{}: track {} at {}",
                        cursor.name,
                        String::from_utf8_lossy(&tag),
                        cursor.at - 4
                    ));
                }
            });
        }
        Ok(channels)
    }

    fn of<const N: usize>(tag: [u8; 4], track: &Track<N>) -> Self {
        Self {
            tag,
            interpolation: track.interpolation,
            global_loop: track.global_loop,
            times_ms: track.keys.iter().map(|key| key.time_ms).collect(),
        }
    }
}

/// Reads one record of a chunk of nodes.
pub fn read_node(cursor: &mut Cursor, kind: Kind, place_in_file: usize) -> Result<Node, String> {
    // Bytes between the node and the tracks of its kind, in records that name their size.
    let fixed = match kind {
        Kind::Light => 44,
        Kind::Attachment => 264,
        Kind::ParticleEmitter => 284,
        Kind::ParticleEmitter2 => 171,
        Kind::Ribbon => 52,
        Kind::Bone | Kind::Helper | Kind::Event | Kind::Collision => {
            let mut node = read_bare_node(cursor, kind, place_in_file)?;
            match kind {
                Kind::Bone => drop(cursor.bytes(8)?),
                Kind::Event => node.channels = read_event_times(cursor)?,
                Kind::Collision => skip_shape(cursor)?,
                _ => {}
            }
            return Ok(node);
        }
    };
    let mut record = cursor.sized_part("record")?;
    let mut node = read_bare_node(&mut record, kind, place_in_file)?;
    record.bytes(fixed)?;
    node.channels = Channel::read_all(&mut record)?;
    Ok(node)
}

/// The part that all kinds share. Of two tracks with one tag the later stands.
fn read_bare_node(cursor: &mut Cursor, kind: Kind, place_in_file: usize) -> Result<Node, String> {
    let mut part = cursor.sized_part("node")?;
    let mut node = Node {
        kind,
        place_in_file,
        name: part.text(80)?,
        object_id: part.u32()?,
        parent_id: part.u32()?,
        flags: part.u32()?,
        translation: None,
        rotation: None,
        scale: None,
        channels: Vec::new(),
    };
    while part.left() > 0 {
        match &part.tag()? {
            b"KGTR" => node.translation = Some(Track::read(&mut part)?),
            b"KGRT" => node.rotation = Some(Track::read(&mut part)?),
            b"KGSC" => node.scale = Some(Track::read(&mut part)?),
            other => {
                return Err(format!(
                    "{}: track {} of a node at {}",
                    part.name,
                    String::from_utf8_lossy(other),
                    part.at - 4
                ));
            }
        }
    }
    Ok(node)
}

/// The times of an event, which have no word for the interpolation; they may be missing.
fn read_event_times(cursor: &mut Cursor) -> Result<Vec<Channel>, String> {
    if cursor.left() == 0 || cursor.peek_u32()?.to_le_bytes() != *b"KEVT" {
        return Ok(Vec::new());
    }
    let tag = cursor.tag()?;
    let count = cursor.u32()? as usize;
    let global_loop = cursor.i32()?;
    let mut stored = cursor.part(count.saturating_mul(4), "times")?;
    let mut times_ms = Vec::with_capacity(count);
    for _ in 0..count {
        times_ms.push(stored.i32()?);
    }
    Ok(vec![Channel {
        tag,
        interpolation: 0,
        global_loop,
        times_ms,
    }])
}

/// One point for a sphere, two for the other shapes; a radius for sphere and cylinder.
fn skip_shape(cursor: &mut Cursor) -> Result<(), String> {
    let size = match cursor.u32()? {
        0 | 1 => 24,
        2 => 16,
        3 => 28,
        shape => return Err(format!("{}: collision shape {shape}", cursor.name)),
    };
    cursor.bytes(size)?;
    Ok(())
}
