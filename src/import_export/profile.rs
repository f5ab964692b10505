//! What a file is written for: a format and, where it matters, a version.

use crate::document::{ModelFormat, TerrainShape};
use std::fmt;
use std::str::FromStr;

/// The first and the last version number of M2.
const M2_VERSIONS: std::ops::RangeInclusive<u32> = 256..=274;
/// The versions of MDX.
const MDX_VERSIONS: [u32; 4] = [800, 900, 1000, 1100];
/// The versions of W3E.
const W3E_VERSIONS: [u32; 2] = [11, 12];

/// A target, as it is named on the command line and in the export dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Profile {
    /// M2 of this version, 256 to 274.
    M2 {
        /// The version number in the file.
        version: u32,
    },
    /// M2 in chunks, as from the seventh client on.
    M2Chunked,
    /// MDX of this version: 800, 900, 1000 or 1100.
    Mdx {
        /// The version number in the file.
        version: u32,
    },
    /// The text form of MDX.
    Mdl,
    /// glTF with its buffers beside it.
    Gltf,
    /// glTF in one file.
    Glb,
    /// Terrain of the third WoW client.
    AdtWotlk,
    /// Terrain of the first WoW client.
    AdtVanilla,
    /// Warcraft III terrain of this version: 11 or 12.
    W3e {
        /// The version number in the file.
        version: u32,
    },
    /// A text skeleton.
    BoneText,
    /// A project file.
    Project,
    /// Height map and splat pictures.
    Splat,
}

/// A name that is no profile.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{name:?} is no profile; there are m2-256 to m2-274, m2-md21, mdx-800, mdx-900, mdx-1000, mdx-1100, mdl, gltf, glb, adt-wotlk, adt-vanilla, w3e-11, w3e-12, bonetext, bwp and splat"
)]
pub struct UnknownProfile {
    /// What was asked for.
    pub name: String,
}

impl Profile {
    /// The profile that a model's own format asks for.
    pub fn of(format: ModelFormat) -> Self {
        match format {
            ModelFormat::M2 { version } => Self::M2 { version },
            ModelFormat::Mdx { version } => Self::Mdx { version },
            ModelFormat::BoneText => Self::BoneText,
        }
    }

    /// The profile that a terrain's own format asks for.
    pub fn of_terrain(shape: &TerrainShape) -> Self {
        match shape {
            TerrainShape::Corners(map) => Self::W3e {
                version: map.head.version,
            },
            TerrainShape::Tiles(_) => Self::AdtWotlk,
        }
    }

    /// The profile that an export of a terrain to a file with this extension, without the dot, asks
    /// for: its own version where the format is its own, and its own format by default.
    pub fn of_terrain_file(shape: &TerrainShape, extension: &str) -> Self {
        let own = Self::of_terrain(shape);
        match (extension.to_ascii_lowercase().as_str(), own) {
            ("splat", _) => Self::Splat,
            ("adt" | "wdt", _) => Self::AdtWotlk,
            ("w3e" | "w3x" | "w3m", Self::AdtWotlk) => Self::W3e { version: 11 },
            _ => own,
        }
    }

    /// Whether it stands for a format of terrains.
    pub fn is_terrain(self) -> bool {
        matches!(
            self,
            Self::W3e { .. } | Self::AdtWotlk | Self::AdtVanilla | Self::Splat
        )
    }

    /// The format of models that it stands for; `None` for one that holds no single model.
    pub fn format(self) -> Option<ModelFormat> {
        match self {
            Self::M2 { version } => Some(ModelFormat::M2 { version }),
            Self::Mdx { version } => Some(ModelFormat::Mdx { version }),
            _ => None,
        }
    }

    /// The profile that the extension of a model's file stands for, without the dot.
    pub fn of_extension(extension: &str) -> Option<Self> {
        match extension.to_ascii_lowercase().as_str() {
            "m2" => Some(Self::M2 { version: 264 }),
            "mdx" => Some(Self::Mdx { version: 800 }),
            "skl" => Some(Self::BoneText),
            _ => None,
        }
    }

    /// Whether files with this extension, without the dot, hold a terrain.
    pub fn is_terrain_extension(extension: &str) -> bool {
        let extension = extension.to_ascii_lowercase();
        ["w3e", "w3x", "w3m", "adt", "wdt", "splat"].contains(&extension.as_str())
    }

