//! Which tags are tracks, and what kind of values each has.

/// What the values of a track are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// One f32.
    Scalar,
    /// Three f32.
    Vector,
    /// A quaternion of f32, x, y, z, w.
    Rotation,
    /// One u32.
    Integer,
}

impl ValueKind {
    /// Bytes of one value.
    pub const fn size(self) -> usize {
        match self {
            Self::Scalar | Self::Integer => 4,
            Self::Vector => 12,
            Self::Rotation => 16,
        }
    }
}

/// Every track of the format.
pub const TRACK_TAGS: [([u8; 4], ValueKind); 42] = [
    (*b"KGTR", ValueKind::Vector),
    (*b"KGRT", ValueKind::Rotation),
    (*b"KGSC", ValueKind::Vector),
    (*b"KMTF", ValueKind::Integer),
    (*b"KMTA", ValueKind::Scalar),
    (*b"KTAT", ValueKind::Vector),
    (*b"KTAR", ValueKind::Rotation),
    (*b"KTAS", ValueKind::Vector),
    (*b"KGAO", ValueKind::Scalar),
    (*b"KGAC", ValueKind::Vector),
    (*b"KLAS", ValueKind::Scalar),
    (*b"KLAE", ValueKind::Scalar),
    (*b"KLAC", ValueKind::Vector),
    (*b"KLAI", ValueKind::Scalar),
    (*b"KLBI", ValueKind::Scalar),
    (*b"KLBC", ValueKind::Vector),
    (*b"KLAV", ValueKind::Scalar),
    (*b"KATV", ValueKind::Scalar),
    (*b"KPEE", ValueKind::Scalar),
    (*b"KPEG", ValueKind::Scalar),
    (*b"KPLN", ValueKind::Scalar),
    (*b"KPLT", ValueKind::Scalar),
    (*b"KPEL", ValueKind::Scalar),
    (*b"KPES", ValueKind::Scalar),
    (*b"KPEV", ValueKind::Scalar),
    (*b"KP2S", ValueKind::Scalar),
    (*b"KP2R", ValueKind::Scalar),
    (*b"KP2L", ValueKind::Scalar),
    (*b"KP2G", ValueKind::Scalar),
    (*b"KP2E", ValueKind::Scalar),
    (*b"KP2N", ValueKind::Scalar),
    (*b"KP2W", ValueKind::Scalar),
    (*b"KP2V", ValueKind::Scalar),
    (*b"KRHA", ValueKind::Scalar),
    (*b"KRHB", ValueKind::Scalar),
    (*b"KRAL", ValueKind::Scalar),
    (*b"KRCO", ValueKind::Vector),
    (*b"KRTX", ValueKind::Integer),
    (*b"KRVS", ValueKind::Scalar),
    (*b"KCTR", ValueKind::Vector),
    (*b"KTTR", ValueKind::Vector),
    (*b"KCRL", ValueKind::Scalar),
];

/// The kind of the values of a track, or `None` if `tag` is no track.
pub fn value_kind(tag: [u8; 4]) -> Option<ValueKind> {
    let found = TRACK_TAGS.iter().find(|(known, _)| *known == tag);
    found.map(|(_, kind)| *kind)
}