    /// Whether this program can write it.
    pub fn is_supported(self) -> bool {
        matches!(
            self,
            Self::M2 { version: 264 }
                | Self::Mdx { version: 800 }
                | Self::W3e { .. }
                | Self::AdtWotlk
                | Self::BoneText
                | Self::Project
                | Self::Splat
        )
    }

    /// The extension of its files, without the dot; for a profile of several files, that of the
    /// main one.
    pub fn extension(self) -> &'static str {
        match self {
            Self::M2 { .. } | Self::M2Chunked => "m2",
            Self::Mdx { .. } => "mdx",
            Self::Mdl => "mdl",
            Self::Gltf => "gltf",
            Self::Glb => "glb",
            Self::AdtWotlk | Self::AdtVanilla => "adt",
            Self::W3e { .. } => "w3e",
            Self::BoneText => "skl",
            Self::Project => "bwp",
            Self::Splat => "splat",
        }
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::M2 { version } => write!(f, "m2-{version}"),
            Self::M2Chunked => f.write_str("m2-md21"),
            Self::Mdx { version } => write!(f, "mdx-{version}"),
            Self::Mdl => f.write_str("mdl"),
            Self::Gltf => f.write_str("gltf"),
            Self::Glb => f.write_str("glb"),
            Self::AdtWotlk => f.write_str("adt-wotlk"),
            Self::AdtVanilla => f.write_str("adt-vanilla"),
            Self::W3e { version } => write!(f, "w3e-{version}"),
            Self::BoneText => f.write_str("bonetext"),
            Self::Project => f.write_str("bwp"),
            Self::Splat => f.write_str("splat"),
        }
    }
}

impl FromStr for Profile {
    type Err = UnknownProfile;

    fn from_str(name: &str) -> Result<Self, UnknownProfile> {
        let version = |prefix: &str| name.strip_prefix(prefix)?.parse::<u32>().ok();
        let profile = match name {
            "m2-md21" => Some(Self::M2Chunked),
            "mdl" => Some(Self::Mdl),
            "gltf" => Some(Self::Gltf),
            "glb" => Some(Self::Glb),
            "adt-wotlk" => Some(Self::AdtWotlk),
            "adt-vanilla" => Some(Self::AdtVanilla),
            "bonetext" => Some(Self::BoneText),
            "bwp" => Some(Self::Project),
            "splat" => Some(Self::Splat),
            _ => match (version("m2-"), version("mdx-"), version("w3e-")) {
                (Some(version), _, _) if M2_VERSIONS.contains(&version) => {
                    Some(Self::M2 { version })
                }
                (_, Some(version), _) if MDX_VERSIONS.contains(&version) => {
                    Some(Self::Mdx { version })
                }
                (_, _, Some(version)) if W3E_VERSIONS.contains(&version) => {
                    Some(Self::W3e { version })
                }
                _ => None,
            },
        };
        // One way to write each: no leading zeros, no signs.
        profile
            .filter(|profile| profile.to_string() == name)
            .ok_or_else(|| UnknownProfile {
                name: name.to_owned(),
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_of_the_command_line_is_read_and_written_back() {
        let names = "m2-256 m2-264 m2-274 m2-md21 mdx-800 mdx-900 mdx-1000 mdx-1100 mdl gltf glb \
                     adt-wotlk adt-vanilla w3e-11 w3e-12 bonetext bwp splat";
        for name in names.split_whitespace() {
            let profile: Profile = name.parse().expect(name);
            assert_eq!(profile.to_string(), name);
            let is_written = [
                "m2-264",
                "mdx-800",
                "adt-wotlk",
                "w3e-11",
                "w3e-12",
                "bonetext",
                "bwp",
                "splat",
            ]
            .contains(&name);
            assert_eq!(profile.is_supported(), is_written, "{name}");
        }
    }

    #[test]
    fn other_names_are_refused_with_the_list() {
        for name in [
            "", "m2", "m2-255", "m2-275", "m2-0264", "m2-+264", "mdx-850", "w3e-13", "M2-264",
        ] {
            let error = name.parse::<Profile>().expect_err(name).to_string();
            assert!(
                error.contains("m2-md21") && error.contains(&format!("{name:?}")),
                "{error}"
            );
        }
    }
}
